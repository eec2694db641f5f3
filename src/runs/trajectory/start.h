// SPDX-License-Identifier: GPL-3.0-or-later
// What the start of a body and its steps share.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_START_H
#define TALUS_SRC_RUNS_TRAJECTORY_START_H

#include "runs/trajectory/trajectory.h"

/// S took off at `r`, `jump` over the terrain, at the end of the step before this one.
void trajectory_lift_off(trajectory *t, talus_vec3 r, double jump);
/// The outcome is final.
void trajectory_end(trajectory *t, talus_outcome outcome);
/// The largest values of the record by those of now.
void trajectory_raise_maxima(trajectory *t);
/// Steps that last `duration` at least; a multiple of dt is not pushed over by round-off.
uint64_t trajectory_steps_of(double duration, double dt);
/// Where the lowest vertex is deeper than `depth` under the ground, the body is lifted to there; the
/// energy of that is counted as of other moves that are not motion. @return m, by how much
double trajectory_lift_out(trajectory *t, double depth);

#endif
