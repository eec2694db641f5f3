// SPDX-License-Identifier: GPL-3.0-or-later
// Contact points of two bodies: a face cut by the sides of another, or the crossing of two edges.
#include "physics/pairs/pairs.h"

#include <stdlib.h>

/// A point deeper than both its neighbours by this stays in any case, m.
#define KEPT_DEPTH 1e-3

enum { POLYGON = 2 * PAIRS_CORNERS, SIDE = 0x8000 };

/// A corner of the incident polygon under the knife, relative to S of the reference body.
typedef struct corner {
    talus_vec3 x;
    uint32_t tag;  ///< vertex of the incident body, or edge and side that cross
    uint32_t edge; ///< to the next corner: first vertex of an incident edge, or SIDE + side
    double height; ///< over the side plane of the current cut
} corner;

typedef struct polygon {
    size_t count;
    corner corners[POLYGON];
} polygon;

/// The point where the edge between two corners crosses side k; where the edge leaves, the boundary
/// goes on along the side.
static corner cross_side(const corner *from, const corner *to, uint32_t k)
{
    const double t = from->height / (from->height - to->height);
    return (corner){.x = vec3_axpy(from->x, t, vec3_sub(to->x, from->x)),
                    .tag = (1u + from->edge) << 16 | k,
                    .edge = from->height < 0.0 ? SIDE + k : from->edge};
}

/// Keep what lies under the plane m . x = h of side k; within `round_off` of it a corner lies on it.
static void cut(const polygon *from, talus_vec3 m, double h, uint32_t k, double round_off,
                polygon *to)
{
    corner heights[POLYGON];
    for (size_t i = 0; i < from->count; i++) {
        heights[i] = from->corners[i];
        const double height = vec3_dot(m, heights[i].x) - h;
        heights[i].height = fabs(height) <= round_off ? 0.0 : height;
    }
    to->count = 0;
    for (size_t i = 0; i < from->count && to->count + 2 <= POLYGON; i++) {
        const corner *own = &heights[i], *next = &heights[(i + 1) % from->count];
        if (own->height <= 0.0) {
            to->corners[to->count] = *own;
            // the boundary goes on along the side where the next corner is cut off
            to->corners[to->count].edge =
                own->height == 0.0 && next->height > 0.0 ? SIDE + k : own->edge;
            to->count++;
        }
        if ((own->height < 0.0 && next->height > 0.0) ||
            (own->height > 0.0 && next->height < 0.0)) {
            to->corners[to->count++] = cross_side(own, next, k);
        }
    }
}

/// Face of `other` most opposed to n, lowest number among equals.
static size_t incident_face(const pairs_posed *other, talus_vec3 n)
{
    size_t best = 0;
    double least = (double)INFINITY;
    for (size_t f = 0; f < other->hull->face_count; f++) {
        const double cosine = vec3_dot(n, other->normals[f]);
        if (cosine < least) {
            least = cosine;
            best = f;
        }
    }
    return best;
}

static void copy_face(const pairs_posed *other, size_t face, talus_vec3 d, polygon *to)
{
    const pairs_hull *hull = other->hull;
    to->count = 0;
    for (uint32_t k = hull->face_starts[face]; k < hull->face_starts[face + 1]; k++) {
        const uint32_t v = hull->corners[k];
        to->corners[to->count++] =
            (corner){.x = vec3_add(d, other->vertices[v]), .tag = v, .edge = v};
    }
}

/// The incident face cut by all sides of the reference face. @return which of the two holds it
static const polygon *clip_face(const pairs_posed *own, size_t face, double round_off,
                                polygon polygons[2])
{
    const pairs_hull *hull = own->hull;
    const uint32_t *at = hull->corners + hull->face_starts[face];
    const uint32_t count = hull->face_starts[face + 1] - hull->face_starts[face];
    for (uint32_t k = 0; k < count; k++) {
        const talus_vec3 p = own->vertices[at[k]], q = own->vertices[at[(k + 1) % count]];
        const talus_vec3 side = vec3_cross(vec3_sub(q, p), own->normals[face]);
        const talus_vec3 m = vec3_scale(1.0 / vec3_norm(side), side);
        cut(&polygons[k % 2], m, vec3_dot(m, p), k, round_off, &polygons[(k + 1) % 2]);
    }
    return &polygons[count % 2];
}

/// Twice the area that the polygon of contact loses without point i.
static double lost_area(const pairs_manifold *m, size_t i)
{
    const size_t n = m->count;
    const talus_vec3 p = m->points[i].lever_a;
    const talus_vec3 before = vec3_sub(m->points[(i + n - 1) % n].lever_a, p);
    const talus_vec3 after = vec3_sub(m->points[(i + 1) % n].lever_a, p);
    return fabs(vec3_dot(m->axis.normal, vec3_cross(after, before)));
}

static bool is_deepest_here(const pairs_manifold *m, size_t i)
{
    const size_t n = m->count;
    const double gap = m->points[i].gap + KEPT_DEPTH;
    return gap < m->points[(i + n - 1) % n].gap && gap < m->points[(i + 1) % n].gap;
}

/// Drop points, the least useful first, until `most` are left.
static void reduce(pairs_manifold *m, size_t most)
{
    while (m->count > most) {
        size_t drop = m->count;
        double least = (double)INFINITY;
        for (size_t i = 0; i < m->count; i++) {
            const double area = lost_area(m, i);
            if (area < least && !is_deepest_here(m, i)) {
                least = area;
                drop = i;
            }
        }
        if (drop == m->count) {
            return;
        }
        for (size_t i = drop; i + 1 < m->count; i++) {
            m->points[i] = m->points[i + 1];
        }
        m->count--;
    }
}

static int compare_points(const void *a, const void *b)
{
    const uint64_t x = ((const pairs_point *)a)->key, y = ((const pairs_point *)b)->key;
    return (x > y) - (x < y);
}

/// Which features: kind in the two upper bits, 15 bits for each face, 32 for the corner.
static uint64_t make_key(pairs_kind kind, uint64_t own, uint64_t other, uint64_t tag)
{
    return (uint64_t)kind << 62 | (own & 0x7fffu) << 47 | (other & 0x7fffu) << 32 | tag;
}

static void meet_face(const pairs_posed *a, const pairs_posed *b, pairs_manifold *m)
{
    const bool of_a = m->axis.kind == PAIRS_FACE_OF_A;
    const pairs_posed *own = of_a ? a : b, *other = of_a ? b : a;
    const size_t face = of_a ? m->axis.a : m->axis.b;
    const talus_vec3 n = own->normals[face], d = vec3_sub(other->r, own->r);
    const size_t incident = incident_face(other, n);
    const double closed = PAIRS_CLOSED * (a->hull->radius + b->hull->radius);
    polygon polygons[2];
    copy_face(other, incident, d, &polygons[0]);
    const polygon *found = clip_face(own, face, closed, polygons);
    for (size_t k = 0; k < found->count; k++) {
        const corner *c = &found->corners[k];
        const double gap = vec3_dot(n, c->x) - own->hull->offsets[face];
        if (!(gap <= closed)) {
            continue;
        }
        const talus_vec3 lever = vec3_axpy(c->x, -0.5 * gap, n), there = vec3_sub(lever, d);
        m->points[m->count++] = (pairs_point){.key = make_key(m->axis.kind, face, incident, c->tag),
                                              .lever_a = of_a ? lever : there,
                                              .lever_b = of_a ? there : lever,
                                              .gap = gap};
    }
}

/// The mean of the closest points of the lines x + s u and y + t w.
static void meet_edges(const pairs_posed *a, const pairs_posed *b, pairs_manifold *m)
{
    const uint32_t i = m->axis.a, j = m->axis.b;
    const talus_vec3 d = vec3_sub(b->r, a->r);
    const talus_vec3 x = a->vertices[a->hull->edges[i].a], u = a->directions[i];
    const talus_vec3 y = vec3_add(d, b->vertices[b->hull->edges[j].a]), w = b->directions[j];
    const talus_vec3 from = vec3_sub(x, y);
    const double uu = vec3_norm2(u), uw = vec3_dot(u, w), ww = vec3_norm2(w);
    const double fu = vec3_dot(from, u), fw = vec3_dot(from, w), det = uu * ww - uw * uw;
    const double s = (uw * fw - ww * fu) / det, t = (uu * fw - uw * fu) / det;
    const talus_vec3 lever = vec3_scale(0.5, vec3_add(vec3_axpy(x, s, u), vec3_axpy(y, t, w)));
    m->count = 1;
    m->points[0] = (pairs_point){.key = make_key(PAIRS_EDGES, i, j, 0),
                                 .lever_a = lever,
                                 .lever_b = vec3_sub(lever, d),
                                 .gap = m->axis.separation};
}

/// Whether a point, relative to S, is inside.
static bool is_inside(const pairs_posed *posed, talus_vec3 x)
{
    for (size_t f = 0; f < posed->hull->face_count; f++) {
        if (vec3_dot(posed->normals[f], x) > posed->hull->offsets[f]) {
            return false;
        }
    }
    return true;
}

void pairs_find_manifold(const pairs_posed *a, const pairs_posed *b, size_t most_points,
                         const pairs_axis *last, pairs_manifold *manifold)
{
    const talus_vec3 d = vec3_sub(b->r, a->r);
    const double size = a->hull->radius + b->hull->radius, closed = PAIRS_CLOSED * size;
    manifold->count = 0;
    manifold->is_deep = false;
    manifold->axis = (pairs_axis){.kind = PAIRS_APART, .separation = vec3_norm(d) - size};
    if (manifold->axis.separation > closed) {
        manifold->axis.normal = vec3_scale(1.0 / vec3_norm(d), d);
        return;
    }
    if (last != NULL && last->kind == PAIRS_APART) {
        const double s = pairs_separation_along(a, b, last->normal);
        if (s > closed) {
            manifold->axis = *last;
            manifold->axis.separation = s;
            return;
        }
    }
    manifold->axis = pairs_separate(a, b);
    switch (manifold->axis.kind) {
    case PAIRS_APART:
        return;
    case PAIRS_FACE_OF_A:
    case PAIRS_FACE_OF_B:
        meet_face(a, b, manifold);
        break;
    case PAIRS_EDGES:
        meet_edges(a, b, manifold);
        break;
    }
    manifold->is_deep = is_inside(a, d) || is_inside(b, vec3_scale(-1.0, d));
    if (most_points > 0) {
        reduce(manifold, most_points);
    }
    qsort(manifold->points, manifold->count, sizeof *manifold->points, compare_points);
}
