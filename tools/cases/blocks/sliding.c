// SPDX-License-Identifier: GPL-3.0-or-later
// Rocking with slip: Runge-Kutta steps between events that are found to round-off. About corner c,
// (X, Y) from it to the centre of mass, sigma = -mu sign(slip rate s'):
//   N = m (G + X th'' - Y th'^2),  F = m (a + s'' - Y th'' - X th'^2),  I th'' = -X N + Y F
#include "cases/blocks/sliding.h"

#include "lab/rocking/series.h"

#include <math.h>
#include <stdio.h>

enum { SLIP, SLIP_RATE, THETA, OMEGA, WORK, NUMBERS };

/// What the block does: flat, or on one corner; sticking, or slipping in a direction.
typedef struct slide_mode {
    bool flat;
    int corner;   ///< 0 = A, 1 = B; of a flat block unused
    double slips; ///< sign of the slip rate, 0 = sticks
} slide_mode;

typedef struct motion {
    const talus_rocking_block *block;
    double mu, gravity, step, end;
    shaking_cursor cursor;
    double time, y[NUMBERS];
    slide_mode mode;
    sliding_run_result *result;
} motion;

typedef struct forces {
    double normal, tangential; ///< per mass
    double turn, slide;        ///< th'', s''
    double x, y;               ///< corner to centre of mass
    double determinant;        ///< of a slip: not > 0 without a unique solution
} forces;

static void base_at(const motion *m, double time, double *a, double *down)
{
    double u[SERIES_MOST], v[SERIES_MOST];
    (void)shaking_series(&m->cursor, time, u, v);
    *a = u[0];
    *down = m->gravity + v[0];
}

/// Forces about a corner that sticks (slips = 0) or slips.
static forces corner_forces(const motion *m, double time, const double *y, int corner, double slips)
{
    const talus_rocking_block *b = m->block;
    const double c = talus_cos(y[THETA]), s = talus_sin(y[THETA]), w = y[OMEGA];
    const double side = corner == 0 ? b->b1 : -b->b2, spin = b->inertia / b->mass;
    double a, down;
    base_at(m, time, &a, &down);
    forces f = {.x = side * c - b->h * s, .y = side * s + b->h * c, .determinant = 1.0};
    if (slips == 0.0) {
        f.turn = -(down * f.x - a * f.y) / (spin + f.x * f.x + f.y * f.y);
        f.tangential = a - f.y * f.turn - f.x * w * w;
    } else {
        const double sigma = slips > 0.0 ? -m->mu : m->mu, lever = sigma * f.y - f.x;
        f.determinant = spin - f.x * lever;
        f.turn = lever * (down - f.y * w * w) / f.determinant;
    }
    f.normal = down + f.x * f.turn - f.y * w * w;
    if (slips != 0.0) {
        f.tangential = (slips > 0.0 ? -m->mu : m->mu) * f.normal;
        f.slide = f.tangential - a + f.y * f.turn + f.x * w * w;
    }
    return f;
}

/// Flat on both corners.
static forces flat_forces(const motion *m, double time, double slips)
{
    double a, down;
    base_at(m, time, &a, &down);
    forces f = {.normal = down, .tangential = a, .determinant = 1.0, .y = m->block->h};
    if (slips != 0.0) {
        f.tangential = slips > 0.0 ? -m->mu * down : m->mu * down;
        f.slide = f.tangential - a;
    }
    return f;
}

static forces forces_at(const motion *m, double time, const double *y)
{
    return m->mode.flat ? flat_forces(m, time, m->mode.slips)
                        : corner_forces(m, time, y, m->mode.corner, m->mode.slips);
}

static void slope(const motion *m, double time, const double *y, double *d)
{
    const forces f = forces_at(m, time, y);
    double a, down;
    base_at(m, time, &a, &down);
    const double vx = y[SLIP_RATE] - f.y * y[OMEGA], vz = m->mode.flat ? 0.0 : f.x * y[OMEGA];
    d[SLIP] = y[SLIP_RATE];
    d[SLIP_RATE] = f.slide;
    d[THETA] = y[OMEGA];
    d[OMEGA] = f.turn;
    d[WORK] = -m->block->mass * (a * vx + (down - m->gravity) * vz);
}

/// State after a step of length h from the present one, by the classical fourth-order rule.
static void advance(const motion *m, double h, double *out)
{
    double k[4][NUMBERS], y[NUMBERS];
    const double part[4] = {0.0, 0.5, 0.5, 1.0};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < NUMBERS; i++) {
            y[i] = m->y[i] + (stage > 0 ? part[stage] * h * k[stage - 1][i] : 0.0);
        }
        slope(m, m->time + part[stage] * h, y, k[stage]);
    }
    for (int i = 0; i < NUMBERS; i++) {
        out[i] = m->y[i] + h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
}

typedef enum slide_event {
    NO_EVENT,
    LANDING,
    SLIP_BEGINS,
    SLIP_ENDS,
    LIFT_OFF,
    TIPPING
} slide_event;

/// Tolerances of a mode that has just begun at the limit of another.
static const double still = 1e-11;

/// What has happened at a state that the mode reached.
static slide_event event_at(const motion *m, double time, const double *y)
{
    const forces f = forces_at(m, time, y);
    if (m->mode.flat) {
        const talus_rocking_block *b = m->block;
        double a, down;
        base_at(m, time, &a, &down);
        if (m->mode.slips != 0.0) {
            return y[SLIP_RATE] * m->mode.slips < 0.0 ? SLIP_ENDS : NO_EVENT;
        }
        if (a > down * b->b1 / b->h || -a > down * b->b2 / b->h) {
            return TIPPING;
        }
        return fabs(a) > m->mu * down ? SLIP_BEGINS : NO_EVENT;
    }
    const double side = m->mode.corner == 0 ? 1.0 : -1.0;
    if (side * y[THETA] < 0.0 && side * y[OMEGA] < 0.0) {
        return LANDING;
    }
    if (f.normal < 0.0) {
        return LIFT_OFF;
    }
    if (m->mode.slips != 0.0) {
        return y[SLIP_RATE] * m->mode.slips < 0.0 ? SLIP_ENDS : NO_EVENT;
    }
    return fabs(f.tangential) > m->mu * f.normal * (1.0 + still) ? SLIP_BEGINS : NO_EVENT;
}

static void keep_event(motion *m, const char *name)
{
    sliding_run_result *r = m->result;
    if (r->event_count < SLIDING_EVENTS) {
        sliding_event *event = &r->events[r->event_count];
        event->time = m->time;
        (void)snprintf(event->name, sizeof event->name, "%s", name);
    }
    r->event_count++;
}

/// Stick if friction holds, else slip where the base drives it.
static void stick_or_slip(motion *m, int corner)
{
    const forces stick = corner_forces(m, m->time, m->y, corner, 0.0);
    m->mode = (slide_mode){.corner = corner};
    m->y[SLIP_RATE] = 0.0;
    if (fabs(stick.tangential) <= m->mu * stick.normal * (1.0 + still)) {
        return;
    }
    // the friction of the slip points as that of sticking did
    m->mode.slips = stick.tangential > 0.0 ? -1.0 : 1.0;
    const forces slip = corner_forces(m, m->time, m->y, corner, m->mode.slips);
    m->result->painleve = m->result->painleve || !(slip.determinant > 0.0) ||
                          slip.slide * m->mode.slips < -still * m->gravity;
}

/// A flat block that does not slip: rest, sliding, rocking or both.
static void leave_flat(motion *m)
{
    double a, down;
    base_at(m, m->time, &a, &down);
    // at the limit itself the motion that lies behind it begins
    const double edge = 1.0 + 1e-9;
    const sliding_start s =
        sliding_start_of(m->block, m->mu, m->gravity, edge * a, down - m->gravity);
    m->result->painleve = m->result->painleve || s.painleve;
    switch (s.mode) {
    case SLIDING_REST:
        m->mode = (slide_mode){.flat = true};
        break;
    case SLIDING_SLIDE:
        m->mode = (slide_mode){.flat = true, .slips = a > 0.0 ? -1.0 : 1.0};
        break;
    case SLIDING_ROCK:
    case SLIDING_SLIDE_ROCK:
        m->mode = (slide_mode){.corner = a > 0.0 ? 0 : 1};
        if (s.mode == SLIDING_SLIDE_ROCK) {
            m->mode.slips = a > 0.0 ? -1.0 : 1.0;
        }
        // the place of A was followed so far
        m->y[SLIP] += m->mode.corner == 1 ? m->block->b1 + m->block->b2 : 0.0;
        break;
    }
}

/// Place of a corner along the base, from the one before; both lie on it.
static void change_corner(motion *m, int corner)
{
    if (!m->mode.flat && m->mode.corner != corner) {
        const double width = m->block->b1 + m->block->b2;
        m->y[SLIP] += corner == 1 ? width : -width;
    }
}

static void land(motion *m)
{
    const int from = m->mode.corner;
    const forces f = corner_forces(m, m->time, m->y, from, 0.0);
    double v[3] = {m->y[SLIP_RATE] - f.y * m->y[OMEGA], f.x * m->y[OMEGA], m->y[OMEGA]};
    const double plastic[2] = {0.0, 0.0};
    unsigned closed = 0;
    keep_event(m, from == 0 ? "impactB" : "impactA");
    if (!sliding_impact(m->block, m->mu, plastic, v, &closed)) {
        m->result->painleve = true;
        return;
    }
    m->y[THETA] = 0.0;
    m->y[OMEGA] = v[2];
    const double rate = v[0] + m->block->h * v[2]; // of the corners along the base
    const bool slips = fabs(rate) > still;
    if (closed == 3U) {
        change_corner(m, 0);
        m->y[OMEGA] = 0.0;
        m->y[SLIP_RATE] = slips ? rate : 0.0;
        m->mode = (slide_mode){.flat = true, .slips = slips ? (rate > 0.0 ? 1.0 : -1.0) : 0.0};
        if (!slips) {
            leave_flat(m);
        } else {
            // a block that slides faster than it can stand on its face is not followed
            const double side = rate > 0.0 ? m->block->b2 : m->block->b1;
            m->result->painleve = m->result->painleve || m->mu * m->block->h > side;
        }
        return;
    }
    const int corner = closed == 1U ? 0 : 1;
    change_corner(m, corner);
    if (slips) {
        m->y[SLIP_RATE] = rate;
        m->mode = (slide_mode){.corner = corner, .slips = rate > 0.0 ? 1.0 : -1.0};
    } else {
        stick_or_slip(m, corner);
    }
}

static void apply_event(motion *m, slide_event event)
{
    switch (event) {
    case NO_EVENT:
        break;
    case LANDING:
        land(m);
        break;
    case SLIP_BEGINS:
        keep_event(m, "slip");
        if (m->mode.flat) {
            leave_flat(m);
        } else {
            stick_or_slip(m, m->mode.corner);
        }
        break;
    case SLIP_ENDS:
        keep_event(m, "stick");
        m->y[SLIP_RATE] = 0.0;
        if (m->mode.flat) {
            m->mode.slips = 0.0;
            leave_flat(m);
        } else {
            stick_or_slip(m, m->mode.corner);
        }
        break;
    case LIFT_OFF:
        keep_event(m, "lift");
        m->result->lifts = true;
        break;
    case TIPPING: {
        leave_flat(m);
        if (!m->mode.flat) {
            keep_event(m, m->mode.corner == 0 ? "releaseB" : "releaseA");
        }
        break;
    }
    }
}

/// One step, or the part of it up to an event.
static void go_on(motion *m)
{
    double next[NUMBERS];
    const double limit = fmin(m->cursor.end, m->end);
    double h = fmin(m->step, limit - m->time);
    const bool whole = m->time + m->step >= limit;
    slide_event event = NO_EVENT;
    advance(m, h, next);
    if (event_at(m, m->time + h, next) != NO_EVENT) {
        double low = 0.0, high = h;
        for (int i = 0; i < 60; i++) {
            const double middle = 0.5 * (low + high);
            advance(m, middle, next);
            if (event_at(m, m->time + middle, next) == NO_EVENT) {
                low = middle;
            } else {
                high = middle;
            }
        }
        h = high;
        advance(m, h, next);
        event = event_at(m, m->time + h, next);
    }
    for (int i = 0; i < NUMBERS; i++) {
        m->y[i] = next[i];
    }
    m->time = event == NO_EVENT && whole ? limit : m->time + h;
    apply_event(m, event);
    if (m->time >= m->cursor.end) {
        shaking_next(&m->cursor);
    }
}

static void finish(motion *m)
{
    sliding_run_result *r = m->result;
    const talus_rocking_block *b = m->block;
    // of a flat block the place of A is followed
    const forces f = m->mode.flat ? flat_forces(m, m->time, 0.0)
                                  : corner_forces(m, m->time, m->y, m->mode.corner, 0.0);
    const double x = m->mode.flat ? b->b1 : f.x;
    r->pose[0] = m->y[SLIP] - b->b1 + x;
    r->pose[1] = m->mode.flat ? b->h : f.y;
    r->pose[2] = m->y[THETA];
    r->velocity[0] = m->y[SLIP_RATE] - f.y * m->y[OMEGA];
    r->velocity[1] = m->mode.flat ? 0.0 : f.x * m->y[OMEGA];
    r->velocity[2] = m->y[OMEGA];
    r->base_work = m->y[WORK];
    r->time = m->time;
}

static talus_status check(const talus_rocking_block *block, double mu, double gravity,
                          const talus_shaking *shaking, double end, talus_error *error)
{
    if (!(mu > 0.0) || !isfinite(mu) || !(gravity > 0.0) || !isfinite(gravity) || !(end > 0.0) ||
        !(end < 1e4)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "friction %g, gravity %g m/s2 and an end at %g s: expected numbers "
                               "> 0 and an end below 10000 s",
                               mu, gravity, end);
    }
    const talus_status status = talus_rocking_block_check(block, error);
    return status == TALUS_OK ? shaking_check(shaking, gravity, error) : status;
}

talus_status sliding_run(const talus_rocking_block *block, double mu, double gravity,
                         const talus_shaking *shaking, double end, sliding_run_result *result,
                         talus_error *error)
{
    *result = (sliding_run_result){.event_count = 0};
    const talus_status status = check(block, mu, gravity, shaking, end, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double radius = sqrt(block->b1 * block->b1 + block->h * block->h);
    motion m = {.block = block,
                .mu = mu,
                .gravity = gravity,
                .step = fmin(1e-3 * sqrt(radius / gravity), end),
                .end = end,
                .cursor = shaking_start(shaking),
                .mode = {.flat = true},
                .result = result};
    keep_event(&m, "start");
    leave_flat(&m);
    for (double before = -1.0; m.time < end && !result->lifts && !result->painleve;) {
        // the base may wait at a limit where a mode ends at once: the next piece decides
        m.step = m.time > before ? m.step : 1.001 * m.step;
        before = m.time;
        go_on(&m);
        if (fabs(m.y[THETA]) >= 0.5 * TALUS_PI) {
            break;
        }
    }
    finish(&m);
    return TALUS_OK;
}
