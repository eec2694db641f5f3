// SPDX-License-Identifier: GPL-3.0-or-later
// States of several runs become one: everything in them adds up in any order.
#include "foundation/base/sized.h"
#include "runs/ensemble/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What has been merged so far.
typedef struct merge_job {
    talus_results *results;
    campaign_fingerprint fingerprint;
    const char *const *checkpoints;
    state_head *heads; ///< (count) of those that have been taken
    size_t count, taken;
} merge_job;

static talus_status check_twice(const merge_job *job, const state_head *head, const char *name,
                                talus_error *error)
{
    for (size_t k = 0; k < job->taken && head->shard_count > 0; k++) {
        if (job->heads[k].shard == head->shard && job->heads[k].shard_count == head->shard_count) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s and %s are both shard %u of %u; give each shard once",
                                   job->checkpoints[k], name, head->shard, head->shard_count);
        }
    }
    return TALUS_OK;
}

static talus_status merge_one(merge_job *job, const char *name, talus_error *error)
{
    state_paths paths;
    state_file file = {0};
    talus_status status = state_paths_of(name, &paths, error);
    if (status == TALUS_OK && !state_exists(&paths)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s holds no state: expected what a shard or an interrupted run "
                               "leaves",
                               name);
    }
    status = status == TALUS_OK ? state_open(&paths, &file, error) : status;
    if (status == TALUS_OK) {
        status = state_check(&file, &job->fingerprint, job->results, name, error);
    }
    status = status == TALUS_OK ? check_twice(job, &file.head, name, error) : status;
    status = status == TALUS_OK ? state_take(&file, &paths, job->results, name, error) : status;
    if (status == TALUS_OK) {
        job->heads[job->taken++] = file.head;
    }
    state_close(&file);
    return status;
}

/// "; shards 2, 5 of 8 are missing", when all states are shards of the same number.
static void name_missing(const merge_job *job, char *text, size_t size)
{
    const unsigned shards = job->heads[0].shard_count;
    size_t length = 0;
    text[0] = '\0';
    for (size_t k = 0; k < job->taken; k++) {
        if (job->heads[k].shard_count != shards || shards == 0) {
            return;
        }
    }
    for (unsigned shard = 1; shard <= shards && length + 64 < size; shard++) {
        bool is_there = false;
        for (size_t k = 0; k < job->taken; k++) {
            is_there = is_there || job->heads[k].shard == shard;
        }
        if (!is_there) {
            length += (size_t)snprintf(text + length, size - length, "%s%u",
                                       length == 0 ? "; not given: shard " : ", ", shard);
        }
    }
    if (length > 0) {
        snprintf(text + length, size - length, " of %u", shards);
    }
}

/// A shard that was interrupted, or is not there at all.
static talus_status check_complete(const merge_job *job, talus_error *error)
{
    const talus_results *results = job->results;
    const uint64_t rocks = results->rock_count;
    uint64_t done = 0;
    char missing[256];
    for (uint64_t k = 0; k < rocks; k++) {
        done += results->records[k].done;
    }
    if (done == rocks) {
        return TALUS_OK;
    }
    for (size_t k = 0; k < job->taken; k++) {
        const state_head *head = &job->heads[k];
        const uint64_t expected =
            talus_shard_rock_count(&results->campaign, head->shard, head->shard_count);
        if (head->shard_count > 0 && head->done < expected) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s is not complete: shard %u of %u has %" PRIu64 " of %" PRIu64
                                   " rocks; run it again with --resume, or allow missing rocks",
                                   job->checkpoints[k], head->shard, head->shard_count, head->done,
                                   expected);
        }
    }
    name_missing(job, missing, sizeof missing);
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%" PRIu64 " of %" PRIu64 " rocks are missing%s; give all shards, or "
                           "allow missing rocks",
                           rocks - done, rocks, missing);
}

static talus_status merge_all(merge_job *job, bool allow_missing, talus_error *error)
{
    talus_status status =
        campaign_fingerprint_of(&job->results->campaign, &job->fingerprint, error);
    for (size_t k = 0; k < job->count && status == TALUS_OK; k++) {
        status = merge_one(job, job->checkpoints[k], error);
    }
    if (status == TALUS_OK && !allow_missing) {
        status = check_complete(job, error);
    }
    return status == TALUS_OK ? ensemble_finish(job->results, error) : status;
}

/// How many of the hardest problems every one of the states has kept.
static talus_status common_hard_problems(const char *const *checkpoints, size_t count,
                                         size_t *common, talus_error *error)
{
    *common = 0;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        state_paths paths;
        state_file file = {0};
        status = state_paths_of(checkpoints[k], &paths, error);
        if (status == TALUS_OK && state_exists(&paths)) {
            status = state_open(&paths, &file, error);
            const size_t kept = (size_t)file.head.hard_problems;
            *common = k == 0 || kept < *common ? kept : *common;
        }
        state_close(&file);
    }
    return status;
}

void talus_merge_options_defaults(talus_merge_options *options, size_t size)
{
    const talus_merge_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_campaign_merge(const talus_campaign *campaign, const char *const *checkpoints,
                                  size_t count, const talus_merge_options *options,
                                  talus_results **out, talus_error *error)
{
    if (out == NULL || checkpoints == NULL || count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the place for the results, or the directories, are NULL");
    }
    *out = NULL;
    size_t hard_problems = 0;
    talus_merge_options own = talus_merge_options_default();
    merge_job job = {.checkpoints = checkpoints, .count = count};
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_merge_options", error);
    if (status == TALUS_OK) {
        status = talus_campaign_check(campaign, error);
    }
    if (status == TALUS_OK) {
        status = common_hard_problems(checkpoints, count, &hard_problems, error);
    }
    if (status == TALUS_OK) {
        status = ensemble_create_results(campaign, hard_problems, &job.results, error);
    }
    if (status == TALUS_OK) {
        status = ensemble_reserve_records(job.results, own.scratch, error);
    }
    if (status != TALUS_OK) {
        talus_results_destroy(job.results);
        return status;
    }
    job.heads = calloc(count + 1, sizeof *job.heads);
    status = job.heads == NULL
                 ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu states", count)
                 : merge_all(&job, own.allow_missing, error);
    free(job.heads);
    if (status != TALUS_OK) {
        talus_results_destroy(job.results);
        return status;
    }
    *out = job.results;
    return TALUS_OK;
}

talus_status talus_results_save(talus_results *results, const char *directory, talus_error *error)
{
    if (results == NULL || directory == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the results or the directory is NULL");
    }
    const talus_run_options options = {.size = sizeof(talus_run_options),
                                       .checkpoint = directory,
                                       .hard_problems = results->hard.capacity};
    checkpoint states;
    talus_error own = {0};
    talus_error *reported = error == NULL ? &own : error;
    talus_status status = checkpoint_init(&states, results, &options, reported);
    for (uint64_t k = 0; k < results->rock_count && status == TALUS_OK; k++) {
        if (results->records[k].done && !rock_list_add(&states.fresh, k)) {
            status = talus_error_set(reported, TALUS_ERROR_MEMORY, "out of memory for the state");
        }
    }
    if (status == TALUS_OK) {
        states.head.threads = results->totals.threads;
        status = checkpoint_gather(&states)
                     ? checkpoint_write(&states, results->totals.wall_time, reported)
                     : talus_error_set(reported, TALUS_ERROR_MEMORY, "out of memory for the state");
    }
    checkpoint_clear(&states);
    return status;
}
