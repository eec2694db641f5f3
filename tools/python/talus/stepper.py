# SPDX-License-Identifier: GPL-3.0-or-later
"""Single steps: one rock on a site, step by step; and torque-free rotation alone."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, call, check, create, ffi, headers, lib, own
from .contact import ContactProblem
from .shape import Rock
from .site import Site

__all__ = ["FreeRotation", "Motion", "StepOptions", "StepReport", "Stepper", "free_rotation", "state"]


@struct("talus_step_options")
class StepOptions(Struct):
    """Options of the stepper: scheme "midpoint", time_step 2 ms, detection "published", ..."""


@struct("talus_step_report")
class StepReport(Struct):
    """What happened in one step."""


@headers("talus_state")
def state(r: Sequence[float] = (0, 0, 0), p: Sequence[float] = (1, 0, 0, 0), v: Sequence[float] = (0, 0, 0),
          omega: Sequence[float] = (0, 0, 0), slippage: float = 0.0, scar_depth: float = 0.0) -> np.ndarray:
    """A state as a structured scalar: position r (m), attitude p (w, x, y, z), velocity v (m/s, world), angular
    velocity omega (rad/s, body frame)."""
    made = np.zeros((), _arrays.dtype_of("talus_state"))
    made["r"], made["p"], made["v"], made["omega"] = r, p, v, omega
    made["slippage"], made["scar_depth"] = slippage, scar_depth
    return made


class Stepper:
    """Scratch for rocks on one site.

    rocks: those that will be started (or the largest number of vertices).
    threads: a stepper and its motions are used by one thread at a time.
    """

    @headers("talus_stepper_create")
    def __init__(self, site: Site, rocks: "Rock | Sequence[Rock] | int", options: Optional[StepOptions] = None) -> None:
        self.options = StepOptions() if options is None else options
        if isinstance(rocks, Rock):
            rocks = [rocks]
        most = (_arrays.count(rocks, "vertices") if hasattr(rocks, "__index__")
                else max(len(rock.vertices) for rock in rocks))
        self._pointer = create(lib.talus_stepper_create, lib.talus_stepper_destroy, "talus_stepper", site._data,
                               self.options._data, most, keep=site)
        self._report = StepReport()
        self._error = ffi.new("talus_error *")

    @headers("talus_motion_start")
    def start(self, rock: Rock, state: np.ndarray, factor: float = 1.0, seed: int = 0,
              number: Optional[int] = None) -> "Motion":
        """Begin the motion of a rock, scaled by `factor`. number: draws the grounds that scatter, with the seed;
        None = their medians."""
        return Motion(self, rock, state, factor, seed, number)

    @property
    def last_problem(self) -> Optional[ContactProblem]:
        """The contact problem of the last step as it was posed; None when it had no closed contact."""
        problem, percussion = ffi.new("talus_contact_problem *"), ffi.new("double **")
        info = ffi.new("talus_solver_info *", {"size": ffi.sizeof("talus_solver_info")})
        call(lib.talus_stepper_last_problem, self._pointer, problem, percussion, info)
        return ContactProblem._copy(problem, percussion[0]) if problem.contact_count > 0 else None


class Motion:
    """A rock under way on a stepper."""

    def __init__(self, stepper: Stepper, rock: Rock, state: np.ndarray, factor: float, seed: int,
                 number: Optional[int]) -> None:
        self.stepper = stepper
        place = ffi.new("talus_rock_motion **")
        call(lib.talus_motion_create, stepper._pointer, place)
        self._pointer = own(place[0], lib.talus_free)
        # what the step calls need, looked up once
        self._arguments = (stepper._pointer, self._pointer, stepper._report._data, stepper._error)
        call(lib.talus_motion_start, stepper._pointer, rock._pointer, factor, seed,
             2 ** 64 - 1 if number is None else number, _state(state), self._pointer)

    @headers("talus_step")
    def step(self) -> StepReport:
        """Advance by one time step. The report is the stepper's: valid until its next step, `copy()` keeps it."""
        status = lib.talus_step(*self._arguments)
        if status != lib.TALUS_OK:
            check(status, self.stepper._error)
        return self.stepper._report

    def steps(self, count: int) -> np.ndarray:
        """Take `count` steps: structured array (count + 1) of states, the present one first."""
        count = _arrays.count(count, "steps")
        states = np.empty(count + 1, _arrays.dtype_of("talus_state"))
        size = states.dtype.itemsize
        target = ffi.cast("char *", ffi.from_buffer(states))
        step, arguments, here = lib.talus_step, self._arguments, lib.talus_motion_state(self._pointer)
        ffi.memmove(target, here, size)
        for k in range(1, count + 1):
            status = step(*arguments)
            if status != lib.TALUS_OK:
                check(status, self.stepper._error)
            ffi.memmove(target + k * size, here, size)
        return states

    @property
    def state(self) -> np.ndarray:
        """A copy of the state after the last step, structured scalar"""
        return _arrays.copy(lib.talus_motion_state(self._pointer), 1, "talus_state")[0]

    @state.setter
    def state(self, value: np.ndarray) -> None:
        call(lib.talus_motion_set_state, self._pointer, _state(value))

    def _facts(self) -> Any:
        facts = ffi.new("talus_motion_facts *", {"size": ffi.sizeof("talus_motion_facts")})
        call(lib.talus_motion_facts_of, self._pointer, facts)
        return facts

    @property
    def step_count(self) -> int:
        return int(self._facts().steps)

    @property
    def time(self) -> float:
        """s since the start"""
        return self.step_count * float(self.stepper.options.time_step)

    @property
    def mass(self) -> float:
        """kg, of the rock as scaled"""
        return float(self._facts().mass)

    @property
    def inertia(self) -> np.ndarray:
        """(3,) kg m^2, of the rock as scaled"""
        facts = self._facts()
        return _arrays.copy(ffi.addressof(facts, "inertia"), 1, "talus_vec3")[0]

    @headers("talus_motion_min_gap")
    def min_gap(self) -> float:
        """Smallest vertical gap over the terrain in the present pose, m."""
        here = lib.talus_motion_state(self._pointer)
        gap = ffi.new("double *")
        call(lib.talus_motion_min_gap, self.stepper._pointer, self._pointer, here.r, here.p, gap)
        return float(gap[0])

    @headers("talus_motion_set_base")
    def set_base(self, gain: Optional[Sequence[float]]) -> None:
        """A base that shakes: velocity (m/s) that it gains in each of the next steps; None = still."""
        call(lib.talus_motion_set_base, self._pointer,
             NULL if gain is None else ffi.new("talus_vec3 *", _arrays.vec3(gain, "gain")))

    @property
    def obstacle_events(self) -> List[Dict[str, Any]]:
        """Stems and walls that the last step of this stepper touched."""
        count, place = ffi.new("size_t *"), ffi.new("talus_obstacle_event **")
        call(lib.talus_stepper_obstacle_events, self.stepper._pointer, place, count)
        events = place[0]
        table = _arrays.enum_names("talus_obstacle_kind")
        return [{"kind": table[events[k].kind], "index": events[k].index, "is_impact": events[k].is_impact,
                 "is_broken": events[k].is_broken, "energy": events[k].energy} for k in range(count[0])]


def _state(value: Any) -> Any:
    """A talus_state * of a structured scalar."""
    array = np.ascontiguousarray(value, _arrays.dtype_of("talus_state"))
    if array.size != 1:
        raise ValueError(f"found {array.size} states, expected one")
    made = ffi.new("talus_state *")
    ffi.memmove(made, array.tobytes(), ffi.sizeof("talus_state"))
    return made


class FreeRotation(NamedTuple):
    """A torque-free step: angular velocity (rad/s, body frame) at its end, turn (w, x, y, z), Newton iterations."""

    omega: np.ndarray
    turn: np.ndarray
    iterations: int
    converged: bool


@headers("talus_rotation_free")
def free_rotation(scheme: str, inertia: Sequence[float], omega: Sequence[float], dt: float) -> FreeRotation:
    """Torque-free rotation by dt of a body with principal moments `inertia` (kg m^2)."""
    found = lib.talus_rotation_free(_arrays.enum_value("talus_scheme", scheme), _arrays.vec3(inertia, "inertia"),
                                    _arrays.vec3(omega, "omega"), dt)
    w, q = found.omega, found.turn
    return FreeRotation(np.array([w.x, w.y, w.z]), np.array([q.w, q.x, q.y, q.z]), found.iterations, found.converged)


def schemes() -> Tuple[str, ...]:
    """Names of the rotation schemes."""
    return tuple(_arrays.enum_names("talus_scheme").values())
