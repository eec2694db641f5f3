// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, commands and charts of dropped rocks.
import { h, labelled, grid } from './dom.js';
import { t } from './texts.js';
import { lt } from './live_texts.js';
import { number } from './format.js';
import { chart } from './charts.js';
import { quantile } from './section.js';
import { series } from './colours.js';

const runout = ({ points }) => Math.hypot(points.at(-1)[1] - points[0][1], points.at(-1)[2] - points[0][2]);

/// What a table of rocks has: title, unit, value of a result.
const FIGURES = [
  ['energy', 'q.kinetic_energy', 'kJ', (r) => 1e-3 * r.energy_max_j],
  ['speed', 'q.speed', 'm/s', (r) => r.speed_max_m_s],
  ['jump', 'q.jump_height', 'm', (r) => r.jump_height_max_m],
  ['spin', 'q.spin', 'rad/s', (r) => r.spin_max_rad_s],
  ['runout', 'q.runout', 'm', runout],
  ['path', 'q.path', 'm', (r) => r.path_m],
  ['time', 'rock.duration', 's', (r) => r.time_s],
];

const cell = (key, value, unit) => ({ node: unit ? `${number(value)} ${unit}` : number(value), value, key: `live.${key}`, number: true });

function code(name, line) {
  const copy = h('button', { type: 'button', onclick: () => navigator.clipboard?.writeText(line) }, lt('copy'));
  return [copy, h('code', { 'data-test': `live-${name}`, style: 'display:block;overflow-wrap:anywhere;padding:8px 10px;background:var(--soft);border-radius:6px;user-select:all' }, line)];
}

/// The sum of their hashes, as the program's summary has it.
export function sum(results) {
  return results.reduce((all, { hash }) => BigInt.asUintN(64, all + BigInt(`0x${hash}`)), 0n).toString(16).padStart(16, '0');
}

/// How several rocks fared.
function several({ results }) {
  const ends = new Map();
  for (const { outcome } of results) ends.set(outcome, (ends.get(outcome) ?? 0) + 1);
  const rows = FIGURES.map(([key, title, unit, value]) => {
    const values = results.map(value);
    return [`${t(title)} (${unit})`, ...[0.5, 0.95, 1].map((q) => cell(`${key}.${q}`, quantile(values, q)))];
  });
  return [
    h('p', { 'data-test': 'live-ends' }, [...ends].map(([outcome, count]) => `${count} ${t(`out.${outcome}`)}`).join(', ')),
    grid(['', lt('median'), t('s.percentile', { p: 95 }), lt('largest')], rows),
  ];
}

/// One of them.
function single({ result }) {
  return grid(null, [
    [t('rock.outcome'), { node: t(`out.${result.outcome}`), key: 'live.outcome', value: result.outcome }],
    [t('rock.mass'), cell('mass', result.mass_kg, 'kg')],
    [t('rock.volume'), cell('volume', result.volume_m3, 'm³')],
    ...FIGURES.map(([key, title, unit, value]) => [t(title), cell(key, value(result), unit)]),
  ]);
}

/// @param choose shows another rock of the drop
/// @return charts, to be removed
export function show(panel, drop, choose) {
  const { results, result, command } = drop;
  const many = results.length > 1;
  const charts = h('div', { class: 'charts' });
  const which = h('input', { type: 'number', min: '0', max: String(results.length - 1), step: '1', value: String(drop.index), 'data-test': 'live-which', onchange: (e) => choose(Number(e.target.value)) });
  const replay = `talus replay live-rock --rock ${drop.index}`;
  panel.replaceChildren(
    ...(many ? [...several(drop), h('p', {}, labelled(lt('which', { last: results.length - 1 }), which))] : []),
    h('div', { class: 'two' }, single(drop), charts),
    h('p', { class: 'small' }, lt(many ? 'commands' : 'command')),
    ...code('command', command),
    h('p', { class: 'small' }, `${lt('hash')}: `, h('code', { 'data-test': 'live-hash' }, `0x${sum(results)}`)),
    ...(many ? [h('p', { class: 'small' }, lt('replay')), ...code('replay', replay)] : []),
  );
  const points = result.points;
  const column = (k, factor = 1) => points.map((row) => factor * row[k]);
  const one = (y, values, c) => chart(charts, { x: t('rock.time'), y, at: column(0), height: 190, legend: false, series: [{ label: y, colour: c, values }] });
  return [one(`${t('q.speed')} (m/s)`, column(4), series[0]), one(t('sec.over'), column(7), series[1]), one(`${t('q.kinetic_energy')} (kJ)`, column(6, 1e-3), series[2])];
}
