# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs found: totals, records of rocks, tracks, impacts, gauges, rasters; as arrays, tables and files."""
from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, call, check, create, encoded, ffi, headers, lib, names, own, take_text, text

__all__ = ["Results", "Totals", "Trajectory", "layer_names"]

OUTCOMES = tuple(_arrays.enum_names("talus_outcome").values())
"""How rocks end, by the number in `outcome`."""


@headers("talus_products_layer_names")
def layer_names() -> List[str]:
    """Names of all raster layers; besides there are exceedances, "kinetic_energy_exceeds_30_kj"."""
    return names(lib.talus_products_layer_names())


@struct("talus_totals")
class Totals(Struct):
    """Sums and statistics of all rocks."""


@struct("talus_gauge_result")
class GaugeResult(Struct):
    """What was counted at a screen or an object."""


class _Campaign(NamedTuple):
    """A campaign and what keeps it alive."""

    pointer: Any
    world: Any


class Trajectory:
    """One rock from release to outcome; arrays in local metres.

    record: structured scalar of talus_rock_record. track: structured array of talus_track_point (t, x, y, z,
    speed, spin, kinetic_energy, jump_height). impacts: structured array of talus_impact. steps: structured array
    of talus_trajectory_step, empty unless `every` was given.
    """

    def __init__(self, out: Any) -> None:
        self.record = _arrays.copy(ffi.addressof(out, "record"), 1, "talus_rock_record")[0]
        self.track = _arrays.copy(out.points, out.point_count, "talus_track_point")
        self.impacts = _arrays.copy(out.impacts, out.impact_count, "talus_impact")
        self.steps = _arrays.copy(out.steps, out.step_count, "talus_trajectory_step")

    @property
    def rock(self) -> int:
        return int(self.record["rock"])

    @property
    def outcome(self) -> str:
        """How it ended: one of OUTCOMES."""
        return OUTCOMES[self.record["outcome"]]

    @property
    def xyz(self) -> np.ndarray:
        """(n, 3) points of the track, local m"""
        return np.stack([self.track["x"], self.track["y"], self.track["z"]], axis=1)

    def __repr__(self) -> str:
        return (f"Trajectory(rock {self.rock}: {self.outcome} after {self.record['time']:.4g} s, "
                f"{len(self.track)} points, {len(self.impacts)} impacts)")


class _Watch:
    """Progress and stopping of a run as callbacks of the library. They are called by the thread that runs, so
    that Python sees its signals there; an exception in them ends the run."""

    def __init__(self, progress: "Optional[Callable[[int, int, float], None] | bool]",
                 should_stop: Optional[Callable[[], bool]]) -> None:
        self.failure: Optional[BaseException] = None
        self._progress = print_progress if progress is True else progress or None
        self._should_stop = should_stop
        self.progress = ffi.callback("talus_progress", self._report, onerror=self._fail)
        # True when Python raised: KeyboardInterrupt comes here
        self.stop = ffi.callback("bool(void *)", self._ask, error=True, onerror=self._fail)

    def _report(self, _user: Any, done: int, total: int, time: float) -> None:
        if self._progress is not None and self.failure is None:
            self._progress(done, total, time)  # type: ignore[operator]

    def _ask(self, _user: Any) -> bool:
        return self.failure is not None or (self._should_stop is not None and bool(self._should_stop()))

    def _fail(self, kind: Any, value: Any, trace: Any) -> None:
        self.failure = value if isinstance(value, BaseException) else kind()


def print_progress(done: int, total: int, time: float) -> None:
    """A line on standard error: rocks done, rocks in all, seconds."""
    print(f"\r{done} of {total} rocks, {time:.1f} s", end="", file=sys.stderr, flush=True)


def run_campaign(campaign: _Campaign, options: Any, progress: Any, should_stop: Any) -> "Results":
    watch = _Watch(progress, should_stop)
    options.progress, options.should_stop = watch.progress, watch.stop
    place, error = ffi.new("talus_results **"), ffi.new("talus_error *")
    status = lib.talus_campaign_run(campaign.pointer, options, place, error)
    if progress is True:
        print(file=sys.stderr)
    results = Results(own(place[0], lib.talus_results_destroy, campaign.world), campaign,
                      status == lib.TALUS_ERROR_INTERRUPTED) if place[0] else None
    if results is not None:
        results._shard = (options.shard, options.shard_count)
    if watch.failure is not None:
        watch.failure.results = results  # type: ignore[attr-defined]
        raise watch.failure
    if status != lib.TALUS_ERROR_INTERRUPTED or results is None:
        check(status, error)
    assert results is not None
    return results


def merge_states(campaign: _Campaign, checkpoints: "Sequence[str | os.PathLike[str]]", allow_missing: bool) -> "Results":
    options = ffi.new("talus_merge_options *")
    lib.talus_merge_options_defaults(options, ffi.sizeof("talus_merge_options"))
    options.allow_missing = allow_missing
    paths = [ffi.new("char[]", encoded(path)) for path in checkpoints]
    pointer = create(lib.talus_campaign_merge, lib.talus_results_destroy, "talus_results", campaign.pointer,
                     ffi.new("char *[]", paths), len(paths), options, keep=campaign.world)
    results = Results(pointer, campaign, False)
    results.partial = results.totals.rocks < len(results.records)
    return results


class Results:
    """Results of a run. Structured arrays are views of the library's memory, read only, in SI units and local
    metres (world - `origin`); what each member means is in `talus.units("talus_rock_record")` and so on.

    threads: const, any thread.
    """

    def __init__(self, pointer: Any, campaign: _Campaign, partial: bool) -> None:
        self._pointer = pointer
        self._campaign = campaign
        self._shard = (0, 0)
        self.partial = partial  #: stopped before all rocks had run
        self.world = campaign.world

    @property
    def totals(self) -> Totals:
        made = Totals()
        call(lib.talus_results_totals, self._pointer, made._data)
        return made

    @property
    def hash(self) -> str:
        """Of all rocks, as summary.json has it: the same for any number of threads and for the command line."""
        return f"0x{self.totals.hash:016x}"

    @property
    def outcomes(self) -> Dict[str, int]:
        """How many rocks ended how."""
        return dict(zip(OUTCOMES, self.totals.outcomes.tolist()))

    @property
    def records(self) -> np.ndarray:
        """One talus_rock_record per rock, by its index; `done` is false for rocks that did not run."""
        return self._list(lib.talus_results_records, "talus_rock_record")

    @property
    def means(self) -> np.ndarray:
        """One talus_rock_means per rock: means over its steps."""
        return self._list(lib.talus_results_means, "talus_rock_means")

    def _list(self, function: Callable[..., int], kind: str) -> np.ndarray:
        pointer, count = self._items(function, kind)
        return _arrays.view(pointer, count, kind, self)

    def _items(self, function: Callable[..., int], kind: str) -> Tuple[Any, int]:
        place, count = ffi.new(kind + " **"), ffi.new("size_t *")
        call(function, self._pointer, place, count)
        return place[0], count[0]

    @property
    def tracks(self) -> "Dict[int, np.ndarray]":
        """Tracks of the recorded rocks by their index: arrays of talus_track_point."""
        tracks, count = self._items(lib.talus_results_tracks, "talus_track")
        return {int(tracks[k].rock): _arrays.view(tracks[k].points, tracks[k].count, "talus_track_point", self)
                for k in range(count)}

    @property
    def impacts(self) -> np.ndarray:
        """Impacts of the recorded rocks, talus_impact."""
        return self._list(lib.talus_results_impacts, "talus_impact")

    @property
    def crossings(self) -> np.ndarray:
        """Counted crossings of screens, of the recorded rocks, talus_crossing."""
        return self._list(lib.talus_results_crossings, "talus_crossing")

    @property
    def strata(self) -> np.ndarray:
        """talus_stratum"""
        return self._list(lib.talus_results_strata, "talus_stratum")

    @property
    def nets(self) -> np.ndarray:
        """talus_net_counts by index of the net"""
        return self._list(lib.talus_results_nets, "talus_net_counts")

    @property
    def walls(self) -> np.ndarray:
        """talus_wall_counts by index of the wall"""
        return self._list(lib.talus_results_walls, "talus_wall_counts")

    @property
    def dams(self) -> np.ndarray:
        """talus_dam_counts by index of the dam"""
        return self._list(lib.talus_results_dams, "talus_dam_counts")

    @property
    def rounds(self) -> np.ndarray:
        """Checks of the precision of a run with `stop_when`, talus_round"""
        return self._list(lib.talus_results_rounds, "talus_round")

    @property
    def hard_problems(self) -> "List[Any]":
        """The hardest contact problems of a run with `hard_problems`, as ContactProblem with `rock`, `step` and the
        percussion that was found."""
        from .contact import ContactProblem
        items, count = self._items(lib.talus_results_hard_problems, "talus_hard_problem")
        return [ContactProblem._of_run(items[k]) for k in range(count)]

    # --- rasters ---------------------------------------------------------------------------------

    @property
    def origin(self) -> Tuple[float, float]:
        """World position (east, north) of the local origin, m."""
        return self.world.origin  # type: ignore[no-any-return]

    @property
    def cell(self) -> float:
        """Side of the cells of rasters, m"""
        return float(self._campaign.pointer.cells.cell)

    @property
    def x(self) -> np.ndarray:
        """(nx,) world coordinates of the centres of the cells, m"""
        cells = self._campaign.pointer.cells
        return self.origin[0] + cells.x0 + cells.cell * (np.arange(cells.nx) + 0.5)

    @property
    def y(self) -> np.ndarray:
        """(ny,) world coordinates of the centres of the cells, m, from south to north"""
        cells = self._campaign.pointer.cells
        return self.origin[1] + cells.y0 + cells.cell * (np.arange(cells.ny) + 0.5)

    def _cells(self, function: Callable[..., int], *arguments: Any, window: Optional[Tuple[int, int, int, int]] = None,
               kind: str = "float") -> np.ndarray:
        """Values of cells, (ny, nx) of the campaign or of a window (i, j, nx, ny)."""
        cells = self._campaign.pointer.cells
        i, j, nx, ny = window if window is not None else (0, 0, cells.nx, cells.ny)
        frame = ffi.new("talus_window *", {"i": i, "j": j, "nx": nx, "ny": ny})
        out = np.empty((ny, nx), _arrays.dtype_of(kind))
        call(function, *arguments, frame, ffi.cast(kind + " *", ffi.from_buffer(out)))
        return out

    @headers("talus_results_layer")
    def raster(self, layer: str, window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """A layer in the unit of files, (ny, nx), row 0 = south: what <layer>.tif holds."""
        return self._cells(lib.talus_results_layer, self._pointer, encoded(layer), window=window)

    @staticmethod
    @headers("talus_layer_find", "talus_layer")
    def layer(name: str) -> Dict[str, str]:
        """Title and unit of a layer."""
        found = ffi.new("talus_layer *", {"size": ffi.sizeof("talus_layer")})
        call(lib.talus_layer_find, encoded(name), found)
        return {"name": text(found.name), "long_name": text(found.title), "units": text(found.unit)}

    @headers("talus_results_exceedance")
    def exceedance(self, quantity: str, threshold: float, weights: Any = None,
                   window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """Probability, or with weights (1/yr per rock) annual rate, of more than `threshold` (SI) in each cell."""
        array, pointer = self._weights(weights)
        return self._cells(lib.talus_results_exceedance, self._pointer, _arrays.enum_value("talus_quantity", quantity),
                           threshold, pointer, window=window)

    @headers("talus_results_level")
    def level(self, quantity: str, rate: float, weights: Any = None,
              window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """Value (SI) that is exceeded at this rate in each cell; weights: by default those of the strata."""
        array, pointer = self._weights(self.strata["weight"] if weights is None else weights)
        return self._cells(lib.talus_results_level, self._pointer, _arrays.enum_value("talus_quantity", quantity),
                           pointer, rate, window=window)

    def _weights(self, weights: Any) -> Tuple[Any, Any]:
        return (None, NULL) if weights is None else _arrays.given(weights, "double", (len(self.strata),), "weights")

    # --- screens and objects ---------------------------------------------------------------------

    @property
    def gauges(self) -> List[str]:
        """Names of the screens, then of the objects."""
        campaign = self._campaign.pointer
        return ([text(campaign.screens[k].line.name) for k in range(campaign.screen_count)]
                + [text(campaign.objects[k].name) for k in range(campaign.object_count)])

    def _gauge(self, gauge: "int | str") -> int:
        if not isinstance(gauge, str):
            return int(gauge)
        if gauge not in self.gauges:
            raise ValueError(f"found {gauge!r}, expected one of {', '.join(self.gauges) or 'no screens and objects'}")
        return self.gauges.index(gauge)

    @headers("talus_results_gauge", "talus_gauge_moments")
    def gauge(self, gauge: "int | str", stratum: Optional[int] = None) -> GaugeResult:
        """What was counted at a screen or object, by name or index; all strata together unless one is named.
        `moments` are by quantity: 0 kinetic energy, ... (talus_gauge_quantity)."""
        made = GaugeResult()
        call(lib.talus_results_gauge, self._pointer, self._gauge(gauge), _stratum(stratum), made._data)
        return made

    @headers("talus_results_gauge_exceedance")
    def gauge_exceedance(self, gauge: "int | str", quantity: str, levels: Any,
                         stratum: Optional[int] = None) -> np.ndarray:
        """Share of what was counted there with more than each of the levels (SI)."""
        array, pointer = _arrays.given(np.ravel(levels))
        out = np.empty(len(array))
        call(lib.talus_results_gauge_exceedance, self._pointer, self._gauge(gauge), _stratum(stratum),
             _arrays.enum_value("talus_gauge_quantity", quantity), pointer, len(array),
             ffi.cast("double *", ffi.from_buffer(out)))
        return out.reshape(np.shape(levels))

    @headers("talus_results_hit_rate")
    def hit_rate(self, screen: "int | str", levels: Any,
                 stratum: Optional[int] = None) -> Tuple[np.ndarray, np.ndarray]:
        """Expected crossings of a screen with more kinetic energy than each of the levels (J): of a released
        event, and per year (NaN: frequencies unknown). Every body counts."""
        array, pointer = _arrays.given(np.ravel(levels))
        out = np.empty((2, len(array)))
        places = [ffi.cast("double *", ffi.from_buffer(row)) for row in out]
        call(lib.talus_results_hit_rate, self._pointer, self._gauge(screen), _stratum(stratum), pointer,
             len(array), *places)
        return out[0].reshape(np.shape(levels)), out[1].reshape(np.shape(levels))

    @headers("talus_results_height_energy")
    def height_energy(self, screen: "int | str") -> np.ndarray:
        """Occupied boxes of a screen's histogram of heights and energies, talus_height_energy."""
        boxes, count = ffi.new("talus_height_energy **"), ffi.new("size_t *")
        call(lib.talus_results_height_energy, self._pointer, self._gauge(screen), boxes, count)
        try:
            return _arrays.copy(boxes[0], count[0], "talus_height_energy")
        finally:
            lib.talus_free(boxes[0])

    @headers("talus_results_gauge_sources")
    def gauge_sources(self, gauge: "int | str", window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """Share of the rocks released in each cell that hit the gauge."""
        return self._cells(lib.talus_results_gauge_sources, self._pointer, self._gauge(gauge), window=window)

    @headers("talus_products_table_create")
    def table(self, name: str) -> "Table":
        """A table as files have it: "screens", "objects", "screen_crossings"."""
        context, kept = self._context(".")
        made = create(lib.talus_products_table_create, lib.talus_products_table_destroy, "talus_products_table", context,
                      self._pointer, encoded(name), keep=(self, context, kept))
        return Table(lib.talus_products_table_get(made))

    # --- all together ----------------------------------------------------------------------------

    def dataset(self, layers: Optional[Sequence[str]] = None) -> Dict[str, Any]:
        """Rasters as a dictionary for `xarray.Dataset.from_dict`: coordinates x and y, one variable per layer with
        its unit and title, the coordinate system and provenance as attributes. layers: those of the scenario."""
        wanted = list(self.world.scenario.layers if layers is None else layers)
        variables = {}
        for name in wanted:
            about = self.layer(name)
            variables[name] = {"dims": ("y", "x"), "data": self.raster(name),
                               "attrs": {"units": about["units"], "long_name": about["long_name"]}}
        return {"coords": {"x": {"dims": ("x",), "data": self.x, "attrs": {"units": "m", "long_name": "east"}},
                           "y": {"dims": ("y",), "data": self.y, "attrs": {"units": "m", "long_name": "north"}}},
                "data_vars": variables,
                "attrs": {"title": self.world.scenario.title, "crs_wkt": self.world.crs,
                          "attribution": self.world.attribution, "hash": self.hash,
                          "scenario_sha256": self.world.scenario.sha256, "talus": text(lib.talus_version())}}

    @headers("talus_products_summary")
    def summary(self) -> Dict[str, Any]:
        """What summary.json holds, but for what a hazard assessment adds."""
        context, kept = self._context(".")
        place = ffi.new("char **")
        call(lib.talus_products_summary, context, self._pointer, self.partial, place)
        del kept
        return dict(json.loads(take_text(place[0])))

    def _context(self, directory: "str | os.PathLike[str]") -> Tuple[Any, Any]:
        """The writers' context, and what has to live as long."""
        scenario = self.world.scenario
        context = ffi.new("talus_products_context *")
        lib.talus_products_context_defaults(context, ffi.sizeof("talus_products_context"))
        call(lib.talus_world_context, self.world._pointer, scenario._pointer, context)
        resolved = ffi.new("char[]", encoded(self.world.resolved(directory)))
        context.resolved_scenario = resolved
        context.layers = lib.talus_scenario_layers(scenario._pointer)
        context.shard, context.shard_count = self._shard
        return context, (resolved, self.world)

    @headers("talus_directory_write", "talus_products_contributor", "talus_hazard_contributor", "talus_project_contributor")
    def write(self, directory: "str | os.PathLike[str]", overwrite: bool = False) -> None:
        """Write the result directory that `talus run` writes, with the products of the scenario's section `hazard`.

        overwrite: files of the user under names that are needed are replaced; without it they are an error."""
        place = os.path.abspath(os.fspath(directory))
        context, kept = self._context(place)
        found = self.world._diagnostics
        job = ffi.new("talus_products_job *")
        lib.talus_products_job_defaults(job, ffi.sizeof("talus_products_job"))
        job.context, job.results, job.warnings, job.partial = context, self._pointer, found.pointer, self.partial
        contributors = [lib.talus_products_contributor(job)]
        hazard = self.world._hazard
        if hazard is not None:
            about = ffi.new("talus_hazard_job *")
            lib.talus_hazard_job_defaults(about, ffi.sizeof("talus_hazard_job"))
            about.context, about.results, about.hazard = context, self._pointer, hazard
            about.diagnostics = found.pointer
            contributors.append(lib.talus_hazard_contributor(about))
        project = ffi.new("talus_project_job *")
        lib.talus_project_job_defaults(project, ffi.sizeof("talus_project_job"))
        project.title = context.title
        contributors.append(lib.talus_project_contributor(project))  # the last: it shows what the others wrote
        array = ffi.new("talus_contributor[]", contributors)
        options = ffi.new("talus_directory_options *")
        lib.talus_directory_options_defaults(options, ffi.sizeof("talus_directory_options"))
        options.overwrite, options.warnings = overwrite, found.pointer
        opened = create(lib.talus_directory_open, lib.talus_directory_close, "talus_directory", encoded(place), options)
        try:
            call(lib.talus_directory_prepare, opened, array, len(contributors))
            if hazard is not None:  # an assessment that fails is reported by its contributor
                lib.talus_hazard_assess(hazard, self._campaign.pointer, self._pointer, found.pointer, NULL)
            call(lib.talus_directory_write, opened, array, len(contributors), self.partial)
        finally:
            ffi.release(opened)
        del kept

    @headers("talus_results_save")
    def save(self, checkpoint: "str | os.PathLike[str]") -> None:
        """Write their state, for a later `World.merge` or a run with `resume`."""
        call(lib.talus_results_save, self._pointer, encoded(checkpoint))

    def __repr__(self) -> str:
        ended = ", ".join(f"{count} {name}" for name, count in self.outcomes.items() if count)
        return f"Results({self.totals.rocks} rocks: {ended}; hash {self.hash}{'; partial' if self.partial else ''})"


def _stratum(stratum: Optional[int]) -> int:
    return 2 ** (8 * ffi.sizeof("size_t")) - 1 if stratum is None else stratum


class Table(Mapping[str, np.ndarray]):
    """Columns by key: arrays of numbers (NaN = no value) or of text. `units` and `docs` say what they are."""

    def __init__(self, table: Any) -> None:
        self.name = text(table.name)
        self.units: Dict[str, str] = {}
        self.docs: Dict[str, str] = {}
        self._columns: Dict[str, np.ndarray] = {}
        value, error = ffi.new("talus_value *"), ffi.new("talus_error *")
        kinds = {lib.TALUS_VALUE_INTEGER: "integer", lib.TALUS_VALUE_UNSIGNED: "number", lib.TALUS_VALUE_REAL: "real"}
        for k in range(table.column_count):
            column = table.columns[k]
            if column.files and not column.files & lib.TALUS_IN_CSV:
                continue
            cells: List[Any] = []
            for row in range(table.row_count):
                check(lib.talus_table_cell(table, row, k, value, error), error)
                kind = value.kind
                cells.append(getattr(value.of, kinds[kind]) if kind in kinds
                             else text(value.of.text) if kind != lib.TALUS_VALUE_ABSENT else None)
            key = text(column.key)
            self.units[key], self.docs[key] = text(column.unit), text(column.doc)
            self._columns[key] = _column(cells, column.type == lib.TALUS_COLUMN_TEXT)

    def __getitem__(self, key: str) -> np.ndarray:
        return self._columns[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def row_count(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def rows(self) -> List[Dict[str, Any]]:
        """Row by row."""
        return [{key: values[k] for key, values in self._columns.items()} for k in range(self.row_count)]

    def __repr__(self) -> str:
        return f"Table({self.name}: {self.row_count} rows of {', '.join(list(self)[:8])}{', ...' if len(self) > 8 else ''})"


def _column(cells: List[Any], is_text: bool) -> np.ndarray:
    if is_text:
        return np.array(["" if c is None else c for c in cells], dtype=str)
    if any(c is None or isinstance(c, float) for c in cells):
        return np.array([np.nan if c is None else c for c in cells], dtype=float)
    return np.array(cells, dtype=np.int64)
