// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of a single set of cells whose rocks weigh 1.
#ifndef TALUS_TESTS_OBSERVE_RASTERS_H
#define TALUS_TESTS_OBSERVE_RASTERS_H

#include "runs/observe/strata.h"

static inline void raster_of(observe_cells *cells, const talus_raster *raster,
                             const talus_window *window, float *out)
{
    const talus_stratum plain = {.rocks = 1, .weight = 1.0};
    const observe_strata set = {.count = 1, .cells = &cells, .strata = &plain};
    observe_strata_raster(&set, raster, window, out);
}

static inline void raster_passages(observe_cells *cells, const talus_window *window, float *out)
{
    raster_of(cells, &(talus_raster){.kind = TALUS_PASSAGES}, window, out);
}

static inline void raster_deposits(observe_cells *cells, const talus_window *window, float *out)
{
    raster_of(cells, &(talus_raster){.kind = TALUS_DEPOSITS}, window, out);
}

static inline void raster_statistic(observe_cells *cells, talus_quantity quantity, double at,
                                    const talus_window *window, float *out)
{
    const talus_raster raster = {.kind = TALUS_STATISTIC, .quantity = quantity, .at = at};
    raster_of(cells, &raster, window, out);
}

#endif
