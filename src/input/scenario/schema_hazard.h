// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the section `hazard`.
#ifndef TALUS_SRC_INPUT_SCENARIO_SCHEMA_HAZARD_H
#define TALUS_SRC_INPUT_SCENARIO_SCHEMA_HAZARD_H

#include "input/schema/fields.h"

/// Into scenario_hazard.
extern const scenario_table scenario_hazard_table;
/// What stands where a scenario gives nothing.
#define SCENARIO_HAZARD_DEFAULTS                                                                   \
    {                                                                                              \
        .years = 50.0, .least_area = 400.0                                                         \
    }

#endif
