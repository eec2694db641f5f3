// SPDX-License-Identifier: GPL-3.0-or-later
// Moves on a scaled problem: y_i = P_i / rho_i with rho_i = 3 / tr W_ii, so that unknowns and residuals
// are velocities and every diagonal block of the matrix has trace 3.
#ifndef TALUS_SRC_PHYSICS_SOLVE_MOVES_H
#define TALUS_SRC_PHYSICS_SOLVE_MOVES_H

#include "physics/contact_problem/errors.h"

/// A build without one of them shows what it wins: -DTALUS_LEAVE_OUT=states of CMake, tools/moves-table.
enum { SOLVE_SLIP = 1, SOLVE_APART, SOLVE_STICK, SOLVE_STATES, SOLVE_SWEEPS };
#ifndef SOLVE_LEFT_OUT
#define SOLVE_LEFT_OUT 0
#endif

typedef struct scaled_problem {
    size_t contact_count;
    const double *a;  ///< (3n x 3n) row-major: W_ij rho_j, dimensionless
    const double *c;  ///< (3n) m/s
    const double *mu; ///< (n)
} scaled_problem;

/// e = max_i | y_i - Proj(y_i - xi_i) |, with the disc of the candidate's own y_N; fills xi.
/// Infinite where something is not a number.
double solve_scaled_error(const scaled_problem *problem, const double *y, double *xi);

enum { STATES_CONTACTS = 4 }; ///< more contacts go to the sweeps

/// States from the natural map at y, then Newton on the equations of the states,
///   stick: xi = 0;   slip along d on the unit circle: xi_N = 0, d' xi_T = 0, P_T = mu P_N d,
/// with at most two or three unknowns a contact; after every step each contact that its numbers
/// contradict changes its state. Where sticking contacts share a load in many ways, unknowns that
/// the equations leave open stay as they are. No guarantee: the states may cycle.
/// @param problem of at most STATES_CONTACTS contacts
/// @param y in: start, out: the result when it is solved, else anything
/// @return Newton steps used; *error = error of the result
int solve_states(const scaled_problem *problem, double target, double *y, double *error);

/// Block Gauss-Seidel with exact local solves until `target` or until it stalls; y is updated.
/// Converges linearly where the contacts couple weakly; no guarantee for hyperstatic faces.
/// @param xi (3n) scratch
/// @return sweeps used; *error = error of the result
int solve_sweeps(const scaled_problem *problem, int limit, double target, double *y, double *xi,
                 double *error);

#endif
