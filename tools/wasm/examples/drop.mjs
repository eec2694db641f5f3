// SPDX-License-Identifier: GPL-3.0-or-later
// node drop.mjs REPORT.html [EAST NORTH]: drop the scenario's rock on the terrain of a live report (talus report
// --live), print its track and the command that repeats it. Without a place: rock 0 of the scenario.
import { readFileSync } from 'node:fs';
import { openReport, STEP } from '../index.mjs';
import { command, defaults, dropAt } from '../command.mjs';

const [file, east, north] = process.argv.slice(2);
if (!file) {
  console.error('usage: node drop.mjs REPORT.html [EAST NORTH]');
  process.exit(1);
}
const { talus, live } = await openReport(readFileSync(file, 'utf8'));
const request = { ...defaults(live), x: Number(east), y: Number(north) };
const rock = east === undefined ? talus.run(0, 50) : dropAt(talus, live, request, 50);

console.log('time_s,east_m,north_m,z_m,speed_m_s,energy_kj');
for (let at = 0; at < rock.steps.length; at += STEP.size) {
  const s = rock.steps.subarray(at, at + STEP.size);
  const speed = Math.hypot(s[STEP.v], s[STEP.v + 1], s[STEP.v + 2]);
  console.log([s[STEP.time], live.east + s[STEP.r], live.north + s[STEP.r + 1], s[STEP.r + 2], speed, 1e-3 * s[STEP.energy]].map((v) => v.toFixed(3)).join(','));
}
console.error(`${rock.outcome} after ${rock.time_s.toFixed(1)} s, at most ${(1e-3 * rock.energy_max_j).toFixed(0)} kJ; hash 0x${rock.hash}`);
if (east !== undefined) console.error(command(live, request));
