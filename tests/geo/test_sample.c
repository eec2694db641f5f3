// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a raster at places of the frame.
#include "geo_case.h"

enum { COLUMNS = 40, ROWS = 30, MAX_PLACES = 450 };

static const char utm32[] = "EPSG:32632", utm33[] = "EPSG:32633";

/// 40 x 30 cells of 10 m with 1 + i + 100 j, NODATA at (20, 10); (0, 0) is in the south-west.
static text_path make_classes(const char *name, const char *crs)
{
    static float values[COLUMNS * ROWS];
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        values[k] = (float)(1 + k % COLUMNS + 100 * (k / COLUMNS));
    }
    values[10 * COLUMNS + 20] = NAN;
    const geo_raster cells = {
        .nx = COLUMNS, .ny = ROWS, .west = 700000.0, .values = values, .name = "classes"};
    return write_cells(name, crs, &cells);
}

typedef struct found {
    size_t nx, rows;
    double values[MAX_PLACES * MAX_PLACES];
} found;
static found taken;

static void take(void *user, size_t j, const double *values)
{
    found *f = user;
    cr_assert_eq(j, f->rows++);
    memcpy(f->values + j * f->nx, values, f->nx * sizeof *values);
}

static talus_status sample(const char *path, const geo_frame *frame, talus_grid places,
                           bool bilinear, talus_error *error)
{
    taken.nx = places.nx;
    taken.rows = 0;
    const geo_sampling sampling = {places, bilinear, !bilinear, take, &taken};
    return geo_sample_raster(path, frame, &sampling, NULL, error);
}

Test(sample, the_pixel_that_holds_a_place_counts)
{
    const text_path path = make_classes("sample.tif", utm32);
    const geo_frame frame = {.crs_wkt = utm32, .east = 700000.0, .north = 5200000.0};
    talus_error error = {0};
    const talus_grid places = {.x0 = -5.0, .y0 = 1.0, .cell = 8.0, .nx = 52, .ny = 37};
    cr_assert_eq(sample(path.text, &frame, places, false, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(taken.rows, places.ny);
    for (size_t k = 0; k < places.nx * places.ny; k++) {
        const double column = floor((-5.0 + 8.0 * (double)(k % places.nx)) / 10.0);
        const double row = floor((1.0 + 8.0 * (double)(k / places.nx)) / 10.0);
        const bool missing = column < 0.0 || column >= COLUMNS || (column == 20.0 && row == 10.0);
        cr_expect(missing ? isnan(taken.values[k]) : taken.values[k] == 1.0 + column + 100.0 * row,
                  "%g at %g, %g", taken.values[k], column, row);
    }
    remove(path.text);
}

Test(sample, bilinear_values_keep_a_plane_and_go_round_nodata)
{
    const text_path path = make_classes("plane.tif", utm32);
    const geo_frame frame = {.crs_wkt = utm32, .east = 700000.0, .north = 5200000.0};
    talus_error error = {0};
    const talus_grid places = {.x0 = 7.0, .y0 = 9.0, .cell = 6.0, .nx = 60, .ny = 40};
    cr_assert_eq(sample(path.text, &frame, places, true, &error), TALUS_OK, "%s", error.message);
    double worst = 0.0;
    for (size_t k = 0; k < places.nx * places.ny; k++) {
        const double x = 7.0 + 6.0 * (double)(k % places.nx);
        const double y = 9.0 + 6.0 * (double)(k / places.nx);
        const bool beside = fabs(x - 205.0) < 10.0 && fabs(y - 105.0) < 10.0;
        const bool within = fabs(x - 205.0) < 5.0 && fabs(y - 105.0) < 5.0;
        const double plane = 1.0 + (x - 5.0) / 10.0 + 10.0 * (y - 5.0);
        const double pixel = 1.0 + floor(x / 10.0) + 100.0 * floor(y / 10.0);
        if (within) {
            cr_expect(isnan(taken.values[k]));
        } else {
            worst = fmax(worst, fabs(taken.values[k] - (beside ? pixel : plane)));
        }
    }
    cr_expect_leq(worst, 5e-8, "%g", worst); /* measured 4.7e-9, of places to 5e-10 m times 10/m */
    remove(path.text);
}

Test(sample, a_second_crs_meets_the_same_cells_as_their_centres)
{
    const text_path path = make_classes("second.tif", utm33);
    geo_frame frame = {.crs_wkt = utm32};
    geo_cells cells; // the same cells, brought the other way
    talus_error error = {0};
    cr_assert_eq(geo_read_cells(path.text, &frame, NULL, &cells, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(cells.count, COLUMNS * ROWS - 1);
    double west = cells.xy[0], south = cells.xy[1];
    for (size_t k = 0; k < cells.count; k++) {
        west = fmin(west, cells.xy[2 * k]);
        south = fmin(south, cells.xy[2 * k + 1]);
    }
    frame.east = west;
    frame.north = south;
    const talus_grid places = {.cell = 1.0, .nx = MAX_PLACES, .ny = MAX_PLACES};
    cr_assert_eq(sample(path.text, &frame, places, false, &error), TALUS_OK, "%s", error.message);
    for (size_t k = 0; k < cells.count; k++) {
        const size_t i = (size_t)floor(cells.xy[2 * k] - west + 0.5);
        const size_t j = (size_t)floor(cells.xy[2 * k + 1] - south + 0.5);
        cr_assert(i < MAX_PLACES && j < MAX_PLACES);
        cr_expect_eq(taken.values[j * MAX_PLACES + i], cells.values[k]);
    }
    geo_cells_clear(&cells);
    remove(path.text);
}

Test(sample, rasters_elsewhere_and_without_a_crs_are_refused)
{
    const text_path path = make_classes("far.tif", utm32),
                    bare = make_classes("bare_sample.tif", "");
    const geo_frame far = {.crs_wkt = utm32, .east = 710000.0, .north = 5200000.0};
    const talus_grid places = {.cell = 10.0, .nx = 20, .ny = 20};
    talus_error error = {0};
    cr_expect_eq(sample(path.text, &far, places, false, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "lies wholly outside the DEM"), "%s", error.message);
    geo_frame frame = {.crs_wkt = utm32, .east = 700000.0, .north = 5200000.0};
    cr_expect_eq(sample(bare.text, &frame, places, false, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "has no coordinate reference system"), "%s",
                       error.message);
    frame.file_crs = "dem";
    cr_expect_eq(sample(bare.text, &frame, places, false, &error), TALUS_OK);
    remove(path.text);
    remove(bare.text);
}
