// SPDX-License-Identifier: GPL-3.0-or-later
// The rocks of a scenario by one worker of a live page and by two: the hash of the run, and how fast.

/// In the page: all rocks by `count` workers, which have run a few before.
async function runAll(count) {
  const { live } = talus.page();
  const jobs = Array.from({ length: live.talus.rockCount }, (_, rock) => ({ rock, every: 0 }));
  const pool = await live.pool(count);
  await pool.run(jobs.slice(0, 8));
  const begin = performance.now();
  const results = await pool.run(jobs);
  const seconds = (performance.now() - begin) / 1000;
  const sum = results.reduce((all, { hash }) => BigInt.asUintN(64, all + BigInt(`0x${hash}`)), 0n);
  return { sum: sum.toString(16).padStart(16, '0'), rate: results.length / seconds };
}

/// @param evaluate runs a function with an argument in the page
/// @return rocks a second by two workers
export async function measureRates(browser, evaluate, hash, check) {
  let rate = 0;
  for (const count of [1, 2]) {
    const run = await evaluate(runAll, count);
    check(`0x${run.sum}` === hash, `the rocks of the scenario by ${count} workers: 0x${run.sum}, the run has ${hash}`);
    console.log(`${browser}, ${count} workers: ${run.rate.toFixed(0)} rocks of kot a second`);
    rate = run.rate;
  }
  return rate;
}
