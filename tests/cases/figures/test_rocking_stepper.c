// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block against impact laws and event-driven motion.
#include "cases/figures/rocking_stepper.h"

#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static rocking_stepper_impact impact_of(double aspect, double mu, double epsilon_n, double en21)
{
    rocking_stepper_impact impact = {
        .aspect = aspect, .mu = mu, .epsilon_n = epsilon_n, .en21 = en21};
    talus_error error = {0};
    cr_assert_eq(rocking_stepper_impact_make(&impact, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(impact.unsolved, 0);
    return impact;
}

/// The slender block at one step.
static rocking_bench_options slender(double time_step)
{
    rocking_bench_options options = rocking_bench_options_default(0.1, 0.07, 0.4);
    options.time_step = time_step;
    return options;
}

#define HALF_ALPHA (0.5 * 0.24497866312686414) ///< rad, of it

static rocking_stepper_run run_of(const rocking_bench_options *options, rocking_start start,
                                  double duration)
{
    rocking_stepper_run run;
    talus_error error = {0};
    cr_assert_eq(rocking_stepper_run_make(options, start, duration, &run, &error), TALUS_OK, "%s",
                 error.message);
    return run;
}

Test(rocking_stepper, plastic_impact_is_housner_or_slips_or_stops)
{
    static const double aspects[] = {
        0.3, 0.5, 0.70710678118654757, 0.72, 1.0, 1.4, 1.41421356237, 1.43, 2.0, 6.0};
    static const double frictions[] = {ROCKING_STICKING_MU, 0.5, 0.2, 0.0};
    for (size_t k = 0; k < sizeof frictions / sizeof frictions[0]; k++) {
        for (size_t i = 0; i < sizeof aspects / sizeof aspects[0]; i++) {
            const rocking_stepper_impact one = impact_of(aspects[i], frictions[k], 0.0, 0.0);
            /* measured 7e-10, from the angle of 5e-10 at which B hits */
            cr_expect_float_eq(one.ratio, one.expected, 2e-9, "h/b %g mu %g", one.aspect, one.mu);
            cr_expect_float_eq(one.ratio, one.law, 2e-9, "h/b %g mu %g", one.aspect, one.mu);
            cr_expect_leq(one.energy, 1.0);
            cr_expect_geq(one.lift, -1e-9);
        }
    }
}

Test(rocking_stepper, critical_aspects_are_where_the_block_begins_to_rock)
{
    // 1/sqrt2 sticking, sqrt2 without friction; measured slopes 1.0 and 0.47 of the ratio
    cr_expect_lt(impact_of(0.7071 - 1e-3, ROCKING_STICKING_MU, 0.0, 0.0).ratio, 1e-9);
    cr_expect_gt(impact_of(0.7071 + 1e-3, ROCKING_STICKING_MU, 0.0, 0.0).ratio, 8e-4);
    cr_expect_lt(impact_of(1.4142 - 1e-3, 0.0, 0.0, 0.0).ratio, 1e-9);
    cr_expect_gt(impact_of(1.4142 + 1e-3, 0.0, 0.0, 0.0).ratio, 4e-4);
    // the resultant stays inside the base while A is pressed
    cr_expect_lt(impact_of(0.5, ROCKING_STICKING_MU, 0.0, 0.0).place, 0.7);
    cr_expect_float_eq(impact_of(2.0, ROCKING_STICKING_MU, 0.0, 0.0).place, 1.0, 1e-9);
}

Test(rocking_stepper, generalised_law_gives_its_entry)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.1, 0.4);
    for (int i = 0; i <= 8; i++) {
        const rocking_stepper_impact one =
            impact_of(4.0, ROCKING_STICKING_MU, 0.0, 0.92 + 0.01 * i);
        cr_expect_float_eq(one.ratio, one.en21, 2e-9); /* measured 7.4e-10 */
        cr_expect_float_eq(one.place, talus_rocking_lambda(&block, one.en21), 2e-8);
        cr_expect_float_eq(one.energy, one.en21 * one.en21, 4e-9);
    }
    // below Housner's ratio A leaves faster than the law asks: it has no say
    cr_expect_float_eq(impact_of(4.0, ROCKING_STICKING_MU, 0.0, 0.5).ratio, 31.0 / 34.0, 2e-9);
    // a stocky block that a plastic impact would stop rocks on
    cr_expect_float_eq(impact_of(0.5, ROCKING_STICKING_MU, 0.0, 0.3).ratio, 0.3, 2e-9);
}

Test(rocking_stepper, restitution_is_lipscombes_and_half_rocking)
{
    for (int i = 1; i <= 10; i++) {
        const double e = 0.1 * i;
        const rocking_stepper_impact one = impact_of(4.0, ROCKING_STICKING_MU, e, 0.0);
        cr_expect_float_eq(one.ratio, one.expected, 2e-9); /* measured 3.5e-10 */
        cr_expect_float_eq(one.ratio, one.law, 2e-9);
        const rocking_stepper_impact stocky = impact_of(0.5, ROCKING_STICKING_MU, e, 0.0);
        cr_expect_float_eq(stocky.ratio, -e, 2e-9);
        cr_expect_float_eq(stocky.ratio, stocky.law, 2e-9);
    }
}

Test(rocking_stepper, friction_from_which_corners_stick)
{
    static const double pairs[][2] = {{1.0, 0.0}, {4.0, 0.0}, {0.5, 0.5}, {4.0, 0.95}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        rocking_stepper_threshold one = {.aspect = pairs[i][0], .en21 = pairs[i][1]};
        cr_assert_eq(rocking_stepper_threshold_make(&one, NULL), TALUS_OK);
        cr_expect_float_eq(one.found, one.expected, 5e-7); /* measured 1.4e-7: slip of 1e-7 */
    }
}

Test(rocking_stepper, diagonal_law_as_an_equation_cannot_rock)
{
    for (int i = 0; i < 10; i++) {
        rocking_stepper_equation one = {.aspect = 0.4 + 0.4 * i};
        cr_assert_eq(rocking_stepper_equation_make(&one, NULL), TALUS_OK);
        cr_expect_float_eq(one.ratio, 0.0, 1e-12);
        cr_expect_eq(one.admissible, one.aspect < 0.70710678);
        // what would have to pull is what lifts A in the step
        const double a2 = one.aspect * one.aspect;
        cr_expect_float_eq(one.pull, (2.0 * a2 - 1.0) / (2.0 * a2 + 2.0), 1e-12);
    }
}

Test(rocking_stepper, free_rocking_converges_to_event_driven_motion)
{
    enum { STEPS = 3, IMPACTS = 4 };
    double errors[STEPS];
    rocking_reference reference;
    const rocking_bench_options first = slender(2e-3);
    cr_assert_eq(rocking_reference_sticking(&first, 31.0 / 34.0, HALF_ALPHA, 8.0, &reference, NULL),
                 TALUS_OK);
    for (size_t k = 0; k < STEPS; k++) {
        const rocking_bench_options options = slender(2e-3 / (double)(1U << 2 * k));
        rocking_stepper_run run = run_of(&options, (rocking_start){HALF_ALPHA, 0.0}, 2.0);
        cr_assert_geq(run.hit_count, IMPACTS);
        errors[k] = 0.0;
        for (size_t i = 0; i < IMPACTS; i++) {
            const rocking_hit *hit = &run.hits[i];
            errors[k] = fmax(errors[k], fabs(hit->time - reference.time[i]));
            cr_expect_eq(hit->arriving, i % 2 == 0 ? 3U : 12U);
            // the step of the impact brakes by p^2 sin(alpha) dt, 4.3 rad/s^2
            cr_expect_float_eq(hit->w_plus.y / hit->w_minus.y, 31.0 / 34.0,
                               7.0 * options.time_step); /* measured 6.2 dt at the fourth */
            cr_expect_float_eq(hit->lambda, 1.0, 1e-9);
            cr_expect_lt(hit->energy_plus, hit->energy_minus);
        }
        cr_expect_eq(run.unsolved, 0);
        cr_expect_lt(run.worst_ledger, 1e-12);               /* measured 2e-14 J */
        cr_expect_lt(run.deepest, 0.25 * options.time_step); /* measured 0.2 m/s dt */
        rocking_stepper_run_clear(&run);
    }
    /* measured 18, 1.4, 0.4 ms: first order, with the chance of the grid in it */
    cr_expect_lt(errors[STEPS - 1], 2e-3);
    cr_expect_gt(errors[0], 4.0 * errors[STEPS - 1]);
}

Test(rocking_stepper, without_friction_the_block_slides_as_the_energy_integral_says)
{
    rocking_bench_options options = slender(2.5e-4);
    rocking_reference reference;
    options.mu = 0.0;
    rocking_reference_sliding(&options, HALF_ALPHA, 4, &reference);
    cr_assert_eq(reference.count, 4);
    cr_expect_float_eq(reference.ratio, 0.7, 1e-15);
    rocking_stepper_run run = run_of(&options, (rocking_start){HALF_ALPHA, 0.0}, 1.0);
    cr_assert_geq(run.hit_count, 4);
    for (size_t i = 0; i < 4; i++) {
        cr_expect_float_eq(run.hits[i].time, reference.time[i], 1.5e-3); /* measured 0.6 ms */
        cr_expect_float_eq(fabs(run.hits[i].w_minus.y) / reference.speed[i], 1.0, 0.03);
    }
    rocking_stepper_run_clear(&run);
}

Test(rocking_stepper, sliding_reference_falls_with_the_inertia_of_its_vertical)
{
    rocking_bench_options options = rocking_bench_options_default(0.1, 0.1, 0.2);
    rocking_reference sliding, sticking;
    rocking_reference_sliding(&options, 1e-3, 1, &sliding);
    cr_assert_eq(rocking_reference_sticking(&options, 0.7, 1e-3, 1.0, &sticking, NULL), TALUS_OK);
    // at small angles the torque is m g b: times as the roots of I + m b^2 and I + m (b^2 + h^2)
    cr_expect_float_eq(sliding.time[0] / sticking.time[0], sqrt(0.4), 5e-4); /* measured 2e-4 */
    options.h = 0.1;
    rocking_reference_sliding(&options, 0.3, 1, &sliding);
    cr_expect_eq(sliding.count, 0, "r < 0 does not rock");
}

Test(rocking_stepper, stocky_block_stops_at_the_first_impact)
{
    rocking_stepper_options options = rocking_stepper_options_default();
    rocking_shape shape = {.aspect = 0.5};
    cr_assert_eq(rocking_shape_make(&options, &shape, NULL), TALUS_OK);
    cr_expect_float_eq(shape.ratio, 0.0, 1e-9);
    cr_expect_float_eq(shape.rest, shape.expected_rest, 5e-3); /* measured 3.1 ms: falls back */
    cr_expect_lt(shape.rest_tilt, 2e-3);                       /* measured 1.3e-3 rad */
}

Test(rocking_stepper, bounces_follow_the_collisions_of_one_corner)
{
    const rocking_stepper_options options = rocking_stepper_options_default();
    rocking_bouncing one = {.e = 0.9};
    cr_assert_eq(rocking_bouncing_make(&options, &one, NULL), TALUS_OK);
    cr_expect(!one.a_lands);
    cr_expect_eq(one.plastic, 0);
    cr_expect_float_eq(one.ratio, one.expected_ratio, 2e-3); /* measured 1.05e-3 */
    cr_assert_gt(one.hits_of_b, 15);
    for (size_t i = 0; i < 15; i++) {
        cr_expect_eq(one.found.corners[i], one.expected.corners[i]);
        cr_expect_float_eq(one.found.time[i], one.expected.time[i], 1e-3); /* measured 0.5 ms */
    }
    cr_expect_float_eq(one.landing, one.expected_landing, 3e-3); /* measured 1.3 ms */
    const double order = rocking_stepper_order(one.error, ROCKING_STEPS);
    cr_expect(order > 0.8 && order < 1.4, "order %g", order); /* measured 1.11 */
}

Test(rocking_stepper, vertex_rocking_has_the_corners_of_the_edge_map_with_lambda_1)
{
    const rocking_bench_options options = slender(2.5e-4);
    const rocking_start start = {HALF_ALPHA, 0.6 * HALF_ALPHA};
    rocking_spatial_reference reference;
    cr_assert_eq(rocking_reference_spatial(&options, start, 1.5, &reference, NULL), TALUS_OK);
    rocking_stepper_run run = run_of(&options, start, 1.5);
    cr_assert_eq(run.hit_count, reference.count);
    cr_expect_eq(run.hit_count, 7);
    for (size_t i = 0; i < run.hit_count; i++) {
        cr_expect_eq(run.hits[i].arriving, reference.corner[i]);
        /* measured 0.2 ms at the fourth, 3.4 ms at the seventh */
        cr_expect_float_eq(run.hits[i].time, reference.time[i], i < 4 ? 1e-3 : 5e-3);
        cr_expect_float_eq(run.hits[i].lambda, 1.0, 1e-9);
        cr_expect_lt(fabs(run.hits[i].tau), 1e-12);
        cr_expect_lt(run.hits[i].energy_plus, run.hits[i].energy_minus);
    }
    const double opmf = run.peaks.x / run.peaks.y;
    /* measured 0.5303 and 0.5295 */
    cr_expect_float_eq(opmf, reference.peaks.x / reference.peaks.y, 3e-3);
    rocking_stepper_run_clear(&run);
}

Test(rocking_stepper, release_about_an_edge_stays_in_its_plane)
{
    const rocking_bench_options options = slender(1e-3);
    rocking_stepper_run run = run_of(&options, (rocking_start){HALF_ALPHA, 0.0}, 3.0);
    cr_assert_gt(run.hit_count, 5);
    for (size_t i = 0; i < run.hit_count; i++) {
        cr_expect_lt(fabs(run.hits[i].w_plus.x), 1e-9);
        cr_expect_lt(fabs(run.hits[i].w_plus.z), 1e-9);
    }
    rocking_stepper_run_clear(&run);
}

Test(rocking_stepper, percussions_of_the_corners_are_those_of_the_step)
{
    rocking_bench bench;
    rocking_bench_options options = slender(1e-3);
    cr_assert_eq(rocking_bench_init(&bench, &options, NULL), TALUS_OK);
    talus_state state = rocking_bench_pivoting(&bench, 2e-4, -0.8);
    state.r.z -= 1e-6;
    const talus_vec3 before = state.v;
    rocking_bench_step step;
    rocking_bench_take(&bench, &state, &step);
    double x = 0.0, z = 0.0;
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        cr_expect(step.closed[i]);
        x += step.percussion[i].x;
        z += step.percussion[i].z;
    }
    cr_expect_float_eq(x, step.report.impulse.x, 1e-12);
    cr_expect_float_eq(z, step.report.impulse.z, 1e-12);
    cr_expect_float_eq(bench.mass * (state.v.x - before.x), x, 1e-12);
    cr_expect_float_eq(bench.mass * (state.v.z - before.z + 9.81e-3), z, 1e-12);
    rocking_bench_clear(&bench);
}

Test(rocking_stepper, law_without_rebound_is_the_plain_step)
{
    // en21 below Housner's ratio: the same motion but for round-off of the solver
    rocking_bench_options options = slender(1e-3);
    rocking_stepper_run plain = run_of(&options, (rocking_start){HALF_ALPHA, 0.0}, 1.5);
    options.en21 = 0.5;
    rocking_stepper_run law = run_of(&options, (rocking_start){HALF_ALPHA, 0.0}, 1.5);
    cr_assert_eq(plain.hit_count, law.hit_count);
    for (size_t i = 0; i < plain.hit_count; i++) {
        cr_expect_float_eq(plain.hits[i].time, law.hits[i].time, 1e-8);
        cr_expect_float_eq(plain.hits[i].w_plus.y, law.hits[i].w_plus.y, 1e-8);
    }
    rocking_stepper_run_clear(&plain);
    rocking_stepper_run_clear(&law);
}

Test(rocking_stepper, what_cannot_be_is_refused)
{
    rocking_stepper study;
    talus_error error = {0};
    rocking_stepper_options options = rocking_stepper_options_default();
    options.height = 0.2;
    cr_expect_eq(rocking_stepper_make(&options, &study, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(error.status, TALUS_ERROR_ARGUMENT);
    options = rocking_stepper_options_default();
    options.release = 0.8;
    cr_expect_eq(rocking_stepper_make(&options, &study, &error), TALUS_ERROR_ARGUMENT);
    rocking_bench bench;
    rocking_bench_options one = slender(1e-3);
    one.en21 = 1.1;
    cr_expect_eq(rocking_bench_init(&bench, &one, &error), TALUS_ERROR_ARGUMENT);
    rocking_bench_clear(&bench);
}

// --- Shaken base ---

/// Rms over five starts shifted by dt/5 of the errors of the first impact times (s).
static void impact_errors(double amplitude, double frequency, double dt, double rms[3])
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_SINE, amplitude, frequency, 1.0, 0.0},
                                   .scale = 1.0};
    double times[3], speeds[3];
    talus_planar_history history = {.impact_room = 3, .impact_time = times, .impact_speed = speeds};
    talus_planar_options planar = talus_planar_options_default();
    planar.duration = 3.0;
    talus_planar_result result;
    cr_assert_eq(talus_planar_run(&model, &shaking, &planar, &history, &result, NULL), TALUS_OK);
    rms[0] = rms[1] = rms[2] = 0.0;
    for (int shift = 0; shift < 5; shift++) {
        rocking_bench_options options = rocking_bench_options_default(0.2, 0.2, 0.6);
        options.time_step = dt;
        options.shaking = &shaking;
        options.start = -0.2 * shift * dt;
        rocking_bench bench;
        cr_assert_eq(rocking_bench_init(&bench, &options, NULL), TALUS_OK);
        talus_state state = {.r = {0.0, 0.0, 0.6}, .p = {1.0, 0.0, 0.0, 0.0}};
        rocking_bench_step step;
        size_t found = 0;
        double side = 0.0, crossed = 0.0;
        for (int k = 0; found < 3 && k * dt < 3.0; k++) {
            rocking_bench_take(&bench, &state, &step);
            const double theta = rocking_bench_theta(&state);
            crossed = theta * side > 0.0 ? (k + 1) * dt : crossed;
            // the block has gone over once it leans well to the other side
            if (fabs(theta) > 1e-3 && theta * side <= 0.0) {
                const double error = crossed + options.start - times[found];
                rms[found] += side != 0.0 ? 0.2 * error * error : 0.0;
                found += side != 0.0;
                side = theta;
            }
        }
        cr_assert_eq(found, 3);
        cr_expect_lt(bench.worst_ledger, 1e-12, "%g J", bench.worst_ledger);
        rocking_bench_clear(&bench);
    }
    for (int i = 0; i < 3; i++) {
        rms[i] = sqrt(rms[i]);
    }
}

Test(rocking_stepper, shaken_block_impacts_as_the_event_driven_model_says)
{
    // one sine cycle, 1.2 g tan(alpha) at 2 p and 5.1 g tan(alpha) at 4 p
    static const double cases[2][2] = {{3.924, 6.821503922844119}, {16.677, 13.643007845688238}};
    for (int i = 0; i < 2; i++) {
        double coarse[3], fine[3];
        impact_errors(cases[i][0], cases[i][1], 1e-3, coarse);
        impact_errors(cases[i][0], cases[i][1], 2.5e-4, fine);
        /* measured 0.31 ms; 7.9 ms near the critical amplitude, where it shows that percussions
           turn the block one step late */
        cr_expect_lt(coarse[0], i == 0 ? 5e-4 : 1e-2, "%g", coarse[0]);
        // first order: a quarter of the step has a quarter of the error
        for (int k = 1; k < 3; k++) {
            const double order = log(coarse[k] / fine[k]) / log(4.0);
            cr_expect(order > 0.7 && order < 1.3, "impact %d: %g and %g s", k + 1, coarse[k],
                      fine[k]);
        }
    }
}

Test(rocking_stepper, shaken_block_slides_by_newmark)
{
    // wide block, mu 0.2: V^2/(2 mu g)(1 - mu g/A)
    double values[2] = {5.886, 5.886};
    const talus_ground_motion motion = {0.3, 2, values, NULL};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options options = rocking_bench_options_default(0.5, 0.5, 0.5);
        options.mu = 0.2;
        options.scheme = (talus_scheme)scheme;
        options.shaking = &shaking;
        rocking_bench bench;
        cr_assert_eq(rocking_bench_init(&bench, &options, NULL), TALUS_OK);
        talus_state state = {.r = {0.0, 0.0, 0.5}, .p = {1.0, 0.0, 0.0, 0.0}};
        rocking_bench_step step;
        for (int k = 0; k < 1200; k++) {
            rocking_bench_take(&bench, &state, &step);
        }
        cr_expect_float_eq(state.r.x / -0.52974, 1.0, 2e-3, "%s: %.9g",
                           talus_scheme_name((talus_scheme)scheme), state.r.x);
        cr_expect_lt(vec3_norm(state.v), 1e-12);
        cr_expect_lt(bench.worst_ledger, 1e-12 * bench.mass);
        rocking_bench_clear(&bench);
    }
}

Test(rocking_stepper, a_base_that_never_accelerates_changes_no_bit)
{
    const talus_shaking none = {.pulse = {TALUS_PULSE_SINE, 0.0, 6.0, 1.0, 0.0}, .scale = 1.0};
    talus_state states[2];
    for (int i = 0; i < 2; i++) {
        rocking_bench_options options = rocking_bench_options_default(0.1, 0.1, 0.4);
        options.shaking = i == 0 ? NULL : &none;
        rocking_bench bench;
        cr_assert_eq(rocking_bench_init(&bench, &options, NULL), TALUS_OK);
        states[i] = rocking_bench_pivoting(&bench, 0.1, 0.0);
        rocking_bench_step step;
        for (int k = 0; k < 800; k++) {
            rocking_bench_take(&bench, &states[i], &step);
        }
        rocking_bench_clear(&bench);
    }
    cr_expect_eq(memcmp(&states[0], &states[1], sizeof states[0]), 0);
}

Test(rocking_stepper, safe_window_of_the_sine_at_2p)
{
    // amplitudes over g tan(alpha): falls, stands, falls [docs/rocking.md 4.2]
    static const struct {
        double amplitude;
        bool falls;
    } cases[3] = {{2.29, true}, {2.35, false}, {2.37, true}};
    for (int i = 0; i < 3; i++) {
        const talus_shaking shaking = {
            .pulse = {TALUS_PULSE_SINE, 3.27, 6.821503922844119, 1.0, 0.0},
            .scale = cases[i].amplitude};
        rocking_bench_options options = rocking_bench_options_default(0.2, 0.2, 0.6);
        options.time_step = 5e-4;
        options.shaking = &shaking;
        rocking_bench bench;
        cr_assert_eq(rocking_bench_init(&bench, &options, NULL), TALUS_OK);
        talus_state state = {.r = {0.0, 0.0, 0.6}, .p = {1.0, 0.0, 0.0, 0.0}};
        rocking_bench_step step;
        double peak = 0.0;
        for (int k = 0; k < 12000 && peak < 1.2; k++) {
            rocking_bench_take(&bench, &state, &step);
            peak = fmax(peak, fabs(rocking_bench_theta(&state)));
        }
        cr_expect_eq(peak >= 1.2, cases[i].falls, "%g: %g rad", cases[i].amplitude, peak);
        if (!cases[i].falls) {
            cr_expect_float_eq(peak, 0.51622, 1e-3, "%g", peak);
        }
        rocking_bench_clear(&bench);
    }
}
