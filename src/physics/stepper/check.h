// SPDX-License-Identifier: GPL-3.0-or-later
/// @file check.h
/// Checks of what a caller hands to the stepper. It knows ranges; it refuses to know steps.
#ifndef TALUS_SRC_PHYSICS_STEPPER_CHECK_H
#define TALUS_SRC_PHYSICS_STEPPER_CHECK_H

#include "talus/stepper.h"

talus_status stepper_check_options(const talus_step_options *options, talus_error *error);

#endif
