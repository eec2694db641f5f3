// SPDX-License-Identifier: GPL-3.0-or-later
// The physics of talus in a page or in node: a campaign of a live report, its rocks, and rocks dropped
// anywhere. Rocks end with the bits of the program.

/// Members of a request and of a record, as core.h orders them.
const REQUEST = { x: 0, y: 1, height: 2, velocity: 3, spin: 6, spinInWorld: 9, orientation: 10, rock: 14, volume: 15, scheme: 16, ground: 17, seed: 18, rocks: 20, index: 21, size: 22 };
const RECORD = ['outcome', 'time_s', 'path_m', 'mass_kg', 'volume_m3', 'energy_max_j', 'speed_max_m_s', 'jump_height_max_m', 'spin_max_rad_s', 'step_count', 'contact_steps', 'rock', 'scale'];
/// Doubles of a step: time, r (3), p (4), v (3), omega (3), slippage, scar depth, kinetic energy, jump
/// height, impulse (3), ledger; then the number of contacts, 64 bits.
export const STEP = { time: 0, r: 1, p: 4, v: 8, omega: 11, slippage: 14, scar: 15, energy: 16, jump: 17, impulse: 18, ledger: 21, contacts: 22, size: 23 };

/// What a wrong call or a rock beyond the module's means says.
export class TalusError extends Error {}

export class Talus {
  /// @param wasm bytes of talus.wasm, or what WebAssembly.compile made of them
  static async create(wasm) {
    const nothing = () => 8; // there are no files
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: { fd_close: nothing, fd_seek: nothing, fd_write: nothing } });
    return new Talus(instance.exports);
  }

  constructor(core) {
    this.core = core;
    const names = (of) => {
      const found = [];
      for (let k = 0, name; (name = this.text(of(k))) !== ''; k++) found.push(name);
      return found;
    };
    this.version = this.text(core.core_version());
    this.schemes = names(core.core_scheme_name);
    this.grounds = names(core.core_ground_name);
    this.outcomes = names(core.core_outcome_name);
  }

  text(at) {
    const bytes = new Uint8Array(this.core.memory.buffer);
    let end = at;
    while (bytes[end] !== 0) end++;
    return new TextDecoder().decode(bytes.subarray(at, end));
  }

  check(status) {
    if (status !== 0) throw new TalusError(this.text(this.core.core_message()));
  }

  /// Take a campaign: bytes of the element live:campaign of a live report.
  load(bytes) {
    const at = this.core.core_room(bytes.length);
    if (at === 0) throw new TalusError('out of memory for a campaign');
    new Uint8Array(this.core.memory.buffer, at, bytes.length).set(bytes);
    try {
      this.check(this.core.core_load(at, bytes.length));
    } finally {
      this.core.core_free(at);
    }
    this.rockCount = this.core.core_rock_count();
  }

  /// Rock `index` of the campaign.
  /// @param every 0: no steps are kept; n: the release, each n-th, the last, at the cost of taking them one by one
  run(index, every = 0) {
    this.check(this.core.core_run(index, every));
    return this.result();
  }

  /// Drop a rock; x, y in local metres (world less the campaign's east, north).
  /// request: {x, y, height, velocity, spin, spinInWorld, orientation ([w, x, y, z]; none: by the seed),
  /// rock (number of its class), volume (m^3; 0: as the class says), scheme (name), ground (name of a preset;
  /// none: the campaign's), seed (BigInt), rocks (how many the release has, 1), index (which of them, 0)}
  drop(request, every = 0) {
    const to = new Float64Array(this.core.memory.buffer, this.core.core_request(), REQUEST.size);
    const seed = BigInt.asUintN(64, BigInt(request.seed ?? 1));
    const index = (list, name, what) => {
      const found = list.indexOf(name);
      if (found < 0) throw new TalusError(`there is no ${what} ${name}, expected one of ${list.join(', ')}`);
      return found;
    };
    to.fill(0);
    to[REQUEST.x] = request.x;
    to[REQUEST.y] = request.y;
    to[REQUEST.height] = request.height ?? 1;
    to.set(request.velocity ?? [0, 0, 0], REQUEST.velocity);
    to.set(request.spin ?? [0, 0, 0], REQUEST.spin);
    to[REQUEST.spinInWorld] = request.spinInWorld ? 1 : 0;
    to.set(request.orientation ?? [NaN, 0, 0, 0], REQUEST.orientation);
    to[REQUEST.rock] = request.rock ?? 0;
    to[REQUEST.volume] = request.volume ?? 0;
    to[REQUEST.scheme] = index(this.schemes, request.scheme ?? 'midpoint', 'scheme');
    to[REQUEST.ground] = request.ground ? index(this.grounds, request.ground, 'ground') : -1;
    to[REQUEST.seed] = Number(seed & 0xffffffffn);
    to[REQUEST.seed + 1] = Number(seed >> 32n);
    to[REQUEST.rocks] = request.rocks ?? 1;
    to[REQUEST.index] = request.index ?? 0;
    this.check(this.core.core_drop(every));
    return this.result();
  }

  /// The thinned track of the last rock: rows of time, x, y, z, speed, spin, kinetic energy, jump height.
  points() {
    const { core } = this;
    const count = core.core_point_count();
    const view = new DataView(core.memory.buffer, core.core_points(), 48 * count);
    return Array.from({ length: count }, (_, k) => [0, 8, 16, 24].map((at) => view.getFloat64(48 * k + at, true)).concat([32, 36, 40, 44].map((at) => view.getFloat32(48 * k + at, true))));
  }

  /// Record, hash, track and kept steps of the last rock; arrays are copies.
  result() {
    const { core } = this;
    const record = new Float64Array(core.memory.buffer, core.core_record(), RECORD.length);
    const result = Object.fromEntries(RECORD.map((name, k) => [name, record[k]]));
    result.outcome = this.outcomes[result.outcome];
    result.hash = BigInt.asUintN(64, core.core_hash()).toString(16).padStart(16, '0');
    const count = core.core_step_count();
    result.count = count;
    result.points = this.points();
    result.steps = count > 0 ? new Float64Array(core.memory.buffer, core.core_steps(), STEP.size * count).slice() : new Float64Array(0);
    return result;
  }

  /// Height of the surface at a local point; NaN where there is none.
  height(x, y) {
    return this.core.core_height(x, y);
  }
}

/// An element of a live report: the zlib stream in base64 of <script id="NAME">.
export async function element(html, name) {
  const found = html.match(new RegExp(`<script type="application/x-talus" id="${name}">([^<]*)</script>`));
  if (!found) throw new TalusError(`the page has no element ${name}: expected one of talus report --live`);
  const bytes = Uint8Array.from(atob(found[1]), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// The physics, the campaign and what is known of it out of a live report (its HTML text).
export async function openReport(html) {
  const talus = await Talus.create(await element(html, 'live:wasm'));
  talus.load(await element(html, 'live:campaign'));
  const { live } = JSON.parse(new TextDecoder().decode(await element(html, 'data')));
  return { talus, live };
}
