// SPDX-License-Identifier: GPL-3.0-or-later
/// @file terminal.h
/// What every command needs of a terminal: its arguments, printing, exit codes, Ctrl-C, progress.
/// It knows no command.
#ifndef TALUS_SRC_FOUNDATION_TERMINAL_TERMINAL_H
#define TALUS_SRC_FOUNDATION_TERMINAL_TERMINAL_H

#include "foundation/terminal/options.h"

#include <stdio.h>

/// Copy the next item of a list with commas; too long an item is cut. @return false at its end
bool cli_next_item(const char **list, char *item, size_t size);
/// "a, b, c" of NULL-terminated names; NULL: "". @return bytes written
size_t cli_join_names(const char *const *names, char *text, size_t size);

/// Print every message of the list from `first` on to stderr, as compilers do; with `quiet` only
/// errors. @return the number of messages, to be given as `first` next time.
size_t cli_print_diagnostics(const talus_diagnostics *list, size_t first, bool quiet);
/// A text of the user's files on a terminal: characters that are not printable become spaces, line
/// breaks and tabs stay.
void cli_print_text(FILE *stream, const char *text);
/// A sentence with texts of the user's files or command line on stderr, cleaned likewise.
void cli_say(const char *format, ...) TALUS_PRINTF(1, 2);
/// Print one error to stderr: "file:line:col: error: sentence", or "talus: error: sentence".
void cli_print_error(const talus_error *error);
/// Print an error that has no place: memory ran out. @return CLI_FAILED
cli_exit cli_out_of_memory(void);

/// The one map from a status to an exit code: what the user gave is CLI_BAD_INPUT, whether its
/// values are wrong or it cannot be read; results that cannot be written are CLI_FAILED.
cli_exit cli_exit_of(talus_status status);
/// May a file that the user names be written? It is not there yet, or --overwrite is given; else the
/// reason is printed; cli_watch_file from then on.
/// @param path NULL: nothing is to be written @return CLI_OK or CLI_BAD_INPUT
cli_exit cli_check_target(const cli_arguments *arguments, const char *path);

enum { CLI_PATH_SIZE = 4096 };

/// From now on Ctrl-C and termination are noted instead of ending the program; a second one, more
/// than 0.1 s after the first, ends it at once with CLI_INTERRUPTED, here and below. A signal that
/// the parent chose to ignore stays ignored.
void cli_catch_interrupt(void);
/// talus_run_options.should_stop of all commands. @param user not used
bool cli_is_interrupted(void *user);
/// Once, from now on: the first of these signals calls `call` in a thread of its own, while the
/// command goes on. A signal that the parent chose to ignore stays ignored.
void cli_call_on_interrupt(void (*call)(void *user), void *user);
/// From now on a library that ends the program for want of memory ends it with a sentence and CLI_FAILED;
/// other faults end it as before.
void cli_catch_exhaustion(void);
/// From now on the first of these signals removes what is unfinished of the file `path`, a text of
/// the command line, and ends the program with CLI_INTERRUPTED. NULL is allowed; four files at most.
void cli_watch_file(const char *path);
/// @return false: the files of `path` are being put in place
typedef bool cli_abandon(const char *path);
/// Likewise for a command that adds a file to the result directory `path`. When `abandon` returns
/// false, the command goes on to its end.
void cli_watch_directory(const char *path, cli_abandon *abandon);
/// Wait while a signal removes what is unfinished: it may end the program, and what fails meanwhile is
/// no error. cli_print_error does it.
void cli_settle(void);
/// Progress, see progress.c: a scale on a terminal, or with --progress lines for other programs.
typedef struct cli_progress {
    FILE *stream;
    bool lines;         ///< "progress DONE TOTAL"
    bool shown;         ///< a scale stands on the terminal
    size_t part, parts; ///< of a study: variants done and their number; 0 parts = no study
} cli_progress;
typedef void cli_progress_function(void *user, uint64_t done, uint64_t total, double wall_time);
/// @param progress  set up here, for the function returned
/// @return NULL where none is to be seen: with --quiet, or without a terminal; --progress goes before both
cli_progress_function *cli_progress_begin(const cli_arguments *arguments, cli_progress *progress);
/// From now on it is variant `part` of `parts`; a terminal gets a line with its name.
void cli_progress_part(cli_progress *progress, const char *name, size_t part, size_t parts);
void cli_progress_end(cli_progress *progress);

#endif
