// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of keys of a scenario; each is named after the section or list that it is of.
#ifndef TALUS_SRC_INPUT_SCENARIO_TABLES_H
#define TALUS_SRC_INPUT_SCENARIO_TABLES_H

#include "input/schema/fields.h"

extern const scenario_table scenario_top_table; ///< the whole file, of scenario_model
extern const scenario_table scenario_ground_table, scenario_forest_table;
extern const scenario_table scenario_trees_table;
extern const scenario_table scenario_wall_table, scenario_net_table, scenario_dam_table;
extern const scenario_table scenario_release_table;
extern const scenario_table scenario_screen_table, scenario_object_table;
extern const scenario_table scenario_stop_when_table;
extern const scenario_table scenario_lumped_table, scenario_shaking_table;
extern const scenario_table scenario_fragmentation_table;
extern const scenario_table scenario_rock_contact_table;
extern const scenario_table scenario_exceedance_table;
extern const scenario_table scenario_hazard_table;

#endif
