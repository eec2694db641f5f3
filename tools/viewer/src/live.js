// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks that the page drops itself, with the program's physics (tools/wasm). Only in pages of
// talus report --live.
import { Raycaster, Vector2 } from 'three';
import { Talus } from '../../wasm/index.mjs';
import { Pool } from '../../wasm/pool.mjs';
import { command, defaults, dropAt, local } from '../../wasm/command.mjs';
import { bytes } from './data.js';
import { h, labelled } from './dom.js';
import { lt } from './live_texts.js';
import { number } from './format.js';
import { draw, drawRock, erase, pose } from './live_tracks.js';
import { show } from './live_panel.js';

const EVERY = 5; // steps between two attitudes
const MOST = 2000; // rocks of one drop

let compiled = null;
let physics = null;
let pool = null;
let current = null; // the box of the page as it was built last

/// The module; once for the page and its workers.
async function module() {
  compiled ??= WebAssembly.compile(await bytes('live:wasm'));
  return compiled;
}

/// The physics with the campaign of this page; once, however often the page is built.
function load() {
  physics ??= (async () => {
    const talus = await Talus.create(await module());
    talus.load(await bytes('live:campaign'));
    return talus;
  })();
  return physics;
}

/// Workers of this page, one for each core. Their text is in the page, so that it needs no other file.
async function workers(count = Math.min(navigator.hardwareConcurrency || 1, 16)) {
  if (pool?.count !== count) {
    await pool?.made.end();
    const source = URL.createObjectURL(new Blob([LIVE_WORKER], { type: 'text/javascript' }));
    pool = { count, made: new Pool(() => new Worker(source), await module(), await bytes('live:campaign'), count) };
  }
  return pool.made;
}

/// Euler angles (degrees; about z, then y, then x of the body) as a quaternion w, x, y, z.
function attitude(yaw, pitch, roll) {
  const half = (degrees) => [Math.cos((degrees * Math.PI) / 360), Math.sin((degrees * Math.PI) / 360)];
  const [cz, sz] = half(yaw), [cy, sy] = half(pitch), [cx, sx] = half(roll);
  return [cx * cy * cz + sx * sy * sz, sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz];
}

export class LiveBox {
  constructor(c) {
    this.c = c;
    this.live = c.data.live;
    this.start = defaults(this.live);
    this.drops = [];
    this.charts = [];
    if (current) current.running = false;
    current = this;
    this.build();
  }

  build() {
    const { live, start } = this;
    const field = (name, value, attributes) => h('input', { type: 'number', value: String(value), 'data-test': `live-${name}`, ...attributes });
    const menu = (name, options, act) => h('select', { 'data-test': `live-${name}`, onchange: act ?? null }, options.map(([value, text, off]) => h('option', { value, disabled: off ?? false, selected: false }, text)));
    this.on = h('input', { type: 'checkbox', checked: true, 'data-test': 'live-on' });
    this.rock = menu('rock', live.rocks.map((r, k) => [String(k), lt(r.hull ? 'hull' : r.own ? 'own' : 'plain', { name: r.name }).replace('plain', r.name), r.hull]), () => this.fit());
    this.rock.value = String(start.rock);
    this.volume = field('volume', 1, { min: '0.001', max: '10000', step: 'any' });
    this.attitude = menu('attitude', [['random', lt('random')], ['given', lt('given')]], () => this.fit());
    this.angles = ['yaw', 'pitch', 'roll'].map((name) => field(name, 0, { step: 'any', min: '-360', max: '360' }));
    this.count = field('count', 1, { min: '1', max: String(MOST), step: '1' });
    this.height = field('height', start.height, { min: '0', max: '1000', step: 'any' });
    this.seedField = field('seed', start.seed, { min: '0', step: '1', style: 'width:150px' });
    this.next = h('input', { type: 'checkbox', checked: false, 'data-test': 'live-next' });
    this.scheme = menu('scheme', []);
    this.ground = menu('ground', []);
    this.east = field('east', '', { step: 'any' });
    this.north = field('north', '', { step: 'any' });
    this.east.style.width = this.north.style.width = '110px';
    this.button = h('button', { type: 'button', disabled: true, 'data-test': 'live-drop', onclick: () => this.drop(Number(this.east.value), Number(this.north.value)) }, lt('drop'));
    this.player = h('button', { type: 'button', disabled: true, 'data-test': 'live-play', onclick: () => this.play() }, lt('play'));
    this.cleaner = h('button', { type: 'button', disabled: true, 'data-test': 'live-clear', onclick: () => this.clear() }, lt('clear'));
    this.note = h('p', { class: 'small', role: 'status', 'data-test': 'live-note' }, lt('loading'));
    this.panel = h('div', { 'data-test': 'live-rock-panel' });
    this.licence = h('p', { class: 'small', 'data-test': 'live-licence' });
    this.angleBox = h('span', { class: 'control' }, this.angles.map((input, k) => labelled(lt(['yaw', 'pitch', 'roll'][k]), input)));
    this.volumeBox = labelled(lt('volume'), this.volume);
    this.element = h(
      'div',
      { class: 'live screen-only' },
      h('p', {}, lt('hint'), live.breaks ? ` ${lt('breaks')}` : ''),
      h('div', { class: 'controls' }, labelled(lt('click'), this.on), labelled(lt('rock'), this.rock), this.volumeBox, labelled(lt('attitude'), this.attitude), this.angleBox, labelled(lt('height'), this.height)),
      h('div', { class: 'controls' }, labelled(lt('scheme'), this.scheme), labelled(lt('ground'), this.ground), labelled(lt('seed'), this.seedField), labelled(lt('next'), this.next), labelled(lt('count'), this.count)),
      h('div', { class: 'controls' }, labelled(lt('east'), this.east), labelled(lt('north'), this.north), this.button, this.player, this.cleaner),
      this.note,
      this.panel,
      this.licence,
    );
    this.fit();
  }

  /// Controls that the choice leaves without effect are hidden.
  fit() {
    this.angleBox.style.display = this.attitude.value === 'given' ? '' : 'none';
    this.volumeBox.style.display = this.live.rocks[Number(this.rock.value)].own ? 'none' : '';
  }

  /// @param box the ViewBox on whose terrain rocks fall
  async begin(box) {
    this.view = box.view;
    if (this.view) this.listen(box.canvas);
    try {
      this.talus = await load();
    } catch (problem) {
      this.note.textContent = lt('failed', { why: problem.message });
      return;
    }
    const { talus, live } = this;
    this.scheme.replaceChildren(...talus.schemes.map((name) => h('option', { value: name }, name)));
    this.scheme.value = live.scheme;
    this.ground.replaceChildren(h('option', { value: '' }, lt('as_scenario')), ...talus.grounds.map((name) => h('option', { value: name }, lt('everywhere', { name }))));
    this.licence.textContent = lt('licence', { version: talus.version });
    this.note.textContent = lt('none');
    this.button.disabled = false;
    this.element.dataset.ready = 'yes';
  }

  /// Clicks on the terrain come here first.
  listen(canvas) {
    let down = null;
    canvas.parentElement.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]), { capture: true });
    canvas.parentElement.addEventListener('pointerup', (e) => {
      if (!this.on.checked || !this.talus || !down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const box = canvas.getBoundingClientRect();
      const place = this.pick(((e.clientX - box.left) / box.width) * 2 - 1, 1 - ((e.clientY - box.top) / box.height) * 2);
      if (place) {
        down = null;
        canvas.dispatchEvent(new PointerEvent('pointercancel', { pointerId: e.pointerId }));
        this.drop(...place);
      }
    }, { capture: true });
    canvas.addEventListener('pointerup', (e) => { if (down === null && this.on.checked) e.stopImmediatePropagation(); }, { capture: true });
  }

  /// Where a ray through a point of the picture meets the terrain: east, north in cm; null without.
  pick(x, y) {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.view.camera);
    const [hit] = ray.intersectObject(this.view.ground);
    return hit ? [Number((hit.point.x + this.view.cx).toFixed(2)), Number((this.view.cy - hit.point.z).toFixed(2))] : null;
  }

  seed() {
    const typed = BigInt(this.seedField.value.trim());
    return this.next.checked && this.drops.length > 0 ? typed + 1n : typed;
  }

  request(x, y) {
    const { start } = this;
    const rock = Number(this.rock.value);
    const request = { ...start, x, y, rock, height: Number(this.height.value), scheme: this.scheme.value, seed: this.seed(), rocks: this.rocks() };
    if (!this.live.rocks[rock].own) request.volume = Number(this.volume.value);
    if (this.attitude.value === 'given') request.orientation = attitude(...this.angles.map((a) => Number(a.value)));
    if (this.ground.value) request.ground = this.ground.value;
    return request;
  }

  rocks() {
    const count = Number(this.count.value);
    if (!Number.isInteger(count) || count < 1 || count > MOST) throw new Error(lt('count_range', { most: MOST }));
    return count;
  }

  /// One rock at once; several by the workers.
  async drop(x, y) {
    this.east.value = String(x);
    this.north.value = String(y);
    try {
      if (this.running) return;
      const request = this.request(x, y);
      if (Number.isNaN(this.talus.height(x - this.live.east, y - this.live.north))) throw new Error(lt('outside'));
      const before = performance.now();
      const results = request.rocks === 1 ? [dropAt(this.talus, this.live, request, EVERY)] : await this.several(request);
      if (results.length > 0) this.take(request, results, performance.now() - before);
    } catch (problem) {
      this.note.textContent = lt('failed', { why: problem.message });
    }
  }

  /// The pool of so many workers, for measurements.
  pool(count) {
    return workers(count);
  }

  /// Rocks of one release; none if they were removed while they fell.
  async several(request) {
    const all = request.rocks;
    const job = local(this.live, request);
    this.running = true;
    this.button.disabled = true;
    this.cleaner.disabled = false;
    try {
      const at = await workers();
      const results = await at.run(Array.from({ length: all }, (_, index) => ({ request: { ...job, index }, every: 0 })), (done) => {
        this.note.textContent = lt('falling', { done, all });
        return this.running;
      });
      const problem = results.find((r) => r.problem)?.problem;
      if (problem) throw new Error(problem);
      return results;
    } finally {
      this.running = false;
      this.button.disabled = false;
    }
  }

  /// @param ms how long the rocks took
  take(request, results, ms) {
    this.seedField.value = String(request.seed);
    const drop = { request, results, command: command(this.live, request) };
    this.drops.push(drop);
    const count = results.length;
    this.note.textContent = count === 1 ? lt('needs', { ms: number(ms, 2) }) : lt('needed', { count, s: number(ms / 1000, 2), workers: pool.count });
    this.player.disabled = this.cleaner.disabled = false;
    if (this.view) draw(this.view, this.live, drop);
    this.choose(drop, 0);
  }

  /// The rock of a drop whose numbers and attitude are shown.
  choose(drop, index) {
    if (!Number.isInteger(index) || index < 0 || index >= drop.results.length) return;
    drop.index = index;
    drop.result = drop.results[index].count > 0 ? drop.results[index] : dropAt(this.talus, this.live, { ...drop.request, index }, EVERY);
    if (this.view) drawRock(this.view, this.live, drop);
    for (const one of this.charts) one.remove();
    this.charts = show(this.panel, drop, (other) => this.choose(drop, other));
  }

  /// The last rock that was shown falls again, in its own time.
  play() {
    const drop = this.drops.at(-1);
    if (!drop?.body) return;
    const { result } = drop;
    const begin = performance.now();
    const step = (now) => {
      if (this.drops.at(-1) !== drop || drop.result !== result) return;
      const time = (now - begin) / 1000;
      pose(this.view, this.live, drop, time);
      if (time < result.time_s) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  clear() {
    this.running = false;
    for (const drop of this.drops) erase(drop);
    for (const one of this.charts) one.remove();
    this.charts = [];
    this.drops = [];
    this.panel.replaceChildren();
    this.note.textContent = lt('none');
    this.player.disabled = this.cleaner.disabled = true;
    this.view?.request();
  }
}
