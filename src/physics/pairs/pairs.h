// SPDX-License-Identifier: GPL-3.0-or-later
/// @file pairs.h
/// Rock x rock: which pairs are near, whether two convex polyhedra touch, and in which points.
/// It knows shapes and poses; it refuses to know terrain, velocities after contact and solvers.
///
/// All in the poses of both bodies at the midpoint of the step. n is the unit normal from a to b,
/// a < b by body number; a separation is positive between bodies that are apart:
///
///   s(n) = min over y in b of n . y - max over x in a of n . x                [docs/bodies.md 1]
#ifndef TALUS_SRC_PHYSICS_PAIRS_PAIRS_H
#define TALUS_SRC_PHYSICS_PAIRS_PAIRS_H

#include "foundation/math/linalg.h"
#include "talus/shape.h"

enum {
    PAIRS_POINTS = 8,   ///< of a manifold that is reduced
    PAIRS_CORNERS = 128 ///< most corners of a face
};
/// A pair is closed where its gap is at most this times the sum of the bounding radii.
#define PAIRS_CLOSED 1e-9

/// Edge from vertex a to vertex b; `left` is the face that runs from a to b.
typedef struct pairs_edge {
    uint32_t a, b, left, right;
} pairs_edge;

/// A convex polyhedron in its body frame, const once it is made.
typedef struct pairs_hull {
    size_t vertex_count, face_count, edge_count;
    talus_vec3 *vertices;  ///< (vertex_count) m
    talus_vec3 *normals;   ///< (face_count) outward
    double *offsets;       ///< (face_count) m, normal . x on the face
    pairs_edge *edges;     ///< (edge_count)
    uint32_t *face_starts; ///< (face_count + 1) offsets into corners
    uint32_t *corners;     ///< vertices of the faces, counter-clockwise
    double radius;         ///< m, bounding sphere about S
    double inner_radius;   ///< m, largest sphere about S inside all faces
} pairs_hull;

/// The shape of a rock at `factor` times its size.
/// @return TALUS_ERROR_ARGUMENT for a rock without faces, or with a face of more than
/// PAIRS_CORNERS corners; TALUS_ERROR_MEMORY
talus_status pairs_hull_create(const talus_rock *rock, double factor, pairs_hull **hull,
                               talus_error *error);
void pairs_hull_destroy(pairs_hull *hull);

/// A hull in a pose: what is turned into the world is not moved, so that coordinates stay small.
typedef struct pairs_posed {
    const pairs_hull *hull;
    talus_vec3 r;           ///< m, of S, world
    talus_vec3 *vertices;   ///< (vertex_count) m, turned
    talus_vec3 *normals;    ///< (face_count) turned
    talus_vec3 *directions; ///< (edge_count) m, b - a, turned
} pairs_posed;
/// Room for one hull in any pose. @return false: no memory
bool pairs_posed_init(pairs_posed *posed, const pairs_hull *hull);
void pairs_posed_clear(pairs_posed *posed);
void pairs_posed_set(pairs_posed *posed, talus_vec3 r, const talus_mat3 *a);

typedef enum pairs_kind { PAIRS_APART, PAIRS_FACE_OF_A, PAIRS_FACE_OF_B, PAIRS_EDGES } pairs_kind;

/// The axis that was chosen for a pair.
typedef struct pairs_axis {
    pairs_kind kind;
    uint32_t a, b;     ///< faces or edges; of a face axis only that body's number is set
    talus_vec3 normal; ///< unit, from a to b
    double separation; ///< m; <= 0: minus the depth along the normal
    double largest;    ///< m, of all axes: <= 0: minus the depth; beyond the closing gap any one
} pairs_axis;

/// Separating axes: all faces of both, and the pairs of edges whose arcs on the sphere of normals
/// cross [Gottschalk 1996, Gregorius 2013]. The best face of a is taken; the best face of b only if
/// it is better by more than tau, edges only if they are better than that face by more than tau,
/// tau = 0.05 |s_face| + 1e-6 (R_a + R_b): on flat contact all three agree to round-off, and a normal
/// that flickers would lose the start of the solver.
/// @return the axis; of kind PAIRS_APART, with an axis that separates, beyond the closing gap
pairs_axis pairs_separate(const pairs_posed *a, const pairs_posed *b);
/// Separation along a direction, as in the formula above.
double pairs_separation_along(const pairs_posed *a, const pairs_posed *b, talus_vec3 normal);

/// One point of a pair, halfway between the two surfaces. Both bodies take it: two points, one on
/// each surface, would make a couple out of the friction.
typedef struct pairs_point {
    uint64_t key;       ///< the features it stands on
    talus_vec3 lever_a; ///< m, from S of a, world axes
    talus_vec3 lever_b; ///< m, from S of b, world axes
    double gap;         ///< m, along the reference normal; negative inside
} pairs_point;

typedef struct pairs_manifold {
    pairs_axis axis;
    bool is_deep; ///< S of one body is inside the other
    size_t count;
    pairs_point points[2 * PAIRS_CORNERS]; ///< in the order of their keys
} pairs_manifold;

/// Contact points of two bodies. Face: the incident face is the face of the other body most opposed
/// to the reference face (lowest number among equals), cut by the side planes of the reference face
/// [Sutherland, Hodgman 1974]; points with gap <= PAIRS_CLOSED (R_a + R_b) stay. Edges: one point,
/// the mean of the closest points of the two lines.
/// @param most_points above it points are dropped, that which costs least area of the polygon of
///   contact first, but none that is 1 mm deeper than its neighbours; 0 = all are kept
/// @param last the axis of this pair in the step before or NULL; saves time, never decides
void pairs_find_manifold(const pairs_posed *a, const pairs_posed *b, size_t most_points,
                         const pairs_axis *last, pairs_manifold *manifold);

/// A sphere around the motion of a body in a step.
typedef struct pairs_sphere {
    talus_vec3 centre;
    double radius;
} pairs_sphere;
/// Two bodies, a < b.
typedef struct pairs_candidate {
    uint32_t a, b;
} pairs_candidate;
/// Scratch and result of the broad phase; zero at first, clear it with pairs_near_clear.
typedef struct pairs_near {
    size_t count, capacity;
    pairs_candidate *pairs; ///< (count) ascending by (a, b), however they were found
    uint32_t *order;        ///< scratch
    size_t order_capacity;
} pairs_near;
/// All pairs of spheres that meet: each with each up to 32, else sorted along x and swept.
/// @return false: no memory
bool pairs_near_find(const pairs_sphere *spheres, size_t count, pairs_near *near);
void pairs_near_clear(pairs_near *near);

/// Equal parts in which a step is taken so that no body passes through another: with
///   way = dt (|v_a - v_b| + R_a |w_a| + R_b |w_b|)
/// and r_in the smaller inner radius, min(16, ceil(way / (r_in / 4))) where way > r_in / 4, else 1.
int pairs_parts_of_step(double way, double inner_radius);

#endif
