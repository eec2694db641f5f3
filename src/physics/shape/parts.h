// SPDX-License-Identifier: GPL-3.0-or-later
// A mesh as closed surfaces: which triangles bound the same body. It knows triangles; it refuses to
// know whether a body is convex, and where it stands.
#ifndef TALUS_SRC_PHYSICS_SHAPE_PARTS_H
#define TALUS_SRC_PHYSICS_SHAPE_PARTS_H

#include "talus/mesh.h"

/// @return number of the first triangle whose corners coincide or lie on a line; triangle_count: none
size_t shape_flat_triangle(const talus_mesh *mesh);
/// The sentence that names it. @return TALUS_ERROR_INPUT
talus_status shape_fail_flat(const talus_mesh *mesh, size_t triangle, talus_error *error);

/// Closed parts of a mesh, numbered by their first triangles.
typedef struct shape_parts {
    size_t count;
    uint32_t *of_triangle; ///< (triangle_count of the mesh) part of each
} shape_parts;

/// Points at the same place count as one. Across an edge of more than two triangles, as where
/// blocks touch and a format shares their corners, a triangle goes on to the next one that it meets
/// when it is turned about the edge through its own body: outward faces, counter-clockwise.
/// @param parts out: shape_parts_clear; empty after an error
/// @return TALUS_ERROR_INPUT for an edge that no second triangle of the other sense shares, with
///         its ends, or with a triangle without area where there is one; TALUS_ERROR_MEMORY
talus_status shape_find_parts(const talus_mesh *mesh, shape_parts *parts, talus_error *error);
void shape_parts_clear(shape_parts *parts);

/// Points of a part, each once, in the order of the mesh.
/// @param points (mesh->point_count) out @return how many
size_t shape_part_points(const talus_mesh *mesh, const shape_parts *parts, size_t part,
                         uint32_t *scratch, talus_vec3 *points);
/// Volume inside a part, m^3.
double shape_part_volume(const talus_mesh *mesh, const shape_parts *parts, size_t part);

#endif
