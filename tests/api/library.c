// SPDX-License-Identifier: GPL-3.0-or-later
// A client of the library alone: public headers, libtalus, a scenario as text, heights as an array. A
// hazard map, a comparison, a sensitivity, models, a calibration, an observation and a validation.
#include "talus/talus.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 60, NY = 40 };

static const char text[] =
    "title: slope\n"
    "seed: 3\n"
    "terrain: {dem: ':memory:', detection: published}\n"
    "ground: [{preset: medium}]\n"
    "rocks: [{name: cube, shape: cuboid, size_m: [1, 1, 1], mass_kg: 2500}]\n"
    "releases: [{box_m: [1010, 2060, 1030, 2140], rocks: 40, height_m: 1,\n"
    "            frequency: {per_year: 0.5}}]\n"
    "screens: [{name: road, line_m: [[1060, 2010], [1060, 2190]]}]\n"
    "simulation: {time_step_s: 0.004, time_limit_s: 60}\n"
    "hazard: {return_periods_yr: [30]}\n";

typedef struct scene {
    double heights[NX * NY];
    talus_dem dem;
    talus_scenario *scenario;
    talus_world_options options;
    talus_world *world;
} scene;

/// A slope of 35 degrees that ends on a plane, its nodes 5 m apart.
static void scene_init(scene *s)
{
    talus_error error = {0};
    talus_scenario_text given = talus_scenario_text_default();
    for (size_t k = 0; k < NX * NY; k++) {
        s->heights[k] = fmax(0.0, 0.7 * (180.0 - 5.0 * (double)(k % NX)));
    }
    s->dem = (talus_dem){.grid = {.cell = 5.0, .nx = NX, .ny = NY},
                         .heights = s->heights,
                         .east = 1000.0,
                         .north = 2000.0};
    given.text = text;
    given.length = strlen(text);
    given.name = "text";
    s->options = talus_world_options_default();
    s->options.dem = &s->dem;
    talus_diagnostics *found = talus_diagnostics_create();
    const talus_status parsed = talus_scenario_parse(&given, NULL, 0, found, &s->scenario, &error);
    const talus_diagnostic *first = talus_diagnostics_get(found, 0);
    cr_assert_eq(parsed, TALUS_OK, "%s", first != NULL ? first->message : error.message);
    talus_diagnostics_destroy(found);
    cr_assert_eq(talus_world_load_with(s->scenario, &s->options, NULL, &s->world, &error), TALUS_OK,
                 "%s", error.message);
    double east = 0.0, north = 0.0;
    cr_assert_eq(talus_world_origin(s->world, &east, &north, &error), TALUS_OK);
    cr_assert_eq(east, 1000.0);
    cr_assert_eq(north, 2000.0);
}

static void scene_clear(scene *s)
{
    talus_world_destroy(s->world);
    talus_scenario_destroy(s->scenario);
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/// Where a study may write; empty.
static void choose_directory(char path[400], const char *name)
{
    const char *base = getenv("TALUS_TEST_TMP");
    char command[500];
    snprintf(path, 400, "%s/library_%s", base != NULL ? base : "/tmp", name);
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    cr_assert_eq(system(command), 0);
}

Test(library, makes_a_hazard_map)
{
    static scene s;
    talus_error error = {0};
    talus_rules *rules = NULL;
    talus_hazard *hazard = NULL;
    talus_results *results = NULL;
    scene_init(&s);
    const talus_campaign *campaign = talus_world_campaign(s.world);
    talus_hazard_options options = talus_hazard_options_default();
    const talus_run_options run = talus_run_options_default();
    cr_assert_eq(talus_rules_read("scenarios/rules/switzerland.yaml", NULL, &rules, &error),
                 TALUS_OK, "%s", error.message);
    options.rules = rules;
    cr_assert_eq(talus_hazard_create(campaign, &options, &hazard, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_campaign_run(campaign, &run, &results, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_hazard_assess(hazard, campaign, results, NULL, &error), TALUS_OK, "%s",
                 error.message);
    talus_hazard_tally tally = {.size = sizeof tally};
    cr_assert_eq(talus_hazard_tally_of(hazard, &tally, &error), TALUS_OK, "%s", error.message);
    cr_expect_gt(tally.reached, 0);
    // the map says what the tally counts
    const size_t cells = campaign->cells.nx * campaign->cells.ny;
    uint8_t *zones = malloc(cells), *classes = malloc(cells);
    uint64_t counts[TALUS_UNDECIDED + 1] = {0}, reached = 0;
    cr_assert_eq(talus_hazard_zones(hazard, NULL, zones, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(talus_hazard_intensities(hazard, 0, NULL, classes, &error), TALUS_OK, "%s",
                 error.message);
    for (size_t k = 0; k < cells; k++) {
        counts[zones[k]]++;
        reached += classes[k] != 0;
    }
    for (size_t k = 0; k < TALUS_MOST_ZONES; k++) {
        cr_expect_eq(counts[k + 1], tally.mapped[k], "zone %zu", k);
    }
    cr_expect_eq(counts[TALUS_UNDECIDED], tally.mapped_undecided);
    cr_expect_gt(reached, 0);
    // a window is a part of the map
    const talus_window window = {.i = 3, .j = 5, .nx = 20, .ny = 9};
    uint8_t part[20 * 9];
    cr_assert_eq(talus_hazard_zones(hazard, &window, part, &error), TALUS_OK, "%s", error.message);
    for (size_t k = 0; k < sizeof part; k++) {
        cr_expect_eq(part[k], zones[(5 + k / 20) * campaign->cells.nx + 3 + k % 20]);
    }
    talus_table curves;
    char *csv = NULL;
    cr_assert_eq(talus_hazard_table(hazard, campaign, results, "curves", &curves, &error), TALUS_OK,
                 "%s", error.message);
    cr_expect_gt(curves.row_count, 10);
    cr_assert_eq(talus_table_csv(&curves, &csv, &error), TALUS_OK, "%s", error.message);
    cr_expect_not_null(strstr(csv, "\"road\",screen,kinetic_energy_kj,0.1,"), "%.400s", csv);
    talus_free(csv);
    free(zones);
    free(classes);
    talus_hazard_destroy(hazard);
    talus_rules_destroy(rules);
    talus_results_destroy(results);
    scene_clear(&s);
}

Test(library, compares_schemes)
{
    static scene s;
    talus_error error = {0};
    talus_study *study = NULL;
    char path[400], file[500];
    scene_init(&s);
    choose_directory(path, "compare");
    talus_study_options options = talus_study_options_default();
    options.directory = path;
    cr_assert_eq(talus_compare_run(s.scenario, s.world, NULL, &options, &study, &error), TALUS_OK,
                 "%s", error.message);
    talus_study_facts facts = {.size = sizeof facts};
    cr_assert_eq(talus_study_facts_of(study, &facts, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(facts.variants, 2);
    cr_expect_eq(facts.rocks, 40);
    cr_expect_eq(facts.seed, 3);
    cr_expect_not(facts.partial);
    talus_study_variant variant = {.size = sizeof variant};
    cr_assert_eq(talus_study_variant_of(study, 1, &variant, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(variant.totals->rocks, 40);
    cr_expect_eq(variant.pairs, 40);
    talus_table ratios, rocks;
    cr_assert_eq(talus_study_table(study, "ratios", &ratios, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_study_table(study, "rocks", &rocks, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(rocks.row_count, 80);
    cr_expect_gt(ratios.row_count, 5);
    snprintf(file, sizeof file, "%s/%s/summary.json", path, variant.name);
    cr_expect(is_there(file), "%s", file);
    // a variant alone is the run of its stored scenario, which is the text with two overrides
    const talus_override own = {"simulation.scheme", talus_scheme_name(variant.scheme)};
    talus_scenario *again = NULL;
    talus_world *world = NULL;
    talus_results *results = NULL;
    talus_totals totals = {.size = sizeof totals};
    const talus_run_options run = talus_run_options_default();
    cr_assert_eq(talus_scenario_vary(s.scenario, &own, 1, NULL, &again, &error), TALUS_OK);
    cr_assert_eq(talus_world_load_with(again, &s.options, NULL, &world, &error), TALUS_OK);
    cr_assert_eq(talus_campaign_run(talus_world_campaign(world), &run, &results, &error), TALUS_OK);
    cr_assert_eq(talus_results_totals(results, &totals, &error), TALUS_OK);
    cr_expect_eq(totals.hash, variant.totals->hash);
    talus_results_destroy(results);
    talus_world_destroy(world);
    talus_scenario_destroy(again);
    talus_study_destroy(study);
    scene_clear(&s);
}

Test(library, compares_without_and_with_breaking)
{
    static const talus_override law[] = {
        {"ground.0.preset", "hard"},          {"fragmentation.law", "threshold"},
        {"fragmentation.energy_j_kg", "5"},   {"fragmentation.largest_share", "0.5"},
        {"fragmentation.size_exponent", "1"}, {"fragmentation.least_volume_m3", "0.1"}};
    static scene s;
    talus_error error = {0};
    talus_study *study = NULL;
    talus_scenario *breaking = NULL;
    talus_world *world = NULL;
    talus_table screens;
    scene_init(&s);
    cr_assert_eq(talus_scenario_vary(s.scenario, law, 6, NULL, &breaking, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_world_load_with(breaking, &s.options, NULL, &world, &error), TALUS_OK);
    talus_compare_options asked = talus_compare_options_default();
    asked.fragmentation = true;
    cr_assert_eq(talus_compare_run(breaking, world, &asked, NULL, &study, &error), TALUS_OK, "%s",
                 error.message);
    talus_study_variant whole = {.size = sizeof whole}, broken = {.size = sizeof broken};
    cr_assert_eq(talus_study_variant_of(study, 0, &whole, &error), TALUS_OK);
    cr_assert_eq(talus_study_variant_of(study, 1, &broken, &error), TALUS_OK);
    cr_expect_str_eq(whole.name, "unbroken");
    cr_expect_eq(whole.breaking, TALUS_BREAKING_NONE);
    cr_expect_eq(whole.bodies_per_event, 1.0);
    cr_expect_eq(broken.breaking, TALUS_BREAKING_THRESHOLD);
    const double events = (double)broken.totals->rocks;
    cr_expect_gt(broken.totals->breaking.fragments, 40);
    cr_expect_eq(broken.bodies_per_event,
                 (events + (double)broken.totals->breaking.fragments) / events);
    cr_expect_eq(broken.broken_share, (double)broken.totals->breaking.broken / events);
    cr_assert_eq(talus_study_table(study, "screens", &screens, &error), TALUS_OK);
    cr_expect_eq(screens.row_count, 2);
    talus_study_destroy(study);
    cr_expect_eq(talus_compare_run(s.scenario, s.world, &asked, NULL, &study, &error),
                 TALUS_ERROR_UNSUPPORTED, "no rock breaks in it");
    cr_expect_null(study);
    // a caller that was built before the option was there has a shorter struct
    asked.size = offsetof(talus_compare_options, fragmentation);
    cr_assert_eq(talus_compare_run(s.scenario, s.world, &asked, NULL, &study, &error), TALUS_OK);
    cr_assert_eq(talus_study_variant_of(study, 0, &whole, &error), TALUS_OK);
    cr_expect_str_eq(whole.name, "explicit");
    talus_study_destroy(study);
    talus_world_destroy(world);
    talus_scenario_destroy(breaking);
    scene_clear(&s);
}

static void count_note(void *user, const char *sentence)
{
    size_t *count = user;
    *count += strstr(sentence, "no_forest cannot be varied") != NULL;
}

Test(library, tells_what_results_depend_on)
{
    static scene s;
    talus_error error = {0};
    talus_study *study = NULL;
    size_t notes = 0;
    scene_init(&s);
    talus_study_options options = talus_study_options_default();
    options.world = &s.options;
    options.note = count_note;
    options.user = &notes;
    cr_assert_eq(talus_sensitivity_run(s.scenario, s.world, NULL, &options, &study, &error),
                 TALUS_OK, "%s", error.message);
    talus_study_facts facts = {.size = sizeof facts};
    cr_assert_eq(talus_study_facts_of(study, &facts, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(facts.variants, 8, "base and all but no_forest: %zu", facts.variants);
    cr_expect_eq(notes, 1);
    talus_table effects;
    cr_assert_eq(talus_study_table(study, "effects", &effects, &error), TALUS_OK, "%s",
                 error.message);
    cr_expect_eq(effects.row_count, 8 * (4 + 3)); // metrics of every campaign, of the screen
    talus_study_destroy(study);
    // one that is asked for must have something to change
    const char *const asked[] = {"no_forest", NULL};
    talus_sensitivity_options wanted = talus_sensitivity_options_default();
    wanted.variants = asked;
    cr_expect_eq(talus_sensitivity_run(s.scenario, s.world, &wanted, &options, &study, &error),
                 TALUS_ERROR_UNSUPPORTED);
    cr_expect_null(study);
    scene_clear(&s);
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

Test(library, stops_a_study)
{
    static scene s;
    talus_error error = {0};
    talus_study *study = NULL;
    scene_init(&s);
    talus_study_options options = talus_study_options_default();
    options.should_stop = stop_at_once;
    cr_expect_eq(talus_compare_run(s.scenario, s.world, NULL, &options, &study, &error),
                 TALUS_ERROR_INTERRUPTED);
    talus_study_facts facts = {.size = sizeof facts};
    cr_assert_eq(talus_study_facts_of(study, &facts, &error), TALUS_OK, "%s", error.message);
    cr_expect(facts.partial);
    talus_study_destroy(study);
    scene_clear(&s);
}

Test(library, holds_models_against_each_other)
{
    static scene s;
    talus_error error = {0};
    talus_models *models = NULL;
    talus_table figures, agreement;
    talus_value value;
    scene_init(&s);
    const char *const names[] = {"hard", "energyline", NULL};
    talus_models_options options = talus_models_options_default();
    options.models = names;
    options.world = &s.options;
    cr_assert_eq(talus_models_run(s.scenario, s.world, &options, &models, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_models_table(models, "models", &figures, &error), TALUS_OK);
    cr_assert_eq(talus_models_table(models, "agreement", &agreement, &error), TALUS_OK);
    cr_expect_eq(figures.row_count, 2);
    cr_expect_eq(agreement.row_count, 2);
    cr_assert_eq(talus_table_cell(&agreement, 1, 1, &value, &error), TALUS_OK);
    cr_expect_gt(value.of.real, 0.0, "both reach some cells");
    talus_totals totals = {.size = sizeof totals};
    cr_expect_eq(talus_models_totals(models, 0, &totals, &error), TALUS_OK);
    cr_expect_eq(totals.rocks, 40);
    cr_expect_eq(talus_models_totals(models, 1, &totals, &error), TALUS_ERROR_ARGUMENT,
                 "the energy line has no rocks");
    talus_models_destroy(models);
    scene_clear(&s);
}

/// Write a text file for the library to read.
static void write_file(char path[400], const char *name, const char *text_of)
{
    choose_directory(path, name);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    fputs(text_of, file);
    cr_assert_eq(fclose(file), 0);
}

/// Run a scenario of known friction into a directory: its deposits are what was observed.
static void make_deposits(const char *path)
{
    const talus_override known[] = {{"ground.0.mu_min", "0.4"}, {"releases.0.rocks", "12"}};
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    talus_results *results = NULL;
    talus_error error = {0};
    talus_products_context context = talus_products_context_default();
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", known, 2, NULL, &scenario, &error),
                 TALUS_OK, "%s", error.message);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, &error), TALUS_OK);
    cr_assert_eq(talus_campaign_run(talus_world_campaign(world), NULL, &results, &error), TALUS_OK);
    cr_assert_eq(talus_world_context(world, scenario, &context, &error), TALUS_OK);
    cr_assert_eq(talus_products_write(path, &context, results, NULL, false, &error), TALUS_OK, "%s",
                 error.message);
    talus_results_destroy(results);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
}

Test(library, calibrates_on_deposits)
{
    char directory[400], path[500];
    choose_directory(directory, "truth");
    make_deposits(directory);
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    const talus_override few = {"releases.0.rocks", "8"};
    talus_calibrate_parameter friction;
    talus_calibration *calibration = NULL;
    talus_error error = {0};
    talus_calibrate_options options = talus_calibrate_options_default();
    cr_assert_eq(talus_calibrate_parameter_read("ground.0.mu_min=0.2:0.8", &friction, &error),
                 TALUS_OK);
    options.scenario = "scenarios/plane.yaml";
    options.observed = path;
    options.layer = "deposits";
    options.overrides = &few;
    options.override_count = 1;
    options.parameters = &friction;
    options.parameter_count = 1;
    options.evaluations = 60;
    cr_assert_eq(talus_calibrate_run(&options, &calibration, &error), TALUS_OK, "%s",
                 error.message);
    talus_calibration_facts facts = {.size = sizeof facts};
    talus_table parameters, draws, checks;
    talus_value best;
    cr_assert_eq(talus_calibration_facts_of(calibration, &facts, &error), TALUS_OK);
    cr_expect_eq(facts.training + facts.held, 12);
    cr_expect(facts.has_posterior && !facts.partial && !facts.is_case);
    cr_expect_gt(facts.evaluations, 60);
    cr_assert_eq(talus_calibration_table(calibration, "parameters", &parameters, &error), TALUS_OK);
    cr_assert_eq(talus_calibration_table(calibration, "draws", &draws, &error), TALUS_OK);
    cr_assert_eq(talus_calibration_table(calibration, "checks", &checks, &error), TALUS_OK);
    cr_expect_eq(talus_calibration_table(calibration, "scores", &checks, &error),
                 TALUS_ERROR_ARGUMENT, "only cases have scores");
    cr_expect_eq(parameters.row_count, 1);
    cr_assert_eq(talus_table_cell(&parameters, 0, 4, &best, &error), TALUS_OK);
    cr_expect(best.of.real >= 0.2 && best.of.real <= 0.8, "%g", best.of.real);
    cr_expect_eq(draws.column_count, 2);
    cr_expect_str_eq(draws.columns[1].key, "ground.0.mu_min");
    cr_expect_gt(draws.row_count, 100);
    talus_calibration_destroy(calibration);
}

/// A ball over a flat that keeps half its energy: three flights, sampled every 20 ms.
static void write_bounces(char path[400], const char *head)
{
    static char rows[20000];
    double v = 6.0, start = 0.0;
    size_t length = (size_t)snprintf(rows, sizeof rows, "%s", head);
    for (int k = 0; k < 120; k++) {
        if (0.02 * k - start > 2.0 * v / 9.81) {
            start += 2.0 * v / 9.81;
            v *= 0.7071;
        }
        const double t = 0.02 * k - start;
        length += (size_t)snprintf(rows + length, sizeof rows - length, "ball,%.4f,%.5f,100,%.5f\n",
                                   0.02 * k, 250.0 + 0.1 * k, 0.2 + v * t - 4.905 * t * t);
    }
    write_file(path, "ball.csv", rows);
}

Test(library, observes_tracks)
{
    char path[400], *json = NULL;
    talus_observation *observation = NULL;
    talus_error error = {0};
    talus_table flights;
    talus_observe_options options = talus_observe_options_default();
    write_bounces(path, "run,t,x,y,z\n");
    options.tracks = path;
    cr_assert_eq(talus_observe_run(&options, &observation, &error), TALUS_OK, "%s", error.message);
    talus_observation_facts facts = {.size = sizeof facts};
    cr_assert_eq(talus_observation_facts_of(observation, &facts, &error), TALUS_OK);
    cr_expect_eq(facts.runs, 1);
    cr_expect_eq(facts.flights, 3);
    cr_expect_eq(facts.impacts, 2);
    cr_assert_eq(talus_observation_table(observation, "flights", &flights, &error), TALUS_OK);
    cr_expect_eq(flights.row_count, 3);
    cr_expect_eq(talus_observation_table(observation, "bounces", &flights, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_assert_eq(talus_observation_json(observation, &json, &error), TALUS_OK);
    cr_expect_not_null(strstr(json, "\"run\": \"ball\""), "%.300s", json);
    talus_free(json);
    talus_observation_destroy(observation);
}

Test(library, validates_a_case)
{
    char impacts[400], scenario[400], path[400], text_of[900];
    talus_validation *validation = NULL;
    talus_error error = {0};
    talus_table table;
    write_file(impacts, "impacts.csv",
               "id,rock,nx,ny,nz,vx,vy,vz,vx_out,vy_out,vz_out\n"
               "1,wheel,0.5,0,0.8660254,15.69,0,-14.83,14,0,-5\n"
               "2,wheel,0.5,0,0.8660254,15.69,0,-14.83,12,1,-4\n");
    write_file(
        scenario, "parts.yaml",
        "ground: [{preset: medium}]\n"
        "rocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]\n");
    snprintf(text_of, sizeof text_of, "title: two impacts\nscenario: %s\nimpacts: %s\n", scenario,
             impacts);
    write_file(path, "case.yaml", text_of);
    talus_validate_options options = talus_validate_options_default();
    options.case_file = path;
    options.replicates = 8;
    cr_assert_eq(talus_validate_run(&options, &validation, &error), TALUS_OK, "%s", error.message);
    talus_validation_facts facts = {.size = sizeof facts};
    cr_assert_eq(talus_validation_facts_of(validation, &facts, &error), TALUS_OK);
    cr_expect_str_eq(facts.title, "two impacts");
    cr_assert_eq(talus_validation_table(validation, &table, &error), TALUS_OK);
    char *csv = NULL;
    cr_assert_eq(talus_table_csv(&table, &csv, &error), TALUS_OK);
    cr_expect_not_null(strstr(csv, "\"energy_kept\",2,"), "%s", csv);
    talus_free(csv);
    talus_validation_destroy(validation);
}
