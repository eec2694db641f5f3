# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparison, sensitivity, hazard: the figures of single runs and of the program."""
import csv
import json
import pathlib
import unittest

import numpy as np
import talus
from common import SCENARIOS, described, dem, run_program, slope
from talus import study


class Studies(unittest.TestCase):
    def test_variants_of_a_comparison_are_runs(self):
        scenario = talus.Scenario(described(), set={"releases.0.rocks": 12})
        world = scenario.load(dem=dem())
        found = study.compare(world, schemes=["explicit", "midpoint"], time_steps=[0.004])
        self.assertEqual([v["scheme"] for v in found.variants], ["explicit", "midpoint"])
        for variant in found.variants:
            alone = talus.run(scenario.vary({"simulation.scheme": variant["scheme"]}), dem=dem())
            self.assertEqual(alone.totals.hash, variant["totals"].hash)
        rocks = found.table("rocks")
        self.assertEqual(rocks.row_count, 24)
        self.assertIn("differences", found.table("differences").name)
        with self.assertRaises(talus.TalusError):
            found.table("effects")
        with self.assertRaises(talus.TalusError):
            study.compare(world, schemes=["midpoint"])

    def test_a_comparison_without_and_with_breaking(self):
        law = {"law": "threshold", "energy_j_kg": 5, "largest_share": 0.5, "size_exponent": 1, "least_volume_m3": 0.1}
        scenario = talus.Scenario(described(ground=[{"preset": "hard"}], fragmentation=law), set={"releases.0.rocks": 8})
        found = study.compare(scenario.load(dem=dem()), fragmentation=True)
        whole, broken = found.variants
        self.assertEqual([whole["name"], broken["name"]], ["unbroken", "broken"])
        self.assertEqual([whole["breaking"], broken["breaking"]], ["none", "threshold"])
        self.assertEqual([whole["bodies_per_event"], whole["broken_share"]], [1.0, 0.0])
        self.assertGreater(broken["bodies_per_event"], 2.0)
        for variant in found.variants:
            alone = talus.run(scenario.vary({"fragmentation.law": variant["breaking"]}), dem=dem())
            self.assertEqual(alone.totals.hash, variant["totals"].hash)
        self.assertEqual(found.table("screens").row_count, 2)
        with self.assertRaises(talus.TalusError):
            study.compare(talus.Scenario(described()).load(dem=dem()), fragmentation=True)

    def test_files_of_a_comparison_are_those_of_the_program(self):
        run_program("compare", SCENARIOS / "plane.yaml", "--rocks", 5, "--schemes", "explicit,midpoint", "--out", "cli",
                    "--quiet", codes=(0, 4))
        world = talus.Scenario.read(SCENARIOS / "plane.yaml", set={"releases.0.rocks": 5}).load()
        study.compare(world, schemes=["explicit", "midpoint"], directory="py")
        for name in ("compare.csv", "ratios.csv", "differences.csv"):
            if pathlib.Path("cli", name).exists():
                self.assertEqual(pathlib.Path("cli", name).read_text(), pathlib.Path("py", name).read_text(), name)
        self.assertEqual(sorted(p.name for p in pathlib.Path("cli").iterdir()),
                         sorted(p.name for p in pathlib.Path("py").iterdir()))

    def test_sensitivity(self):
        world = talus.Scenario(described(), set={"releases.0.rocks": 10}).load(dem=dem())
        self.assertIn("step_half", study.sensitivity_variants())
        found = study.sensitivity(world, ["step_half"])
        self.assertEqual(len(found.variants), 2)
        self.assertGreater(found.table("effects").row_count, 3)

    def test_a_study_can_be_stopped(self):
        world = talus.Scenario(described(), set={"releases.0.rocks": 4000}).load(dem=dem())
        self.assertTrue(study.compare(world, should_stop=lambda: True).partial)


class Models(unittest.TestCase):
    def test_models_of_one_scenario(self):
        world = talus.Scenario.read(SCENARIOS / "soil_plane.yaml", set={"releases.0.rocks": 5}).load()
        found = study.compare_models(world, ["soil", "hard", "energyline"], energy_line_deg=30.0)
        table = found.table()
        self.assertEqual(table.row_count, 3)
        self.assertEqual(found.totals(0).hash, world.run().totals.hash)
        with self.assertRaises(talus.TalusError):
            found.totals(2)
        with self.assertRaises(talus.TalusError):
            study.compare_models(world, ["hard"])


class Calibrations(unittest.TestCase):
    def test_deposits_of_a_run(self):
        """The best value lies within the bounds, and the library says how much the data say."""
        scenario = described(ground=[{"preset": "medium@1", "mu_min": 0.5}], terrain={"dem": "slope.asc"},
                             releases=[{**described()["releases"][0], "rocks": 20}])
        heights = slope()
        lines = ["ncols 60", "nrows 40", "xllcenter 1000", "yllcenter 2000", "cellsize 5"]
        lines += [" ".join(f"{z:.3f}" for z in row) for row in heights[::-1]]
        pathlib.Path("slope.asc").write_text("\n".join(lines) + "\n")
        scenario["terrain"]["assume_metres"] = True
        pathlib.Path("slope.yaml").write_text(json.dumps(scenario))
        results = talus.Scenario.read("slope.yaml").load().run()
        results.write("truth")
        found = study.calibrate("slope.yaml", "truth/results.gpkg", {"ground.0.mu_min": (0.3, 0.8)}, layer="deposits",
                                evaluations=60, method="search", assume_crs=True)
        row = found.table().rows()[0]
        self.assertEqual(found.facts["rocks"], 20)
        self.assertTrue(0.3 <= row["best"] <= 0.8, row)
        self.assertGreater(len(found.findings), 0)
        self.assertTrue(np.isfinite(found.facts["best"]))


class Hazards(unittest.TestCase):
    def test_zones_are_those_of_the_directory(self):
        scenario = described(hazard={"return_periods_yr": [30, 100], "rules": str(SCENARIOS / "rules/switzerland.yaml")})
        scenario["releases"][0]["frequency"] = {"per_year": 0.5}
        results = talus.run(scenario, dem=dem())
        found = study.Hazard(results)
        self.assertEqual(found.rules.zones[0]["name"][:1].isalpha(), True)
        results.write("zones")
        zones = found.zones()
        self.assertEqual(int((zones > 0).sum()), int(sum(found.tally.mapped)) + found.tally.mapped_undecided)
        read = talus.read("zones").raster("zones").values
        # the file has no value for no zone, 0 for undecided; the map absorbs small patches on top
        self.assertEqual(np.isfinite(read).sum(), found.tally.reached)
        self.assertEqual((read > 0).sum(), found.tally.decided)
        self.assertEqual((np.isfinite(read) & (zones == 0)).sum(), 0)
        curves = found.table("curves")
        with open("zones/curves.csv", newline="") as file:
            self.assertEqual(curves.row_count, len(list(csv.reader(file))) - 1)
        self.assertEqual(found.intensities(0).shape, zones.shape)
        window = found.zones(window=(2, 3, 5, 4))
        np.testing.assert_array_equal(window, zones[3:7, 2:7])

    def test_rules_of_ones_own(self):
        results = talus.run(described(releases=[{**described()["releases"][0], "frequency": {"per_year": 0.5}}]), dem=dem())
        with self.assertRaisesRegex(ValueError, "rules"):
            study.Hazard(results)
        rules = study.Rules.read(SCENARIOS / "rules/switzerland.yaml")
        self.assertGreater(len(rules.levels), 1)
        self.assertGreater((study.Hazard(results, rules).zones() > 0).sum(), 0)
        with self.assertRaises(talus.TalusError):
            study.Rules.read(SCENARIOS / "plane.yaml")


if __name__ == "__main__":
    unittest.main()
