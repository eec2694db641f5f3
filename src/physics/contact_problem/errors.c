// SPDX-License-Identifier: GPL-3.0-or-later
// The error measures of contact problems.
#include "physics/contact_problem/errors.h"

#include "physics/contact_problem/rows.h"

#include <string.h>

/// xi of one contact of a dense problem, summed entry by entry as the dense solver does.
static void dense_velocity(const talus_contact_problem *problem, size_t contact,
                           const double *percussion, double xi[3])
{
    const size_t size = 3 * problem->contact_count;
    for (size_t i = 0; i < 3; i++) {
        const double *row = problem->blocks + (3 * contact + i) * size;
        xi[i] = problem->c[3 * contact + i];
        for (size_t j = 0; j < size; j++) {
            xi[i] += row[j] * percussion[j];
        }
    }
}

static void find_velocity(const talus_contact_problem *problem, size_t contact,
                          const double *percussion, double xi[3])
{
    if (problem->row_start != NULL) {
        problem_row_velocity(problem, contact, percussion, xi);
    } else {
        dense_velocity(problem, contact, percussion, xi);
    }
}

/// rho_i = 3 / tr W_ii
static double find_rho(const talus_contact_problem *problem, size_t contact)
{
    if (problem->row_start == NULL) {
        return 3.0 / problem_trace(problem, contact);
    }
    const double *w = problem->blocks + 9 * problem_find_block(problem, contact, contact);
    return 3.0 / (w[0] + w[4] + w[8]);
}

/// One contact's part in the natural map, m/s.
static double natural_error(double mu, double rho, const double p[3], const double xi[3])
{
    const double normal = p[0] - rho * xi[0], radius = mu * (p[0] > 0.0 ? p[0] : 0.0);
    double t1 = p[1] - rho * xi[1], t2 = p[2] - rho * xi[2];
    const double length = sqrt(t1 * t1 + t2 * t2);
    if (length > radius) {
        t1 *= radius / length;
        t2 *= radius / length;
    }
    const double d0 = p[0] - (normal <= 0.0 ? 0.0 : normal), d1 = p[1] - t1, d2 = p[2] - t2;
    return sqrt(d0 * d0 + d1 * d1 + d2 * d2) / rho;
}

static double find_natural_map(const talus_contact_problem *problem, const double *percussion)
{
    double worst = 0.0;
    for (size_t k = 0; k < problem->contact_count; k++) {
        double xi[3];
        find_velocity(problem, k, percussion, xi);
        const double e =
            natural_error(problem->mu[k], find_rho(problem, k), percussion + 3 * k, xi);
        worst = problem_larger_error(worst, e);
    }
    return worst;
}

static double find_cone_error(const talus_contact_problem *problem, const double *percussion)
{
    double sum = 0.0, c2 = 0.0;
    for (size_t i = 0; i < problem->contact_count; i++) {
        double xi[3];
        const double *c = problem->c + 3 * i;
        find_velocity(problem, i, percussion, xi);
        sum += problem_cone_error2(problem->mu[i], percussion + 3 * i, xi);
        c2 += c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    }
    const double e = c2 > 0.0 ? sqrt(sum) / sqrt(c2) : sqrt(sum);
    return problem_larger_error(0.0, e);
}

double problem_error(const talus_contact_problem *problem, talus_contact_measure measure,
                     const double *percussion)
{
    switch (measure) {
    case TALUS_MEASURE_NATURAL_MAP:
        return find_natural_map(problem, percussion);
    case TALUS_MEASURE_CONE:
        return find_cone_error(problem, percussion);
    }
    return (double)INFINITY;
}

talus_status talus_contact_error(const talus_contact_problem *problem,
                                 talus_contact_measure measure, const double *percussion,
                                 double *value, talus_error *error)
{
    if (value == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the error is NULL");
    }
    *value = (double)INFINITY;
    const talus_status status = talus_contact_problem_check(problem, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (measure != TALUS_MEASURE_NATURAL_MAP && measure != TALUS_MEASURE_CONE) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "measure %d is unknown; expected a talus_contact_measure",
                               (int)measure);
    }
    if (percussion == NULL && problem->contact_count > 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the percussion is NULL");
    }
    *value = problem_error(problem, measure, percussion);
    return TALUS_OK;
}

double problem_velocity_scale(const talus_contact_problem *problem)
{
    double scale = 1e-3;
    for (const double *c = problem->c, *end = c + 3 * problem->contact_count; c < end; c += 3) {
        for (size_t i = 0; i < 3; i++) {
            scale = fabs(c[i]) > scale ? fabs(c[i]) : scale;
        }
    }
    return scale;
}

void problem_project(double mu, const double x[3], double projection[3])
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

double problem_cone_error2(double mu, const double percussion[3], const double xi[3])
{
    const double slip = sqrt(xi[1] * xi[1] + xi[2] * xi[2]);
    const double x[3] = {percussion[0] - xi[0] - mu * slip, percussion[1] - xi[1],
                         percussion[2] - xi[2]};
    double p[3];
    problem_project(mu, x, p);
    const double f0 = percussion[0] - p[0], f1 = percussion[1] - p[1], f2 = percussion[2] - p[2];
    return f0 * f0 + f1 * f1 + f2 * f2;
}
