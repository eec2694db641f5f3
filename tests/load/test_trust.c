// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario is untrusted data: wrong encodings, floods of keys and misspelt keys end at once with
// few and useful sentences.
#include "scenario/support.h"

#include <time.h>

enum { FLOOD = 50000 };

static void path_of(char path[512], const char *name)
{
    snprintf(path, 512, "%s/trust_%s", test_directory(), name);
}

static FILE *open_file(const char *name, char path[512])
{
    path_of(path, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    return file;
}

/// Read a bad scenario; the diagnostics are the caller's.
static talus_diagnostics *read_refused(const char *path, talus_error *error)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    cr_expect_eq(talus_scenario_read(path, NULL, 0, list, &scenario, error), TALUS_ERROR_INPUT);
    cr_expect_null(scenario);
    return list;
}

/// Diagnostics of a text.
static talus_diagnostics *read_text(const char *text)
{
    char path[512];
    FILE *file = open_file("text.yaml", path);
    fputs(text, file);
    fclose(file);
    talus_error error = {0};
    talus_diagnostics *list = read_refused(path, &error);
    remove(path);
    return list;
}

/// The only diagnostic of a text.
static void expect_only(const char *text, int line, int column, const char *phrase)
{
    talus_diagnostics *list = read_text(text);
    if (talus_diagnostics_count(list) != 1) {
        print_diagnostics(list);
    }
    cr_assert_eq(talus_diagnostics_count(list), 1, "%s", text);
    const talus_diagnostic *item = talus_diagnostics_get(list, 0);
    cr_expect(item->line == line && item->column == column, "%d:%d %s", item->line, item->column,
              item->message);
    cr_expect_not_null(strstr(item->message, phrase), "%s", item->message);
    talus_diagnostics_destroy(list);
}

Test(scenario_trust, a_text_that_is_not_utf8_is_refused_before_it_is_parsed, .timeout = 10)
{
    static const struct {
        const char *name;
        int line, column;
    } files[] = {{"directive_not_utf8.yaml", 1, 2},
                 {"directive_not_utf8_2.yaml", 1, 8},
                 {"directive_not_utf8_3.yaml", 1, 5},
                 {"directive_not_utf8_4.yaml", 1, 11}};
    for (size_t k = 0; k < 4; k++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", SCENARIO_DATA, files[k].name);
        talus_error error = {0};
        talus_diagnostics_destroy(read_refused(path, &error));
        cr_expect(error.line == files[k].line && error.column == files[k].column, "%d:%d",
                  error.line, error.column);
        cr_expect_str_eq(error.file, path);
        cr_expect_not_null(strstr(error.message, "not UTF-8 text"), "%s", error.message);
    }
}

Test(scenario_trust, an_override_that_is_not_utf8_is_refused_before_it_is_parsed, .timeout = 10)
{
    const talus_override override = {"title", "%\xff"};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    cr_assert_eq(
        talus_scenario_read(SCENARIO_DATA "minimal.yaml", &override, 1, list, &scenario, NULL),
        TALUS_ERROR_INPUT);
    const talus_diagnostic *item = talus_diagnostics_get(list, 0);
    cr_expect_str_eq(item->file, "--set");
    cr_expect_eq(item->column, 8);
    cr_expect_not_null(strstr(item->message, "not UTF-8"), "%s", item->message);
    talus_diagnostics_destroy(list);
}

/// Processor time for a file of FLOOD pieces; measured 0.2 s. One line of as many keys took
/// minutes when every message held a copy of it.
static void expect_quick(const char *name, const char *begin, const char *format, const char *end)
{
    char path[512];
    FILE *file = open_file(name, path);
    fputs(begin, file);
    for (int i = 0; i < FLOOD; i++) {
        fprintf(file, "%s%d%s", format, i, end);
    }
    fputs(begin[0] == '{' ? "}\n" : "", file);
    fclose(file);
    talus_error error = {0};
    const clock_t start = clock();
    talus_diagnostics *list = read_refused(path, &error);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    cr_expect_lt(seconds, 5.0, "%s: %g s", name, seconds);
    // 200 errors one by one, and that there are more
    cr_expect_eq(talus_diagnostics_count(list), 201, "%zu", talus_diagnostics_count(list));
    const talus_diagnostic *last = talus_diagnostics_get(list, 200);
    cr_expect_not_null(strstr(last->message, "the rest is left out"), "%s", last->message);
    size_t longest = 0;
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        const size_t size = talus_diagnostic_format(talus_diagnostics_get(list, i), NULL, 0);
        longest = size > longest ? size : longest;
    }
    cr_expect_lt(longest, 2000, "%zu bytes in one message", longest);
    talus_diagnostics_destroy(list);
    remove(path);
}

Test(scenario_trust, a_flood_of_unknown_keys_takes_linear_time)
{
    expect_quick("lines.yaml", "", "zz", ": 1\n");
}

Test(scenario_trust, a_flood_of_keys_in_one_line_takes_linear_time)
{
    expect_quick("line.yaml", "{", "zz", ": 1, ");
}

Test(scenario_trust, a_flood_of_duplicate_keys_takes_linear_time)
{
    expect_quick("duplicates.yaml", "", "seed: 1 # ", "\n");
}

Test(scenario_trust, a_misspelt_key_is_told_without_what_it_leaves_missing)
{
    static const char rest[] = "terrain: {dem: " SCENARIO_DATA "tiny.asc, assume_metres: true}\n"
                               "releases: [{box_m: [1005, 2010, 1010, 2020], rocks: 1}]\n";
    char text[2048];
    snprintf(text, sizeof text,
             "%srocks: [{shape: equant, size_m: [1, 1, 1]}]\nground: [{presett: medium}]\n", rest);
    expect_only(text, 4, 11, "unknown key 'presett': did you mean 'preset'?");
    snprintf(text, sizeof text,
             "%srocks: [{shpae: equant, size_m: [1, 1, 1]}]\nground: [{preset: medium}]\n", rest);
    expect_only(text, 3, 10, "unknown key 'shpae': did you mean 'shape'?");
    snprintf(text, sizeof text,
             "%srokcs: [{shape: equant, size_m: [1, 1, 1]}]\nground: [{preset: medium}]\n", rest);
    expect_only(text, 3, 1, "unknown key 'rokcs': did you mean 'rocks'?");
    snprintf(text, sizeof text, "%srocks: [{shape: equant, size_m: [1, 1, 1]}]\nground: [{}]\n",
             rest);
    talus_diagnostics *list = read_text(text); // without a misspelt key all are told
    cr_expect_gt(talus_diagnostics_count(list), 4);
    talus_diagnostics_destroy(list);
}

Test(scenario_trust, a_number_with_a_comma_is_recognised)
{
    static const char rest[] = "terrain: {dem: " SCENARIO_DATA "tiny.asc, assume_metres: true}\n"
                               "ground: [{preset: medium}]\n";
    char text[2048];
    snprintf(text, sizeof text,
             "%srocks: [{shape: equant, size_m: [1, 1, 1]}]\n"
             "releases: [{box_m: [1005, 2010, 1010, 2020], rocks: 1,000}]\n",
             rest);
    expect_only(text, 4, 53, "rocks: found '1,000', expected a number without comma: write 1000");
    snprintf(text, sizeof text,
             "%srocks: [{shape: equant, size_m: [1,5, 1, 1]}]\n"
             "releases: [{box_m: [1005, 2010, 1010, 2020], rocks: 1}]\n",
             rest);
    expect_only(text, 3, 33, "found a list of 4, expected a list of 3 numbers in m: a comma");
    snprintf(text, sizeof text,
             "%srocks: [{shape: equant, size_m: [1, 1, 1]}]\n"
             "releases:\n  - box_m: [1005, 2010, 1010, 2020]\n    rocks: 10,000\n",
             rest);
    expect_only(text, 6, 12, "write 10000 without comma, or the decimal point as '.'");
    snprintf(text, sizeof text,
             "%srocks:\n  - shape: equant\n    size_m: [1, 1, 1]\n    density_kg_m3: 2,70\n"
             "releases: [{box_m: [1005, 2010, 1010, 2020], rocks: 1}]\n",
             rest);
    expect_only(text, 6, 20, "write the decimal point as '.'");
}

#define PLACE                                                                                      \
    "terrain: {dem: " SCENARIO_DATA "tiny.asc, assume_metres: true}\n"                             \
    "ground: [{preset: medium}]\n"

Test(scenario_trust, names_hold_printable_characters_only)
{
    static const char *const names[] = {"a\\e[31mb", "a\\nb", "a\\tb", "a\\u009bb", "a\\u202eb"};
    for (size_t k = 0; k < 5; k++) {
        char text[2048];
        snprintf(text, sizeof text,
                 PLACE "rocks: [{name: \"%s\", shape: equant, size_m: [1, 1, 1]}]\n"
                       "releases: [{box_m: [1005, 2010, 1010, 2020], rocks: 1}]\n",
                 names[k]);
        expect_only(text, 3, 16, "name: found a line break, tab or other control character");
    }
}

Test(scenario_trust, control_characters_of_a_title_become_spaces)
{
    static const talus_override override = {"title", "\"a\\e[31mb\\nc\\u202ed\""};
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", &override, 1);
    cr_expect_str_eq(talus_scenario_title(scenario), "a [31mb c d");
    talus_scenario_destroy(scenario);
}

Test(scenario_trust, the_time_step_is_judged_by_release_speed_and_drop_too)
{
    static const talus_override calm[] = {{"simulation.time_step_s", "0.004"}};
    static const talus_override thrown[] = {{"simulation.time_step_s", "0.004"},
                                            {"releases.0.velocity_m_s", "[0, 0, 150]"}};
    static const talus_override dropped[] = {{"simulation.time_step_s", "0.004"},
                                             {"releases.0.height_m", "1200"}};
    static const struct {
        const talus_override *overrides;
        size_t count;
        const char *phrase;
    } cases[] = {{calm, 1, NULL},
                 {thrown, 2, "time_step_s: at 150 m/s a rock moves 0.6 m in a step"},
                 {dropped, 2, "time_step_s: at 153 m/s a rock moves 0.61"}};
    for (size_t k = 0; k < 3; k++) {
        talus_diagnostics *list = talus_diagnostics_create();
        talus_world *world =
            load_good(SCENARIO_DATA "minimal.yaml", cases[k].overrides, cases[k].count, list);
        const talus_diagnostic *found = find_diagnostic(list, "time_step_s: at");
        cr_expect_eq(found != NULL, cases[k].phrase != NULL, "case %zu", k);
        if (found != NULL && cases[k].phrase != NULL) {
            cr_expect_not_null(strstr(found->message, cases[k].phrase), "%s", found->message);
        }
        talus_world_destroy(world);
        talus_diagnostics_destroy(list);
    }
}

Test(scenario_trust, options_of_another_size_are_refused)
{
    talus_scenario *scenario = read_good(SCENARIO_DATA "minimal.yaml", NULL, 0);
    talus_world_options options = talus_world_options_default();
    talus_world *world = NULL;
    cr_expect_not(options.allow_network);
    options.size--;
    cr_expect_eq(talus_world_load_with(scenario, &options, NULL, &world, NULL),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_world_load_with(scenario, NULL, NULL, &world, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_null(world);
    talus_scenario_destroy(scenario);
}
