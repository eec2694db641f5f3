# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates of one thread from Python against those of the command line, by turns; medians of all rounds.

python3 tools/python/examples/rates.py TALUS [SCENARIO] [ROCKS] [ROUNDS]     TALUS: the program, of the same build as the library
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time

import talus

program = sys.argv[1]
path = sys.argv[2] if len(sys.argv) > 2 else "scenarios/kot.yaml"
rocks, rounds = (int(sys.argv[k]) if len(sys.argv) > k else usual for k, usual in ((3, 100), (4, 7)))
world = talus.Scenario.read(path).vary({"releases.0.rocks": rocks}).load()


def command_line():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "run", path, "--rocks", str(rocks), "--threads", "1", "--quiet", "--out", f"{folder}/out"], check=True)
        with open(f"{folder}/out/summary.json", encoding="utf-8") as file:
            summary = json.load(file)
    return summary["timing"]["rocks_per_s"], summary["hash"]


def campaign():
    start = time.perf_counter()
    results = world.run(threads=1)
    return rocks / (time.perf_counter() - start), results.hash


def trajectories():
    start = time.perf_counter()
    for rock in range(rocks):
        world.trajectory(rock)
    return rocks / (time.perf_counter() - start), None


def steps():
    """Microseconds of a step of steps(), and in a call of step() each."""
    site = talus.Site(world.terrain, talus.ground("medium@1"))
    rock = talus.Rock.build("cuboid", (1.0, 0.8, 0.6), density=2600.0)
    grid = world.terrain.grid
    x, y = grid.x[grid.nx // 2], grid.y[grid.ny // 2]
    start = talus.state(r=(x, y, float(world.terrain.heights([[x, y]])[0]) + 1.0))
    stepper = talus.Stepper(site, rock, talus.StepOptions(time_step=0.0002))
    count, costs = 10000, []
    for each in (False, True):
        motion = stepper.start(rock, start)
        begin = time.perf_counter()
        if each:
            for _ in range(count):
                motion.step()
        else:
            motion.steps(count)
        costs.append(1e6 * (time.perf_counter() - begin) / count)
    return costs


found = [(command_line(), campaign(), trajectories(), steps()) for _ in range(rounds)]
assert len({one[k][1] for one in found for k in (0, 1)}) == 1, "Python and the command line have different hashes"
rates = [statistics.median(one[k][0] for one in found) for k in range(3)]
for name, rate in zip(("command line", "campaign", "trajectory()"), rates):
    print(f"{name:<14}{rate:7.1f} rocks/s {100 * rate / rates[0]:6.1f} %")
many, single = (statistics.median(one[3][k] for one in found) for k in range(2))
print(f"step()        {single:7.2f} us in a call each; {many:.2f} us in steps(), which keeps all states")
