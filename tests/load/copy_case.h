// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded scenario and the copy of its campaign that went through bytes.
#ifndef TESTS_COPY_CASE_H
#define TESTS_COPY_CASE_H

#include "runs/campaign/copy.h"
#include "runs/campaign/fingerprint.h"
#include "scenario/support.h"
#include "talus/run.h"

#define RICH SCENARIO_DATA "rich.yaml"

typedef struct loaded {
    talus_scenario *scenario;
    talus_world *world;
    byte_writer bytes;
    campaign_copy *copy;
} loaded;

static inline void clear(loaded *l)
{
    campaign_copy_destroy(l->copy);
    byte_writer_clear(&l->bytes);
    talus_world_destroy(l->world);
    talus_scenario_destroy(l->scenario);
    *l = (loaded){0};
}

/// @return false: the scenario is refused
static inline bool load(const char *file, const char *path, const char *value, loaded *l)
{
    const talus_override override = {path, value};
    talus_world_options options = talus_world_options_default();
    talus_diagnostics *list = talus_diagnostics_create();
    talus_error error = {0};
    options.keep_heights = true;
    *l = (loaded){0};
    talus_status status =
        talus_scenario_read(file, &override, path != NULL, list, &l->scenario, &error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(l->scenario, &options, list, &l->world, &error);
    }
    talus_diagnostics_destroy(list);
    return status == TALUS_OK;
}

static inline void copy(loaded *l, const char *what)
{
    const double *heights = NULL;
    talus_grid grid;
    talus_error error = {0};
    const talus_campaign *campaign = talus_world_campaign(l->world);
    cr_assert_eq(talus_world_heights(l->world, &grid, &heights, &error), TALUS_OK);
    cr_assert_not_null(heights, "%s", what);
    cr_assert_eq(campaign_copy_write(campaign, heights, &l->bytes, &error), TALUS_OK);
    cr_assert_eq(campaign_copy_read(l->bytes.data, l->bytes.size, &l->copy, &error), TALUS_OK,
                 "%s: %s", what, error.message);
}

static inline void expect_same(const loaded *l, const char *what)
{
    campaign_fingerprint a, b;
    char differ[256];
    cr_assert_eq(campaign_fingerprint_of(talus_world_campaign(l->world), &a, NULL), TALUS_OK);
    cr_assert_eq(campaign_fingerprint_of(&l->copy->campaign, &b, NULL), TALUS_OK);
    a.parts[CAMPAIGN_PART_OUTPUTS] = b.parts[CAMPAIGN_PART_OUTPUTS] = 0;
    campaign_fingerprint_compare(&a, &b, differ, sizeof differ);
    cr_expect_str_eq(differ, "", "%s: the copy differs in %s", what, differ);
}

#endif
