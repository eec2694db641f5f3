# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong numbers, row by row: each is an exception with a sentence, none wraps, none writes beyond its memory."""
import unittest

import numpy as np
import talus
from common import slope
from talus import rocking, site, stepper

SITE = talus.Site(talus.Terrain(slope(nx=100), 5.0), talus.ground("medium@1"))
ROCK = talus.Rock.build("cuboid", (1.0, 0.8, 0.6), density=2600.0)
HUGE = 10 ** 15


def state(**more):
    return talus.state(r=(20.0, 100.0, SITE.terrain.heights([20.0, 100.0]) + 2.0), **more)


def motion():
    return talus.Stepper(SITE, ROCK).start(ROCK, state())


def options(**more):
    asked = talus.StepOptions()
    for key, value in more.items():
        setattr(asked, key, value)
    return talus.Stepper(SITE, ROCK, asked)


def classes(*values):
    return lambda: site.ClassMap([list(values)], 1.0)


def block():
    return rocking.Block.rectangle(1000.0, 0.2, 1.0)


def problem(row_start, column):
    n = len(row_start) - 1
    return lambda: talus.ContactProblem(np.ones((len(column), 3, 3)), np.zeros(3 * n), np.ones(n), row_start=row_start,
                                        column=column)


#: name, call, what its sentence says
ROWS = [
    ("steps -1", lambda: motion().steps(-1), "steps: found -1"),
    ("steps -2", lambda: motion().steps(-2), "steps: found -2"),
    ("steps huge", lambda: motion().steps(HUGE), "steps: found"),
    ("steps 1.5", lambda: motion().steps(1.5), "expected a whole number"),
    ("class 300", classes(0, 300), "found 300"),
    ("class -1", classes(-1, 0), "found -1"),
    ("class 1.5", classes(1.5), "found 1.5"),
    ("class NaN", classes(np.nan), "found nan"),
    ("class text", classes("rock"), "expected whole numbers"),
    ("triangle -1", lambda: talus.Rock.from_mesh(np.eye(3), [[0, 1, -1]]), "found -1"),
    ("vertices -1", lambda: talus.Stepper(SITE, -1), "vertices: found -1"),
    ("vertices huge", lambda: talus.Stepper(SITE, HUGE), "vertices: found"),
    ("two states", lambda: talus.Stepper(SITE, ROCK).start(ROCK, np.stack([state(), state()])), "found 2 states"),
    ("no state", lambda: talus.Stepper(SITE, ROCK).start(ROCK, np.zeros(0, state().dtype)), "found 0 states"),
    ("position NaN", lambda: talus.Stepper(SITE, ROCK).start(ROCK, talus.state(r=(np.nan, 0, 0))), "not finite"),
    ("velocity infinite", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(v=(np.inf, 0, 0))), "not finite"),
    ("quaternion zero", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(p=(0, 0, 0, 0))), "norm is not 1"),
    ("quaternion long", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(p=(2, 0, 0, 0))), "norm is not 1"),
    ("slippage -1", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(slippage=-1.0)), "slippage below 0"),
    ("factor 1e120", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(), factor=1e120), "scale of 1e+120"),
    ("factor 1e-120", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(), factor=1e-120), "scale of 1e-120"),
    ("factor -1", lambda: talus.Stepper(SITE, ROCK).start(ROCK, state(), factor=-1.0), "scale of -1"),
    ("time step 1e300", lambda: options(time_step=1e300), "time step 1e+300"),
    ("time step -1", lambda: options(time_step=-1.0), "time step -1"),
    ("time step NaN", lambda: options(time_step=np.nan), "time step nan"),
    ("gravity 1e300", lambda: options(gravity=1e300), "gravity 1e+300"),
    ("tolerance 2", lambda: options(tolerance=2.0), "tolerance 2"),
    ("air 1e300", lambda: options(air_drag=1e300), "air drag 1e+300"),
    ("samples NaN", lambda: rocking.planar_run(block(), sample_step=np.nan), "samples every nan"),
    ("samples -1", lambda: rocking.planar_run(block(), sample_step=-1.0), "samples every -1"),
    ("samples 1e-300", lambda: rocking.planar_run(block(), sample_step=1e-300), "samples every 1e-300"),
    ("bounce room -1", lambda: rocking.bounce(block(), 0.1, room=-1), "room: found -1"),
    ("rows that fall", problem([0, 2, 1], [0]), "row_start"),
    ("rows from 1", problem([1, 1, 1], [0]), "row_start"),
    ("column -1", problem([0, 1, 2], [0, -1]), "found -1"),
]


class Misuse(unittest.TestCase):
    def test_each_row_is_refused(self):
        for name, call, sentence in ROWS:
            with self.subTest(name):
                with self.assertRaises((talus.TalusError, ValueError, TypeError)) as caught:
                    call()
                self.assertIn(sentence, str(caught.exception))

    def test_whole_numbers_of_other_types_are_taken(self):
        for values in ([[0, 255]], np.array([[0.0, 255.0]]), np.array([[True, False]]), np.array([[7]], np.int64)):
            self.assertEqual(site.ClassMap(values, 1.0).at(0.5, 0.5), int(np.asarray(values)[0, 0]))
        self.assertEqual(len(motion().steps(0)), 1)
        self.assertEqual(len(motion().steps(np.int64(3))), 4)


if __name__ == "__main__":
    unittest.main()
