// SPDX-License-Identifier: GPL-3.0-or-later
// The dense solver for callers that know their matrix to be symmetric.
#ifndef TALUS_SRC_PERCUSSION_SOLVE_H
#define TALUS_SRC_PERCUSSION_SOLVE_H

#include "talus/percussion.h"

#include <stdbool.h>

/// talus_contact_solve; blocks of G of contacts that turn out to be open may go unread, and numbers
/// in them that are not finite unseen.
/// @param is_symmetric whether G is known to be, to the bit: its rows are then read as columns
talus_status percussion_solve(talus_contact_solver *solver, const talus_contact_problem *problem,
                              bool is_symmetric, double tolerance, double *percussion,
                              talus_solver_info *info);

/// Solve a problem that percussion_solve left unsolved as a system of blocks, from zero: Newton and
/// path following on the second-order cones find solutions that the dense stages do not. This stage
/// alone allocates; without memory the problem stays unsolved.
/// @param percussion (3n) and info: written when it is solved, except the iterations
/// @return whether it is solved
bool percussion_solve_sparse(const talus_contact_problem *problem, double tolerance,
                             double *percussion, talus_solver_info *info);

/// Scale of the relative error: max(|c|_inf, 1e-3 m/s).
double percussion_velocity_scale(const talus_contact_problem *problem);

#endif
