// SPDX-License-Identifier: GPL-3.0-or-later
// States: head, sums and cells in one file, and the log of rocks beside it.
#include "runs/ensemble/state.h"

#include "foundation/files/files.h"
#include "runs/ensemble/rock_bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_SIZE = 8, DIGEST_SIZE = 8 };
#define STATE_FORMAT UINT64_C(7)

static const char magic[MAGIC_SIZE + 1] = "talusSTA";

talus_status state_paths_of(const char *directory, state_paths *paths, talus_error *error)
{
    const int a = snprintf(paths->state, sizeof paths->state, "%s/state", directory);
    const int b = snprintf(paths->rocks, sizeof paths->rocks, "%s/rocks", directory);
    return a > 0 && b > 0 && (size_t)a < sizeof paths->state && (size_t)b < sizeof paths->rocks
               ? TALUS_OK
               : talus_error_set(
                     error, TALUS_ERROR_ARGUMENT,
                     "a directory of %zu bytes is too long for checkpoints, expected at "
                     "most %d",
                     strlen(directory), STATE_PATH_SIZE - 16);
}

bool state_exists(const state_paths *paths)
{
    return access(paths->state, F_OK) == 0;
}

static void code_head(byte_coder coder, state_head *head)
{
    byte_code_text(coder, head->version, sizeof head->version);
    campaign_fingerprint_code(coder, &head->fingerprint);
    byte_code_count(coder, &head->rock_count);
    byte_code_count32(coder, &head->shard);
    byte_code_count32(coder, &head->shard_count);
    byte_code_count(coder, &head->done);
    byte_code_count(coder, &head->hard_problems);
    byte_code_count32(coder, &head->threads);
    byte_code_f64(coder, &head->wall_time);
    byte_code_u64(coder, &head->rocks.bytes);
    byte_code_u64(coder, &head->rocks.digest);
}

static talus_status damaged(const char *path, const char *what, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s %s", path, what);
}

talus_status state_open(const state_paths *paths, state_file *file, talus_error *error)
{
    size_t size = 0;
    *file = (state_file){0};
    talus_status status = files_read_all(paths->state, &file->data, &size, error);
    if (status != TALUS_OK) {
        return status;
    }
    byte_reader *reader = &file->reader;
    *reader = (byte_reader){.data = (const uint8_t *)file->data, .size = size};
    if (size < MAGIC_SIZE || memcmp(file->data, magic, MAGIC_SIZE) != 0) {
        return damaged(paths->state, "is not a state of a talus run", error);
    }
    if (size < MAGIC_SIZE + DIGEST_SIZE ||
        byte_read_u64(&(byte_reader){.data = reader->data + size - DIGEST_SIZE, .size = 8}) !=
            byte_digest(0, reader->data, size - DIGEST_SIZE)) {
        return damaged(paths->state, "is damaged: its bytes do not have the digest at its end",
                       error);
    }
    reader->size -= DIGEST_SIZE;
    reader->at = MAGIC_SIZE;
    if (byte_read_count(reader) != STATE_FORMAT) {
        return damaged(paths->state, "has the format of another version of talus; run again",
                       error);
    }
    code_head((byte_coder){.reader = reader}, &file->head);
    if (reader->failed) {
        return damaged(paths->state, "is damaged: its head is not complete", error);
    }
    if (strcmp(file->head.version, talus_version()) != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s was written by talus %s, this is %s: their rocks may differ; "
                               "use one version for all of a campaign",
                               paths->state, file->head.version, talus_version());
    }
    return TALUS_OK;
}

void state_close(state_file *file)
{
    free(file->data);
    *file = (state_file){0};
}

talus_status state_check(const state_file *file, const campaign_fingerprint *fingerprint,
                         const talus_results *results, const char *name, talus_error *error)
{
    const state_head *head = &file->head;
    char parts[256];
    if (head->rock_count != results->rock_count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s was made with %" PRIu64 " rocks, this campaign has %" PRIu64
                               ": give --rocks %" PRIu64 " again, or start anew without --resume",
                               name, head->rock_count, results->rock_count, head->rock_count);
    }
    campaign_fingerprint_compare(&head->fingerprint, fingerprint, parts, sizeof parts);
    if (parts[0] != '\0') {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is of another campaign: %s differ from the scenario's; a state "
                               "can only be taken up with the scenario, files and options (--seed, "
                               "--scheme, --set) it was made with",
                               name, parts);
    }
    if (head->done > 0 && head->hard_problems < results->hard.capacity) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has kept the %" PRIu64 " hardest contact problems, the %zu "
                               "hardest cannot be known; ask for at most as many",
                               name, head->hard_problems, results->hard.capacity);
    }
    return TALUS_OK;
}

/// Whether the campaign has such a rock, release and class: nothing that uses records looks again.
static bool is_of_campaign(const talus_results *results, const talus_rock_record *record)
{
    const talus_campaign *campaign = &results->campaign;
    return record->rock < results->rock_count && record->release < campaign->release_count &&
           record->rock_class < campaign->rock_class_count;
}

static talus_status add_rock(state_taker *taker, byte_reader *reader, talus_error *error)
{
    talus_results *results = taker->results;
    talus_rock_record record;
    talus_rock_means means;
    if (!rock_bytes_get(reader, &record, &means) || !is_of_campaign(results, &record)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s holds a rock that cannot be",
                               taker->name);
    }
    if (results->records[record.rock].done) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "rock %" PRIu64 " is in %s and in another state too; give each "
                               "shard once",
                               record.rock, taker->name);
    }
    results->records[record.rock] = record;
    results->means[record.rock] = means;
    taker->count++;
    return taker->rocks == NULL || rock_list_add(taker->rocks, record.rock)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the rocks of %s",
                                 taker->name);
}

static talus_status taken_status(observe_taken taken, const char *name, talus_error *error)
{
    if (taken == OBSERVE_TAKEN) {
        return TALUS_OK;
    }
    return taken == OBSERVE_NO_MEMORY
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the state of %s",
                                 name)
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "the state of %s holds numbers that cannot be", name);
}

talus_status state_add_entries(void *user, byte_reader *reader, talus_error *error)
{
    state_taker *taker = user;
    observe_shared *shared = &taker->results->shared;
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && reader->at < reader->size) {
        const uint8_t kind = byte_read_u8(reader);
        if (kind == ROCK_LOG_ROCK) {
            status = add_rock(taker, reader, error);
        } else if (kind == ROCK_LOG_TRACK) {
            status = taken_status(observe_track_take(shared, reader), taker->name, error);
        } else if (kind == ROCK_LOG_IMPACT) {
            status = taken_status(observe_impact_take(shared, reader), taker->name, error);
        } else if (kind == ROCK_LOG_BREAK) {
            status = taken_status(observe_break_take(shared, reader), taker->name, error);
        } else if (kind == ROCK_LOG_FRAGMENT) {
            status = taken_status(observe_fragment_take(shared, reader), taker->name, error);
        } else {
            status = taken_status(OBSERVE_WRONG, taker->name, error);
        }
    }
    return status;
}

talus_status state_add_sums(state_taker *taker, byte_reader *reader, talus_error *error)
{
    talus_results *results = taker->results;
    talus_status status = TALUS_OK;
    if (!hard_list_take(&results->hard, reader) || !rounds_take(&results->rounds, reader)) {
        status = taken_status(OBSERVE_NO_MEMORY, taker->name, error);
    }
    if (status == TALUS_OK) {
        status = taken_status(observe_pooled_take(results->pooled, reader), taker->name, error);
    }
    if (status == TALUS_OK && !observe_barriers_take(&results->shared.barriers, reader)) {
        status = taken_status(OBSERVE_WRONG, taker->name, error);
    }
    for (size_t k = 0; status == TALUS_OK && k < results->shared.stratum_count; k++) {
        status =
            taken_status(observe_cells_take(results->shared.cells[k], reader), taker->name, error);
    }
    observe_cells **near = results->shared.near;
    for (size_t k = 0; near != NULL && status == TALUS_OK && k < results->shared.stratum_count;
         k++) {
        status = taken_status(observe_cells_take(near[k], reader), taker->name, error);
    }
    if (status == TALUS_OK) {
        status =
            taken_status(observe_gauges_take(&results->shared.gauges, reader), taker->name, error);
    }
    if (status == TALUS_OK && reader->at != reader->size) {
        status = taken_status(OBSERVE_WRONG, taker->name, error);
    }
    return status;
}

talus_status state_take(state_file *file, const state_paths *paths, talus_results *results,
                        const char *name, talus_error *error)
{
    state_taker taker = {.results = results, .name = name};
    talus_status status =
        rock_log_read(paths->rocks, file->head.rocks, state_add_entries, &taker, error);
    if (status == TALUS_OK && taker.count != file->head.done) {
        status = taken_status(OBSERVE_WRONG, name, error);
    }
    status = status == TALUS_OK ? state_add_sums(&taker, &file->reader, error) : status;
    if (status == TALUS_OK) {
        const unsigned threads = file->head.threads;
        results->totals.wall_time += file->head.wall_time;
        results->totals.threads =
            threads > results->totals.threads ? threads : results->totals.threads;
    }
    return status;
}

void state_write_head(const state_head *head, byte_writer *out)
{
    state_head copy = *head;
    byte_write_bytes(out, magic, MAGIC_SIZE);
    byte_write_count(out, STATE_FORMAT);
    code_head((byte_coder){.writer = out}, &copy);
}

talus_status state_write(byte_writer *out, const state_paths *paths, talus_error *error)
{
    byte_write_u64(out, byte_digest(0, out->data, out->size));
    return out->failed
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", paths->state)
               : files_write_all(paths->state, out->data, out->size, error);
}
