// SPDX-License-Identifier: GPL-3.0-or-later
// Ground motions as arrays.
#include "lab/rocking/ground_motion.h"

#include <math.h>
#include <stdlib.h>

void ground_motion_clear(talus_ground_motion *motion)
{
    free(motion->horizontal);
    free(motion->vertical);
    *motion = (talus_ground_motion){.count = 0};
}

talus_status ground_motion_from_pulse(const talus_pulse *pulse, double time_step,
                                      talus_ground_motion *motion, talus_error *error)
{
    *motion = (talus_ground_motion){.count = 0};
    const double most = 1e8, duration = talus_pulse_duration(pulse);
    if (!(time_step > 0.0) || !(duration > 0.0) || !(duration / time_step < most)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a pulse of %g s sampled every %g s: expected a duration and a time "
                               "step > 0 and fewer than 1e8 values",
                               duration, time_step);
    }
    const size_t count = (size_t)(duration / time_step + 1.5);
    motion->horizontal = malloc(count * sizeof *motion->horizontal);
    if (motion->horizontal == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a pulse");
    }
    motion->time_step = time_step;
    motion->count = count;
    for (size_t i = 0; i < count; i++) {
        motion->horizontal[i] = talus_pulse_acceleration(pulse, (double)i * time_step);
    }
    return TALUS_OK;
}

void ground_motion_peaks(const talus_ground_motion *motion, double *acceleration, double *velocity)
{
    ground_motion_resultant_peaks(motion, NULL, acceleration, velocity);
}

void ground_motion_resultant_peaks(const talus_ground_motion *x, const talus_ground_motion *y,
                                   double *acceleration, double *velocity)
{
    double speed[2] = {0.0, 0.0}, before[2] = {0.0, 0.0};
    const double *across = y && y->count == x->count ? y->horizontal : NULL;
    *acceleration = *velocity = 0.0;
    for (size_t i = 0; i < x->count; i++) {
        const double a[2] = {x->horizontal[i], across ? across[i] : 0.0};
        for (int k = 0; k < 2; k++) {
            speed[k] += i > 0 ? 0.5 * x->time_step * (a[k] + before[k]) : 0.0;
            before[k] = a[k];
        }
        const bool plane = across != NULL; // one component keeps its exact value
        *acceleration = fmax(*acceleration, plane ? sqrt(a[0] * a[0] + a[1] * a[1]) : fabs(a[0]));
        *velocity = fmax(*velocity,
                         plane ? sqrt(speed[0] * speed[0] + speed[1] * speed[1]) : fabs(speed[0]));
    }
}

void ground_motion_scale(talus_ground_motion *motion, double factor)
{
    for (size_t i = 0; i < motion->count; i++) {
        motion->horizontal[i] *= factor;
        if (motion->vertical != NULL) {
            motion->vertical[i] *= factor;
        }
    }
}

/// Place of value i in [-1, 1].
static double place(size_t i, size_t count)
{
    return 2.0 * (double)i / (double)(count - 1) - 1.0;
}

/// Odd powers of the places sum to zero, so the slope stands alone.
static void subtract_polynomial(double *values, size_t count, int degree)
{
    double s2 = 0.0, s4 = 0.0, a0 = 0.0, a1 = 0.0, a2 = 0.0;
    const double s0 = (double)count;
    for (size_t i = 0; i < count; i++) {
        const double t = place(i, count), t2 = t * t;
        s2 += t2;
        s4 += t2 * t2;
        a0 += values[i];
        a1 += values[i] * t;
        a2 += values[i] * t2;
    }
    const double det = s0 * s4 - s2 * s2;
    const double c2 = degree == 2 ? (s0 * a2 - s2 * a0) / det : 0.0;
    const double c1 = degree >= 1 ? a1 / s2 : 0.0;
    const double c0 = (a0 - c2 * s2) / s0;
    for (size_t i = 0; i < count; i++) {
        const double t = place(i, count);
        values[i] -= c0 + t * (c1 + t * c2);
    }
}

talus_status ground_motion_baseline(talus_ground_motion *motion, int degree, talus_error *error)
{
    if (degree < 0 || degree > 2 || motion->count < 3) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "baseline of degree %d for %zu values: expected degree 0, 1 or 2 "
                               "and at least 3 values",
                               degree, motion->count);
    }
    subtract_polynomial(motion->horizontal, motion->count, degree);
    if (motion->vertical != NULL) {
        subtract_polynomial(motion->vertical, motion->count, degree);
    }
    return TALUS_OK;
}

static talus_status check_pair(const talus_ground_motion *x, const talus_ground_motion *y,
                               talus_error *error)
{
    if (x->count != y->count || fabs(x->time_step - y->time_step) > 1e-6 * x->time_step) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "two components of %zu values every %g s and %zu every %g s: "
                               "expected the same",
                               x->count, x->time_step, y->count, y->time_step);
    }
    return TALUS_OK;
}

talus_status ground_motion_rotate(talus_ground_motion *x, const talus_ground_motion *y,
                                  double angle, talus_error *error)
{
    const talus_status status = check_pair(x, y, error);
    const double c = talus_cos(angle), s = talus_sin(angle);
    for (size_t i = 0; i < x->count && status == TALUS_OK; i++) {
        x->horizontal[i] = c * x->horizontal[i] + s * y->horizontal[i];
    }
    return status;
}

talus_status ground_motion_turn(talus_ground_motion *x, talus_ground_motion *y, double angle,
                                talus_error *error)
{
    if (y->count == 0) {
        *y = (talus_ground_motion){.time_step = x->time_step,
                                   .count = x->count,
                                   .horizontal = calloc(x->count, sizeof *y->horizontal)};
        if (y->horizontal == NULL) {
            y->count = 0;
            return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a record");
        }
    }
    const talus_status status = check_pair(x, y, error);
    const double c = talus_cos(angle), s = talus_sin(angle);
    for (size_t i = 0; i < x->count && status == TALUS_OK; i++) {
        const double a = x->horizontal[i], b = y->horizontal[i];
        x->horizontal[i] = c * a + s * b;
        y->horizontal[i] = c * b - s * a;
    }
    return status;
}

talus_status ground_motion_use_vertical(talus_ground_motion *motion, talus_ground_motion *up,
                                        talus_error *error)
{
    const talus_status status = check_pair(motion, up, error);
    if (status == TALUS_OK) {
        free(motion->vertical);
        motion->vertical = up->horizontal;
        up->horizontal = NULL;
        ground_motion_clear(up);
    }
    return status;
}
