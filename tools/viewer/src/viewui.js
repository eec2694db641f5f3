// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the 3D view.
import { h, labelled, grid } from './dom.js';
import { t } from './texts.js';
import { number } from './format.js';
import { layerOptions } from './mapui.js';
import { legend } from './map.js';
import { View } from './view3d.js';
import { chart, colour } from './charts.js';
import { pathColour, css, series } from './colours.js';
import { layerTitle, quantity } from './layers.js';

const thresholds = { e: ['energy_max_kj', 'kinetic_energy_kj'], v: ['speed_max_m_s', 'speed_m_s'], h: ['jump_height_max_m', 'jump_height_m'] };

export class ViewBox {
  constructor(c) {
    this.c = c;
    this.most = Math.min(200, c.tracks?.count ?? 0);
    this.by = 'e';
    this.threshold = 0;
    this.rate = 4;
    this.build();
  }

  build() {
    const { c } = this;
    this.canvas = h('canvas', { class: 'view', tabindex: '0', role: 'application', 'aria-label': t('view.canvas'), 'data-test': 'view' });
    this.picture = h('img', { class: 'print-only view', alt: t('nav.view') });
    this.legendBox = h('div', { class: 'legendbox' });
    this.panel = h('div', { class: 'rock', 'data-test': 'rock' }, h('p', { class: 'small screen-only' }, t('rock.none')));
    this.count = h('output', { class: 'small', 'data-test': 'shown' });
    const hasLayers = c.layers.length > 0;
    this.menu = h('select', { 'data-test': 'view-layer', onchange: () => this.drape(this.menu.value) }, layerOptions(c.layers, t('map.none')));
    const controls = [hasLayers ? labelled(t('view.drape'), this.menu) : null];
    const play = [];
    if (c.tracks) {
      const by = h('select', { 'data-test': 'colour', onchange: () => { this.by = by.value; this.view.colourBy(this.by); this.setThreshold(0); this.drawLegend(); } }, ['e', 'v', 'h'].map((k) => h('option', { value: k }, this.nameOf(k))));
      const most = h('input', { type: 'range', min: '1', max: String(c.tracks.count), value: String(this.most), oninput: () => { this.most = Number(most.value); this.filter(); } });
      this.slider = h('input', { type: 'range', min: '0', max: '1000', value: '0', 'data-test': 'threshold', oninput: () => this.setThreshold(Number(this.slider.value) / 1000) });
      this.limit = h('output', { class: 'small' });
      controls.push(labelled(t('view.colour'), by), labelled(t('view.most'), most), labelled(t('view.threshold'), this.slider), this.limit);
      this.clock = h('input', { type: 'range', min: '0', max: String(Math.ceil(c.tracks.last * 20)), value: String(Math.ceil(c.tracks.last * 20)), 'data-test': 'time', class: 'clock', oninput: () => { this.pause(); this.setTime(Number(this.clock.value) / 20); } });
      this.clockText = h('output', { class: 'small mono' });
      this.button = h('button', { type: 'button', 'data-test': 'play', onclick: () => this.toggle() }, t('view.play'));
      const rate = h('select', { onchange: () => (this.rate = Number(rate.value)) }, [0.25, 1, 2, 4, 10, 30].map((r) => h('option', { value: String(r), selected: r === this.rate }, `× ${r}`)));
      this.chooser = h('select', { 'data-test': 'rock-menu', onchange: () => this.choose(Number(this.chooser.value)) });
      this.followBox = h('input', { type: 'checkbox', 'data-test': 'follow', onchange: () => this.follow(this.followBox.checked) });
      const size = h('input', { type: 'range', min: '1', max: '20', value: '4', oninput: () => { this.view.enlarge = Number(size.value); this.view.setTime(this.view.time); sizeText.textContent = `× ${size.value}`; } });
      const sizeText = h('output', { class: 'small' }, '× 4');
      play.push(this.button, labelled(t('view.time'), this.clock), this.clockText, labelled(t('view.speed'), rate), labelled(t('view.rock'), this.chooser), labelled(t('view.follow'), this.followBox), labelled(t('view.size'), size), sizeText);
    }
    const tick = (name, on, act) => labelled(t(name), h('input', { type: 'checkbox', checked: on, onchange: (e) => act(e.target.checked) }));
    const stretch = h('select', { onchange: () => this.view.stretch(Number(stretch.value)) }, [1, 1.5, 2].map((v) => h('option', { value: String(v) }, String(v))));
    const shows = [
      c.lines.length ? tick('view.screens', true, (on) => { this.view.lineGroup.visible = on; this.view.request(); }) : null,
      c.tracks ? tick('view.deposits', true, (on) => { this.view.showsDeposits = on; if (this.view.deposits) this.view.deposits.visible = on; this.view.request(); }) : null,
      c.data.stems || c.forest ? tick('map.forest', true, (on) => { if (this.view.trees) this.view.trees.visible = on; this.forest = on; this.drape(this.menu.value); }) : null,
      labelled(t('view.exaggerate'), stretch),
      h('button', { type: 'button', onclick: () => { this.follow(false); this.view.home(); } }, t('view.whole')),
    ];
    this.element = h('div', { class: 'viewbox' }, h('div', { class: 'controls screen-only' }, controls), h('div', { class: 'frame' }, this.canvas, this.picture), h('div', { class: 'controls screen-only' }, play), h('div', { class: 'controls screen-only' }, shows, this.count), this.legendBox, h('p', { class: 'small screen-only' }, t('view.hint')), this.panel);
    this.forest = true;
  }

  nameOf(by) {
    const [title, unit] = quantity(by === 'e' ? 'translational_energy_kj' : thresholds[by][1]);
    return `${title} (${unit})`;
  }

  async start() {
    const { c } = this;
    try {
      this.view = new View(this.canvas, { terrain: c.terrain, tracks: c.tracks, pieces: c.pieces, lines: c.lines, motions: c.data.motions, stems: c.data.stems, summary: c.summary });
    } catch (problem) {
      this.element.replaceChildren(h('p', { class: 'missing', 'data-test': 'no-webgl' }, t('view.no_webgl')));
      return;
    }
    this.background();
    this.view.resize();
    new ResizeObserver(() => this.view.resize()).observe(this.canvas);
    await this.drape('');
    if (c.tracks) {
      this.view.colourBy(this.by);
      this.fillChooser();
      this.filter();
      this.setTime(c.tracks.last);
      this.drawLegend();
      this.listen();
      await this.view.readMotions();
    }
    await this.view.buildForest();
    this.view.ready = true;
  }

  background() {
    this.view?.background(colour('--sky'));
  }

  async drape(name) {
    const layer = this.c.layers.find((l) => l.name === name) ?? null;
    await layer?.read();
    this.layer = layer;
    this.view.drape(layer, this.forest ? this.c.forest : null);
    this.drawLegend();
  }

  fillChooser() {
    const { tracks } = this.c;
    const tumbling = (this.c.data.motions ?? []).map((m) => m.track);
    const others = tracks.choose(300).filter((k) => !tumbling.includes(k));
    const entry = (k, key) => h('option', { value: String(k) }, key ? t(key, { rock: tracks.rock[k] }) : String(tracks.rock[k]));
    this.chooser.replaceChildren(h('option', { value: '-1' }, t('view.no_rock')), ...tumbling.map((k) => entry(k, 'view.tumbles')), ...others.map((k) => entry(k)));
    this.order = [...tumbling, ...others];
  }

  /// Threshold by a share of the largest value.
  setThreshold(share) {
    const { tracks } = this.c;
    const [key] = thresholds[this.by];
    const values = tracks[key].filter((v) => v !== null);
    // fine where the small values are
    this.threshold = share === 0 ? 0 : Math.max(...values) * share ** 1.5;
    this.slider.value = String(Math.round(1000 * share));
    this.filter();
  }

  filter() {
    const { tracks } = this.c;
    const [key, name] = thresholds[this.by];
    const [title, unit] = quantity(name);
    const rocks = tracks.choose(this.most, (k) => this.threshold === 0 || tracks[key][k] > this.threshold);
    // the rocks that tumble are there, if they pass
    for (const m of this.c.data.motions ?? []) if (!rocks.includes(m.track) && (this.threshold === 0 || tracks[key][m.track] > this.threshold) && this.most > 1) rocks.push(m.track);
    this.view.show(rocks);
    this.limit.textContent = this.threshold > 0 ? `${title}, ${t('view.of_rock')}: ${number(this.threshold, 3)} ${unit}` : '';
    this.count.textContent = t('view.shown', { n: number(rocks.length), all: number(tracks.recorded) });
    this.count.dataset.n = rocks.length;
  }

  drawLegend() {
    const parts = [];
    if (this.c.tracks) {
      const most = this.c.tracks.highest[this.by];
      const stops = Array.from({ length: 33 }, (_, k) => css(pathColour(k / 32)));
      parts.push(h('div', { class: 'legend' }, h('p', { class: 'small' }, `${t('map.paths')}: ${this.nameOf(this.by)}`), h('div', { class: 'bar', style: `background:linear-gradient(to right,${stops.join(',')})` }), h('div', { class: 'ticks' }, [0, 0.25, 0.5, 0.75, 1].map((f) => h('span', { style: `left:${100 * f}%` }, (f === 1 ? '≥ ' : '') + number(f * most, 2))))));
    }
    if (this.layer) parts.push(h('div', {}, h('p', { class: 'small' }, layerTitle(this.layer)), legend(this.layer)));
    this.legendBox.replaceChildren(h('div', { class: 'two' }, parts));
  }

  setTime(time) {
    this.view.setTime(time);
    this.clock.value = String(Math.round(time * 20));
    this.clockText.textContent = `${time.toFixed(1)} s`;
  }

  toggle() {
    if (this.plays) this.pause();
    else this.play();
  }

  pause() {
    this.plays = false;
    this.button.textContent = t('view.play');
  }

  play() {
    const { tracks } = this.c;
    this.plays = true;
    this.button.textContent = t('view.pause');
    if (this.view.time >= tracks.last) this.setTime(0);
    let before = performance.now();
    const step = (now) => {
      if (!this.plays) return;
      const end = this.view.follows && this.view.selected >= 0 ? tracks.ends[this.view.selected] : tracks.last;
      const time = Math.min(end, this.view.time + ((now - before) / 1000) * this.rate);
      before = now;
      this.setTime(time);
      if (time >= end) this.pause();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  follow(on) {
    this.followBox.checked = on;
    this.view.follows = on && this.view.selected >= 0;
    if (this.view.follows) {
      const { view, c } = this;
      if (view.time >= c.tracks.ends[view.selected]) this.setTime(0);
      const near = Math.max(25, 14 * Math.cbrt(c.tracks.volume_m3[view.selected] || 1) * view.enlarge);
      const offset = view.camera.position.clone().sub(view.controls.target).setLength(near);
      view.setTime(view.time);
      view.camera.position.copy(view.controls.target).add(offset);
      view.camera.near = near / 200;
      view.camera.updateProjectionMatrix();
      view.controls.update();
    }
  }

  choose(track) {
    if (track >= 0 && !this.view.shown.includes(track)) this.view.show([...this.view.shown, track]);
    this.view.select(track);
    this.chooser.value = String(track);
    if (track < 0) this.follow(false);
    this.showRock(track);
  }

  /// Numbers and charts of a rock.
  showRock(k) {
    for (const one of this.charts ?? []) one.remove();
    this.charts = [];
    if (k < 0) {
      this.panel.replaceChildren(h('p', { class: 'small' }, t('rock.none')));
      return;
    }
    const { tracks } = this.c;
    const value = (key, unit, digits) => ({ node: `${number(tracks[key][k], digits)} ${unit}`, value: tracks[key][k], key: `rock.${key}`, number: true });
    const rows = [
      [t('stat.release'), tracks.release[k]], [t('stat.rock_class'), tracks.rock_class[k]], [t('rock.outcome'), t(`out.${tracks.outcome[k]}`)],
      [t('rock.mass'), value('mass_kg', 'kg')], [t('rock.volume'), value('volume_m3', 'm³')], [t('q.kinetic_energy'), value('energy_max_kj', 'kJ')],
      [t('q.speed'), value('speed_max_m_s', 'm/s')], [t('q.jump_height'), value('jump_height_max_m', 'm')], [t('q.spin'), value('spin_max_rad_s', 'rad/s')],
      [t('q.runout'), value('runout_m', 'm')], [t('q.path'), value('path_m', 'm')], [t('q.reach_angle'), value('reach_angle_deg', '°')], [t('rock.duration'), value('time_s', 's')],
    ];
    const box = h('div', { class: 'charts' });
    this.panel.replaceChildren(h('h3', {}, t('rock.title', { rock: tracks.rock[k] })), h('div', { class: 'two' }, grid(null, rows), box), h('p', { class: 'small' }, t('rock.again'), h('code', {}, `talus replay DIR --rock ${tracks.rock[k]} --log rock.csv`)));
    const range = [tracks.starts[k], tracks.starts[k + 1]];
    const at = Array.from(tracks.t.slice(...range));
    const one = (y, values, c) => this.charts.push(chart(box, { x: t('rock.time'), y, at, height: 205, legend: false, series: [{ label: y, colour: c, values }] }));
    one(`${t('q.speed')} (m/s)`, Array.from(tracks.v.slice(...range)), series[0]);
    one(t('sec.over'), Array.from(tracks.h.slice(...range)), series[1]);
    one(t('sec.energy'), at.map((_, i) => tracks.energy(k, range[0] + i)), series[2]);
  }

  /// For paper.
  snapshot() {
    if (!this.view) return;
    this.view.render();
    this.picture.src = this.canvas.toDataURL('image/jpeg', 0.92);
  }

  listen() {
    let down = null;
    this.canvas.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
    this.canvas.addEventListener('pointerup', (e) => {
      if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const box = this.canvas.getBoundingClientRect();
      this.choose(this.view.pick(e.clientX - box.left, e.clientY - box.top));
    });
    // the page scrolls until the view is chosen
    this.canvas.addEventListener('wheel', (e) => { if (!e.ctrlKey && document.activeElement !== this.canvas) e.stopImmediatePropagation(); }, { capture: true, passive: true });
    const next = (step) => {
      const at = this.order.indexOf(this.view.selected);
      this.choose(this.order[(at + step + this.order.length) % this.order.length]);
    };
    this.canvas.addEventListener('keydown', (e) => {
      const view = this.view;
      const acts = { ArrowLeft: () => view.orbit(-0.1, 0, 1), ArrowRight: () => view.orbit(0.1, 0, 1), ArrowUp: () => view.orbit(0, -0.08, 1), ArrowDown: () => view.orbit(0, 0.08, 1), '+': () => view.orbit(0, 0, 0.85), '=': () => view.orbit(0, 0, 0.85), '-': () => view.orbit(0, 0, 1.18), ' ': () => this.toggle(), n: () => next(1), p: () => next(-1), f: () => this.follow(!view.follows), Home: () => { this.follow(false); view.home(); }, Escape: () => this.choose(-1) };
      if (acts[e.key]) {
        e.preventDefault();
        acts[e.key]();
      }
    });
  }
}
