// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded world with other values of ground and forest: the same as one loaded with them.
#include "scenario/support.h"

#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#define GOOD SCENARIO_DATA "good.yaml"

static uint64_t hash_of(const talus_world *world)
{
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(talus_world_campaign(world), &options, &results, &error),
                 TALUS_OK, "%s", error.message);
    const uint64_t hash = ensemble_totals(results)->hash;
    talus_results_destroy(results);
    return hash;
}

static talus_world *load(const talus_scenario *scenario)
{
    talus_world *world = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_world_load(scenario, NULL, &world, &error), TALUS_OK, "%s", error.message);
    return world;
}

Test(scenario_world_update, gives_the_world_that_loading_gives)
{
    static const talus_override overrides[] = {{"ground.0.mu_min", "0.31"},
                                               {"ground.0.kappa_1_m", "1.7"},
                                               {"ground.1.epsilon_n", "0.2"},
                                               {"forest.0.drag_kg_s", "432"},
                                               {"forest.0.height_m", "7"}};
    talus_scenario *before = read_good(GOOD, NULL, 0);
    talus_scenario *after = read_good(GOOD, overrides, 5);
    talus_world *updated = load(before), *loaded = load(after);
    const talus_terrain *terrain = talus_world_campaign(updated)->site.terrain;
    const uint64_t first = hash_of(updated);
    cr_assert_eq(talus_world_update(updated, before, after, NULL, NULL), TALUS_OK);
    cr_expect_eq(hash_of(updated), hash_of(loaded));
    cr_expect_neq(hash_of(updated), first);
    cr_expect_eq(talus_world_campaign(updated)->site.terrain, terrain);
    // and back
    cr_assert_eq(talus_world_update(updated, after, before, NULL, NULL), TALUS_OK);
    cr_expect_eq(hash_of(updated), first);
    talus_world_destroy(updated);
    talus_world_destroy(loaded);
    talus_scenario_destroy(before);
    talus_scenario_destroy(after);
}

Test(scenario_world_update, keeps_the_field_of_a_ground_that_varies)
{
    static const talus_override overrides[] = {
        {"ground.0.variation", "{parameter: mu_min, sd: 0.05, range_m: 20}"},
        {"ground.0.mu_min", "0.5"}};
    talus_scenario *before = read_good(GOOD, overrides, 1);
    talus_scenario *after = read_good(GOOD, overrides, 2);
    talus_world *updated = load(before), *loaded = load(after);
    cr_assert_eq(talus_world_update(updated, before, after, NULL, NULL), TALUS_OK);
    cr_expect_not_null(talus_world_campaign(updated)->site.grounds[0].variation);
    cr_expect_eq(hash_of(updated), hash_of(loaded));
    talus_world_destroy(updated);
    talus_world_destroy(loaded);
    talus_scenario_destroy(before);
    talus_scenario_destroy(after);
}

Test(scenario_world_update, keeps_tables_of_classes_and_draws)
{
    static const talus_override overrides[] = {
        {"ground",
         "[{preset: medium, mu_min: {distribution: uniform, min: 0.2, max: 0.5}}, {raster: "
         "classes.asc, classes: [{value: 1, preset: hard}, {preset: soft}]}]"},
        {"ground.0.kappa_1_m", "1.7"}};
    talus_scenario *before = read_good(GOOD, overrides, 1);
    talus_scenario *after = read_good(GOOD, overrides, 2);
    talus_world *updated = load(before), *loaded = load(after);
    cr_assert_eq(talus_world_update(updated, before, after, NULL, NULL), TALUS_OK);
    cr_expect_not_null(talus_world_campaign(updated)->site.grounds[0].draw);
    cr_expect_eq(talus_world_campaign(updated)->site.grounds[0].kappa, 1.7);
    cr_expect_eq(hash_of(updated), hash_of(loaded));
    talus_world_destroy(updated);
    talus_world_destroy(loaded);
    talus_scenario_destroy(before);
    talus_scenario_destroy(after);
}

Test(scenario_world_update, changes_the_law_of_breaking)
{
    static const talus_override overrides[] = {
        {"fragmentation",
         "{law: threshold, energy_j_kg: 40, largest_share: 0.4, size_exponent: 0.8}"},
        {"ground.0.preset", "hard"},
        {"releases.0.height_m", "15"},
        {"fragmentation.energy_j_kg", "10"},
        {"fragmentation.size_exponent", "0.4"}};
    talus_scenario *before = read_good(GOOD, overrides, 3);
    talus_scenario *after = read_good(GOOD, overrides, 5);
    talus_world *updated = load(before), *loaded = load(after);
    const uint64_t first = hash_of(updated);
    cr_assert_eq(talus_world_update(updated, before, after, NULL, NULL), TALUS_OK);
    cr_expect_eq(talus_world_campaign(updated)->breaking.energy, 10.0);
    cr_expect_eq(hash_of(updated), hash_of(loaded));
    cr_expect_neq(hash_of(updated), first);
    // another law, or none, is loaded anew
    static const talus_override none[] = {{"ground.0.preset", "hard"},
                                          {"releases.0.height_m", "15"}};
    talus_scenario *whole = read_good(GOOD, none, 2);
    cr_expect_eq(talus_world_update(updated, after, whole, NULL, NULL), TALUS_ERROR_UNSUPPORTED);
    talus_world_destroy(updated);
    talus_world_destroy(loaded);
    talus_scenario_destroy(before);
    talus_scenario_destroy(after);
    talus_scenario_destroy(whole);
}

Test(scenario_world_update, leaves_alone_what_must_be_loaded_anew)
{
    static const talus_override overrides[] = {
        {"terrain.roughness.amplitude_m", "0.2"},
        {"rocks.0.share", "3"},
        {"releases.0.height_m", "2"},
        {"simulation.time_step_s", "0.001"},
        {"ground.1.where", "kind = 'forest'"},
        {"ground.0.preset", "hard"},
        {"forest", "[]"},
        {"ground.0.variation", "{parameter: mu_min, sd: 0.05, range_m: 20}"},
        {"ground.0.mu_min", "{distribution: uniform, min: 0.2, max: 0.5}"},
        {"ground.0.soil", "{modulus_mn_m2: 10, drag: 1}"}};
    talus_scenario *before = read_good(GOOD, NULL, 0);
    talus_world *world = load(before);
    const uint64_t first = hash_of(world);
    for (size_t i = 0; i < sizeof overrides / sizeof overrides[0]; i++) {
        talus_scenario *after = read_good(GOOD, &overrides[i], 1);
        talus_error error = {0};
        cr_expect_eq(talus_world_update(world, before, after, NULL, &error),
                     TALUS_ERROR_UNSUPPORTED, "%s", overrides[i].path);
        cr_expect_not_null(strstr(error.message, "loaded anew"));
        talus_scenario_destroy(after);
    }
    cr_expect_eq(hash_of(world), first);
    talus_world_destroy(world);
    talus_scenario_destroy(before);
}

Test(scenario_world_update, refuses_a_drag_that_the_time_step_cannot_take)
{
    static const talus_override override = {"forest.0.drag_kg_s", "1e6"};
    talus_scenario *before = read_good(GOOD, NULL, 0);
    talus_world *world = load(before);
    talus_scenario *after = NULL;
    talus_error error = {0};
    // known masses are checked while reading, those of sizes with the loaded rocks
    if (talus_scenario_read(GOOD, &override, 1, NULL, &after, &error) == TALUS_OK) {
        cr_expect_eq(talus_world_update(world, before, after, NULL, &error), TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "time_step_s"), "%s", error.message);
        cr_expect_eq(talus_world_update(world, after, before, NULL, NULL), TALUS_OK);
    } else {
        cr_expect_eq(error.status, TALUS_ERROR_INPUT);
    }
    cr_expect_eq(hash_of(world), hash_of(world));
    talus_scenario_destroy(after);
    talus_world_destroy(world);
    talus_scenario_destroy(before);
}
