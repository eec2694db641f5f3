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
    const talus_run_options one = {.size = sizeof(talus_run_options), .threads = 1};
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
    return talus_campaign_run(
        made(),
        &(talus_run_options){.size = sizeof(talus_run_options), .shard = 3, .shard_count = 2},
        &results, error);
}

static talus_status run_size_zero(talus_error *error)
{
    return talus_campaign_run(made(), &(talus_run_options){0}, &results, error);
}

static talus_status run_size_of_the_future(talus_error *error)
{
    talus_run_options options = talus_run_options_default();
    options.size += sizeof(void *);
    return talus_campaign_run(made(), &options, &results, error);
}

static talus_status merge_size_zero(talus_error *error)
{
    return talus_campaign_merge(made(), (const char *const[]){"x"}, 1, &(talus_merge_options){0},
                                &results, error);
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

static talus_tracer *tracer;
static talus_trajectory trajectory = {.size = sizeof trajectory};

static talus_status tracer_null(talus_error *error)
{
    return talus_tracer_create(NULL, &tracer, error);
}

static talus_status tracer_no_place(talus_error *error)
{
    return talus_tracer_create(made(), NULL, error);
}

static talus_status trace_null(talus_error *error)
{
    return talus_tracer_rock(NULL, 0, 0, &trajectory, error);
}

static talus_status trace_no_place(talus_error *error)
{
    cr_assert_eq(talus_tracer_create(made(), &tracer, NULL), TALUS_OK);
    return talus_tracer_rock(tracer, 0, 0, NULL, error);
}

static talus_status trace_size_zero(talus_error *error)
{
    cr_assert_eq(talus_tracer_create(made(), &tracer, NULL), TALUS_OK);
    return talus_tracer_rock(tracer, 0, 0, &(talus_trajectory){0}, error);
}

static talus_status trace_beyond(talus_error *error)
{
    cr_assert_eq(talus_tracer_create(made(), &tracer, NULL), TALUS_OK);
    return talus_tracer_rock(tracer, UINT64_MAX, 0, &trajectory, error);
}

MISUSE_TABLE(run, REFUSED(run_size_zero), REFUSED(run_size_of_the_future), REFUSED(merge_size_zero),
             REFUSED(run_null), REFUSED(run_no_place), REFUSED(run_empty), REFUSED(run_shard),
             REFUSED(merge_null), REFUSED(merge_no_place), REFUSED(save_null),
             REFUSED(save_no_place), REFUSED(remove_null), REFUSED(replay_null),
             REFUSED(replay_beyond), REFUSED(tracer_null), REFUSED(tracer_no_place),
             REFUSED(trace_null), REFUSED(trace_no_place), REFUSED(trace_size_zero),
             REFUSED(trace_beyond))

/// Functions without a status answer with nothing.
Test(misuse, run_without_status)
{
    cr_expect_eq(talus_shard_rock_count(NULL, 1, 2), 0);
    cr_expect_not(talus_checkpoint_exists(NULL));
    talus_tracer_destroy(NULL);
    (void)made();
    incline_clear(&scene);
}
