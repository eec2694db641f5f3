// SPDX-License-Identifier: GPL-3.0-or-later
// Five contacts and more of one body, of which at most four press: faces that lie flat.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SUBSETS_H
#define TALUS_SRC_PHYSICS_SOLVE_SUBSETS_H

#include "physics/solve/dense.h"

enum { SUBSETS_CONTACTS = 8 }; ///< more contacts go to the next stage

/// Every four contacts in turn, those that press or sink in most at y first, by dense_active_search;
/// the others are open. Six numbers move a body, so more contacts than four share a load that four
/// of them can carry, if friction lets them; the error of the whole problem decides.
/// @param y in: start, out: the result when it is solved, else anything
/// @return Newton steps used; *error = error of the result, infinite when no four solve it
int dense_subsets(const dense_problem *problem, double target, double *y, double *error);

#endif
