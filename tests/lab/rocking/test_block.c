// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of a block, uplift, the ratio seen in peaks.
#include "talus/lab/rocking.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(block, impossible_blocks_are_refused_by_name)
{
    const talus_rocking_block good = talus_rocking_block_rectangle(2.0, 0.1, 0.3);
    talus_error error = {0};
    cr_expect(talus_rocking_block_check(&good, &error) == TALUS_OK);
    const char *const words[] = {"mass", "moment of inertia", "height", "side of A", "side of B"};
    const double values[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 5; i++) {
        for (int n = 0; n < 4; n++) {
            talus_rocking_block bad = good;
            double *const fields[] = {&bad.mass, &bad.inertia, &bad.h, &bad.b1, &bad.b2};
            *fields[i] = values[n];
            cr_expect(talus_rocking_block_check(&bad, &error) == TALUS_ERROR_INPUT);
            cr_expect_not_null(strstr(error.message, words[i]));
        }
    }
}

Test(block, constants_of_a_rectangle)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(7.0, 0.2, 0.6);
    const talus_rocking_pivot on_a = talus_rocking_block_pivot(&block, false, 9.81);
    const double radius = sqrt(0.4);
    cr_expect(fabs(on_a.radius - radius) < 1e-16);
    cr_expect(fabs(on_a.alpha - 0.32175055439664219) < 1e-16);
    cr_expect(fabs(on_a.inertia - 4.0 / 3.0 * 7.0 * 0.4) < 1e-14);
    cr_expect(fabs(on_a.p - sqrt(0.75 * 9.81 / radius)) < 1e-14);
}

Test(block, uplift_is_the_rise_of_the_centre_of_mass)
{
    const double b = 0.05, h = 0.2;
    for (int n = -30; n <= 30; n++) {
        const double theta = 0.013 * n;
        const double rise =
            b * talus_sin(fabs(theta)) + h * talus_cos(theta) - h; // without the half angle
        cr_expect(fabs(talus_rocking_uplift(b, h, theta) - rise) < 1e-16 * 2.0);
    }
    // small angles keep their digits
    cr_expect(fabs(talus_rocking_uplift(b, h, 1e-9) / (b * 1e-9) - 1.0) < 3e-9);
}

/// Peaks of free rocking with u_{i+1} = r^2 u_i, by bisection.
static void make_peaks(double b, double h, double r, double first, double *peaks, int count)
{
    double uplift = talus_rocking_uplift(b, h, first);
    for (int i = 0; i < count; i++) {
        double low = 0.0, high = talus_atan(b / h);
        for (int n = 0; n < 60; n++) {
            const double middle = 0.5 * (low + high);
            *(talus_rocking_uplift(b, h, middle) < uplift ? &low : &high) = middle;
        }
        peaks[i] = i % 2 ? low : -low;
        uplift *= r * r;
    }
}

Test(block, peaks_give_back_the_ratio_they_were_made_with)
{
    double peaks[11], found = 0.0;
    make_peaks(0.05, 0.2, 0.9, 0.2, peaks, 11);
    for (size_t count = 2; count <= 11; count++) {
        cr_expect(talus_rocking_avrf(0.05, 0.2, peaks, count, &found, NULL) == TALUS_OK);
        cr_expect(fabs(found - 0.9) < 1e-12, "%g", found - 0.9); /* measured 2e-15 */
    }
    // with b and h exchanged, as printed; ten peaks after the first impact
    cr_expect(talus_rocking_avrf(0.2, 0.05, peaks + 1, 10, &found, NULL) == TALUS_OK);
    cr_expect(fabs(found - 0.8913) < 5e-5, "%g", found);
}

Test(block, the_median_ignores_one_bad_peak)
{
    double peaks[9], found = 0.0;
    make_peaks(0.05, 0.2, 0.9, 0.2, peaks, 9);
    peaks[4] *= 1.1;
    cr_expect(talus_rocking_avrf(0.05, 0.2, peaks, 9, &found, NULL) == TALUS_OK);
    cr_expect(fabs(found - 0.9) < 1e-12);
}

Test(block, peaks_without_uplift_are_refused)
{
    double found = 0.0;
    talus_error error = {0};
    const double one[] = {0.1}, flat[] = {0.1, 0.0}, fallen[] = {0.1, 1.2};
    cr_expect(talus_rocking_avrf(0.05, 0.2, one, 1, &found, &error) == TALUS_ERROR_INPUT);
    cr_expect(talus_rocking_avrf(0.05, 0.2, flat, 2, &found, &error) == TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "peak 2"));
    cr_expect(talus_rocking_avrf(0.05, 0.2, fallen, 2, &found, &error) == TALUS_ERROR_INPUT);
    cr_expect(isnan(found));
}
