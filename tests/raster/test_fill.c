// SPDX-License-Identifier: GPL-3.0-or-later
// Filling of NODATA holes: exactness on polynomials, shapes of holes, refusals.
#include "raster/plate_reference.h"

static const talus_fill_options inside_only = {
    .size = sizeof(talus_fill_options), .max_nodes = 100000, .outside = false};
static const talus_fill_options everywhere = {
    .size = sizeof(talus_fill_options), .max_nodes = 100000, .outside = true};

/// Heights are multiples of 1 mm after filling; a little more for round-off.
static const double rounding = 0.5e-3 + 1e-9; // m

typedef double surface(double x, double y);
static double plane(double x, double y)
{
    return 1500.0 + 0.31 * x - 0.72 * y;
}
static double quadratic(double x, double y)
{
    return 900.0 + 0.5 * x + 0.013 * x * x - 0.02 * x * y + 0.007 * y * y;
}
static double cubic(double x, double y)
{
    return quadratic(x, y) + 3e-4 * x * x * x - 2e-4 * x * x * y + 1e-4 * x * y * y -
           4e-4 * y * y * y;
}

static double *make(size_t nx, size_t ny, surface *z)
{
    double *heights = malloc(nx * ny * sizeof *heights);
    for (size_t k = 0; k < nx * ny; k++) {
        heights[k] = z((double)(k % nx), (double)(k / nx));
    }
    return heights;
}

static void dig(double *heights, size_t nx, size_t i0, size_t j0, size_t width, size_t height)
{
    for (size_t j = j0; j < j0 + height; j++) {
        for (size_t i = i0; i < i0 + width; i++) {
            heights[j * nx + i] = (double)NAN;
        }
    }
}

/// Largest difference to a surface; missing nodes are counted.
static double error_to(const double *heights, size_t nx, size_t ny, surface *z, size_t *missing)
{
    double worst = 0.0;
    *missing = 0;
    for (size_t k = 0; k < nx * ny; k++) {
        if (isnan(heights[k])) {
            ++*missing;
        } else {
            worst = fmax(worst, fabs(heights[k] - z((double)(k % nx), (double)(k / nx))));
        }
    }
    return worst;
}

static talus_fill_report fill(double *heights, size_t nx, size_t ny,
                              const talus_fill_options *options)
{
    talus_fill_report report;
    talus_error error = {0};
    cr_assert_eq(talus_raster_fill(nx, ny, heights, options, &report, &error), TALUS_OK, "%s",
                 error.message);
    return report;
}

/// Fill and expect the surface back everywhere.
static void expect_surface(double *heights, size_t nx, size_t ny, surface *z,
                           const talus_fill_options *options, size_t holes)
{
    size_t missing;
    talus_fill_report report = fill(heights, nx, ny, options);
    cr_expect_leq(error_to(heights, nx, ny, z, &missing), rounding);
    cr_expect_eq(missing, 0);
    cr_expect_eq(report.filled_holes, holes);
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, without_holes_changes_nothing)
{
    double *heights = make(9, 7, cubic), *before = make(9, 7, cubic);
    talus_fill_report report = fill(heights, 9, 7, &everywhere);
    cr_assert_eq(report.hole_count, 0);
    cr_assert_arr_eq(heights, before, 63 * sizeof *heights);
    talus_fill_report_clear(&report);
    free(heights);
    free(before);
}

Test(fill, single_cell_takes_the_cubic_around_it)
{
    double *heights = make(9, 9, cubic);
    dig(heights, 9, 4, 4, 1, 1);
    expect_surface(heights, 9, 9, cubic, &inside_only, 1);
}

Test(fill, single_cell_beside_the_rim_takes_a_plane)
{
    double *heights = make(9, 9, plane);
    dig(heights, 9, 1, 4, 1, 1);
    expect_surface(heights, 9, 9, plane, &inside_only, 1);
}

Test(fill, wide_hole_keeps_a_cubic)
{
    double *heights = make(130, 120, cubic);
    dig(heights, 130, 5, 4, 120, 110);
    expect_surface(heights, 130, 120, cubic, &inside_only, 1);
}

Test(fill, l_shaped_hole_keeps_a_cubic)
{
    double *heights = make(40, 40, cubic);
    dig(heights, 40, 5, 5, 4, 28);
    dig(heights, 40, 5, 5, 28, 4);
    expect_surface(heights, 40, 40, cubic, &inside_only, 1);
}

Test(fill, island_inside_a_hole_is_known)
{
    double *heights = make(40, 40, cubic);
    dig(heights, 40, 6, 6, 28, 28);
    for (size_t j = 17; j < 22; j++) {
        for (size_t i = 15; i < 23; i++) {
            heights[j * 40 + i] = cubic((double)i, (double)j);
        }
    }
    expect_surface(heights, 40, 40, cubic, &inside_only, 1);
}

Test(fill, island_lifts_the_surface_around_it)
{
    double *heights = make(41, 41, plane);
    dig(heights, 41, 6, 6, 29, 29);
    heights[20 * 41 + 20] = plane(20.0, 20.0) + 10.0;
    talus_fill_report report = fill(heights, 41, 41, &inside_only);
    const double beside = heights[20 * 41 + 21] - plane(21.0, 20.0);
    cr_assert(beside > 9.0 && beside < 10.0, "%g m", beside); /* measured 9.714 m */
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, random_cells_keep_a_quadratic)
{
    double *heights = make(200, 150, quadratic);
    talus_random rng = {.seed = 5};
    size_t dug = 0;
    for (size_t j = 2; j < 148; j++) {
        for (size_t i = 2; i < 198; i++) {
            if (talus_random_uniform(&rng) < 0.1) {
                heights[j * 200 + i] = (double)NAN;
                dug++;
            }
        }
    }
    size_t missing;
    talus_fill_report report = fill(heights, 200, 150, &inside_only);
    cr_assert_eq(report.filled_nodes, dug);
    cr_assert_leq(error_to(heights, 200, 150, quadratic, &missing), rounding);
    cr_assert_eq(missing, 0);
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, known_heights_keep_their_bits)
{
    enum { NX = 60, NY = 50 };
    double heights[NX * NY], before[NX * NY];
    talus_random rng = {.seed = 6};
    for (size_t k = 0; k < NX * NY; k++) {
        const double z = 1234.56789 + 30.0 * talus_random_uniform(&rng);
        before[k] = heights[k] = talus_random_uniform(&rng) < 0.2 ? (double)NAN : z;
    }
    talus_fill_report report = fill(heights, NX, NY, &everywhere);
    for (size_t k = 0; k < NX * NY; k++) {
        cr_assert(isnan(before[k]) || memcmp(&before[k], &heights[k], sizeof heights[k]) == 0);
    }
    talus_fill_report_clear(&report);
}

Test(fill, new_heights_are_whole_millimetres)
{
    double *heights = make(30, 30, cubic);
    dig(heights, 30, 7, 8, 12, 9);
    talus_fill_report report = fill(heights, 30, 30, &inside_only);
    for (size_t j = 8; j < 17; j++) {
        for (size_t i = 7; i < 19; i++) {
            const double mm = heights[j * 30 + i] * 1000.0;
            cr_assert_float_eq(mm, floor(mm + 0.5), 1e-9);
        }
    }
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, wave_is_bridged_within_a_hundredth_of_its_height)
{
    // a wave of 1 m height and 40 cells length over a hole of 8 x 8 cells
    double heights[64 * 64], worst = 0.0;
    for (size_t k = 0; k < 64 * 64; k++) {
        heights[k] = sin(2.0 * TALUS_PI * (double)(k % 64) / 40.0);
    }
    dig(heights, 64, 26, 28, 8, 8);
    talus_fill_report report = fill(heights, 64, 64, &inside_only);
    for (size_t k = 0; k < 64 * 64; k++) {
        worst = fmax(worst, fabs(heights[k] - sin(2.0 * TALUS_PI * (double)(k % 64) / 40.0)));
    }
    cr_assert_lt(worst, 0.01, "%g m", worst); /* measured 0.007 m */
    talus_fill_report_clear(&report);
}

Test(fill, hole_at_the_rim_is_left_alone)
{
    double *heights = make(30, 20, plane);
    dig(heights, 30, 0, 5, 4, 6);
    dig(heights, 30, 12, 8, 3, 3);
    size_t missing;
    talus_fill_report report = fill(heights, 30, 20, &inside_only);
    cr_assert_eq(report.hole_count, 2);
    cr_assert_eq(report.holes[0].state, TALUS_HOLE_OUTSIDE);
    cr_assert(report.holes[0].at_rim);
    cr_assert_eq(report.holes[1].state, TALUS_HOLE_FILLED);
    (void)error_to(heights, 30, 20, plane, &missing);
    cr_assert_eq(missing, 24);
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, outline_of_a_turned_terrain_stays)
{
    // known: a diamond with a hole in it
    double *heights = make(61, 61, plane);
    size_t outside = 0, missing;
    for (size_t k = 0; k < 61 * 61; k++) {
        if (fabs((double)(k % 61) - 30.0) + fabs((double)(k / 61) - 30.0) > 27.0) {
            heights[k] = (double)NAN;
            outside++;
        }
    }
    dig(heights, 61, 28, 30, 6, 4);
    talus_fill_report report = fill(heights, 61, 61, &inside_only);
    cr_assert_eq(report.filled_nodes, 24);
    cr_assert_leq(error_to(heights, 61, 61, plane, &missing), rounding);
    cr_assert_eq(missing, outside);
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, rim_is_filled_on_request_and_keeps_a_plane)
{
    double *heights = make(30, 20, plane);
    dig(heights, 30, 0, 0, 8, 9);
    dig(heights, 30, 20, 12, 10, 8);
    expect_surface(heights, 30, 20, plane, &everywhere, 2);
}

Test(fill, two_columns_are_enough_for_a_plane)
{
    double *heights = make(2, 20, plane);
    dig(heights, 2, 0, 3, 1, 7);
    dig(heights, 2, 0, 15, 2, 5);
    expect_surface(heights, 2, 20, plane, &everywhere, 2);
}

Test(fill, refuses_known_cells_on_one_line)
{
    double *heights = malloc(100 * sizeof *heights);
    for (size_t k = 0; k < 100; k++) {
        heights[k] = k / 10 == 4 ? 7.0 : (double)NAN;
    }
    talus_fill_report report = fill(heights, 10, 10, &everywhere);
    cr_assert_eq(report.hole_count, 2);
    for (size_t h = 0; h < 2; h++) {
        cr_assert_eq(report.holes[h].state, TALUS_HOLE_TOO_FEW);
    }
    cr_assert_eq(report.holes[1].south, 5);
    cr_assert_eq(report.holes[1].north, 9);
    cr_assert_eq(report.holes[1].nodes, 50);
    cr_assert(isnan(heights[0]) && isnan(heights[99]));
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, refuses_a_field_without_heights)
{
    double heights[30];
    for (size_t k = 0; k < 30; k++) {
        heights[k] = (double)NAN;
    }
    talus_fill_report report = fill(heights, 6, 5, &everywhere);
    cr_assert_eq(report.hole_count, 1);
    cr_assert_eq(report.holes[0].state, TALUS_HOLE_TOO_FEW);
    talus_fill_report_clear(&report);
}

Test(fill, refuses_holes_over_the_limit_and_fills_the_others)
{
    double *heights = make(40, 40, plane);
    dig(heights, 40, 5, 5, 10, 10);
    dig(heights, 40, 25, 25, 5, 5);
    const talus_fill_options options = {.size = sizeof(talus_fill_options), .max_nodes = 99};
    talus_fill_report report = fill(heights, 40, 40, &options);
    cr_assert_eq(report.holes[0].state, TALUS_HOLE_TOO_LARGE);
    cr_assert_eq(report.holes[0].nodes, 100);
    cr_assert_eq(report.holes[1].state, TALUS_HOLE_FILLED);
    cr_assert_eq(report.filled_nodes, 25);
    talus_fill_report_clear(&report);
    free(heights);
}

Test(fill, limit_counts_holes_that_are_solved_together)
{
    // one known column between two holes of 25 cells
    double *heights = make(40, 40, plane), *again = make(40, 40, plane);
    dig(heights, 40, 10, 10, 5, 5);
    dig(heights, 40, 16, 10, 5, 5);
    memcpy(again, heights, 1600 * sizeof *heights);
    const talus_fill_options tight = {.size = sizeof(talus_fill_options), .max_nodes = 49},
                             enough = {.size = sizeof(talus_fill_options), .max_nodes = 50};
    talus_fill_report report = fill(heights, 40, 40, &tight);
    cr_assert_eq(report.holes[0].together, 50);
    cr_assert_eq(report.holes[0].state, TALUS_HOLE_TOO_LARGE);
    cr_assert_eq(report.holes[1].state, TALUS_HOLE_TOO_LARGE);
    talus_fill_report_clear(&report);
    free(heights);
    expect_surface(again, 40, 40, plane, &enough, 2);
}

Test(fill, refuses_infinite_heights)
{
    double *heights = make(5, 5, plane);
    heights[7] = (double)INFINITY;
    talus_fill_report report;
    talus_error error = {0};
    cr_assert_eq(talus_raster_fill(5, 5, heights, &everywhere, &report, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_assert(strstr(error.message, "column 2, row 1") != NULL, "%s", error.message);
    free(heights);
}

Test(fill, agrees_with_the_dense_solution)
{
    enum { NX = 13, NY = 11 };
    static reference r;
    int compared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        talus_random rng = {.seed = seed};
        double heights[NX * NY], solution[NX * NY];
        int unknown[NX * NY];
        memset(&r, 0, sizeof r);
        for (size_t k = 0; k < NX * NY; k++) {
            const bool hole = talus_random_uniform(&rng) < 0.15 + 0.005 * (double)seed;
            heights[k] = hole ? (double)NAN : 50.0 * talus_random_uniform(&rng);
            unknown[k] = hole ? (int)r.unknowns++ : -1;
        }
        r.nx = NX;
        r.ny = NY;
        r.heights = heights;
        r.unknown = unknown;
        reference_energy(&r, 1.0);
        reference_solve(&r, solution);
        talus_fill_report report = fill(heights, NX, NY, &everywhere);
        for (size_t k = 0; k < NX * NY && report.filled_holes == report.hole_count; k++) {
            if (unknown[k] >= 0) {
                cr_assert_float_eq(heights[k], solution[unknown[k]],
                                   rounding); /* measured 0.5e-3 m */
                compared++;
            }
        }
        talus_fill_report_clear(&report);
    }
    cr_assert_gt(compared, 2000);
}
