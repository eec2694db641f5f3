# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python package share."""
import os
import pathlib
import subprocess

import numpy as np
import talus

SOURCE = pathlib.Path(os.environ["SOURCE"])
SCENARIOS = SOURCE / "scenarios"


def run_program(*arguments, codes=(0,)):
    """Run talus itself; its output."""
    done = subprocess.run([os.environ["TALUS"], *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode in codes, (done.returncode, arguments, done.stderr)
    return done.stdout


def same(one, other):
    """Structured values: all members equal to the bit; bytes between members do not count."""
    if one.dtype.names is None:
        return one.dtype == other.dtype and np.asarray(one).tobytes() == np.asarray(other).tobytes()
    return all(same(one[key], other[key]) for key in one.dtype.names)


def slope(nx=60, ny=40, cell=5.0, angle=0.7):
    """Heights that fall eastwards and run out on a flat."""
    return np.maximum(0.0, angle * (0.6 * nx * cell - cell * np.arange(nx))) * np.ones((ny, 1))


def dem():
    return talus.Dem(slope(), 5.0, east=1000.0, north=2000.0)


def described(**more):
    """A scenario on that slope, as a dictionary."""
    return {"title": "slope", "seed": 3, "terrain": {"dem": ":memory:", "detection": "published"},
            "ground": [{"preset": "medium"}],
            "rocks": [{"name": "cube", "shape": "cuboid", "size_m": [1, 1, 1], "mass_kg": 2500}],
            "releases": [{"name": "top", "box_m": [1010, 2060, 1030, 2140], "rocks": 40, "height_m": 1}],
            "screens": [{"name": "road", "line_m": [[1060, 2010], [1060, 2190]]}],
            "simulation": {"time_step_s": 0.004, "time_limit_s": 60}, **more}
