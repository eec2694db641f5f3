// SPDX-License-Identifier: GPL-3.0-or-later
// Which record or pulse a sample of a fragility gets.
#include "lab/fragility/rocking_fragility_plan.h"
#include "lab/rocking/ground_motion.h"

#include <math.h>
#include <stdlib.h>

double rocking_fragility_intensity(const rocking_fragility_options *o, size_t k)
{
    return o->low + (o->high - o->low) * (double)k / (double)(o->levels - 1);
}

talus_shaking rocking_fragility_shaking(const rocking_fragility_plan *plan, size_t level,
                                        size_t sample)
{
    const rocking_fragility_options *o = plan->options;
    const size_t motion = o->motion_count > 0 ? sample % o->motion_count : 0;
    talus_shaking shaking = {.scale = rocking_fragility_intensity(o, level) * plan->factor[motion]};
    if (o->motion_count > 0) {
        shaking.motion = &o->motions[motion];
    } else {
        shaking.pulse = o->pulse;
    }
    return shaking;
}

size_t rocking_fragility_records(const rocking_fragility_options *options)
{
    return options->motion_count > 0 ? options->motion_count : 1;
}
