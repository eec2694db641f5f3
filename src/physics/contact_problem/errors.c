// SPDX-License-Identifier: GPL-3.0-or-later
// The error measures of contact problems.
#include "physics/contact_problem/errors.h"

#include "physics/contact_problem/system.h"

#include <math.h>
#include <string.h>

/// The larger of two errors; one that is not a number counts as infinite.
static double larger_error(double a, double b)
{
    return b <= a ? a : b < (double)INFINITY ? b : (double)INFINITY;
}

double talus_contact_error(const talus_contact_problem *problem, const double *percussion)
{
    if (problem == NULL ||
        (problem->contact_count > 0 && (percussion == NULL || problem->delassus == NULL ||
                                        problem->c == NULL || problem->mu == NULL))) {
        return (double)INFINITY;
    }
    const size_t size = 3 * problem->contact_count;
    double worst = 0.0;
    for (size_t k = 0; k < problem->contact_count; k++) {
        const double rho = 3.0 / percussion_trace(problem, k), *p = percussion + 3 * k;
        double xi[3];
        for (size_t i = 0; i < 3; i++) {
            const double *row = problem->delassus + (3 * k + i) * size;
            xi[i] = problem->c[3 * k + i];
            for (size_t j = 0; j < size; j++) {
                xi[i] += row[j] * percussion[j];
            }
        }
        const double normal = p[0] - rho * xi[0],
                     radius = problem->mu[k] * (p[0] > 0.0 ? p[0] : 0.0);
        double t1 = p[1] - rho * xi[1], t2 = p[2] - rho * xi[2];
        const double length = sqrt(t1 * t1 + t2 * t2);
        if (length > radius) {
            t1 *= radius / length;
            t2 *= radius / length;
        }
        const double d0 = p[0] - (normal <= 0.0 ? 0.0 : normal), d1 = p[1] - t1, d2 = p[2] - t2;
        worst = larger_error(worst, sqrt(d0 * d0 + d1 * d1 + d2 * d2) / rho);
    }
    return worst;
}

double percussion_velocity_scale(const talus_contact_problem *problem)
{
    double scale = 1e-3;
    for (const double *c = problem->c, *end = c + 3 * problem->contact_count; c < end; c += 3) {
        for (size_t i = 0; i < 3; i++) {
            scale = fabs(c[i]) > scale ? fabs(c[i]) : scale;
        }
    }
    return scale;
}

void system_project(double mu, const double x[3], double projection[3])
{
    const double tangent = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (tangent <= mu * x[0]) {
        memcpy(projection, x, 3 * sizeof *x);
        return;
    }
    if (mu * tangent <= -x[0]) {
        projection[0] = projection[1] = projection[2] = 0.0;
        return;
    }
    const double normal = (x[0] + mu * tangent) / (1.0 + mu * mu);
    projection[0] = normal;
    projection[1] = mu * normal * x[1] / tangent;
    projection[2] = mu * normal * x[2] / tangent;
}

double system_contact_residual(double mu, const double reaction[3], const double velocity[3])
{
    const double slip = sqrt(velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    const double x[3] = {reaction[0] - velocity[0] - mu * slip, reaction[1] - velocity[1],
                         reaction[2] - velocity[2]};
    double p[3];
    system_project(mu, x, p);
    const double f0 = reaction[0] - p[0], f1 = reaction[1] - p[1], f2 = reaction[2] - p[2];
    return f0 * f0 + f1 * f1 + f2 * f2;
}

double talus_contact_system_error(const talus_contact_system *system, const double *reaction)
{
    if (system == NULL || reaction == NULL) {
        return (double)INFINITY;
    }
    double sum = 0.0, q2 = 0.0;
    for (size_t i = 0; i < system->contact_count; i++) {
        double velocity[3];
        const double *q = system->q + 3 * i;
        system_row(system, i, reaction, velocity);
        sum += system_contact_residual(system->mu[i], reaction + 3 * i, velocity);
        q2 += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    return q2 > 0.0 ? sqrt(sum) / sqrt(q2) : sqrt(sum);
}
