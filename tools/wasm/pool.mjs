// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks side by side: a module of its own in each of several workers. Which worker takes a rock does not
// matter for its bits, and results come in the order of the jobs.
import { Talus } from './index.mjs';

const PORTION = 4; // jobs of one message

/// What runs in a worker. @param scope its global object
export function serve(scope) {
  let talus;
  const run = ({ rock, request, every }) => {
    try {
      return request ? talus.drop(request, every) : talus.run(rock, every);
    } catch (problem) {
      return { problem: problem.message };
    }
  };
  scope.onmessage = async ({ data }) => {
    try {
      if (data.jobs) scope.postMessage({ results: data.jobs.map(run) });
      else {
        talus = await Talus.create(data.wasm);
        talus.load(data.campaign);
        scope.postMessage({ results: [] });
      }
    } catch (problem) {
      scope.postMessage({ problem: problem.message });
    }
  };
}

export class Pool {
  /// @param start starts a worker that calls serve(); it is told the compiled module and bytes of the campaign
  constructor(start, wasm, campaign, count) {
    this.workers = Array.from({ length: count }, () => {
      const worker = start();
      const ready = new Promise((take, refuse) => {
        worker.onmessage = ({ data }) => (data.problem ? refuse(new Error(data.problem)) : take(worker));
        worker.onerror = (event) => refuse(new Error(event.message || 'a worker does not start'));
      });
      worker.postMessage({ wasm, campaign });
      return ready;
    });
  }

  /// Each job is {rock} of the campaign or {request} as Talus.drop takes it, with `every`.
  /// @param progress is told how many have ended; returns false: no more are begun
  /// Lists wait for each other.
  /// @return results in the order of the jobs, {problem} where a rock could not be had; none if it was stopped
  run(jobs, progress = () => true) {
    const turn = (this.last ?? Promise.resolve()).then(() => this.take(jobs, progress));
    this.last = turn.catch(() => {});
    return turn;
  }

  async take(jobs, progress) {
    const results = new Array(jobs.length);
    let next = 0, done = 0, goesOn = true;
    const feed = async (worker) => {
      while (goesOn && next < jobs.length) {
        const first = next;
        next = Math.min(jobs.length, next + PORTION);
        const part = await ask(worker, jobs.slice(first, next));
        part.forEach((result, k) => (results[first + k] = result));
        done += part.length;
        goesOn = progress(done) && goesOn;
      }
    };
    await Promise.all((await Promise.all(this.workers)).map(feed));
    return goesOn ? results : [];
  }

  async end() {
    for (const worker of await Promise.all(this.workers)) worker.terminate();
  }
}

function ask(worker, jobs) {
  return new Promise((take, refuse) => {
    worker.onmessage = ({ data }) => (data.problem ? refuse(new Error(data.problem)) : take(data.results));
    worker.onerror = (event) => refuse(new Error(event.message || 'a worker has ended'));
    worker.postMessage({ jobs });
  });
}
