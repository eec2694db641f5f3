// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_suite_run.h
/// One run of a suite: block, impacts as drawn, record turned and scaled.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_RUN_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_RUN_H

#include "lab/fragility/rocking_suite.h"

/// What all runs share; const for the threads.
typedef struct suite_plan {
    const rocking_suite_options *options;
    bool planar;
    talus_planar_model model; ///< of the scenario
    talus_spatial_block block;
    talus_spatial_law law;
    double near, alpha, p;       ///< of the nearest side: m, rad, rad/s
    const double *unit;          ///< (records)
    talus_ground_motion *turned; ///< (records x angles x 2) x with the vertical, y
} suite_plan;
talus_status suite_plan_make(const rocking_suite_options *options, const double *unit,
                             suite_plan *plan, talus_error *error);
void suite_plan_clear(suite_plan *plan);
/// The run at run->record, sample, angle and factor. Pure: the threads share the plan.
talus_status suite_run(const suite_plan *plan, rocking_suite_run *run, talus_error *error);

#endif
