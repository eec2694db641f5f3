// SPDX-License-Identifier: GPL-3.0-or-later
// node bits.mjs INDEX.MJS DIRECTORY: every DIRECTORY/*/report.html, and logs NAME.csv of rock 3 beside them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const [module, directory] = process.argv.slice(2);
const { openReport, STEP } = await import(module);
let failures = 0;
const check = (good, text) => {
  if (!good) failures++;
  console.log(`${good ? 'same' : 'FAILED'}: ${text}`);
};

/// Columns of a log that a step has too, and where.
const columns = { z_m: STEP.r + 2, p_w: STEP.p, p_x: STEP.p + 1, p_y: STEP.p + 2, p_z: STEP.p + 3, v_x_m_s: STEP.v, v_y_m_s: STEP.v + 1, v_z_m_s: STEP.v + 2, omega_x_rad_s: STEP.omega, omega_y_rad_s: STEP.omega + 1, omega_z_rad_s: STEP.omega + 2, slippage_m: STEP.slippage, scar_depth_m: STEP.scar, ledger_j: STEP.ledger, jump_height_m: STEP.jump };

/// The log's kinetic energy is that of the report of a step, the release has none there.
function compareLog(name, live, rock, log) {
  const lines = log.trim().split('\n').map((line) => line.split(','));
  const head = lines.shift();
  check(lines.length === rock.count, `${name}: ${rock.count} steps`);
  let differ = 0;
  for (let k = 0; k < Math.min(lines.length, rock.count); k++) {
    const row = lines[k].map(Number);
    const at = k * STEP.size;
    const equal = (column, value) => {
      if (!Object.is(row[head.indexOf(column)], value)) differ++;
    };
    for (const [column, offset] of Object.entries(columns)) equal(column, rock.steps[at + offset]);
    equal('time_s', rock.steps[at]);
    equal('east_m', live.east + rock.steps[at + STEP.r]);
    equal('north_m', live.north + rock.steps[at + STEP.r + 1]);
    if (k > 0) equal('kinetic_energy_j', rock.steps[at + STEP.energy]);
  }
  check(differ === 0, `${name}: ${differ} numbers of ${lines.length} steps differ`);
}

for (const name of readdirSync(directory).sort()) {
  if (!existsSync(`${directory}/${name}/report.html`)) continue;
  const summary = JSON.parse(readFileSync(`${directory}/${name}/summary.json`, 'utf8'));
  const { talus, live } = await openReport(readFileSync(`${directory}/${name}/report.html`, 'utf8'));
  let sum = 0n;
  const start = performance.now();
  for (let k = 0; k < talus.rockCount; k++) sum = BigInt.asUintN(64, sum + BigInt(`0x${talus.run(k).hash}`));
  const rate = (1000 * talus.rockCount) / (performance.now() - start);
  check(`0x${sum.toString(16).padStart(16, '0')}` === summary.hash, `${name}: ${talus.rockCount} rocks, ${summary.hash}, ${rate.toFixed(0)} rocks/s`);
  if (existsSync(`${directory}/${name}.csv`)) compareLog(name, live, talus.run(3, 1), readFileSync(`${directory}/${name}.csv`, 'utf8'));
}
process.exitCode = failures > 0 ? 1 : 0;
