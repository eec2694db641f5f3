// SPDX-License-Identifier: GPL-3.0-or-later
// What solves most problems of a step without scaling them first.
#ifndef TALUS_SRC_PHYSICS_SOLVE_AT_ONCE_H
#define TALUS_SRC_PHYSICS_SOLVE_AT_ONCE_H

#include "physics/contact_problem/errors.h"
#include "talus/solve.h"

#include <math.h>

/// Whether friction and diagonal block of contact k are usable.
static inline bool solve_is_valid(const talus_contact_problem *problem, size_t k)
{
    return problem->mu[k] >= 0.0 && problem->mu[k] < (double)INFINITY &&
           problem_trace(problem, k) > 0.0;
}

/// Whether those of all contacts are, and all numbers are finite.
bool solve_are_valid(const talus_contact_problem *problem);

/// One contact: its exact solution. More: those that slip, and pairs of which one or both stick, by
/// Newton from the percussions of the start; what those do not solve is left to the other moves.
/// @param target m/s, of the natural map
/// @param percussion (3n, N s) in: start, out: the solution; unchanged when it is not found
/// @param info stage, iterations and error
/// @return whether it is found; false for data that are not usable
bool solve_at_once(const talus_contact_problem *problem, double target, double *percussion,
                   talus_solver_info *info);

#endif
