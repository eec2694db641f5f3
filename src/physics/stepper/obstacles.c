// SPDX-License-Identifier: GPL-3.0-or-later
// Stems and walls in a step: where the way meets one first, and the contacts there.
// [docs/theory.md 16]
#include "physics/stepper/stepper_internal.h"

#include "physics/site/obstacles.h"
#include "physics/terrain/terrain_internal.h"

#include <stdlib.h>

/// An approach that closes less than this share of the way between two poses in a step can wait for
/// its midpoint.
#define SLOW_SHARE 0.1

bool stepper_obstacles_init(talus_stepper *s, size_t max_vertices, size_t max_contacts)
{
    if (s->site.obstacles == NULL) {
        return true;
    }
    s->obstacles = calloc(1, sizeof *s->obstacles);
    if (s->obstacles == NULL) {
        return false;
    }
    s->obstacles->index = s->site.obstacles;
    s->obstacles->vertices = calloc(max_vertices + 1, sizeof *s->obstacles->vertices);
    s->obstacles->others = calloc((9 * max_contacts + 10) * max_contacts, sizeof(double));
    s->obstacles->other_contacts = calloc(max_contacts, sizeof *s->obstacles->other_contacts);
    return s->obstacles->vertices != NULL && s->obstacles->others != NULL &&
           s->obstacles->other_contacts != NULL;
}

void stepper_obstacles_clear(talus_stepper *s)
{
    if (s->obstacles != NULL) {
        free(s->obstacles->vertices);
        free(s->obstacles->others);
        free(s->obstacles->other_contacts);
        free(s->obstacles);
    }
}

/// NULL: this rock has not touched it, or that is forgotten.
static motion_touched *find_touched(motion_obstacles *m, const obstacle_body *body)
{
    for (size_t k = 0; k < m->touched_count; k++) {
        if (m->touched[k].index == body->index && m->touched[k].kind == body->kind) {
            return &m->touched[k];
        }
    }
    return NULL;
}

/// The entry of a body, made when there is none; a full list forgets what was touched longest ago.
static motion_touched *remember(motion_obstacles *m, const obstacle_body *body)
{
    motion_touched *entry = find_touched(m, body);
    if (entry != NULL) {
        entry->last_seen = m->clock;
        return entry;
    }
    if (m->touched_count < TALUS_OBSTACLE_MEMORY) {
        entry = &m->touched[m->touched_count++];
    } else {
        entry = &m->touched[0];
        for (size_t k = 1; k < TALUS_OBSTACLE_MEMORY; k++) {
            entry = m->touched[k].last_seen < entry->last_seen ? &m->touched[k] : entry;
        }
    }
    *entry = (motion_touched){.kind = body->kind, .index = body->index, .last_seen = m->clock};
    return entry;
}

static bool is_gone(stepper_obstacles *o, const obstacle_body *body)
{
    if (body->kind == TALUS_OBSTACLE_NET) {
        return true; // nets are no bodies
    }
    const motion_touched *entry = find_touched(o->memory, body);
    return entry != NULL && entry->is_broken;
}

/// Depth in inner radii of a rock from which on it cannot have been put there on purpose.
#define RELEASED_INSIDE 0.1

/// Whether the rock is in a body that much, or holds a stem that touches its inner sphere.
static bool is_in_body(const stepper_obstacles *o, const contact_body *rock,
                       const obstacle_body *body, talus_vec3 r)
{
    const double inner = (1.0 - RELEASED_INSIDE) * rock->inner_radius;
    const double dx = body->x - r.x, dy = body->y - r.y, reach = inner + body->reach;
    return o->candidates.depth > RELEASED_INSIDE * rock->inner_radius ||
           (body->kind == TALUS_OBSTACLE_STEM && body->top > r.z &&
            dx * dx + dy * dy < reach * reach);
}

/// The bodies near the rock on a straight way.
static obstacle_walk walk_along(const talus_stepper *s, talus_vec3 from, talus_vec3 to)
{
    const double reach = s->body.radius;
    return obstacle_walk_over(
        s->obstacles->index, terrain_smaller(from.x, to.x) - reach,
        terrain_smaller(from.y, to.y) - reach, terrain_larger(from.x, to.x) + reach,
        terrain_larger(from.y, to.y) + reach, terrain_smaller(from.z, to.z) - reach);
}

size_t stepper_free_release(talus_stepper *s, talus_rock_motion *motion)
{
    const talus_state *state = &motion->state;
    stepper_bind(s, motion);
    stepper_obstacles *o = s->obstacles;
    if (o == NULL) {
        return 0;
    }
    const talus_mat3 a = quat_matrix(state->p);
    const contact_posed rock = contact_pose(&s->body, state->r, &a, o->vertices);
    obstacle_walk walk = walk_along(s, state->r, state->r);
    const obstacle_body *body;
    size_t count = 0;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        o->candidates.count = 0;
        o->candidates.depth = 0.0;
        if (!is_gone(o, body)) {
            contact_touch_obstacle(o->index, (size_t)(body - o->index->bodies), &rock,
                                   &o->candidates);
            if (is_in_body(o, &s->body, body, state->r)) {
                remember(o->memory, body)->is_broken = true;
                count++;
            }
        }
    }
    return count;
}

/// Half the thickness of the thinnest body that the bounding sphere meets on its way, m; infinite
/// without one.
static double find_thinnest(talus_stepper *s, talus_vec3 from, talus_vec3 to)
{
    const talus_obstacles *index = s->obstacles->index;
    const double wx = to.x - from.x, wy = to.y - from.y, way2 = wx * wx + wy * wy;
    double thinnest = (double)INFINITY;
    obstacle_walk walk = walk_along(s, from, to);
    const obstacle_body *body;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        const double dx = body->x - from.x, dy = body->y - from.y;
        double share = way2 > 0.0 ? (dx * wx + dy * wy) / way2 : 0.0;
        share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
        const double x = dx - share * wx, y = dy - share * wy;
        const double reach = s->body.radius + body->reach;
        if (x * x + y * y < reach * reach && !is_gone(s->obstacles, body)) {
            thinnest = terrain_smaller(thinnest, obstacle_half_width(index, body));
        }
    }
    return thinnest;
}

/// Speed with which a place of the rock moves into what it touches, m/s.
static double approach_of(const talus_state *state, const stepper_pose *pose,
                          const contact_point *point)
{
    const talus_vec3 turning = mat3_mulv(&pose->a, vec3_cross(state->omega, point->lever));
    return -vec3_dot(point->normal, vec3_add(state->v, turning));
}

/// Whether some place of the rock in a pose moves into an obstacle faster than `slow`.
static bool strikes(talus_stepper *s, const talus_state *state, const stepper_pose *pose,
                    double slow)
{
    stepper_obstacles *o = s->obstacles;
    const contact_posed rock = contact_pose(&s->body, pose->r, &pose->a, o->vertices);
    obstacle_walk walk = walk_along(s, pose->r, pose->r);
    const obstacle_body *body;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        o->candidates.count = 0;
        if (!is_gone(o, body)) {
            contact_touch_obstacle(o->index, (size_t)(body - o->index->bodies), &rock,
                                   &o->candidates);
        }
        for (size_t k = 0; k < o->candidates.count; k++) {
            if (approach_of(state, pose, &o->candidates.points[k]) > slow) {
                return true;
            }
        }
    }
    return false;
}

bool stepper_sweep_obstacles(talus_stepper *s, const talus_state *state, stepper_pose *pose)
{
    const double begin = -0.5 * s->options.time_step, duration = pose->time - begin;
    const double thinnest = find_thinnest(s, vec3_axpy(state->r, begin, state->v), pose->r);
    s->obstacles->is_near = thinnest < (double)INFINITY;
    if (!s->obstacles->is_near) {
        return false;
    }
    const double apart = STEPPER_POSE_SHARE * (s->body.inner_radius + thinnest);
    const double way = duration * (vec3_norm(state->v) + s->body.radius * vec3_norm(state->omega));
    const double needed = -floor(-way / apart);
    const double poses = needed < STEPPER_MOST_POSES ? needed : STEPPER_MOST_POSES;
    for (double k = 1.0; k < poses; k += 1.0) {
        stepper_pose earlier = *pose;
        stepper_pose_at(state, begin + duration * k / poses, &earlier);
        if (strikes(s, state, &earlier, SLOW_SHARE * apart / duration)) {
            *pose = earlier;
            return true;
        }
    }
    return false;
}

/// Contacts with one body, as long as there is room.
static void meet_body(talus_stepper *s, uint32_t number, const contact_posed *rock)
{
    stepper_obstacles *o = s->obstacles;
    const obstacle_body *body = &o->index->bodies[number];
    const size_t room = STEPPER_OBSTACLE_CONTACTS - s->set.obstacle_count;
    const size_t most = body->kind == TALUS_OBSTACLE_WALL ? STEPPER_ON_WALL : STEPPER_ON_STEM;
    o->candidates.count = 0;
    if (room == 0 || is_gone(o, body) ||
        contact_touch_obstacle(o->index, number, rock, &o->candidates) == 0) {
        return;
    }
    const size_t first = s->set.count;
    contact_choose_on_body(s->body.radius, &o->candidates, 0, most < room ? most : room, &s->set);
    s->set.obstacle_count += s->set.count - first;
    stepper_group *group = &o->groups[o->group_count++];
    group->first = first;
    group->last = s->set.count;
    group->body = number;
    group->touched = remember(o->memory, body);
}

void stepper_meet_obstacles(talus_stepper *s, const stepper_pose *pose, talus_step_report *report)
{
    stepper_obstacles *o = s->obstacles;
    s->set.obstacle_count = o->group_count = o->event_count = 0;
    o->memory->clock++;
    if (!o->is_near) {
        return;
    }
    const contact_posed rock = contact_pose(&s->body, pose->r, &pose->a, o->vertices);
    obstacle_walk walk = walk_along(s, pose->r, pose->r);
    const obstacle_body *body;
    o->candidates.depth = 0.0;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        meet_body(s, (uint32_t)(body - o->index->bodies), &rock);
    }
    report->obstacle_count = s->set.obstacle_count;
    report->contact_count = s->set.count;
    report->penetration = terrain_larger(report->penetration, o->candidates.depth);
}
