// SPDX-License-Identifier: GPL-3.0-or-later
// The poses of a flight some steps apart, and bounds of what lies between them. It knows the slope of
// the ground under it and how far gradients are from that, not its heights. [docs/theory.md 15]
#ifndef TALUS_SRC_PHYSICS_STEPPER_POSE_FLIGHT_H
#define TALUS_SRC_PHYSICS_STEPPER_POSE_FLIGHT_H

#include "physics/stepper/vertex_clearance.h"

enum { POSE_LEVELS = 5 }; ///< poses are 1, 2, 4, 8 or 16 steps apart

/// The flight: its rotation by 2^level steps, and what bounds its vertices between two poses.
typedef struct pose_flight {
    const talus_flight *flight;
    const terrain_plane *plane;
    bool is_repeating;             ///< has these three, else the turns are tabulated
    talus_quat about[POSE_LEVELS]; ///< (q_1 q_c(d))^(2^level)
    double cosine[POSE_LEVELS], sine[POSE_LEVELS]; ///< of q_c(2^level d)
    double pull;       ///< m/s^2, bounds the acceleration of the vertices about S
    double fall;       ///< m/s^2, bounds that of S over the ground from above: -fall
    double steep;      ///< bounds sqrt(1 + gradient^2) near S
    double kept;       ///< m
    talus_vec3 normal; ///< (-slope, 1)
} pose_flight;

/// Where the rock is after `step` steps.
typedef struct flight_pose {
    double step;
    talus_quat about;    ///< p_0 (q_1 q_c(d))^step
    double cosine, sine; ///< of q_c(step d)
    talus_vec3 r;        ///< m
    talus_mat3 a;        ///< body to world
    talus_vec3 up;       ///< normal of the plane's slope, body frame
} flight_pose;

/// Bounds and powers of the rotation. @param kept m, that gaps have to exceed at the steps
void pose_flight_start(pose_flight *f, talus_stepper *s, const talus_flight *flight,
                       const terrain_plane *plane, double kept);
/// Bounds of S between two steps: drag pulls it against its motion.
void pose_flight_bound_drag(pose_flight *f, const talus_stepper *s, double first, double last);
flight_pose pose_flight_first(const pose_flight *f, talus_stepper *s, uint64_t first);
/// The pose 2^level steps after another.
flight_pose pose_flight_next(const pose_flight *f, talus_stepper *s, const flight_pose *from,
                             int level);

#endif
