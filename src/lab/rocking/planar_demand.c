// SPDX-License-Identifier: GPL-3.0-or-later
// Reaction of the base on a block that pivots without sliding, and the friction it asks for:
//   N = m (G + X x'' - Y x'^2),  F = m (s a - Y x'' - X x'^2),  X = R sin(alpha - x),
//   Y = R cos(alpha - x),  x = |theta|,  G = g + acc_z;  at rest N = m G, F = m a.
#include "lab/rocking/planar.h"

#include <math.h>

enum { PIECES = 6, HALVINGS = 60 };

/// Reaction per mass at a time and its rate; F mirrored to the side of the pivot.
typedef struct force {
    double normal, tangential, normal_rate, tangential_rate;
    double x; ///< |theta|
} force;

/// A stretch whose reaction is a smooth function of time.
typedef struct stretch {
    const planar_pivot *pivot;
    double gravity, radius;
    const planar_step *step; ///< NULL at rest
    double u[SERIES_MOST], v[SERIES_MOST];
    int count;
    double rate[SERIES_MOST], second[SERIES_MOST]; ///< derivatives of x
} stretch;

static force force_at(const stretch *s, double t)
{
    const double across = s->pivot->sign * series_value(s->u, s->count, t);
    const double across_rate = s->pivot->sign * series_slope(s->u, s->count, t);
    const double down = s->gravity + series_value(s->v, s->count, t);
    const double down_rate = series_slope(s->v, s->count, t);
    if (s->step == NULL) {
        return (force){down, across, down_rate, across_rate, 0.0};
    }
    const int n = s->step->n;
    const double x = fmax(0.0, series_value(s->step->x, n, t));
    const double w = series_value(s->rate, n - 1, t), a = series_value(s->second, n - 2, t);
    const double j = series_slope(s->second, n - 2, t);
    const double phi = s->pivot->alpha - x;
    const double px = s->radius * talus_sin(phi), py = s->radius * talus_cos(phi);
    // px' = -w py, py' = w px
    return (force){
        .normal = down + px * a - py * w * w,
        .tangential = across - py * a - px * w * w,
        .normal_rate = down_rate - w * py * a + px * j - w * w * w * px - 2.0 * py * w * a,
        .tangential_rate = across_rate - w * px * a - py * j + w * w * w * py - 2.0 * px * w * a,
        .x = x};
}

/// Rises where |F| / N rises.
static double slope_of_demand(const force *f)
{
    const double slope = f->tangential_rate * f->normal - f->tangential * f->normal_rate;
    return f->tangential < 0.0 ? -slope : slope;
}

static double excess(const force *f, double mu)
{
    return fabs(f->tangential) - mu * f->normal;
}

/// Last time in [low, high] at which `keeps` still holds, which it does at low and not at high.
typedef bool keeps(const force *f, const stretch *s, double mu);
static double change(const stretch *s, double low, double high, keeps *holds, double mu)
{
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        const force f = force_at(s, middle);
        if (holds(&f, s, mu)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool demand_rises(const force *f, const stretch *s, double mu)
{
    (void)s;
    (void)mu;
    return slope_of_demand(f) > 0.0;
}

static bool normal_falls(const force *f, const stretch *s, double mu)
{
    (void)s;
    (void)mu;
    return f->normal_rate < 0.0;
}

static bool is_pressed(const force *f, const stretch *s, double mu)
{
    (void)s;
    (void)mu;
    return f->normal > 0.0;
}

static bool sticks(const force *f, const stretch *s, double mu)
{
    (void)s;
    return excess(f, mu) <= 0.0;
}

static bool is_inside(const force *f, const stretch *s, double mu)
{
    (void)mu;
    return f->x <= s->pivot->alpha;
}

talus_planar_demand planar_demand_start(void)
{
    return (talus_planar_demand){.time = (double)NAN,
                                 .least_normal = (double)INFINITY,
                                 .lifts_time = (double)NAN,
                                 .slides_time = (double)NAN};
}

static void take(talus_planar_demand *d, const stretch *s, double begin, double t)
{
    const force f = force_at(s, t);
    d->least_normal = fmin(d->least_normal, f.normal / s->gravity);
    const double ratio = f.normal > 0.0 ? fabs(f.tangential) / f.normal : (double)INFINITY;
    if (ratio > d->friction || isnan(d->time)) {
        d->friction = ratio;
        d->time = begin + t;
    }
}

/// The piece from t0 to t1, in which the demand has one maximum at most.
static void follow_piece(talus_planar_demand *d, const stretch *s, double begin, double t0,
                         double t1, double mu)
{
    const force f0 = force_at(s, t0), f1 = force_at(s, t1);
    if (isnan(d->lifts_time) && f1.normal <= 0.0) {
        d->lifts_time = begin + (f0.normal > 0.0 ? change(s, t0, t1, is_pressed, 0.0) : t0);
    }
    if (mu > 0.0 && isnan(d->slides_time) && excess(&f1, mu) > 0.0) {
        d->slides_time = begin + (excess(&f0, mu) <= 0.0 ? change(s, t0, t1, sticks, mu) : t0);
    }
    take(d, s, begin, t1);
    if (slope_of_demand(&f0) > 0.0 && slope_of_demand(&f1) <= 0.0 && f0.normal > 0.0) {
        take(d, s, begin, change(s, t0, t1, demand_rises, 0.0));
    }
    if (f0.normal_rate < 0.0 && f1.normal_rate >= 0.0) {
        take(d, s, begin, change(s, t0, t1, normal_falls, 0.0));
    }
}

void planar_demand_follow(const planar_pivot *pivot, const talus_planar_model *model,
                          const shaking_cursor *cursor, double time, const planar_step *step,
                          double end, double mu, talus_planar_demand *demand)
{
    const double b = pivot->sign > 0.0 ? model->block.b1 : model->block.b2, h = model->block.h;
    stretch s = {
        .pivot = pivot, .gravity = model->gravity, .radius = sqrt(b * b + h * h), .step = step};
    s.count = shaking_series(cursor, time, s.u, s.v);
    s.count = s.count > 0 ? s.count : 1;
    for (int k = 1; step && k < step->n; k++) {
        s.rate[k - 1] = k * step->x[k];
    }
    for (int k = 1; step && k < step->n - 1; k++) {
        s.second[k - 1] = k * s.rate[k];
    }
    if (!(end > 0.0) || !isfinite(end)) {
        return;
    }
    if (step) {
        const force first = force_at(&s, 0.0), last = force_at(&s, end);
        if (!is_inside(&first, &s, 0.0)) {
            return;
        }
        end = is_inside(&last, &s, 0.0) ? end : change(&s, 0.0, end, is_inside, 0.0);
    }
    take(demand, &s, time, 0.0);
    // a smooth stretch needs pieces; without shaking a rest has none
    const int pieces = step || s.count > 2 ? PIECES : 1;
    for (int i = 0; i < pieces; i++) {
        follow_piece(demand, &s, time, end * i / pieces, end * (i + 1) / pieces, mu);
    }
}

void planar_demand_impact(const talus_planar_model *model, bool on_b, talus_planar_demand *demand)
{
    const talus_rocking_block *b = &model->block;
    const double ratio = on_b ? model->r_ba : model->r_ab;
    const double from = on_b ? b->b2 : b->b1, to = on_b ? b->b1 : b->b2;
    const double normal = from + to * ratio;
    const double asked = normal > 0.0 ? b->h * fabs(1.0 - ratio) / normal : (double)INFINITY;
    demand->impact = fmax(demand->impact, asked);
}

talus_planar_reaction talus_planar_reaction_of(const talus_planar_model *model, double theta,
                                               double omega, double across, double up)
{
    if (model == NULL) {
        return (talus_planar_reaction){0};
    }
    const talus_rocking_block *b = &model->block;
    const double down = model->gravity + up;
    const bool flat = theta == 0.0 && omega == 0.0;
    const bool lifted = across > down * b->b1 / b->h || -across > down * b->b2 / b->h;
    if (flat && !lifted) {
        const double normal = b->mass * down, tangential = b->mass * across;
        return (talus_planar_reaction){normal, tangential, fabs(across) / down,
                                       0.0 - b->h * across / down};
    }
    const bool on_b = flat ? across < 0.0 : theta < 0.0 || (theta == 0.0 && omega < 0.0);
    const planar_pivot pivot = planar_pivot_make(model, on_b ? -1.0 : 1.0);
    const double side = on_b ? b->b2 : b->b1, radius = sqrt(side * side + b->h * b->h);
    const double phi = pivot.alpha - fabs(theta);
    const double x = radius * talus_sin(phi), y = radius * talus_cos(phi), s = pivot.sign;
    const double turn = pivot.c / radius * (s * across * y - down * x);
    const double normal = b->mass * (down + x * turn - y * omega * omega);
    const double tangential = s * b->mass * (s * across - y * turn - x * omega * omega);
    return (talus_planar_reaction){normal, tangential,
                                   normal > 0.0 ? fabs(tangential) / normal : (double)INFINITY,
                                   on_b ? b->b2 : -b->b1};
}
