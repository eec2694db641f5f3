// SPDX-License-Identifier: GPL-3.0-or-later
/// @file worker.h
/// What a run needs of a stepper beside its public functions. It knows one stepper; it refuses to
/// know threads.
#ifndef TALUS_SRC_PHYSICS_STEPPER_WORKER_H
#define TALUS_SRC_PHYSICS_STEPPER_WORKER_H

#include "physics/terrain/on_demand.h"
#include "talus/stepper.h"

/// talus_stepper_create for a site and options that have been checked.
talus_status stepper_create(const talus_site *site, const talus_step_options *options,
                            size_t max_vertices, talus_stepper **stepper, talus_error *error);

/// talus_step for a motion that was started on this stepper.
void stepper_step(talus_stepper *stepper, talus_rock_motion *motion, talus_step_report *report);

/// Whether vertices alone make contacts with the ground.
bool stepper_is_by_vertex(talus_detection detection);

/// The reader of the stepper's terrain, owned by the stepper. A public function of the stepper
/// enters one for its duration; a run, which steps millions of times, enters this one and rests
/// between steps. Leave it before the stepper is destroyed.
terrain_reader *stepper_reader(talus_stepper *stepper);

/// What could break the rock in the last step.                              [docs/bodies.md, 4.1]
typedef struct stepper_blow {
    double energy;     ///< J, taken by the normal percussions, less what the grounds cushion
    double sine;       ///< of the angle between velocity before and surface, at the deepest contact
    talus_vec3 normal; ///< unit, of that contact
    uint32_t ground;   ///< its class; of an obstacle the first one
} stepper_blow;
/// Sum over the contacts of max(0, -P_N (gamma_N before + gamma_N after) / 2) times 1 - cushion; of
/// stems nothing, of walls all. The step must be the stepper's last.
stepper_blow stepper_blow_of(const talus_stepper *stepper, const talus_state *before,
                             const talus_state *after);

#endif
