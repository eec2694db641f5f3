// SPDX-License-Identifier: GPL-3.0-or-later
// Thinned paths: every point that is left out lies where the others say, to within the tolerance.
#include "studies/report/report.h"

#include <criterion/criterion.h>
#include <math.h>

enum { POINTS = 400 };

/// A rock that bounces: parabolas with a corner every second.
static void bounce(double xyzm[4 * POINTS])
{
    for (size_t k = 0; k < POINTS; k++) {
        const double t = 0.05 * (double)k, f = t - floor(t);
        const double p[4] = {7.0 * t, -2.0 * t, 100.0 - 5.0 * t + 4.905 * f * (1.0 - f), t};
        for (size_t c = 0; c < 4; c++) {
            xyzm[4 * k + c] = p[c];
        }
    }
}

/// Largest distance of a point from where linear motion between kept points puts it.
static double worst(const double *xyzm, const bool *kept)
{
    double largest = 0.0;
    size_t a = 0;
    for (size_t b = 1; b < POINTS; b++) {
        if (!kept[b]) {
            continue;
        }
        for (size_t k = a; k <= b; k++) {
            const double *p = xyzm + 4 * a, *q = xyzm + 4 * b, *s = xyzm + 4 * k;
            const double w = (s[3] - p[3]) / (q[3] - p[3]);
            double sum = 0.0;
            for (size_t c = 0; c < 3; c++) {
                const double d = s[c] - (1.0 - w) * p[c] - w * q[c];
                sum += d * d;
            }
            largest = fmax(largest, sqrt(sum));
        }
        a = b;
    }
    return largest;
}

Test(thin, no_point_is_missed_by_more_than_the_tolerance)
{
    static double xyzm[4 * POINTS];
    static bool kept[POINTS];
    static size_t stack[2 * (POINTS + 2)];
    size_t before = POINTS + 1;
    bounce(xyzm);
    static const double tolerances[] = {0.01, 0.1, 0.5};
    for (size_t k = 0; k < 3; k++) {
        const size_t count = report_thin_path(xyzm, POINTS, tolerances[k], kept, stack);
        cr_expect_lt(count, before, "%zu points at %g m", count, tolerances[k]);
        cr_expect_leq(worst(xyzm, kept), tolerances[k]);
        cr_expect(kept[0] && kept[POINTS - 1]);
        before = count;
    }
    cr_expect_leq(before, 45, "%zu points", before); // 20 corners, one middle each: measured 40
}

Test(thin, short_paths_stay_whole)
{
    static const double xyzm[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    bool kept[2];
    size_t stack[8];
    cr_expect_eq(report_thin_path(xyzm, 0, 1.0, kept, stack), 0);
    cr_expect_eq(report_thin_path(xyzm, 1, 1.0, kept, stack), 1);
    cr_expect_eq(report_thin_path(xyzm, 2, 1.0, kept, stack), 2);
    cr_expect(kept[0] && kept[1]);
}

Test(thin, straight_motion_needs_its_ends_alone)
{
    double xyzm[4 * 50];
    bool kept[50];
    size_t stack[2 * 52];
    for (size_t k = 0; k < 50; k++) {
        for (size_t c = 0; c < 4; c++) {
            xyzm[4 * k + c] = (double)(c + 1) * (double)k;
        }
    }
    cr_expect_eq(report_thin_path(xyzm, 50, 1e-9, kept, stack), 2);
    // a rock that waits is needed where it starts again
    xyzm[4 * 25 + 3] += 60.0;
    for (size_t k = 26; k < 50; k++) {
        xyzm[4 * k + 3] += 60.0;
    }
    cr_expect_gt(report_thin_path(xyzm, 50, 0.1, kept, stack), 2);
}

Test(thin, numbers_are_coded_to_half_a_step)
{
    cr_expect_eq(report_quantise((double)NAN, 0.0, 1.0), REPORT_NODATA);
    cr_expect_eq(report_quantise(-5.0, 0.0, 1.0), 0);
    cr_expect_eq(report_quantise(5.0, 0.0, 1.0), 65534);
    cr_expect_eq(report_quantise(0.0, 0.0, 1.0), 0);
    for (double v = 10.0; v <= 20.0; v += 0.123) {
        const double back = 10.0 + 10.0 * (double)report_quantise(v, 10.0, 20.0) / 65534.0;
        cr_expect_leq(fabs(back - v), 0.5 * 10.0 / 65534.0 + 1e-12);
    }
}
