// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved scenario: complete, exact, and the same scenario again when read.
#include "scenario/support.h"
#include "scenario/table_check.h"

#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "lab/scenario/rocking.h"
#include "lab/scenario/rocking_check.h"
#include "lab/scenario/rocking_stack.h"
#include "studies/hazard/hazard.h"

#include <glob.h>
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
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
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
                    "      rolling: 0\n"
                    "      drawn: impact\n"
                    "      depth: plumb\n");
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
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA "../../..", &text, NULL);
    expect_in(text, "dem: \"tests/data/scenarios/tiny.asc\"");
    expect_in(text, "dir: \"tests/data/scenarios/out\"");
    free(text);
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA "../terrain_that_is_not_there/results",
                                  &text, NULL);
    expect_in(text, "dem: \"../../scenarios/tiny.asc\"");
    free(text);
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA "out", &text, NULL);
    expect_in(text, "dir: \".\"");
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, builders_are_no_file_names)
{
    talus_scenario *scenario = read_good(GOOD, NULL, 0);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, "/", &text, NULL);
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
    char *first = NULL;
    (void)talus_scenario_resolved(scenario, directory, &first, NULL);
    talus_scenario_destroy(scenario);
    write_text(path, first);
    scenario = read_good(path, NULL, 0);
    char *second = NULL;
    (void)talus_scenario_resolved(scenario, directory, &second, NULL);
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
    cr_assert(talus_scenario_layer_requested(scenario, "kinetic_energy_max"));
    cr_assert_not(talus_scenario_layer_requested(scenario, "kinetic_energy_mean"));
    talus_scenario_destroy(scenario);
}

Test(scenario_resolved, all_layers_are_wanted_by_default)
{
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", NULL, 0);
    cr_assert(talus_scenario_layer_requested(scenario, "spin_p95"));
    talus_scenario_destroy(scenario);
}

/// The resolved text of a file.
static char *resolve_rocks(const char *path, const char *directory)
{
    // the one scenario whose terrain the user has to bring
    static const talus_override own = {"terrain.dem", SCENARIO_DATA "tiny.asc"};
    const bool brings = strstr(path, "chant_sura") != NULL;
    talus_scenario *scenario = read_good(path, &own, brings ? 1 : 0);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, directory, &text, NULL);
    talus_scenario_destroy(scenario);
    return text;
}

/// That of a rocking block.
static char *resolve_rocking(const char *path, const char *directory)
{
    talus_diagnostics *list = talus_diagnostics_create();
    rocking_scenario *scenario = NULL;
    const talus_status status = rocking_scenario_read(path, NULL, 0, list, &scenario, NULL);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK, "%s", path);
    char *text = rocking_scenario_resolved(scenario, directory);
    rocking_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    return text;
}

/// That of a stack.
static char *resolve_stack(const char *path, const char *directory)
{
    talus_diagnostics *list = talus_diagnostics_create();
    rocking_stack_scenario *scenario = NULL;
    const talus_status status = rocking_stack_read(path, NULL, 0, list, &scenario, NULL);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK, "%s", path);
    char *text = rocking_stack_resolved(scenario, directory);
    rocking_stack_destroy(scenario);
    talus_diagnostics_destroy(list);
    return text;
}

static size_t expect_read_back(const char *pattern,
                               char *(*resolved)(const char *path, const char *directory))
{
    glob_t found;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "%s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/read_back_%d_%zu.yaml", test_directory(), rand(), i);
        char *first = resolved(found.gl_pathv[i], test_directory());
        write_text(path, first);
        char *second = resolved(path, test_directory());
        cr_expect_str_eq(first, second, "%s", found.gl_pathv[i]);
        free(first);
        free(second);
        remove(path);
    }
    const size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

Test(scenario_resolved, every_shipped_scenario_is_read_back_the_same)
{
    // at least the 11 scenarios and 3 rocking blocks of today
    cr_expect_geq(expect_read_back(TALUS_SOURCE_DIR "/scenarios/*.yaml", resolve_rocks), 11);
    cr_expect_geq(expect_read_back(TALUS_SOURCE_DIR "/scenarios/rocking/*.yaml", resolve_rocking),
                  3);
    cr_expect_geq(expect_read_back(TALUS_SOURCE_DIR "/scenarios/stacks/*.yaml", resolve_stack), 2);
}

Test(scenario_resolved, a_precision_that_is_not_asked_for_is_not_written)
{
    static const talus_override override = {"stop_when", "{reach_halfwidth: 0.2}"};
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", &override, 1);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    expect_in(text, "stop_when:\n  reach_halfwidth: 0.2");
    cr_expect_null(strstr(text, "screen_energy_error"), "%s", text);
    cr_expect_null(strstr(text, "screen_height_error"), "%s", text);
    free(text);
    talus_scenario_destroy(scenario);
}

static bool keep_path(const void *user, const char *path, files_text *out)
{
    (void)user;
    files_text_add(out, "%s", path);
    return true;
}

/// Write a section at its defaults and read it back: nothing but required keys may be missing.
/// @return sections checked, this one included
static size_t expect_defaults_read_back(const scenario_table *table)
{
    files_text text = {0};
    const scenario_writer writer = {.text = &text, .turn_path = keep_path};
    talus_diagnostics *list = talus_diagnostics_create();
    scenario_tree tree = {.diagnostics = list};
    void *section = calloc(1, table->size);
    scenario_read_section(&tree, table, NULL, section);
    scenario_write_section(&writer, table, section, 0, false);
    cr_assert_not(text.failed);
    if (text.data != NULL) {
        scenario_tree_init(&tree, table->name, text.data, text.size, "", list);
        scenario_read_section(&tree, table, tree.root, section);
        for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
            const char *message = talus_diagnostics_get(list, i)->message;
            cr_expect_not_null(strstr(message, "missing required key"), "%s: %s", table->name,
                               message);
        }
    }
    scenario_clear_section(table, section);
    free(section);
    scenario_tree_clear(&tree);
    talus_diagnostics_destroy(list);
    files_text_clear(&text);
    size_t count = 1;
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_table *below = table->fields[i].table;
        count += below != NULL ? expect_defaults_read_back(below) : 0;
    }
    return count;
}

Test(scenario_resolved, every_section_at_its_defaults_is_read_back)
{
    cr_expect_geq(expect_defaults_read_back(&scenario_top_table), 20);
    cr_expect_geq(expect_defaults_read_back(&rocking_top_table), 5);
    cr_expect_geq(expect_defaults_read_back(&hazard_rules_table), 5);
}

Test(scenario_resolved, rows_of_blocks_and_of_rule_packs_are_complete)
{
    cr_expect_geq(expect_complete_table(&rocking_top_table), 70);
    cr_expect_geq(expect_complete_table(&hazard_rules_table), 30);
}
