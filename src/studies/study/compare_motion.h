// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare_motion.h
/// Steps of the bodies of one event as arrays, by running it again.
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

/// A body in the columns: rows [begin, begin + count).
typedef struct compare_body {
    uint32_t parent; ///< of a body that was released: itself
    size_t begin, count;
    double x, y; ///< m, S at its end
    bool leads;  ///< to the one that ended farthest from the release: it, or what it was a part of
} compare_body;

typedef struct compare_motion {
    size_t count, capacity;
    double
        *columns[MOTION_COLUMNS]; ///< (count) each, body by body: of the rock every step from the
                                  ///< release on, of others the points that tracks keep
    talus_vec3 inertia;           ///< kg m^2 about the rock's axes
    size_t body_count;
    compare_body bodies[TALUS_MOST_BODIES];
    bool is_broken; ///< the rock broke: its motion ends there
} compare_motion;

/// The way of a piece goes on where that of the broken body ended.
/// @return TALUS_ERROR_MEMORY, or what talus_campaign_replay_event says
talus_status compare_motion_replay(const talus_campaign *campaign, uint64_t rock,
                                   compare_motion *motion, talus_error *error);
void compare_motion_clear(compare_motion *motion);

#endif
