// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals against published numbers, sums of binomial terms, and their coverage.
#include "foundation/statistics/interval.h"

#include "observe/rasters.h"
#include "runs/observe/distribution.h"

#include <criterion/criterion.h>
#include <math.h>

static void expect_wilson(double hits, double n, double low, double high)
{
    double found[2];
    statistics_wilson(hits / n, n, &found[0], &found[1]);
    cr_expect(fabs(found[0] - low) < 5.1e-5 && fabs(found[1] - high) < 5.1e-5,
              "%g of %g: %.5f to %.5f, expected %.4f to %.4f", hits, n, found[0], found[1], low,
              high); // they are printed with four digits
}

Test(wilson, is_the_published_interval)
{
    // [New98], table I, method 3
    expect_wilson(81, 263, 0.2553, 0.3662);
    expect_wilson(15, 148, 0.0624, 0.1605);
    expect_wilson(0, 20, 0.0, 0.1611);
    expect_wilson(1, 29, 0.0061, 0.1718);
}

Test(wilson, holds_the_share_and_stays_in_its_range)
{
    for (double n = 1.0; n < 1e7; n *= 3.7) {
        for (double p = 0.0; p <= 1.0; p += 0.125) {
            double low, high;
            statistics_wilson(p, n, &low, &high);
            cr_expect(low >= 0.0 && low <= p && p <= high && high <= 1.0);
        }
    }
}

Test(wilson, one_percent_at_one_half_needs_9604_rocks)
{
    double low, high;
    statistics_wilson(0.5, 9604.0, &low, &high);
    cr_expect(fabs(0.5 * (high - low) - 0.01) < 2.5e-6); /* measured 2.2e-6 */
}

/// P(B <= k) of a binomial distribution, term by term.
static double binomial_cdf(int k, int n, double q)
{
    double sum = 0.0;
    for (int i = 0; i <= k; i++) {
        sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) + i * log(q) +
                   (n - i) * log1p(-q));
    }
    return sum;
}

Test(ranks, are_those_of_the_binomial_sums)
{
    static const double quantiles[] = {0.5, 0.9, 0.95, 0.99};
    static const int counts[] = {1, 5, 6, 20, 71, 72, 73, 100, 368, 369, 500, 1500};
    for (size_t a = 0; a < sizeof quantiles / sizeof quantiles[0]; a++) {
        for (size_t b = 0; b < sizeof counts / sizeof counts[0]; b++) {
            const double q = quantiles[a];
            const int n = counts[b];
            int low = 0, high = 0;
            for (int k = n; k >= 1 && low == 0; k--) {
                low = binomial_cdf(k - 1, n, q) <= 0.025 ? k : 0;
            }
            for (int k = 1; k <= n && high == 0; k++) {
                high = binomial_cdf(k - 1, n, q) >= 0.975 ? k : 0;
            }
            uint64_t found[2];
            const bool exists = statistics_quantile_ranks((uint64_t)n, q, &found[0], &found[1]);
            cr_expect_eq(exists, low > 0 && high > 0, "q %g n %d", q, n);
            cr_expect(!exists || ((int)found[0] == low && (int)found[1] == high),
                      "q %g n %d: %d to %d, expected %d to %d", q, n, (int)found[0], (int)found[1],
                      low, high);
        }
    }
}

Test(ranks, of_many_rocks_are_those_of_the_normal_distribution)
{
    uint64_t low, high;
    cr_assert(statistics_quantile_ranks(10000000, 0.95, &low, &high));
    const double sd = sqrt(1e7 * 0.95 * 0.05);
    cr_expect(fabs(((double)low - 9.5e6) / sd + STATISTICS_Z95) < 0.003);  /* measured 3e-4 */
    cr_expect(fabs(((double)high - 9.5e6) / sd - STATISTICS_Z95) < 0.003); /* measured 3e-4 */
}

static double binomial_term(int k, int n, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) +
               (n - k) * log1p(-p));
}

/// Share of the runs whose interval holds the true share, by the sum over the binomial numbers of
/// two strata of `n` rocks each, of which a share `part` falls in nature and p comes.
static double exact_coverage(const int n[2], const double part[2], const double p[2])
{
    const double truth = part[0] * p[0] + part[1] * p[1];
    double covered = 0.0;
    for (int i = 0; i <= n[0]; i++) {
        for (int k = 0; k <= 100; k++) {
            statistics_weighted share = {0};
            double low = 0.0, high = 0.0;
            statistics_weighted_add(&share, part[0] / n[0], i, n[0]);
            statistics_weighted_add(&share, part[1] / n[1], k, n[1]);
            statistics_wilson(statistics_weighted_share(&share), statistics_weighted_size(&share),
                              &low, &high);
            covered += low <= truth && truth <= high
                           ? binomial_term(i, n[0], p[0]) * binomial_term(k, n[1], p[1])
                           : 0.0;
        }
    }
    return covered;
}

// with the number (62) alone 0.870 and 0.630
Test(weighted, shares_of_strata_that_are_unlike_are_covered)
{
    const int n[2] = {100, 10000};
    const double even[2] = {0.5, 0.5}, seldom[2] = {0.1, 0.9};
    const double one = exact_coverage(n, even, (const double[2]){0.1, 1e-9});
    const double two = exact_coverage(n, seldom, (const double[2]){0.1, 0.001});
    cr_expect(one > 0.93 && one < 0.97, "%g", one); /* measured 0.936 */
    cr_expect(two > 0.93 && two < 0.97, "%g", two); /* measured 0.944 */
}

Test(weighted, one_stratum_is_its_number_of_rocks)
{
    statistics_weighted share = {0};
    statistics_weighted_add(&share, 0.3, 7.0, 50.0);
    statistics_weighted_add(&share, 0.0, 0.0, 40.0);
    statistics_weighted_add(&share, 0.2, 0.0, 0.0);
    cr_expect_float_eq(statistics_weighted_share(&share), 0.14, 1e-15);
    cr_expect_float_eq(statistics_weighted_size(&share), 50.0, 1e-12);
}

enum { RUNS = 2000 };

/// Shares of the runs whose intervals hold p and the true quantile.
typedef struct coverage {
    double reach, quantile;
} coverage;

/// Two strata of `rocks` rocks, each of which touches the cell with probability p and brings a
/// speed of 10 exp(z / 2).
typedef struct study {
    uint64_t rocks;
    double p, q, z; ///< z = normal quantile of q
    double weights[2];
} study;

static const talus_cells grid = {.cell = 1.0, .nx = 1, .ny = 1};

static void run_once(const study *s, uint64_t run, observe_cells *cells)
{
    talus_random random = {19, run, 0};
    for (uint64_t k = 0; k < s->rocks; k++) {
        observe_visit visit = {.cell = 0};
        visit.max[TALUS_SPEED] = 10.0 * exp(0.5 * talus_random_normal(&random));
        if (talus_random_uniform(&random) < s->p) {
            cr_assert(observe_cells_add(cells, &visit, NULL, 1, 0.0));
        }
    }
}

static coverage cover(const study *s)
{
    const observe_units units = observe_units_for(1000.0);
    const talus_window only = {.nx = 1, .ny = 1};
    static observe_distribution values, scratch;
    coverage found = {0};
    for (uint64_t run = 0; run < RUNS; run++) {
        observe_cells *cells[2];
        talus_stratum strata[2];
        for (size_t g = 0; g < 2; g++) {
            cells[g] = observe_cells_create(&grid, &units);
            strata[g] = (talus_stratum){.rocks = s->rocks, .weight = s->weights[g]};
            run_once(s, 2 * run + g, cells[g]);
        }
        const observe_strata set = {2, cells, strata};
        float low = NAN, high = NAN;
        double from = 0.0, to = 0.0;
        observe_strata_raster(&set, &(talus_raster){.kind = TALUS_REACH_LOW}, &only, &low);
        observe_strata_raster(&set, &(talus_raster){.kind = TALUS_REACH_HIGH}, &only, &high);
        cr_assert(observe_gather(&set, NULL, TALUS_SPEED, 0, 0, &values, &scratch));
        found.reach += (double)low <= s->p && s->p <= (double)high;
        const double truth = 10.0 * exp(0.5 * s->z);
        found.quantile +=
            observe_quantile_interval(&values, s->q, &from, &to) && from <= truth && truth <= to;
        observe_cells_destroy(cells[0]);
        observe_cells_destroy(cells[1]);
    }
    found.reach /= RUNS;
    found.quantile /= RUNS;
    return found;
}

// 0.95 of 2000 runs has a standard deviation of 0.0049. Exactly, by sums over the binomial numbers,
// Wilson covers 0.9452 for 120 rocks at p = 0.5 and 0.9491 for 300 at 0.2
Test(coverage, of_reach_and_median_is_nominal)
{
    const coverage found = cover(&(study){60, 0.5, 0.5, 0.0, {1.0, 1.0}});
    cr_expect(fabs(found.reach - 0.95) < 0.015, "%g", found.reach);
    cr_expect(found.quantile > 0.945 && found.quantile < 0.985, "%g", found.quantile);
}

Test(coverage, of_a_rare_cell_and_the_ninetieth_percentile_is_nominal)
{
    const coverage found = cover(&(study){150, 0.2, 0.9, 1.2815515655446004, {1.0, 1.0}});
    cr_expect(fabs(found.reach - 0.95) < 0.015, "%g", found.reach);
    cr_expect(found.quantile > 0.945 && found.quantile < 0.985, "%g", found.quantile);
}

Test(coverage, of_rocks_of_unequal_weight_is_nominal_with_their_effective_number)
{
    const coverage found = cover(&(study){120, 0.4, 0.5, 0.0, {1.0, 5.0}});
    cr_expect(fabs(found.reach - 0.95) < 0.015, "%g", found.reach);
    cr_expect(found.quantile > 0.945 && found.quantile < 0.985, "%g", found.quantile);
}
