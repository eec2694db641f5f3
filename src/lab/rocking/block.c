// SPDX-License-Identifier: GPL-3.0-or-later
// The planar block: geometry, uplift and the velocity ratio seen in successive peaks.
#include "talus/lab/rocking.h"

#include "foundation/base/sort.h"

#include <math.h>
#include <stdlib.h>

talus_rocking_block talus_rocking_block_rectangle(double mass, double b, double h)
{
    return (talus_rocking_block){mass, mass * (b * b + h * h) / 3.0, h, b, b};
}

talus_rocking_block talus_rocking_block_mirrored(const talus_rocking_block *block)
{
    if (block == NULL) {
        return (talus_rocking_block){0};
    }
    talus_rocking_block mirrored = *block;
    mirrored.b1 = block->b2;
    mirrored.b2 = block->b1;
    return mirrored;
}

talus_status talus_rocking_block_check(const talus_rocking_block *block, talus_error *error)
{
    if (block == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"mass", block->mass},
                   {"moment of inertia", block->inertia},
                   {"height of the centre of mass", block->h},
                   {"half width on the side of A", block->b1},
                   {"half width on the side of B", block->b2}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!(isfinite(numbers[i].value) && numbers[i].value > 0.0)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the %s of a block must be finite and > 0, found %.9g",
                                   numbers[i].name, numbers[i].value);
        }
    }
    return TALUS_OK;
}

talus_rocking_pivot talus_rocking_block_pivot(const talus_rocking_block *block, bool on_b,
                                              double gravity)
{
    if (block == NULL) {
        return (talus_rocking_pivot){0};
    }
    const double b = on_b ? block->b2 : block->b1;
    const double radius = sqrt(b * b + block->h * block->h);
    const double inertia = block->inertia + block->mass * radius * radius;
    return (talus_rocking_pivot){.radius = radius,
                                 .alpha = talus_atan(b / block->h),
                                 .inertia = inertia,
                                 .p = sqrt(block->mass * gravity * radius / inertia)};
}

double talus_rocking_uplift(double b, double h, double theta)
{
    const double half = talus_sin(0.5 * theta);
    // h (1 - cos theta) = 2 h sin^2(theta / 2) keeps its digits for small angles
    return b * talus_sin(fabs(theta)) - 2.0 * h * half * half;
}

talus_status talus_rocking_avrf(double b, double h, const double *peaks, size_t count, double *avrf,
                                talus_error *error)
{
    if (peaks == NULL || avrf == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *avrf = (double)NAN;
    if (count < 2) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "a ratio needs two peaks, found %zu",
                               count);
    }
    double *ratios = malloc(count * sizeof *ratios);
    if (!ratios) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    double before = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double uplift = talus_rocking_uplift(b, h, peaks[i]);
        if (!(uplift > 0.0)) {
            free(ratios);
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the centre of mass is not raised at peak %zu (%.9g rad)", i + 1,
                                   peaks[i]);
        }
        if (i > 0) {
            ratios[i - 1] = sqrt(uplift / before);
        }
        before = uplift;
    }
    const size_t last = count - 1; // number of ratios
    sort_numbers(ratios, last);
    *avrf = 0.5 * (ratios[(last - 1) / 2] + ratios[last / 2]);
    free(ratios);
    return TALUS_OK;
}
