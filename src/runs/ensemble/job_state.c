// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of a run share: the clock, the first failure, what was found so far.
#include "foundation/base/pool.h"
#include "runs/ensemble/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double job_seconds_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double job_processor_now(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

bool job_should_stop(const ensemble_job *job)
{
    return atomic_load_explicit(&job->has_failed, memory_order_relaxed) ||
           atomic_load_explicit(&job->is_stopped, memory_order_relaxed);
}

void job_fail(ensemble_job *job, talus_status status, const talus_error *error)
{
    if (job->status == TALUS_OK) {
        job->status = status;
        job->error = *error;
    }
    atomic_store(&job->has_failed, true);
}

talus_status job_first_failure(const ensemble_job *job, talus_error *error)
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

void job_lock(ensemble_job *job)
{
    for (unsigned k = 0; k < job->worker_count; k++) {
        pthread_mutex_lock(&job->workers[k].adding);
    }
}

void job_unlock(ensemble_job *job)
{
    for (unsigned k = 0; k < job->worker_count; k++) {
        pthread_mutex_unlock(&job->workers[k].adding);
    }
}

talus_status job_add_up(ensemble_job *job, talus_error *error)
{
    talus_results *results = job->results;
    for (unsigned k = 0; k < job->worker_count; k++) {
        worker *w = &job->workers[k];
        observe_pooled_merge(results->pooled, &w->observer->done);
        observe_pooled_clear(&w->observer->done);
        if (!observe_worker_hand_over(w->observer) ||
            !rock_list_move(&job->states.fresh, &w->finished)) {
            return talus_error_set(error, TALUS_ERROR_MEMORY,
                                   "out of memory for the impacts: record fewer rocks");
        }
    }
    return TALUS_OK;
}

static talus_status gather(ensemble_job *job, bool (*with_lock)(ensemble_job *job),
                           talus_error *error)
{
    const talus_status status = job_add_up(job, error);
    bool has_room = checkpoint_gather(&job->states);
    for (unsigned k = 0; k < job->worker_count && has_room; k++) {
        has_room = checkpoint_add_hard(&job->states, &job->workers[k].hard);
    }
    if (status == TALUS_OK && has_room && with_lock != NULL) {
        has_room = with_lock(job);
    }
    return status != TALUS_OK || has_room
               ? status
               : talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "out of memory for what was found since the last time: make the "
                                 "statistics cells larger or keep fewer hard contact problems");
}

bool job_collect(ensemble_job *job, bool (*with_lock)(ensemble_job *job))
{
    talus_error error = {0};
    job_lock(job);
    const double began = job_seconds_now();
    // a worker that failed may have left half a rock
    if (!atomic_load(&job->has_failed)) {
        const talus_status status = gather(job, with_lock, &error);
        if (status != TALUS_OK) {
            job_fail(job, status, &error);
        }
    }
    job->results->checkpoint.stopped_time += job_seconds_now() - began;
    job_unlock(job);
    return !atomic_load(&job->has_failed);
}
