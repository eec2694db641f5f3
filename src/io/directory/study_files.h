// SPDX-License-Identifier: GPL-3.0-or-later
/// @file study_files.h
/// The result directory of a study that computes first and writes then. It knows one contributor; it
/// refuses to know what is computed.
#ifndef TALUS_SRC_IO_DIRECTORY_STUDY_FILES_H
#define TALUS_SRC_IO_DIRECTORY_STUDY_FILES_H

#include "io/directory/directory.h"

typedef struct directory_study {
    const char *name;         ///< of the study
    const char *const *files; ///< names up to NULL; or
    talus_status (*claim)(const void *user, talus_directory *directory, talus_error *error);
    const void *claim_user;
    talus_status (*write)(const void *user, talus_directory *directory, talus_error *error);
    /// Members of the summary; NULL = version and name alone.
    void (*summarise)(const void *user, files_text *text);
    const void *user;        ///< of write and summarise
    directory_charts charts; ///< form and size of its charts; all 0 = SVG as drawn
    talus_diagnostics *warnings;
    talus_directory *directory; ///< NULL: nothing is written
} directory_study;

/// Before the work: open the directory, claim the files, refuse what is in the way. Nothing happens
/// when `path` is NULL. Always close.
talus_status directory_study_open(directory_study *study, const char *path, bool overwrite,
                                  talus_error *error);
/// After it: write the files of `user`.
talus_status directory_study_write(directory_study *study, const void *user, bool partial,
                                   talus_error *error);
void directory_study_close(directory_study *study);

#endif
