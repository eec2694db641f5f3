// SPDX-License-Identifier: GPL-3.0-or-later
// The seismic integral against closed forms, its ranges, and curves that are none.
#include "input/sources/seismic.h"
#include "physics/shape/normal.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static seismic_rate rate_of(const seismic_curve *fragility, const seismic_curve *hazard)
{
    seismic_rate rate = {0};
    talus_error error = {0};
    cr_assert_eq(seismic_rate_of(fragility, hazard, &rate, &error), TALUS_OK, "%s", error.message);
    return rate;
}

/// H = 1e-3 x^-k at a few uneven points from 0.1 to 10.
static void make_hazard(double k, double x[4], double y[4])
{
    static const double points[4] = {0.1, 0.35, 1.7, 10.0};
    for (int i = 0; i < 4; i++) {
        x[i] = points[i];
        y[i] = 1e-3 * pow(points[i], -k);
    }
}

Test(seismic, a_ramp_over_a_power_law_has_a_closed_form)
{
    // by parts: rate = integral of p' H = 1e-3 / (b - a) [x^(1-k) / (1-k)] from a to b
    static const double slopes[] = {0.5, 1.0, 1.0 + 1e-7, 2.0, 3.3};
    const double x[2] = {0.2, 0.9}, y[2] = {0.0, 1.0};
    const seismic_curve ramp = {.count = 2, .x = x, .y = y};
    for (size_t i = 0; i < sizeof slopes / sizeof slopes[0]; i++) {
        const double k = slopes[i], e = 1.0 - k;
        double hx[4], hy[4];
        make_hazard(k, hx, hy);
        const seismic_curve hazard = {.count = 4, .x = hx, .y = hy};
        const double primitive =
            fabs(e) < 1e-6 ? log(x[1] / x[0]) : (pow(x[1], e) - pow(x[0], e)) / e;
        const double exact = 1e-3 * primitive / (x[1] - x[0]);
        /* measured 3e-15; at 1 + 1e-7 the closed form is off by 1e-7 itself */
        cr_expect_float_eq(rate_of(&ramp, &hazard).rate / exact, 1.0,
                           fabs(e) > 0.0 && fabs(e) < 1e-6 ? 1e-6 : 1e-13);
    }
}

Test(seismic, a_lognormal_fragility_over_a_power_law)
{
    // integral of Phi(ln(x / m) / b) |dH| = H(m) exp(k^2 b^2 / 2)
    enum { POINTS = 801 };
    const double median = 0.6, beta = 0.4, k = 2.5;
    static double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double z = -7.0 + 14.0 * i / (POINTS - 1);
        x[i] = median * exp(beta * z);
        y[i] = shape_normal_cdf(z);
    }
    const double hx[2] = {0.01, 100.0}, hy[2] = {1e-3 * pow(0.01, -k), 1e-3 * pow(100.0, -k)};
    const seismic_curve fragility = {.count = POINTS, .x = x, .y = y};
    const seismic_curve hazard = {.count = 2, .x = hx, .y = hy};
    const double exact = 1e-3 * pow(median, -k) * exp(0.5 * k * k * beta * beta);
    cr_expect_float_eq(rate_of(&fragility, &hazard).rate / exact, 1.0, 1e-4 /* measured 2e-5 */);
}

Test(seismic, motions_outside_the_fragility_are_counted)
{
    const double hx[3] = {0.1, 1.0, 10.0}, hy[3] = {0.1, 0.01, 0.001};
    const double x[2] = {0.2, 2.0}, y[2] = {0.1, 0.6};
    const seismic_curve hazard = {.count = 3, .x = hx, .y = hy};
    const seismic_curve fragility = {.count = 2, .x = x, .y = y};
    const seismic_rate rate = rate_of(&fragility, &hazard);
    // H = 0.01 / x
    cr_expect_float_eq(rate.below, 0.1 - 0.05, 1e-15);
    cr_expect_float_eq(rate.above, 0.005, 1e-15);
    cr_expect_float_eq(rate.high - rate.rate, 0.1 * 0.05 + 0.4 * 0.005, 1e-15);
    cr_expect_float_eq(rate.first, 0.1, 1e-15);
}

Test(seismic, the_last_rate_of_a_hazard_curve_counts_in_full)
{
    const double hx[2] = {0.1, 1.0}, hy[2] = {0.01, 0.01}; // no motion between 0.1 and 1
    const double x[2] = {0.5, 2.0}, y[2] = {0.0, 0.9};
    const seismic_curve hazard = {.count = 2, .x = hx, .y = hy};
    const seismic_curve fragility = {.count = 2, .x = x, .y = y};
    const seismic_rate rate = rate_of(&fragility, &hazard);
    cr_expect_float_eq(rate.rate, 0.01 * 0.3, 1e-16);
    cr_expect_float_eq(rate.high, 0.01, 1e-16);
}

Test(seismic, curves_that_are_none_are_refused)
{
    static const struct {
        double x[3], y[3];
        bool is_hazard;
        const char *phrase;
    } cases[] = {
        {{0.1, 0.1, 1.0}, {0.0, 0.5, 1.0}, false, "intensity 0.1 follows 0.1 in point 2"},
        {{0.0, 0.1, 1.0}, {0.0, 0.5, 1.0}, false, "intensity 0 follows 0 in point 1"},
        {{0.1, 0.2, 1.0}, {0.0, 1.5, 1.0}, false, "1.5 in point 2, expected a probability"},
        {{0.1, 0.2, 1.0}, {0.1, 0.2, 0.1}, true, "rate 0.2 in point 2, expected annual rates"},
        {{0.1, 0.2, 1.0}, {0.1, 0.0, 0.0}, true, "rate 0 in point 2"},
        {{0.1, -0.2, 1.0}, {0.1, 0.05, 0.01}, true, "intensity -0.2 follows 0.1"},
    };
    const double x[2] = {0.5, 2.0}, p[2] = {0.0, 0.9}, h[2] = {0.1, 0.01};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const seismic_curve bad = {.count = 3, .x = cases[i].x, .y = cases[i].y};
        const seismic_curve good = {.count = 2, .x = x, .y = cases[i].is_hazard ? p : h};
        seismic_rate rate;
        talus_error error = {0};
        const talus_status status = cases[i].is_hazard
                                        ? seismic_rate_of(&good, &bad, &rate, &error)
                                        : seismic_rate_of(&bad, &good, &rate, &error);
        cr_expect_eq(status, TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, cases[i].phrase), "%s", error.message);
    }
    const seismic_curve one = {.count = 1, .x = x, .y = p};
    seismic_rate rate;
    cr_expect_eq(seismic_rate_of(&one, &one, &rate, NULL), TALUS_ERROR_INPUT);
}
