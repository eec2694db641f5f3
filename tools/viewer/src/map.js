// SPDX-License-Identifier: GPL-3.0-or-later
// A map: relief, a layer, paths, outlines; moved by mouse and keys.
import { paint, roundStep } from './raster.js';
import { ramp, pathColour, css } from './colours.js';
import { number } from './format.js';
import { h } from './dom.js';
import { t } from './texts.js';


/// Box that is drawn: the data with a margin, within the terrain, of a wanted ratio.
export function chooseView(box, terrain, width, ratio) {
  let [x0, y0, x1, y1] = box;
  const margin = 0.08 * Math.max(x1 - x0, y1 - y0, 40 * terrain.cell);
  [x0, y0, x1, y1] = [x0 - margin, y0 - margin, x1 + margin, y1 + margin];
  const height = Math.round(width * ratio);
  const metres = Math.max((x1 - x0) / width, (y1 - y0) / height);
  return { west: (x0 + x1) / 2 - (metres * width) / 2, north: (y0 + y1) / 2 + (metres * height) / 2, metres, width, height };
}

const px = (view, x, y) => [(x - view.west) / view.metres, (view.north - y) / view.metres];

function drawLines(ctx, view, lines, scale, labels) {
  for (const line of lines) {
    ctx.beginPath();
    for (let k = 0; k < line.xy.length; k += 2) ctx[k ? 'lineTo' : 'moveTo'](...px(view, line.xy[k], line.xy[k + 1]));
    if (line.is_area) ctx.closePath();
    for (const [style, width] of [['rgba(255,255,255,.85)', 4.2], [line.colour, 2.2]]) {
      ctx.strokeStyle = style;
      ctx.lineWidth = width * scale;
      ctx.setLineDash(style[0] !== 'r' && line.kind === 'net' ? [7 * scale, 4 * scale] : []);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    if (labels && line.name) {
      const m = 2 * Math.floor(line.xy.length / 4);
      const [x, y] = px(view, line.xy[m], line.xy[m + 1]);
      label(ctx, line.name, x + 6 * scale, y - 6 * scale, scale, line.colour);
    }
  }
}

export function label(ctx, text, x, y, scale, colour = '#111') {
  ctx.font = `600 ${12 * scale}px sans-serif`;
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3.4 * scale;
  ctx.strokeStyle = 'rgba(255,255,255,.9)';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

function drawScaleBar(ctx, view, scale) {
  const length = roundStep(view.metres * view.width * 0.22, 1);
  const wide = length / view.metres;
  const x = 14 * scale;
  const y = view.height - 16 * scale;
  ctx.fillStyle = 'rgba(255,255,255,.82)';
  ctx.fillRect(x - 7 * scale, y - 20 * scale, wide + 14 * scale, 28 * scale);
  for (let k = 0; k < 4; k++) {
    ctx.fillStyle = k % 2 ? '#fff' : '#222';
    ctx.fillRect(x + (k * wide) / 4, y - 3 * scale, wide / 4, 5 * scale);
  }
  ctx.strokeStyle = '#222';
  ctx.lineWidth = scale;
  ctx.strokeRect(x, y - 3 * scale, wide, 5 * scale);
  ctx.fillStyle = '#222';
  ctx.font = `${11 * scale}px sans-serif`;
  ctx.fillText(length >= 1000 ? `${number(length / 1000)} km` : `${number(length)} m`, x, y - 7 * scale);
}

function drawNorth(ctx, view, scale) {
  const x = view.width - 22 * scale;
  const y = 18 * scale;
  ctx.fillStyle = 'rgba(255,255,255,.8)';
  ctx.beginPath();
  ctx.arc(x, y + 8 * scale, 17 * scale, 0, 7);
  ctx.fill();
  ctx.fillStyle = '#222';
  ctx.beginPath();
  ctx.moveTo(x, y - 6 * scale);
  ctx.lineTo(x + 6 * scale, y + 10 * scale);
  ctx.lineTo(x, y + 6 * scale);
  ctx.lineTo(x - 6 * scale, y + 10 * scale);
  ctx.fill();
  ctx.font = `600 ${11 * scale}px sans-serif`;
  ctx.textAlign = 'center';
  ctx.fillText('N', x, y + 21 * scale);
  ctx.textAlign = 'start';
}

/// Draw everything into a canvas whose size is view.width x view.height.
/// what: {terrain, layer, opacity, forest, tracks, shown, lines, section, labels, contours}
export function drawMap(canvas, view, what, scale) {
  canvas.width = view.width;
  canvas.height = view.height;
  const ctx = canvas.getContext('2d', { willReadFrequently: true }); // pixels are put, not drawn
  ctx.putImageData(paint(view, what.terrain, what), 0, 0);
  if (what.tracks && what.paths) {
    const { tracks } = what;
    ctx.lineWidth = 0.9 * scale;
    for (const k of what.paths) {
      ctx.strokeStyle = css(pathColour(tracks.fraction(k))).replace('rgb', 'rgba').replace(')', ',.75)');
      ctx.beginPath();
      for (let i = tracks.starts[k]; i < tracks.starts[k + 1]; i++) ctx[i > tracks.starts[k] ? 'lineTo' : 'moveTo'](...px(view, tracks.x[i], tracks.y[i]));
      ctx.stroke();
    }
    if (what.ends)
      for (const k of what.paths) {
        const a = tracks.starts[k];
        const b = tracks.starts[k + 1] - 1;
        for (const [i, fill] of [[a, '#0b5fff'], [b, '#111']]) {
          ctx.fillStyle = fill;
          ctx.beginPath();
          ctx.arc(...px(view, tracks.x[i], tracks.y[i]), 1.7 * scale, 0, 7);
          ctx.fill();
        }
      }
  }
  drawLines(ctx, view, what.lines ?? [], scale, what.labels ?? true);
  if (what.section) {
    drawLines(ctx, view, [{ kind: 'section', xy: what.section, name: '', colour: '#333' }], scale, false);
    label(ctx, 'A', ...px(view, what.section[0], what.section[1]), scale);
    label(ctx, 'B', ...px(view, ...what.section.slice(-2)), scale);
  }
  drawScaleBar(ctx, view, scale);
  drawNorth(ctx, view, scale);
}

/// Colour bar or boxes of a layer.
export function legend(layer) {
  if (!layer) return h('div', { class: 'legend' }, t('map.relief_only'));
  if (layer.classes)
    return h(
      'div',
      { class: 'legend classes' },
      layer.heading ? h('p', { class: 'small' }, layer.heading) : null,
      [...layer.classes].reverse().map((c) =>
        h(
          'div',
          { class: 'class' },
          h('span', { class: c.hatched ? 'box hatched' : 'box', style: `--c:${c.colour}` }),
          h('span', {}, h('b', {}, c.value === 0 ? t('map.undecided') : c.title), c.words ? h('span', { class: 'small' }, ' ' + c.words.trim().split('\n').join('; ')) : null),
        ),
      ),
      layer.note ? h('p', { class: 'small' }, layer.note) : null,
    );
  const stops = Array.from({ length: 33 }, (_, k) => css(ramp(layer.counts ? 'cool' : 'warm', k / 32)));
  return h(
    'div',
    { class: 'legend' },
    h('div', { class: 'bar', style: `background:linear-gradient(to right,${stops.join(',')})` }),
    h(
      'div',
      { class: 'ticks' },
      layer.ticks.filter((v, k, all) => all.length < 9 || k % 2 === 0).map((v) => h('span', { style: `left:${100 * layer.fraction(v)}%` }, number(v, 3))),
    ),
    h('p', { class: 'small' }, layer.above ? t('map.largest', { value: `${number(layer.max)} ${layer.unit}` }) + ' ' : '', layer.step > 1 ? t('map.thinned', { n: layer.step }) + ' ' : '', layer.what ? t('map.given_release') : ''),
  );
}
