// SPDX-License-Identifier: GPL-3.0-or-later
// A rank other than 0 beside its own workers: asks for rocks, sends what they came to.
#include "runs/ensemble/job.h"

enum {
    MOST_REQUESTED = 8192, ///< rocks at once
    MOST_UNSENT = 1 << 17  ///< finished rocks, about 330 bytes each
};
#define HEARTBEAT 0.1    ///< s between two questions at most: an answer may say stop
#define SHORT_SUPPLY 0.1 ///< s; rocks that lasted less: ask for more of them
#define LONG_SUPPLY 1.0  ///< s; rocks that lasted more: for fewer

static void break_exchange(ensemble_job *job, talus_status status, const talus_error *error)
{
    job->ranks.is_broken = true;
    job_fail(job, status, error);
}

static bool write_recorded(const observe_shared *shared, byte_writer *out)
{
    for (size_t k = 0; k < shared->track_count; k++) {
        if (shared->tracks[k].points != NULL) {
            byte_write_u8(out, ROCK_LOG_TRACK);
            observe_track_put(&shared->tracks[k], out);
        }
    }
    for (size_t k = 0; k < shared->impacts.count; k++) {
        byte_write_u8(out, ROCK_LOG_IMPACT);
        observe_impact_put(&shared->impacts.items[k], out);
    }
    for (size_t k = 0; k < shared->breaks.count; k++) {
        byte_write_u8(out, ROCK_LOG_BREAK);
        observe_break_put(&shared->breaks.items[k], out);
    }
    for (size_t k = 0; k < shared->fragments.count; k++) {
        byte_write_u8(out, ROCK_LOG_FRAGMENT);
        observe_fragment_put(&shared->fragments.items[k], out);
    }
    return !out->failed;
}

/// Between two rocks of every worker: move all there is into ranks.entries and the gathered cells.
static bool move_out(ensemble_job *job)
{
    ranks *r = &job->ranks;
    for (unsigned k = 0; k < job->worker_count; k++) {
        byte_writer *found = &job->workers[k].found;
        byte_write_bytes(&r->entries, found->data, found->size);
        r->entries.failed |= found->failed;
        found->size = 0;
    }
    r->known = atomic_load(&job->done);
    return write_recorded(&job->results->shared, &r->entries) &&
           observe_shared_empty(&job->results->shared);
}

/// @return a failure of the exchange; out of memory is the job's
static talus_status send_findings(ensemble_job *job, talus_error *error)
{
    ranks *r = &job->ranks;
    byte_writer writer = {0};
    r->entries.size = 0;
    if (!job_collect(job, move_out)) {
        return TALUS_OK;
    }
    byte_write_u8(&writer, RANKS_FINDINGS);
    byte_write_count(&writer, r->round);
    byte_write_count(&writer, r->entries.size);
    byte_write_bytes(&writer, r->entries.data, r->entries.size);
    checkpoint_write_sums(&job->states, &writer);
    observe_pooled_clear(job->results->pooled);
    r->answered = r->round;
    return exchange_send(r->exchange, 0, &writer, error);
}

static talus_status ask(ensemble_job *job, double now, bool is_low, talus_error *error)
{
    ranks *r = &job->ranks;
    byte_writer writer = {0};
    const double lasted = now - r->filled;
    if (is_low && lasted < SHORT_SUPPLY && r->batch < MOST_REQUESTED) {
        r->batch *= 2;
    } else if (is_low && lasted > LONG_SUPPLY && r->batch >= 2 * (uint64_t)job->thread_count) {
        r->batch /= 2;
    }
    byte_write_u8(&writer, RANKS_ASK);
    byte_write_count(&writer, is_low ? r->batch : 0);
    byte_write_count(&writer, atomic_load(&job->done) - r->known);
    byte_write_u8(&writer, job_should_stop(job));
    r->is_waiting = true;
    r->asked = now;
    return exchange_send(r->exchange, 0, &writer, error);
}

/// @return a failure of the exchange; out of memory is the job's
static talus_status read_answer(ensemble_job *job, byte_reader *reader, talus_error *error)
{
    ranks *r = &job->ranks;
    rock_list rocks = {0};
    r->is_waiting = false;
    if (byte_read_u8(reader) != RANKS_ANSWER) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "rank 0 sent something else than rocks");
    }
    if (byte_read_u8(reader) != 0) {
        atomic_store(&job->is_stopped, true);
    }
    const bool is_last = byte_read_u8(reader) != 0;
    r->round = byte_read_count(reader);
    bool has_room = rock_list_take(&rocks, reader);
    if (rocks.count > 0) {
        r->filled = job_seconds_now() - job->start;
        has_room = has_room && work_add(&job->work, &rocks);
    }
    rock_list_clear(&rocks);
    if (is_last) {
        work_close(&job->work);
    }
    if (!has_room) {
        (void)talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for rocks to be run");
        job_fail(job, TALUS_ERROR_MEMORY, error);
    }
    return TALUS_OK;
}

static talus_status look_for_answer(ensemble_job *job, talus_error *error)
{
    exchange_message message;
    talus_status status = exchange_look(job->ranks.exchange, &message, error);
    if (status == TALUS_OK && message.bytes != NULL) {
        status = read_answer(job, &message.reader, error);
    }
    exchange_clear(&message);
    return status;
}

/// Between an answer and the next question.
static talus_status speak(ensemble_job *job, talus_error *error)
{
    ranks *r = &job->ranks;
    const double now = job_seconds_now() - job->start;
    const bool is_low = !job->work.is_closed && work_left(&job->work) <= r->batch / 2;
    talus_status status = TALUS_OK;
    if (r->round > r->answered || atomic_load(&job->done) - r->known > MOST_UNSENT) {
        status = send_findings(job, error);
    }
    return status == TALUS_OK && (is_low || now - r->asked > HEARTBEAT)
               ? ask(job, now, is_low, error)
               : status;
}

void follow_serve(ensemble_job *job)
{
    ranks *r = &job->ranks;
    talus_error error = {0};
    talus_status status = TALUS_OK;
    if (r->is_waiting && !r->is_broken) {
        status = look_for_answer(job, &error);
    }
    if (status == TALUS_OK && !r->is_waiting && !r->is_broken) {
        status = speak(job, &error);
    }
    if (status != TALUS_OK) {
        break_exchange(job, status, &error);
    }
    if (job_should_stop(job)) {
        work_close(&job->work);
    }
}

static talus_status send_end(ensemble_job *job, talus_status outcome, const talus_error *reported,
                             talus_error *error)
{
    byte_writer writer = {0};
    byte_write_u8(&writer, RANKS_END);
    byte_write_count(&writer, (uint64_t)outcome);
    byte_write_count(&writer, job->results->totals.threads);
    byte_write_u8(&writer, job_should_stop(job));
    byte_write_text(&writer, outcome == TALUS_OK ? "" : reported->message);
    return exchange_send(job->ranks.exchange, 0, &writer, error);
}

void follow_conclude(ensemble_job *job, talus_status outcome, const talus_error *reported)
{
    ranks *r = &job->ranks;
    talus_error error = *reported;
    talus_status status = TALUS_OK;
    if (outcome != TALUS_OK) {
        job_fail(job, outcome, reported);
    }
    while (r->is_waiting && !r->is_broken && status == TALUS_OK) {
        exchange_message message;
        status = exchange_wait(r->exchange, &message, &error);
        status = status == TALUS_OK ? read_answer(job, &message.reader, &error) : status;
        exchange_clear(&message);
    }
    if (status == TALUS_OK && !atomic_load(&job->has_failed)) {
        status = send_findings(job, &error);
    }
    if (status == TALUS_OK && !r->is_broken) {
        talus_error reason = {0};
        const talus_status failure = job_first_failure(job, &reason);
        status = send_end(job, failure, &reason, &error);
    }
    if (status != TALUS_OK) {
        break_exchange(job, status, &error);
    }
}
