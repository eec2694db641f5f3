// SPDX-License-Identifier: GPL-3.0-or-later
// node firefox.mjs MARIONETTE.MJS FIREFOX DIRECTORY: the pages plain.html and report.html (live) of DIRECTORY/kot.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { measureRates } from './rates.mjs';

const [driver, program, directory] = process.argv.slice(2);
const { Firefox } = await import(driver);
let failures = 0;
const check = (good, text) => {
  if (good) return;
  failures++;
  console.error(`FAILED: ${text}`);
};
const firefox = await Firefox.start(program, 20000 + (process.pid % 20000));
try {
  await plainPage();
  await livePage();
} catch (problem) {
  check(false, problem.message);
} finally {
  await firefox.end();
}
process.exitCode = failures > 0 ? 1 : 0;

/// Opens a page and waits until all of it has been built.
async function open(name) {
  const url = `file://${directory}/kot/${name}`;
  await firefox.open(url);
  await firefox.evaluate(async () => {
    while (document.documentElement.dataset.ready !== 'all') await new Promise((go) => setTimeout(go, 50));
  });
  return url;
}

async function quiet(url) {
  const said = await firefox.complaints(url);
  check(said.length === 0, `the console: ${said.join('; ')}`);
  const asked = await firefox.evaluate(async () => performance.getEntriesByType('resource').map((e) => e.name).filter((name) => !/^(data|blob):/.test(name)));
  check(asked.length === 0, `requests of ${asked}`);
}

/// The 3D view shows something, and another picture when the camera turns.
async function plainPage() {
  const url = await open('plain.html');
  const view = await firefox.evaluate(async () => {
    const { view } = talus.page().view;
    const canvas = document.querySelector('[data-test="view"]');
    canvas.scrollIntoView();
    const look = () => {
      view.render();
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const brush = copy.getContext('2d');
      brush.drawImage(canvas, 0, 0);
      const { data } = brush.getImageData(0, 0, copy.width, copy.height);
      const colours = new Set();
      for (let k = 0; k < data.length; k += 4) colours.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
      return [colours.size, copy.toDataURL()];
    };
    const [colours, first] = look();
    canvas.focus();
    for (let k = 0; k < 5; k++) canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    await new Promise((go) => setTimeout(go, 500));
    const [, second] = look();
    return { colours, turns: first !== second };
  });
  check(view.colours > 100, `the 3D view has ${view.colours} colours`);
  check(view.turns, 'the 3D view does not turn');
  await firefox.picture(`${directory}/firefox.png`);
  await quiet(url);
}

/// Rocks dropped by hand, and those of the scenario, have the program's hashes.
async function livePage() {
  const url = await open('report.html');
  await firefox.evaluate(async () => {
    while (!document.querySelector('.live[data-ready="yes"]')) await new Promise((go) => setTimeout(go, 50));
  });
  for (const count of [1, 12]) {
    const drop = await firefox.evaluate(async (count) => {
      const { live } = talus.page();
      const { tracks } = talus.content;
      live.count.value = String(count);
      await live.drop(Number(tracks.x[0].toFixed(2)), Number(tracks.y[0].toFixed(2)));
      const text = (name) => document.querySelector(`[data-test="live-${name}"]`).textContent;
      return { drops: live.drops.length, note: text('note'), hash: text('hash'), command: text('command') };
    }, count);
    check(drop.drops > 0, drop.note);
    execSync(`${drop.command} --quiet --overwrite || [ $? -eq 4 ]`, { cwd: `${directory}/kot` });
    const { hash } = JSON.parse(readFileSync(`${directory}/kot/live-rock/summary.json`, 'utf8'));
    check(drop.hash === hash, `${count} rocks: the page shows ${drop.hash}, the program finds ${hash}`);
  }
  const { hash } = JSON.parse(readFileSync(`${directory}/kot/summary.json`, 'utf8'));
  await measureRates('Firefox', (f, count) => firefox.evaluate(f, count), hash, check);
  await firefox.evaluate(async () => document.querySelector('#live').scrollIntoView());
  await firefox.picture(`${directory}/firefox-live.png`);
  await quiet(url);
}
