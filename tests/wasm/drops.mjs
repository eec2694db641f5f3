// SPDX-License-Identifier: GPL-3.0-or-later
// node drops.mjs TOOLS/WASM DIRECTORY: drops rocks of DIRECTORY/plane, hazard, odd and runs their commands.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [tools, directory] = process.argv.slice(2);
const { openReport, TalusError } = await import(`${tools}/index.mjs`);
const { command, defaults, dropAt } = await import(`${tools}/command.mjs`);
let failures = 0;
const check = (good, text) => {
  if (!good) failures++;
  console.log(`${good ? 'good' : 'FAILED'}: ${text}`);
};

/// The hash that the program finds.
function program(name, line) {
  const cwd = `${directory}/${name}`;
  try {
    execSync(`${line} --quiet`, { cwd, stdio: 'pipe' });
  } catch (problem) {
    if (problem.status !== 4) return `exit code ${problem.status}: ${problem.stderr}`;
  }
  return JSON.parse(readFileSync(`${cwd}/live-rock/summary.json`, 'utf8')).hash;
}

function compare(name, { talus, live }, request, what) {
  const rock = dropAt(talus, live, request);
  const found = program(name, command(live, request));
  check(found === `0x${rock.hash}`, `${name}, ${what}: ${rock.outcome} after ${rock.step_count} steps, 0x${rock.hash}, program ${found}`);
  return rock;
}

const open = (name) => openReport(readFileSync(`${directory}/${name}/report.html`, 'utf8'));

const plane = await open('plane');
const { talus, live } = plane;
const base = { ...defaults(live), x: 30.25, y: 50.5 };
compare('plane', plane, base, 'as in the scenario');
const plain = compare('plane', plane, { ...base, seed: 18446744073709551614n, scheme: 'exact', orientation: [0.9, 0.1, -0.2, 1e-7] }, 'attitude, scheme, seed');
check(dropAt(talus, live, { ...base, seed: 18446744073709551614n, scheme: 'exact' }).hash !== plain.hash, 'an attitude matters');
talus.grounds.forEach((ground, k) => compare('plane', plane, { ...base, y: 20 + 6 * k, ground, seed: BigInt(k) }, ground));
live.rocks.forEach((rock, k) => rock.own || compare('plane', plane, { ...base, rock: k, volume: 0.3 + k / 7, height: 2.5 }, rock.name));
for (const scheme of talus.schemes) compare('plane', plane, { ...base, scheme }, scheme);

const hazard = await open('hazard');
const place = { x: 177830.5, y: 376690.25 };
hazard.live.rocks.forEach((rock, k) => rock.own && compare('hazard', hazard, { ...defaults(hazard.live), ...place, rock: k }, rock.name));

const odd = await open('odd');
check(odd.live.rocks[1].hull && defaults(odd.live).rock === 0, 'a rock of many hulls is not offered');
check(odd.live.breaks && defaults(odd.live).spinInWorld, 'what the release says is known');
compare('odd', odd, { ...defaults(odd.live), ...base, ...{ spinInWorld: true, spin: [1, 2, 3], velocity: [2, 0, 0] } }, 'odd names');

/// Wrong calls say why and change nothing.
function refused(what, phrase, act) {
  try {
    act();
    check(false, `${what} is not refused`);
  } catch (problem) {
    check(problem instanceof TalusError && problem.message.includes(phrase), `${what}: ${problem.message}`);
  }
}
const drop = (change) => () => dropAt(talus, live, { ...base, ...change });
const before = dropAt(talus, live, base).hash;
refused('an unknown scheme', 'there is no scheme', drop({ scheme: 'best' }));
refused('an unknown ground', 'there is no ground', drop({ ground: 'jelly' }));
refused('a rock that there is not', 'a rock that there is not', drop({ rock: 99 }));
refused('no place', 'not finite', drop({ x: NaN }));
refused('a seed that the program refuses', 'seed', drop({ seed: 18446744073709551615n }));
refused('a negative volume', 'volume', drop({ rock: 1, volume: -1 }));
refused('a rock that breaks', 'break', () => odd.talus.run(0));
refused('a rock of a new hull', 'new hull', () => dropAt(odd.talus, odd.live, { ...defaults(odd.live), ...base, rock: 1 }));
refused('rock 99 of 2', 'rocks 0 to 1', () => talus.run(99));
refused('other bytes', 'not a copy of a campaign', () => odd.talus.load(new Uint8Array(100)));
refused('nothing loaded', 'no campaign', () => odd.talus.run(0));
check(dropAt(talus, live, base).hash === before, 'the next rock is as before');
process.exitCode = failures > 0 ? 1 : 0;
