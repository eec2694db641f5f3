// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the map, the small maps, and the line that is drawn for a section.
import { h, labelled } from './dom.js';
import { t } from './texts.js';
import { number } from './format.js';
import { chooseView, drawMap, legend } from './map.js';
import { roundStep } from './raster.js';
import { layerTitle } from './layers.js';

/// Options of a layer menu.
export function layerOptions(layers, none) {
  return [none ? h('option', { value: '' }, none) : null, ...layers.map((l) => h('option', { value: l.name }, layerTitle(l)))].filter(Boolean);
}

export const valueText = (layer, x, y) => {
  if (!layer) return '';
  const value = layer.at(x, y);
  if (Number.isNaN(value)) return t('map.nothing');
  if (layer.classes) return value === 0 ? t('map.undecided') : (layer.classOf(value)?.title ?? number(value));
  return `${number(value, 3)} ${layer.unit}`;
};

export class MapBox {
  constructor(c) {
    this.c = c;
    this.layer = c.layers.find((l) => l.name === 'zones') ?? c.layers.find((l) => l.name === 'kinetic_energy_p95') ?? c.layers[0] ?? null;
    this.opacity = 0.82;
    this.paths = false;
    this.lines = true;
    this.forest = true;
    this.contours = true;
    this.drawn = null;
    this.build();
  }

  build() {
    const { c } = this;
    this.canvas = h('canvas', { class: 'map', tabindex: '0', role: 'img' });
    this.readout = h('output', { class: 'readout' });
    this.legendBox = h('div', { class: 'legendbox' });
    this.hint = h('p', { class: 'small screen-only' }, t('map.hint'));
    this.menu = h('select', { 'data-test': 'map-layer', onchange: () => this.setLayer(this.menu.value) }, layerOptions(c.layers, t('map.none')));
    this.menu.value = this.layer?.name ?? '';
    const tick = (key, name) => labelled(t(name), h('input', { type: 'checkbox', checked: this[key], onchange: (e) => { this[key] = e.target.checked; this.draw(); } }));
    const slider = h('input', { type: 'range', min: '0', max: '1', step: '0.05', value: String(this.opacity), oninput: (e) => { this.opacity = Number(e.target.value); this.draw(); } });
    this.element = h(
      'div',
      { class: 'mapbox' },
      h('div', { class: 'controls screen-only' }, labelled(t('map.layer'), this.menu), labelled(t('map.opacity'), slider), c.tracks ? tick('paths', 'map.paths') : null, c.lines.length ? tick('lines', 'map.lines') : null, c.forest ? tick('forest', 'map.forest') : null, tick('contours', 'map.contours'), h('button', { type: 'button', onclick: () => this.reset() }, t('map.reset'))),
      h('div', { class: 'frame' }, this.canvas, this.readout),
      h('h3', { class: 'maptitle' }),
      this.legendBox,
      this.hint,
    );
    this.listen();
  }

  async setLayer(name) {
    this.layer = this.c.layers.find((l) => l.name === name) ?? null;
    await this.layer?.read();
    this.draw();
  }

  async start() {
    await this.layer?.read();
    this.reset();
    new ResizeObserver(() => this.resized()).observe(this.canvas.parentElement);
  }

  /// Box of what there is to see.
  async box() {
    const first = this.c.layers.find((l) => l.name === 'passages' || l.name === 'reach_probability') ?? this.layer;
    const box = first ? (await first.read()).extent() : null;
    const all = box ?? this.c.terrain.box;
    for (const line of this.c.lines)
      for (let k = 0; k < line.xy.length; k += 2) {
        all[0] = Math.min(all[0], line.xy[k]);
        all[1] = Math.min(all[1], line.xy[k + 1]);
        all[2] = Math.max(all[2], line.xy[k]);
        all[3] = Math.max(all[3], line.xy[k + 1]);
      }
    return all;
  }

  size() {
    const scale = Math.min(2, Math.max(1.5, window.devicePixelRatio || 1));
    return { width: Math.round(Math.min(2400, Math.max(300, this.canvas.clientWidth) * scale)), scale };
  }

  async reset() {
    const { width, scale } = this.size();
    this.scale = scale;
    const box = await this.box();
    const ratio = Math.min(0.78, Math.max(0.5, (box[3] - box[1]) / (box[2] - box[0])));
    this.ratio = ratio;
    this.canvas.style.aspectRatio = `1 / ${ratio}`;
    this.view = chooseView(box, this.c.terrain, width, ratio);
    this.draw();
  }

  resized() {
    const { width } = this.size();
    if (!this.view || Math.abs(width - this.view.width) < 3) return;
    const factor = width / this.view.width;
    this.view = { ...this.view, width, height: Math.round(width * this.ratio), metres: this.view.metres / factor };
    this.draw();
  }

  contents() {
    const { c } = this;
    this.step = this.contours ? roundStep(Math.min(c.terrain.high - c.terrain.low, this.view.metres * this.view.height), 24) : 0;
    return {
      terrain: c.terrain, layer: this.layer, opacity: this.opacity, forest: this.forest ? c.forest : null, contours: this.step, tracks: c.tracks,
      paths: this.paths ? c.tracks.choose(400) : null, ends: true, lines: this.lines ? c.lines : [], section: this.drawn ?? c.sectionLine,
    };
  }

  draw() {
    if (!this.view || this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.drawNow();
    });
  }

  drawNow() {
    drawMap(this.canvas, this.view, this.contents(), this.scale);
    const title = this.layer ? layerTitle(this.layer) : t('map.none');
    this.canvas.setAttribute('aria-label', t('map.canvas', { layer: title }));
    this.element.querySelector('.maptitle').textContent = title + (this.layer && !this.layer.classes ? ` (${this.layer.unit})` : '');
    this.legendBox.replaceChildren(legend(this.layer), this.step ? h('p', { class: 'small' }, t('map.contour_text', { n: number(this.step) })) : '');
    this.drawCount = (this.drawCount ?? 0) + 1;
  }

  /// World position of a place on the canvas, css px.
  world(event) {
    const box = this.canvas.getBoundingClientRect();
    const f = this.view.width / box.width;
    return [this.view.west + (event.clientX - box.left) * f * this.view.metres, this.view.north - (event.clientY - box.top) * f * this.view.metres];
  }

  zoom(factor, x, y) {
    const v = this.view;
    const cx = x ?? v.west + (v.width / 2) * v.metres;
    const cy = y ?? v.north - (v.height / 2) * v.metres;
    const metres = Math.min(this.c.terrain.cell * 40, Math.max(this.c.terrain.dem_cell / 40, v.metres * factor));
    const f = metres / v.metres;
    this.view = { ...v, metres, west: cx - (cx - v.west) * f, north: cy + (v.north - cy) * f };
    this.draw();
  }

  move(dx, dy) {
    this.view = { ...this.view, west: this.view.west + dx * this.view.width * this.view.metres, north: this.view.north + dy * this.view.height * this.view.metres };
    this.draw();
  }

  /// Let the reader click a line; resolves with [x, y, ...] or null.
  drawLine() {
    this.hint.textContent = t('sec.drawing');
    this.drawn = null;
    this.drawing = [];
    this.canvas.focus();
    this.canvas.scrollIntoView({ block: 'center' });
    return new Promise((resolve) => (this.finish = resolve));
  }

  endLine(keep) {
    const points = this.drawing ?? [];
    this.drawing = null;
    this.hint.textContent = t('map.hint');
    this.drawn = null;
    this.finish?.(keep && points.length >= 4 ? points : null);
    this.finish = null;
    this.draw();
  }

  listen() {
    const { canvas } = this;
    let held = null;
    canvas.addEventListener('pointerdown', (e) => {
      if (this.drawing) {
        const at = this.world(e);
        const n = this.drawing.length;
        if (n === 0 || at[0] !== this.drawing[n - 2] || at[1] !== this.drawing[n - 1]) this.drawing.push(...at);
        this.drawn = this.drawing.length >= 4 ? this.drawing : null;
        this.draw();
        return;
      }
      held = { x: e.clientX, y: e.clientY, view: this.view };
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener('pointermove', (e) => {
      const [x, y] = this.world(e);
      const z = this.c.terrain.height(x, y);
      this.readout.textContent = `${number(Math.round(x))} / ${number(Math.round(y))}${Number.isNaN(z) ? '' : `, ${number(Math.round(z))} m`}${this.layer ? ` · ${valueText(this.layer, x, y)}` : ''}`;
      if (held) {
        const f = (this.view.width / canvas.clientWidth) * this.view.metres;
        this.view = { ...held.view, west: held.view.west - (e.clientX - held.x) * f, north: held.view.north + (e.clientY - held.y) * f };
        this.draw();
      }
    });
    canvas.addEventListener('pointerup', () => (held = null));
    canvas.addEventListener('pointerleave', () => (this.readout.textContent = ''));
    canvas.addEventListener('dblclick', (e) => {
      e.preventDefault();
      if (this.drawing) this.endLine(true);
    });
    canvas.addEventListener('wheel', (e) => {
      if (!e.ctrlKey && document.activeElement !== canvas) return; // the page scrolls until the map is chosen
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, ...this.world(e));
    }, { passive: false });
    canvas.addEventListener('keydown', (e) => {
      const acts = { '+': () => this.zoom(1 / 1.3), '=': () => this.zoom(1 / 1.3), '-': () => this.zoom(1.3), ArrowLeft: () => this.move(-0.1, 0), ArrowRight: () => this.move(0.1, 0), ArrowUp: () => this.move(0, 0.1), ArrowDown: () => this.move(0, -0.1), Home: () => this.reset(), Enter: () => this.drawing && this.endLine(true), Escape: () => this.drawing && this.endLine(false) };
      if (acts[e.key]) {
        e.preventDefault();
        acts[e.key]();
      }
    });
  }
}

/// Small maps of the main layers.
export async function atlas(c, map) {
  const wanted = ['zones', 'reach_probability', 'kinetic_energy_p95', 'jump_height_p95', 'speed_p95', 'passages'];
  const layers = wanted.map((n) => c.layers.find((l) => l.name === n)).filter(Boolean).slice(0, 4);
  if (!layers.length) return null;
  const box = await map.box();
  const ratio = Math.min(1, Math.max(0.6, (box[3] - box[1]) / (box[2] - box[0])));
  const figures = [];
  for (const layer of layers) {
    await layer.read();
    const canvas = h('canvas', { class: 'small-map', role: 'img', 'aria-label': t('map.canvas', { layer: layerTitle(layer) }) });
    drawMap(canvas, chooseView(box, c.terrain, 820, ratio), { terrain: c.terrain, layer, opacity: 0.82, forest: c.forest, lines: c.lines, labels: true }, 1.7);
    figures.push(h('figure', {}, canvas, h('figcaption', {}, h('b', {}, layerTitle(layer) + (layer.classes ? '' : ` (${layer.unit})`)), legend(layer))));
  }
  return h('div', { class: 'atlas' }, figures);
}
