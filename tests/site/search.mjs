// SPDX-License-Identifier: GPL-3.0-or-later
// node search.mjs PACKAGE.JSON CHROMIUM SITE: types the words of how-tos into the search of the built site, as its readers do,
// and opens what is found. The site is served from this process; a request of anything else is a failure.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [packages, executablePath, site] = process.argv.slice(2);
const { chromium } = createRequire(packages)('playwright-core');
let failures = 0;
const check = (good, text) => {
  if (good) return;
  failures++;
  console.error(`FAILED: ${text}`);
};

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://site').pathname));
  try {
    const bytes = readFileSync(join(site, path === '/' ? 'index.html' : path));
    response.writeHead(200, { 'Content-Type': types[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream' });
    response.end(bytes);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const home = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
page.setDefaultTimeout(60000);
page.on('request', (r) => check(r.url().startsWith(home) || /^(data|blob):/.test(r.url()), `request of ${r.url()}`));
page.on('pageerror', (e) => check(false, e.message));

// what is typed, and the page that must be among the first three found
const searches = [
  ['choose ground', 'docs/ground.html'],
  ['calibrate deposits', 'docs/calibrate.html'],
  ['run on a cluster slurm', 'docs/cluster.html'],
  ['perspective picture scene', 'docs/pictures.html'],
  ['hazard zones rule pack', 'docs/hazard.html'],
];
for (const [words, expected] of searches) {
  await page.goto(home);
  await page.click('input.md-search__input');
  await page.keyboard.type(words, { delay: 10 });
  await page.waitForSelector('.md-search-result__item a');
  const found = await page.$$eval('.md-search-result__item > a', (all) => all.map((a) => new URL(a.href).pathname.slice(1)));
  check(found.slice(0, 3).includes(expected), `"${words}": found ${found.slice(0, 5)}, expected ${expected}`);
  const link = page.locator('.md-search-result__item > a').nth(Math.max(0, found.indexOf(expected)));
  await link.click();
  await page.waitForURL((url) => url.pathname.slice(1) === expected);
  check((await page.locator('article h1').first().innerText()).length > 3, `${expected} opens without a title`);
  console.log(`"${words}": ${expected} is number ${found.indexOf(expected) + 1} of ${found.length}`);
}
// words that no page has
await page.goto(home);
await page.click('input.md-search__input');
await page.keyboard.type('zzqxv');
await page.waitForFunction(() => /No matching/.test(document.querySelector('.md-search-result__meta')?.textContent ?? ''));
await page.screenshot({ path: join(site, '../search.png') });
await browser.close();
server.close();
process.exit(failures > 0 ? 1 : 0);
