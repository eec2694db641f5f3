// SPDX-License-Identifier: GPL-3.0-or-later
// Running out of memory is an error that is told, before the run and inside its workers.
#include "ensemble/incline.h"

#include "talus/run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

Test(memory, records_that_do_not_fit_are_refused)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    incline_campaign(&scene);
    scene.release.rocks = UINT64_C(1) << 40;
    talus_results *results = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_campaign_run(&scene.campaign, NULL, &results, &error), TALUS_ERROR_MEMORY);
    cr_expect_null(results);
    cr_expect_not_null(strstr(error.message, "rock records"), "%s", error.message);
    incline_clear(&scene);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Let the address space of this process grow by `bytes` only.
static void limit_memory(size_t bytes)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    const struct rlimit limit = {pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes, RLIM_INFINITY};
    cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

Test(memory, tiles_that_do_not_fit_end_the_run_with_an_error)
{
    incline scene;
    incline_make(&scene, 0.7, 0.1, false);
    scene.campaign.cells =
        (talus_cells){.x0 = 0.0, .y0 = 0.0, .cell = 0.005, .nx = 12000, .ny = 8000};
    incline_campaign(&scene);
    const talus_run_options options = {.threads = 2};
    talus_results *results = NULL;
    talus_error error = {0};
    limit_memory(
        100u << 20); // stacks and some blocks; the way of a rock over 5 mm cells needs more
    const talus_status status = talus_campaign_run(&scene.campaign, &options, &results, &error);
    cr_expect_eq(status, TALUS_ERROR_MEMORY, "%d %s", (int)status, error.message);
    cr_expect_null(results);
    incline_clear(&scene);
}
#endif
