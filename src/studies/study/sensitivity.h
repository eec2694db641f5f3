// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sensitivity.h
/// What results of a scenario depend on: the same rocks with one thing changed at a time. It knows
/// scenarios, comparisons and charts; it refuses to know the terminal and how worlds are loaded.
/// docs/sensitivity.md says what is changed and what the numbers mean.
///
///   sensitivity_plan for each kind, sensitivity_create, for each variant compare_replace,
///   compare_run, sensitivity_take, compare_forget; sensitivity_finish, write ..., destroy
#ifndef TALUS_SRC_STUDIES_STUDY_SENSITIVITY_H
#define TALUS_SRC_STUDIES_STUDY_SENSITIVITY_H

#include "studies/study/compare.h"
#include "talus/directory.h"
#include "talus/results.h"
#include "talus/scenario.h"

/// X(enumerator, name): what is changed.
#define SENSITIVITY_LIST(X)                                                                        \
    X(SENSITIVITY_DEM_X2, "dem_x2")                                                                \
    X(SENSITIVITY_DEM_X4, "dem_x4")                                                                \
    X(SENSITIVITY_STEP_HALF, "step_half")                                                          \
    X(SENSITIVITY_STEP_DOUBLE, "step_double")                                                      \
    X(SENSITIVITY_DETECTION, "detection")                                                          \
    X(SENSITIVITY_GROUND_SOFTER, "ground_softer")                                                  \
    X(SENSITIVITY_GROUND_HARDER, "ground_harder")                                                  \
    X(SENSITIVITY_NO_FOREST, "no_forest")
typedef enum sensitivity_kind {
#define SENSITIVITY_ENUM(name, key) name,
    SENSITIVITY_LIST(SENSITIVITY_ENUM)
#undef SENSITIVITY_ENUM
        SENSITIVITY_KIND_COUNT
} sensitivity_kind;
const char *sensitivity_name(sensitivity_kind kind);

/// A key of the scenario and its value in the variant.
typedef struct sensitivity_change {
    char path[48], value[32];
} sensitivity_change;
typedef struct sensitivity_changes {
    size_t count;
    sensitivity_change *items; ///< (count); owned
    char note[400];            ///< what stays as it is though it might be expected to change; ""
} sensitivity_changes;
/// The changes that make a variant of a scenario.
/// @return TALUS_ERROR_UNSUPPORTED, with the reason: the scenario has nothing of the kind to
/// change;
///         TALUS_ERROR_MEMORY
talus_status sensitivity_plan(const talus_scenario *scenario, sensitivity_kind kind,
                              sensitivity_changes *changes, talus_error *error);
void sensitivity_changes_clear(sensitivity_changes *changes);

/// A number of a run whose change is reported.
typedef struct sensitivity_metric {
    char key[128];  ///< "runout_p95_m"
    char words[96]; ///< "run-out, P95"
    const char *unit;
} sensitivity_metric;

/// A metric in a variant.
typedef struct sensitivity_effect {
    double value;
    double error;              ///< relative standard error of a gauge's value; NaN unknown
    statistics_interval ratio; ///< to the reference
} sensitivity_effect;

typedef struct sensitivity_study {
    compare_study *rocks; ///< variant 0 is the scenario as it is
    double level;         ///< reach probability from which on a cell counts as reached
    size_t metric_count;
    sensitivity_metric *metrics; ///< run-out, energy, area; of each screen share, E95, h95
    sensitivity_effect *effects; ///< (variants x metric_count)
} sensitivity_study;

/// @param campaign the reference's; used until the study is destroyed
/// @param names    (count) of the variants, the reference first
talus_status sensitivity_create(const talus_campaign *campaign, const char *const *names,
                                size_t count, double level, sensitivity_study **study,
                                talus_error *error);
void sensitivity_destroy(sensitivity_study *study);
/// Take the metrics of the variant run last.
talus_status sensitivity_take(sensitivity_study *study, const talus_results *results,
                              talus_error *error);
/// Compare all variants that ran with the reference.
talus_status sensitivity_finish(sensitivity_study *study, talus_error *error);
const sensitivity_effect *sensitivity_effect_of(const sensitivity_study *study, size_t variant,
                                                size_t metric);
/// Variants 1 ... that ran, the largest change of a metric first; unknown ones last.
/// @param order (variants) out @return how many
size_t sensitivity_order(const sensitivity_study *study, size_t metric, size_t *order);

/// Claim the files below; those of the comparison are claimed by compare_claim.
talus_status sensitivity_claim(const sensitivity_study *study, talus_directory *directory,
                               talus_error *error);
/// sensitivity.json
/// @param changes (variants) what was changed in each; nothing in the first
talus_status sensitivity_write_summary(const sensitivity_study *study, const compare_files *files,
                                       const sensitivity_changes *changes, talus_error *error);
/// tornado.svg: bars of change per metric, the largest on top
talus_status sensitivity_write_chart(const sensitivity_study *study, const compare_files *files,
                                     talus_error *error);
/// change_<variant>_<layer>.png: reach_probability and kinetic_energy_p95 less those of the
/// reference, over the variant's relief; reads the variants' result directories
talus_status sensitivity_write_maps(const sensitivity_study *study, const compare_files *files,
                                    talus_error *error);

#endif
