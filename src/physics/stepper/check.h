// SPDX-License-Identifier: GPL-3.0-or-later
/// @file check.h
/// Checks of what a caller hands to the stepper. It knows ranges; it refuses to know steps.
#ifndef TALUS_SRC_PHYSICS_STEPPER_CHECK_H
#define TALUS_SRC_PHYSICS_STEPPER_CHECK_H

#include "talus/stepper.h"

/// Why a state cannot be stepped, as the end of a sentence that begins with "the state"; NULL: it can.
const char *stepper_state_fault(const talus_state *state);
bool stepper_state_is_finite(const talus_state *state);
/// Whether mass and moments, and what a step divides by them, are numbers of a body.
bool stepper_can_weigh(double mass, talus_vec3 inertia);
talus_status stepper_check_options(const talus_step_options *options, talus_error *error);

#endif
