// SPDX-License-Identifier: GPL-3.0-or-later
// Smallest vertical gap between a rock and the surface: it lies on a vertex of the rock, over a
// node of the terrain, or at a minimum along an edge of the rock. [docs/detection.md]
#include "physics/contact/contact_internal.h"

/// Gap of the rock over a node: the lower end of the vertical line inside all faces.
static double gap_over_node(const contact_body *body, talus_vec3 r, const talus_mat3 *a,
                            talus_vec3 node)
{
    const talus_vec3 x = mat3_tmulv(a, vec3_sub(node, r));
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (size_t f = 0; f < body->face_count; f++) {
        const double up = contact_up(a, body->faces[f].normal);
        const double room = body->faces[f].offset - vec3_dot(body->faces[f].normal, x);
        if (up > 0.0) {
            high = room / up < high ? room / up : high;
        } else if (up < 0.0) {
            low = room / up > low ? room / up : low;
        } else if (room < 0.0) {
            return (double)INFINITY;
        }
    }
    return low <= high ? low : (double)INFINITY;
}

static double lowest_over_nodes(const talus_terrain *terrain, const contact_body *body,
                                talus_vec3 r, const talus_mat3 *a, double lowest)
{
    const contact_span span = contact_nodes_near(terrain, r, body->radius);
    for (int64_t j = span.j0; j <= span.j1; j++) {
        for (int64_t i = span.i0; i <= span.i1; i++) {
            const talus_vec3 node =
                vec3(terrain->x0 + (double)i * terrain->cell,
                     terrain->y0 + (double)j * terrain->cell, contact_node_height(terrain, i, j));
            const double gap = !contact_node_is_on_surface(terrain, i, j)
                                   ? lowest
                                   : gap_over_node(body, r, a, node);
            lowest = gap < lowest ? gap : lowest;
        }
    }
    return lowest;
}

static double lowest_along(const talus_terrain *terrain, talus_vec3 from, talus_vec3 to,
                           double lowest)
{
    contact_walk walk;
    contact_piece piece;
    contact_walk_start(&walk, terrain, from, to);
    while (contact_walk_next(&walk, &piece)) {
        double gap = piece.gap_begin < piece.gap_end ? piece.gap_begin : piece.gap_end;
        if (piece.slope_begin < 0.0 && piece.slope_end > 0.0) {
            const double turn = piece.slope_begin / (piece.slope_begin - piece.slope_end);
            gap = piece.gap_begin + 0.5 * piece.slope_begin * turn * (piece.end - piece.begin);
        }
        lowest = gap < lowest ? gap : lowest;
    }
    return lowest;
}

double contact_two_way_gap(const talus_site *site, const contact_body *body, talus_vec3 r,
                           const talus_mat3 *a)
{
    double lowest = contact_min_gap(site, body->vertices, body->vertex_count, r, a);
    if (body->face_count == 0) {
        return lowest;
    }
    lowest = lowest_over_nodes(site->terrain, body, r, a, lowest);
    for (size_t e = 0; e < body->edge_count; e++) {
        const contact_edge *edge = &body->edges[e];
        lowest = lowest_along(site->terrain, vec3_add(r, mat3_mulv(a, body->vertices[edge->a])),
                              vec3_add(r, mat3_mulv(a, body->vertices[edge->b])), lowest);
    }
    return lowest;
}

/// Nodes under the rock that may be nearer than `lowest`.
static double lowest_over_inner_nodes(const contact_collector *c, double lowest)
{
    const talus_terrain *terrain = c->site->terrain;
    const double radius = c->body->radius;
    for (int64_t j = c->span.j0; j <= c->span.j1; j++) {
        const double y = terrain->y0 + (double)j * terrain->cell, dy = y - c->r.y;
        for (int64_t i = c->span.i0; i <= c->span.i1; i++) {
            const double x = terrain->x0 + (double)i * terrain->cell, dx = x - c->r.x;
            const double rest2 = radius * radius - dx * dx - dy * dy;
            if (rest2 < 0.0) {
                continue;
            }
            const double z = contact_node_height(terrain, i, j), over = c->r.z - z - lowest;
            if (over < 0.0 || over * over < rest2) {
                const double gap = gap_over_node(c->body, c->r, c->a, vec3(x, y, z));
                lowest = gap < lowest ? gap : lowest;
            }
        }
    }
    return lowest;
}

/// The marked edges that may be nearer than `lowest`; marks are taken away.
static double lowest_along_marked(const contact_collector *c, double lowest)
{
    const contact_body *body = c->body;
    for (size_t k = 0; k < body->edge_count; k += 64) {
        uint64_t *marked = &body->wet_edges[k >> 6];
        for (; *marked != 0; *marked &= *marked - 1) {
            const size_t e = k + (size_t)__builtin_ctzll(*marked);
            if (contact_edge_may_touch(c, e)) {
                const contact_edge *edge = &body->edges[e];
                lowest = lowest_along(
                    c->site->terrain, vec3_add(c->r, mat3_mulv(c->a, body->vertices[edge->a])),
                    vec3_add(c->r, mat3_mulv(c->a, body->vertices[edge->b])), lowest);
            }
        }
    }
    return lowest;
}

double contact_two_way_gap_up_to(const talus_site *site, const contact_body *body, talus_vec3 r,
                                 const talus_mat3 *a, double most, contact_candidates *found)
{
    contact_collector c = {.site = site,
                           .body = body,
                           .r = r,
                           .a = a,
                           .margin = most / CONTACT_STEEPEST,
                           .found = found};
    bool is_clear = false;
    if (!contact_find_reach(&c, &is_clear)) {
        return -(double)INFINITY;
    }
    if (is_clear) {
        return most;
    }
    double lowest = most;
    for (size_t n = 0; n < c.low_count; n++) {
        const double gap = body->heights[body->low[n]];
        lowest = gap < lowest ? gap : lowest;
    }
    return lowest_along_marked(&c, lowest_over_inner_nodes(&c, lowest));
}
