// SPDX-License-Identifier: GPL-3.0-or-later
// One island in four moves: at once, states, sweeps, block rows. [docs/contact_solvers.md]
#ifndef TALUS_SRC_PHYSICS_SOLVE_ISLAND_H
#define TALUS_SRC_PHYSICS_SOLVE_ISLAND_H

#include "physics/solve_sparse/scratch.h"
#include "talus/solve.h"

/// Islands in block rows of so many contacts at most try the other moves first.
enum { SOLVE_FEW_CONTACTS = 12 };

/// Solve a problem of one island, natural map. A problem that is solved at once is not
/// read in full: numbers that are not finite in blocks of open contacts go unnoticed.
/// @param problem    dense, of no more contacts than the solver was made for: nothing is allocated; or in
///                   block rows, of any number
/// @param tolerance  > 0, on the relative error
/// @param accepted   error that does where block rows come no closer to the tolerance; 0: none
/// @param percussion (3n, N s) in: start, out: best found; unchanged when it is refused
/// @return TALUS_OK, or TALUS_ERROR_ARGUMENT: more contacts than the solver was made for, or data
///         that are not usable; TALUS_ERROR_MEMORY: block rows had none
talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double accepted, double *percussion,
                          talus_solver_info *info);

/// Most contacts of a dense island.
size_t solve_most_contacts(const talus_contact_solver *solver);

/// Memory for block rows.
sparse_scratch *solve_scratch(talus_contact_solver *solver);

#endif
