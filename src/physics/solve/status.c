// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/status.h"

#include <math.h>
#include <string.h>

enum { OPEN, STICK, SLIP, STATE_COUNT };
enum { UNKNOWNS = 3 * STATUS_CONTACTS, NEWTON_STEPS = 15, STATUS_STARTS = 512, DIRECTIONS = 8 };

/// A problem with fixed states: contact and state of each active one, slip directions.
typedef struct state_system {
    const dense_problem *problem;
    size_t active;
    size_t contact[STATUS_CONTACTS];
    int state[STATUS_CONTACTS];
    double direction[STATUS_CONTACTS][2];
    double normal[STATUS_CONTACTS];        ///< y_N
    double tangential[STATUS_CONTACTS][2]; ///< y_T of sticking contacts
    size_t first[STATUS_CONTACTS];         ///< index of the first unknown
    size_t size;
} state_system;

static void number_unknowns(state_system *s)
{
    s->size = 0;
    for (size_t k = 0; k < s->active; k++) {
        s->first[k] = s->size;
        s->size += s->state[k] == OPEN ? 0 : s->state[k] == STICK ? 3 : 2;
    }
}

/// Percussions of the present unknowns.
static void write_percussions(const state_system *s, double *y)
{
    memset(y, 0, 3 * s->problem->contact_count * sizeof *y);
    for (size_t k = 0; k < s->active; k++) {
        double *p = y + 3 * s->contact[k];
        const double reach = s->problem->mu[s->contact[k]] * s->normal[k];
        if (s->state[k] == STICK) {
            p[0] = s->normal[k];
            p[1] = s->tangential[k][0];
            p[2] = s->tangential[k][1];
        } else if (s->state[k] == SLIP) {
            p[0] = s->normal[k];
            p[1] = reach * s->direction[k][0];
            p[2] = reach * s->direction[k][1];
        }
    }
}

/// Change of contact j's percussion with its unknown number u.
static void percussion_slope(const state_system *s, size_t j, size_t u, double slope[3])
{
    const double mu = s->problem->mu[s->contact[j]];
    slope[0] = slope[1] = slope[2] = 0.0;
    if (s->state[j] == STICK) {
        slope[u] = 1.0;
    } else if (u == 0) {
        slope[0] = 1.0;
        slope[1] = mu * s->direction[j][0];
        slope[2] = mu * s->direction[j][1];
    } else {
        slope[1] = -mu * s->normal[j] * s->direction[j][1];
        slope[2] = mu * s->normal[j] * s->direction[j][0];
    }
}

/// Rows of contact k's equations for a velocity xi (or its derivative).
static void equation_rows(const state_system *s, size_t k, const double xi[3], double rows[3])
{
    rows[0] = xi[0];
    if (s->state[k] == STICK) {
        rows[1] = xi[1];
        rows[2] = xi[2];
    } else {
        rows[1] = -s->direction[k][1] * xi[1] + s->direction[k][0] * xi[2];
    }
}

/// Residual and Jacobian at the present unknowns; xi belongs to y.
static void assemble(const state_system *s, const double *xi, double *jacobian, double *residual)
{
    const size_t width = 3 * s->problem->contact_count;
    for (size_t k = 0; k < s->active; k++) {
        const size_t rows_k = s->state[k] == OPEN ? 0 : s->state[k] == STICK ? 3 : 2;
        double rows[3];
        const double *velocity = xi + 3 * s->contact[k];
        equation_rows(s, k, velocity, rows);
        for (size_t i = 0; i < rows_k; i++) {
            residual[s->first[k] + i] = rows[i];
        }
        for (size_t j = 0; j < s->active && rows_k > 0; j++) {
            const size_t unknowns_j = s->state[j] == OPEN ? 0 : s->state[j] == STICK ? 3 : 2;
            for (size_t u = 0; u < unknowns_j; u++) {
                double slope[3], change[3];
                percussion_slope(s, j, u, slope);
                for (size_t i = 0; i < 3; i++) {
                    const double *a =
                        s->problem->a + (3 * s->contact[k] + i) * width + 3 * s->contact[j];
                    change[i] = a[0] * slope[0] + a[1] * slope[1] + a[2] * slope[2];
                }
                equation_rows(s, k, change, rows);
                if (j == k && s->state[k] == SLIP && u == 1) {
                    // the row itself turns with the direction
                    rows[1] -= s->direction[k][0] * velocity[1] + s->direction[k][1] * velocity[2];
                }
                for (size_t i = 0; i < rows_k; i++) {
                    jacobian[(s->first[k] + i) * s->size + s->first[j] + u] = rows[i];
                }
            }
        }
    }
}

/// Gauss elimination with row pivoting; false when singular.
static bool solve_dense(size_t n, double *a, double *b)
{
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++) {
            pivot = fabs(a[r * n + c]) > fabs(a[pivot * n + c]) ? r : pivot;
        }
        if (!(fabs(a[pivot * n + c]) > 1e-14)) {
            return false;
        }
        for (size_t k = 0; k < n && pivot != c; k++) {
            const double swap = a[c * n + k];
            a[c * n + k] = a[pivot * n + k];
            a[pivot * n + k] = swap;
        }
        const double swap = b[c];
        b[c] = b[pivot];
        b[pivot] = swap;
        for (size_t r = c + 1; r < n; r++) {
            const double f = a[r * n + c] / a[c * n + c];
            for (size_t k = c; k < n; k++) {
                a[r * n + k] -= f * a[c * n + k];
            }
            b[r] -= f * b[c];
        }
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t k = c + 1; k < n; k++) {
            b[c] -= a[c * n + k] * b[k];
        }
        b[c] /= a[c * n + c];
    }
    return true;
}

/// Take a Newton step; a direction turns by at most half a radian. @return its relative size
static double advance(state_system *s, const double *step)
{
    double size = 0.0, scale = 1e-30;
    for (size_t k = 0; k < s->active; k++) {
        const double *d = step + s->first[k];
        if (s->state[k] == OPEN) {
            continue;
        }
        s->normal[k] -= d[0];
        size += fabs(d[0]);
        scale += fabs(s->normal[k]);
        if (s->state[k] == STICK) {
            s->tangential[k][0] -= d[1];
            s->tangential[k][1] -= d[2];
            size += fabs(d[1]) + fabs(d[2]);
        } else {
            const double turn = d[1] > 0.5 ? -0.5 : d[1] < -0.5 ? 0.5 : -d[1];
            const double x = s->direction[k][0] - turn * s->direction[k][1];
            const double z = s->direction[k][1] + turn * s->direction[k][0];
            const double length = sqrt(x * x + z * z);
            s->direction[k][0] = x / length;
            s->direction[k][1] = z / length;
            size += fabs(turn) * fabs(s->normal[k]);
        }
    }
    return size / scale;
}

/// Newton with fixed states from the present directions; y receives the percussions.
static int solve_states(state_system *s, dense_scratch *scratch, double *y, double *error)
{
    double jacobian[UNKNOWNS * UNKNOWNS], residual[UNKNOWNS];
    int count = 0;
    for (size_t k = 0; k < s->active; k++) {
        s->normal[k] = s->tangential[k][0] = s->tangential[k][1] = 0.0;
        // a positive load gives the slip direction something to turn
        s->normal[k] = s->state[k] == SLIP ? fabs(s->problem->c[3 * s->contact[k]]) : 0.0;
    }
    write_percussions(s, y);
    *error = dense_error(s->problem, y, scratch->xi);
    while (count < NEWTON_STEPS && s->size > 0) {
        memset(jacobian, 0, s->size * s->size * sizeof *jacobian);
        assemble(s, scratch->xi, jacobian, residual);
        if (!solve_dense(s->size, jacobian, residual)) {
            break;
        }
        const double change = advance(s, residual);
        write_percussions(s, y);
        *error = dense_error(s->problem, y, scratch->xi);
        count++;
        if (!(change > 1e-15)) {
            break;
        }
    }
    return count;
}

/// Contacts that press or sink in at y, the strongest first.
static void pick_active(const dense_problem *problem, const double *y, const double *xi,
                        state_system *s)
{
    const size_t n = problem->contact_count;
    double weight[STATUS_CONTACTS];
    s->problem = problem;
    s->active = 0;
    for (size_t k = 0; k < n; k++) {
        const double w = (n <= STATUS_CONTACTS ? 1.0 : 0.0) + fabs(y[3 * k]) +
                         (xi[3 * k] < 0.0 ? -xi[3 * k] : 0.0);
        size_t at = s->active;
        while (at > 0 && weight[at - 1] < w) {
            at--;
        }
        if (w == 0.0 || at >= STATUS_CONTACTS) {
            continue;
        }
        const size_t last = s->active < STATUS_CONTACTS ? s->active++ : STATUS_CONTACTS - 1;
        for (size_t i = last; i > at; i--) {
            weight[i] = weight[i - 1];
            s->contact[i] = s->contact[i - 1];
        }
        weight[at] = w;
        s->contact[at] = k;
    }
}

/// States from a number in base 3; returns how many slip.
static unsigned set_states(state_system *s, unsigned code)
{
    unsigned slips = 0;
    for (size_t k = 0; k < s->active; k++, code /= STATE_COUNT) {
        s->state[k] = (int)(code % STATE_COUNT);
        slips += s->state[k] == SLIP;
    }
    number_unknowns(s);
    return slips;
}

/// Slip directions from a number in base 8.
static void set_directions(state_system *s, unsigned code)
{
    static const double circle[DIRECTIONS][2] = {
        {1.0, 0.0},  {0.7071067811865476, 0.7071067811865476},
        {0.0, 1.0},  {-0.7071067811865476, 0.7071067811865476},
        {-1.0, 0.0}, {-0.7071067811865476, -0.7071067811865476},
        {0.0, -1.0}, {0.7071067811865476, -0.7071067811865476}};
    for (size_t k = 0; k < s->active; k++) {
        if (s->state[k] == SLIP) {
            memcpy(s->direction[k], circle[code % DIRECTIONS], sizeof s->direction[k]);
            code /= DIRECTIONS;
        }
    }
}

int dense_status_search(const dense_problem *problem, dense_scratch *scratch, double target,
                        double *y, double *error)
{
    const size_t bytes = 3 * problem->contact_count * sizeof *y;
    state_system s;
    int count = 0;
    double e;
    *error = dense_error(problem, y, scratch->xi);
    pick_active(problem, y, scratch->xi, &s);
    unsigned combinations = 1;
    for (size_t k = 0; k < s.active; k++) {
        combinations *= STATE_COUNT;
    }
    for (unsigned code = 0; code < combinations && !(*error <= target); code++) {
        unsigned starts = 1;
        for (unsigned slips = set_states(&s, code); slips > 0; slips--) {
            starts *= DIRECTIONS;
        }
        // with many slipping contacts only an even sample of the starts
        const unsigned stride = (starts + STATUS_STARTS - 1) / STATUS_STARTS;
        for (unsigned start = 0; start < starts && !(*error <= target); start += stride) {
            set_directions(&s, start + start / DIRECTIONS % stride);
            count += solve_states(&s, scratch, scratch->trial, &e);
            if (e < *error) {
                memcpy(y, scratch->trial, bytes);
                *error = e;
            }
        }
    }
    return count;
}
