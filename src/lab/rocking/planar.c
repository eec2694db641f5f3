// SPDX-License-Identifier: GPL-3.0-or-later
// Event-driven planar rocking: rest, pivoting, impacts, overturning.
#include "lab/rocking/planar.h"

#include <math.h>
#include <string.h>

typedef struct planar_motion {
    const talus_planar_model *model;
    const talus_planar_options *options;
    planar_pivot pivots[2]; ///< A, B
    shaking_cursor cursor;
    int side; ///< of pivots
    double time, x, speed;
    double rest_speed; ///< rad/s
    double rest_time;  ///< s, of the last coming to rest
    bool resting, ended;
    size_t samples; ///< passed
    talus_planar_history *history;
    talus_planar_result *result;
} planar_motion;

/// What pulls a resting block up about this pivot: s acc - (g + acc_z) tan(alpha), m/s2. A base
/// that accelerates to the right leaves the block behind, so it tips about its left corner A (s =
/// 1).
static void pull_series(const planar_motion *m, int side, const double *u, const double *v,
                        int count, double *pull)
{
    const planar_pivot *pivot = &m->pivots[side];
    for (int k = 0; k < count; k++) {
        const double down = v[k] + (k == 0 ? m->model->gravity : 0.0);
        pull[k] = pivot->sign * u[k] - down * pivot->tangent;
    }
}

static void keep_samples(planar_motion *m, double end, const planar_step *step)
{
    talus_planar_history *history = m->history;
    if (history == NULL || !(history->sample_step > 0.0)) {
        return;
    }
    const double sign = m->pivots[m->side].sign;
    for (;; m->samples++) {
        const double time = (double)m->samples * history->sample_step;
        if (time > end) {
            return;
        }
        const double tau = fmax(0.0, time - m->time);
        const double x = step ? fmax(0.0, series_value(step->x, step->n, tau)) : 0.0;
        const double speed = step ? series_slope(step->x, step->n, tau) : 0.0;
        planar_keep_sample(history, time, sign * x, sign * speed);
    }
}

static void advance(planar_motion *m, double end)
{
    m->time = end;
    if (end >= m->options->duration) {
        m->ended = true;
    } else if (end >= m->cursor.end) {
        shaking_next(&m->cursor);
    }
}

/// @return whether the block starts to pivot within h, and when
static bool find_uplift(planar_motion *m, double h, double *tau)
{
    double u[SERIES_MOST], v[SERIES_MOST], pull[SERIES_MOST];
    const int count = shaking_series(&m->cursor, m->time, u, v);
    bool found = false;
    for (int side = 0; side < 2 && count > 0; side++) {
        pull_series(m, side, u, v, count, pull);
        int lead = 0;
        while (lead < count - 1 && pull[lead] == 0.0) {
            lead++;
        }
        double root = 0.0;
        const bool at_once = pull[lead] > 0.0;
        // a straight line crosses where its ends differ
        const bool may = count > 2 || pull[0] + pull[1] * h > 0.0;
        if (at_once || (may && series_first_root(pull, count, h, &root))) {
            m->side = found && root >= *tau ? m->side : side;
            *tau = found ? fmin(*tau, root) : root;
            found = true;
        }
    }
    return found;
}

/// The reaction over a stretch of rest (NULL) or of the step, where it is asked for.
static void follow_demand(planar_motion *m, const planar_step *step, double end)
{
    if (m->options->demand) {
        planar_demand_follow(&m->pivots[m->side], m->model, &m->cursor, m->time, step, end,
                             m->options->mu, &m->result->demand);
    }
}

static void rest(planar_motion *m)
{
    const double limit = fmin(m->cursor.end, m->options->duration);
    const double longest = limit - m->time, h = fmin(longest, m->cursor.reach);
    double tau = 0.0;
    if (h > 0.0 && find_uplift(m, h, &tau)) {
        keep_samples(m, m->time + tau, NULL);
        follow_demand(m, NULL, tau);
        m->time += tau;
        m->resting = false;
        m->x = m->speed = 0.0;
        m->result->start_time = isnan(m->result->start_time) ? m->time : m->result->start_time;
        return;
    }
    const double end = h < longest ? m->time + h : limit;
    follow_demand(m, NULL, fmin(end, m->options->duration) - m->time);
    keep_samples(m, fmin(end, m->options->duration), NULL);
    if (shaking_is_over(&m->cursor) && m->history == NULL) {
        m->ended = true;
        return;
    }
    advance(m, end);
}

/// Duration of the impacts that are left out, each flight r times as long as the one before.
static double remaining_time(const planar_motion *m, double acc, double acc_up)
{
    const planar_pivot *here = &m->pivots[m->side], *there = &m->pivots[1 - m->side];
    const double g = m->model->gravity + acc_up;
    double flight = 0.0, weight = 1.0, decay = 1.0;
    for (int i = 0; i < 2; i++) {
        const planar_pivot *pivot = i == 0 ? here : there;
        const double brake =
            pivot->c * (g * talus_sin(pivot->alpha) - pivot->sign * acc * talus_cos(pivot->alpha));
        flight += weight * 2.0 * m->speed / brake;
        weight = decay = decay * fabs(pivot->ratio);
        if (here->ratio < 0.0) {
            break;
        }
    }
    return decay < 1.0 && isfinite(flight) && flight > 0.0 ? flight / (1.0 - decay) : 0.0;
}

/// A slow block rests on both corners, or leaves towards the side that the ground pulls it to.
static void settle(planar_motion *m)
{
    double u[SERIES_MOST], v[SERIES_MOST], pull[SERIES_MOST];
    const int count = shaking_series(&m->cursor, m->time, u, v);
    for (int side = 0; side < 2; side++) {
        pull_series(m, side, u, v, count > 0 ? 1 : 0, pull);
        if (count > 0 && pull[0] > 0.0) {
            m->side = side;
            m->speed = 0.0;
            return;
        }
    }
    m->rest_time = m->time + remaining_time(m, u[0], v[0]);
    m->resting = true;
    m->x = m->speed = 0.0;
}

static void impact(planar_motion *m, double speed_before)
{
    const planar_pivot *pivot = &m->pivots[m->side];
    const double before = fmax(0.0, -speed_before);
    if (m->options->demand) {
        planar_demand_impact(m->model, pivot->sign < 0.0, &m->result->demand);
    }
    planar_keep_impact(m->history, m->time, -pivot->sign * before);
    m->result->impacts++;
    m->ended = m->ended || m->result->impacts >= m->options->most_impacts;
    m->side = pivot->ratio >= 0.0 ? 1 - m->side : m->side;
    m->speed = fabs(pivot->ratio) * before;
    m->x = 0.0;
    if (m->speed < m->rest_speed) {
        settle(m);
    }
}

static void note_peak(planar_motion *m, double x, double time)
{
    talus_planar_result *r = m->result;
    r->side_peak[m->side] = fmax(r->side_peak[m->side], x);
    if (x > r->peak_angle) {
        r->peak_angle = x;
        r->peak_time = time;
    }
}

/// Turning points within the first `end` of the step.
static void find_peaks(planar_motion *m, const planar_step *step, double end)
{
    double rate[SERIES_MOST], bound = 0.0, power = step->h;
    const int n = step->n - 1;
    for (int k = 2; k <= n; k++) {
        bound += k * fabs(step->x[k]) * power;
        power *= step->h;
    }
    if (fabs(step->x[1]) > bound) {
        return;
    }
    for (int k = 0; k < n; k++) {
        rate[k] = (k + 1) * step->x[k + 1];
    }
    double at = 0.0, root = 0.0;
    while (series_first_root(rate, n, end - at, &root)) {
        at += root;
        const double x = series_value(step->x, step->n, at);
        note_peak(m, x, m->time + at);
        planar_keep_peak(m->history, m->time + at, m->pivots[m->side].sign * x);
        series_shift(rate, n, root, rate);
        rate[0] = 0.0;
    }
}

typedef enum step_end { END_OF_STEP, IMPACT, OVERTURNING } step_end;

/// What ends the step, and when.
static step_end find_event(const planar_motion *m, const planar_step *step, double *tau)
{
    double bound = 0.0, power = 1.0;
    for (int k = 1; k < step->n; k++) {
        power *= step->h;
        bound += fabs(step->x[k]) * power;
    }
    step_end event = END_OF_STEP;
    *tau = step->h;
    if (!(step->x[0] > bound) && series_first_root(step->x, step->n, step->h, tau)) {
        event = IMPACT;
    }
    if (step->x[0] + bound >= m->options->overturn_angle) {
        double margin[SERIES_MOST];
        for (int k = 0; k < step->n; k++) {
            margin[k] = (k == 0 ? m->options->overturn_angle : 0.0) - step->x[k];
        }
        event = series_first_root(margin, step->n, *tau, tau) ? OVERTURNING : event;
    }
    return event;
}

/// Uplift begins where the pull is zero up to rounding: the block leaves by the next coefficient.
/// @return false when the ground does not pull on after all
static bool leaves_rest(const planar_motion *m, planar_step *step)
{
    const double noise = 1e-12 * m->pivots[m->side].c * m->model->gravity;
    step->x[2] = fabs(step->x[2]) < noise ? 0.0 : step->x[2];
    int lead = 2;
    while (lead < step->n - 1 && step->x[lead] == 0.0) {
        lead++;
    }
    return step->x[lead] > 0.0;
}

static void pivot_on(planar_motion *m)
{
    const planar_pivot *pivot = &m->pivots[m->side];
    const double limit = fmin(m->cursor.end, m->options->duration), longest = limit - m->time;
    if (!(longest > 0.0)) {
        advance(m, limit);
        return;
    }
    planar_step step = {.n = 0};
    step.x[0] = m->x;
    step.x[1] = m->speed;
    step.h = longest;
    planar_expand(pivot, m->model->gravity, &m->cursor, m->time, m->options->tolerance, &step);
    m->result->steps++;
    if (m->x == 0.0 && m->speed == 0.0 && !leaves_rest(m, &step)) {
        const double end = m->time + 1e-6 * step.h;
        keep_samples(m, end, NULL);
        m->resting = true;
        m->rest_time = m->time;
        advance(m, end > m->time ? fmin(end, limit) : limit);
        return;
    }
    double tau = 0.0;
    const step_end event = find_event(m, &step, &tau);
    find_peaks(m, &step, tau);
    follow_demand(m, &step, tau);
    const bool whole = event == END_OF_STEP && step.h >= longest;
    const double end = whole ? limit : m->time + tau;
    keep_samples(m, end, &step);
    m->x = fmax(0.0, series_value(step.x, step.n, tau));
    m->speed = series_slope(step.x, step.n, tau);
    note_peak(m, m->x, end);
    if (whole) {
        advance(m, limit);
        return;
    }
    m->time = end;
    if (event == IMPACT) {
        impact(m, m->speed);
    } else if (event == OVERTURNING) {
        m->result->outcome = TALUS_PLANAR_OVERTURNED;
        m->x = m->options->overturn_angle;
        m->ended = true;
    }
}

static void start(planar_motion *m)
{
    const double theta = m->options->theta0, omega = m->options->omega0;
    m->resting = theta == 0.0 && omega == 0.0;
    m->side = theta < 0.0 || (theta == 0.0 && omega < 0.0);
    m->x = fabs(theta);
    m->speed = m->pivots[m->side].sign * omega;
    m->result->peak_angle = m->result->side_peak[m->side] = m->x;
    m->rest_speed =
        m->options->rest_speed * sqrt(fmin(m->pivots[0].c, m->pivots[1].c) * m->model->gravity);
}

talus_status talus_planar_run(const talus_planar_model *model, const talus_shaking *shaking,
                              const talus_planar_options *options, talus_planar_history *history,
                              talus_planar_result *result, talus_error *error)
{
    if (model == NULL || options == NULL || result == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *result = (talus_planar_result){.outcome = TALUS_PLANAR_MOVING, .start_time = (double)NAN};
    if (options->demand) {
        result->demand = planar_demand_start();
    }
    const talus_status status = planar_check(model, shaking, options, error);
    if (status != TALUS_OK) {
        return status;
    }
    planar_motion m = {.model = model, .options = options, .history = history, .result = result};
    m.pivots[0] = planar_pivot_make(model, 1.0);
    m.pivots[1] = planar_pivot_make(model, -1.0);
    m.cursor = shaking_start(shaking);
    if (history != NULL) {
        history->impact_count = history->peak_count = history->sample_count = 0;
    }
    start(&m);
    while (!m.ended) {
        if (m.resting) {
            rest(&m);
        } else {
            pivot_on(&m);
        }
    }
    const double sign = m.pivots[m.side].sign;
    result->theta = sign * m.x;
    result->omega = sign * m.speed;
    result->time = m.resting ? m.rest_time : m.time;
    if (m.resting) {
        result->outcome = TALUS_PLANAR_REST;
    }
    return TALUS_OK;
}
