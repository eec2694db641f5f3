// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of outputs.exceedance: thresholds whose probability becomes a raster layer.
#include "input/scenario/model.h"
#include "input/schema/rows.h"

#include "runs/campaign/layers.h"

static const scenario_exceedance exceedance_defaults = {0};
static const scenario_field exceedance_fields[] = {
#define THRESHOLD(quantity, key, suffix, title, unit, factor)                                      \
    VALUE(SCENARIO_NUMBERS, scenario_exceedance, above[quantity], key, unit, 0.0, 1e9),
    ENSEMBLE_THRESHOLD_LIST(THRESHOLD)
#undef THRESHOLD
};
const scenario_table scenario_exceedance_table = {
    .name = "exceedance",
    .size = sizeof(scenario_exceedance),
    .defaults = &exceedance_defaults,
    .fields = exceedance_fields,
    .field_count = COUNT_OF(exceedance_fields),
    .optional = true,
};
