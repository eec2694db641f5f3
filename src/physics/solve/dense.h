// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the dense solver on a scaled problem: y_i = P_i / rho_i with rho_i = 3 / tr W_ii,
// so that unknowns and residuals are velocities and every diagonal block of the matrix has trace 3.
#ifndef TALUS_SRC_PHYSICS_SOLVE_DENSE_H
#define TALUS_SRC_PHYSICS_SOLVE_DENSE_H

#include "physics/contact_problem/errors.h"

typedef struct dense_problem {
    size_t contact_count;
    const double *a;  ///< (3n x 3n) row-major: W_ij rho_j, dimensionless
    const double *c;  ///< (3n) m/s
    const double *mu; ///< (n)
} dense_problem;

typedef struct dense_scratch {
    double *xi;       ///< (3n)
    double *residual; ///< (3n)
    double *trial;    ///< (3n)
    double *step;     ///< (3n)
    double *jacobian; ///< (3n x 3n)
    double *normal;   ///< (3n x 3n)
} dense_scratch;

/// e = max_i | y_i - Proj(y_i - xi_i) |, with the disc of the candidate's own y_N; fills xi.
/// Infinite where something is not a number.
double dense_error(const dense_problem *problem, const double *y, double *xi);

/// Block Gauss-Seidel with exact local solves until `target` or until it stalls; y is updated.
/// Converges linearly where the contacts couple weakly; no guarantee for hyperstatic faces.
/// @return sweeps used; *error = error of the result
int dense_gauss_seidel(const dense_problem *problem, dense_scratch *scratch, int limit,
                       double target, double *y, double *error);

/// Semismooth Newton on F(y) = y - Proj(y - xi(y)), steps by damped least squares
/// (J'J + lambda I) d = -J'F (J may be singular: hyperstatic), accepted when |F| falls.
/// @return steps used
int dense_newton(const dense_problem *problem, dense_scratch *scratch, int limit, double target,
                 double *y, double *error);

/// Newton without globalisation: may leave a local minimum of |F| that holds the damped one; it can
/// also cycle, so it is tried after the others. The result is y when it converged, else anything.
int dense_free_newton(const dense_problem *problem, dense_scratch *scratch, int limit,
                      double target, double *y, double *error);

/// Newton along a family of rounded-off maps from width `width` (m/s) down to below the target:
/// follows the solution path of the smoothed problem into the sharp one.
/// @return steps used
int dense_smoothing(const dense_problem *problem, dense_scratch *scratch, double width,
                    double target, double *y, double *error);

#endif
