// SPDX-License-Identifier: GPL-3.0-or-later
// What stems and walls take from a rock, and stems that break. [docs/theory.md 16]
#include "stepper/stepper_internal.h"

#include "terrain/obstacles.h"

/// Stems that break in one step change each other's share; so many rounds settle it.
enum { MOST_ROUNDS = 16 };

/// (u- + u_free + M^-1 W P of all other contacts) seen at row i of a group.
static double seen_without(const talus_stepper *s, const stepper_motion *m, const stepper_group *g,
                           size_t i)
{
    const size_t size = 3 * s->set.count;
    const double *row = s->delassus + i * size;
    double sum = vec3_dot(s->rows[i], m->v_before) + vec3_dot(s->torques[i], m->omega_before) +
                 s->c_plastic[i];
    for (size_t j = 0; j < 3 * g->first; j++) {
        sum += row[j] * s->percussion[j];
    }
    for (size_t j = 3 * g->last; j < size; j++) {
        sum += row[j] * s->percussion[j];
    }
    return sum;
}

/// Work of the rock against `scale` times the percussions P of a group: -(a scale + b scale^2).
typedef struct group_work {
    double a, b;
} group_work;

static group_work work_of(const talus_stepper *s, const stepper_motion *m, const stepper_group *g,
                          const double *percussion)
{
    const size_t size = 3 * s->set.count;
    group_work work = {0.0, 0.0};
    for (size_t i = 3 * g->first; i < 3 * g->last; i++) {
        double own = 0.0;
        for (size_t j = 3 * g->first; j < 3 * g->last; j++) {
            own += s->delassus[i * size + j] * percussion[j];
        }
        work.a += 0.5 * percussion[i] * seen_without(s, m, g, i);
        work.b += 0.5 * percussion[i] * own;
    }
    return work;
}

static double limit_of(const talus_stepper *s, const stepper_group *g)
{
    const obstacle_body *body = &s->obstacles->index->bodies[g->body];
    return body->kind == OBSTACLE_WALL ? (double)INFINITY
                                       : s->obstacles->index->list.stems[body->index].energy;
}

/// Scale the percussions of a group so that they take what is left of its limit at most.
/// @return whether they changed
static bool load_group(talus_stepper *s, const stepper_motion *m, const stepper_group *g)
{
    const double limit = limit_of(s, g);
    if (limit == (double)INFINITY) {
        return false;
    }
    // the solver's own percussions are kept for the warm start
    const group_work work = work_of(s, m, g, s->warm);
    const double rest = limit > g->touched->taken ? limit - g->touched->taken : 0.0;
    double scale = 1.0;
    g->touched->is_broken = -(work.a + work.b) > rest;
    if (g->touched->is_broken) {
        // root of b x^2 + a x + rest on the branch from 0; a < -b <= 0
        scale = 2.0 * rest / (sqrt(work.a * work.a - 4.0 * work.b * rest) - work.a);
    }
    bool has_changed = false;
    for (size_t i = 3 * g->first; i < 3 * g->last; i++) {
        const double scaled = scale * s->warm[i];
        has_changed = has_changed || scaled != s->percussion[i];
        s->percussion[i] = scaled;
    }
    return has_changed;
}

/// Pieces of one wall are one event.
static talus_obstacle_event *find_event(stepper_obstacles *o, const stepper_touched *touched)
{
    for (size_t k = 0; k < o->event_count; k++) {
        if (o->events[k].index == touched->index && o->events[k].is_wall == touched->is_wall) {
            return &o->events[k];
        }
    }
    talus_obstacle_event *event = &o->events[o->event_count++];
    *event = (talus_obstacle_event){.is_wall = touched->is_wall,
                                    .index = touched->index,
                                    .is_impact = touched->last_touch + 1 < o->clock};
    return event;
}

void stepper_load_stems(talus_stepper *s, const stepper_motion *m)
{
    stepper_obstacles *o = s->obstacles;
    bool has_changed = true;
    for (int round = 0; round < MOST_ROUNDS && has_changed; round++) {
        has_changed = false;
        for (size_t k = 0; k < o->group_count; k++) {
            has_changed = load_group(s, m, &o->groups[k]) || has_changed;
        }
        has_changed = has_changed && o->group_count > 1;
    }
    for (size_t k = 0; k < o->group_count; k++) {
        stepper_group *g = &o->groups[k];
        const group_work work = work_of(s, m, g, s->percussion);
        talus_obstacle_event *event = find_event(o, g->touched);
        event->energy -= work.a + work.b;
        event->is_broken = g->touched->is_broken;
        g->touched->taken -= work.a + work.b;
        g->touched->last_touch = o->clock;
    }
}

const talus_obstacle_event *talus_stepper_obstacle_events(const talus_stepper *s, size_t *count)
{
    *count = s->obstacles != NULL ? s->obstacles->event_count : 0;
    return s->obstacles != NULL ? s->obstacles->events : NULL;
}
