// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare_motion.h
/// Every step of one rock as arrays, by running it again.
#ifndef TALUS_SRC_STUDIES_STUDY_COMPARE_MOTION_H
#define TALUS_SRC_STUDIES_STUDY_COMPARE_MOTION_H

#include "talus/campaign.h"

enum {
    MOTION_TIME,
    MOTION_SPIN_X, ///< rad/s about the body's axes
    MOTION_SPIN_Y,
    MOTION_SPIN_Z,
    MOTION_SPIN,     ///< rad/s, norm
    MOTION_WAY,      ///< m, horizontal length of the path of S
    MOTION_ALTITUDE, ///< m, of S
    MOTION_GROUND,   ///< m, of the terrain under S
    MOTION_COLUMNS
};

typedef struct compare_motion {
    size_t count, capacity;
    double *columns[MOTION_COLUMNS]; ///< (count) each, from the release on
    talus_vec3 inertia;              ///< kg m^2 about the body's axes
} compare_motion;

/// @return TALUS_ERROR_MEMORY, or what talus_campaign_replay says
talus_status compare_motion_replay(const talus_campaign *campaign, uint64_t rock,
                                   compare_motion *motion, talus_error *error);
void compare_motion_clear(compare_motion *motion);

#endif
