// SPDX-License-Identifier: GPL-3.0-or-later
// Population Monte Carlo on problems whose posterior is known.
#include "foundation/statistics/abc.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/// `size` normal values of mean low + (high - low) u and deviation 1; told by their mean and
/// deviation. The second parameter, where there is one, does nothing or is added to the first.
typedef struct toy {
    double low, high;
    size_t size;
    uint64_t seed;
    size_t dimension, replicates;
    bool adds; ///< mean depends on the sum of both parameters
    const double *observed;
    size_t calls;
    double refused; ///< u[0] above this cannot be simulated
} toy;

static void draw_summaries(talus_random *rng, double mean, size_t size, double *summaries)
{
    double sum = 0.0, square = 0.0;
    for (size_t i = 0; i < size; i++) {
        const double x = mean + talus_random_normal(rng);
        sum += x;
        square += x * x;
    }
    summaries[0] = sum / (double)size;
    summaries[1] = sqrt(fmax(0.0, square / (double)size - summaries[0] * summaries[0]));
}

static talus_status simulate(void *user, size_t index, const double *u, double *distances,
                             double *summaries, talus_error *error)
{
    (void)error;
    toy *t = user;
    const double at = t->adds ? 0.5 * (u[0] + u[1]) : u[0];
    talus_random rng = {.seed = t->seed + 17, .stream = index};
    t->calls++;
    for (size_t r = 0; r < t->replicates; r++) {
        draw_summaries(&rng, t->low + at * (t->high - t->low), t->size, summaries + 2 * r);
        distances[r] = fabs(summaries[2 * r] - t->observed[0]);
        if (u[0] > t->refused) {
            distances[r] = (double)NAN;
        }
    }
    return TALUS_OK;
}

static void run(toy *t, const double *observed, size_t simulations, size_t generations,
                abc_result *result)
{
    talus_error error = {0};
    t->observed = observed;
    const abc_problem problem = {.dimension = t->dimension,
                                 .summary_count = 2,
                                 .replicates = t->replicates,
                                 .observed = observed,
                                 .simulations = simulations,
                                 .generations = generations,
                                 .seed = t->seed,
                                 .simulate = simulate,
                                 .user = t};
    cr_assert_eq(abc_run(&problem, result, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(t->calls, simulations);
}

static abc_marginal marginal(const abc_result *result, size_t parameter)
{
    abc_marginal m;
    talus_error error = {0};
    cr_assert_eq(abc_marginal_of(result, parameter, &m, &error), TALUS_OK);
    return m;
}

Test(abc, finds_the_posterior_of_a_normal_mean)
{
    // posterior N(3, 1/sqrt(25) = 0.2) on [0, 10]: u = 0.3 +- 0.02
    toy t = {.high = 10, .size = 25, .seed = 1, .dimension = 1, .replicates = 20, .refused = 2};
    const double observed[2] = {3.0, 0.98};
    abc_result result;
    run(&t, observed, 200, 4, &result);
    const abc_marginal m = marginal(&result, 0);
    cr_expect_float_eq(m.p50, 0.3, 0.004, "median %g", m.p50);          // measured 0.3028
    cr_expect_float_eq(m.deviation, 0.02, 0.004, "sd %g", m.deviation); // measured 0.0202
    cr_expect_float_eq(m.p95 - m.p05, 2 * 1.645 * 0.02, 0.012);
    cr_expect_gt(result.effective, 30.0);
    abc_result_clear(&result);
}

Test(abc, intervals_cover_the_truth_as_often_as_they_say)
{
    // 200 truths drawn from the prior; a 90 % interval covers 180 +- 4.2
    int covered = 0;
    for (uint64_t k = 0; k < 200; k++) {
        toy t = {
            .high = 4, .size = 10, .seed = 100 + k, .dimension = 1, .replicates = 10, .refused = 2};
        talus_random rng = {.seed = 9, .stream = k};
        const double truth = talus_random_uniform(&rng);
        double observed[2];
        draw_summaries(&rng, 4.0 * truth, t.size, observed);
        abc_result result;
        run(&t, observed, 150, 3, &result);
        const abc_marginal m = marginal(&result, 0);
        covered += m.p05 <= truth && truth <= m.p95;
        abc_result_clear(&result);
    }
    cr_expect_geq(covered, 168, "%d of 200", covered); // measured 181
    cr_expect_leq(covered, 192, "%d of 200", covered);
}

Test(abc, a_parameter_without_effect_keeps_its_prior)
{
    toy t = {.high = 10, .size = 25, .seed = 3, .dimension = 2, .replicates = 20, .refused = 2};
    const double observed[2] = {3.0, 1.0};
    abc_result result;
    run(&t, observed, 300, 3, &result);
    const abc_marginal m = marginal(&result, 1);
    // uniform: mean 0.5, deviation 0.2887
    cr_expect_float_eq(m.deviation, 0.2887, 0.06, "sd %g", m.deviation);
    cr_expect_float_eq(m.mean, 0.5, 0.12, "mean %g", m.mean);
    cr_expect_lt(fabs(abc_correlation(&result, 0, 1)), 0.4);
    abc_result_clear(&result);
}

Test(abc, parameters_that_act_together_are_told_by_their_correlation)
{
    toy t = {.high = 10,
             .size = 25,
             .seed = 4,
             .dimension = 2,
             .replicates = 20,
             .adds = true,
             .refused = 2};
    const double observed[2] = {5.0, 1.0};
    abc_result result;
    run(&t, observed, 400, 4, &result);
    const double correlation = abc_correlation(&result, 0, 1);
    cr_expect_lt(correlation, -0.85, "%g", correlation);
    abc_result_clear(&result);
}

Test(abc, the_same_seed_gives_the_same_bits)
{
    const double observed[2] = {3.0, 1.0};
    abc_marginal m[3];
    for (int k = 0; k < 3; k++) {
        toy t = {.high = 10,
                 .size = 25,
                 .seed = k == 2 ? 6 : 5,
                 .dimension = 1,
                 .replicates = 5,
                 .refused = 2};
        abc_result result;
        run(&t, observed, 60, 3, &result);
        m[k] = marginal(&result, 0);
        abc_result_clear(&result);
    }
    cr_expect_eq(m[0].mean, m[1].mean);
    cr_expect_eq(m[0].deviation, m[1].deviation);
    cr_expect_neq(m[0].mean, m[2].mean);
}

Test(abc, points_that_cannot_be_simulated_are_counted_and_left_out)
{
    toy t = {.high = 10, .size = 4, .seed = 7, .dimension = 1, .replicates = 10, .refused = 0.32};
    const double observed[2] = {3.0, 1.0};
    abc_result result;
    run(&t, observed, 150, 3, &result);
    const abc_marginal m = marginal(&result, 0);
    cr_expect_gt(result.refused, 30);
    cr_expect(m.p50 > 0.2 && m.p50 < 0.35, "%g", m.p50); // measured 0.281
    abc_result_clear(&result);

    t = (toy){.high = 10,
              .size = 4,
              .seed = 7,
              .dimension = 1,
              .replicates = 10,
              .refused = -1,
              .observed = observed};
    const abc_problem problem = {.dimension = 1,
                                 .summary_count = 2,
                                 .replicates = 10,
                                 .observed = observed,
                                 .simulations = 30,
                                 .generations = 3,
                                 .simulate = simulate,
                                 .user = &t};
    talus_error error = {0};
    cr_expect_eq(abc_run(&problem, &result, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "none of"));
    abc_result_clear(&result);
}

Test(abc, sizes_out_of_range_are_refused)
{
    toy t = {.high = 1, .size = 4, .replicates = 1, .dimension = 1};
    const double observed[2] = {0};
    abc_problem problem = {.dimension = 0,
                           .summary_count = 2,
                           .replicates = 1,
                           .observed = observed,
                           .simulations = 30,
                           .generations = 3,
                           .simulate = simulate,
                           .user = &t};
    abc_result result;
    talus_error error = {0};
    cr_expect_eq(abc_run(&problem, &result, &error), TALUS_ERROR_ARGUMENT);
    problem.dimension = 1;
    problem.simulations = 29;
    cr_expect_eq(abc_run(&problem, &result, &error), TALUS_ERROR_ARGUMENT);
}

Test(abc, the_regression_does_not_go_beyond_what_the_model_gives)
{
    // the deviation is always 1: one of 5 was observed, and says nothing about the mean
    toy t = {.high = 10, .size = 25, .seed = 8, .dimension = 1, .replicates = 20, .refused = 2};
    const double observed[2] = {3.0, 5.0};
    abc_result result;
    run(&t, observed, 200, 4, &result);
    const abc_marginal m = marginal(&result, 0);
    cr_expect_float_eq(m.p50, 0.3, 0.01, "%g", m.p50);
    cr_expect_float_eq(m.deviation, 0.02, 0.006, "%g", m.deviation);
    cr_expect_lt(result.high[1], 1.5, "%g", result.high[1]);
    abc_result_clear(&result);
}
