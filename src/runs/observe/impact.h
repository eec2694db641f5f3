// SPDX-License-Identifier: GPL-3.0-or-later
/// @file impact.h
/// What an impact is, and its numbers: the same for tables of places and for steps of a rock. It
/// knows velocities, normals and straight lines; it refuses to know where they come from.
///                                                                           [docs/validate.md, 3]
#ifndef TALUS_SRC_RUNS_OBSERVE_IMPACT_H
#define TALUS_SRC_RUNS_OBSERVE_IMPACT_H

#include "runs/trajectory/trajectory.h"

#define OBSERVE_LONGEST_IMPACT 0.5 /* s; longer is rolling or sliding */
#define OBSERVE_LEAST_FALL 0.3     /* m/s, towards the surface; less is a flight cut in two */

/// Mean of the terrain's normals within a diameter around (x, y), m: nine places.
/// @return unit vector; NaN where none of them lies on the terrain
talus_vec3 observe_mean_normal(const talus_terrain *terrain, double x, double y, double diameter);

/// Velocities of an impact taken apart; NaN with a normal of NaN, and where v_t is 0.
typedef struct observe_split {
    double energy_kept;       ///< |v+|^2 / |v-|^2
    double n_before, n_after; ///< m/s, v . n
    double t_before, t_after; ///< m/s, |v - v_n n|
    double e_n, e_t;          ///< -v_n+ / v_n-, |v_t+| / |v_t-|
    double deviation, angle;  ///< rad, of v_t; of v- to the surface
} observe_split;
observe_split observe_split_velocities(talus_vec3 before, talus_vec3 after, talus_vec3 normal);
/// Does it come down on the surface? True without a normal.
bool observe_is_impact(const observe_split *split);

/// The largest distance of `count` points of a path above the straight line through `begin` and `end`,
/// in their vertical plane, at least 0: height normal to the slope of a jump, m.
double observe_highest_over_chord(talus_vec3 begin, talus_vec3 end, const talus_vec3 *path,
                                  size_t count);

#endif
