// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation of reading a scenario fails once: the caller hears of the memory, not of a file
// that is wrong. Linked with --wrap, so that malloc, calloc and realloc of talus's own code count.
#include "failing_memory.h"
#include "scenario/support.h"

/// Read with request `k` failing. @return the status
static talus_status read_with_failure(const char *path, size_t k)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    requests = 0;
    failing = k;
    const talus_status status = talus_scenario_read(path, NULL, 0, list, &scenario, &error);
    failing = 0;
    if (status != TALUS_OK) {
        cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu: %s", k, error.message);
        cr_expect_null(scenario);
        cr_expect_not_null(strstr(error.message, "out of memory"), "request %zu: %s", k,
                           error.message);
        cr_expect_eq(talus_diagnostics_count_of(list, TALUS_SEVERITY_ERROR), 0, "request %zu: %s",
                     k, talus_diagnostics_get(list, 0)->message);
    }
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    return status;
}

Test(scenario_memory, running_out_of_it_is_told_as_such)
{
    static const char path[] = SCENARIO_DATA "good.yaml";
    cr_assert_eq(read_with_failure(path, 0), TALUS_OK);
    const size_t count = requests;
    cr_assert_gt(count, 100, "%zu requests", count); // measured 390
    size_t refused = 0;
    for (size_t k = 1; k <= count; k++) {
        refused += read_with_failure(path, k) != TALUS_OK;
    }
    // what is left over can do without, such as a larger buffer
    cr_expect_eq(refused, count, "%zu of %zu failures were noticed", refused, count);
}

/// Write the resolved scenario with request `k` failing.
static char *write_with_failure(const talus_scenario *scenario, size_t k)
{
    requests = 0;
    failing = k;
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, TALUS_SOURCE_DIR "/build/elsewhere", &text, NULL);
    failing = 0;
    return text;
}

// before: a path whose turning ran out of memory was written as an absolute one
Test(scenario_memory, running_out_of_it_writes_no_other_scenario)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    cr_assert_eq(talus_scenario_read(SCENARIO_DATA "good.yaml", NULL, 0, list, &scenario, NULL),
                 TALUS_OK);
    char *wanted = write_with_failure(scenario, 0);
    cr_assert_not_null(wanted);
    const size_t count = requests;
    cr_assert_gt(count, 5, "%zu requests", count);
    for (size_t k = 1; k <= count; k++) {
        char *text = write_with_failure(scenario, k);
        cr_expect(text == NULL || strcmp(text, wanted) == 0, "request %zu changes the text", k);
        free(text);
    }
    free(wanted);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(scenario_memory, every_key_is_read_again_from_the_resolved_scenario)
{
    static const char *const names[] = {"rich.yaml", "sections.yaml", "good.yaml", "minimal.yaml"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", SCENARIO_DATA, names[k]);
        talus_scenario *scenario = read_good(path, NULL, 0);
        free(expect_read_again(scenario));
        talus_scenario_destroy(scenario);
    }
}
