// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks with friction: which motion starts, sliding, rocking with slip.
#include "cases/blocks/sliding.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double g = 9.81;

Test(sliding, four_modes_start_by_friction_and_acceleration)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    static const struct {
        double mu, x;
        sliding_mode mode;
    } cases[] = {{0.25, 0.2, SLIDING_REST},      {0.25, 0.3, SLIDING_SLIDE},
                 {0.6, 0.3, SLIDING_REST},       {0.4, 0.6, SLIDING_ROCK},
                 {0.4, 0.7, SLIDING_SLIDE_ROCK}, {0.25, 0.25, SLIDING_REST},
                 {0.6, 1.0 / 3.0, SLIDING_REST}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const sliding_start s = sliding_start_of(&block, cases[i].mu, g, cases[i].x * g, 0.0);
        cr_expect_eq(s.mode, cases[i].mode, "mu %g, a/g %g: %s", cases[i].mu, cases[i].x,
                     sliding_mode_name(s.mode));
        // mirrored
        const sliding_start t = sliding_start_of(&block, cases[i].mu, g, -cases[i].x * g, 0.0);
        cr_expect_eq(t.mode, s.mode);
        cr_expect_eq(t.angular_acceleration, -s.angular_acceleration);
        cr_expect_eq(t.slip_acceleration, -s.slip_acceleration);
    }
}

Test(sliding, slide_rock_begins_at_the_limit_of_the_rectangle)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    const double limit = sliding_rock_limit(0.2, 0.6, 0.4);
    cr_expect_float_eq(limit, 0.6170212765957447, 1e-14);
    cr_expect_eq(sliding_start_of(&block, 0.4, g, (limit - 1e-9) * g, 0.0).mode, SLIDING_ROCK);
    cr_expect_eq(sliding_start_of(&block, 0.4, g, (limit + 1e-9) * g, 0.0).mode,
                 SLIDING_SLIDE_ROCK);
    cr_expect_float_eq(sliding_rock_never(0.2, 0.6), 13.0 / 9.0, 1e-14);
    cr_expect(isnan(sliding_rock_limit(0.2, 0.6, 1.5)));
    cr_expect_eq(sliding_start_of(&block, 1.5, g, 20.0 * g, 0.0).mode, SLIDING_ROCK);
}

Test(sliding, rectangle_pulse_slides_by_newmark)
{
    // V^2 / (2 mu g) (1 - mu g / A), V = A T, sticks at V / (mu g) [Newmark 1965]
    double values[2] = {5.886, 5.886};
    const talus_ground_motion motion = {0.3, 2, values, NULL};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    const sliding_slide s = sliding_slide_of(&shaking, g, 0.2, 0.0, 0.0);
    const double v = 5.886 * 0.3, brake = 0.2 * g;
    cr_assert_eq(s.event_count, 2);
    cr_expect_float_eq(s.events[1].time, v / brake, 1e-12);
    cr_expect_float_eq(s.displacement, -v * v / (2.0 * brake) * (1.0 - brake / 5.886), 1e-12);
    cr_expect_float_eq(s.peak_speed, (5.886 - brake) * 0.3, 1e-12);
    // to the other side
    const talus_shaking back = {.motion = &motion, .scale = -1.0};
    cr_expect_eq(sliding_slide_of(&back, g, 0.2, 0.0, 0.0).displacement, -s.displacement);
    // below the friction nothing slides
    const talus_shaking weak = {.motion = &motion, .scale = 0.3};
    cr_expect_eq(sliding_slide_of(&weak, g, 0.2, 0.0, 0.0).event_count, 0);
}

Test(sliding, integrals_of_pulses_are_those_of_their_samples)
{
    static const talus_pulse pulses[] = {{TALUS_PULSE_SINE, 3.0, 7.0, 1.5, 0.0},
                                         {TALUS_PULSE_COSINE, 3.0, 7.0, 1.25, 0.0},
                                         {TALUS_PULSE_RICKER, -2.0, 9.0, 1.0, 0.0},
                                         {TALUS_PULSE_TRAPEZOID, 2.5, 4.0, 1.5, 0.2}};
    for (size_t k = 0; k < sizeof pulses / sizeof pulses[0]; k++) {
        const talus_shaking shaking = {.pulse = pulses[k], .scale = 0.7};
        const double end = talus_pulse_duration(&pulses[k]) + 0.3;
        enum { STEPS = 20000 };
        double v = 0.0, d = 0.0;
        // midpoint rule in v, trapezoid in d
        for (int i = 0; i < STEPS; i++) {
            const double h = end / STEPS, t = (i + 0.5) * h;
            const double a = t < end - 0.3 ? 0.7 * talus_pulse_acceleration(&pulses[k], t) : 0.0;
            d += h * (v + 0.5 * h * a);
            v += h * a;
        }
        double found_v[2], found_d[2];
        shaking_integrals(&shaking, end, found_v, found_d);
        cr_expect_float_eq(found_v[0], v, 3e-4, "%zu: %g, %g", k, found_v[0], v);
        cr_expect_float_eq(found_d[0], d, 3e-4, "%zu: %g, %g", k, found_d[0], d);
        cr_expect_eq(found_v[1], 0.0);
    }
}

Test(sliding, high_friction_is_rocking_without_slip)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_SINE, 3.924, 6.821503922844119, 1.0, 0.0},
                                   .scale = 1.0};
    double times[4], speeds[4];
    talus_planar_history history = {.impact_room = 4, .impact_time = times, .impact_speed = speeds};
    talus_planar_options options = talus_planar_options_default();
    options.duration = 2.0;
    talus_planar_result planar;
    cr_assert_eq(talus_planar_run(&model, &shaking, &options, &history, &planar, NULL), TALUS_OK);
    sliding_run_result r;
    talus_error error = {0};
    cr_assert_eq(sliding_run(&block, 10.0, g, &shaking, 2.0, &r, &error), TALUS_OK, "%s",
                 error.message);
    size_t k = 0;
    for (size_t i = 0; i < r.event_count; i++) {
        cr_expect_neq(strncmp(r.events[i].name, "slip", 4), 0);
        if (strncmp(r.events[i].name, "impact", 6) == 0 && k < 3) {
            cr_expect_float_eq(r.events[i].time, times[k], 1e-9); /* measured 2e-12 s */
            k++;
        }
    }
    cr_expect_eq(k, 3);
    cr_expect_float_eq(r.pose[2], planar.theta, 1e-9);
}

Test(sliding, mirrored_shaking_of_a_mirrored_block_mirrors_the_motion)
{
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    block.b2 = 0.35;
    block.inertia = 0.16;
    const talus_rocking_block mirrored = talus_rocking_block_mirrored(&block);
    const talus_pulse pulse = {TALUS_PULSE_SINE, 8.829, 15.707963267948966, 0.5, 0.0};
    const talus_shaking there = {.pulse = pulse, .scale = 1.0},
                        back = {.pulse = pulse, .scale = -1.0};
    sliding_run_result r, s;
    cr_assert_eq(sliding_run(&block, 0.42, g, &there, 0.9, &r, NULL), TALUS_OK);
    cr_assert_eq(sliding_run(&mirrored, 0.42, g, &back, 0.9, &s, NULL), TALUS_OK);
    cr_expect_gt(r.event_count, 4);
    cr_expect_eq(r.event_count, s.event_count);
    cr_expect_float_eq(r.pose[0], -s.pose[0], 1e-12);
    cr_expect_float_eq(r.pose[2], -s.pose[2], 1e-12);
    cr_expect_float_eq(r.base_work, s.base_work, 1e-12);
}

Test(sliding, impact_with_the_generalised_law)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.1, 0.4);
    static const double plastic[2] = {0.0, 0.0};
    double v[3] = {0.4, -0.1, -1.0};
    unsigned closed = 0;
    cr_assert(sliding_impact(&block, 10.0, plastic, v, &closed));
    cr_expect_eq(closed, 2U);
    cr_expect_float_eq(v[2], -talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0), 1e-14);
    // A leaves faster than Housner's ratio says
    const double least[2] = {0.97 * 0.2, 0.0};
    double w[3] = {0.4, -0.1, -1.0};
    cr_assert(sliding_impact(&block, 0.3, least, w, &closed));
    cr_expect_eq(closed, 3U);
    cr_expect_float_eq(w[2], -0.97, 1e-14);
    // too wide to rock: both corners stay
    const talus_rocking_block stocky = talus_rocking_block_rectangle(1.0, 0.4, 0.2);
    double x[3] = {0.2, -0.4, -1.0};
    cr_assert(sliding_impact(&stocky, 10.0, plastic, x, &closed));
    cr_expect_eq(closed, 3U);
    cr_expect_float_eq(x[2], 0.0, 1e-14);
}

Test(sliding, flight_of_a_base_that_drops_away)
{
    const sliding_flight f = sliding_flight_of(15.696, 25.132741228718345, g);
    cr_expect_float_eq(f.lift_time, 0.026862630176034335, 1e-12);
    cr_expect_float_eq(f.land_time, 0.1795171335993372, 1e-12);
    cr_expect(isnan(sliding_flight_of(9.0, 25.0, g).lift_time));
}

Test(sliding, impossible_runs_are_refused)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.1, 0.4);
    sliding_run_result r;
    talus_error error = {0};
    cr_expect_eq(sliding_run(&block, 0.0, g, NULL, 1.0, &r, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(sliding_run(&block, 0.5, g, NULL, (double)NAN, &r, &error), TALUS_ERROR_ARGUMENT);
}
