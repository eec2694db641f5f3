# SPDX-License-Identifier: GPL-3.0-or-later
"""Rocking blocks and impact laws: against closed forms, and single runs against batches."""
import math
import unittest

import numpy as np
import talus
from talus import rocking


class Maps(unittest.TestCase):
    def test_housner_in_closed_form(self):
        """r = 1 - 3/2 sin^2 alpha of a homogeneous rectangle."""
        for b, h in ((0.1, 0.5), (0.3, 0.5)):
            block = rocking.Block.rectangle(100.0, b, h)
            alpha = math.atan(b / h)
            self.assertAlmostEqual(rocking.ratio(block), 1.0 - 1.5 * math.sin(alpha) ** 2, places=12)
            self.assertAlmostEqual(rocking.ratio(block, "chatzis", 1.0), rocking.ratio(block), places=12)
            self.assertAlmostEqual(rocking.ratio(block, "chatzis", 0.0), 1.0, places=12)
        self.assertIn("lipscombe", rocking.impact_maps())
        with self.assertRaisesRegex(ValueError, "housner"):
            rocking.ratio(block, "hausner")


class Planar(unittest.TestCase):
    def setUp(self):
        self.block = rocking.Block.rectangle(100.0, 0.1, 0.5)

    def test_impacts_follow_the_ratio(self):
        """Free rocking: omega before impact i + 1 = r omega before impact i, for equal maps on both sides."""
        run = rocking.planar_run(self.block, theta0=0.1, duration=10.0, sample_step=0.01)
        speeds = np.abs(run.impacts["omega"])
        self.assertGreater(len(speeds), 5)
        np.testing.assert_allclose(speeds[1:6] / speeds[:5], rocking.ratio(self.block), rtol=1e-9)
        self.assertEqual(run.result.outcome, "rest")
        self.assertEqual(run.result.impacts, len(speeds))
        self.assertAlmostEqual(run.samples["theta"][0], 0.1)
        self.assertTrue(np.all(np.diff(run.samples["time"]) > 0.0))
        peaks = np.abs(run.peaks["theta"])
        self.assertTrue(np.all(np.diff(peaks) < 0.0))

    def test_the_room_for_impacts_grows(self):
        run = rocking.planar_run(self.block, ratios=(0.9995, 0.9995), theta0=0.1, duration=2000.0)
        self.assertGreater(run.result.impacts, 1024)
        self.assertEqual(len(run.impacts["time"]), run.result.impacts)
        self.assertTrue(np.all(np.diff(run.impacts["time"]) > 0.0))

    def test_a_batch_is_its_runs(self):
        shaking = rocking.Shaking(pulse=rocking.Pulse(kind="sine", amplitude=4.0, frequency=6.0, cycles=1.0))
        blocks = [rocking.Block.rectangle(100.0, b, 0.5) for b in (0.08, 0.1, 0.12, 0.2)]
        together = rocking.planar_batch(blocks, shaking, duration=6.0, threads=2)
        for block, row in zip(blocks, together):
            alone = rocking.planar_run(block, shaking=shaking, duration=6.0).result
            self.assertEqual(alone.peak_angle, row["peak_angle"])
            self.assertEqual(alone.impacts, row["impacts"])
        self.assertGreater(together["peak_angle"][0], together["peak_angle"][3])

    def test_scale_that_overturns(self):
        shaking = rocking.Shaking(horizontal=5.0 * np.sin(4.0 * np.arange(0.0, 1.57, 0.01)), time_step=0.01)
        scale, below = rocking.critical_scale(self.block, shaking, 0.1, 5.0, duration=10.0)
        self.assertFalse(below)
        for factor, outcome in ((0.999, False), (1.001, True)):
            scaled = rocking.Shaking(horizontal=5.0 * np.sin(4.0 * np.arange(0.0, 1.57, 0.01)), time_step=0.01,
                                     scale=factor * scale)
            ended = rocking.planar_run(self.block, shaking=scaled, duration=10.0).result.outcome
            self.assertEqual(ended == "overturned", outcome)

    def test_wrong_calls(self):
        with self.assertRaises(talus.TalusError):
            rocking.planar_run(self.block, duration=-1.0)
        with self.assertRaises(AttributeError):
            rocking.planar_run(self.block, theta=0.1)
        with self.assertRaises(ValueError):
            rocking.planar_batch([self.block], [])


class Spatial(unittest.TestCase):
    def test_energy_goes_in_impacts_alone(self):
        block = rocking.SpatialBlock.cuboid(100.0, 0.1, 0.15, 0.5)
        run = rocking.spatial_run(block, rocking.SpatialLaw.uniform(1.0, 0.0, 1.0), rocking.release(block, 1, 0.05),
                                  sample_interval=0.01, end_time=3.0)
        self.assertLess(run.summary.energy_error, 1e-6 * run.summary.energy_begin)
        self.assertEqual(len(run.events), run.summary.edge_impacts + run.summary.facet_impacts + sum(
            run.events["kind"] > 2))
        self.assertGreater(len(run.samples), 100)
        np.testing.assert_allclose(np.linalg.norm(run.samples["attitude"], axis=1), 1.0, atol=1e-9)


class Laws(unittest.TestCase):
    def test_newton_on_one_contact(self):
        """A point mass: gamma+ = -e gamma-."""
        result = rocking.apply_law([[2.0]], [[1.0]], [-3.0], epsilon_n=[0.5])
        self.assertAlmostEqual(result.velocity_after[0], 1.5)
        self.assertAlmostEqual(result.percussion_n[0], 9.0)
        self.assertTrue(result.admissible)
        wild = rocking.apply_law([[2.0]], [[1.0]], [-3.0], epsilon_n=[1.5])
        self.assertFalse(wild.admissible)
        self.assertFalse(wild.energetic.holds)
        with self.assertRaises(talus.TalusError):
            rocking.apply_law([[-2.0]], [[1.0]], [-3.0], epsilon_n=[0.5])

    def test_an_interval(self):
        found = rocking.restitution_interval("rocking_sliding", aspect=4.0)
        self.assertLess(found.low, found.high)


if __name__ == "__main__":
    unittest.main()
