// SPDX-License-Identifier: GPL-3.0-or-later
// The last stage of an island: it is solved in block rows.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H

#include "talus/solve_options.h"

/// Solve a dense problem that solve_island left unsolved in block rows, from zero: Newton and path
/// following on the second-order cones find solutions that the dense stages do not. This stage
/// alone allocates.
/// @param tolerance  on the natural map over max(|c|_inf, 1e-3 m/s)
/// @param percussion (3n) and info: written when it is solved, except the iterations
/// @return TALUS_ERROR_MEMORY: it stays unsolved, and with memory it might not
talus_status solve_sparse_island(const talus_contact_problem *problem, double tolerance,
                                 double *percussion, talus_solver_info *info);

/// Solve a problem of several bodies in block rows from the given start: nothing is done where it
/// is good enough.
/// @param tolerance  as above
/// @param accepted   error of which the search is given up where it comes no closer to the tolerance
/// @param percussion (3n) in: start, out: best found
/// @return TALUS_ERROR_MEMORY: nothing is found
talus_status solve_sparse_from(const talus_contact_problem *problem, double tolerance,
                               double accepted, double *percussion, talus_solver_info *info);

#endif
