// SPDX-License-Identifier: GPL-3.0-or-later
/// @file directory_internal.h
/// What the files of this module share.
///
///   DIR/unfinished.part/            only while a run holds the directory, or after a kill
///       committed                   what has been put in place since the last manifest
///       new/NAME                    files being written
///
/// A file of the directory is named by manifest.json or by `committed` before it is in place, so
/// that after a kill at any moment the next run knows which files are this program's.
#ifndef TALUS_SRC_IO_DIRECTORY_DIRECTORY_INTERNAL_H
#define TALUS_SRC_IO_DIRECTORY_DIRECTORY_INTERNAL_H

#include "io/directory/directory.h"
#include "io/directory/manifest.h"

#include <pthread.h>
#include <sys/stat.h>

enum { DIRECTORY_PATH_SIZE = 4096 };

#define DIRECTORY_SUMMARY "summary.json"
#define DIRECTORY_MANIFEST "manifest.json"
#define DIRECTORY_MARKER "PARTIAL"
#define DIRECTORY_MARKER_TEXT                                                                      \
    "These results are not complete: a run is writing them, or was cut short.\n"

struct talus_directory {
    char path[DIRECTORY_PATH_SIZE];
    int lock; ///< the open directory
    bool overwrite;
    talus_diagnostics *warnings;
    manifest named;  ///< what the directory holds of this program
    manifest claims; ///< what will be written
    const char *by;  ///< the contributor that claims
    char work[64];   ///< name of the directory for unfinished files
    FILE *log;       ///< work/committed
    bool is_damaged; ///< the log names what no directory holds
    bool has_taken;  ///< the log is of a killed run: what it names stands in no manifest yet
    bool is_ours;    ///< a manifest or log of this program was there: summary.json is its own
    bool is_new;     ///< open has made it
    bool is_checked; ///< what stands in the way was refused
    bool is_started;
    bool is_adding; ///< to a complete directory: files are replaced one by one
    bool is_written;
    directory_charts charts;
    pthread_mutex_t mutex;             ///< of named, log and the directories below work
    struct talus_directory *next_open; ///< of all that this process has open
};

/// TALUS_ERROR_ARGUMENT when the directory or what goes with it is NULL.
talus_status directory_check_arguments(const talus_directory *d, bool has_others,
                                       talus_error *error);
/// TALUS_ERROR_ARGUMENT when one of them has another size, or a name that is missing or too long.
talus_status directory_check_contributors(const talus_directory *d,
                                          const talus_contributor *contributors, size_t count,
                                          talus_error *error);
/// DIR/name. @return TALUS_ERROR_ARGUMENT when it does not fit
talus_status directory_join(const talus_directory *d, const char *name,
                            char path[DIRECTORY_PATH_SIZE], talus_error *error);
/// Is something there? Links are not followed.
bool directory_stat(const talus_directory *d, const char *name, struct stat *facts);
/// What is wrong with what stands under a name: a link on the way, no file and no directory; NULL =
/// nothing is wrong, or nothing is there.
const char *directory_fault(const char *directory, const char *name);
/// TALUS_ERROR_INPUT where directory_fault finds something.
talus_status directory_check(const char *directory, const char *name, talus_error *error);
/// TALUS_ERROR_IO with errno.
talus_status directory_refuse(const talus_directory *d, const char *name, const char *what,
                              talus_error *error);

/// Make the directory for unfinished files, after taking up and removing one that a killed run has
/// left.
talus_status directory_open_work(talus_directory *d, talus_error *error);
/// Remove it. @param keeps_log the log stays, as after a kill
void directory_close_work(talus_directory *d, bool keeps_log);
/// Write PARTIAL, manifest.json or summary.json aside.
talus_status directory_write_aside(const talus_directory *d, const char *name, const char *text,
                                   size_t size, talus_error *error);
/// Put what was written aside in its place.
talus_status directory_put(const talus_directory *d, const char *name, talus_error *error);
/// Write manifest.json of d->named.
talus_status directory_write_manifest(const talus_directory *d, talus_error *error);

/// Refuse what stands under a claimed name and is not ours.
talus_status directory_check_claims(talus_directory *d, talus_error *error);
/// What a GIS keeps beside a file, by the end of its name.
enum { DIRECTORY_SIDES = 4 };
extern const char *const directory_sides[DIRECTORY_SIDES];
/// Is the file there as the manifest has it?
bool directory_is_unchanged(const talus_directory *d, const manifest_entry *entry,
                            const struct stat *facts);
/// The user has changed it: it stays, under NAME.kept-1 or the next number that is free.
talus_status directory_keep(const talus_directory *d, const char *name, talus_error *error);

#endif
