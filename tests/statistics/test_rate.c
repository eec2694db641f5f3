// SPDX-License-Identifier: GPL-3.0-or-later
// The incomplete gamma function, and bounds of weighted rates against exact ones.
#include "foundation/statistics/rate.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>

Test(rate, gamma_of_whole_shapes_is_the_tail_of_poisson)
{
    static const double shapes[] = {1.0, 2.0, 7.0, 40.0, 300.0};
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        for (double x = 0.05 * shapes[s]; x < 3.0 * shapes[s]; x *= 1.3) {
            double sum = 0.0; // P(N < shape), N of mean x
            for (double k = 0.0; k < shapes[s]; k += 1.0) {
                sum += exp(k * log(x) - x - lgamma(k + 1.0));
            }
            cr_expect_float_eq(statistics_gamma_below(shapes[s], x), 1.0 - sum, 1e-11,
                               "%g %g: %.3g", shapes[s], x,
                               statistics_gamma_below(shapes[s], x) - 1.0 + sum);
        }
    }
}

Test(rate, gamma_of_one_half_is_the_error_function)
{
    for (double x = 1e-6; x < 30.0; x *= 1.7) {
        cr_expect_float_eq(statistics_gamma_below(0.5, x), erf(sqrt(x)), 1e-12, "%g", x);
    }
}

Test(rate, gamma_of_large_shapes_is_close_to_the_cubic_normal_law)
{
    for (double shape = 1e3; shape <= 1e7; shape *= 10.0) {
        for (double z = -3.0; z <= 3.0; z += 0.5) {
            // Wilson and Hilferty: error below 1e-4 at a shape of 1000
            const double c = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * sqrt(shape));
            cr_expect_float_eq(statistics_gamma_below(shape, shape * c * c * c),
                               0.5 * erfc(-z / sqrt(2.0)), 1e-4, "%g %g", shape, z);
        }
    }
    cr_expect_eq(statistics_gamma_below(100.0, 1e4), 1.0);
    cr_expect_eq(statistics_gamma_below(1e4, 100.0), 0.0);
    cr_expect_eq(statistics_gamma_below(3.0, 0.0), 0.0);
}

/// The border between two signs, by bisection. @param sign of the rates below it
static double border(const statistics_rate *rate, int sign)
{
    double low = 1e-9, high = 1e9;
    for (int k = 0; k < 200; k++) {
        const double middle = sqrt(low * high);
        const int found = statistics_rate_against(rate, middle);
        const bool is_below = sign > 0 ? found > 0 : found >= 0;
        low = is_below ? middle : low;
        high = is_below ? high : middle;
    }
    return sqrt(low * high);
}

Test(rate, bounds_of_equal_weights_are_those_of_a_poisson_number)
{
    // 95 % bounds of the mean of Poisson numbers: Garwood 1936
    static const struct {
        double count, low, high;
    } exact[] = {{1, 0.0253, 5.572},
                 {2, 0.2422, 7.225},
                 {5, 1.623, 11.668},
                 {10, 4.795, 18.390},
                 {100, 81.36, 121.63}};
    for (size_t k = 0; k < sizeof exact / sizeof exact[0]; k++) {
        const double w = 0.004;
        const statistics_rate rate = {
            .events = w * exact[k].count, .squares = w * w * exact[k].count, .heaviest = w};
        cr_expect_float_eq(border(&rate, 1) / (w * exact[k].low), 1.0, 2e-3);
        cr_expect_float_eq(border(&rate, -1) / (w * exact[k].high), 1.0, 1e-4);
    }
}

Test(rate, what_no_rock_did_has_an_upper_bound_only)
{
    const statistics_rate none = {.heaviest = 0.01};
    cr_expect_float_eq(border(&none, -1), 0.036889, 1e-6);
    cr_expect_float_eq(statistics_rate_of_none(0.01), 0.036889, 1e-6);
    cr_expect_eq(statistics_rate_against(&none, 1e-30), 0, "nothing can be too rare for it");
    cr_expect_eq(statistics_rate_against(&(statistics_rate){0}, 0.1), -1,
                 "no rock weighs anything");
}

static double binomial(int n, int k, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) +
               (n - k) * log(1.0 - p));
}

/// Probability that a bound of the rate f0 p0 + f1 p1 is wrong, over all outcomes of two strata.
static void missed(const double f[2], const int n[2], const double p[2], double *too_high,
                   double *too_low)
{
    const double w[2] = {f[0] / n[0], f[1] / n[1]}, truth = f[0] * p[0] + f[1] * p[1];
    *too_high = *too_low = 0.0;
    for (int a = 0; a <= n[0] && a < 200; a++) {
        for (int b = 0; b <= n[1] && b < 200; b++) {
            const statistics_rate rate = {.events = w[0] * a + w[1] * b,
                                          .squares = w[0] * w[0] * a + w[1] * w[1] * b,
                                          .heaviest = w[0] > w[1] ? w[0] : w[1]};
            const double probability = binomial(n[0], a, p[0]) * binomial(n[1], b, p[1]);
            const int sign = statistics_rate_against(&rate, truth);
            *too_high += sign > 0 ? probability : 0.0;
            *too_low += sign < 0 ? probability : 0.0;
        }
    }
}

Test(rate, each_bound_of_a_stratified_rate_is_wrong_with_2_5_percent_at_most)
{
    static const struct {
        double f[2];
        int n[2];
        double p[2];
    } cases[] = {{{1.0, 1.0}, {100, 100}, {0.05, 0.05}},   {{3.0, 0.5}, {100, 100}, {0.02, 0.3}},
                 {{3.0, 0.5}, {50, 400}, {0.01, 0.1}},     {{0.2, 5.0}, {1000, 40}, {0.01, 0.001}},
                 {{1.0, 1.0}, {100, 1000}, {0.1, 0.0005}}, {{0.9, 0.1}, {60, 60}, {0.9, 0.5}}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double high = 0.0, low = 0.0;
        missed(cases[k].f, cases[k].n, cases[k].p, &high, &low);
        // measured 0 to 0.0121
        cr_expect_leq(high, 0.025, "case %zu: %g", k, high);
        cr_expect_leq(low, 0.025, "case %zu: %g", k, low);
    }
}
