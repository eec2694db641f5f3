// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved scenario: complete, exact, and the same scenario again when read.
#include "scenario/support.h"

#include <sys/stat.h>

#define GOOD SCENARIO_DATA "good.yaml"

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_in(const char *text, const char *line)
{
    cr_expect(strstr(text, line) != NULL, "'%s' is not in\n%s", line, text);
}

Test(scenario_resolved, defaults_and_presets_are_filled_in)
{
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", NULL, 0);
    char *text = talus_scenario_resolved(scenario, SCENARIO_DATA);
    expect_in(text, "title: \"minimal\"\n");
    expect_in(text, "seed: 1\n");
    expect_in(text, "  detection: published\n");
    expect_in(text, "  - preset: \"medium@2\"\n");
    expect_in(text, "    kappa_1_m: 3\n");
    expect_in(text, "    mu_min: 0.55\n");
    expect_in(text, "      modulus_mn_m2: {distribution: lognormal, median: 20, sigma_log: 0.4}\n"
                    "      drag_number: {distribution: lognormal, median: 3, sigma_log: 0.4}\n"
                    "      density_kg_m3: 1700\n"
                    "      rotational: 0\n"
                    "      drawn: impact\n");
    expect_in(text, "    density_kg_m3: 2700\n");
    expect_in(text, "    height_m: 1\n");
    expect_in(text, "    orientation: random\n");
    expect_in(text, "  time_step_s: 0.002\n");
    expect_in(text, "  gravity_m_s2: 9.81\n");
    expect_in(text, "  layers: [standard]\n");
    expect_in(text, "  trajectories: 1000\n");
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, file_names_are_relative_to_the_new_place)
{
    talus_scenario *scenario = read_good(GOOD, NULL, 0);
    char *text = talus_scenario_resolved(scenario, SCENARIO_DATA "../../..");
    expect_in(text, "dem: \"tests/data/scenarios/tiny.asc\"");
    expect_in(text, "dir: \"tests/data/scenarios/out\"");
    free(text);
    text = talus_scenario_resolved(scenario, SCENARIO_DATA "../terrain_that_is_not_there/results");
    expect_in(text, "dem: \"../../scenarios/tiny.asc\"");
    free(text);
    text = talus_scenario_resolved(scenario, SCENARIO_DATA "out");
    expect_in(text, "dir: \".\"");
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, builders_are_no_file_names)
{
    talus_scenario *scenario = read_good(GOOD, NULL, 0);
    char *text = talus_scenario_resolved(scenario, "/");
    expect_in(text, "shape: \"eota221\"");
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, reading_it_again_gives_the_same_text)
{
    static const talus_override overrides[] = {
        {"simulation.gravity_m_s2", "9.8066499999999994"},
        {"releases.0.spin_rad_s", "[0.1, 0.3333333333333333, 1e-7]"},
        {"releases.1.orientation", "[0.3, 0.1, -0.7, 0.2]"},
        {"title", "'quotes \" and \\ and: colons'"},
        {"rocks.1.volume_m3", "{distribution: power_law, exponent: 1.1, min: 0.05, max: 0.7}"},
    };
    char path[512];
    const char *directory = test_directory();
    snprintf(path, sizeof path, "%s/resolved_%d.yaml", directory, rand());
    talus_scenario *scenario = read_good(GOOD, overrides, 5);
    char *first = talus_scenario_resolved(scenario, directory);
    talus_scenario_destroy(scenario);
    write_text(path, first);
    scenario = read_good(path, NULL, 0);
    char *second = talus_scenario_resolved(scenario, directory);
    talus_scenario_destroy(scenario);
    remove(path);
    cr_assert_str_eq(first, second);
    free(first);
    free(second);
}

Test(scenario_resolved, accessors_answer)
{
    talus_scenario *scenario = read_good(GOOD, NULL, 0);
    cr_assert_str_eq(talus_scenario_title(scenario), "tiny slope");
    cr_assert_str_eq(talus_scenario_path(scenario), GOOD);
    cr_assert_eq(strlen(talus_scenario_sha256(scenario)), 64);
    cr_assert_str_eq(talus_scenario_output_dir(scenario), SCENARIO_DATA "out");
    cr_assert_eq(talus_scenario_threads(scenario), 1);
    cr_assert(talus_scenario_layer_wanted(scenario, "kinetic_energy_max"));
    cr_assert_not(talus_scenario_layer_wanted(scenario, "kinetic_energy_mean"));
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, all_layers_are_wanted_by_default)
{
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", NULL, 0);
    cr_assert(talus_scenario_layer_wanted(scenario, "spin_p95"));
    talus_scenario_destroy(scenario);
}
