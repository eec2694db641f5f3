// SPDX-License-Identifier: GPL-3.0-or-later
// The release and the time step of a comparison that leaves them open.
#include "cases/figures/rocking_stepper.h"

#include <math.h>

#define LONGEST_STEP 4e-3 ///< s

/// Of the release asked for, which comes last.
static const double releases[ROCKING_RELEASES] = {0.6, 0.8, 1.2, 1.4, 1.0};

double rocking_stepper_release(const rocking_stepper_options *options, size_t i)
{
    return releases[i] * options->release * talus_atan(options->width / options->height);
}

double rocking_stepper_time_step(size_t i)
{
    double step = LONGEST_STEP;
    for (; i > 0; i--) {
        step *= 0.5;
    }
    return step;
}
