// SPDX-License-Identifier: GPL-3.0-or-later
// Intensity measures against closed forms.
#include "lab/rocking/intensity.h"

#include "talus/base.h"

#include <criterion/criterion.h>
#include <math.h>

Test(intensity, peaks_of_a_triangle)
{
    // up to 2 m/s2 in 1 s and back: v = 2 m/s, d = 2 m, int a^2 = 8/3
    static const double a[3] = {0.0, 2.0, 0.0};
    const intensity_peaks p = intensity_peaks_of(a, 3, 1.0);
    cr_expect_eq(p.pga, 2.0);
    cr_expect_float_eq(p.pgv, 2.0, 1e-15);
    cr_expect_float_eq(p.pgd, 2.0, 1e-15);
    cr_expect_float_eq(p.arias, TALUS_PI / (2.0 * 9.80665) * 8.0 / 3.0, 1e-15);
    cr_expect_float_eq(p.arias_trapezoid, TALUS_PI / (2.0 * 9.80665) * 4.0, 1e-15);
    cr_expect_float_eq(p.cav, 2.0, 1e-15);
}

Test(intensity, cav_splits_a_piece_at_its_zero)
{
    static const double a[2] = {3.0, -1.0};
    const intensity_peaks p = intensity_peaks_of(a, 2, 1.0);
    cr_expect_float_eq(p.cav, 0.5 * (9.0 + 1.0) / 4.0, 1e-15);
    cr_expect_float_eq(p.v_end, 1.0, 1e-15);
}

Test(intensity, measures_are_proportional_to_the_scale)
{
    double a[200], b[200];
    for (int i = 0; i < 200; i++) {
        a[i] = sin(0.31 * i) * exp(-0.01 * i);
        b[i] = 3.0 * a[i];
    }
    const intensity_peaks p = intensity_peaks_of(a, 200, 0.02),
                          q = intensity_peaks_of(b, 200, 0.02);
    cr_expect_float_eq(q.pgv / p.pgv, 3.0, 1e-13);
    cr_expect_float_eq(q.arias / p.arias, 9.0, 1e-12);
    cr_expect_float_eq(q.duration_75, p.duration_75, 1e-12);
    cr_expect_float_eq(intensity_spectral(b, 200, 0.02, 0.5, 0.05) /
                           intensity_spectral(a, 200, 0.02, 0.5, 0.05),
                       3.0, 1e-12);
}

Test(intensity, oscillator_under_a_step_overshoots_by_the_closed_form)
{
    // a = 1 held: static response 1, overshoot 1 + exp(-xi pi / sqrt(1 - xi^2))
    static double a[2001];
    for (int i = 0; i < 2001; i++) {
        a[i] = 1.0;
    }
    const double sa = intensity_spectral(a, 2001, 0.001, 1.0, 0.05);
    cr_expect_float_eq(sa, 1.0 + exp(-0.05 * TALUS_PI / sqrt(1.0 - 0.0025)), 2e-5);
    /* measured 7e-7: the peak lies between samples */
}

Test(intensity, stiff_oscillators_feel_the_peak_ground_acceleration)
{
    static double a[401];
    for (int i = 0; i < 401; i++) {
        a[i] = 2.0 * sin(TALUS_PI * i / 400.0);
    }
    cr_expect_float_eq(intensity_spectral(a, 401, 0.01, 0.02, 0.05), 2.0, 1e-3);
    cr_expect_gt(intensity_housner(a, 401, 0.01, 0.05), 0.0);
}

Test(intensity, rotated_measures_of_one_direction)
{
    // a motion along 30 degrees: its largest at 30, nothing at 120 degrees
    enum { COUNT = 300 };
    double x[COUNT], y[COUNT], along[COUNT];
    for (int i = 0; i < COUNT; i++) {
        along[i] = sin(0.21 * i) * exp(-0.02 * i);
        x[i] = along[i] * cos(TALUS_PI / 6.0);
        y[i] = along[i] * sin(TALUS_PI / 6.0);
    }
    const intensity_record record = {0.02, COUNT, x, y};
    const intensity_rotated r = intensity_rotated_of(&record, INTENSITY_PGA, 0.0, 0.0);
    const double pga = intensity_peaks_of(along, COUNT, 0.02).pga;
    cr_expect_float_eq(r.rotd100, pga, 1e-14);
    cr_expect_lt(r.rotd0, 1e-14);
    cr_expect_float_eq(r.resultant, pga, 1e-14);
    // |cos| is above cos 45 deg for half of the angles
    cr_expect_float_eq(r.rotd50 / pga, cos(TALUS_PI / 4.0), 1e-3);
    const intensity_rotated s = intensity_rotated_of(&record, INTENSITY_SA, 0.4, 0.05);
    cr_expect_float_eq(s.rotd100, intensity_spectral(along, COUNT, 0.02, 0.4, 0.05), 1e-12);
    const intensity_record single = {0.02, COUNT, along, NULL};
    cr_expect_float_eq(intensity_rotated_of(&single, INTENSITY_PGV, 0.0, 0.0).x,
                       intensity_peaks_of(along, COUNT, 0.02).pgv, 1e-14);
}

Test(intensity, every_measure_of_one_direction_is_that_of_the_motion_along_it)
{
    enum { COUNT = 300 };
    double x[COUNT], y[COUNT], along[COUNT];
    for (int i = 0; i < COUNT; i++) {
        along[i] = sin(0.21 * i) * exp(-0.02 * i);
        x[i] = along[i] * cos(TALUS_PI / 6.0);
        y[i] = along[i] * sin(TALUS_PI / 6.0);
    }
    const intensity_record record = {0.02, COUNT, x, y};
    const intensity_peaks p = intensity_peaks_of(along, COUNT, 0.02);
    const struct {
        intensity_kind kind;
        double value, power; ///< in direction angle: value |cos|^power
    } cases[] = {{INTENSITY_PGV, p.pgv, 1.0},
                 {INTENSITY_PGD, p.pgd, 1.0},
                 {INTENSITY_ARIAS, p.arias, 2.0},
                 {INTENSITY_CAV, p.cav, 1.0},
                 {INTENSITY_SI, intensity_housner(along, COUNT, 0.02, 0.05), 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const intensity_rotated r = intensity_rotated_of(&record, cases[i].kind, 0.0, 0.05);
        cr_expect_float_eq(r.rotd100 / cases[i].value, 1.0, 1e-12, "measure %zu", i);
        cr_expect_lt(r.rotd0, 1e-12 * cases[i].value, "measure %zu", i);
        cr_expect_float_eq(r.x / cases[i].value, pow(cos(TALUS_PI / 6.0), cases[i].power), 1e-12);
        cr_expect_float_eq(r.y / cases[i].value, pow(0.5, cases[i].power), 1e-12);
        cr_expect_float_eq(r.rotd50 / cases[i].value, pow(cos(TALUS_PI / 4.0), cases[i].power),
                           1e-3);
    }
    // a duration does not change with the scale: both components have that of the motion
    const intensity_rotated d = intensity_rotated_of(&record, INTENSITY_D5_95, 0.0, 0.0);
    cr_expect_float_eq(d.x, p.duration_95, 1e-12);
    cr_expect_float_eq(d.y, p.duration_95, 1e-12);
    cr_expect(isnan(d.rotd50) && isnan(d.resultant));
}
