// SPDX-License-Identifier: GPL-3.0-or-later
/// @file contact.h
/// Rock x terrain: what touches, in which frame, with which friction; drag at a place.
/// It knows poses and surfaces; it refuses to know time steps and velocities after contact.
#ifndef TALUS_SRC_PHYSICS_CONTACT_CONTACT_H
#define TALUS_SRC_PHYSICS_CONTACT_CONTACT_H

#include "foundation/math/linalg.h"
#include "physics/site/class_cell.h"
#include "talus/site.h"

/// A point that touches at the pose in question: a vertex of the rock; in two-way detection also a
/// node of the terrain inside the rock, or a place on an edge of the rock.
typedef struct contact_point {
    uint64_t key;        ///< which feature: the vertex, or a number that other features do not have
    talus_vec3 lever;    ///< m, from S, body frame
    talus_vec3 foot;     ///< m, the place in world
    talus_vec3 normal;   ///< unit, world
    talus_vec3 tangent1; ///< t1 = e x n, e the world axis least aligned with n
    talus_vec3 tangent2; ///< t2 = n x t1
    double depth;        ///< m >= 0, true distance along the normal
    unsigned ground;     ///< class under the place, or CONTACT_ON_OBSTACLE + the body it is on
} contact_point;
/// Added to the number of a body of the obstacles in contact_point.ground.
#define CONTACT_ON_OBSTACLE 0x80000000u

/// Plane z = foot.z + east (x - foot.x) + north (y - foot.y) that no ground of cells [i0, i0 +
/// columns) x [j0, j0 + rows) is above. It depends on nothing but the cells.
typedef struct contact_lid {
    uint32_t i0, j0, columns, rows; ///< no columns: not on known cells
    talus_vec3 foot;                ///< m, world
    double east, north;
    bool is_cut; ///< ground may be missing under the rock
} contact_lid;

typedef struct contact_set {
    size_t count;
    contact_point *points; ///< room for every vertex and for CONTACT_LIMIT
    double min_gap; ///< m, smallest gap when that is <= margin, else any larger value; vertical in
                    ///< published detection, along the normals in two-way detection
    double depth;   ///< m >= 0, deepest true penetration
    double drop; ///< m >= 0, set by the caller: published detection may leave out points that are
                 ///< over a plane so far (vertical) under the surface, but not the deepest
    size_t nearest; ///< published detection: vertex of min_gap; unchanged when nothing is near
    size_t obstacle_count; ///< the last so many points are on stems and walls
    contact_lid lid;       ///< published detection: of the cells it last read; zero at first
    class_cell ground;     ///< likewise the last cell of the class map; zero at first
} contact_set;

/// Most contacts that two-way detection hands out, and most of them on vertices of the rock.
#define CONTACT_LIMIT 16
#define CONTACT_VERTEX_LIMIT 12

/// Vertices of a rock whose contacts are not thinned, and most contacts of any other with the ground.
#define CONTACT_COARSE 32
#define CONTACT_CARRYING 32
/// Contacts of a fine rock with the ground: of those along one normal the deepest and the farthest to
/// three sides stay, `most` in all, in their order.
/// @param left (set->count) those that do not stay
void contact_thin(contact_set *set, size_t most, contact_point *left, size_t *left_count);

/// Edge of the hull: vertices a, b; `left` is the face that runs from a to b.
typedef struct contact_edge {
    uint32_t a, b, left, right;
} contact_edge;
/// Plane of a face: normal . x = offset > 0, outward, body frame.
typedef struct contact_face {
    talus_vec3 normal;
    double offset; ///< m
} contact_face;

/// Where a face crosses a plane: its boundary comes out of the wet side at `out` and back at `in`.
typedef struct contact_chord {
    double out[2], in[2]; ///< m, across the direction of view
} contact_chord;

/// Ground under a vertex that is looked up.
typedef struct contact_under {
    const double *node; ///< of its patch, lower left; NULL: none
    double east, north; ///< slopes of the patch there
} contact_under;

/// The rock as two-way detection sees it. A body without faces has its vertices alone.
typedef struct contact_body {
    size_t vertex_count, edge_count, face_count;
    talus_vec3 *vertices; ///< (vertex_count) m, body frame
    double *radii;        ///< (vertex_count) m, their distances from S
    double *x, *y, *z;    ///< (vertex_count) m, their coordinates once more, one by one
    contact_edge *edges;
    double *edge_x, *edge_y, *edge_z; ///< (edge_count) m, from a to b
    contact_face *faces;
    double radius;         ///< m, bounding sphere about S
    double longest_edge;   ///< m
    double face_radius;    ///< m, a circle of it holds the corners of any face
    double inner_radius;   ///< m, largest sphere about S inside all faces; radius / 4 without faces
    uint32_t *links;       ///< scratch for matching edges, (max_vertices + max edges)
    uint32_t *star_starts; ///< (vertex_count + 1) edges that end in a vertex: of star_edges
    uint32_t *star_edges;  ///< (2 edge_count)
    uint64_t *star_bits;   ///< (vertex_count) the same as a bit for each edge, of up to 64 edges
    contact_chord *chords; ///< scratch for cutting faces, (max faces)
    double *heights;       ///< m, scratch for heights over a plane, (max_vertices)
    double *across1, *across2;       ///< m, scratch for coordinates across a direction, likewise
    contact_under *under;            ///< scratch, (max_vertices)
    uint32_t *low;                   ///< scratch for vertices that are under it, (max_vertices)
    uint64_t *wet_edges, *cut_edges; ///< scratch, a bit for each edge: none is set in between
    uint64_t *cut_faces;             ///< likewise for each face
    size_t max_vertices;
} contact_body;
/// Room for rocks of so many vertices (3 V edges and 2 V faces at most). @return false: no memory
bool contact_body_init(contact_body *body, size_t max_vertices);
void contact_body_clear(contact_body *body);
/// Take the rock over at `factor` times its size. No allocation.
void contact_body_set(contact_body *body, const talus_rock *rock, double factor);

/// Published detection [L14 eq. 23]: vertices with vertical gap Q.z - z(Q.x, Q.y) <= 0; vertices
/// off the surface do not count. A lid on the ground first: vertices that clear it by more than
/// `margin` (m) are not looked up. What is found does not depend on what the set held before.
void contact_detect(const talus_site *site, const contact_body *body, talus_vec3 r,
                    const talus_mat3 *a, double margin, contact_set *set);

/// Everything of two-way detection that touches, before it is thinned; the deepest are kept.
#define CONTACT_CANDIDATES 64
/// Ground of some cells between a lid and what its slopes can do. Zero at first.
typedef struct contact_relief {
    contact_lid lid;
    double spread[2]; ///< largest distance of slopes to the east and north from those of the lid
    double steep;     ///< their root of squares
} contact_relief;

typedef struct contact_candidates {
    size_t count;
    size_t vertex_count; ///< the first so many are on vertices of the rock
    contact_point points[CONTACT_CANDIDATES];
    double min_gap, depth; ///< as in contact_set
    size_t nearest;        ///< vertex of the smallest gap; unchanged when nothing is near
    contact_relief relief; ///< of the cells under the last pose: of one terrain; zero at first
} contact_candidates;

/// Two-way detection (docs/detection.md): vertices of the rock against patches, nodes of the
/// terrain against faces, edges of the rock against edges and patches of the terrain. Tangents and
/// ground classes are left open.
void contact_collect(const talus_site *site, const contact_body *body, talus_vec3 r,
                     const talus_mat3 *a, double margin, contact_candidates *found);
/// Choose at most CONTACT_LIMIT of the candidates that carry the rock like all of them, with
/// tangents and ground classes. Deterministic.
void contact_choose(const talus_site *site, double radius, const contact_candidates *found,
                    contact_set *set);

/// Whether a contact stands on a node of the terrain: its lever ends there, not on the rock.
bool contact_is_on_node(const contact_point *point);
/// The candidates that touch the plane `drop` (m, vertical) under the surface, with their depths under
/// it along their own normals. Nodes go down with it.
/// @param a body to world
void contact_lower(contact_candidates *found, const talus_mat3 *a, double drop);

/// Whose bumps are met. [docs/theory.md 4]
typedef struct contact_bumps {
    uint64_t seed, rock;
    talus_vec3 release; ///< m, world; of no use without `is_released`
    bool is_released;
} contact_bumps;
/// How far bumps lower the ground at a point, m, 0 to 2 amplitude.
/// @param slope d drop / dx, d drop / dy
double contact_bump(const talus_ground_roughness *roughness, const contact_bumps *bumps, double x,
                    double y, double slope[2]);
/// Keep the contacts of published detection with the lowered surface, with its normals.
/// @param r, a the pose that they were found in
void contact_roughen(const talus_site *site, const contact_bumps *bumps, const contact_body *body,
                     talus_vec3 r, const talus_mat3 *a, contact_set *set);
/// Likewise of the candidates of two-way detection, whose normals stay.
void contact_roughen_candidates(const talus_site *site, const contact_bumps *bumps,
                                const talus_mat3 *a, contact_candidates *found);

/// A rock in a pose, all vertices in the world.
typedef struct contact_posed {
    const contact_body *body;
    talus_vec3 r;
    const talus_mat3 *a;
    const talus_vec3 *vertices; ///< (vertex_count) m, world
    double low, high;           ///< m, of the vertices
} contact_posed;
/// @param vertices room for all of them
contact_posed contact_pose(const contact_body *body, talus_vec3 r, const talus_mat3 *a,
                           talus_vec3 *vertices);
/// Places of a posed rock in one body of the obstacles, added to `found`: vertices, places on
/// edges, and the rim of a stem or an end of a crest in a face. A place that came in through the
/// side is held by the side, else by the top: the line from it to S decides. [docs/theory.md 16]
/// @return how many were added
size_t contact_touch_obstacle(const talus_obstacles *obstacles, size_t body,
                              const contact_posed *rock, contact_candidates *found);
/// Add to the set at most `limit` of the candidates from `first` on that carry like all of them.
void contact_choose_on_body(double radius, const contact_candidates *found, size_t first,
                            size_t limit, contact_set *set);

/// Smallest vertical gap between rock and terrain, wherever it is; +infinity if no part of the rock
/// is over the surface.
double contact_two_way_gap(const talus_site *site, const contact_body *body, talus_vec3 r,
                           const talus_mat3 *a);
/// The same, or `most` where it is larger; -infinity where little is known about the ground.
/// @param found scratch: what was found about the ground before is used again
double contact_two_way_gap_up_to(const talus_site *site, const contact_body *body, talus_vec3 r,
                                 const talus_mat3 *a, double most, contact_candidates *found);

/// Whether the straight way between two points dips under the surface; parts off it do not count.
bool contact_passes_under(const talus_terrain *terrain, talus_vec3 from, talus_vec3 to);

/// Smallest vertical gap of all vertices; +infinity if none is over the surface.
double contact_min_gap(const talus_site *site, const talus_vec3 *vertices, size_t vertex_count,
                       talus_vec3 r, const talus_mat3 *a);

/// Contact frame of a normal (unit): t1 = e x n / |e x n|, e the axis least aligned with n, t2 = n
/// x t1.
static inline void contact_frame(talus_vec3 n, talus_vec3 *tangent1, talus_vec3 *tangent2)
{
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    talus_vec3 t;
    if (ay < ax && ay <= az) {
        const double scale = 1.0 / sqrt(n.x * n.x + n.z * n.z);
        t = vec3(scale * n.z, 0.0, -scale * n.x);
    } else if (az < ax && az < ay) {
        const double scale = 1.0 / sqrt(n.x * n.x + n.y * n.y);
        t = vec3(-scale * n.y, scale * n.x, 0.0);
    } else {
        const double scale = 1.0 / sqrt(n.y * n.y + n.z * n.z);
        t = vec3(0.0, -scale * n.z, scale * n.y);
    }
    *tangent1 = t;
    *tangent2 = vec3_cross(n, t); // of unit length, as both are and stand square
}

/// mu(s) = mu_min + (2/pi)(mu_max - mu_min) atan(kappa s). [L14 eq. 46]
double contact_friction(const talus_ground *ground, double slippage);

/// Slippage below 1e-30 m is gone: no friction can show it.
static inline double contact_faded(double slippage)
{
    return slippage > 1e-30 ? slippage : 0.0;
}

/// exp(-beta dt) as computed last. Zero at first.
typedef struct contact_decay {
    double beta, dt, factor;
} contact_decay;
/// s after the step: s + dt |v| while touching, s exp(-beta dt) else. [L14 eq. 47, 51]
/// @param ground not read while touching
/// @param last kept from call to call
double contact_slippage(contact_decay *last, const talus_ground *ground, double slippage,
                        bool touching, double speed, double dt);

/// Depth of the hard plane under a soil (m), 0 without soil:               [Lu19, docs/theory.md
/// 14]
///   d = 0.1 m^(1/3) M_E^(-2/5) |v_z|^(4/5), m in kg, M_E in kN/m^2, v_z in m/s
double contact_scar_depth(const talus_soil *soil, double mass, double v_z);

/// What of a rock lies under a plane, seen along a direction.
typedef struct contact_immersion {
    double area;      ///< m^2, A: silhouette of the part under the plane
    talus_vec3 turns; ///< m^4, integral of (x cross direction)_i^2 over A, body axes; or zero
} contact_immersion;
/// Silhouette of the part of the body with normal . x <= offset. Exact: sums over the cut faces.
/// @param normal, direction unit, body frame; a body without faces gives zero
/// @param is_turning whether the turns are requested
void contact_immerse(const contact_body *body, talus_vec3 normal, double offset,
                     talus_vec3 direction, bool is_turning, contact_immersion *immersion);

/// Parameters of ground class `index` at a point; `varied` is room for those that vary in space.
static inline const talus_ground *contact_ground_of(const talus_site *site, unsigned index,
                                                    double x, double y, talus_ground *varied)
{
    const talus_ground *ground = &site->grounds[index];
    if (ground->variation == NULL) {
        return ground;
    }
    *varied = talus_ground_at(ground, x, y);
    return varied;
}

/// Parameters of the ground under a point.
/// @param last cell of the ground map that was looked up last; zero at first
static inline const talus_ground *contact_ground(const talus_site *site, class_cell *last, double x,
                                                 double y, talus_ground *varied)
{
    const unsigned i = site->ground_map == NULL ? 0 : class_cell_look(last, site->ground_map, x, y);
    return contact_ground_of(site, i < site->ground_count ? i : 0, x, y, varied);
}

/// Drag layer that acts at S: NULL when none does (z_S - z < height, at the midpoint).
/// @param forest_class of the forest map at S
/// @param height z_S - z, m, set where the class has a layer and S is over the terrain; may be NULL
const talus_forest *contact_forest_of(const talus_site *site, unsigned forest_class, talus_vec3 r,
                                      double *height);

#endif
