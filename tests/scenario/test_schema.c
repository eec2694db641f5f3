// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of keys themselves, and what is printed of them.
#include "foundation/files/files.h"
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/print.h"
#include "scenario/support.h"
#include "scenario/table_check.h"

Test(schema, every_row_is_complete)
{
    cr_expect_geq(expect_complete_table(&scenario_top_table), 250); /* measured 283 */
    (void)expect_complete_table(&scenario_law_table);
}

Test(schema, a_key_is_found_by_its_path)
{
    schema_place place;
    cr_assert(schema_find(&scenario_top_table, "releases.3.frequency.per_year", &place));
    cr_expect_str_eq(place.field->unit, "1/yr");
    cr_assert(schema_find(&scenario_top_table, "", &place));
    cr_expect_null(place.field);
    cr_expect_not(schema_find(&scenario_top_table, "releases.frequenc", &place));
    cr_expect_not(schema_find(&scenario_top_table, "seed.more", &place));
    cr_expect_not(schema_find(&scenario_top_table, "releases..rocks", &place));
}

Test(schema, what_is_no_key_or_no_form_is_an_error)
{
    char *text = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_schema_print("seeed", TALUS_SCHEMA_TEXT, &text, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_null(text);
    cr_expect_not_null(strstr(error.message, "found 'seeed', expected a key"));
    cr_expect_eq(talus_schema_print(NULL, (talus_schema_form)7, &text, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_null(text);
    cr_expect_eq(talus_schema_print("seed", TALUS_SCHEMA_TEXT, NULL, &error), TALUS_ERROR_ARGUMENT);
}

Test(schema, a_key_is_printed_in_each_form)
{
    char *text = NULL;
    cr_assert_eq(talus_schema_print("simulation.time_step_s", TALUS_SCHEMA_MARKDOWN, &text, NULL),
                 TALUS_OK);
    cr_expect_not_null(strstr(text, "| `time_step_s` | above 0, up to 0.1 | s | 0.002 | "), "%s",
                       text);
    free(text);
    cr_assert_eq(talus_schema_print("simulation.time_step_s", TALUS_SCHEMA_JSON, &text, NULL),
                 TALUS_OK);
    cr_expect_not_null(strstr(text, "\"exclusiveMinimum\": 0,\n  \"maximum\": 0.1"), "%s", text);
    cr_expect_not_null(strstr(text, "\"default\": 0.002"), "%s", text);
    free(text);
}

Test(schema, two_models_are_compared_by_their_tables)
{
    static const struct {
        const char *path, *value;
        bool same;
    } cases[] = {
        {"seed", "7", true},
        {"seed", "8", false},
        {"title", "'tiny slope'", true},
        {"title", "other", false},
        {"releases.0.velocity_m_s", "[1.0, 0, 0e3]", true},
        {"releases.0.velocity_m_s", "[1, 0, 1e-9]", false},
        {"releases.1.points_m", "[[1020.5, 2050], [1021, 2060]]", true},
        {"releases.1.points_m", "[[1020.5, 2050]]", false},
        {"releases.1.orientation", "random", false},
        {"releases.0.orientation", "random", true},
        {"rocks.1.volume_m3.max", "4", false},
        {"rocks.1.name", "cuboid", true},
        {"outputs.layers", "[kinetic_energy_max, passages]", true},
        {"outputs.layers", "all", false},
        {"air", "{}", false},
        {"ground.1", "{preset: hard, mu_min: 0.5, file: areas.csv, where: \"kind = 'far'\"}",
         false},
        {"hazard.heights_m", "[1, 2]", false},
        {"simulation.flights", "false", false},
        {"simulation.scheme", "explicit", false},
    };
    talus_scenario *first = read_good(SCENARIO_DATA "good.yaml", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const talus_override override = {cases[i].path, cases[i].value};
        talus_scenario *other = read_good(SCENARIO_DATA "good.yaml", &override, 1);
        cr_expect_eq(scenario_sections_equal(&scenario_top_table, &first->model, &other->model),
                     cases[i].same, "%s=%s", cases[i].path, cases[i].value);
        talus_scenario_destroy(other);
    }
    talus_scenario_destroy(first);
}
