// SPDX-License-Identifier: GPL-3.0-or-later
// A block of a scenario under the Moreau steps of the rockfall stepper: rocking, sliding, both,
// flights and twist on a base that may shake. [docs/rocking.md 9.5]
#include "lab/bridge/rocking_bench.h"
#include "lab/study/rocking_run_internal.h"

#include <math.h>

/// What goes on beside the samples.
typedef struct stepping {
    rocking_run *run;
    rocking_bench bench;
    double dt, weight;
    unsigned closed; ///< corners of the last step
    double last_motion;
} stepping;

/// Base corners of the bench (V1 .. V4) as bits of the run: A and B of a planar block.
static unsigned corners_of(const stepping *s, const rocking_bench_step *step)
{
    const bool planar = s->run->scenario->keys.block.kind == ROCKING_PLANAR;
    unsigned bits = 0;
    for (unsigned i = 0; i < ROCKING_CORNERS; i++) {
        // corners 2 and 3 lie at -x: they are A
        const unsigned place = planar ? (i < 2 ? 1U : 0U) : i;
        bits |= step->percussion[i].z > 0.0 ? 1U << place : 0U;
    }
    return bits;
}

static rocking_run_sample sample_of(const stepping *s, const talus_state *state, double time)
{
    const bool planar = s->run->scenario->keys.block.kind == ROCKING_PLANAR;
    const talus_vec3 up = talus_quat_rotate(state->p, vec3(0.0, 0.0, 1.0));
    const double tilt = talus_atan(sqrt(up.x * up.x + up.y * up.y) / fmax(1e-300, fabs(up.z)));
    const double lean = up.z < 0.0 ? TALUS_PI - tilt : tilt;
    const talus_vec3 w = talus_quat_rotate(state->p, state->omega);
    return (rocking_run_sample){.time = time,
                                .theta = planar ? rocking_bench_theta(state) : lean,
                                .omega = planar ? rocking_bench_omega(state) : vec3_norm(w),
                                .attitude = state->p,
                                .position = state->r,
                                .w = w,
                                .energy = rocking_bench_energy(&s->bench, state),
                                .touching = s->closed,
                                .regular = true};
}

/// Mean force of a step and where it cuts the base, block's axes.
static void add_force(const stepping *s, const talus_state *state, const rocking_bench_step *step,
                      rocking_run_sample *sample)
{
    talus_vec3 sum = {0.0, 0.0, 0.0}, place = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        sum = vec3_add(sum, step->percussion[i]);
        place = vec3_axpy(place, step->percussion[i].z, s->bench.corners[i]);
    }
    (void)state;
    const bool pressed = sum.z > 0.0;
    const double none = (double)NAN;
    sample->has_force = true;
    sample->force = (rocking_run_force){
        .force = pressed ? vec3_scale(1.0 / s->dt, sum) : vec3(none, none, none),
        .demand = pressed ? sqrt(sum.x * sum.x + sum.y * sum.y) / sum.z : none,
        .x = pressed ? place.x / sum.z : none,
        .y = pressed ? place.y / sum.z : none};
}

/// Corners that were open and push now with more than their share of the weight of a few steps.
static void note_impact(stepping *s, const talus_state *before, const talus_state *after,
                        const rocking_bench_step *step, double time)
{
    const unsigned now = corners_of(s, step), fresh = now & ~s->closed;
    double fastest = 0.0;
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        fastest = step->percussion[i].z > 0.0 ? fmax(fastest, -step->approach[i].z) : fastest;
    }
    if (fresh != 0 && fastest > 4.0 * s->bench.options.gravity * s->dt) {
        const rocking_run_impact impact = {
            .time = time,
            .kind = "impact",
            .hit = (fresh & (fresh - 1U)) != 0 ? -1
                                               : (int)(fresh == 1U   ? 0
                                                       : fresh == 2U ? 1
                                                       : fresh == 4U ? 2
                                                                     : 3),
            .before = s->closed,
            .after = now,
            .w_minus = talus_quat_rotate(before->p, before->omega),
            .w_plus = talus_quat_rotate(after->p, after->omega),
            .impulse = step->report.impulse,
            .energy_change =
                rocking_bench_energy(&s->bench, after) - rocking_bench_energy(&s->bench, before)};
        rocking_run_add_impact(s->run, &impact);
    }
    s->closed = now;
}

/// Turn about the vertical (rad) of the body's x axis.
static double twist_of(const talus_state *state)
{
    const talus_vec3 x = talus_quat_rotate(state->p, vec3(1.0, 0.0, 0.0));
    return talus_atan(x.y / x.x);
}

static void go(stepping *s, talus_state *state)
{
    rocking_run *run = s->run;
    const rocking_keys *keys = &run->scenario->keys;
    const double most = floor(keys->simulation.duration / s->dt + 0.5);
    double next = 0.0;
    rocking_bench_step step;
    const bool planar = keys->block.kind == ROCKING_PLANAR;
    const bool flat = rocking_start_theta(keys) == 0.0 && keys->start.omega == 0.0;
    run->outcome = ROCKING_RUN_MOVING;
    s->closed = !flat ? 0U : planar ? 3U : 15U;
    const rocking_run_sample first = sample_of(s, state, 0.0);
    rocking_run_add_sample(run, &first);
    next = keys->outputs.sample;
    for (double k = 0.0; k < most; k += 1.0) {
        const talus_state before = *state;
        rocking_bench_take(&s->bench, state, &step);
        const double time = (k + 1.0) * s->dt;
        note_impact(s, &before, state, &step, time);
        rocking_run_sample sample = sample_of(s, state, time);
        add_force(s, state, &step, &sample);
        run->peak = fmax(run->peak, fabs(sample.theta));
        if (time >= next - 1e-9 * s->dt) {
            rocking_run_add_sample(run, &sample);
            next += keys->outputs.sample;
        }
        // a block at rest keeps the speed of a few steps of gravity
        const double still = s->weight * s->bench.options.gravity * s->dt * s->dt;
        s->last_motion = step.report.kinetic_energy > still ? time : s->last_motion;
        run->time = time;
        if (fabs(sample.theta) >= 0.5 * TALUS_PI) {
            run->outcome = ROCKING_RUN_OVERTURNED;
            return;
        }
    }
    if (s->last_motion + 0.25 < run->time) {
        run->outcome = ROCKING_RUN_REST;
        run->time = s->last_motion;
    }
}

talus_status rocking_run_stepper(rocking_run *run, talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    const bool planar = keys->block.kind == ROCKING_PLANAR;
    talus_rocking_block block = run->planar.block;
    double half_y = 0.5 * rocking_block_depth(keys);
    if (!planar) {
        const talus_vec3 c = run->block.corners[1];
        half_y = c.y;
        block = (talus_rocking_block){.mass = run->block.mass,
                                      .inertia = run->block.inertia.m[1][1],
                                      .h = -c.z,
                                      .b1 = c.x,
                                      .b2 = c.x};
    }
    rocking_bench_options options =
        rocking_bench_options_default(0.5 * (block.b1 + block.b2), half_y, block.h);
    options.mu = keys->contact.mu;
    options.gravity = keys->simulation.gravity;
    options.time_step = isnan(keys->simulation.time_step) ? 1e-3 : keys->simulation.time_step;
    options.planar = &block;
    options.scheme = TALUS_SCHEME_MIDPOINT_PLUS;
    if (rocking_run_is_shaken(run)) {
        options.shaking = &run->shaking.shaking.x;
        options.shaking_y = planar ? NULL : &run->shaking.shaking.y;
    }
    stepping s = {
        .run = run, .dt = options.time_step, .weight = block.mass * keys->simulation.gravity};
    talus_status status = rocking_bench_init(&s.bench, &options, error);
    if (status == TALUS_OK) {
        talus_state state =
            rocking_bench_pivoting(&s.bench, rocking_start_theta(keys), keys->start.omega);
        if (rocking_start_theta(keys) == 0.0 && keys->start.omega == 0.0) {
            state = (talus_state){.r = {0.0, 0.0, block.h}, .p = {1.0, 0.0, 0.0, 0.0}};
        }
        const talus_vec3 from = state.r;
        go(&s, &state);
        run->stepped = (rocking_run_stepped){
            .steps = s.bench.steps,
            .unsolved = s.bench.unsolved,
            .time_step = s.dt,
            .ledger = s.bench.worst_ledger,
            .base_work = s.bench.base_work,
            .slip = vec3_norm(vec3(state.r.x - from.x, state.r.y - from.y, 0.0)),
            .twist = twist_of(&state)};
    }
    rocking_bench_clear(&s.bench);
    return status;
}
