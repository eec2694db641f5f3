// SPDX-License-Identifier: GPL-3.0-or-later
/// @file variants.h
/// What comparisons and sensitivities have in common: the study that a caller gets, its directory,
/// and a result directory per variant in it. It refuses to know what the variants differ in.
#ifndef TALUS_SRC_STUDIES_STUDY_VARIANTS_H
#define TALUS_SRC_STUDIES_STUDY_VARIANTS_H

#include "studies/study/sensitivity.h"
#include "talus/study.h"

/// A ratio of a variant to the reference.
typedef struct study_ratio {
    const char *variant;
    compare_ratio ratio;
    const statistics_interval *interval;
} study_ratio;

/// Values of a variant less those of the reference.
typedef struct study_difference {
    const char *variant;
    compare_value value;
    const compare_pair *pair;
} study_difference;

/// A metric in a variant.
typedef struct study_effect {
    const char *variant;
    const sensitivity_metric *metric;
    const sensitivity_effect *effect;
} study_effect;

struct talus_study {
    compare_study *rocks;           ///< owned unless there is a sensitivity
    sensitivity_study *sensitivity; ///< NULL: a comparison
    size_t ratio_count, difference_count, effect_count;
    study_ratio *ratios;           ///< (ratio_count)
    study_difference *differences; ///< (difference_count)
    study_effect *effects;         ///< (effect_count)
};
/// The rows of the tables, from pairs and effects that are there.
talus_status study_tabulate(talus_study *study, talus_error *error);

/// A study under way.
typedef struct study_run {
    talus_study_options options;
    const talus_scenario *scenario;
    const talus_world *world;
    talus_products_context context; ///< of the scenario
    talus_study *study;
    compare_files files;
    talus_directory_options directory; ///< of all directories
    compare_rasters *rasters;
    compare_options variant; ///< how one runs
} study_run;
/// Is nothing of it NULL? Sets error otherwise. @param study out: NULL
bool study_can_run(const talus_scenario *scenario, const talus_world *world, talus_study **study,
                   talus_error *error);
/// Check scenario, world and options, and take them.
talus_status study_run_init(study_run *run, const talus_scenario *scenario,
                            const talus_world *world, const talus_study_options *options,
                            talus_error *error);
/// Before the first rock: open the directory, claim what the study and its variants write, refuse
/// what is in the way, and mark the study partial. Nothing without a directory.
talus_status study_run_open(study_run *run, const talus_contributor *contributor,
                            talus_error *error);
/// Run the next variant and write its result directory and its rasters.
/// @param scenario of the variant; `more` overrides make its resolved text from it
/// @param take     called with its results; may be NULL
talus_status study_run_next(study_run *run, const talus_scenario *scenario,
                            const talus_override *more, size_t more_count,
                            talus_diagnostics *diagnostics,
                            talus_status (*take)(const study_run *run, const talus_results *results,
                                                 talus_error *error),
                            talus_error *error);
/// Write the study's own files, if there is a directory. @return TALUS_ERROR_INTERRUPTED for a
/// partial study
talus_status study_run_finish(study_run *run, const talus_contributor *contributor,
                              talus_error *error);
void study_run_clear(study_run *run);
/// Hand the study out: destroy it after an error.
talus_status study_hand_out(talus_study *study, talus_status status, talus_study **out);

#endif
