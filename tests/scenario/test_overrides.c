// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides: values replaced by path before validation, and their errors.
#include "scenario/support.h"

#define GOOD SCENARIO_DATA "good.yaml"

static char *resolved_with(const talus_override *overrides, size_t count)
{
    talus_scenario *scenario = read_good(GOOD, overrides, count);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_assert_not_null(text);
    talus_scenario_destroy(scenario);
    return text;
}

static void expect_line(const char *path, const char *value, const char *line)
{
    const talus_override override = {path, value};
    char *text = resolved_with(&override, 1);
    cr_assert(strstr(text, line) != NULL, "'%s' is not in\n%s", line, text);
    free(text);
}

static void expect_error(const char *path, const char *value, int column, const char *phrase)
{
    const talus_override override = {path, value};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    const talus_status status = talus_scenario_read(GOOD, &override, 1, list, &scenario, NULL);
    cr_assert_eq(status, TALUS_ERROR_INPUT);
    cr_assert_eq(talus_diagnostics_count(list), 1);
    const talus_diagnostic *item = talus_diagnostics_get(list, 0);
    char line[256];
    snprintf(line, sizeof line, "%s=%s", path, value);
    cr_expect_str_eq(item->file, "--set");
    cr_expect_str_eq(item->source_line, line);
    cr_expect_eq(item->line, 1);
    cr_expect_eq(item->column, column, "column %d: %s", item->column, item->message);
    cr_expect(strstr(item->message, phrase) != NULL, "'%s' is not in '%s'", phrase, item->message);
    talus_diagnostics_destroy(list);
}

Test(scenario_overrides, a_value_is_replaced)
{
    expect_line("seed", "99", "\nseed: 99\n");
}

Test(scenario_overrides, a_list_item_is_reached_by_its_index)
{
    expect_line("releases.0.rocks", "12345", "\n    rocks: 12345\n");
}

Test(scenario_overrides, a_key_that_was_not_there_is_added)
{
    expect_line("simulation.slip_gap_m", "-1", "\n  slip_gap_m: -1\n");
}

Test(scenario_overrides, values_are_yaml)
{
    expect_line("outputs.layers", "[deposits, speed_p99]", "\n  layers: [deposits, speed_p99]\n");
}

Test(scenario_overrides, a_number_of_rocks_replaces_a_number_per_point)
{
    const talus_override override = {"releases.1.rocks", "3"};
    char *text = resolved_with(&override, 1);
    cr_assert(strstr(text, "rocks: 3\n") != NULL);
    cr_assert(strstr(text, "rocks_per_point") == NULL);
    free(text);
}

Test(scenario_overrides, two_numbers_of_rocks_in_one_override_are_refused)
{
    expect_error("releases.1", "{points_m: [[1020, 2050]], rocks: 3, rocks_per_point: 2}", 66,
                 "found more than one of rocks, rocks_per_point and rocks_per_cell");
}

Test(scenario_overrides, the_last_of_two_wins)
{
    const talus_override overrides[] = {{"seed", "5"}, {"seed", "6"}};
    char *text = resolved_with(overrides, 2);
    cr_assert(strstr(text, "\nseed: 6\n") != NULL);
    free(text);
}

Test(scenario_overrides, an_unknown_path_is_an_error)
{
    expect_error("simulation.time_step_ms", "2", 12, "did you mean 'time_step_s' (seconds)?");
}

Test(scenario_overrides, an_unknown_section_is_an_error)
{
    expect_error("simulatoin.seed", "2", 1, "did you mean 'simulation'?");
}

Test(scenario_overrides, a_bad_value_is_pointed_at)
{
    expect_error("simulation.time_step_s", "1,5", 24, "expected a number in s");
}

Test(scenario_overrides, a_stop_threshold_of_zero_is_refused)
{
    expect_error("simulation.stop.speed_m_s", "0", 27, "expected a number in m/s above 0");
    expect_error("simulation.stop.spin_rad_s", "0", 28, "expected a number in rad/s above 0");
}

Test(scenario_overrides, a_time_step_too_short_for_the_time_limit_is_refused)
{
    expect_error("simulation.time_step_s", "1e-300", 24, "would take more than 1e12 steps");
}

Test(scenario_overrides, the_upper_bound_of_a_count_is_told)
{
    expect_line("seed", "18446744073709551614", "\nseed: 18446744073709551614\n");
    expect_error("seed", "18446744073709551616", 6, "expected a whole number from 0 to 2^64 - 2");
    expect_error("releases.0.rocks", "99999999999999", 18, "from 0 to 1e+12");
}

Test(scenario_overrides, an_index_beyond_the_list_is_an_error)
{
    expect_error("releases.2.rocks", "3", 10, "'2' names no item of this list of 2");
}

Test(scenario_overrides, a_name_is_no_index)
{
    expect_error("releases.first.rocks", "3", 10, "'first' names no item of this list of 2");
}

Test(scenario_overrides, a_value_has_no_keys)
{
    expect_error("title.size", "3", 7, "what stands before it is a single value");
}

Test(scenario_overrides, a_value_is_needed)
{
    expect_error("seed", "", 5, "the override has no value: write seed=value");
}

Test(scenario_overrides, broken_yaml_is_pointed_at)
{
    expect_error("outputs.layers", "[passages", 25, "not valid YAML");
}

Test(scenario_overrides, an_empty_name_is_an_error)
{
    expect_error("simulation..seed", "1", 12, "a name is missing");
}
