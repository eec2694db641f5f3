// SPDX-License-Identifier: GPL-3.0-or-later
// Hits of objects.
#include "runs/observe/objects.h"

#include <math.h>
#include <stdlib.h>

bool observe_objects_plan(const talus_campaign *campaign, plan_index *plan)
{
    bool has_room = true;
    for (size_t k = 0; k < campaign->object_count && has_room; k++) {
        const talus_object *object = &campaign->objects[k];
        has_room = plan_begin(plan, object->is_area ? 0.0 : 0.5 * object->width, object->is_area);
        for (size_t i = 0; i < object->ring_count && has_room; i++) {
            const size_t first = object->ring_starts[i];
            const size_t points = object->ring_starts[i + 1] - first;
            const double *xy = object->xy + 2 * first;
            has_room = object->is_area && object->is_hole != NULL
                           ? plan_add_ring(plan, xy, points, object->is_hole[i])
                           : plan_add(plan, xy, points, object->is_area);
        }
    }
    return has_room && plan_finish(plan);
}

double observe_half_diameter(const talus_campaign *campaign, const talus_rock_record *record)
{
    if (record->volume > 0.0) {
        return trajectory_cube_root(0.75 / TALUS_PI * record->volume);
    }
    const talus_vec3 d = campaign->rocks[record->rock_class].rock->dimensions;
    return record->scale * (d.x + d.y + d.z) / 6.0;
}

bool observe_objects_init(observe_objects *objects, const talus_campaign *campaign,
                          const plan_index *plan)
{
    const size_t count = campaign->object_count;
    *objects = (observe_objects){.campaign = campaign, .plan = plan, .free2 = (double)INFINITY};
    objects->slots = calloc(count + 1, sizeof *objects->slots);
    objects->inside_at = calloc(count + 1, sizeof *objects->inside_at);
    objects->visits = calloc(count + 1, sizeof *objects->visits);
    return objects->slots != NULL && objects->inside_at != NULL && objects->visits != NULL;
}

void observe_objects_clear(observe_objects *objects)
{
    free(objects->slots);
    free(objects->inside_at);
    free(objects->visits);
    *objects = (observe_objects){.free2 = (double)INFINITY};
}

static void look_round(observe_objects *objects, double x, double y)
{
    const double clear = plan_clearance(objects->plan, NULL, x, y) - objects->reach;
    objects->x = x;
    objects->y = y;
    objects->free2 = clear > 0.0 ? clear * clear : 0.0;
}

/// What a rock has at the end of a step.
typedef struct moment {
    double energy, speed, spin, height;
} moment;

static void raise(double *max, double value)
{
    *max = value > *max ? value : *max;
}

static void add_visit(observe_objects *objects, size_t object, const moment *m)
{
    if (objects->slots[object] == 0) {
        objects->slots[object] = (uint32_t)objects->visit_count + 1;
        objects->visits[objects->visit_count++] =
            (observe_gauge_visit){.gauge = objects->campaign->screen_count + object,
                                  .values[TALUS_GAUGE_HEIGHT_MIN] = m->height};
    }
    observe_gauge_visit *visit = &objects->visits[objects->slots[object] - 1];
    visit->passages += objects->inside_at[object] + 1 != objects->look;
    raise(&visit->values[TALUS_GAUGE_ENERGY], m->energy);
    raise(&visit->values[TALUS_GAUGE_SPEED], m->speed);
    raise(&visit->values[TALUS_GAUGE_SPIN], m->spin);
    raise(&visit->values[TALUS_GAUGE_HEIGHT], m->height);
    double *lowest = &visit->values[TALUS_GAUGE_HEIGHT_MIN];
    *lowest = m->height < *lowest ? m->height : *lowest;
}

/// The way of one step, and what the rock has at its end.
static void meet(observe_objects *objects, const double a[2], const double b[2], moment m)
{
    m.height = m.height > 0.0 ? m.height : 0.0;
    objects->look++;
    plan_search search = plan_start_search(objects->plan, a, b, objects->reach);
    size_t k;
    while (plan_next(&search, &k)) {
        if (!plan_is_near(objects->plan, k, a, b, objects->reach)) {
            continue;
        }
        add_visit(objects, k, &m);
        if (plan_is_near(objects->plan, k, b, b, objects->reach)) {
            objects->inside_at[k] = objects->look;
        }
    }
    look_round(objects, b[0], b[1]);
}

static moment moment_now(const trajectory *t)
{
    return (moment){t->kinetic_energy, t->speed, t->spin, t->jump_height};
}

void observe_objects_start(observe_objects *objects, const trajectory *t)
{
    for (size_t k = 0; k < objects->visit_count; k++) {
        objects->slots[objects->visits[k].gauge - objects->campaign->screen_count] = 0;
    }
    objects->visit_count = 0;
    observe_objects_continue(objects, t);
}

void observe_objects_continue(observe_objects *objects, const trajectory *t)
{
    const double at[2] = {t->state.r.x, t->state.r.y};
    objects->look++;
    objects->reach = observe_half_diameter(objects->campaign, &t->record);
    if (!t->has_ended) {
        meet(objects, at, at, moment_now(t));
    }
}

void observe_objects_look(observe_objects *objects, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    double a[2] = {t->before.r.x, t->before.r.y};
    if (air->count == 0) {
        const double b[2] = {t->state.r.x, t->state.r.y};
        meet(objects, a, b, moment_now(t));
        return;
    }
    for (size_t k = 0; k < air->count; k++) {
        const double b[2] = {air->x[k], air->y[k]};
        const double dx = b[0] - objects->x, dy = b[1] - objects->y;
        if (!(dx * dx + dy * dy < objects->free2)) {
            meet(objects, a, b,
                 (moment){air->kinetic_energy[k], air->speed[k],
                          air->spin[air->is_turning_evenly ? 0 : k], air->jump_height[k]});
        }
        a[0] = b[0];
        a[1] = b[1];
    }
}
