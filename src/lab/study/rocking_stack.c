// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of a stack: steps of all blocks on the shaken base, what they do, and the ledger.
#include "lab/study/rocking_stack.h"

#include "foundation/base/array.h"
#include "foundation/math/linalg.h"
#include "lab/rocking/shaking.h"

#include <math.h>
#include <stdlib.h>

#define REACH 1e8 /* m, half the base: no block gets to its edge */

/// The world of a stack and what goes on beside the samples.
typedef struct stepping {
    rocking_stack *stack;
    talus_terrain *terrain;
    talus_ground ground;
    talus_site site;
    talus_bodies *bodies;
    double dt, slope;   ///< s, rad
    double along, down; ///< m/s^2, gravity in the axes of the base
    double speed[3];    ///< m/s, of the base along x, y and upwards, level axes
    bool is_driven;     ///< shaken or sloping
    talus_bodies_report report;
} stepping;

const char *rocking_stack_outcome_name(rocking_stack_outcome outcome)
{
    static const char *const names[] = {[ROCKING_STACK_STANDS] = "stands",
                                        [ROCKING_STACK_FALLEN] = "fallen",
                                        [ROCKING_STACK_TOPPLED] = "toppled"};
    return names[outcome];
}

/// A vector of level axes in those of the base.
static talus_vec3 to_base(double slope, talus_vec3 a)
{
    const double c = talus_cos(slope), s = talus_sin(slope);
    return vec3(c * a.x - s * a.z, a.y, s * a.x + c * a.z);
}

talus_vec3 rocking_stack_ground(const rocking_stack *stack, double time)
{
    const double slope = stack->scenario->keys.base.slope_deg * TALUS_PI / 180.0;
    return to_base(slope, talus_spatial_shaking_at(&stack->shaking.shaking, time));
}

// --- The world ---

static size_t most_vertices(const rocking_stack *stack)
{
    size_t most = 0;
    for (size_t k = 0; k < stack->count; k++) {
        const size_t own = stack->bodies[k].rock->vertex_count;
        most = own > most ? own : most;
    }
    return most;
}

static talus_status make_world(stepping *s, talus_error *error)
{
    const talus_grid grid = {-REACH, -REACH, 2.0 * REACH, 2, 2};
    const double level[4] = {0.0, 0.0, 0.0, 0.0};
    const rocking_stack_keys *keys = &s->stack->scenario->keys;
    s->slope = keys->base.slope_deg * TALUS_PI / 180.0;
    s->dt = keys->simulation.time_step;
    s->along = keys->simulation.gravity * talus_sin(s->slope);
    s->down = keys->simulation.gravity * talus_cos(s->slope);
    s->is_driven = rocking_is_shaken(&keys->ground) || s->slope != 0.0;
    s->ground = (talus_ground){.name = "base",
                               .mu_min = keys->base.mu,
                               .mu_max = keys->base.mu,
                               .epsilon_n = keys->base.restitution};
    talus_bodies_options options = talus_bodies_options_default();
    options.step.scheme = TALUS_SCHEME_MIDPOINT_PLUS; // the feet of a rocking block then stay
    options.step.time_step = s->dt;
    options.step.gravity = s->down;
    options.step.flights = false;
    options.mu = keys->contact.mu;
    options.epsilon_n = keys->contact.restitution;
    options.most_points = 0;
    talus_status status = talus_terrain_create(&grid, level, NULL, &s->terrain, error);
    if (status == TALUS_OK) {
        s->site = (talus_site){.terrain = s->terrain, .grounds = &s->ground, .ground_count = 1};
        status =
            talus_bodies_create(&s->site, &options, most_vertices(s->stack), &s->bodies, error);
    }
    for (size_t k = 0; k < s->stack->count && status == TALUS_OK; k++) {
        const rocking_stack_body *body = &s->stack->bodies[k];
        status = talus_bodies_add(s->bodies, body->rock, 1.0, &body->start, error);
    }
    return status;
}

// --- Steps ---

/// Velocity of the base (m/s) after a time, level axes.
static void base_speed(const stepping *s, double time, double speed[3])
{
    const talus_spatial_shaking *shaking = &s->stack->shaking.shaking;
    double along[2], across[2], place[2];
    shaking_integrals(&shaking->x, time, along, place);
    shaking_integrals(&shaking->y, time, across, place);
    speed[0] = along[0];
    speed[1] = across[0];
    speed[2] = along[1] + across[1];
}

/// What the base gains in a step; gravity along a slope acts as a base that accelerates upwards.
static talus_status drive(stepping *s, size_t step, talus_error *error)
{
    if (!s->is_driven) {
        return TALUS_OK;
    }
    const double before[3] = {s->speed[0], s->speed[1], s->speed[2]};
    base_speed(s, (double)(step + 1) * s->dt, s->speed);
    const talus_vec3 change =
        vec3(s->speed[0] - before[0], s->speed[1] - before[1], s->speed[2] - before[2]);
    talus_vec3 gain = to_base(s->slope, change);
    gain.x -= s->along * s->dt;
    return talus_bodies_set_base(s->bodies, &gain, error);
}

static double kinetic_energy(const rocking_stack_body *body, const talus_state *q)
{
    return 0.5 * body->rock->mass * vec3_norm2(q->v) +
           0.5 * vec3_dot(q->omega, vec3_mul(body->rock->inertia, q->omega));
}

/// Potential energy of a block above its start, J.
static double potential(const stepping *s, const rocking_stack_body *body, const talus_state *q)
{
    const double height = q->r.z - body->start.r.z, way = q->r.x - body->start.r.x;
    return body->rock->mass * (s->down * height - s->along * way);
}

static const talus_state *below_of(const stepping *s, const rocking_stack_body *body)
{
    return body->below == ROCKING_STACK_BASE ? NULL : talus_bodies_state(s->bodies, body->below);
}

/// Largest angles and ways, and the depth in the base.
static void watch(stepping *s, double time)
{
    rocking_stack *stack = s->stack;
    for (size_t k = 0; k < stack->count; k++) {
        rocking_stack_body *body = &stack->bodies[k];
        const talus_state *q = talus_bodies_state(s->bodies, k);
        body->end = rocking_stack_place_of(body, q, below_of(s, body));
        body->tilt = rocking_stack_tilt(body, q);
        const double slip =
            sqrt(body->end.slip[0] * body->end.slip[0] + body->end.slip[1] * body->end.slip[1]);
        if (body->tilt > body->most_tilt) {
            body->most_tilt = body->tilt;
            body->most_tilt_time = time;
        }
        body->most_slip = fmax(body->most_slip, slip);
        if (isnan(body->moves_from) && (body->end.lean > 1e-3 || slip > 1e-3)) {
            body->moves_from = time;
        }
        for (size_t i = 0; i < body->rock->vertex_count; i++) {
            const double z = q->r.z + quat_rotate(q->p, body->rock->vertices[i]).z;
            stack->sunk = z < -stack->sunk ? -z : stack->sunk;
        }
    }
}

/// A block at rest keeps the speed of a few steps of gravity.
static bool moves(const stepping *s, const rocking_stack_body *body, const talus_state *q)
{
    const double kick = s->down * s->dt;
    return kinetic_energy(body, q) > body->rock->mass * kick * kick;
}

static void count_step(stepping *s, double time)
{
    rocking_stack *stack = s->stack;
    const talus_bodies_report *report = &s->report;
    for (size_t k = 0; k < stack->count; k++) {
        if (moves(s, &stack->bodies[k], talus_bodies_state(s->bodies, k))) {
            stack->last_motion = time;
        }
    }
    stack->steps++;
    stack->steps_in_parts += report->parts > 1;
    stack->unsolved += report->unsolved;
    stack->iterations += report->iterations;
    stack->retried_plastic += report->retried_plastic;
    stack->worst_residual = fmax(stack->worst_residual, report->worst_error);
    stack->penetration = fmax(stack->penetration, report->penetration);
    stack->base_work += report->base_work;
    stack->correction += report->correction;
    stack->ledger += fabs(report->ledger);
    stack->worst_ledger = fmax(stack->worst_ledger, fabs(report->ledger));
}

// --- Samples ---

static bool reserve_sample(rocking_stack *stack)
{
    const size_t count = stack->sample_count + 1;
    size_t times = stack->sample_capacity, energy = times;
    return array_reserve(&stack->times, &times, count, sizeof *stack->times) &&
           array_reserve(&stack->energy, &energy, count, sizeof *stack->energy) &&
           array_reserve(&stack->samples, &stack->sample_capacity, count,
                         stack->count * sizeof *stack->samples);
}

/// @return false: no memory
static bool add_sample(stepping *s, double time)
{
    rocking_stack *stack = s->stack;
    if (!reserve_sample(stack)) {
        return false;
    }
    const size_t n = stack->sample_count++;
    stack->times[n] = time;
    stack->energy[n] = 0.0;
    for (size_t k = 0; k < stack->count; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        const talus_state *q = talus_bodies_state(s->bodies, k);
        stack->samples[n * stack->count + k] =
            (rocking_stack_sample){.position = q->r,
                                   .attitude = q->p,
                                   .v = q->v,
                                   .w = quat_rotate(q->p, q->omega),
                                   .tilt = rocking_stack_tilt(body, q),
                                   .place = rocking_stack_place_of(body, q, below_of(s, body))};
        stack->energy[n] += potential(s, body, q) + kinetic_energy(body, q);
    }
    return true;
}

static talus_status lack_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the history");
}

static talus_status go(stepping *s, talus_error *error)
{
    rocking_stack *stack = s->stack;
    const rocking_stack_keys *keys = &stack->scenario->keys;
    const double most = floor(keys->simulation.duration / s->dt + 0.5);
    if (!add_sample(s, 0.0)) {
        return lack_memory(error);
    }
    s->report = (talus_bodies_report){.size = sizeof s->report};
    for (size_t k = 0; (double)k < most; k++) {
        const double time = ((double)k + 1.0) * s->dt;
        talus_status status = drive(s, k, error);
        if (status == TALUS_OK) {
            status = talus_bodies_step(s->bodies, &s->report, error);
        }
        if (status != TALUS_OK) {
            return status;
        }
        count_step(s, time);
        watch(s, time);
        const double next = (double)stack->sample_count * keys->outputs.sample;
        const bool is_due = time >= next - 1e-9 * s->dt || (double)(k + 1) >= most;
        if (is_due && !add_sample(s, time)) {
            return lack_memory(error);
        }
    }
    return TALUS_OK;
}

/// Verdicts, and the work of the shaking without that of gravity along a slope.
static void conclude(stepping *s)
{
    rocking_stack *stack = s->stack;
    const double end = (double)stack->steps * s->dt;
    stack->at_rest = stack->last_motion + ROCKING_STACK_REST < end;
    stack->is_short = end <= ROCKING_STACK_REST;
    for (size_t k = 0; k < stack->count; k++) {
        rocking_stack_body *body = &stack->bodies[k];
        const talus_state *q = talus_bodies_state(s->bodies, k);
        stack->base_work -= body->rock->mass * s->along * (q->r.x - body->start.r.x);
        body->outcome = body->tilt >= 0.25 * TALUS_PI                    ? ROCKING_STACK_TOPPLED
                        : q->r.z < body->start.r.z - 0.25 * body->height ? ROCKING_STACK_FALLEN
                                                                         : ROCKING_STACK_STANDS;
        stack->outcome = body->outcome > stack->outcome ? body->outcome : stack->outcome;
    }
}

talus_status rocking_stack_make(const rocking_stack_scenario *scenario,
                                talus_diagnostics *diagnostics, rocking_stack *stack,
                                talus_error *error)
{
    const rocking_stack_keys *keys = &scenario->keys;
    stepping s = {.stack = stack};
    *stack = (rocking_stack){.scenario = scenario};
    talus_status status =
        rocking_shaking_load(&keys->ground, scenario->document.directory, keys->simulation.gravity,
                             diagnostics, &stack->shaking, error);
    if (status == TALUS_OK) {
        rocking_warn_of_cut(&stack->shaking, keys->simulation.duration, keys->simulation.node,
                            diagnostics);
        status = rocking_stack_build(stack, diagnostics, error);
    }
    for (size_t k = 0; k < stack->count; k++) {
        stack->bodies[k].moves_from = (double)NAN;
    }
    if (status == TALUS_OK) {
        status = make_world(&s, error);
    }
    status = status == TALUS_OK ? go(&s, error) : status;
    if (status == TALUS_OK) {
        conclude(&s);
    }
    talus_bodies_destroy(s.bodies);
    talus_terrain_destroy(s.terrain);
    return status;
}

void rocking_stack_clear(rocking_stack *stack)
{
    for (size_t k = 0; k < stack->count; k++) {
        talus_rock_destroy(stack->bodies[k].rock);
    }
    rocking_shaking_clear(&stack->shaking);
    free(stack->bodies);
    free(stack->times);
    free(stack->energy);
    free(stack->samples);
    *stack = (rocking_stack){.scenario = NULL};
}
