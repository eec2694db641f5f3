// SPDX-License-Identifier: GPL-3.0-or-later
// Files of screens and objects in a result directory.
#include "products/scene.h"

#include "foundation/files/files.h"
#include "io/geo/geo.h"

#include <math.h>

static double line[] = {30.0, -10.0, 30.0, 70.0};
static double aside[] = {-1.0, -10.0, -1.0, 70.0};
static double house[] = {40.0, 18.0, 46.0, 18.0, 46.0, 32.0, 40.0, 32.0};
static double road[] = {60.0, -10.0, 60.0, 70.0};
static size_t house_rings[] = {0, 4}, road_runs[] = {0, 2};

static void write_scene(scene *s, char directory[512], const char *name)
{
    static const talus_screen screens[] = {
        {.line = {.name = "the \"line\"", .count = 2, .xy = line}},
        {.line = {.name = "aside", .count = 2, .xy = aside}}};
    static const talus_object objects[] = {
        {.name = "house",
         .is_area = true,
         .ring_count = 1,
         .ring_starts = house_rings,
         .xy = house},
        {.name = "road", .ring_count = 1, .ring_starts = road_runs, .xy = road, .width = 4.0}};
    scene_init(s);
    s->campaign.screens = screens;
    s->campaign.screen_count = 2;
    s->campaign.objects = objects;
    s->campaign.object_count = 2;
    talus_results_destroy(s->results);
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(&s->campaign, &options, &s->results, NULL), TALUS_OK);
    scene_path(directory, name);
    scene_write(s, directory);
}

static char *read_file(const char *directory, const char *name)
{
    char path[600];
    char *text = NULL;
    size_t size = 0;
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(files_read_all(path, &text, &size, &error), TALUS_OK, "%s", error.message);
    return text;
}

/// Column of a table by its name in the row with this beginning.
static double cell_of(const char *table, const char *row, const char *column)
{
    const char *header = strstr(table, column), *at = strstr(table, row);
    cr_assert(header != NULL && at != NULL, "%s, %s", row, column);
    for (const char *c = table; c < header; c++) {
        if (*c == ',') {
            at = strchr(at, ',') + 1;
        }
    }
    return strtod(at, NULL);
}

Test(gauge_files, tables_hold_the_figures)
{
    scene s;
    char directory[512];
    talus_gauge_result g;
    write_scene(&s, directory, "gauge_tables");
    cr_assert_eq(talus_results_gauge(s.results, 0, TALUS_ALL_STRATA, &g, NULL), TALUS_OK);
    cr_expect_eq(g.rocks, SCENE_ROCKS);
    char *table = read_file(directory, "screens.csv");
    const char *row = "\"the \"\"line\"\"\",all,all";
    cr_expect_eq(cell_of(table, row, "rocks,"), SCENE_ROCKS);
    cr_expect_float_eq(cell_of(table, row, "E95_kj"),
                       1e-3 * g.moments[TALUS_GAUGE_ENERGY].quantile[2], 1e-6);
    cr_expect_float_eq(cell_of(table, row, "h99_m"), g.moments[TALUS_GAUGE_HEIGHT].quantile[3],
                       1e-6);
    cr_expect_float_eq(cell_of(table, row, "top99_m"), g.moments[TALUS_GAUGE_TOP].quantile[3],
                       1e-6);
    cr_expect_float_eq(cell_of(table, row, "clearance95_m"),
                       g.moments[TALUS_GAUGE_CLEARANCE].quantile[2], 1e-6);
    cr_expect_gt(cell_of(table, row, "top_height_m_mean,"), cell_of(table, row, "height_m_mean,"));
    cr_expect_float_eq(cell_of(table, row, "inclination_deg_mean,"),
                       g.moments[TALUS_GAUGE_INCLINATION].mean * 180.0 / TALUS_PI, 1e-5);
    cr_expect_eq(cell_of(table, "\"aside\"", "rocks,"), 0.0);
    free(table);
    table = read_file(directory, "objects.csv");
    cr_expect_gt(cell_of(table, "\"road\"", "rocks,"), 0.0);
    cr_expect_null(strstr(table, "angle_deg"), "objects have no angles");
    cr_expect_null(strstr(table, "top95_m"), "objects have no highest point");
    free(table);
    table = read_file(directory, "screen_crossings.csv");
    cr_expect_float_eq(cell_of(table, "\"the \"\"line\"\"\",0,", "east_m"), SCENE_EAST + 30.0,
                       1e-3);
    free(table);
    free(read_file(directory, "screen_the__line_.svg"));
    scene_remove(directory);
    scene_clear(&s);
}

Test(gauge_files, layers_have_names_and_figures)
{
    static const char *const layers[] = {"screens", "screen_crossings", "objects", "object_lines"};
    static const geo_kind kinds[] = {GEO_LINES, GEO_POINTS, GEO_POLYGONS, GEO_LINES};
    static const size_t counts[] = {2, SCENE_ROCKS, 1, 1};
    scene s;
    char directory[512], path[600];
    talus_error error = {0};
    write_scene(&s, directory, "gauge_layers");
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    for (int k = 0; k < 4; k++) {
        geo_vectors vectors;
        cr_assert_eq(geo_read_vectors(path, layers[k], NULL, SCENE_WKT, SCENE_EAST, SCENE_NORTH,
                                      NULL, &vectors, &error),
                     TALUS_OK, "%s", error.message);
        cr_expect_eq(vectors.kind, kinds[k]);
        cr_expect_eq(vectors.part_count, counts[k]);
        geo_vectors_clear(&vectors);
    }
    geo_attribute names;
    cr_assert_eq(geo_read_attribute(path, "screens", "rocks = 5 AND E95_kj > 0", "name", false,
                                    &names, &error),
                 TALUS_OK);
    cr_assert_eq(names.count, 1);
    cr_expect_str_eq(names.texts[0], "the \"line\"");
    geo_attribute_clear(&names);
    scene_remove(directory);
    scene_clear(&s);
}

/// Bands of sources.tif: screens first, then objects, by their names; only the cells of the releases.
Test(gauge_files, sources_are_one_raster_with_a_band_for_each_screen_and_object)
{
    static const char *const names[] = {"the \"line\"", "aside", "house", "road"};
    scene s;
    char directory[512], path[600];
    talus_error error = {0};
    geo_names bands;
    write_scene(&s, directory, "gauge_sources");
    snprintf(path, sizeof path, "%s/sources.tif", directory);
    cr_assert_eq(geo_read_band_names(path, &bands, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(bands.count, 4);
    for (size_t band = 0; band < 4; band++) {
        geo_image image;
        size_t filled = 0;
        cr_expect_str_eq(bands.items[band], names[band]);
        cr_assert_eq(geo_read_image_band(path, band, &image, &error), TALUS_OK, "%s",
                     error.message);
        cr_expect_lt(image.nx * image.ny, s.campaign.cells.nx * s.campaign.cells.ny);
        for (size_t k = 0; k < image.nx * image.ny; k++) {
            const size_t i = k % image.nx, j = k / image.nx;
            const double east = image.west + ((double)i + 0.5) * image.cell - SCENE_EAST;
            const double north = image.south + ((double)j + 0.5) * image.cell - SCENE_NORTH;
            const talus_cells *cells = &s.campaign.cells;
            const talus_window cell = {(size_t)((east - cells->x0) / cells->cell),
                                       (size_t)((north - cells->y0) / cells->cell), 1, 1};
            float share;
            cr_assert_eq(talus_results_gauge_sources(s.results, band, &cell, &share, &error),
                         TALUS_OK, "%s", error.message);
            cr_expect(share == image.values[k] ||
                      (isnan((double)share) && isnan((double)image.values[k])));
            filled += isnan((double)image.values[k]) ? 0 : 1;
        }
        cr_expect_eq(filled, SCENE_ROCKS, "each starts in a cell of its own");
        geo_image_clear(&image);
    }
    geo_names_clear(&bands);
    scene_remove(directory);
    scene_clear(&s);
}

Test(gauge_files, summary_has_screens_and_objects_and_old_files_go)
{
    scene s;
    char directory[512], path[600];
    double value = 0.0;
    files_json *json = NULL;
    talus_error error = {0};
    write_scene(&s, directory, "gauge_summary");
    snprintf(path, sizeof path, "%s/summary.json", directory);
    cr_assert_eq(files_json_read(path, &json, &error), TALUS_OK, "%s", error.message);
    const files_json_node *screen =
        files_json_item(files_json_member(files_json_root(json), "screens"), 0);
    cr_expect_str_eq(files_json_text(files_json_member(screen, "name")), "the \"line\"");
    cr_expect(files_json_number(files_json_member(screen, "reach_probability"), &value));
    cr_expect_eq(value, 1.0);
    cr_expect(files_json_number(
        files_json_member(files_json_member(screen, "kinetic_energy_kj"), "p95"), &value));
    cr_expect_gt(value, 0.0);
    files_json_destroy(json);
    // a run without screens leaves none of their files
    s.campaign.screen_count = s.campaign.object_count = 0;
    talus_results_destroy(s.results);
    cr_assert_eq(talus_campaign_run(&s.campaign, NULL, &s.results, NULL), TALUS_OK);
    scene_write(&s, directory);
    static const char *const gone[] = {"screens.csv", "objects.csv", "screen_crossings.csv",
                                       "sources.tif", "sources.qml", "screen_the__line_.svg"};
    for (size_t k = 0; k < sizeof gone / sizeof gone[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", directory, gone[k]);
        cr_expect_neq(access(path, F_OK), 0, "%s", gone[k]);
    }
    scene_remove(directory);
    scene_clear(&s);
}

/// The figures that the files have, without files.
Test(gauge_files, tables_of_results_are_those_of_files)
{
    static const char *const names[] = {"screens", "objects", "screen_crossings"};
    scene s;
    char directory[512], file[64];
    talus_error error = {0};
    write_scene(&s, directory, "gauge_result_tables");
    for (int k = 0; k < 3; k++) {
        talus_products_table *table = NULL;
        char *csv = NULL;
        snprintf(file, sizeof file, "%s.csv", names[k]);
        char *expected = read_file(directory, file);
        cr_assert_eq(talus_products_table_create(&s.context, s.results, names[k], &table, &error),
                     TALUS_OK, "%s", error.message);
        cr_assert_eq(talus_table_csv(talus_products_table_get(table), &csv, &error), TALUS_OK);
        cr_expect_str_eq(csv, expected);
        talus_free(csv);
        free(expected);
        talus_products_table_destroy(table);
    }
    talus_products_table *table = (talus_products_table *)&s;
    cr_expect_eq(talus_products_table_create(&s.context, s.results, "nets!", &table, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_null(table);
    cr_expect_not_null(strstr(error.message, "screen_crossings"), "%s", error.message);
    scene_remove(directory);
    scene_clear(&s);
}
