// SPDX-License-Identifier: GPL-3.0-or-later
// What is read off a kinetic metric: coordinates, kinetic angles, margins of a restitution matrix.
#include "lab/impact_law/law.h"

#include <math.h>
#include <string.h>

void talus_impact_law_coordinates(const talus_impact_law_metric *k, const double *velocity,
                                  double *q_norm, double *q_tan)
{
    if (k == NULL || velocity == NULL || q_norm == NULL || q_tan == NULL) {
        return;
    }
    const size_t n = k->dof_count, m = k->contact_count;
    double momentum[TALUS_IMPACT_LAW_MAX];
    law_multiply(n, n, k->mass, velocity, momentum);
    law_multiply(m, n, k->normal, momentum, q_norm);
    law_multiply(n - m, n, k->tangent, momentum, q_tan);
}

void talus_impact_law_velocity(const talus_impact_law_metric *k, const double *q_norm,
                               const double *q_tan, double *velocity)
{
    if (k == NULL || q_norm == NULL || q_tan == NULL || velocity == NULL) {
        return;
    }
    const size_t n = k->dof_count, m = k->contact_count;
    double part[TALUS_IMPACT_LAW_MAX];
    memcpy(part, q_norm, m * sizeof *part);
    law_cholesky_solve(m, m, k->gram_factor, part);
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < m; i++) {
            sum += part[i] * k->normal[i * n + j];
        }
        for (size_t i = 0; i < n - m; i++) {
            sum += q_tan[i] * k->tangent[i * n + j];
        }
        velocity[j] = sum;
    }
}

double talus_impact_law_kinetic_angle(const talus_impact_law_metric *k, size_t i, size_t j)
{
    if (k == NULL || i >= k->contact_count || j >= k->contact_count) {
        return (double)NAN;
    }
    return law_arccos(-k->gram[i * k->contact_count + j]);
}

/// |L^-1 E L|_2 with A = L L', which equals |A^-1/2 E A^1/2|_2.
static double energy_norm(const talus_impact_law_metric *k, const double *e)
{
    const size_t m = k->contact_count;
    double b[TALUS_IMPACT_LAW_MATRIX]; // rows are the columns of L^-1 E L
    double square[TALUS_IMPACT_LAW_MATRIX];
    for (size_t j = 0; j < m; j++) {
        for (size_t i = 0; i < m; i++) {
            double sum = 0.0;
            for (size_t p = j; p < m; p++) {
                sum += e[i * m + p] * k->gram_factor[p * m + j];
            }
            b[j * m + i] = sum;
        }
        law_forward(m, m, k->gram_factor, b + j * m);
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < m; j++) {
            square[i * m + j] = law_dot(m, b + i * m, b + j * m);
        }
    }
    const double largest = law_largest_eigenvalue(m, square);
    return largest > 0.0 ? sqrt(largest) : 0.0;
}

talus_impact_law_margins talus_impact_law_margins_of(const talus_impact_law_metric *k,
                                                     const double *restitution)
{
    if (k == NULL || restitution == NULL) {
        const double none = (double)NAN;
        return (talus_impact_law_margins){none, none, none};
    }
    const size_t m = k->contact_count;
    talus_impact_law_margins margins = {.kinematic = restitution[0], .kinetic = (double)INFINITY};
    for (size_t j = 0; j < m; j++) {
        double column[TALUS_IMPACT_LAW_MAX]; // of A^-1 (1 + E)
        for (size_t i = 0; i < m; i++) {
            const double entry = restitution[i * m + j];
            margins.kinematic = entry < margins.kinematic ? entry : margins.kinematic;
            column[i] = entry + (i == j ? 1.0 : 0.0);
        }
        law_cholesky_solve(m, m, k->gram_factor, column);
        for (size_t i = 0; i < m; i++) {
            margins.kinetic = column[i] < margins.kinetic ? column[i] : margins.kinetic;
        }
    }
    margins.norm = energy_norm(k, restitution);
    return margins;
}
