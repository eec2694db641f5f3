// SPDX-License-Identifier: GPL-3.0-or-later
/// @file parts.h
/// Scenarios of which only ground and rocks are asked for: single impacts. It knows keys; it refuses
/// to know what is done with the parts.
#ifndef TALUS_SRC_INPUT_SCENARIO_PARTS_H
#define TALUS_SRC_INPUT_SCENARIO_PARTS_H

#include "talus/scenario.h"

/// As talus_scenario_read, but `terrain` and `releases` may be missing.
talus_status scenario_read_parts(const char *path, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error);
#endif
