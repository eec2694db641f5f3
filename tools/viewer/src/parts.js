// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the page that hold numbers and words: each returns an element, or null where there is
// nothing to say. c: {data, summary, scenario, schema, hazard, files, tracks, text(name)}
import { h, grid } from './dom.js';
import { t, language } from './texts.js';
import { number, percent, bytesText, period } from './format.js';
import { quantity } from './layers.js';
import { chart } from './charts.js';
import { series } from './colours.js';
import { table, bytes } from './data.js';

const figure = (value, key, digits) => ({ node: number(value, digits), value: value ?? null, key, number: true, title: value === null || value === undefined ? null : String(value) });

export function part(id, title, ...children) {
  return h('section', { id }, h('h2', {}, title), ...children);
}

// --- title block -------------------------------------------------------------------------------

export function titleBlock({ data, summary }) {
  const rows = [
    ['head.author', data.author ?? ''],
    ['head.date', data.date ?? ''],
    summary.study ? ['head.study', summary.study] : null,
    summary.scenario ? ['head.scenario', summary.scenario.path] : null,
    data.crs ? ['head.crs', data.crs] : null,
    data.terrain ? ['head.terrain', t('head.terrain_text', { cell: number(data.terrain.dem_cell, 3), nx: data.terrain.dem_nx, ny: data.terrain.dem_ny })] : null,
    summary.rocks !== undefined ? ['head.rocks', `${number(summary.rocks)}${summary.seed !== undefined ? ', ' + t('head.seed', { seed: summary.seed }) : ''}`] : null,
    ['head.program', `talus ${summary.talus?.version ?? data.talus}`],
    summary.hash ? ['head.hash', summary.hash] : null,
  ].filter(Boolean);
  return h('dl', { class: 'block' }, rows.map(([key, value]) => h('div', {}, h('dt', {}, t(key)), h('dd', { class: value === '' ? 'blank' : null }, value === '' ? '\u00a0' : value))));
}

export function tiles({ summary }) {
  const found = [];
  const tile = (name, value, unit, note, key) =>
    found.push(h('div', { class: 'tile' }, h('div', { class: 'name' }, name), h('div', { class: 'value', 'data-value': value, 'data-key': key }, number(value, 3), h('small', {}, ' ' + unit)), h('div', { class: 'small' }, note)));
  if (summary.rocks !== undefined) tile(t('head.rocks'), summary.rocks, '', t('sum.of_requested', { n: number(summary.rocks_requested ?? summary.rocks) }), 'rocks');
  for (const [block, key] of [['per_rock', 'kinetic_energy_kj'], ['per_rock', 'speed_m_s'], ['per_rock', 'jump_height_m'], ['final', 'runout_m']]) {
    const values = summary[block]?.[key];
    if (!values) continue;
    const [name, unit] = quantity(key);
    tile(name, values.p95, unit, `${t('sum.p95')}; ${t('sum.largest', { value: `${number(values.max, 3)} ${unit}` })}`, `${block}.${key}.p95`);
  }
  return found.length ? h('div', { class: 'tiles' }, found) : null;
}

/// What the counts of a run with events of several bodies mean, and what broke.
function bodiesOf(summary) {
  const { released_together: together, fragmentation: f } = summary;
  const parts = [];
  if (together) parts.push(t('sum.together', { events: number(together.events), rocks: number(together.bodies) }));
  if (f) {
    parts.push(t('sum.broke', { broken: number(f.broken), rocks: number(f.rocks), share: percent(f.broken_share), breaks: number(f.breaks), fragments: number(f.fragments), fines: number(f.fines) }));
    if (f.broken > 0) parts.push(t('sum.survival', { share: percent(f.survival_share) }));
    if (f.breaks_refused > 0) parts.push(t('sum.refused', { n: number(f.breaks_refused) }));
  }
  return parts.length ? h('p', { class: 'bodies' }, parts.join(' ')) : null;
}

export function summaryNotes(c) {
  const { data, summary } = c;
  const parts = [];
  if (summary.outcomes) {
    const rows = Object.entries(summary.outcomes).filter(([, n]) => n > 0);
    const total = rows.reduce((a, [, n]) => a + n, 0) || 1;
    parts.push(
      h('h3', {}, t('sum.outcomes')),
      h('div', { class: 'stack', role: 'img', 'aria-label': rows.map(([k, n]) => `${t(`out.${k}`)} ${n}`).join(', ') }, rows.map(([key, n], k) => h('span', { style: `flex:${n};background:${series[k]}`, title: `${t(`out.${key}`)}: ${n}` }))),
      h('ul', { class: 'keys' }, rows.map(([key, n], k) => h('li', {}, h('i', { style: `background:${series[k]}` }), h('b', { 'data-key': `outcomes.${key}`, 'data-value': n }, number(n)), ` ${t(`out.${key}`)} (${percent(n / total)})`))),
      bodiesOf(summary),
    );
  }
  const warnings = (c.warnings ?? '').split('\n').filter((line) => /\b(warning|note|error): /.test(line));
  parts.push(h('h3', {}, t('sum.warnings')));
  parts.push(
    warnings.length
      ? h('ul', { class: 'warnings' }, warnings.map((line) => h('li', { class: line.includes('note: ') ? 'note' : 'warning' }, line.replace(/^(.*?:\d+:\d+: )?(warning|note|error): /, ''))))
      : h('p', {}, t('sum.no_warnings')),
  );
  if (warnings.length && language() !== 'en') parts.push(h('p', { class: 'small' }, t('sum.warnings_in_english')));
  if (data.missing.length) parts.push(h('h3', {}, t('sum.missing')), h('ul', { class: 'missing' }, data.missing.map((m) => h('li', { 'data-what': m.what }, m.why))));
  return parts;
}

// --- statistics --------------------------------------------------------------------------------

const moments = ['mean', 'std', 'p50', 'p90', 'p95', 'p99', 'max'];

function momentTable(block, name, tail) {
  const keys = Object.keys(block).filter((k) => block[k]?.p50 !== undefined && block[k]?.mean !== undefined);
  if (!keys.length) return null;
  return grid(
    [t('s.quantity'), ...moments.map((m) => (m[0] === 'p' && m !== 'path' ? { node: m.replace('p', '') + ' %', number: true } : { node: t(`s.${m}`), number: true }))],
    keys.map((key) => {
      const [title, unit] = quantity(key);
      return [`${title}${unit ? ` (${unit})` : ''}`, ...moments.map((m) => figure(block[key][m], `${name}.${key}.${m}`))];
    }).concat(tail ?? []),
  );
}

export function statistics(c) {
  const { summary } = c;
  if (!summary.per_rock && !summary.pooled) return null;
  const parts = [];
  if (summary.per_rock) parts.push(h('h3', {}, t('stat.per_rock')), h('p', {}, t('stat.per_rock_text')), momentTable(summary.per_rock, 'per_rock'));
  if (summary.final) parts.push(h('h3', {}, t('stat.final')), momentTable(summary.final, 'final'));
  if (c.tracks) parts.push(h('h3', {}, t('stat.distribution')), h('div', { class: 'charts', id: 'distribution' }), h('p', { class: 'small' }, t('stat.recorded', { n: number(c.tracks.count) })));
  if (summary.pooled) parts.push(h('details', {}, h('summary', {}, t('stat.pooled')), h('p', {}, t('stat.pooled_text')), momentTable(summary.pooled, 'pooled')));
  if (summary.strata?.length)
    parts.push(
      h('h3', {}, t('stat.strata')),
      grid([t('stat.release'), { node: t('stat.rock_class') }, { node: t('scr.rocks'), number: true }, { node: t('stat.frequency'), number: true }, { node: t('stat.volume'), number: true }],
        summary.strata.map((s, k) => [s.release, { node: s.rock_class, number: false }, figure(s.rocks, `strata.${k}.rocks`), figure(s.frequency_1_yr, `strata.${k}.frequency_1_yr`), figure(s.mean_volume_m3, `strata.${k}.mean_volume_m3`)])),
    );
  return part('statistics', t('nav.statistics'), parts);
}

/// Shares of rocks above a value.
export function drawDistributions({ tracks }) {
  const box = document.getElementById('distribution');
  if (!box) return;
  for (const [key, log] of [['energy_max_kj', true], ['speed_max_m_s', false], ['jump_height_max_m', false], ['runout_m', false]]) {
    const values = tracks[key].filter((v) => v !== null && (!log || v > 0)).sort((a, b) => a - b);
    if (values.length < 2) continue;
    const [title, unit] = quantity(key.replace('energy_max', 'kinetic_energy').replace('_max', ''));
    chart(box, {
      x: `${title} (${unit})`, y: t('stat.share_above'), at: values, height: 220, logX: log && values[values.length - 1] > 20 * values[0], legend: false,
      series: [{ label: t('stat.share_above'), colour: series[0], values: values.map((_, k) => 100 * (1 - (k + 1) / values.length)), steps: true }],
      rangeY: [0, 100],
    });
  }
}

// --- screens -----------------------------------------------------------------------------------

function gaugeTable(gauge, name, isObject) {
  const keys = Object.keys(gauge).filter((k) => gauge[k]?.p50 !== undefined);
  const withInterval = (q, m, key) => {
    const low = q[`${m}_low`];
    const high = q[`${m}_high`];
    const range = m[0] === 'p' ? h('span', { class: 'interval' }, `(${number(low, 3)} … ${number(high, 3)})`) : null;
    return { node: h('span', {}, number(q[m]), range ? ' ' : null, range), value: q[m] ?? null, key: `${name}.${key}.${m}`, number: true };
  };
  return grid(
    [t(isObject ? 'scr.object' : 'scr.quantity'), { node: t('s.mean'), number: true }, ...['50', '95', '99'].map((p) => ({ node: `${p} %`, number: true })), { node: t('s.max'), number: true }],
    keys.map((key) => {
      const [title, unit] = quantity(key);
      const q = gauge[key];
      return [`${title}${unit ? ` (${unit})` : ''}`, withInterval(q, 'mean', key), ...['p50', 'p95', 'p99'].map((m) => withInterval(q, m, key)), withInterval(q, 'max', key)];
    }),
  );
}

function design(c, screen) {
  const row = c.designs?.rows.find((r) => r.screen === screen.name);
  if (!row) return null;
  const line = (name, unit, keys) => [`${name} (${unit})`, ...keys.map((k) => figure(k ? row[k] : null, k ? `design.${screen.name}.${k}` : null))];
  const net = row.net_class_kj !== null && row.net_class_kj !== undefined ? t('scr.net_class', { kj: number(row.net_class_kj) }) : (row.net_note ?? '–');
  return [
    h('h4', {}, t('scr.design')),
    h('p', { class: 'small' }, t('scr.design_text', { p: row.percentile })),
    grid(
      ['', { node: t('scr.characteristic'), number: true }, { node: t('scr.upper'), number: true }, { node: t('scr.with_factors'), number: true }],
      [
        line(t('q.kinetic_energy'), 'kJ', ['energy_kj', 'energy_high_kj', 'design_energy_kj']),
        line(t('q.height'), 'm', ['height_m', 'height_high_m', 'design_height_m']),
        line(t('q.top_height'), 'm', ['top_height_m', 'top_height_high_m', null]),
        line(t('q.clearance'), 'm', ['clearance_m', 'clearance_high_m', null]),
      ],
    ),
    h('p', {}, h('b', {}, t('scr.net') + ': '), net),
  ];
}

function gauge(c, one, k, isObject) {
  const name = `${isObject ? 'objects' : 'screens'}.${k}`;
  const kj = (key) => `${number(one[key], 3)} kJ`;
  const facts = [
    `${t('scr.rocks')}: ${number(one.rocks)}`,
    `${t('scr.reach')}: ${percent(one.reach_probability)} (${percent(one.reach_probability_low)} … ${percent(one.reach_probability_high)})`,
    one.annual_frequency_1_yr !== null && one.annual_frequency_1_yr !== undefined ? `${t('scr.frequency')}: ${number(one.annual_frequency_1_yr, 3)} (${t('s.once_in', { x: period(one.annual_frequency_1_yr) })})` : null,
    one.hits_per_event !== undefined ? t('scr.hits', { n: number(one.hits_per_event, 3), most: number(one.hits_max) }) : null,
    one.E_window95_kj !== undefined ? t('scr.sums', { window: kj('E_window95_kj'), window_max: kj('E_window_max_kj'), event: kj('E_event95_kj'), event_max: kj('E_event_max_kj') }) : null,
  ].filter(Boolean);
  return h(
    'article',
    { class: 'gauge' },
    h('h3', {}, one.name),
    h('ul', { class: 'facts' }, facts.map((f) => h('li', {}, f))),
    one.rocks > 0 ? [gaugeTable(one, name, isObject), h('p', { class: 'small' }, t('scr.interval'))] : h('p', {}, t('scr.nobody')),
    isObject ? null : design(c, one),
    isObject ? null : h('div', { class: 'charts', 'data-scatter': one.name }),
  );
}

function works({ summary }) {
  const lists = ['nets', 'walls', 'dams'].filter((k) => summary[k]?.length);
  const blocks = lists.map((list) => {
    const keys = Object.keys(summary[list][0]);
    return grid(keys.map((k, i) => ({ node: k.replaceAll('_', ' '), number: i > 0 })), summary[list].map((w, row) => keys.map((k, i) => (i === 0 ? w[k] : figure(w[k], `${list}.${row}.${k}`)))));
  });
  if (summary.stems) blocks.push(grid(Object.keys(summary.stems).map((k) => ({ node: `stems: ${k.replaceAll('_', ' ')}`, number: true })), [Object.entries(summary.stems).map(([k, v]) => figure(v, `stems.${k}`))]));
  return blocks.length ? [h('h3', {}, t('scr.works')), blocks] : null;
}

export function screens(c) {
  const { summary } = c;
  if (summary.rocks === undefined || !summary.outcomes) return null;
  const found = [...(summary.screens ?? []).map((s, k) => gauge(c, s, k, false)), ...(summary.objects ?? []).map((s, k) => gauge(c, s, k, true))];
  return part('screens', t('nav.screens'), found.length ? found : h('p', {}, t('scr.none')), works(c));
}

export function drawScatters(c) {
  for (const box of document.querySelectorAll('[data-scatter]')) {
    const rows = (c.crossings?.rows ?? []).filter((r) => r.screen === box.dataset.scatter && r.kinetic_energy_kj > 0);
    if (!rows.length) continue;
    rows.sort((a, b) => a.kinetic_energy_kj - b.kinetic_energy_kj);
    const energies = rows.map((r) => r.kinetic_energy_kj);
    const screen = c.summary.screens.find((s) => s.name === box.dataset.scatter);
    const p95 = { e: screen.kinetic_energy_kj?.p95, h: screen.height_m?.p95 };
    box.before(h('h4', {}, t('scr.scatter')));
    chart(box, {
      x: `${t('q.kinetic_energy')} (kJ)`, y: `${t('q.height')} (m)`, at: energies, height: 300, logX: energies[energies.length - 1] > 30 * energies[0],
      series: [{ label: t('scr.crossings', { n: rows.length }), colour: series[0], values: rows.map((r) => r.height_m), points: 5 }],
      draw: (u) => {
        const { ctx, bbox } = u;
        ctx.save();
        ctx.strokeStyle = series[1];
        ctx.setLineDash([8, 6]);
        ctx.lineWidth = 2;
        ctx.beginPath();
        if (p95.e) { const x = u.valToPos(p95.e, 'x', true); ctx.moveTo(x, bbox.top); ctx.lineTo(x, bbox.top + bbox.height); }
        if (p95.h) { const y = u.valToPos(p95.h, 'y', true); ctx.moveTo(bbox.left, y); ctx.lineTo(bbox.left + bbox.width, y); }
        ctx.stroke();
        ctx.fillStyle = series[1];
        ctx.font = '22px sans-serif';
        ctx.textAlign = 'left';
        if (p95.h) ctx.fillText('95 %', bbox.left + 6, u.valToPos(p95.h, 'y', true) - 6);
        ctx.restore();
      },
    });
  }
}

// --- hazard ------------------------------------------------------------------------------------

export function hazard(c) {
  const { hazard: z, summary } = c;
  if (!z && !c.curves) return null;
  const parts = [];
  if (z) {
    parts.push(h('dl', { class: 'block' }, [['haz.rules', z.rules], ['haz.source', z.source], ['haz.note', z.note], ['haz.width', z.reference_width_m && t(`haz.width_${z.reference_width_from}`, { w: number(z.reference_width_m) })], ['haz.no_zones', z.no_zones]].filter(([, v]) => v).map(([k, v]) => h('div', {}, h('dt', {}, t(k)), h('dd', {}, v)))));
    if (z.zone_areas?.length) {
      parts.push(
        h('h3', {}, t('haz.zones')),
        grid(
          [t('haz.zones'), { node: t('haz.area'), number: true }, { node: t('haz.decided'), number: true }],
          z.zone_areas.map((a, k) => {
            const zone = z.zones.find((x) => x.name === a.name);
            return [{ node: h('span', {}, h('span', { class: zone?.hatched ? 'box hatched' : 'box', style: `--c:${zone?.colour ?? '#999'}` }), ` ${zone?.title ?? a.name}`) }, { node: `${number(a.map_area_m2)} m²`, value: a.map_area_m2, key: `hazard.zone_areas.${k}.map_area_m2`, number: true }, figure(a.decided_cells, `hazard.zone_areas.${k}.decided_cells`)];
          }),
        ),
        h('p', {}, t('haz.decided_text', { decided: number(z.cells.decided), reached: number(z.cells.reached), share: percent(z.cells.decided_share) })),
      );
    }
  }
  if (c.curves) parts.push(h('h3', {}, t('haz.curves')), h('div', { class: 'charts', id: 'curves' }));
  return part('hazard', t('nav.hazard'), parts);
}

export function drawCurves({ curves }) {
  const box = document.getElementById('curves');
  if (!box || !curves) return;
  const groups = new Map();
  for (const row of curves.rows) {
    const key = `${row.name}|${row.quantity}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  const quantities = [...new Set(curves.rows.map((r) => r.quantity))];
  for (const q of quantities) {
    const names = [...new Set(curves.rows.filter((r) => r.quantity === q).map((r) => r.name))];
    const levels = [...new Set(curves.rows.filter((r) => r.quantity === q && r.level > 0).map((r) => r.level))].sort((a, b) => a - b);
    const annual = curves.rows.some((r) => r.annual_frequency_1_yr > 0);
    const column = annual ? 'annual_frequency_1_yr' : 'probability_given_release';
    const lines = names.map((name, k) => {
      const by = new Map(groups.get(`${name}|${q}`).map((r) => [r.level, r[column]]));
      return { label: name, colour: series[k % series.length], values: levels.map((l) => (by.get(l) > 0 ? by.get(l) : null)), dash: k >= 3 ? [6, 4] : undefined };
    });
    const [title, unit] = quantity(q);
    if (levels.length > 1 && lines.some((l) => l.values.some((v) => v > 0)))
      chart(box, { x: `${title} (${unit})`, y: t(annual ? 'haz.per_year' : 'haz.given'), at: levels, logX: true, logY: true, series: lines, height: 280 });
  }
}

// --- studies -----------------------------------------------------------------------------------

export function studies(c) {
  const own = /^(convergence|screen_|curves_)/;
  const charts = c.names.filter((n) => /\.(svg|png)$/.test(n) && !own.test(n));
  const known = /^(screens|objects|screen_crossings|curves|design)\.csv$/;
  const tables = c.names.filter((n) => n.endsWith('.csv') && !known.test(n));
  const rounds = c.names.filter((n) => /^convergence\.svg$/.test(n));
  if (!charts.length && !tables.length && !rounds.length) return null;
  const kind = c.names.includes('models.csv') ? 'models' : c.names.includes('comparison.json') ? 'compare' : c.names.includes('sensitivity.json') ? 'sensitivity' : c.names.includes('calibration.csv') || c.names.includes('posterior.csv') ? 'calibrate' : c.names.includes('validation.json') ? 'validate' : null;
  const title = kind ? t(`stu.${kind}`) : t('nav.studies');
  return part(
    'studies',
    title,
    kind === 'compare' || kind === 'sensitivity' ? h('p', {}, t('stu.variants')) : null,
    [...rounds, ...charts].length ? h('h3', {}, t('stu.charts')) : null,
    h('div', { class: 'pictures' }, [...rounds, ...charts].map((n) => h('figure', {}, h('img', { 'data-svg': n, alt: n }), h('figcaption', { class: 'small' }, n)))),
    tables.length ? h('h3', {}, t('stu.tables')) : null,
    tables.map((n) => h('details', { open: tables.length === 1 }, h('summary', {}, n), h('div', { 'data-csv': n }))),
  );
}

export async function fillStudies(c) {
  for (const img of document.querySelectorAll('[data-svg]')) {
    const type = img.dataset.svg.endsWith('.png') ? 'image/png' : 'image/svg+xml';
    img.src = URL.createObjectURL(new Blob([await bytes(`file:${img.dataset.svg}`)], { type }));
  }
  for (const box of document.querySelectorAll('[data-csv]')) {
    const { head, rows } = table(await c.text(`file:${box.dataset.csv}`));
    const most = 25;
    box.append(grid(head.map((k) => ({ node: k })), rows.slice(0, most).map((r) => head.map((k) => ({ node: typeof r[k] === 'number' ? number(r[k]) : (r[k] ?? ''), number: typeof r[k] === 'number' }))), { right: false }));
    if (rows.length > most) box.append(h('p', { class: 'small' }, t('stu.first_rows', { n: most, all: rows.length })));
  }
}

// --- assumptions -------------------------------------------------------------------------------

/// Value of a path of keys; undefined where it is not there.
const get = (object, path) => path.split('.').reduce((o, k) => o?.[k], object);

/// The row of the schema for a path of keys without numbers of lists.
function schemaOf(schema, path) {
  let node = schema;
  for (const key of path.split('.')) {
    if (node?.$ref) node = schema.$defs[node.$ref.split('/').pop()];
    node = /^\d+$/.test(key) ? node?.items : node?.properties?.[key];
  }
  return node;
}

/// Is every one of these keys at the program's default?
function areDefault(c, paths) {
  return paths.length > 0 && paths.every((p) => {
    const row = schemaOf(c.schema, p);
    const value = get(c.scenario, p);
    return row?.default !== undefined && (value === undefined || JSON.stringify(value) === JSON.stringify(row.default));
  });
}

function words(value) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(words).join(' × ');
  if (typeof value === 'object') {
    if (value.distribution) return `${value.distribution}(${Object.entries(value).filter(([k]) => k !== 'distribution').map(([k, v]) => `${k.replaceAll('_', ' ')} ${words(v)}`).join(', ')})`;
    return Object.entries(value).map(([k, v]) => `${k} ${words(v)}`).join(', ');
  }
  return typeof value === 'number' ? number(value) : String(value);
}

function sizeOf(rock) {
  const parts = [];
  if (rock.size_m) parts.push(`${rock.size_m.filter((v) => v > 0).map((v) => number(v)).join(' × ')} m`);
  if (rock.volume_m3) parts.push(`${words(rock.volume_m3)} m³`);
  if (rock.mass_kg) parts.push(`${words(rock.mass_kg)} kg`);
  else if (rock.density_kg_m3) parts.push(`${number(rock.density_kg_m3)} kg/m³`);
  return parts.join(', ');
}

function whereOf(release) {
  if (release.box_m) return t('ass.box');
  if (release.slope_above_deg !== undefined) return t('ass.slope', { deg: number(release.slope_above_deg) });
  if (release.file) return release.file + (release.layer ? ` (${release.layer})` : '');
  if (release.table) return words(release.table);
  return t('ass.points');
}

/// A value of a key, in the language of the page where it is a word that the page knows.
const known = ['bilinear', 'triangulated', 'random'];
const spoken = (value) => (known.includes(value) ? t(`ass.word_${value}`) : value === undefined ? '–' : words(value));

/// What is assumed of events of several bodies: what starts together, what breaks, what meets.
function eventsOf({ scenario: s, summary }) {
  const { released_together: together, fragmentation: f } = summary;
  const law = s.fragmentation ?? {};
  const between = s.rock_contact?.between ?? 'released';
  return [
    together ? t('ass.events_together', { events: number(together.events), rocks: number(together.bodies) }) : t('ass.events_alone'),
    f ? t('ass.events_break', { law: law.law ?? '–', volume: words(law.least_volume_m3) }) : t('ass.events_whole'),
    between === 'all' ? t('ass.meet_all') : between === 'released' && together ? t('ass.meet_released') : t('ass.meet_none'),
    t('ass.events_next'),
  ].join(' ');
}

export function assumptions(c) {
  const s = c.scenario;
  if (!s || !c.schema) return null;
  const rows = [];
  const row = (topic, text, keys = []) => rows.push([topic, h('span', {}, text, areDefault(c, keys) ? h('span', { class: 'badge' }, t('ass.default')) : null)]);
  const terrain = s.terrain ?? {};
  row(t('ass.terrain'), t('ass.terrain_text', { dem: terrain.dem, surface: spoken(terrain.surface), detection: terrain.detection ?? '–' }), ['terrain.surface', 'terrain.detection']);
  row(t('ass.roughness'), terrain.roughness?.amplitude_m > 0 ? t('ass.roughness_text', { amplitude: words(terrain.roughness.amplitude_m), refine: words(terrain.roughness.refine) }) : t('ass.no_roughness'));
  row(t('ass.ground'), t('ass.ground_text', { n: s.ground?.length ?? 0 }));
  if (s.forest?.length) row(t('ass.forest'), t('ass.forest_layers', { n: s.forest.length }));
  if (c.summary.stems || s.trees) row(t('ass.forest'), t('ass.forest_stems', { n: number(c.summary.stems?.standing ?? c.data.stems?.all) }));
  if (!s.forest?.length && !s.trees) row(t('ass.forest'), t('ass.forest_none'));
  for (const rock of s.rocks ?? []) row(t('ass.rocks'), t('ass.rock_text', { name: rock.name ?? '', shape: rock.shape ?? rock.file ?? '', size: sizeOf(rock), share: words(rock.share ?? 1) }));
  (s.releases ?? []).forEach((r, k) => {
    const v = (r.velocity_m_s ?? []).reduce((a, x) => Math.max(a, Math.abs(x)), 0);
    row(t('ass.releases'), t('ass.release_text', { name: r.name ?? k, rocks: words(r.rocks), where: whereOf(r), height: words(r.height_m), motion: v > 0 ? t('ass.moving', { v: words(r.velocity_m_s) }) : t('ass.at_rest'), orientation: spoken(r.orientation) }), [`releases.${k}.height_m`, `releases.${k}.velocity_m_s`, `releases.${k}.orientation`]);
  });
  const frequency = (c.summary.sources ?? []).reduce((a, x) => a + (x.frequency_1_yr ?? 0), 0);
  row(t('ass.frequency'), frequency > 0 ? t('ass.frequency_text', { f: number(frequency, 3) }) : t('ass.frequency_none'));
  row(t('ass.contact'), t('ass.contact_text'));
  if (c.summary.released_together || c.summary.fragmentation) row(t('ass.events'), eventsOf(c));
  else row(t('ass.single'), t('ass.together'));
  const sim = s.simulation ?? {};
  row(t('ass.scheme'), t('ass.scheme_text', { scheme: sim.scheme, step: words(sim.time_step_s), g: words(sim.gravity_m_s2) }), ['simulation.scheme', 'simulation.time_step_s', 'simulation.gravity_m_s2']);
  row(t('ass.stop'), t('ass.stop_text', { v: words(sim.stop?.speed_m_s), w: words(sim.stop?.spin_rad_s), s: words(sim.stop?.for_s), limit: words(sim.time_limit_s) }), ['simulation.stop.speed_m_s', 'simulation.stop.spin_rad_s', 'simulation.stop.for_s', 'simulation.time_limit_s']);
  row(t('ass.air'), s.air?.drag ? t('ass.air_text', { c: words(s.air.drag) }) : t('ass.air_none'));
  row(t('ass.cells'), t('ass.cells_text', { cell: words(s.outputs?.cell_m ?? c.data.layers?.[0]?.cell) }));
  row(t('ass.jump'), t('ass.jump_text'));
  const grounds = s.ground ?? [];
  return part(
    'assumptions',
    t('nav.assumptions'),
    h('p', {}, t('ass.intro')),
    grid(null, rows, { right: false, class: 'words' }),
    grounds.length
      ? [
          h('h3', {}, t('ass.ground')),
          grid(
            [t('ass.ground'), { node: 'preset' }, { node: t('ass.friction') }, { node: t('ass.restitution') }, { node: t('ass.drag') }, { node: t('ass.soil') }],
            grounds.map((g) => [g.name ?? '', g.preset ?? '', `${words(g.mu_min)} – ${words(g.mu_max)}`, `${words(g.epsilon_n)}, ${words(g.epsilon_t)}`, words(g.drag_1_s), g.soil ? words(g.soil.modulus_mn_m2) : t('ass.hard')]),
            { right: false },
          ),
        ]
      : null,
    h('details', { class: 'all-keys' }, h('summary', {}, t('ass.all_keys')), grid([t('ass.key'), { node: t('ass.value') }, { node: t('ass.meaning') }], allKeys(c), { right: false })),
  );
}

function allKeys(c) {
  const rows = [];
  const walk = (value, path) => {
    const isList = Array.isArray(value) && value.some((v) => typeof v === 'object');
    if (isList || (value && typeof value === 'object' && !Array.isArray(value) && !value.distribution)) {
      for (const [k, v] of Object.entries(value)) walk(v, path ? `${path}.${k}` : k);
      return;
    }
    const row = schemaOf(c.schema, path);
    rows.push([h('code', {}, path), h('span', {}, words(value), areDefault(c, [path]) ? h('span', { class: 'badge' }, t('ass.default')) : null), row?.description ?? '']);
  };
  walk(c.scenario, '');
  return rows;
}

// --- provenance --------------------------------------------------------------------------------

export function provenance(c) {
  const { data, summary, manifest } = c;
  const facts = [
    [t('pro.attribution'), data.attribution || summary.dem?.attribution],
    [t('pro.scenario_sha'), summary.scenario?.sha256],
    [t('pro.summary_sha'), data.summary_sha256],
    [t('head.hash'), summary.hash],
  ].filter(([, v]) => v);
  const numerics = [['num.problems', 'contact.problems'], ['num.unsolved', 'contact.unsolved'], ['num.penetration', 'contact.deepest_penetration_m'], ['num.ledger', 'energy.worst_ledger_residual_rel'], ['num.gain', 'energy.worst_percussion_gain_rel'], ['num.below', 'below_ground']].filter(([, k]) => get(summary, k) !== undefined);
  return part(
    'provenance',
    t('nav.provenance'),
    h('p', {}, t('pro.text')),
    h('dl', { class: 'block wide' }, facts.map(([k, v]) => h('div', {}, h('dt', {}, k), h('dd', { class: 'hash' }, v)))),
    numerics.length ? [h('h3', {}, t('pro.numerics')), grid(null, numerics.map(([k, key]) => [t(k), figure(get(summary, key), key, 3)]))] : null,
    manifest?.length ? h('details', {}, h('summary', {}, `${t('pro.files')} (${manifest.length})`), grid([t('pro.file'), { node: t('pro.size'), number: true }, { node: 'SHA-256' }], manifest.map((f) => [f.name, { node: bytesText(f.bytes), number: true }, { node: h('code', {}, f.sha256) }]), { right: false })) : null,
    c.scenarioText ? h('details', {}, h('summary', {}, t('pro.scenario_text')), h('pre', {}, c.scenarioText)) : null,
    h('p', { class: 'small' }, t('pro.made', { version: data.talus })),
  );
}
