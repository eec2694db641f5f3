// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks that the page drops itself, with the program's physics (tools/wasm). Only in pages of
// talus report --live.
import { BufferAttribute, BufferGeometry, DoubleSide, Line, LineBasicMaterial, Mesh, MeshLambertMaterial, Raycaster, Vector2, Vector3 } from 'three';
import { Talus, STEP } from '../../wasm/index.mjs';
import { command, defaults, dropAt } from '../../wasm/command.mjs';
import { bytes } from './data.js';
import { h, labelled, grid } from './dom.js';
import { t } from './texts.js';
import { lt } from './live_texts.js';
import { number } from './format.js';
import { chart } from './charts.js';
import { series } from './colours.js';

const EVERY = 5; // steps between two attitudes
const TRACK = 0x00a2ff; // no colour of the recorded paths

let physics = null;

/// The physics with the campaign of this page; once, however often the page is built.
function load() {
  physics ??= (async () => {
    const talus = await Talus.create(await bytes('live:wasm'));
    talus.load(await bytes('live:campaign'));
    return talus;
  })();
  return physics;
}

/// Euler angles (degrees; about z, then y, then x of the body) as a quaternion w, x, y, z.
function attitude(yaw, pitch, roll) {
  const half = (degrees) => [Math.cos((degrees * Math.PI) / 360), Math.sin((degrees * Math.PI) / 360)];
  const [cz, sz] = half(yaw), [cy, sy] = half(pitch), [cx, sx] = half(roll);
  return [cx * cy * cz + sx * sy * sz, sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz];
}

/// Columns of a track: t, x, y, z (world), speed, height over ground, energy (kJ).
function columns(live, points) {
  const column = (k, offset = 0, factor = 1) => points.map((row) => offset + factor * row[k]);
  return { t: column(0), x: column(1, live.east), y: column(2, live.north), z: column(3), v: column(4), h: column(7), e: column(6, 0, 1e-3) };
}

export class LiveBox {
  constructor(c) {
    this.c = c;
    this.live = c.data.live;
    this.start = defaults(this.live);
    this.drops = [];
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
      h('div', { class: 'controls' }, labelled(lt('scheme'), this.scheme), labelled(lt('ground'), this.ground), labelled(lt('seed'), this.seedField), labelled(lt('next'), this.next)),
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
    const request = { ...start, x, y, rock, height: Number(this.height.value), scheme: this.scheme.value, seed: this.seed() };
    if (!this.live.rocks[rock].own) request.volume = Number(this.volume.value);
    if (this.attitude.value === 'given') request.orientation = attitude(...this.angles.map((a) => Number(a.value)));
    if (this.ground.value) request.ground = this.ground.value;
    return request;
  }

  drop(x, y) {
    this.east.value = String(x);
    this.north.value = String(y);
    let request, result;
    const before = performance.now();
    try {
      request = this.request(x, y);
      if (Number.isNaN(this.talus.height(x - this.live.east, y - this.live.north))) throw new Error(lt('outside'));
      result = dropAt(this.talus, this.live, request);
    } catch (problem) {
      this.note.textContent = lt('failed', { why: problem.message });
      return null;
    }
    const took = performance.now() - before;
    this.seedField.value = String(request.seed);
    const drop = { request, result, command: command(this.live, request), columns: columns(this.live, result.points), moves: this.attitudes(request, result) };
    this.drops.push(drop);
    this.note.textContent = lt('needs', { ms: number(took, 2) });
    this.player.disabled = this.cleaner.disabled = false;
    this.draw(drop);
    this.show(drop);
    return drop;
  }

  /// Steps with attitudes, of the same rock taken step by step; null where round-off makes it another one.
  attitudes(request, result) {
    const again = dropAt(this.talus, this.live, request, EVERY);
    return again.hash === result.hash ? again : null;
  }

  /// Track, and the rock at its end.
  draw(drop) {
    const { view } = this;
    if (!view) return;
    const { x, y, z } = drop.columns;
    const points = new Float32Array(3 * x.length);
    const place = new Vector3();
    for (let k = 0; k < x.length; k++) view.local(x[k], y[k], z[k] + 0.5, place).toArray(points, 3 * k);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    drop.line = new Line(geometry, new LineBasicMaterial({ color: TRACK }));
    drop.line.frustumCulled = false;
    drop.body = new Mesh(this.shape(drop), new MeshLambertMaterial({ color: 0xff7a1a, flatShading: true, side: DoubleSide }));
    view.root.add(drop.line, drop.body);
    this.pose(drop, Infinity);
  }

  /// Hull of a rock in the axes of the view (x east, y up, z south).
  shape({ request, result }) {
    const { vertices, faces } = this.live.rocks[request.rock];
    const scale = this.live.rocks[request.rock].own ? result.scale : Math.cbrt(result.volume_m3 / this.live.rocks[request.rock].volume_m3);
    const positions = [];
    for (const face of faces)
      for (let k = 1; k + 1 < face.length; k++)
        for (const i of [face[0], face[k], face[k + 1]]) positions.push(scale * vertices[i][0], scale * vertices[i][2], -scale * vertices[i][1]);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
    geometry.computeVertexNormals();
    return geometry;
  }

  /// The rock where it is at a time; without attitudes it slides.
  pose(drop, time) {
    const { view } = this;
    const { columns: c, moves, body } = drop;
    const large = view.enlarge ?? 1;
    if (moves) {
      let k = 0;
      while (k + 1 < moves.count && moves.steps[(k + 1) * STEP.size] <= time) k++;
      const s = moves.steps.subarray(k * STEP.size, (k + 1) * STEP.size);
      body.quaternion.set(s[STEP.p + 1], s[STEP.p + 3], -s[STEP.p + 2], s[STEP.p]);
      view.local(this.live.east + s[STEP.r], this.live.north + s[STEP.r + 1], s[STEP.r + 2], body.position);
    } else {
      let k = c.t.findIndex((at) => at > time) - 1;
      if (k < 0) k = c.t.length - 1;
      view.local(c.x[k], c.y[k], c.z[k], body.position);
    }
    body.position.y += 0.4 * (large - 1) * Math.cbrt(drop.result.volume_m3);
    body.scale.set(large, large / view.root.scale.y, large);
    view.request();
  }

  /// The last rock falls again, in its own time.
  play() {
    const drop = this.drops.at(-1);
    if (!drop?.body) return;
    const begin = performance.now();
    const end = drop.columns.t.at(-1);
    const step = (now) => {
      if (this.drops.at(-1) !== drop) return;
      const time = (now - begin) / 1000;
      this.pose(drop, time);
      if (time < end) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  clear() {
    for (const { line, body } of this.drops) {
      for (const part of [line, body]) {
        part?.removeFromParent();
        part?.geometry.dispose();
        part?.material.dispose();
      }
    }
    this.drops = [];
    this.panel.replaceChildren();
    this.note.textContent = lt('none');
    this.player.disabled = this.cleaner.disabled = true;
    this.view?.request();
  }

  /// Numbers, the command and charts of a rock.
  show({ result, command: line, columns }) {
    const value = (key, amount, unit) => ({ node: `${number(amount)} ${unit}`, value: amount, key: `live.${key}`, number: true });
    const end = columns.x.length - 1;
    const runout = Math.hypot(columns.x[end] - columns.x[0], columns.y[end] - columns.y[0]);
    const rows = [
      [t('rock.outcome'), { node: t(`out.${result.outcome}`), key: 'live.outcome', value: result.outcome }],
      [t('rock.mass'), value('mass', result.mass_kg, 'kg')], [t('rock.volume'), value('volume', result.volume_m3, 'm³')],
      [t('q.kinetic_energy'), value('energy', 1e-3 * result.energy_max_j, 'kJ')], [t('q.speed'), value('speed', result.speed_max_m_s, 'm/s')],
      [t('q.jump_height'), value('jump', result.jump_height_max_m, 'm')], [t('q.spin'), value('spin', result.spin_max_rad_s, 'rad/s')],
      [t('q.runout'), value('runout', runout, 'm')], [t('q.path'), value('path', result.path_m, 'm')], [t('rock.duration'), value('time', result.time_s, 's')],
    ];
    const box = h('div', { class: 'charts' });
    const code = h('code', { 'data-test': 'live-command', style: 'display:block;overflow-wrap:anywhere;padding:8px 10px;background:var(--soft);border-radius:6px;user-select:all' }, line);
    const copy = h('button', { type: 'button', onclick: () => navigator.clipboard?.writeText(line) }, lt('copy'));
    for (const one of this.charts ?? []) one.remove();
    this.charts = [];
    this.panel.replaceChildren(h('div', { class: 'two' }, grid(null, rows), box), h('p', { class: 'small' }, lt('command'), ' ', copy), code, h('p', { class: 'small' }, `${lt('hash')}: `, h('code', { 'data-test': 'live-hash' }, `0x${result.hash}`)));
    const one = (y, values, c) => this.charts.push(chart(box, { x: t('rock.time'), y, at: columns.t, height: 190, legend: false, series: [{ label: y, colour: c, values }] }));
    one(`${t('q.speed')} (m/s)`, columns.v, series[0]);
    one(t('sec.over'), columns.h, series[1]);
    one(`${t('q.kinetic_energy')} (kJ)`, columns.e, series[2]);
  }
}
