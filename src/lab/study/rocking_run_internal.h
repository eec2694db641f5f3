// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_run_internal.h
/// Parts of rocking_run_make: planar and spatial motion that fill samples and impacts.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_RUN_INTERNAL_H
#define TALUS_SRC_LAB_STUDY_ROCKING_RUN_INTERNAL_H

#include "foundation/math/linalg.h"
#include "lab/study/rocking_run.h"

/// Append; without memory the run is marked as failed.
void rocking_run_add_sample(rocking_run *run, const rocking_run_sample *sample);
void rocking_run_add_impact(rocking_run *run, const rocking_run_impact *impact);

talus_status rocking_run_planar(rocking_run *run, talus_error *error);
/// The sample of a planar block that pivots on a corner, whose feet have moved by `shift` (m).
rocking_run_sample rocking_run_pose(const rocking_run *run, double time, double theta, double omega,
                                    double shift);
/// A stretch of rocking on the corners, from a time to the end of the scenario.
typedef struct rocking_stretch {
    double from, theta0, omega0;      ///< s, rad, rad/s
    double shift;                     ///< m, by which the feet have moved
    bool falls;                       ///< it ends just before its first impact
    double impact_time, impact_speed; ///< out, where it falls: s, rad/s; 0 = no impact
} rocking_stretch;
talus_status rocking_run_rock(rocking_run *run, rocking_stretch *stretch, talus_error *error);
/// Fall, bounce and rock on. [L93]
talus_status rocking_run_bounce(rocking_run *run, talus_error *error);
talus_status rocking_run_spatial(rocking_run *run, talus_error *error);
/// By the Moreau steps of the rockfall stepper.
talus_status rocking_run_stepper(rocking_run *run, talus_error *error);
/// Take over what a stretch of exact planar rocking asks of the friction.
void rocking_run_add_demand(rocking_run *run, const talus_planar_demand *demand, double from);
/// The demand from the samples, where no exact one was taken over; then the warnings about it.
void rocking_run_find_demand(rocking_run *run, talus_diagnostics *diagnostics);

// --- Files ---

/// Angular velocity in body axes.
talus_vec3 rocking_run_body_rate(const rocking_run_sample *sample);
/// history.csv: the samples of the grid; impacts.csv.
talus_status rocking_run_write_history(talus_directory *directory, const rocking_run *run,
                                       talus_error *error);
talus_status rocking_run_write_impacts(talus_directory *directory, const rocking_run *run,
                                       talus_error *error);
/// history.svg.
talus_status rocking_run_chart(talus_directory *directory, const rocking_run *run,
                               talus_error *error);

#endif
