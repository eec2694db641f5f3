// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a run.
#include "runs/ensemble/checkpoint.h"

#include "foundation/base/atomic_file.h"
#include "foundation/files/files.h"
#include "runs/ensemble/rock_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/// A checkpoint that took t seconds is followed by 99 t without one.
#define PAUSE_PER_COST 99.0

talus_status checkpoint_init(checkpoint *c, talus_results *results,
                             const talus_run_options *options, talus_error *error)
{
    *c = (checkpoint){.results = results,
                      .directory = options->checkpoint,
                      .interval = options->checkpoint_interval,
                      .due = options->checkpoint_interval};
    c->head = (state_head){.rock_count = results->rock_count,
                           .shard = options->shard,
                           .shard_count = options->shard_count,
                           .hard_problems = options->hard_problems};
    snprintf(c->head.version, sizeof c->head.version, "%s", talus_version());
    return c->directory == NULL ? TALUS_OK : state_paths_of(c->directory, &c->paths, error);
}

void checkpoint_clear(checkpoint *c)
{
    rock_log_close(&c->log);
    rock_list_clear(&c->fresh);
    byte_writer_clear(&c->cells);
    hard_list_clear(&c->hard);
}

talus_status checkpoint_identify(checkpoint *c, talus_error *error)
{
    if (c->is_known) {
        return TALUS_OK;
    }
    const talus_status status =
        campaign_fingerprint_of(&c->results->campaign, &c->head.fingerprint, error);
    c->is_known = status == TALUS_OK;
    return status;
}

static talus_status check_shard(const checkpoint *c, const state_head *found, talus_error *error)
{
    char there[64] = "the whole campaign", here[64] = "the whole campaign";
    if (found->shard == c->head.shard && found->shard_count == c->head.shard_count) {
        return TALUS_OK;
    }
    if (found->shard_count > 0) {
        snprintf(there, sizeof there, "shard %u of %u", found->shard, found->shard_count);
    }
    if (c->head.shard_count > 0) {
        snprintf(here, sizeof here, "shard %u of %u", c->head.shard, c->head.shard_count);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s is of %s, this run is of %s", c->directory,
                           there, here);
}

/// All that the shared lists hold is in the log.
static void count_written(checkpoint *c)
{
    const observe_shared *shared = &c->results->shared;
    c->impact_count = shared->impacts.count;
    c->break_count = shared->breaks.count;
    c->fragment_count = shared->fragments.count;
}

talus_status checkpoint_resume(checkpoint *c, talus_error *error)
{
    state_file file;
    talus_results *results = c->results;
    if (c->directory == NULL || !state_exists(&c->paths)) {
        return TALUS_OK;
    }
    talus_status status = state_open(&c->paths, &file, error);
    status = status == TALUS_OK ? checkpoint_identify(c, error) : status;
    if (status == TALUS_OK) {
        status = state_check(&file, &c->head.fingerprint, results, c->directory, error);
    }
    status = status == TALUS_OK ? check_shard(c, &file.head, error) : status;
    if (status == TALUS_OK) {
        status = state_take(&file, &c->paths, results, c->directory, error);
    }
    if (status == TALUS_OK) {
        c->head.rocks = file.head.rocks;
        c->head.done = file.head.done;
        c->head.threads = file.head.threads;
        c->earlier_wall_time = file.head.wall_time;
        count_written(c);
        results->checkpoint.resumed_rocks = file.head.done;
    }
    state_close(&file);
    return status;
}

static talus_status open_log(checkpoint *c, talus_error *error)
{
    if (c->log.is_open) {
        return TALUS_OK;
    }
    talus_status status = files_make_directory(c->directory, error);
    if (status == TALUS_OK) {
        status = rock_log_open(&c->log, c->paths.rocks, c->head.rocks, error);
    }
    if (status == TALUS_OK) {
        atomic_file_sweep(c->paths.state); // the log is ours: nobody else writes the state
    }
    if (status == TALUS_OK && c->head.rocks.bytes == 0) {
        (void)unlink(c->paths.state); // of an earlier run: it does not go with the new log
        c->head.rocks = c->log.end;
    }
    return status;
}

bool checkpoint_is_due(const checkpoint *c, double now)
{
    return c->directory != NULL && c->interval > 0.0 && now >= c->due;
}

bool checkpoint_gather(checkpoint *c)
{
    c->cells.size = 0;
    const observe_shared *shared = &c->results->shared;
    observe_barriers_put(&shared->barriers, &c->cells);
    for (size_t k = 0; k < shared->stratum_count; k++) {
        observe_cells_put(shared->cells[k], &c->cells);
    }
    for (size_t k = 0; shared->near != NULL && k < shared->stratum_count; k++) {
        observe_cells_put(shared->near[k], &c->cells);
    }
    observe_gauges_put(&shared->gauges, &c->cells);
    hard_list_clear(&c->hard);
    return hard_list_init(&c->hard, c->results->hard.capacity) &&
           hard_list_copy(&c->hard, &c->results->hard);
}

bool checkpoint_add_hard(checkpoint *c, const hard_list *of_worker)
{
    return hard_list_copy(&c->hard, of_worker);
}

static talus_status append_rock(checkpoint *c, uint64_t rock, talus_error *error)
{
    const talus_results *results = c->results;
    const talus_track *track = observe_shared_track(&results->shared, rock);
    byte_writer *out = NULL;
    talus_status status = rock_log_entry(&c->log, ROCK_LOG_ROCK, &out, error);
    rock_bytes_put(out, &results->records[rock], &results->means[rock]);
    if (status == TALUS_OK && track != NULL) {
        status = rock_log_entry(&c->log, ROCK_LOG_TRACK, &out, error);
        observe_track_put(track, out);
    }
    return status;
}

static talus_status append_news(checkpoint *c, talus_error *error)
{
    const observe_shared *shared = &c->results->shared;
    byte_writer *out = NULL;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < c->fresh.count && status == TALUS_OK; k++) {
        status = append_rock(c, c->fresh.items[k], error);
    }
    for (size_t k = c->impact_count; k < shared->impacts.count && status == TALUS_OK; k++) {
        status = rock_log_entry(&c->log, ROCK_LOG_IMPACT, &out, error);
        observe_impact_put(&shared->impacts.items[k], out);
    }
    for (size_t k = c->break_count; k < shared->breaks.count && status == TALUS_OK; k++) {
        status = rock_log_entry(&c->log, ROCK_LOG_BREAK, &out, error);
        observe_break_put(&shared->breaks.items[k], out);
    }
    for (size_t k = c->fragment_count; k < shared->fragments.count && status == TALUS_OK; k++) {
        status = rock_log_entry(&c->log, ROCK_LOG_FRAGMENT, &out, error);
        observe_fragment_put(&shared->fragments.items[k], out);
    }
    return status == TALUS_OK ? rock_log_sync(&c->log, error) : status;
}

void checkpoint_write_sums(const checkpoint *c, byte_writer *writer)
{
    hard_list_put(&c->hard, writer);
    rounds_put(&c->results->rounds, writer);
    observe_pooled_put(c->results->pooled, writer);
    byte_write_bytes(writer, c->cells.data, c->cells.size);
    writer->failed |= c->cells.failed;
}

static talus_status replace_state(checkpoint *c, state_head *head, talus_error *error)
{
    byte_writer out = {0};
    state_write_head(head, &out);
    checkpoint_write_sums(c, &out);
    const talus_status status = state_write(&out, &c->paths, error);
    c->results->checkpoint.bytes += status == TALUS_OK ? out.size : 0;
    byte_writer_clear(&out);
    return status;
}

talus_status checkpoint_write(checkpoint *c, double wall_time, talus_error *error)
{
    talus_results *results = c->results;
    state_head head = c->head;
    talus_status status = checkpoint_identify(c, error);
    status = status == TALUS_OK ? open_log(c, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const rock_log_mark before = c->log.end;
    status = append_news(c, error);
    head = c->head;
    head.rocks = c->log.end;
    head.done += c->fresh.count;
    head.wall_time = c->earlier_wall_time + wall_time;
    status = status == TALUS_OK ? replace_state(c, &head, error) : status;
    if (status != TALUS_OK) {
        (void)rock_log_rewind(&c->log, before, NULL);
        return status;
    }
    results->checkpoint.bytes += head.rocks.bytes - before.bytes;
    results->checkpoint.rocks = head.done;
    results->checkpoint.count++;
    c->head = head;
    c->fresh.count = 0;
    count_written(c);
    return TALUS_OK;
}

void checkpoint_plan(checkpoint *c, double began, double now)
{
    const double cost = now - began;
    const double pause = PAUSE_PER_COST * cost;
    c->due = now + (pause > c->interval ? pause : c->interval);
    c->results->checkpoint.time += cost;
}

bool talus_checkpoint_exists(const char *directory)
{
    if (directory == NULL) {
        return false;
    }
    state_paths paths;
    return state_paths_of(directory, &paths, NULL) == TALUS_OK && state_exists(&paths);
}

/// Remove the files of a directory whose log nobody holds; the state first: a log without one is
/// nothing.
static talus_status remove_files(const state_paths *paths, talus_error *error)
{
    const int file = open(paths->rocks, O_RDONLY | O_CLOEXEC);
    const bool is_held = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    int reason = 0;
    if (!is_held) {
        atomic_file_sweep(paths->state);
    }
    if (!is_held && unlink(paths->state) != 0 && errno != ENOENT) {
        reason = errno;
    } else if (!is_held && unlink(paths->rocks) != 0 && errno != ENOENT) {
        reason = errno;
    }
    if (file >= 0) {
        close(file);
    }
    if (is_held) {
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s is in use by another run; wait for it or give another directory",
                               paths->rocks);
    }
    return reason == 0 ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_IO,
                                         "%s of an earlier run could not be removed: %s",
                                         paths->state, strerror(reason));
}

talus_status talus_checkpoint_remove(const char *directory, talus_error *error)
{
    if (directory == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the directory is NULL");
    }
    state_paths paths;
    talus_status status = state_paths_of(directory, &paths, error);
    if (status == TALUS_OK && access(directory, F_OK) == 0) {
        status = remove_files(&paths, error);
    }
    // what others have put there stays, and the directory with it; so does one behind a link, or in use
    if (status == TALUS_OK && rmdir(directory) != 0 && errno != ENOTEMPTY && errno != EEXIST &&
        errno != ENOTDIR && errno != EINVAL && errno != EBUSY && errno != ENOENT) {
        status = talus_error_set(error, TALUS_ERROR_IO, "%s could not be removed: %s", directory,
                                 strerror(errno));
    }
    return status;
}
