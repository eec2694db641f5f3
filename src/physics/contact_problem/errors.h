// SPDX-License-Identifier: GPL-3.0-or-later
// How far percussions are from solving a contact problem: the natural map in m/s, which runs use,
// and the cone measure of stored problems. Each is infinite where a term is not finite, so that no
// contact hides what another one has.
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ERRORS_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ERRORS_H

#include "talus/contact_problem.h"

#include <math.h>

/// Trace of the diagonal block of contact k of a dense problem.
static inline double problem_trace(const talus_contact_problem *problem, size_t k)
{
    const size_t size = 3 * problem->contact_count;
    const double *block = problem->blocks + 3 * k * size + 3 * k;
    return block[0] + block[size + 1] + block[2 * size + 2];
}

/// talus_contact_error of a problem that has been checked.
double problem_error(const talus_contact_problem *problem, talus_contact_measure measure,
                     const double *percussion);

/// Scale of the relative error of runs: max(|c|_inf, 1e-3 m/s).
double problem_velocity_scale(const talus_contact_problem *problem);

/// Projection onto K = { |x_T| <= mu x_N }.
void problem_project(double mu, const double x[3], double projection[3]);

/// Square of one contact's part in the cone measure, | P - proj_K(P - (xi + mu |xi_T| n)) |^2.
double problem_cone_error2(double mu, const double percussion[3], const double xi[3]);

/// Square of one contact's part in the natural map, in y = P / rho (m/s): | y - proj(y - xi) |^2.
/// What is not a number stays so.
static inline double problem_natural_error2(double mu, const double y[3], const double xi[3])
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

/// The larger of two errors; one that is not a number counts as infinite, and stays.
static inline double problem_larger_error(double worst, double e)
{
    return e <= worst ? worst : e < (double)INFINITY ? e : (double)INFINITY;
}

/// xi of y in a dense matrix, for n contacts; this and the next one are to be inlined with constant
/// n.
static inline void problem_velocities_of(size_t n, const double *restrict a,
                                         const double *restrict c, const double *restrict y,
                                         double *restrict xi)
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

/// Natural map of a dense matrix whose diagonal blocks have trace 3; fills xi.
static inline double problem_scaled_error_of(size_t n, const double *restrict a,
                                             const double *restrict c, const double *restrict mu,
                                             const double *restrict y, double *restrict xi)
{
    double worst = 0.0;
    problem_velocities_of(n, a, c, y, xi);
    for (size_t k = 0; k < n; k++) {
        worst = problem_larger_error(worst, problem_natural_error2(mu[k], y + 3 * k, xi + 3 * k));
    }
    return sqrt(worst);
}

#endif
