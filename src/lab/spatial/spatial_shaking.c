// SPDX-License-Identifier: GPL-3.0-or-later
// Acceleration of a base that shakes along two horizontal axes.
#include "lab/spatial/spatial_flow.h"

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

talus_vec3 talus_spatial_shaking_at(const talus_spatial_shaking *shaking, double time)
{
    double x, y, lift_x, lift_y;
    accelerations(&shaking->x, time, &x, &lift_x);
    accelerations(&shaking->y, time, &y, &lift_y);
    return vec3(x, y, lift_x + lift_y);
}

void flow_base_advance(flow_base *base, double time)
{
    while (base->x.end <= time) {
        shaking_next(&base->x);
    }
    while (base->y.end <= time) {
        shaking_next(&base->y);
    }
    // nothing happens before t = 0
    base->over = shaking_is_over(&base->x) && shaking_is_over(&base->y);
    base->quiet = base->over || time < 0.0;
    base->end = time < 0.0 && !base->over ? 0.0 : fmin(base->x.end, base->y.end);
    base->reach = base->quiet ? (double)INFINITY : fmin(base->x.reach, base->y.reach);
}

flow_base flow_base_start(const talus_spatial_shaking *shaking, double time)
{
    flow_base base = {.x = shaking_start(shaking ? &shaking->x : NULL),
                      .y = shaking_start(shaking ? &shaking->y : NULL)};
    flow_base_advance(&base, time);
    return base;
}

int flow_base_series(const flow_base *base, double time, talus_vec3 *a)
{
    if (base->quiet) {
        return 0;
    }
    double x[SERIES_MOST], y[SERIES_MOST], up_x[SERIES_MOST], up_y[SERIES_MOST];
    const int nx = shaking_series(&base->x, time, x, up_x);
    const int ny = shaking_series(&base->y, time, y, up_y);
    const int count = nx > ny ? nx : ny;
    for (int k = 0; k < count; k++) {
        a[k] = vec3(k < nx ? x[k] : 0.0, k < ny ? y[k] : 0.0,
                    (k < nx ? up_x[k] : 0.0) + (k < ny ? up_y[k] : 0.0));
    }
    return count;
}
