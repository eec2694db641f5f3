// SPDX-License-Identifier: GPL-3.0-or-later
/// @file steps.h
/// Many steps counted together: the values of each quantity side by side. Single steps wait until
/// there are enough of them.
#ifndef TALUS_SRC_RUNS_OBSERVE_STEPS_H
#define TALUS_SRC_RUNS_OBSERVE_STEPS_H

#include "runs/observe/pooled.h"

/// As many as a word has bits, and room for whole lanes.
enum { OBSERVE_TOGETHER = 64, OBSERVE_TOGETHER_ROOM = OBSERVE_TOGETHER + 4 };

/// Single steps that are not yet counted.
typedef struct observe_steps {
    size_t count;
    uint64_t ticks;                                             ///< of each
    double values[TALUS_QUANTITY_COUNT][OBSERVE_TOGETHER_ROOM]; ///< (count) of each quantity
} observe_steps;

/// Count those that wait.
void observe_steps_count(observe_steps *steps, observe_pooled *pooled, const observe_units *units);

/// One step with these values (>= 0), counted `ticks` times in `pooled` now or later.
static inline void observe_steps_add(observe_steps *steps,
                                     const double values[TALUS_QUANTITY_COUNT], uint64_t ticks,
                                     observe_pooled *pooled, const observe_units *units)
{
    if (steps->ticks != ticks) {
        observe_steps_count(steps, pooled, units);
        steps->ticks = ticks;
    }
    const size_t at = steps->count++;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        steps->values[k][at] = values[k];
    }
    if (steps->count == OBSERVE_TOGETHER) {
        observe_steps_count(steps, pooled, units);
    }
}

/// Count the steps of a flight, `ticks` times each.
void observe_pooled_add_many(observe_pooled *pooled, const observe_units *units,
                             const trajectory_airborne *air, uint64_t ticks);
/// observe_axes_add of them.
void observe_axes_add_many(observe_pooled *pooled, const observe_axes *axes,
                           const trajectory_airborne *air, uint64_t ticks);

#endif
