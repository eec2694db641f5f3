// SPDX-License-Identifier: GPL-3.0-or-later
/// @file study_files.h
/// The result directory of a command that computes first and writes then: spin, rocking. It knows
/// one contributor; it refuses to know what is computed.
#ifndef TALUS_SRC_INPUT_COMMAND_STUDY_FILES_H
#define TALUS_SRC_INPUT_COMMAND_STUDY_FILES_H

#include "input/command/command.h"
#include "io/directory/directory.h"

/// Options of a directory by the command line: --overwrite.
talus_directory_options cli_directory_options(const cli_arguments *arguments,
                                              talus_diagnostics *warnings);

typedef struct cli_study_files {
    const char *name;         ///< of the study
    const char *const *files; ///< names up to NULL; or
    talus_status (*claim)(const void *user, talus_directory *directory, talus_error *error);
    const void *claim_user;
    talus_status (*write)(const void *user, talus_directory *directory, talus_error *error);
    /// Members of the summary; NULL = version and name alone.
    void (*summarise)(const void *user, files_text *text);
    const void *user; ///< of write and summarise
    talus_diagnostics *warnings;
    talus_directory *directory; ///< NULL: nothing is written
} cli_study_files;

/// Before the work: open the directory, claim the files, refuse what is in the way; a failure is
/// printed. Nothing happens when `path` is NULL. Always close.
cli_exit cli_study_open(const cli_arguments *arguments, const char *path, cli_study_files *study);
/// After it: write the files of `user`; warnings and a failure are printed.
cli_exit cli_study_write(cli_study_files *study, const void *user);
void cli_study_close(cli_study_files *study);

/// A command that computes, writes with --out, and prints.
typedef struct cli_study {
    cli_study_files files;
    talus_status (*compute)(const cli_arguments *arguments, talus_diagnostics *diagnostics,
                            void *result, talus_error *error);
    void (*print)(const cli_arguments *arguments, const void *result);
} cli_study;
/// Run it into `result`, which the caller clears; warnings and a failure are printed.
cli_exit cli_study_run(const cli_arguments *arguments, cli_study *study, void *result);

#endif
