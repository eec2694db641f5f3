// SPDX-License-Identifier: GPL-3.0-or-later
// The page of talus report.
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { json, text, names, has, table } from './data.js';
import { h } from './dom.js';
import { t, setLanguage, language } from './texts.js';
import { Terrain, Layer, classMap } from './raster.js';
import { Tracks } from './tracks.js';
import { MapBox, atlas } from './mapui.js';
import { ViewBox } from './viewui.js';
import { SectionBox } from './sectionui.js';
import { redrawCharts, fitCharts } from './charts.js';
import * as parts from './parts.js';

const start = performance.now();

/// Everything that the page shows.
async function load() {
  const data = await json('data');
  const c = { data, names: names('file:'), text, lines: data.lines ?? [] };
  const file = (name) => (has(`file:${name}`) ? text(`file:${name}`) : null);
  const csv = async (name) => { const found = await file(name); return found ? table(found) : null; };
  [c.summary, c.scenario, c.schema, c.manifest, c.warnings, c.scenarioText, c.designs, c.curves, c.crossings] = await Promise.all([
    json('file:summary.json'), json('scenario'), json('schema'), json('files'), file('warnings.log'), file('scenario.yaml'), csv('design.csv'), csv('curves.csv'), csv('screen_crossings.csv'),
  ]);
  c.hazard = has('file:hazard.json') ? await json('file:hazard.json') : null;
  c.layers = (data.layers ?? []).map((l) => new Layer(l));
  if (data.terrain) c.terrain = await Terrain.read(data.terrain);
  if (data.tracks && c.terrain) c.tracks = await Tracks.read(data.tracks);
  if (data.pieces && c.tracks) {
    c.pieces = await Tracks.read(data.pieces, 'pieces');
    c.tracks.last = Math.max(c.tracks.last, c.pieces.last);
  }
  if (data.forest) c.forest = await classMap('forest', data.forest);
  return c;
}

function header(c) {
  const pick = h('select', { 'data-test': 'language', 'aria-label': t('head.language'), onchange: () => { setLanguage(pick.value); build(c); } }, ['en', 'de', 'fr', 'it'].map((l) => h('option', { value: l, selected: l === language() }, l.toUpperCase())));
  return h(
    'header',
    {},
    h('div', { class: 'tools screen-only' }, pick, h('button', { type: 'button', 'data-test': 'theme', onclick: () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark') }, t('head.theme')), h('button', { type: 'button', onclick: () => window.print() }, t('head.print'))),
    h('p', { class: 'kicker' }, t('head.report')),
    h('h1', {}, c.data.title ?? c.summary.title ?? 'talus'),
    parts.titleBlock(c),
  );
}

let page = {};

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  page.view?.background();
  redrawCharts();
}

async function build(c) {
  const root = document.getElementById('page');
  page.view?.pause?.();
  page = {};
  document.documentElement.dataset.ready = '';
  c.sectionLine = null;
  const body = [parts.part('summary', t('nav.summary'), parts.tiles(c), parts.summaryNotes(c))];
  if (c.terrain) {
    page.map = new MapBox(c);
    page.view = new ViewBox(c);
    body.push(parts.part('view', t('nav.view'), page.view.element), parts.part('maps', t('nav.maps'), page.map.element, h('div', { id: 'atlas' })));
  } else body.push(parts.part('view', t('nav.view'), h('p', { class: 'missing' }, t('view.no_terrain'))));
  body.push(parts.statistics(c), parts.screens(c));
  if (c.tracks) {
    page.section = new SectionBox(c, page.map);
    body.push(parts.part('sections', t('nav.sections'), page.section.element));
  }
  body.push(parts.hazard(c), parts.studies(c), parts.assumptions(c), parts.provenance(c));
  const shown = body.filter(Boolean);
  const nav = h('nav', { class: 'screen-only', 'aria-label': t('nav.label') }, shown.map((s) => h('a', { href: `#${s.id}` }, s.querySelector('h2').textContent)));
  root.replaceChildren(nav, h('main', {}, header(c), shown));
  document.title = c.data.title ?? c.summary.title ?? 'talus';
  await page.map?.start();
  await page.view?.start();
  page.seconds = (performance.now() - start) / 1000;
  document.documentElement.dataset.ready = 'yes'; // what is left is below the fold
  await new Promise((done) => setTimeout(done, 30));
  parts.drawScatters(c);
  parts.drawCurves(c);
  if (c.tracks) parts.drawDistributions(c);
  await parts.fillStudies(c);
  page.section?.start();
  if (page.map) {
    const small = await atlas(c, page.map);
    if (small) document.getElementById('atlas').replaceChildren(h('h3', {}, t('map.atlas')), small);
  }
  document.documentElement.dataset.ready = 'all';
}

let themeBefore = null;
addEventListener('beforeprint', () => {
  themeBefore = document.documentElement.dataset.theme;
  setTheme('light');
  page.view?.snapshot();
  fitCharts();
});
addEventListener('afterprint', () => {
  if (themeBefore) setTheme(themeBefore);
  fitCharts();
});

async function main() {
  document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const c = await load();
  setLanguage(c.data.language);
  window.talus = { page: () => page, content: c }; // for tests, and the curious
  await build(c);
}

main().catch((problem) => {
  document.getElementById('page').replaceChildren(h('p', { class: 'missing' }, `This page could not be shown: ${problem.message}`));
  throw problem;
});
