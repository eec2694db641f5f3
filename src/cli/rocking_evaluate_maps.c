// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: maps.
#include "cli/rocking_evaluate.h"

const evaluate_model evaluate_map_models[] = {
    {.name = NULL},
};
