// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: spatial.
#include "cli/rocking_evaluate.h"

const evaluate_model evaluate_spatial_models[] = {
    {.name = NULL},
};
