// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of outputs.exceedance: thresholds whose probability becomes a raster layer.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#include "runs/campaign/layers.h"

static const scenario_exceedance exceedance_defaults = {0};
static const scenario_field exceedance_fields[] = {
// of the quantities up to the spin all values are kept in any case
#define THRESHOLD(quantity, key, suffix, title, unit_, factor)                                     \
    NUMBERS(scenario_exceedance, above[quantity], key, FROM(0.0, 1e9), .unit = unit_,              \
            .distinct = true,                                                                      \
            .affects = (quantity) <= TALUS_SPIN ? SCENARIO_FILES : SCENARIO_RESULTS,               \
            .doc = title " above which the probability becomes a layer."),
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
