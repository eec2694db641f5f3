// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation of a rocking run or a stack fails once: it fails, or its figures are the same. Linked
// with --wrap, so that malloc, calloc and realloc of talus's own code count.
#include "failing_memory.h"
#include "lab/study/rocking_run.h"
#include "lab/study/rocking_stack.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORKED TALUS_SOURCE_DIR "/scenarios/rocking/"

static rocking_scenario *scenario;
static talus_diagnostics *list;

/// Run with request `k` failing. @return the status
static talus_status run_with_failure(size_t k, rocking_run *run)
{
    *run = (rocking_run){0};
    requests = 0;
    failing = k;
    const talus_status status = rocking_run_make(scenario, list, run, NULL);
    failing = 0;
    return status;
}

static void expect_failure_or_same(const char *path)
{
    rocking_run expected, run;
    list = talus_diagnostics_create();
    cr_assert_eq(rocking_scenario_read(path, NULL, 0, list, &scenario, NULL), TALUS_OK);
    cr_assert_eq(run_with_failure(0, &expected), TALUS_OK);
    const size_t count = requests;
    cr_assert_gt(count, 5);
    for (size_t k = 1; k <= count; k++) {
        const talus_status status = run_with_failure(k, &run);
        if (status == TALUS_OK) {
            cr_expect_eq(memcmp(&run.avrf, &expected.avrf, sizeof run.avrf), 0,
                         "request %zu of %zu: ratio %g instead of %g", k, count, run.avrf,
                         expected.avrf);
            cr_expect_eq(run.sample_count, expected.sample_count);
        } else {
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu", k);
        }
        rocking_run_clear(&run);
    }
    rocking_run_clear(&expected);
    rocking_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

// before: the ratio of uplifts was left out without a word
Test(rocking_memory, running_out_of_it_changes_no_figure_of_planar_rocking)
{
    expect_failure_or_same(WORKED "free_rocking.yaml");
}

Test(rocking_memory, running_out_of_it_changes_no_figure_of_spatial_rocking)
{
    expect_failure_or_same(WORKED "spatial_block.yaml");
}

/// @param most requests that fail, of all those of the run
static void expect_stack_failure_or_same(const char *path, size_t most)
{
    const talus_override shorter = {.path = "simulation.time_s", .value = "0.1"};
    rocking_stack_scenario *stacked = NULL;
    rocking_stack expected, stack;
    list = talus_diagnostics_create();
    cr_assert_eq(rocking_stack_read(path, &shorter, 1, list, &stacked, NULL), TALUS_OK);
    requests = 0;
    cr_assert_eq(rocking_stack_make(stacked, list, &expected, NULL), TALUS_OK);
    const size_t count = requests;
    cr_assert_gt(count, 20);
    for (size_t k = 1; k <= count; k += count / most + 1) {
        requests = 0;
        failing = k;
        const talus_status status = rocking_stack_make(stacked, list, &stack, NULL);
        failing = 0;
        if (status == TALUS_OK) {
            cr_expect_eq(stack.base_work, expected.base_work, "request %zu of %zu", k, count);
        } else {
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu: %d", k, (int)status);
        }
        rocking_stack_clear(&stack);
    }
    rocking_stack_clear(&expected);
    rocking_stack_destroy(stacked);
    talus_diagnostics_destroy(list);
}

Test(rocking_memory, running_out_of_it_changes_no_figure_of_a_stack)
{
    expect_stack_failure_or_same(TALUS_SOURCE_DIR "/scenarios/stacks/pedestal.yaml", SIZE_MAX);
}

// before: a problem of many contacts without memory was left unsolved, and the run went on
Test(rocking_memory, running_out_of_it_changes_no_figure_of_many_contacts)
{
    expect_stack_failure_or_same(TALUS_SOURCE_DIR "/scenarios/stacks/column.yaml", 100);
}
