// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rock_log.h
/// What each finished rock left, in a file that only grows: record, means, track, impacts, in the
/// order in which the rocks ended. It knows entries and batches; it refuses to know which of them
/// are valid: that is the length and the digest that a state file keeps of it.
///
///   "talusRKS" version | size payload digest | size payload digest | ...     (numbers: 8 bytes)
///   payload = entries; digest = byte_digest(digest before, payload): batches cannot change places
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ROCK_LOG_H
#define TALUS_SRC_RUNS_ENSEMBLE_ROCK_LOG_H

#include "runs/observe/bytes.h"

typedef enum rock_log_kind {
    ROCK_LOG_ROCK = 1, ///< record and means
    ROCK_LOG_TRACK,
    ROCK_LOG_IMPACT,
    ROCK_LOG_BREAK,
    ROCK_LOG_FRAGMENT ///< with its track
} rock_log_kind;

/// A place between two batches.
typedef struct rock_log_mark {
    uint64_t bytes; ///< 0: nothing was written
    uint64_t digest;
} rock_log_mark;

typedef struct rock_log {
    const char *path; ///< not owned
    int file;         ///< valid while is_open
    bool is_open;
    rock_log_mark end; ///< of the whole batches
    byte_writer batch; ///< entries to be written
} rock_log;

/// Open for writing behind `mark`, what lies beyond goes; make the file when the mark is empty.
/// Only one process at a time may hold it, where the file system knows locks. The path is not
/// copied.
/// @return TALUS_ERROR_IO
talus_status rock_log_open(rock_log *log, const char *path, rock_log_mark mark, talus_error *error);
void rock_log_close(rock_log *log);
/// Where an entry goes; writes the batch first when it has become large.
talus_status rock_log_entry(rock_log *log, rock_log_kind kind, byte_writer **out,
                            talus_error *error);
/// Write the batch and force everything to the disk.
talus_status rock_log_sync(rock_log *log, talus_error *error);
/// Drop what was added since `mark`.
talus_status rock_log_rewind(rock_log *log, rock_log_mark mark, talus_error *error);

/// Takes the entries of one batch. @return TALUS_OK or what is wrong with them, with a sentence in `error`
typedef talus_status rock_log_take(void *user, byte_reader *entries, talus_error *error);
/// Read the batches up to `mark`.
/// @return TALUS_ERROR_INPUT when the file is shorter, or not what the mark was made of
talus_status rock_log_read(const char *path, rock_log_mark mark, rock_log_take *take, void *user,
                           talus_error *error);

#endif
