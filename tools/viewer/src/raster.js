// SPDX-License-Identifier: GPL-3.0-or-later
// Terrain and layers as arrays, and pictures of them: shaded relief, contours, a layer on top.
import { columns, scaled, NODATA, bytes } from './data.js';
import { hex, lookup } from './colours.js';

export class Terrain {
  static async read(facts) {
    const [column] = await columns('terrain', 1);
    return new Terrain(facts, scaled(column, facts.low, facts.high));
  }

  constructor(facts, z) {
    Object.assign(this, facts);
    this.z = z;
    this.shade = this.relief();
    this.box = [this.x0, this.y0, this.x0 + (this.nx - 1) * this.cell, this.y0 + (this.ny - 1) * this.cell];
  }

  /// Light from the north-west, 45 degrees high, by Horn's gradient.
  relief() {
    const { nx, ny, z, cell } = this;
    const shade = new Float32Array(nx * ny);
    const here = (i, j) => z[Math.min(ny - 1, Math.max(0, j)) * nx + Math.min(nx - 1, Math.max(0, i))];
    let middle = 0;
    // beside cells without heights the slope goes on
    const at = (i, j) => { const v = here(i, j); return v === v ? v : middle; };
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        middle = here(i, j);
        const a = at(i - 1, j + 1), b = at(i, j + 1), c = at(i + 1, j + 1);
        const d = at(i - 1, j), f = at(i + 1, j);
        const g = at(i - 1, j - 1), k = at(i, j - 1), l = at(i + 1, j - 1);
        const dx = (c + 2 * f + l - a - 2 * d - g) / (8 * cell);
        const dy = (a + 2 * b + c - g - 2 * k - l) / (8 * cell);
        const n = Math.sqrt(1 + dx * dx + dy * dy);
        const light = (dx * 0.5 - dy * 0.5 + Math.SQRT1_2) / n;
        shade[j * nx + i] = Math.max(0, light);
      }
    return shade;
  }

  /// Bilinear value of an array on the nodes; NaN off it.
  sample(array, x, y) {
    const u = (x - this.x0) / this.cell;
    const v = (y - this.y0) / this.cell;
    if (!(u >= 0 && v >= 0 && u <= this.nx - 1 && v <= this.ny - 1)) return NaN;
    const i = Math.min(this.nx - 2, u | 0);
    const j = Math.min(this.ny - 2, v | 0);
    const a = u - i;
    const b = v - j;
    const k = j * this.nx + i;
    return (1 - b) * ((1 - a) * array[k] + a * array[k + 1]) + b * ((1 - a) * array[k + this.nx] + a * array[k + this.nx + 1]);
  }

  height(x, y) {
    return this.sample(this.z, x, y);
  }
}

export class Layer {
  constructor(facts) {
    Object.assign(this, facts);
    this.cells = null;
    const low = this.code_low;
    const high = this.code_high;
    this.value = this.classes
      ? (code) => code
      : this.logarithmic
        ? (code) => low * Math.exp((code / 65534) * Math.log(high / low))
        : (code) => low + ((high - low) * code) / 65534;
  }

  async read() {
    if (!this.cells) [this.cells] = await columns(`layer:${this.name}`, 1);
    return this;
  }

  /// 0..1 on the bar of the legend.
  fraction(value) {
    const f = this.logarithmic ? Math.log(value / this.low) / Math.log(this.high / this.low) : (value - this.low) / (this.high - this.low);
    return Math.min(1, Math.max(0, f));
  }

  code(x, y) {
    const i = Math.floor((x - this.west) / this.cell);
    const j = Math.floor((y - this.south) / this.cell);
    return i >= 0 && j >= 0 && i < this.nx && j < this.ny ? this.cells[j * this.nx + i] : NODATA;
  }

  /// NaN where there is nothing.
  at(x, y) {
    const code = this.code(x, y);
    return code === NODATA ? NaN : this.value(code);
  }

  classOf(value) {
    return this.classes?.find((c) => c.value === value);
  }

  /// Colours of all codes, as bytes (r, g, b, hatched).
  palette() {
    if (this.colours) return this.colours;
    if (this.classes) {
      this.colours = new Uint8Array(256 * 4);
      for (const c of this.classes) this.colours.set([...hex(c.colour), c.hatched ? 1 : 0], 4 * c.value);
    } else {
      const table = lookup(this.counts ? 'cool' : 'warm');
      this.colours = new Uint8Array(65535 * 4);
      for (let code = 0; code < 65535; code++) {
        const k = Math.round(255 * this.fraction(this.value(code)));
        this.colours.set(table.subarray(3 * k, 3 * k + 3), 4 * code);
      }
    }
    return this.colours;
  }

  /// Box around the cells that have a value; null without any.
  extent() {
    let i0 = this.nx, i1 = -1, j0 = this.ny, j1 = -1;
    for (let j = 0; j < this.ny; j++)
      for (let i = 0; i < this.nx; i++)
        if (this.cells[j * this.nx + i] !== NODATA) {
          if (i < i0) i0 = i;
          if (i > i1) i1 = i;
          if (j < j0) j0 = j;
          if (j > j1) j1 = j;
        }
    return i1 < 0 ? null : [this.west + i0 * this.cell, this.south + j0 * this.cell, this.west + (i1 + 1) * this.cell, this.south + (j1 + 1) * this.cell];
  }
}

/// Classes of the inputs: forest or grounds.
export async function classMap(id, facts) {
  return { ...facts, cells: await bytes(id), at(x, y) {
    const i = Math.floor((x - this.west) / this.cell);
    const j = Math.floor((y - this.south) / this.cell);
    return i >= 0 && j >= 0 && i < this.nx && j < this.ny ? this.cells[j * this.nx + i] : 0;
  } };
}

/// Round interval so that there are about `most` lines at most.
export function roundStep(range, most) {
  const raw = range / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10);
}

/// Paint relief, contours and a layer. view: {west, north, metres, width, height}.
/// options: {layer, opacity, forest, contours}
export function paint(view, terrain, options = {}) {
  const { width, height } = view;
  const image = new ImageData(width, height);
  const data = image.data;
  const layer = options.layer;
  const colours = layer?.palette();
  const opacity = options.opacity ?? 0.8;
  const step = options.contours ?? 0;
  let above = new Float32Array(width).fill(NaN);
  let row = new Float32Array(width);
  for (let py = 0; py < height; py++) {
    const y = view.north - (py + 0.5) * view.metres;
    let left = NaN;
    for (let px = 0; px < width; px++) {
      const x = view.west + (px + 0.5) * view.metres;
      const z = terrain.height(x, y);
      const shade = terrain.sample(terrain.shade, x, y);
      const o = 4 * (py * width + px);
      row[px] = z;
      if (!(z === z)) {
        left = NaN;
        if (options.empty) data.set(options.empty, o);
        continue; // else transparent
      }
      const grey = 62 + 172 * Math.min(1, 0.08 + 0.92 * shade);
      let r = grey, g = grey, b = grey - 4;
      if (options.forest && options.forest.at(x, y) > 0) {
        r = 0.72 * r;
        g = 0.86 * g;
        b = 0.7 * b;
      }
      if (step > 0) {
        const level = Math.floor(z / step);
        if ((left === left && Math.floor(left / step) !== level) || (above[px] === above[px] && Math.floor(above[px] / step) !== level)) {
          const strong = 0.68;
          r *= strong;
          g *= strong;
          b *= strong;
        }
      }
      if (layer) {
        const code = layer.code(x, y);
        if (code !== NODATA) {
          const c = 4 * code;
          const hatched = layer.classes && colours[c + 3] === 1 && (px + py) % 9 > 4;
          const w = hatched ? 0.35 * opacity : opacity;
          const light = 0.5 + 0.55 * (grey / 234);
          r = (1 - w) * r + w * colours[c] * light;
          g = (1 - w) * g + w * colours[c + 1] * light;
          b = (1 - w) * b + w * colours[c + 2] * light;
        }
      }
      data[o] = r;
      data[o + 1] = g;
      data[o + 2] = b;
      data[o + 3] = 255;
      left = z;
    }
    [above, row] = [row, above];
  }
  return image;
}
