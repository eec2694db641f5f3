// SPDX-License-Identifier: GPL-3.0-or-later
/// @file parts.h
/// Ground and rocks of a scenario, loaded without terrain: for single impacts. It knows scenarios;
/// it refuses to know what is done with the parts.
#ifndef TALUS_SRC_INPUT_LOAD_PARTS_H
#define TALUS_SRC_INPUT_LOAD_PARTS_H

#include "input/scenario/parts.h"
#include "talus/world.h"

/// A world without terrain: its campaign has the first ground, the rocks, and the options of the
/// steps; nothing can be released on it.
talus_status scenario_load_parts(const talus_scenario *scenario, talus_diagnostics *diagnostics,
                                 talus_world **world, talus_error *error);

#endif
