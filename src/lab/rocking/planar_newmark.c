// SPDX-License-Identifier: GPL-3.0-or-later
// Newmark's trapezoidal rule (beta = 1/4, gamma = 1/2) for pivoting, with exact impact times in the
// signed form that does not cancel. The grid starts anew at every impact. [C18, 7-9]
#include "lab/rocking/planar.h"

#include <math.h>

typedef struct newmark_motion {
    const talus_planar_model *model;
    const talus_planar_options *options;
    planar_pivot pivot; ///< sign follows the side
    shaking_cursor cursor;
    double grid;  ///< s: start of the present grid
    size_t steps; ///< done on it
    double time, theta, omega, acc;
    double rest_speed;
    bool resting, ended;
    talus_planar_history *history;
    talus_planar_result *result;
} newmark_motion;

/// c (g + acc_z) and -c acc at a time not before the cursor's piece.
static void forces_at(const newmark_motion *m, double time, double *down, double *across)
{
    double u[SERIES_MOST], v[SERIES_MOST];
    shaking_cursor cursor = m->cursor;
    while (time > cursor.end) {
        shaking_next(&cursor);
    }
    shaking_series(&cursor, time, u, v);
    *down = m->pivot.c * (m->model->gravity + v[0]);
    *across = -m->pivot.c * u[0];
}

static double acceleration(const newmark_motion *m, double theta, double down, double across)
{
    const double s = m->pivot.sign, phi = m->pivot.alpha - s * theta;
    return -s * (down * talus_sin(phi) + s * across * talus_cos(phi));
}

/// Angle at the end of a step by Newton's method on 4 (x - theta)/dt^2 - 4 w/dt - a - a(x) = 0.
static double solve_step(const newmark_motion *m, double dt, double down, double across)
{
    const double s = m->pivot.sign, stiff = 4.0 / (dt * dt);
    double x = m->theta + dt * (m->omega + 0.5 * dt * m->acc);
    for (int i = 0; i < 50; i++) {
        const double phi = m->pivot.alpha - s * x;
        const double slope = stiff - down * talus_cos(phi) + s * across * talus_sin(phi);
        const double residual = stiff * (x - m->theta) - 4.0 * m->omega / dt - m->acc -
                                acceleration(m, x, down, across);
        const double change = residual / slope;
        x -= change;
        if (!(fabs(change) > 1e-16 * fabs(x))) {
            break;
        }
    }
    return x;
}

/// -4 theta - 4 w t + (q(t) - a) t^2, q = -a(0): zero where a step of length t ends upright.
static double upright_residual(const newmark_motion *m, double t)
{
    double down, across;
    forces_at(m, m->time + t, &down, &across);
    const double q = -acceleration(m, 0.0, down, across);
    return m->theta == 0.0 ? (q - m->acc) * t - 4.0 * m->omega
                           : ((q - m->acc) * t - 4.0 * m->omega) * t - 4.0 * m->theta;
}

/// Length of the step that ends upright, at most dt.
static double step_to_impact(const newmark_motion *m, double dt)
{
    if (shaking_is_over(&m->cursor)) {
        const double s = m->pivot.sign;
        const double q = s * m->pivot.c * m->model->gravity * talus_sin(m->pivot.alpha) - m->acc;
        return m->theta == 0.0
                   ? 4.0 * m->omega / q
                   : 2.0 * m->theta / (s * sqrt(m->omega * m->omega + q * m->theta) - m->omega);
    }
    // on the ground side of the root the residual has the sign of -theta
    const double s = m->pivot.sign;
    double low = 0.0, high = dt;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) {
            break;
        }
        if (s * upright_residual(m, middle) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static void follow_cursor(newmark_motion *m)
{
    while (m->time > m->cursor.end) {
        shaking_next(&m->cursor);
    }
}

static void restart_grid(newmark_motion *m, double time)
{
    m->time = m->grid = time;
    m->steps = 0;
    follow_cursor(m);
}

/// Pull about the pivot of this sign, times c; > 0 lifts the block.
static double pull(const newmark_motion *m, double sign, double time)
{
    double down, across;
    forces_at(m, time, &down, &across);
    return -sign * across - down * m->pivot.tangent;
}

/// Begin to pivot on the side to which the ground pulls.
static void leave_rest(newmark_motion *m, double sign)
{
    double down, across;
    m->pivot.sign = sign;
    m->theta = m->omega = 0.0;
    m->resting = false;
    m->result->start_time = isnan(m->result->start_time) ? m->time : m->result->start_time;
    forces_at(m, m->time, &down, &across);
    m->acc = acceleration(m, 0.0, down, across);
}

static void settle(newmark_motion *m)
{
    for (double sign = 1.0; sign >= -1.0; sign -= 2.0) {
        if (pull(m, sign, m->time) > 0.0) {
            leave_rest(m, sign);
            return;
        }
    }
    m->resting = true;
    m->theta = m->omega = 0.0;
    m->result->time = m->time;
}

static void impact(newmark_motion *m, double dt)
{
    const double t = step_to_impact(m, dt), ratio = m->pivot.ratio;
    const double before = m->theta == 0.0 ? -m->omega : -2.0 * m->theta / t - m->omega;
    restart_grid(m, m->time + t);
    planar_keep_impact(m->history, m->time, before);
    m->result->impacts++;
    m->ended = m->ended || m->result->impacts >= m->options->most_impacts;
    if (ratio >= 0.0) {
        m->pivot.sign = -m->pivot.sign;
        m->pivot.ratio = m->pivot.sign > 0.0 ? m->model->r_ab : m->model->r_ba;
    }
    m->theta = 0.0;
    m->omega = ratio * before;
    double down, across;
    forces_at(m, m->time, &down, &across);
    m->acc = acceleration(m, 0.0, down, across);
    if (fabs(m->omega) < m->rest_speed) {
        settle(m);
    }
}

static void rest(newmark_motion *m)
{
    const double dt = m->options->time_step;
    for (double sign = 1.0; sign >= -1.0; sign -= 2.0) {
        double low = m->time, high = m->time + dt;
        if (pull(m, sign, low) > 0.0) {
            leave_rest(m, sign);
            return;
        }
        if (pull(m, sign, high) > 0.0) {
            for (double middle = 0.5 * (low + high); middle > low && middle < high;
                 middle = 0.5 * (low + high)) {
                if (pull(m, sign, middle) > 0.0) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            restart_grid(m, high);
            leave_rest(m, sign);
            return;
        }
    }
    m->time = m->grid + (double)++m->steps * dt;
    follow_cursor(m);
    m->ended = m->ended || shaking_is_over(&m->cursor);
}

static void keep_step(newmark_motion *m)
{
    if (m->history != NULL && m->history->sample_room > 0) {
        planar_keep_sample(m->history, m->time, m->theta, m->omega);
    }
}

static void pivot_on(newmark_motion *m)
{
    const double dt = m->options->time_step, next = m->grid + (double)(m->steps + 1) * dt;
    double down, across;
    forces_at(m, next, &down, &across);
    const double x = solve_step(m, dt, down, across), s = m->pivot.sign;
    if (s * x <= 0.0) {
        impact(m, dt);
        return;
    }
    const double acc = acceleration(m, x, down, across);
    const double omega = m->omega + 0.5 * dt * (m->acc + acc);
    if ((omega < 0.0) != (m->omega < 0.0) && m->omega != 0.0) {
        // where the speed, linear in the step, is zero
        const double part = dt * m->omega / (m->omega - omega);
        planar_keep_peak(m->history, m->time + part, m->theta + 0.5 * part * m->omega);
    }
    m->time = next;
    m->steps++;
    follow_cursor(m);
    m->theta = x;
    m->omega = omega;
    m->acc = acc;
    m->result->peak_angle = fmax(m->result->peak_angle, fabs(x));
    if (fabs(x) >= m->options->overturn_angle) {
        m->result->outcome = TALUS_PLANAR_OVERTURNED;
        m->ended = true;
    }
}

static void start(newmark_motion *m)
{
    double down, across;
    m->theta = m->options->theta0;
    m->omega = m->options->omega0;
    m->resting = m->theta == 0.0 && m->omega == 0.0;
    const bool on_b = m->theta < 0.0 || (m->theta == 0.0 && m->omega < 0.0);
    m->pivot = planar_pivot_make(m->model, on_b ? -1.0 : 1.0);
    m->result->peak_angle = fabs(m->theta);
    m->rest_speed = m->options->rest_speed * sqrt(m->pivot.c * m->model->gravity);
    forces_at(m, 0.0, &down, &across);
    m->acc = acceleration(m, m->theta, down, across);
}

talus_status talus_planar_newmark(const talus_planar_model *model, const talus_shaking *shaking,
                                  const talus_planar_options *options,
                                  talus_planar_history *history, talus_planar_result *result,
                                  talus_error *error)
{
    if (model == NULL || options == NULL || result == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *result = (talus_planar_result){.outcome = TALUS_PLANAR_MOVING, .start_time = (double)NAN};
    const talus_status status = planar_check(model, shaking, options, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (model->block.b1 != model->block.b2 || !(options->time_step > 0.0) ||
        !isfinite(options->time_step)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "corners %g m and %g m from the centre of mass and a time step of "
                               "%g s: the Newmark scheme needs b1 = b2 and a step > 0",
                               model->block.b1, model->block.b2, options->time_step);
    }
    newmark_motion m = {.model = model,
                        .options = options,
                        .cursor = shaking_start(shaking),
                        .history = history,
                        .result = result};
    if (history != NULL) {
        history->impact_count = history->peak_count = history->sample_count = 0;
    }
    start(&m);
    keep_step(&m);
    while (!m.ended && m.time < options->duration) {
        if (m.resting) {
            rest(&m);
        } else {
            pivot_on(&m);
        }
        keep_step(&m);
    }
    result->theta = m.theta;
    result->omega = m.omega;
    if (m.resting) {
        result->outcome = TALUS_PLANAR_REST;
    } else {
        result->time = m.time;
    }
    return TALUS_OK;
}
