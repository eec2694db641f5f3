// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_fragility_plan.h
/// What the files of a fragility share: the plan of its runs.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_FRAGILITY_PLAN_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_FRAGILITY_PLAN_H

#include "lab/fragility/rocking_fragility.h"
#include "lab/study/rocking_internal.h"

/// Runs of each record at each level (records x levels); undecided ones count as exceeded, too.
typedef struct rocking_fragility_tally {
    double *runs, *exceeded, *undecided;
} rocking_fragility_tally;
/// What the runs of a fragility share.
typedef struct rocking_fragility_plan {
    const rocking_fragility_options *options;
    const double *factor; ///< of each motion to intensity 1
    double longest;       ///< s, duration of the motions
    rocking_fragility_tally tally;
} rocking_fragility_plan;
/// Intensity of level k.
double rocking_fragility_intensity(const rocking_fragility_options *options, size_t k);
/// Records that the samples are dealt to; a pulse is one.
size_t rocking_fragility_records(const rocking_fragility_options *options);
/// The motion or pulse of a sample at a level.
talus_shaking rocking_fragility_shaking(const rocking_fragility_plan *plan, size_t level,
                                        size_t sample);
/// Spatial runs of all levels, added to the tally.
talus_status rocking_fragility_spatial(const rocking_fragility_plan *plan, talus_error *error);

#endif
