// SPDX-License-Identifier: GPL-3.0-or-later
// Roots of power series: first one, close pairs, roots at zero.
#include "lab/rocking/series.h"

#include <criterion/criterion.h>
#include <math.h>

/// (t - r1) (t - r2) ... times a constant.
static void with_roots(const double *roots, int count, double factor, double *c)
{
    c[0] = factor;
    for (int i = 0; i < count; i++) {
        c[i + 1] = 0.0;
        for (int k = i + 1; k >= 0; k--) {
            c[k] = (k > 0 ? c[k - 1] : 0.0) - roots[i] * c[k];
        }
    }
}

Test(series, first_root_of_several)
{
    static const double roots[3] = {0.7, 0.3, 1.9};
    double c[4], root = 0.0;
    with_roots(roots, 3, -2.0, c);
    cr_assert(series_first_root(c, 4, 2.0, &root));
    cr_expect_float_eq(root, 0.3, 1e-15);
    cr_expect_not(series_first_root(c, 4, 0.29, &root));
    // about the first root, the next one
    double shifted[4];
    series_shift(c, 4, 0.3, shifted);
    shifted[0] = 0.0;
    cr_assert(series_first_root(shifted, 4, 2.0, &root));
    cr_expect_float_eq(root, 0.4, 1e-15);
}

Test(series, close_pair_inside_a_step_is_seen)
{
    static const double roots[2] = {0.5, 0.5 + 1e-6};
    double c[3], root = 0.0;
    with_roots(roots, 2, 1.0, c);
    cr_expect_gt(series_value(c, 3, 1.0), 0.0);
    cr_assert(series_first_root(c, 3, 1.0, &root));
    cr_expect_float_eq(root, 0.5, 1e-9);
    c[0] += 1e-12; // lifts the minimum above zero
    cr_expect_not(series_first_root(c, 3, 1.0, &root));
}

Test(series, root_at_the_start_is_left_out)
{
    static const double roots[3] = {0.0, 0.0, 0.25};
    double c[4], root = 0.0;
    with_roots(roots, 3, -1.0, c);
    cr_assert(series_first_root(c, 4, 1.0, &root));
    cr_expect_float_eq(root, 0.25, 1e-15);
    cr_expect_not(series_first_root(c, 3, 0.0, &root));
    static const double zero[4] = {0.0};
    cr_expect_not(series_first_root(zero, 4, 1.0, &root));
}

Test(series, value_slope_and_shift_agree)
{
    static const double c[5] = {1.0, -2.0, 0.5, 3.0, -0.25};
    double shifted[5];
    series_shift(c, 5, 0.3, shifted);
    for (double t = -1.0; t < 1.0; t += 0.1) {
        cr_expect_float_eq(series_value(shifted, 5, t - 0.3), series_value(c, 5, t), 1e-14);
        const double slope = (series_value(c, 5, t + 1e-5) - series_value(c, 5, t - 1e-5)) / 2e-5;
        cr_expect_float_eq(series_slope(c, 5, t), slope, 1e-8);
    }
}

Test(series, overflow_has_no_root, .timeout = 5.0)
{
    // rates whose squares leave the range of doubles
    static const double c[4] = {0.0, 1e200, -1e300, (double)INFINITY};
    static const double wild[4] = {1.0, -1e300, 1e308, -1e308};
    double root = 0.0;
    cr_expect_not(series_first_root(c, 4, 1.0, &root));
    cr_expect_not(series_first_root(wild, 4, 1e10, &root));
    static const double unknown[3] = {1.0, (double)NAN, -1.0};
    cr_expect_not(series_first_root(unknown, 3, 1.0, &root));
}
