// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of a single set of cells whose rocks weigh 1.
#ifndef TALUS_TESTS_OBSERVE_RASTERS_H
#define TALUS_TESTS_OBSERVE_RASTERS_H

#include "observe/strata.h"

static const talus_stratum rasters_plain = {.rocks = 1, .weight = 1.0};

static inline void observe_cells_passages(observe_cells *cells, const talus_window *window,
                                          float *out)
{
    observe_strata_passages(&(observe_strata){1, &cells, &rasters_plain}, window, out);
}

static inline void observe_cells_deposits(observe_cells *cells, const talus_window *window,
                                          float *out)
{
    observe_strata_deposits(&(observe_strata){1, &cells, &rasters_plain}, window, out);
}

static inline void observe_cells_statistic(observe_cells *cells, talus_quantity quantity,
                                           double statistic, const talus_window *window, float *out)
{
    observe_strata_statistic(&(observe_strata){1, &cells, &rasters_plain}, quantity, statistic,
                             window, out);
}

#endif
