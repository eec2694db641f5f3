// SPDX-License-Identifier: GPL-3.0-or-later
// Acceleration of a base that shakes along two horizontal axes.
#include "math/linalg.h"
#include "talus/rocking.h"

/// Linear between samples, zero outside.
static double interpolate(const double *values, const talus_ground_motion *motion, double time)
{
    const double place = time / motion->time_step;
    const double cell = floor(place);
    if (!values || !(cell >= 0.0) || !(cell + 1.0 < (double)motion->count)) {
        return 0.0;
    }
    const size_t i = (size_t)cell;
    return values[i] + (place - cell) * (values[i + 1] - values[i]);
}

/// Horizontal and vertical acceleration of one shaking.
static void accelerations(const talus_shaking *shaking, double time, double *horizontal,
                          double *vertical)
{
    if (shaking->motion) {
        *horizontal = interpolate(shaking->motion->horizontal, shaking->motion, time);
        *vertical = interpolate(shaking->motion->vertical, shaking->motion, time);
    } else {
        const bool on = shaking->pulse.kind != TALUS_PULSE_NONE;
        *horizontal = on ? talus_pulse_acceleration(&shaking->pulse, time) : 0.0;
        *vertical = 0.0;
    }
    *horizontal *= shaking->scale;
    *vertical *= shaking->scale;
}

talus_vec3 talus_spatial_shaking_at(const void *shaking, double time)
{
    const talus_spatial_shaking *both = shaking;
    double x, y, lift_x, lift_y;
    accelerations(&both->x, time, &x, &lift_x);
    accelerations(&both->y, time, &y, &lift_y);
    return vec3(x, y, lift_x + lift_y);
}
