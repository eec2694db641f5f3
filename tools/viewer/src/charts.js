// SPDX-License-Identifier: GPL-3.0-or-later
// Charts by uPlot, in the colours of the page.
import uPlot from 'uplot';
import { number } from './format.js';

uPlot.pxRatio = Math.max(2, window.devicePixelRatio || 1);

const charts = new Set();

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function axis(label, extra = {}) {
  return {
    label,
    labelSize: 18,
    labelGap: 2,
    size: extra.size ?? 46,
    gap: 4,
    font: '11px sans-serif',
    labelFont: '12px sans-serif',
    stroke: () => colour('--text-2'),
    grid: { stroke: () => colour('--grid'), width: 0.6 },
    ticks: { stroke: () => colour('--grid'), width: 0.6, size: 4 },
    values: (u, ticks) => ticks.map((v) => (v === null ? '' : number(v, 4))),
    ...extra,
  };
}

/// Decades alone are named on logarithmic axes.
const decades = (u, ticks) => ticks.map((v) => (v > 0 && Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9 ? number(v, 2) : ''));

/// A chart in an element, that follows its width.
/// series: [{label, colour, values, points, width, dash, fill}]
export function chart(parent, options) {
  const box = document.createElement('div');
  box.className = 'chart';
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', options.title ?? `${options.y}; ${options.x}`);
  parent.append(box);
  const scaleOf = (log, range) => ({ time: false, distr: log ? 3 : 1, log: 10, ...(range ? { range } : {}) });
  const plot = new uPlot(
    {
      width: Math.max(260, box.clientWidth || options.width || 480),
      height: options.height ?? 260,
      title: options.title,
      legend: { show: options.legend ?? true, live: true },
      cursor: { drag: { x: false, y: false }, points: { size: 6 }, sync: options.sync ? { key: options.sync, setSeries: false } : undefined },
      scales: { x: scaleOf(options.logX, options.rangeX), y: scaleOf(options.logY, options.rangeY) },
      axes: [axis(options.x, { size: 34, ...(options.logX ? { values: decades } : {}) }), axis(options.y, options.logY ? { values: decades } : {})],
      series: [
        { label: options.x, value: (u, v) => (v === null ? '' : number(v, 4)) },
        ...options.series.map((s) => ({
          label: s.label,
          stroke: typeof s.colour === 'function' ? s.colour : s.colour.startsWith('--') ? () => colour(s.colour) : s.colour,
          width: s.width ?? 1.6,
          dash: s.dash,
          fill: s.fill,
          paths: s.points ? () => null : s.steps ? uPlot.paths.stepped({ align: 1 }) : undefined,
          points: { show: !!s.points, size: s.points ?? 0, space: 0, width: s.points ? 0.5 : 0, fill: s.points ? s.colour : undefined },
          spanGaps: false,
          value: (u, v) => (v === null || v === undefined ? '' : number(v, 4)),
        })),
      ],
      hooks: options.draw ? { draw: [options.draw] } : {},
    },
    [options.at, ...options.series.map((s) => s.values)],
    box,
  );
  const entry = { plot, box, height: options.height ?? 260 };
  charts.add(entry);
  new ResizeObserver(() => fit(entry)).observe(box);
  return { plot, remove: () => { charts.delete(entry); plot.destroy(); box.remove(); } };
}

function fit(entry) {
  const width = Math.floor(entry.box.clientWidth);
  if (width > 100 && Math.abs(width - entry.plot.width) > 1) entry.plot.setSize({ width, height: entry.height });
}

/// After a change of theme, or for paper.
export function redrawCharts() {
  for (const { plot } of charts) plot.redraw(false, true);
}
export function fitCharts() {
  for (const entry of charts) fit(entry);
}
