// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `stop_when`: type, range, default. docs/scenario.md is its prose.
#include "input/scenario/schema_stop.h"

#include "input/scenario/model.h"
#include "input/schema/rows.h"

static const scenario_stop_when stop_when_defaults = SCENARIO_STOP_WHEN_DEFAULTS;
static const scenario_field stop_when_fields[] = {
    POSITIVE(SCENARIO_NUMBER, scenario_stop_when, reach_halfwidth, "reach_halfwidth", NULL, 0.49),
    POSITIVE(SCENARIO_NUMBER, scenario_stop_when, cell_share, "cell_share", NULL, 1.0),
    POSITIVE(SCENARIO_NUMBER, scenario_stop_when, energy_error, "screen_energy_error", NULL, 10.0),
    POSITIVE(SCENARIO_NUMBER, scenario_stop_when, height_error, "screen_height_error", NULL, 10.0),
    POSITIVE(SCENARIO_NUMBER, scenario_stop_when, decided_share, "decided_share", NULL, 1.0),
    NUMBER(scenario_stop_when, rare_crossing, "rare_crossing", NULL, 0.0, 1.0),
    COUNT(scenario_stop_when, first_rocks, "first_rocks", 1.0, 1e9),
};
const scenario_table scenario_stop_when_table = {
    .name = "stop_when",
    .size = sizeof(scenario_stop_when),
    .defaults = &stop_when_defaults,
    .fields = stop_when_fields,
    .field_count = COUNT_OF(stop_when_fields),
    .optional = true,
};
