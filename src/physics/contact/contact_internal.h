// SPDX-License-Identifier: GPL-3.0-or-later
/// @file contact_internal.h
/// What the files of the module share: classes under places, and the walk of a straight line over
/// the cells of the surface.
#ifndef TALUS_SRC_PHYSICS_CONTACT_CONTACT_INTERNAL_H
#define TALUS_SRC_PHYSICS_CONTACT_CONTACT_INTERNAL_H

#include "physics/contact/contact.h"
#include "physics/terrain/terrain_internal.h"

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
/// The same for places near each other. @param last cell that was looked up last
static inline unsigned contact_ground_class_near(const talus_site *site, class_cell *last,
                                                 talus_vec3 q)
{
    const unsigned i =
        site->ground_map == NULL ? 0 : class_cell_look(last, site->ground_map, q.x, q.y);
    return i < site->ground_count ? i : 0;
}

/// A candidate with the surface `drop` (m, vertical) lower, along its own normal.
/// @param a body to world
/// @return false: it does not touch that surface
bool contact_lower_point(contact_point *point, const talus_mat3 *a, double drop);

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

/// Slopes up to 75 degrees make a vertical gap four times the true one at most.
#define CONTACT_STEEPEST 4.0
/// Places deeper than this, in inner radii of the rock, are asked where they came in.
#define CONTACT_DEEP 0.1

/// One pose that is evaluated.
typedef struct contact_collector {
    const talus_site *site;
    const contact_body *body;
    talus_vec3 r;
    const talus_mat3 *a;
    contact_span span; ///< of the nodes around the rock; where has_reach, of those under it
    double margin;     ///< m
    bool has_reach;    ///< body->heights are at most the gaps of the vertices, found->relief is
                       ///< known, and edges of vertices that are near are marked
    size_t low_count;  ///< vertices that may touch where that is so, in body->low
    double touch;      ///< m, gap above which nothing touches, where that is so
    double near;       ///< m, height over the lid up to which vertices are looked up
    talus_vec3 up;     ///< growth of the height over the lid per m of the body; else over the plane
    double clearance;  ///< m, else: of S over a plane that no node is above
    size_t limit;      ///< places for candidates of the kind under way
    contact_candidates *found;
} contact_collector;

/// Feature numbers: kind of place in the two upper bits.
enum { CONTACT_KEY_NODE = 1, CONTACT_KEY_EDGE = 2 };
static inline uint64_t contact_make_key(uint64_t kind, uint64_t high, uint64_t low)
{
    return kind << 62 | (high & 0x3fffffffu) << 32 | (low & 0xffffffffu);
}

static inline talus_vec3 contact_patch_normal(double dzdx, double dzdy)
{
    const double scale = 1.0 / sqrt(dzdx * dzdx + dzdy * dzdy + 1.0);
    return vec3(-scale * dzdx, -scale * dzdy, scale);
}

/// Normal of a piece's patch at s.
static inline talus_vec3 contact_normal_at(const contact_walk *walk, const contact_piece *piece,
                                           double s)
{
    const double u = walk->u + s * walk->du - (double)piece->i;
    const double v = walk->v + s * walk->dv - (double)piece->j;
    const double per_cell = walk->terrain->per_cell;
    return contact_patch_normal((piece->patch.a + v * piece->patch.c) * per_cell,
                                (piece->patch.b + u * piece->patch.c) * per_cell);
}

/// Fill what has_reach stands for. @return false: the cells are too many, cut or off the grid
/// @param is_clear all of the rock is above the ground
bool contact_find_reach(contact_collector *c, bool *is_clear);
/// Whether the gap along an edge may have a minimum near the ground, where has_reach.
bool contact_edge_may_touch(const contact_collector *c, size_t e);

/// Whether a vertex is not clear of the plane over all nodes, without has_reach.
static inline bool contact_may_touch(const contact_collector *c, size_t vertex)
{
    return c->clearance + vec3_dot(c->up, c->body->vertices[vertex]) <=
           CONTACT_STEEPEST * c->margin;
}

/// Take a place with its signed distance. A normal that would push the rock over S, not away from
/// the ground, belongs to the far side of a thin ridge and is refused.
void contact_add_point(const contact_collector *c, contact_point *point, double distance);

/// Where the way from a place in the ground to S leaves the ground: what is between came in there.
/// Beside a cliff that patch is far nearer than the one over the place. A much nearer one replaces
/// the normal and the signed distance; every one does if `any`.
void contact_find_way_out(const contact_collector *c, talus_vec3 q, bool any, talus_vec3 *normal,
                          double *distance);

void contact_collect_nodes(const contact_collector *c);
void contact_collect_edges(const contact_collector *c);

#endif
