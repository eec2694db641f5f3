// SPDX-License-Identifier: GPL-3.0-or-later
// Correlated random fields against the theory of their covariance.
#include "talus/raster.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double range = 30.0; // m

/// x K_1(x) by its integral over exp(-x cosh t) cosh t; x > 0.
static double matern(double r)
{
    const double x = sqrt(8.0) * r / range, step = 1e-3;
    double sum = 0.5 * exp(-x);
    for (double t = step; t < 12.0; t += step) {
        sum += exp(-x * cosh(t)) * cosh(t);
    }
    return r > 0.0 ? x * sum * step : 1.0;
}

static talus_field sample(double side, uint64_t seed)
{
    talus_field field;
    talus_error error = {0};
    cr_assert_eq(talus_raster_field(100.0, 200.0, side, side, range, seed, &field, &error),
                 TALUS_OK, "%s", error.message);
    return field;
}

/// Mean over independent fields and its standard error.
typedef struct estimate {
    double sum, square;
    size_t count;
} estimate;

static void add(estimate *e, double value)
{
    e->sum += value;
    e->square += value * value;
    e->count++;
}

static double mean_of(const estimate *e)
{
    return e->sum / (double)e->count;
}

static double error_of(const estimate *e)
{
    const double n = (double)e->count, mean = mean_of(e);
    return sqrt((e->square / n - mean * mean) / n);
}

enum { FIELDS = 400, LAGS = 6 };
static const double lags[LAGS] = {0.0, 2.5, 7.5, 15.0, 30.0, 45.0};

Test(field, mean_variance_and_correlation_are_those_of_theory)
{
    estimate mean = {0}, product[LAGS] = {{0}}, across[LAGS] = {{0}};
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        talus_field field = sample(90.0, seed);
        talus_random rng = {.seed = 77, .stream = seed};
        double sum = 0.0, products[LAGS] = {0}, diagonal[LAGS] = {0};
        for (int k = 0; k < 200; k++) {
            const double x = 100.0 + 45.0 * talus_random_uniform(&rng);
            const double y = 200.0 + 45.0 * talus_random_uniform(&rng);
            const double g = talus_field_at(&field, x, y);
            sum += g;
            for (int m = 0; m < LAGS; m++) {
                const double slant = lags[m] * sqrt(0.5);
                products[m] += g * talus_field_at(&field, x + lags[m], y);
                diagonal[m] += g * talus_field_at(&field, x + slant, y + slant);
            }
        }
        add(&mean, sum / 200.0);
        for (int m = 0; m < LAGS; m++) {
            add(&product[m], products[m] / 200.0);
            add(&across[m], diagonal[m] / 200.0);
        }
        talus_field_clear(&field);
    }
    /* four standard errors of 400 fields (0.020 to 0.027), and 0.01 for twelve nodes per range */
    cr_expect_leq(fabs(mean_of(&mean)), 4.0 * error_of(&mean));
    for (int m = 0; m < LAGS; m++) {
        cr_expect_float_eq(mean_of(&product[m]), matern(lags[m]),
                           4.0 * error_of(&product[m]) + 0.01, "lag %g m: %g", lags[m],
                           mean_of(&product[m]));
        cr_expect_float_eq(mean_of(&across[m]), matern(lags[m]), 4.0 * error_of(&across[m]) + 0.01,
                           "diagonal lag %g m: %g", lags[m], mean_of(&across[m]));
        cr_expect_lt(error_of(&product[m]), 0.03);
    }
}

Test(field, rim_varies_as_much_as_the_middle)
{
    estimate corner = {0}, edge = {0};
    for (uint64_t seed = 0; seed < 900; seed++) {
        talus_field field = sample(20.0, seed);
        const size_t nx = field.grid.nx;
        const double c = (double)field.values[0], e = (double)field.values[nx / 2];
        add(&corner, c * c);
        add(&edge, e * e);
        talus_field_clear(&field);
    }
    /* nodes vary by 1.037, the mean over cells by 1; standard errors 0.05 */
    cr_assert_float_eq(mean_of(&corner), 1.037, 4.0 * error_of(&corner));
    cr_assert_float_eq(mean_of(&edge), 1.037, 4.0 * error_of(&edge));
}

Test(field, values_are_normal)
{
    // share within one standard deviation of independent values, one per field
    size_t within = 0;
    for (uint64_t seed = 0; seed < 900; seed++) {
        talus_field field = sample(10.0, seed);
        within += fabs((double)field.values[0]) < sqrt(1.037);
        talus_field_clear(&field);
    }
    /* 0.683; four standard errors of 900 draws */
    cr_assert_float_eq((double)within / 900.0, 0.6827, 4.0 * sqrt(0.6827 * 0.3173 / 1500.0));
}

Test(field, is_a_function_of_its_seed)
{
    talus_field a = sample(60.0, 3), b = sample(60.0, 3), c = sample(60.0, 4);
    const size_t bytes = a.grid.nx * a.grid.ny * sizeof *a.values;
    cr_assert_eq(memcmp(a.values, b.values, bytes), 0);
    cr_assert_neq(memcmp(a.values, c.values, bytes), 0);
    talus_field_clear(&a);
    talus_field_clear(&b);
    talus_field_clear(&c);
}

Test(field, values_are_multiples_of_a_fixed_step)
{
    talus_field field = sample(60.0, 3);
    for (size_t k = 0; k < field.grid.nx * field.grid.ny; k++) {
        const double steps = (double)field.values[k] * 1024.0;
        cr_assert_eq(steps, floor(steps));
    }
    talus_field_clear(&field);
}

Test(field, has_the_same_bits_everywhere)
{
    talus_field field = sample(300.0, 1);
    uint64_t sum = 0;
    for (size_t k = 0; k < field.grid.nx * field.grid.ny; k++) {
        sum += talus_mix64(k + 1) * (uint64_t)(int64_t)(field.values[k] * 1024.0f);
    }
    cr_assert_eq(sum, UINT64_C(0x0a53bf7b3339efa0), "0x%016llx", (unsigned long long)sum);
    talus_field_clear(&field);
}

Test(field, is_bilinear_and_ends_at_its_rim)
{
    talus_field field = sample(60.0, 3);
    const talus_grid *grid = &field.grid;
    const float *v = field.values;
    const double middle =
        0.25 * ((double)v[0] + (double)v[1] + (double)v[grid->nx] + (double)v[grid->nx + 1]);
    cr_assert_float_eq(talus_field_at(&field, 100.0 + 0.5 * grid->cell, 200.0 + 0.5 * grid->cell),
                       middle, 1e-12);
    cr_assert_eq(talus_field_at(&field, -1e9, -1e9), (double)v[0]);
    cr_assert_eq(talus_field_at(&field, 1e9, 1e9), (double)v[grid->nx * grid->ny - 1]);
    cr_assert_geq((double)(grid->nx - 1) * grid->cell, 60.0);
    talus_field_clear(&field);
}

Test(field, refuses_a_range_that_takes_too_many_nodes)
{
    talus_field field;
    talus_error error = {0};
    cr_assert_eq(talus_raster_field(0.0, 0.0, 3000.0, 2000.0, 5.0, 1, &field, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_assert(strstr(error.message, "take a range of 3") != NULL, "%s", error.message);
    cr_assert_null(field.values);
}

Test(field, refuses_lengths_that_are_none)
{
    static const double wrong[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    talus_field field;
    talus_error error = {0};
    for (size_t k = 0; k < 4; k++) {
        cr_assert_eq(talus_raster_field(0.0, 0.0, wrong[k], 10.0, 30.0, 1, &field, &error),
                     TALUS_ERROR_ARGUMENT);
        cr_assert_eq(talus_raster_field(0.0, 0.0, 10.0, 10.0, wrong[k], 1, &field, &error),
                     TALUS_ERROR_ARGUMENT);
    }
}
