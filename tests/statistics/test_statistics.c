// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics against published and independently worked values; coverage of the intervals.
#include "foundation/statistics/statistics.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { N = 10 };
/// Blood pressure of ten people before and after, an example with a zero and a tie.
static const double before[N] = {125, 115, 130, 140, 140, 115, 140, 125, 140, 135};
static const double after[N] = {110, 122, 125, 120, 140, 124, 123, 137, 135, 145};

Test(statistics, quantile_of_student_matches_the_tables)
{
    cr_expect_float_eq(statistics_t_quantile(0.975, 1), 12.706204736174698, 1e-9);
    cr_expect_float_eq(statistics_t_quantile(0.975, 9), 2.262157162740992, 1e-9);
    cr_expect_float_eq(statistics_t_quantile(0.5, 3), 0.0, 1e-12);
    cr_expect(isnan(statistics_t_quantile(1.0, 9)), "outside its domain");
    cr_expect(isnan(statistics_t_quantile(0.975, 0)), "outside its domain");
}

Test(statistics, mean_has_the_interval_of_student)
{
    const double values[] = {1, 2, (double)NAN, 3, 4, 5};
    const statistics_interval mean = statistics_mean(values, 6, 0.95);
    cr_expect_eq(mean.count, 5);
    cr_expect_eq(mean.value, 3.0);
    // t_4 = 2.776445105, standard error sqrt(2.5 / 5)
    cr_expect_float_eq(mean.high, 3.0 + 2.776445105197793 * sqrt(0.5), 1e-9);
    cr_expect_float_eq(mean.low + mean.high, 6.0, 1e-12);
    cr_expect(isnan(statistics_mean(values, 1, 0.95).low), "one value has no spread");
    cr_expect(isnan(statistics_mean(values, 0, 0.95).value));
}

static statistics_paired paired(const double *of, const double *to, size_t count)
{
    statistics_paired result;
    talus_error error = {0};
    cr_assert_eq(statistics_paired_differences(of, to, count, 0.95, &result, &error), TALUS_OK);
    return result;
}

Test(paired, describes_the_differences)
{
    const statistics_paired p = paired(before, after, N);
    cr_expect_eq(p.mean.count, N);
    cr_expect_float_eq(p.mean.value, 2.4, 1e-12);
    cr_expect_float_eq(p.std, 11.927559124425528, 1e-9);
    cr_expect_float_eq(p.median, 2.5, 1e-12);
    cr_expect_float_eq(p.correlation, 0.3471268073507519, 1e-9);
    cr_expect_float_eq(p.mean.high - p.mean.value, 2.262157162740992 * p.std / sqrt(N), 1e-9);
}

Test(paired, tests_agree_with_values_worked_by_hand)
{
    const statistics_paired p = paired(before, after, N);
    cr_expect_float_eq(p.sign_p, 1.0, 1e-12); // 5 of 9
    cr_expect_float_eq(p.wilcoxon_p, 0.5936305914425295, 1e-9);
}

Test(paired, signed_rank_test_is_exact_for_few_pairs)
{
    // depression scores at two visits: V = 40, one-sided p = 0.01953        [HW99]
    const double first[9] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double second[9] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    const statistics_paired p = paired(first, second, 9);
    cr_expect_float_eq(p.wilcoxon_p, 2.0 * 10.0 / 512.0, 1e-12);
    cr_expect_float_eq(p.sign_p, 2.0 * (1 + 9 + 36) / 512.0, 1e-9); // 7 of 9
    cr_expect_float_eq(paired(second, first, 9).wilcoxon_p, p.wilcoxon_p, 1e-15);
}

Test(paired, exact_and_normal_signed_rank_test_meet)
{
    double of[50], to[50];
    for (size_t k = 0; k < 50; k++) {
        // sizes 1..50, every third one negative
        of[k] = k % 3 == 0 ? 0.0 : (double)(k + 1);
        to[k] = k % 3 == 0 ? (double)(k + 1) : 0.0;
    }
    const double exact = paired(of, to, 50).wilcoxon_p;
    of[2] = 2.0; // a tie: the normal way
    const double normal = paired(of, to, 50).wilcoxon_p;
    cr_expect(exact > 0.01 && exact < 0.1, "%g", exact);
    cr_expect_float_eq(normal, exact, 2e-3, "%g %g", normal, exact); /* measured 3e-4 */
}

Test(paired, leaves_out_pairs_with_a_missing_half)
{
    double of[N + 2], to[N + 2];
    for (size_t k = 0; k < N; k++) {
        of[k] = before[k];
        to[k] = after[k];
    }
    of[N] = (double)NAN;
    to[N] = 3.0;
    of[N + 1] = 1e9;
    to[N + 1] = (double)INFINITY;
    const statistics_paired p = paired(of, to, N + 2), q = paired(before, after, N);
    cr_expect_eq(p.mean.count, N);
    cr_expect_eq(p.mean.value, q.mean.value);
    cr_expect_eq(p.correlation, q.correlation);
    cr_expect_eq(p.wilcoxon_p, q.wilcoxon_p);
}

Test(paired, equal_halves_show_no_difference)
{
    const statistics_paired p = paired(before, before, N);
    cr_expect_eq(p.mean.value, 0.0);
    cr_expect_eq(p.std, 0.0);
    cr_expect_float_eq(p.correlation, 1.0, 1e-12);
    cr_expect(isnan(p.sign_p) && isnan(p.wilcoxon_p), "nothing to rank");
}

static statistics_ks ks(const double *of, const double *to, size_t count)
{
    statistics_ks result;
    cr_assert_eq(statistics_kolmogorov_smirnov(of, to, count, &result, NULL), TALUS_OK);
    return result;
}

Test(kolmogorov_smirnov, agrees_with_values_worked_by_hand)
{
    static const double of[25] = {0.61, 0.29, 0.06,  0.59,  -1.73, -0.74, 0.51, -0.56, 0.39,
                                  1.64, 0.05, -0.06, 0.64,  -0.82, 0.37,  1.77, 1.09,  -1.28,
                                  2.36, 1.31, 1.05,  -0.32, -0.40, 1.06,  -2.47};
    double to[25];
    for (size_t k = 0; k < 25; k++) {
        to[k] = k < 20 ? 1.5 * of[k] + 0.9 : (double)NAN;
    }
    const statistics_ks r = ks(of, to, 25);
    cr_expect_eq(r.count_of, 25);
    cr_expect_eq(r.count_to, 20);
    cr_expect_float_eq(r.distance, 0.48, 1e-12);
    cr_expect_float_eq(r.p, 0.007389791656210989, 1e-9);
}

Test(kolmogorov_smirnov, of_the_same_values_is_zero_and_of_separate_ones_one)
{
    double shifted[N];
    for (size_t k = 0; k < N; k++) {
        shifted[k] = before[k] + 100.0;
    }
    cr_expect_eq(ks(before, before, N).distance, 0.0);
    cr_expect_eq(ks(before, before, N).p, 1.0);
    cr_expect_eq(ks(before, shifted, N).distance, 1.0);
    cr_expect_lt(ks(before, shifted, N).p, 1e-3);
    const double none[2] = {(double)NAN, (double)NAN};
    cr_expect(isnan(ks(before, none, 2).p));
}

/// Two correlated positive samples, as two variants of the same rocks are.
static void draw_rocks(uint64_t trial, size_t count, double *of, double *to)
{
    for (size_t k = 0; k < count; k++) {
        talus_random rng = {.seed = 11, .stream = trial * count + k};
        const double common = talus_random_normal(&rng);
        to[k] = exp(0.3 * common + 0.3 * talus_random_normal(&rng));
        of[k] = 1.2 * exp(0.3 * common + 0.3 * talus_random_normal(&rng));
    }
}

/// How often the 95 % interval of a ratio of weighted means (kind 0) or of standard deviations (1)
/// holds the true ratio 1.2.
static int covered(int kind, int trials)
{
    enum { ROCKS = 200 };
    double of[ROCKS], to[ROCKS], v[ROCKS], w[ROCKS];
    const statistics_sample a = {of, v}, b = {to, w};
    int hits = 0;
    for (int t = 0; t < trials; t++) {
        draw_rocks((uint64_t)t, ROCKS, of, to);
        for (size_t k = 0; k < ROCKS; k++) {
            v[k] = 1.0 + of[k] / 1.2; // both weights follow the same law
            w[k] = 1.0 + to[k];
        }
        const statistics_interval r = kind == 0
                                          ? statistics_ratio_of_means(&a, &b, ROCKS, 0.95)
                                          : statistics_ratio_of_deviations(of, to, ROCKS, 0.95);
        hits += r.low <= 1.2 && 1.2 <= r.high;
    }
    return hits;
}

Test(ratio, of_means_covers_the_truth_in_95_of_100)
{
    const int hits = covered(0, 1000);
    cr_expect(hits >= 930 && hits <= 970, "%d of 1000", hits); /* measured 941 */
}

Test(ratio, of_deviations_covers_the_truth)
{
    const int hits = covered(1, 1000);
    cr_expect(hits >= 910 && hits <= 970, "%d of 1000", hits); /* measured 933 */
}

Test(ratio, of_means_is_the_ratio_of_weighted_means)
{
    const double of[4] = {1, 2, 3, 99}, to[4] = {2, 2, 5, (double)NAN};
    const double v[4] = {1, 0, 3, 1}, w[4] = {1, 1, 2, 1};
    const statistics_sample a = {of, v}, b = {to, w};
    const statistics_interval r = statistics_ratio_of_means(&a, &b, 4, 0.95);
    cr_expect_eq(r.count, 3);
    cr_expect_float_eq(r.value, (10.0 / 4.0) / (14.0 / 4.0), 1e-15);
    cr_expect(r.low < r.value && r.value < r.high);
    const statistics_interval one = statistics_ratio_of_means(&a, &a, 4, 0.95);
    cr_expect_float_eq(one.value, 1.0, 1e-15);
    cr_expect_float_eq(one.low, 1.0, 1e-12);
}

Test(ratio, without_data_is_unknown)
{
    const double none[2] = {(double)NAN, (double)NAN}, some[2] = {1, 2}, zero[2] = {0, 0};
    const statistics_sample a = {none, NULL}, b = {some, NULL}, c = {zero, NULL};
    cr_expect(isnan(statistics_ratio_of_means(&a, &b, 2, 0.95).value));
    cr_expect(isnan(statistics_ratio_of_means(&b, &c, 2, 0.95).value));
    cr_expect(isnan(statistics_ratio_of_deviations(some, none, 2, 0.95).value));
    cr_expect(isnan(statistics_ratio_of_deviations(some, zero, 2, 0.95).value));
}

Test(quantile, is_an_order_statistic)
{
    const double values[] = {5, (double)NAN, 1, 4, 2, 3};
    double q;
    cr_assert_eq(statistics_quantile(values, 6, 0.4, &q, NULL), TALUS_OK);
    cr_expect_eq(q, 2.0);
    cr_assert_eq(statistics_quantile(values, 6, 1.0, &q, NULL), TALUS_OK);
    cr_expect_eq(q, 5.0);
    cr_assert_eq(statistics_quantile(values, 6, 0.0, &q, NULL), TALUS_OK);
    cr_expect_eq(q, 1.0);
    cr_assert_eq(statistics_quantile(values, 0, 0.5, &q, NULL), TALUS_OK);
    cr_expect(isnan(q));
}

Test(paired, large_samples_end_in_a_number)
{
    enum { MANY = 100000 };
    double *of = malloc(MANY * sizeof *of), *to = calloc(MANY, sizeof *to);
    cr_assert(of && to);
    for (size_t k = 0; k < MANY; k++) {
        of[k] = 1.0 + (double)(k % 1000);
    }
    const statistics_paired p = paired(of, to, MANY);
    cr_expect(p.sign_p >= 0.0 && p.sign_p < 1e-100);
    cr_expect(p.wilcoxon_p >= 0.0 && p.wilcoxon_p < 1e-100);
    free(of);
    free(to);
}

/// Two correlated lognormal samples whose P95 are in the ratio 1.2.
static void draw_pairs(uint64_t seed, double *of, double *to, size_t count)
{
    talus_random rng = {.seed = seed};
    for (size_t k = 0; k < count; k++) {
        double z[3] = {-6.0, -6.0, -6.0};
        for (int i = 0; i < 36; i++) {
            z[i / 12] += talus_random_uniform(&rng);
        }
        of[k] = 1.2 * exp(0.5 * (0.8 * z[0] + 0.6 * z[1]));
        to[k] = exp(0.5 * (0.8 * z[0] + 0.6 * z[2]));
    }
}

Test(statistics, ratio_of_quantiles_is_covered_by_its_interval)
{
    enum { PAIRS = 400, TRIALS = 200 };
    static double of[PAIRS], to[PAIRS];
    int covered = 0;
    for (uint64_t t = 0; t < TRIALS; t++) {
        statistics_interval ratio;
        draw_pairs(t, of, to, PAIRS);
        cr_assert_eq(statistics_ratio_of_quantiles(of, to, PAIRS, 0.95, 0.95, &ratio, NULL),
                     TALUS_OK);
        cr_assert_eq(ratio.count, PAIRS);
        covered += ratio.low <= 1.2 && 1.2 <= ratio.high;
    }
    /* nominal 190 */
    cr_expect(covered >= 178 && covered <= 199, "%d of %d", covered, TRIALS);
}

Test(statistics, ratio_of_quantiles_of_multiples_is_exact)
{
    static double of[50], to[50];
    for (size_t k = 0; k < 50; k++) {
        to[k] = 1.0 + (double)(k * 7 % 50);
        of[k] = 3.0 * to[k];
    }
    of[7] = (double)NAN; // its pair is left out
    statistics_interval ratio;
    cr_assert_eq(statistics_ratio_of_quantiles(of, to, 50, 0.95, 0.95, &ratio, NULL), TALUS_OK);
    cr_expect_eq(ratio.count, 49);
    cr_expect_float_eq(ratio.value, 3.0, 1e-14);
    cr_expect_float_eq(ratio.low, 3.0, 1e-14);
    cr_expect_float_eq(ratio.high, 3.0, 1e-14);
    cr_assert_eq(statistics_ratio_of_quantiles(of, to, 20, 0.95, 0.95, &ratio, NULL), TALUS_OK);
    cr_expect(isfinite(ratio.value) && isnan(ratio.low), "19 pairs have no interval");
    cr_assert_eq(statistics_ratio_of_quantiles(of, to, 0, 0.95, 0.95, &ratio, NULL), TALUS_OK);
    cr_expect(isnan(ratio.value));
}
