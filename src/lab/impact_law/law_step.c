// SPDX-License-Identifier: GPL-3.0-or-later
// The restitution matrix in a Moreau step.
#include "talus/lab/impact_law.h"

#include <math.h>

talus_status talus_impact_law_step_rhs(size_t n, const double *delassus, const double *c_free,
                                       const double *gamma_before, const double *restitution,
                                       const double *epsilon_t, double *c, talus_error *error)
{
    const size_t size = 3 * n;
    if (delassus == NULL || c_free == NULL || gamma_before == NULL || restitution == NULL ||
        epsilon_t == NULL || c == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "an array of the right-hand side of a step is NULL");
    }
    for (size_t i = 0; i < n; i++) {
        const double own = delassus[3 * i * size + 3 * i];
        if (!(own > 0.0 && isfinite(own))) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "contact %zu has a normal diagonal entry of %g 1/kg, expected a "
                                   "positive number",
                                   i + 1, own);
        }
    }
    for (size_t i = 0; i < n; i++) {
        const double own = gamma_before[3 * i] < 0.0 ? gamma_before[3 * i] : 0.0;
        double sum = c_free[3 * i] + restitution[i * n + i] * own;
        for (size_t j = 0; j < n; j++) {
            const double entry = restitution[i * n + j];
            if (j != i && entry != 0.0 && gamma_before[3 * j] < 0.0) {
                const double ratio =
                    delassus[3 * i * size + 3 * i] / delassus[3 * j * size + 3 * j];
                sum += entry * sqrt(ratio) * gamma_before[3 * j]; // sigma_i / sigma_j
            }
        }
        c[3 * i] = sum;
        for (size_t k = 3 * i + 1; k < 3 * i + 3; k++) {
            c[k] = c_free[k] + epsilon_t[i] * gamma_before[k];
        }
    }
    return TALUS_OK;
}
