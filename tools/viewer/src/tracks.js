// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded paths of rocks, or of their fragments: points, and what is known of each.
import { columns, scaled, scaledDouble } from './data.js';

export class Tracks {
  static async read(facts, name = 'tracks') {
    const found = await columns(name, facts.columns.length);
    return new Tracks(facts, found);
  }

  constructor(facts, found) {
    Object.assign(this, facts);
    facts.columns.forEach((c, k) => {
      this[c.name] = (c.name === 'x' || c.name === 'y' ? scaledDouble : scaled)(found[k], c.low, c.high);
    });
    this.starts = [...facts.starts, this.t.length];
    this.ends = this.starts.slice(1).map((end) => this.t[end - 1]);
    this.last = Math.max(...this.ends);
    // ends of the colours: few points lie above
    const high = (values) => values.sort()[Math.floor(0.985 * (values.length - 1))] || 1;
    const energies = new Float32Array(this.t.length);
    for (let k = 0; k < this.count; k++) for (let i = this.starts[k]; i < this.starts[k + 1]; i++) energies[i] = this.energy(k, i);
    this.highest = { e: high(energies), v: high(this.v.slice()), h: high(this.h.slice()) };
    this.largest = high(Float32Array.from(this.energy_max_kj));
  }

  /// Energy of translation at a point, kJ.
  energy(rock, i) {
    return 0.5e-3 * this.mass_kg[rock] * this.v[i] * this.v[i];
  }

  /// 0..1 of the largest energy, for colours.
  fraction(rock) {
    return Math.min(1, this.energy_max_kj[rock] / this.largest);
  }

  /// Index of the point at or before a time.
  at(rock, time) {
    let a = this.starts[rock];
    let b = this.starts[rock + 1] - 1;
    if (time >= this.t[b]) return b;
    while (b - a > 1) {
      const m = (a + b) >> 1;
      if (this.t[m] <= time) a = m;
      else b = m;
    }
    return a;
  }

  /// Place at a time: x, y, z.
  place(rock, time) {
    const k = this.at(rock, time);
    const next = Math.min(k + 1, this.starts[rock + 1] - 1);
    const span = this.t[next] - this.t[k];
    const w = span > 0 ? Math.min(1, Math.max(0, (time - this.t[k]) / span)) : 0;
    return ['x', 'y', 'z'].map((c) => (1 - w) * this[c][k] + w * this[c][next]);
  }

  /// The first `most` rocks that pass a filter.
  choose(most, passes = () => true) {
    const list = [];
    for (let k = 0; k < this.count && list.length < most; k++) if (passes(k)) list.push(k);
    return list;
  }
}
