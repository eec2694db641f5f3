// SPDX-License-Identifier: GPL-3.0-or-later
// Walls, nets and dams of a scenario: what becomes of them, and what is refused.
#include "scenario/support.h"

#include "input/load/world.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define ACROSS "line_m: [[1010, 2070], [1010, 2020], [1040, 2010]]"

static talus_world *load_with(const char *key, const char *value, talus_diagnostics *list)
{
    const talus_override override = {key, value};
    return load_good(MINIMAL, &override, 1, list);
}

/// Release cells of Kot above 50 degrees, on the finest or a coarser grid. @param count 3, or 4
/// with a dam
static size_t count_sources(const char *coarsen, size_t count)
{
    static const char terrain[] = "{dem: " TALUS_SOURCE_DIR "/terrain/kot/kot.tif}";
    const talus_override given[] = {
        {"terrain", terrain},
        {"releases", "[{slope_above_deg: 50, rocks: 10}]"},
        {"terrain.coarsen", coarsen},
        {"terrain.dams", "[{line_m: [[178000, 378000], [178300, 378000]], height_m: 20, "
                         "face_slope_deg: 80, crest_width_m: 10}]"}};
    talus_world *world = load_good(MINIMAL, given, count, NULL);
    const size_t cells = talus_world_campaign(world)->releases[0].count;
    talus_world_destroy(world);
    return cells;
}

/// Path of a table with a geometry column; the number tells tests apart.
static const char *write_table(int number, const char *text)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/obstacles_%d.csv", test_directory(), number);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "id,WKT\n%s", text);
    fclose(file);
    return path;
}

static void expect_refused(const char *key, const char *value, const char *words)
{
    const talus_override override = {key, value};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    talus_status status = talus_scenario_read(MINIMAL, &override, 1, list, &scenario, NULL);
    status = status == TALUS_OK ? talus_world_load(scenario, list, &world, NULL) : status;
    cr_expect_eq(status, TALUS_ERROR_INPUT, "%s", value);
    const talus_diagnostic *found = find_diagnostic(list, words);
    if (found == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(found, "'%s' in %s: %s", words, key, value);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(obstacles, there_are_none_unless_given)
{
    talus_world *world = load_good(MINIMAL, NULL, 0, NULL);
    cr_expect_null(talus_world_campaign(world)->site.obstacles);
    talus_world_destroy(world);
}

Test(obstacles, walls_and_nets_are_loaded_in_SI)
{
    const talus_override overrides[] = {
        {"walls", "[{name: w, " ACROSS ", height_m: 2, width_m: 0.5, mu: 0.4, epsilon_n: 0.1}]"},
        {"nets", "[{" ACROSS ", height_m: 3, capacity_kj: 1000}]"}};
    talus_world *world = load_good(MINIMAL, overrides, 2, NULL);
    const talus_obstacle_list *list =
        talus_obstacles_list(talus_world_campaign(world)->site.obstacles);
    cr_assert_eq(list->wall_count, 1);
    cr_assert_eq(list->net_count, 1);
    const talus_wall *wall = &list->walls[0];
    cr_expect_str_eq(wall->line.name, "w");
    cr_expect_eq(wall->line.count, 3);
    cr_expect_float_eq(wall->line.xy[0], 1010.0 - world->east, 1e-12);
    cr_expect_float_eq(wall->line.xy[1], 2070.0 - world->north, 1e-12);
    cr_expect_eq(wall->height, 2.0);
    cr_expect_eq(wall->width, 0.5);
    cr_expect_eq(wall->law.mu, 0.4);
    cr_expect_eq(wall->law.epsilon_n, 0.1);
    cr_expect_str_eq(list->nets[0].line.name, "net 1");
    cr_expect_eq(list->nets[0].capacity, 1e6);
    double length = 0.0;
    cr_assert_eq(talus_obstacles_net_length(world->obstacles, 0, &length, NULL), TALUS_OK);
    cr_expect_float_eq(length, 50.0 + sqrt(1000.0), 1e-9);
    talus_world_destroy(world);
}

Test(obstacles, every_linestring_of_a_file_is_a_net)
{
    char nets[1024];
    const char *path = write_table(1, "1,\"LINESTRING (1010 2070,1010 2020)\"\n"
                                      "2,\"LINESTRING (1020 2070,1020 2020)\"\n");
    snprintf(nets, sizeof nets, "[{name: row, file: %s, height_m: 3, capacity_kj: 500}]", path);
    talus_world *world = load_with("nets", nets, NULL);
    const talus_obstacle_list *list = talus_obstacles_list(world->obstacles);
    cr_assert_eq(list->net_count, 2);
    cr_expect_str_eq(list->nets[0].line.name, "row 1");
    cr_expect_str_eq(list->nets[1].line.name, "row 2");
    talus_world_destroy(world);
}

Test(obstacles, dams_raise_the_terrain)
{
    talus_world *plain = load_good(MINIMAL, NULL, 0, NULL);
    talus_world *raised =
        load_with("terrain.dams",
                  "[{line_m: [[1030, 2070], [1030, 2020]], height_m: 4, crest_width_m: 10}]", NULL);
    const double x = 1030.0 - plain->east, y = 2045.0 - plain->north;
    double before = 0.0, after = 0.0;
    cr_assert_eq(talus_terrain_height(plain->terrain, x, y, &before), TALUS_INSIDE);
    cr_assert_eq(talus_terrain_height(raised->terrain, x, y, &after), TALUS_INSIDE);
    cr_expect_float_eq(after, before + 4.0, 1e-9);
    cr_assert_eq(talus_terrain_height(plain->terrain, x - 20.0, y, &before), TALUS_INSIDE);
    cr_assert_eq(talus_terrain_height(raised->terrain, x - 20.0, y, &after), TALUS_INSIDE);
    cr_expect_eq(after, before); // above it; below, the face follows the fall
    talus_world_destroy(plain);
    talus_world_destroy(raised);
}

Test(obstacles, dams_may_have_a_ground_of_their_own)
{
    const talus_override given[] = {
        {"terrain.dams",
         "[{line_m: [[1030, 2070], [1030, 2020]], height_m: 4, crest_width_m: 10}]"},
        {"ground", "[{preset: hard}, {preset: soft, name: fill, dams: true}]"}};
    talus_world *world = load_good(MINIMAL, given, 2, NULL);
    const talus_site *site = &world->campaign.site;
    const double x = 1030.0 - world->east, y = 2045.0 - world->north;
    cr_expect_eq(talus_class_map_at(site->ground_map, x, y), 1);
    cr_expect_eq(talus_class_map_at(site->ground_map, x + 7.0, y), 1); // the face
    cr_expect_eq(talus_class_map_at(site->ground_map, x - 20.0, y), 0);
    cr_expect_eq(talus_class_map_at(site->ground_map, x, 2090.0 - world->north), 0);
    cr_expect(site->grounds[1].soil.is_normal, "a blow against a face is level");
    talus_world_destroy(world);
    const talus_override plumb = {"ground.0.soil", "{modulus_mn_m2: 10, drag: 2}"};
    world = load_good(MINIMAL, &plumb, 1, NULL);
    cr_expect_not(world->campaign.site.grounds[0].soil.is_normal);
    talus_world_destroy(world);
}

Test(obstacles, a_ground_of_dams_needs_dams)
{
    static const talus_override none = {"ground", "[{preset: hard}, {preset: soft, dams: true}]"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = read_good(MINIMAL, &none, 1);
    talus_world *world = NULL;
    cr_expect_eq(talus_world_load(scenario, list, &world, NULL), TALUS_ERROR_INPUT);
    cr_expect_not_null(find_diagnostic(list, "but terrain.dams has none"));
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(obstacles, dams_are_no_sources_of_rocks)
{
    cr_expect_eq(count_sources("1", 4), count_sources("1", 3));
    cr_expect_eq(count_sources("2", 4), count_sources("2", 3));
    cr_expect_gt(count_sources("2", 4), 100);
}

Test(obstacles, dams_are_raised_in_a_terrain_made_on_demand)
{
    char path[512];
    snprintf(path, sizeof path, "%s/terrain/kot/kot.tif", TALUS_SOURCE_DIR);
    char terrain[700];
    snprintf(terrain, sizeof terrain, "{dem: %s, memory_mb: 1}", path);
    const talus_override given[] = {
        {"terrain", terrain},
        {"releases.0.points_m", "[[177800, 376700]]"},
        {"terrain.dams", "[{line_m: [[178000, 377000], [178100, 377000]], height_m: 20}]"}};
    talus_world *plain = load_good(MINIMAL, given, 2, NULL);
    talus_world *raised = load_good(MINIMAL, given, 3, NULL);
    double before = 0.0, after = 0.0;
    const double x = 178050.0 - plain->east, y = 377000.0 - plain->north;
    cr_assert_eq(talus_terrain_height(plain->terrain, x, y, &before), TALUS_INSIDE);
    cr_assert_eq(talus_terrain_height(raised->terrain, x, y, &after), TALUS_INSIDE);
    cr_expect_gt(after, before + 15.0);
    talus_world_destroy(plain);
    talus_world_destroy(raised);
}

Test(obstacles, parts_off_the_dem_are_left_out_with_a_warning)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_with(
        "walls", "[{line_m: [[950, 2050], [1050, 2050]], height_m: 2, width_m: 1}]", list);
    cr_expect_not_null(find_diagnostic(list, "lie outside the DEM or on NODATA; nothing stands"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(obstacles, are_stored_in_the_resolved_scenario)
{
    const talus_override override = {"nets", "[{" ACROSS ", height_m: 3, capacity_kj: 1000}]"};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_expect_not_null(strstr(text, "nets:\n  - name: \"net 1\"\n"), "%s", text);
    cr_expect_not_null(strstr(text, "    capacity_kj: 1000\n"));
    cr_expect_null(strstr(text, "walls:"));
    free(text);
    talus_scenario_destroy(scenario);
}

Test(obstacles, bad_values_are_refused)
{
    expect_refused("walls", "[{" ACROSS ", height_m: -2, width_m: 1}]", "height_m: found '-2'");
    expect_refused("walls", "[{" ACROSS ", height_m: 2}]", "missing required key 'width_m'");
    expect_refused("walls", "[{" ACROSS ", height_m: 2, width_m: 1, epsilon_n: 1.5}]",
                   "epsilon_n: found '1.5'");
    expect_refused("nets", "[{" ACROSS ", height_m: 2}]", "missing required key 'capacity_kj'");
    expect_refused("nets", "[{" ACROSS ", height_m: 2, capacity_kj: 1, width_m: 1}]",
                   "unknown key 'width_m'");
    expect_refused("terrain.dams", "[{" ACROSS ", height_m: 2, face_slope_deg: 90}]",
                   "face_slope_deg: found '90'");
}

Test(obstacles, bad_lines_are_refused)
{
    char text[1024];
    expect_refused("nets", "[{height_m: 2, capacity_kj: 1}]", "expected one of them");
    expect_refused("nets", "[{line_m: [[1010, 2020]], height_m: 2, capacity_kj: 1}]",
                   "line_m: found 1 point");
    expect_refused("nets", "[{line_m: [[1, 2], [1, 2]], height_m: 2, capacity_kj: 1}]",
                   "has no length");
    expect_refused("nets", "[{line_m: [[1, 2], [3, 4]], height_m: 2, capacity_kj: 1}]",
                   "lies outside the DEM");
    expect_refused("terrain.dams", "[{line_m: [[1, 2], [3, 4]], height_m: 2}]",
                   "raises no node of the DEM");
    expect_refused("walls", "[{file: absent.gpkg, height_m: 2, width_m: 1}]", "found no file");
    expect_refused("walls", "[{" ACROSS ", layer: x, height_m: 2, width_m: 1}]",
                   "there is no key 'file'");
    expect_refused(
        "walls", "[{line_m: [[1010, 2020], [1050, 2020], [1010, 2021]], height_m: 2, width_m: 1}]",
        "turns back by more than 150 degrees");
    const char *path =
        write_table(2, "1,\"POLYGON ((1010 2010,1020 2010,1020 2020,1010 2010))\"\n");
    snprintf(text, sizeof text, "[{file: %s, height_m: 3, capacity_kj: 500}]", path);
    expect_refused("nets", text, "found polygons, expected lines");
    path = write_table(3, "1,\"POINT (1010 2010)\"\n");
    snprintf(text, sizeof text, "[{file: %s, height_m: 3}]", path);
    expect_refused("terrain.dams", text, "found points, expected lines");
    path = write_table(4, "");
    snprintf(text, sizeof text, "[{file: %s, height_m: 3, width_m: 1}]", path);
    expect_refused("walls", text, "obstacles_4");
}
