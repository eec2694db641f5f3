// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of awkward raster: it loads with the heights of the reference and the right warning,
// or is refused with a sentence that names the trouble.
#include "geo_case.h"

/// Compare node by node with the reference raster at the same place; the worst difference in m.
static double difference_from_reference(const geo_dem *dem)
{
    dem_case reference = read_case(raster_path("tiled16x32_deflate_pred3.tif").text, NULL);
    cr_assert_eq(reference.status, TALUS_OK);
    const geo_dem *ref = &reference.dem;
    const double column = (dem->east - ref->east) / ref->grid.cell;
    const double row = (dem->north - ref->north) / ref->grid.cell;
    const double i0 = floor(column + 0.5), j0 = floor(row + 0.5);
    double worst = fabs(column - i0) + fabs(row - j0) + fabs(dem->grid.cell - ref->grid.cell);
    worst = worst < 1e-6 ? 0.0 : worst; // same nodes, measured 3e-9 of a cell
    for (size_t j = 0; j < dem->grid.ny; j++) {
        for (size_t i = 0; i < dem->grid.nx; i++) {
            const size_t k = (j + (size_t)j0) * ref->grid.nx + i + (size_t)i0;
            const double z = dem->heights[j * dem->grid.nx + i];
            const double difference = isnan(z) ? 0.0 : fabs(z - ref->heights[k]);
            worst = difference > worst ? difference : worst;
        }
    }
    clear_case(&reference);
    return worst;
}

typedef struct loading {
    const char *name;
    const char *warning; ///< a phrase of it, NULL = none expected
    double tolerance;    ///< m
    size_t nodata;       ///< nodes
} loading;

static const loading loadings[] = {
    {"tiled16x32_deflate_pred3.tif", NULL, 0.0, 0},
    {"bigtiff_lzw.tif", NULL, 0.0, 0},
    {"sparse_ok.tif", NULL, 0.0, 0},
    {"mosaic.vrt", NULL, 0.0, 0},
    {"tileA.tif", NULL, 0.0, 0},
    {"tileB.tif", NULL, 0.0, 0},
    {"no_crs.tif", NULL, 0.0, 0},
    {"unset_nodata.tif", NULL, 0.0, 0},
    {"float64_nan_nodata_declared.tif", NULL, 0.0, 0},
    {"three_bands.tif", "3 bands", 0.0, 0},
    {"south_up.tif", "south to north", 0.0, 0},
    {"elevation_in_feet.tif", "\"ft\", converted to metres", 1.5e-4 /* measured 9.2e-5 m */, 0},
    {"int16_rounded.tif", NULL, 0.5 /* measured 0.5 m */, 0},
    {"uint16_scale0.1_offset1000.tif", "scale 0.1 and offset 1000", 0.0501 /* measured 0.05 m */,
     0},
    {"holes_nan_inf_and_undeclared_sentinels.tif", "15 cells hold no height", 0.0, 8 * 11 + 1 + 15},
    {"ascii_crlf_uppercase_tabs.asc", NULL, 0.0051 /* measured 0.005 m */, 0},
    {"ascii_decimal_commas.asc", NULL, 0.0051 /* measured 0.005 m */, 0},
    {"ascii_no_nodata_line_dx_dy.asc", NULL, 0.0051 /* measured 0.005 m */, 0}};

Test(awkward_rasters, load_with_the_heights_of_the_reference)
{
    const geo_dem_options options = {.assume_crs = true};
    for (size_t k = 0; k < sizeof loadings / sizeof loadings[0]; k++) {
        const loading *item = &loadings[k];
        dem_case got = read_case(raster_path(item->name).text, &options);
        cr_expect_eq(got.status, TALUS_OK, "%s: %s", item->name, got.error.message);
        if (got.status == TALUS_OK) {
            const double worst = difference_from_reference(&got.dem);
            cr_expect(worst <= item->tolerance, "%s: %g m off", item->name, worst);
            cr_expect_eq(got.dem.nodata_nodes, item->nodata, "%s: %zu NODATA", item->name,
                         got.dem.nodata_nodes);
        }
        clear_case(&got);
    }
}

Test(awkward_rasters, tell_what_was_changed_and_nothing_else)
{
    const geo_dem_options options = {.assume_crs = true};
    for (size_t k = 0; k < sizeof loadings / sizeof loadings[0]; k++) {
        const loading *item = &loadings[k];
        dem_case got = read_case(raster_path(item->name).text, &options);
        const size_t count = talus_diagnostics_count(got.list);
        cr_expect_eq(count, item->warning == NULL ? 0 : 1, "%s: %zu messages", item->name, count);
        if (item->warning != NULL) {
            cr_expect(says(got.list, item->warning), "%s: no \"%s\"", item->name, item->warning);
        }
        clear_case(&got);
    }
}

typedef struct refusal {
    const char *name, *phrase;
    bool assume_crs;
} refusal;

static const refusal refusals[] = {
    {"all_nodata.tif", "every cell is NODATA", false},
    {"rasterio_all-nodata.tif", "every cell is NODATA", false},
    {"ascii_header_says_more_columns.asc", "35 columns x 20 rows = 700 heights, the file holds 600",
     true},
    {"ascii_too_few_values.asc", "= 600 heights, the file holds 480", true},
    {"ascii_text_token_in_data.asc", "line 11: found \"n/a\", expected a height", true},
    {"ascii_negative_cellsize.asc", "cell size is -4.99769", true},
    {"empty.tif", "empty (0 bytes)", false},
    {"git_lfs_pointer.tif", "git lfs pull", false},
    {"truncated.tif", "cut short", false},
    {"truncated_header.tif", "cut short", false},
    {"georust_cded_truncated.dem", "1 column and 1201 rows", false},
    {"mosaic_missing_source.vrt", "tileC_missing.tif: No such file", false},
    {"rasterio_RGB.byte.gcp.vrt", "ground control points only", false},
    {"rasterio_white-gemini-iv.vrt", "ground control points only", false},
    {"one_cell.tif", "1 column and 1 row", false},
    {"one_row.tif", "120 columns and 1 row", false},
    {"no_crs.tif", "no coordinate reference system", false},
    {"ascii_decimal_commas.asc", "assume_metres: true", false},
    {"rasterio_float_nan.tif", "no coordinate reference system", false},
    {"rasterio_rotated.tif", "no coordinate reference system", false},
    {"geographic_degrees_epsg4326.tif", "`reproject: EPSG:32632`", false},
    {"georust_dem-hills_geographic_nodata.tiff", "`reproject: EPSG:32616`", false},
    {"terra_elev_int16_wgs84.tif", "`reproject: auto`", false},
    {"fluchthorn_10m_crs_says_degrees.tif", "name the real one with `crs: EPSG:...`", false},
    {"rasterio_float_raster_with_nodata.tif", "measures 1.0122 m", false},
    {"georust_poly.gpkg", "vector file (GPKG, layers: poly)", false},
    {"georust_null_feature_fields.geojson", "vector file (GeoJSON", false}};

Test(awkward_rasters, are_refused_with_the_reason)
{
    for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
        const refusal *item = &refusals[k];
        const geo_dem_options options = {.assume_crs = item->assume_crs};
        dem_case got = read_case(raster_path(item->name).text, &options);
        cr_expect_eq(got.status, TALUS_ERROR_INPUT, "%s: status %d", item->name, got.status);
        cr_expect_not_null(strstr(got.error.message, item->phrase), "%s: %s", item->name,
                           got.error.message);
        cr_expect_not_null(strstr(got.error.message, item->name), "%s: %s", item->name,
                           got.error.message);
        cr_expect_null(got.dem.heights);
        clear_case(&got);
    }
}

Test(awkward_rasters, a_text_token_is_located_by_line_and_column)
{
    const geo_dem_options options = {.assume_crs = true};
    dem_case got = read_case(raster_path("ascii_text_token_in_data.asc").text, &options);
    cr_expect_eq(got.error.line, 11);
    cr_expect_eq(got.error.column, 121);
    clear_case(&got);
}

Test(awkward_rasters, a_small_projected_raster_of_another_country_loads)
{
    dem_case got = read_case(raster_path("rasterio_test_esri_wkt.tif").text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.grid.nx, 2);
    // file rows 1 2 / 3 4, row 0 of the DEM is the southern one
    cr_expect_float_eq(got.dem.heights[0], 3.0, 0.0);
    cr_expect_float_eq(got.dem.heights[3], 2.0, 0.0);
    clear_case(&got);
}

Test(awkward_rasters, a_wrong_tag_is_overridden_by_the_user)
{
    const geo_dem_options options = {.crs = "EPSG:31254"};
    dem_case got = read_case(raster_path("fluchthorn_10m_crs_says_degrees.tif").text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect(says(got.list, "is replaced by EPSG:31254"));
    cr_expect_eq(got.dem.grid.cell, 10.0);
    cr_expect_eq(got.dem.east, -9805.0 + 5.0);
    cr_expect_eq(got.dem.north, 194195.0 + 5.0);
    clear_case(&got);
}

Test(awkward_rasters, a_coarser_raster_keeps_its_cell)
{
    dem_case got = read_case(raster_path("cell10m.tif").text, NULL);
    cr_assert_eq(got.status, TALUS_OK);
    cr_expect_eq(got.dem.grid.nx, 60);
    cr_expect_float_eq(got.dem.grid.cell, 9.995377813202, 1e-12 /* m */);
    clear_case(&got);
}

Test(awkward_rasters, a_rotated_raster_is_turned_north_up)
{
    dem_case got = read_case(raster_path("rotated_15deg.tif").text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect(says(got.list, "and rotated, resampled"));
    cr_expect_float_eq(got.dem.grid.cell, 4.997688906601, 1e-9 /* m */);
    // 120 nodes at 15 degrees span 119 (cos 15 + sin 15) cells
    cr_expect_eq(got.dem.grid.nx, 146);
    // the corners around the turned square are empty, about 2 sin 15 cos 15 / (1 + 2 sin 15 cos 15)
    const double empty = (double)got.dem.nodata_nodes / (146.0 * 146.0);
    cr_expect_float_eq(empty, 1.0 / 3.0, 0.01 /* measured 0.336 */);
    clear_case(&got);
}

Test(awkward_rasters, non_square_cells_become_square)
{
    dem_case got = read_case(raster_path("nonsquare_4x6m_utm32.tif").text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect(says(got.list, "4 x 6 m"));
    cr_expect_eq(got.dem.grid.cell, 4.0);
    cr_expect_eq(got.dem.grid.nx, 100);
    cr_expect_eq(got.dem.grid.ny, 69 * 6 / 4 + 1);
    clear_case(&got);
}

Test(awkward_rasters, nan_nodata_and_south_up_load_when_metres_are_assumed)
{
    const geo_dem_options options = {.assume_crs = true};
    dem_case got = read_case(raster_path("rasterio_float_nan.tif").text, &options);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.nodata_nodes, 1);
    cr_expect_eq(got.dem.east, 50.0);
    cr_expect_eq(got.dem.north, 50.0);
    clear_case(&got);
}
