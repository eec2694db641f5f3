// SPDX-License-Identifier: GPL-3.0-or-later
// run.h called wrongly.
#include "ensemble/incline.h"
#include "misuse.h"
#include "talus/run.h"

static incline scene;
static talus_results *results;
static talus_rock_record record;

static talus_campaign *made(void)
{
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 4;
    return incline_campaign(&scene);
}

static const talus_results *done(void)
{
    const talus_run_options one = {.threads = 1};
    cr_assert_eq(talus_campaign_run(made(), &one, &results, NULL), TALUS_OK);
    return results;
}

static talus_status run_null(talus_error *error)
{
    return talus_campaign_run(NULL, NULL, &results, error);
}

static talus_status run_no_place(talus_error *error)
{
    return talus_campaign_run(made(), NULL, NULL, error);
}

static talus_status run_empty(talus_error *error)
{
    return talus_campaign_run(&(talus_campaign){0}, NULL, &results, error);
}

static talus_status run_shard(talus_error *error)
{
    return talus_campaign_run(made(), &(talus_run_options){.shard = 3, .shard_count = 2}, &results,
                              error);
}

static talus_status merge_null(talus_error *error)
{
    return talus_campaign_merge(NULL, NULL, 0, NULL, &results, error);
}

static talus_status merge_no_place(talus_error *error)
{
    return talus_campaign_merge(made(), (const char *const[]){"x"}, 1, NULL, NULL, error);
}

static talus_status save_null(talus_error *error)
{
    return talus_results_save(NULL, "x", error);
}

static talus_status save_no_place(talus_error *error)
{
    (void)done();
    return talus_results_save(results, NULL, error);
}

static talus_status remove_null(talus_error *error)
{
    return talus_checkpoint_remove(NULL, error);
}

static talus_status replay_null(talus_error *error)
{
    return talus_campaign_replay(NULL, 0, NULL, NULL, &record, error);
}

static talus_status replay_beyond(talus_error *error)
{
    return talus_campaign_replay(made(), UINT64_MAX, NULL, NULL, &record, error);
}

MISUSE_TABLE(run, REFUSED(run_null), REFUSED(run_no_place), REFUSED(run_empty), REFUSED(run_shard),
             REFUSED(merge_null), REFUSED(merge_no_place), REFUSED(save_null),
             REFUSED(save_no_place), REFUSED(remove_null), REFUSED(replay_null),
             REFUSED(replay_beyond))

/// Functions without a status answer with nothing.
Test(misuse, run_without_status)
{
    cr_expect_eq(talus_shard_rock_count(NULL, 1, 2), 0);
    cr_expect_not(talus_checkpoint_exists(NULL));
    (void)made();
    incline_clear(&scene);
}
