// SPDX-License-Identifier: GPL-3.0-or-later
// Program, style and licences in one HTML text.
import { build } from 'esbuild';
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const licence = (name) => readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();

const notices = ['three', 'uplot'].map((name) => `${name} ${version(name)}\n\n${licence(name)}`).join('\n\n----\n\n');
const physics = `\n\n----\n\n${readFileSync('../wasm/LICENSES.txt', 'utf8').trim()}`;
/// A program and what it imports as one text, and its style. @param define texts that stand for names
async function bundle(entry, define = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    format: 'iife',
    target: ['chrome103', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    define,
  });
  return (end) => result.outputFiles.find((f) => f.path.endsWith(end)).text.trim();
}

/// The page, one HTML text. @param live that of talus report --live
async function compose(live) {
  const worker = live ? { LIVE_WORKER: JSON.stringify((await bundle('src/live_worker.js'))('.js')) } : {};
  const find = await bundle(live ? 'src/live_main.js' : 'src/main.js', worker);
  return `<!DOCTYPE html>
<!--
SPDX-License-Identifier: GPL-3.0-or-later
Made by talus report. Its viewer is free software; the source is in tools/viewer of talus. It holds:

${(notices + (live ? physics : '')).replaceAll('--', '- -')}
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'${live ? " 'wasm-unsafe-eval'; worker-src blob:" : ''}; style-src 'unsafe-inline'; img-src data: blob:">
<title><!--title--></title>
<style>${find('.css')}</style>
</head>
<body>
<noscript>This page draws its charts and maps with JavaScript: allow it, or open the files of the result directory.</noscript>
<div id="page"></div>
<!--data--><script>${find('.js')}</script>
</body>
</html>
`;
}

const to = process.argv[2];
mkdirSync(dirname(to), { recursive: true });
for (const [name, live] of [[to, false], [`${dirname(to)}/live.html`, true]]) {
  const page = await compose(live);
  writeFileSync(name, page);
  console.log(`${name}: ${Buffer.byteLength(page)} bytes`);
}
writeFileSync(`${dirname(to)}/LICENSES.txt`, notices + '\n');
