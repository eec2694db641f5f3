// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of suites. Reference values: independent program, tests/data/reference/README.md.
#include "lab/fragility/rocking_fits.h"

#include <criterion/criterion.h>
#include <math.h>

Test(rocking_fits, wilson_intervals)
{
    double low, high;
    rocking_wilson(0.25, 20.0, &low, &high);
    cr_expect_float_eq(low, 0.11186, 1e-5);
    cr_expect_float_eq(high, 0.46870, 1e-5);
    rocking_wilson(0.0, 10.0, &low, &high);
    cr_expect_eq(low, 0.0);
    cr_expect_float_eq(high, 0.27753, 1e-5);
    rocking_wilson(1.0, 10.0, &low, &high);
    cr_expect_float_eq(low, 1.0 - 0.27753, 1e-5);
    cr_expect_eq(high, 1.0);
}

static rocking_lognormal fit_of(size_t count, const double *x, const double *n, const double *k)
{
    const rocking_counts counts = {count, x, n, k};
    return rocking_lognormal_fit(&counts);
}

Test(rocking_fits, lognormal_fit_finds_the_curve_that_made_the_counts)
{
    double x[12], n[12], k[12];
    for (size_t i = 0; i < 12; i++) {
        x[i] = 0.1 + 0.1 * (double)i;
        n[i] = 1e6;
        k[i] = floor(1e6 * rocking_lognormal_share(0.45, 0.35, x[i]) + 0.5);
    }
    const rocking_lognormal fit = fit_of(12, x, n, k);
    cr_expect_float_eq(fit.theta, 0.45, 1e-5); /* measured 8e-8 */
    cr_expect_float_eq(fit.beta, 0.35, 1e-5);  /* measured 1e-7 */
}

Test(rocking_fits, published_counts_give_the_published_curve)
{
    // 40 records at eight levels [Bak15]
    static const double x[] = {0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0};
    static const double n[] = {40, 40, 40, 40, 40, 40, 40, 40};
    static const double k[] = {0, 0, 0, 4, 6, 13, 12, 16};
    const rocking_lognormal fit = fit_of(8, x, n, k);
    cr_expect_float_eq(fit.theta, 1.0761157942926833, 1e-10); /* measured 1e-14 */
    cr_expect_float_eq(fit.beta, 0.42923720383231845, 1e-10);
    cr_expect_float_eq(fit.se_ln_theta, 0.07097381867945855, 1e-8);
    cr_expect_float_eq(fit.se_beta, 0.08210365410544337, 1e-8);
}

Test(rocking_fits, overlap_decides_whether_there_is_a_curve)
{
    static const double x[] = {1, 2, 3, 4}, one[] = {1, 1, 1, 1}, ten[] = {10, 10, 10, 10};
    // no level is mixed, yet the maximum exists
    static const double crossed[] = {0, 1, 0, 1};
    const rocking_lognormal fit = fit_of(4, x, one, crossed);
    cr_expect_eq(fit.state, ROCKING_FIT_FOUND);
    cr_expect_float_eq(fit.theta, 2.279015236234376, 1e-10);
    cr_expect_float_eq(fit.beta, 0.7238367317717905, 1e-10);
    // a step, with and without a mixed level
    static const double step[] = {0, 0, 4, 10}, sharp[] = {0, 0, 10, 10}, none[] = {0, 0, 0, 0};
    cr_expect_eq(fit_of(4, x, ten, step).state, ROCKING_FIT_SEPARATED);
    cr_expect_eq(fit_of(4, x, ten, sharp).state, ROCKING_FIT_SEPARATED);
    cr_expect_eq(fit_of(4, x, ten, none).state, ROCKING_FIT_SEPARATED);
    cr_expect(isnan(fit_of(4, x, ten, step).theta));
    // shares that fall: as a step, and smoothly
    static const double fall[] = {10, 10, 0, 0}, slide[] = {8, 6, 4, 2};
    cr_expect_eq(fit_of(4, x, ten, fall).state, ROCKING_FIT_DESCENDING);
    cr_expect_eq(fit_of(4, x, ten, slide).state, ROCKING_FIT_DESCENDING);
}

Test(rocking_fits, capacities_with_survivors)
{
    static const double c[] = {0.4, 0.5, 0.8};
    const rocking_lognormal all = rocking_lognormal_ida(c, NULL, 3, 0.0, 1.0);
    double mean = 0.0, spread = 0.0;
    for (int i = 0; i < 3; i++) {
        mean += log(c[i]) / 3.0;
    }
    for (int i = 0; i < 3; i++) {
        spread += (log(c[i]) - mean) * (log(c[i]) - mean) / 3.0;
    }
    // without survivors mean and deviation of ln x, divisor n
    cr_expect_float_eq(all.theta, exp(mean), 1e-14);
    cr_expect_float_eq(all.beta, sqrt(spread), 1e-14);
    const rocking_lognormal some = rocking_lognormal_ida(c, NULL, 3, 2.0, 1.0);
    cr_expect_gt(some.theta, all.theta);
    cr_expect_gt(some.beta, all.beta);
    cr_expect_eq(rocking_lognormal_ida(c, NULL, 1, 0.0, 1.0).state, ROCKING_FIT_SEPARATED);
}

/// A weight of 3 is three capacities of the kind, one of 1/2 half a one.
Test(rocking_fits, weights_of_capacities)
{
    static const double once[] = {0.4, 0.5, 0.8}, weights[] = {3, 1, 2};
    static const double often[] = {0.4, 0.4, 0.4, 0.5, 0.8, 0.8}, halves[] = {1.5, 0.5, 1};
    const rocking_lognormal all = rocking_lognormal_ida(often, NULL, 6, 2.0, 1.0);
    const rocking_lognormal weighted = rocking_lognormal_ida(once, weights, 3, 2.0, 1.0);
    cr_expect_float_eq(weighted.theta, all.theta, 1e-12);
    cr_expect_float_eq(weighted.beta, all.beta, 1e-12);
    cr_expect_float_eq(rocking_lognormal_ida(once, halves, 3, 1.0, 1.0).theta, all.theta, 1e-12);
    // one record of two that is always drawn alone: its capacities and their weight say the curve
    static const double capacities[] = {0.4, 0.5, 0.8, 0.9}, even[] = {1, 1}, heavy[] = {9, 1};
    double curves[2 * 200];
    rocking_bootstrap flat, tilted;
    cr_assert_eq(rocking_bootstrap_ida(capacities, even, 2, 2, 2.0, 200, 3, curves, &flat, NULL),
                 TALUS_OK);
    double mean[2] = {0.0, 0.0};
    for (int b = 0; b < 200; b++) {
        mean[0] += log(curves[2 * b]) / 200;
    }
    cr_assert_eq(rocking_bootstrap_ida(capacities, heavy, 2, 2, 2.0, 200, 3, curves, &tilted, NULL),
                 TALUS_OK);
    for (int b = 0; b < 200; b++) {
        mean[1] += log(curves[2 * b]) / 200;
    }
    cr_expect_lt(mean[1], mean[0] - 0.05, "%g and %g", mean[1], mean[0]);
}

Test(rocking_fits, weights_of_a_line)
{
    static const double x[] = {0, 1, 2, 3}, y[] = {1, 2, 2.5, 5}, weights[] = {1, 3, 1, 2};
    static const double more_x[] = {0, 1, 1, 1, 2, 3, 3}, more_y[] = {1, 2, 2, 2, 2.5, 5, 5};
    const rocking_line line = rocking_line_of(x, y, weights, 4);
    const rocking_line more = rocking_line_of(more_x, more_y, NULL, 7);
    cr_expect_eq(line.count, 4);
    cr_expect_float_eq(line.a, more.a, 1e-12);
    cr_expect_float_eq(line.b, more.b, 1e-12);
    // the same mean square, of 4 pairs and not of 7
    cr_expect_float_eq(line.residual * line.residual * 2.0 / 4.0,
                       more.residual * more.residual * 5.0 / 7.0, 1e-12);
}

static const double deal[20] = {20, 0, 18, 3,  11, 20, 0, 0,  7, 15,
                                20, 2, 9,  13, 0,  20, 5, 17, 1, 12};

Test(rocking_fits, record_is_the_unit_of_a_share)
{
    double runs[20];
    for (int i = 0; i < 20; i++) {
        runs[i] = 20.0;
    }
    rocking_share_interval s;
    cr_assert_eq(rocking_share_of(runs, deal, 20, &s, NULL), TALUS_OK);
    cr_expect_float_eq(s.share, 0.4825, 1e-15);
    cr_expect_float_eq(s.effective, 32.20351279114166, 1e-10);
    cr_expect_eq(s.boot_low, 0.315);
    cr_expect_eq(s.boot_high, 0.65);
    // 400 runs are worth about 30: the interval is wider than that of independent runs
    cr_expect_lt(s.effective, 40.0);
    cr_expect_float_eq(s.design_effect * s.effective, 400.0, 1e-9);
    double low, high;
    rocking_wilson(s.share, 400.0, &low, &high);
    cr_expect_gt(s.high - s.low, 2.9 * (high - low));
    cr_expect_leq(fabs(s.boot_low - s.low), 0.02);
    cr_expect_leq(fabs(s.boot_high - s.high), 0.02);
    // none of 12 records: 12 effective runs; records that agree: as many as there are runs
    static const double ten[12] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
    static const double none[12] = {0}, half[12] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    cr_assert_eq(rocking_share_of(ten, none, 12, &s, NULL), TALUS_OK);
    cr_expect_eq(s.low, 0.0);
    cr_expect_float_eq(s.high, 0.24249400665524085, 1e-12);
    cr_assert_eq(rocking_share_of(ten, half, 12, &s, NULL), TALUS_OK);
    cr_expect_eq(s.effective, 120.0);
    // one record has no interval, whatever its runs
    cr_assert_eq(rocking_share_of(ten, half, 1, &s, NULL), TALUS_OK);
    cr_expect_eq(s.share, 0.5);
    cr_expect(isnan(s.low) && isnan(s.high) && isnan(s.boot_low));
}

Test(rocking_fits, curve_of_records_that_agree_has_the_independent_error)
{
    // each record has the shares of the curve: no spread between records, so the sandwich vanishes
    enum { RECORDS = 6, LEVELS = 5 };
    static const double x[LEVELS] = {0.4, 0.6, 0.8, 1.0, 1.3};
    static const double same[LEVELS] = {1, 3, 5, 7, 9};
    double runs[RECORDS * LEVELS], hits[RECORDS * LEVELS], left[2 * RECORDS];
    for (size_t i = 0; i < RECORDS * LEVELS; i++) {
        runs[i] = 10.0;
        hits[i] = same[i % LEVELS];
    }
    const rocking_record_counts counts = {RECORDS, LEVELS, x, runs, hits};
    rocking_clustered_fit fit;
    cr_assert_eq(rocking_clustered_fit_of(&counts, left, &fit, NULL), TALUS_OK);
    cr_expect_lt(fit.se_ln_theta, 1e-9 * fit.fit.se_ln_theta);
    cr_expect_lt(fit.jackknife_ln_theta, 1e-9);
    cr_expect_float_eq(left[0], fit.fit.theta, 1e-9);
    // records that differ: wider than as if independent, and close to the jackknife
    for (size_t i = 0; i < RECORDS * LEVELS; i++) {
        const double shift = i / LEVELS % 2 == 0 ? 2.0 : -2.0;
        hits[i] = fmin(10.0, fmax(0.0, same[i % LEVELS] + shift));
    }
    cr_assert_eq(rocking_clustered_fit_of(&counts, NULL, &fit, NULL), TALUS_OK);
    cr_expect_gt(fit.se_ln_theta, fit.fit.se_ln_theta);
    cr_expect_float_eq(fit.se_ln_theta / fit.jackknife_ln_theta, 1.0, 0.1);
    double low, high;
    rocking_clustered_band(&fit, fit.fit.theta, &low, &high);
    cr_expect(low < 0.5 && high > 0.5);
    cr_expect(fit.theta_low < fit.fit.theta && fit.theta_high > fit.fit.theta);
}

Test(rocking_fits, beta_binomial_of_records)
{
    double runs[20];
    for (int i = 0; i < 20; i++) {
        runs[i] = 20.0;
    }
    const rocking_beta_binomial fit = rocking_beta_binomial_fit(runs, deal, 20);
    cr_expect(fit.is_fitted);
    cr_expect(fit.rho > 0.3 && fit.rho < 0.8, "%g", fit.rho);
    // records that agree more than chance has it
    static const double half[20] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
                                    10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
    const rocking_beta_binomial same = rocking_beta_binomial_fit(runs, half, 20);
    cr_expect_not(same.is_fitted);
    cr_expect_eq(same.rho, 0.0);
    cr_expect_eq(same.p, 0.5);
}

Test(rocking_fits, annual_rate_of_a_power_law_is_the_closed_form)
{
    // k0 x^-k over many decades: k0 theta^-k exp(k^2 beta^2 / 2) [Cor02]
    static const double x[3] = {1e-4, 1.0, 1e4};
    const double k = 2.5, k0 = 1e-3, theta = 0.7, beta = 0.35;
    const double rate[3] = {k0 * pow(1e-4, -k), k0, k0 * pow(1e4, -k)};
    const rocking_hazard_curve curve = {3, x, rate};
    double terms[3];
    cr_assert_eq(rocking_hazard_check(&curve, NULL), TALUS_OK);
    const rocking_annual_rate r = rocking_annual_rate_of(&curve, theta, beta, terms);
    const double closed = k0 * pow(theta, -k) * exp(0.5 * k * k * beta * beta);
    cr_expect_float_eq(r.rate / closed, 1.0, 1e-12); /* measured 2e-15 */
    cr_expect_float_eq((terms[0] + terms[1] + terms[2]) / r.rate, 1.0, 1e-12);
    // nothing that always exceeds, nothing that never does
    cr_expect_float_eq(rocking_annual_rate_of(&curve, 1e-9, 0.1, NULL).rate / rate[0], 1.0, 1e-12);
    cr_expect_lt(rocking_annual_rate_of(&curve, 1e9, 0.1, NULL).rate, 1e-12);
}

Test(rocking_fits, hazard_curves_that_cannot_be_are_refused)
{
    static const double up[2] = {1.0, 2.0}, down[2] = {2.0, 1.0}, zero[2] = {1.0, 0.0};
    talus_error error = {0};
    const rocking_hazard_curve curves[] = {
        {2, down, down}, {2, up, up}, {2, up, zero}, {1, up, down}};
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        cr_expect_eq(rocking_hazard_check(&curves[i], &error), TALUS_ERROR_INPUT);
    }
}

Test(rocking_fits, line_of_a_published_data_set)
{
    // Anscombe's first set: y = 3.0001 + 0.50009 x, residual 1.2366, t = 4.2415 with 9 degrees
    static const double x[11] = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
    static const double y[11] = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};
    rocking_line line = rocking_line_of(x, y, NULL, 11);
    cr_expect_float_eq(line.a, 3.000090909, 1e-8);
    cr_expect_float_eq(line.b, 0.500090909, 1e-8);
    cr_expect_float_eq(line.residual, 1.236603323, 1e-8);
    cr_expect_float_eq(line.p_value, 0.00216962887, 1e-9);
    // what is no number is left out; two points have no residual, equal x no slope
    const double holes[4] = {1, 2, (double)NAN, 3}, of[4] = {1, 2, 5, (double)INFINITY};
    line = rocking_line_of(holes, of, NULL, 4);
    cr_expect_eq(line.count, 2);
    cr_expect(isnan(line.b) && isnan(line.p_value));
    static const double same[3] = {1, 1, 1};
    cr_expect(isnan(rocking_line_of(same, y, NULL, 3).b));
}

Test(rocking_fits, bootstrap_of_records_has_the_error_of_the_jackknife)
{
    enum { RECORDS = 12, LEVELS = 5, REPLICATES = 4000 };
    static const double x[LEVELS] = {0.4, 0.6, 0.8, 1.0, 1.3};
    static const double same[LEVELS] = {1, 3, 5, 7, 9};
    static double runs[RECORDS * LEVELS], hits[RECORDS * LEVELS], curves[2 * REPLICATES];
    for (size_t i = 0; i < RECORDS * LEVELS; i++) {
        runs[i] = 10.0;
        hits[i] = same[i % LEVELS];
    }
    const rocking_record_counts counts = {RECORDS, LEVELS, x, runs, hits};
    rocking_bootstrap alike, b, again, other;
    cr_assert_eq(rocking_bootstrap_of(&counts, 50, 1, curves, &alike, NULL), TALUS_OK);
    cr_expect_float_eq(alike.theta_low, alike.theta_high, 1e-12);
    for (size_t i = 0; i < RECORDS * LEVELS; i++) {
        const double shift = (double)(i / LEVELS % 4) - 1.5;
        hits[i] = fmin(10.0, fmax(0.0, same[i % LEVELS] + shift));
    }
    rocking_clustered_fit fit;
    cr_assert_eq(rocking_clustered_fit_of(&counts, NULL, &fit, NULL), TALUS_OK);
    cr_assert_eq(rocking_bootstrap_of(&counts, REPLICATES, 7, curves, &b, NULL), TALUS_OK);
    cr_expect_eq(b.without, 0);
    const double se = log(b.theta_high / b.theta_low) / (2.0 * 1.959964);
    cr_expect_float_eq(se / fit.jackknife_ln_theta, 1.0, 0.1); /* measured 0.95 */
    // same seed, same numbers; a replicate does not depend on how many there are
    cr_assert_eq(rocking_bootstrap_of(&counts, REPLICATES, 7, curves, &again, NULL), TALUS_OK);
    cr_expect_eq(memcmp(&b, &again, sizeof b), 0);
    const double tenth = curves[20];
    cr_assert_eq(rocking_bootstrap_of(&counts, 11, 7, curves, &again, NULL), TALUS_OK);
    cr_expect_eq(curves[20], tenth);
    cr_assert_eq(rocking_bootstrap_of(&counts, 11, 8, curves, &other, NULL), TALUS_OK);
    cr_expect_neq(curves[20], tenth);
}

Test(rocking_fits, bootstrap_of_capacities_and_what_has_no_curve)
{
    enum { RECORDS = 40, REPLICATES = 4000 };
    static double ln[RECORDS], capacities[RECORDS], curves[2 * REPLICATES];
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < RECORDS; i++) {
        ln[i] = 0.4 * sin(1.0 + 2.7 * i);
        capacities[i] = exp(ln[i]);
        mean += ln[i] / RECORDS;
    }
    for (int i = 0; i < RECORDS; i++) {
        square += (ln[i] - mean) * (ln[i] - mean) / RECORDS;
    }
    rocking_bootstrap b;
    cr_assert_eq(
        rocking_bootstrap_ida(capacities, NULL, RECORDS, 1, 9.0, REPLICATES, 3, curves, &b, NULL),
        TALUS_OK);
    // without survivors ln theta is a mean: its error is s / sqrt(records)
    cr_expect_float_eq(log(b.theta_high / b.theta_low) / (2.0 * 1.959964) / sqrt(square / RECORDS),
                       1.0, 0.05); /* measured 0.99 */
    // one record that fell and one that did not: half of the replicates draw one of them twice
    static const double x[2] = {0.5, 1.0}, runs[4] = {4, 4, 4, 4}, hits[4] = {0, 0, 3, 4};
    const rocking_record_counts counts = {2, 2, x, runs, hits};
    cr_assert_eq(rocking_bootstrap_of(&counts, 1000, 3, curves, &b, NULL), TALUS_OK);
    cr_expect(b.without > 430 && b.without < 570, "%zu", b.without); /* measured 492 */
    cr_expect_eq(b.replicates, 1000);
}
