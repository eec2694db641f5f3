// SPDX-License-Identifier: GPL-3.0-or-later
// Whole rasters of results, by name.
#ifndef TALUS_TESTS_ENSEMBLE_RASTERS_H
#define TALUS_TESTS_ENSEMBLE_RASTERS_H

#include "talus/ensemble.h"

static inline void raster_passages(const talus_results *results, float *out)
{
    talus_results_raster(results, &(talus_raster){.kind = TALUS_PASSAGES}, NULL, out);
}

static inline void raster_deposits(const talus_results *results, float *out)
{
    talus_results_raster(results, &(talus_raster){.kind = TALUS_DEPOSITS}, NULL, out);
}

static inline void raster_reach(const talus_results *results, float *out)
{
    talus_results_raster(results, &(talus_raster){.kind = TALUS_REACH}, NULL, out);
}

static inline void raster_statistic(const talus_results *results, talus_quantity quantity,
                                    double at, float *out)
{
    const talus_raster raster = {.kind = TALUS_STATISTIC, .quantity = quantity, .at = at};
    talus_results_raster(results, &raster, NULL, out);
}

#endif
