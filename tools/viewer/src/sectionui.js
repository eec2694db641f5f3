// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the page: which line, and its three charts.
import { h, labelled } from './dom.js';
import { t } from './texts.js';
import { number } from './format.js';
import { chart, colour } from './charts.js';
import { section, fallLine } from './section.js';
import { series } from './colours.js';

export class SectionBox {
  constructor(c, map) {
    this.c = c;
    this.map = map;
    this.width = 20;
    const fall = fallLine(c.tracks, 60, c.pieces);
    this.lines = [...(fall ? [{ name: t('sec.fall'), xy: fall, width: 60 }] : []), ...c.lines.filter((l) => l.kind === 'screen' || l.kind === 'net').map((l) => ({ name: l.name, xy: l.xy, width: 20 }))];
    this.menu = h('select', { 'data-test': 'section-line', onchange: () => this.choose(Number(this.menu.value)) });
    this.widthBox = h('input', { type: 'number', min: '1', max: '1000', step: '1', onchange: () => { this.lines[this.chosen].width = Math.max(1, Number(this.widthBox.value) || 20); this.draw(); } });
    this.charts = h('div', { class: 'sections' });
    this.note = h('p', { class: 'small' });
    const own = h('button', { type: 'button', onclick: () => this.drawOwn() }, t('sec.draw'));
    this.element = h('div', {}, h('div', { class: 'controls screen-only' }, labelled(t('sec.line'), this.menu), labelled(t('sec.width'), this.widthBox), own), h('h3', { class: 'sectiontitle' }), this.charts, this.note);
    this.shown = [];
  }

  start() {
    this.fill();
    if (this.lines.length) this.choose(0);
  }

  fill() {
    this.menu.replaceChildren(...this.lines.map((l, k) => h('option', { value: String(k) }, l.name)));
  }

  async drawOwn() {
    const xy = await this.map.drawLine();
    if (!xy) return;
    this.lines.push({ name: `${t('sec.drawn')} ${this.lines.length}`, xy, width: 20 });
    this.fill();
    this.choose(this.lines.length - 1);
    this.element.scrollIntoView();
  }

  choose(k) {
    this.chosen = k;
    this.menu.value = String(k);
    this.widthBox.value = String(this.lines[k].width);
    this.c.sectionLine = this.lines[k].xy;
    this.map.draw();
    this.draw();
  }

  draw() {
    const line = this.lines[this.chosen];
    const s = section(line.xy, line.width, this.c.terrain, this.c.tracks, this.c.pieces);
    for (const one of this.shown) one.remove();
    this.element.querySelector('.sectiontitle').textContent = `${line.name} (A – B)`;
    const along = t('sec.along');
    const rangeX = [0, s.length];
    const low = Math.min(...s.profile.z.filter((z) => z !== null));
    const tops = s.paths.flat().map((p) => p[1]).filter((z) => z === z);
    const high = tops.reduce((a, b) => Math.max(a, b), Math.max(...s.profile.z.filter((z) => z !== null)));
    const pad = 0.06 * (high - low || 1);
    const paths = (u) => {
      const { ctx, bbox } = u;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.strokeStyle = series[1];
      ctx.globalAlpha = Math.max(0.3, Math.min(0.8, 60 / (s.paths.length || 1)));
      ctx.lineWidth = 1.6;
      ctx.beginPath();
      for (const path of s.paths) path.forEach(([x, z], k) => { if (z === z) ctx[k ? 'lineTo' : 'moveTo'](u.valToPos(x, 'x', true), u.valToPos(z, 'y', true)); });
      ctx.stroke();
      ctx.restore();
    };
    const envelope = (y, values) => ({
      x: along, y, at: s.bins, height: 200, rangeX, sync: 'section', rangeY: [0, 1.06 * Math.max(1e-6, ...values.max.filter((v) => v !== null))],
      series: [{ label: t('sec.largest'), colour: series[1], values: values.max }, { label: t('sec.p95'), colour: series[0], values: values.p95 }],
    });
    this.shown = [
      chart(this.charts, { x: along, y: t('sec.elevation'), at: s.profile.s, height: 300, rangeX, rangeY: [low - pad, high + pad], sync: 'section', legend: false, series: [{ label: t('sec.terrain'), colour: '--text', values: s.profile.z, width: 2, fill: () => colour('--ground') }], draw: paths }),
      chart(this.charts, envelope(t('sec.over'), s.heights)),
      chart(this.charts, envelope(t('sec.energy'), s.energies)),
    ];
    this.note.textContent = t('sec.near', { near: number(s.near), all: number(this.c.tracks.count), half: number(line.width / 2) });
    this.result = s;
  }
}
