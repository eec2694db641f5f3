// SPDX-License-Identifier: GPL-3.0-or-later
// raster.h called wrongly.
#include "misuse.h"
#include "talus/raster.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static double raised[4];
static double points[4] = {1, 1, 9, 9};

static talus_status raise_dam(talus_dam dam, talus_error *error)
{
    return talus_dam_raise(&dam, &grid, heights, raised, NULL, error);
}

static talus_status dam_null(talus_error *error)
{
    return talus_dam_raise(NULL, &grid, heights, raised, NULL, error);
}

static talus_status dam_no_heights(talus_error *error)
{
    return talus_dam_raise(&(talus_dam){0}, &grid, NULL, raised, NULL, error);
}

static talus_status dam_zero(talus_error *error)
{
    return raise_dam((talus_dam){.line = {.count = 2, .xy = points}}, error);
}

static talus_status dam_nan(talus_error *error)
{
    return raise_dam(
        (talus_dam){.line = {.count = 2, .xy = points}, .height = NOTHING, .face_slope = 0.5},
        error);
}

static talus_status dam_line_null(talus_error *error)
{
    return raise_dam((talus_dam){.line = {.count = 2}, .height = 1, .face_slope = 0.5}, error);
}

MISUSE_TABLE(raster, REFUSED(dam_null), REFUSED(dam_no_heights), REFUSED(dam_zero),
             REFUSED(dam_nan), REFUSED(dam_line_null))
