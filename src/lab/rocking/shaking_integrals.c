// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity and displacement of a shaken base: exact integrals of records and pulses.
#include "lab/rocking/series.h"
#include "lab/rocking/shaking.h"

#include <math.h>

double shaking_duration(const talus_shaking *shaking)
{
    if (shaking == NULL) {
        return 0.0;
    }
    if (shaking->motion != NULL) {
        return shaking->motion->count > 1
                   ? (double)(shaking->motion->count - 1) * shaking->motion->time_step
                   : 0.0;
    }
    return shaking->pulse.kind == TALUS_PULSE_NONE ? 0.0 : talus_pulse_duration(&shaking->pulse);
}

/// Go on by `s` under an acceleration that goes from a to a + s slope.
static void linear(double a, double slope, double s, double *v, double *d)
{
    *d += s * (*v + s * (0.5 * a + s * slope / 6.0));
    *v += s * (a + 0.5 * s * slope);
}

static void record_integrals(const talus_ground_motion *motion, const double *values, double time,
                             double *v, double *d)
{
    const double dt = motion->time_step;
    for (size_t i = 0; values && i + 1 < motion->count; i++) {
        const double begin = (double)i * dt;
        if (time <= begin) {
            return;
        }
        linear(values[i], (values[i + 1] - values[i]) / dt, fmin(dt, time - begin), v, d);
    }
}

/// a sin(w t) and a cos(w t).
static void sine_integrals(double a, double w, double t, bool cosine, double *v, double *d)
{
    const double s = talus_sin(w * t), half = talus_sin(0.5 * w * t);
    const double risen = 2.0 * half * half; // 1 - cos(w t)
    *v = cosine ? a / w * s : a / w * risen;
    *d = cosine ? a / (w * w) * risen : a / w * (t - s / w);
}

/// Ricker: a (1 - 2 s^2) exp(-s^2) is the derivative of a s exp(-s^2) over s, and that one of
/// -a/2 exp(-s^2); ds = w/2 dt.
static void ricker_integrals(double a, double w, double t, double *v, double *d)
{
    const double s0 = -2.0 * TALUS_PI, s = s0 + 0.5 * w * t, factor = 2.0 / w;
    const double e0 = talus_exp(-s0 * s0), e = talus_exp(-s * s);
    *v = a * factor * (s * e - s0 * e0);
    *d = a * factor * factor * (0.5 * (e0 - e) - s0 * e0 * (s - s0));
}

static void trapezoid_integrals(const talus_pulse *pulse, double time, double *v, double *d)
{
    const talus_shaking shaking = {.pulse = *pulse, .scale = 1.0};
    double u[SERIES_MOST], up[SERIES_MOST];
    shaking_cursor cursor = shaking_start(&shaking);
    while (!shaking_is_over(&cursor) && time > cursor.begin) {
        (void)shaking_series(&cursor, cursor.begin, u, up);
        linear(u[0], u[1], fmin(cursor.end, time) - cursor.begin, v, d);
        shaking_next(&cursor);
    }
}

void shaking_integrals(const talus_shaking *shaking, double time, double v[2], double d[2])
{
    v[0] = v[1] = d[0] = d[1] = 0.0;
    const double end = shaking_duration(shaking), t = fmin(fmax(0.0, time), end);
    if (!(end > 0.0)) {
        return;
    }
    if (shaking->motion != NULL) {
        record_integrals(shaking->motion, shaking->motion->horizontal, t, &v[0], &d[0]);
        record_integrals(shaking->motion, shaking->motion->vertical, t, &v[1], &d[1]);
    } else {
        const talus_pulse *p = &shaking->pulse;
        switch (p->kind) {
        case TALUS_PULSE_NONE:
            break;
        case TALUS_PULSE_SINE:
        case TALUS_PULSE_COSINE:
            sine_integrals(p->amplitude, p->frequency, t, p->kind == TALUS_PULSE_COSINE, &v[0],
                           &d[0]);
            break;
        case TALUS_PULSE_RICKER:
            ricker_integrals(p->amplitude, p->frequency, t, &v[0], &d[0]);
            break;
        case TALUS_PULSE_TRAPEZOID:
            trapezoid_integrals(p, t, &v[0], &d[0]);
            break;
        }
    }
    for (int i = 0; i < 2; i++) {
        v[i] *= shaking->scale;
        d[i] = shaking->scale * d[i] + v[i] * fmax(0.0, time - end);
    }
}
