// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation of a first scenario fails once: the caller hears of the memory. Linked with
// --wrap, so that malloc, calloc and realloc of talus's own code count.
#include "failing_memory.h"
#include "talus/init.h"

#include <criterion/criterion.h>
#include <string.h>

/// Make a scenario with request `k` failing. @return the status
static talus_status make_with_failure(const char *dem, const talus_init_options *options, size_t k)
{
    talus_init *init = NULL;
    talus_error error = {0};
    requests = 0;
    failing = k;
    const talus_status status =
        talus_init_create(dem, "nowhere/site.yaml", options, NULL, &init, &error);
    failing = 0;
    if (status != TALUS_OK) {
        cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu: %s", k, error.message);
        cr_expect_null(init);
        cr_expect_not_null(strstr(error.message, "memory"), "request %zu: %s", k, error.message);
    }
    talus_init_destroy(init);
    return status;
}

static void fail_each(const char *dem, const talus_init_options *options)
{
    cr_assert_eq(make_with_failure(dem, options, 0), TALUS_OK);
    const size_t count = requests;
    size_t refused = 0;
    cr_assert_gt(count, 80, "%zu requests", count); // measured 123 and more
    for (size_t k = 1; k <= count; k++) {
        refused += make_with_failure(dem, options, k) != TALUS_OK;
    }
    cr_expect_eq(refused, count, "%zu of %zu failures were told", refused, count);
}

Test(memory, by_slope)
{
    fail_each("terrain/plane/plane.tif", NULL);
}

Test(memory, with_maps)
{
    talus_init_options options = talus_init_options_default();
    options.ground.file = "terrain/kot/kot.gpkg";
    options.ground.layer = "rock";
    options.forest.file = "terrain/kot/kot.gpkg";
    options.releases.file = "terrain/kot/kot.gpkg";
    options.objects = (talus_init_layer){"terrain/kot/kot.gpkg", "dam_line", NULL};
    cr_assert_eq(make_with_failure("terrain/kot/kot.tif", &options, 0), TALUS_OK);
    const size_t count = requests;
    for (size_t k = 2; k <= count; k += 3) { // a third of 215
        cr_expect_neq(make_with_failure("terrain/kot/kot.tif", &options, k), TALUS_OK,
                      "request %zu of %zu", k, count);
    }
}
