// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_fragility.h
/// Fragility of rocking blocks with sampled impacts: the share that overturns at each level of
/// intensity. It refuses to know the terminal and file formats of records.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_FRAGILITY_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_FRAGILITY_H

#include "lab/fragility/rocking_fits.h"
#include "lab/study/rocking.h"

typedef enum rocking_measure { ROCKING_PGA, ROCKING_PGV } rocking_measure;
typedef struct rocking_fragility_options {
    talus_rocking_block block;
    rocking_impact impact;
    const rocking_spatial_impact *spatial; ///< NULL = the planar block and its impact above
    const talus_ground_motion *motions;    ///< (motion_count) each scaled to the level
    const talus_ground_motion *across; ///< (motion_count) along y of a spatial block; no values or
                                       ///< NULL = none
    size_t motion_count;
    talus_pulse pulse; ///< of amplitude 1, where there are no motions
    double direction;  ///< rad: of the pulse, from the block's x axis
    rocking_measure measure;
    double low, high; ///< first and last level: g (PGA) or m/s (PGV)
    size_t levels;
    size_t samples;   ///< at each level, dealt to the motions in turn
    double threshold; ///< largest tilt / alpha that counts; 0 = overturning
    double horizon;   ///< s p after the longest motion
    uint64_t seed;
    unsigned threads;
} rocking_fragility_options;
rocking_fragility_options rocking_fragility_options_default(void);

typedef struct rocking_fragility_level {
    double intensity;
    size_t samples, exceeded; ///< undecided runs count as exceeded
    size_t undecided;         ///< of them: no verdict after twice doubling the horizon
    double share_low;         ///< share with the undecided runs as not exceeded
    rocking_share_interval interval;
    double fitted; ///< NaN without a fit
} rocking_fragility_level;
typedef struct rocking_fragility {
    rocking_fragility_options options;
    rocking_fragility_level *levels;
    rocking_clustered_fit fit; ///< lognormal curve by maximum likelihood, records as units
    double runs;
    size_t undecided; ///< runs without a verdict
} rocking_fragility;
talus_status rocking_fragility_make(const rocking_fragility_options *options,
                                    rocking_fragility *fragility, talus_error *error);
void rocking_fragility_clear(rocking_fragility *fragility);
/// fragility.csv and fragility.svg.
extern const char *const rocking_fragility_files[];
talus_status rocking_fragility_write(talus_directory *directory, const rocking_fragility *fragility,
                                     talus_error *error);

#endif
