// SPDX-License-Identifier: GPL-3.0-or-later
// The published comparison: cuboid 3 x 2 x 1 m of 1 kg, 0.01 s, 20 s [L21 section 5].
#include "lab/spin/spin.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const talus_vec3 cuboid = {5.0 / 12, 10.0 / 12, 13.0 / 12};
static const talus_vec3 about_major = {1e-3, 1e-3, 10};
static const talus_vec3 about_intermediate = {1e-3, 10, 1e-3};

static talus_spin_history run(talus_scheme scheme, talus_vec3 omega, double time_step,
                              double duration)
{
    const talus_spin_case one = {cuboid, omega, time_step, duration};
    talus_spin_history history;
    talus_error error = {0};
    cr_assert_eq(talus_spin_run(&one, scheme, &history, &error), TALUS_OK, "%s", error.message);
    return history;
}

typedef struct published {
    const char *scheme;
    talus_vec3 start, end;
    double tolerance; ///< rad/s; half a digit of the table, or of how the closed form was found
} published;

Test(spin, ends_where_the_published_comparison_ends)
{
    // a scheme that this build does not have is left out
    static const published rows[] = {
        {"explicit", {1e-3, 1e-3, 10}, {-16.12452, 0.00018, 0.00003}, 5.1e-6},
        {"midpoint", {1e-3, 1e-3, 10}, {7.2327e-4, 1.27900e-3, 10}, 2e-8},
        {"exact", {1e-3, 1e-3, 10}, {6.60848e-4, 1.323269e-3, 9.999999985}, 4e-9},
        {"explicit", {1e-3, 10, 1e-3}, {-14.14214, 0, 0}, 1e-5},
        {"midpoint", {1e-3, 10, 1e-3}, {-3.07921, 9.34655, 2.46534}, 5.1e-6},
        // the table's -3.03963, 9.36381, 2.43365 by quadruple Runge-Kutta; the start lies so near
        // the separatrix that round-off of 2000 steps grows to 1.2e-6
        {"exact", {1e-3, 10, 1e-3}, {-3.0396317083, 9.3638054997, 2.4336531423}, 3e-6},
    };
    size_t compared = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        talus_scheme scheme;
        if (!talus_scheme_from_name(rows[k].scheme, &scheme)) {
            continue;
        }
        talus_spin_history history = run(scheme, rows[k].start, 0.01, 20);
        const talus_vec3 end = history.samples[history.count - 1].omega;
        cr_expect_float_eq(end.x, rows[k].end.x, rows[k].tolerance, "row %zu: x %.8f", k, end.x);
        cr_expect_float_eq(end.y, rows[k].end.y, rows[k].tolerance, "row %zu: y %.8f", k, end.y);
        cr_expect_float_eq(end.z, rows[k].end.z, rows[k].tolerance, "row %zu: z %.8f", k, end.z);
        compared++;
        talus_spin_history_clear(&history);
    }
    cr_expect_geq(compared, 4);
}

Test(spin, explicit_leaves_the_major_axis_and_loses_spin_but_not_energy)
{
    talus_spin_history history = run(TALUS_SCHEME_EXPLICIT, about_major, 0.01, 20);
    const talus_vec3 end = history.samples[history.count - 1].omega;
    cr_expect_float_eq(end.x, -sqrt(13.0 / 5) * 10, 1e-5); // measured 4e-7 rad/s
    cr_expect_float_eq(history.left, 7.96, 1e-9);
    cr_expect_lt(history.energy_drift, 3e-13); // measured 1.6e-13
    cr_expect_float_eq(history.spin_drift, 0.380, 5e-4);
    cr_expect_gt(history.v_major_drift, 0.5, "V grows");
    cr_expect_eq(history.failures, 0);
    talus_spin_history_clear(&history);
    history = run(TALUS_SCHEME_EXPLICIT, about_intermediate, 0.01, 20);
    cr_expect_float_eq(history.spin_drift, 0.293, 5e-4);
    talus_spin_history_clear(&history);
}

Test(spin, midpoint_keeps_energy_spin_and_both_lyapunov_functions)
{
    static const talus_vec3 starts[] = {
        {1e-3, 1e-3, 10}, {1e-3, 10, 1e-3}, {10, 1e-3, 1e-3}, {4, -5, 3}};
    for (size_t k = 0; k < 4; k++) {
        talus_spin_history history = run(TALUS_SCHEME_MIDPOINT, starts[k], 0.01, 20);
        cr_expect_lt(history.energy_drift, 1e-14); // measured 4e-15
        cr_expect_lt(history.spin_drift, 1e-13);   // measured 2e-15
        cr_expect_lt(history.spin_turn, 1e-13);    // measured 4e-15
        // measured 4e-16 near an axis, 2e-14 far from all
        const double bound = k < 3 ? 2e-15 : 1e-13;
        cr_expect_lt(history.v_major_drift, bound, "start %zu: %g", k, history.v_major_drift);
        cr_expect_lt(history.v_minor_drift, bound, "start %zu: %g", k, history.v_minor_drift);
        talus_spin_history_clear(&history);
    }
}

Test(spin, midpoint_stays_at_the_major_axis)
{
    talus_spin_history history = run(TALUS_SCHEME_MIDPOINT, about_major, 0.01, 20);
    cr_expect_float_eq(history.d, 2.035e-4, 1e-7);
    cr_expect(isnan(history.left));
    cr_expect_eq(history.flips, 0);
    cr_expect_gt(history.samples[0].v_major, 0, "a Lyapunov function is positive");
    cr_expect_lt(history.v_major_drift, 4e-16); // measured 2e-22
    talus_spin_history_clear(&history);
}

Test(spin, flips_about_the_intermediate_axis_at_the_published_times)
{
    static const double first_after[] = {2.47, 6.94, 11.41, 15.89};
    static const double interpolated[] = {2.465, 6.937, 11.409, 15.881};
    talus_spin_history history = run(TALUS_SCHEME_MIDPOINT, about_intermediate, 0.01, 20);
    cr_assert_eq(history.flips, 4);
    for (size_t k = 0; k < 4; k++) {
        cr_expect_float_eq(history.flip[k], first_after[k], 1e-9);
        cr_expect_float_eq(history.crossing[k], interpolated[k], 5e-4);
    }
    talus_spin_history_clear(&history);
}

Test(spin, v_is_that_of_its_definition)
{
    talus_spin_history history = run(TALUS_SCHEME_EXPLICIT, about_major, 0.01, 9);
    const talus_spin_sample *s = &history.samples[history.count - 1];
    const double a = cuboid.x, b = cuboid.y, c = cuboid.z, rate = 10;
    // V = |Theta alpha - C Omega d|^2 + 2 C T - |Theta omega|^2 + (2 T - 2 T*)^2 / Omega^2
    const double x = a * s->omega.x - c * rate * s->d.x;
    const double y = b * s->omega.y - c * rate * s->d.y;
    const double z = c * (s->omega.z - rate) - c * rate * s->d.z;
    const double energy2 =
        a * s->omega.x * s->omega.x + b * s->omega.y * s->omega.y + c * s->omega.z * s->omega.z;
    const double spin2 = a * a * s->omega.x * s->omega.x + b * b * s->omega.y * s->omega.y +
                         c * c * s->omega.z * s->omega.z;
    const double excess = energy2 - c * rate * rate;
    const double common = x * x + y * y + z * z + excess * excess / (rate * rate);
    cr_expect_gt(s->v_major, 1, "far from the axis by then");
    cr_expect_float_eq(s->v_major, common + c * energy2 - spin2, 1e-11);
    cr_expect_float_eq(s->v_minor, common - c * energy2 + spin2, 1e-11);
    talus_spin_history_clear(&history);
}

Test(spin, long_runs_keep_bounded_samples_with_first_and_last)
{
    talus_spin_history history = run(TALUS_SCHEME_EXPLICIT, about_major, 1e-4, 10.00003);
    cr_expect_eq(history.steps, 100000);
    cr_expect_leq(history.count, TALUS_SPIN_SAMPLES_MOST + 1);
    cr_expect_eq(history.samples[0].time, 0);
    cr_expect_float_eq(history.samples[history.count - 1].time, 10, 1e-9);
    talus_spin_history_clear(&history);
}

Test(spin, of_every_scheme_is_near_the_body_for_a_small_step)
{
    // half a turn: enough to see a scheme of first order, too short for any instability
    const talus_vec3 start = {3, 4, 5};
    talus_spin_history fine = run(TALUS_SCHEME_MIDPOINT, start, 1e-5, 0.4);
    const talus_vec3 wanted = fine.samples[fine.count - 1].omega;
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        talus_spin_history history = run((talus_scheme)k, start, 1e-4, 0.4);
        const talus_vec3 end = history.samples[history.count - 1].omega;
        // measured: explicit 5e-3, midpoint 7e-7 rad/s
        cr_expect_float_eq(end.x, wanted.x, 0.02, "%s", talus_scheme_name((talus_scheme)k));
        cr_expect_float_eq(end.y, wanted.y, 0.02, "%s", talus_scheme_name((talus_scheme)k));
        cr_expect_float_eq(end.z, wanted.z, 0.02, "%s", talus_scheme_name((talus_scheme)k));
        talus_spin_history_clear(&history);
    }
    talus_spin_history_clear(&fine);
}

Test(spin, ranks_of_axes)
{
    cr_expect_eq(spin_rank_of(cuboid, 0), TALUS_SPIN_MINOR);
    cr_expect_eq(spin_rank_of(cuboid, 1), TALUS_SPIN_INTERMEDIATE);
    cr_expect_eq(spin_rank_of(cuboid, 2), TALUS_SPIN_MAJOR);
    const talus_vec3 wheel = {1, 1, 1.6};
    cr_expect_eq(spin_rank_of(wheel, 0), TALUS_SPIN_PAIR);
    cr_expect_eq(spin_rank_of(wheel, 2), TALUS_SPIN_MAJOR);
}

typedef struct refusal {
    talus_spin_case one;
    const char *word;
} refusal;

Test(spin, refuses_what_is_no_study)
{
    static const refusal refusals[] = {
        {{{-1, 1, 1}, {0, 0, 1}, 0.01, 1}, "moments of inertia -1"},
        {{{0, 1, 1}, {0, 0, 1}, 0.01, 1}, "above 0"},
        {{{(double)NAN, 1, 1}, {0, 0, 1}, 0.01, 1}, "moments"},
        {{{1, 1, 3}, {0, 0, 1}, 0.01, 1}, "no body"},
        {{{1, 1, 1}, {0, 0, 0}, 0.01, 1}, "not all 0"},
        {{{1, 1, 1}, {0, (double)INFINITY, 0}, 0.01, 1}, "angular velocity"},
        {{{1, 1, 1}, {0, 0, 1}, 0, 1}, "a time step of 0 s"},
        {{{1, 1, 1}, {0, 0, 1}, -1, 1}, "a time step of -1 s"},
        {{{1, 1, 1}, {0, 0, 1}, 0.01, 0}, "at least one step"},
        {{{1, 1, 1}, {0, 0, 1}, 1e-9, 1}, "1e+09 steps, at most 1e+08"},
    };
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
        talus_spin_history history;
        talus_error error = {0};
        cr_expect_eq(talus_spin_run(&refusals[k].one, TALUS_SCHEME_EXPLICIT, &history, &error),
                     TALUS_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(error.message, refusals[k].word), "%zu: %s", k, error.message);
        cr_expect_null(history.samples);
    }
}
