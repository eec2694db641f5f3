// SPDX-License-Identifier: GPL-3.0-or-later
// Releases from a table of measured runs, and releases that name their rock.
#include "input/scenario/model.h"
#include "runs/trajectory/trajectory.h"
#include "scenario/support.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define ROCKS                                                                                      \
    "[{name: block, shape: cuboid, size_m: [1, 1, 1], share: 3}, "                                 \
    "{name: slab, shape: cuboid, size_m: [1, 1, 0.3]}]"

/// The minimal scenario with two rocks and these releases.
static talus_status load(const char *releases, talus_diagnostics *list, talus_world **world)
{
    const talus_override overrides[] = {{"rocks", ROCKS}, {"releases", releases}};
    talus_scenario *scenario = NULL;
    *world = NULL;
    talus_status status = talus_scenario_read(MINIMAL, overrides, 2, list, &scenario, NULL);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, list, world, NULL);
    }
    talus_scenario_destroy(scenario);
    return status;
}

static talus_world *load_one(const char *releases)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    if (load(releases, list, &world) != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_not_null(world);
    talus_diagnostics_destroy(list);
    return world;
}

static void expect_failure(const char *releases, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_neq(load(releases, list, &world), TALUS_OK, "%s", releases);
    if (find_diagnostic(list, phrase) == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(find_diagnostic(list, phrase), "%s", phrase);
    talus_diagnostics_destroy(list);
    talus_world_destroy(world);
}

/// A table in the test directory. @return a release of it
static const char *release_of(const char *text)
{
    static char path[512], release[600];
    snprintf(path, sizeof path, "%s/scenario_runs_%d.csv", test_directory(), (int)rand());
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
    snprintf(release, sizeof release, "[{runs: %s}]", path);
    return release;
}

Test(scenario_runs, rows_become_rocks)
{
    talus_world *world = load_one("[{runs: runs.csv, replicates: 4}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    const talus_release *release = &campaign->releases[0];
    cr_assert_eq(release->kind, TALUS_RELEASE_RUNS);
    cr_assert_eq(release->count, 3);
    cr_expect_eq(release->rocks, 12);
    cr_expect(release->spin_in_world);
    double east = 0.0, north = 0.0;
    cr_assert_eq(talus_world_origin(world, &east, &north, NULL), TALUS_OK);
    for (uint64_t rock = 0; rock < 12; rock += 3) {
        const trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
        cr_expect_eq(drawn.x + east, 1020.0);
        cr_expect_eq(drawn.y + north, 2050.0);
        cr_expect_eq(drawn.z, 205.5);
        cr_expect_eq(drawn.rock_class, 1);
        cr_expect_eq(drawn.velocity.y, -1.0);
        cr_expect_eq(drawn.orientation.w, 1.0);
        cr_expect_eq(drawn.spin.y, 6.0);
    }
    talus_world_destroy(world);
}

Test(scenario_runs, what_is_not_known_is_drawn)
{
    talus_world *world = load_one("[{runs: runs.csv, replicates: 400}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    double low = HUGE_VAL, high = 0.0, slow = HUGE_VAL, fast = 0.0;
    size_t slabs = 0;
    for (uint64_t rock = 1; rock < 1200; rock += 3) {
        const trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
        const talus_vec3 v = drawn.velocity;
        const double speed = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
        low = fmin(low, drawn.height);
        high = fmax(high, drawn.height);
        slow = fmin(slow, speed);
        fast = fmax(fast, speed);
        slabs += drawn.rock_class == 1;
        cr_expect(isnan(drawn.z));
        // the slope falls by 1 m in 5 m to the east
        cr_expect(v.x > 0.0 && fabs(v.y) < 1e-9 && fabs(v.z + 0.2 * v.x) < 1e-9);
        cr_expect_eq(drawn.spin.x, 0.0);
    }
    cr_expect(low >= 0.0 && low < 0.01 && high < 0.5 && high > 0.49, "%g to %g m", low, high);
    cr_expect(slow >= 0.5 && slow < 0.51 && fast < 1.5 && fast > 1.49, "%g to %g m/s", slow, fast);
    cr_expect(slabs > 70 && slabs < 130, "%zu of 400, a quarter expected", slabs); // SD 8.7
    const trajectory_draw third = trajectory_draw_rock(campaign, 2);
    cr_expect_eq(third.height, 0.25);
    cr_expect_eq(third.velocity.x, 1.0);
    cr_expect_eq(third.velocity.z, 0.0);
    cr_expect_eq(third.rock_class, 0);
    talus_world_destroy(world);
}

Test(scenario_runs, angular_velocities_turn_with_the_body_in_world_axes_only)
{
    static const char table[] = "x,y,height_m,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz\n"
                                "1020,2050,1,0,0,0,0,0,5,0.5,0.5,0.5,0.5\n";
    char body[640];
    const char *release = release_of(table);
    snprintf(body, sizeof body, "[{spin_axes: body, %s", release + 2);
    talus_world *world = load_one(release);
    // 120 degrees about (1, 1, 1): body y lies along world z
    talus_vec3 w = trajectory_draw_rock(talus_world_campaign(world), 0).spin;
    cr_expect(fabs(w.x) < 1e-12 && fabs(w.y - 5.0) < 1e-12 && fabs(w.z) < 1e-12, "%g %g %g", w.x,
              w.y, w.z);
    talus_world_destroy(world);
    world = load_one(body);
    w = trajectory_draw_rock(talus_world_campaign(world), 0).spin;
    cr_expect(w.x == 0.0 && w.y == 0.0 && w.z == 5.0);
    talus_world_destroy(world);
}

Test(scenario_runs, a_release_names_its_rock)
{
    talus_world *world = load_one("[{points_m: [[1020, 2050]], rocks: 50, rock: slab}, "
                                  "{points_m: [[1020, 2060]], rocks: 50}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    size_t slabs = 0;
    for (uint64_t rock = 0; rock < 100; rock++) {
        const uint32_t kind = trajectory_draw_rock(campaign, rock).rock_class;
        cr_expect(rock >= 50 || kind == 1);
        slabs += rock >= 50 && kind == 1;
    }
    cr_expect(slabs > 3 && slabs < 25, "%zu of 50, a quarter expected", slabs);
    talus_world_destroy(world);
}

Test(scenario_runs, frequencies_go_to_the_rocks_that_start)
{
    talus_world *world =
        load_one("[{points_m: [[1020, 2050]], rocks: 50, rock: slab, frequency: {per_year: 2}}, "
                 "{runs: runs.csv, replicates: 40, frequency: {per_year: 3}}, "
                 "{points_m: [[1020, 2060]], rocks: 400, frequency: {per_year: 4}}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert_eq(talus_campaign_check(campaign, NULL), TALUS_OK);
    // of three rows one is a slab, one a block, one drawn: 3/4 block
    const double rates[] = {0, 2, 1.75, 1.25, 3, 1};
    for (size_t k = 0; k < 6; k++) {
        cr_expect_float_eq(campaign->frequency[k], rates[k], 1e-12, "%zu: %g", k,
                           campaign->frequency[k]);
    }
    talus_world_destroy(world);
}

Test(scenario_runs, a_replaced_number_of_rocks_runs_through_the_rows)
{
    talus_world *world = load_one("[{runs: runs.csv, rocks: 7}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_expect_eq(talus_campaign_rock_count(campaign), 7);
    cr_expect_eq(trajectory_draw_rock(campaign, 6).rock_class, 1);
    talus_world_destroy(world);
    const talus_override overrides[] = {{"rocks", ROCKS},
                                        {"releases", "[{runs: runs.csv, replicates: 5}]"},
                                        {"releases.0.rocks", "4"}};
    talus_scenario *scenario = read_good(MINIMAL, overrides, 3);
    talus_diagnostics *list = talus_diagnostics_create();
    cr_assert_eq(talus_world_load(scenario, list, &world, NULL), TALUS_OK);
    cr_expect_eq(talus_campaign_rock_count(talus_world_campaign(world)), 4);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_runs, the_resolved_scenario_reads_back)
{
    const talus_override overrides[] = {{"rocks", ROCKS},
                                        {"releases",
                                         "[{runs: runs.csv}, {points_m: [[1020, 2050]], rocks: 3, "
                                         "rock: slab, spin_axes: world}]"}};
    talus_scenario *scenario = read_good(MINIMAL, overrides, 2);
    char *text = expect_read_again(scenario);
    static const char *const lines[] = {"runs: \"runs.csv\"", "replicates: 1", "spin_axes: world",
                                        "rock: \"slab\""};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        cr_expect_not_null(strstr(text, lines[k]), "'%s' is not in\n%s", lines[k], text);
    }
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_runs, bad_tables_are_told_with_their_line)
{
    expect_failure("[{runs: none.csv}]", "runs: found no file");
    expect_failure(release_of("x,y\n"), "found a heading and no row");
    expect_failure(release_of("x\n1020\n"), "found no column 'y'");
    expect_failure(release_of("x,y,rock\n1020,2050,stone\n"), ".csv:2: rock: found 'stone'");
    expect_failure(release_of("x,y,vx\n1020,2050,\n1020,2050,2000\n"),
                   ".csv:3: vx: found 2000 m/s, expected -1000 to 1000");
    expect_failure(release_of("x,y,height_m\n1020,2050,-1\n"), ".csv:2: height_m: found -1 m");
    expect_failure(release_of("x,y\n,2050\n"), ".csv:2: found no x or y");
    expect_failure(release_of("x,y,end_x,end_y\n1020,2050,3,\n"), "found one of end_x and end_y");
    expect_failure(release_of("x,y,qw,qx,qy,qz\n1020,2050,1,0,0,\n"), "expected all four or none");
    expect_failure(release_of("x,y,qw,qx,qy,qz\n1020,2050,0,0,0,0\n"), "expected a quaternion");
    expect_failure(release_of("x,y,z\n1020,2050,180\n"), "m under the ground");
    expect_failure(release_of("x,y\n5,5\n"), "lies outside the DEM");
}

Test(scenario_runs, keys_that_do_not_go_together)
{
    expect_failure("[{runs: runs.csv, height_m: 2}]", "a release from runs starts as its rows say");
    expect_failure("[{runs: runs.csv, orientation: [1, 0, 0, 0]}]", "fill the columns qw");
    expect_failure("[{points_m: [[1020, 2050]], replicates: 2, rocks: 5}]",
                   "replicates goes with runs only");
    expect_failure("[{runs: runs.csv, weight: plan}]", "weight goes with areas and cells");
    expect_failure("[{points_m: [[1020, 2050]], rocks: 5, rock: stone}]",
                   "expected the name of one of the rocks: block, slab");
    expect_failure("[{runs: runs.csv, frequency: {per_year_km2: 1}}]",
                   "points and lines have none");
}
