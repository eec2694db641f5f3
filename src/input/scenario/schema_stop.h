// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the section `stop_when`.
#ifndef TALUS_SRC_INPUT_SCENARIO_SCHEMA_STOP_H
#define TALUS_SRC_INPUT_SCENARIO_SCHEMA_STOP_H

#include "input/schema/fields.h"

/// Into scenario_stop_when.
extern const scenario_table scenario_stop_when_table;
/// What stands where a scenario gives nothing.
#define SCENARIO_STOP_WHEN_DEFAULTS                                                                \
    {                                                                                              \
        .reach_halfwidth = SCENARIO_UNSET, .cell_share = 0.99, .energy_error = SCENARIO_UNSET,     \
        .height_error = SCENARIO_UNSET, .decided_share = SCENARIO_UNSET, .rare_crossing = 0.001,   \
        .first_rocks = 1000                                                                        \
    }

#endif
