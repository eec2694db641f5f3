// SPDX-License-Identifier: GPL-3.0-or-later
/// @file strata.h
/// Rasters from the cells of all strata, each rock with the weight of its stratum. It knows
/// weights; it refuses to know why a rock weighs what it does. One stratum whose rocks weigh 1 is
/// the plain count.                                                             [docs/theory.md 17]
#ifndef TALUS_SRC_RUNS_OBSERVE_STRATA_H
#define TALUS_SRC_RUNS_OBSERVE_STRATA_H

#include "runs/observe/cells.h"
#include "talus/observe.h"

/// Cells of the same grid and units, one set per stratum.
typedef struct observe_strata {
    size_t count;
    observe_cells *const *cells; ///< (count)
    const talus_stratum *strata; ///< (count) weights, and how many rocks were released
} observe_strata;

/// As talus_results_raster; the window is given.
void observe_strata_raster(const observe_strata *set, const talus_raster *raster,
                           const talus_window *window, float *out);
/// As talus_results_exceedance; weights (count), or NULL for the probability.
void observe_strata_exceedance(const observe_strata *set, talus_quantity quantity, double threshold,
                               const double *weights, const talus_window *window, float *out);
/// As talus_results_level; weights (count).
void observe_strata_level(const observe_strata *set, talus_quantity quantity, const double *weights,
                          double rate, const talus_window *window, float *out);
/// How the half-widths of the reach probability (63) spread over the touched cells.
typedef struct observe_spread {
    double share;     ///< of the cells that are not above a bound; NaN when none is touched
    double halfwidth; ///< that a requested share of them is not above, within 1/8192 from above
} observe_spread;
observe_spread observe_strata_spread(const observe_strata *set, const talus_cells *grid,
                                     double bound, double share);

#endif
