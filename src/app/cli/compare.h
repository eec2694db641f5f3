// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare.h
/// What talus compare and talus sensitivity share: how a study of variants runs from the command
/// line, and its tables on the terminal.
#ifndef TALUS_SRC_APP_CLI_COMPARE_H
#define TALUS_SRC_APP_CLI_COMPARE_H

#include "app/cli/cli.h"
#include "talus/study.h"

/// A study with what is printed of it.
typedef struct cli_variants {
    talus_study *of;
    talus_study_facts facts;
    talus_study_variant *variants; ///< (facts.variants)
    talus_table screens, ratios, differences, effects;
} cli_variants;

/// A study on its way from the command line to the terminal.
typedef struct cli_variants_job {
    const char *name; ///< of the command
    const cli_arguments *arguments;
    cli_case *loaded;
    char directory[CLI_PATH_SIZE];
    cli_progress progress;
    talus_status (*run)(const void *user, const talus_scenario *scenario, const talus_world *world,
                        const talus_study_options *options, talus_study **study,
                        talus_error *error);
    const void *user; ///< of run
    void (*print)(const cli_variants *study, const char *title);
    bool has_effects; ///< the study is a sensitivity
} cli_variants_job;
/// Run the study, print it and what went wrong.
cli_exit cli_variants_run(cli_variants_job *job);

/// On stdout: per variant outcomes, means, spread, shares and time; per pair ratios, differences
/// and tests.
void cli_print_comparison(const cli_variants *study, const char *title);
/// On stdout: of each metric the value and its change in each variant, the largest first.
void cli_print_sensitivity(const cli_variants *study, const char *title);

enum { CLI_LAYER_SIZE = 96 };
/// --envelope P, LAYER or LAYER=VALUE; 0.01 without it.
/// @param layer "" of a probability
/// @param value NaN of a layer alone
bool cli_envelope_read(const cli_arguments *arguments, char layer[CLI_LAYER_SIZE], double *value);

/// talus compare --models
cli_exit cli_compare_models(const cli_arguments *arguments);

/// A number of a table; NaN where there is none.
double cli_table_real(const talus_table *table, size_t row, const char *key);
/// A count of a table; 0 where there is none.
long long cli_table_integer(const talus_table *table, size_t row, const char *key);
/// A text of a table; "" where there is none.
const char *cli_table_text(const talus_table *table, size_t row, const char *key);

#endif
