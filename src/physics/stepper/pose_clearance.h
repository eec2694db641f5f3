// SPDX-License-Identifier: GPL-3.0-or-later
// How long a body whose rotation is known ahead stays clear: by its poses, some steps
// apart, and bounds of what lies between them. [docs/theory.md 15]
#ifndef TALUS_SRC_PHYSICS_STEPPER_POSE_CLEARANCE_H
#define TALUS_SRC_PHYSICS_STEPPER_POSE_CLEARANCE_H

#include "physics/stepper/vertex_clearance.h"

/// Most steps that are checked.
enum { POSE_CLEARANCE_STEPS = 64 };

/// Steps from step `first` of the flight on for which all vertices stay clear.
/// @param flight with start, and with repeat unless turns are tabulated
/// @param block under S there  @param kept m, that the gaps have to exceed
uint64_t pose_clear_steps(talus_stepper *s, const talus_flight *flight, uint64_t first,
                          const clearance_block *block, double kept);

#endif
