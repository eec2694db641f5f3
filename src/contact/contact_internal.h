// SPDX-License-Identifier: GPL-3.0-or-later
/// @file contact_internal.h
/// What the files of the module share: classes under places, and the walk of a straight line over
/// the cells of the surface.
#ifndef TALUS_SRC_CONTACT_INTERNAL_H
#define TALUS_SRC_CONTACT_INTERNAL_H

#include "contact/contact.h"
#include "terrain/terrain_internal.h"

/// Which family of lines of the terrain a place lies on: x = const (along y), y = const (along x),
/// the diagonals of the triangles.
typedef enum contact_line {
    CONTACT_LINE_NONE, ///< inside a patch
    CONTACT_LINE_X,
    CONTACT_LINE_Y,
    CONTACT_LINE_DIAGONAL
} contact_line;

/// Cells from the grid's origin beyond which nothing is looked up; also keeps casts in range.
#define CONTACT_FAR 1e12

/// floor of |x| < 2^62 without a call.
static inline double contact_floor(double x)
{
    const double whole = (double)(int64_t)x;
    return whole > x ? whole - 1.0 : whole;
}

/// Ground class under a place.
unsigned contact_ground_class(const talus_site *site, talus_vec3 q);

/// A segment from a to b cut by the lines of the terrain.
typedef struct contact_walk {
    const talus_terrain *terrain;
    talus_vec3 a, d;       ///< m, start and b - a
    double u, v, du, dv;   ///< the same in cells of the lattice
    double next[3];        ///< parameter of the next crossing of each family
    double line[3], by[3]; ///< number of that line, +1 or -1 or 0
    double s;              ///< parameter reached, 0 to 1
    contact_line kind;     ///< of the line at s
} contact_walk;

/// A piece of the segment over one patch: gap = a_z + s d_z - z(s), quadratic in s.
typedef struct contact_piece {
    double begin, end;             ///< parameters
    contact_line line;             ///< at `begin`
    double gap_begin, gap_end;     ///< m, vertical
    double slope_begin, slope_end; ///< m, d gap / d s
    terrain_patch patch;           ///< no surface: gaps are NaN
    int64_t i, j;                  ///< its cell
} contact_piece;

/// Nodes (i, j) of all patches that a square around r may touch.
typedef struct contact_span {
    int64_t i0, i1, j0, j1; ///< empty when i0 > i1 or j0 > j1
} contact_span;
contact_span contact_nodes_near(const talus_terrain *terrain, talus_vec3 r, double radius);
/// Height of node (i, j) of the span as stored.
static inline double contact_node_height(const talus_terrain *terrain, int64_t i, int64_t j)
{
    const int64_t ci = i < (int64_t)terrain->cells_x ? i : i - 1;
    const int64_t cj = j < (int64_t)terrain->cells_y ? j : j - 1;
    return terrain_cell_nodes(terrain, ci, cj)[(cj < j ? TERRAIN_TILE_NODES : 0u) + (ci < i)];
}
/// Whether a patch around the node is valid.
bool contact_node_is_on_surface(const talus_terrain *terrain, int64_t i, int64_t j);

/// Plane z = height + east (x - r.x) + north (y - r.y) over all nodes of a span.
typedef struct contact_cover {
    double height, east, north; ///< height is -infinity where no node has a value
} contact_cover;
contact_cover contact_cover_nodes(const talus_terrain *terrain, const contact_span *span,
                                  talus_vec3 r);
/// z component in the world of a direction of the body.
static inline double contact_up(const talus_mat3 *a, talus_vec3 x)
{
    return a->m[2][0] * x.x + a->m[2][1] * x.y + a->m[2][2] * x.z;
}

void contact_walk_start(contact_walk *walk, const talus_terrain *terrain, talus_vec3 a,
                        talus_vec3 b);
/// @return false at the end of the segment
bool contact_walk_next(contact_walk *walk, contact_piece *piece);

#endif
