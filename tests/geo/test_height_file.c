// SPDX-License-Identifier: GPL-3.0-or-later
// Heights that stay in their file against the array of the same file, window by window.
#include "geo_case.h"

#include <unistd.h>

/// All heights of a file in windows of 37 x 29 nodes, which are counted.
static double *fetch_all(const geo_dem *dem)
{
    enum { WIDE = 37, HIGH = 29 };
    double *all = malloc(dem->grid.nx * dem->grid.ny * sizeof *all), part[WIDE * HIGH];
    for (size_t j = 0; j < dem->grid.ny; j += HIGH) {
        const size_t ny = dem->grid.ny - j < HIGH ? dem->grid.ny - j : HIGH;
        for (size_t i = 0; i < dem->grid.nx; i += WIDE) {
            const size_t nx = dem->grid.nx - i < WIDE ? dem->grid.nx - i : WIDE;
            talus_error error = {0};
            cr_assert_eq(geo_height_file_fetch(dem->file, i, j, nx, ny, part, &error), TALUS_OK,
                         "%s", error.message);
            for (size_t k = 0; k < nx * ny; k++) {
                all[(j + k / nx) * dem->grid.nx + i + k % nx] = part[k];
            }
        }
    }
    return all;
}

/// The same placement, heights and messages.
static void expect_same(const char *path)
{
    const geo_dem_options arrays = {.assume_crs = true};
    const geo_dem_options files = {.assume_crs = true, .largest_array = 1.0};
    dem_case a = read_case(path, &arrays), b = read_case(path, &files);
    cr_assert_eq(a.status, TALUS_OK, "%s", a.error.message);
    cr_assert_eq(b.status, TALUS_OK, "%s", b.error.message);
    cr_expect_null(b.dem.heights);
    cr_assert_not_null(b.dem.file);
    cr_expect_eq(memcmp(&a.dem.grid, &b.dem.grid, sizeof a.dem.grid), 0);
    cr_expect_eq(a.dem.east, b.dem.east);
    cr_expect_eq(a.dem.north, b.dem.north);
    free(fetch_all(&b.dem));
    bool again = false;
    cr_expect_eq(geo_height_file_report(b.dem.file, b.list, &again, NULL), TALUS_OK);
    double *heights = fetch_all(&b.dem);
    size_t different = 0;
    for (size_t k = 0; k < a.dem.grid.nx * a.dem.grid.ny; k++) {
        const double x = a.dem.heights[k], y = heights[k];
        const bool is_same = isnan(x) ? isnan(y) : x == y;
        different += !is_same;
    }
    cr_expect_eq(different, 0);
    cr_assert_eq(talus_diagnostics_count(a.list), talus_diagnostics_count(b.list));
    for (size_t k = 0; k < talus_diagnostics_count(a.list); k++) {
        const char *message = talus_diagnostics_get(a.list, k)->message;
        cr_expect(says(b.list, message), "%s", message);
    }
    free(heights);
    clear_case(&a);
    clear_case(&b);
}

/// Heights with all that has to be cleaned, zeros among them that are no heights, by a geotransform.
static void expect_same_turned(const char *name, double across, double down)
{
    enum { NX = 90, NY = 70 };
    static double values[NX * NY];
    for (int k = 0; k < NX * NY; k++) {
        values[k] = k % 11 == 3 ? -9999.0 : k % 97 == 5 ? 0.0 : 800.0 + 0.25 * (double)(k % 301);
    }
    const double t[6] = {600000.0, across, 0.0, 5200000.0, 0.0, down};
    const text_path path = temporary_path(name);
    make_raster(path.text, NX, NY, t, "EPSG:32632", values);
    expect_same(path.text);
    remove(path.text);
}

Test(height_file, has_the_heights_of_the_array)
{
    expect_same_turned("north_up.tif", 2.0, -2.0);
}

Test(height_file, is_turned_like_the_array)
{
    expect_same_turned("south_up_file.tif", 2.0, 2.0);
    expect_same_turned("mirrored_file.tif", -2.0, -2.0);
    expect_same_turned("both_file.tif", -2.0, 2.0);
}

Test(height_file, is_closed_with_its_dem)
{
    const geo_dem_options files = {.largest_array = 1.0};
    dem_case got = read_case(raster_path("south_up.tif").text, &files);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_not_null(got.dem.file);
    clear_case(&got); // the address sanitizer finds what is left
    cr_expect_null(got.dem.file);
}

Test(height_file, what_has_to_be_warped_becomes_an_array)
{
    const geo_dem_options files = {.reproject = "auto", .largest_array = 1.0};
    dem_case got = read_case(raster_path("geographic_degrees_epsg4326.tif").text, &files);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_not_null(got.dem.heights);
    cr_expect_null(got.dem.file);
    clear_case(&got);
}

Test(height_file, a_file_without_a_height_is_told)
{
    enum { SIDE = 40 };
    static double values[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++) {
        values[k] = -9999.0;
    }
    const double t[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};
    const text_path path = temporary_path("empty_file.tif");
    make_raster(path.text, SIDE, SIDE, t, "EPSG:32632", values);
    const geo_dem_options files = {.largest_array = 1.0};
    dem_case got = read_case(path.text, &files);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    free(fetch_all(&got.dem));
    talus_error error = {0};
    bool again = false;
    cr_expect_eq(geo_height_file_report(got.dem.file, got.list, &again, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "every cell is NODATA"), "%s", error.message);
    clear_case(&got);
    remove(path.text);
}

Test(height_file, a_file_that_is_cut_short_is_told)
{
    enum { SIDE = 600 };
    double *values = malloc((size_t)SIDE * SIDE * sizeof *values);
    for (int k = 0; k < SIDE * SIDE; k++) {
        values[k] = 500.0 + 1e-3 * (double)(talus_mix64((uint64_t)k) % 100000);
    }
    const double t[6] = {600000.0, 2.0, 0.0, 5200000.0, 0.0, -2.0};
    const text_path path = temporary_path("cut_file.tif");
    make_raster(path.text, SIDE, SIDE, t, "EPSG:32632", values);
    const geo_dem_options files = {.largest_array = 1.0};
    dem_case got = read_case(path.text, &files);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    bool again = false;
    cr_assert_eq(geo_height_file_fetch(got.dem.file, 0, 590, SIDE, 5, values, NULL), TALUS_OK);
    cr_assert_eq(geo_height_file_report(got.dem.file, got.list, &again, NULL), TALUS_OK);
    cr_assert_eq(truncate(path.text, 5000), 0);
    talus_error error = {0};
    // rows between the windows in which steps are looked for, which GDAL remembers
    cr_expect_eq(geo_height_file_fetch(got.dem.file, 0, 460, SIDE, 5, values, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "could not be read again"), "%s", error.message);
    free(values);
    clear_case(&got);
    remove(path.text);
}
