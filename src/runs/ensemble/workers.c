// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that run rocks. What a rock gives does not depend on the thread that runs it.
#include "runs/ensemble/job.h"

#include "physics/stepper/worker.h"
#include "runs/campaign/campaign.h"
#include "runs/ensemble/rock_bytes.h"

#include <stdlib.h>

enum { STEPS_PER_LOOK = 1024 }; ///< steps between two checks of the interrupt flag

static void fail(ensemble_job *job, worker *w, talus_status status)
{
    w->status = status;
    atomic_store(&job->has_failed, true);
}

/// Record and means: in their place, or as bytes for rank 0.
static bool keep_rock(ensemble_job *job, worker *w, const talus_rock_record *record)
{
    talus_results *results = job->results;
    const talus_rock_means means = observe_pooled_means(&w->observer->rock, &results->shared.units);
    if (results->records == NULL) {
        byte_write_u8(&w->found, ROCK_LOG_ROCK);
        rock_bytes_put(&w->found, record, &means);
        return !w->found.failed;
    }
    results->records[record->rock] = *record;
    results->means[record->rock] = means;
    return job->states.directory == NULL || rock_list_add(&w->finished, record->rock);
}

static talus_status lack_memory(worker *w, uint64_t rock)
{
    return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                           "out of memory for the statistics of rock %llu: make the statistics "
                           "cells larger or record fewer rocks",
                           (unsigned long long)rock);
}

/// A complete rock enters everything that is kept; half a rock never does, nor one that may have
/// met ground that could not be read.
static talus_status add_rock(ensemble_job *job, worker *w, const trajectory *t)
{
    const talus_rock_record *record = w->event != NULL ? &w->event->whole : &t->record;
    const talus_status status =
        talus_terrain_status(job->results->campaign.site.terrain, &w->error);
    if (status != TALUS_OK) {
        return status;
    }
    const bool is_counted = w->event != NULL ? observe_worker_finish_event(w->observer, w->event)
                                             : observe_worker_finish(w->observer, t);
    if (!is_counted || !keep_rock(job, w, record)) {
        return lack_memory(w, record->rock);
    }
    hard_list_merge(&w->hard, &w->rock_hard);
    atomic_fetch_add_explicit(&job->done, 1, memory_order_relaxed);
    return TALUS_OK;
}

/// A body to its end, or to where several rocks are turned together.
/// @param is_stopped, is_waiting set when it has not ended: the run drops what is under way; the
///   rock waits
static talus_status run_body(ensemble_job *job, worker *w, bool *is_stopped, bool *is_waiting)
{
    trajectory *t = &w->rock;
    const bool waits = job->at_once > 1 && w->event == NULL;
    while (trajectory_step(t)) {
        observe_worker_add(w->observer, t);
        if (!hard_list_offer_step(&w->rock_hard, &w->hard, t)) {
            return talus_error_set(&w->error, TALUS_ERROR_MEMORY,
                                   "out of memory for the hardest contact problems: keep fewer");
        }
        // a contact problem that needs the last move may take a second
        const bool is_slow = t->report.solver.stage == TALUS_SOLVER_SPARSE;
        if (is_slow || t->record.steps >= w->look) {
            w->look = t->record.steps + STEPS_PER_LOOK;
            terrain_reader_rest(stepper_reader(w->stepper));
            if (job_should_stop(job)) {
                *is_stopped = true;
                return TALUS_OK;
            }
        }
        if (waits && trajectory_lacks_turns(t)) {
            *is_waiting = true;
            return TALUS_OK;
        }
    }
    return TALUS_OK;
}

/// The body under way has ended; the fragments that are left, each to its end.
static talus_status run_fragments(ensemble_job *job, worker *w, bool *is_stopped)
{
    trajectory *t = &w->rock;
    talus_status status = TALUS_OK;
    bool is_waiting = false;
    trajectory_event_add(w->event, t);
    if (!observe_worker_end_body(w->observer, w->event, t)) {
        return lack_memory(w, w->event->rock);
    }
    while (!*is_stopped &&
           trajectory_event_next(w->event, t, w->stepper, w->motion, &status, &w->error)) {
        observe_worker_next_body(w->observer, w->event, t);
        terrain_reader_rest(stepper_reader(w->stepper));
        w->look = t->record.steps + STEPS_PER_LOOK;
        status = run_body(job, w, is_stopped, &is_waiting);
        if (status != TALUS_OK) {
            return status;
        }
        trajectory_event_add(w->event, t);
        if (!observe_worker_end_body(w->observer, w->event, t)) {
            return lack_memory(w, w->event->rock);
        }
    }
    return status;
}

/// A rock at its release.
static talus_status start_rock(ensemble_job *job, worker *w, uint64_t rock)
{
    trajectory *t = &w->rock;
    talus_status status =
        trajectory_start(t, &job->results->campaign, w->stepper, w->motion, rock, &w->error);
    if (status != TALUS_OK) {
        return status;
    }
    hard_list_empty(&w->rock_hard);
    if (w->event != NULL) {
        status = trajectory_event_start(w->event, t, &w->error);
        if (status != TALUS_OK || w->event->is_stopped) {
            return status;
        }
    }
    observe_worker_start(w->observer, t);
    w->look = t->record.steps + STEPS_PER_LOOK;
    w->is_under_way = true;
    return TALUS_OK;
}

/// The rock under way to its outcome, its fragments included, or to where it waits for others; a rock
/// that is interrupted leaves nothing behind.
static talus_status run_rock(ensemble_job *job, worker *w)
{
    bool is_stopped = false, is_waiting = false;
    talus_status status = run_body(job, w, &is_stopped, &is_waiting);
    if (status == TALUS_OK && !is_stopped && w->event != NULL) {
        status = run_fragments(job, w, &is_stopped);
    }
    if (status != TALUS_OK || is_stopped || is_waiting) {
        return status;
    }
    pthread_mutex_lock(&w->adding);
    w->is_under_way = false;
    status = add_rock(job, w, &w->rock);
    if (status != TALUS_OK) {
        fail(job, w, status); // before a checkpoint can see half a rock
    }
    pthread_mutex_unlock(&w->adding);
    return status;
}

/// Rocks that a thread has taken and not begun.
typedef struct taken_rocks {
    uint64_t rocks[WORK_MOST_AT_ONCE];
    size_t next, count;
} taken_rocks;

/// As many rocks are left for each other thread as this one has under way: the first one awake would
/// take most of a small round.
static bool leaves_enough(ensemble_job *job, const worker *own)
{
    uint64_t under_way = 0;
    for (unsigned k = 0; k < job->at_once; k++) {
        under_way += own[k].is_under_way;
    }
    const uint64_t others = under_way * (job->thread_count - 1);
    return others == 0 || work_left(&job->work) > others;
}

/// The next rock, of those that can be had without waiting. @return false: there is none
static bool next_of(ensemble_job *job, const worker *own, taken_rocks *from, uint64_t *rock)
{
    if (from->next == from->count) {
        from->next = 0;
        from->count = leaves_enough(job, own) ? work_try(&job->work, from->rocks) : 0;
    }
    const bool has_some = from->next < from->count;
    if (has_some) {
        *rock = from->rocks[from->next++];
    }
    return has_some;
}

/// Rocks one after another, until one waits for others or there are no more.
/// @param own workers of the thread, w is one of them
static void run_rocks(ensemble_job *job, const worker *own, worker *w, taken_rocks *from)
{
    bool goes_on = true;
    while (goes_on && !job_should_stop(job)) {
        terrain_reader_rest(stepper_reader(w->stepper));
        talus_status status = TALUS_OK;
        if (!w->is_under_way) {
            uint64_t rock = 0;
            goes_on = next_of(job, own, from, &rock);
            status = goes_on ? start_rock(job, w, rock) : TALUS_OK;
        }
        if (status == TALUS_OK && w->is_under_way) {
            status = run_rock(job, w);
            goes_on = !w->is_under_way;
        }
        if (status != TALUS_OK) {
            fail(job, w, status);
        }
    }
}

/// The turns that rocks wait for. @return whether some do
static bool turn_together(const ensemble_job *job, const worker *own)
{
    talus_stepper *steppers[STEPPER_TURNS_ROCKS];
    size_t count = 0;
    for (unsigned k = 0; k < job->at_once; k++) {
        if (own[k].is_under_way) {
            steppers[count++] = own[k].stepper;
        }
    }
    if (count > 0) {
        stepper_turns_add(steppers, count);
    }
    return count > 0;
}

static void leave_terrain(const ensemble_job *job, const worker *own)
{
    for (unsigned k = 0; k < job->at_once; k++) {
        terrain_reader_leave(stepper_reader(own[k].stepper));
    }
}

static void enter_terrain(const ensemble_job *job, const worker *own)
{
    for (unsigned k = 0; k < job->at_once; k++) {
        terrain_reader_enter(job->results->campaign.site.terrain, stepper_reader(own[k].stepper));
    }
}

void worker_run(void *context, unsigned index)
{
    ensemble_job *job = context;
    worker *own = &job->workers[index * job->at_once];
    taken_rocks from = {.count = 0};
    bool goes_on = true;
    while (goes_on && !job_should_stop(job)) {
        leave_terrain(job, own); // it may have to wait for rocks
        from.count = work_take(&job->work, from.rocks);
        from.next = 0;
        goes_on = from.count > 0;
        enter_terrain(job, own);
        do {
            for (unsigned k = 0; k < job->at_once; k++) {
                run_rocks(job, own, &own[k], &from);
            }
        } while (!job_should_stop(job) && turn_together(job, own));
    }
    leave_terrain(job, own);
}

void workers_destroy(ensemble_job *job)
{
    for (unsigned k = 0; job->workers != NULL && k < job->worker_count; k++) {
        talus_free(job->workers[k].motion);
        talus_stepper_destroy(job->workers[k].stepper);
        observe_worker_destroy(job->workers[k].observer);
        trajectory_event_destroy(job->workers[k].event);
        hard_list_clear(&job->workers[k].rock_hard);
        hard_list_clear(&job->workers[k].hard);
        rock_list_clear(&job->workers[k].finished);
        byte_writer_clear(&job->workers[k].found);
        pthread_mutex_destroy(&job->workers[k].adding);
    }
    free(job->workers);
    job->workers = NULL;
}

static bool see(void *user, uint64_t step, const bodies_solved *solved)
{
    worker *w = user;
    const talus_hard_problem item = {.rock = w->event->rock,
                                     .step = step,
                                     .body = (uint32_t)solved->body,
                                     .part = (uint32_t)solved->part + 1,
                                     .problem = solved->problem,
                                     .percussion = solved->percussion,
                                     .solver = solved->solver,
                                     .retried_plastic = solved->percussion == NULL};
    return hard_list_offer(&w->rock_hard, &w->hard, &item);
}

static bool should_stop(void *job)
{
    return job_should_stop(job);
}

talus_status workers_create(ensemble_job *job, talus_error *error)
{
    talus_results *results = job->results;
    const talus_campaign *campaign = &results->campaign;
    const size_t max_vertices = campaign_max_vertices(campaign);
    job->workers = calloc(job->worker_count, sizeof *job->workers);
    bool is_complete = job->workers != NULL;
    for (unsigned k = 0; k < job->worker_count && is_complete; k++) {
        pthread_mutex_init(&job->workers[k].adding, NULL);
    }
    for (unsigned k = 0; k < job->worker_count && is_complete; k++) {
        worker *w = &job->workers[k];
        talus_status status =
            stepper_create(&campaign->site, &campaign->step, max_vertices, &w->stepper, error);
        status = status == TALUS_OK ? talus_motion_create(w->stepper, &w->motion, error) : status;
        if (status != TALUS_OK) {
            return status;
        }
        w->observer = observe_worker_create(&results->shared);
        const bool has_bodies = campaign_has_bodies(campaign);
        w->event = has_bodies ? trajectory_event_create(&results->campaign) : NULL;
        if (w->event != NULL) {
            w->event->should_stop = should_stop;
            w->event->context = job;
            w->event->see = job->options->hard_problems > 0 ? see : NULL;
            w->event->watcher = w;
        }
        is_complete = w->observer != NULL && (w->event != NULL || !has_bodies) &&
                      hard_list_init(&w->rock_hard, job->options->hard_problems) &&
                      hard_list_init(&w->hard, job->options->hard_problems);
    }
    return is_complete ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_MEMORY,
                                         "out of memory for %u workers: use fewer threads",
                                         job->worker_count);
}
