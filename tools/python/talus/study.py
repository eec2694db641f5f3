# SPDX-License-Identifier: GPL-3.0-or-later
"""Studies of a scenario: the same rocks under several schemes, time steps or models, with and without breaking, or with
one thing changed at a time; parameters from what was observed; hazard assessments of results."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, Diagnostic, Diagnostics, call, check, create, encoded, ffi, headers, lib, names, own, text
from .results import Results, Table, Totals, _Watch
from .scenario import Scenario, World, _overrides

__all__ = ["Calibration", "Hazard", "HazardTally", "Models", "Rules", "Study", "calibrate", "compare", "compare_models",
           "sensitivity", "sensitivity_variants"]


class Study:
    """Variants that ran with the same rocks; the first one is the reference.

    threads: const, any thread.
    """

    def __init__(self, pointer: Any, kept: Any, partial: bool) -> None:
        self._pointer, self._kept = pointer, kept
        self.partial = partial  #: stopped before all variants had run

    @property
    def variants(self) -> List[Dict[str, Any]]:
        """Name, scheme, time step (s), totals, lateral displacements (m) and breaking of each variant."""
        facts = ffi.new("talus_study_facts *", {"size": ffi.sizeof("talus_study_facts")})
        call(lib.talus_study_facts_of, self._pointer, facts)
        found = []
        for k in range(facts.variants):
            one = ffi.new("talus_study_variant *", {"size": ffi.sizeof("talus_study_variant")})
            call(lib.talus_study_variant_of, self._pointer, k, one)
            found.append({"name": text(one.name), "scheme": _arrays.enum_names("talus_scheme")[one.scheme],
                          "time_step": one.time_step, "totals": Totals._copy(one.totals[0], self), "pairs": one.pairs,
                          "lateral_mean": one.lateral_mean, "lateral_std": one.lateral_std,
                          "lateral_p5": one.lateral_p5, "lateral_p95": one.lateral_p95,
                          "breaking": _arrays.enum_names("talus_breaking_law")[one.breaking],
                          "bodies_per_event": one.bodies_per_event, "broken_share": one.broken_share})
        return found

    @headers("talus_study_table")
    def table(self, name: str) -> Table:
        """A table: "rocks", "screens", "ratios", "differences", of a sensitivity also "effects"."""
        table = ffi.new("talus_table *")
        call(lib.talus_study_table, self._pointer, encoded(name), table)
        return Table(table)

    def __repr__(self) -> str:
        return f"Study({', '.join(v['name'] for v in self.variants)}{'; partial' if self.partial else ''})"


def _run(function: Callable[..., int], scenario: Scenario, world: World, asked: Any,
         directory: "Optional[str | os.PathLike[str]]", overwrite: bool, threads: int, progress: Any,
         should_stop: Optional[Callable[[], bool]], kept: Any) -> Study:
    watch = _Watch(progress, should_stop)
    found = Diagnostics()
    options = ffi.new("talus_study_options *")
    lib.talus_study_options_defaults(options, ffi.sizeof("talus_study_options"))
    place = ffi.new("char[]", encoded(directory)) if directory is not None else NULL
    options.directory, options.overwrite, options.threads = place, overwrite, threads
    options.world = world._options
    options.diagnostics, options.progress, options.should_stop = found.pointer, watch.progress, watch.stop
    study, error = ffi.new("talus_study **"), ffi.new("talus_error *")
    status = function(scenario._pointer, world._pointer, asked, options, study, error)
    made = Study(own(study[0], lib.talus_study_destroy, (scenario, world)), kept,
                 status == lib.TALUS_ERROR_INTERRUPTED) if study[0] else None
    if watch.failure is not None:
        watch.failure.results = made  # type: ignore[attr-defined]
        raise watch.failure
    if status != lib.TALUS_ERROR_INTERRUPTED or made is None:
        check(status, error, found)
    assert made is not None
    return made


@headers("talus_compare_run", "talus_compare_options")
def compare(world: World, schemes: Sequence[str] = (), time_steps: Sequence[float] = (), threads: int = 0,
            directory: "Optional[str | os.PathLike[str]]" = None, overwrite: bool = False,
            progress: "Optional[Callable[[int, int, float], None] | bool]" = None,
            should_stop: Optional[Callable[[], bool]] = None, fragmentation: bool = False) -> Study:
    """The same rocks under every scheme with every time step (s); files as `talus compare` if there is a directory.

    fragmentation: run each without the scenario's fragmentation and with it."""
    asked = ffi.new("talus_compare_options *")
    lib.talus_compare_options_defaults(asked, ffi.sizeof("talus_compare_options"))
    numbers = ffi.new("talus_scheme[]", [_arrays.enum_value("talus_scheme", s) for s in schemes] or 1)
    steps = ffi.new("double[]", list(time_steps) or 1)
    asked.scheme_count, asked.schemes = len(schemes), numbers
    asked.step_count, asked.time_steps = len(time_steps), steps
    asked.fragmentation = fragmentation
    return _run(lib.talus_compare_run, world.scenario, world, asked, directory, overwrite, threads, progress, should_stop,
                (numbers, steps))


@headers("talus_sensitivity_variants")
def sensitivity_variants() -> List[str]:
    """Names of what can be changed."""
    return names(lib.talus_sensitivity_variants())


@headers("talus_sensitivity_run", "talus_sensitivity_options")
def sensitivity(world: World, variants: Optional[Sequence[str]] = None, reach: float = 0.01, threads: int = 0,
                directory: "Optional[str | os.PathLike[str]]" = None, overwrite: bool = False,
                progress: "Optional[Callable[[int, int, float], None] | bool]" = None,
                should_stop: Optional[Callable[[], bool]] = None) -> Study:
    """The scenario as it is, and with one thing changed at a time; all variants that it has something for by default."""
    asked = ffi.new("talus_sensitivity_options *")
    lib.talus_sensitivity_options_defaults(asked, ffi.sizeof("talus_sensitivity_options"))
    kept: Any = [ffi.new("char[]", encoded(v)) for v in variants or ()]
    array = ffi.new("char *[]", [*kept, NULL])
    asked.variants, asked.reach = (array if variants is not None else NULL), reach
    return _run(lib.talus_sensitivity_run, world.scenario, world, asked, directory, overwrite, threads, progress,
                should_stop, (kept, array))


class Models:
    """Models that ran on the same releases.

    threads: const, any thread.
    """

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer

    @headers("talus_models_table")
    def table(self, name: str = "models") -> Table:
        """A table: "models" or "agreement"."""
        table = ffi.new("talus_table *")
        call(lib.talus_models_table, self._pointer, encoded(name), table)
        return Table(table)

    def totals(self, index: int) -> Totals:
        """Totals of a model whose rocks are simulated: hard, soil."""
        made = Totals()
        call(lib.talus_models_totals, self._pointer, index, made._data)
        return made


@headers("talus_models_run", "talus_models_options")
def compare_models(world: World, models: Sequence[str] = ("hard", "energyline"), energy_line_deg: Optional[float] = None,
                   threads: int = 0, directory: "Optional[str | os.PathLike[str]]" = None, overwrite: bool = False,
                   progress: "Optional[Callable[[int, int, float], None] | bool]" = None,
                   should_stop: Optional[Callable[[], bool]] = None) -> Models:
    """The same releases under several models: "hard", "soil", "lumped", "energyline"."""
    watch = _Watch(progress, should_stop)
    options = ffi.new("talus_models_options *")
    lib.talus_models_options_defaults(options, ffi.sizeof("talus_models_options"))
    kept = [ffi.new("char[]", encoded(name)) for name in models]
    array = ffi.new("char *[]", [*kept, NULL])
    place = ffi.new("char[]", encoded(directory)) if directory is not None else NULL
    options.models, options.threads, options.world = array, threads, world._options
    options.directory, options.overwrite = place, overwrite
    options.progress, options.should_stop = watch.progress, watch.stop
    if energy_line_deg is not None:
        options.energy_line_deg = energy_line_deg
    return Models(_finish(watch, lib.talus_models_run, lib.talus_models_destroy, "talus_models",
                          (world.scenario._pointer, world._pointer, options), (world.scenario, world))[0])


def _finish(watch: _Watch, function: Callable[..., int], destroy: Callable[[Any], None], kind: str, arguments: Any,
            keep: Any) -> Tuple[Any, bool]:
    """Call a study, its options last; its object and whether it was stopped. What a callback raised is raised here."""
    place, error, found = ffi.new(kind + " **"), ffi.new("talus_error *"), Diagnostics()
    arguments[-1].diagnostics = found.pointer
    status = function(*arguments, place, error)
    made = own(place[0], destroy, keep) if place[0] else None
    if watch.failure is not None:
        raise watch.failure
    if status != lib.TALUS_ERROR_INTERRUPTED or made is None:
        check(status, error, found)
    return made, status == lib.TALUS_ERROR_INTERRUPTED


class Calibration:
    """A calibration that ran; `partial`: it was stopped.

    threads: const, any thread.
    """

    def __init__(self, pointer: Any, partial: bool) -> None:
        self._pointer, self.partial = pointer, partial

    @property
    def facts(self) -> Dict[str, Any]:
        """Numbers of deposits, rocks and evaluations, the least objective (m) and its noise."""
        facts = ffi.new("talus_calibration_facts *", {"size": ffi.sizeof("talus_calibration_facts")})
        call(lib.talus_calibration_facts_of, self._pointer, facts)
        made = CalibrationFacts._copy(facts[0], self)
        return made.asdict()

    @property
    def findings(self) -> List[str]:
        """Sentences on what the data say and do not say."""
        found = []
        for k in range(self.facts["finding_count"]):
            sentence = ffi.new("char **")
            call(lib.talus_calibration_finding, self._pointer, k, sentence)
            found.append(text(sentence[0]))
        return found

    @headers("talus_calibration_table")
    def table(self, name: str = "parameters") -> Table:
        """A table: "parameters", "draws", "checks" (of deposits), "scores" (of a case)."""
        table = ffi.new("talus_table *")
        call(lib.talus_calibration_table, self._pointer, encoded(name), table)
        return Table(table)


@struct("talus_calibration_facts")
class CalibrationFacts(Struct):
    """What a calibration did."""


@headers("talus_calibrate_run", "talus_calibrate_options")
def calibrate(scenario: "str | os.PathLike[str]", observed: "str | os.PathLike[str]",
              parameters: Dict[str, Sequence[Any]], evaluations: int = 300, method: str = "both",
              set: Optional[Dict[str, Any]] = None, threads: int = 0, hold_out: Optional[float] = None,
              directory: "Optional[str | os.PathLike[str]]" = None, overwrite: bool = False, assume_crs: bool = False,
              progress: "Optional[Callable[[int, int, float], None] | bool]" = None,
              should_stop: Optional[Callable[[], bool]] = None, **texts: str) -> Calibration:
    """Parameters of a scenario file from observed deposits (a vector file of points).

    parameters: {"ground.0.mu_min": (0.2, 0.8)}, with "log" as third item for a prior uniform in the logarithm.
    method: "both", "ensemble" or "search". texts: layer, where, release_field,
    volume_field."""
    watch = _Watch(progress, should_stop)
    options = ffi.new("talus_calibrate_options *")
    lib.talus_calibrate_options_defaults(options, ffi.sizeof("talus_calibrate_options"))
    given = {"scenario": scenario, "observed": observed, "directory": directory, **texts}
    kept: Any = {key: ffi.new("char[]", encoded(value)) for key, value in given.items() if value is not None}
    for key, value in kept.items():
        setattr(options, key, value)
    sought = ffi.new("talus_calibrate_parameter[]", len(parameters))
    for one, (key, bounds) in zip(sought, parameters.items()):
        one.key, one.low, one.high, one.logarithmic = encoded(key), bounds[0], bounds[1], "log" in bounds[2:]
    options.parameters, options.parameter_count = sought, len(parameters)
    options.overrides, options.override_count, lasting = _overrides(set)
    options.evaluations, options.threads, options.overwrite = evaluations, threads, overwrite
    options.assume_crs = assume_crs
    options.method = _arrays.enum_value("talus_calibrate_method", method)
    if hold_out is not None:
        options.hold_out = hold_out
    options.progress, options.should_stop = watch.progress, watch.stop
    pointer, partial = _finish(watch, lib.talus_calibrate_run, lib.talus_calibration_destroy, "talus_calibration",
                               (options,), (kept, sought, lasting))
    return Calibration(pointer, partial)


class Rules:
    """A rule pack: Rules.read("scenarios/rules/switzerland.yaml").

    threads: const, any thread.
    """

    def __init__(self, pointer: Any, owner: Any = None) -> None:
        self._pointer, self._owner = pointer, owner

    @classmethod
    @headers("talus_rules_read")
    def read(cls, path: "str | os.PathLike[str]") -> "Rules":
        """Read and check a rule pack."""
        found = Diagnostics()
        return cls(create(lib.talus_rules_read, lib.talus_rules_destroy, "talus_rules", encoded(path), found.pointer,
                          diagnostics=found))

    def _facts(self) -> Any:
        facts = ffi.new("talus_rules_facts *", {"size": ffi.sizeof("talus_rules_facts")})
        call(lib.talus_rules_facts_of, self._pointer, facts)
        return facts

    @property
    def title(self) -> str:
        return text(self._facts().title)

    @property
    def levels(self) -> np.ndarray:
        """Return periods (yr), or reach probabilities, the most frequent first"""
        facts = self._facts()
        return _arrays.copy(facts.levels, facts.level_count, "double")

    @property
    def zones(self) -> List[Dict[str, Any]]:
        """Zones in ascending order of danger: name, title, colour, hatched."""
        found = []
        for k in range(self._facts().zone_count):
            zone = ffi.new("talus_rules_zone *")
            call(lib.talus_rules_zone_of, self._pointer, k, zone)
            found.append({"name": text(zone.name), "title": text(zone.title), "colour": text(zone.colour),
                          "hatched": zone.hatched})
        return found


@struct("talus_hazard_tally")
class HazardTally(Struct):
    """Cells and patches of an assessment."""


class Hazard:
    """Zones and intensities of results under a rule pack, as arrays; curves and design values as tables.

    rules: None = those of the scenario's section `hazard`. threads: used by one thread at a time.
    """

    @headers("talus_hazard_assess", "talus_hazard_options")
    def __init__(self, results: Results, rules: Optional[Rules] = None, least_area: float = 0.0, years: float = 50.0,
                 periods: Sequence[float] = ()) -> None:
        self._results, self.rules = results, rules
        options = ffi.new("talus_hazard_options *")
        lib.talus_hazard_options_defaults(options, ffi.sizeof("talus_hazard_options"))
        array = ffi.new("double[]", list(periods) or 1)
        options.least_area, options.years = least_area, years
        options.period_count, options.periods = len(periods), array
        found = Diagnostics()
        if rules is not None:
            options.rules = rules._pointer
            self._pointer = create(lib.talus_hazard_create, lib.talus_hazard_destroy, "talus_hazard",
                                   results._campaign.pointer, options, keep=(results, rules))
        else:
            place = ffi.new("talus_hazard **")
            call(lib.talus_hazard_of_scenario, results.world.scenario._pointer, results._campaign.pointer, found.pointer,
                 place, diagnostics=found)
            if not place[0]:
                raise ValueError("the scenario has no section `hazard`: give rules")
            self._pointer = own(place[0], lib.talus_hazard_destroy, results)
            self.rules = Rules(lib.talus_hazard_rules(self._pointer), self._pointer)
        call(lib.talus_hazard_assess, self._pointer, results._campaign.pointer, results._pointer, found.pointer,
             diagnostics=found)
        self.warnings: List[Diagnostic] = found.items()

    @property
    def tally(self) -> HazardTally:
        """Cells by zone, and what was absorbed."""
        made = HazardTally()
        call(lib.talus_hazard_tally_of, self._pointer, made._data)
        return made

    @headers("talus_hazard_zones")
    def zones(self, window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """(ny, nx): 0 none, k + 1 zone k of the rules, 255 undecided; row 0 = south."""
        return self._results._cells(lib.talus_hazard_zones, self._pointer, window=window, kind="uint8_t")

    @headers("talus_hazard_intensities")
    def intensities(self, level: int, window: Optional[Tuple[int, int, int, int]] = None) -> np.ndarray:
        """(ny, nx) at a level of the rules: 0 none, k + 1 class k, 255 undecided."""
        return self._results._cells(lib.talus_hazard_intensities, self._pointer, level, window=window, kind="uint8_t")

    @headers("talus_hazard_table")
    def table(self, name: str) -> Table:
        """A table: "curves" or "designs"."""
        table = ffi.new("talus_table *")
        call(lib.talus_hazard_table, self._pointer, self._results._campaign.pointer, self._results._pointer,
             encoded(name), table)
        return Table(table)
