// SPDX-License-Identifier: GPL-3.0-or-later
// node browser.mjs PACKAGE.JSON CHROMIUM DIRECTORY: looks at the pages of DIRECTORY/kot, hazard, bare.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [packages, executablePath, directory] = process.argv.slice(2);
const { chromium } = createRequire(packages)('playwright-core');
const strict = process.env.TALUS_VIEWER_TIMES === '1';
let failures = 0;
const check = (good, text) => {
  if (good) return;
  failures++;
  console.error(`FAILED: ${text}`);
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });

/// Open a page; requests and complaints count as failures.
async function open(name, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const file = `file://${directory}/${name}/report.html`;
  page.on('console', (m) => check(!['error', 'warning'].includes(m.type()) || /GL Driver|GPU stall/.test(m.text()), `${name}: console: ${m.text()}`));
  page.on('pageerror', (e) => check(false, `${name}: ${e.message}`));
  page.on('request', (r) => check(r.url() === file || /^(data|blob):/.test(r.url()), `${name}: request of ${r.url().slice(0, 120)}`));
  page.setDefaultTimeout(240000);
  const start = Date.now();
  await page.goto(file);
  await page.waitForFunction(() => ['yes', 'all'].includes(document.documentElement.dataset.ready), null, { polling: 20 });
  const opened = (Date.now() - start) / 1000;
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'all' && window.talus, null, { polling: 50 });
  return { page, opened };
}

/// How many colours a canvas shows.
const colours = (page, selector) =>
  page.$eval(selector, (canvas) => {
    const copy = document.createElement('canvas');
    copy.width = 160;
    copy.height = 100;
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0, 160, 100);
    const found = new Set();
    const data = context.getImageData(0, 0, 160, 100).data;
    for (let k = 0; k < data.length; k += 4) found.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    return found.size;
  });
const picture = (page, selector) => page.$eval(selector, (canvas) => canvas.toDataURL());
const drawn = async (page) => {
  await page.evaluate(() => {
    talus.page().view.view.render();
    talus.page().map.drawNow();
  });
};

/// Every number that the page takes from summary.json is the one that stands there.
async function checkNumbers(page, name, least) {
  const summary = JSON.parse(readFileSync(`${directory}/${name}/summary.json`, 'utf8'));
  const shown = await page.$$eval('[data-key]', (all) => all.map((e) => [e.dataset.key, e.dataset.value, e.textContent]));
  let count = 0;
  for (const [key, value, text] of shown) {
    if (/^(design|rock)\./.test(key)) continue;
    const found = key.split('.').reduce((o, k) => o?.[k], summary);
    count++;
    check(found === undefined || found === null ? value === undefined || value === '' : Number(value) === found, `${name}: ${key} is ${value}, in summary.json ${found}`);
    if (typeof found === 'number' && found !== 0) {
      const plain = Number(text.replace(/\(.*/, '').replace(/[^0-9.·⁻⁰¹²³⁴-⁹−-].*$/, '').replace(/\u202f/g, '').replace('−', '-'));
      if (!text.includes('·') && Number.isFinite(plain) && plain !== 0) check(Math.abs(plain / found - 1) < 0.006 || /\u202f/.test(text), `${name}: ${key} reads ${text}, is ${found}`);
    }
  }
  check(count >= least, `${name}: ${count} numbers of summary.json, expected ${least} at least`);
}

// --- kot ---------------------------------------------------------------------------------------
{
  const { page, opened } = await open('kot');
  console.log(`kot: opens in ${opened.toFixed(2)} s`);
  check(opened <= (strict ? 3 : 60), `kot opens in ${opened} s`);
  await checkNumbers(page, 'kot', 60);
  await drawn(page);
  check((await colours(page, 'canvas.view')) > 200, 'the 3D view is blank');
  check((await colours(page, 'canvas.map')) > 200, 'the map is blank');

  // the slider moves the rock
  await page.$eval('[data-test=view]', (e) => e.scrollIntoView());
  const place = () => page.evaluate(() => {
    const view = talus.page().view.view;
    const body = [...view.bodies.values()][0];
    return { at: body.mesh.position.toArray(), turn: body.mesh.quaternion.toArray() };
  });
  const setTime = (seconds) => page.$eval('[data-test=time]', (e, s) => { e.value = String(20 * s); e.dispatchEvent(new Event('input')); }, seconds);
  await setTime(1);
  const one = await place();
  const before = await (drawn(page), picture(page, 'canvas.view'));
  await setTime(6);
  const two = await place();
  check(Math.hypot(...one.at.map((v, k) => v - two.at[k])) > 5, 'the slider does not move the rock');
  check(one.turn.some((v, k) => Math.abs(v - two.turn[k]) > 0.01), 'the rock does not turn');
  await drawn(page);
  check((await picture(page, 'canvas.view')) !== before, 'the picture does not follow the slider');
  // a rock that tumbles lies on its path
  const off = await page.evaluate(() => {
    const { view } = talus.page().view;
    const [track, body] = [...view.bodies.entries()][0];
    const [t, x, y, z] = body.data;
    let worst = 0;
    for (let k = 0; k < t.length; k += 20) {
      const p = view.tracks.place(track, t[k]);
      worst = Math.max(worst, Math.hypot(p[0] - x[k], p[1] - y[k], p[2] - z[k]));
    }
    return worst;
  });
  check(off < 1.5, `a rock that tumbles is ${off} m off its path`);

  // play, and the keys
  await page.focus('canvas.view');
  await setTime(0);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => talus.page().view.view.time > 0.2, null, { polling: 50 });
  await page.keyboard.press('Space');
  check(!(await page.evaluate(() => talus.page().view.plays)), 'space does not end the play');
  await page.keyboard.press('n');
  check((await page.evaluate(() => talus.page().view.view.selected)) >= 0, 'the key n chooses no rock');
  const camera = () => page.evaluate(() => talus.page().view.view.camera.position.toArray());
  const from = await camera();
  await page.keyboard.press('ArrowLeft');
  check((await camera()).some((v, k) => Math.abs(v - from[k]) > 1), 'the arrow key does not turn');
  await page.keyboard.press('f');
  await setTime(2);
  const near = await page.evaluate(() => { const v = talus.page().view.view; return v.camera.position.distanceTo(v.controls.target); });
  check(near < 400, `the camera follows from ${near} m`);
  await page.keyboard.press('Home');

  // a click on a path shows the numbers of its rock
  const spot = await page.evaluate(() => {
    const { view } = talus.page().view;
    talus.page().view.choose(-1);
    view.render();
    const box = view.canvas.getBoundingClientRect();
    for (const k of view.shown) {
      const i = (view.tracks.starts[k] + view.tracks.starts[k + 1]) >> 1;
      const p = view.local(view.tracks.x[i], view.tracks.y[i], view.tracks.z[i]).project(view.camera);
      if (Math.abs(p.x) < 0.9 && Math.abs(p.y) < 0.9) return [box.left + (0.5 + p.x / 2) * box.width, box.top + (0.5 - p.y / 2) * box.height];
    }
    return null;
  });
  await page.mouse.click(...spot);
  await page.waitForSelector('[data-test=rock] h3');
  const rock = await page.evaluate(() => {
    const { view } = talus.page().view;
    return { energy: view.tracks.energy_max_kj[view.selected], shown: Number(document.querySelector('[data-key="rock.energy_max_kj"]').dataset.value), charts: document.querySelectorAll('[data-test=rock] canvas').length };
  });
  check(rock.energy === rock.shown && rock.charts === 3, `the rock shows ${JSON.stringify(rock)}`);

  // the threshold filters
  const shown = () => page.$eval('[data-test=shown]', (e) => Number(e.dataset.n));
  const all = await shown();
  check(all >= 200, `${all} paths at first`);
  await page.$eval('[data-test=threshold]', (e) => { e.value = '700'; e.dispatchEvent(new Event('input')); });
  const few = await shown();
  check(few < all && few > 0, `${few} of ${all} paths above the threshold`);
  check(await page.evaluate(() => { const box = talus.page().view; return box.view.shown.every((k) => box.view.tracks.energy_max_kj[k] > box.threshold); }), 'a path below the threshold is shown');
  await page.$eval('[data-test=threshold]', (e) => { e.value = '0'; e.dispatchEvent(new Event('input')); });

  // layers switch, on the terrain and on the map
  await drawn(page);
  const bare = await picture(page, 'canvas.view');
  await page.selectOption('[data-test=view-layer]', 'reach_probability');
  await page.waitForFunction(() => talus.page().view.view.draped === 'reach_probability', null, { polling: 50 });
  await drawn(page);
  check((await picture(page, 'canvas.view')) !== bare, 'the layer on the terrain does not change the view');
  const energy = await picture(page, 'canvas.map');
  await page.selectOption('[data-test=map-layer]', 'passages');
  await page.waitForFunction(() => talus.page().map.layer?.name === 'passages' && talus.page().map.layer.cells, null, { polling: 50 });
  await drawn(page);
  check((await picture(page, 'canvas.map')) !== energy, 'the layer does not change the map');

  // frames
  const rate = await page.evaluate(async () => {
    const { view } = talus.page().view;
    view.show(view.tracks.choose(200));
    view.canvas.scrollIntoView();
    const frames = view.frames;
    const start = performance.now();
    await new Promise((done) => {
      const step = () => {
        view.orbit(0.01, 0, 1);
        view.setTime((view.time + 0.05) % view.tracks.last);
        if (performance.now() - start > 3000) done();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    return (1000 * (view.frames - frames)) / (performance.now() - start);
  });
  await page.waitForFunction(() => !talus.page().view.view.quick, null, { polling: 50 });
  check(await page.evaluate(() => talus.page().view.view.paths.geometry.index.count === 2 * talus.page().view.view.shown.reduce((n, k) => n + talus.page().view.view.tracks.starts[k + 1] - talus.page().view.view.tracks.starts[k] - 1, 0)), 'points of paths are missing at rest');
  console.log(`kot: ${rate.toFixed(1)} frames/s in software, 200 paths, camera and rocks in motion`);
  check(rate >= (strict ? 20 : 0.5), `${rate} frames/s`);

  // paper
  const pdf = await page.pdf({ path: `${directory}/kot.pdf`, preferCSSPageSize: true, printBackground: true });
  const pages = (pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? []).length;
  check(pages >= 4 && pages <= 20, `the paper version has ${pages} pages`);
  await page.emulateMedia({ media: 'print' });
  check(await page.$eval('nav', (e) => getComputedStyle(e).display === 'none'), 'the navigation is printed');
  check(await page.$eval('img.print-only', (e) => e.src.startsWith('data:image') && e.src.length > 20000), 'the 3D view is not printed');
  await page.close();
}

// --- hazard, in German and dark ----------------------------------------------------------------
{
  const { page } = await open('hazard', { colorScheme: 'dark' });
  await checkNumbers(page, 'hazard', 120);
  check((await page.$eval('html', (e) => e.lang)) === 'de', 'the page is not German');
  check((await page.$eval('html', (e) => e.dataset.theme)) === 'dark', 'the page is not dark');
  check((await page.$$('#curves canvas')).length >= 2, 'no hazard curves');
  check((await page.$$('[data-scatter] canvas')).length === 1, 'no scatter of the screen');
  check((await page.$$('.class .box.hatched')).length > 0, 'undecided cells are not in the legend');
  check((await page.evaluate(() => talus.page().map.layer.name)) === 'zones', 'the map does not begin with the zones');
  await page.selectOption('[data-test=section-line]', { index: 1 });
  check((await page.evaluate(() => talus.page().section.result.near)) > 0, 'no rock near the screen');
  for (const [language, word] of [['en', 'What was assumed'], ['fr', 'Hypothèses'], ['it', 'Ipotesi'], ['de', 'Annahmen']]) {
    await page.selectOption('[data-test=language]', language);
    await page.waitForFunction((l) => document.documentElement.dataset.ready === 'all' && document.documentElement.lang === l, language, { polling: 50 });
    check((await page.textContent('#assumptions h2')) === word, `no "${word}" in ${language}`);
    const text = await page.textContent('main');
    const left = text.match(/\b(head|nav|sum|out|stat|map|scr|sec|view|rock|haz|stu|ass|pro|num)\.[a-z_]+\b(?!\.)/g)?.filter((k) => !/^(rock|out|map|scr)\.(html|csv|json|yaml|png)/.test(k)) ?? [];
    const keys = left.filter((k) => !text.includes(`${k}.`) && /^(head|nav|sum|stat|haz|stu|ass|pro|num)\./.test(k));
    check(keys.length === 0, `texts are missing in ${language}: ${keys}`);
  }
  await page.close();
}

// --- rocks that break --------------------------------------------------------------------------
{
  const { page } = await open('quarry');
  const look = (time) => page.evaluate((time) => {
    const { view } = talus.page().view;
    view.setTime(time ?? view.tracks.last);
    const large = (k) => view.balls.instanceMatrix.array[16 * k] ** 2 + view.balls.instanceMatrix.array[16 * k + 1] ** 2 > 1e-10;
    const rocks = view.shown.length;
    return { pieces: view.shownPieces.length, all: view.pieces.count, bodies: [...view.bodies.values()].filter((b) => b.mesh.visible).length, pieceBodies: [...view.pieceBodies.values()].filter((b) => b.mesh.visible).length, lie: view.pieces.outcome.filter((o) => o !== 'broken').length, balls: Array.from({ length: view.balls.count - rocks }, (_, k) => large(rocks + k)).filter(Boolean).length, drawn: view.piecePaths.geometry.index.count };
  }, time);
  const start = await look(0);
  check(start.pieces === start.all && start.all > 20, `${start.pieces} of ${start.all} fragments are shown`);
  check(start.drawn > 2 * start.all, 'paths of fragments are not drawn');
  check(start.balls === 0 && start.pieceBodies === 0 && start.bodies > 0, 'there are fragments before a rock breaks');
  const end = await look(null);
  check(end.balls + end.pieceBodies === end.lie, `${end.balls} balls and ${end.pieceBodies} bodies of ${end.lie} fragments at the end`);
  check(end.pieceBodies > 10, `${end.pieceBodies} fragments have their shape`);
  check(end.bodies < start.bodies, 'rocks that broke are still there');
  // what broke is said in words
  const said = await page.textContent('main');
  check(!said.includes('out.broken'), 'the outcome broken has no text');
  check(/\d+ of 6 released rocks broke/.test(said), 'the summary does not say how many rocks broke');
  check(said.includes('They may break, by the law rockgis') && !said.includes('do not break'), 'the assumptions say that rocks do not break');
  // a section goes on with the fragments
  const sections = await page.evaluate(() => {
    const box = talus.page().section;
    const look = (pieces) => {
      box.c.pieces = pieces;
      box.draw();
      const { energies, paths, near } = box.result;
      return { bins: energies.max.filter((v) => v !== null).length, paths: paths.length, near };
    };
    const { pieces } = box.c;
    return { without: look(null), with: look(pieces), rocks: box.c.tracks.count };
  });
  check(sections.with.bins > sections.without.bins && sections.with.paths > sections.without.paths, `a section leaves fragments out: ${JSON.stringify(sections)}`);
  check(sections.with.near <= sections.rocks, `fragments count as rocks of their own: ${JSON.stringify(sections)}`);
  await page.evaluate(() => talus.page().view.view.show([0]));
  const one = await look(null);
  check(one.pieces > 0 && one.pieces < one.all, 'fragments of rocks that are hidden are shown');
  await page.close();
}

// --- a run without paths -----------------------------------------------------------------------
{
  const { page } = await open('bare');
  check((await page.$$('[data-what=tracks]')).length === 1, 'the page does not say that there are no paths');
  check((await page.$$('#sections')).length === 0, 'sections without paths');
  await page.close();
}

await browser.close();
console.log(failures ? `${failures} failed` : 'all as it should be');
process.exit(failures ? 1 : 0);
