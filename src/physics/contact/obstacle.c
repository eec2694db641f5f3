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

size_t contact_touch_obstacle(const talus_obstacles *obstacles, size_t body,
                              const contact_posed *rock, contact_candidates *found)
{
    const obstacle_body *b = &obstacles->bodies[body];
    const double dx = rock->r.x - b->x, dy = rock->r.y - b->y;
    const double reach = rock->body->radius + b->reach;
    const size_t before = found->count;
    if (b->kind == TALUS_OBSTACLE_NET || rock->low >= b->top ||
        dx * dx + dy * dy >= reach * reach) {
        return 0;
    }
    const obstacle_touch touch = {
        .rock = rock,
        .body = b,
        .piece = b->kind == TALUS_OBSTACLE_WALL ? &obstacles->pieces[b->piece] : NULL,
        .number = (uint32_t)body,
        .found = found};
    if (b->kind == TALUS_OBSTACLE_WALL) {
        obstacle_touch_wall(&touch);
    } else {
        obstacle_touch_stem(&touch);
    }
    return found->count - before;
}
