// SPDX-License-Identifier: GPL-3.0-or-later
// Intensity measures of piecewise linear accelerations.
#include "lab/rocking/intensity.h"

#include "talus/base.h"

#include <math.h>

enum { ANGLES = 180 };

/// Time at which the energy passes a share of its end, linear between samples.
static double passing_time(const double *a, size_t count, double dt, double target)
{
    double sum = 0.0;
    for (size_t i = 1; i < count; i++) {
        const double part = dt / 3.0 * (a[i - 1] * a[i - 1] + a[i - 1] * a[i] + a[i] * a[i]);
        if (sum + part >= target && part > 0.0) {
            return ((double)(i - 1) + (target - sum) / part) * dt;
        }
        sum += part;
    }
    return (double)(count - 1) * dt;
}

/// Integral of |a| over a linear piece.
static double absolute_piece(double a, double b, double dt)
{
    if (a * b >= 0.0) {
        return 0.5 * dt * fabs(a + b);
    }
    return dt * (a * a + b * b) / (2.0 * (fabs(a) + fabs(b)));
}

intensity_peaks intensity_peaks_of(const double *a, size_t count, double time_step)
{
    const double dt = time_step, factor = TALUS_PI / (2.0 * INTENSITY_GRAVITY);
    intensity_peaks p = {.pga = count > 0 ? fabs(a[0]) : 0.0};
    double energy = 0.0, trapezoid = 0.0;
    for (size_t i = 1; i < count; i++) {
        const double b = a[i - 1], c = a[i];
        p.d_end += dt * p.v_end + dt * dt * (2.0 * b + c) / 6.0;
        p.v_end += 0.5 * dt * (b + c);
        p.pga = fmax(p.pga, fabs(c));
        p.pgv = fmax(p.pgv, fabs(p.v_end));
        p.pgd = fmax(p.pgd, fabs(p.d_end));
        energy += dt / 3.0 * (b * b + b * c + c * c);
        trapezoid += 0.5 * dt * (b * b + c * c);
        p.cav += absolute_piece(b, c, dt);
    }
    p.arias = factor * energy;
    p.arias_trapezoid = factor * trapezoid;
    const double start = passing_time(a, count, dt, 0.05 * energy);
    p.duration_75 = passing_time(a, count, dt, 0.75 * energy) - start;
    p.duration_95 = passing_time(a, count, dt, 0.95 * energy) - start;
    return p;
}

/// Exact step of a damped oscillator under a linear acceleration.
typedef struct oscillator {
    double w, xi, h;
    double decay, c, s, wd; ///< exp(-xi w h), cos wd h, sin wd h
} oscillator;

static oscillator oscillator_make(double period, double damping, double step)
{
    const double w = 2.0 * TALUS_PI / period, wd = w * sqrt(1.0 - damping * damping);
    return (oscillator){.w = w,
                        .xi = damping,
                        .h = step,
                        .decay = talus_exp(-damping * w * step),
                        .c = talus_cos(wd * step),
                        .s = talus_sin(wd * step),
                        .wd = wd};
}

/// u and v (its rate) over one step in which the acceleration goes from a to b.
static void oscillator_step(const oscillator *o, double a, double b, double *u, double *v)
{
    const double slope = (b - a) / o->h, w2 = o->w * o->w;
    const double shift = 2.0 * o->xi * slope / (w2 * o->w);
    const double before = -a / w2 + shift, after = -b / w2 + shift, rate = -slope / w2;
    const double p = *u - before, q = (*v - rate + o->xi * o->w * p) / o->wd;
    const double x = o->decay * (p * o->c + q * o->s);
    *v = o->decay * (o->wd * (q * o->c - p * o->s)) - o->xi * o->w * x + rate;
    *u = x + after;
}

/// Sub-steps of a sample, and steps of quiet after the record.
static size_t sub_steps(double time_step, double period)
{
    return (size_t)fmax(1.0, ceil(100.0 * time_step / period - 1e-9));
}

double intensity_spectral(const double *a, size_t count, double time_step, double period,
                          double damping)
{
    const size_t n = sub_steps(time_step, period);
    const oscillator o = oscillator_make(period, damping, time_step / (double)n);
    const size_t quiet = (size_t)ceil(period / o.h);
    double u = 0.0, v = 0.0, most = 0.0;
    for (size_t i = 0; i + 1 < count; i++) {
        const double slope = (a[i + 1] - a[i]) / (double)n;
        for (size_t k = 0; k < n; k++) {
            oscillator_step(&o, a[i] + (double)k * slope, a[i] + (double)(k + 1) * slope, &u, &v);
            most = fmax(most, fabs(u));
        }
    }
    double last = count > 0 ? a[count - 1] : 0.0;
    for (size_t k = 0; k < quiet; k++) {
        oscillator_step(&o, last, 0.0, &u, &v);
        last = 0.0;
        most = fmax(most, fabs(u));
    }
    return o.w * o.w * most;
}

double intensity_housner(const double *a, size_t count, double time_step, double damping)
{
    enum { PERIODS = 49 };
    double sum = 0.0;
    for (int i = 0; i < PERIODS; i++) {
        const double period = 0.1 + 0.05 * i;
        const double velocity =
            intensity_spectral(a, count, time_step, period, damping) * period / (2.0 * TALUS_PI);
        sum += (i == 0 || i == PERIODS - 1 ? 0.5 : 1.0) * velocity;
    }
    return 0.05 * sum;
}

/// Largest values in all directions.
typedef struct directions {
    double c[ANGLES], s[ANGLES], most[ANGLES], resultant;
} directions;

static void directions_start(directions *d)
{
    *d = (directions){.resultant = 0.0};
    for (int i = 0; i < ANGLES; i++) {
        const double angle = TALUS_PI * i / ANGLES;
        d->c[i] = talus_cos(angle);
        d->s[i] = talus_sin(angle);
    }
}

static void directions_add(directions *d, double x, double y)
{
    for (int i = 0; i < ANGLES; i++) {
        d->most[i] = fmax(d->most[i], fabs(d->c[i] * x + d->s[i] * y));
    }
    d->resultant = fmax(d->resultant, sqrt(x * x + y * y));
}

static intensity_rotated directions_result(const directions *d, double factor)
{
    double sorted[ANGLES];
    for (int i = 0; i < ANGLES; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] > d->most[i]; k--) {
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = d->most[i];
    }
    return (intensity_rotated){.rotd0 = factor * sorted[0],
                               .rotd50 =
                                   0.5 * factor * (sorted[ANGLES / 2 - 1] + sorted[ANGLES / 2]),
                               .rotd100 = factor * sorted[ANGLES - 1],
                               .x = factor * d->most[0],
                               .y = factor * d->most[ANGLES / 2],
                               .resultant = factor * d->resultant};
}

static double at(const double *values, size_t i)
{
    return values ? values[i] : 0.0;
}

/// Responses of both components at all sub-steps.
static void add_responses(directions *d, const intensity_record *r, const oscillator *o, size_t n)
{
    const size_t quiet = (size_t)ceil(2.0 * TALUS_PI / (o->w * o->h));
    double u[2] = {0.0, 0.0}, v[2] = {0.0, 0.0};
    const double *const a[2] = {r->x, r->y};
    for (size_t i = 0; i + 1 < r->count; i++) {
        for (size_t k = 0; k < n; k++) {
            for (int j = 0; j < 2; j++) {
                const double slope = (at(a[j], i + 1) - at(a[j], i)) / (double)n;
                oscillator_step(o, at(a[j], i) + (double)k * slope,
                                at(a[j], i) + (double)(k + 1) * slope, &u[j], &v[j]);
            }
            directions_add(d, u[0], u[1]);
        }
    }
    for (size_t k = 0; k < quiet; k++) {
        for (int j = 0; j < 2; j++) {
            oscillator_step(o, k == 0 ? at(a[j], r->count - 1) : 0.0, 0.0, &u[j], &v[j]);
        }
        directions_add(d, u[0], u[1]);
    }
}

intensity_rotated intensity_rotated_of(const intensity_record *record, intensity_kind kind,
                                       double period, double damping)
{
    directions d;
    directions_start(&d);
    double vx = 0.0, vy = 0.0, factor = 1.0;
    if (kind == INTENSITY_SA) {
        const size_t n = sub_steps(record->time_step, period);
        const oscillator o = oscillator_make(period, damping, record->time_step / (double)n);
        factor = o.w * o.w;
        add_responses(&d, record, &o, n);
    }
    for (size_t i = 0; i < record->count && kind != INTENSITY_SA; i++) {
        const double x = record->x[i], y = at(record->y, i);
        if (kind == INTENSITY_PGV && i > 0) {
            vx += 0.5 * record->time_step * (record->x[i - 1] + x);
            vy += 0.5 * record->time_step * (at(record->y, i - 1) + y);
        }
        directions_add(&d, kind == INTENSITY_PGA ? x : vx, kind == INTENSITY_PGA ? y : vy);
    }
    return directions_result(&d, factor);
}
