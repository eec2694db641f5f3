// SPDX-License-Identifier: GPL-3.0-or-later
// Rock x stem or wall: the pose, and what both kinds share. [docs/theory.md 16]
#include "physics/contact/obstacle.h"

contact_posed contact_pose(const contact_body *body, talus_vec3 r, const talus_mat3 *a,
                           talus_vec3 *vertices)
{
    contact_posed posed = {.body = body,
                           .r = r,
                           .a = a,
                           .vertices = vertices,
                           .low = (double)INFINITY,
                           .high = -(double)INFINITY};
    for (size_t k = 0; k < body->vertex_count; k++) {
        vertices[k] = vec3_add(r, mat3_mulv(a, body->vertices[k]));
        posed.low = terrain_smaller(posed.low, vertices[k].z);
        posed.high = terrain_larger(posed.high, vertices[k].z);
    }
    return posed;
}

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

size_t contact_touch_obstacle(const talus_obstacles *obstacles, size_t body,
                              const contact_posed *rock, contact_candidates *found)
{
    const obstacle_body *b = &obstacles->bodies[body];
    const double dx = rock->r.x - b->x, dy = rock->r.y - b->y;
    const double reach = rock->body->radius + b->reach;
    const size_t before = found->count;
    if (b->kind == OBSTACLE_NET || rock->low >= b->top || dx * dx + dy * dy >= reach * reach) {
        return 0;
    }
    const obstacle_touch touch = {.rock = rock,
                                  .body = b,
                                  .piece = b->kind == OBSTACLE_WALL ? &obstacles->pieces[b->piece]
                                                                    : NULL,
                                  .number = (uint32_t)body,
                                  .found = found};
    if (b->kind == OBSTACLE_WALL) {
        obstacle_touch_wall(&touch);
    } else {
        obstacle_touch_stem(&touch);
    }
    return found->count - before;
}
