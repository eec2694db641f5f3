// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a rule pack.
#ifndef TALUS_SRC_STUDIES_HAZARD_RULES_SCHEMA_H
#define TALUS_SRC_STUDIES_HAZARD_RULES_SCHEMA_H

#include "input/schema/fields.h"

/// Into hazard_keys.
extern const scenario_table hazard_rules_table;

#endif
