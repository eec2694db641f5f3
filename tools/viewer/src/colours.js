// SPDX-License-Identifier: GPL-3.0-or-later
// The ramps of talus map: of falling lightness, so that they can be read without colours, too.

const anchors = {
  warm: [[255, 243, 176], [254, 217, 118], [252, 184, 82], [243, 144, 63], [226, 102, 68], [197, 64, 82], [158, 38, 97], [113, 24, 98], [64, 14, 78]],
  cool: [[232, 246, 190], [187, 228, 170], [131, 204, 160], [78, 176, 157], [41, 146, 154], [33, 115, 147], [46, 84, 136], [56, 53, 113], [45, 24, 77]],
};

/// Okabe and Ito's colours.
export const series = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a8a00', '#666666'];

/// Colours of paths: the pale end of the ramp would not be seen on relief.
export const pathColour = (fraction) => ramp('warm', 0.22 + 0.78 * Math.min(1, Math.max(0, fraction)));

/// Colour (r, g, b) at a fraction of a ramp.
export function ramp(kind, fraction) {
  const list = anchors[kind];
  const place = Math.min(1, Math.max(0, fraction)) * (list.length - 1);
  const k = Math.min(list.length - 2, Math.floor(place));
  const t = place - k;
  return list[k].map((c, i) => c + t * (list[k + 1][i] - c));
}

export const css = (c) => `rgb(${c.map((v) => Math.round(v)).join(',')})`;

export function hex(text) {
  return [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16));
}

/// 256 colours of a ramp, as bytes.
export function lookup(kind) {
  const bytes = new Uint8Array(256 * 3);
  for (let k = 0; k < 256; k++) bytes.set(ramp(kind, k / 255).map(Math.round), 3 * k);
  return bytes;
}
