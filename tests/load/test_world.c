// SPDX-License-Identifier: GPL-3.0-or-later
// Loading a scenario: terrain, class maps, rocks, releases and cells in local metres.
#include "scenario/support.h"

#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <math.h>

#define GOOD SCENARIO_DATA "good.yaml"
#define MINIMAL SCENARIO_DATA "minimal.yaml"

static talus_world *load_minimal(const talus_override *overrides, size_t count)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, overrides, count, list);
    talus_diagnostics_destroy(list);
    return world;
}

/// Load with one release in place of the minimal scenario's; the list keeps the messages.
static talus_status load_release(const char *release, talus_diagnostics *list, talus_world **world)
{
    const talus_override override = {"releases.0", release};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    const talus_status status = talus_world_load(scenario, list, world, NULL);
    talus_scenario_destroy(scenario);
    return status;
}

Test(scenario_world, the_origin_is_the_south_western_node)
{
    talus_world *world = load_minimal(NULL, 0);
    double east = 0.0;
    double north = 0.0;
    double z = 0.0;
    cr_assert_eq(talus_world_origin(world, &east, &north, NULL), TALUS_OK);
    cr_assert_eq(east, 1002.5);
    cr_assert_eq(north, 2002.5);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert_eq(talus_terrain_height(campaign->site.terrain, 10.0, 10.0, &z), TALUS_INSIDE);
    cr_assert_float_eq(z, 198.0, 1e-12); /* m, measured 0 */
    cr_assert_str_eq(talus_world_crs_wkt(world), "");
    talus_world_destroy(world);
}

Test(scenario_world, cells_are_the_pixels_of_the_dem)
{
    talus_world *world = load_minimal(NULL, 0);
    const talus_cells cells = talus_world_campaign(world)->cells;
    cr_assert_eq(cells.x0, -2.5);
    cr_assert_eq(cells.y0, -2.5);
    cr_assert_eq(cells.cell, 5.0);
    cr_assert_eq(cells.nx, 20);
    cr_assert_eq(cells.ny, 20);
    talus_world_destroy(world);
}

Test(scenario_world, chosen_cells_cover_the_pixels)
{
    static const talus_override override = {"outputs", "{cell_m: 30}"};
    talus_world *world = load_minimal(&override, 1);
    const talus_cells cells = talus_world_campaign(world)->cells;
    cr_assert_eq(cells.x0, -2.5);
    cr_assert_eq(cells.cell, 30.0);
    cr_assert_eq(cells.nx, 4); /* 100 m */
    talus_world_destroy(world);
}

Test(scenario_world, grounds_lie_on_top_of_each_other)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(GOOD, NULL, 0, list);
    const talus_site *site = &talus_world_campaign(world)->site;
    cr_assert_eq(site->ground_count, 2);
    cr_assert_eq(site->ground_map->cell, 1.0);
    // Scree begins at 1050 m east = 47.5 m local.
    cr_assert_eq(talus_class_map_at(site->ground_map, 46.9, 50.0), 0);
    cr_assert_eq(talus_class_map_at(site->ground_map, 48.1, 50.0), 1);
    cr_assert_str_eq(site->grounds[1].name, "hard");
    cr_assert_eq(site->grounds[1].mu_min, 0.5);
    cr_assert_eq(site->grounds[1].kappa, 3.0);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, forest_is_class_one_inside_its_polygons)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(GOOD, NULL, 0, list);
    const talus_site *site = &talus_world_campaign(world)->site;
    cr_assert_eq(site->forest_count, 1);
    cr_assert_eq(site->forests[0].drag, 250.0);
    // The forest is the square 1070..1090, 2020..2040.
    cr_assert_eq(talus_class_map_at(site->forest_map, 80.0 - 2.5, 30.0 - 2.5), 1);
    cr_assert_eq(talus_class_map_at(site->forest_map, 80.0 - 2.5, 50.0 - 2.5), 0);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_forest_without_file_is_everywhere)
{
    static const talus_override override = {"forest", "[{preset: dense}]"};
    talus_world *world = load_minimal(&override, 1);
    const talus_site *site = &talus_world_campaign(world)->site;
    cr_assert_eq(talus_class_map_at(site->forest_map, 0.0, 0.0), 1);
    cr_assert_eq(talus_class_map_at(site->forest_map, 94.0, 94.0), 1);
    talus_world_destroy(world);
}

Test(scenario_world, a_mass_is_set_and_a_density_multiplied)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(GOOD, NULL, 0, list);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert_eq(campaign->rock_class_count, 2);
    cr_assert_float_eq(campaign->rocks[0].rock->mass, 780.0, 1e-9);         /* kg */
    cr_assert_float_eq(campaign->rocks[1].rock->mass, 2650.0 * 0.48, 1e-9); /* kg */
    cr_assert_not(campaign->rocks[0].sized);
    cr_assert(campaign->rocks[1].sized);
    cr_assert_eq(campaign->rocks[1].volume.law, TALUS_LAW_LOGNORMAL);
    cr_assert_eq(campaign->rocks[0].share, 2.0);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_mass_distribution_becomes_volumes)
{
    static const talus_override override = {
        "rocks.0", "{shape: cuboid, size_m: [1, 1, 1], density_kg_m3: 2000, mass_kg: "
                   "{distribution: normal, mean: 1000, std: 200, min: 500, max: 2000}}"};
    talus_world *world = load_minimal(&override, 1);
    const talus_distribution law = talus_world_campaign(world)->rocks[0].volume;
    cr_assert_eq(law.a, 0.5);
    cr_assert_eq(law.b, 0.1);
    cr_assert_eq(law.min, 0.25);
    cr_assert_eq(law.max, 1.0);
    talus_world_destroy(world);
}

Test(scenario_world, a_mesh_is_scaled_to_its_volume)
{
    static const talus_override override = {"rocks.0", "{shape: block.obj, volume_m3: 0.25}"};
    talus_world *world = load_minimal(&override, 1);
    const talus_rock *rock = talus_world_campaign(world)->rocks[0].rock;
    cr_assert_float_eq(rock->volume, 0.25, 1e-14);        /* m^3, measured < 1e-15 */
    cr_assert_float_eq(rock->mass, 0.25 * 2700.0, 1e-10); /* kg */
    cr_assert_float_eq(rock->dimensions.x, 1.0, 1e-12);   /* m */
    cr_assert_str_eq(rock->name, "block");
    talus_world_destroy(world);
}

Test(scenario_world, a_mesh_without_volume_is_taken_in_metres)
{
    static const talus_override override = {"rocks.0", "{shape: block.obj, mass_kg: 100}"};
    talus_world *world = load_minimal(&override, 1);
    const talus_rock *rock = talus_world_campaign(world)->rocks[0].rock;
    cr_assert_float_eq(rock->volume, 2.0, 1e-12); /* m^3 */
    cr_assert_float_eq(rock->mass, 100.0, 1e-12); /* kg */
    talus_world_destroy(world);
}

Test(scenario_world, a_box_is_two_triangles_of_its_area)
{
    talus_diagnostics *list = talus_diagnostics_create();
    const talus_override by_plan = {"releases.0.weight", "plan"};
    talus_world *world = load_good(GOOD, &by_plan, 1, list);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_assert_eq(release->kind, TALUS_RELEASE_TRIANGLES);
    cr_assert_eq(release->count, 2);
    cr_assert_float_eq(release->cumulative[1], 20.0 * 80.0, 1e-9); /* m^2 */
    cr_assert_eq(release->rocks, 10);
    cr_assert_eq(release->velocity.x, 1.0);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, points_are_local_and_counted)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(GOOD, NULL, 0, list);
    const talus_release *release = &talus_world_campaign(world)->releases[1];
    cr_assert_eq(release->kind, TALUS_RELEASE_POINTS);
    cr_assert_eq(release->count, 2);
    cr_assert_eq(release->rocks, 4); /* 2 points x 2 */
    cr_assert_eq(release->xy[0], 18.0);
    cr_assert_eq(release->xy[1], 47.5);
    cr_assert_not(release->random_orientation);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_line_has_running_lengths)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{line_m: [[1020, 2020], [1023, 2024], [1023, 2034]], rocks: 3}",
                              list, &world),
                 TALUS_OK);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_assert_eq(release->kind, TALUS_RELEASE_SEGMENTS);
    cr_assert_eq(release->count, 2);
    cr_assert_float_eq(release->cumulative[0], 5.0, 1e-12);  /* m */
    cr_assert_float_eq(release->cumulative[1], 15.0, 1e-12); /* m */
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_file_with_a_line_releases_along_it)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{file: edge.csv, rocks: 3}", list, &world), TALUS_OK);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_assert_eq(release->kind, TALUS_RELEASE_SEGMENTS);
    cr_assert_float_eq(release->cumulative[release->count - 1], 40.0, 1e-12); /* m */
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_polygon_of_a_file_keeps_its_hole)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(
        load_release("{file: areas.csv, where: \"kind = 'source'\", rocks: 3, weight: plan}", list,
                     &world),
        TALUS_OK);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_assert_eq(release->kind, TALUS_RELEASE_TRIANGLES);
    cr_assert_float_eq(release->cumulative[release->count - 1], 400.0 - 100.0, 1e-9); /* m^2 */
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, steep_cells_are_found)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{slope_above_deg: 60, rocks_per_cell: 2}", list, &world), TALUS_OK);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    // Heights fall by 11 m per 5 m in columns 10 to 12: only column 11 is steeper than 60 degrees
    // (central difference 22 / 10), in 18 inner rows, one row cut off by nothing.
    cr_assert_eq(release->kind, TALUS_RELEASE_CELLS);
    cr_assert_eq(release->count, 18);
    cr_assert_eq(release->rocks, 36);
    cr_assert_eq(release->cell, 5.0);
    cr_assert_eq(release->xy[0], 55.0);
    cr_assert_eq(release->xy[1], 5.0);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, steep_cells_stay_inside_their_box)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{slope_above_deg: 60, within_box_m: [1000, 2000, 1100, 2020], "
                              "rocks: 7}",
                              list, &world),
                 TALUS_OK);
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_assert_eq(release->count, 3); /* nodes at 2007.5, 2012.5 and 2017.5 m north */
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, no_steep_cell_is_an_error)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{slope_above_deg: 85, rocks_per_cell: 2}", list, &world),
                 TALUS_ERROR_INPUT);
    cr_assert_null(world);
    cr_assert_not_null(find_diagnostic(list, "no raster cell of the DEM is steeper than 85"));
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_release_outside_the_dem_is_an_error)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{box_m: [0, 0, 10, 10], rocks: 1}", list, &world),
                 TALUS_ERROR_INPUT);
    const talus_diagnostic *item = find_diagnostic(list, "lies outside the DEM");
    cr_assert_not_null(item);
    cr_assert_str_eq(item->file, "--set");
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_release_on_nodata_is_an_error)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{points_m: [[1095, 2095]], rocks: 1}", list, &world),
                 TALUS_ERROR_INPUT);
    cr_assert_not_null(find_diagnostic(list, "lies on NODATA"));
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_release_partly_outside_is_a_warning)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{points_m: [[1020, 2050], [0, 0]], rocks: 2}", list, &world),
                 TALUS_OK);
    cr_assert_not_null(find_diagnostic(list, "50.0 % of its places lie outside the DEM"));
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_WARNING), 1);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, polygons_outside_the_dem_are_an_error_at_their_key)
{
    static const talus_override override = {"ground.1.where", "kind = 'far'"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = read_good(GOOD, &override, 1);
    talus_world *world = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_world_load(scenario, list, &world, &error), TALUS_ERROR_INPUT);
    const talus_diagnostic *item = find_diagnostic(list, "all polygons lie outside the DEM");
    cr_assert_not_null(item);
    cr_assert_eq(item->line, 7);
    cr_assert_eq(item->column, 39);
    cr_assert_eq(error.line, 7);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, lines_are_no_ground)
{
    static const talus_override override = {"forest", "[{preset: open, file: edge.csv}]"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    talus_world *world = NULL;
    cr_assert_eq(talus_world_load(scenario, list, &world, NULL), TALUS_ERROR_INPUT);
    cr_assert_not_null(find_diagnostic(list, "found lines, expected polygons"));
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_dem_error_carries_the_line_of_its_key)
{
    static const talus_override override = {"terrain.assume_metres", "false"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    talus_world *world = NULL;
    cr_assert_neq(talus_world_load(scenario, list, &world, NULL), TALUS_OK);
    cr_assert_null(world);
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_SEVERITY_ERROR), 1);
    cr_assert_eq(talus_diagnostics_get(list, 0)->line, 2);
    cr_assert_eq(talus_diagnostics_get(list, 0)->column, 16);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_light_rock_of_known_size_limits_the_step)
{
    // 1 dm^3 of 2700 kg/m^3: 2.7 kg under 750 kg/s allow 2 m/c = 7.2 ms.
    static const talus_override overrides[] = {
        {"rocks.0.size_m", "[0.1, 0.1, 0.1]"},
        {"forest", "[{preset: dense}]"},
        {"simulation", "{time_step_s: 0.01}"},
    };
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = read_good(MINIMAL, overrides, 3);
    talus_world *world = NULL;
    cr_assert_eq(talus_world_load(scenario, list, &world, NULL), TALUS_ERROR_INPUT);
    cr_assert_not_null(find_diagnostic(list, "too long for a drag of"));
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_step_too_long_for_the_speed_is_a_warning)
{
    static const talus_override override = {"simulation", "{time_step_s: 0.05}"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, &override, 1, list);
    cr_assert_not_null(find_diagnostic(list, "more than half of the smallest rock's 1 m"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, simulation_and_outputs_reach_the_campaign)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(GOOD, NULL, 0, list);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert_eq(campaign->step.scheme, TALUS_SCHEME_MIDPOINT);
    cr_assert_eq(campaign->step.time_step, 0.002);
    cr_assert_eq(campaign->step.gravity, 9.81);
    cr_assert_eq(campaign->step.slip_gap, 1e-3);
    cr_assert_eq(campaign->step.tolerance, 1e-10);
    cr_assert_eq(campaign->time_limit, 20.0);
    cr_assert_eq(campaign->stop.time, 0.1);
    cr_assert_eq(campaign->stop.speed, 0.2);
    cr_assert_eq(campaign->seed, 7);
    cr_assert_eq(campaign->recorded_rocks, 5);
    cr_assert_eq(campaign->sample_time, 0.05);
    cr_assert_eq(talus_terrain_surface_grid(campaign->site.terrain)->cell, 1.25);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_mesh_that_is_not_convex_is_a_warning)
{
    static const talus_override override = {"rocks.0", "{shape: notched.obj}"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, &override, 1, list);
    // (3.5 - 3) / 3 = 16.7 %
    cr_assert_not_null(find_diagnostic(list, "16.7 %"));
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_WARNING), 1);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_world, a_ground_under_all_others_is_a_warning)
{
    static const talus_override override = {
        "ground", "[{preset: medium}, {preset: hard, file: areas.csv, where: \"kind = 'scree'\"}, "
                  "{preset: soft, file: areas.csv, where: \"kind = 'forest'\"}, "
                  "{preset: snow, file: areas.csv, where: \"kind = 'scree'\"}]"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, &override, 1, list);
    cr_assert_not_null(find_diagnostic(list, "'soft' is nowhere on top"));
    cr_assert_not_null(find_diagnostic(list, "'hard' is nowhere on top"));
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_WARNING), 2);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

static uint64_t hash_of_run(const char *path)
{
    static const talus_override override = {"simulation.time_limit_s", "2"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(path, &override, 1, list);
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(talus_world_campaign(world), &options, &results, NULL),
                 TALUS_OK);
    const talus_totals *totals = ensemble_totals(results);
    cr_assert_eq(totals->rocks, 14);
    const uint64_t hash = totals->hash;
    talus_results_destroy(results);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
    return hash;
}

Test(scenario_world, the_resolved_scenario_runs_to_the_same_hash)
{
    char path[512];
    snprintf(path, sizeof path, "%s/run_again_%d.yaml", test_directory(), rand());
    talus_scenario *scenario = read_good(GOOD, NULL, 0);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, test_directory(), &text, NULL);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    free(text);
    talus_scenario_destroy(scenario);
    cr_assert_eq(hash_of_run(GOOD), hash_of_run(path));
    remove(path);
}
