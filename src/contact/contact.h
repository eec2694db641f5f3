// SPDX-License-Identifier: GPL-3.0-or-later
/// @file contact.h
/// Rock x terrain: which vertices touch, in which frame, with which friction; drag at a place.
/// It knows poses and surfaces; it refuses to know time steps and velocities after contact.
#ifndef TALUS_SRC_CONTACT_CONTACT_H
#define TALUS_SRC_CONTACT_CONTACT_H

#include "math/linalg.h"
#include "talus/stepper.h"

/// A vertex that touches: gap <= 0 at the pose looked at.
typedef struct contact_point {
    size_t vertex;
    talus_vec3 foot;     ///< m, Q_k in world
    talus_vec3 normal;   ///< unit, world
    talus_vec3 tangent1; ///< t1 = e x n, e the world axis least aligned with n
    talus_vec3 tangent2; ///< t2 = n x t1
    unsigned ground;     ///< class under the vertex
} contact_point;

typedef struct contact_set {
    size_t count;
    contact_point *points; ///< room for every vertex
    double min_gap; ///< m, smallest vertical gap when that is <= margin, else any larger value
} contact_set;

/// Published detection [L14 eq. 23]: vertices with vertical gap Q.z - z(Q.x, Q.y) <= 0; vertices
/// off the surface do not count. Bounding sphere first: nothing is looked at when its lowest point
/// clears the terrain's bound by more than `margin` (m).
void contact_detect(const talus_site *site, const talus_vec3 *vertices, size_t vertex_count,
                    double radius, talus_vec3 r, const talus_mat3 *a, double margin,
                    contact_set *set);

/// Smallest vertical gap of all vertices; +infinity if none is over the surface.
double contact_min_gap(const talus_site *site, const talus_vec3 *vertices, size_t vertex_count,
                       talus_vec3 r, const talus_mat3 *a);

/// Contact frame of a normal (unit).                                             [theory: surface
/// frames]
void contact_frame(talus_vec3 normal, talus_vec3 *tangent1, talus_vec3 *tangent2);

/// mu(s) = mu_min + (2/pi)(mu_max - mu_min) atan(kappa s). [L14 eq. 46]
double contact_friction(const talus_ground *ground, double slippage);

/// s after the step: s + dt |v| while touching, s exp(-beta dt) else. [L14 eq. 47, 51]
double contact_slippage(const talus_ground *ground, double slippage, bool touching, double speed,
                        double dt);

/// Ground class under a point.
static inline const talus_ground *contact_ground(const talus_site *site, double x, double y)
{
    const unsigned i = site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, x, y);
    return &site->grounds[i < site->ground_count ? i : 0];
}

/// Drag layer that acts at S: NULL when none does (z_S - z < height, at the midpoint).
const talus_forest *contact_forest(const talus_site *site, talus_vec3 r);

#endif
