// SPDX-License-Identifier: GPL-3.0-or-later
// First stage of the dense solver for few contacts: guess which contacts are open, stick or slip,
// solve the equations of that guess, and correct the guess by the result.
#ifndef TALUS_SRC_PHYSICS_SOLVE_ACTIVE_H
#define TALUS_SRC_PHYSICS_SOLVE_ACTIVE_H

#include "physics/solve/dense.h"

enum { ACTIVE_CONTACTS = 4 }; ///< more contacts go to the next stage

/// States from the natural map at y, then Newton on the equations of the states,
///   stick: xi = 0;   slip along d on the unit circle: xi_N = 0, d' xi_T = 0, P_T = mu P_N d,
/// with at most two or three unknowns a contact; after every step each contact that its numbers
/// contradict changes its state. Where sticking contacts share a load in many ways, unknowns that
/// the equations leave open stay as they are. No guarantee: the states may cycle.
/// @param y in: start, out: the result when it is solved, else anything
/// @return Newton steps used; *error = error of the result
int dense_active(const dense_problem *problem, double target, double *y, double *error);

/// The same with a bound of its own for pivots, of entries of order 1, that are round-off.
int dense_active_near(const dense_problem *problem, double target, double least_pivot, double *y,
                      double *error);

/// The same from slip in all contacts, along the four directions a quarter turn apart of each.
int dense_active_slips(const dense_problem *problem, double target, double *y, double *error);

/// The same, and where it fails: each contact in turn is taken to stick, or to be open, and the
/// rest solved by the same means, a single contact exactly.
/// @return as above
int dense_active_parts(const dense_problem *problem, double target, double *y, double *error);

/// The same, and where it fails once more with many slip directions.
int dense_active_search(const dense_problem *problem, double target, double *y, double *error);

#endif
