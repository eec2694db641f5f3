// SPDX-License-Identifier: GPL-3.0-or-later
// talus_campaign_run and its results.
#include "runs/ensemble/job.h"

#include "foundation/base/sized.h"

#include <stdlib.h>

talus_status ensemble_reserve_records(talus_results *results, const char *scratch,
                                      talus_error *error)
{
    const size_t each = sizeof *results->records + sizeof *results->means;
    const size_t count = (size_t)results->rock_count;
    // both are plain memory or none is
    const size_t resident = count * each > ROCK_MEMORY_RESIDENT ? 0 : SIZE_MAX;
    const bool has_room =
        results->rock_count < SIZE_MAX / each &&
        rock_memory_reserve(&results->record_memory, count * sizeof *results->records, scratch,
                            resident) &&
        rock_memory_reserve(&results->mean_memory, count * sizeof *results->means, scratch,
                            resident);
    results->records = results->record_memory.data;
    results->means = results->mean_memory.data;
    return has_room
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %llu rock records",
                                 (unsigned long long)results->rock_count);
}

talus_status ensemble_create_results(const talus_campaign *campaign, size_t hard_problems,
                                     talus_results **out, talus_error *error)
{
    talus_results *results = calloc(1, sizeof *results);
    if (results == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the results");
    }
    results->campaign = *campaign;
    results->totals.size = sizeof results->totals;
    results->checkpoint.size = sizeof results->checkpoint;
    results->rock_count = talus_campaign_rock_count(campaign);
    results->pooled = calloc(1, sizeof *results->pooled);
    results->strata = calloc(talus_campaign_stratum_count(campaign), sizeof *results->strata);
    talus_status status = TALUS_OK;
    if (results->pooled == NULL || results->strata == NULL ||
        !rounds_init(&results->rounds, campaign)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the results");
    } else if (!hard_list_init(&results->hard, hard_problems)) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY,
                            "out of memory for %zu contact problems: keep fewer", hard_problems);
    } else {
        status = observe_shared_init(&results->shared, &results->campaign,
                                     campaign_heaviest(campaign), error);
    }
    if (status != TALUS_OK) {
        talus_results_destroy(results);
        return status;
    }
    *out = results;
    return TALUS_OK;
}

static talus_status check_options(const talus_campaign *campaign, const talus_run_options *options,
                                  talus_error *error)
{
    const unsigned shard = options->shard, count = options->shard_count;
    if (count == 0 && shard == 0) {
        return TALUS_OK;
    }
    if (campaign_has_rounds(campaign)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "a shard of a run that ends when it is precise enough: no part knows "
            "how precise all are together; run it as one, on ranks if need be, "
            "or ask for no precision");
    }
    if (shard == 0 || shard > count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "shard %u of %u, expected 1 to the number of shards", shard, count);
    }
    if (options->checkpoint == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a shard without a directory for its state is lost, give one");
    }
    if (talus_shard_rock_count(campaign, shard, count) == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "shard %u of %u has no rock: the campaign has %llu", shard, count,
                               (unsigned long long)talus_campaign_rock_count(campaign));
    }
    return TALUS_OK;
}

/// Rank 0, or the only process: room for all rocks; what an earlier run left is taken up or goes.
static talus_status prepare_results(ensemble_job *job, talus_error *error)
{
    const talus_run_options *options = job->options;
    talus_status status = ensemble_reserve_records(job->results, options->scratch, error);
    if (status == TALUS_OK && options->checkpoint != NULL) {
        status = options->resume ? checkpoint_resume(&job->states, error)
                                 : talus_checkpoint_remove(options->checkpoint, error);
    }
    return status;
}

/// All that can fail before the first rock.
static talus_status prepare(ensemble_job *job, const talus_campaign *campaign, talus_error *error)
{
    talus_run_options own = *job->options;
    talus_status status = talus_campaign_check(campaign, error);
    status = status == TALUS_OK ? check_options(campaign, &own, error) : status;
    if (status == TALUS_OK) {
        status = ensemble_create_results(campaign, own.hard_problems, &job->results, error);
    }
    if (!ranks_leads(&job->ranks)) {
        own.checkpoint = NULL;
    }
    if (status == TALUS_OK) {
        status = checkpoint_init(&job->states, job->results, &own, error);
    }
    if (status == TALUS_OK && ranks_leads(&job->ranks)) {
        status = prepare_results(job, error);
    }
    return status == TALUS_OK ? job_init(job, error) : status;
}

void talus_run_options_defaults(talus_run_options *options, size_t size)
{
    const talus_run_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_campaign_run(const talus_campaign *campaign, const talus_run_options *options,
                                talus_results **out, talus_error *error)
{
    if (out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the results is NULL");
    }
    *out = NULL;
    talus_run_options given = talus_run_options_default();
    talus_status status =
        sized_take(&given, sizeof given, options, sizeof given, "talus_run_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_error own = {0};
    talus_error *reported = error == NULL ? &own : error; // other ranks are informed in any case
    ensemble_job job = {.options = &given};
    work_init(&job.work);
    status = ranks_init(&job.ranks, job.options->exchange, reported);
    status = status == TALUS_OK ? prepare(&job, campaign, reported) : status;
    status = ranks_begin(&job, status, reported);
    if (status == TALUS_OK) {
        status = job_run(&job, reported);
        if (ranks_leads(&job.ranks) && (status == TALUS_OK || status == TALUS_ERROR_INTERRUPTED)) {
            const talus_status finished = ensemble_finish(job.results, reported);
            status = finished == TALUS_OK ? status : finished;
        }
        status = ranks_end(&job, status, reported);
    }
    if (ranks_leads(&job.ranks) && (status == TALUS_OK || status == TALUS_ERROR_INTERRUPTED)) {
        *out = job.results;
    } else {
        talus_results_destroy(job.results);
    }
    job_clear(&job);
    return status;
}

void talus_results_destroy(talus_results *results)
{
    if (results == NULL) {
        return;
    }
    observe_shared_clear(&results->shared);
    hard_list_clear(&results->hard);
    rounds_clear(&results->rounds);
    free(results->pooled);
    free(results->strata);
    free(results->nets);
    free(results->walls);
    free(results->dams);
    rock_memory_release(&results->record_memory);
    rock_memory_release(&results->mean_memory);
    free(results);
}
