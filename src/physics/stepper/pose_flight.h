// SPDX-License-Identifier: GPL-3.0-or-later
// The poses of a flight some steps apart, and bounds of what lies between them: the part of
// pose_clearance.c that knows no ground. [docs/theory.md 15]
#ifndef TALUS_SRC_PHYSICS_STEPPER_POSE_FLIGHT_H
#define TALUS_SRC_PHYSICS_STEPPER_POSE_FLIGHT_H

#include "physics/stepper/vertex_clearance.h"

enum { POSE_LEVELS = 5 }; ///< poses are 1, 2, 4, 8 or 16 steps apart

/// Smallest vertical gap of the whole rock after `step` steps.
typedef struct pose_gap {
    bool is_known;
    double step, gap;
} pose_gap;

/// The flight: its rotation by 2^level steps, what bounds its vertices between two poses, and what
/// is known about the ground under it, which pose_clearance.c looks after.
typedef struct pose_flight {
    const talus_flight *flight;
    const terrain_plane *plane;
    bool is_repeating;             ///< has these three, else the turns are tabulated
    talus_quat about[POSE_LEVELS]; ///< (q_1 q_c(d))^(2^level)
    double cosine[POSE_LEVELS], sine[POSE_LEVELS]; ///< of q_c(2^level d)
    double pull;              ///< m/s^2, bounds the acceleration of the vertices about S
    double fall;              ///< m/s^2, bounds that of S over the ground from above: -fall
    double steep;             ///< bounds sqrt(1 + gradient^2) near S
    double kept;              ///< m
    talus_vec3 normal;        ///< (-slope, 1)
    contact_footprint window; ///< cells under the sphere up to step `window_end`
    double window_end;        ///< steps of the flight
    double rise;              ///< m, of the ground there, see contact_rise_of_nodes
    double spread;            ///< largest distance of slopes there from one of them
    double spare;             ///< m, gap of all vertices that keeps faces and edges off
    talus_vec3 foot;          ///< m, S where the window begins
    double share;             ///< 1, of a way that is not clear: where its chord ends it
    pose_gap gaps[2];         ///< of the last poses, where they were asked for
    bool is_over;             ///< the sphere was over that ground at the last pose
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
