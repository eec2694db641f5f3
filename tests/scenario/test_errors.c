// SPDX-License-Identifier: GPL-3.0-or-later
// Bad scenarios: every error of a file is reported at its line and column, all in one go.
#include "scenario/support.h"

static talus_diagnostics *read_bad(const char *name)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    char path[512];
    snprintf(path, sizeof path, "%s%s", SCENARIO_DATA, name);
    const talus_status status = talus_scenario_read(path, NULL, 0, list, &scenario, &error);
    cr_assert_eq(status, TALUS_ERROR_INPUT);
    cr_assert_null(scenario);
    cr_assert_neq(error.message[0], '\0');
    return list;
}

/// Exactly the expected errors, in the order of their places.
static void expect_errors(const char *name, const expected *errors, size_t count)
{
    talus_diagnostics *list = read_bad(name);
    if (talus_diagnostics_count(list) != count) {
        print_diagnostics(list);
    }
    cr_assert_eq(talus_diagnostics_count(list), count, "%zu instead of %zu errors",
                 talus_diagnostics_count(list), count);
    for (size_t i = 0; i < count; i++) {
        const talus_diagnostic *item = talus_diagnostics_get(list, i);
        cr_expect_eq(item->line, errors[i].line, "%d:%d %s", item->line, item->column,
                     item->message);
        cr_expect_eq(item->column, errors[i].column, "%d:%d %s", item->line, item->column,
                     item->message);
        cr_expect(strstr(item->message, errors[i].phrase) != NULL, "'%s' is not in '%s'",
                  errors[i].phrase, item->message);
        cr_expect(strstr(item->file, name) != NULL);
    }
    talus_diagnostics_destroy(list);
}

#define EXPECT_ERRORS(name, errors) expect_errors(name, errors, sizeof(errors) / sizeof(errors[0]))

Test(scenario_errors, unknown_and_duplicate_keys_name_the_nearest_known_key)
{
    static const expected errors[] = {
        {2, 1, "unknown key 'sed': did you mean 'seed'?"},
        {3, 26, "unknown key 'assume_meters': did you mean 'assume_metres'?"},
        {3, 47, "unknown key 'roughnes': did you mean 'roughness'?"},
        {7, 5, "unknown key 'size_cm': did you mean 'size_m' (metres)?"},
        {9, 5, "unknown key 'mass_t': did you mean 'mass_kg' (kilograms)?"},
        {12, 6, "unknown key 'box': did you mean 'box_m' (metres)?"},
        {12, 81, "unknown key 'velocity_km_h': did you mean 'velocity_m_s' (metres per second)?"},
        {14, 3, "unknown key 'time_step_ms': did you mean 'time_step_s' (seconds)?"},
        {16, 3, "duplicate key 'scheme': it stands in line 15 already"},
        {17, 3, "unknown key 'layers' in simulation: 'layers' belongs to outputs"},
        {18, 3, "unknown key 'frobnicate': simulation knows scheme, time_step_s"},
        {20, 1, "duplicate key 'seed': it stands in line 19 already"},
    };
    EXPECT_ERRORS("bad_keys.yaml", errors);
}

Test(scenario_errors, values_say_what_was_found_and_expected)
{
    static const expected errors[] = {
        {2, 7, "seed: found '-1', expected a whole number"},
        {3, 41, "assume_metres: found 'yes', expected true or false"},
        {3, 84, "refine: found '0', expected a whole number from 1 to 64"},
        {4, 19, "preset: found 'mediun', expected a ground preset, one of: "},
        {5, 34, "size_m: found a list of 2, expected a list of 3 numbers in m"},
        {7, 12, "box_m: found x minimum 1030 and maximum 1010"},
        {8, 12, "rocks: found '10.5', expected a whole number"},
        {9, 19, "velocity_m_s: found '3', expected a list of 3 numbers in m/s"},
        {10, 18, "expected random or a quaternion [w, x, y, z]"},
        {12, 11, "runge-kutta: did you mean 'midpoint'?"},
        {13, 16, "time_step_s: found '2 ms', expected a number in s"},
        {14, 17, "gravity_m_s2: found '9,81', expected a number in m/s^2"},
        {15, 17, "time_limit_s: found the text '300', expected a number in s"},
        {16, 21, "speed_m_s: found '-0.2', expected a number in m/s"},
        {16, 27, "for_s: found nothing, expected a number in s"},
        {18, 11, "cell_m: found '.nan', expected a number in m"},
        {19, 22,
         "layers: found 'kinetic_energy', expected one of: standard, further, error, passages"},
        {20, 17, "trajectories: found '-5', expected a whole number"},
    };
    EXPECT_ERRORS("bad_values.yaml", errors);
}

Test(scenario_errors, rocks_must_fix_one_body)
{
    static const expected errors[] = {
        {4, 30, "mass_kg together with density_kg_m3 and volume_m3"},
        {4, 80, "the shares of all rocks add up to 0"},
        {5, 5, "missing required key 'size_m'"},
        {6, 32, "size_m goes with builders"},
        {7, 13, "did you mean 'eota221'?"},
        {8, 13, "shape: found no file '"},
        {9, 46, "sides: found 2, expected at least 3 for a prism"},
        {9, 64, "density_kg_m3: found '2.7', expected a number in kg/m^3 from 100 to 30000"},
        {10, 29, "expected three lengths above 0"},
        {10, 47, "sides goes with prism and icosphere only"},
        {11, 51, "found min 2 and max 1, expected min below max"},
        {12, 51, "missing required key 'std' of a normal distribution"},
        {13, 49, "a distribution of mass_kg needs density_kg_m3"},
        {14, 97, "mean: not used by a uniform distribution"},
    };
    EXPECT_ERRORS("bad_rocks.yaml", errors);
}

Test(scenario_errors, releases_have_one_geometry_and_one_number)
{
    static const expected errors[] = {
        {5, 5, "found 0 of the release geometries, expected exactly one of"},
        {6, 5, "found 2 of the release geometries, expected exactly one of"},
        {7, 16, "expected a list of points [[x, y], [x, y], ...] in m"},
        {8, 17, "points_m: found a list of 3, expected a list of 2 numbers in m"},
        {9, 14, "line_m: found 1 point, expected at least 2"},
        {10, 17, "polygon_m: found fewer than 3 points"},
        {11, 5, "missing required key 'rocks'"},
        {12, 65, "found more than one of rocks, rocks_per_point and rocks_per_cell"},
        {12, 65,
         "rocks_per_cell goes with slope_above_deg, slope_preset, slope_by_cell and raster"},
        {13, 23, "slope_above_deg: found '95', expected a number in deg above 0"},
        {14, 56, "within_box_m goes with slope_above_deg, slope_preset, slope_by_cell and raster"},
        {15, 55, "expected a quaternion [w, x, y, z] other than zero"},
        {16, 49, "layer: it goes with a file, but there is no key 'file'"},
        {17, 12, "file: found no file '"},
    };
    EXPECT_ERRORS("bad_releases.yaml", errors);
}

Test(scenario_errors, sources_and_frequencies_are_said_once)
{
    static const expected errors[] = {
        {5, 57, "volume_class_m3: [1, 4] overlaps [0.5, 2] of 'cuboid': rocks in both w"},
        {6, 57, "volume_class_m3: expected two volumes [low, high] that ascend"},
        {7, 57, "volume_class_m3: expected two volumes [low, high] that ascend"},
        {8, 5, "missing required key 'volume_class_m3': a frequency by magnitude needs"},
        {9, 76, "missing required key 'file' of a table distribution"},
        {10, 104, "file: found no file '"},
        {12, 48, "found 16 releases x 7 rocks = 112 combinations, of which each has a fr"},
        {12, 76, "found 2 ways to give the frequency, expected exactly one of per_year, "},
        {13, 48, "found 0 ways to give the frequency, expected exactly one of per_year, "},
        {14, 59, "per_year: found '-1', expected a number in 1/yr above 0 and at most 1e"},
        {15, 60, "found 0 ways to give the rate of rocks above 1 m3, expected exactly on"},
        {16, 70, "fragility: found no file '"},
        {16, 86, "hazard: found no file '"},
        {16, 102, "blocks: found '0', expected a number above 0 and at most 1e+09"},
        {17, 53, "a frequency per km2 needs a source with an area: points and lines have"},
        {18, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {18, 50, "weight goes with areas and cells, not with points and lines"},
        {19, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {19, 45, "weight: value is that of a raster's cells, but there is no 'raster'"},
        {20, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {20, 20, "slope_preset: found 'louis', expected one of: dorren"},
        {21, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {21, 21, "slope_by_cell: found the cell size 2 m after 5 m, expected sizes that "},
        {22, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {22, 21, "slope_by_cell: found a slope of 95 degrees, expected [cell size in m, "},
        {23, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {23, 14, "raster: found no file '"},
        {24, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {24, 43, "min_patch_cells goes with slope_above_deg, slope_preset and slope_by_c"},
        {25, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {25, 58, "exclude goes with slope_above_deg, slope_preset, slope_by_cell and ras"},
        {26, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {26, 46, "missing required key 'file': polygons"},
        {26, 54, "layer: it goes with a file, but there is no key 'file'"},
        {27, 5, "missing key 'frequency': another release has one, and annual frequenci"},
        {27, 42, "crs: it goes with a file, but there is no key 'file'"},
    };
    EXPECT_ERRORS("bad_sources.yaml", errors);
}

Test(scenario_errors, ground_and_forest_lie_in_order)
{
    static const expected errors[] = {
        {1, 16, "dem: found no file '"},
        {3, 28, "the first ground lies everywhere and takes no file"},
        {4, 5, "a later ground without 'file' would hide all before it"},
        {5, 5, "missing required key 'beta_1_s': give it, or a preset"},
        {5, 5, "missing required key 'drag_1_s': give it, or a preset"},
        {5, 39, "mu_max is 0.5 and mu_min 0.9, expected mu_min <= mu_max"},
        {6, 5, "a later ground without 'file' would hide all before it"},
        {6, 31, "epsilon_n: found '1.5', expected a number from 0 to 1"},
        {6, 43, "layer: it goes with a file"},
        {7, 26, "name: found 43 bytes, expected at most 31"},
        {9, 14, "preset: found 'jungle', expected a forest preset, one of: open"},
        {10, 5, "a later forest without 'file' would hide all before it"},
    };
    EXPECT_ERRORS("bad_ground.yaml", errors);
}

Test(scenario_errors, missing_keys_are_reported_together)
{
    static const expected errors[] = {
        {1, 1, "missing required key 'ground'"},
        {2, 10, "missing required key 'dem'"},
        {3, 8, "rocks: found an empty list, expected at least one entry"},
        {4, 13, "simulation: expected keys with values"},
        {5, 11, "releases: expected a list"},
    };
    EXPECT_ERRORS("bad_missing.yaml", errors);
}

Test(scenario_errors, a_step_too_long_for_the_drag_of_a_light_rock)
{
    // 2 m / c = 2 * 2.5 kg / (250 kg/s + 0.6 1/s * 2.5 kg) = 0.01988 s
    static const expected errors[] = {{6, 27, "expected less than 2 m/c = 0.0199 s"}};
    EXPECT_ERRORS("bad_step.yaml", errors);
}

Test(scenario_errors, syntax_has_a_place)
{
    static const expected errors[] = {{3, 7, "not valid YAML: missing comma in flow mapping"}};
    EXPECT_ERRORS("bad_syntax.yaml", errors);
}

Test(scenario_errors, anchors_are_refused)
{
    static const expected errors[] = {{2, 17, "tags and anchors (!name, &name) are not supported"}};
    EXPECT_ERRORS("bad_anchor.yaml", errors);
}

Test(scenario_errors, an_empty_file_is_no_scenario)
{
    static const expected errors[] = {{1, 1, "the file holds no scenario"}};
    EXPECT_ERRORS("bad_empty.yaml", errors);
}

Test(scenario_errors, a_list_is_no_scenario)
{
    static const expected errors[] = {{1, 1, "found no map of keys"}};
    EXPECT_ERRORS("bad_list.yaml", errors);
}

Test(scenario_errors, the_offending_line_is_shown)
{
    talus_diagnostics *list = read_bad("bad_values.yaml");
    const talus_diagnostic *item = find_diagnostic(list, "time_step_s");
    cr_assert_not_null(item);
    cr_assert_str_eq(item->source_line, "  time_step_s: 2 ms");
    talus_diagnostics_destroy(list);
}

Test(scenario_errors, a_missing_file_is_an_error_without_diagnostics)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    const talus_status status =
        talus_scenario_read(SCENARIO_DATA "no_such.yaml", NULL, 0, list, &scenario, &error);
    cr_assert_neq(status, TALUS_OK);
    cr_assert_null(scenario);
    cr_assert_neq(error.message[0], '\0');
    talus_diagnostics_destroy(list);
}

Test(scenario_errors, nothing_is_printed)
{
    fflush(stderr);
    char path[512];
    snprintf(path, sizeof path, "%s/scenario_stderr_%d", test_directory(), rand());
    cr_assert_not_null(freopen(path, "w", stderr));
    talus_scenario *scenario = NULL;
    (void)talus_scenario_read(SCENARIO_DATA "bad_syntax.yaml", NULL, 0, NULL, &scenario, NULL);
    (void)talus_scenario_read(SCENARIO_DATA "bad_keys.yaml", NULL, 0, NULL, &scenario, NULL);
    fflush(stderr);
    FILE *written = fopen(path, "r");
    cr_assert_not_null(written);
    cr_assert_eq(fgetc(written), EOF);
    fclose(written);
    remove(path);
}
