// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate.h
/// A measured case against its simulation: runs, single impacts, tracks and stop zones of a case
/// file. It knows scenarios and measured tables; it refuses to know the terminal.
/// docs/validate.md says what every number means.
#ifndef TALUS_SRC_STUDIES_VALIDATION_VALIDATE_H
#define TALUS_SRC_STUDIES_VALIDATION_VALIDATE_H

#include "studies/validation/validate_score.h"
#include "talus/base.h"
#include "talus/scenario.h"

/// Which rows of a case count.
typedef enum validate_part {
    VALIDATE_ALL,
    VALIDATE_FIT,  ///< those not held out
    VALIDATE_CHECK ///< those held out; the references know the others
} validate_part;
/// Is a row of this name held out? Its SHA-256 as a number, read from its last bit on: half of all
/// names are odd, a quarter odd twice, and so on.
bool validate_is_held(const char *name, double share);

typedef struct validate_options {
    const char *path;                ///< case file
    const talus_override *overrides; ///< of the scenario; may be NULL
    size_t override_count;
    validate_part part;
    double hold_out; ///< share of the rows that is held out
    uint64_t replicates, seed;
    unsigned threads;   ///< 0 = all
    bool allow_network; ///< for the files that the scenario names
} validate_options;
/// 100 replicates, seed 1, all threads
validate_options validate_options_default(void);

typedef struct validate_result {
    char *title; ///< owned
    size_t count;
    validate_observable *observables; ///< owned
    uint64_t rocks;                   ///< simulated from the runs
} validate_result;

/// Read the case, simulate it, score it. Everything is a function of the case, the replicates and
/// the seed; threads do not matter.
/// @param diagnostics of the case and of its scenario
/// @return TALUS_ERROR_INPUT for a bad case: in `diagnostics` or `error`
talus_status validate_run(const validate_options *options, talus_diagnostics *diagnostics,
                          validate_result *result, talus_error *error);
void validate_result_clear(validate_result *result);

#endif
