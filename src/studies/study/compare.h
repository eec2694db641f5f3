// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare.h
/// The same rocks under several variants of a campaign, of its rotation scheme and time step or of
/// anything else: what each does, and how it differs from the first one, rock by rock. Where rocks
/// may break, a rock is an event: the rock with all its pieces. It knows campaigns, result files and
/// charts; it refuses to know the terminal. docs/compare.md says what every number means.
///
///   compare_create, compare_run for each variant, compare_pairs, write ..., compare_destroy
#ifndef TALUS_SRC_STUDIES_STUDY_COMPARE_H
#define TALUS_SRC_STUDIES_STUDY_COMPARE_H

#include "foundation/statistics/statistics.h"
#include "io/directory/directory.h"
#include "talus/products.h"
#include "talus/run.h"
#include "talus/table.h"

#define COMPARE_CONFIDENCE 0.95

/// The study's campaign with one scheme at one time step, or another campaign: compare_replace.
typedef struct compare_variant {
    talus_scheme scheme;
    double time_step; ///< s
    bool is_unbroken; ///< without the campaign's law of breaking
    /// Of its directory: "midpoint", "midpoint_2ms" when the time steps differ, "unbroken" and
    /// "broken" when nothing but the breaking differs, else "midpoint_broken".
    char name[64];
} compare_variant;
/// Fill the names of variants of scheme, time step and breaking.
void compare_name_variants(compare_variant *variants, size_t count);

/// X(enumerator, key, words, unit): one value per rock and variant.
#define COMPARE_VALUE_LIST(X)                                                                      \
    X(COMPARE_RUNOUT, "runout_m", "run-out", "m")                                                  \
    X(COMPARE_PATH, "path_m", "path", "m")                                                         \
    X(COMPARE_LATERAL, "lateral_m", "lateral deviation", "m")                                      \
    X(COMPARE_DURATION, "duration_s", "duration", "s")                                             \
    X(COMPARE_ENERGY_MAX, "kinetic_energy_max_kj", "largest energy", "kJ")                         \
    X(COMPARE_SPEED_MAX, "speed_max_m_s", "largest speed", "m/s")                                  \
    X(COMPARE_SPIN_MAX, "spin_max_rot_s", "largest spin", "rot/s")                                 \
    X(COMPARE_JUMP_MAX, "jump_height_max_m", "largest jump", "m")                                  \
    X(COMPARE_ENERGY_MEAN, "kinetic_energy_mean_kj", "mean energy", "kJ")                          \
    X(COMPARE_SPEED_MEAN, "speed_mean_m_s", "mean speed", "m/s")                                   \
    X(COMPARE_SPIN_MEAN, "spin_mean_rot_s", "mean spin", "rot/s")                                  \
    X(COMPARE_JUMP_MEAN, "jump_height_mean_m", "mean jump", "m")                                   \
    X(COMPARE_SHARE_MINOR, "axis_share_minor", "minor axis share", "1")                            \
    X(COMPARE_SHARE_INTERMEDIATE, "axis_share_intermediate", "intermediate axis share", "1")       \
    X(COMPARE_SHARE_MAJOR, "axis_share_major", "major axis share", "1")                            \
    X(COMPARE_SHARE_PAIR, "axis_share_equal_pair", "equal pair share", "1")                        \
    X(COMPARE_SPINNING, "spinning_s", "time over 1 rad/s", "s")                                    \
    X(COMPARE_BODIES, "bodies", "bodies", "1")                                                     \
    X(COMPARE_BODY_TIME, "body_time_s", "time of all bodies", "s")
typedef enum compare_value {
#define COMPARE_VALUE_ENUM(name, key, words, unit) name,
    COMPARE_VALUE_LIST(COMPARE_VALUE_ENUM)
#undef COMPARE_VALUE_ENUM
        COMPARE_VALUE_COUNT
} compare_value;
const char *compare_value_key(compare_value value);
const char *compare_value_words(compare_value value);
const char *compare_value_unit(compare_value value);

/// X(enumerator, key, words, value, weight): ratios of means; a weight of COMPARE_VALUE_COUNT is 1.
#define COMPARE_RATIO_LIST(X)                                                                      \
    X(COMPARE_RATIO_ENERGY, "kinetic_energy", "energy", COMPARE_ENERGY_MEAN, COMPARE_BODY_TIME)    \
    X(COMPARE_RATIO_SPEED, "speed", "speed", COMPARE_SPEED_MEAN, COMPARE_BODY_TIME)                \
    X(COMPARE_RATIO_SPIN, "spin", "spin", COMPARE_SPIN_MEAN, COMPARE_BODY_TIME)                    \
    X(COMPARE_RATIO_JUMP, "jump_height", "jump height", COMPARE_JUMP_MEAN, COMPARE_BODY_TIME)      \
    X(COMPARE_RATIO_MAJOR, "axis_share_major", "major share", COMPARE_SHARE_MAJOR,                 \
      COMPARE_SPINNING)                                                                            \
    X(COMPARE_RATIO_RUNOUT, "runout", "run-out", COMPARE_RUNOUT, COMPARE_VALUE_COUNT)              \
    X(COMPARE_RATIO_PATH, "path", "path", COMPARE_PATH, COMPARE_VALUE_COUNT)                       \
    X(COMPARE_RATIO_DURATION, "duration", "duration", COMPARE_DURATION, COMPARE_VALUE_COUNT)       \
    X(COMPARE_RATIO_LATERAL, "lateral_std", "lateral SD", COMPARE_LATERAL, COMPARE_VALUE_COUNT)    \
    X(COMPARE_RATIO_ENERGY_MAX, "kinetic_energy_max", "largest energy", COMPARE_ENERGY_MAX,        \
      COMPARE_VALUE_COUNT)                                                                         \
    X(COMPARE_RATIO_JUMP_MAX, "jump_height_max", "largest jump", COMPARE_JUMP_MAX,                 \
      COMPARE_VALUE_COUNT)
typedef enum compare_ratio {
#define COMPARE_RATIO_ENUM(name, key, words, value, weight) name,
    COMPARE_RATIO_LIST(COMPARE_RATIO_ENUM)
#undef COMPARE_RATIO_ENUM
        COMPARE_RATIO_COUNT
} compare_ratio;
const char *compare_ratio_key(compare_ratio ratio);
const char *compare_ratio_words(compare_ratio ratio);

/// Distribution of the lateral deviation of the end points.
typedef struct compare_spread {
    double mean, std, p5, p95; ///< m
} compare_spread;

enum { COMPARE_SCREENS = 40 };
/// Spread of the recorded rocks where they first cross lines square to the mean direction; of an
/// event of several bodies the one that ended farthest, and those that it was a part of before.
typedef struct compare_profile {
    size_t rocks[COMPARE_SCREENS]; ///< that crossed
    double std[COMPARE_SCREENS];   ///< m, of their lateral deviation (n - 1); NaN below 2 rocks
} compare_profile;

/// What one variant did.
typedef struct compare_outcome {
    compare_variant variant;
    talus_campaign campaign; ///< of the study with the variant's scheme and time step, or another
    talus_totals totals;
    double *values[COMPARE_VALUE_COUNT]; ///< (rocks) each; NaN = not run, or no such number
    uint8_t *ends;                       ///< (rocks) talus_outcome; TALUS_OUTCOME_COUNT = not run
    compare_spread spread;
    compare_profile profile;
    talus_gauge_result *screens; ///< (screen_count of the study's campaign) all strata
    double *memory;              ///< behind values
} compare_outcome;

/// A variant against the reference (the first variant); `of` variant, `to` reference.
typedef struct compare_pair {
    size_t rocks; ///< run in both
    statistics_interval ratios[COMPARE_RATIO_COUNT];
    statistics_paired paired[COMPARE_VALUE_COUNT];
    statistics_ks ks[COMPARE_VALUE_COUNT];
} compare_pair;

typedef struct compare_options {
    unsigned threads; ///< 0 = all cores
    /// Called before each variant with its name; may be NULL.
    void (*begin)(void *user, const char *variant, size_t index, size_t count);
    talus_progress *progress;        ///< may be NULL
    void *user;                      ///< of both
    bool (*should_stop)(void *user); ///< as in talus_run_options
    void *stop_user;
} compare_options;

enum { COMPARE_MOST_LAYERS = 64 };
typedef struct compare_study {
    const talus_campaign *campaign; ///< not owned
    size_t rocks;
    bool has_bodies; ///< an event of some variant may have several bodies
    /// (layer_count) layers whose difference is written, in the result directory of each variant.
    const char *layers[COMPARE_MOST_LAYERS];
    size_t layer_count;
    size_t requested, count;         ///< variants: asked for, and run (the last perhaps in part)
    compare_outcome *outcomes;       ///< (requested)
    compare_pair *pairs;             ///< (count) after compare_pairs; [0] is not used
    bool partial;                    ///< interrupted
    double direction[2];             ///< unit vector (east, north) of the mean displacement of the
                                     ///< reference's rocks; NaN when they do not move
    double screens[COMPARE_SCREENS]; ///< m along `direction` from the release
    char layer[96];                  ///< that the maps show; "": the reach probability
} compare_study;

/// @return TALUS_ERROR_ARGUMENT: fewer than two variants, a repeated one, a time step not > 0
talus_status compare_create(const talus_campaign *campaign, const compare_variant *variants,
                            size_t count, compare_study **study, talus_error *error);
void compare_destroy(compare_study *study);
/// Have the maps show this layer of the reference; its rasters are kept of all variants.
/// @return TALUS_ERROR_ARGUMENT: there is no such layer, or a variant has run
talus_status compare_show(compare_study *study, const char *layer, talus_error *error);
/// Have the difference of this layer written, too, which the campaign keeps; one that is written
/// already, or one too many, is left out. @param layer lives as long as the study
void compare_add_layer(compare_study *study, const char *layer);
/// Have the next variant run `campaign` instead: on another site, by other laws. Releases with
/// their frequencies, seed, statistics cells and what is recorded are the study's, so that rocks
/// and rasters go in pairs; scheme and time step are the campaign's.
/// @param campaign used until compare_forget
/// @return TALUS_ERROR_ARGUMENT when its rocks are of other classes in number
talus_status compare_replace(compare_study *study, const talus_campaign *campaign,
                             talus_error *error);
/// The variant run last needs its campaign no more: nothing points to it from here on.
void compare_forget(compare_study *study);
/// Follow the recorded rocks of the variant run last along the mean direction.
void compare_describe_profile(const compare_study *study, const talus_results *results,
                              compare_profile *profile);
/// Run the next variant. The results are the caller's, also with TALUS_ERROR_INTERRUPTED.
talus_status compare_run(compare_study *study, const compare_options *options,
                         talus_results **results, talus_error *error);
/// Compare all variants that ran with the first one.
talus_status compare_pairs(compare_study *study, talus_error *error);

/// What the writers need beside the study.
typedef struct compare_files {
    talus_directory *directory; ///< of the study; the variants' result directories are in it
    const talus_products_context *context; ///< of the scenario; its campaign is ignored
    uint64_t rock;                         ///< whose motion is drawn
    /// Of the outline: reach probability, or value of the study's layer; NaN = all that is reached
    double envelope;
} compare_files;

/// Rasters of the variants before the last one run; NaN where no rock passed.
typedef struct compare_rasters compare_rasters;
compare_rasters *compare_rasters_create(void);
void compare_rasters_destroy(compare_rasters *rasters);
/// difference_<variant>_<layer>.tif of the variant run last: it minus the reference, where a cell
/// that only one of them reaches counts 0 in the other.
talus_status compare_write_rasters(const compare_study *study, const compare_files *files,
                                   const talus_results *results, compare_rasters *rasters,
                                   talus_error *error);
/// What was run, as the head of a summary.
void compare_add_head(files_text *text, const compare_study *study, const compare_files *files);
/// The members of summary.json of a study of variants.
void compare_add_members(files_text *text, const compare_study *study, const compare_files *files,
                         const char *name);
/// Claim all files of a comparison, and a directory for each variant.
talus_status compare_claim(const compare_study *study, talus_directory *directory,
                           talus_error *error);
/// comparison.json
talus_status compare_write_summary(const compare_study *study, const compare_files *files,
                                   talus_error *error);
/// A row per variant and rock; a row per variant and screen; valid as long as the study.
talus_table compare_rocks_table(const compare_study *study);
talus_table compare_screens_table(const compare_study *study);
/// Mean number of bodies per event, share of the rocks that broke; NaN without a rock.
double compare_bodies_per_event(const talus_totals *totals);
double compare_broken_share(const talus_totals *totals);
/// rocks.csv: a line per variant and rock; screens.csv, where there are screens
talus_status compare_write_tables(const compare_study *study, const compare_files *files,
                                  talus_error *error);
/// distributions.svg, spread.svg, ratios.svg; axis_shares.svg unless events may have several bodies
talus_status compare_write_charts(const compare_study *study, const compare_files *files,
                                  talus_error *error);
/// motion.svg, profile.svg of the rock; it runs again, so that all campaigns must be there.
talus_status compare_write_motion(const compare_study *study, const compare_files *files,
                                  talus_error *error);
/// envelope_<variant>.png: the reference's reach probability with the variant's outline
talus_status compare_write_maps(const compare_study *study, const compare_files *files,
                                talus_error *error);

#endif
