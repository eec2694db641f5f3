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

static double field[16], out[16];
static bool sources[16];
static const talus_grid four = {.cell = 10.0, .nx = 4, .ny = 4};
static talus_fill_report report;
static talus_grid coarse;
static double *kept;

static talus_status fill_null(talus_error *error)
{
    return talus_raster_fill(4, 4, NULL, NULL, &report, error);
}

static talus_status fill_no_report(talus_error *error)
{
    return talus_raster_fill(4, 4, field, NULL, NULL, error);
}

static talus_status fill_nothing(talus_error *error)
{
    return talus_raster_fill(0, 4, field, NULL, &report, error);
}

static talus_status fill_huge(talus_error *error)
{
    return talus_raster_fill(SIZE_MAX, SIZE_MAX, field, NULL, &report, error);
}

static talus_status fill_endless(talus_error *error)
{
    field[3] = ENDLESS;
    return talus_raster_fill(4, 4, field, NULL, &report, error);
}

static talus_status fill_options_zero(talus_error *error)
{
    return talus_raster_fill(4, 4, field, &(talus_fill_options){0}, &report, error);
}

static talus_status smooth_null(talus_error *error)
{
    return talus_raster_smooth(4, 4, NULL, 1.0, error);
}

static talus_status smooth_zero(talus_error *error)
{
    return talus_raster_smooth(4, 4, field, 0.0, error);
}

static talus_status smooth_nan(talus_error *error)
{
    return talus_raster_smooth(4, 4, field, NOTHING, error);
}

static talus_status smooth_huge(talus_error *error)
{
    return talus_raster_smooth(SIZE_MAX, SIZE_MAX, field, 1.0, error);
}

static talus_status coarsen_null(talus_error *error)
{
    return talus_raster_coarsen(NULL, field, 2, &coarse, &kept, error);
}

static talus_status coarsen_no_place(talus_error *error)
{
    return talus_raster_coarsen(&four, field, 2, &coarse, NULL, error);
}

static talus_status coarsen_zero(talus_error *error)
{
    return talus_raster_coarsen(&four, field, 0, &coarse, &kept, error);
}

static talus_status coarsen_far(talus_error *error)
{
    return talus_raster_coarsen(&four, field, SIZE_MAX, &coarse, &kept, error);
}

static talus_status slopes_null(talus_error *error)
{
    return talus_raster_slopes(NULL, field, out, error);
}

static talus_status slopes_no_place(talus_error *error)
{
    return talus_raster_slopes(&four, field, NULL, error);
}

static talus_status slopes_cell_nan(talus_error *error)
{
    return talus_raster_slopes(&(talus_grid){.cell = NOTHING, .nx = 4, .ny = 4}, field, out, error);
}

static talus_status line_null(talus_error *error)
{
    return talus_raster_energy_line(NULL, field, sources, 0.0, out, error);
}

static talus_status line_no_source(talus_error *error)
{
    return talus_raster_energy_line(&four, field, sources, 0.0, out, error);
}

static talus_status line_lowest_nan(talus_error *error)
{
    sources[5] = true;
    return talus_raster_energy_line(&four, field, sources, NOTHING, out, error);
}

static talus_status line_lowest_vertical(talus_error *error)
{
    sources[5] = true;
    return talus_raster_energy_line(&four, field, sources, 90.0, out, error);
}

static talus_field sampled;

static talus_status sample_no_place(talus_error *error)
{
    return talus_raster_field(0, 0, 10, 10, 5, 1, NULL, error);
}

static talus_status sample_nan(talus_error *error)
{
    return talus_raster_field(NOTHING, 0, 10, 10, 5, 1, &sampled, error);
}

static talus_status sample_range_zero(talus_error *error)
{
    return talus_raster_field(0, 0, 10, 10, 0, 1, &sampled, error);
}

static talus_status sample_range_nan(talus_error *error)
{
    return talus_raster_field(0, 0, 10, 10, NOTHING, 1, &sampled, error);
}

static talus_status sample_empty(talus_error *error)
{
    return talus_raster_field(0, 0, -1, 10, 5, 1, &sampled, error);
}

static talus_status sample_endless(talus_error *error)
{
    return talus_raster_field(0, 0, ENDLESS, 10, 5, 1, &sampled, error);
}

MISUSE_TABLE(raster, REFUSED(fill_null), REFUSED(fill_no_report), REFUSED(fill_nothing),
             REFUSED(fill_huge), REFUSED(fill_endless), REFUSED(fill_options_zero),
             REFUSED(smooth_null), REFUSED(smooth_zero), REFUSED(smooth_nan), REFUSED(smooth_huge),
             REFUSED(coarsen_null), REFUSED(coarsen_no_place), REFUSED(coarsen_zero),
             REFUSED(coarsen_far), REFUSED(slopes_null), REFUSED(slopes_no_place),
             REFUSED(slopes_cell_nan), REFUSED(line_null), REFUSED(line_no_source),
             REFUSED(line_lowest_nan), REFUSED(line_lowest_vertical), REFUSED(dam_null),
             REFUSED(dam_no_heights), REFUSED(dam_zero), REFUSED(dam_nan), REFUSED(dam_line_null),
             REFUSED(sample_no_place), REFUSED(sample_nan), REFUSED(sample_range_zero),
             REFUSED(sample_range_nan), REFUSED(sample_empty), REFUSED(sample_endless))

/// Functions without a status answer with nothing.
Test(misuse, raster_without_status)
{
    talus_fill_report_clear(NULL);
    talus_fill_options_defaults(NULL, sizeof(talus_fill_options));
    cr_expect_neq(coarsen_far(NULL), TALUS_OK);
    cr_expect_null(kept);
}
