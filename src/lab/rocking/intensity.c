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

/// Peaks of the acceleration, the velocity or the displacement at samples.
static void add_samples(directions *d, const intensity_record *r, intensity_kind kind)
{
    const double dt = r->time_step;
    double v[2] = {0.0, 0.0}, u[2] = {0.0, 0.0};
    for (size_t i = 0; i < r->count; i++) {
        const double a[2] = {r->x[i], at(r->y, i)};
        for (int j = 0; j < 2 && i > 0; j++) {
            const double before = j == 0 ? r->x[i - 1] : at(r->y, i - 1);
            u[j] += dt * v[j] + dt * dt * (2.0 * before + a[j]) / 6.0;
            v[j] += 0.5 * dt * (before + a[j]);
        }
        const double *of = kind == INTENSITY_PGA ? a : kind == INTENSITY_PGV ? v : u;
        directions_add(d, of[0], of[1]);
    }
}

/// Arias intensity or cumulative absolute velocity in each direction.
static void add_sums(directions *d, const intensity_record *r, intensity_kind kind)
{
    const double factor = TALUS_PI / (2.0 * INTENSITY_GRAVITY);
    for (int k = 0; k < ANGLES; k++) {
        double sum = 0.0, before = 0.0;
        for (size_t i = 0; i < r->count; i++) {
            const double a = d->c[k] * r->x[i] + d->s[k] * at(r->y, i);
            if (i > 0) {
                sum += kind == INTENSITY_CAV
                           ? absolute_piece(before, a, r->time_step)
                           : factor * r->time_step / 3.0 * (before * before + before * a + a * a);
            }
            before = a;
        }
        d->most[k] = sum;
    }
    d->resultant = (double)NAN;
}

/// Housner's intensity in each direction, from the responses of both components.
static void add_housner(directions *d, const intensity_record *r, double damping)
{
    enum { PERIODS = 49 };
    double sum[ANGLES] = {0.0};
    for (int i = 0; i < PERIODS; i++) {
        const double period = 0.1 + 0.05 * i;
        const size_t n = sub_steps(r->time_step, period);
        const oscillator o = oscillator_make(period, damping, r->time_step / (double)n);
        for (int k = 0; k < ANGLES; k++) {
            d->most[k] = 0.0;
        }
        add_responses(d, r, &o, n);
        for (int k = 0; k < ANGLES; k++) {
            // Sa T / (2 pi) = w max|u|
            sum[k] += 0.05 * (i == 0 || i == PERIODS - 1 ? 0.5 : 1.0) * o.w * d->most[k];
        }
    }
    for (int k = 0; k < ANGLES; k++) {
        d->most[k] = sum[k];
    }
    d->resultant = (double)NAN;
}

/// Durations of the components: of a turned motion they are not asked for.
static intensity_rotated durations(const intensity_record *r, intensity_kind kind)
{
    double of[2] = {(double)NAN, (double)NAN};
    for (int j = 0; j < 2; j++) {
        const double *a = j == 0 ? r->x : r->y;
        if (a != NULL) {
            const intensity_peaks p = intensity_peaks_of(a, r->count, r->time_step);
            of[j] = kind == INTENSITY_D5_75 ? p.duration_75 : p.duration_95;
        }
    }
    const double none = (double)NAN;
    return (intensity_rotated){none, none, none, of[0], of[1], none};
}

intensity_rotated intensity_rotated_of(const intensity_record *record, intensity_kind kind,
                                       double period, double damping)
{
    directions d;
    double factor = 1.0;
    directions_start(&d);
    switch (kind) {
    case INTENSITY_SA: {
        const size_t n = sub_steps(record->time_step, period);
        const oscillator o = oscillator_make(period, damping, record->time_step / (double)n);
        factor = o.w * o.w;
        add_responses(&d, record, &o, n);
        break;
    }
    case INTENSITY_PGA:
    case INTENSITY_PGV:
    case INTENSITY_PGD:
        add_samples(&d, record, kind);
        break;
    case INTENSITY_ARIAS:
    case INTENSITY_CAV:
        add_sums(&d, record, kind);
        break;
    case INTENSITY_SI:
        add_housner(&d, record, damping);
        break;
    case INTENSITY_D5_75:
    case INTENSITY_D5_95:
        return durations(record, kind);
    }
    return directions_result(&d, factor);
}
