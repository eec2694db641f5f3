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

/// A mesh as one surface.
typedef struct shape_surface {
    size_t open;         ///< edges with an odd number of triangles
    size_t turned;       ///< other edges along which triangles do not run both ways equally often
    talus_vec3 from, to; ///< the first of these edges
    double volume;       ///< m^3, enclosed; NaN with an open or a turned edge
} shape_surface;
/// Points at the same place count as one; edges of no length are left out.
/// @return TALUS_ERROR_MEMORY
talus_status shape_measure_surface(const talus_mesh *mesh, shape_surface *surface,
                                   talus_error *error);

/// Where the numbers of a file are too coarse for a rock.
typedef struct shape_coarse {
    const char *axis;    ///< "x", "y" or "z"; NULL: fine enough
    double step, extent; ///< m
    talus_vec3 corner;   ///< m, lowest coordinates
} shape_coarse;
typedef struct shape_sentence {
    char text[512];
} shape_sentence;
/// @param chosen (count) numbers of the points that count; NULL = the first ones
/// @param base that was subtracted from the points, m
/// @param step of the mesh that the points are of
shape_coarse shape_find_coarse(const talus_vec3 *points, const uint32_t *chosen, size_t count,
                               talus_vec3 base, talus_vec3 step);
/// What follows, and the way out.
shape_sentence shape_say_coarse(const shape_coarse *coarse);

/// Points of a part, each once, in the order of the mesh.
/// @param points (mesh->point_count) out @return how many
size_t shape_part_points(const talus_mesh *mesh, const shape_parts *parts, size_t part,
                         uint32_t *scratch, talus_vec3 *points);
/// Volume inside a part, m^3.
double shape_part_volume(const talus_mesh *mesh, const shape_parts *parts, size_t part);

#endif
