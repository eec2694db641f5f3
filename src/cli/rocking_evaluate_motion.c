// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: motion.
#include "cli/rocking_evaluate.h"

const evaluate_model evaluate_motion_models[] = {
    {.name = NULL},
};
