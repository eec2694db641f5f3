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
