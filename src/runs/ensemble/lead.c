// SPDX-License-Identifier: GPL-3.0-or-later
// Rank 0 beside its own workers: hands out rocks, takes in what the others have found.
#include "runs/ensemble/job.h"

#include <stdio.h>

/// A rank gets at most its share of half of what is left, so that all end at about the same time.
static bool deal(ensemble_job *job, uint64_t requested, rock_list *rocks)
{
    const uint64_t fair = 1 + work_left(&job->work) / (2 * (uint64_t)job->ranks.count);
    const uint64_t most = requested < fair ? requested : fair;
    uint64_t taken[WORK_MOST_AT_ONCE];
    size_t count = 1;
    while (rocks->count < most && count > 0) {
        count = work_try(&job->work, taken);
        for (size_t k = 0; k < count; k++) {
            if (!rock_list_add(rocks, taken[k])) {
                return false;
            }
        }
    }
    return true;
}

/// A rank that was interrupted interrupts the run.
static void note_interrupt(ensemble_job *job, byte_reader *reader)
{
    if (byte_read_u8(reader) != 0) {
        atomic_store(&job->is_stopped, true);
    }
}

static talus_status answer(ensemble_job *job, unsigned to, byte_reader *reader, talus_error *error)
{
    ranks *r = &job->ranks;
    rock_list rocks = {0};
    byte_writer writer = {0};
    const uint64_t requested = byte_read_count(reader);
    r->others[to].unsent = byte_read_count(reader);
    note_interrupt(job, reader);
    if (!job_should_stop(job) && !deal(job, requested, &rocks)) {
        (void)talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the rocks of rank %u",
                              to);
        job_fail(job, TALUS_ERROR_MEMORY, error);
    }
    byte_write_u8(&writer, RANKS_ANSWER);
    byte_write_u8(&writer, job_should_stop(job));
    byte_write_u8(&writer, work_is_over(&job->work));
    byte_write_count(&writer, r->round);
    rock_list_put(&rocks, &writer);
    rock_list_clear(&rocks);
    return exchange_send(r->exchange, to, &writer, error);
}

/// Add findings to the results; whole rocks, so a state that is written later is whole too.
static talus_status read_findings(ensemble_job *job, unsigned from, byte_reader *reader,
                                  talus_error *error)
{
    ranks *r = &job->ranks;
    char name[64];
    snprintf(name, sizeof name, "the findings of rank %u", from);
    state_taker taker = {.results = job->results,
                         .name = name,
                         .rocks = job->states.directory != NULL ? &job->states.fresh : NULL};
    r->others[from].round = byte_read_count(reader);
    byte_reader entries = {.size = byte_read_length(reader, 1)};
    entries.data = reader->data + reader->at;
    reader->at += entries.size;
    job_lock(job);
    talus_status status = state_add_entries(&taker, &entries, error);
    status = status == TALUS_OK ? state_add_sums(&taker, reader, error) : status;
    job_unlock(job);
    const uint64_t unsent = r->others[from].unsent;
    r->others[from].unsent = unsent > taker.count ? unsent - taker.count : 0;
    job->results->checkpoint.received_rocks += taker.count;
    job->results->checkpoint.received_bytes += reader->size;
    atomic_fetch_add(&job->done, taker.count);
    return status;
}

static void read_end(ensemble_job *job, unsigned from, byte_reader *reader)
{
    ranks *r = &job->ranks;
    talus_error error = {0}, reported = {0};
    uint32_t status = 0, threads = 0;
    const byte_coder coder = {.reader = reader};
    byte_code_count32(coder, &status);
    byte_code_count32(coder, &threads);
    note_interrupt(job, reader);
    byte_code_text(coder, reported.message, sizeof reported.message);
    r->others[from].has_ended = true;
    r->running--;
    r->threads += threads;
    if (status != TALUS_OK) {
        (void)talus_error_set(&error, (talus_status)status, "rank %u of %u: %.900s", from, r->count,
                              reported.message);
        job_fail(job, (talus_status)status, &error);
    }
}

/// @return a failure of the exchange; all others are the job's
static talus_status read_message(ensemble_job *job, exchange_message *message, talus_error *error)
{
    byte_reader *reader = &message->reader;
    const uint8_t kind = byte_read_u8(reader);
    if (kind == RANKS_ASK) {
        return answer(job, message->from, reader, error);
    }
    if (kind == RANKS_END) {
        read_end(job, message->from, reader);
        return TALUS_OK;
    }
    if (kind != RANKS_FINDINGS) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL, "rank %u sent a message of no kind",
                               message->from);
    }
    if (!atomic_load(&job->has_failed)) {
        const double began = job_seconds_now(), processor = job_processor_now();
        const talus_status status = read_findings(job, message->from, reader, error);
        job->ranks.cost += job_seconds_now() - began;
        job->results->checkpoint.received_time += job_processor_now() - processor;
        if (status != TALUS_OK) {
            job_fail(job, status, error);
        }
    }
    return TALUS_OK;
}

void lead_serve(ensemble_job *job)
{
    ranks *r = &job->ranks;
    bool has_come = true;
    while (has_come && !r->is_broken) {
        talus_error error = {0};
        exchange_message message;
        talus_status status = exchange_look(r->exchange, &message, &error);
        has_come = message.bytes != NULL;
        if (status == TALUS_OK && has_come) {
            status = read_message(job, &message, &error);
        }
        exchange_clear(&message);
        if (status != TALUS_OK) {
            r->is_broken = true;
            job_fail(job, status, &error);
        }
    }
}

bool lead_has_gathered(ensemble_job *job)
{
    ranks *r = &job->ranks;
    if (!r->is_gathering) {
        r->is_gathering = true;
        r->round++;
    }
    for (unsigned k = 1; k < r->count; k++) {
        if (!r->others[k].has_ended && r->others[k].round < r->round) {
            return false;
        }
    }
    r->is_gathering = false;
    return true;
}

uint64_t lead_unsent(const ranks *r)
{
    uint64_t unsent = 0;
    for (unsigned k = 1; k < r->count; k++) {
        unsent += r->others[k].unsent;
    }
    return unsent;
}
