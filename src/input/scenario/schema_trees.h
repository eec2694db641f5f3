// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the section `trees`.
#ifndef TALUS_SRC_INPUT_SCENARIO_SCHEMA_TREES_H
#define TALUS_SRC_INPUT_SCENARIO_SCHEMA_TREES_H

#include "input/schema/fields.h"

/// Into scenario_trees.
extern const scenario_table scenario_trees_table;
/// Friction and restitution of stems where a scenario gives none.
#define SCENARIO_TREES_DEFAULTS                                                                    \
    {                                                                                              \
        .mu = 0.5                                                                                  \
    }

#endif
