// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of blocks with friction: which motion starts, sliding without rotation, lift-off.
#include "cases/blocks/sliding.h"

#include "lab/rocking/series.h"

#include <math.h>
#include <stdio.h>

const char *sliding_mode_name(sliding_mode mode)
{
    static const char *const names[] = {[SLIDING_REST] = "rest",
                                        [SLIDING_SLIDE] = "slide",
                                        [SLIDING_ROCK] = "rock",
                                        [SLIDING_SLIDE_ROCK] = "slide-rock"};
    return names[mode];
}

/// The base pushes to the right, so that the block tips about its left corner at distance b.
static sliding_start start_to_the_left(const talus_rocking_block *block, double b, double mu,
                                       double down, double a)
{
    const double h = block->h, m = block->mass, inertia = block->inertia, x = a / down;
    sliding_start s = {.mode = SLIDING_REST, .mu_rock = (double)NAN, .friction = x, .normal = down};
    const bool tips = x > b / h;
    if (tips) {
        s.mu_rock = (x * (inertia + m * b * b) + m * h * b) / (inertia + m * h * h + m * x * b * h);
    }
    if (!tips && x <= mu) {
        return s;
    }
    if (mu <= b / h) {
        s.mode = SLIDING_SLIDE;
        s.slip_acceleration = mu * down - a;
        s.friction = mu;
    } else if (mu >= s.mu_rock) {
        s.mode = SLIDING_ROCK;
        s.angular_acceleration = m * (a * h - down * b) / (inertia + m * (b * b + h * h));
        s.normal = down + b * s.angular_acceleration;
        s.friction = s.mu_rock;
    } else {
        const double bottom = inertia + m * b * b - mu * m * b * h;
        s.mode = SLIDING_SLIDE_ROCK;
        s.angular_acceleration = m * down * (mu * h - b) / bottom;
        s.normal = down + b * s.angular_acceleration;
        s.friction = mu;
        s.slip_acceleration = mu * s.normal - a + h * s.angular_acceleration;
        s.painleve = !(bottom > 0.0) || !(s.slip_acceleration < 0.0);
    }
    return s;
}

sliding_start sliding_start_of(const talus_rocking_block *block, double mu, double gravity,
                               double across, double up)
{
    const bool left = across >= 0.0;
    sliding_start s =
        start_to_the_left(block, left ? block->b1 : block->b2, mu, gravity + up, fabs(across));
    s.normal /= gravity;
    if (!left) {
        s.angular_acceleration = -s.angular_acceleration;
        s.slip_acceleration = -s.slip_acceleration;
        s.friction = -s.friction;
    }
    return s;
}

double sliding_rock_limit(double b, double h, double mu)
{
    const double rho = h / b;
    return mu < sliding_rock_never(b, h) && mu > 1.0 / rho
               ? (mu * (4.0 * rho * rho + 1.0) - 3.0 * rho) / (4.0 + rho * rho - 3.0 * rho * mu)
               : (double)NAN;
}

double sliding_rock_never(double b, double h)
{
    const double rho = h / b;
    return (4.0 + rho * rho) / (3.0 * rho);
}

/// Motion of the block's slip: velocity and place relative to the base, exactly.
typedef struct slide {
    const talus_shaking *shaking;
    double gravity, mu, up, up_until;
    double begin; ///< s, of the slip
    double sign;  ///< of the relative velocity
    sliding_slide *result;
} slide;

static double acceleration(const slide *s, double time)
{
    double u[SERIES_MOST], v[SERIES_MOST];
    shaking_cursor cursor = shaking_start(s->shaking);
    while (!shaking_is_over(&cursor) && time >= cursor.end) {
        shaking_next(&cursor);
    }
    (void)shaking_series(&cursor, time, u, v);
    return u[0];
}

/// Time integral of g + up.
static double weight_to(const slide *s, double time)
{
    return s->gravity * time + s->up * fmin(time, s->up_until);
}

/// Its second integral.
static double weight_twice(const slide *s, double time)
{
    const double part = fmin(time, s->up_until);
    return 0.5 * s->gravity * time * time + s->up * (0.5 * part * part + part * (time - part));
}

/// Relative velocity after the slip began, in the direction of the slip.
static double speed(const slide *s, double time)
{
    double v0[2], v1[2], d[2];
    shaking_integrals(s->shaking, s->begin, v0, d);
    shaking_integrals(s->shaking, time, v1, d);
    return s->sign * (v0[0] - v1[0]) - s->mu * (weight_to(s, time) - weight_to(s, s->begin));
}

static double distance(const slide *s, double time)
{
    double v0[2], v1[2], d0[2], d1[2];
    const double span = time - s->begin;
    shaking_integrals(s->shaking, s->begin, v0, d0);
    shaking_integrals(s->shaking, time, v1, d1);
    return -(d1[0] - d0[0] - v0[0] * span) -
           s->sign * s->mu *
               (weight_twice(s, time) - weight_twice(s, s->begin) - weight_to(s, s->begin) * span);
}

/// How far the shaking is beyond what friction can hold, at rest.
static double excess(const slide *s, double time)
{
    const double down = s->gravity + (time < s->up_until ? s->up : 0.0);
    return fabs(acceleration(s, time)) - s->mu * down;
}

typedef double slide_function(const slide *s, double time);
/// Where a function that is <= 0 at low and > 0 at high (or the reverse) changes.
static double change(const slide *s, slide_function *f, double low, double high)
{
    const bool above = f(s, low) > 0.0;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        if ((f(s, middle) > 0.0) == above) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static void add_event(sliding_slide *result, double time, const char *name)
{
    if (result->event_count < SLIDING_EVENTS) {
        sliding_event *event = &result->events[result->event_count++];
        event->time = time;
        (void)snprintf(event->name, sizeof event->name, "%s", name);
    }
}

/// Driving force beyond friction in the direction of the slip: the speed peaks where it vanishes.
static double drive(const slide *s, double time)
{
    const double down = s->gravity + (time < s->up_until ? s->up : 0.0);
    return -s->sign * acceleration(s, time) - s->mu * down;
}

/// A slip from `s->begin` to where it stops. @return that time
static double slip(slide *s, double step, double end)
{
    double at = s->begin, next = at + step;
    while (speed(s, next) > 0.0 || drive(s, next) > 0.0) {
        if (drive(s, at) > 0.0 && drive(s, next) <= 0.0) {
            const double peak = change(s, drive, at, next);
            s->result->peak_speed = fmax(s->result->peak_speed, speed(s, peak));
        }
        s->result->peak_speed = fmax(s->result->peak_speed, speed(s, next));
        at = next;
        next += step;
        if (at > end) {
            return at;
        }
    }
    const double stop = change(s, speed, at, next);
    s->result->displacement += distance(s, stop);
    return stop;
}

sliding_slide sliding_slide_of(const talus_shaking *shaking, double gravity, double mu, double up,
                               double up_until)
{
    sliding_slide result = {.event_count = 0};
    slide s = {.shaking = shaking,
               .gravity = gravity,
               .mu = mu,
               .up = up,
               .up_until = up_until,
               .result = &result};
    const double duration = shaking_duration(shaking);
    // smooth pieces are searched in a thousand steps; all slips end in the quiet
    const double step = duration / 1000.0, end = 1e4 * duration;
    for (double at = 0.0; at < duration && step > 0.0;) {
        if (excess(&s, at) <= 0.0 && excess(&s, at + step) <= 0.0) {
            at += step;
            continue;
        }
        s.begin = excess(&s, at) > 0.0 ? at : change(&s, excess, at, at + step);
        s.sign = acceleration(&s, s.begin) > 0.0 ? -1.0 : 1.0;
        add_event(&result, s.begin, "slip");
        for (bool slips = true; slips && result.event_count < SLIDING_EVENTS;) {
            at = slip(&s, step, end);
            add_event(&result, at, "stick");
            slips = excess(&s, at) > 0.0; // it reverses at once
            s.begin = at;
            s.sign = acceleration(&s, at) > 0.0 ? -1.0 : 1.0;
        }
    }
    return result;
}

sliding_flight sliding_flight_of(double amplitude, double frequency, double gravity)
{
    const double none = (double)NAN;
    if (!(amplitude > gravity)) {
        return (sliding_flight){none, none, none};
    }
    const talus_shaking base = {.pulse = {TALUS_PULSE_SINE, -amplitude, frequency, 1.0, 0.0},
                                .scale = 1.0};
    // asin(g / A) by halving: sin rises over the first quarter
    double low = 0.0, high = 0.5 * TALUS_PI;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        if (amplitude * talus_sin(middle) < gravity) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double lift = low / frequency;
    double v0[2], d0[2], v[2], d[2];
    shaking_integrals(&base, lift, v0, d0);
    // height above the base; it rises, then falls through zero once
    const double step = 1e-3 * TALUS_PI / frequency;
    double at = lift + step;
    for (;; at += step) {
        const double span = at - lift;
        shaking_integrals(&base, at, v, d);
        if (d0[0] + v0[0] * span - 0.5 * gravity * span * span - d[0] < 0.0) {
            break;
        }
    }
    low = at - step;
    high = at;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high), span = middle - lift;
        shaking_integrals(&base, middle, v, d);
        if (d0[0] + v0[0] * span - 0.5 * gravity * span * span - d[0] >= 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    shaking_integrals(&base, low, v, d);
    return (sliding_flight){lift, low, v[0] - (v0[0] - gravity * (low - lift))};
}
