# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenarios and the worlds they describe: a file, a text or a dictionary becomes a campaign that can be run."""
from __future__ import annotations

import json
import os
import threading
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from ._arrays import Struct, struct
from ._library import (NULL, Diagnostic, Diagnostics, TalusError, call, create, encoded, ffi, headers, lib, names, own,
                       take_text, text)
from .results import Results, Trajectory, _Campaign, merge_states, run_campaign
from .shape import Rock
from .site import Forest, Ground
from .terrain import Dem, Terrain

__all__ = ["Scenario", "World", "run", "schema"]

Overrides = Mapping[str, Any]


def _yaml(value: Any) -> str:
    """A value as text of a scenario; JSON is YAML."""
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    """Arrays and NumPy numbers as lists and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a scenario holds numbers, texts, lists and dictionaries, found {type(value).__name__}")


def _overrides(values: Optional[Overrides]) -> Tuple[Any, int, Any]:
    """Array, count, and what has to live as long."""
    items = list((values or {}).items())
    kept = [(ffi.new("char[]", encoded(key)), ffi.new("char[]", encoded(_yaml(value)))) for key, value in items]
    return (ffi.new("talus_override[]", kept) if kept else NULL), len(kept), kept


@headers("talus_schema_print")
def schema(key: Optional[str] = None) -> Dict[str, Any]:
    """The keys of a scenario as JSON Schema: types, units, ranges, defaults, a sentence about each."""
    place = ffi.new("char **")
    call(lib.talus_schema_print, NULL if key is None else encoded(key), lib.TALUS_SCHEMA_JSON, place)
    return dict(json.loads(take_text(place[0])))


class Scenario:
    """A checked scenario: `Scenario(dictionary)`, `Scenario(yaml_text)` or `Scenario.read(path)`.

    directory: what names of files in it are relative to. set: values that replace those of the scenario,
    {"simulation.time_step_s": 0.001, "releases.0.rocks": 50}, as --set of the command line.
    All problems are reported at once, as TalusError with `diagnostics`.
    threads: const after creation, any thread.
    """

    @headers("talus_scenario_parse")
    def __init__(self, content: "str | Mapping[str, Any]", directory: "str | os.PathLike[str]" = ".",
                 name: str = "scenario", set: Optional[Overrides] = None) -> None:
        given = encoded(content if isinstance(content, str)
                        else json.dumps(content, indent=1, allow_nan=False, ensure_ascii=False, default=_plain))
        data, label, place = ffi.new("char[]", given), ffi.new("char[]", encoded(name)), ffi.new("char[]", encoded(directory))
        described = ffi.new("talus_scenario_text *")
        lib.talus_scenario_text_defaults(described, ffi.sizeof("talus_scenario_text"))
        described.text, described.length, described.name, described.directory = data, len(given), label, place
        self._make(lib.talus_scenario_parse, described, set)

    @classmethod
    @headers("talus_scenario_read")
    def read(cls, path: "str | os.PathLike[str]", set: Optional[Overrides] = None) -> "Scenario":
        """Read and check a scenario file."""
        made = cls.__new__(cls)
        made._make(lib.talus_scenario_read, encoded(path), set)
        return made

    @headers("talus_scenario_vary")
    def vary(self, set: Overrides) -> "Scenario":
        """The same scenario with other values."""
        made = type(self).__new__(type(self))
        made._make(lib.talus_scenario_vary, self._pointer, set)
        return made

    def _make(self, function: Callable[..., int], first: Any, values: Optional[Overrides]) -> None:
        overrides, count, kept = _overrides(values)
        found = Diagnostics()
        self._pointer = create(function, lib.talus_scenario_destroy, "talus_scenario", first, overrides, count,
                               found.pointer, diagnostics=found)
        self.warnings: List[Diagnostic] = found.items()  #: what was noticed
        del kept

    @property
    def title(self) -> str:
        return text(lib.talus_scenario_title(self._pointer))

    @property
    def sha256(self) -> str:
        """Of the text as given."""
        return text(lib.talus_scenario_sha256(self._pointer))

    @property
    def layers(self) -> List[str]:
        """Names of the raster layers that it asks for."""
        return names(lib.talus_scenario_layers(self._pointer))

    @property
    def threads(self) -> int:
        """simulation.threads; 0 = all processors"""
        return int(lib.talus_scenario_threads(self._pointer))

    @property
    def output_directory(self) -> str:
        """outputs.dir, resolved"""
        return text(lib.talus_scenario_output_dir(self._pointer))

    @headers("talus_scenario_resolved")
    def resolved(self, directory: "str | os.PathLike[str]" = ".") -> str:
        """YAML text with all defaults, names of files relative to `directory`."""
        place = ffi.new("char **")
        call(lib.talus_scenario_resolved, self._pointer, encoded(directory), place)
        return take_text(place[0])

    @headers("talus_world_load_with")
    def load(self, dem: Optional[Dem] = None, allow_network: bool = False) -> "World":
        """Load its files. dem: heights in place of the file (a scenario without one says `dem: ":memory:"`)."""
        return World(self, dem, allow_network)

    def __repr__(self) -> str:
        return f"Scenario({self.title!r}, sha256={self.sha256[:12]}...)"


class World:
    """What a scenario describes, loaded: terrain, grounds, forests, rocks, releases, screens, objects.

    threads: const after creation, any thread; `update` needs it alone.
    """

    def __init__(self, scenario: Scenario, dem: Optional[Dem] = None, allow_network: bool = False) -> None:
        options = ffi.new("talus_world_options *")
        lib.talus_world_options_defaults(options, ffi.sizeof("talus_world_options"))
        options.allow_network = allow_network
        kept: Any = None
        if dem is not None:
            options.dem, kept = dem._struct()
        found = Diagnostics()
        self.scenario = scenario
        self._pointer = create(lib.talus_world_load_with, lib.talus_world_destroy, "talus_world", scenario._pointer,
                               options, found.pointer, diagnostics=found)
        self._options, self._options_kept = options, kept  # for studies, which load variants
        self._diagnostics = found
        self._hazard = self._find_hazard(found)

    def _find_hazard(self, found: Diagnostics) -> Any:
        """What the section `hazard` asks for. Its rules decide the zones of a run that ends when they are decided."""
        place = ffi.new("talus_hazard **")
        call(lib.talus_hazard_of_scenario, self.scenario._pointer, self._campaign, found.pointer, place,
             diagnostics=found)
        if not place[0]:
            return None
        hazard = own(place[0], lib.talus_hazard_destroy, (self._pointer, self.scenario))
        zoning = ffi.new("talus_zoning *")
        call(lib.talus_rules_zoning, lib.talus_hazard_rules(hazard), zoning)
        call(lib.talus_world_set_zoning, self._pointer, zoning)
        return hazard

    @property
    def _campaign(self) -> Any:
        return lib.talus_world_campaign(self._pointer)

    @property
    def warnings(self) -> List[Diagnostic]:
        """What was noticed while loading."""
        return self._diagnostics.items()

    @property
    def campaign(self) -> "Campaign":
        """What is to be run, as plain data; it belongs to the world."""
        return Campaign._from(self._campaign, self)  # type: ignore[return-value]

    @property
    def rock_count(self) -> int:
        return int(lib.talus_campaign_rock_count(self._campaign))

    @property
    def origin(self) -> Tuple[float, float]:
        """World position (east, north) of the local origin, m."""
        place = ffi.new("double[2]")
        call(lib.talus_world_origin, self._pointer, place, place + 1)
        return place[0], place[1]

    @headers("talus_world_resolved")
    def resolved(self, directory: "str | os.PathLike[str]" = ".") -> str:
        """Scenario.resolved with the operations between coordinate systems that were chosen for its files."""
        place = ffi.new("char **")
        call(lib.talus_world_resolved, self._pointer, self.scenario._pointer, encoded(directory), place)
        return take_text(place[0])

    @property
    def crs(self) -> str:
        """WKT of the coordinate system, "" if there is none."""
        return text(lib.talus_world_crs_wkt(self._pointer))

    @property
    def attribution(self) -> str:
        """Whose heights they are."""
        return text(lib.talus_world_attribution(self._pointer))

    @property
    def terrain(self) -> Terrain:
        """The height field, in local metres."""
        return Terrain._borrowed(self._campaign.site.terrain, self)

    @property
    def rocks(self) -> List[Rock]:
        """The rocks of the classes, at reference size."""
        return [Rock(self._campaign.rocks[k].rock, self) for k in range(self._campaign.rock_class_count)]

    @property
    def grounds(self) -> List[Ground]:
        site = self._campaign.site
        return [Ground._from(site.grounds + k, self) for k in range(site.ground_count)]  # type: ignore[misc]

    @property
    def forests(self) -> List[Forest]:
        site = self._campaign.site
        return [Forest._from(site.forests + k, self) for k in range(site.forest_count)]  # type: ignore[misc]

    @headers("talus_world_update")
    def update(self, requested: Scenario) -> None:
        """Take the numbers of ground and forest classes of a varied scenario; the rest must be the same."""
        found = Diagnostics()
        call(lib.talus_world_update, self._pointer, self.scenario._pointer, requested._pointer, found.pointer,
             diagnostics=found)
        self.scenario = requested

    @headers("talus_campaign_run", "talus_run_options")
    def run(self, threads: Optional[int] = None, progress: "Optional[Callable[[int, int, float], None] | bool]" = None,
            should_stop: Optional[Callable[[], bool]] = None, hard_problems: int = 0,
            checkpoint: "Optional[str | os.PathLike[str]]" = None, checkpoint_interval: float = 0.0,
            resume: bool = False, shard: Optional[Tuple[int, int]] = None) -> Results:
        """Run all rocks.

        threads: None = simulation.threads of the scenario, 0 = all processors; the results do not depend on it.
        progress: called with (rocks done, rocks in all, s) about 5 times a second; True prints a line.
        should_stop: asked every 100 ms; true ends the run with `results.partial`. Ctrl-C ends it too, and
        KeyboardInterrupt carries the partial results as its attribute `results`.
        shard: (i, n), with `checkpoint` for its state.
        """
        options = ffi.new("talus_run_options *")
        lib.talus_run_options_defaults(options, ffi.sizeof("talus_run_options"))
        options.threads = self.scenario.threads if threads is None else threads
        options.hard_problems = hard_problems
        state = ffi.new("char[]", encoded(checkpoint)) if checkpoint is not None else NULL
        options.checkpoint, options.checkpoint_interval, options.resume = state, checkpoint_interval, resume
        if shard is not None:
            options.shard, options.shard_count = shard
        return run_campaign(_Campaign(self._campaign, self), options, progress, should_stop)

    @headers("talus_campaign_merge")
    def merge(self, checkpoints: "Sequence[str | os.PathLike[str]]", allow_missing: bool = False) -> Results:
        """Results of all rocks whose states shards or interrupted runs left."""
        return merge_states(_Campaign(self._campaign, self), checkpoints, allow_missing)

    @headers("talus_tracer_rock", "talus_trajectory")
    def trajectory(self, rock: int, every: int = 0) -> Trajectory:
        """One rock from release to outcome, with the bits that it has in a run.

        every: 0 = the thinned track alone; n = also every n-th step with state and report, as `steps`."""
        return self._tracer().rock(rock, every)

    def trajectories(self, rocks: Optional[Iterable[int]] = None, every: int = 0) -> "Iterable[Trajectory]":
        """The trajectories of several rocks, of all by default, one after the other."""
        tracer = self._tracer()
        return (tracer.rock(k, every) for k in (range(self.rock_count) if rocks is None else rocks))

    def _tracer(self) -> "_Tracer":
        """The tracer of this thread: its scratch serves one rock at a time."""
        tracers = self.__dict__.setdefault("_tracers", threading.local())
        made = getattr(tracers, "made", None)
        if made is None or made.scenario is not self.scenario:
            made = tracers.made = _Tracer(self)
        return made

    @headers("talus_replay_gltf")
    def write_gltf(self, rock: int, path: "str | os.PathLike[str]") -> None:
        """One rock with its terrain as a scene for viewers."""
        call(lib.talus_replay_gltf, self._campaign, rock, encoded(path))

    def __repr__(self) -> str:
        return f"World({self.scenario.title!r}, {self.rock_count} rocks, {self.terrain!r})"


@struct("talus_campaign")
class Campaign(Struct):
    """What a world runs."""


class _Tracer:
    """Scratch for rocks one at a time; used by one thread."""

    def __init__(self, world: World) -> None:
        self.scenario = world.scenario
        # keeps the library's world, not World itself, which holds the tracer
        self._pointer = create(lib.talus_tracer_create, lib.talus_tracer_destroy, "talus_tracer", world._campaign,
                               keep=world._pointer)
        self._out = ffi.new("talus_trajectory *")
        self._error = ffi.new("talus_error *")

    def rock(self, index: int, every: int) -> Trajectory:
        self._out.size = ffi.sizeof("talus_trajectory")
        status = lib.talus_tracer_rock(self._pointer, index, every, self._out, self._error)
        if status != lib.TALUS_OK:
            error = self._error
            raise TalusError(status, text(error.message), text(error.file), error.line, error.column)
        return Trajectory(self._out)


def run(scenario: "Scenario | str | os.PathLike[str] | Mapping[str, Any]", set: Optional[Overrides] = None,
        dem: Optional[Dem] = None, **options: Any) -> Results:
    """Read, load and run: a scenario, the name of its file, or a dictionary. `options` are those of World.run."""
    if isinstance(scenario, Scenario):
        made = scenario.vary(set) if set else scenario
    elif isinstance(scenario, Mapping):
        made = Scenario(scenario, set=set)
    else:
        made = Scenario.read(scenario, set=set)
    return made.load(dem=dem).run(**options)
