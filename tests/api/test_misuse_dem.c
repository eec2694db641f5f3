// SPDX-License-Identifier: GPL-3.0-or-later
// dem.h and library.h called wrongly, and what talus_dem_read hands over.
#include "io/geo/geo.h"
#include "misuse.h"
#include "talus/dem.h"
#include "talus/library.h"

#include <stdio.h>
#include <stdlib.h>

#define KOT "terrain/kot/kot.tif"

static talus_dem *dem;

static talus_status read_null(talus_error *error)
{
    return talus_dem_read(NULL, NULL, NULL, &dem, error);
}

static talus_status read_no_place(talus_error *error)
{
    return talus_dem_read(KOT, NULL, NULL, NULL, error);
}

static talus_status read_absent(talus_error *error)
{
    return talus_dem_read("absent.tif", NULL, NULL, &dem, error);
}

static talus_status read_text(talus_error *error)
{
    return talus_dem_read("README.md", NULL, NULL, &dem, error);
}

static talus_status options_zero(talus_error *error)
{
    return talus_dem_read(KOT, &(talus_dem_options){0}, NULL, &dem, error);
}

static talus_status options_of_the_future(talus_error *error)
{
    talus_dem_options options = talus_dem_options_default();
    options.size += 8;
    return talus_dem_read(KOT, &options, NULL, &dem, error);
}

static talus_status crs_unknown(talus_error *error)
{
    talus_dem_options options = talus_dem_options_default();
    options.crs = "EPSG:nothing";
    return talus_dem_read(KOT, &options, NULL, &dem, error);
}

static talus_band *band;

static talus_status band_null(talus_error *error)
{
    return talus_band_read(NULL, 0, &band, error);
}

static talus_status band_no_place(talus_error *error)
{
    return talus_band_read(KOT, 0, NULL, error);
}

static talus_status band_absent(talus_error *error)
{
    return talus_band_read("absent.tif", 0, &band, error);
}

static talus_status band_beyond(talus_error *error)
{
    return talus_band_read(KOT, 1, &band, error);
}

MISUSE_TABLE(dem, REFUSED(band_null), REFUSED(band_no_place), REFUSED(band_absent),
             REFUSED(band_beyond), REFUSED(read_null), REFUSED(read_no_place), REFUSED(read_absent),
             REFUSED(read_text), REFUSED(options_zero), REFUSED(options_of_the_future),
             REFUSED(crs_unknown))

/// Functions without a status answer with nothing.
Test(misuse, dem_without_status)
{
    talus_dem_destroy(NULL);
    talus_band_destroy(NULL);
    talus_dem_options_defaults(NULL, sizeof(talus_dem_options));
    talus_library_init();
    talus_library_init();
}

Test(dem, an_error_leaves_no_dem)
{
    dem = (talus_dem *)&dem;
    cr_expect_neq(talus_dem_read("absent.tif", NULL, NULL, &dem, NULL), TALUS_OK);
    cr_expect_null(dem);
}

Test(dem, heights_are_those_of_a_scenario)
{
    geo_dem inner;
    talus_error error = {0};
    cr_assert_eq(talus_dem_read(KOT, NULL, NULL, &dem, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(geo_read_dem(KOT, NULL, NULL, &inner, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(dem->grid.nx, inner.grid.nx);
    cr_assert_eq(dem->grid.ny, inner.grid.ny);
    cr_expect_eq(
        memcmp(dem->heights, inner.heights, dem->grid.nx * dem->grid.ny * sizeof *dem->heights), 0);
    cr_expect_eq(dem->east, inner.east);
    cr_expect_eq(dem->north, inner.north);
    cr_expect_str_eq(dem->crs_wkt, inner.crs_wkt);
    cr_expect_str_eq(dem->attribution, inner.attribution);
    cr_expect_neq(dem->crs_wkt[0], 0);
    talus_terrain *terrain = NULL;
    cr_expect_eq(talus_terrain_create(&dem->grid, dem->heights, NULL, &terrain, NULL), TALUS_OK);
    talus_terrain_destroy(terrain);
    geo_dem_clear(&inner);
    talus_dem_destroy(dem);
}

/// A value that no ground can have stays: bands are read as they are.
Test(dem, a_band_is_what_the_file_holds)
{
    static float values[] = {1.0F, 20000.0F, (float)NAN, -9999.5F, 0.0F, 7.0F};
    const char *folder = getenv("TALUS_TEST_TMP");
    char path[400];
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/misuse_band.tif", folder != NULL ? folder : "/tmp");
    const geo_raster raster = {.nx = 3,
                               .ny = 2,
                               .west = 1000.0,
                               .south = 2000.0,
                               .cell = 5.0,
                               .values = values,
                               .crs_wkt = "",
                               .name = "energy",
                               .unit = "kJ",
                               .attribution = "ours",
                               .nodata = -9999};
    cr_assert_eq(geo_write_raster(path, &raster, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(talus_band_read(path, 0, &band, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(band->nx * band->ny, 6);
    for (size_t k = 0; k < 6; k++) {
        cr_expect(isnan(values[k]) ? isnan(band->values[k]) : band->values[k] == values[k]);
    }
    cr_expect(band->west == 1000.0 && band->south == 2000.0 && band->cell == 5.0);
    cr_expect_str_eq(band->unit, "kJ");
    cr_expect_str_eq(band->attribution, "ours");
    cr_expect_eq(band->band_count, 1);
    talus_band_destroy(band);
    remove(path);
}
