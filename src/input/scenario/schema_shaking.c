// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `shaking`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

static const char *const units[] = {"g", "m/s2", "cm/s2", "mm/s2", "gal", NULL};

static const scenario_shaking shaking_defaults = {
    .unit = -1, .time_step = SCENARIO_UNSET, .factor = 1.0};
static const scenario_field shaking_fields[] = {
    FILENAME(scenario_shaking, record, "record", REQUIRED,
             RESULTS("Accelerations of the ground along `angle_deg`: PEER AT2, SMC, CSV or one "
                     "column ([rocking.md, section 4.3](rocking.md#43-ground-motions)).")),
    FILENAME(scenario_shaking, across, "record_across", .default_text = "none",
             RESULTS("The second horizontal component, 90° to the left of the first.")),
    FILENAME(scenario_shaking, up, "record_up", .default_text = "none",
             RESULTS("The vertical component, positive upwards.")),
    CHOICE(scenario_shaking, unit, "unit", .choices = units, .default_text = "of the file",
           RESULTS("Unit of all records, if the files do not give it.")),
    NUMBER(scenario_shaking, time_step, "record_step_s", ABOVE(0.0, 1e3), .unit = "s",
           .default_text = "of the file",
           RESULTS("Time between two values of all records, if the files do not give it.")),
    NUMBER(scenario_shaking, factor, "factor", FROM(-1e3, 1e3),
           RESULTS("Factor on all records; a negative factor reverses them.")),
    NUMBER(scenario_shaking, angle, "angle_deg", FROM(-360.0, 360.0), .unit = "°",
           RESULTS("Direction of positive values of `record`: 0 = east, 90 = north.")),
    NUMBER(scenario_shaking, start, "start_s", FROM(0.0, 1e6), .unit = "s",
           RESULTS("Time from the release to the first value of the records, in which rocks come "
                   "to rest.")),
};
const scenario_table scenario_shaking_table = {
    .name = "shaking",
    .size = sizeof(scenario_shaking),
    .defaults = &shaking_defaults,
    .fields = shaking_fields,
    .field_count = COUNT_OF(shaking_fields),
    .optional = true,
};
