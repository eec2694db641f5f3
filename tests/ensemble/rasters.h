// SPDX-License-Identifier: GPL-3.0-or-later
// Whole rasters of results, by name.
#ifndef TALUS_TESTS_ENSEMBLE_RASTERS_H
#define TALUS_TESTS_ENSEMBLE_RASTERS_H

#include "talus/results.h"

#include <criterion/criterion.h>
#include <string.h>

static inline void raster_read(const talus_results *results, const talus_raster *raster, float *out)
{
    talus_error error = {0};
    cr_assert_eq(talus_results_raster(results, raster, NULL, out, &error), TALUS_OK, "%s",
                 error.message);
}

static inline void raster_passages(const talus_results *results, float *out)
{
    raster_read(results, &(talus_raster){.kind = TALUS_PASSAGES}, out);
}

static inline void raster_deposits(const talus_results *results, float *out)
{
    raster_read(results, &(talus_raster){.kind = TALUS_DEPOSITS}, out);
}

static inline void raster_reach(const talus_results *results, float *out)
{
    raster_read(results, &(talus_raster){.kind = TALUS_REACH}, out);
}

static inline void raster_statistic(const talus_results *results, talus_quantity quantity,
                                    double at, float *out)
{
    const talus_raster raster = {.kind = TALUS_STATISTIC, .quantity = quantity, .at = at};
    raster_read(results, &raster, out);
}

/// The standard layers on at most 60 x 40 cells, bit by bit.
static inline void raster_expect_same(const talus_results *a, const talus_results *b)
{
    static const double statistics[] = {-2.0, -1.0, 0.5, 0.9, 0.95, 0.99};
    static const talus_raster_kind kinds[] = {TALUS_PASSAGES, TALUS_DEPOSITS, TALUS_REACH};
    static float x[60 * 40], y[60 * 40];
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        raster_read(a, &(talus_raster){.kind = kinds[k]}, x);
        raster_read(b, &(talus_raster){.kind = kinds[k]}, y);
        cr_expect_eq(memcmp(x, y, sizeof x), 0);
    }
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        for (size_t k = 0; k < sizeof statistics / sizeof statistics[0]; k++) {
            raster_statistic(a, (talus_quantity)q, statistics[k], x);
            raster_statistic(b, (talus_quantity)q, statistics[k], y);
            cr_expect_eq(memcmp(x, y, sizeof x), 0);
        }
    }
}

#endif
