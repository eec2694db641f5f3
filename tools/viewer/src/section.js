// SPDX-License-Identifier: GPL-3.0-or-later
// Sections: what the paths beside a line come to along it, as talus section defines it.

const BINS = 120;

/// Distances along a line of points [x, y, ...].
function lengths(xy) {
  const at = [0];
  for (let k = 2; k < xy.length; k += 2) at.push(at[at.length - 1] + Math.hypot(xy[k] - xy[k - 2], xy[k + 1] - xy[k - 1]));
  return at;
}

/// Place on the line that is nearest, NaN farther than half the width or beyond an end.
function place(xy, at, width, x, y) {
  let best = 0.25 * width * width;
  let found = NaN;
  const n = at.length;
  for (let k = 0; k + 1 < n; k++) {
    const ax = xy[2 * k], ay = xy[2 * k + 1];
    const ux = xy[2 * k + 2] - ax, uy = xy[2 * k + 3] - ay;
    const s = ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy);
    if ((s < 0 && k === 0) || (s > 1 && k + 2 === n)) continue;
    const c = Math.min(1, Math.max(0, s));
    const dx = x - ax - c * ux, dy = y - ay - c * uy;
    const d = dx * dx + dy * dy;
    if (d <= best) {
      best = d;
      found = at[k] + c * (at[k + 1] - at[k]);
    }
  }
  return found;
}

export function pointOn(xy, at, s) {
  let k = 0;
  while (k + 2 < at.length && at[k + 1] < s) k++;
  const w = (s - at[k]) / (at[k + 1] - at[k] || 1);
  return [xy[2 * k] + w * (xy[2 * k + 2] - xy[2 * k]), xy[2 * k + 1] + w * (xy[2 * k + 3] - xy[2 * k + 1])];
}

/// Order statistic ceil(q n) of the numbers.
export function quantile(values, q) {
  if (!values.length) return null;
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
}

/// Profile, paths, envelopes. Fragments (pieces) count with the rock that they came from.
/// @param pieces null: no rock broke @returns {length, at, ground, paths, bins, near}
export function section(xy, width, terrain, tracks, pieces = null) {
  const at = lengths(xy);
  const length = at[at.length - 1];
  const profile = { s: [], z: [] };
  for (let k = 0; k < 400; k++) {
    const s = (length * k) / 399;
    const z = terrain.height(...pointOn(xy, at, s));
    profile.s.push(s);
    profile.z.push(Number.isNaN(z) ? null : z);
  }
  // largest height and energy in each bin, of each rock
  const found = Array.from({ length: tracks.count }, () => ({ h: new Map(), e: new Map() }));
  const paths = [];
  const reach = Math.max(width, 4 * terrain.cell);
  const xs = xy.filter((_, k) => k % 2 === 0), ys = xy.filter((_, k) => k % 2);
  const box = [Math.min(...xs) - reach, Math.min(...ys) - reach, Math.max(...xs) + reach, Math.max(...ys) + reach];
  const collect = (of, body, { h, e }) => {
    let path = null;
    let before = NaN;
    for (let i = of.starts[body]; i < of.starts[body + 1]; i++) {
      const x = of.x[i], y = of.y[i];
      const inside = x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
      const s = inside ? place(xy, at, width, x, y) : NaN;
      if (Number.isNaN(s)) {
        path = null;
        before = NaN;
        continue;
      }
      // what is known since the point before holds for all bins in between
      const last = Math.min(BINS - 1, Math.floor((BINS * s) / length));
      const first = Number.isNaN(before) ? last : Math.min(BINS - 1, Math.floor((BINS * before) / length));
      for (let b = Math.min(first, last); b <= Math.max(first, last); b++) {
        h.set(b, Math.max(h.get(b) ?? 0, of.h[i]));
        e.set(b, Math.max(e.get(b) ?? 0, of.energy(body, i)));
      }
      if (!path) paths.push((path = []));
      const over = of.z[i] - terrain.height(x, y);
      path.push([s, terrain.height(...pointOn(xy, at, s)) + over]);
      before = s;
    }
  };
  for (let rock = 0; rock < tracks.count; rock++) collect(tracks, rock, found[rock]);
  const owner = new Map(tracks.rock.map((number, k) => [number, k]));
  for (let k = 0; k < (pieces?.count ?? 0); k++) collect(pieces, k, found[owner.get(pieces.rock[k])]);
  const heights = Array.from({ length: BINS }, () => []);
  const energies = Array.from({ length: BINS }, () => []);
  for (const { h, e } of found) {
    for (const [b, v] of h) heights[b].push(v);
    for (const [b, v] of e) energies[b].push(v);
  }
  return {
    length, profile, paths, near: found.filter(({ h }) => h.size).length,
    bins: heights.map((_, k) => (length * (k + 0.5)) / BINS),
    heights: { max: heights.map((v) => quantile(v, 1)), p95: heights.map((v) => quantile(v, 0.95)) },
    energies: { max: energies.map((v) => quantile(v, 1)), p95: energies.map((v) => quantile(v, 0.95)) },
  };
}

/// Points of a path in plan without which it would be missed by more than a tolerance.
function simplify(x, y, first, last, tolerance) {
  const kept = [first];
  const cut = (a, b) => {
    const dx = x[b] - x[a], dy = y[b] - y[a];
    const d = Math.hypot(dx, dy) || 1;
    let worst = tolerance, at = -1;
    for (let i = a + 1; i < b; i++) {
      const o = Math.abs((x[i] - x[a]) * dy - (y[i] - y[a]) * dx) / d;
      if (o > worst) {
        worst = o;
        at = i;
      }
    }
    if (at >= 0) {
      cut(a, at);
      cut(at, b);
    } else kept.push(b);
  };
  cut(first, last);
  return kept.flatMap((i) => [x[i], y[i]]);
}

/// Path of a rock in plan; where it broke, it goes on with the fragment that came farthest.
function course(tracks, pieces, rock) {
  const part = ({ x, y, starts }, k) => [x.slice(starts[k], starts[k + 1]), y.slice(starts[k], starts[k + 1])];
  const [x, y] = part(tracks, rock);
  let most = 0;
  let rest = [[], []];
  for (let k = 0; k < (pieces?.count ?? 0); k++) {
    if (pieces.rock[k] !== tracks.rock[rock]) continue;
    const end = pieces.starts[k + 1] - 1;
    const far = Math.hypot(pieces.x[end] - x[x.length - 1], pieces.y[end] - y[y.length - 1]);
    if (far > most) {
      most = far;
      rest = part(pieces, k);
    }
  }
  return [[...x, ...rest[0]], [...y, ...rest[1]]];
}

/// A line down the slope: along the path of the rock beside which most others fall.
export function fallLine(tracks, width, pieces = null) {
  const far = [...Array(tracks.count).keys()].sort((a, b) => tracks.runout_m[b] - tracks.runout_m[a]).slice(0, Math.max(1, Math.floor(0.6 * tracks.count)));
  const step = Math.max(1, Math.floor(far.length / 10));
  const all = pieces ? [tracks, pieces] : [tracks];
  const stride = Math.max(1, Math.floor(all.reduce((n, of) => n + of.x.length, 0) / 2000));
  let best = null;
  let most = -1;
  for (let n = 0; n < far.length; n += step) {
    const [x, y] = course(tracks, pieces, far[n]);
    const xy = simplify(x, y, 0, x.length - 1, width / 3);
    const at = lengths(xy);
    if (!(at[at.length - 1] > 0)) continue;
    let count = 0;
    for (const of of all) for (let i = 0; i < of.x.length; i += stride) if (!Number.isNaN(place(xy, at, width, of.x[i], of.y[i]))) count++;
    if (count > most) {
      most = count;
      best = xy;
    }
  }
  return best;
}
