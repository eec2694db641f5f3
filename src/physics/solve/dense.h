// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the dense solver on a scaled problem: y_i = P_i / rho_i with rho_i = 3 / tr G_ii,
// so that unknowns and residuals are velocities and every diagonal block of the matrix has trace 3.
#ifndef TALUS_SRC_PHYSICS_SOLVE_DENSE_H
#define TALUS_SRC_PHYSICS_SOLVE_DENSE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct dense_problem {
    size_t contact_count;
    const double *a;  ///< (3n x 3n) row-major: G_ij rho_j, dimensionless
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

/// | y_i - Proj(y_i - xi_i) |^2 of one contact. What is not a number stays so.
static inline double dense_contact_error2(double mu, const double y[3], const double xi[3])
{
    const double n = y[0] - xi[0];
    const double radius = mu * (y[0] > 0.0 ? y[0] : 0.0);
    double t1 = y[1] - xi[1], t2 = y[2] - xi[2];
    const double length2 = t1 * t1 + t2 * t2;
    if (length2 > radius * radius) {
        const double scale = radius / sqrt(length2);
        t1 *= scale;
        t2 *= scale;
    }
    const double d0 = y[0] - (n <= 0.0 ? 0.0 : n), d1 = y[1] - t1, d2 = y[2] - t2;
    return d0 * d0 + d1 * d1 + d2 * d2;
}

/// xi of y, for n contacts; the next two are to be inlined with constant n.
static inline void dense_velocities_of(size_t n, const double *restrict a, const double *restrict c,
                                       const double *restrict y, double *restrict xi)
{
    const size_t size = 3 * n;
    for (size_t i = 0; i < size; i++) {
        double sum = c[i];
        for (size_t j = 0; j < size; j++) {
            sum += a[i * size + j] * y[j];
        }
        xi[i] = sum;
    }
}

/// dense_error for n contacts.
static inline double dense_error_of(size_t n, const double *restrict a, const double *restrict c,
                                    const double *restrict mu, const double *restrict y,
                                    double *restrict xi)
{
    double worst = 0.0;
    dense_velocities_of(n, a, c, y, xi);
    for (size_t k = 0; k < n; k++) {
        const double e = dense_contact_error2(mu[k], y + 3 * k, xi + 3 * k);
        if (!(e <= worst)) {
            worst = e < (double)INFINITY ? e : (double)INFINITY;
        }
    }
    return sqrt(worst);
}

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
