// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of `walls`, `nets` and `terrain.dams`.
#ifndef TALUS_SRC_INPUT_SCENARIO_SCHEMA_OBSTACLES_H
#define TALUS_SRC_INPUT_SCENARIO_SCHEMA_OBSTACLES_H

#include "input/schema/fields.h"

extern const scenario_table scenario_wall_table; ///< of scenario_wall
extern const scenario_table scenario_net_table;  ///< of scenario_net
extern const scenario_table scenario_dam_table;  ///< of scenario_dam

#endif
