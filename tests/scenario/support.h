// SPDX-License-Identifier: GPL-3.0-or-later
// Reading test scenarios and looking for their diagnostics.
#ifndef TALUS_TESTS_SCENARIO_SUPPORT_H
#define TALUS_TESTS_SCENARIO_SUPPORT_H

#include "talus/world.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCENARIO_DATA TALUS_SOURCE_DIR "/tests/data/scenarios/"

/// An expected diagnostic.
typedef struct expected {
    int line, column;
    const char *phrase;
} expected;

static inline const char *test_directory(void)
{
    const char *directory = getenv("TALUS_TEST_TMP");
    return directory != NULL ? directory : "/tmp";
}

/// All diagnostics as text, for failing tests.
static inline void print_diagnostics(const talus_diagnostics *list)
{
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        char text[4096];
        talus_diagnostic_format(talus_diagnostics_get(list, i), text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

static inline const talus_diagnostic *find_diagnostic(const talus_diagnostics *list,
                                                      const char *phrase)
{
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        const talus_diagnostic *item = talus_diagnostics_get(list, i);
        if (strstr(item->message, phrase) != NULL) {
            return item;
        }
    }
    return NULL;
}

/// Read a scenario that must be good.
static inline talus_scenario *read_good(const char *path, const talus_override *overrides,
                                        size_t count)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    const talus_status status =
        talus_scenario_read(path, overrides, count, list, &scenario, &error);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    cr_assert_eq(talus_diagnostics_count(list), 0);
    talus_diagnostics_destroy(list);
    return scenario;
}

/// Read and load a scenario; warnings stay in `list`.
static inline talus_world *load_good(const char *path, const talus_override *overrides,
                                     size_t count, talus_diagnostics *list)
{
    talus_scenario *scenario = read_good(path, overrides, count);
    talus_world *world = NULL;
    talus_error error = {0};
    const talus_status status = talus_world_load(scenario, list, &world, &error);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    talus_scenario_destroy(scenario);
    return world;
}

/// The resolved scenario is read without a word and resolved to the same text. @return it, to be
/// freed
static inline char *expect_read_again(const talus_scenario *scenario)
{
    char *first = NULL, *second = NULL;
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *again = NULL;
    cr_assert_eq(talus_scenario_resolved(scenario, SCENARIO_DATA, &first, NULL), TALUS_OK);
    talus_scenario_text text = talus_scenario_text_default();
    text.text = first;
    text.length = strlen(first);
    text.directory = SCENARIO_DATA;
    const talus_status status = talus_scenario_parse(&text, NULL, 0, list, &again, NULL);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK, "%s", first);
    cr_assert_eq(talus_scenario_resolved(again, SCENARIO_DATA, &second, NULL), TALUS_OK);
    cr_expect_str_eq(first, second);
    free(second);
    talus_scenario_destroy(again);
    talus_diagnostics_destroy(list);
    return first;
}

#endif
