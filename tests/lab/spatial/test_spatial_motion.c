// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

#include <criterion/criterion.h>
#include <math.h>

enum { ROOM = 20000 };

typedef struct run_history {
    talus_spatial_event events[ROOM];
    size_t count;
} run_history;

static void keep(void *user, const talus_spatial_event *event)
{
    run_history *h = user;
    if (h->count < ROOM) {
        h->events[h->count++] = *event;
    }
}

static run_history kept[2];

static talus_spatial_summary run_law(const talus_spatial_block *block, const talus_spatial_law *law,
                                     talus_spatial_options *options, talus_spatial_state *state,
                                     run_history *h)
{
    talus_spatial_summary summary;
    talus_error error;
    h->count = 0;
    options->on_event = keep;
    options->user = h;
    cr_assert(talus_spatial_run(block, law, options, state, &summary, &error) == TALUS_OK, "%s",
              error.message);
    return summary;
}

/// Free rocking from a tilt about V1V2.
static talus_spatial_summary release(const talus_spatial_block *block, const talus_spatial_law *law,
                                     double tilt, talus_spatial_options *options, run_history *h)
{
    talus_spatial_state state = talus_spatial_release(block, 1, tilt);
    return run_law(block, law, options, &state, h);
}

Test(spatial_motion, energy_balances_and_no_corner_sinks)
{
    static const double cases[][6] = {// b1, b2, h, lam, lat, lon
                                      {0.05, 0.03, 0.2, 1.0, 0.8, 0.7},
                                      {0.05, 0.05, 0.2, 0.9, 0.5, 0.8},
                                      {0.05, 0.2, 0.2, 0.8, 0.5, 0.7},
                                      {0.05, 0.05, 0.05, 1.0, 0.5, 1.0},
                                      {0.1, 0.1, 0.5, 1.0, -0.9, 0.6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *c = cases[i];
        const talus_spatial_block block = talus_spatial_cuboid(1.0, c[0], c[1], c[2]);
        const talus_spatial_law law = talus_spatial_law_uniform(c[3], c[4], c[5]);
        talus_spatial_options options = talus_spatial_options_default();
        options.end_time = 30.0;
        const talus_spatial_summary s = release(&block, &law, 0.15, &options, &kept[0]);
        cr_expect(s.end == TALUS_SPATIAL_AT_REST);
        cr_expect(s.energy_error < 1e-9 * s.energy_begin, "%g", s.energy_error); /* 3e-12 J */
        cr_expect(s.least_height > -1e-12, "%g", s.least_height); /* measured -1e-16 m */
        cr_expect(fabs(s.energy_begin + s.energy_impacts - s.energy_end) < 1e-8 * s.energy_begin);
        cr_expect(isnan(s.pull_time));
        for (size_t k = 0; k < kept[0].count; k++) {
            cr_assert(kept[0].events[k].energy_change <= 1e-12);
            cr_assert(kept[0].events[k].regularity > 1e-3);
        }
    }
}

/// theta'' = -p2 sin(alpha - theta) by RK4 in tiny steps up to theta = 0. @return time; speed there
static double planar_fall(double b, double h, double theta, double speed, double *end_speed)
{
    const double alpha = atan(b / h), p2 = 3.0 * 9.81 / (4.0 * sqrt(b * b + h * h));
    const double dt = 1e-5;
    double time = 0.0;
    while (1) {
        const double k1 = -p2 * sin(alpha - theta);
        const double k2 = -p2 * sin(alpha - theta - 0.5 * dt * speed);
        const double k3 = -p2 * sin(alpha - theta - 0.5 * dt * speed - 0.25 * dt * dt * k1);
        const double k4 = -p2 * sin(alpha - theta - dt * speed - 0.5 * dt * dt * k2);
        const double next = theta + dt * speed + dt * dt * (k1 + k2 + k3) / 6.0;
        if (next < 0.0) {
            // the rest of the step, at nearly constant acceleration
            const double rest = 2.0 * theta / (-speed + sqrt(speed * speed - 2.0 * k1 * theta));
            *end_speed = speed + 0.5 * (k1 - p2 * sin(alpha)) * rest;
            return time + rest;
        }
        speed += dt * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        theta = next;
        time += dt;
    }
}

Test(spatial_motion, rocking_about_edges_is_planar_rocking)
{
    const double b = 0.05, h = 0.2, lam = 0.8, tilt = 0.2;
    const talus_spatial_block block = talus_spatial_cuboid(1.7, b, 0.03, h);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, lam);
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, b, h);
    const double r = talus_rocking_ratio(&plane, TALUS_ROCKING_CHATZIS, lam);
    talus_spatial_options options = talus_spatial_options_default();
    options.impact_limit = 6;
    options.tolerance = 1e-12;
    release(&block, &law, tilt, &options, &kept[0]);
    double time = 0.0, theta = tilt, speed = 0.0;
    for (size_t i = 0; i < 6; i++) {
        double impact_speed;
        time += planar_fall(b, h, theta, speed, &impact_speed);
        const talus_spatial_event *event = &kept[0].events[i];
        cr_assert(fabs(event->after.time - time) < 1e-10, "%g", event->after.time - time);
        /* measured 9.9e-13 s */
        cr_assert(fabs(fabs(event->w_minus.y) + impact_speed) < 1e-10);
        cr_assert(fabs(event->w_minus.x) < 1e-14 && event->after.pivot == (i % 2 ? 1 : 3));
        theta = 1e-14;
        speed = -r * impact_speed;
    }
}

Test(spatial_motion, a_mirrored_law_gives_mirrored_motion)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.03, 0.2);
    talus_spatial_options options = talus_spatial_options_default();
    options.impact_limit = 40;
    for (int side = 0; side < 2; side++) {
        const talus_spatial_law law = talus_spatial_law_uniform(1.0, side ? -0.8 : 0.8, 0.7);
        release(&block, &law, 0.2, &options, &kept[side]);
    }
    cr_assert(kept[0].count == kept[1].count);
    for (size_t i = 0; i < 40; i++) {
        const talus_spatial_event *a = &kept[0].events[i], *b = &kept[1].events[i];
        cr_assert(fabs(a->after.time - b->after.time) < 1e-12, "%g",
                  a->after.time - b->after.time); /* measured 0 */
        cr_assert(a->after.pivot == 3 - b->after.pivot + 2 ||
                  a->after.pivot + b->after.pivot == 1 || a->after.pivot + b->after.pivot == 5);
        cr_assert(fabs(a->after.w.x + b->after.w.x) < 1e-11);
        cr_assert(fabs(a->after.w.y - b->after.w.y) < 1e-11);
        cr_assert(fabs(a->after.w.z + b->after.w.z) < 1e-11);
    }
}

Test(spatial_motion, planar_impacts_end_where_the_geometric_sum_says)
{
    const double b = 0.05, h = 0.2;
    const talus_spatial_block block = talus_spatial_cuboid(1.0, b, 0.03, h);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, b, h);
    const double r = talus_rocking_ratio(&plane, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&plane, false, 9.81);
    const double fall = pivot.p * pivot.p * sin(pivot.alpha);
    talus_spatial_options options = talus_spatial_options_default();
    const talus_spatial_summary s = release(&block, &law, 0.1, &options, &kept[0]);
    cr_assert(s.end == TALUS_SPATIAL_AT_REST);
    const talus_spatial_event *last = &kept[0].events[kept[0].count - 1];
    for (size_t i = 60; i < 80; i += 5) { // small amplitudes: constant acceleration
        const talus_spatial_event *event = &kept[0].events[i];
        const double speed = fabs(event->after.w.y);
        const double rest = 2.0 * speed / (fall * (1.0 - r));
        const double left = 2.0 * options.rest_rate * 3.0 / (fall * (1.0 - r)); // not simulated
        cr_expect(fabs(event->after.time + rest - last->after.time) < left + 1e-2 * rest * speed,
                  "%g", event->after.time + rest - last->after.time);
    }
}

Test(spatial_motion, edge_impacts_accumulate_as_a_geometric_sum)
{
    // a wide block keeps rocking about V3V4 after its lateral motion has settled
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.25, 0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.5, 0.8);
    talus_spatial_options options = talus_spatial_options_default();
    double end[2];
    for (int fine = 0; fine < 2; fine++) {
        options.lateral_rate = fine ? 1e-6 : 1e-4;
        options.end_time = 1.0;
        release(&block, &law, 0.2, &options, &kept[fine]);
        size_t k = 0;
        while (kept[fine].events[k].kind != TALUS_SPATIAL_ZENO_EDGE) {
            k++;
        }
        end[fine] = kept[fine].events[k].after.time;
        // the last flights shrink by a constant factor q: what is left is flight q / (1 - q)
        const double t2 = kept[fine].events[k - 1].after.time;
        const double t1 = kept[fine].events[k - 2].after.time;
        const double t0 = kept[fine].events[k - 3].after.time;
        const double q = (t2 - t1) / (t1 - t0);
        cr_assert(q > 0.0 && q < 1.0, "%g", q);
        end[fine] = t2 + (t2 - t1) * q / (1.0 - q);
    }
    cr_expect(fabs(end[0] - end[1]) < 1e-5, "%g", end[0] - end[1]); /* measured 1.9e-6 s */
}

Test(spatial_motion, finer_tolerances_converge)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.03, 0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.8, 0.7);
    double last = 0.0, time[4];
    for (int i = 0; i < 4; i++) {
        talus_spatial_options options = talus_spatial_options_default();
        options.impact_limit = 12;
        options.tolerance = (double[]){1e-5, 1e-7, 1e-9, 1e-12}[i];
        release(&block, &law, 0.2, &options, &kept[0]);
        time[i] = kept[0].events[11].after.time;
    }
    for (int i = 0; i < 3; i++) {
        const double error = fabs(time[i] - time[3]);
        cr_expect(i == 0 || error < 0.5 * last, "%g after %g", error, last);
        last = error;
    }
    cr_expect(last < 3e-9, "%g", last); /* measured 2.9e-7, 1.3e-8, 2.3e-10 s */
}

static talus_spatial_shaking sine_shaking(double amplitude, double frequency, double angle)
{
    const talus_pulse pulse = {TALUS_PULSE_SINE, amplitude, frequency, 1.0, 0.0};
    return (talus_spatial_shaking){.x = {.pulse = pulse, .scale = cos(angle)},
                                   .y = {.pulse = pulse, .scale = sin(angle)}};
}

Test(spatial_motion, shaken_along_an_axis_it_is_planar_forced_rocking)
{
    const double b = 0.2, h = 0.6;
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, b, h);
    const talus_planar_model model = talus_planar_model_make(&plane, TALUS_ROCKING_CHATZIS, 0.9);
    const double p = talus_rocking_block_pivot(&plane, true, 9.81).p;
    const talus_spatial_shaking shaking = sine_shaking(1.6 * 9.81 * b / h, 4.0 * p, 0.0);
    double times[8], speeds[8];
    talus_planar_history history = {.impact_room = 8, .impact_time = times, .impact_speed = speeds};
    talus_planar_options plane_options = talus_planar_options_default();
    plane_options.duration = 3.0;
    talus_planar_result result;
    cr_assert(talus_planar_run(&model, &shaking.x, &plane_options, &history, &result, NULL) ==
              TALUS_OK);
    cr_assert(history.impact_count >= 3);
    const talus_spatial_block block = talus_spatial_cuboid(1.0, b, 0.3, h);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 0.9);
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 3.0;
    options.shaking = &shaking;
    options.tolerance = 1e-12;
    talus_spatial_state state = talus_spatial_release(&block, 1, 0.0);
    run_law(&block, &law, &options, &state, &kept[0]);
    cr_assert(kept[0].events[0].kind == TALUS_SPATIAL_UPLIFT);
    size_t k = 0;
    for (size_t i = 0; i < kept[0].count && k < 3; i++) {
        if (kept[0].events[i].kind == TALUS_SPATIAL_FACET_IMPACT) {
            cr_expect(fabs(kept[0].events[i].after.time - times[k]) < 1e-9, "%g",
                      kept[0].events[i].after.time - times[k]); /* measured 2e-13 s */
            cr_expect(fabs(fabs(kept[0].events[i].w_minus.y) - fabs(speeds[k])) < 1e-8);
            k++;
        }
    }
    cr_expect(k == 3);
}

Test(spatial_motion, eccentric_block_moves_as_the_planar_one)
{
    // corners A at x = -b1 and B at x = b2, depth 0.2 m; both kinds of block feel the same base
    const talus_rocking_block plane = {
        .mass = 1.0, .inertia = 0.15, .h = 0.6, .b1 = 0.16, .b2 = 0.24};
    const talus_planar_model model = talus_planar_model_make(&plane, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_spatial_block block = {
        .mass = 1.0,
        .inertia = {{{0.14, 0.0, 0.0}, {0.0, 0.15, 0.0}, {0.0, 0.0, 0.05}}},
        .corner_count = 4,
        .corners = {
            {0.24, -0.1, -0.6}, {0.24, 0.1, -0.6}, {-0.16, 0.1, -0.6}, {-0.16, -0.1, -0.6}}};
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    for (int sign = -1; sign <= 1; sign += 2) {
        const talus_spatial_shaking shaking = sine_shaking(sign * 4.2, 12.0, 0.0);
        double times[8], speeds[8];
        talus_planar_history history = {
            .impact_room = 8, .impact_time = times, .impact_speed = speeds};
        talus_planar_options plane_options = talus_planar_options_default();
        plane_options.duration = 4.0;
        talus_planar_result result;
        cr_assert(talus_planar_run(&model, &shaking.x, &plane_options, &history, &result, NULL) ==
                  TALUS_OK);
        cr_assert(history.impact_count >= 4, "%zu impacts", history.impact_count);
        talus_spatial_options options = talus_spatial_options_default();
        options.end_time = 4.0;
        options.shaking = &shaking;
        options.tolerance = 1e-12;
        talus_spatial_state state = talus_spatial_release(&block, 1, 0.0);
        run_law(&block, &law, &options, &state, &kept[0]);
        size_t k = 0;
        for (size_t i = 0; i < kept[0].count && k < 4; i++) {
            if (kept[0].events[i].kind == TALUS_SPATIAL_FACET_IMPACT) {
                const talus_spatial_event *event = &kept[0].events[i];
                cr_expect_float_eq(event->after.time, times[k], 1e-9); /* measured 5e-14 s */
                // theta counter-clockwise in the plane x-z is a turn about -y
                cr_expect_float_eq(-event->w_minus.y, speeds[k], 1e-9);
                k++;
            }
        }
        cr_expect(k == 4);
    }
}

Test(spatial_motion, a_block_thrown_over_its_edge_does_not_come_to_rest)
{
    // far out the base would have to pull both ends of the edge: neither is let go
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    const talus_planar_model model = talus_planar_model_make(&plane, TALUS_ROCKING_CHATZIS, 0.8);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 0.8);
    const talus_spatial_shaking shaking = sine_shaking(1.8 * 9.81, 9.0, 0.0);
    const talus_planar_options plane_options = talus_planar_options_default();
    talus_planar_result result;
    cr_assert(talus_planar_run(&model, &shaking.x, &plane_options, NULL, &result, NULL) ==
              TALUS_OK);
    for (int deep = 0; deep < 2; deep++) {
        const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, deep ? 0.3 : 0.2, 0.6);
        talus_spatial_options options = talus_spatial_options_default();
        options.shaking = &shaking;
        talus_spatial_state state = talus_spatial_release(&block, 1, 0.0);
        const talus_spatial_summary s = run_law(&block, &law, &options, &state, &kept[0]);
        cr_expect(s.end == TALUS_SPATIAL_OVERTURNED && s.pull_time < state.time);
        cr_expect(fabs(state.time - result.time) < 1e-9, "%g", state.time - result.time);
        /* measured 1.2e-13 s */
    }
}

Test(spatial_motion, shaking_turned_by_a_right_angle_turns_the_motion)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, 0.2, 0.6);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.4, 0.9);
    for (int side = 0; side < 2; side++) {
        const talus_spatial_shaking shaking =
            sine_shaking(1.6 * 9.81 / 3.0, 12.0, side ? 0.5 * TALUS_PI : 0.0);
        talus_spatial_options options = talus_spatial_options_default();
        options.end_time = 2.0;
        options.shaking = &shaking;
        talus_spatial_state state = talus_spatial_release(&block, 1, 0.0);
        run_law(&block, &law, &options, &state, &kept[side]);
    }
    cr_assert(kept[0].count > 10);
    for (size_t i = 0; i < 10; i++) {
        const talus_spatial_event *a = &kept[0].events[i], *b = &kept[1].events[i];
        cr_assert(fabs(a->after.time - b->after.time) < 1e-9);
        cr_assert(fabs(a->after.w.x - b->after.w.y) < 1e-8 &&
                  fabs(a->after.w.y + b->after.w.x) < 1e-8);
    }
}

Test(spatial_motion, shaken_along_the_diagonal_a_square_block_lifts_on_a_corner)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, 0.2, 0.6);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.4, 0.9);
    const double amplitude = 1.6 * 9.81 / 3.0 * sqrt(2.0);
    const talus_spatial_shaking shaking = sine_shaking(amplitude, 12.0, 0.25 * TALUS_PI);
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 2.0;
    options.shaking = &shaking;
    talus_spatial_state state = talus_spatial_release(&block, 1, 0.0);
    const talus_spatial_summary s = run_law(&block, &law, &options, &state, &kept[0]);
    cr_assert(kept[0].events[0].kind == TALUS_SPATIAL_UPLIFT);
    // both components reach g b / h at the same time
    const double time = asin(1.0 / 1.6) / 12.0;
    cr_expect(fabs(kept[0].events[0].after.time - time) < 1e-9);
    cr_expect(s.least_height > -1e-12);
}

Test(spatial_motion, an_edge_pushed_sideways_lets_go_of_one_end)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, 0.1, 0.6);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 0.9);
    // rocking about V1V2 when the base starts to shake along that edge
    const talus_spatial_shaking shaking = sine_shaking(2.5 * 9.81 / 6.0, 8.0, 0.5 * TALUS_PI);
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 0.5;
    options.shaking = &shaking;
    talus_spatial_state state = talus_spatial_release(&block, 1, 0.2);
    const talus_spatial_summary s = run_law(&block, &law, &options, &state, &kept[0]);
    cr_assert(kept[0].count > 0 && kept[0].events[0].kind == TALUS_SPATIAL_RELEASE);
    cr_expect(kept[0].events[0].after.mode == TALUS_SPATIAL_VERTEX);
    // the base moves to +y: the block lags, its -y end V1 stays
    cr_expect(kept[0].events[0].after.pivot == 0);
    cr_expect(s.least_height > -1e-12, "%g", s.least_height);
}

Test(spatial_motion, a_block_beyond_its_neutral_position_overturns)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_state state = talus_spatial_release(&block, 1, 1.01 * atan(0.25));
    const talus_spatial_summary s = run_law(&block, &law, &options, &state, &kept[0]);
    cr_expect(s.end == TALUS_SPATIAL_OVERTURNED && kept[0].count == 0);
    const talus_vec3 axis = talus_quat_rotate(state.attitude, vec3(0.0, 0.0, 1.0));
    cr_expect(fabs(axis.z) < 1e-9, "%g", axis.z);
}

Test(spatial_motion, a_triangular_base_rocks_too)
{
    talus_spatial_block block = talus_spatial_cuboid(1.0, 0.06, 0.06, 0.2);
    block.corner_count = 3;
    block.corners[0] = vec3(0.05, -0.06, -0.2);
    block.corners[1] = vec3(0.05, 0.06, -0.2);
    block.corners[2] = vec3(-0.08, 0.0, -0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(0.9, 0.3, 0.9);
    talus_spatial_options options = talus_spatial_options_default();
    const talus_spatial_summary s = release(&block, &law, 0.1, &options, &kept[0]);
    cr_expect(s.edge_impacts > 3 && s.least_height > -1e-12);
    cr_expect(s.energy_error < 1e-9 * s.energy_begin, "%g", s.energy_error); /* 6e-13 J */
    cr_expect(s.end == TALUS_SPATIAL_AT_REST || s.end == TALUS_SPATIAL_TIME_END);
}

static size_t samples;
static double last_sample;

static void count_sample(void *user, const talus_spatial_state *state)
{
    (void)user;
    samples++;
    cr_assert(fabs(state->time - (double)samples * 0.01) < 1e-12);
    last_sample = state->time;
}

Test(spatial_motion, samples_come_at_multiples_of_the_interval)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.5, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 1.0;
    options.sample_interval = 0.01;
    options.on_sample = count_sample;
    release(&block, &law, 0.2, &options, &kept[0]);
    cr_expect(samples >= 99 && samples <= 100);
}

Test(spatial_motion, impossible_starts_are_refused)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.5, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_summary summary;
    talus_error error;
    talus_spatial_state state = talus_spatial_release(&block, 1, 0.1);
    state.pivot = 4;
    cr_expect(talus_spatial_run(&block, &law, &options, &state, &summary, &error) ==
              TALUS_ERROR_ARGUMENT);
    state.pivot = 1;
    options.tolerance = 0.0;
    cr_expect(talus_spatial_run(&block, &law, &options, &state, &summary, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "tolerance") != NULL);
    options = talus_spatial_options_default();
    options.gravity = 1e8;
    cr_expect(talus_spatial_run(&block, &law, &options, &state, &summary, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "gravity of 1e+08") != NULL);
}
