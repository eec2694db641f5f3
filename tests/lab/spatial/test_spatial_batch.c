// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of spatial runs; the work that runs of batches take, in steps.
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 1001, RUNS = 40 };
static double values[2][SAMPLES], up[SAMPLES];

/// Noise of a record: 20 s, each value within +-4 m/s2.
static talus_ground_motion rough_motion(int component)
{
    talus_random random = {.seed = 11, .stream = (uint64_t)component};
    for (size_t i = 0; i < SAMPLES; i++) {
        values[component][i] = 8.0 * talus_random_uniform(&random) - 4.0;
        up[i] = 2.0 * talus_random_uniform(&random) - 1.0;
    }
    return (talus_ground_motion){0.02, SAMPLES, values[component], component ? NULL : up};
}

static talus_ground_motion motions[2];
static talus_spatial_block block;
static talus_spatial_case cases[RUNS];

/// Shaken blocks, and every fifth one released on a still base.
static void fill(void)
{
    motions[0] = rough_motion(0);
    motions[1] = rough_motion(1);
    block = talus_spatial_cuboid(1.0, 0.15, 0.2, 0.6);
    talus_random random = {.seed = 3};
    for (size_t i = 0; i < RUNS; i++) {
        const double scale = 0.5 + 0.01 * (double)i;
        cases[i] = (talus_spatial_case){
            .block = &block,
            .law = talus_spatial_law_uniform(0.9, talus_random_uniform(&random) - 0.5, 0.8),
            .shaking = {.x = {.motion = &motions[0], .scale = scale},
                        .y = {.motion = &motions[1], .scale = scale}},
            .begin = talus_spatial_release(&block, 1, 0.0)};
        if (i % 5 == 0) {
            cases[i].shaking = (talus_spatial_shaking){.x = {.scale = 0.0}};
            cases[i].begin = talus_spatial_release(&block, 1, 0.1);
        }
    }
}

Test(spatial_batch, the_same_bits_for_any_threads)
{
    static talus_spatial_result one[RUNS], other[RUNS];
    fill();
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 8.0;
    cr_assert_eq(talus_spatial_batch(RUNS, cases, &options, 1, one, NULL), TALUS_OK);
    for (unsigned threads = 2; threads < 5; threads++) {
        memset(other, 0, sizeof other);
        cr_assert_eq(talus_spatial_batch(RUNS, cases, &options, threads, other, NULL), TALUS_OK);
        for (size_t i = 0; i < RUNS; i++) {
            cr_expect_eq(one[i].state.time, other[i].state.time);
            cr_expect_eq(one[i].state.attitude.w, other[i].state.attitude.w);
            cr_expect_eq(one[i].state.w.x, other[i].state.w.x);
            cr_expect_eq(one[i].summary.steps, other[i].summary.steps);
            cr_expect_eq(one[i].summary.end, other[i].summary.end);
            cr_expect_eq(one[i].summary.largest_tilt, other[i].summary.largest_tilt);
        }
    }
    size_t rocked = 0;
    for (size_t i = 0; i < RUNS; i++) {
        rocked += one[i].summary.edge_impacts > 0;
        cr_expect(one[i].summary.least_height > -1e-11, "%g", one[i].summary.least_height);
        /* measured -2e-15 m */
        cr_expect(i % 5 != 0 || one[i].summary.energy_end < one[i].summary.energy_begin);
    }
    cr_expect_gt(rocked, RUNS / 2);
}

Test(spatial_batch, the_first_run_that_is_refused_is_told)
{
    static talus_spatial_result results[RUNS];
    static double drop[3] = {0.0, -10.0, 0.0}, zero[3] = {0.0, 0.0, 0.0};
    const talus_ground_motion falls = {0.01, 3, zero, drop};
    fill();
    cases[21].begin.pivot = 7;
    cases[17].shaking.y.motion = &falls;
    cases[17].shaking.y.scale = 1.0;
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 0.5;
    talus_error error = {0};
    cr_assert_eq(talus_spatial_batch(RUNS, cases, &options, 2, results, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_neq(strstr(error.message, "-10 m/s2 at 0.01 s"), NULL, "%s", error.message);
}

Test(spatial_batch, impossible_starts_are_refused)
{
    fill();
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
}

static double steepest;

static void keep_tilt(void *user, const talus_spatial_state *state)
{
    (void)user;
    const talus_vec3 axis = talus_quat_rotate(state->attitude, vec3(0.0, 0.0, 1.0));
    steepest = fmax(steepest, atan2(hypot(axis.x, axis.y), axis.z));
}

Test(spatial_batch, largest_tilt_is_that_of_the_samples)
{
    fill();
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 6.0;
    options.sample_interval = 2e-4;
    options.on_sample = keep_tilt;
    options.shaking = &cases[36].shaking;
    talus_spatial_state state = cases[36].begin;
    talus_spatial_summary s;
    cr_assert(talus_spatial_run(&block, &cases[36].law, &options, &state, &s, NULL) == TALUS_OK);
    cr_expect(s.largest_tilt >= steepest && s.largest_tilt < steepest * (1.0 + 1e-5), "%g",
              s.largest_tilt / steepest - 1.0); /* measured 2e-7 */
    cr_expect(steepest > 0.05 && s.end != TALUS_SPATIAL_OVERTURNED);
}

Test(spatial_batch, forced_runs_take_few_steps)
{
    static talus_spatial_result results[RUNS];
    fill();
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = 20.0;
    cr_assert_eq(talus_spatial_batch(RUNS, cases, &options, 2, results, NULL), TALUS_OK);
    size_t steps = 0, impacts = 0;
    for (size_t i = 0; i < RUNS; i++) {
        steps += results[i].summary.steps;
        impacts += results[i].summary.edge_impacts + results[i].summary.facet_impacts;
    }
    // one for each segment of the record and one for each impact
    cr_expect(2 * steps < 3 * (impacts + (size_t)RUNS * SAMPLES), "%zu, %zu", steps, impacts);
    cr_expect(steps < 270000, "%zu of %zu impacts", steps, impacts); /* measured 1.8e5 of 1.6e5 */
}

Test(spatial_batch, planar_runs_take_few_steps)
{
    fill();
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    const talus_planar_options options = talus_planar_options_default();
    size_t steps = 0;
    for (size_t i = 0; i < RUNS; i++) {
        const talus_planar_model model =
            talus_planar_model_make(&plane, TALUS_ROCKING_CHATZIS, 0.6 + 0.01 * (double)i);
        const talus_shaking shaking = {.motion = &motions[0], .scale = 1.0};
        talus_planar_result result;
        cr_assert(talus_planar_run(&model, &shaking, &options, NULL, &result, NULL) == TALUS_OK);
        cr_expect(result.impacts > 20);
        steps += result.steps;
    }
    cr_expect(steps < 110000, "%zu", steps); /* measured 7.5e4 */
}
