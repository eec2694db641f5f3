// SPDX-License-Identifier: GPL-3.0-or-later
// Ground and forest from rasters and attributes: which class lies where, and what is refused.
#include "io/geo/geo.h"
#include "scenario/support.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
/// Local coordinates: node (0, 0) of the DEM is the middle of its pixel.
#define EAST 1002.5
#define NORTH 2002.5
#define RASTER "{preset: medium}, {raster: classes.asc, "

static talus_status load(const char *key, const char *list, talus_diagnostics *messages,
                         talus_world **world)
{
    const talus_override override = {key, list};
    talus_scenario *scenario = NULL;
    talus_status status = talus_scenario_read(MINIMAL, &override, 1, messages, &scenario, NULL);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, messages, world, NULL);
    }
    talus_scenario_destroy(scenario);
    return status;
}

static talus_world *load_list(const char *key, const char *list)
{
    talus_diagnostics *messages = talus_diagnostics_create();
    talus_world *world = NULL;
    if (load(key, list, messages, &world) != TALUS_OK) {
        print_diagnostics(messages);
    }
    cr_assert_not_null(world);
    talus_diagnostics_destroy(messages);
    return world;
}

static void expect_refused(const char *key, const char *list, const char *phrase)
{
    talus_diagnostics *messages = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_eq(load(key, list, messages, &world), TALUS_ERROR_INPUT, "%s", list);
    if (find_diagnostic(messages, phrase) == NULL) {
        print_diagnostics(messages);
    }
    cr_expect_not_null(find_diagnostic(messages, phrase), "%s", phrase);
    talus_diagnostics_destroy(messages);
}

static unsigned class_at(const talus_class_map *map, double east, double north)
{
    return talus_class_map_at(map, east - EAST, north - NORTH);
}

static const char *ground_at(const talus_world *world, double east, double north)
{
    const talus_site *site = &talus_world_campaign(world)->site;
    return site->grounds[class_at(site->ground_map, east, north)].name;
}

Test(classes, a_raster_gives_each_cell_its_row)
{
    talus_world *world = load_list(
        "ground", "[" RASTER "classes: [{value: 1, preset: hard}, {value: [4, 5], preset: soft, "
                  "mu_max: 1.5}, {value: 2, preset: snow}, {value: 3, preset: snow, name: icy}]}]");
    const talus_site *site = &talus_world_campaign(world)->site;
    cr_assert_eq(site->ground_count, 5);
    cr_expect_eq(site->grounds[2].mu_max, 1.5);
    static const struct {
        double east, north;
        const char *name;
    } places[] = {{1015.3, 2025.3, "hard"},   {1025.3, 2025.3, "snow"}, {1035.3, 2025.3, "icy"},
                  {1045.3, 2025.3, "medium"}, {1015.3, 2015.3, "soft"}, {1025.3, 2015.3, "soft"},
                  {1035.3, 2015.3, "soft"},   {1045.3, 2015.3, "hard"}, {1055.3, 2015.3, "medium"},
                  {1015.3, 2035.3, "medium"}};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        cr_expect_str_eq(ground_at(world, places[k].east, places[k].north), places[k].name,
                         "at %g %g", places[k].east, places[k].north);
    }
    size_t cells = 0;
    for (size_t k = 0; k < site->ground_map->nx * site->ground_map->ny; k++) {
        cells += site->ground_map->classes[k] != 0;
    }
    cr_expect_eq(cells, 700); // 7 cells of 10 m in cells of 1 m
    talus_world_destroy(world);
}

Test(classes, values_without_a_row_are_counted_and_refused)
{
    expect_refused("ground", "[" RASTER "classes: [{value: [1, 2], preset: hard}]}]",
                   "classes.asc holds values that no row of the table has: 4 (on 200 cells), 5 (on "
                   "100 cells), 3 (on 100 cells) of the 1 m class map");
}

Test(classes, other_values_take_a_row_or_leave_what_lies_below)
{
    talus_world *world =
        load_list("ground", "[" RASTER "classes: [{value: 1, preset: hard}, {preset: snow}]}]");
    cr_expect_str_eq(ground_at(world, 1025.3, 2025.3), "snow");
    cr_expect_str_eq(ground_at(world, 1045.3, 2025.3), "medium"); // NODATA
    talus_world_destroy(world);
    world = load_list("ground", "[" RASTER "others: below, classes: [{value: 1, preset: hard}]}]");
    cr_expect_str_eq(ground_at(world, 1015.3, 2025.3), "hard");
    cr_expect_str_eq(ground_at(world, 1025.3, 2025.3), "medium");
    talus_world_destroy(world);
}

Test(classes, later_entries_lie_on_top)
{
    talus_world *world = load_list(
        "ground", "[" RASTER "classes: [{preset: hard}]}, {preset: snow, file: areas.csv, where: "
                  "\"kind = 'source'\"}]");
    cr_expect_str_eq(ground_at(world, 1012.3, 2012.3), "snow");
    cr_expect_str_eq(ground_at(world, 1020.3, 2020.3), "hard"); // hole of the ring
    cr_expect_str_eq(ground_at(world, 1045.3, 2015.3), "hard");
    talus_world_destroy(world);
    world =
        load_list("ground", "[{preset: medium}, {preset: snow, file: areas.csv, where: \"kind = "
                            "'source'\"}, {raster: classes.asc, classes: [{preset: hard}]}]");
    cr_expect_str_eq(ground_at(world, 1012.3, 2012.3), "hard");
    talus_world_destroy(world);
}

#define FIELD "{preset: medium}, {file: areas.csv, class_field: kind, "

Test(classes, an_attribute_gives_each_polygon_its_row)
{
    talus_world *world =
        load_list("ground", "[" FIELD "classes: [{value: forest, preset: soft}, {value: [scree, "
                            "far], preset: hard}, {value: source, preset: snow}]}]");
    cr_expect_str_eq(ground_at(world, 1055.3, 2050.3), "hard");
    cr_expect_str_eq(ground_at(world, 1080.3, 2030.3), "soft"); // a later feature, over scree
    cr_expect_str_eq(ground_at(world, 1012.3, 2012.3), "snow");
    cr_expect_str_eq(ground_at(world, 1040.3, 2050.3), "medium");
    talus_world_destroy(world);
}

Test(classes, attributes_without_a_row_are_refused)
{
    expect_refused("ground", "[" FIELD "classes: [{value: scree, preset: hard}]}]",
                   "feature 2 of areas.csv has kind = 'forest', which no row of the table has");
    expect_refused("ground",
                   "[{preset: medium}, {file: areas.csv, class_field: rock, classes: [{preset: "
                   "hard}]}]",
                   "class_field: areas.csv has no field 'rock'; its fields are: ");
    expect_refused("ground",
                   "[{preset: medium}, {file: kinds.csv, class_field: kind, classes: [{value: "
                   "scree, preset: hard}]}]",
                   "class_field: feature 2 of kinds.csv has no 'kind'");
}

/// A polygon over (1055, 2050) with an attribute as it stands in GeoJSON.
static void write_polygon(const char *path, const char *value)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", "
            "\"properties\": {\"cls\": %s}, \"geometry\": {\"type\": \"Polygon\", "
            "\"coordinates\": [[[1050, 2040], [1060, 2040], [1060, 2060], [1050, 2060], [1050, "
            "2040]]]}}]}",
            value);
    fclose(file);
}

Test(classes, numbers_of_attributes_compare_as_numbers)
{
    static const struct {
        const char *attribute, *value;
        bool is_same;
    } cases[] = {{"3", "3", true},       {"3.0", "3", true},
                 {"3", "3.0", true},     {"\"3\"", "3", true},
                 {"\"3.0\"", "3", true}, {"\"3,0\"", "3", true},
                 {"\"03\"", "3", true},  {"3e0", "3.00", true},
                 {"3.5", "3.5", true},   {"3.1", "3", false},
                 {"-3", "3", false},     {"\"3a\"", "3", false},
                 {"0.1", "0.1", true},   {"\"B\u00e4r\"", "B\xc3\xa4r", true}};
    char path[600], list[1200];
    snprintf(path, sizeof path, "%s/classes_number.geojson", test_directory());
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        write_polygon(path, cases[k].attribute);
        snprintf(list, sizeof list,
                 "[{preset: medium}, {file: \"%s\", crs: dem, class_field: cls, classes: [{value: "
                 "%s, preset: hard}]}]",
                 path, cases[k].value);
        if (cases[k].is_same) {
            talus_world *world = load_list("ground", list);
            cr_expect_str_eq(ground_at(world, 1055.3, 2050.3), "hard", "case %zu", k);
            talus_world_destroy(world);
        } else {
            expect_refused("ground", list, "which no row of the table has");
        }
    }
    // the same text goes before the same number; a code with zeros in front is a name
    write_polygon(path, "\"03\"");
    snprintf(list, sizeof list,
             "[{preset: medium}, {file: \"%s\", crs: dem, class_field: cls, classes: [{value: 3, "
             "preset: soft}, {value: \"03\", preset: hard}]}]",
             path);
    talus_world *world = load_list("ground", list);
    cr_expect_str_eq(ground_at(world, 1055.3, 2050.3), "hard");
    talus_world_destroy(world);
    snprintf(list, sizeof list,
             "[{preset: medium}, {file: \"%s\", crs: dem, class_field: cls, classes: [{value: 3, "
             "preset: soft}, {value: 3.0, preset: hard}]}]",
             path);
    expect_refused("ground", list, "'3.0' stands in the table twice");
}

Test(classes, paths_of_windows_say_what_to_write)
{
    static const char *const paths[][2] = {
        {"'data\\areas.csv'", "write '/' between folders, not '\\'"},
        {"'C:\\data\\areas.csv'", "this is a path of Windows"},
        {"D:/data/areas.csv", "under WSL drive C: is /mnt/c"},
        {"\"data\\tareas.csv\"", "between double quotes '\\' begins an escape"}};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
        char list[300];
        snprintf(list, sizeof list, "[{preset: medium}, {file: %s, preset: hard}]", paths[k][0]);
        expect_refused("ground", list, paths[k][1]);
    }
}

Test(classes, forests_have_tables_too)
{
    talus_world *world = load_list(
        "forest", "[{raster: classes.asc, others: below, classes: [{value: 4, preset: dense}, "
                  "{value: 5, drag_kg_s: 100, height_m: 2}]}]");
    const talus_site *site = &talus_world_campaign(world)->site;
    cr_assert_eq(site->forest_count, 2);
    cr_expect_eq(class_at(site->forest_map, 1015.3, 2015.3), 1);
    cr_expect_eq(class_at(site->forest_map, 1035.3, 2015.3), 2);
    cr_expect_eq(class_at(site->forest_map, 1015.3, 2025.3), 0);
    cr_expect_eq(site->forests[1].drag, 100.0);
    talus_world_destroy(world);
}

Test(classes, tables_are_stored_in_the_resolved_scenario)
{
    const talus_override override = {
        "ground", "[" RASTER "others: below, classes: [{value: [1, 2], preset: hard}]}]"};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    char *text = expect_read_again(scenario);
    cr_expect_not_null(strstr(text, "    others: below\n    classes:\n"), "%s", text);
    cr_expect_not_null(strstr(text, "value: [\"1\", \"2\"]\n"), "%s", text);
    free(text);
    talus_scenario_destroy(scenario);
}

/// 600 x 600 cells of 25 m in UTM 31 with classes 1 to 7, around the tiny DEM as one in UTM 32.
static void write_raster(const char *path)
{
    enum { SIDE = 600 };
    static float values[SIDE * SIDE];
    for (size_t k = 0; k < SIDE * SIDE; k++) {
        values[k] = (float)(1 + (k % SIDE + 3 * (k / SIDE)) % 7);
    }
    const geo_raster raster = {.nx = SIDE,
                               .ny = SIDE,
                               .west = 662000.0,
                               .south = -5000.0,
                               .cell = 25.0,
                               .crs_wkt = "EPSG:32631",
                               .values = values,
                               .name = "classes",
                               .unit = "",
                               .attribution = "",
                               .nodata = -9999.0f};
    talus_error error = {0};
    cr_assert_eq(geo_write_raster(path, &raster, &error), TALUS_OK, "%s", error.message);
}

Test(classes, a_raster_in_a_second_crs_is_burnt_where_it_lies)
{
    char path[1000], list[3000];
    snprintf(path, sizeof path, "%s/classes_utm31.tif", test_directory());
    write_raster(path);
    snprintf(
        list, sizeof list,
        "[{preset: medium}, {raster: \"%s\", classes: [{value: 1, preset: snow}, {value: 2, "
        "preset: snow}, {value: 3, preset: snow}, {value: 4, preset: snow}, {value: 5, preset: "
        "snow}, {value: 6, preset: snow}, {value: 7, preset: snow}]}]",
        path);
    const talus_override overrides[] = {{"ground", list}, {"terrain.crs", "EPSG:32632"}};
    talus_world *world = load_good(MINIMAL, overrides, 2, NULL);
    const talus_class_map *map = talus_world_campaign(world)->site.ground_map;
    const geo_frame frame = {.crs_wkt = "EPSG:32632", .east = EAST, .north = NORTH};
    geo_cells cells; // centres of the same cells, brought the other way
    cr_assert_eq(geo_read_cells(path, &frame, NULL, &cells, NULL), TALUS_OK);
    size_t met = 0;
    for (size_t k = 0; k < cells.count; k++) {
        const double x = cells.xy[2 * k], y = cells.xy[2 * k + 1];
        if (x > 0.0 && y > 0.0 && x < 95.0 && y < 95.0) {
            cr_expect_eq(talus_class_map_at(map, x, y), (unsigned)cells.values[k]);
            met++;
        }
    }
    cr_expect_gt(met, 10); // 95 m in cells of 25 m
    geo_cells_clear(&cells);
    talus_world_destroy(world);
    remove(path);
}

Test(classes, bad_tables_are_refused)
{
    static const struct {
        const char *list, *phrase;
    } bad[] = {
        {"[{raster: classes.asc, classes: [{preset: hard}]}]", "the first ground lies everywhere"},
        {"[" RASTER "}]", "raster: it goes with a table, but there is no key 'classes'"},
        {"[{preset: medium}, {classes: [{preset: hard}]}]",
         "classes: expected 'raster', or 'file'"},
        {"[" RASTER "file: areas.csv, classes: [{preset: hard}]}]",
         "found both 'raster' and 'file'"},
        {"[" RASTER "class_field: kind, classes: [{preset: hard}]}]",
         "class_field: it goes with a file"},
        {"[" RASTER "layer: a, classes: [{preset: hard}]}]", "layer: it goes with a file"},
        {"[" RASTER "preset: hard, classes: [{preset: hard}]}]",
         "preset: the entry has a table of classes: give it in its rows"},
        {"[" RASTER "classes: [{value: rock, preset: hard}]}]",
         "value: found 'rock', expected a number, as a raster holds"},
        {"[" RASTER "classes: [{value: 1, preset: hard}, {value: [2, 1.0], preset: soft}]}]",
         "value: '1.0' stands in the table twice"},
        {"[" RASTER "classes: [{preset: hard}, {preset: soft}]}]",
         "a class without 'value' takes all values that no other row names"},
        {"[" RASTER "others: below, classes: [{preset: hard}]}]", "and no 'others' beside it"},
        {"[" RASTER "classes: []}]", "classes: found an empty list"},
        {"[" RASTER "classes: [{value: 1}]}]", "missing required key 'mu_min'"},
        {"[" RASTER "classes: [{value: 1, preset: hart}]}]", "did you mean 'hard'?"},
        {"[" RASTER "classes: [{value: {a: 1}, preset: hard}]}]",
         "value: found a map of keys, expected a text or number, or a list of them"},
        {"[{preset: medium}, {raster: none.tif, classes: [{preset: hard}]}]",
         "raster: found no file"},
        {"[{preset: medium}, {raster: areas.csv, classes: [{preset: hard}]}]", "areas.csv"},
        {"[{preset: medium}, {raster: classes.asc, crs: EPSG:4326, classes: [{preset: hard}]}]",
         "the DEM has no coordinate reference system"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        expect_refused("ground", bad[k].list, bad[k].phrase);
    }
}

Test(parameter_rasters, give_one_value_per_cell)
{
    talus_world *world = load_list(
        "ground", "[{preset: medium, parameter_rasters: [{parameter: mu_min, raster: friction.asc, "
                  "resampling: nearest}]}]");
    const talus_ground *ground = talus_world_campaign(world)->site.grounds;
    cr_expect_float_eq(talus_ground_at(ground, 1010.0 - EAST, 2010.0 - NORTH).mu_min, 0.3, 1e-7);
    cr_expect_float_eq(talus_ground_at(ground, 1090.0 - EAST, 2040.0 - NORTH).mu_min, 0.5, 1e-7);
    cr_expect_eq(talus_ground_at(ground, 1010.0 - EAST, 2060.0 - NORTH).mu_min, ground->mu_min);
    cr_expect_eq(talus_ground_at(ground, 1010.0 - EAST, 2010.0 - NORTH).mu_max, ground->mu_max);
    talus_world_destroy(world);
}

Test(parameter_rasters, are_bilinear_between_centres_of_cells)
{
    talus_world *world =
        load_list("ground", "[{preset: medium, parameter_rasters: [{parameter: epsilon_n, raster: "
                            "friction.asc}]}]");
    const talus_ground *ground = talus_world_campaign(world)->site.grounds;
    for (double east = 1027.5; east < 1075.0; east += 2.5) {
        const double linear = 0.3 + 0.2 * (east - 1025.0) / 50.0;
        cr_expect_float_eq(talus_ground_at(ground, east - EAST, 2020.0 - NORTH).epsilon_n, linear,
                           1e-6 /* measured 3e-8 */);
    }
    talus_world_destroy(world);
}

Test(parameter_rasters, keep_friction_in_order)
{
    talus_world *world = load_list(
        "ground", "[{preset: medium, mu_min: 0.1, mu_max: 0.4, parameter_rasters: [{parameter: "
                  "mu_min, raster: friction.asc, resampling: nearest}]}]");
    const talus_ground *ground = talus_world_campaign(world)->site.grounds;
    cr_expect_eq(talus_ground_at(ground, 1090.0 - EAST, 2040.0 - NORTH).mu_min, 0.4);
    talus_world_destroy(world);
}

Test(parameter_rasters, bad_ones_are_refused)
{
#define GIVEN(text) "[{preset: medium, parameter_rasters: [" text "]}]"
    static const struct {
        const char *list, *phrase;
    } bad[] = {
        {GIVEN("{parameter: friction, raster: friction.asc}"), "a raster gives one parameter"},
        {GIVEN("{parameter: mu_min, raster: friction.asc}, {parameter: mu_min, raster: "
               "friction.asc}"),
         "parameter: it has a raster already"},
        {GIVEN("{parameter: mu_min}"), "missing required key 'raster'"},
        {GIVEN("{parameter: mu, raster: friction.asc}"), "parameter: found 'mu'"},
        {GIVEN("{parameter: epsilon_t, raster: classes.asc, resampling: nearest}"),
         "values are out of range), expected values from 0 to 1"},
        {GIVEN("{parameter: mu_min, raster: friction.asc, resampling: cubic}"),
         "resampling: found 'cubic'"},
        {GIVEN("{parameter: mu_min, raster: none.asc}"), "raster: found no file"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        expect_refused("ground", bad[k].list, bad[k].phrase);
    }
}

#define UNIFORM "{distribution: uniform, min: 0.2, max: 0.5}"

Test(drawn_grounds, are_loaded_with_their_laws)
{
    talus_world *world = load_list("ground", "[{preset: medium, mu_min: " UNIFORM
                                             ", epsilon_n: {distribution: lognormal, "
                                             "median: 0.3, sigma_log: 1}, drawn: impact}]");
    const talus_ground *ground = talus_world_campaign(world)->site.grounds;
    cr_assert_not_null(ground->draw);
    cr_expect(ground->draw->per_impact);
    cr_expect_eq(ground->draw->laws[TALUS_VARIED_MU_MIN].law, TALUS_LAW_UNIFORM);
    cr_expect_eq(ground->draw->laws[TALUS_VARIED_MU_MAX].law, TALUS_LAW_FIXED);
    cr_expect_eq(ground->draw->laws[TALUS_VARIED_EPSILON_N].max, 1.0); // end of the range
    cr_expect_float_eq(ground->mu_min, 0.35, 1e-12);                   // the median
    cr_expect_eq(ground->mu_max, 2.0);
    talus_world_destroy(world);
    world = load_list("ground", "[{preset: medium@1, mu_min: 0.3}]");
    cr_expect_null(talus_world_campaign(world)->site.grounds[0].draw);
    talus_world_destroy(world);
}

Test(drawn_grounds, are_stored_in_the_resolved_scenario)
{
    const talus_override override = {"ground.0",
                                     "{preset: medium, mu_min: " UNIFORM ", drawn: impact}"};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_expect_not_null(strstr(text, "    mu_min: " UNIFORM "\n"), "%s", text);
    cr_expect_not_null(strstr(text, "    drawn: impact\n"), "%s", text);
    free(text);
    talus_scenario_destroy(scenario);
}

Test(drawn_grounds, bad_ones_are_refused)
{
    static const struct {
        const char *list, *phrase;
    } bad[] = {
        {"[{preset: hard, drawn: impact}]", "drawn: it goes with distributions"},
        {"[{preset: medium, drawn: often, mu_min: " UNIFORM "}]", "drawn: found 'often'"},
        {"[{preset: medium, mu_min: {distribution: uniform, min: 0.5, max: 0.2}}]",
         "mu_min: found min 0.5 and max 0.2"},
        {"[{preset: medium, epsilon_n: {distribution: uniform, min: 0.5, max: 1.2}}]",
         "max: found '1.2'"},
        {"[{preset: medium, mu_min: {distribution: table, file: counts.asc}}]",
         "mu_min: tables of measured values go with volumes of rocks only"},
        {"[{preset: medium, mu_max: {distribution: normal, mean: 0.1, std: 0.01, min: 0.05}}]",
         "expected mu_min <= mu_max"},
        {"[{preset: medium, mu_min: {distribution: normal, mean: 0.3}}]",
         "missing required key 'std' of a normal distribution"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        expect_refused("ground", bad[k].list, bad[k].phrase);
    }
}
