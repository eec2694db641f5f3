// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `hazard`: type, unit, range, default. docs/scenario.md is its prose.
#include "input/scenario/schema_hazard.h"

#include "input/scenario/model.h"
#include "input/schema/rows.h"

#define NUMBERS(member, name, unit_, high)                                                         \
    {                                                                                              \
        .key = name, .type = SCENARIO_NUMBERS, .offset = offsetof(scenario_hazard, member),        \
        .unit = unit_, .min = 0.0, .max = high, .above = true                                      \
    }

static const scenario_hazard hazard_defaults = SCENARIO_HAZARD_DEFAULTS;
static const scenario_field hazard_fields[] = {
    FILENAME(scenario_hazard, rules, "rules"),
    NUMBERS(energies, "energies_kj", "kJ", 1e9),
    NUMBERS(heights, "heights_m", "m", 1e4),
    NUMBERS(periods, "return_periods_yr", "yr", 1e7),
    POSITIVE(SCENARIO_NUMBER, scenario_hazard, years, "years", "yr", 1e6),
    NUMBER(scenario_hazard, least_area, "least_zone_m2", "m^2", 0.0, 1e9),
};
const scenario_table scenario_hazard_table = {
    .name = "hazard",
    .size = sizeof(scenario_hazard),
    .defaults = &hazard_defaults,
    .fields = hazard_fields,
    .field_count = COUNT_OF(hazard_fields),
    .optional = true,
};
