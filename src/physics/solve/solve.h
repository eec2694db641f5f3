// SPDX-License-Identifier: GPL-3.0-or-later
// The dense solver for callers that know their matrix to be symmetric.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SOLVE_H
#define TALUS_SRC_PHYSICS_SOLVE_SOLVE_H

#include "talus/percussion.h"

#include <stdbool.h>

/// talus_contact_solve; blocks of G of contacts that turn out to be open may go unread, and numbers
/// in them that are not finite unseen.
/// @param is_symmetric whether G is known to be, to the bit: its rows are then read as columns
talus_status percussion_solve(talus_contact_solver *solver, const talus_contact_problem *problem,
                              bool is_symmetric, double tolerance, double *percussion,
                              talus_solver_info *info);

#endif
