// SPDX-License-Identifier: GPL-3.0-or-later
/// @file job.h
/// A run of a campaign on the threads of one process, and its part in a run of several (ranks).
///
///   workers.c   threads: a rock from release to outcome
///   job.c       what all threads have found: collected, written, concluded
///   lead.c      rank 0: hands out rocks, takes findings, writes the states
///   follow.c    other ranks: ask for rocks, send findings
///
/// Only the thread that called talus_campaign_run talks to other ranks, in the ticks of the pool.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_JOB_H
#define TALUS_SRC_RUNS_ENSEMBLE_JOB_H

#include "runs/ensemble/checkpoint.h"
#include "runs/ensemble/ranks.h"
#include "runs/ensemble/work.h"

/// What a thread owns for a rock under way, and what it found by it.
typedef struct worker {
    talus_stepper *stepper;
    talus_rock_motion *motion; ///< of the rock under way
    trajectory rock;           ///< under way
    uint64_t look;             ///< step at which it looks whether to stop
    bool is_under_way;
    observe_worker *observer;
    trajectory_event *event;   ///< under way; NULL: no rock breaks
    hard_list rock_hard, hard; ///< of the rock under way, and of those that are done
    rock_list finished;        ///< since the last checkpoint
    byte_writer found;         ///< entries of finished rocks, of a rank that keeps no records
    pthread_mutex_t adding;    ///< held while a finished rock is added, and by checkpoints
    talus_status status;
    talus_error error;
} worker;

typedef struct ensemble_job {
    talus_results *results;
    const talus_run_options *options;
    worker *workers; ///< (worker_count), those of a thread one after another
    unsigned worker_count, thread_count;
    unsigned at_once; ///< rocks that a thread has under way, a worker for each
    checkpoint states;
    work work;
    ranks ranks;
    double start;              ///< s, monotonic clock
    double shown;              ///< s since then, of the last progress
    atomic_uint_fast64_t done; ///< rocks in the results, or in findings
    atomic_bool has_failed, is_stopped;
    talus_status status; ///< of what the calling thread does beside the workers
    talus_error error;
} ensemble_job;

double job_seconds_now(void);
double job_processor_now(void); ///< s, of the calling thread
/// Do the workers drop what they have under way?
bool job_should_stop(const ensemble_job *job);
/// The run fails; the first reason counts.
void job_fail(ensemble_job *job, talus_status status, const talus_error *error);
/// When the workers have ended: the first failure by their number, then the calling thread's.
talus_status job_first_failure(const ensemble_job *job, talus_error *error);
void job_lock(ensemble_job *job);
void job_unlock(ensemble_job *job);
/// Add what the workers have found to the results, each under its lock or after they have ended.
talus_status job_add_up(ensemble_job *job, talus_error *error);
/// What is collected between two rocks of every worker: sums and lists in the results, cells and
/// hard problems as checkpoint_gather has them.
/// @param with_lock called before the workers go on; may be NULL
/// @return false when the run has failed, or fails by this
bool job_collect(ensemble_job *job, bool (*with_lock)(ensemble_job *job));

/// Workers and the rocks they run. The job is to be cleared in any case.
talus_status job_init(ensemble_job *job, talus_error *error);
void job_clear(ensemble_job *job);
/// Run on threads the rocks that are not done: fills records, shared and pooled; totals.threads.
talus_status job_run(ensemble_job *job, talus_error *error);

/// The part of one thread; a pool_work.
void worker_run(void *job, unsigned index);
talus_status workers_create(ensemble_job *job, talus_error *error);
void workers_destroy(ensemble_job *job);

#endif
