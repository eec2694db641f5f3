// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "foundation/files/files.h"
#include "io/geo/geo.h"
#include "talus/map.h"

#include <cairo.h>
#include <math.h>

/// fontconfig keeps its caches to the end of the process.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

/// What a test looks at in a picture.
typedef struct picture {
    int width, height;
    size_t colourful; ///< pixels with clearly different red, green and blue
    size_t dark;      ///< pixels of text and lines
    size_t grey;      ///< pixels of relief
} picture;

/// @param from, to share of the width that is looked at
static picture look_at_part(const char *path, double from, double to)
{
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    picture p = {0};
    cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    p.width = cairo_image_surface_get_width(surface);
    p.height = cairo_image_surface_get_height(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int k = 0; k < p.width * p.height; k++) {
        if (k % p.width < from * p.width || k % p.width >= to * p.width) {
            continue;
        }
        const unsigned char *c = data + (k / p.width) * stride + 4 * (k % p.width);
        const int low = c[0] < c[1] ? (c[0] < c[2] ? c[0] : c[2]) : (c[1] < c[2] ? c[1] : c[2]);
        const int high = c[0] > c[1] ? (c[0] > c[2] ? c[0] : c[2]) : (c[1] > c[2] ? c[1] : c[2]);
        p.colourful += high - low > 60;
        p.dark += high < 80;
        p.grey += high - low < 16 && low > 90 && high < 245;
    }
    cairo_surface_destroy(surface);
    return p;
}

static picture look_at(const char *path)
{
    return look_at_part(path, 0.0, 1.0);
}

/// Rasters and a summary by hand, so that these tests need no run. Cell (i, j) holds i + 1 where
/// 10 <= i < 50 and j = 8, nothing elsewhere.
static void make_directory(const char *directory, bool empty)
{
    enum { NX = 60, NY = 40 };
    static float values[NX * NY];
    static const char *const names[] = {"terrain", "speed_max", "deposits"};
    static const char text[] =
        "{\"talus\": {\"version\": \"0\"}, \"title\": \"hand made \\u00fc\", \"rocks\": 3, "
        "\"rocks_requested\": 3, \"scheme\": \"midpoint\", \"time_step_s\": 0.002, \"hash\": "
        "\"0x0\"}\n";
    char path[600];
    talus_error error = {0};
    cr_assert_eq(files_make_directory(directory, &error), TALUS_OK, "%s", error.message);
    for (size_t n = 0; n < 3; n++) {
        for (size_t k = 0; k < NX * NY; k++) {
            const size_t i = k % NX;
            const bool data = i >= 10 && i < 50 && k / NX == 8 && !empty;
            const float height = (float)i + 10 * sinf(0.3F * (float)(k / NX));
            values[k] = n == 0 ? height : data ? (float)i + 1 : NAN;
        }
        const geo_raster raster = {.nx = NX,
                                   .ny = NY,
                                   .west = SCENE_EAST,
                                   .south = SCENE_NORTH,
                                   .cell = 5,
                                   .crs_wkt = SCENE_WKT,
                                   .values = values,
                                   .name = names[n],
                                   .unit = "m/s",
                                   .attribution = SCENE_ATTRIBUTION,
                                   .nodata = -9999};
        snprintf(path, sizeof path, "%s/%s.tif", directory, names[n]);
        cr_assert_eq(geo_write_raster(path, &raster, &error), TALUS_OK, "%s", error.message);
    }
    snprintf(path, sizeof path, "%s/summary.json", directory);
    cr_assert_eq(files_write_all(path, text, sizeof text - 1, &error), TALUS_OK);
}

static picture draw(const char *layer, bool empty, const talus_map_options *options)
{
    char directory[512];
    char png[600];
    talus_error error = {0};
    scene_path(directory, "map");
    make_directory(directory, empty);
    snprintf(png, sizeof png, "%s/map.png", directory);
    cr_assert_eq(talus_map_draw(directory, layer, png, options, &error), TALUS_OK, "%s",
                 error.message);
    const picture p = look_at(png);
    scene_remove(directory);
    return p;
}

Test(map, is_a_png_of_the_default_width)
{
    const picture p = draw("speed_max", false, NULL);
    cr_expect_eq(p.width, 1200);
    cr_expect_gt(p.height, 600);
    cr_expect_lt(p.height, 1600);
}

Test(map, shows_colours_relief_and_ink)
{
    const picture p = draw("speed_max", false, NULL);
    const size_t all = (size_t)p.width * (size_t)p.height;
    // 40 cells in a row and the legend; measured: colour 2.2 %, relief 65 %, ink 0.4 %
    cr_expect_gt(p.colourful, all / 100);
    cr_expect_gt(p.grey, all / 3);
    cr_expect_gt(p.dark, all / 500);
}

Test(map, of_an_empty_layer_is_relief_and_legend)
{
    const picture full = draw("speed_max", false, NULL);
    const picture empty = draw("speed_max", true, NULL);
    cr_expect_gt(empty.grey, (size_t)empty.width * (size_t)empty.height / 3);
    cr_expect_lt(empty.colourful, full.colourful);
}

Test(map, draws_deposits_as_discs)
{
    const picture full = draw("deposits", false, NULL);
    const picture empty = draw("deposits", true, NULL);
    cr_expect_gt(full.colourful, empty.colourful + 1000);
}

Test(map, of_several_layers_is_a_page_of_tiles)
{
    char directory[512], png[600], one[600];
    talus_error error = {0};
    scene_path(directory, "map_page");
    make_directory(directory, false);
    snprintf(png, sizeof png, "%s/page.png", directory);
    snprintf(one, sizeof one, "%s/one.png", directory);
    cr_assert_eq(talus_map_draw(directory, "speed_max,deposits", png, NULL, &error), TALUS_OK, "%s",
                 error.message);
    const picture left = look_at_part(png, 0.0, 0.5), right = look_at_part(png, 0.5, 1.0);
    cr_expect_eq(left.width, 1800);
    // each half has a map with relief and a legend; discs cover fewer pixels than cells do
    // measured: colour 34000 and 15000, relief 250000 each
    cr_expect_gt(left.colourful, 10000);
    cr_expect_gt(right.colourful, 5000);
    cr_expect_gt(left.grey, 100000);
    cr_expect(fabs((double)left.grey / (double)right.grey - 1.0) < 0.15, "%zu and %zu", left.grey,
              right.grey);
    const talus_map_options below = {.size = sizeof below, .width = 900, .columns = 1};
    cr_assert_eq(talus_map_draw(directory, "speed_max,deposits", one, &below, &error), TALUS_OK);
    cr_expect_gt(look_at(one).height, left.height / 2 + 300, "one below the other");
    scene_remove(directory);
}

Test(map, of_several_layers_is_refused_where_it_cannot_be)
{
    char directory[512], png[600];
    talus_error error = {0};
    const talus_map_options narrow = {.size = sizeof narrow, .width = 320, .columns = 3};
    const talus_map_options change = {.size = sizeof change, .minus = "x.tif"};
    const struct {
        const char *layers, *sentence;
        const talus_map_options *options;
        talus_status status;
    } rows[] = {
        {"speed_max,", "no layer \"\"", NULL, TALUS_ERROR_INPUT},
        {"speed_max,,deposits", "no layer \"\"", NULL, TALUS_ERROR_INPUT},
        {"speed_max,energy", "no layer \"energy\"", NULL, TALUS_ERROR_INPUT},
        {"deposits,deposits,deposits,deposits,deposits,deposits,deposits,deposits,deposits,"
         "deposits,deposits,deposits,deposits",
         "expected at most 12 layers", NULL, TALUS_ERROR_INPUT},
        {"speed_max,deposits,speed_max", "have no room beside each other", &narrow,
         TALUS_ERROR_ARGUMENT},
        {"speed_max,deposits", "changes are drawn of one layer", &change, TALUS_ERROR_ARGUMENT},
    };
    scene_path(directory, "map_page_refused");
    make_directory(directory, false);
    snprintf(png, sizeof png, "%s/map.png", directory);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        cr_expect_eq(talus_map_draw(directory, rows[k].layers, png, rows[k].options, &error),
                     rows[k].status, "row %zu", k);
        cr_expect_not_null(strstr(error.message, rows[k].sentence), "%s", error.message);
        cr_expect_not(scene_has(directory, "map.png"));
    }
    scene_remove(directory);
}

Test(map, has_the_width_and_title_asked_for)
{
    const talus_map_options options = {
        .size = sizeof(talus_map_options),
        .width = 400,
        .title = "a title \xff that is not UTF-8,\nfar too long for a small picture "
                 "and without end and without end and without end"};
    const picture p = draw("speed_max", false, &options);
    cr_expect_eq(p.width, 400);
    cr_expect_gt(p.colourful, 500);
}

Test(map, has_the_signature_of_png_and_the_same_bytes_again)
{
    char directory[512];
    char png[2][600];
    char *data[2] = {NULL, NULL};
    size_t size[2] = {0, 0};
    scene_path(directory, "map_bytes");
    make_directory(directory, false);
    for (int k = 0; k < 2; k++) {
        snprintf(png[k], sizeof png[k], "%s/%d.png", directory, k);
        cr_assert_eq(talus_map_draw(directory, "speed_max", png[k], NULL, NULL), TALUS_OK);
        cr_assert_eq(files_read_all(png[k], &data[k], &size[k], NULL), TALUS_OK);
    }
    cr_assert_gt(size[0], 20000);
    cr_expect_eq(memcmp(data[0], "\x89PNG\r\n\x1a\n", 8), 0);
    cr_assert_eq(size[0], size[1]);
    cr_expect_eq(memcmp(data[0], data[1], size[0]), 0);
    free(data[0]);
    free(data[1]);
    scene_remove(directory);
}

Test(map, of_an_unknown_layer_names_the_layers_there_are)
{
    char directory[512];
    char png[600];
    talus_error error = {0};
    scene_path(directory, "map_unknown");
    make_directory(directory, false);
    snprintf(png, sizeof png, "%s/map.png", directory);
    cr_expect_eq(talus_map_draw(directory, "energy", png, NULL, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "deposits, speed_max"), "%s", error.message);
    // a layer that exists, but not in this directory
    cr_expect_eq(talus_map_draw(directory, "spin_max", png, NULL, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "\"spin_max\""), "%s", error.message);
    cr_expect_not(scene_has(directory, "map.png"));
    scene_remove(directory);
}

Test(map, of_a_directory_without_results_is_refused)
{
    talus_error error = {0};
    cr_expect_eq(talus_map_draw("/nonexistent", "speed_max", "/tmp/x.png", NULL, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "no raster layers"), "%s", error.message);
}

Test(map, refuses_a_width_that_holds_no_legend)
{
    const talus_map_options options = {.size = sizeof(talus_map_options), .width = 100};
    talus_error error = {0};
    cr_expect_eq(talus_map_draw("/nonexistent", "speed_max", "/tmp/x.png", &options, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "100 px"), "%s", error.message);
}

Test(map, that_cannot_be_written_is_an_error)
{
    char directory[512];
    talus_error error = {0};
    scene_path(directory, "map_unwritable");
    make_directory(directory, false);
    cr_expect_neq(talus_map_draw(directory, "speed_max", "/nonexistent/map.png", NULL, &error),
                  TALUS_OK);
    cr_expect_gt(strlen(error.message), 0);
    scene_remove(directory);
}

Test(map, is_drawn_from_a_written_run)
{
    scene s;
    char directory[512];
    char png[600];
    talus_error error = {0};
    scene_init(&s);
    scene_path(directory, "map_run");
    scene_write(&s, directory);
    snprintf(png, sizeof png, "%s/map.png", directory);
    cr_assert_eq(talus_map_draw(directory, "reach_probability", png, NULL, &error), TALUS_OK, "%s",
                 error.message);
    cr_expect_gt(look_at(png).colourful, 5000);
    scene_remove(directory);
    scene_clear(&s);
}
