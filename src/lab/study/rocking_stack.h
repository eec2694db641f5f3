// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_stack.h
/// Blocks of a stack scenario under the Moreau steps of several bodies on a base that may shake:
/// history, verdicts, and the files of the result directory. It refuses to know the terminal.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_STACK_H
#define TALUS_SRC_LAB_STUDY_ROCKING_STACK_H

#include "io/directory/directory.h"
#include "lab/scenario/rocking_stack.h"
#include "talus/bodies.h"

/// Nothing below but the base.
#define ROCKING_STACK_BASE SIZE_MAX

/// Where a block is on what it was placed on: the block below, or the base.
typedef struct rocking_stack_place {
    double lean;    ///< rad >= 0, between the axes that were both upright
    double slip[2]; ///< m, in the axes of what is below: see rocking_stack_place_of
    double twist;   ///< rad, about the upright axis
} rocking_stack_place;

#define ROCKING_STACK_REST 0.25 ///< s, without motion at the end of a run: the stack is at rest

typedef enum rocking_stack_outcome {
    ROCKING_STACK_STANDS,
    ROCKING_STACK_FALLEN, ///< not tilted by 45 degrees, but lower by a quarter of its height
    ROCKING_STACK_TOPPLED ///< tilted by 45 degrees or more at the end
} rocking_stack_outcome;
const char *rocking_stack_outcome_name(rocking_stack_outcome outcome);

enum { ROCKING_STACK_NAME = 64 };
typedef struct rocking_stack_body {
    char name[ROCKING_STACK_NAME];
    talus_rock *rock; ///< owned
    size_t below;     ///< body, or ROCKING_STACK_BASE
    // without tilt, in the axes of what is below, from its centre of mass (or the origin)
    talus_quat upright; ///< body -> those axes
    talus_vec3 centre;  ///< m
    talus_vec3 up;      ///< unit, body frame: points upwards then
    double height;      ///< m, extent along `up`
    talus_state start;
    // of the run
    rocking_stack_outcome outcome;
    rocking_stack_place end;
    double tilt, most_tilt, most_tilt_time; ///< rad, rad, s: from the upright axis of the base
    double most_slip;                       ///< m
    double moves_from;                      ///< s: leans by 1e-3 or slips by 1 mm; NaN = never
} rocking_stack_body;

typedef struct rocking_stack_sample {
    talus_vec3 position; ///< m, centre of mass
    talus_quat attitude;
    talus_vec3 v, w; ///< m/s, rad/s, axes of the base
    double tilt;     ///< rad
    rocking_stack_place place;
} rocking_stack_sample;

typedef struct rocking_stack {
    const rocking_stack_scenario *scenario;
    rocking_shaking shaking;
    size_t count;
    rocking_stack_body *bodies; ///< (count)
    size_t sample_count, sample_capacity;
    double *times;                 ///< (sample_count) s
    double *energy;                ///< (sample_count) J, kinetic, and potential above the start
    rocking_stack_sample *samples; ///< (sample_count x count)
    size_t steps, steps_in_parts, unsolved, retried_plastic;
    uint64_t iterations;           ///< of the solvers, all steps
    double worst_residual;         ///< relative
    double penetration, sunk;      ///< m, deepest between blocks and in the base
    double base_work;              ///< J, of the inertial forces of the shaking
    double correction;             ///< J
    double worst_ledger;           ///< J, of a step
    double ledger;                 ///< J, sum of the magnitudes
    double last_motion;            ///< s, last time at which a block moved
    bool at_rest;                  ///< none did in the last quarter of a second
    bool is_short;                 ///< the run takes at most that: rest cannot be judged
    rocking_stack_outcome outcome; ///< the worst
} rocking_stack;

/// Simulate. The scenario must outlive the stack.
/// @param diagnostics problems of meshes, records and places
/// @param stack       to be cleared whatever the status
/// @return TALUS_ERROR_INPUT, _ARGUMENT or _MEMORY; how the motion ends is data
talus_status rocking_stack_make(const rocking_stack_scenario *scenario,
                                talus_diagnostics *diagnostics, rocking_stack *stack,
                                talus_error *error);
void rocking_stack_clear(rocking_stack *stack);

/// The blocks of the scenario where they start: rocks and states. Problems go to the diagnostics
/// with the line of their block.
talus_status rocking_stack_build(rocking_stack *stack, talus_diagnostics *diagnostics,
                                 talus_error *error);
/// Slip: how far the corner, edge or face of the block that is lowest over what is below has moved
/// along it since the start; so a block that rocks without sliding has none.
/// @param below NULL: the base
rocking_stack_place rocking_stack_place_of(const rocking_stack_body *body, const talus_state *state,
                                           const talus_state *below);
/// Angle (rad) of a block from the upright axis of the base.
double rocking_stack_tilt(const rocking_stack_body *body, const talus_state *state);

/// Acceleration of the base in its own axes, m/s2, without gravity.
talus_vec3 rocking_stack_ground(const rocking_stack *stack, double time);

/// history.csv, history.svg, scenario.yaml and, unless switched off, replay.glb.
talus_status rocking_stack_claim(talus_directory *directory, const rocking_stack_scenario *scenario,
                                 talus_error *error);
talus_status rocking_stack_write(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error);
talus_status rocking_stack_chart(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error);
/// The members of summary.json; and all of them as an object, to be cleared.
void rocking_stack_add_members(const rocking_stack *stack, files_text *text);
void rocking_stack_summary(const rocking_stack *stack, files_text *text);

#endif
