// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of rasters one by one, and the rule by which files come to the DEM's coordinates.
#include "geo_case.h"

static const char utm32[] = "EPSG:32632";

/// 3 x 2 cells of 10 m: 1 2 0 in the north, NODATA 0 5 in the south.
static text_path make_counts(const char *name, const char *crs)
{
    static const float values[] = {NAN, 0.0f, 5.0f, 1.0f, 2.0f, 0.0f};
    const geo_raster cells = {
        .nx = 3, .ny = 2, .west = 500000.0, .values = values, .name = "rocks"};
    return write_cells(name, crs, &cells);
}

static talus_status read_raster(const char *path, const geo_frame *frame, geo_cells *cells,
                                talus_error *error)
{
    return geo_read_cells(path, frame, NULL, cells, error);
}

Test(cells, what_is_not_zero_is_listed_from_the_first_row_on)
{
    const text_path path = make_counts("cells.tif", utm32);
    const geo_frame frame = {.crs_wkt = utm32, .east = 500000.0, .north = 5200000.0};
    geo_cells cells;
    talus_error error = {0};
    cr_assert_eq(read_raster(path.text, &frame, &cells, &error), TALUS_OK, "%s", error.message);
    static const double xy[] = {5.0, 15.0, 15.0, 15.0, 25.0, 5.0}, values[] = {1.0, 2.0, 5.0};
    cr_assert_eq(cells.count, 3);
    cr_expect_eq(cells.side, 10.0);
    for (size_t k = 0; k < 3; k++) {
        cr_expect_eq(cells.xy[2 * k], xy[2 * k]);
        cr_expect_eq(cells.xy[2 * k + 1], xy[2 * k + 1]);
        cr_expect_eq(cells.values[k], values[k]);
    }
    geo_cells_clear(&cells);
    remove(path.text);
}

Test(cells, centres_go_to_the_crs_of_the_dem)
{
    // zone 33 is 3 degrees farther west of its central meridian than zone 32 is of its own
    const text_path path = make_counts("moved.tif", utm32);
    const geo_frame frame = {.crs_wkt = "EPSG:32633"};
    geo_cells cells;
    talus_error error = {0};
    cr_assert_eq(read_raster(path.text, &frame, &cells, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(cells.count, 3);
    // neighbours stay 10 m apart but for the scale of the projections (0.9996 and 1.0022 at 6 deg)
    const double dx = cells.xy[2] - cells.xy[0], dy = cells.xy[3] - cells.xy[1];
    cr_expect_float_eq(sqrt(dx * dx + dy * dy), 10.0, 0.03 /* m, measured 10.022 */);
    cr_expect_float_eq(cells.side, 10.0, 0.03 /* m, measured 10.022 */);
    cr_expect_float_eq(cells.xy[0], 43900.0, 2000.0 /* m, 6 degrees west of 15 E at 47 N */);
    geo_cells_clear(&cells);
    remove(path.text);
}

Test(cells, a_missing_crs_is_refused_unless_the_user_says_it)
{
    const text_path path = make_counts("bare.tif", "");
    geo_frame frame = {.crs_wkt = utm32, .east = 500000.0, .north = 5200000.0};
    geo_cells cells;
    talus_error error = {0};
    cr_expect_eq(read_raster(path.text, &frame, &cells, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "has no coordinate reference system: name it with"),
                       "%s", error.message);
    static const char *const words[] = {"dem", utm32};
    for (size_t k = 0; k < 2; k++) {
        frame.file_crs = words[k];
        cr_assert_eq(read_raster(path.text, &frame, &cells, &error), TALUS_OK, "%s", error.message);
        cr_expect_eq(cells.xy[0], 5.0);
        geo_cells_clear(&cells);
    }
    frame.file_crs = "EPSG:none";
    cr_expect_eq(read_raster(path.text, &frame, &cells, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "`crs: EPSG:none` is not a known"), "%s",
                       error.message);
    frame = (geo_frame){.crs_wkt = ""}; // a DEM whose metres are assumed
    cr_expect_eq(read_raster(path.text, &frame, &cells, &error), TALUS_OK);
    geo_cells_clear(&cells);
    remove(path.text);
}

Test(cells, a_crs_beside_a_dem_without_one_is_refused)
{
    const text_path path = make_counts("known.tif", utm32);
    geo_frame frame = {.crs_wkt = ""};
    geo_cells cells;
    talus_error error = {0};
    cr_expect_eq(read_raster(path.text, &frame, &cells, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "the DEM has no coordinate reference system"), "%s",
                       error.message);
    frame.file_crs = "dem";
    cr_assert_eq(read_raster(path.text, &frame, &cells, &error), TALUS_OK, "%s", error.message);
    geo_cells_clear(&cells);
    remove(path.text);
}

Test(cells, vectors_without_a_crs_are_refused_alike)
{
    const text_path path = temporary_path("bare.csv");
    write_text(path.text, "WKT,name\n\"POINT (500100 5200100)\",a\n");
    geo_frame frame = {.crs_wkt = utm32};
    geo_vectors vectors;
    talus_error error = {0};
    cr_expect_eq(geo_read_layer(path.text, NULL, NULL, &frame, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "or say `crs: dem`"), "%s", error.message);
    frame.file_crs = "EPSG:32632";
    cr_assert_eq(geo_read_layer(path.text, NULL, NULL, &frame, NULL, &vectors, &error), TALUS_OK);
    cr_expect_eq(vectors.parts[0].xy[0], 500100.0);
    geo_vectors_clear(&vectors);
    remove(path.text);
}

Test(cells, the_users_crs_replaces_the_files)
{
    const text_path path = make_counts("wrong.tif", "EPSG:32631");
    const geo_frame frame = {.crs_wkt = utm32, .file_crs = utm32};
    talus_diagnostics *list = talus_diagnostics_create();
    geo_cells cells;
    talus_error error = {0};
    cr_assert_eq(geo_read_cells(path.text, &frame, list, &cells, &error), TALUS_OK, "%s",
                 error.message);
    cr_expect_eq(cells.xy[0], 500005.0);
    cr_expect(says(list, "(EPSG:32631) is replaced by EPSG:32632"));
    geo_cells_clear(&cells);
    talus_diagnostics_destroy(list);
    remove(path.text);
}

Test(cells, rasters_that_hold_nothing_or_are_none_are_refused)
{
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem"};
    static const struct {
        const char *name, *phrase;
    } cases[] = {{"all_nodata.tif", "nothing but 0 and NODATA"},
                 {"empty.tif", "is empty"},
                 {"georust_poly.gpkg", "georust_poly.gpkg"},
                 {"truncated.tif", "truncated.tif"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        geo_cells cells;
        talus_error error = {0};
        cr_expect_eq(read_raster(raster_path(cases[k].name).text, &frame, &cells, &error),
                     TALUS_ERROR_INPUT, "%s", cases[k].name);
        cr_expect_not_null(strstr(error.message, cases[k].phrase), "%s", error.message);
        cr_expect_null(cells.xy);
    }
}
