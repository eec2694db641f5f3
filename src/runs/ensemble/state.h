// SPDX-License-Identifier: GPL-3.0-or-later
/// @file state.h
/// All that a campaign has found so far, as a directory of two files that can be taken up by
/// another process or machine: `state` holds what does not grow with the rocks and is replaced as a
/// whole, `rocks` (rock_log.h) holds what each rock left and only grows. `state` names the length
/// and the digest of `rocks` that belong to it, so the pair is whole at every moment.
///
///   state = "talusSTA" version | head | hard problems | rounds | pooled | nets and walls | cells
///   of
///           each stratum | gauges | digest of all before
///
/// It knows both files; it refuses to know threads and when states are written.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_STATE_H
#define TALUS_SRC_RUNS_ENSEMBLE_STATE_H

#include "runs/campaign/fingerprint.h"
#include "runs/ensemble/ensemble_internal.h"
#include "runs/ensemble/rock_list.h"
#include "runs/ensemble/rock_log.h"

enum { STATE_PATH_SIZE = 4096, STATE_VERSION_SIZE = 64 };

/// What a state says of itself.
typedef struct state_head {
    char version[STATE_VERSION_SIZE]; ///< of the talus that wrote it
    campaign_fingerprint fingerprint;
    uint64_t rock_count; ///< of the campaign
    uint32_t shard, shard_count;
    uint64_t done;          ///< rocks in it
    uint64_t hard_problems; ///< how many of them were kept at most
    uint32_t threads;
    double wall_time; ///< s
    rock_log_mark rocks;
} state_head;

typedef struct state_paths {
    char state[STATE_PATH_SIZE], rocks[STATE_PATH_SIZE];
} state_paths;
/// @return TALUS_ERROR_ARGUMENT when they are too long
talus_status state_paths_of(const char *directory, state_paths *paths, talus_error *error);
/// Is there a state in this directory?
bool state_exists(const state_paths *paths);

/// A state file in memory, its digest checked and its head read.
typedef struct state_file {
    state_head head;
    byte_reader reader; ///< behind the head
    char *data;
} state_file;
/// @return TALUS_ERROR_INPUT for a file that is none, is damaged, or was written by another version
talus_status state_open(const state_paths *paths, state_file *file, talus_error *error);
void state_close(state_file *file);
/// Does it belong to the campaign? @param name how the sentence calls the directory
talus_status state_check(const state_file *file, const campaign_fingerprint *fingerprint,
                         const talus_results *results, const char *name, talus_error *error);
/// Add all of it to the results: what it holds must not be there yet.
/// @return TALUS_ERROR_INPUT for rocks that are there already, or bytes that make no sense
talus_status state_take(state_file *file, const state_paths *paths, talus_results *results,
                        const char *name, talus_error *error);

/// Where parts of a state go.
typedef struct state_taker {
    talus_results *results;
    const char *name; ///< of where they come from, for sentences
    uint64_t count;   ///< rocks that were taken
    rock_list *rocks; ///< gets them; may be NULL
} state_taker;
/// Entries as the log of rocks has them; a rock_log_take with a state_taker.
talus_status state_add_entries(void *taker, byte_reader *entries, talus_error *error);
/// Hard problems, rounds, pooled statistics, nets and walls, cells and gauges, to the end of the
/// bytes.
talus_status state_add_sums(state_taker *taker, byte_reader *reader, talus_error *error);

/// Begin a state file; hard problems, pooled statistics, nets and walls, cells and gauges follow.
void state_write_head(const state_head *head, byte_writer *out);
/// Add the digest and write the file atomically.
talus_status state_write(byte_writer *out, const state_paths *paths, talus_error *error);

#endif
