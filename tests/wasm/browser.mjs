// SPDX-License-Identifier: GPL-3.0-or-later
// node browser.mjs PACKAGE.JSON CHROMIUM DIRECTORY: drops rocks on the page DIRECTORY/kot/report.html.
import { execSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

import { measureRates } from './rates.mjs';

const [packages, executablePath, directory] = process.argv.slice(2);
const { chromium } = createRequire(packages)('playwright-core');
const strict = process.env.TALUS_VIEWER_TIMES === '1';
const file = `file://${directory}/kot/report.html`;
let failures = 0;
const check = (good, text) => {
  if (good) return;
  failures++;
  console.error(`FAILED: ${text}`);
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
page.on('console', (m) => check(!['error', 'warning'].includes(m.type()) || /GL Driver|GPU stall/.test(m.text()), `console: ${m.text()}`));
page.on('pageerror', (e) => check(false, e.message));
page.on('request', (r) => check(r.url() === file || /^(data|blob):/.test(r.url()), `request of ${r.url().slice(0, 120)}`));
page.setDefaultTimeout(240000);
await page.goto(file);
await page.waitForSelector('.live[data-ready="yes"]', { state: 'attached', timeout: 240000 });
const field = (name) => page.locator(`[data-test="live-${name}"]`);
const hash = () => field('hash').textContent();
const drops = () => page.evaluate(() => talus.page().live.drops.length);

/// The hash that the shown command finds.
async function program() {
  const line = await field('command').textContent();
  try {
    execSync(`${line} --quiet --overwrite`, { cwd: `${directory}/kot`, stdio: 'pipe' });
  } catch (problem) {
    if (problem.status !== 4) return `exit code ${problem.status}: ${problem.stderr}`;
  }
  return JSON.parse(readFileSync(`${directory}/kot/live-rock/summary.json`, 'utf8')).hash;
}
async function compare(what) {
  const [shown, found] = [await hash(), await program()];
  check(shown === found, `${what}: the page shows ${shown}, the program finds ${found}`);
  return shown;
}

// a click on the terrain, where the rocks of the scenario start
const canvas = page.locator('[data-test="view"]');
await canvas.scrollIntoViewIfNeeded();
const start = await page.evaluate(() => {
  const { view } = talus.page().view;
  const { tracks } = talus.content;
  const p = view.local(tracks.x[0], tracks.y[0], tracks.z[0]).clone().applyMatrix4(view.root.matrixWorld).project(view.camera);
  const box = view.canvas.getBoundingClientRect();
  return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
});
const before = await canvas.evaluate((c) => c.toDataURL());
await page.mouse.click(...start);
await page.waitForFunction(() => talus.page().live.drops.length === 1);
await page.waitForFunction((was) => { talus.page().view.view.render(); return document.querySelector('[data-test="view"]').toDataURL() !== was; }, before);
const first = await compare('a click');
check((await page.evaluate(() => { const d = talus.page().live.drops[0]; const { points } = d.result; return points.at(-1)[0] === d.result.time_s && d.line.geometry.attributes.position.count === points.length; })), 'the track does not end with the rock');
check((await page.evaluate(() => talus.page().view.view.selected)) === -1, 'a click that drops a rock chose a track');
check(Number(await page.$eval('[data-key="live.energy"]', (e) => e.dataset.value)) > 0, 'the panel has no energy');
check((await page.$$('[data-test="live-rock-panel"] .chart canvas')).length === 3, 'there are no three charts of the rock');

await field('play').click();
await page.waitForFunction(() => { const { live } = talus.page(); const [d] = live.drops; const { points } = d.result; const p = d.body.position; const from = live.view.local(live.live.east + points[0][1], live.live.north + points[0][2], points[0][3]); return Math.hypot(p.x - from.x, p.z - from.z) < 0.8 * Math.hypot(points.at(-1)[1] - points[0][1], points.at(-1)[2] - points[0][2]); });

// other shape, size, attitude, scheme, ground, seed
await field('rock').selectOption({ label: 'flat' });
await field('volume').fill('0.42');
await field('attitude').selectOption('given');
await field('yaw').fill('30');
await field('roll').fill('75.5');
await field('scheme').selectOption('exact');
await field('ground').selectOption('hard');
await field('seed').fill('77');
await field('drop').click();
check((await drops()) === 2, 'the button drops no rock');
const second = await compare('shape, size, attitude, scheme and ground');
check(first !== second, 'the choices change nothing');
check((await field('command').textContent()).includes('--scheme exact'), 'the command has no scheme');

// a new seed each time; another drag of the mouse drops nothing
await field('next').check();
await field('drop').click();
check((await field('seed').inputValue()) === '78' && (await field('command').textContent()).includes('--seed 78'), 'no new seed');
await page.mouse.move(...start);
await page.mouse.down();
await page.mouse.move(start[0] + 60, start[1] + 10, { steps: 4 });
await page.mouse.up();
check((await drops()) === 3, 'turning the view drops a rock');

// a place without terrain says so, and takes no seed
await field('east').fill('0');
await field('drop').click();
check((await drops()) === 3 && (await field('note').textContent()).includes('no terrain'), 'a place without terrain is not refused');
check((await field('seed').inputValue()) === '78', 'a rock that did not fall took a seed');

// several rocks at once, by the workers: the command has their hash, each can be shown
await field('clear').click();
await field('next').uncheck();
await field('scheme').selectOption('midpoint');
await field('rock').selectOption({ index: 0 });
await field('attitude').selectOption('random');
await field('ground').selectOption('');
const place = await page.evaluate(() => { const { tracks } = talus.content; return [tracks.x[0].toFixed(2), tracks.y[0].toFixed(2)]; });
await field('east').fill(place[0]);
await field('north').fill(place[1]);
await field('drop').click();
const alone = (await hash()).slice(2);
await field('count').fill('30');
await field('drop').click();
await page.waitForFunction(() => talus.page().live.drops.length === 2);
await compare('30 rocks');
check((await field('command').textContent()).includes('rocks: 30'), 'the command has no 30 rocks');
const many = await page.evaluate(() => { const d = talus.page().live.drops[1]; return { hashes: d.results.map((r) => r.hash), drawn: d.line.geometry.attributes.position.count, points: d.results.reduce((n, r) => n + r.points.length, 0) }; });
check(many.hashes[0] === alone, 'rock 0 of 30 is not the one that falls alone');
check(new Set(many.hashes).size === 30, 'some of 30 rocks are the same');
check(many.drawn === many.points, 'not all tracks are drawn');
await field('which').fill('17');
await field('which').press('Enter');
await page.waitForFunction(() => talus.page().live.drops[1].index === 17);
check((await page.evaluate(() => talus.page().live.drops[1].result.hash)) === many.hashes[17], 'the rock shown, step by step, is another one');
const replayed = execSync(`${await field('replay').textContent()} --log rock.csv --overwrite 2>&1`, { cwd: `${directory}/kot` }).toString();
check(replayed.includes(`hash 0x${many.hashes[17]}`), `the shown command replays another rock: ${replayed}`);
await page.locator('#live').screenshot({ path: `${directory}/live-many.png` });
await canvas.scrollIntoViewIfNeeded();
await page.screenshot({ path: `${directory}/live-many-view.png` });
await field('count').fill('2000');
await field('drop').click();
await page.waitForFunction(() => /^\d+ of 2000 rocks/.test(document.querySelector('[data-test="live-note"]').textContent));
await field('clear').click();
await page.waitForFunction(() => !talus.page().live.button.disabled);
check((await drops()) === 0, 'removed while they fell, and there they are');
await field('count').fill('3.5');
await field('drop').click();
check((await drops()) === 0 && (await field('note').textContent()).includes('whole number'), '3.5 rocks are not refused');
await field('count').fill('1');

// the licence, and the other languages
check((await field('licence').textContent()).includes('GNU General Public License'), 'the page names no licence');
await canvas.scrollIntoViewIfNeeded();
await page.screenshot({ path: `${directory}/live.png` });
await page.locator('#live').screenshot({ path: `${directory}/live-part.png` });
for (const language of ['de', 'fr', 'it']) {
  await page.locator('[data-test="language"]').selectOption(language);
  await page.waitForSelector('.live[data-ready="yes"]', { state: 'attached' });
  check(!/\b(undefined|NaN)\b/.test(await page.locator('.live').textContent()), `${language}: a text is missing`);
}
await page.locator('[data-test="language"]').selectOption('en');
await page.waitForSelector('.live[data-ready="yes"]', { state: 'attached' });

// the rocks of the scenario by one worker and by two, and how fast
const summary = JSON.parse(readFileSync(`${directory}/kot/summary.json`, 'utf8'));
const rate = await measureRates('Chromium', (f, count) => page.evaluate(f, count), summary.hash, check);
if (strict) check(rate >= 100, `${rate.toFixed(0)} rocks of kot a second by two workers, expected 100`);
await browser.close();
process.exitCode = failures > 0 ? 1 : 0;
