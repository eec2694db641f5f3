// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: edges of the rock against lines and patches of the terrain.
// [docs/detection.md]
#include "physics/contact/contact_internal.h"

/// Smallest bend of a gap along an edge, m per m, that is not round-off.
#define LEAST_BEND 1e-7

/// -n inside the normal cone of the edge, else the normal of the nearer face.
///   left face runs from a to b: it extends along (normal x t) from the edge, the right one along
///   (t x normal)
static talus_vec3 into_cone(const contact_collector *c, const contact_edge *edge, talus_vec3 n)
{
    const talus_vec3 left = c->body->faces[edge->left].normal;
    const talus_vec3 right = c->body->faces[edge->right].normal;
    const talus_vec3 t = vec3_sub(c->body->vertices[edge->b], c->body->vertices[edge->a]);
    const talus_vec3 m = vec3_scale(-1.0, mat3_tmulv(c->a, n));
    if (vec3_dot(m, vec3_cross(left, t)) > 0.0) {
        return vec3_scale(-1.0, mat3_mulv(c->a, left));
    }
    if (vec3_dot(m, vec3_cross(t, right)) > 0.0) {
        return vec3_scale(-1.0, mat3_mulv(c->a, right));
    }
    return n;
}

/// Direction of the terrain's line at the start of a piece.
static talus_vec3 line_direction(const contact_walk *walk, const contact_piece *piece)
{
    const double u = walk->u + piece->begin * walk->du - (double)piece->i;
    const double v = walk->v + piece->begin * walk->dv - (double)piece->j;
    const double cell = walk->terrain->cell;
    const double east = piece->patch.a + v * piece->patch.c;
    const double north = piece->patch.b + u * piece->patch.c;
    if (piece->line == CONTACT_LINE_X) {
        return vec3(0.0, cell, north);
    }
    return piece->line == CONTACT_LINE_Y ? vec3(cell, 0.0, east) : vec3(cell, cell, east + north);
}

/// A place on an edge where the vertical gap has a minimum and n is normal to both surfaces. The
/// distance is the vertical gap along the normal. A face that looks up has no ground under it.
static void add_edge(const contact_collector *c, size_t e, const contact_walk *walk,
                     const contact_piece *piece, double s, double gap, talus_vec3 n)
{
    const contact_edge *edge = &c->body->edges[e];
    const talus_vec3 x = c->body->vertices[edge->a];
    const uint64_t place = (uint64_t)piece->i << 16 ^ (uint64_t)piece->j << 2 ^ piece->line;
    contact_point point = {
        .key = contact_make_key(CONTACT_KEY_EDGE, e, place),
        .lever = vec3_axpy(x, s, vec3_sub(c->body->vertices[edge->b], x)),
        .foot = vec3_axpy(walk->a, s, walk->d),
        .normal = into_cone(c, edge, n),
    };
    const bool looks_up = point.normal.z <= 0.0;
    double distance = gap * (looks_up ? n.z : point.normal.z);
    if (gap <= 0.0 && (looks_up || distance < -CONTACT_DEEP * c->body->inner_radius)) {
        point.normal = looks_up ? n : point.normal;
        contact_find_way_out(c, point.foot, looks_up, &point.normal, &distance);
    }
    contact_add_point(c, &point, distance);
}

/// Minimum of the gap on a line of the terrain: edge on edge.
static void add_crossing(const contact_collector *c, size_t e, const contact_walk *walk,
                         const contact_piece *piece)
{
    const talus_vec3 n = vec3_cross(walk->d, line_direction(walk, piece));
    const double length = vec3_norm(n);
    if (length > 1e-9 * vec3_norm(walk->d) * walk->terrain->cell && n.z != 0.0) {
        const double scale = (n.z > 0.0 ? 1.0 : -1.0) / length;
        add_edge(c, e, walk, piece, piece->begin, piece->gap_begin, vec3_scale(scale, n));
    }
}

/// Minimum of the gap inside a patch that bulges along the edge.
static void add_bulge(const contact_collector *c, size_t e, const contact_walk *walk,
                      const contact_piece *piece)
{
    const double turn = piece->slope_begin / (piece->slope_begin - piece->slope_end);
    const double length = piece->end - piece->begin, s = piece->begin + turn * length;
    const double gap = piece->gap_begin + 0.5 * piece->slope_begin * turn * length;
    add_edge(c, e, walk, piece, s, gap, contact_normal_at(walk, piece, s));
}

static void walk_edge(const contact_collector *c, size_t e, talus_vec3 from, talus_vec3 to)
{
    const double highest = CONTACT_STEEPEST * c->margin;
    contact_walk walk;
    contact_piece piece;
    double slope_before = (double)NAN;
    contact_walk_start(&walk, c->site->terrain, from, to);
    const double bend = LEAST_BEND * vec3_norm(walk.d);
    while (contact_walk_next(&walk, &piece)) {
        if (slope_before < 0.0 && piece.slope_begin >= 0.0 && piece.gap_begin <= highest &&
            piece.slope_begin - slope_before > bend) {
            add_crossing(c, e, &walk, &piece);
        }
        if (piece.slope_begin < 0.0 && piece.slope_end > 0.0 &&
            piece.slope_end - piece.slope_begin > bend) {
            add_bulge(c, e, &walk, &piece);
        }
        slope_before = piece.slope_end;
    }
}

/// No ground came through an edge between faces that look up.
static void meet_edge(const contact_collector *c, size_t e)
{
    const contact_body *body = c->body;
    const contact_edge *edge = &body->edges[e];
    if (contact_up(c->a, body->faces[edge->left].normal) <= 0.0 ||
        contact_up(c->a, body->faces[edge->right].normal) <= 0.0) {
        walk_edge(c, e, vec3_add(c->r, mat3_mulv(c->a, body->vertices[edge->a])),
                  vec3_add(c->r, mat3_mulv(c->a, body->vertices[edge->b])));
    }
}

/// The edges that are marked, in the order of their numbers; marks are taken away.
static void meet_marked(const contact_collector *c)
{
    for (size_t k = 0; k < c->body->edge_count; k += 64) {
        uint64_t *marked = &c->body->wet_edges[k >> 6];
        for (; *marked != 0; *marked &= *marked - 1) {
            const size_t e = k + (size_t)__builtin_ctzll(*marked);
            if (contact_edge_may_touch(c, e)) {
                meet_edge(c, e);
            }
        }
    }
}

void contact_collect_edges(const contact_collector *c)
{
    const contact_body *body = c->body;
    if (c->has_reach) {
        meet_marked(c);
        return;
    }
    for (size_t e = 0; e < body->edge_count; e++) {
        if (contact_may_touch(c, body->edges[e].a) || contact_may_touch(c, body->edges[e].b)) {
            meet_edge(c, e);
        }
    }
}
