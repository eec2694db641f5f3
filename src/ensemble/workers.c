// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that take rock indices from a counter. What a rock gives does not depend on who runs it.
#include "ensemble/ensemble_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_THREADS = 1024,
    MOST_PER_CHUNK = 16,
    STEPS_PER_LOOK = 1024, ///< steps between two looks at the interrupt flag; a power of two
    PROGRESS_MS = 200
};

typedef struct ensemble_job {
    talus_results *results;
    const atomic_bool *interrupt;
    uint64_t chunk;
    atomic_uint_fast64_t next, done;
    atomic_bool has_failed;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned running; ///< threads at work, guarded by mutex
} ensemble_job;

typedef struct worker {
    ensemble_job *job;
    pthread_t thread;
    talus_stepper *stepper;
    observe_worker *observer;
    talus_status status;
    talus_error error;
} worker;

static bool should_stop(const ensemble_job *job)
{
    return atomic_load_explicit(&job->has_failed, memory_order_relaxed) ||
           (job->interrupt != NULL && atomic_load_explicit(job->interrupt, memory_order_relaxed));
}

/// One rock from release to outcome; a rock that is interrupted leaves nothing behind.
static talus_status run_rock(worker *w, uint64_t rock)
{
    talus_results *results = w->job->results;
    trajectory t;
    const talus_status status =
        trajectory_start(&t, &results->campaign, w->stepper, rock, &w->error);
    if (status != TALUS_OK) {
        return status;
    }
    observe_worker_start(w->observer, &t);
    while (trajectory_step(&t)) {
        observe_worker_add(w->observer, &t);
        if (t.record.steps % STEPS_PER_LOOK == 0 && should_stop(w->job)) {
            return TALUS_OK;
        }
    }
    if (!observe_worker_finish(w->observer, &t)) {
        return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of rock %llu",
                               (unsigned long long)rock);
    }
    results->records[rock] = t.record;
    atomic_fetch_add_explicit(&w->job->done, 1, memory_order_relaxed);
    return TALUS_OK;
}

static void *run_worker(void *argument)
{
    worker *w = argument;
    ensemble_job *job = w->job;
    const uint64_t count = job->results->rock_count;
    while (w->status == TALUS_OK && !should_stop(job)) {
        const uint64_t begin =
            atomic_fetch_add_explicit(&job->next, job->chunk, memory_order_relaxed);
        if (begin >= count) {
            break;
        }
        const uint64_t end = count - begin < job->chunk ? count : begin + job->chunk;
        for (uint64_t k = begin; k < end && w->status == TALUS_OK && !should_stop(job); k++) {
            w->status = run_rock(w, k);
        }
    }
    if (w->status != TALUS_OK) {
        atomic_store(&job->has_failed, true);
    }
    pthread_mutex_lock(&job->mutex);
    job->running--;
    pthread_cond_signal(&job->changed);
    pthread_mutex_unlock(&job->mutex);
    return NULL;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Wait until all workers are through, telling progress meanwhile. The mutex is held on entry.
static void wait_for_workers(ensemble_job *job, const talus_run_options *options, double start)
{
    while (job->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += PROGRESS_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&job->changed, &job->mutex, &until);
        if (options->progress != NULL && job->running > 0) {
            pthread_mutex_unlock(&job->mutex);
            options->progress(options->progress_user, atomic_load(&job->done),
                              job->results->rock_count, seconds_now() - start);
            pthread_mutex_lock(&job->mutex);
        }
    }
}

static unsigned thread_count(const talus_run_options *options, uint64_t rocks)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned count = options->threads;
    if (count == 0) {
        count = cores > 0 ? (unsigned)cores : 1;
    }
    count = count > MOST_THREADS ? MOST_THREADS : count;
    return rocks < count ? (unsigned)rocks : count;
}

static void destroy_workers(worker *workers, unsigned count)
{
    for (unsigned k = 0; workers != NULL && k < count; k++) {
        talus_stepper_destroy(workers[k].stepper);
        observe_worker_destroy(workers[k].observer);
    }
    free(workers);
}

static talus_status create_workers(ensemble_job *job, unsigned count, worker **out,
                                   talus_error *error)
{
    talus_results *results = job->results;
    const talus_campaign *campaign = &results->campaign;
    worker *workers = calloc(count, sizeof *workers);
    talus_status status = workers == NULL ? TALUS_ERROR_MEMORY : TALUS_OK;
    for (unsigned k = 0; k < count && status == TALUS_OK; k++) {
        workers[k].job = job;
        status = talus_stepper_create(&campaign->site, &campaign->step,
                                      ensemble_max_vertices(campaign), &workers[k].stepper, error);
        if (status != TALUS_OK) {
            destroy_workers(workers, count);
            return status;
        }
        workers[k].observer = observe_worker_create(&results->shared);
        status = workers[k].observer == NULL ? TALUS_ERROR_MEMORY : TALUS_OK;
    }
    if (status != TALUS_OK) {
        destroy_workers(workers, count);
        return talus_error_set(error, status, "out of memory for %u workers", count);
    }
    *out = workers;
    return TALUS_OK;
}

/// Start as many threads as the system gives, wait for them, join them. @return how many ran
static unsigned run_threads(ensemble_job *job, worker *workers, unsigned count,
                            const talus_run_options *options)
{
    const double start = seconds_now();
    unsigned started = 0;
    pthread_mutex_lock(&job->mutex);
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) == 0) {
        started++;
        job->running++;
    }
    wait_for_workers(job, options, start);
    pthread_mutex_unlock(&job->mutex);
    for (unsigned k = 0; k < started; k++) {
        pthread_join(workers[k].thread, NULL);
    }
    job->results->totals.wall_time = seconds_now() - start;
    return started;
}

/// Merge what the workers counted; the first failure by worker number is the run's.
static talus_status collect(const worker *workers, unsigned count, observe_pooled *pooled,
                            talus_error *error)
{
    for (unsigned k = 0; k < count; k++) {
        if (workers[k].status != TALUS_OK) {
            return talus_error_set(error, workers[k].status, "%s", workers[k].error.message);
        }
        observe_pooled_merge(pooled, &workers[k].observer->done);
    }
    return TALUS_OK;
}

static void init_job(ensemble_job *job, talus_results *results, const talus_run_options *options,
                     unsigned threads)
{
    pthread_condattr_t monotonic;
    job->results = results;
    job->interrupt = options->interrupt;
    job->chunk = results->rock_count / (64 * (uint64_t)threads);
    job->chunk = job->chunk < 1 ? 1 : job->chunk > MOST_PER_CHUNK ? MOST_PER_CHUNK : job->chunk;
    atomic_init(&job->next, 0);
    atomic_init(&job->done, 0);
    atomic_init(&job->has_failed, false);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&job->mutex, NULL);
    pthread_cond_init(&job->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

talus_status ensemble_run_workers(talus_results *results, const talus_run_options *options,
                                  observe_pooled *pooled, talus_error *error)
{
    const unsigned wanted = thread_count(options, results->rock_count);
    ensemble_job job = {0};
    worker *workers = NULL;
    init_job(&job, results, options, wanted);
    talus_status status = create_workers(&job, wanted, &workers, error);
    if (status == TALUS_OK) {
        const unsigned ran = run_threads(&job, workers, wanted, options);
        results->totals.threads = ran;
        status = ran == 0 ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                            "the system gives this process no thread")
                          : collect(workers, ran, pooled, error);
        destroy_workers(workers, wanted);
    }
    pthread_cond_destroy(&job.changed);
    pthread_mutex_destroy(&job.mutex);
    if (status == TALUS_OK && atomic_load(&job.done) < results->rock_count) {
        return talus_error_set(
            error, TALUS_ERROR_INTERRUPTED, "interrupted after %llu of %llu rocks",
            (unsigned long long)atomic_load(&job.done), (unsigned long long)results->rock_count);
    }
    return status;
}
