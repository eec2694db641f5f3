// SPDX-License-Identifier: GPL-3.0-or-later
// One process of a run: what its threads have found is collected, written and concluded.
#include "runs/ensemble/job.h"

#include "foundation/base/pool.h"
#include "runs/campaign/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_THREADS = 1024 };
#define RANKS_TICK 2e-3    ///< s between two looks for messages
#define PROGRESS_TICK 0.18 ///< s, at least, between two reports of progress

/// Ask the caller whether to stop; by the thread that called talus_campaign_run alone.
static void ask_to_stop(ensemble_job *job)
{
    const talus_run_options *options = job->options;
    if (options->should_stop != NULL && options->should_stop(options->stop_user)) {
        atomic_store(&job->is_stopped, true);
    }
}

/// A state that cannot be written is reported at the end; the run goes on without it.
static talus_status write_state(ensemble_job *job, talus_error *error)
{
    talus_checkpoint_report *report = &job->results->checkpoint;
    const double began = job_seconds_now() - job->start;
    const double processor = job_processor_now();
    if (!job_collect(job, NULL)) {
        return TALUS_OK; // the run reports why
    }
    const talus_status status = checkpoint_write(&job->states, began, error);
    snprintf(report->failure, sizeof report->failure, "%s",
             status == TALUS_OK ? "" : error->message);
    checkpoint_plan(&job->states, began - job->ranks.cost, job_seconds_now() - job->start);
    job->ranks.cost = 0.0;
    report->processor_time += job_processor_now() - processor;
    return status;
}

/// Rocks that are done, here and elsewhere.
static uint64_t count_done(const ensemble_job *job)
{
    return atomic_load(&job->done) + lead_unsent(&job->ranks);
}

static void show_progress(ensemble_job *job, double wall_time)
{
    const talus_run_options *options = job->options;
    if (options->progress != NULL && wall_time >= job->shown + PROGRESS_TICK) {
        job->shown = wall_time;
        const uint64_t expected = job->results->rounds.expected; // 0 where all rocks run
        options->progress(options->progress_user, count_done(job),
                          expected > 0 ? expected : job->work.count, wall_time);
    }
}

/// A run that is whole says so, however short it was.
static void show_end(const ensemble_job *job)
{
    const talus_run_options *options = job->options;
    if (options->progress != NULL && ranks_leads(&job->ranks)) {
        const uint64_t done = count_done(job);
        options->progress(options->progress_user, done, done, job_seconds_now() - job->start);
    }
}

/// Give out the rocks of the round that are not done.
static talus_status deal_round(ensemble_job *job, talus_error *error)
{
    talus_results *results = job->results;
    rock_list rocks = {0};
    const bool has_room =
        rounds_collect(&results->rounds, &results->campaign, results->records, &rocks) &&
        work_add(&job->work, &rocks);
    job->work.count = results->rounds.total;
    rock_list_clear(&rocks);
    return has_room ? TALUS_OK
                    : talus_error_set(error, TALUS_ERROR_MEMORY,
                                      "out of memory for the rocks of a round");
}

/// All rocks of the round are in the results, those of other ranks too.
static bool has_round(ensemble_job *job)
{
    const uint64_t total = job->results->rounds.total;
    return count_done(job) == total && (job->ranks.exchange == NULL || lead_has_gathered(job)) &&
           atomic_load(&job->done) == total;
}

/// After a round: evaluate the results under all locks, and give out the next one until one has
/// rocks or the run is over.
static void look_at_round(ensemble_job *job)
{
    rounds *r = &job->results->rounds;
    talus_error error = {0};
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && !r->is_over && has_round(job)) {
        job_lock(job);
        status = rounds_look(r, job->results, &error);
        status = status == TALUS_OK && !r->is_over ? deal_round(job, &error) : status;
        job_unlock(job);
    }
    if (status != TALUS_OK) {
        job_fail(job, status, &error);
    }
    if (r->is_over || job_should_stop(job)) {
        work_close(&job->work);
    }
}

/// @return s until the next one
static double tick(void *context)
{
    ensemble_job *job = context;
    ask_to_stop(job);
    if (!ranks_leads(&job->ranks)) {
        follow_serve(job);
        return RANKS_TICK;
    }
    if (job->ranks.exchange != NULL) {
        lead_serve(job);
    }
    const double wall_time = job_seconds_now() - job->start;
    const bool is_in_rounds = job->results->rounds.stratum_count > 0;
    if (is_in_rounds) {
        look_at_round(job);
    }
    show_progress(job, wall_time);
    const bool has_news = count_done(job) > job->states.head.done;
    if (job->status == TALUS_OK && has_news && checkpoint_is_due(&job->states, wall_time) &&
        lead_has_gathered(job)) {
        talus_error error = {0};
        (void)write_state(job, &error);
    }
    return job->ranks.exchange != NULL || is_in_rounds ? RANKS_TICK : POOL_TICK;
}

/// The last state of a shard or of an interrupted run, or only what the workers have found: all of
/// it enters the results, or the run fails.
static talus_status gather_last(ensemble_job *job, bool is_shard, bool is_complete,
                                talus_error *error)
{
    if (job->states.directory == NULL || (is_complete && !is_shard)) {
        return job_add_up(job, error);
    }
    const talus_status written = write_state(job, error);
    const talus_status failure = job_first_failure(job, error);
    // without its state a shard is lost; an interrupted run still has its results
    return failure != TALUS_OK ? failure : is_shard ? written : TALUS_OK;
}

/// After the workers have ended, here and elsewhere: the last state, and everything in the results.
static talus_status conclude(ensemble_job *job, talus_error *error)
{
    talus_status status = job_first_failure(job, error);
    if (status != TALUS_OK) {
        return status;
    }
    for (unsigned k = 0; k < job->worker_count; k++) {
        hard_list_merge(&job->results->hard, &job->workers[k].hard);
    }
    const uint64_t done = atomic_load(&job->done), count = job->work.count;
    const bool is_shard = job->options->shard_count > 0;
    const rounds *r = &job->results->rounds;
    const bool is_complete = done == count && (r->stratum_count == 0 || r->is_over);
    status = gather_last(job, is_shard, is_complete, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (is_complete) {
        show_end(job);
    }
    return is_complete ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_INTERRUPTED,
                                         "interrupted after %llu of %llu rocks",
                                         (unsigned long long)done, (unsigned long long)count);
}

static unsigned thread_count(const talus_run_options *options, uint64_t rocks)
{
    const unsigned requested = options->threads == 0 ? pool_core_count() : options->threads;
    const unsigned count = requested < MOST_THREADS ? requested : MOST_THREADS;
    return rocks < count ? (unsigned)rocks : count;
}

/// Whether rocks have flights whose turns are tabulated side by side.
static bool turns_pay(const talus_campaign *campaign)
{
    bool some = false;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        const talus_rock *rock = campaign->rocks[k].rock;
        some = some || stepper_turns_go_along(campaign->step.scheme, rock->inertia);
    }
    // over a terrain on demand each rock under way holds tiles
    return some && campaign->step.flights && !campaign_has_bodies(campaign) &&
           !(terrain_on_demand_memory(campaign->site.terrain) > 0.0);
}

/// How many rocks a thread has under way: one, unless lanes of several pay.
static void choose_at_once(ensemble_job *job)
{
    const unsigned asked = job->options->rocks_at_once;
    const uint64_t each = (job->results->rock_count + job->thread_count - 1) / job->thread_count;
    unsigned most = turns_pay(&job->results->campaign) ? STEPPER_TURNS_ROCKS : 1;
    if (asked > 0) {
        most = asked < STEPPER_TURNS_ROCKS ? asked : STEPPER_TURNS_ROCKS;
    }
    job->at_once = each < most ? (unsigned)each : most;
}

/// Which rocks are to be run, and how many of them are done.
static talus_status choose_rocks(ensemble_job *job, talus_error *error)
{
    const talus_run_options *options = job->options;
    talus_results *results = job->results;
    const bool is_in_rounds = results->rounds.stratum_count > 0;
    work *w = &job->work;
    w->records = is_in_rounds ? NULL : results->records;
    w->stride = options->shard_count > 0 ? options->shard_count : 1;
    w->first = options->shard_count > 0 ? options->shard - 1 : 0;
    w->count = talus_shard_rock_count(&results->campaign, options->shard, options->shard_count);
    w->thread_count = (uint64_t)job->thread_count * job->ranks.count;
    job->done = results->checkpoint.resumed_rocks;
    job->ranks.batch = 2 * (uint64_t)job->thread_count;
    if (!is_in_rounds || !ranks_leads(&job->ranks)) {
        return TALUS_OK;
    }
    rounds_begin(&results->rounds, &results->campaign);
    return deal_round(job, error);
}

talus_status job_init(ensemble_job *job, talus_error *error)
{
    job->thread_count = thread_count(job->options, job->results->rock_count);
    job->states.head.threads = job->thread_count;
    choose_at_once(job);
    job->worker_count = job->thread_count * job->at_once;
    const talus_status status = choose_rocks(job, error);
    return status == TALUS_OK ? workers_create(job, error) : status;
}

void job_clear(ensemble_job *job)
{
    workers_destroy(job);
    work_clear(&job->work);
    checkpoint_clear(&job->states);
    ranks_clear(&job->ranks);
}

talus_status job_run(ensemble_job *job, talus_error *error)
{
    talus_totals *totals = &job->results->totals;
    talus_error failure = {0};
    job->start = job_seconds_now();
    ask_to_stop(job);
    const talus_status status =
        pool_run(job->thread_count, worker_run, job, tick, &totals->threads, &failure);
    if (!ranks_leads(&job->ranks)) {
        follow_conclude(job, status, &failure);
        return job_first_failure(job, error);
    }
    if (status != TALUS_OK) {
        job_fail(job, status, &failure);
    }
    while (job->ranks.running > 0 && !job->ranks.is_broken) {
        exchange_sleep(tick(job));
    }
    totals->threads += job->ranks.threads;
    totals->ranks = job->ranks.count;
    totals->wall_time = job->states.earlier_wall_time + job_seconds_now() - job->start;
    return conclude(job, error);
}
