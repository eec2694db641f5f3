// SPDX-License-Identifier: GPL-3.0-or-later
// Joint calibration: distance, score and summaries of several kinds at once, the parts of a case,
// and the coverage of the posterior where the truth is known.
#include "foundation/statistics/abc.h"
#include "studies/calibration/calibrate_joint.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 12, IMPACTS = 10, REPLICATES = 8 };

static void clear(validate_sample *samples)
{
    for (size_t k = 0; k < VALIDATE_SAMPLES; k++) {
        validate_sample_clear(&samples[k]);
    }
}

static void add(validate_sample *samples, int index, double measured)
{
    samples[index].width = 1;
    validate_row *row = validate_sample_add(&samples[index]);
    cr_assert_not_null(row);
    row->is_measured = true;
    row->measured[0] = measured;
}

static void simulate_row(validate_row *row, double value)
{
    cr_assert(validate_ensemble_add(&row->simulated, 1, &value));
}

Test(calibrate_joint, equal_data_are_at_no_distance_and_others_are)
{
    validate_sample samples[VALIDATE_SAMPLES];
    memset(samples, 0, sizeof samples);
    const double values[] = {80, 95, 100, 121};
    for (int k = 0; k < 4; k++) {
        add(samples, VALIDATE_RUNOUT, values[k]);
        simulate_row(&samples[VALIDATE_RUNOUT].rows[k], values[k]);
        simulate_row(&samples[VALIDATE_RUNOUT].rows[k], values[k] + 30.0);
        add(samples, VALIDATE_LINE_SPEED, 0.1 * values[k]);
        simulate_row(&samples[VALIDATE_LINE_SPEED].rows[k], 0.1 * values[k]);
        simulate_row(&samples[VALIDATE_LINE_SPEED].rows[k], 0.1 * values[k]);
    }
    cr_expect_float_eq(calibrate_joint_distance(samples, 0), 0.0, 1e-12);
    const double away = calibrate_joint_distance(samples, 1);
    cr_expect_gt(away, 0.1);
    // a unit is the mean distance of two measured values: other units of length do not matter
    for (int k = 0; k < 4; k++) {
        validate_row *row = &samples[VALIDATE_RUNOUT].rows[k];
        row->measured[0] *= 1000.0;
        row->simulated.values[1] *= 1000.0;
    }
    cr_expect_float_eq(calibrate_joint_distance(samples, 1), away, 1e-12);
    // both kinds count alike: half of it comes from each
    for (int k = 0; k < 4; k++) {
        samples[VALIDATE_LINE_SPEED].rows[k].simulated.values[1] += 3.0;
    }
    cr_expect_float_eq(calibrate_joint_distance(samples, 1), 2.0 * away, 1e-9);
    clear(samples);
}

Test(calibrate_joint, the_measured_values_themselves_score_one)
{
    validate_sample samples[VALIDATE_SAMPLES];
    memset(samples, 0, sizeof samples);
    const double values[] = {0.2, 0.4, 0.5, 0.9};
    double kinds[CALIBRATE_CASE_KIND_COUNT];
    for (int k = 0; k < 4; k++) {
        add(samples, VALIDATE_ENERGY_KEPT, values[k]);
        for (int i = 0; i < 4; i++) {
            if (i != k) {
                simulate_row(&samples[VALIDATE_ENERGY_KEPT].rows[k], values[i]);
            }
        }
    }
    const double score = calibrate_joint_score(samples, kinds); // it changes the samples: once
    cr_expect_float_eq(score, 1.0, 1e-12);
    cr_expect_float_eq(kinds[CALIBRATE_CASE_IMPACTS], 1.0, 1e-12);
    cr_expect(isnan(kinds[CALIBRATE_CASE_DEPOSITS]));
    clear(samples);
}

Test(calibrate_joint, summaries_are_means_and_spreads_of_what_was_measured)
{
    validate_sample samples[VALIDATE_SAMPLES];
    memset(samples, 0, sizeof samples);
    double s[CALIBRATE_JOINT_SUMMARIES];
    add(samples, VALIDATE_RUNOUT, 10.0);
    add(samples, VALIDATE_RUNOUT, 14.0);
    add(samples, VALIDATE_ENERGY_KEPT, exp(-1.0));
    add(samples, VALIDATE_ENERGY_KEPT, exp(-2.0));
    calibrate_joint_summarise(samples, SIZE_MAX, s);
    cr_expect_float_eq(s[0], 12.0, 1e-12);
    cr_expect_float_eq(s[1], sqrt(8.0), 1e-12);
    cr_expect(isnan(s[3]));
    cr_expect_float_eq(s[7], -1.5, 1e-12);
    calibrate_joint_summarise(samples, 0, s); // nothing is simulated
    cr_expect(isnan(s[0]));
    cr_expect(isnan(calibrate_joint_distance(samples, 0)));
    clear(samples);
}

Test(calibrate_joint, half_of_all_names_are_held_out_and_always_the_same)
{
    size_t half = 0, tenth = 0;
    for (int k = 0; k < 4000; k++) {
        char name[16];
        snprintf(name, sizeof name, "v%03d", k);
        const bool is_held = validate_is_held(name, 0.5);
        half += is_held;
        tenth += validate_is_held(name, 0.1);
        cr_expect(is_held || !validate_is_held(name, 0.3), "%s: a smaller share is a part of it",
                  name);
        cr_expect_not(validate_is_held(name, 0.0));
    }
    cr_expect_float_eq((double)half, 2000.0, 4.0 * sqrt(1000.0));
    cr_expect_float_eq((double)tenth, 400.0, 4.0 * sqrt(360.0));
    // its SHA-256 ends in ...ad: 1011 from the last bit on, 0.5 + 0.125 + 0.0625 and a little
    cr_expect_not(validate_is_held("abc", 0.25));
    cr_expect(validate_is_held("abc", 0.5));
}

/// A synthetic case: run-outs about the first parameter, logarithms of energies about the second.
typedef struct synthetic {
    validate_sample samples[VALIDATE_SAMPLES];
    uint64_t seed;
} synthetic;

static double runout_at(const double *u, talus_random *random)
{
    return 60.0 + 80.0 * u[0] + 15.0 * talus_random_normal(random);
}

static double energy_at(const double *u, talus_random *random)
{
    return exp(-2.0 + 1.5 * u[1] + 0.4 * talus_random_normal(random));
}

static const size_t used[] = {0, 1, 7, 8};

static talus_status simulate_point(void *user, size_t index, const double *u, double *distances,
                                   double *summaries, talus_error *error)
{
    synthetic *s = user;
    (void)error;
    talus_random random = {.seed = s->seed + 1000, .stream = index + 1};
    for (int k = VALIDATE_RUNOUT; k <= VALIDATE_ENERGY_KEPT; k++) {
        for (size_t row = 0; row < s->samples[k].count; row++) {
            validate_row *r = &s->samples[k].rows[row];
            r->simulated.count = 0;
            for (int i = 0; i < REPLICATES; i++) {
                simulate_row(r,
                             k == VALIDATE_RUNOUT ? runout_at(u, &random) : energy_at(u, &random));
            }
        }
    }
    for (size_t r = 0; r < REPLICATES; r++) {
        double all[CALIBRATE_JOINT_SUMMARIES];
        distances[r] = calibrate_joint_distance(s->samples, r);
        calibrate_joint_summarise(s->samples, r, all);
        for (size_t k = 0; k < 4; k++) {
            summaries[4 * r + k] = all[used[k]];
        }
    }
    return TALUS_OK;
}

Test(calibrate_joint, nine_of_ten_intervals_hold_the_truth)
{
    enum { TRUTHS = 100 };
    int held[2] = {0, 0};
    double width = 0.0;
    for (uint64_t seed = 1; seed <= TRUTHS; seed++) {
        synthetic s = {.seed = seed};
        talus_random random = {.seed = seed, .stream = 0};
        double truth[2], all[CALIBRATE_JOINT_SUMMARIES], observed[4];
        truth[0] = talus_random_uniform(&random);
        truth[1] = talus_random_uniform(&random);
        for (int k = 0; k < RUNS; k++) {
            add(s.samples, VALIDATE_RUNOUT, runout_at(truth, &random));
        }
        for (int k = 0; k < IMPACTS; k++) {
            add(s.samples, VALIDATE_ENERGY_KEPT, energy_at(truth, &random));
        }
        calibrate_joint_summarise(s.samples, SIZE_MAX, all);
        for (size_t k = 0; k < 4; k++) {
            observed[k] = all[used[k]];
        }
        const abc_problem problem = {.dimension = 2,
                                     .summary_count = 4,
                                     .replicates = REPLICATES,
                                     .observed = observed,
                                     .simulations = 80,
                                     .generations = 4,
                                     .seed = seed,
                                     .simulate = simulate_point,
                                     .user = &s};
        abc_result posterior = {0};
        cr_assert_eq(abc_run(&problem, &posterior, NULL), TALUS_OK);
        for (size_t d = 0; d < 2; d++) {
            abc_marginal m;
            cr_assert_eq(abc_marginal_of(&posterior, d, &m, NULL), TALUS_OK);
            held[d] += m.p05 <= truth[d] && truth[d] <= m.p95;
            width += (m.p95 - m.p05) / (2.0 * TRUTHS);
        }
        abc_result_clear(&posterior);
        clear(s.samples);
    }
    // 90 expected, standard deviation 3; an interval of the prior is 0.9 wide
    for (int d = 0; d < 2; d++) {
        cr_expect_geq(held[d], 80, "parameter %d: %d of 100", d, held[d]);
        cr_expect_leq(held[d], 100);
    }
    cr_expect_lt(width, 0.5);
    if (getenv("TALUS_PRINT") != NULL) {
        fprintf(stderr, "%d and %d of 100 intervals hold the truth, mean width %.3f\n", held[0],
                held[1], width);
    }
}
