// SPDX-License-Identifier: GPL-3.0-or-later
// Dams as heights: crest, faces, volume, what is refused.
#include "talus/raster.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { NX = 101, NY = 61 };
static double heights[NX * NY], before[NX * NY];
static const talus_grid grid = {0.0, 0.0, 0.5, NX, NY};

static void fill_slope(double slope)
{
    for (size_t k = 0; k < (size_t)NX * NY; k++) {
        before[k] = heights[k] = 100.0 - slope * grid.cell * (double)(k % NX);
    }
}

static talus_dam across(double *xy)
{
    const double line[4] = {25.0, 10.0, 25.0, 20.0};
    memcpy(xy, line, sizeof line);
    return (talus_dam){
        .line = {"dam", 2, xy}, .height = 3.0, .crest_width = 2.0, .face_slope = talus_atan(1.0)};
}

Test(dam, has_its_crest_and_faces_on_flat_ground)
{
    double xy[4];
    size_t raised = 0, expected = 0;
    const talus_dam dam = across(xy);
    fill_slope(0.0);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, &raised, NULL), TALUS_OK);
    for (size_t j = 0; j < NY; j++) {
        for (size_t i = 0; i < NX; i++) {
            const double x = 0.5 * (double)i, y = 0.5 * (double)j;
            const double along = y < 10.0 ? 10.0 - y : y > 20.0 ? y - 20.0 : 0.0;
            const double distance = sqrt((x - 25.0) * (x - 25.0) + along * along);
            const double over = fmax(0.0, 3.0 - fmax(0.0, distance - 1.0));
            cr_expect_float_eq(heights[j * NX + i], 100.0 + over, 1e-12);
            expected += over > 1e-12;
        }
    }
    cr_expect_eq(raised, expected);
}

Test(dam, is_founded_on_the_ground_at_its_line)
{
    double xy[4];
    const talus_dam dam = across(xy);
    fill_slope(0.5);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    const size_t middle = 30 * NX + 50; // x = 25, y = 15
    cr_expect_float_eq(heights[middle], before[middle] + 3.0, 1e-12);
    cr_expect_float_eq(heights[middle + 2], before[middle] + 3.0, 1e-12); // the crest is level
    // the lower face meets falling ground farther out: 3 - (d - 1) = -d / 2 at d = 8
    cr_expect_gt(heights[middle + 15], before[middle + 15]);
    cr_expect_eq(heights[middle + 17], before[middle + 17]);
}

Test(dam, does_not_stand_on_another)
{
    double xy[4];
    const double beside[4] = {25.0, 20.0, 25.0, 30.0}; // goes on where the first one ends
    talus_dam dam = across(xy);
    fill_slope(0.0);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    memcpy(xy, beside, sizeof beside);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    for (size_t j = 20; j <= 60; j++) {
        cr_expect_float_eq(heights[j * NX + 50], 103.0, 1e-12, "y %g", 0.5 * (double)j);
    }
}

Test(dam, leaves_missing_ground_missing)
{
    double xy[4];
    const talus_dam dam = across(xy);
    fill_slope(0.0);
    before[30 * NX + 52] = heights[30 * NX + 52] = (double)NAN;
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    cr_expect(isnan(heights[30 * NX + 52]));
    cr_expect_float_eq(heights[30 * NX + 48], 103.0, 1e-12);
}

Test(dam, with_bad_sizes_is_refused)
{
    double xy[4];
    talus_error error = {0};
    talus_dam dam = across(xy);
    fill_slope(0.0);
    dam.face_slope = 1.6;
    cr_expect_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "'dam'"));
    dam = across(xy);
    dam.height = -3.0;
    cr_expect_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, &error), TALUS_ERROR_ARGUMENT);
    dam = across(xy);
    dam.line.count = 1;
    cr_expect_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_arr_eq(heights, before, sizeof heights);
}

Test(dam, cells_carry_what_they_can)
{
    double xy[4];
    talus_dam dam = across(xy);
    fill_slope(0.0);
    // faces of 45 degrees, 3 m wide, on cells of 0.5 m
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    cr_assert_eq(talus_dam_measure(&dam, &grid, before, heights, NULL), TALUS_OK);
    cr_expect_float_eq(dam.built_height, 3.0, 1e-9);
    cr_expect_float_eq(dam.built_slope, dam.face_slope, 1e-9);
    // faces of 85 degrees are 0.26 m wide, half a cell: 3 m fall over one cell of 0.5 m
    dam.face_slope = 85.0 * TALUS_PI / 180.0;
    fill_slope(0.0);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    cr_assert_eq(talus_dam_measure(&dam, &grid, before, heights, NULL), TALUS_OK);
    cr_expect_float_eq(dam.built_slope, talus_atan(3.0 / 0.5), 1e-9);
    // a ridge that runs between two columns of nodes is lower than it should be
    dam.crest_width = 0.0;
    dam.face_slope = talus_atan(1.0);
    xy[0] = xy[2] = 25.25;
    fill_slope(0.0);
    cr_assert_eq(talus_dam_raise(&dam, &grid, before, heights, NULL, NULL), TALUS_OK);
    cr_assert_eq(talus_dam_measure(&dam, &grid, before, heights, NULL), TALUS_OK);
    cr_expect_float_eq(dam.built_height, 2.75, 1e-9);
}
