// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of the way of single vertices of a freely turning rock. [docs/theory.md 15]
#ifndef TALUS_SRC_PHYSICS_STEPPER_VERTEX_CLEARANCE_H
#define TALUS_SRC_PHYSICS_STEPPER_VERTEX_CLEARANCE_H

#include "physics/contact/footprint.h"
#include "physics/stepper/stepper_internal.h"

/// Horizon of the check of single vertices, s.
#define VERTEX_BOUND_HORIZON 0.1

/// Smallest t > 0 with gap + rate t - fall t^2/2 = 0 (gap > 0); infinity without one.
static inline double clearance_root(double gap, double rate, double fall)
{
    // over a block without ground the gap is infinite
    if ((rate >= 0.0 && !(fall > 0.0)) || gap == (double)INFINITY) {
        return (double)INFINITY;
    }
    const double square = rate * rate + 2.0 * fall * gap;
    if (!(square >= 0.0)) {
        return square < 0.0 ? (double)INFINITY : 0.0;
    }
    // the form without cancellation
    const double root = sqrt(square);
    return rate < 0.0 ? 2.0 * gap / (root - rate) : (rate + root) / fall;
}

/// The block of S, and how long S stays over it.
typedef struct clearance_block {
    const terrain_plane *plane;
    uint32_t i, j;
    double west, south; ///< m
    double time;        ///< s
    bool is_over;       ///< S is over it already, not only after `ahead`
} clearance_block;

/// What bounds the way of all vertices: the motion of S and of the axes at the start, and a plane
/// over the block of S and its neighbours, whose slope the gradients there differ from by at most
/// its wide spread.
typedef struct vertex_bound {
    talus_stepper *stepper;
    const terrain_plane *plane;
    contact_footprint footprint;
    talus_vec3 r, v;
    talus_mat3 a;         ///< body to world
    talus_vec3 w, alpha;  ///< rad/s, rad/s^2, world
    talus_vec3 normal;    ///< (-slope, 1)
    double pull;          ///< 1/s^2, bounds the acceleration of a vertex per distance from S
    double jerk;          ///< 1/s^3, bounds its change per distance
    double lag_rate, lag; ///< 1/s, 1: error of the time steps per distance, growing and fixed
    double lag_pull;      ///< 1/s^2, likewise
    double off;           ///< 1, of all of them over the horizon
    double fall;          ///< m/s^2, bounds the acceleration of S over the ground from below: -fall
    double drag;          ///< m/s^2, bounds what drag does to S
    double kept;          ///< m
    double horizon;       ///< s
} vertex_bound;

/// ((C-B)/A, (A-C)/B, (B-A)/C): omega' = -(k_x omega_y omega_z, ...) in free rotation. Moments that
/// are equal except for round-off count as equal.
static inline talus_vec3 clearance_tumbling(talus_vec3 theta)
{
    const double least = 1e-12;
    const double x = (theta.z - theta.y) / theta.x, y = (theta.x - theta.z) / theta.y,
                 z = (theta.y - theta.x) / theta.z;
    return vec3(fabs(x) > least ? x : 0.0, fabs(y) > least ? y : 0.0, fabs(z) > least ? z : 0.0);
}

/// Bounds over a whole free rotation: of omega^2, |omega'| and |omega''| (body frame), and sums.
typedef struct turn_bound {
    double spin, spin2; ///< rad/s, rad^2/s^2
    double tumble;      ///< rad/s^2
    double pull, jerk;  ///< 1/s^2, 1/s^3: acceleration and its change per distance from S
} turn_bound;

/// The squares u of a free rotation's components move along a line: Euler's equations give
/// u' = -2 k omega_x omega_y omega_z with k = ((C-B)/A, (A-C)/B, (B-A)/C), so u = u_0 - s k for s
/// between the values at which a component vanishes.
turn_bound vertex_bound_turning(talus_vec3 k, talus_vec3 omega);

/// @return false when nothing can be said: a node is missing near the rock
bool vertex_bound_start(talus_stepper *s, const talus_state *state, const clearance_block *block,
                        double kept, vertex_bound *b);
/// How long all vertices stay clear, s; 0 as soon as it is below `least`.
double vertex_bound_all(talus_stepper *s, const vertex_bound *b, double least);

#endif
