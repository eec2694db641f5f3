// SPDX-License-Identifier: GPL-3.0-or-later
// A block under a record, and under pulses along both axes, against events. [docs/rocking.md 9.5]
#include "foundation/ground_motion/ground_motion.h"
#include "g_rocking_shaken.h"

#include <stdlib.h>

#define COUNTS 0.05 ///< rad/s from which an impact on a record counts; before, the block trembles

/// A pillar of 0.4 x 1.6 m by the stepper: its first impact that counts, and the largest tilt before.
static void shake_pillar(const talus_shaking *shaking, talus_scheme scheme, double shift, double dt,
                         double *impact, double *peak)
{
    rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.8);
    o.scheme = scheme;
    o.time_step = dt;
    o.shaking = shaking;
    o.start = -shift;
    rocking_bench bench;
    talus_state state;
    rocking_bench_step step;
    *impact = NONE;
    *peak = 0.0;
    if (shaken_bench(&bench, &o, &state)) {
        double before = 0.0;
        for (int k = 0; k * dt < 8.0 && isnan(*impact); k++) {
            const double omega = rocking_bench_omega(&state);
            rocking_bench_take(&bench, &state, &step);
            const double theta = rocking_bench_theta(&state);
            *peak = fmax(*peak, fabs(theta));
            if (before * theta < 0.0 && fabs(omega) > COUNTS) {
                *impact = k * dt - before / omega - shift;
            }
            before = theta;
        }
    }
    rocking_bench_clear(&bench);
}

/// The same by events.
static void expect_pillar(const talus_shaking *shaking, double *impact, double *peak)
{
    enum { ROOM = 4000 };
    static double times[ROOM], speeds[ROOM];
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.8);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    talus_planar_options options = talus_planar_options_default();
    talus_planar_history history = {
        .impact_room = ROOM, .impact_time = times, .impact_speed = speeds};
    talus_planar_result result;
    options.duration = 8.0;
    *impact = NONE;
    *peak = NONE;
    if (talus_planar_run(&model, shaking, &options, &history, &result, NULL) != TALUS_OK) {
        return;
    }
    for (size_t i = 0; i < result.impacts && i < ROOM; i++) {
        if (fabs(speeds[i]) > COUNTS) {
            options.duration = times[i];
            *impact = times[i];
            (void)talus_planar_run(&model, shaking, &options, NULL, &result, NULL);
            *peak = result.peak_angle;
            return;
        }
    }
}

talus_status shaken_record_rows(validation *v, talus_error *error)
{
    char path[512];
    const files_ground_motion_options reading = {.unit = "g"};
    files_ground_motion record;
    (void)snprintf(path, sizeof path, "%s/scenarios/rocking/elcentro_ns.csv", v->source);
    const talus_status status = files_read_ground_motion(path, &reading, &record, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_ground_motion motion = {
        .time_step = record.time_step, .count = record.count, .horizontal = record.acceleration};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.5};
    double impact, expected, late = 0.0, share = 0.0;
    expect_pillar(&shaking, &impact, &expected);
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        double time, peak;
        shake_pillar(&shaking, (talus_scheme)scheme, 0.0, 1e-3, &time, &peak);
        late = rocking_worse(late, time - impact);
        share = rocking_worse(share, peak / expected - 1.0);
    }
    rocking_row(
        v, "1.5 El Centro on 0.4 x 1.6 m, 1 ms: error of the first impact above 0.05 rad/s (s)",
        0.0, NONE, 5e-4, late, NULL);
    rocking_row(v, "the same: relative error of the peak before it", 0.0, NONE, 0.02, share, NULL);
    free(record.acceleration);
    return TALUS_OK;
}

/// Shaken along x and y at once: the stepper's hits against the impacts of the spatial model with all
/// percussion at the corner that lands (lam = lon = 1).
typedef struct both_axes {
    double time[SHAKEN_IMPACTS];
    int count;
} both_axes;

static void add_impact(void *user, const talus_spatial_event *event)
{
    both_axes *found = user;
    if ((event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT) &&
        found->count < SHAKEN_IMPACTS) {
        found->time[found->count++] = event->after.time;
    }
}

/// The stepper's hits of corners that come down faster than 2 cm/s, which leaves out a trembling
/// pivot: rms errors over `places` of the pulses between two steps, a fifth of a step apart.
static void both_errors(rocking_bench_options o, int places, const both_axes *expected,
                        double errors[SHAKEN_IMPACTS])
{
    for (int i = 0; i < SHAKEN_IMPACTS; i++) {
        errors[i] = 0.0;
    }
    for (int k = 0; k < places; k++) {
        rocking_stepper_run run;
        o.start = -0.2 * k * o.time_step;
        int count = 0;
        if (rocking_stepper_run_make(&o, (rocking_start){0.0, 0.0}, 1.5, &run, NULL) == TALUS_OK) {
            for (size_t i = 0; i < run.hit_count && count < expected->count; i++) {
                if (run.hits[i].speed > 0.02) {
                    const double late = run.hits[i].time + o.start - expected->time[count];
                    errors[count++] += late * late / places;
                }
            }
        }
        for (; count < SHAKEN_IMPACTS; count++) {
            errors[count] = NONE;
        }
        rocking_stepper_run_clear(&run);
    }
    for (int i = 0; i < SHAKEN_IMPACTS; i++) {
        errors[i] = sqrt(errors[i]);
    }
}

void shaken_spatial_rows(validation *v)
{
    const talus_spatial_shaking shaking = {
        .x = {.pulse = {TALUS_PULSE_SINE, 3.924, 6.821503922844119, 1.0, 0.0}, .scale = 1.0},
        .y = {.pulse = {TALUS_PULSE_SINE, 2.7, 6.821503922844119, 1.0, 0.0}, .scale = 1.0}};
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, 0.14, 0.6);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_state begin = talus_spatial_release(&block, 0, 0.0);
    talus_spatial_summary summary;
    both_axes expected = {.count = 0};
    options.end_time = 3.0;
    options.shaking = &shaking;
    options.on_event = add_impact;
    options.user = &expected;
    (void)talus_spatial_run(&block, &law, &options, &begin, &summary, NULL);
    double late = 0.0, low = (double)INFINITY, high = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.14, 0.6);
        double coarse[SHAKEN_IMPACTS], fine[SHAKEN_IMPACTS];
        o.scheme = (talus_scheme)scheme;
        o.shaking = &shaking.x;
        o.shaking_y = &shaking.y;
        both_errors(o, 1, &expected, fine);
        late = shaken_turns_at_once(scheme) ? rocking_worse(late, fmax(fine[0], fine[1])) : late;
        both_errors(o, 5, &expected, coarse);
        o.time_step = 2.5e-4;
        both_errors(o, 5, &expected, fine);
        for (int i = shaken_turns_at_once(scheme) ? 2 : 0; i < SHAKEN_IMPACTS; i += 2) {
            const double order = log(coarse[i] / fine[i]) / log(4.0);
            low = order >= low ? low : order;
            high = rocking_worse(high, order);
        }
    }
    rocking_row(
        v,
        "shaken along x and y at once, 1 ms, `explicit`, `midpoint+`: error of the first two "
        "impacts (s)",
        0.0, NONE, 5e-4, late, NULL);
    rocking_row(
        v,
        "the same, order from 1 to 0.25 ms of the third impact, of the other schemes of the "
        "first one, too: least",
        1.0, 0.7, NONE, low, NULL);
    rocking_row(v, "the same: order, largest", 1.0, NONE, 1.3, high, NULL);
}
