// SPDX-License-Identifier: GPL-3.0-or-later
// Rock x stem: a vertical cylinder with a flat top.
#include "physics/contact/obstacle.h"

/// Square of the plan distance below which a direction from the axis means nothing, m^2.
#define NO_DIRECTION 1e-20

/// Larger root s of |(x, y) + s (wx, wy)| = radius for a start inside the circle; infinity for no
/// way.
static double leave_circle(double x, double y, double wx, double wy, double radius)
{
    const double a = wx * wx + wy * wy, b = x * wx + y * wy;
    const double c = radius * radius - x * x - y * y;
    return a > NO_DIRECTION ? (sqrt(b * b + a * (c > 0.0 ? c : 0.0)) - b) / a : (double)INFINITY;
}

/// Direction from the axis in the plane.
static talus_vec3 away(double x, double y)
{
    const double length2 = x * x + y * y;
    const double scale = length2 > NO_DIRECTION ? 1.0 / sqrt(length2) : 0.0;
    return scale > 0.0 ? vec3(scale * x, scale * y, 0.0) : vec3(1.0, 0.0, 0.0);
}

/// A place q in the cylinder, held where the way from it to S leaves the cylinder: by the top, or
/// by the side along the radius through q; a place behind the axis along the radius through the way
/// out.
static void add_point(const obstacle_touch *t, uint64_t feature, talus_vec3 q)
{
    const obstacle_body *stem = t->body;
    const double x = q.x - stem->x, y = q.y - stem->y, radius = stem->reach;
    const talus_vec3 way = vec3_sub(t->rock->r, q);
    const double by_side = leave_circle(x, y, way.x, way.y, radius);
    const double by_top = way.z > 0.0 ? (stem->top - q.z) / way.z : (double)INFINITY;
    if (by_top < by_side && by_top <= 1.0) {
        obstacle_keep(t, feature, q, vec3(0.0, 0.0, 1.0), stem->top - q.z);
        return;
    }
    talus_vec3 normal = away(x, y);
    if (x * way.x + y * way.y <= 0.0) {
        const double s = by_side < 1.0 ? by_side : 1.0; // S in the stem: away from the axis
        normal = away(x + s * way.x, y + s * way.y);
    }
    obstacle_keep(t, feature, q, normal, radius - x * normal.x - y * normal.y);
}

/// The place of an edge nearest to the axis, below the top; its ends are vertices.
static void add_edge(const obstacle_touch *t, size_t e)
{
    const obstacle_body *stem = t->body;
    const contact_edge *edge = &t->rock->body->edges[e];
    const talus_vec3 a = t->rock->vertices[edge->a], b = t->rock->vertices[edge->b];
    const talus_vec3 d = vec3_sub(b, a);
    const double x = a.x - stem->x, y = a.y - stem->y, length2 = d.x * d.x + d.y * d.y;
    double s = length2 > NO_DIRECTION ? -(x * d.x + y * d.y) / length2 : 0.5;
    if (a.z + s * d.z > stem->top) {
        s = d.z == 0.0 ? -1.0 : (stem->top - a.z) / d.z;
    }
    if (!(s > 0.0 && s < 1.0)) {
        return;
    }
    const double px = x + s * d.x, py = y + s * d.y;
    if (px * px + py * py < stem->reach * stem->reach) {
        add_point(t, obstacle_edge_feature(t, e, 0), vec3_axpy(a, s, d));
    }
}

/// The rim of a low stem may be in a face while no vertex or edge of the rock is in the stem: its
/// point that is deepest behind each face that looks down, the least deep of them.
static void add_rim(const obstacle_touch *t)
{
    const contact_body *rock = t->rock->body;
    const talus_vec3 middle = vec3(t->body->x, t->body->y, t->body->top);
    double nearest = -(double)INFINITY;
    talus_vec3 point = middle;
    for (size_t f = 0; f < rock->face_count; f++) {
        const talus_vec3 n = mat3_mulv(t->rock->a, rock->faces[f].normal);
        const double length2 = n.x * n.x + n.y * n.y;
        const talus_vec3 out = length2 > NO_DIRECTION ? away(n.x, n.y) : vec3(0.0, 0.0, 0.0);
        const talus_vec3 rim = vec3_axpy(middle, -t->body->reach, out);
        const double over = vec3_dot(n, vec3_sub(rim, t->rock->r)) - rock->faces[f].offset;
        if (over > nearest) {
            nearest = over;
            point = rim;
        }
    }
    if (nearest < 0.0) {
        obstacle_keep_in_face(t, obstacle_edge_feature(t, rock->edge_count, 0), point);
    }
}

void obstacle_touch_stem(const obstacle_touch *t)
{
    const obstacle_body *stem = t->body;
    const contact_body *rock = t->rock->body;
    const size_t before = t->found->count;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        const talus_vec3 q = t->rock->vertices[k];
        const double x = q.x - stem->x, y = q.y - stem->y;
        if (x * x + y * y < stem->reach * stem->reach && q.z < stem->top) {
            add_point(t, k, q);
        }
    }
    for (size_t e = 0; e < rock->edge_count; e++) {
        add_edge(t, e);
    }
    if (t->found->count == before && t->rock->high > stem->top) {
        add_rim(t);
    }
}
