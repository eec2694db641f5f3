// SPDX-License-Identifier: GPL-3.0-or-later
// Which bodies touch, and the islands that they make.
#include "physics/bodies/bodies_internal.h"

#include "foundation/base/array.h"

#include <stdlib.h>

/// Velocity in the step: what sleeps has none.
static talus_vec3 velocity_of(const bodies_body *body)
{
    return body->condition == BODIES_ASLEEP ? vec3(0.0, 0.0, 0.0) : body->motion->state.v;
}

/// Bounding spheres of the motion of all bodies within `time` s, and the pairs of them that meet, as
/// places in the list of bodies that are there. [docs/bodies.md 1] @return false: no memory
static bool find_near(bodies_event *event, double time)
{
    event->active_count = 0;
    for (uint32_t k = 0; k < event->count; k++) {
        const bodies_body *body = &event->bodies[k];
        if (body->condition == BODIES_AWAY) {
            continue;
        }
        const talus_vec3 v = velocity_of(body);
        event->spheres[event->active_count] = (pairs_sphere){
            .centre = vec3_axpy(body->motion->state.r, 0.5 * time, v),
            .radius = body->hull->radius * (1.0 + PAIRS_CLOSED) + 0.5 * time * vec3_norm(v)};
        event->active[event->active_count++] = k;
    }
    return pairs_near_find(event->spheres, event->active_count, &event->near);
}

/// Near pair k by the numbers of its bodies.
static pairs_candidate near_pair(const bodies_event *event, size_t k)
{
    const pairs_candidate at = event->near.pairs[k];
    return (pairs_candidate){event->active[at.a], event->active[at.b]};
}

static bool can_meet(const bodies_event *event, pairs_candidate pair)
{
    const bodies_body *a = &event->bodies[pair.a], *b = &event->bodies[pair.b];
    return a->meets && b->meets && (a->condition == BODIES_MOVING || b->condition == BODIES_MOVING);
}

int bodies_parts(bodies_event *event)
{
    const double dt = event->options.step.time_step;
    int parts = 1;
    if (event->count < 2 || event->options.is_whole) {
        return 1;
    }
    if (!find_near(event, dt)) {
        return 0;
    }
    for (size_t k = 0; k < event->near.count; k++) {
        const pairs_candidate pair = near_pair(event, k);
        if (!can_meet(event, pair)) {
            continue;
        }
        const bodies_body *a = &event->bodies[pair.a], *b = &event->bodies[pair.b];
        const talus_state *p = talus_motion_state(a->motion), *q = talus_motion_state(b->motion);
        const double way =
            dt * (vec3_norm(vec3_sub(p->v, q->v)) + a->hull->radius * vec3_norm(p->omega) +
                  b->hull->radius * vec3_norm(q->omega));
        const double inner = a->hull->inner_radius < b->hull->inner_radius ? a->hull->inner_radius
                                                                           : b->hull->inner_radius;
        const int own = pairs_parts_of_step(way, inner);
        parts = own > parts ? own : parts;
    }
    return parts;
}

/// The axis of a pair in the step before; both lists ascend by (a, b).
static const pairs_axis *last_axis(const bodies_event *event, pairs_candidate pair, size_t *at)
{
    while (*at < event->cache_count &&
           (event->cache[*at].a < pair.a ||
            (event->cache[*at].a == pair.a && event->cache[*at].b < pair.b))) {
        (*at)++;
    }
    const bodies_cache *c = *at < event->cache_count ? &event->cache[*at] : NULL;
    return c != NULL && c->a == pair.a && c->b == pair.b ? &c->axis : NULL;
}

/// Keep the manifold of a pair. @return false: no memory
static bool keep_pair(bodies_event *event, pairs_candidate pair)
{
    const pairs_manifold *m = event->manifold;
    if (!array_reserve(&event->pairs, &event->pair_capacity, event->pair_count + 1,
                       sizeof *event->pairs)) {
        return false;
    }
    if (!array_reserve(&event->points, &event->point_capacity, event->point_count + m->count,
                       sizeof *event->points)) {
        return false;
    }
    bodies_pair *kept = &event->pairs[event->pair_count++];
    *kept = (bodies_pair){.a = pair.a,
                          .b = pair.b,
                          .next = BODIES_NONE,
                          .normal = m->axis.normal,
                          .first = event->point_count,
                          .count = m->count};
    contact_frame(kept->normal, &kept->tangent1, &kept->tangent2);
    for (size_t k = 0; k < m->count; k++) {
        event->points[event->point_count++] = m->points[k];
    }
    return true;
}

static uint32_t find_root(bodies_body *bodies, uint32_t k)
{
    while (bodies[k].root != k) {
        bodies[k].root = bodies[bodies[k].root].root;
        k = bodies[k].root;
    }
    return k;
}

/// Islands by their lowest body: lists of bodies and of pairs, ascending.
static void make_islands(bodies_event *event)
{
    bodies_body *bodies = event->bodies;
    for (uint32_t k = 0; k < event->count; k++) {
        bodies[k].root = k;
        bodies[k].next = bodies[k].first_pair = bodies[k].last_pair = BODIES_NONE;
    }
    for (size_t k = 0; k < event->pair_count; k++) {
        const uint32_t a = find_root(bodies, event->pairs[k].a);
        const uint32_t b = find_root(bodies, event->pairs[k].b);
        bodies[a > b ? a : b].root = a > b ? b : a;
    }
    // from above, so that each body ends up behind the root and before those above it
    for (uint32_t k = (uint32_t)event->count; k-- > 0;) {
        const uint32_t root = find_root(bodies, k);
        if (root != k) {
            bodies[k].next = bodies[root].next;
            bodies[root].next = k;
        }
    }
    for (uint32_t k = 0; k < event->pair_count; k++) {
        bodies_body *root = &bodies[find_root(bodies, event->pairs[k].a)];
        if (root->first_pair == BODIES_NONE) {
            root->first_pair = k;
        } else {
            event->pairs[root->last_pair].next = k;
        }
        root->last_pair = k;
    }
}

/// The manifold of one candidate. @return false: no memory
static bool try_candidate(bodies_event *event, pairs_candidate pair, const pairs_axis *last,
                          bodies_report *report)
{
    pairs_manifold *m = event->manifold;
    pairs_find_manifold(&event->bodies[pair.a].posed, &event->bodies[pair.b].posed,
                        event->options.most_points, last, m);
    if (!array_reserve(&event->next_cache, &event->next_capacity, event->next_count + 1,
                       sizeof *event->next_cache)) {
        return false;
    }
    event->next_cache[event->next_count++] = (bodies_cache){pair.a, pair.b, m->axis};
    if (m->count == 0) {
        return true;
    }
    report->deep_pairs += m->is_deep;
    for (size_t k = 0; k < m->count; k++) {
        report->penetration = fmax(report->penetration, -m->points[k].gap);
    }
    return keep_pair(event, pair);
}

static void swap_cache(bodies_event *event)
{
    bodies_cache *cache = event->cache;
    const size_t capacity = event->cache_capacity;
    event->cache = event->next_cache;
    event->cache_capacity = event->next_capacity;
    event->cache_count = event->next_count;
    event->next_cache = cache;
    event->next_capacity = capacity;
    event->next_count = 0;
}

/// Poses of the bodies that may touch another one.
static void pose_near(bodies_event *event, double time_step)
{
    for (size_t k = 0; k < event->near.count; k++) {
        const pairs_candidate pair = near_pair(event, k);
        if (can_meet(event, pair)) {
            event->bodies[pair.a].is_near = event->bodies[pair.b].is_near = true;
        }
    }
    for (size_t k = 0; k < event->active_count; k++) {
        bodies_body *body = &event->bodies[event->active[k]];
        if (body->is_near) {
            const talus_state *q = talus_motion_state(body->motion);
            const bool is_still = body->condition == BODIES_ASLEEP;
            const talus_vec3 omega = is_still ? vec3(0.0, 0.0, 0.0) : q->omega;
            const talus_mat3 a = quat_matrix(talus_rotation_midpoint(q->p, omega, time_step));
            pairs_posed_set(&body->posed, vec3_axpy(q->r, 0.5 * time_step, velocity_of(body)), &a);
            body->is_near = false;
        }
    }
}

/// Bodies asleep that are in contact move from now on. @return whether there were some
static bool wake(bodies_event *event)
{
    bool has_woken = false;
    for (size_t k = 0; k < event->pair_count; k++) {
        const uint32_t both[2] = {event->pairs[k].a, event->pairs[k].b};
        for (int i = 0; i < 2; i++) {
            bodies_body *body = &event->bodies[both[i]];
            if (body->condition == BODIES_ASLEEP) {
                body->condition = BODIES_MOVING;
                body->motion->state.v = body->motion->state.omega = vec3(0.0, 0.0, 0.0);
                has_woken = true;
            }
        }
    }
    return has_woken;
}

/// The closed pairs of the near ones. @return false: no memory
static bool find_closed(bodies_event *event, bodies_report *report)
{
    size_t at = 0;
    event->pair_count = event->point_count = event->next_count = 0;
    for (size_t k = 0; k < event->near.count; k++) {
        const pairs_candidate pair = near_pair(event, k);
        if (can_meet(event, pair) &&
            !try_candidate(event, pair, last_axis(event, pair, &at), report)) {
            return false;
        }
    }
    return true;
}

bool bodies_find_pairs(bodies_event *event, double time_step, bodies_report *report)
{
    event->pair_count = event->point_count = event->next_count = 0;
    if (event->count > 1) {
        if (!find_near(event, time_step)) {
            return false;
        }
        bodies_report found;
        do { // again with those that were woken
            found = *report;
            pose_near(event, time_step);
            if (!find_closed(event, &found)) {
                return false;
            }
        } while (wake(event));
        *report = found;
        swap_cache(event);
    }
    make_islands(event);
    report->pair_count = event->pair_count;
    return true;
}
