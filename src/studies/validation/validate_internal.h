// SPDX-License-Identifier: GPL-3.0-or-later
// A validation under way.
#ifndef TALUS_SRC_STUDIES_VALIDATION_VALIDATE_INTERNAL_H
#define TALUS_SRC_STUDIES_VALIDATION_VALIDATE_INTERNAL_H

#include "foundation/files/records.h"
#include "input/schema/document.h"
#include "input/sources/runs.h"
#include "studies/validation/point_mass.h"
#include "studies/validation/tracks.h"
#include "studies/validation/validate.h"
#include "talus/results.h"
#include "talus/world.h"

#include <math.h>

/// Share of the deposits in a polygon.
typedef struct validate_zone {
    const scenario_node *node;
    const char *name;
    scenario_points polygon; ///< m, world
    double share;
} validate_zone;

/// The case file.
typedef struct validate_model {
    const scenario_node *node;
    const char *title, *scenario, *runs, *training, *impacts, *tracks, *lines, *marks;
    scenario_list stops; ///< validate_zone
} validate_model;

/// A measured track.
typedef struct validate_track {
    const tracks_run *run;
    flights_found found;
    size_t first_row; ///< of its impacts in the samples
} validate_track;

/// Where a rock was seen to pass: at a line, or at the mark it left on a tree.
typedef struct validate_pass {
    size_t run;           ///< SIZE_MAX = any
    double xy[4];         ///< m, world: both ends of the line
    double speed, height; ///< m/s, m of S over the terrain; NaN = not measured
    bool is_mark;
} validate_pass;

/// What is compared; the order of the answer.
enum {
    VALIDATE_RUNOUT,
    VALIDATE_LATERAL,
    VALIDATE_DEPOSIT,
    VALIDATE_SPEED,
    VALIDATE_CONTACT_SHARE,
    VALIDATE_ENERGY_KEPT,
    VALIDATE_E_N,
    VALIDATE_E_T,
    VALIDATE_SPIN_OUT,
    VALIDATE_REBOUND,
    VALIDATE_LINE_SPEED,
    VALIDATE_LINE_HEIGHT,
    VALIDATE_MARK_HEIGHT,
    VALIDATE_SAMPLES
};

typedef struct validate_study {
    validate_options options;
    scenario_document document;
    validate_model model;
    talus_diagnostics *diagnostics;
    talus_scenario *scenario;
    talus_world *world; ///< with terrain where there are runs
    files_records impacts_table, lines_table, marks_table;
    validate_pass *passes; ///< (pass_count) lines, then marks
    size_t pass_count;
    bool is_split;                ///< the references know other runs than those that are compared
    scenario_runs runs, training; ///< every run with its rock: start.rock > 0
    tracks tracks;
    validate_track *track_items; ///< (tracks.count)
    validate_sample samples[VALIDATE_SAMPLES];
    double east, north; ///< m, of local coordinates
    uint64_t rocks;     ///< simulated from runs
    uint64_t left, not_started;
    uint64_t *zone_counts; ///< (stops.count)
} validate_study;

/// Read the case file and its tables; load the scenario.
talus_status validate_load(validate_study *study, talus_error *error);
void validate_clear(validate_study *study);
/// Load the world of one replicate: with another seed of roughness and variation.
talus_status validate_load_world(validate_study *study, uint64_t replicate, talus_error *error);
/// 1 + class of the rock that a row names; the only one of the scenario where it names none.
talus_status validate_row_rock(const validate_study *study, const files_records *table, size_t row,
                               uint32_t *rock, talus_error *error);
/// A number that the case draws: uniform in [0, 1), a pure function of its arguments.
double validate_uniform(const validate_study *study, uint64_t kind, uint64_t item,
                        uint64_t replicate, uint32_t draw);

/// Fill the samples of runs and tracks.
talus_status validate_simulate_runs(validate_study *study, talus_error *error);
/// Run, impact or pass of this name: does it count?
bool validate_counts(const validate_study *study, const char *name);
/// Leave out what does not count; what is held out and is not asked for becomes the training.
talus_status validate_choose_part(validate_study *study, talus_error *error);
/// Read lines and marks once runs are known; rows that do not count are left out.
talus_status validate_load_passes(validate_study *study, talus_error *error);
/// Screens of all passes, malloc'd; NULL when out of memory.
talus_screen *validate_make_screens(const validate_study *study);
void validate_free_screens(talus_screen *screens);
/// Rows of the passes; then what rocks did there: rock k of `count` is of run k mod runs.
talus_status validate_add_passes(validate_study *study, talus_error *error);
talus_status validate_read_passes(validate_study *study, const talus_results *results,
                                  uint64_t count, talus_error *error);
/// Everything of the case into the samples.
talus_status validate_simulate(validate_study *study, talus_error *error);
/// Lateral offsets, climatology, and the point mass of the training runs.
talus_status validate_add_references(validate_study *study, talus_error *error);
/// A run for every track that has none of its name.
talus_status validate_add_track_runs(validate_study *study, talus_error *error);
/// Tracks of the measured runs and of replicates [first, first + count), which are the rocks
/// k x runs + run of the campaign.
talus_status validate_read_tracks(validate_study *study, const talus_campaign *campaign,
                                  uint64_t first, uint64_t count, talus_error *error);
/// Fill the samples of single impacts.
talus_status validate_simulate_impacts(validate_study *study, talus_error *error);

static inline talus_status validate_no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the case");
}

#endif
