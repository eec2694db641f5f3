// SPDX-License-Identifier: GPL-3.0-or-later
// The last stage of a dense problem: it is solved as a system of blocks.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H

#include "talus/percussion.h"

/// Solve a problem that percussion_solve left unsolved as a system of blocks, from zero: Newton and
/// path following on the second-order cones find solutions that the dense stages do not. This stage
/// alone allocates; without memory the problem stays unsolved.
/// @param percussion (3n) and info: written when it is solved, except the iterations
/// @return whether it is solved
bool percussion_solve_sparse(const talus_contact_problem *problem, double tolerance,
                             double *percussion, talus_solver_info *info);

#endif
