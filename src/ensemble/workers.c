// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that take rock indices from a counter. What a rock gives does not depend on who runs it.
#include "ensemble/ensemble_internal.h"

#include "base/pool.h"

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
    talus_status status;
    talus_error error;
} worker;

typedef struct ensemble_job {
    talus_results *results;
    const talus_run_options *options;
    worker *workers; ///< (worker_count)
    unsigned worker_count;
    double start;   ///< s, monotonic clock
    uint64_t chunk; ///< rocks taken at once
    atomic_uint_fast64_t next, done;
    atomic_bool has_failed;
} ensemble_job;

static bool should_stop(const ensemble_job *job)
{
    const atomic_bool *interrupt = job->options->interrupt;
    return atomic_load_explicit(&job->has_failed, memory_order_relaxed) ||
           (interrupt != NULL && atomic_load_explicit(interrupt, memory_order_relaxed));
}

/// One rock from release to outcome; a rock that is interrupted leaves nothing behind.
static talus_status run_rock(ensemble_job *job, worker *w, uint64_t rock)
{
    talus_results *results = job->results;
    trajectory t;
    const talus_status status =
        trajectory_start(&t, &results->campaign, w->stepper, rock, &w->error);
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
            if (should_stop(job)) {
                return TALUS_OK;
            }
        }
    }
    if (!observe_worker_finish(w->observer, &t)) {
        return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of rock %llu: make the statistics "
                               "cells larger or record fewer rocks",
                               (unsigned long long)rock);
    }
    hard_list_merge(&w->hard, &w->rock_hard);
    results->records[rock] = t.record;
    results->means[rock] = observe_pooled_means(&w->observer->rock, &results->shared.units);
    atomic_fetch_add_explicit(&job->done, 1, memory_order_relaxed);
    return TALUS_OK;
}

static void run_worker(void *context, unsigned index)
{
    ensemble_job *job = context;
    worker *w = &job->workers[index];
    const uint64_t count = job->results->rock_count;
    while (w->status == TALUS_OK && !should_stop(job)) {
        const uint64_t begin =
            atomic_fetch_add_explicit(&job->next, job->chunk, memory_order_relaxed);
        if (begin >= count) {
            break;
        }
        const uint64_t end = count - begin < job->chunk ? count : begin + job->chunk;
        for (uint64_t k = begin; k < end && w->status == TALUS_OK && !should_stop(job); k++) {
            w->status = run_rock(job, w, k);
        }
    }
    if (w->status != TALUS_OK) {
        atomic_store(&job->has_failed, true);
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void tell_progress(void *context)
{
    const ensemble_job *job = context;
    job->options->progress(job->options->progress_user, atomic_load(&job->done),
                           job->results->rock_count, seconds_now() - job->start);
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

/// Merge what the workers counted; the first failure by worker number is the run's.
static talus_status collect(ensemble_job *job, observe_pooled *pooled, talus_error *error)
{
    for (unsigned k = 0; k < job->worker_count; k++) {
        worker *w = &job->workers[k];
        if (w->status != TALUS_OK) {
            return talus_error_set(error, w->status, "%s", w->error.message);
        }
        observe_pooled_merge(pooled, &w->observer->done);
        hard_list_merge(&job->results->hard, &w->hard);
        if (!observe_worker_hand_over(w->observer)) {
            return talus_error_set(error, TALUS_ERROR_MEMORY,
                                   "out of memory for the impacts: record fewer rocks");
        }
    }
    const uint64_t done = atomic_load(&job->done), count = job->results->rock_count;
    return done == count ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_INTERRUPTED,
                                           "interrupted after %llu of %llu rocks",
                                           (unsigned long long)done, (unsigned long long)count);
}

talus_status ensemble_run_workers(talus_results *results, const talus_run_options *options,
                                  observe_pooled *pooled, talus_error *error)
{
    ensemble_job job = {.results = results,
                        .options = options,
                        .worker_count = thread_count(options, results->rock_count),
                        .start = seconds_now()};
    const uint64_t chunk = results->rock_count / (64 * (uint64_t)job.worker_count);
    job.chunk = chunk < 1 ? 1 : chunk > MOST_PER_CHUNK ? MOST_PER_CHUNK : chunk;
    talus_status status = create_workers(&job, error);
    if (status == TALUS_OK && !hard_list_init(&results->hard, options->hard_problems)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "out of memory for %zu contact problems: keep fewer",
                                 options->hard_problems);
    }
    if (status == TALUS_OK) {
        status = pool_run(job.worker_count, run_worker, &job,
                          options->progress == NULL ? NULL : tell_progress,
                          &results->totals.threads, error);
    }
    if (status == TALUS_OK) {
        results->totals.wall_time = seconds_now() - job.start;
        status = collect(&job, pooled, error);
    }
    destroy_workers(&job);
    return status;
}
