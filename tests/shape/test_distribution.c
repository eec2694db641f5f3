// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse distributions against known quantiles and against their own distribution functions.
#include "physics/shape/normal.h"
#include "talus/shape.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void expect_relative(double found, double expected, double tolerance)
{
    cr_expect(fabs(found - expected) <= tolerance * fabs(expected), "%.17g, expected %.17g", found,
              expected);
}

Test(normal_cdf, agrees_with_known_values)
{
    /* measured 2e-16, 2e-15, 7e-15 */
    expect_relative(shape_normal_cdf(-1.0), 0.15865525393145705, 1e-13);
    expect_relative(shape_normal_cdf(-5.0), 2.8665157187919391e-07, 1e-13);
    expect_relative(shape_normal_cdf(-10.0), 7.6198530241605261e-24, 1e-13);
    cr_expect_eq(shape_normal_cdf(0.0), 0.5);
    cr_expect_eq(shape_normal_cdf(-(double)INFINITY), 0.0);
    cr_expect_eq(shape_normal_cdf((double)INFINITY), 1.0);
}

Test(normal_cdf, agrees_with_erfc_across_the_change_of_formula)
{
    for (double z = -30.0; z < 0.0; z += 0.01) {
        /* measured 1.1e-13 */
        expect_relative(shape_normal_cdf(z), 0.5 * erfc(-z / sqrt(2.0)), 4e-13);
    }
}

Test(normal_quantile, agrees_with_known_values)
{
    expect_relative(shape_normal_quantile(0.975), 1.959963984540054, 1e-14);
    expect_relative(shape_normal_quantile(0.999), 3.090232306167813, 1e-13);
    expect_relative(shape_normal_quantile(1e-10), -6.361340902404056, 1e-14);
    cr_expect(fabs(shape_normal_quantile(0.5)) < 1e-15);
}

Test(normal_quantile, inverts_the_cdf_far_into_the_tail)
{
    for (double p = 0.5; p > 1e-280; p *= 0.3) {
        /* measured 2e-13 */
        expect_relative(shape_normal_cdf(shape_normal_quantile(p)), p, 2e-12);
    }
}

Test(distribution, fixed_and_uniform_are_plain)
{
    const talus_distribution fixed = {.law = TALUS_LAW_FIXED, .a = 3.5};
    const talus_distribution uniform = {.law = TALUS_LAW_UNIFORM, .a = 2.0, .b = 6.0};
    cr_expect_eq(talus_distribution_at(&fixed, 0.0), 3.5);
    cr_expect_eq(talus_distribution_at(&fixed, 0.999), 3.5);
    cr_expect_eq(talus_distribution_at(&uniform, 0.0), 2.0);
    cr_expect_eq(talus_distribution_at(&uniform, 0.25), 3.0);
}

Test(distribution, a_uniform_law_is_cut)
{
    const talus_distribution both = {
        .law = TALUS_LAW_UNIFORM, .a = 2.0, .b = 6.0, .min = 3.0, .max = 5.0};
    const talus_distribution wide = {
        .law = TALUS_LAW_UNIFORM, .a = 2.0, .b = 6.0, .min = 1.0, .max = 9.0};
    talus_distribution beside = {
        .law = TALUS_LAW_UNIFORM, .a = 2.0, .b = 6.0, .min = 7.0, .max = 9.0};
    cr_expect_eq(talus_distribution_check(&both, NULL), TALUS_OK);
    cr_expect_eq(talus_distribution_at(&both, 0.0), 3.0);
    cr_expect_eq(talus_distribution_at(&both, 0.5), 4.0);
    cr_expect_eq(talus_distribution_at(&wide, 0.0), 2.0);
    cr_expect_eq(talus_distribution_at(&wide, 0.5), 4.0);
    talus_error error = {0};
    cr_expect_eq(talus_distribution_check(&beside, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "leaves nothing of it"), "%s", error.message);
    beside.min = (double)NAN;
    cr_expect_eq(talus_distribution_check(&beside, &error), TALUS_ERROR_ARGUMENT);
}

Test(distribution, open_laws_have_their_known_quantiles)
{
    const double open = (double)INFINITY, z = 1.959963984540054;
    const talus_distribution normal = {
        .law = TALUS_LAW_NORMAL, .a = 100.0, .b = 2.0, .min = 0.0, .max = open};
    const talus_distribution lognormal = {
        .law = TALUS_LAW_LOGNORMAL, .a = 2.0, .b = 0.7, .min = 0.0, .max = open};
    expect_relative(talus_distribution_at(&normal, 0.5), 100.0, 1e-12);
    expect_relative(talus_distribution_at(&normal, 0.975), 100.0 + 2.0 * z, 1e-12);
    expect_relative(talus_distribution_at(&lognormal, 0.5), 2.0, 1e-12);
    expect_relative(talus_distribution_at(&lognormal, 0.975), 2.0 * exp(0.7 * z), 1e-12);
    expect_relative(talus_distribution_at(&lognormal, 0.025), 2.0 * exp(-0.7 * z), 1e-12);
}

Test(distribution, open_lognormal_is_positive_and_finite_at_the_ends)
{
    const talus_distribution d = {
        .law = TALUS_LAW_LOGNORMAL, .a = 2.0, .b = 0.7, .min = 0.0, .max = (double)INFINITY};
    cr_expect_gt(talus_distribution_at(&d, 0.0), 0.0);
    cr_expect(isfinite(talus_distribution_at(&d, 1.0 - 0x1p-53)));
}

Test(distribution, maximum_zero_means_open)
{
    const talus_distribution zero = {
        .law = TALUS_LAW_LOGNORMAL, .a = 2.0, .b = 0.7, .min = 0.5, .max = 0.0};
    const talus_distribution open = {
        .law = TALUS_LAW_LOGNORMAL, .a = 2.0, .b = 0.7, .min = 0.5, .max = (double)INFINITY};
    cr_expect_eq(talus_distribution_at(&zero, 0.9), talus_distribution_at(&open, 0.9));
}

/// Share of the cut distribution below x, from libm's erfc of the upper tails.
static double share_below(double z_min, double z_max, double z)
{
    const double root = sqrt(0.5);
    return (erfc(root * z_min) - erfc(root * z)) / (erfc(root * z_min) - erfc(root * z_max));
}

Test(distribution, normal_cut_far_out_keeps_its_accuracy)
{
    // 10 to 20 standard deviations above the mean
    const talus_distribution d = {
        .law = TALUS_LAW_NORMAL, .a = 1.0, .b = 0.1, .min = 2.0, .max = 3.0};
    cr_assert_eq(talus_distribution_check(&d, NULL), TALUS_OK);
    for (double u = 0.0; u < 1.0; u += 0.0625) {
        const double z = (talus_distribution_at(&d, u) - 1.0) / 0.1;
        cr_expect(fabs(share_below(10.0, 20.0, z) - u) < 1e-9, "u %g", u); /* measured 3e-14 */
    }
}

Test(distribution, cut_laws_stay_inside_and_ascend)
{
    static const talus_distribution laws[] = {
        {.law = TALUS_LAW_NORMAL, .a = 1.0, .b = 0.5, .min = 0.2, .max = 1.7},
        {.law = TALUS_LAW_NORMAL, .a = 1.0, .b = 2.0, .min = 0.0, .max = 4.0},
        {.law = TALUS_LAW_LOGNORMAL, .a = 1.0, .b = 1.0, .min = 0.3, .max = 2.0},
        {.law = TALUS_LAW_LOGNORMAL, .a = 1.0, .b = 0.2, .min = 2.0, .max = 2.6},
        {.law = TALUS_LAW_POWER, .a = 0.7, .b = 0.0, .min = 0.1, .max = 50.0}};
    for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++) {
        double last = 0.0;
        for (double u = 0.0; u < 1.0; u += 1.0 / 512.0) {
            const double value = talus_distribution_at(&laws[k], u);
            cr_expect(value >= laws[k].min && value <= laws[k].max && value >= last,
                      "law %zu at %g: %g", k, u, value);
            last = value;
        }
        expect_relative(1.0 + talus_distribution_at(&laws[k], 0.0), 1.0 + laws[k].min, 1e-9);
        expect_relative(talus_distribution_at(&laws[k], 1.0 - 0x1p-53), laws[k].max, 1e-9);
    }
}

Test(distribution, power_law_has_its_survival_function)
{
    const double a = 1.3, min = 0.2, max = 40.0;
    const talus_distribution cut = {
        .law = TALUS_LAW_POWER, .a = a, .b = 0.0, .min = min, .max = max};
    const talus_distribution open = {
        .law = TALUS_LAW_POWER, .a = a, .b = 0.0, .min = min, .max = (double)INFINITY};
    for (double u = 0.0; u < 1.0; u += 0.03125) {
        const double v = talus_distribution_at(&cut, u), w = talus_distribution_at(&open, u);
        const double survival = (pow(v, -a) - pow(max, -a)) / (pow(min, -a) - pow(max, -a));
        cr_expect(fabs(survival - (1.0 - u)) < 1e-13);
        expect_relative(pow(w / min, -a), 1.0 - u, 1e-13);
    }
}

static void expect_refused(talus_distribution d, const char *word)
{
    talus_error error = {0};
    cr_expect_eq(talus_distribution_check(&d, &error), TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, word) != NULL, "\"%s\" has no \"%s\"", error.message, word);
}

Test(distribution, check_names_what_is_wrong)
{
    const double open = (double)INFINITY;
    expect_refused(
        (talus_distribution){.law = TALUS_LAW_FIXED, .a = 0.0, .b = 0.0, .min = 0.0, .max = open},
        "first parameter");
    expect_refused(
        (talus_distribution){
            .law = TALUS_LAW_FIXED, .a = (double)NAN, .b = 0.0, .min = 0.0, .max = open},
        "nan");
    expect_refused(
        (talus_distribution){.law = TALUS_LAW_UNIFORM, .a = 2.0, .b = 1.0, .min = 0.0, .max = open},
        "ascending");
    expect_refused(
        (talus_distribution){.law = TALUS_LAW_NORMAL, .a = 2.0, .b = -1.0, .min = 0.0, .max = open},
        "deviation");
    expect_refused(
        (talus_distribution){.law = TALUS_LAW_NORMAL, .a = 2.0, .b = 1.0, .min = 3.0, .max = 3.0},
        "min < max");
    expect_refused(
        (talus_distribution){
            .law = TALUS_LAW_LOGNORMAL, .a = 2.0, .b = 0.0, .min = 3.0, .max = 4.0},
        "outside");
    expect_refused(
        (talus_distribution){
            .law = TALUS_LAW_LOGNORMAL, .a = 1.0, .b = 0.01, .min = 3.0, .max = 4.0},
        "none of its");
    expect_refused(
        (talus_distribution){.law = TALUS_LAW_POWER, .a = 1.0, .b = 0.0, .min = 0.0, .max = 4.0},
        "minimum");
}

Test(distribution, a_table_gives_each_of_its_values_as_often)
{
    static const double values[5] = {0.1, 0.2, 0.2, 0.7, 4.0};
    const talus_distribution law = {.law = TALUS_LAW_TABLE, .table = values, .table_count = 5};
    cr_assert_eq(talus_distribution_check(&law, NULL), TALUS_OK);
    double sum = 0.0;
    for (int k = 0; k < 1000; k++) {
        sum += talus_distribution_at(&law, (k + 0.5) / 1000.0);
    }
    cr_expect_float_eq(sum / 1000.0, 1.04, 1e-12); /* the mean of the values */
    cr_expect_eq(talus_distribution_at(&law, 0.0), 0.1);
    cr_expect_eq(talus_distribution_at(&law, 1.0 - 0x1p-53), 4.0);
}

Test(distribution, a_table_must_ascend_from_above_zero)
{
    static const double bad[3][2] = {{0.0, 1.0}, {2.0, 1.0}, {1.0, (double)INFINITY}};
    for (int k = 0; k < 3; k++) {
        const talus_distribution law = {.law = TALUS_LAW_TABLE, .table = bad[k], .table_count = 2};
        cr_expect_eq(talus_distribution_check(&law, NULL), TALUS_ERROR_ARGUMENT);
    }
    const talus_distribution none = {.law = TALUS_LAW_TABLE};
    cr_expect_eq(talus_distribution_check(&none, NULL), TALUS_ERROR_ARGUMENT);
}

Test(distribution, draws_the_same_where_its_cut_is_kept)
{
    const talus_distribution laws[] = {
        {.law = TALUS_LAW_NORMAL, .a = 1.0, .b = 0.5, .min = 0.2, .max = 1.4},
        {.law = TALUS_LAW_NORMAL, .a = 1.0, .b = 0.1, .min = 1.5},
        {.law = TALUS_LAW_LOGNORMAL, .a = 3.0, .b = 0.4, .min = 1.0, .max = 9.0},
        {.law = TALUS_LAW_LOGNORMAL, .a = 3.0, .b = 0.4},
    };
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        shape_cut cut = {0};
        for (double u = 0.0; u < 1.0; u += 0.01) {
            const double kept = shape_distribution_at(&laws[k], &cut, u);
            cr_expect(kept == talus_distribution_at(&laws[k], u), "law %zu at %g", k, u);
        }
        cr_expect(cut.is_known);
    }
}
