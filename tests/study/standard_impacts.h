// SPDX-License-Identifier: GPL-3.0-or-later
/// @file standard_impacts.h
/// The standard impacts of blocks on a plane, by which grounds are compared: what one impact leaves
/// of the speed, over phases of the rotation. [docs/ground.md, section 7]
/// It knows planes and wheel-shaped blocks; it refuses to know measurements.
#ifndef TESTS_STUDY_STANDARD_IMPACTS_H
#define TESTS_STUDY_STANDARD_IMPACTS_H

#include "talus/rotation.h"
#include "talus/site.h"

/// One impact: an EOTA221 that spins forward about its major axis meets a plane.
typedef struct study_standard_impact {
    const char *name;
    double slope;    ///< rad
    talus_vec3 size; ///< m
    double mass;     ///< kg
    double normal;   ///< m/s, towards the plane
    double tangent;  ///< m/s, down the plane
    double spin;     ///< rad/s
} study_standard_impact;
enum { STUDY_STANDARD_IMPACTS = 4 };
/// S1 to S4
const study_standard_impact *study_standard_impacts(void);

typedef struct study_standard_options {
    talus_scheme scheme;
    double time_step; ///< s
    size_t phases;    ///< 1 to 4096: phase of the spin, and tilt of its axis about the fall line
    uint64_t seed;    ///< of what the ground draws
} study_standard_options;
/// midpoint, 1 ms, 300 phases, seed 1
study_standard_options study_standard_options_default(void);

/// Order statistics over the phases.
typedef struct study_shares {
    double p10, median, p90;
} study_shares;
typedef struct study_standard_result {
    study_shares energy_kept;  ///< |v+|^2 / |v-|^2, translation
    study_shares tangent_kept; ///< e_t = |v_t+| / |v_t-|
    study_shares spin_after;   ///< rad/s
    study_shares contact_time; ///< s, from the first to the last closed step
    double sd_log_energy;      ///< standard deviation of ln E of the phases that leave the ground
    size_t stuck;              ///< phases that are still down after 1.5 s
    double worst_ledger;       ///< J, largest energy balance of a step
} study_standard_result;

/// One impact on one ground, as each of the rocks 0 to phases - 1 meets it. An impact begins with
/// the first step with a closed contact or in the soil and ends before 0.12 s without either, after
/// 1.5 s at the latest.
/// @return errors of the stepper; TALUS_ERROR_ARGUMENT for no phase or more than 4096
talus_status study_standard_impact_run(const study_standard_impact *impact,
                                       const talus_ground *ground,
                                       const study_standard_options *options,
                                       study_standard_result *result, talus_error *error);

#endif
