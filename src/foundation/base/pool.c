// SPDX-License-Identifier: GPL-3.0-or-later
// Threads for one job. The affinity mask is a GNU extension.
#define _GNU_SOURCE
#include "foundation/base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS 1000000000L

typedef struct pool_job {
    pool_work *work;
    void *context;
    pthread_mutex_t mutex;
    pthread_cond_t finished;
    unsigned running; ///< guarded by mutex
} pool_job;

typedef struct pool_worker {
    pool_job *job;
    pthread_t thread;
    unsigned index;
} pool_worker;

unsigned pool_core_count(void)
{
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) {
        const int count = CPU_COUNT(&mask);
        return count > 0 ? (unsigned)count : 1u;
    }
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1u;
}

static void *run_worker(void *argument)
{
    pool_worker *worker = argument;
    pool_job *job = worker->job;
    job->work(job->context, worker->index);
    pthread_mutex_lock(&job->mutex);
    job->running--;
    pthread_cond_signal(&job->finished);
    pthread_mutex_unlock(&job->mutex);
    return NULL;
}

/// The mutex is held on entry and on return.
static void wait_for_workers(pool_job *job, pool_tick *tick)
{
    while (job->running > 0 && tick == NULL) {
        pthread_cond_wait(&job->finished, &job->mutex);
    }
    while (job->running > 0) {
        struct timespec until;
        pthread_mutex_unlock(&job->mutex);
        const double pause = tick(job->context);
        pthread_mutex_lock(&job->mutex);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += (long)(pause * (double)SECOND_NS);
        until.tv_sec += until.tv_nsec / SECOND_NS;
        until.tv_nsec %= SECOND_NS;
        // a worker that ended during the tick has signalled already
        if (job->running > 0) {
            pthread_cond_timedwait(&job->finished, &job->mutex, &until);
        }
    }
}

static unsigned run_workers(pool_job *job, pool_worker *workers, unsigned threads, pool_tick *tick)
{
    unsigned started = 0;
    pthread_mutex_lock(&job->mutex);
    while (started < threads) {
        workers[started] = (pool_worker){.job = job, .index = started};
        if (pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) != 0) {
            break;
        }
        started++;
        job->running++;
    }
    wait_for_workers(job, tick);
    pthread_mutex_unlock(&job->mutex);
    for (unsigned k = 0; k < started; k++) {
        pthread_join(workers[k].thread, NULL);
    }
    return started;
}

talus_status pool_run(unsigned threads, pool_work *work, void *context, pool_tick *tick,
                      unsigned *started, talus_error *error)
{
    const unsigned requested = threads == 0 ? pool_core_count() : threads;
    pool_job job = {.work = work, .context = context};
    pthread_condattr_t monotonic;
    pool_worker *workers = calloc(requested, sizeof *workers);
    if (workers == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %u threads", requested);
    }
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&job.mutex, NULL);
    pthread_cond_init(&job.finished, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const unsigned ran = run_workers(&job, workers, requested, tick);
    pthread_cond_destroy(&job.finished);
    pthread_mutex_destroy(&job.mutex);
    free(workers);
    if (started != NULL) {
        *started = ran;
    }
    if (ran == 0) {
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "the system gives this process no thread; end other programs or "
                               "raise its limits");
    }
    return TALUS_OK;
}
