// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare.h
/// The tables of talus compare, and what its directory has in common with that of other studies
/// that run variants.
#ifndef TALUS_SRC_CLI_COMPARE_H
#define TALUS_SRC_CLI_COMPARE_H

#include "cli/cli.h"
#include "output/output.h"
#include "study/compare.h"

/// On stdout: per variant outcomes, means, spread, shares and time; per pair ratios, differences
/// and tests.
void cli_print_comparison(const compare_study *study, const char *title);

/// Make a directory, mark it partial and remove comparison.json of an earlier study.
talus_status cli_compare_begin(const char *directory, talus_error *error);
/// A study is complete where comparison.json stands without PARTIAL.
talus_status cli_compare_mark(const char *directory, bool partial, talus_error *error);
/// Make the result directory of the variant that ran last, parent/<name>.
talus_status cli_compare_directory(const compare_study *study, const char *parent,
                                   char directory[OUTPUT_PATH_SIZE], talus_error *error);
/// Write its results there, with the rasters that comparisons need.
/// @param context of the variant, its campaign and layers are filled in
talus_status cli_compare_write(const compare_study *study, const char *directory,
                               const talus_output_context *context,
                               const talus_diagnostics *warnings, const talus_results *results,
                               talus_error *error);
/// compare_options.begin on a terminal; user = cli_progress.
void cli_compare_show(void *user, const compare_variant *variant, size_t index, size_t count);
/// Is one of its runs suspect? What was found in it is told on stderr unless `quiet`.
bool cli_compare_is_suspect(const compare_study *study, double lost_share, bool quiet);

#endif
