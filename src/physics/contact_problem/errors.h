// SPDX-License-Identifier: GPL-3.0-or-later
// How far a percussion is from solving a contact problem: the natural map in m/s, which runs use,
// and the 2-norm of stored problems. Safe against numbers that are none: the error is infinite
// then.
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ERRORS_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ERRORS_H

#include "talus/percussion.h"

/// Trace of the diagonal block of contact k.
static inline double percussion_trace(const talus_contact_problem *problem, size_t k)
{
    const size_t size = 3 * problem->contact_count;
    const double *block = problem->delassus + 3 * k * size + 3 * k;
    return block[0] + block[size + 1] + block[2 * size + 2];
}

/// Scale of the relative error: max(|c|_inf, 1e-3 m/s).
double percussion_velocity_scale(const talus_contact_problem *problem);

/// Projection onto K = { |x_T| <= mu x_N }.
void system_project(double mu, const double x[3], double projection[3]);

/// | F_i |^2 of one contact, F = r - P_K(r - (u + mu |u_T| n)).
double system_contact_residual(double mu, const double reaction[3], const double velocity[3]);

#endif
