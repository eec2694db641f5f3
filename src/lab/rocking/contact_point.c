// SPDX-License-Identifier: GPL-3.0-or-later
// Where a homogeneous rectangle is struck, after C18, and what follows from the ratio.
#include "lab/impact_law/law_matrix.h"
#include "talus/lab/rocking.h"

#include <math.h>

/// sin^2 alpha
static double sine_squared(double aspect)
{
    return 1.0 / (1.0 + aspect * aspect);
}

double talus_rocking_eta(double aspect, double k)
{
    const double s = 3.0 * sine_squared(aspect), k2 = k * k;
    return (4.0 - s * (1.0 + k2)) / (4.0 - s * (1.0 - k2));
}

double talus_rocking_k(double aspect, double eta)
{
    const double s = 3.0 * sine_squared(aspect);
    return sqrt((1.0 - eta) * (4.0 - s) / ((1.0 + eta) * s));
}

double talus_rocking_k_fit(double aspect, double width)
{
    const double width_cm = 100.0 * width;
    return 0.0047 * aspect * aspect - 0.0258 * aspect + 1.0635 - 0.0565 * width_cm;
}

talus_status talus_rocking_k_regression(size_t count, const double *aspects, const double *widths,
                                        const double *k, double coefficients[4], talus_error *error)
{
    if (aspects == NULL || widths == NULL || k == NULL || coefficients == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    enum { TERMS = 4 };
    double normal[TERMS * TERMS] = {0.0}, factor[TERMS * TERMS], right[TERMS] = {0.0};
    for (size_t i = 0; i < count; i++) {
        const double row[TERMS] = {aspects[i] * aspects[i], aspects[i], 1.0, 100.0 * widths[i]};
        for (size_t p = 0; p < TERMS; p++) {
            right[p] += row[p] * k[i];
            for (size_t q = 0; q < TERMS; q++) {
                normal[p * TERMS + q] += row[p] * row[q];
            }
        }
    }
    if (count < TERMS || law_cholesky(TERMS, normal, 1e-13, factor) < TERMS) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "k needs tests of three slendernesses and two widths at least, found "
            "%zu tests that do not fix its coefficients",
            count);
    }
    law_cholesky_solve(TERMS, TERMS, factor, right);
    for (size_t p = 0; p < TERMS; p++) {
        coefficients[p] = right[p];
    }
    return TALUS_OK;
}

double talus_rocking_k_edge(double width, double foot)
{
    return (0.5 * width - foot) / (0.5 * width);
}

talus_rocking_pattern talus_rocking_pattern_of(double ratio)
{
    if (ratio > 0.0) {
        return TALUS_ROCKING_ROCKS;
    }
    return ratio < 0.0 ? TALUS_ROCKING_BOUNCES_BACK : TALUS_ROCKING_STOPS;
}

const char *talus_rocking_pattern_name(talus_rocking_pattern pattern)
{
    static const char *const names[] = {
#define NAME(enumerator, name) name,
        TALUS_ROCKING_PATTERN_LIST(NAME)
#undef NAME
    };
    return (size_t)pattern < sizeof names / sizeof names[0] ? names[pattern] : NULL;
}
