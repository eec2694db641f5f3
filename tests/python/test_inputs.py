# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenarios, shapes, heights, sites: values in and out, and wrong ones as exceptions with a sentence."""
import math
import pathlib
import unittest

import numpy as np
import talus
from common import SCENARIOS, SOURCE, described, dem, slope
from talus import terrain


class Scenarios(unittest.TestCase):
    def test_all_faults_of_a_scenario_come_at_once(self):
        wrong = described()
        wrong["releases"][0]["rocks"] = -1
        wrong["simulation"]["time_stepp_s"] = 0.002
        with self.assertRaises(talus.TalusError) as caught:
            talus.Scenario(wrong, name="mine")
        error = caught.exception
        self.assertEqual(error.status_name, "TALUS_ERROR_INPUT")
        self.assertEqual(len([d for d in error.diagnostics if d.severity == "error"]), 2)
        self.assertIn("time_step_s", str(error))
        self.assertIn("mine:", str(error))
        self.assertTrue(all(d.line > 0 for d in error.diagnostics))

    def test_a_file_that_is_not_there(self):
        with self.assertRaises(talus.TalusError) as caught:
            talus.Scenario.read("nowhere.yaml")
        self.assertIn("nowhere.yaml", str(caught.exception))

    def test_text_dictionary_and_numpy_mean_the_same(self):
        import json
        numbers = described()
        numbers["rocks"][0]["size_m"] = np.ones(3)
        numbers["seed"] = np.int64(3)
        hashes = {talus.run(given, dem=dem()).hash
                  for given in (described(), numbers, talus.Scenario(json.dumps(described())))}
        self.assertEqual(len(hashes), 1)
        with self.assertRaises(ValueError):
            talus.Scenario(described(seed=math.nan))
        with self.assertRaises(TypeError):
            talus.Scenario(described(title=object()))

    def test_overrides_are_those_of_the_command_line(self):
        scenario = talus.Scenario.read(SCENARIOS / "plane.yaml", set={"seed": 5, "releases.0.rocks": 7})
        again = talus.Scenario.read(SCENARIOS / "plane.yaml").vary({"seed": 5}).vary({"releases.0.rocks": 7})
        self.assertEqual(scenario.load().run().hash, again.load().run().hash)
        self.assertEqual(scenario.load().rock_count, 7)
        resolved = scenario.resolved(SCENARIOS)
        self.assertIn("seed: 5", resolved)
        self.assertEqual(talus.Scenario(resolved, directory=SCENARIOS).load().run().hash, scenario.load().run().hash)

    def test_schema_says_what_a_key_is(self):
        self.assertIn("simulation", talus.schema()["properties"])
        with self.assertRaises(talus.TalusError):
            talus.schema("no.such.key")

    def test_a_world_shows_what_it_holds(self):
        world = talus.Scenario.read(SCENARIOS / "kot.yaml").load()
        self.assertEqual(world.rock_count, 1000)
        self.assertEqual(world.campaign.step.scheme, "midpoint")
        self.assertEqual(world.campaign.step.time_step, 0.002)
        self.assertEqual([g.name for g in world.grounds][2], "rock walls")
        self.assertEqual(world.rocks[0].name, "wheel")
        self.assertAlmostEqual(world.rocks[0].mass, 780.0)
        self.assertIn("Land Tirol", world.attribution)
        self.assertIn("MGI", world.crs)
        grounds, rocks = world.grounds, world.rocks
        del world
        self.assertEqual(grounds[0].name, "unmapped")
        with self.assertRaises(ValueError):
            rocks[0].scale(2.0)


class Shapes(unittest.TestCase):
    def test_a_cube_is_a_cube(self):
        corners = [[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)]
        rock = talus.Rock.from_points(corners, density=1000.0)
        self.assertAlmostEqual(rock.mass, 8000.0)
        np.testing.assert_allclose(rock.inertia, 8000.0 * 8.0 / 12.0)
        self.assertEqual(rock.vertices.shape, (8, 3))
        self.assertEqual([len(face) for face in rock.faces], [4] * 6)
        self.assertAlmostEqual(rock.radius, math.sqrt(3.0))
        self.assertAlmostEqual(rock.set_mass(100.0).mass, 100.0)
        self.assertAlmostEqual(rock.scale(2.0).mass, 800.0)

    def test_files_are_read_and_written(self):
        rock = talus.Rock.build("eota221", (1.0, 1.0, 0.5), density=2500.0)
        for name in ("rock.obj", "rock.stl", "rock.ply", "rock.xyz"):
            rock.write(name)
            self.assertAlmostEqual(talus.Rock.read(name, density=2500.0).mass, rock.mass, delta=1e-3 * rock.mass)
        with self.assertRaises(talus.TalusError):
            talus.Rock.read("rock.doc")

    def test_wrong_shapes_are_refused(self):
        with self.assertRaisesRegex(talus.TalusError, "egg"):
            talus.Rock.build("egg", (1, 1, 1))
        with self.assertRaises(ValueError):
            talus.Rock.from_points([[0, 0], [1, 1]])
        with self.assertRaisesRegex(ValueError, "index 9"):
            talus.Rock.from_mesh(np.eye(4, 3), [[0, 1, 9]])
        with self.assertRaises(ValueError):
            talus.Rock.build("cuboid", (1, 1))
        with self.assertRaises(talus.TalusError):
            talus.Rock.from_body(np.eye(4, 3), 1.0, (1.0, 1.0, 3.0))

    def test_every_builder_builds(self):
        for name in talus.builders():
            self.assertGreater(talus.Rock.build(name, (1, 1, 1)).volume, 0.0)
        self.assertNotEqual(talus.Rock.random_hull((1, 1, 1), index=1).mass, talus.Rock.random_hull((1, 1, 1)).mass)


class Heights(unittest.TestCase):
    def test_a_plane_has_its_slope(self):
        field = talus.Terrain(slope(), 5.0)
        z, dx, dy = field.slope(52.0, 31.0)
        self.assertAlmostEqual(dx, -0.7)
        self.assertAlmostEqual(dy, 0.0)
        np.testing.assert_allclose(field.heights([[52.0, 31.0], [-1.0, 0.0]]), [z, np.nan])
        self.assertEqual(field.heights(np.zeros((2, 3, 2))).shape, (2, 3))
        self.assertTrue(all(np.isnan(field.slope(-5.0, 0.0))))
        with self.assertRaises(talus.TalusError):
            field.heights([[np.nan, 0.0]])
        with self.assertRaises(talus.TalusError):
            talus.Terrain(np.full((3, 3), np.nan), 1.0)
        with self.assertRaises(ValueError):
            talus.Terrain([1.0, 2.0], 1.0)
        rough = talus.Terrain(slope(), 5.0, roughness=talus.Roughness(amplitude=0.1, refine=4, seed=2))
        self.assertEqual(rough.surface_grid.nx, 59 * 4 + 1)

    def test_tools_on_heights(self):
        heights = slope()
        np.testing.assert_allclose(terrain.slopes(heights, 5.0)[5:-5, 3:30], math.degrees(math.atan(0.7)))
        holed = heights.copy()
        holed[15:18, 10:13] = np.nan
        filled, holes = terrain.fill(holed)
        self.assertEqual(len(holes), 1)
        self.assertEqual(holes["state"][0], 0)
        np.testing.assert_allclose(filled, heights, atol=2e-3)
        self.assertTrue(np.isnan(holed[16, 11]), "the argument stays")
        kept, cell = terrain.coarsen(heights, 5.0, 2)
        self.assertEqual((kept.shape, cell), ((20, 30), 10.0))
        mask = np.zeros(heights.shape, bool)
        mask[:, 0] = True
        angles = terrain.energy_line(heights, 5.0, mask)
        self.assertAlmostEqual(angles[20, 10], math.degrees(math.atan(0.7)))
        field, grid = terrain.random_field(200.0, 100.0, 20.0, seed=1)
        self.assertEqual(field.shape, (grid.ny, grid.nx))
        self.assertLess(abs(field.mean()), 1.0)
        self.assertLess(np.abs(terrain.smooth(heights, 2.0)[5:-5, 5:20] - heights[5:-5, 5:20]).max(), 0.5)

    def test_a_file(self):
        kot = talus.Dem.read(SOURCE / "terrain/kot/kot.tif")
        self.assertEqual(kot.heights.shape, (517, 439))
        self.assertAlmostEqual(kot.x[1] - kot.x[0], kot.cell)
        with self.assertRaises(talus.TalusError) as caught:
            talus.Dem.read(SOURCE / "README.md")
        self.assertIn("README.md", str(caught.exception))


class Sites(unittest.TestCase):
    def test_presets_and_their_values(self):
        self.assertIn("medium", talus.grounds())
        ground = talus.ground("medium@1", mu_max=1.5)
        self.assertEqual(ground.mu_max, 1.5)
        self.assertEqual(talus.ground("medium@1").mu_max, 2.0, "the preset stays")
        self.assertEqual(ground.replace(beta=10.0).beta, 10.0)
        self.assertEqual(ground.beta, 150.0)
        with self.assertRaisesRegex(ValueError, "medium"):
            talus.ground("lawn")
        with self.assertRaisesRegex(AttributeError, "mu_min"):
            ground.friction = 1.0
        with self.assertRaises(TypeError):
            ground.mu_min = "high"
        self.assertIn("open", talus.forests())

    def test_a_site_is_checked(self):
        field = talus.Terrain(slope(), 5.0)
        with self.assertRaisesRegex(talus.TalusError, "ground"):
            talus.Site(field, talus.ground("medium@1", mu_min=-1.0))
        classes = talus.ClassMap(np.array([[0, 1], [1, 7]]), 150.0)
        self.assertEqual(classes.at(200.0, 200.0), 7)
        with self.assertRaises(talus.TalusError):
            talus.Site(field, [talus.ground("hard"), talus.ground("soft")], classes)

    def test_obstacles_stand(self):
        field = talus.Terrain(slope(), 5.0)
        obstacles = talus.Obstacles(field, stems=[{"x": 50.0, "y": 50.0, "diameter": 0.4, "height": 20.0}],
                                    walls=[{"line": [(60, 20), (60, 80)], "height": 2.0, "width": 0.5}],
                                    nets=[{"line": [(90, 20), (90, 80)], "height": 3.0, "capacity": 1e6}])
        self.assertEqual(obstacles.standing, 1)
        talus.Site(field, talus.ground("medium"), obstacles=obstacles)
        with self.assertRaises(talus.TalusError):
            talus.Obstacles(field, nets=[{"line": [(90, 20)], "height": 3.0, "capacity": 1e6}])


if __name__ == "__main__":
    unittest.main()
