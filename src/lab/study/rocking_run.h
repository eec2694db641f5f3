// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_run.h
/// One block of a rocking scenario from its start to its end: history, impacts, measures, and the
/// files of its result directory. It refuses to know the terminal.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_RUN_H
#define TALUS_SRC_LAB_STUDY_ROCKING_RUN_H

#include "io/directory/directory.h"
#include "lab/scenario/rocking.h"

/// Force of the base on a block that does not slide, at a sample.
typedef struct rocking_run_force {
    talus_vec3 force; ///< N, world; NaN in flight
    double demand;    ///< horizontal / vertical part
    double x, y;      ///< m: where the resultant cuts the base, block's axes from below its centre
} rocking_run_force;

/// Where the block is at a time; base-fixed axes, z up, planar motion in the plane x-z.
typedef struct rocking_run_sample {
    double time;
    double theta, omega; ///< planar; of a spatial block inclination of its axis and |w|
    talus_quat attitude;
    talus_vec3 position; ///< m, centre of mass
    talus_vec3 w;        ///< rad/s, world
    double energy;       ///< J above that at rest
    unsigned touching;   ///< bit i = corner i stays on the base
    bool regular;        ///< on the grid of outputs.sample_s; others stand at impacts
    bool has_force;      ///< of the stepper: `force` is that of the step
    rocking_run_force force;
} rocking_run_sample;

typedef struct rocking_run_impact {
    double time;
    const char *kind;
    int hit;                    ///< corner from 0 that came down; -1 = several or none
    unsigned before, after;     ///< bit i = corner i is at rest
    talus_vec3 w_minus, w_plus; ///< rad/s, world
    talus_vec3 impulse;         ///< N s; NaN where the motion does not give it
    double energy_change;       ///< J
} rocking_run_impact;

/// What the stepper reports beside the motion.
typedef struct rocking_run_stepped {
    size_t steps, unsolved; ///< 0 steps = another motion
    double time_step;       ///< s
    double ledger;          ///< J, worst of a step
    double base_work;       ///< J, of the shaken base, relative
    double slip, twist;     ///< m, rad: of the centre of mass and about the vertical, at the end
} rocking_run_stepped;

typedef enum rocking_run_outcome {
    ROCKING_RUN_REST,
    ROCKING_RUN_MOVING, ///< at the end of the scenario
    ROCKING_RUN_OVERTURNED,
    ROCKING_RUN_IMPACTS, ///< as many as the scenario allows
    ROCKING_RUN_NO_PIVOT,
    ROCKING_RUN_FAILED
} rocking_run_outcome;
/// @return "rest", "moving", "overturned", "impacts", "no pivot", "failed"
const char *rocking_run_outcome_name(rocking_run_outcome outcome);

typedef struct rocking_run {
    const rocking_scenario *scenario;
    rocking_shaking shaking;
    talus_planar_model planar; ///< of a planar block
    talus_spatial_block block; ///< of a spatial block; of a planar one its drawing
    talus_spatial_law law;
    double alpha;                ///< rad, of the start
    rocking_run_sample *samples; ///< by ascending time
    size_t sample_count, sample_capacity;
    rocking_run_impact *impacts;
    size_t impact_count, impact_capacity;
    bool failed; ///< out of memory: checked at the end
    rocking_run_outcome outcome;
    bool suspect;         ///< the motion could not go on
    double time;          ///< s, of the outcome
    double bounced_until; ///< s; NaN = no bouncing
    double peak;          ///< rad, largest |theta|
    double opmf, avrf;    ///< NaN where they do not exist
    double energy_error;  ///< J, worst balance of a still base; NaN on a shaken one
    double pull_time;     ///< s, when the base would have to pull; NaN = never
    rocking_run_stepped stepped;
    talus_planar_demand demand; ///< of rest and rocking: exact of planar events, else of samples
} rocking_run;

/// Simulate. The scenario must outlive the run.
/// @param diagnostics  problems of records and remarks on the motion
/// @param run          to be cleared whatever the status
/// @return TALUS_ERROR_INPUT, _ARGUMENT or _MEMORY; how the motion ends is data
talus_status rocking_run_make(const rocking_scenario *scenario, talus_diagnostics *diagnostics,
                              rocking_run *run, talus_error *error);
void rocking_run_clear(rocking_run *run);
/// history.csv, impacts.csv, history.svg, scenario.yaml and, unless switched off, replay.glb.
talus_status rocking_run_claim(talus_directory *directory, const rocking_scenario *scenario,
                               talus_error *error);
talus_status rocking_run_write(talus_directory *directory, const rocking_run *run,
                               talus_error *error);
/// The members of summary.json; and all of them as an object, to be cleared.
void rocking_run_add_members(const rocking_run *run, files_text *text);
void rocking_run_summary(const rocking_run *run, files_text *text);
/// "A", "B" or "V1", "V2", ...
void rocking_run_corner_name(const rocking_run *run, int corner, char name[8]);
/// Reaction at a sample.
rocking_run_force rocking_run_reaction(const rocking_run *run, const rocking_run_sample *sample);
/// Acceleration of the base, m/s2.
talus_vec3 rocking_run_ground(const rocking_run *run, double time);
bool rocking_run_is_shaken(const rocking_run *run);

#endif
