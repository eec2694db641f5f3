// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate.h
/// Back-analysis: parameters of a scenario from where rocks were found. It knows scenarios,
/// campaigns and result files; it refuses to know the terminal. docs/calibrate.md says what every
/// number means.
///
///   calibrate_create, calibrate_run, calibrate_write, calibrate_destroy
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_H

#include "io/directory/directory.h"
#include "studies/calibration/calibrate_score.h"
#include "talus/calibrate.h"
#include "talus/directory.h"
#include "talus/run.h"
#include "talus/world.h"

enum {
    CALIBRATE_NOISE_RUNS = 8,       ///< of the best values with other random numbers
    CALIBRATE_PREDICTIVE_RUNS = 20, ///< of draws from the posterior
    CALIBRATE_DRAWS = 200,          ///< from the posterior, in draws.csv
    CALIBRATE_MOST_FINDINGS = 32,
    CALIBRATE_LEAST_TRAINING = 5,
    CALIBRATE_LEAST_HELD = 3
};

/// Value at u in [0, 1].
double calibrate_value(const talus_calibrate_parameter *parameter, double u);

/// X(enumerator, key): what an evaluation was made for.
#define CALIBRATE_STAGE_LIST(X)                                                                    \
    X(CALIBRATE_REFERENCE, "scenario")                                                             \
    X(CALIBRATE_IN_ENSEMBLE, "ensemble")                                                           \
    X(CALIBRATE_IN_SEARCH, "search")                                                               \
    X(CALIBRATE_OF_NOISE, "noise")                                                                 \
    X(CALIBRATE_PREDICTIVE, "predictive")
typedef enum calibrate_stage {
#define CALIBRATE_STAGE_ENUM(name, key) name,
    CALIBRATE_STAGE_LIST(CALIBRATE_STAGE_ENUM)
#undef CALIBRATE_STAGE_ENUM
} calibrate_stage;
const char *calibrate_stage_name(calibrate_stage stage);

/// One simulation of the scenario.
typedef struct calibrate_evaluation {
    calibrate_stage stage;
    bool refused; ///< the scenario does not allow these values together
    uint64_t seed;
    double u[TALUS_MOST_PARAMETERS]; ///< NaN in the reference
    double value[TALUS_MOST_PARAMETERS];
    calibrate_score score; ///< on the training points; NaN when refused
    double left;           ///< share of the rocks or bodies that left the DEM
    double runout[3];      ///< m, 10, 50 and 90 % of the simulated training points
    size_t deposits;       ///< simulated ones
    double volume[3];      ///< m^3, as runout; NaN where volumes are not compared
} calibrate_evaluation;

/// What is known of one parameter in the end. Quantiles are NaN without an ensemble.
typedef struct calibrate_estimate {
    double best, p05, p50, p95;
    double deviation; ///< of the posterior, in widths of the prior's range (uniform: 0.289)
    double shrinkage; ///< 1 - posterior deviation / prior deviation, on the scale of the prior
    double equal_low, equal_high; ///< among evaluations within noise of the best
} calibrate_estimate;

/// How well the posterior predicts a set of observed deposits.
typedef struct calibrate_check {
    size_t count;     ///< points; 0 = there are none
    double score;     ///< m, of the predictive deposits
    double best;      ///< m, of the best values with other random numbers
    double reference; ///< m, of the scenario as it was given
    double skill;     ///< 1 - best / reference
    double p;         ///< share of predicted data sets at least as far off as the observed one
    double covered;   ///< share of the points whose run-out lies in the predictive 5 to 95 %
    double observed[3], predicted[3]; ///< m, 10, 50, 90 % of run-out
    /// The same of volumes, m^3; NaN where they are not compared.
    double observed_volume[3], predicted_volume[3];
} calibrate_check;

typedef struct calibrate_columns calibrate_columns;
typedef struct calibrate_study {
    talus_calibrate_options options;
    talus_calibrate_parameter parameters[TALUS_MOST_PARAMETERS];
    talus_scenario *scenario; ///< that `world` has the values of
    talus_world *world;
    calibrate_set training, held;
    calibrate_frame frame;
    bool named;                            ///< deposits say which release they are of
    bool has_volumes;                      ///< deposits are compared by volume too
    double least_volume;                   ///< m^3; smaller bodies are in neither side. 0: none
    size_t too_small;                      ///< observed deposits that were left out for it
    char sha256[65];                       ///< of the scenario
    uint64_t seed;                         ///< of every evaluation of ensemble and search
    uint64_t rocks;                        ///< per evaluation
    calibrate_cloud reference, predictive; ///< end points
    calibrate_evaluation *evaluations;
    size_t evaluation_count, evaluation_capacity;
    size_t planned; ///< evaluations of all stages
    size_t best;    ///< index of the evaluation with the least score
    double noise;   ///< m, standard deviation of the best one's score over seeds
    double fresh;   ///< m, its mean over seeds
    calibrate_estimate estimates[TALUS_MOST_PARAMETERS];
    double correlation[TALUS_MOST_PARAMETERS][TALUS_MOST_PARAMETERS];
    size_t draw_count;                                    ///< 0 without an ensemble
    double draws[CALIBRATE_DRAWS][TALUS_MOST_PARAMETERS]; ///< of the posterior, equal weights
    double density[TALUS_MOST_PARAMETERS][20];            ///< posterior / prior in layers of u
    double tolerance, effective;                          ///< m; of the ensemble
    /// Summaries of the training points, and 1 and 99 % of them in the accepted data sets.
    double observed[CALIBRATE_SUMMARIES];
    double accepted_low[CALIBRATE_SUMMARIES], accepted_high[CALIBRATE_SUMMARIES];
    size_t refused, unfinished; ///< evaluations; rocks that diverged
    double wall_time;           ///< s, of all runs
    size_t loads;               ///< how often the world was loaded from files
    calibrate_check training_check, held_check;
    char findings[CALIBRATE_MOST_FINDINGS][320]; ///< sentences on identifiability
    size_t finding_count;
    bool partial;  ///< interrupted
    char why[512]; ///< why the last values were refused
} calibrate_study;

/// Load scenario and deposits, check parameters against the scenario's keys, split the deposits.
/// @return TALUS_ERROR_INPUT, TALUS_ERROR_ARGUMENT (the sentence names the option)
talus_status calibrate_create(const talus_calibrate_options *options, calibrate_study **study,
                              talus_error *error);
void calibrate_destroy(calibrate_study *study);
/// All evaluations; what they show is in the study.
/// @return TALUS_OK with study->partial when interrupted
talus_status calibrate_run(calibrate_study *study, talus_error *error);
/// calibration.csv, posterior.csv, draws.csv, best.yaml and the charts; of a partial study
/// calibration.csv alone.
extern const char *const calibrate_files[];
talus_status calibrate_write(const calibrate_study *study, talus_directory *directory,
                             talus_error *error);
/// The table "parameters", "draws" or "checks".
/// @param columns of the draws   @return false: another name
bool calibrate_study_table(const calibrate_study *study, const char *name,
                           const calibrate_columns *columns, talus_table *table);
/// The members of its summary.json.
void calibrate_add_members(files_text *text, const calibrate_study *study);

#endif
