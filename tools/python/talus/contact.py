# SPDX-License-Identifier: GPL-3.0-or-later
"""Contact problems as plain numbers: check, islands, errors, solvers.

Contact i owns rows 3i (normal), 3i + 1 and 3i + 2 (tangents); xi = W P + c; find P with -xi in N_C(P),
C = R0+ x {|P_T| <= mu P_N}.                                                                  [L14 eq. 68]
"""
from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from . import _arrays
from ._arrays import Struct, struct
from ._library import NULL, call, create, ffi, headers, lib

__all__ = ["ContactProblem", "ContactSolver", "Solution", "SolverInfo"]


@struct("talus_solver_info")
class SolverInfo(Struct):
    """How a problem was solved; a stall is reported here, it is not an error."""


class Solution(NamedTuple):
    """Percussions (n, 3) N s, normal component first, and how they were found."""

    percussion: np.ndarray
    info: SolverInfo


class ContactProblem:
    """W (3n, 3n) 1/kg, c (3n) m/s, mu (n); arrays are kept. body: (n, 2) numbers of the two bodies, -1 = fixed.

    With `row_start` and `column` the matrix is in block rows: `w` then holds the blocks, (k, 3, 3).
    threads: only read, any thread.
    """

    def __init__(self, w: Any, c: Any, mu: Any, body: Any = None, body_count: int = 1, row_start: Any = None,
                 column: Any = None, is_symmetric: bool = False) -> None:
        self.mu, mu_pointer = _arrays.given(mu, "double", (None,), "mu")
        n = len(self.mu)
        self.c, c_pointer = _arrays.given(np.reshape(c, -1), "double", (3 * n,), "c")
        self.row_start = self.column = self.body = None
        rows = columns = bodies = NULL
        if row_start is None:
            self.w, w_pointer = _arrays.given(w, "double", (3 * n, 3 * n), "W")
        else:
            self.row_start, rows = _arrays.given(row_start, "size_t", (n + 1,), "row_start")
            if self.row_start[0] != 0 or np.any(self.row_start[1:] < self.row_start[:-1]):
                raise ValueError("row_start: expected numbers of blocks that begin with 0 and do not fall")
            blocks = int(self.row_start[-1])
            self.column, columns = _arrays.given(column, "uint32_t", (blocks,), "column")
            self.w, w_pointer = _arrays.given(w, "double", (blocks, 3, 3), "blocks")
        if body is not None:
            self.body, bodies = _arrays.given(body, "int32_t", (n, 2), "body")
        self.rock: Optional[int] = None  #: of a problem that a run met
        self.event_body: Optional[int] = None  #: 0 the rock itself
        self.step: Optional[int] = None
        self.found: Optional[np.ndarray] = None  #: (n, 3) percussions that the run found
        self._data = ffi.new("talus_contact_problem *")
        lib.talus_contact_problem_defaults(self._data, ffi.sizeof("talus_contact_problem"))
        self._data.contact_count, self._data.body_count, self._data.body = n, body_count, bodies
        self._data.row_start, self._data.column, self._data.blocks = rows, columns, w_pointer
        self._data.c, self._data.mu, self._data.is_symmetric = c_pointer, mu_pointer, is_symmetric
        call(lib.talus_contact_problem_check, self._data)

    @classmethod
    def _copy(cls, problem: Any, percussion: Any) -> "ContactProblem":
        """A dense problem of the library."""
        n = problem.contact_count
        made = cls(_arrays.copy(problem.blocks, 9 * n * n, "double").reshape(3 * n, 3 * n),
                   _arrays.copy(problem.c, 3 * n, "double"), _arrays.copy(problem.mu, n, "double"),
                   is_symmetric=problem.is_symmetric)
        if percussion:
            made.found = _arrays.copy(percussion, 3 * n, "double").reshape(n, 3)
        return made

    @classmethod
    def _of_run(cls, hard: Any) -> "ContactProblem":
        made = cls._copy(hard.problem, hard.percussion)
        made.rock, made.event_body, made.step = int(hard.rock), int(hard.body), int(hard.step)
        return made

    @property
    def contact_count(self) -> int:
        return len(self.mu)

    @headers("talus_contact_islands")
    def islands(self) -> Tuple[np.ndarray, int]:
        """The island of each contact, and how many there are."""
        island = np.zeros(self.contact_count, _arrays.dtype_of("size_t"))
        count = ffi.new("size_t *")
        call(lib.talus_contact_islands, self._data, ffi.cast("size_t *", ffi.from_buffer(island)), count)
        return island, count[0]

    @headers("talus_contact_error")
    def error(self, percussion: Any, measure: str = "natural_map") -> float:
        """How far percussions (n, 3) are from solving it: measure "natural_map" (m/s) or "cone"."""
        array, pointer = _arrays.given(np.reshape(percussion, -1), "double", (3 * self.contact_count,), "percussion")
        value = ffi.new("double *")
        call(lib.talus_contact_error, self._data, _arrays.enum_value("talus_contact_measure", measure), pointer, value)
        return float(value[0])

    def solve(self, method: str = "islands", tolerance: float = 1e-9, iteration_limit: int = 0,
              start: Any = None) -> Solution:
        """Solve it with a solver of its own; see ContactSolver.solve."""
        return ContactSolver(self.contact_count).solve(self, method, tolerance, iteration_limit, start)

    def __repr__(self) -> str:
        return f"ContactProblem({self.contact_count} contacts)"


class ContactSolver:
    """Scratch for problems with islands of up to `max_contacts` contacts.

    threads: used by one thread at a time.
    """

    @headers("talus_contact_solver_create")
    def __init__(self, max_contacts: int) -> None:
        self._pointer = create(lib.talus_contact_solver_create, lib.talus_contact_solver_destroy, "talus_contact_solver",
                               max_contacts)

    @headers("talus_contact_solve", "talus_solve_options")
    def solve(self, problem: ContactProblem, method: str = "islands", tolerance: float = 1e-9, iteration_limit: int = 0,
              start: Any = None) -> Solution:
        """Find the percussions. method: "islands", as runs do, or a solver of block rows ("newton", ...);
        start: (n, 3) percussions to begin with, zeros by default."""
        n = problem.contact_count
        percussion = np.zeros((n, 3)) if start is None else np.array(np.reshape(start, (n, 3)), float)
        options = ffi.new("talus_solve_options *")
        lib.talus_solve_options_defaults(options, ffi.sizeof("talus_solve_options"))
        options.method = _arrays.enum_value("talus_solve_method", method)
        options.tolerance, options.iteration_limit = tolerance, iteration_limit
        info = SolverInfo()
        call(lib.talus_contact_solve, self._pointer, problem._data, options,
             ffi.cast("double *", ffi.from_buffer(percussion)), info._data)
        return Solution(percussion, info)
