// SPDX-License-Identifier: GPL-3.0-or-later
/// @file zoning.h
/// Which zones the rocks of a cell allow, at 95 %. It knows rates and thresholds; it refuses to
/// know what a zone means.                                             [docs/hazard.md, section 6]
#ifndef TALUS_SRC_RUNS_OBSERVE_ZONING_H
#define TALUS_SRC_RUNS_OBSERVE_ZONING_H

#include "runs/observe/strata.h"

enum { OBSERVE_NO_ZONE = -1 };

/// Bounds of a cell: of its energy class at every rate, and of its zone. They are equal where
/// enough rocks decide. Indices of thresholds and zones, OBSERVE_NO_ZONE: none.
typedef struct observe_cell_zone {
    bool is_reached; ///< a rock that weighs something passed; all else is then set
    int8_t class_low[TALUS_MOST_RATES], class_high[TALUS_MOST_RATES];
    int8_t low, high;
} observe_cell_zone;

/// Cells of a window. @param weights (set->count) of one rock of each stratum
/// @param out (nx x ny), row 0 = south
void observe_strata_zones(const observe_strata *set, const talus_zoning *zoning,
                          const double *weights, const talus_window *window,
                          observe_cell_zone *out);

#endif
