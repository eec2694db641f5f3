// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of a DEM: their lattice, and heights where they overlap and meet.
#include "io/geo_rules/geo_rules.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/// A tile of 2 m cells whose upper left corner lies `column`, `row` cells from (100, 500).
static geo_tile tile_at(double column, double row, size_t nx, size_t ny)
{
    return (geo_tile){.name = "tile",
                      .nx = nx,
                      .ny = ny,
                      .transform = {100 + 2 * column, 2, 0, 500 - 2 * row, 0, -2},
                      .scale = 1,
                      .unit = 1};
}

Test(tiles, are_placed_in_the_smallest_raster_that_holds_them)
{
    geo_tile tiles[] = {tile_at(0, 0, 10, 10), tile_at(-10, 0, 10, 10), tile_at(0, 10, 10, 5)};
    geo_mosaic mosaic;
    talus_error error;
    cr_assert_eq(geo_arrange_tiles(tiles, 3, &mosaic, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(mosaic.nx, 20);
    cr_expect_eq(mosaic.ny, 15);
    cr_expect_eq(mosaic.transform[0], 80.0);
    cr_expect_eq(mosaic.transform[3], 500.0);
    cr_expect_eq(tiles[0].column, 10);
    cr_expect_eq(tiles[1].column, 0);
    cr_expect_eq(tiles[2].row, 10);
    cr_expect_float_eq(mosaic.covered, 250.0 / 300.0, 1e-15);
}

Test(tiles, overlaps_cover_once)
{
    geo_tile tiles[] = {tile_at(0, 0, 10, 10), tile_at(5, 0, 10, 10), tile_at(0, 0, 10, 10)};
    geo_mosaic mosaic;
    cr_assert_eq(geo_arrange_tiles(tiles, 3, &mosaic, NULL), TALUS_OK);
    cr_expect_eq(mosaic.covered, 1.0);
    const geo_tile_overlap both = geo_overlap_of_tiles(&tiles[0], &tiles[1]);
    cr_expect_eq(both.column, 5);
    cr_expect_eq(both.nx, 5);
    cr_expect_eq(both.ny, 10);
}

Test(tiles, of_another_lattice_are_refused)
{
    geo_tile others[6];
    const char *const sentences[] = {"cells of 2 x 2",   "lie 0.25 of a cell",
                                     "other directions", "other directions",
                                     "0.3048",           "columns"};
    for (size_t k = 0; k < 6; k++) {
        others[k] = tile_at(10, 0, 10, 10);
    }
    others[0].transform[1] = 2.01;
    others[1].transform[0] += 0.5;
    others[2].transform[5] = 2;
    others[3].transform[2] = others[3].transform[4] = 0.1;
    others[3].transform[1] = sqrt(4 - 0.01);
    others[3].transform[5] = -sqrt(4 - 0.01);
    others[4].unit = 0.3048;
    others[5] = tile_at(3e9, 0, 10, 10);
    for (size_t k = 0; k < 6; k++) {
        geo_tile tiles[] = {tile_at(0, 0, 10, 10), others[k]};
        geo_mosaic mosaic;
        talus_error error = {0};
        cr_expect_eq(geo_arrange_tiles(tiles, 2, &mosaic, &error), TALUS_ERROR_INPUT, "%zu", k);
        cr_expect_not_null(strstr(error.message, sentences[k]), "%s", error.message);
    }
}

Test(tiles, rounded_corners_are_on_the_lattice)
{
    geo_tile tiles[] = {tile_at(0, 0, 1000, 10), tile_at(1000, 0, 10, 10)};
    tiles[1].transform[0] += 0.01; // half a hundredth of a cell
    tiles[1].transform[1] += 1e-7;
    geo_mosaic mosaic;
    cr_expect_eq(geo_arrange_tiles(tiles, 2, &mosaic, NULL), TALUS_OK);
    cr_expect_eq(tiles[1].column, 1000);
}

Test(tiles, heights_that_differ_are_found)
{
    const double a[] = {1, 2, (double)NAN, 4, 5}, b[] = {1.4, 2.6, 9, 3, (double)NAN};
    const geo_tile_step step = geo_compare_heights(a, b, 5);
    cr_expect_eq(step.count, 2);
    cr_expect_eq(step.index, 3);
    cr_expect_eq(step.step, -1.0);
}

enum { ROWS = 100 };

/// Heights across a seam at x = 4: a slope with a bend, noise, and `jump` in rows [from, to).
static geo_tile_step find(double slope, double noise, double jump, size_t from, size_t to)
{
    double strip[ROWS * GEO_STRIP];
    talus_random random = {.seed = 3};
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t k = 0; k < GEO_STRIP; k++) {
            const double x = (double)k, up = k >= 4 && row >= from && row < to ? jump : 0.0;
            strip[row * GEO_STRIP + k] =
                slope * x + 0.1 * x * x + noise * (talus_random_uniform(&random) - 0.5) + up;
        }
    }
    return geo_find_jump(strip, ROWS);
}

Test(tiles, jumps_at_a_seam_are_told_from_slopes_and_roughness)
{
    cr_expect_eq(find(5.0, 0.0, 0.0, 0, ROWS).count, 0);     // steep
    cr_expect_eq(find(0.0, 4.0, 0.0, 0, ROWS).count, 0);     // rough
    cr_expect_eq(find(0.0, 0.0, 0.4, 0, ROWS).count, 0);     // small
    cr_expect_eq(find(3.0, 0.2, 0.6, 0, ROWS).count, ROWS);  // everywhere
    const geo_tile_step part = find(3.0, 0.2, -2.0, 32, 64); // somewhere
    cr_expect_eq(part.count, 32);
    cr_expect_float_eq(part.step, -2.0, 0.1 /* m, measured 0.03 */);
    cr_expect_geq(part.index, 32);
    cr_expect_lt(part.index, 64);
}

Test(tiles, seams_without_heights_say_nothing)
{
    double strip[ROWS * GEO_STRIP];
    for (size_t k = 0; k < ROWS * GEO_STRIP; k++) {
        strip[k] = k % GEO_STRIP == 5 || k > 3 * GEO_STRIP ? (double)NAN : 7.0 * (double)(k % 3);
    }
    cr_expect_eq(geo_find_jump(strip, ROWS).count, 0);
    cr_expect_eq(geo_find_jump(strip, 0).count, 0);
}
