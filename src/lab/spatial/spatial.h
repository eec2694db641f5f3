// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spatial.h
/// What the files of the spatial blocks share: corners in world axes and the one linear solve of
/// impacts. It knows rigid blocks on a plane; it refuses to know files and the terminal.
#ifndef TALUS_SRC_LAB_SPATIAL_SPATIAL_H
#define TALUS_SRC_LAB_SPATIAL_SPATIAL_H

#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

/// Corner index modulo the number of corners; index >= -corner_count.
static inline int spatial_corner(const talus_spatial_block *block, int index)
{
    const int n = (int)block->corner_count;
    return (index + n) % n;
}

/// Corner from the centre of mass, world axes (m).
static inline talus_vec3 spatial_arm(const talus_spatial_block *block, talus_quat attitude,
                                     int index)
{
    return talus_quat_rotate(attitude, block->corners[spatial_corner(block, index)]);
}

/// Height (m) up to which a corner counts as lying on the base.
static inline double spatial_level(const talus_spatial_block *block)
{
    return 1e-12 * vec3_norm(block->corners[0]);
}

/// A Theta A^T: the inertia in world axes.
talus_mat3 spatial_world_inertia(const talus_spatial_block *block, talus_quat attitude);

/// Theta + m (d.d 1 - d d^T): inertia about a point at distance d from the centre of mass.
talus_mat3 spatial_inertia_about(const talus_mat3 *inertia, double mass, talus_vec3 d);

/// Solve the 3 x 3 system K x = right. @return regularity |det K| / product of row norms; x is only
/// set where it exceeds 1e-14
double spatial_solve(const talus_mat3 *k, talus_vec3 right, talus_vec3 *x);

/// Angle of (x, y) in (-pi, pi]; 0 at the origin.
double spatial_atan2(double y, double x);
/// Turn about a unit axis (rad).
talus_quat spatial_turn(talus_vec3 axis, double angle);

/// Remove the last tilt of a facet, the last slope of an edge, that lies on the base.
void spatial_flatten(talus_spatial_state *state);
void spatial_level_edge(const talus_spatial_block *block, talus_spatial_state *state, int edge);

/// w . J w / 2 about the pivot `arm` (from the centre of mass), inertia in the same axes (J).
double spatial_kinetic(const talus_mat3 *inertia, double mass, talus_vec3 arm, talus_vec3 w);

/// Force of the base on a block that does not slide.
typedef struct spatial_reaction {
    talus_vec3 force; ///< N, world
    double normal;    ///< N, its vertical part
    double demand;    ///< horizontal / vertical part; infinite where the base would have to pull
    talus_vec3
        pressure; ///< m, body axes from the centre of mass: where the resultant cuts the base
} spatial_reaction;
/// rho = m (acceleration of the centre of mass, absolute, + g z) from (7.1). In flight there is
/// none: NaN.  @param base acceleration of the base (m/s^2, world)
spatial_reaction spatial_reaction_of(const talus_spatial_block *block,
                                     const talus_spatial_state *state, double gravity,
                                     talus_vec3 base);

#endif
