// SPDX-License-Identifier: GPL-3.0-or-later
/// @file overlap.h
/// Bodies of an event that start in each other. It knows where they start; it refuses to know how
/// they move.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_OVERLAP_H
#define TALUS_SRC_RUNS_TRAJECTORY_OVERLAP_H

#include "talus/campaign.h"

typedef struct trajectory_overlap {
    uint64_t event; ///< number of the rock
    uint32_t a, b;  ///< bodies, a < b
    double depth;   ///< m; 0: none start in each other
    bool is_deep;   ///< at least the inner radius of the smaller one
} trajectory_overlap;

/// The deepest pair at the start of the first `most` events of a release, as they will be drawn.
/// Blocks of a mesh are left out: they start where they stand.
/// @param overlap out
/// @return TALUS_ERROR_MEMORY, and what a rock's start can return
talus_status trajectory_find_overlap(const talus_campaign *campaign, size_t release, uint64_t most,
                                     trajectory_overlap *overlap, talus_error *error);

#endif
