// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate_case.h
/// Joint calibration: parameters of the scenario of a case (docs/validate.md) from its deposits,
/// speeds at lines, marks on trees, impacts and tracks at once, one ground for all blocks; judged on
/// rows that were held out. It knows cases and scores; it refuses to know the terminal.
///                                                                         [docs/calibrate.md, Joint]
///   calibrate_case_run, calibrate_case_write, calibrate_case_clear
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_CASE_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_CASE_H

#include "io/directory/directory.h"
#include "studies/calibration/calibrate.h"
#include "studies/validation/validate.h"

/// X(enumerator, key): kinds of observation; each counts alike.
#define CALIBRATE_CASE_KINDS(X)                                                                    \
    X(CALIBRATE_CASE_DEPOSITS, "deposits")                                                         \
    X(CALIBRATE_CASE_LINES, "lines")                                                               \
    X(CALIBRATE_CASE_MARKS, "marks")                                                               \
    X(CALIBRATE_CASE_IMPACTS, "impacts")                                                           \
    X(CALIBRATE_CASE_TRACKS, "tracks")
typedef enum calibrate_case_kind {
#define CALIBRATE_CASE_ENUM(name, key) name,
    CALIBRATE_CASE_KINDS(CALIBRATE_CASE_ENUM)
#undef CALIBRATE_CASE_ENUM
        CALIBRATE_CASE_KIND_COUNT
} calibrate_case_kind;

typedef struct calibrate_case_evaluation {
    double u[TALUS_MOST_PARAMETERS], value[TALUS_MOST_PARAMETERS];
    double kinds[CALIBRATE_CASE_KIND_COUNT]; ///< score / score of the climatology; NaN = none
    double objective;                        ///< mean of them; NaN: the scenario refuses the values
} calibrate_case_evaluation;

/// Figures of one observable of a part of the case.
typedef struct calibrate_case_score {
    bool is_held, is_posterior; ///< else training; else the scenario as given
    validate_observable observable;
} calibrate_case_score;

typedef struct calibrate_case {
    talus_calibrate_options options;
    talus_calibrate_parameter parameters[TALUS_MOST_PARAMETERS];
    size_t evaluation_count, refused;
    calibrate_case_evaluation *evaluations; ///< (evaluation_count) the scenario as given first
    calibrate_estimate estimates[TALUS_MOST_PARAMETERS]; ///< best and quantiles
    double correlation[TALUS_MOST_PARAMETERS][TALUS_MOST_PARAMETERS];
    size_t best; ///< evaluation with the least objective
    double tolerance, effective;
    size_t draw_count;
    double draws[CALIBRATE_DRAWS][TALUS_MOST_PARAMETERS];
    size_t score_count;
    calibrate_case_score *scores; ///< (score_count)
    char why[512];                ///< why the last values were refused
} calibrate_case;

/// @param diagnostics of the case and its scenario
/// @return TALUS_ERROR_INPUT: a bad case, or values that the scenario refuses in the middle of the
///         bounds; TALUS_ERROR_ARGUMENT: options; TALUS_ERROR_INTERRUPTED
talus_status calibrate_case_run(const talus_calibrate_options *options,
                                talus_diagnostics *diagnostics, calibrate_case **study,
                                talus_error *error);
void calibrate_case_destroy(calibrate_case *study);

/// calibration.csv, posterior.csv, draws.csv, scores.csv, posterior.svg
extern const char *const calibrate_case_files[];
talus_status calibrate_case_write(const calibrate_case *study, talus_directory *directory,
                                  talus_error *error);
/// The table "parameters", "draws" or "scores".
/// @param columns of the draws   @return false: another name
bool calibrate_case_table(const calibrate_case *study, const char *name,
                          const calibrate_columns *columns, talus_table *table);
void calibrate_case_add_members(files_text *text, const calibrate_case *study);
const char *calibrate_case_kind_name(calibrate_case_kind kind);

#endif
