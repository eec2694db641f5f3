// SPDX-License-Identifier: GPL-3.0-or-later
// Screens, runs and results of the tests of gauges.
#ifndef TALUS_TESTS_ENSEMBLE_GAUGE_SCENE_H
#define TALUS_TESTS_ENSEMBLE_GAUGE_SCENE_H

#include "ensemble/incline.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <stdio.h>

static inline talus_screen screen_of(const char *name, double *xy, size_t count)
{
    talus_screen screen = {.line = {.count = count, .xy = xy}};
    snprintf(screen.line.name, sizeof screen.line.name, "%s", name);
    return screen;
}

static inline talus_results *run(const talus_campaign *campaign, unsigned threads)
{
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static inline talus_gauge_result gauge(const talus_results *results, size_t k)
{
    talus_gauge_result g;
    cr_assert_eq(talus_results_gauge(results, k, TALUS_ALL_STRATA, &g, NULL), TALUS_OK);
    return g;
}

/// A house of 4 x 4 m and a road of 2 m.
static double house[] = {24.0, 18.0, 28.0, 18.0, 28.0, 22.0, 24.0, 22.0};
static size_t house_rings[] = {0, 4};
static double road[] = {33.0, -500.0, 33.0, 500.0};
static size_t road_runs[] = {0, 2};
static const talus_object objects[] = {
    {.name = "house", .is_area = true, .ring_count = 1, .ring_starts = house_rings, .xy = house},
    {.name = "road", .ring_count = 1, .ring_starts = road_runs, .xy = road, .width = 2.0}};

#endif
