// SPDX-License-Identifier: GPL-3.0-or-later
// Coarser lattices: planes, the gain of waves, NODATA, refusals.
#include "io/raster/filling.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 41, NY = 30 };

static double *allocate(talus_grid *grid)
{
    *grid = (talus_grid){.nx = NX, .ny = NY, .cell = 2.0};
    double *heights = malloc(NX * NY * sizeof *heights);
    cr_assert_not_null(heights);
    return heights;
}

static void coarsen(talus_grid *grid, double **heights, size_t step)
{
    talus_error error = {0};
    double *kept = NULL;
    const talus_grid fine = *grid;
    cr_assert_eq(talus_raster_coarsen(&fine, *heights, step, grid, &kept, &error), TALUS_OK, "%s",
                 error.message);
    free(*heights);
    *heights = kept;
}

static double plane_at(double x, double y)
{
    return 2345.6 + 0.7 * x - 1.1 * y;
}

Test(coarsen, plane_stays_at_rims_and_beside_nodata_too)
{
    talus_grid grid;
    double *heights = allocate(&grid);
    for (size_t k = 0; k < NX * NY; k++) {
        heights[k] =
            k % 7 == 3 ? (double)NAN : plane_at(2.0 * (double)(k % NX), 2.0 * (double)(k / NX));
    }
    coarsen(&grid, &heights, 4);
    cr_expect_eq(grid.nx, 11);
    cr_expect_eq(grid.ny, 8);
    cr_expect_eq(grid.cell, 8.0);
    for (size_t k = 0; k < grid.nx * grid.ny; k++) {
        const double plane = plane_at(8.0 * (double)(k % 11), 8.0 * (double)(k / 11));
        /* measured 5e-13 m */
        cr_expect(isnan(heights[k]) || fabs(heights[k] - plane) < 5e-12, "node %zu", k);
    }
    free(heights);
}

Test(coarsen, wave_keeps_the_documented_share_of_its_height)
{
    static const size_t steps[] = {2, 4, 5};
    const double phase = 2.0 * TALUS_PI / 17.0;
    for (size_t t = 0; t < 3; t++) {
        talus_grid grid;
        double *heights = allocate(&grid);
        const double k = (double)steps[t];
        for (size_t n = 0; n < NX * NY; n++) {
            heights[n] = 10.0 * sin(phase * (double)(n % NX) + 0.3);
        }
        coarsen(&grid, &heights, steps[t]);
        const double share = sin(0.5 * k * phase) / (k * sin(0.5 * phase));
        for (size_t i = 1; i + 1 < grid.nx; i++) {
            const double expected = 10.0 * share * share * sin(phase * k * (double)i + 0.3);
            /* measured 4e-15 m */
            cr_expect_float_eq(heights[2 * grid.nx + i], expected, 1e-13, "step %zu", steps[t]);
        }
        free(heights);
    }
}

Test(coarsen, only_a_kept_node_without_height_is_missing)
{
    talus_grid grid;
    double *heights = allocate(&grid);
    for (size_t k = 0; k < NX * NY; k++) {
        heights[k] = 100.0;
    }
    heights[4 * NX + 8] = (double)NAN;  // kept as (4, 2)
    heights[4 * NX + 13] = (double)NAN; // not kept
    heights[4 * NX + 15] = 900.0;       // its mirror image about (14, 4) is the missing one
    heights[10 * NX + 21] = 108.0;      // beside (20, 10): (2 - 1) 2 / 16 of it
    coarsen(&grid, &heights, 2);
    for (size_t k = 0; k < grid.nx * grid.ny; k++) {
        cr_expect_eq(isnan(heights[k]), k == 2 * grid.nx + 4, "node %zu", k);
    }
    cr_expect_eq(heights[2 * grid.nx + 7], 100.0, "half a pair does not count");
    cr_expect_eq(heights[5 * grid.nx + 10], 101.0);
    free(heights);
}

Test(coarsen, step_one_changes_nothing)
{
    talus_grid grid;
    double *heights = allocate(&grid);
    for (size_t k = 0; k < NX * NY; k++) {
        heights[k] = 1.0 / (double)(k + 3);
    }
    coarsen(&grid, &heights, 1);
    cr_expect_eq(grid.nx, NX);
    cr_expect_eq(grid.cell, 2.0);
    for (size_t k = 0; k < NX * NY; k++) {
        cr_expect_eq(heights[k], 1.0 / (double)(k + 3));
    }
    free(heights);
}

Test(coarsen, too_few_nodes_or_heights_are_refused)
{
    talus_grid grid, coarse;
    double *kept = NULL;
    talus_error error = {0};
    double *heights = allocate(&grid);
    for (size_t k = 0; k < NX * NY; k++) {
        heights[k] = k % 2 == 0 ? (double)NAN : 5.0;
    }
    cr_expect_eq(talus_raster_coarsen(&grid, heights, 30, &coarse, &kept, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "leaves 2 x 1, expected at least 2 x 2"), "%s",
                       error.message);
    cr_expect_eq(talus_raster_coarsen(&grid, heights, 2, &coarse, &kept, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "none of them has a height"), "%s", error.message);
    cr_expect_null(kept);
    free(heights);
}
