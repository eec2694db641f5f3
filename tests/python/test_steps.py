# SPDX-License-Identifier: GPL-3.0-or-later
"""Single steps and contact problems: against ballistics, against a campaign, against each other."""
import gc
import unittest

import numpy as np
import talus
from common import SCENARIOS, slope
from talus import stepper


def scene(ground="medium@1"):
    site = talus.Site(talus.Terrain(slope(nx=100), 5.0), talus.ground(ground))
    return site, talus.Rock.build("cuboid", (1.0, 0.8, 0.6), density=2600.0)


def above(site, x=20.0, height=2.0, **more):
    """At rest over the slope."""
    return talus.state(r=(x, 100.0, site.terrain.heights([x, 100.0]) + height), **more)


class Steps(unittest.TestCase):
    def test_a_thrown_rock_flies_a_parabola(self):
        """Moreau's midpoint rule is exact for constant acceleration: r = r0 + v0 t - g t^2 / 2."""
        site, rock = scene()
        motion = talus.Stepper(site, rock).start(rock, talus.state(r=(50, 100, 400), v=(3, 1, 5), omega=(1, 2, 3)))
        states = motion.steps(500)
        t = 0.002 * np.arange(501)
        np.testing.assert_allclose(states["r"][:, 0], 50 + 3 * t, atol=1e-10)
        np.testing.assert_allclose(states["r"][:, 2], 400 + 5 * t - 0.5 * 9.81 * t ** 2, atol=1e-9)
        np.testing.assert_allclose(np.linalg.norm(states["p"], axis=1), 1.0, atol=1e-12)
        self.assertAlmostEqual(motion.time, 1.0)
        self.assertEqual(motion.step_count, 500)

    def test_energy_is_accounted_for(self):
        """The ledger of every step is round-off."""
        site, rock = scene()
        motion = talus.Stepper(site, rock).start(rock, above(site))
        touched = 0
        for _ in range(2000):
            report = motion.step()
            self.assertLess(abs(report.ledger), 1e-9 * max(1.0, rock.mass * 9.81 * 100.0))
            touched += report.contact_count > 0
        self.assertGreater(touched, 50)

    def test_steps_are_those_of_a_trajectory(self):
        """A rock of a scenario, stepped by hand on its world's site. Flights of a campaign are parabolas, which steps
        follow up to round-off; contacts let it grow."""
        world = talus.Scenario.read(SCENARIOS / "ramp.yaml", set={"releases.0.rocks": 3}).load()
        whole = world.trajectory(1, every=1)
        site = talus.Site.of(world)
        rock = world.rocks[0]
        motion = talus.Stepper(site, rock, world.campaign.step.copy()).start(
            rock, whole.record["start"], seed=world.campaign.seed, number=1)
        states = motion.steps(600)
        self.assertGreater(whole.steps["contacts"][:601].sum(), 10)
        np.testing.assert_allclose(states["r"], whole.steps["state"]["r"][:601], rtol=1e-9)

    def test_rocks_share_a_stepper(self):
        site, rock = scene()
        shared = talus.Stepper(site, rock)
        starts = [above(site, 20.0 + 3 * k, omega=(k, 1, 2)) for k in range(3)]
        together = [shared.start(rock, s) for s in starts]
        for _ in range(400):
            for motion in together:
                motion.step()
        alone = []
        for s in starts:
            motion = talus.Stepper(site, rock).start(rock, s)
            motion.steps(400)
            alone.append(motion)
        for one, other in zip(together, alone):
            self.assertEqual(one.state.tobytes(), other.state.tobytes())

    def test_parts_stay_alive(self):
        site, rock = scene()
        motion = talus.Stepper(site, rock).start(rock, above(site))
        del site
        gc.collect()
        motion.steps(300)
        motion.state = talus.state(r=(20, 100, 300))
        self.assertEqual(motion.state["r"][2], 300.0)
        self.assertGreater(motion.min_gap(), 50.0)

    def test_wrong_calls(self):
        site, rock = scene()
        with self.assertRaises(talus.TalusError):
            talus.Stepper(site, rock, talus.StepOptions(time_step=-1.0))
        with self.assertRaisesRegex(ValueError, "midpoint"):
            talus.StepOptions(scheme="euler")
        small = talus.Stepper(site, 4)
        with self.assertRaises(talus.TalusError):
            small.start(rock, talus.state())
        with self.assertRaises(talus.TalusError):
            talus.Stepper(site, rock).start(rock, talus.state(), factor=0.0)

    def test_free_rotation_keeps_the_energy(self):
        inertia = np.array([1.0, 2.0, 3.0])
        omega = np.array([1.0, 0.1, 3.0])
        for scheme in ("midpoint", "exact", "explicit"):
            found = stepper.free_rotation(scheme, inertia, omega, 0.01)
            self.assertTrue(found.converged)
            self.assertAlmostEqual(float(inertia @ found.omega ** 2), float(inertia @ omega ** 2), places=9)


class Problems(unittest.TestCase):
    def test_problems_of_steps_are_solved_by_all_methods(self):
        site, rock = scene()
        steps = talus.Stepper(site, rock)
        motion = steps.start(rock, above(site))
        found = []
        for _ in range(3000):
            if motion.step().contact_count > 1:
                found.append(steps.last_problem)
        self.assertGreater(len(found), 20)
        for problem in found[:20]:
            self.assertLess(problem.error(problem.found), 1e-7)
            for method in ("islands", "newton", "gauss-seidel"):
                solved = problem.solve(method, tolerance=1e-9)
                self.assertTrue(solved.info.solved, method)
                self.assertLess(problem.error(solved.percussion, "cone"), 1e-8)

    def test_one_contact_by_hand(self):
        """c_N = -2 m/s on W = 1/kg: P_N = 2 N s; sticking within the cone."""
        problem = talus.ContactProblem(np.eye(3), [-2.0, 0.5, 0.0], [0.5])
        solved = problem.solve()
        np.testing.assert_allclose(solved.percussion, [[2.0, -0.5, 0.0]], atol=1e-12)
        self.assertEqual(solved.info.stage, "local")
        slipping = talus.ContactProblem(np.eye(3), [-2.0, 3.0, 0.0], [0.5]).solve()
        np.testing.assert_allclose(slipping.percussion, [[2.0, -1.0, 0.0]], atol=1e-12)

    def test_islands_and_blocks(self):
        """Two bodies on the ground, each with one contact: dense and in block rows the same."""
        dense = talus.ContactProblem(np.diag([1.0, 1, 1, 2, 2, 2]), [-1.0, 0, 0, -2, 1, 0], [0.3, 0.3],
                                     body=[[0, -1], [1, -1]], body_count=2)
        island, count = dense.islands()
        self.assertEqual((island.tolist(), count), ([0, 1], 2))
        sparse = talus.ContactProblem([np.eye(3), 2 * np.eye(3)], dense.c, dense.mu, body=dense.body, body_count=2,
                                      row_start=[0, 1, 2], column=[0, 1])
        np.testing.assert_allclose(dense.solve().percussion, sparse.solve("newton").percussion, atol=1e-8)

    def test_wrong_problems(self):
        with self.assertRaises(talus.TalusError):
            talus.ContactProblem(np.eye(3), [0, 0, 0], [-0.1])
        with self.assertRaises(ValueError):
            talus.ContactProblem(np.eye(2), [0, 0, 0], [0.1])
        with self.assertRaises(talus.TalusError):
            talus.ContactProblem(np.eye(3), [np.nan, 0, 0], [0.1])
        with self.assertRaises(talus.TalusError):
            talus.ContactProblem(np.eye(3), [-1, 0, 0], [0.1]).solve(tolerance=0.0)


if __name__ == "__main__":
    unittest.main()
