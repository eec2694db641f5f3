# SPDX-License-Identifier: GPL-3.0-or-later
"""Rockfall simulation: rigid convex polyhedra on terrain, with the results of the command line `talus` to the bit.

    import talus
    results = talus.run("scenarios/kot.yaml")
    reach = results.raster("reach_probability")          # (ny, nx), row 0 = south

SI units, radians; x east, y north, z up; quaternion (w, x, y, z) turns body into world. Rasters and heights are
(ny, nx) with row 0 = south. Errors are TalusError with the library's status and sentence.

threads: scenarios, worlds, results, terrain, rocks and sites are const once made and may be used by any thread;
a Stepper, its Motions and a ContactSolver belong to one thread at a time. Calls let other Python threads run.
memory: objects and arrays keep alive what they are views of.
"""
from ._arrays import units
from ._library import Diagnostic, TalusError, library_path
from ._library import lib as _lib, text as _text
from .contact import ContactProblem, ContactSolver, Solution, SolverInfo
from .directory import ResultDirectory, read
from .results import OUTCOMES, Results, Table, Totals, Trajectory, layer_names
from .scenario import Scenario, World, run, schema
from .shape import Rock, builders
from .site import ClassMap, Forest, Ground, Obstacles, Site, forest, forests, ground, grounds
from .stepper import Motion, StepOptions, StepReport, Stepper, free_rotation, state
from .terrain import Dem, Grid, Roughness, Terrain

__version__ = _text(_lib.talus_version())

__all__ = ["ClassMap", "ContactProblem", "ContactSolver", "Dem", "Diagnostic", "Forest", "Grid", "Ground", "Motion",
           "OUTCOMES", "Obstacles", "ResultDirectory", "Results", "Rock", "Roughness", "Scenario", "Site", "Solution",
           "SolverInfo", "StepOptions", "StepReport", "Stepper", "Table", "TalusError", "Terrain", "Totals", "Trajectory",
           "World", "builders", "forest", "forests", "free_rotation", "ground", "grounds", "layer_names", "library_path",
           "read", "run", "schema", "state", "units"]
