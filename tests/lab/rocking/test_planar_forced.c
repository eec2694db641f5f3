// SPDX-License-Identifier: GPL-3.0-or-later
// Planar rocking on a shaking base.
#include "lab/rocking/ground_motion.h"
#include "lab/rocking/motion_case.h"

#include <string.h>

/// A record without pattern: sums of sines, as numbers.
static talus_ground_motion rough_motion(double *horizontal, double *vertical, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double t = 0.01 * (double)i;
        horizontal[i] = 2.5 * sin(9.0 * t) * sin(0.8 * t) + 1.5 * sin(23.0 * t + 1.0);
        vertical[i] = 1.2 * sin(31.0 * t) * sin(0.7 * t);
    }
    return (talus_ground_motion){0.01, count, horizontal, vertical};
}

/// theta'' of section 2 on the side of theta, straight from the formula.
static double acceleration(const talus_planar_model *m, const talus_ground_motion *motion, double t,
                           double theta)
{
    const double at = t / motion->time_step;
    const size_t i = (size_t)fmin(fmax(floor(at), 0.0), (double)(motion->count - 2));
    const double part = at - (double)i;
    const double u =
        motion->horizontal[i] + part * (motion->horizontal[i + 1] - motion->horizontal[i]);
    const double v = motion->vertical[i] + part * (motion->vertical[i + 1] - motion->vertical[i]);
    const talus_rocking_block *b = &m->block;
    const double side = theta > 0.0 ? b->b1 : b->b2, radius = hypot(side, b->h);
    const double inertia = b->inertia + b->mass * radius * radius, alpha = atan2(side, b->h);
    const double g = m->gravity + v, c = b->mass * radius / inertia;
    return theta > 0.0 ? -c * (g * sin(alpha - theta) - u * cos(alpha - theta))
                       : c * (g * sin(alpha + theta) + u * cos(alpha + theta));
}

Test(planar_forced, flight_on_a_record_agrees_with_small_runge_kutta_steps)
{
    static double horizontal[400], vertical[400];
    static kept k;
    const talus_ground_motion motion = rough_motion(horizontal, vertical, 400);
    const talus_planar_model model = rectangle(0.3, 0.9);
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    talus_planar_options options = released(0.2);
    options.duration = 0.6;
    move(&model, &shaking, &options, 0.1, &k);
    cr_assert_eq(k.result.impacts, 0);
    double theta = 0.2, omega = 0.0;
    const int steps = 6000;
    for (int i = 0; i < steps; i++) {
        const double h = 0.6 / steps, t = i * h;
        const double a1 = acceleration(&model, &motion, t, theta);
        const double a2 = acceleration(&model, &motion, t + 0.5 * h, theta + 0.5 * h * omega);
        const double a3 =
            acceleration(&model, &motion, t + 0.5 * h, theta + 0.5 * h * omega + 0.25 * h * h * a1);
        const double a4 =
            acceleration(&model, &motion, t + h, theta + h * omega + 0.5 * h * h * a2);
        theta += h * omega + h * h * (a1 + a2 + a3) / 6.0;
        omega += h * (a1 + 2.0 * a2 + 2.0 * a3 + a4) / 6.0;
    }
    cr_expect_float_eq(k.result.theta, theta, 1e-13); /* measured 5e-17 rad */
    cr_expect_float_eq(k.result.omega, omega, 1e-13); /* measured 2e-15 rad/s */
}

Test(planar_forced, critical_amplitudes_of_a_sine_cycle)
{
    // w in p, bracket and critical a in g tan(alpha), overturning below it [sheet, section 8]
    static const struct {
        double w, low, high, critical;
        bool below;
    } cases[] = {
        {4.0, 1.9, 2.0, 1.961073, false},          {4.0, 4.7, 4.9, 4.804667, true},
        {4.0, 5.3, 5.5, 5.377144, false},          {2.0, 1.2, 1.3, 1.230873286863789, false},
        {2.0, 2.3, 2.32, 2.310099884308875, true}, {2.0, 2.35, 2.37, 2.3625155583256863, false}};
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = talus_planar_options_default();
    options.duration = 12.0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const talus_shaking shaking = sine(&model, 1.0, cases[i].w);
        double critical = 0.0;
        bool below = false;
        cr_assert_eq(talus_planar_critical_scale(&model, &shaking, cases[i].low, cases[i].high,
                                                 &options, &critical, &below, NULL),
                     TALUS_OK);
        /* measured 4.1e-7 at 4 p, whose digits are printed; 5e-12 at 2 p */
        cr_expect_float_eq(critical, cases[i].critical, cases[i].w > 3.0 ? 6e-7 : 2e-8, "%.9f",
                           critical);
        cr_expect_eq(below, cases[i].below);
    }
}

Test(planar_forced, bracket_with_equal_verdicts_is_refused)
{
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_shaking shaking = sine(&model, 1.0, 4.0);
    const talus_planar_options options = talus_planar_options_default();
    double critical = 0.0;
    bool below = false;
    talus_error error = {0};
    cr_expect_eq(talus_planar_critical_scale(&model, &shaking, 1.0, 1.5, &options, &critical,
                                             &below, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_neq(strstr(error.message, "does not overturn at scale 1 and at scale 1.5"), NULL);
    cr_expect_eq(talus_planar_critical_scale(&model, &shaking, 2.0, 1.5, &options, &critical,
                                             &below, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect(isnan(critical));
}

Test(planar_forced, block_stays_at_rest_below_the_threshold_and_starts_at_it)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = talus_planar_options_default();
    talus_shaking shaking = sine(&model, 0.999999, 4.0);
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_REST);
    cr_expect_eq(k.result.peak_angle, 0.0);
    cr_expect_eq(k.result.time, 0.0);
    // a = 2: starts where sin = 1/2; acceleration to the right tips it about the left corner
    shaking = sine(&model, 2.0, 4.0);
    const double start = asin(0.5) / shaking.pulse.frequency;
    options.duration = 1.001 * start;
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_MOVING);
    cr_expect_gt(k.result.theta, 0.0);
    // theta = jerk t^3 / 6, jerk = c cos(alpha) a w cos(w t)
    const double t = 0.001 * start, w = shaking.pulse.frequency;
    const double rate =
        0.75 / 0.6 / (1.0 + 1.0 / 9.0) * 2.0 * shaking.pulse.amplitude * w * cos(asin(0.5));
    cr_expect_float_eq(k.result.theta / (rate * t * t * t / 6.0), 1.0, 1e-3);
}

/// A block with its centre of mass nearer to its left corner A.
static talus_planar_model eccentric(void)
{
    const talus_rocking_block block = {
        .mass = 1.0, .inertia = 0.15, .h = 0.6, .b1 = 0.1, .b2 = 0.3};
    return talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
}

Test(planar_forced, eccentric_block_tips_about_the_corner_that_the_base_pushes_forward)
{
    // the base accelerates to the right and leaves the block behind: about A, which is the near one
    static kept k;
    const talus_planar_model model = eccentric();
    talus_planar_options options = talus_planar_options_default();
    options.duration = 3.0;
    talus_shaking shaking = {.pulse = {TALUS_PULSE_TRAPEZOID, 2.5, TALUS_PI, 0.5, 0.05},
                             .scale = 1.0};
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_OVERTURNED);
    cr_expect_gt(k.result.theta, 0.0);
    cr_expect_float_eq(k.result.time, 1.1291162297871074, 1e-8, "%.12f", k.result.time);
    /* measured 9e-15 s against an independent program */
    shaking.scale = -1.0;
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_REST);
    cr_expect_eq(k.result.peak_angle, 0.0);
}

Test(planar_forced, newmark_tips_to_the_same_side)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = talus_planar_options_default();
    options.duration = 0.3;
    const talus_shaking shaking = sine(&model, 2.0, 4.0);
    open_history(&k, 0.0);
    cr_assert_eq(talus_planar_newmark(&model, &shaking, &options, &k.history, &k.result, NULL),
                 TALUS_OK);
    cr_expect_gt(k.result.theta, 0.0);
}

Test(planar_forced, reversed_shaking_reverses_the_motion)
{
    static kept k, reversed;
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_planar_options options = talus_planar_options_default();
    const talus_shaking there = sine(&model, 1.8, 4.0), back = sine(&model, -1.8, 4.0);
    move(&model, &there, &options, 0.1, &k);
    move(&model, &back, &options, 0.1, &reversed);
    cr_expect_gt(k.history.impact_count, 5);
    for (size_t i = 0; i < 5; i++) {
        cr_expect_eq(k.impact_time[i], reversed.impact_time[i]);
        cr_expect_eq(k.impact_speed[i], -reversed.impact_speed[i]);
    }
    for (size_t i = 0; i < k.history.sample_count; i++) {
        cr_expect_eq(k.theta[i], -reversed.theta[i]);
    }
}

Test(planar_forced, sampled_trapezoid_moves_the_block_as_the_pulse_does)
{
    static kept k, sampled;
    talus_error error = {0};
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_planar_options options = talus_planar_options_default();
    // half waves of 0.4 s with kinks at multiples of 0.1 s
    const talus_pulse pulse = {TALUS_PULSE_TRAPEZOID, 4.2, TALUS_PI / 0.4, 1.5, 0.25};
    talus_ground_motion motion;
    cr_assert_eq(ground_motion_from_pulse(&pulse, 0.02, &motion, &error), TALUS_OK, "%s",
                 error.message);
    const talus_shaking by_pulse = {.pulse = pulse, .scale = 1.0};
    const talus_shaking by_motion = {.motion = &motion, .scale = 1.0};
    move(&model, &by_pulse, &options, 0.0, &k);
    move(&model, &by_motion, &options, 0.0, &sampled);
    cr_expect_eq(k.history.impact_count, sampled.history.impact_count);
    cr_expect_gt(k.history.impact_count, 2);
    for (size_t i = 0; i < k.history.impact_count && i < 6; i++) {
        cr_expect_float_eq(k.impact_time[i], sampled.impact_time[i],
                           1e-11); /* measured 1.1e-12 s */
    }
    ground_motion_clear(&motion);
}

Test(planar_forced, block_that_came_to_rest_starts_again)
{
    // two jolts 10 s apart; the block is back at rest in between
    static double values[1500], zero[1500];
    static kept k;
    for (size_t i = 20; i < 40; i++) {
        values[i] = values[i + 1000] = i < 30 ? 6.0 : -5.0;
    }
    const talus_ground_motion motion = {0.01, 1500, values, zero};
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    talus_planar_options options = talus_planar_options_default();
    move(&model, &shaking, &options, 0.05, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_REST);
    cr_expect_eq(k.result.impacts % 2, 0);
    const size_t half = k.result.impacts / 2;
    cr_expect_gt(half, 3);
    for (size_t i = 0; i < half; i++) {
        cr_expect_float_eq(k.impact_time[i] + 10.0, k.impact_time[half + i],
                           1e-12); /* measured 5e-15 s */
    }
    cr_expect_eq(k.theta[190], 0.0);
    cr_expect_gt(k.result.time, 10.0);
}

Test(planar_forced, newmark_on_a_record_is_of_second_order)
{
    static double horizontal[300], vertical[300];
    static kept exact, k;
    const talus_ground_motion motion = rough_motion(horizontal, vertical, 300);
    const talus_planar_model model = rectangle(0.2, 0.7);
    const talus_shaking shaking = {.motion = &motion, .scale = 1.2};
    talus_planar_options options = talus_planar_options_default();
    options.duration = 6.0;
    move(&model, &shaking, &options, 0.0, &exact);
    cr_assert_gt(exact.history.impact_count, 6);
    double error[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        options.time_step = i == 0 ? 1e-3 : 2.5e-4;
        open_history(&k, 0.0);
        cr_assert_eq(talus_planar_newmark(&model, &shaking, &options, &k.history, &k.result, NULL),
                     TALUS_OK);
        for (size_t n = 0; n < 6; n++) {
            error[i] = fmax(error[i], fabs(k.impact_time[n] - exact.impact_time[n]));
        }
    }
    // kinks of the record fall inside the steps: between first and second order from run to run
    cr_expect_lt(error[1], 0.2 * error[0], "%g, %g s", error[0], error[1]);
    cr_expect_lt(error[1], 1e-4, "%g s", error[1]);
}

Test(planar_forced, refined_tolerance_converges_on_a_record)
{
    static double horizontal[2000], vertical[2000];
    static kept exact, k;
    const talus_ground_motion motion = rough_motion(horizontal, vertical, 2000);
    const talus_planar_model model = rectangle(0.25, 0.8);
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    talus_planar_options options = talus_planar_options_default();
    options.tolerance = 1e-17;
    move(&model, &shaking, &options, 0.0, &exact);
    cr_assert_gt(exact.history.impact_count, 10);
    options.tolerance = 1e-9;
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_float_eq(k.impact_time[9], exact.impact_time[9], 1e-9); /* measured 9e-12 s */
    options.tolerance = 1e-14;
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_float_eq(k.impact_time[9], exact.impact_time[9], 1e-13); /* measured 2e-16 s */
}

Test(planar_forced, batch_has_the_same_bits_for_any_threads)
{
    enum { RUNS = 60 };
    static double horizontal[1000], vertical[1000];
    static talus_planar_model models[RUNS];
    static talus_shaking shakings[RUNS];
    static talus_planar_result one[RUNS], other[RUNS];
    const talus_ground_motion motion = rough_motion(horizontal, vertical, 1000);
    for (size_t i = 0; i < RUNS; i++) {
        models[i] = rectangle(0.15 + 0.002 * (double)i, 0.7);
        shakings[i] = (talus_shaking){.motion = &motion, .scale = 0.5 + 0.03 * (double)i};
    }
    talus_planar_options options = talus_planar_options_default();
    cr_assert_eq(talus_planar_batch(RUNS, models, shakings, &options, 1, one, NULL), TALUS_OK);
    for (unsigned threads = 2; threads < 5; threads++) {
        memset(other, 0, sizeof other);
        cr_assert_eq(talus_planar_batch(RUNS, models, shakings, &options, threads, other, NULL),
                     TALUS_OK);
        for (size_t i = 0; i < RUNS; i++) {
            cr_expect_eq(one[i].theta, other[i].theta);
            cr_expect_eq(one[i].time, other[i].time);
            cr_expect_eq(one[i].impacts, other[i].impacts);
            cr_expect_eq(one[i].outcome, other[i].outcome);
        }
    }
    size_t moved = 0;
    for (size_t i = 0; i < RUNS; i++) {
        moved += one[i].impacts > 0;
    }
    cr_expect_gt(moved, RUNS / 3);
}

Test(planar_forced, ground_that_drops_away_is_refused)
{
    double zero[3] = {0.0, 0.0, 0.0}, drop[3] = {0.0, -10.0, 0.0};
    const talus_ground_motion motion = {0.01, 3, zero, drop};
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    const talus_planar_options options = talus_planar_options_default();
    talus_planar_result result;
    talus_error error = {0};
    cr_expect_eq(talus_planar_batch(1, &model, &shaking, &options, 1, &result, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_neq(strstr(error.message, "-10 m/s2 at 0.01 s"), NULL, "%s", error.message);
}

Test(planar_forced, shaking_beyond_the_range_of_the_series_is_refused)
{
    double hard[3] = {0.0, 1e300, 0.0};
    const talus_ground_motion motion = {0.01, 3, hard, NULL};
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_shaking shakings[] = {
        {.motion = &motion, .scale = 1.0},
        {.pulse = {TALUS_PULSE_SINE, 1e300, 5.0, 1.0, 0.0}, .scale = 1.0},
        {.pulse = {TALUS_PULSE_SINE, 5.0, 1e300, 1.0, 0.0}, .scale = 1.0}};
    const talus_planar_options options = talus_planar_options_default();
    talus_planar_result result;
    talus_error error = {0};
    for (size_t i = 0; i < 3; i++) {
        cr_expect_eq(talus_planar_run(&model, &shakings[i], &options, NULL, &result, &error),
                     TALUS_ERROR_ARGUMENT);
        cr_expect_neq(strstr(error.message, "1e+300"), NULL, "%s", error.message);
    }
}
