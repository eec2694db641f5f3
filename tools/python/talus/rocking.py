# SPDX-License-Identifier: GPL-3.0-or-later
"""Rocking blocks of the laboratory: impact maps, planar and spatial motion, bouncing, impact laws.

Planar blocks turn about corner A (left, theta > 0) or B (right, theta < 0) of a base that may shake. What each
member of a result is stands in its class: `help(talus.rocking.PlanarResult)`. [docs/rocking.md]
threads: functions of their arguments, any thread.
"""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, call, ffi, headers, lib, need_laboratory

need_laboratory()

__all__ = ["Block", "BounceOptions", "ImpactLawResult", "PlanarOptions", "PlanarResult", "PlanarRun", "Shaking",
           "SpatialBlock", "SpatialLaw", "SpatialOptions", "SpatialRun", "SpatialState", "SpatialSummary", "apply_law",
           "bounce", "critical_scale", "impact_maps", "k_edge", "planar_batch", "planar_run", "ratio", "release",
           "restitution_interval", "spatial_run"]


@struct("talus_rocking_block")
class Block(Struct):
    """A planar block: mass, moment of inertia about the centre of mass, its place over the base."""

    @classmethod
    @headers("talus_rocking_block_rectangle")
    def rectangle(cls, mass: float, b: float, h: float) -> "Block":
        """A homogeneous rectangle of half width b and half height h (m)."""
        return cls._copy(lib.talus_rocking_block_rectangle(mass, b, h))  # type: ignore[return-value]


@struct("talus_planar_options")
class PlanarOptions(Struct):
    """Start, duration and accuracy of a planar run."""


@struct("talus_planar_result")
class PlanarResult(Struct):
    """How a planar run ended."""


@struct("talus_bounce_options")
class BounceOptions(Struct):
    """How a corner rebounds."""


@struct("talus_bounce_end")
class BounceEnd(Struct):
    """How bouncing ended."""


@struct("talus_spatial_block")
class SpatialBlock(Struct):
    """A block on a plane convex facet."""

    @classmethod
    @headers("talus_spatial_cuboid")
    def cuboid(cls, mass: float, b1: float, b2: float, h: float) -> "SpatialBlock":
        """A homogeneous cuboid 2 b1 x 2 b2 x 2 h (m)."""
        return cls._copy(lib.talus_spatial_cuboid(mass, b1, b2, h))  # type: ignore[return-value]


@struct("talus_spatial_law")
class SpatialLaw(Struct):
    """Parameters of impacts of edges and facets."""

    @classmethod
    @headers("talus_spatial_law_uniform")
    def uniform(cls, lam: float = 1.0, lat: float = 0.0, lon: float = 1.0) -> "SpatialLaw":
        """The same for every edge."""
        return cls._copy(lib.talus_spatial_law_uniform(lam, lat, lon))  # type: ignore[return-value]


@struct("talus_spatial_state")
class SpatialState(Struct):
    """Where a spatial block is, and how it moves."""


@struct("talus_spatial_options")
class SpatialOptions(Struct):
    """Duration and accuracy of a spatial run."""


@struct("talus_spatial_summary")
class SpatialSummary(Struct):
    """How a spatial run ended."""


@struct("talus_impact_law_result")
class ImpactLawResult(Struct):
    """What an impact law makes of a velocity, and whether it is admissible."""


@struct("talus_impact_law_interval")
class LawInterval(Struct):
    """Admissible coefficients of a block."""


@struct("talus_pulse")
class Pulse(Struct):
    """A pulse of the base: kind "sine", "cosine", "ricker" or "trapezoid", amplitude m/s^2, frequency rad/s."""


class Shaking:
    """What shakes the base: accelerations (m/s^2) at equal steps (s), or a pulse; times `scale`."""

    @headers("talus_ground_motion", "talus_pulse", "talus_shaking")
    def __init__(self, horizontal: Any = None, time_step: float = 0.0, vertical: Any = None,
                 pulse: Optional[Pulse] = None, scale: float = 1.0) -> None:
        self._kept: List[Any] = []
        self._data = ffi.new("talus_shaking *")
        self._data.scale = scale
        if horizontal is not None:
            across, pointer = _arrays.given(horizontal, "double", (None,), "horizontal")
            motion = ffi.new("talus_ground_motion *", {"time_step": time_step, "count": len(across),
                                                       "horizontal": pointer, "vertical": NULL})
            self._kept += [across, motion]
            if vertical is not None:
                up, motion.vertical = _arrays.given(vertical, "double", (len(across),), "vertical")
                self._kept.append(up)
            self._data.motion = motion
        elif pulse is not None:
            self._data.pulse = pulse._data[0]


def impact_maps() -> Tuple[str, ...]:
    """Names of the impact maps: "housner", "chatzis", ..."""
    return tuple(_arrays.enum_names("talus_rocking_map").values())


def ratio(block: Block, map: str = "housner", parameter: float = 0.0) -> float:
    """Ratio of the angular velocities after and before an impact, with A = I + m h^2:

        r = (A - m b1 x) / (A + m b2 x),  the resultant of the percussions at x from the centre of mass towards B

    housner x = b2; kalliontzis x = nu^2 b2; chatzis x = lam b2; ceh x = k^2 b2; ther_kollar; lipscombe (e).
    [docs/rocking.md (2.1)]"""
    return float(lib.talus_rocking_ratio(block._data, _arrays.enum_value("talus_rocking_map", map), parameter))


def k_edge(width: float, foot: float) -> float:
    """k of a block that rests on points `foot` inside its corners (m)."""
    return float(lib.talus_rocking_k_edge(width, foot))


class PlanarRun(NamedTuple):
    """A planar run: its end; impacts (time s, angular velocity before rad/s), peaks (time, angle rad), samples."""

    result: PlanarResult
    impacts: Dict[str, np.ndarray]
    peaks: Dict[str, np.ndarray]
    samples: Dict[str, np.ndarray]


def _model(block: Block, map: str, parameter: float, ratios: Optional[Sequence[float]], gravity: float) -> Any:
    made = ffi.new("talus_planar_model *", lib.talus_planar_model_make(
        block._data, _arrays.enum_value("talus_rocking_map", map), parameter))
    if ratios is not None:
        made.r_ab, made.r_ba = ratios
    made.gravity = gravity
    return made


@headers("talus_planar_run", "talus_planar_options")
def planar_run(block: Block, map: str = "housner", parameter: float = 0.0, shaking: Optional[Shaking] = None,
               sample_step: float = 0.0, ratios: Optional[Sequence[float]] = None, gravity: float = 9.81,
               **options: Any) -> PlanarRun:
    """Event-driven rocking of a planar block. options: members of PlanarOptions (theta0, duration, ...);
    ratios: (A to B, B to A) in place of an impact map; sample_step: s between samples, 0 = none."""
    asked = PlanarOptions(**options)
    room = 1024
    wanted = asked.duration / sample_step if sample_step != 0.0 else 0.0
    if not 0.0 <= wanted <= 1e8:
        raise ValueError(f"found {asked.duration:g} s in samples every {sample_step:g} s, expected at most 1e8 of them")
    samples = int(wanted) + 2 if sample_step != 0.0 else 0
    model = _model(block, map, parameter, ratios, gravity)
    while True:
        history = ffi.new("talus_planar_history *")
        arrays = {key: np.empty(n) for key, n in
                  (("impact_time", room), ("impact_speed", room), ("peak_time", room), ("peak_angle", room),
                   ("time", samples), ("theta", samples), ("omega", samples))}
        history.impact_room = history.peak_room = room
        history.sample_room, history.sample_step = samples, sample_step
        for key, array in arrays.items():
            setattr(history, key, ffi.cast("double *", ffi.from_buffer(array)) if len(array) else NULL)
        result = PlanarResult()
        call(lib.talus_planar_run, model, NULL if shaking is None else shaking._data, asked._data, history, result._data)
        if max(history.impact_count, history.peak_count) <= room:
            break
        room = max(history.impact_count, history.peak_count)
    n, m, s = history.impact_count, history.peak_count, min(history.sample_count, samples)
    return PlanarRun(result, {"time": arrays["impact_time"][:n], "omega": arrays["impact_speed"][:n]},
                     {"time": arrays["peak_time"][:m], "theta": arrays["peak_angle"][:m]},
                     {key: arrays[key][:s] for key in ("time", "theta", "omega")})


@headers("talus_planar_batch")
def planar_batch(blocks: Sequence[Block], shakings: "Sequence[Shaking] | Shaking", map: str = "housner",
                 parameter: float = 0.0, gravity: float = 9.81, threads: int = 0, **options: Any) -> np.ndarray:
    """Many planar runs on threads: structured array of talus_planar_result. One shaking serves all."""
    motions = [shakings] * len(blocks) if isinstance(shakings, Shaking) else list(shakings)
    if len(motions) != len(blocks):
        raise ValueError(f"found {len(motions)} shakings for {len(blocks)} blocks")
    models = ffi.new("talus_planar_model[]", [_model(b, map, parameter, None, gravity)[0] for b in blocks])
    bases = ffi.new("talus_shaking[]", [m._data[0] for m in motions])
    asked = PlanarOptions(**options)
    results = np.empty(len(blocks), _arrays.dtype_of("talus_planar_result"))
    call(lib.talus_planar_batch, len(blocks), models, bases, asked._data, threads,
         ffi.cast("talus_planar_result *", ffi.from_buffer(results)))
    return results


@headers("talus_planar_critical_scale")
def critical_scale(block: Block, shaking: Shaking, low: float, high: float, map: str = "housner",
                   parameter: float = 0.0, gravity: float = 9.81, **options: Any) -> Tuple[float, bool]:
    """Scale of the shaking at which overturning begins or ends, and whether the block overturns just below it."""
    scale, below = ffi.new("double *"), ffi.new("bool *")
    call(lib.talus_planar_critical_scale, _model(block, map, parameter, None, gravity), shaking._data, low, high,
         PlanarOptions(**options)._data, scale, below)
    return float(scale[0]), bool(below[0])


@headers("talus_bounce_run")
def bounce(block: Block, omega0: float, map: str = "housner", parameter: float = 0.0, gravity: float = 9.81,
           room: int = 10000, **options: Any) -> Tuple[np.ndarray, BounceEnd]:
    """Impacts of a block that bounces, structured array of talus_bounce_impact, and how it ended.
    options: members of BounceOptions (e, tangential, ...)."""
    asked = BounceOptions(**{"tangential": "stick", "settle": 1e-6, **options})
    room = _arrays.count(room, "room")
    impacts = np.empty(room, _arrays.dtype_of("talus_bounce_impact"))
    end = BounceEnd()
    call(lib.talus_bounce_run, _model(block, map, parameter, None, gravity), omega0, asked._data,
         ffi.cast("talus_bounce_impact *", ffi.from_buffer(impacts)), room, end._data)
    return impacts[:end.count], end


class SpatialRun(NamedTuple):
    """A spatial run: its summary, the state where it ended, events and samples as structured arrays."""

    summary: SpatialSummary
    state: SpatialState
    events: np.ndarray
    samples: np.ndarray


@headers("talus_spatial_release")
def release(block: SpatialBlock, pivot: int, tilt: float) -> SpatialState:
    """At rest, tilted by `tilt` (rad) about the edge of corner `pivot`."""
    return SpatialState._copy(lib.talus_spatial_release(block._data, pivot, tilt))  # type: ignore[return-value]


@headers("talus_spatial_run", "talus_spatial_options")
def spatial_run(block: SpatialBlock, law: SpatialLaw, start: SpatialState, shaking_x: Optional[Shaking] = None,
                shaking_y: Optional[Shaking] = None, sample_interval: float = 0.0, **options: Any) -> SpatialRun:
    """Rocking about corners and edges. options: members of SpatialOptions (end_time, ...);
    sample_interval: s between samples, 0 = none."""
    events: List[bytes] = []
    samples: List[bytes] = []

    @ffi.callback("void(void *, talus_spatial_event *)")
    def keep_event(_user: Any, event: Any) -> None:
        events.append(bytes(ffi.buffer(event)))

    @ffi.callback("void(void *, talus_spatial_state *)")
    def keep_sample(_user: Any, state: Any) -> None:
        samples.append(bytes(ffi.buffer(state)))

    asked = SpatialOptions(**options)
    asked._data.sample_interval = sample_interval
    asked._data.on_event = keep_event
    asked._data.on_sample = keep_sample
    shaking = ffi.new("talus_spatial_shaking *")
    if shaking_x is not None or shaking_y is not None:
        if shaking_x is not None:
            shaking.x = shaking_x._data[0]
        if shaking_y is not None:
            shaking.y = shaking_y._data[0]
        asked._data.shaking = shaking
    state = start.copy()
    summary = SpatialSummary()
    call(lib.talus_spatial_run, block._data, law._data, asked._data, state._data, summary._data)
    return SpatialRun(summary, state, np.frombuffer(b"".join(events), _arrays.dtype_of("talus_spatial_event")),
                      np.frombuffer(b"".join(samples), _arrays.dtype_of("talus_spatial_state")))


@headers("talus_impact_law_apply", "talus_impact_law_system", "talus_impact_law")
def apply_law(mass: Any, normals: Any, velocity: Any, kind: str = "newton", tangents: Any = None, mu: Any = None,
              e: float = 0.0, epsilon_n: Any = None, restitution: Any = None, tangential: str = "free",
              restitution_tan: Any = None, epsilon_t: Any = None, complementarity: bool = False) -> ImpactLawResult:
    """Evaluate an impact law: mass (n, n), normals (m, n), tangents (m or 2 m, n), velocity (n) before the impact.

    kind: "newton" (epsilon_n), "moreau" (e) or "generalised" (restitution (m, m)); tangential: "free",
    "tangent_coordinate", "tangent_velocity" or "coulomb"."""
    kept: List[Any] = []

    def pointer(values: Any, shape: Optional[Tuple[Optional[int], ...]], what: str) -> Any:
        if values is None:
            return NULL
        array, made = _arrays.given(values, "double", shape, what)
        kept.append(array)
        return made

    n, m = len(np.asarray(mass)), len(np.asarray(normals))
    count = 0 if tangents is None else len(np.asarray(tangents))
    system = ffi.new("talus_impact_law_system *", {
        "dof_count": n, "contact_count": m, "tangent_count": count, "mass": pointer(mass, (n, n), "mass"),
        "normals": pointer(normals, (m, n), "normals"), "tangents": pointer(tangents, (count, n), "tangents"),
        "mu": pointer(mu, (m,), "mu")})
    law = ffi.new("talus_impact_law *", {
        "kind": _arrays.enum_value("talus_impact_law_kind", kind), "e": e,
        "epsilon_n": pointer(epsilon_n, (m,), "epsilon_n"), "restitution": pointer(restitution, (m, m), "restitution"),
        "tangential": _arrays.enum_value("talus_impact_law_tangential", tangential),
        "restitution_tan": pointer(restitution_tan, (n - m, n - m), "restitution_tan"),
        "epsilon_t": pointer(epsilon_t, (count,), "epsilon_t"), "complementarity": complementarity})
    result = ImpactLawResult()
    call(lib.talus_impact_law_apply, system, law, pointer(velocity, (n,), "velocity"), result._data)
    return result


@headers("talus_impact_law_block_interval", "talus_impact_law_interval")
def restitution_interval(case: str, aspect: float, mu: float = 0.0, slide: float = 0.0) -> LawInterval:
    """Admissible coefficients of a block of aspect = height / width in a case, "rocking_sliding", ..."""
    return LawInterval._copy(lib.talus_impact_law_block_interval(  # type: ignore[return-value]
        _arrays.enum_value("talus_impact_law_case", case), aspect, mu, slide))
