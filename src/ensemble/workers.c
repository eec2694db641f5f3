// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that take rock indices from a counter. What a rock gives does not depend on who runs it.
#include "ensemble/checkpoint.h"

#include "base/pool.h"
#include "terrain/on_demand.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    MOST_THREADS = 1024,
    MOST_PER_CHUNK = 16,
    STEPS_PER_LOOK = 1024 ///< steps between two looks at the interrupt flag
};

/// What one thread owns.
typedef struct worker {
    talus_stepper *stepper;
    observe_worker *observer;
    hard_list rock_hard, hard; ///< of the rock under way, and of those that are done
    rock_list finished;        ///< since the last checkpoint
    pthread_mutex_t adding;    ///< held while a finished rock is added, and by checkpoints
    talus_status status;
    talus_error error;
} worker;

typedef struct ensemble_job {
    talus_results *results;
    const talus_run_options *options;
    worker *workers; ///< (worker_count)
    unsigned worker_count;
    checkpoint *states;
    uint64_t first, stride, count; ///< rocks first + k stride, k < count
    double start;                  ///< s, monotonic clock
    atomic_uint_fast64_t next, done;
    atomic_bool has_failed;
    talus_status status; ///< of the checkpoints, when they cannot go on
    talus_error error;
} ensemble_job;

static bool should_stop(const ensemble_job *job)
{
    const atomic_bool *interrupt = job->options->interrupt;
    return atomic_load_explicit(&job->has_failed, memory_order_relaxed) ||
           (interrupt != NULL && atomic_load_explicit(interrupt, memory_order_relaxed));
}

static talus_status fail(ensemble_job *job, worker *w, talus_status status)
{
    w->status = status;
    atomic_store(&job->has_failed, true);
    return status;
}

/// A complete rock enters everything that is kept; half a rock never does, nor one that may have
/// met ground that could not be read.
static talus_status add_rock(ensemble_job *job, worker *w, const trajectory *t)
{
    talus_results *results = job->results;
    const talus_status status = talus_terrain_status(results->campaign.site.terrain, &w->error);
    if (status != TALUS_OK) {
        return status;
    }
    const uint64_t rock = t->record.rock;
    if (!observe_worker_finish(w->observer, t) ||
        (job->states->directory != NULL && !rock_list_add(&w->finished, rock))) {
        return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of rock %llu: make the statistics "
                               "cells larger or record fewer rocks",
                               (unsigned long long)rock);
    }
    hard_list_merge(&w->hard, &w->rock_hard);
    results->records[rock] = t->record;
    results->means[rock] = observe_pooled_means(&w->observer->rock, &results->shared.units);
    atomic_fetch_add_explicit(&job->done, 1, memory_order_relaxed);
    return TALUS_OK;
}

/// One rock from release to outcome; a rock that is interrupted leaves nothing behind.
static talus_status run_rock(ensemble_job *job, worker *w, uint64_t rock)
{
    trajectory t;
    talus_status status =
        trajectory_start(&t, &job->results->campaign, w->stepper, rock, &w->error);
    if (status != TALUS_OK) {
        return status;
    }
    observe_worker_start(w->observer, &t);
    hard_list_empty(&w->rock_hard);
    uint64_t look = STEPS_PER_LOOK;
    while (trajectory_step(&t)) {
        observe_worker_add(w->observer, &t);
        if (!hard_list_offer(&w->rock_hard, &w->hard, &t)) {
            return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                                   "out of memory for the hardest contact problems: keep fewer");
        }
        // a contact problem that needs the last stages takes a second
        const bool is_slow = t.report.solver.stage == TALUS_SOLVER_RESTART;
        if (is_slow || t.record.steps >= look) {
            look = t.record.steps + STEPS_PER_LOOK;
            terrain_reader_rest(job->results->campaign.site.terrain, (unsigned)(w - job->workers));
            if (should_stop(job)) {
                return TALUS_OK;
            }
        }
    }
    pthread_mutex_lock(&w->adding);
    status = add_rock(job, w, &t);
    if (status != TALUS_OK) {
        fail(job, w, status); // before a checkpoint can see half a rock
    }
    pthread_mutex_unlock(&w->adding);
    return status;
}

/// Rocks to take at once: fewer towards the end, so that nobody has several left when the others
/// have none.
static uint64_t next_chunk(ensemble_job *job)
{
    const uint64_t next = atomic_load_explicit(&job->next, memory_order_relaxed);
    const uint64_t left = next < job->count ? job->count - next : 0;
    const uint64_t chunk = left / (16 * (uint64_t)job->worker_count);
    return chunk < 1 ? 1 : chunk > MOST_PER_CHUNK ? MOST_PER_CHUNK : chunk;
}

static void run_worker(void *context, unsigned index)
{
    ensemble_job *job = context;
    worker *w = &job->workers[index];
    const talus_terrain *terrain = job->results->campaign.site.terrain;
    while (w->status == TALUS_OK && !should_stop(job)) {
        const uint64_t chunk = next_chunk(job);
        const uint64_t begin = atomic_fetch_add_explicit(&job->next, chunk, memory_order_relaxed);
        if (begin >= job->count) {
            break;
        }
        const uint64_t end = job->count - begin < chunk ? job->count : begin + chunk;
        for (uint64_t k = begin; k < end && w->status == TALUS_OK && !should_stop(job); k++) {
            const uint64_t rock = job->first + k * job->stride;
            terrain_reader_rest(terrain, index);
            const talus_status status =
                job->results->records[rock].done ? TALUS_OK : run_rock(job, w, rock);
            if (status != TALUS_OK) {
                fail(job, w, status);
            }
        }
    }
    terrain_reader_leave(terrain, index);
}

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/// Add what the workers have found to the results, each under its lock or after they have ended.
static talus_status collect(ensemble_job *job, talus_error *error)
{
    talus_results *results = job->results;
    for (unsigned k = 0; k < job->worker_count; k++) {
        worker *w = &job->workers[k];
        observe_pooled_merge(results->pooled, &w->observer->done);
        observe_pooled_clear(&w->observer->done);
        if (!observe_worker_hand_over(w->observer) ||
            !rock_list_move(&job->states->fresh, &w->finished)) {
            return talus_error_set(error, TALUS_ERROR_MEMORY,
                                   "out of memory for the impacts: record fewer rocks");
        }
    }
    return TALUS_OK;
}

/// Between two rocks of every worker: what is collected holds whole rocks.
static talus_status collect_while_stopped(ensemble_job *job, talus_error *error)
{
    for (unsigned k = 0; k < job->worker_count; k++) {
        pthread_mutex_lock(&job->workers[k].adding);
    }
    const double began = seconds_now();
    talus_status status = TALUS_OK;
    if (!atomic_load(&job->has_failed)) {
        status = collect(job, error);
        bool has_room = checkpoint_gather(job->states);
        for (unsigned k = 0; k < job->worker_count && has_room; k++) {
            has_room = checkpoint_add_hard(job->states, &job->workers[k].hard);
        }
        if (!has_room) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                     "out of memory for the hardest contact problems: keep fewer");
        }
    }
    job->results->checkpoint.stopped_time += seconds_now() - began;
    for (unsigned k = 0; k < job->worker_count; k++) {
        pthread_mutex_unlock(&job->workers[k].adding);
    }
    return status;
}

/// A state that cannot be written is told at the end; the run goes on without it.
static talus_status write_state(ensemble_job *job, talus_error *error)
{
    talus_checkpoint_report *report = &job->results->checkpoint;
    const double began = seconds_now() - job->start;
    const double processor = read_clock(CLOCK_THREAD_CPUTIME_ID);
    job->status = collect_while_stopped(job, &job->error);
    if (job->status != TALUS_OK) {
        atomic_store(&job->has_failed, true);
    }
    if (atomic_load(&job->has_failed)) {
        return TALUS_OK; // the run tells why
    }
    const talus_status status = checkpoint_write(job->states, began, error);
    snprintf(report->failure, sizeof report->failure, "%s",
             status == TALUS_OK ? "" : error->message);
    checkpoint_plan(job->states, began, seconds_now() - job->start);
    report->processor_time += read_clock(CLOCK_THREAD_CPUTIME_ID) - processor;
    return status;
}

static void tick(void *context)
{
    ensemble_job *job = context;
    const double wall_time = seconds_now() - job->start;
    if (job->options->progress != NULL) {
        job->options->progress(job->options->progress_user, atomic_load(&job->done), job->count,
                               wall_time);
    }
    if (job->status == TALUS_OK && checkpoint_is_due(job->states, wall_time)) {
        talus_error error = {0};
        (void)write_state(job, &error);
    }
}

static unsigned thread_count(const talus_run_options *options, uint64_t rocks)
{
    const unsigned wanted = options->threads == 0 ? pool_core_count() : options->threads;
    const unsigned count = wanted < MOST_THREADS ? wanted : MOST_THREADS;
    return rocks < count ? (unsigned)rocks : count;
}

static void destroy_workers(ensemble_job *job)
{
    for (unsigned k = 0; job->workers != NULL && k < job->worker_count; k++) {
        talus_stepper_destroy(job->workers[k].stepper);
        observe_worker_destroy(job->workers[k].observer);
        hard_list_clear(&job->workers[k].rock_hard);
        hard_list_clear(&job->workers[k].hard);
        rock_list_clear(&job->workers[k].finished);
        pthread_mutex_destroy(&job->workers[k].adding);
    }
    free(job->workers);
    job->workers = NULL;
}

static talus_status create_workers(ensemble_job *job, talus_error *error)
{
    talus_results *results = job->results;
    const talus_campaign *campaign = &results->campaign;
    const size_t max_vertices = ensemble_max_vertices(campaign);
    job->workers = calloc(job->worker_count, sizeof *job->workers);
    bool is_complete = job->workers != NULL;
    for (unsigned k = 0; k < job->worker_count && is_complete; k++) {
        pthread_mutex_init(&job->workers[k].adding, NULL);
    }
    for (unsigned k = 0; k < job->worker_count && is_complete; k++) {
        worker *w = &job->workers[k];
        const talus_status status = talus_stepper_create(&campaign->site, &campaign->step,
                                                         max_vertices, &w->stepper, error);
        if (status != TALUS_OK) {
            return status;
        }
        w->observer = observe_worker_create(&results->shared);
        is_complete = w->observer != NULL &&
                      hard_list_init(&w->rock_hard, job->options->hard_problems) &&
                      hard_list_init(&w->hard, job->options->hard_problems);
    }
    return is_complete ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_MEMORY,
                                         "out of memory for %u workers: use fewer threads",
                                         job->worker_count);
}

/// The first failure by worker number is the run's.
static talus_status first_failure(const ensemble_job *job, talus_error *error)
{
    for (unsigned k = 0; k < job->worker_count; k++) {
        if (job->workers[k].status != TALUS_OK) {
            return talus_error_set(error, job->workers[k].status, "%s",
                                   job->workers[k].error.message);
        }
    }
    return job->status == TALUS_OK ? TALUS_OK
                                   : talus_error_set(error, job->status, "%s", job->error.message);
}

/// After the workers have ended: the last state, and everything in the results.
static talus_status conclude(ensemble_job *job, talus_error *error)
{
    talus_status status = first_failure(job, error);
    if (status != TALUS_OK) {
        return status;
    }
    for (unsigned k = 0; k < job->worker_count; k++) {
        hard_list_merge(&job->results->hard, &job->workers[k].hard);
    }
    const uint64_t done = atomic_load(&job->done);
    const bool is_shard = job->options->shard_count > 0;
    if (job->states->directory != NULL && (is_shard || done < job->count)) {
        status = write_state(job, error);
        status = status == TALUS_OK ? first_failure(job, error) : status;
    } else {
        status = collect(job, error);
    }
    if (status != TALUS_OK && (is_shard || job->status != TALUS_OK)) {
        return status;
    }
    return done == job->count
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INTERRUPTED,
                                 "interrupted after %llu of %llu rocks", (unsigned long long)done,
                                 (unsigned long long)job->count);
}

/// Which rocks are to be run, and how many of them are done.
static void choose_rocks(ensemble_job *job)
{
    const talus_run_options *options = job->options;
    const talus_results *results = job->results;
    job->stride = options->shard_count > 0 ? options->shard_count : 1;
    job->first = options->shard_count > 0 ? options->shard - 1 : 0;
    job->count = talus_shard_rock_count(&results->campaign, options->shard, options->shard_count);
    job->done = results->checkpoint.resumed_rocks;
}

talus_status ensemble_run_workers(talus_results *results, const talus_run_options *options,
                                  checkpoint *states, talus_error *error)
{
    ensemble_job job = {.results = results,
                        .options = options,
                        .states = states,
                        .worker_count = thread_count(options, results->rock_count),
                        .start = seconds_now()};
    const talus_terrain *terrain = results->campaign.site.terrain;
    choose_rocks(&job);
    talus_status status = create_workers(&job, error);
    if (status == TALUS_OK) {
        status = terrain_readers_begin(terrain, job.worker_count, error);
    }
    if (status == TALUS_OK) {
        states->head.threads = job.worker_count;
        status =
            pool_run(job.worker_count, run_worker, &job, tick, &results->totals.threads, error);
        terrain_readers_end(terrain);
    }
    if (status == TALUS_OK) {
        results->totals.wall_time = states->earlier_wall_time + seconds_now() - job.start;
        status = conclude(&job, error);
    }
    destroy_workers(&job);
    return status;
}
