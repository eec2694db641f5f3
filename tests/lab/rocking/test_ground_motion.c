// SPDX-License-Identifier: GPL-3.0-or-later
// Pulses and work on records.
#include "lab/rocking/ground_motion.h"

#include <criterion/criterion.h>
#include <math.h>

static talus_pulse pulse_of(talus_pulse_kind kind)
{
    return (talus_pulse){
        .kind = kind, .amplitude = 3.0, .frequency = 5.0, .cycles = 1.5, .rise = 0.2};
}

Test(pulses, values_follow_their_formulas)
{
    const talus_pulse sine = pulse_of(TALUS_PULSE_SINE), cosine = pulse_of(TALUS_PULSE_COSINE);
    const talus_pulse ricker = pulse_of(TALUS_PULSE_RICKER);
    const double period = 2.0 * TALUS_PI / 5.0;
    cr_expect_float_eq(talus_pulse_duration(&sine), 1.5 * period, 1e-15);
    cr_expect_float_eq(talus_pulse_duration(&ricker), 4.0 * period, 1e-15);
    for (double t = 0.01; t < 1.5 * period; t += 0.05) {
        cr_expect_float_eq(talus_pulse_acceleration(&sine, t), 3.0 * sin(5.0 * t), 1e-14);
        cr_expect_float_eq(talus_pulse_acceleration(&cosine, t), 3.0 * cos(5.0 * t), 1e-14);
        const double s = 2.5 * (t - 2.0 * period);
        cr_expect_float_eq(talus_pulse_acceleration(&ricker, t),
                           3.0 * (1.0 - 2.0 * s * s) * exp(-s * s), 1e-14);
    }
    cr_expect_eq(talus_pulse_acceleration(&sine, 1.51 * period), 0.0);
    cr_expect_eq(talus_pulse_acceleration(&sine, -0.1), 0.0);
    cr_expect_float_eq(talus_pulse_acceleration(&ricker, 2.0 * period), 3.0, 1e-14);
}

Test(pulses, trapezoid_has_three_half_waves_with_ramps)
{
    const talus_pulse trapezoid = pulse_of(TALUS_PULSE_TRAPEZOID);
    const double half = TALUS_PI / 5.0;
    static const double at[] = {0.0, 0.1, 0.5, 0.9, 1.1, 1.5, 2.5, 2.9, 3.5};
    static const double value[] = {0.0, 1.5, 3.0, 1.5, -1.5, -3.0, 3.0, 1.5, 0.0};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        cr_expect_float_eq(talus_pulse_acceleration(&trapezoid, at[i] * half), value[i], 1e-13,
                           "at %g half waves", at[i]);
    }
}

Test(pulses, sampled_full_sine_has_its_peaks)
{
    talus_pulse sine = pulse_of(TALUS_PULSE_SINE);
    sine.cycles = 1.0;
    talus_ground_motion motion;
    cr_assert_eq(ground_motion_from_pulse(&sine, 1e-3, &motion, NULL), TALUS_OK);
    double acceleration, velocity;
    ground_motion_peaks(&motion, &acceleration, &velocity);
    cr_expect_float_eq(acceleration, 3.0, 1e-4);
    cr_expect_float_eq(velocity, 2.0 * 3.0 / 5.0, 1e-5); // integral of a half wave: 2 a / w
    ground_motion_scale(&motion, 0.5);
    ground_motion_peaks(&motion, &acceleration, &velocity);
    cr_expect_float_eq(velocity, 0.6, 1e-5);
    ground_motion_clear(&motion);
    cr_expect_eq(ground_motion_from_pulse(&sine, 0.0, &motion, NULL), TALUS_ERROR_ARGUMENT);
}

Test(records, baseline_takes_out_polynomials_and_nothing_else)
{
    enum { COUNT = 501 };
    static double values[COUNT], up[COUNT];
    talus_ground_motion motion = {0.01, COUNT, values, up};
    for (int degree = 0; degree < 3; degree++) {
        for (size_t i = 0; i < COUNT; i++) {
            const double t = 0.01 * (double)i;
            values[i] = 2.0 + (degree > 0 ? 0.7 * t : 0.0) + (degree > 1 ? -0.3 * t * t : 0.0);
            up[i] = 0.0;
        }
        cr_assert_eq(ground_motion_baseline(&motion, degree, NULL), TALUS_OK);
        for (size_t i = 0; i < COUNT; i++) {
            cr_expect_float_eq(values[i], 0.0, 1e-13); /* measured 2e-14 */
        }
    }
    // what is left is orthogonal to 1, t and t^2
    double sums[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < COUNT; i++) {
        values[i] = sin(0.09 * (double)i) + 1.0;
    }
    cr_assert_eq(ground_motion_baseline(&motion, 2, NULL), TALUS_OK);
    for (size_t i = 0; i < COUNT; i++) {
        const double t = 0.01 * (double)i;
        sums[0] += values[i];
        sums[1] += values[i] * t;
        sums[2] += values[i] * t * t;
    }
    cr_expect_float_eq(sums[0], 0.0, 1e-10);
    cr_expect_float_eq(sums[1], 0.0, 1e-10);
    cr_expect_float_eq(sums[2], 0.0, 1e-9);
    cr_expect_eq(ground_motion_baseline(&motion, 3, NULL), TALUS_ERROR_ARGUMENT);
}

Test(records, both_components_turn_and_keep_their_resultant)
{
    talus_ground_motion x, y = {.count = 0};
    const talus_pulse sine = {TALUS_PULSE_SINE, 2.0, 10.0, 1.0, 0.0};
    cr_assert_eq(ground_motion_from_pulse(&sine, 0.01, &x, NULL), TALUS_OK);
    double before[2], after[2];
    ground_motion_peaks(&x, &before[0], &before[1]);
    cr_assert_eq(ground_motion_turn(&x, &y, TALUS_PI / 6.0, NULL), TALUS_OK);
    cr_assert_eq(y.count, x.count);
    for (size_t i = 0; i < x.count; i++) { // a motion along x is seen turned to the right
        cr_expect_float_eq(y.horizontal[i], -x.horizontal[i] / sqrt(3.0), 1e-14);
    }
    ground_motion_resultant_peaks(&x, &y, &after[0], &after[1]);
    cr_expect_float_eq(after[0], before[0], 1e-14);
    cr_expect_float_eq(after[1], before[1], 1e-14);
    cr_assert_eq(ground_motion_use_vertical(&x, &y, NULL), TALUS_OK);
    cr_expect(x.vertical != NULL && y.horizontal == NULL && y.count == 0);
    talus_ground_motion shorter = {0.01, 3, x.horizontal, NULL};
    cr_expect_eq(ground_motion_use_vertical(&x, &shorter, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(ground_motion_turn(&x, &shorter, 0.1, NULL), TALUS_ERROR_ARGUMENT);
    ground_motion_clear(&x);
}

Test(records, components_rotate)
{
    double x[3] = {1.0, 0.0, 2.0}, y[3] = {0.0, 1.0, -2.0}, longer[4] = {0.0};
    talus_ground_motion a = {0.01, 3, x, NULL};
    const talus_ground_motion b = {0.01, 3, y, NULL}, c = {0.01, 4, longer, NULL};
    cr_assert_eq(ground_motion_rotate(&a, &b, TALUS_PI / 6.0, NULL), TALUS_OK);
    cr_expect_float_eq(x[0], sqrt(3.0) / 2.0, 1e-15);
    cr_expect_float_eq(x[1], 0.5, 1e-15);
    cr_expect_float_eq(x[2], sqrt(3.0) - 1.0, 1e-15);
    cr_expect_eq(ground_motion_rotate(&a, &c, 0.0, NULL), TALUS_ERROR_ARGUMENT);
}
