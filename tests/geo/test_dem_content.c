// SPDX-License-Identifier: GPL-3.0-or-later
// What a DEM file holds beside plain heights: masks, missing blocks, zeros, attribution, and files
// that are no DEM at all.
#include "geo_case.h"

static const double north_up[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};

static text_path make_block(const char *name, double base)
{
    double values[6 * 4];
    for (int k = 0; k < 24; k++) {
        values[k] = base + k;
    }
    const text_path path = temporary_path(name);
    make_raster(path.text, 6, 4, north_up, "EPSG:32632", values);
    return path;
}

static GDALDatasetH reopen(const char *path)
{
    GDALDatasetH dataset = GDALOpen(path, GA_Update);
    cr_assert_not_null(dataset);
    return dataset;
}

Test(dem_content, a_mask_beside_the_heights_is_nodata)
{
    const text_path path = make_block("masked.tif", 100.0);
    GDALDatasetH dataset = reopen(path.text);
    cr_assert_eq(GDALCreateDatasetMaskBand(dataset, GMF_PER_DATASET), CE_None);
    unsigned char mask[24];
    memset(mask, 255, sizeof mask);
    mask[3] = mask[7] = 0;
    cr_assert_eq(GDALRasterIO(GDALGetMaskBand(GDALGetRasterBand(dataset, 1)), GF_Write, 0, 0, 6, 4,
                              mask, 6, 4, GDT_Byte, 0, 0),
                 CE_None);
    GDALClose(dataset);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.nodata_nodes, 2);
    cr_expect(isnan(got.dem.heights[3 * 6 + 3]));
    clear_case(&got);
    remove(path.text);
    remove(join_path(path.text, ".msk").text);
}

Test(dem_content, missing_blocks_of_a_sparse_file_are_nodata)
{
    geo_open_library();
    const text_path path = temporary_path("sparse.tif");
    char sparse[] = "SPARSE_OK=TRUE", tiled[] = "TILED=YES", bx[] = "BLOCKXSIZE=16",
         by[] = "BLOCKYSIZE=16";
    char *options[] = {sparse, tiled, bx, by, NULL};
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GTiff"), path.text, 32, 32, 1, GDT_Float32, options);
    double transform[6];
    memcpy(transform, north_up, sizeof transform);
    GDALSetGeoTransform(dataset, transform);
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    OSRImportFromEPSG(crs, 32632);
    GDALSetSpatialRef(dataset, crs);
    OSRDestroySpatialReference(crs);
    GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), -1.0);
    float block[256];
    for (int k = 0; k < 256; k++) {
        block[k] = 500.0F;
    }
    cr_assert_eq(GDALRasterIO(GDALGetRasterBand(dataset, 1), GF_Write, 0, 0, 16, 16, block, 16, 16,
                              GDT_Float32, 0, 0),
                 CE_None);
    GDALClose(dataset);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.nodata_nodes, 3 * 256);
    cr_expect_eq(got.dem.heights[31 * 32], 500.0);
    clear_case(&got);
    remove(path.text);
}

Test(dem_content, lonely_zeros_are_no_heights)
{
    double values[6 * 4];
    for (int k = 0; k < 24; k++) {
        values[k] = k < 6 ? 0.0 : 800.0 + k;
    }
    const text_path path = temporary_path("zeros.tif");
    make_raster(path.text, 6, 4, north_up, "EPSG:32632", values);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK);
    cr_expect_eq(got.dem.nodata_nodes, 6);
    cr_expect(says(got.list, "6 cells are exactly 0"));
    clear_case(&got);
    remove(path.text);
}

enum { DISGUISES = 9 };

/// Heights among which something else stands here and there, in a unit.
static void expect_disguises_found(const double disguises[DISGUISES], const char *unit,
                                   double metres)
{
    enum { NX = 331, NY = 25 };
    double values[NX * NY];
    size_t hidden = 0, wrong = 0;
    for (size_t k = 0; k < NX * NY; k++) {
        // one in a run of 83 pixels: each kind comes to stand at many places of a run of 64
        const bool is_hidden = k % 83 == 7;
        values[k] = is_hidden ? disguises[hidden++ % DISGUISES] : 900.0 + (double)k / 64.0;
    }
    values[0] = -8999.0; // possible, the lowest
    const text_path path = temporary_path("disguises.tif");
    make_raster(path.text, NX, NY, north_up, "EPSG:32632", values);
    GDALDatasetH dataset = reopen(path.text);
    GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), unit);
    GDALClose(dataset);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.nodata_nodes, hidden);
    for (size_t k = 0; k < NX * NY; k++) {
        const double z = got.dem.heights[(NY - 1 - k / NX) * NX + k % NX]; // from the south
        const bool is_right = k % 83 == 7 ? isnan(z) : z == values[k] * metres;
        wrong += is_right ? 0 : 1;
    }
    cr_expect_eq(wrong, 0, "%zu", wrong);
    cr_expect(says(got.list, "100 cells hold no height"));
    clear_case(&got);
    remove(path.text);
}

/// Many plain heights are looked at together; what is not plain must not hide among them.
Test(dem_content, each_disguise_is_found_wherever_it_stands)
{
    static const double metres[DISGUISES] = {
        (double)NAN, (double)INFINITY, -(double)INFINITY, -9999.0,  -32768.0,
        -32767.0,    -99999.0,         -9001.0,           100000.0,
    };
    static const double feet[DISGUISES] = {
        // -9999 ft would be a possible height
        (double)NAN, (double)INFINITY, -(double)INFINITY, -9999.0,  -32768.0,
        -32767.0,    -99999.0,         -9999.0,           328084.0,
    };
    expect_disguises_found(metres, "m", 1.0);
    expect_disguises_found(feet, "ft", 0.3048);
}

Test(dem_content, heights_beyond_any_mountain_are_told)
{
    const text_path path = make_block("high.tif", 11000.0);
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_OK);
    cr_expect(says(got.list, "higher than any mountain"));
    clear_case(&got);
    remove(path.text);
}

Test(dem_content, an_unknown_unit_is_taken_as_metres_and_told)
{
    const text_path path = make_block("fathoms.tif", 100.0);
    GDALDatasetH dataset = reopen(path.text);
    GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), "fathom");
    GDALClose(dataset);
    dem_case got = read_case(path.text, NULL);
    cr_expect_eq(got.status, TALUS_OK);
    cr_expect(says(got.list, "\"fathom\" is not known"));
    clear_case(&got);
    remove(path.text);
}

static void expect_attribution(const char *key, const char *value, const char *expected)
{
    const text_path path = make_block("attribution.tif", 100.0);
    GDALDatasetH dataset = reopen(path.text);
    GDALSetMetadataItem(dataset, key, value, NULL);
    GDALClose(dataset);
    dem_case got = read_case(path.text, NULL);
    cr_assert_eq(got.status, TALUS_OK);
    cr_expect_str_eq(got.dem.attribution, expected);
    clear_case(&got);
    remove(path.text);
}

Test(dem_content, attribution_comes_from_the_copyright_tag)
{
    expect_attribution("TIFFTAG_COPYRIGHT", "Datenquelle: Land Tirol", "Datenquelle: Land Tirol");
}

Test(dem_content, attribution_comes_from_a_description_that_names_a_source)
{
    expect_attribution("TIFFTAG_IMAGEDESCRIPTION", "DGM 5 m, © Land Tirol",
                       "DGM 5 m, © Land Tirol");
}

Test(dem_content, a_plain_description_is_no_attribution)
{
    expect_attribution("TIFFTAG_IMAGEDESCRIPTION", "test raster", "");
}

Test(dem_content, a_missing_file_is_named)
{
    dem_case got = read_case("/nowhere/dem.tif", NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "no such file"), "%s", got.error.message);
    clear_case(&got);
}

Test(dem_content, a_web_page_saved_as_a_raster_is_recognised)
{
    const text_path path = temporary_path("page.tif");
    write_text(path.text, "\n<!DOCTYPE html><html><body>404</body></html>\n");
    dem_case got = read_case(path.text, NULL);
    cr_expect_not_null(strstr(got.error.message, "web page"), "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

Test(dem_content, a_picture_without_georeferencing_is_refused)
{
    geo_open_library();
    const text_path path = temporary_path("picture.tif");
    GDALClose(GDALCreate(GDALGetDriverByName("GTiff"), path.text, 8, 8, 3, GDT_Byte, NULL));
    dem_case got = read_case(path.text, NULL);
    cr_expect_not_null(strstr(got.error.message, "no georeferencing"), "%s", got.error.message);
    clear_case(&got);
    remove(path.text);
}

static dem_case read_grid(const char *text)
{
    const text_path path = temporary_path("grid.asc");
    write_text(path.text, text);
    const geo_dem_options options = {.assume_crs = true};
    dem_case got = read_case(path.text, &options);
    remove(path.text);
    return got;
}

Test(dem_content, an_ascii_grid_with_too_many_values_is_refused)
{
    dem_case got = read_grid("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 5\n"
                             "1 2 3\n4 5 6\n");
    cr_expect_not_null(strstr(got.error.message, "= 4 heights, the file holds 6"), "%s",
                       got.error.message);
    clear_case(&got);
}

Test(dem_content, an_ascii_grid_may_break_its_lines_anywhere)
{
    dem_case got = read_grid("ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 5\n"
                             "NODATA_value -1\n10 20\n30\n40 -1 1e1");
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.dem.heights[0], 40.0);
    cr_expect_eq(got.dem.heights[2], 10.0);
    cr_expect_eq(got.dem.heights[5], 30.0);
    cr_expect_eq(got.dem.nodata_nodes, 1);
    clear_case(&got);
}

Test(dem_content, facts_are_told_without_judgement)
{
    geo_facts facts;
    talus_error error;
    const text_path path = raster_path("geographic_degrees_epsg4326.tif");
    cr_assert_eq(geo_read_facts(path.text, false, &facts, &error), TALUS_OK);
    cr_expect_str_eq(facts.driver, "GTiff (GeoTIFF)");
    cr_expect_eq(facts.columns, 144);
    cr_expect_eq(facts.rows, 98);
    cr_expect_str_eq(facts.type, "Float32");
    cr_expect_eq(facts.epsg, 4326);
    cr_expect(facts.geographic);
    cr_expect(facts.has_nodata && facts.nodata == -9999.0);
    cr_expect_eq(facts.block_columns, 144);
    cr_expect_float_eq(facts.bounds[0], 10.388022524162288, 1e-12 /* degrees */);
    cr_expect_float_eq(facts.bounds[3], 47.262971878557266, 1e-12 /* degrees */);
}

Test(dem_content, facts_of_what_is_no_raster_are_refused)
{
    geo_facts facts;
    talus_error error;
    cr_expect_eq(geo_read_facts(raster_path("georust_poly.gpkg").text, false, &facts, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "vector file"));
}

Test(dem_content, errors_may_be_ignored)
{
    geo_dem dem;
    cr_expect_eq(geo_read_dem(raster_path("empty.tif").text, NULL, NULL, &dem, NULL),
                 TALUS_ERROR_INPUT);
    cr_expect_null(dem.heights);
}
