// SPDX-License-Identifier: GPL-3.0-or-later
// The elementary functions against long double, in units in the last place of the result.
#include "talus/base.h"

#include <criterion/criterion.h>
#include <math.h>

typedef double function(double);
typedef long double reference(long double);

static double last_place(long double value)
{
    const double size = fabs((double)value);
    int exponent;
    if (size < 0x1p-1022) {
        return 0x1p-1074;
    }
    (void)frexp(size, &exponent);
    return ldexp(1.0, exponent - 53);
}

static double measure_error(function *f, reference *exact, double x)
{
    const long double value = exact((long double)x);
    return (double)(fabsl((long double)f(x) - value) / (long double)last_place(value));
}

enum { POINTS = 100000 };

static double find_worst(function *f, reference *exact, double low, double high)
{
    talus_random rng = {.seed = 1, .stream = 2, .draw = 0};
    double worst = 0.0;
    for (int k = 0; k < POINTS; k++) {
        const double x = low + (high - low) * talus_random_uniform(&rng);
        worst = fmax(worst, measure_error(f, exact, x));
    }
    return worst;
}

/// Magnitudes from 2^low to 2^high, evenly in the exponent, both signs if `both`.
static double find_worst_magnitude(function *f, reference *exact, int low, int high, bool both)
{
    talus_random rng = {.seed = 3, .stream = 4, .draw = 0};
    double worst = 0.0;
    for (int k = 0; k < POINTS; k++) {
        const int exponent = low + (int)(talus_random_uniform(&rng) * (high - low));
        const double x = ldexp(1.0 + talus_random_uniform(&rng), exponent);
        worst = fmax(worst, measure_error(f, exact, both && k % 2 ? -x : x));
    }
    return worst;
}

Test(sine, is_within_one_ulp)
{
    cr_assert_lt(find_worst(talus_sin, sinl, -0.8, 0.8), 0.8);             /* measured 0.77 ulp */
    cr_assert_lt(find_worst(talus_sin, sinl, -20.0, 20.0), 0.8);           /* measured 0.77 ulp */
    cr_assert_lt(find_worst(talus_sin, sinl, -0x1p20, 0x1p20), 0.8);       /* measured 0.78 ulp */
    cr_assert_lt(find_worst_magnitude(talus_sin, sinl, -1000, 0, 1), 0.8); /* measured 0.75 ulp */
}

Test(cosine, is_within_one_ulp)
{
    cr_assert_lt(find_worst(talus_cos, cosl, -0.8, 0.8), 0.8);       /* measured 0.79 ulp */
    cr_assert_lt(find_worst(talus_cos, cosl, -20.0, 20.0), 0.8);     /* measured 0.77 ulp */
    cr_assert_lt(find_worst(talus_cos, cosl, -0x1p20, 0x1p20), 0.8); /* measured 0.78 ulp */
}

Test(sine, keeps_its_accuracy_beside_the_multiples_of_half_pi)
{
    double worst = 0.0;
    for (int k = -600000; k <= 600000; k++) {
        const double x = k * (0.5 * TALUS_PI);
        worst = fmax(worst, measure_error(k % 2 ? talus_cos : talus_sin, k % 2 ? cosl : sinl, x));
    }
    cr_assert_lt(worst, 0.51); /* measured 0.50 ulp */
}

Test(sine, stays_bounded_for_any_finite_angle)
{
    for (double x = 1.0; x < 1e300; x *= 7.3) {
        cr_assert_leq(fabs(talus_sin(x)), 1.0, "sin(%g) = %g", x, talus_sin(x));
        cr_assert_leq(fabs(talus_cos(-x)), 1.0, "cos(%g) = %g", -x, talus_cos(-x));
    }
}

Test(sine, is_odd_and_cosine_even)
{
    for (double x = 1e-9; x < 1e6; x *= 1.37) {
        cr_assert_eq(talus_sin(-x), -talus_sin(x));
        cr_assert_eq(talus_cos(-x), talus_cos(x));
    }
    cr_assert(signbit(talus_sin(-0.0)));
    cr_assert_eq(talus_cos(0.0), 1.0);
}

Test(sine, of_what_is_not_finite_is_nan)
{
    cr_assert(isnan(talus_sin((double)INFINITY)));
    cr_assert(isnan(talus_cos(-(double)INFINITY)));
    cr_assert(isnan(talus_sin((double)NAN)));
}

Test(arctangent, is_within_one_ulp)
{
    cr_assert_lt(find_worst(talus_atan, atanl, -1.1, 1.1), 0.55);              /* measured 0.51 */
    cr_assert_lt(find_worst(talus_atan, atanl, -20.0, 20.0), 0.55);            /* measured 0.50 */
    cr_assert_lt(find_worst_magnitude(talus_atan, atanl, -1022, 60, 1), 0.55); /* measured 0.50 */
}

Test(arctangent, reaches_half_pi)
{
    cr_assert_eq(talus_atan((double)INFINITY), 0.5 * TALUS_PI);
    cr_assert_eq(talus_atan(-1e300), -0.5 * TALUS_PI);
    cr_assert_eq(talus_atan(1.0), 0.25 * TALUS_PI);
    cr_assert(signbit(talus_atan(-0.0)));
    cr_assert(isnan(talus_atan((double)NAN)));
}

Test(exponential, is_within_one_ulp)
{
    cr_assert_lt(find_worst(talus_exp, expl, -1.0, 1.0), 0.7);                 /* measured 0.62 */
    cr_assert_lt(find_worst(talus_exp, expl, -708.0, 709.7), 0.7);             /* measured 0.66 */
    cr_assert_lt(find_worst(talus_exp, expl, -745.0, -708.0), 0.85);           /* measured 0.77 */
    cr_assert_lt(find_worst_magnitude(talus_exp, expl, -1000, 0, true), 0.65); /* measured 0.60 */
}

Test(exponential, ends_in_zero_and_infinity)
{
    cr_assert_eq(talus_exp(0.0), 1.0);
    cr_assert_eq(talus_exp(-(double)INFINITY), 0.0);
    cr_assert_eq(talus_exp(-745.2), 0.0);
    cr_assert_eq(talus_exp(-745.1), 0x1p-1074);
    cr_assert(isfinite(talus_exp(709.78)));
    cr_assert(isinf(talus_exp(709.783)));
    cr_assert(isnan(talus_exp((double)NAN)));
}

Test(logarithm, is_within_one_ulp)
{
    cr_assert_lt(find_worst(talus_log, logl, 0.5, 2.0), 0.9);                      /* 0.82 */
    cr_assert_lt(find_worst(talus_log, logl, 0.99, 1.01), 0.6);                    /* 0.51 */
    cr_assert_lt(find_worst_magnitude(talus_log, logl, -1070, 1023, false), 0.85); /* 0.75 */
}

Test(logarithm, of_zero_and_less_is_no_number)
{
    cr_assert_eq(talus_log(1.0), 0.0);
    cr_assert_eq(talus_log(0.0), -(double)INFINITY);
    cr_assert(isnan(talus_log(-1.0)));
    cr_assert(isnan(talus_log((double)NAN)));
    cr_assert(isinf(talus_log((double)INFINITY)));
}
