// SPDX-License-Identifier: GPL-3.0-or-later
// One island by the stages 1 to 9 of docs/contact_solvers.md, for callers whose problem is dense.
#ifndef TALUS_SRC_PHYSICS_SOLVE_ISLAND_H
#define TALUS_SRC_PHYSICS_SOLVE_ISLAND_H

#include "talus/solve.h"

/// Solve a dense problem of one island, natural map; what the first stages solve is not read whole:
/// blocks of W of contacts that turn out to be open, and numbers in them that are not finite.
/// @param tolerance  > 0, on the relative error
/// @param percussion (3n, N s) in: start, out: best found; unchanged when it is refused
/// @return TALUS_OK, or TALUS_ERROR_ARGUMENT: more contacts than the solver was made for, or data
///         that are not usable
talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double *percussion, talus_solver_info *info);

/// Most contacts of an island.
size_t solve_most_contacts(const talus_contact_solver *solver);

#endif
