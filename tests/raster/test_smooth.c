// SPDX-License-Identifier: GPL-3.0-or-later
// Smoothing and slopes: gain of waves, planes, NODATA, refusals.
#include "raster/plate_reference.h"

static void smooth(double *heights, size_t nx, size_t ny, double length)
{
    talus_error error = {0};
    cr_assert_eq(talus_raster_smooth(nx, ny, heights, length, &error), TALUS_OK, "%s",
                 error.message);
}

Test(smooth, plane_stays)
{
    double heights[40 * 30];
    for (size_t k = 0; k < 1200; k++) {
        heights[k] = 2345.0 + 0.25 * (double)(k % 40) - 0.5 * (double)(k / 40);
    }
    double before[1200];
    memcpy(before, heights, sizeof before);
    smooth(heights, 40, 30, 12.0);
    for (size_t k = 0; k < 1200; k++) {
        cr_assert_float_eq(heights[k], before[k], 0.5e-3 + 1e-8); /* m; rounding */
    }
}

Test(smooth, wave_keeps_the_documented_share_of_its_height)
{
    // far from the free edges: 200 cells, waves of 20 cells, height 10 m
    enum { NX = 200, NY = 40 };
    static double heights[NX * NY];
    static const double lengths[] = {1.0, 3.0, 5.0};
    for (size_t t = 0; t < 3; t++) {
        const double k = 2.0 * TALUS_PI / 20.0, kl = k * lengths[t];
        for (size_t n = 0; n < NX * NY; n++) {
            heights[n] = 10.0 * cos(k * (double)(n % NX));
        }
        smooth(heights, NX, NY, lengths[t]);
        const double gain = heights[20 * NX + 100] / 10.0;
        /* differences bend a wave of 20 cells less than derivatives: measured 0.9905, 0.563,
         * 0.1431; the formula 0.990, 0.559, 0.1409
         */
        cr_assert_float_eq(gain, 1.0 / (1.0 + kl * kl * kl * kl), 0.01);
    }
}

Test(smooth, missing_nodes_stay_missing_and_give_nothing)
{
    // two halves at 0 and 1000 m, a missing column between them
    double heights[21 * 15];
    for (size_t k = 0; k < 315; k++) {
        heights[k] = k % 21 < 10 ? 0.0 : (k % 21 == 10 ? (double)NAN : 1000.0);
    }
    smooth(heights, 21, 15, 4.0);
    for (size_t k = 0; k < 315; k++) {
        if (k % 21 == 10) {
            cr_assert(isnan(heights[k]));
        } else {
            cr_assert_eq(heights[k], k % 21 < 10 ? 0.0 : 1000.0);
        }
    }
}

Test(smooth, agrees_with_the_dense_solution)
{
    enum { NX = 12, NY = 10 };
    static reference r;
    for (uint64_t seed = 0; seed < 20; seed++) {
        talus_random rng = {.seed = seed};
        double heights[NX * NY], solution[NX * NY];
        int unknown[NX * NY];
        memset(&r, 0, sizeof r);
        for (size_t k = 0; k < NX * NY; k++) {
            const bool missing = talus_random_uniform(&rng) < 0.2;
            heights[k] = missing ? (double)NAN : 50.0 * talus_random_uniform(&rng);
            unknown[k] = missing ? -2 : (int)r.unknowns++;
        }
        r.nx = NX;
        r.ny = NY;
        r.heights = heights;
        r.unknown = unknown;
        const double length = 0.3 + 0.2 * (double)seed;
        reference_energy(&r, length * length * length * length);
        for (size_t k = 0; k < NX * NY; k++) {
            if (unknown[k] >= 0) {
                r.matrix[unknown[k]][unknown[k]] += 1.0;
                r.matrix[unknown[k]][r.unknowns] += heights[k];
            }
        }
        reference_solve(&r, solution);
        smooth(heights, NX, NY, length);
        for (size_t k = 0; k < NX * NY; k++) {
            if (unknown[k] >= 0) {
                cr_assert_float_eq(heights[k], solution[unknown[k]], 0.5e-3 + 1e-8); /* m */
            }
        }
    }
}

Test(smooth, refuses_more_cells_than_its_limit)
{
    const size_t nx = 1001, ny = 1000;
    double *heights = calloc(nx * ny, sizeof *heights);
    talus_error error = {0};
    cr_assert_eq(talus_raster_smooth(nx, ny, heights, 2.0, &error), TALUS_ERROR_ARGUMENT);
    cr_assert(strstr(error.message, "1001000 cells") != NULL, "%s", error.message);
    cr_assert(strstr(error.message, "at most 1000000") != NULL, "%s", error.message);
    free(heights);
}

Test(smooth, refuses_lengths_out_of_range)
{
    double heights[9] = {0};
    talus_error error = {0};
    static const double wrong[] = {0.0, -1.0, 1001.0};
    for (size_t k = 0; k < 3; k++) {
        cr_assert_eq(talus_raster_smooth(3, 3, heights, wrong[k], &error), TALUS_ERROR_ARGUMENT);
    }
    cr_assert_eq(talus_raster_smooth(3, 3, heights, (double)NAN, &error), TALUS_ERROR_ARGUMENT);
}

Test(slope, plane_has_its_angle_and_the_rim_none)
{
    const talus_grid grid = {.cell = 5.0, .nx = 8, .ny = 6};
    double heights[48], slopes[48];
    for (size_t k = 0; k < 48; k++) {
        heights[k] = 100.0 + 3.0 * (double)(k % 8) + 4.0 * (double)(k / 8); // 3-4-5: slope 1
    }
    cr_assert_eq(talus_raster_slopes(&grid, heights, slopes, NULL), TALUS_OK);
    for (size_t k = 0; k < 48; k++) {
        const bool rim = k % 8 == 0 || k % 8 == 7 || k / 8 == 0 || k / 8 == 5;
        cr_assert(rim ? isnan(slopes[k]) : fabs(slopes[k] - 45.0) < 1e-12);
    }
}

Test(slope, missing_neighbour_makes_it_missing)
{
    const talus_grid grid = {.cell = 1.0, .nx = 7, .ny = 7};
    double heights[49] = {0}, slopes[49];
    heights[3 * 7 + 3] = (double)NAN;
    cr_assert_eq(talus_raster_slopes(&grid, heights, slopes, NULL), TALUS_OK);
    for (size_t j = 1; j < 6; j++) {
        for (size_t i = 1; i < 6; i++) {
            const bool beside = i >= 2 && i <= 4 && j >= 2 && j <= 4;
            cr_assert_eq(isnan(slopes[j * 7 + i]) != 0, beside);
        }
    }
}
