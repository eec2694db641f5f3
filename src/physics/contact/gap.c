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

/// Gaps over the nodes of a span that may be smaller than `lowest`.
static double lowest_over_nodes(const talus_terrain *terrain, const contact_body *body,
                                const contact_span *span, talus_vec3 r, const talus_mat3 *a,
                                double lowest)
{
    const double radius2 = body->radius * body->radius;
    for (int64_t j = span->j0; j <= span->j1; j++) {
        const double y = terrain->y0 + (double)j * terrain->cell;
        for (int64_t i = span->i0; i <= span->i1; i++) {
            const double x = terrain->x0 + (double)i * terrain->cell;
            const double z = contact_node_height(terrain, i, j), over = r.z - z - lowest;
            const double below2 = radius2 - (x - r.x) * (x - r.x) - (y - r.y) * (y - r.y);
            const bool may_be_lower = below2 >= 0.0 && (over < 0.0 || over * over < below2);
            if (may_be_lower && contact_node_is_on_surface(terrain, i, j)) {
                const double gap = gap_over_node(body, r, a, vec3(x, y, z));
                lowest = gap < lowest ? gap : lowest;
            }
        }
    }
    return lowest;
}

static double lowest_along(const talus_terrain *terrain, const contact_body *body, size_t e,
                           talus_vec3 r, const talus_mat3 *a, double lowest)
{
    const contact_edge *edge = &body->edges[e];
    contact_walk walk;
    contact_piece piece;
    contact_walk_start(&walk, terrain, vec3_add(r, mat3_mulv(a, body->vertices[edge->a])),
                       vec3_add(r, mat3_mulv(a, body->vertices[edge->b])));
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
    const talus_terrain *terrain = site->terrain;
    double lowest = contact_min_gap(site, body->vertices, body->vertex_count, r, a);
    if (body->face_count == 0) {
        return lowest;
    }
    const contact_span span = contact_nodes_near(terrain, r, body->radius);
    lowest = lowest_over_nodes(terrain, body, &span, r, a, lowest);
    for (size_t e = 0; e < body->edge_count; e++) {
        lowest = lowest_along(terrain, body, e, r, a, lowest);
    }
    return lowest;
}

/// The marked edges that may be nearer than what was looked for; marks are taken away.
static double lowest_along_marked(const contact_collector *c, double lowest)
{
    for (size_t k = 0; k < c->body->edge_count; k += 64) {
        uint64_t *marked = &c->body->wet_edges[k >> 6];
        for (; *marked != 0; *marked &= *marked - 1) {
            const size_t e = k + (size_t)__builtin_ctzll(*marked);
            if (contact_edge_may_touch(c, e)) {
                lowest = lowest_along(c->site->terrain, c->body, e, c->r, c->a, lowest);
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
    if (body->face_count > 0) {
        lowest = lowest_over_nodes(site->terrain, body, &c.span, r, a, lowest);
    }
    return lowest_along_marked(&c, lowest);
}
