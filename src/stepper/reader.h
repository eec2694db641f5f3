// SPDX-License-Identifier: GPL-3.0-or-later
/// @file reader.h
/// The reader of a stepper's terrain. A public function of the stepper enters it for its duration;
/// a run, which steps millions of times, enters it once and rests between steps.
#ifndef TALUS_SRC_STEPPER_READER_H
#define TALUS_SRC_STEPPER_READER_H

#include "talus/stepper.h"
#include "terrain/on_demand.h"

/// Owned by the stepper; leave it before the stepper is destroyed.
terrain_reader *stepper_reader(talus_stepper *stepper);

#endif
