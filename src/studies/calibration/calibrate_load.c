// SPDX-License-Identifier: GPL-3.0-or-later
// The world of a set of parameters.
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

talus_status calibrate_load(const calibrate_study *study, const talus_scenario *scenario,
                            talus_world **world, talus_error *error)
{
    talus_world_options options = talus_world_options_default();
    options.allow_network = study->options.allow_network;
    return talus_world_load_with(scenario, &options, NULL, world, error);
}
