// SPDX-License-Identifier: GPL-3.0-or-later
// Convex hull of points, the only user of qhull; and exact integrals over a polyhedron.
#ifndef TALUS_SRC_PHYSICS_SHAPE_HULL_H
#define TALUS_SRC_PHYSICS_SHAPE_HULL_H

#include "talus/shape.h"

/// Polygonal hull: vertices are indices of input points in ascending order; faces outward,
/// counter-clockwise, each starting at its smallest vertex, sorted.
typedef struct shape_hull {
    size_t vertex_count, face_count;
    uint32_t *points;        ///< (vertex_count) input index of each vertex
    uint32_t *face_starts;   ///< (face_count + 1)
    uint32_t *face_vertices; ///< positions in `points`
} shape_hull;

talus_status shape_hull_make(const talus_vec3 *points, size_t count, shape_hull *hull,
                             talus_error *error);
void shape_hull_clear(shape_hull *hull);

/// As talus_rock_from_points, with the place of the body frame in the axes of the points.
/// @param centre   m, out: S
/// @param rotation out: body -> axes of the points
talus_status shape_rock_in_place(const talus_vec3 *points, size_t count, double density,
                                 talus_rock **rock, talus_vec3 *centre, talus_quat *rotation,
                                 talus_error *error);

/// Volume, first and second moments about the origin of a closed surface.
typedef struct shape_moments {
    double volume;     ///< m^3
    talus_vec3 first;  ///< m^4, integral of x
    talus_mat3 second; ///< m^5, integral of x x'
} shape_moments;

/// Add the tetrahedron (0, a, b, c), signed by its orientation.
void shape_moments_add(shape_moments *m, talus_vec3 a, talus_vec3 b, talus_vec3 c);
/// @param vertices of the hull, in its order
shape_moments shape_hull_moments(const talus_vec3 *vertices, const shape_hull *hull);

#endif
