// SPDX-License-Identifier: GPL-3.0-or-later
// Products of a hazard assessment on maps: names, colours of the rules, words of the legend.
#include "io/map/map_hazard.h"
#include "products/scene.h"

#include "foundation/files/files.h"
#include "talus/map.h"

#include <cairo.h>

/// fontconfig keeps its caches to the end of the process.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

static const char rules[] =
    "{\"rules\": \"made up\", \"basis\": \"return_period\", \"uncertain_figures\": 2,"
    "\"intensities\": [{\"name\": \"weak\", \"from_kj\": 0, \"colour\": \"#ffff00\"},"
    "{\"name\": \"strong\", \"from_kj\": 40, \"colour\": \"#0000ff\"}],"
    "\"zones\": [{\"name\": \"rest\", \"title\": \"what is left\", \"colour\": \"#00ff00\", "
    "\"hatched\": true},"
    "{\"name\": \"red\", \"title\": \"high\", \"colour\": \"#ff0000\"}],"
    "\"matrix\": [{\"level\": 30, \"intensity\": 1, \"zone\": 2},"
    "{\"level\": 30, \"intensity\": 2, \"zone\": 2}, {\"level\": 300, \"intensity\": 2, \"zone\": "
    "2}], \"residual\": 1}\n";

enum { NX = 60, NY = 40 };

/// Class 2 where i < 30, class 1 where it is more, 0 from `open` on; nothing in the rims.
static void write_raster_open(const char *directory, const char *name, size_t open)
{
    static float values[NX * NY];
    char path[600];
    talus_error error = {0};
    for (size_t k = 0; k < NX * NY; k++) {
        const size_t i = k % NX, j = k / NX;
        const bool is_in = i >= 5 && i < 55 && j >= 5 && j < 35;
        values[k] = strcmp(name, "terrain") == 0 ? (float)i
                    : !is_in                     ? NAN
                    : i >= open                  ? 0
                    : i < 30                     ? 2
                                                 : 1;
    }
    const geo_raster raster = {.nx = NX,
                               .ny = NY,
                               .west = SCENE_EAST,
                               .south = SCENE_NORTH,
                               .cell = 5,
                               .crs_wkt = SCENE_WKT,
                               .values = values,
                               .name = name,
                               .unit = "class",
                               .attribution = SCENE_ATTRIBUTION,
                               .nodata = -9999};
    snprintf(path, sizeof path, "%s/%s.tif", directory, name);
    cr_assert_eq(geo_write_raster(path, &raster, &error), TALUS_OK, "%s", error.message);
}

static void write_raster(const char *directory, const char *name)
{
    write_raster_open(directory, name, NX);
}

static void write_undecided(const char *directory)
{
    write_raster_open(directory, "zones", 38);
}

static void write_text(const char *directory, const char *name, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
}

/// Two squares of 50 m: zone 2 - less in the south west, zone 1 - less east of it.
static void write_ranks(const char *directory, int64_t less)
{
    static const geo_field fields[] = {{"rank", GEO_FIELD_INTEGER}};
    char path[600];
    geo_writer *writer = NULL;
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/hazard.gpkg", directory);
    cr_assert_eq(geo_writer_open(path, SCENE_WKT, &writer, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(geo_writer_layer(writer, "zones", GEO_FLAT_POLYGONS, fields, 1, "", &error),
                 TALUS_OK);
    for (int64_t k = 0; k < 2; k++) {
        const double x = SCENE_EAST + 50.0 + 50.0 * (double)k, y = SCENE_NORTH + 50.0;
        const double ring[] = {x, y, x + 50.0, y, x + 50.0, y + 50.0, x, y + 50.0, x, y};
        const size_t starts[] = {0, 5};
        const geo_value values[] = {{.integer = 2 - k - less}};
        cr_assert_eq(geo_writer_polygon(writer, ring, starts, 1, values, &error), TALUS_OK, "%s",
                     error.message);
    }
    cr_assert_eq(geo_writer_close(writer, true, &error), TALUS_OK, "%s", error.message);
}

static void write_polygons(const char *directory)
{
    write_ranks(directory, 0);
}

static void make_directory(char directory[512], const char *name)
{
    scene_path(directory, name);
    cr_assert_eq(files_make_directory(directory, NULL), TALUS_OK);
    write_raster(directory, "terrain");
    write_raster(directory, "zones");
    write_raster(directory, "intensity_rp30");
    write_text(directory, "hazard.json", rules);
    write_text(directory, "summary.json", "{\"rocks\": 3, \"rocks_requested\": 3}");
}

/// Pixels of a picture that are mostly of one colour.
typedef struct tones {
    size_t red, green, blue, yellow;
} tones;

static tones draw(const char *directory, const char *layer)
{
    char path[600];
    talus_error error = {0};
    tones found = {0};
    snprintf(path, sizeof path, "%s/map.png", directory);
    const talus_map_options options = {.size = sizeof(talus_map_options), .width = 600};
    cr_assert_eq(talus_map_draw(directory, layer, path, &options, &error), TALUS_OK, "%s",
                 error.message);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    const int height = cairo_image_surface_get_height(surface);
    for (int k = 0; k < 600 * height; k++) {
        const unsigned char *c = data + (k / 600) * stride + 4 * (k % 600); // b, g, r
        found.red += c[2] > c[1] + 80 && c[2] > c[0] + 80;
        found.green += c[1] > c[2] + 80 && c[1] > c[0] + 80;
        found.blue += c[0] > c[1] + 80 && c[0] > c[2] + 80;
        found.yellow += c[2] > c[0] + 80 && c[1] > c[0] + 80;
    }
    cairo_surface_destroy(surface);
    return found;
}

Test(map_hazard, zones_are_painted_in_the_colours_of_the_rules)
{
    char directory[512];
    make_directory(directory, "zones_raster");
    const tones cells = draw(directory, "zones");
    // 25 x 30 cells each, measured 30135 and 29962 pixels with the boxes of the legend
    cr_expect_gt(cells.red, 20000);
    cr_expect_gt(cells.green, 20000);
    cr_expect_lt(cells.blue, 100);
    write_polygons(directory);
    const tones polygons = draw(directory, "zones");
    // 2500 m^2 in place of 18 750 m^2 each: the polygons count, not the cells; measured 4242, 4241
    cr_expect(polygons.red > 1000 && polygons.red < cells.red / 2, "%zu", polygons.red);
    cr_expect(polygons.green > 1000 && polygons.green < cells.green / 2, "%zu", polygons.green);
    scene_remove(directory);
}

/// The rules with a colour for what is undecided: blue, which no zone has.
static void add_undecided(const char *directory)
{
    char text[2048];
    snprintf(text, sizeof text,
             "%.*s, \"undecided\": {\"value\": 0, \"title\": \"too few\", "
             "\"colour\": \"#0000ff\", \"hatched\": true}}\n",
             (int)(strlen(rules) - 2), rules);
    write_text(directory, "hazard.json", text);
}

Test(map_hazard, what_is_undecided_is_hatched_in_a_colour_of_its_own)
{
    char directory[512];
    static map_classes classes;
    catalogue_layer layer;
    make_directory(directory, "undecided");
    const tones before = draw(directory, "zones");
    add_undecided(directory);
    write_undecided(directory);
    const tones cells = draw(directory, "zones");
    // a third of the cells has the value 0: hatched, so some of their pixels are darker
    cr_expect_gt(cells.blue, 5000);
    cr_expect_lt(cells.red + cells.green, before.red + before.green);
    cr_assert(catalogue_find("zones", &layer));
    cr_assert_eq(map_load_classes(directory, &layer.layer, &classes, NULL), TALUS_OK);
    cr_expect(classes.has_undecided && classes.undecided.hatched);
    cr_expect_str_eq(classes.undecided.title, "too few");
    map_clear_classes(&classes);
    scene_remove(directory);
}

Test(map_hazard, undecided_polygons_are_those_of_rank_0)
{
    char directory[512];
    make_directory(directory, "undecided_polygons");
    add_undecided(directory);
    write_polygons(directory);
    const tones without = draw(directory, "zones");
    write_ranks(directory, 1); // 1 and 0 in place of 2 and 1
    const tones with = draw(directory, "zones");
    cr_expect_gt(with.blue, without.blue + 1000);
    cr_expect_lt(with.red, without.red);
    scene_remove(directory);
}

Test(map_hazard, a_picture_is_what_its_name_says)
{
    static const struct {
        const char *name, *begins;
    } files[] = {{"m.png", "\x89PNG"}, {"m.pdf", "%PDF-1."}, {"m.svg", "<?xml"}, {"M.PDF", "%PDF"}};
    char directory[512], path[600], *text = NULL, *again = NULL;
    size_t size = 0, length = 0;
    talus_error error = {0};
    make_directory(directory, "formats");
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", directory, files[k].name);
        cr_assert_eq(talus_map_draw(directory, "zones", path, NULL, &error), TALUS_OK, "%s",
                     error.message);
        cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
        cr_expect_eq(strncmp(text, files[k].begins, strlen(files[k].begins)), 0, "%s", path);
        cr_assert_eq(talus_map_draw(directory, "zones", path, NULL, &error), TALUS_OK);
        cr_assert_eq(files_read_all(path, &again, &length, NULL), TALUS_OK);
        // the names in an SVG go on counting in a process; tests/cli/map.sh compares two
        cr_expect(k == 2 || (size == length && memcmp(text, again, size) == 0),
                  "%s differs when drawn again", files[k].name);
        free(text);
        free(again);
    }
    static const char *const wrong[] = {"m.jpg", "m", "m.png.gz", "png"};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", directory, wrong[k]);
        cr_expect_eq(talus_map_draw(directory, "zones", path, NULL, &error),
                     TALUS_ERROR_UNSUPPORTED);
        cr_expect_not_null(strstr(error.message, ".png, .pdf or .svg"), "%s", error.message);
        cr_expect_neq(access(path, F_OK), 0, "%s was written", path);
    }
    scene_remove(directory);
}

Test(map_hazard, intensities_have_colours_of_their_own)
{
    char directory[512];
    make_directory(directory, "zones_intensity");
    const tones cells = draw(directory, "intensity_rp30");
    // measured 30135, 29965, 0
    cr_expect_gt(cells.blue, 20000);
    cr_expect_gt(cells.yellow, 20000);
    cr_expect_lt(cells.red, 100);
    scene_remove(directory);
}

Test(map_hazard, legend_tells_thresholds_and_return_periods)
{
    char directory[512];
    catalogue_layer layer;
    static map_classes classes;
    make_directory(directory, "zones_legend");
    cr_assert(catalogue_find("zones", &layer));
    cr_assert_eq(map_load_classes(directory, &layer.layer, &classes, NULL), TALUS_OK);
    cr_assert_eq(classes.count, 2);
    cr_expect_str_eq(classes.heading, "made up");
    cr_expect_str_eq(classes.items[1].title, "high");
    cr_expect_str_eq(classes.items[1].words,
                     "any energy once in 30 years\nover 40 kJ once in 300 years\n");
    cr_expect(classes.items[0].hatched && !classes.items[1].hatched);
    cr_expect_str_eq(classes.items[0].words, "reached, but none of the above\n");
    cr_expect_not_null(strstr(classes.note, "Uncertain figures in the rules: 2"));
    map_clear_classes(&classes);
    cr_assert(catalogue_find("intensity_rp30", &layer));
    cr_expect_str_eq(layer.layer.title, "Intensity exceeded once in 30 years");
    classes = (map_classes){0};
    cr_assert_eq(map_load_classes(directory, &layer.layer, &classes, NULL), TALUS_OK);
    cr_expect_str_eq(classes.items[0].words, "up to 40 kJ\n");
    cr_expect_eq(classes.items[1].colour.b, 1.0);
    map_clear_classes(&classes);
    scene_remove(directory);
}

Test(map_hazard, frequencies_are_no_percentages)
{
    static float values[] = {1e-5F, 0.02F};
    const geo_image image = {.nx = 2, .ny = 1, .cell = 1, .values = values};
    catalogue_layer layer;
    map_scale scale;
    cr_assert(catalogue_find("annual_frequency", &layer));
    cr_assert_eq(map_scale_fit(&layer.layer, &image, &scale, NULL), TALUS_OK);
    cr_expect_str_eq(scale.unit, "1/yr");
    cr_expect_eq(scale.factor, 1.0);
    cr_expect(scale.logarithmic);
    char number[32];
    files_print_short(number, 1e-5);
    cr_expect_str_eq(number, "1e-5");
}

Test(map_hazard, needs_the_words_of_the_rules)
{
    char directory[512], path[600];
    talus_error error = {0};
    make_directory(directory, "zones_words");
    snprintf(path, sizeof path, "%s/map.png", directory);
    write_text(directory, "hazard.json", "{\"years\": 50}");
    cr_expect_eq(talus_map_draw(directory, "zones", path, NULL, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "hazard.json has no classes"), "%s", error.message);
    cr_expect_neq(access(path, R_OK), 0, "no picture");
    scene_remove(directory);
}

static void count_layer(void *user, const char *name, const char *title)
{
    static const char *const names[] = {"intensity_rp30", "zones"};
    size_t *count = user;
    cr_expect(*count < 2 && strcmp(name, names[*count]) == 0, "%s", name);
    cr_expect_gt(strlen(title), 0);
    ++*count;
}

Test(map_hazard, layers_of_a_directory_are_listed_by_name)
{
    char directory[512];
    size_t count = 0;
    make_directory(directory, "zones_list");
    talus_map_find_layers(directory, count_layer, &count);
    cr_expect_eq(count, 2, "terrain.tif is no layer");
    scene_remove(directory);
}

/// The directory of a run has a coordinate system.
Test(map_hazard, screens_and_sources_are_read_where_there_is_a_crs)
{
    scene s;
    char directory[512];
    static double line[] = {30.0, -500.0, 30.0, 500.0};
    static double across[] = {10.0, 5.0, 10.0, 35.0};
    const talus_screen screen = {.line = {.name = "line", .count = 2, .xy = line}};
    const talus_dam dam = {.line = {.name = "bank", .count = 2, .xy = across},
                           .height = 2.0,
                           .crest_width = 1.0,
                           .face_slope = 0.7};
    map_gauges gauges;
    geo_vectors sources = {0};
    scene_init(&s);
    s.campaign.screens = &screen;
    s.campaign.screen_count = 1;
    s.campaign.dams = &dam;
    s.campaign.dam_count = 1;
    talus_results_destroy(s.results);
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(&s.campaign, &options, &s.results, NULL), TALUS_OK);
    scene_path(directory, "zones_gauges");
    scene_write(&s, directory);
    cr_assert_eq(map_load_gauges(directory, &gauges, NULL), TALUS_OK);
    const map_gauge_layer *screens = &gauges.layers[MAP_GAUGE_LAYERS - 1];
    cr_expect_str_eq(screens->kind->word, "screen");
    cr_expect_gt(screens->vectors.part_count, 0);
    cr_expect_str_eq(gauges.layers[0].kind->word, "dam");
    cr_expect_gt(gauges.layers[0].vectors.part_count, 0);
    cr_assert_eq(gauges.layers[0].names.count, 1);
    cr_expect_str_eq(gauges.layers[0].names.texts[0], "bank");
    cr_expect_eq(gauges.layers[3].vectors.part_count, 0, "no objects");
    cr_expect_eq(map_read_vectors(directory, "results", "releases", NULL, &sources, NULL, NULL),
                 TALUS_OK);
    cr_expect_eq(sources.part_count, SCENE_ROCKS);
    geo_vectors_clear(&sources);
    map_clear_gauges(&gauges);
    scene_remove(directory);
    scene_clear(&s);
}
