// SPDX-License-Identifier: GPL-3.0-or-later
/// @file assess.h
/// Zones and intensities of all cells that rocks reach, each between its bounds, and how many of
/// them are decided. It knows results and rules; it refuses to know files. [docs/hazard.md 6]
#ifndef TALUS_SRC_STUDIES_HAZARD_ASSESS_H
#define TALUS_SRC_STUDIES_HAZARD_ASSESS_H

#include "studies/hazard/hazard.h"
#include "talus/results.h"

/// In place of the number of a class or zone: too few rocks to decide.
enum { HAZARD_UNDECIDED = TALUS_UNDECIDED };
typedef talus_hazard_tally hazard_tally;

typedef struct hazard_assessment {
    talus_cells cells;              ///< of the campaign
    talus_window window;            ///< of the raster, with all cells that a rock reached
    uint8_t *zones;                 ///< (ny x nx) 0: none, k + 1: zone k, HAZARD_UNDECIDED
    uint8_t *low, *high;            ///< (ny x nx) bounds of the zone: 0: none, k + 1: zone k
    uint8_t *mapped;                ///< (ny x nx) zones of the map: small patches are absorbed
    uint8_t *levels[HAZARD_LEVELS]; ///< (ny x nx) 0: none, k + 1: class k, HAZARD_UNDECIDED
    hazard_tally tally;
} hazard_assessment;

/// Bound the zones of all reached cells, and absorb patches below `least_area` (m^2).
/// @param rules with a matrix
/// @return TALUS_ERROR_UNSUPPORTED for more cells than are kept in memory at once
talus_status hazard_assess(const hazard_rules *rules, const talus_campaign *campaign,
                           const talus_results *results, double least_area,
                           hazard_assessment **assessment, talus_error *error);
void hazard_assessment_destroy(hazard_assessment *assessment);

/// Absorb the patches of `mapped` with fewer than `least_cells` cells; fills the counts of the
/// tally that are about patches.
/// @return false when out of memory
bool hazard_absorb(hazard_assessment *assessment, size_t least_cells);

#endif
