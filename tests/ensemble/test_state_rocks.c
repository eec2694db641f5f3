// SPDX-License-Identifier: GPL-3.0-or-later
// States with rocks that the campaign cannot have are refused: their classes and releases are what
// strata, masses and names are looked up by.
#include "ensemble/campaign_case.h"
#include "runs/ensemble/ensemble_internal.h"

static talus_status save_and_merge(talus_results *results, const char *name, talus_results **merged,
                                   talus_error *error)
{
    const char *directory = directory_of(name);
    cr_assert_eq(talus_results_save(results, directory, error), TALUS_OK, "%s", error->message);
    return talus_campaign_merge(&scene.campaign, &directory, 1, NULL, merged, error);
}

static void expect_refused(talus_results *results, const char *name)
{
    talus_results *merged = NULL;
    talus_error error = {0};
    cr_expect_eq(save_and_merge(results, name, &merged, &error), TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "holds a rock that cannot be") != NULL, "%s", error.message);
    talus_results_destroy(merged);
}

Test(state_rocks, of_no_class_or_release_are_refused)
{
    talus_results *results = run_plainly(make_scene()), *merged = NULL;
    talus_error error = {0};
    cr_assert_eq(save_and_merge(results, "sound", &merged, &error), TALUS_OK, "%s", error.message);
    expect_same(merged, results);
    talus_results_destroy(merged);
    talus_rock_record *record = &results->records[2];
    record->rock_class = 1;
    expect_refused(results, "class");
    record->rock_class = 0;
    record->release = 1;
    expect_refused(results, "release");
    record->release = UINT32_MAX;
    expect_refused(results, "no_release");
    talus_results_destroy(results);
    incline_clear(&scene);
}
