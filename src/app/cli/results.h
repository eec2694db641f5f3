// SPDX-License-Identifier: GPL-3.0-or-later
/// @file results.h
/// The result directory of a run, a merge or a variant: its contributors from the command line on.
/// It knows which parts write; it refuses to know what they write.
#ifndef TALUS_SRC_APP_CLI_RESULTS_H
#define TALUS_SRC_APP_CLI_RESULTS_H

#include "app/cli/cli.h"
#include "talus/directory.h"
#include "talus/project.h"

enum { CLI_CONTRIBUTORS = 5 };

/// The hardest contact problems as hard/hard_0001.dat, ... and hard/hard.json.
typedef struct cli_hard_job {
    size_t count; ///< at most so many are written
    const talus_results *results;
} cli_hard_job;
talus_contributor cli_hard_contributor(cli_hard_job *job);

/// checkpoint/: it is entered in the manifest before the run and stays while results are partial.
typedef struct cli_state_job {
    talus_results *unsaved; ///< results whose state is still to be saved; NULL = the run did it
    bool is_claimed;
} cli_state_job;

/// All that writes into one directory. Contributors point into this struct: it does not move.
typedef struct cli_results {
    talus_directory *directory;
    talus_products_context context;
    char *resolved;
    talus_products_job run;
    talus_hazard_job hazard;
    cli_hard_job hard;
    cli_state_job state;
    talus_project_job project;
    talus_contributor contributors[CLI_CONTRIBUTORS];
    size_t count;
} cli_results;

/// Open a directory, claim what a run of the scenario writes and refuse what is in the way.
/// @param context layers and resolved scenario are filled in
/// @return TALUS_ERROR_INPUT: files of the user are in the way. Always close.
talus_status cli_results_open(const cli_arguments *arguments, const cli_case *loaded,
                              const talus_products_context *context, const char *directory,
                              cli_results *results, talus_error *error);
/// Claim hard problems, up to `count`, too.
talus_status cli_results_add_hard(cli_results *results, size_t count, talus_error *error);
/// Claim checkpoint/, too.
talus_status cli_results_add_state(cli_results *results, talus_error *error);
/// Enter checkpoint/ in the manifest and put the resolved scenario there.
/// @param resumes it holds a state, whose scenario stays
talus_status cli_results_begin_state(cli_results *results, bool resumes, talus_error *error);
/// Write everything; a state that complete results do not need goes.
/// @param keeps_state it stays: results of a shard
talus_status cli_results_write(cli_results *results, const talus_results *found, bool partial,
                               bool keeps_state, talus_error *error);
/// A state in `directory` is of another campaign: say so where the operations between coordinate systems
/// differ, with their grids.
void cli_say_operations(const cli_results *place, const char *directory);
void cli_results_close(cli_results *results);

#endif
