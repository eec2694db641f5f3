// SPDX-License-Identifier: GPL-3.0-or-later
// Ground acceleration piece by piece: segments of a record, whole smooth pulses, ramps of
// trapezoids, and the quiet after the end.
#include "lab/rocking/shaking.h"

#include "lab/rocking/series.h"

#include <math.h>
#include <string.h>

static bool has_motion(const talus_shaking *shaking)
{
    return shaking != NULL && shaking->motion != NULL && shaking->motion->count > 1;
}

static bool has_pulse(const talus_shaking *shaking)
{
    return shaking != NULL && shaking->motion == NULL && shaking->pulse.kind != TALUS_PULSE_NONE;
}

static talus_status check_pulse(const talus_shaking *shaking, double most, talus_error *error)
{
    const talus_pulse *pulse = &shaking->pulse;
    const double amplitude = shaking->scale * pulse->amplitude;
    if (!(fabs(amplitude) <= most) || !(pulse->frequency >= 1e-9 && pulse->frequency <= 1e9)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a pulse of %g m/s2 at %g rad/s, expected an amplitude of at most "
                               "%g m/s2 and a frequency from 1e-9 to 1e9 rad/s",
                               amplitude, pulse->frequency, most);
    }
    if (pulse->kind != TALUS_PULSE_RICKER && !(pulse->cycles > 0.0 && pulse->cycles < 1e6)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a pulse of %g cycles, expected a number > 0 and < 1e6",
                               pulse->cycles);
    }
    if (pulse->kind != TALUS_PULSE_TRAPEZOID) {
        return TALUS_OK;
    }
    if (!(pulse->rise > 0.0 && pulse->rise <= 0.5)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a trapezoid that rises in %g of its half wave, expected (0, 0.5]",
                               pulse->rise);
    }
    if (2.0 * pulse->cycles != floor(2.0 * pulse->cycles)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a trapezoid of %g cycles, expected a multiple of 1/2",
                               pulse->cycles);
    }
    return TALUS_OK;
}

static talus_status check_motion(const talus_shaking *shaking, double gravity, double most,
                                 talus_error *error)
{
    const talus_ground_motion *motion = shaking->motion;
    if (motion->count < 2 || motion->horizontal == NULL || !(motion->time_step > 0.0) ||
        !isfinite(motion->time_step)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a ground motion of %zu values every %g s, expected at least 2 and "
                               "a time step > 0",
                               motion->count, motion->time_step);
    }
    for (size_t i = 0; i < motion->count; i++) {
        const double up = motion->vertical ? shaking->scale * motion->vertical[i] : 0.0;
        const double across = shaking->scale * motion->horizontal[i];
        if (!(fabs(across) <= most) || !(fabs(up) <= most)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "value %zu of the ground motion is %g m/s2, expected at most %g "
                                   "m/s2",
                                   i, fabs(across) <= most ? up : across, most);
        }
        if (up <= -gravity) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "vertical ground acceleration %g m/s2 at %g s is below -g: the "
                                   "block leaves the ground, which pivoting does not describe",
                                   up, (double)i * motion->time_step);
        }
    }
    return TALUS_OK;
}

talus_status shaking_check(const talus_shaking *shaking, double gravity, talus_error *error)
{
    if (shaking == NULL) {
        return TALUS_OK;
    }
    if (!isfinite(shaking->scale)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a ground motion scaled by %g, expected a finite factor",
                               shaking->scale);
    }
    // beyond it powers of the rates overflow in the series of a step
    const double most = 1e6 * gravity;
    if (shaking->motion != NULL) {
        return check_motion(shaking, gravity, most, error);
    }
    return has_pulse(shaking) ? check_pulse(shaking, most, error) : TALUS_OK;
}

double talus_pulse_duration(const talus_pulse *pulse)
{
    if (pulse == NULL) {
        return (double)NAN;
    }
    const double period = 2.0 * TALUS_PI / pulse->frequency;
    switch (pulse->kind) {
    case TALUS_PULSE_NONE:
        return 0.0;
    case TALUS_PULSE_RICKER:
        return 4.0 * period;
    case TALUS_PULSE_SINE:
    case TALUS_PULSE_COSINE:
    case TALUS_PULSE_TRAPEZOID:
        break;
    }
    return pulse->cycles * period;
}

/// Pieces before the quiet.
static size_t piece_count(const talus_shaking *shaking)
{
    if (has_motion(shaking)) {
        return shaking->motion->count - 1;
    }
    if (!has_pulse(shaking)) {
        return 0;
    }
    return shaking->pulse.kind == TALUS_PULSE_TRAPEZOID ? (size_t)(6.0 * shaking->pulse.cycles) : 1;
}

/// Start of a trapezoid's piece: three to a half wave.
static double trapezoid_begin(const talus_pulse *pulse, size_t piece)
{
    const double half_wave = TALUS_PI / pulse->frequency;
    const double share[3] = {0.0, pulse->rise, 1.0 - pulse->rise};
    return ((double)(piece / 3) + share[piece % 3]) * half_wave;
}

static double piece_begin(const talus_shaking *shaking, size_t piece)
{
    if (has_motion(shaking)) {
        return (double)piece * shaking->motion->time_step;
    }
    if (!has_pulse(shaking) || piece == 0) {
        return 0.0;
    }
    return shaking->pulse.kind == TALUS_PULSE_TRAPEZOID ? trapezoid_begin(&shaking->pulse, piece)
                                                        : talus_pulse_duration(&shaking->pulse);
}

static void enter(shaking_cursor *cursor, size_t piece)
{
    const talus_shaking *shaking = cursor->shaking;
    cursor->piece = piece;
    cursor->begin = piece_begin(shaking, piece);
    cursor->end = (double)INFINITY;
    cursor->reach = (double)INFINITY;
    if (piece < piece_count(shaking)) {
        cursor->end = piece_begin(shaking, piece + 1);
        if (has_pulse(shaking) && shaking->pulse.kind != TALUS_PULSE_TRAPEZOID) {
            cursor->reach = 1.0 / shaking->pulse.frequency;
        }
    }
}

shaking_cursor shaking_start(const talus_shaking *shaking)
{
    shaking_cursor cursor = {.shaking = shaking};
    enter(&cursor, 0);
    return cursor;
}

void shaking_next(shaking_cursor *cursor)
{
    enter(cursor, cursor->piece + 1);
}

bool shaking_is_over(const shaking_cursor *cursor)
{
    return cursor->piece >= piece_count(cursor->shaking);
}

/// a sin(w t + phase)
static void sine_series(double a, double w, double angle, double *u)
{
    const double s = talus_sin(angle), c = talus_cos(angle);
    const double cycle[4] = {s, c, -s, -c};
    double factor = a;
    for (int k = 0; k < SERIES_MOST; k++) {
        u[k] = factor * cycle[k % 4];
        factor *= w / (k + 1);
    }
}

/// a (1 - 2 q) exp(-q), q = s^2, s = w (t - 2 T)/2; the series of exp(-q) follows from its
/// derivative, -q' exp(-q).
static void ricker_series(double a, double w, double t, double *u)
{
    const double s = 0.5 * w * t - 2.0 * TALUS_PI;
    const double q0 = s * s, q1 = w * s, q2 = 0.25 * w * w;
    double e[SERIES_MOST] = {talus_exp(-q0)};
    for (int k = 1; k < SERIES_MOST; k++) {
        e[k] = -(q1 * e[k - 1] + (k > 1 ? 2.0 * q2 * e[k - 2] : 0.0)) / k;
    }
    for (int k = 0; k < SERIES_MOST; k++) {
        const double qe = q0 * e[k] + (k > 0 ? q1 * e[k - 1] : 0.0) + (k > 1 ? q2 * e[k - 2] : 0.0);
        u[k] = a * (e[k] - 2.0 * qe);
    }
}

static int pulse_series(const shaking_cursor *cursor, double time, double *u)
{
    const talus_pulse *pulse = &cursor->shaking->pulse;
    const double a = cursor->shaking->scale * pulse->amplitude, w = pulse->frequency;
    switch (pulse->kind) {
    case TALUS_PULSE_NONE:
        return 0;
    case TALUS_PULSE_SINE:
        sine_series(a, w, w * time, u);
        return SERIES_MOST;
    case TALUS_PULSE_COSINE:
        sine_series(a, w, w * time + 0.5 * TALUS_PI, u);
        return SERIES_MOST;
    case TALUS_PULSE_RICKER:
        ricker_series(a, w, time, u);
        return SERIES_MOST;
    case TALUS_PULSE_TRAPEZOID:
        break;
    }
    const double sign = cursor->piece / 3 % 2 == 0 ? a : -a;
    const double slope = 1.0 / (pulse->rise * TALUS_PI / w);
    const size_t part = cursor->piece % 3;
    u[0] = sign * (part == 0   ? slope * (time - cursor->begin)
                   : part == 1 ? 1.0
                               : slope * (cursor->end - time));
    u[1] = part == 1 ? 0.0 : sign * (part == 0 ? slope : -slope);
    return 2;
}

/// One component of a record about a time of the segment that begins at `begin`.
static void segment(const double *values, size_t i, const shaking_cursor *cursor, double time,
                    double *c)
{
    const double scale = cursor->shaking->scale;
    const double slope = scale * (values[i + 1] - values[i]) / cursor->shaking->motion->time_step;
    c[0] = scale * values[i] + slope * (time - cursor->begin);
    c[1] = slope;
}

int shaking_series(const shaking_cursor *cursor, double time, double *u, double *v)
{
    u[0] = u[1] = v[0] = v[1] = 0.0;
    if (shaking_is_over(cursor)) {
        return 0;
    }
    const talus_shaking *shaking = cursor->shaking;
    if (!has_motion(shaking)) {
        memset(v, 0, SERIES_MOST * sizeof *v);
        return pulse_series(cursor, time, u);
    }
    segment(shaking->motion->horizontal, cursor->piece, cursor, time, u);
    if (shaking->motion->vertical != NULL) {
        segment(shaking->motion->vertical, cursor->piece, cursor, time, v);
    }
    return 2;
}

double talus_pulse_acceleration(const talus_pulse *pulse, double time)
{
    if (pulse == NULL) {
        return (double)NAN;
    }
    const talus_shaking shaking = {.pulse = *pulse, .scale = 1.0};
    double u[SERIES_MOST] = {0.0}, v[SERIES_MOST];
    shaking_cursor cursor = shaking_start(&shaking);
    if (time < 0.0) {
        return 0.0;
    }
    while (!shaking_is_over(&cursor) && time > cursor.end) {
        shaking_next(&cursor);
    }
    return shaking_series(&cursor, time, u, v) > 0 ? u[0] : 0.0;
}
