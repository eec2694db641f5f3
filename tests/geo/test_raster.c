// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters out and back: values, placement, metadata, equal bytes, nothing left after a failure.
#include "geo_case.h"

#include <signal.h>
#include <sys/resource.h>

enum { NX = 7, NY = 5 };

static float values[NX * NY];

static geo_raster small_raster(void)
{
    for (int k = 0; k < NX * NY; k++) {
        values[k] = 0.5F * (float)k;
    }
    values[3] = NAN;
    return (geo_raster){.nx = NX,
                        .ny = NY,
                        .west = 177000.0,
                        .south = 376000.0,
                        .cell = 2.5,
                        .crs_wkt = "EPSG:31287",
                        .values = values,
                        .name = "kinetic_energy_max",
                        .unit = "J",
                        .attribution = "Datenquelle: Land Tirol - data.tirol.gv.at",
                        .nodata = -9999.0F};
}

static text_path part_of(const char *path)
{
    return join_path(path, ".part");
}

Test(raster, what_is_written_is_read_back)
{
    const geo_raster raster = small_raster();
    const text_path path = temporary_path("written.tif");
    talus_error error;
    cr_assert_eq(geo_write_raster(path.text, &raster, &error), TALUS_OK, "%s", error.message);
    geo_image image;
    cr_assert_eq(geo_read_image(path.text, &image, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(image.nx, NX);
    cr_expect_eq(image.ny, NY);
    cr_expect_eq(image.west, raster.west);
    cr_expect_eq(image.south, raster.south);
    cr_expect_eq(image.cell, raster.cell);
    cr_expect_str_eq(image.unit, "J");
    cr_expect_str_eq(image.attribution, raster.attribution);
    cr_expect_not_null(strstr(image.crs_wkt, "Austria Lambert"));
    for (int k = 0; k < NX * NY; k++) {
        cr_expect(k == 3 ? isnan(image.values[k]) : image.values[k] == values[k], "cell %d", k);
    }
    geo_image_clear(&image);
    remove(path.text);
}

Test(raster, the_file_is_north_up_with_declared_nodata_and_a_named_band)
{
    const geo_raster raster = small_raster();
    const text_path path = temporary_path("north.tif");
    cr_assert_eq(geo_write_raster(path.text, &raster, NULL), TALUS_OK);
    GDALDatasetH dataset = GDALOpen(path.text, GA_ReadOnly);
    double t[6];
    GDALGetGeoTransform(dataset, t);
    cr_expect_eq(t[3], raster.south + NY * raster.cell);
    cr_expect_eq(t[5], -raster.cell);
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    cr_expect_eq(GDALGetRasterNoDataValue(band, NULL), -9999.0);
    cr_expect_str_eq(GDALGetDescription(band), "kinetic_energy_max");
    float last[NX];
    cr_assert_eq(GDALRasterIO(band, GF_Read, 0, NY - 1, NX, 1, last, NX, 1, GDT_Float32, 0, 0),
                 CE_None);
    cr_expect_eq(last[0], values[0]);
    cr_expect_eq(last[3], -9999.0F);
    GDALClose(dataset);
    remove(path.text);
}

Test(raster, the_same_values_give_the_same_bytes)
{
    const geo_raster raster = small_raster();
    const text_path a = temporary_path("bytes_a.tif"), b = temporary_path("bytes_b.tif");
    cr_assert_eq(geo_write_raster(a.text, &raster, NULL), TALUS_OK);
    cr_assert_eq(geo_write_raster(b.text, &raster, NULL), TALUS_OK);
    cr_expect(same_bytes(a.text, b.text));
    remove(a.text);
    remove(b.text);
}

Test(raster, no_file_stays_beside_the_target)
{
    const geo_raster raster = small_raster();
    const text_path path = temporary_path("alone.tif");
    cr_assert_eq(geo_write_raster(path.text, &raster, NULL), TALUS_OK);
    const text_path side = join_path(path.text, ".part.aux.xml");
    cr_expect(file_exists(path.text));
    cr_expect(!file_exists(part_of(path.text).text));
    cr_expect(!file_exists(side.text));
    remove(path.text);
}

Test(raster, only_large_rasters_are_tiled)
{
    geo_raster raster = small_raster();
    const text_path path = temporary_path("tiles.tif");
    geo_facts facts;
    cr_assert_eq(geo_write_raster(path.text, &raster, NULL), TALUS_OK);
    cr_assert_eq(geo_read_facts(path.text, false, &facts, NULL), TALUS_OK);
    cr_expect_eq(facts.block_columns, NX);
    float *large = calloc(300 * 10, sizeof *large);
    raster.nx = 300;
    raster.ny = 10;
    raster.values = large;
    cr_assert_eq(geo_write_raster(path.text, &raster, NULL), TALUS_OK);
    cr_assert_eq(geo_read_facts(path.text, false, &facts, NULL), TALUS_OK);
    cr_expect_eq(facts.block_columns, 256);
    cr_expect_eq(facts.block_rows, 256);
    free(large);
    remove(path.text);
}

Test(raster, a_raster_without_crs_unit_and_attribution_is_fine)
{
    geo_raster raster = small_raster();
    raster.crs_wkt = raster.attribution = raster.unit = "";
    const text_path path = temporary_path("bare.tif");
    talus_error error;
    cr_assert_eq(geo_write_raster(path.text, &raster, &error), TALUS_OK, "%s", error.message);
    geo_image image;
    cr_assert_eq(geo_read_image(path.text, &image, &error), TALUS_OK);
    cr_expect_str_eq(image.crs_wkt, "");
    cr_expect_str_eq(image.attribution, "");
    geo_image_clear(&image);
    remove(path.text);
}

Test(raster, a_missing_directory_is_an_error)
{
    const geo_raster raster = small_raster();
    talus_error error;
    cr_expect_eq(geo_write_raster("/nowhere/at/all/x.tif", &raster, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "/nowhere/at/all/x.tif"), "%s", error.message);
}

Test(raster, a_full_disk_is_an_error_and_leaves_the_old_file)
{
    geo_raster raster = small_raster();
    const text_path path = temporary_path("full.tif");
    cr_assert_eq(geo_write_raster(path.text, &raster, NULL), TALUS_OK);
    // noise does not compress, so 300 x 300 cells do not fit into the 64 kB that are allowed
    float *noise = malloc(300 * 300 * sizeof *noise);
    for (uint32_t k = 0; k < 300 * 300; k++) {
        noise[k] = (float)talus_random_bits(1, 1, k);
    }
    raster.nx = raster.ny = 300;
    raster.values = noise;
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 65536;
    setrlimit(RLIMIT_FSIZE, &limit);
    talus_error error = {0};
    const talus_status status = geo_write_raster(path.text, &raster, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    cr_expect_eq(status, TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "disk"), "%s", error.message);
    cr_expect(!file_exists(part_of(path.text).text));
    geo_facts facts;
    cr_expect_eq(geo_read_facts(path.text, false, &facts, NULL), TALUS_OK);
    cr_expect_eq(facts.columns, NX);
    free(noise);
    remove(path.text);
}

Test(raster, an_image_may_come_from_any_raster)
{
    geo_image image;
    talus_error error;
    cr_assert_eq(geo_read_image(raster_path("south_up.tif").text, &image, &error), TALUS_OK);
    dem_case reference = read_case(raster_path("tiled16x32_deflate_pred3.tif").text, NULL);
    cr_expect_float_eq(image.values[0], reference.dem.heights[0], 0.0);
    cr_expect_float_eq(image.values[119 * 120 + 7], reference.dem.heights[119 * 120 + 7], 0.0);
    clear_case(&reference);
    geo_image_clear(&image);
}

Test(raster, an_image_that_is_cut_short_is_refused)
{
    geo_image image;
    talus_error error;
    cr_expect_eq(geo_read_image(raster_path("truncated.tif").text, &image, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_null(image.values);
}

Test(raster, an_impossible_size_is_an_argument_error)
{
    geo_raster raster = small_raster();
    raster.nx = 0;
    cr_expect_eq(geo_write_raster("/tmp/x.tif", &raster, NULL), TALUS_ERROR_ARGUMENT);
}

/// Values in 20 x 10 cells across the seam of two tiles of the file, which begin in the north.
static talus_status fill_some(void *user, const talus_window *w, float *part, bool *is_empty,
                              talus_error *error)
{
    size_t *calls = user;
    ++*calls;
    (void)error;
    if (w->i + w->nx <= 500 || w->i >= 520 || w->j + w->ny <= 300 || w->j >= 310) {
        *is_empty = true;
        return TALUS_OK;
    }
    for (size_t k = 0; k < w->nx * w->ny; k++) {
        const size_t a = w->i + k % w->nx, b = w->j + k / w->nx;
        part[k] = a >= 500 && a < 520 && b >= 300 && b < 310 ? (float)(a + 1000 * b) : NAN;
    }
    return TALUS_OK;
}

/// The third tile cannot be filled.
static talus_status fill_until_broken(void *user, const talus_window *w, float *part,
                                      bool *is_empty, talus_error *error)
{
    size_t *calls = user;
    const talus_status status = fill_some(user, w, part, is_empty, error);
    return *calls == 3 ? talus_error_set(error, TALUS_ERROR_MEMORY, "no third tile") : status;
}

Test(raster, a_tile_that_cannot_be_filled_ends_the_writing_and_leaves_no_file)
{
    size_t calls = 0;
    geo_raster raster = small_raster();
    raster.nx = 5000;
    raster.ny = 3000;
    raster.values = NULL;
    raster.fill = fill_until_broken;
    raster.user = &calls;
    const text_path path = temporary_path("unfilled.tif");
    talus_error error = {0};
    cr_expect_eq(geo_write_raster(path.text, &raster, &error), TALUS_ERROR_MEMORY);
    cr_expect_str_eq(error.message, "no third tile");
    cr_expect_eq(calls, 3);
    cr_expect_null(fopen(path.text, "rb"));
}

Test(raster, tiles_without_values_take_no_room)
{
    size_t calls = 0;
    geo_raster raster = small_raster();
    raster.nx = 5000;
    raster.ny = 3000;
    raster.values = NULL;
    raster.fill = fill_some;
    raster.user = &calls;
    const text_path path = temporary_path("sparse.tif");
    talus_error error;
    cr_assert_eq(geo_write_raster(path.text, &raster, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(calls, 20 * 12);
    FILE *file = fopen(path.text, "rb");
    cr_assert_not_null(file);
    fseek(file, 0, SEEK_END);
    cr_expect_lt(ftell(file), 10000); // 60 MB of floats; measured 6042 bytes
    fclose(file);
    geo_image image;
    cr_assert_eq(geo_read_image(path.text, &image, &error), TALUS_OK, "%s", error.message);
    size_t wrong = 0;
    for (size_t k = 0; k < 5000 * 3000; k++) {
        const size_t a = k % 5000, b = k / 5000;
        const bool some = a >= 500 && a < 520 && b >= 300 && b < 310;
        wrong += some ? image.values[k] != (float)(a + 1000 * b) : !isnan(image.values[k]);
    }
    cr_expect_eq(wrong, 0);
    geo_image_clear(&image);
    remove(path.text);
}
