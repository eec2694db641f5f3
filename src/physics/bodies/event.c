// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of an event and their memory.
#include "foundation/base/array.h"
#include "physics/bodies/bodies_internal.h"
#include "physics/solve/island.h"
#include "physics/stepper/worker.h"

#include <stdlib.h>

bodies_options bodies_options_default(void)
{
    return (bodies_options){
        .step = talus_step_options_default(), .law = {.mu = 0.6}, .most_points = PAIRS_POINTS};
}

static talus_status check_law(const bodies_law *law, talus_error *error)
{
    if (!(law->mu >= 0.0 && law->mu <= 1e6) || !(law->epsilon_n >= 0.0 && law->epsilon_n <= 1.0) ||
        !(law->epsilon_t >= 0.0 && law->epsilon_t <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "between rocks: mu %g, epsilon_n %g, epsilon_t %g; expected mu >= 0 "
                               "and restitution from 0 to 1",
                               law->mu, law->epsilon_n, law->epsilon_t);
    }
    return TALUS_OK;
}

talus_status bodies_event_create(const talus_site *site, const bodies_options *options,
                                 size_t max_vertices, bodies_event **event, talus_error *error)
{
    *event = NULL;
    // a stepper that is made and thrown away: it checks site and options
    talus_stepper *trial = NULL;
    talus_status status = talus_stepper_create(site, &options->step, max_vertices, &trial, error);
    talus_stepper_destroy(trial);
    status = status == TALUS_OK ? check_law(&options->law, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    bodies_event *made = calloc(1, sizeof *made);
    if (made == NULL || (made->manifold = calloc(1, sizeof *made->manifold)) == NULL ||
        talus_contact_solver_create(SOLVE_FEW_CONTACTS, &made->solver, NULL) != TALUS_OK) {
        bodies_event_destroy(made);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for an event");
    }
    made->site = *site;
    made->options = *options;
    made->max_vertices = max_vertices;
    *event = made;
    return TALUS_OK;
}

void bodies_event_watch(bodies_event *event, bodies_watch *watch, void *user)
{
    event->watch = watch;
    event->watcher = user;
}

/// The shape goes, the scratch stays.
static void clear_shape(bodies_body *body)
{
    pairs_hull_destroy(body->hull);
    pairs_posed_clear(&body->posed);
    body->hull = NULL;
}

void bodies_event_empty(bodies_event *event)
{
    for (size_t k = 0; k < event->count; k++) {
        clear_shape(&event->bodies[k]);
    }
    event->count = event->cache_count = event->warm_count = event->contact_count = 0;
}

void bodies_event_destroy(bodies_event *event)
{
    if (event == NULL) {
        return;
    }
    bodies_event_empty(event);
    for (size_t k = 0; k < event->made; k++) {
        talus_stepper_destroy(event->bodies[k].stepper);
        talus_free(event->bodies[k].motion);
    }
    talus_contact_solver_destroy(event->solver);
    pairs_near_clear(&event->near);
    free(event->bodies);
    free(event->spheres);
    free(event->active);
    free(event->manifold);
    free(event->pairs);
    free(event->points);
    free(event->cache);
    free(event->next_cache);
    free(event->warm);
    free(event->kept);
    free(event->contacts);
    free(event->problem.rows);
    free(event->problem.row_start);
    free(event->problem.column);
    free(event->problem.blocks);
    free(event->problem.c);
    free(event->problem.contacts_of);
    free(event);
}

static talus_status lack_memory(const bodies_event *event, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu bodies", event->count + 1);
}

/// Room for one body more. @return false: no memory
static bool reserve_body(bodies_event *event)
{
    const size_t count = event->count + 1;
    size_t bodies = event->capacity, spheres = bodies;
    return event->count < (size_t)INT32_MAX &&
           array_reserve(&event->bodies, &bodies, count, sizeof *event->bodies) &&
           array_reserve(&event->spheres, &spheres, count, sizeof *event->spheres) &&
           array_reserve(&event->active, &event->capacity, count, sizeof *event->active);
}

talus_status bodies_event_place(bodies_event *event, talus_stepper **stepper,
                                talus_rock_motion **motion, talus_error *error)
{
    if (!reserve_body(event)) {
        return lack_memory(event, error);
    }
    bodies_body *body = &event->bodies[event->count];
    if (event->count == event->made) {
        *body = (bodies_body){0};
        talus_status status = talus_stepper_create(&event->site, &event->options.step,
                                                   event->max_vertices, &body->stepper, error);
        if (status == TALUS_OK) {
            status = talus_motion_create(body->stepper, &body->motion, error);
        }
        if (status != TALUS_OK) {
            talus_stepper_destroy(body->stepper);
            return status;
        }
        event->made++;
    }
    *stepper = body->stepper;
    *motion = body->motion;
    return TALUS_OK;
}

talus_status bodies_event_join(bodies_event *event, const talus_rock *rock, double factor,
                               bool meets, talus_error *error)
{
    bodies_body *body = &event->bodies[event->count];
    *body = (bodies_body){.stepper = body->stepper, .motion = body->motion, .meets = meets};
    talus_status status = pairs_hull_create(rock, factor, &body->hull, error);
    if (status == TALUS_OK && !pairs_posed_init(&body->posed, body->hull)) {
        status = lack_memory(event, error);
    }
    if (status != TALUS_OK) {
        clear_shape(body);
        return status;
    }
    body->root = (uint32_t)event->count++;
    body->next = BODIES_NONE;
    return TALUS_OK;
}

talus_status bodies_event_add(bodies_event *event, const talus_rock *rock, double factor,
                              uint64_t seed, uint64_t number, const talus_state *state,
                              talus_error *error)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_status status = bodies_event_place(event, &stepper, &motion, error);
    if (status == TALUS_OK) {
        status = talus_motion_start(stepper, rock, factor, seed, number, state, motion, error);
    }
    return status == TALUS_OK ? bodies_event_join(event, rock, factor, true, error) : status;
}

void bodies_event_set(bodies_event *event, size_t body, bodies_condition condition)
{
    event->bodies[body].condition = condition;
}

bodies_condition bodies_event_condition(const bodies_event *event, size_t body)
{
    return event->bodies[body].condition;
}

void bodies_event_set_base(bodies_event *event, const talus_vec3 *gain)
{
    for (size_t k = 0; k < event->count; k++) {
        stepper_set_base(event->bodies[k].motion, gain);
    }
}

bodies_own bodies_event_own(const bodies_event *event, size_t body)
{
    const bodies_body *b = &event->bodies[body];
    return (bodies_own){.report = &b->whole,
                        .root = b->root,
                        .pair_energy = b->pair_energy,
                        .normal = b->pair_normal};
}

size_t bodies_event_count(const bodies_event *event)
{
    return event->count;
}

const talus_state *bodies_event_state(const bodies_event *event, size_t body)
{
    return body < event->count ? talus_motion_state(event->bodies[body].motion) : NULL;
}

const bodies_contact *bodies_event_contacts(const bodies_event *event, size_t *count)
{
    *count = event->contact_count;
    return event->contacts;
}
