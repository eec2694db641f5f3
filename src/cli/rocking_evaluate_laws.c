// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: laws.
#include "cli/rocking_evaluate.h"

const evaluate_model evaluate_law_models[] = {
    {.name = NULL},
};
