// SPDX-License-Identifier: GPL-3.0-or-later
// One more contact of a rock with the terrain: where it lies and along which plane.
#include "physics/contact/contact_internal.h"

/// The patch through which a place came in must be so many times nearer than the one found.
#define MUCH_NEARER 2.0

/// Keep a candidate; when all places for its kind are taken, the shallowest makes room.
static void keep(const contact_collector *c, const contact_point *point)
{
    contact_candidates *found = c->found;
    found->depth = point->depth > found->depth ? point->depth : found->depth;
    if (found->count < c->limit) {
        found->points[found->count++] = *point;
        return;
    }
    size_t shallowest = found->vertex_count;
    for (size_t k = shallowest + 1; k < found->count; k++) {
        if (found->points[k].depth < found->points[shallowest].depth) {
            shallowest = k;
        }
    }
    if (found->points[shallowest].depth < point->depth) {
        found->points[shallowest] = *point;
    }
}

void contact_add_point(const contact_collector *c, contact_point *point, double distance)
{
    contact_candidates *found = c->found;
    found->min_gap = distance < found->min_gap ? distance : found->min_gap;
    if (distance <= 0.0 && vec3_dot(vec3_sub(point->foot, c->r), point->normal) < 0.0) {
        point->depth = -distance;
        keep(c, point);
    }
}

void contact_find_way_out(const contact_collector *c, talus_vec3 q, bool any, talus_vec3 *normal,
                          double *distance)
{
    contact_walk walk;
    contact_piece piece;
    contact_walk_start(&walk, c->site->terrain, q, c->r);
    while (contact_walk_next(&walk, &piece)) {
        if (piece.gap_begin <= 0.0 && piece.gap_end > 0.0) {
            const double share = piece.gap_begin / (piece.gap_begin - piece.gap_end);
            const double s = piece.begin + share * (piece.end - piece.begin);
            const talus_vec3 n = contact_normal_at(&walk, &piece, s);
            const double way_out = -s * vec3_dot(n, walk.d);
            if (any || MUCH_NEARER * way_out > *distance) {
                *normal = n;
                *distance = way_out < 0.0 ? way_out : 0.0;
            }
            return;
        }
    }
}
