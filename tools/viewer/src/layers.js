// SPDX-License-Identifier: GPL-3.0-or-later
// Names of layers in the language of the page.
import { t, knows } from './texts.js';

/// "kinetic_energy_p95" -> "Kinetic energy, percentile 95"; the program's own title for other names.
export function layerTitle(layer) {
  const name = layer.name;
  const q = (key) => (knows(`q.${key}`) ? t(`q.${key}`) : null);
  let m;
  if (q(name)) return q(name);
  if ((m = name.match(/^(.*)_p(\d+)_se$/)) && q(m[1])) return `${q(m[1])}, ${t('s.percentile', { p: m[2] })}, ${t('s.standard_error')}`;
  if ((m = name.match(/^(.*)_p(\d+)$/)) && q(m[1])) return `${q(m[1])}, ${t('s.percentile', { p: m[2] })}`;
  if ((m = name.match(/^(.*)_(mean|max|low|high|halfwidth)$/)) && q(m[1])) return `${q(m[1])}, ${t(`s.${m[2]}`)}`;
  if ((m = name.match(/^(.*)_rp([\d.]+)$/)) && q(m[1])) return `${q(m[1])}, ${t('s.once_in', { x: m[2] })}`;
  if ((m = name.match(/^intensity_rp([\d.]+)$/))) return t('s.intensity', { x: t('s.once_in', { x: m[1] }) });
  if ((m = name.match(/^(.*)_exceeds_([\d.]+)_(.*)$/)) && q(m[1])) return `${q(m[1])} ${t('s.exceeds', { x: `${m[2]} ${layer.unit === '%' ? unitOf(m[3]) : ''}` })}`;
  if ((m = name.match(/^annual_frequency_e([\d.]+)_kj$/))) return `${t('q.annual_frequency')}, > ${m[1]} kJ`;
  if ((m = name.match(/^annual_frequency_h([\d.]+)_m$/))) return `${t('q.annual_frequency')}, ${t('q.jump_height')} > ${m[1]} m`;
  if ((m = name.match(/^sources_(.*)$/))) return t('s.sources', { x: m[1] });
  return layer.title;
}

const unitOf = (key) => ({ kj: 'kJ', m: 'm', m_s: 'm/s', rad_s: 'rad/s', kn_s: 'kN s' })[key] ?? key;

/// "kinetic_energy_kj" -> ["Kinetic energy", "kJ"].
export function quantity(key) {
  const m = key.match(/^(.*?)_(kj|m_s|rot_s|rad_s|deg|m)$/);
  const units = { kj: 'kJ', m_s: 'm/s', rot_s: 'rot/s', rad_s: 'rad/s', deg: '°', m: 'm' };
  return m && knows(`q.${m[1]}`) ? [t(`q.${m[1]}`), units[m[2]]] : [key, ''];
}
