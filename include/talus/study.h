// SPDX-License-Identifier: GPL-3.0-or-later
/// @file study.h
/// Studies of a scenario: the same rocks under several schemes and time steps, with and without
/// breaking, or with one thing of the scenario changed at a time. It knows scenarios, campaigns and their result directories; it
/// refuses to know the terminal.                             [docs/compare.md, docs/sensitivity.md]
///
/// threads: a talus_study is const once the function that made it returned.
#ifndef TALUS_STUDY_H
#define TALUS_STUDY_H

#include "talus/run.h"
#include "talus/table.h"
#include "talus/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a study runs, and where it writes.
typedef struct talus_study_options {
    size_t size;                      ///< of this struct, by talus_study_options_default
    const talus_world_options *world; ///< for loading the worlds of the study; NULL = the defaults
    const char *directory;            ///< its result directory; NULL = nothing is written
    bool overwrite;                   ///< files of the user in the way are replaced
    unsigned threads;                 ///< 0 = all cores the process may use
    talus_diagnostics *diagnostics;   ///< receives warnings; may be NULL
    /// Called before each variant by the thread that called the study; may be NULL.
    void (*begin)(void *user, const char *variant, size_t index, size_t count);
    /// Called with a sentence for every variant that is left out, and for what a variant leaves
    /// unchanged against expectation; may be NULL.
    void (*note)(void *user, const char *sentence);
    talus_progress *progress;        ///< as in talus_run_options; may be NULL
    void *user;                      ///< of begin, note and progress
    bool (*should_stop)(void *user); ///< as in talus_run_options; NULL = never
    void *stop_user;
} talus_study_options;
/// Fill `size` bytes: all cores, nothing is written, nothing is reported.
TALUS_API void talus_study_options_defaults(talus_study_options *options, size_t size);
static inline talus_study_options talus_study_options_default(void)
{
    talus_study_options options;
    talus_study_options_defaults(&options, sizeof options);
    return options;
}

/// Variants of a scenario, all run with the same rocks. The first one is the reference.
typedef struct talus_study talus_study;

typedef struct talus_compare_options {
    size_t size;                 ///< of this struct, by talus_compare_options_default
    size_t scheme_count;         ///< 0 = explicit and midpoint; with `fragmentation` the scenario's
    const talus_scheme *schemes; ///< (scheme_count), each once
    size_t step_count;           ///< 0 = the time step of the scenario
    const double *time_steps;    ///< (step_count) s, > 0; at most 16
    uint64_t rock;               ///< rock whose motion is drawn
    const char *layer;           ///< layer that the maps show; NULL = the reach probability
    /// Level of the outlines on the maps: reach probability in [0, 1], or a value of `layer`; NaN =
    /// all reached cells.
    double envelope;
    /// Run each scheme and time step twice: first without the scenario's law of breaking, then with
    /// it. Rocks are then events: a rock with its pieces.                    [docs/compare.md]
    bool fragmentation;
} talus_compare_options;
/// Fill `size` bytes: explicit and midpoint with the scenario's time step, rock 0, 0.01, breaking as
/// in the scenario.
TALUS_API void talus_compare_options_defaults(talus_compare_options *options, size_t size);
static inline talus_compare_options talus_compare_options_default(void)
{
    talus_compare_options options;
    talus_compare_options_defaults(&options, sizeof options);
    return options;
}
/// Run a scenario under every scheme with every time step, on request without and with breaking.
/// docs/compare.md describes the files that
/// are written if there is a directory; each variant has a result directory in it.
/// @param world   of the scenario
/// @param compare NULL = the defaults
/// @param options NULL = the defaults
/// @param study   out, also after TALUS_ERROR_INTERRUPTED; talus_study_destroy. NULL after any
///                other error
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, fewer than two variants or a repeated one,
///         a value out of its range; TALUS_ERROR_UNSUPPORTED: `fragmentation` of a scenario in which
///         no rock breaks; TALUS_ERROR_INPUT: files of the user are in the way
TALUS_API talus_status talus_compare_run(const talus_scenario *scenario, const talus_world *world,
                                         const talus_compare_options *compare,
                                         const talus_study_options *options, talus_study **study,
                                         talus_error *error);

typedef struct talus_sensitivity_options {
    size_t size; ///< of this struct, by talus_sensitivity_options_default
    /// Names of talus_sensitivity_variants, up to NULL, each once; each must be possible with the
    /// scenario. NULL = all possible ones.
    const char *const *variants;
    double reach; ///< reach probability from which a cell counts as reached, in [0, 1]
} talus_sensitivity_options;
/// Fill `size` bytes: all variants, 0.01.
TALUS_API void talus_sensitivity_options_defaults(talus_sensitivity_options *options, size_t size);
static inline talus_sensitivity_options talus_sensitivity_options_default(void)
{
    talus_sensitivity_options options;
    talus_sensitivity_options_defaults(&options, sizeof options);
    return options;
}
/// Names of all variants, NULL-terminated: "dem_x2", "step_half", ...      [docs/sensitivity.md]
TALUS_API const char *const *talus_sensitivity_variants(void);
/// Run a scenario unchanged, and with one thing changed at a time. Parameters as of
/// talus_compare_run.
/// @return as talus_compare_run; TALUS_ERROR_UNSUPPORTED: a variant that is impossible with the
///         scenario
TALUS_API talus_status talus_sensitivity_run(const talus_scenario *scenario,
                                             const talus_world *world,
                                             const talus_sensitivity_options *sensitivity,
                                             const talus_study_options *options,
                                             talus_study **study, talus_error *error);

/// NULL is allowed.
TALUS_API void talus_study_destroy(talus_study *study);

typedef struct talus_study_facts {
    size_t size;              ///< of this struct, set by the caller
    size_t variants, planned; ///< variants that ran, the last perhaps partly; variants requested
    size_t rocks;             ///< of each variant
    uint64_t seed;
    bool partial; ///< interrupted
} talus_study_facts;
TALUS_API talus_status talus_study_facts_of(const talus_study *study, talus_study_facts *facts,
                                            talus_error *error);

/// Results of a variant. Texts and totals are owned by the study.
typedef struct talus_study_variant {
    size_t size;      ///< of this struct, set by the caller
    const char *name; ///< also of its directory
    talus_scheme scheme;
    double time_step; ///< s
    const talus_totals *totals;
    size_t pairs; ///< rocks that also ran in the reference; 0 for the reference itself
    /// m, of the end points, at right angles to the mean displacement of the rocks of the
    /// reference; NaN if that is zero.
    double lateral_mean, lateral_std;
    double lateral_p5, lateral_p95;
    talus_breaking_law breaking; ///< the law under which it ran
    double bodies_per_event;     ///< mean; 1 where no rock breaks and each starts alone
    double broken_share;         ///< of the rocks, 1
} talus_study_variant;
/// @return TALUS_ERROR_ARGUMENT for a variant that did not run
TALUS_API talus_status talus_study_variant_of(const talus_study *study, size_t index,
                                              talus_study_variant *variant, talus_error *error);

/// A table of a study. Each column has a description, `doc`.
///   "rocks"        one row per variant and rock: outcome and largest, mean and end values; of a
///                  rock with pieces those of its event, as in talus_rock_record
///   "screens"      one row per variant and screen: events and bodies that cross, energies, heights
///   "ratios"       of means of a variant to those of the reference, with 95 % intervals
///   "differences"  rock by rock: variant minus reference, with tests
///   "effects"      for talus_sensitivity_run: run-out, energy, reached area and figures of the
///                  screens in each variant, and their ratios to the reference; for each metric the
///                  largest change first
/// @param table out: valid as long as the study
/// @return TALUS_ERROR_ARGUMENT for a table that the study does not have
TALUS_API talus_status talus_study_table(const talus_study *study, const char *name,
                                         talus_table *table, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
