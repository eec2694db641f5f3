# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns from Python: the bits and files of the command line; arrays; progress and stopping."""
import filecmp
import gc
import json
import pathlib
import signal
import threading
import unittest

import numpy as np
import talus
from common import SCENARIOS, described, dem, run_program, same

ROCKS = 6


class SameAsTheProgram(unittest.TestCase):
    def test_hashes_and_files_of_shipped_scenarios(self):
        """kot, ramp, plane, protection (stems, walls, nets), soil, several classes, hazard with dams."""
        for name in ("kot", "ramp", "plane", "protection", "soil_plane", "boulders", "kot_hazard"):
            with self.subTest(name):
                run_program("run", SCENARIOS / f"{name}.yaml", "--rocks", ROCKS, "--threads", 2, "--out", f"cli_{name}",
                            "--quiet", codes=(0, 4))
                written = talus.read(f"cli_{name}")
                results = written.scenario.load().run(threads=1)
                self.assertEqual(results.hash, written.hash)
                results.write(f"py_{name}")
                self.same_directory(f"cli_{name}", f"py_{name}")

    def same_directory(self, one, other):
        """The same files; scenario.yaml was read from the other place, the summary has its own timing."""
        names = sorted(p.name for p in pathlib.Path(one).iterdir())
        self.assertEqual(names, sorted(p.name for p in pathlib.Path(other).iterdir()))
        for name in names:
            if name.endswith((".tif", ".csv", ".qml", ".svg", ".json")) and name not in ("summary.json", "manifest.json"):
                self.assertTrue(filecmp.cmp(f"{one}/{name}", f"{other}/{name}", shallow=False), name)
        first, second = (json.loads(pathlib.Path(d, "summary.json").read_text()) for d in (one, other))
        for summary in (first, second):
            for key in ("timing", "threads", "ranks", "scenario"):
                summary.pop(key)
        self.assertEqual(first, second)

    def test_trajectories_are_those_of_the_run(self):
        for name in ("kot", "ramp", "protection"):
            with self.subTest(name):
                world = talus.Scenario.read(SCENARIOS / f"{name}.yaml", set={"releases.0.rocks": 4}).load()
                results = world.run(threads=2)
                traced = list(world.trajectories())
                self.assertEqual(len(traced), world.rock_count)
                for k, one in enumerate(traced):
                    self.assertTrue(same(one.record, results.records[k]), k)
                    np.testing.assert_array_equal(one.track, results.tracks[k])
                np.testing.assert_array_equal(np.concatenate([t.impacts for t in traced]), results.impacts)
                whole = world.trajectory(2, every=1)
                self.assertEqual(len(whole.steps), whole.record["steps"] + 1)
                self.assertTrue(same(whole.steps["state"][-1], results.records["end"][2]))
                np.testing.assert_array_equal(whole.track, traced[2].track)


class FromArrays(unittest.TestCase):
    def test_a_dictionary_and_heights_are_enough(self):
        results = talus.run(described(), dem=dem())
        self.assertEqual(results.totals.rocks, 40)
        self.assertEqual(sum(results.outcomes.values()), 40)
        self.assertEqual(results.outcomes["diverged"], 0)
        self.assertEqual(results.world.origin, (1000.0, 2000.0))
        reach = results.raster("reach_probability")
        self.assertEqual(reach.shape, (len(results.y), len(results.x)))
        self.assertTrue(0.05 < np.nanmax(reach) <= 1.0)
        self.assertEqual(np.nansum(results.raster("deposits")), results.outcomes["stopped"])
        # rocks start in the west, within the box, and go east
        j, i = np.nonzero(results.raster("passages") > 0)
        self.assertGreaterEqual(results.x[i.min()], 1005.0)
        self.assertTrue(2050.0 < results.y[j].mean() < 2150.0)
        road = results.gauge("road")
        self.assertEqual(road.released, 40)
        self.assertEqual(road.passages, road.to_left + road.to_right)
        table = results.table("screens")
        self.assertEqual(table["name"].tolist(), ["road"])
        self.assertEqual(table["rocks"][0], road.rocks)
        self.assertAlmostEqual(table["height_m_mean"][0], road.moments["mean"][5])
        self.assertEqual(table.units["E95_kj"], "kJ")
        shares = results.gauge_exceedance("road", "kinetic_energy", [0.0, 1e3, 1e9])
        self.assertTrue(shares[0] >= shares[1] >= shares[2] == 0.0)
        hits, yearly = results.hit_rate("road", [0.0, 1e3, 1e9])
        np.testing.assert_allclose(hits, shares * road.probability, atol=1e-3)
        self.assertTrue(np.isnan(yearly).all())

    def test_tracks_agree_with_records(self):
        results = talus.run(described(), dem=dem())
        for rock, track in results.tracks.items():
            record = results.records[rock]
            self.assertEqual(track["t"][-1], record["time"])
            end = [track[key][-1] for key in "xyz"]
            np.testing.assert_array_equal(end, record["end"]["r"])
            self.assertLessEqual(track["speed"].max(), record["speed_max"] * (1 + 1e-6))

    def test_heights_from_a_dem_and_its_own_array_give_the_same(self):
        path = SCENARIOS / "../terrain/plane/plane.tif"
        own = talus.run(SCENARIOS / "plane.yaml")
        read = talus.Dem.read(path)
        handed = talus.run(SCENARIOS / "plane.yaml", dem=talus.Dem(read.heights, read.cell, read.east, read.north,
                                                                   read.crs, read.attribution))
        self.assertEqual(own.hash, handed.hash)

    def test_a_dataset_has_what_xarray_wants(self):
        data = talus.run(described(), dem=dem()).dataset(["reach_probability", "speed_p95", "speed_exceeds_5_m_s"])
        for name, variable in data["data_vars"].items():
            self.assertEqual(variable["data"].shape, tuple(len(data["coords"][d]["data"]) for d in variable["dims"]), name)
        self.assertEqual(data["data_vars"]["speed_p95"]["attrs"]["units"], "m/s")
        self.assertEqual(len(data["attrs"]["scenario_sha256"]), 64)
        try:
            import xarray
        except ImportError:
            return
        self.assertEqual(xarray.Dataset.from_dict(data)["speed_p95"].dims, ("y", "x"))

    def test_update_changes_grounds_only(self):
        scenario = talus.Scenario(described(ground=[{"preset": "medium@1", "mu_min": 0.6}]))
        world = scenario.load(dem=dem())
        first = world.run().hash
        world.update(scenario.vary({"ground.0.mu_min": 0.3}))
        slippery = world.run()
        fresh = talus.run(scenario.vary({"ground.0.mu_min": 0.3}), dem=dem())
        self.assertEqual(slippery.hash, fresh.hash)
        self.assertNotEqual(first, slippery.hash)
        self.assertTrue(same(world.trajectory(5).record, fresh.records[5]))
        with self.assertRaises(talus.TalusError):
            world.update(scenario.vary({"simulation.time_step_s": 0.002}))


class Runs(unittest.TestCase):
    def test_progress_and_stop(self):
        seen = []
        world = talus.Scenario(described(), set={"releases.0.rocks": 2000}).load(dem=dem())
        stopped = world.run(threads=2, should_stop=lambda: len(seen) > 1,
                            progress=lambda done, total, time: seen.append((done, total)))
        self.assertTrue(stopped.partial)
        self.assertLess(stopped.totals.rocks, 2000)
        self.assertEqual(stopped.records["done"].sum(), stopped.totals.rocks)
        self.assertTrue(all(total == 2000 for _, total in seen))
        # whole rocks only: those that are done are those of a whole run
        k = int(np.flatnonzero(stopped.records["done"])[0])
        self.assertTrue(same(stopped.records[k], world.trajectory(k).record))
        stopped.write("stopped")
        self.assertTrue(talus.read("stopped").partial)

    def test_a_signal_ends_a_run(self):
        """Ctrl-C while the library computes: KeyboardInterrupt with the partial results."""
        world = talus.Scenario(described(), set={"releases.0.rocks": 200000}).load(dem=dem())

        def press(done, total, time):
            signal.raise_signal(signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt) as caught:
            world.run(progress=press)
        self.assertTrue(caught.exception.results.partial)
        self.assertGreater(caught.exception.results.totals.rocks, 0)

    def test_an_exception_of_a_callback_is_the_runs(self):
        world = talus.Scenario(described(), set={"releases.0.rocks": 20000}).load(dem=dem())

        def fail():
            raise RuntimeError("no more")

        with self.assertRaisesRegex(RuntimeError, "no more"):
            world.run(should_stop=fail)

    def test_resume_and_shards(self):
        world = talus.Scenario(described(), set={"releases.0.rocks": 300}).load(dem=dem())
        whole = world.run()
        calls = []
        part = world.run(checkpoint="state", should_stop=lambda: calls.append(1) or len(calls) > 1)
        self.assertTrue(part.partial)
        self.assertEqual(world.run(checkpoint="state", resume=True).hash, whole.hash)
        for k in (1, 2):
            world.run(checkpoint=f"shard{k}", shard=(k, 2))
        merged = world.merge(["shard1", "shard2"])
        self.assertEqual(merged.hash, whole.hash)
        self.assertFalse(merged.partial)
        with self.assertRaisesRegex(talus.TalusError, "shard"):
            world.run(shard=(3, 2), checkpoint="x")

    def test_two_threads_of_python_run_at_once(self):
        world = talus.Scenario(described()).load(dem=dem())
        expected = world.run().hash
        found = []
        threads = [threading.Thread(target=lambda: found.append(
            (world.run(threads=1).hash, [t.track.tobytes() for t in world.trajectories(range(10))]))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([f[0] for f in found], [expected] * 3)
        self.assertTrue(all(f[1] == found[0][1] for f in found))

    def test_views_outlive_what_made_them(self):
        results = talus.run(described(), dem=dem())
        kept = results.records["end"]["r"].copy()
        view = results.records
        track = results.tracks[7]
        points = track.copy()
        del results
        gc.collect()
        np.testing.assert_array_equal(view["end"]["r"], kept)
        np.testing.assert_array_equal(track, points)
        with self.assertRaises(ValueError):
            view["time"][0] = 1.0

    def test_hard_problems_are_solved_again(self):
        results = talus.run(described(), dem=dem(), hard_problems=5)
        self.assertEqual(len(results.hard_problems), 5)
        for problem in results.hard_problems:
            self.assertLess(problem.error(problem.found), 1e-8)
            self.assertTrue(problem.solve(tolerance=1e-10).info.solved)
            self.assertGreater(problem.step, 0)


if __name__ == "__main__":
    unittest.main()
