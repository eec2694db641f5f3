// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts with obstacles that are kept.
#include "physics/contact/obstacle.h"

void obstacle_keep(const obstacle_touch *t, uint64_t feature, talus_vec3 q, talus_vec3 normal,
                   double depth)
{
    contact_candidates *found = t->found;
    if (!(depth > OBSTACLE_LEAST_DEPTH) || found->count >= CONTACT_CANDIDATES) {
        return;
    }
    found->depth = terrain_larger(found->depth, depth);
    found->points[found->count++] =
        (contact_point){.key = contact_make_key(3, t->number, feature),
                        .lever = mat3_tmulv(t->rock->a, vec3_sub(q, t->rock->r)),
                        .foot = q,
                        .normal = normal,
                        .depth = depth,
                        .ground = CONTACT_ON_OBSTACLE + t->number};
}

void obstacle_keep_in_face(const obstacle_touch *t, uint64_t feature, talus_vec3 point)
{
    const contact_body *rock = t->rock->body;
    const talus_vec3 x = mat3_tmulv(t->rock->a, vec3_sub(point, t->rock->r));
    double nearest = -(double)INFINITY;
    const contact_face *holding = NULL;
    for (size_t f = 0; f < rock->face_count; f++) {
        const double over = vec3_dot(rock->faces[f].normal, x) - rock->faces[f].offset;
        if (over > nearest) {
            nearest = over;
            holding = &rock->faces[f];
        }
    }
    if (holding != NULL && nearest < 0.0) {
        const talus_vec3 normal = vec3_scale(-1.0, mat3_mulv(t->rock->a, holding->normal));
        if (normal.z > 0.0) {
            obstacle_keep(t, feature, point, normal, -nearest);
        }
    }
}
