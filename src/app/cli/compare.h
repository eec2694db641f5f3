// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare.h
/// The tables of talus compare, and what its directory has in common with that of other studies
/// that run variants.
#ifndef TALUS_SRC_APP_CLI_COMPARE_H
#define TALUS_SRC_APP_CLI_COMPARE_H

#include "app/cli/results.h"
#include "io/products/output.h"
#include "studies/study/compare.h"

/// On stdout: per variant outcomes, means, spread, shares and time; per pair ratios, differences
/// and tests.
void cli_print_comparison(const compare_study *study, const char *title);

enum { CLI_LAYER_SIZE = 96 };
/// --envelope P, LAYER or LAYER=VALUE; 0.01 without it.
/// @param layer "" of a probability
/// @param value NaN of a layer alone
bool cli_envelope_read(const cli_arguments *arguments, char layer[CLI_LAYER_SIZE], double *value);

/// talus compare --models
cli_exit cli_compare_models(const cli_arguments *arguments);

/// The directory of a study and of its variants.
typedef struct cli_variants {
    talus_directory *directory;
    talus_directory_options options; ///< of all directories
    const compare_study *study;
} cli_variants;
/// Before the first rock: open the directory, claim what the study and its variants write, refuse
/// what is in the way, and mark the study partial. The caller closes the directory.
/// @param context of the variants; campaign and layers are filled in
talus_status cli_variants_open(cli_variants *variants, const char *path,
                               const talus_contributor *contributor,
                               const talus_products_context *context, talus_error *error);
/// Result directory of the variant that ran last, and its results there, with the rasters that
/// comparisons need.
talus_status cli_variants_path(const cli_variants *variants, char path[OUTPUT_PATH_SIZE],
                               talus_error *error);
talus_status cli_variants_write(const cli_variants *variants, const talus_products_context *context,
                                const talus_diagnostics *warnings, const talus_results *results,
                                talus_error *error);
/// compare_options.begin on a terminal; user = cli_progress.
void cli_compare_show(void *user, const compare_variant *variant, size_t index, size_t count);
/// Is one of its runs suspect? Its findings are printed on stderr unless `quiet`.
bool cli_compare_is_suspect(const compare_study *study, double lost_share, bool quiet);

#endif
