// SPDX-License-Identifier: GPL-3.0-or-later
#include "percussion/active.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { OPEN, STICK, SLIP };
enum { UNKNOWNS = 3 * ACTIVE_CONTACTS, STEPS = 12 };

/// Pivots below this, of entries of order 1, are round-off of dependent rows.
#define LEAST_PIVOT 1e-10
/// A direction turns by so much at most, rad.
#define MOST_TURN 0.5

typedef struct active_contact {
    int state;
    unsigned first, count; ///< its unknowns and equations
    double d[2];           ///< unit slip direction, along P_T
} active_contact;

typedef struct active_set {
    const dense_problem *problem;
    active_contact contact[ACTIVE_CONTACTS];
    unsigned size;                  ///< unknowns
    double a[UNKNOWNS][UNKNOWNS];   ///< Jacobian by rows
    double b[UNKNOWNS];             ///< residual, then the step
    double xi[3 * ACTIVE_CONTACTS]; ///< m/s, belongs to y
} active_set;

/// State that the natural map gives a contact: (y, xi) as if both were exact.
static void guess_state(active_contact *c, double mu, const double y[3], const double xi[3])
{
    const double pressed = y[0] - xi[0];
    const double t1 = y[1] - xi[1], t2 = y[2] - xi[2];
    const double radius = mu * pressed, length2 = t1 * t1 + t2 * t2;
    if (!(pressed > 0.0)) {
        c->state = OPEN;
    } else if (length2 <= radius * radius) {
        c->state = STICK;
    } else {
        const double inverse = 1.0 / sqrt(length2);
        c->state = SLIP;
        c->d[0] = inverse * t1;
        c->d[1] = inverse * t2;
    }
}

/// What the last step contradicts. @return whether the state or direction is another one
static bool correct_state(active_contact *c, double mu, const double y[3], const double xi[3])
{
    const int before = c->state;
    if (before == OPEN) {
        if (xi[0] < 0.0) {
            guess_state(c, mu, y, xi);
        }
    } else if (!(y[0] > 0.0)) {
        c->state = OPEN;
    } else if (before == STICK) {
        const double radius = mu * y[0], length2 = y[1] * y[1] + y[2] * y[2];
        if (length2 > radius * radius) {
            const double inverse = 1.0 / sqrt(length2);
            c->state = SLIP;
            c->d[0] = inverse * y[1];
            c->d[1] = inverse * y[2];
        }
    } else if (c->d[0] * xi[1] + c->d[1] * xi[2] > 0.0) {
        c->state = STICK;
    }
    return c->state != before;
}

/// Number the unknowns, and put y onto what the states allow.
static void enter_states(active_set *s, double *y)
{
    s->size = 0;
    for (size_t k = 0; k < s->problem->contact_count; k++) {
        active_contact *c = &s->contact[k];
        double *p = y + 3 * k;
        c->first = s->size;
        c->count = c->state == OPEN ? 0 : c->state == STICK ? 3 : 2;
        s->size += c->count;
        if (c->state == OPEN) {
            p[0] = p[1] = p[2] = 0.0;
        } else if (c->state == SLIP) {
            // some load gives the direction something to turn
            const double load = p[0] - s->xi[3 * k];
            p[0] = p[0] > 0.0 ? p[0] : load > 0.0 ? load : fabs(s->problem->c[3 * k]);
            p[1] = s->problem->mu[k] * p[0] * c->d[0];
            p[2] = s->problem->mu[k] * p[0] * c->d[1];
        }
    }
}

/// xi of y and the error of y.
static double find_velocities(active_set *s, const double *y)
{
    return dense_error(s->problem, y, s->xi);
}

/// Derivatives of A_kj y_j with the unknowns of contact j: rows of `out`, in axes N, T1, T2.
static void block_columns(const active_set *s, size_t k, size_t j, const double *y,
                          double out[3][3])
{
    const size_t width = 3 * s->problem->contact_count;
    const double *a = s->problem->a + 3 * k * width + 3 * j;
    const active_contact *c = &s->contact[j];
    if (c->state == STICK) {
        for (size_t i = 0; i < 3; i++, a += width) {
            memcpy(out[i], a, sizeof out[i]);
        }
        return;
    }
    const double mu = s->problem->mu[j], m1 = mu * c->d[0], m2 = mu * c->d[1];
    const double n1 = -y[3 * j] * m2, n2 = y[3 * j] * m1;
    for (size_t i = 0; i < 3; i++, a += width) {
        out[i][0] = a[0] + m1 * a[1] + m2 * a[2];
        out[i][1] = n1 * a[1] + n2 * a[2];
    }
}

/// Residual and Jacobian of the states' equations.
static void assemble(active_set *s, const double *y)
{
    const size_t n = s->problem->contact_count;
    for (size_t k = 0; k < n; k++) {
        const active_contact *c = &s->contact[k];
        const double *xi = s->xi + 3 * k;
        const unsigned row = c->first;
        if (c->state == OPEN) {
            continue;
        }
        s->b[row] = xi[0];
        s->b[row + 1] = c->state == STICK ? xi[1] : c->d[0] * xi[2] - c->d[1] * xi[1];
        if (c->state == STICK) {
            s->b[row + 2] = xi[2];
        }
        for (size_t j = 0; j < n; j++) {
            const unsigned column = s->contact[j].first, columns = s->contact[j].count;
            double part[3][3];
            if (columns == 0) {
                continue;
            }
            block_columns(s, k, j, y, part);
            for (unsigned i = 0; i < columns; i++) {
                s->a[row][column + i] = part[0][i];
                if (c->state == STICK) {
                    s->a[row + 1][column + i] = part[1][i];
                    s->a[row + 2][column + i] = part[2][i];
                } else {
                    s->a[row + 1][column + i] = c->d[0] * part[2][i] - c->d[1] * part[1][i];
                }
            }
        }
        if (c->state == SLIP) { // the row turns with the direction
            s->a[row + 1][row + 1] -= c->d[0] * xi[1] + c->d[1] * xi[2];
        }
    }
}

/// Gauss elimination by rows; a column without pivot has the step 0.
static void solve_step(active_set *s)
{
    const unsigned n = s->size;
    unsigned lead[UNKNOWNS], rank = 0;
    for (unsigned c = 0; c < n; c++) {
        unsigned pivot = rank;
        double largest = 0.0;
        for (unsigned r = rank; r < n; r++) {
            const double size = fabs(s->a[r][c]);
            if (size > largest) {
                largest = size;
                pivot = r;
            }
        }
        lead[c] = UNKNOWNS;
        if (!(largest > LEAST_PIVOT)) {
            continue;
        }
        for (unsigned k = c; k < n && pivot != rank; k++) {
            const double swap = s->a[rank][k];
            s->a[rank][k] = s->a[pivot][k];
            s->a[pivot][k] = swap;
        }
        const double swap = s->b[rank], inverse = 1.0 / s->a[pivot == rank ? rank : rank][c];
        s->b[rank] = s->b[pivot];
        s->b[pivot] = swap;
        for (unsigned r = rank + 1; r < n; r++) {
            const double f = s->a[r][c] * inverse;
            for (unsigned k = c + 1; k < n; k++) {
                s->a[r][k] -= f * s->a[rank][k];
            }
            s->b[r] -= f * s->b[rank];
        }
        lead[c] = rank++;
    }
    double step[UNKNOWNS];
    for (unsigned c = n; c-- > 0;) {
        step[c] = 0.0;
        if (lead[c] < UNKNOWNS) {
            const double *row = s->a[lead[c]];
            double sum = s->b[lead[c]];
            for (unsigned k = c + 1; k < n; k++) {
                sum -= row[k] * step[k];
            }
            step[c] = sum / row[c];
        }
    }
    memcpy(s->b, step, n * sizeof *step);
}

static void take_step(active_set *s, double *y)
{
    for (size_t k = 0; k < s->problem->contact_count; k++) {
        active_contact *c = &s->contact[k];
        const double *step = s->b + c->first;
        double *p = y + 3 * k;
        if (c->state == STICK) {
            p[0] -= step[0];
            p[1] -= step[1];
            p[2] -= step[2];
        } else if (c->state == SLIP) {
            const double turn = step[1] > MOST_TURN    ? -MOST_TURN
                                : step[1] < -MOST_TURN ? MOST_TURN
                                                       : -step[1];
            const double x = c->d[0] - turn * c->d[1], z = c->d[1] + turn * c->d[0];
            const double scale = 1.0 / sqrt(x * x + z * z);
            c->d[0] = scale * x;
            c->d[1] = scale * z;
            p[0] -= step[0];
            p[1] = s->problem->mu[k] * p[0] * c->d[0];
            p[2] = s->problem->mu[k] * p[0] * c->d[1];
        }
    }
}

/// Newton until the target, correcting the states after every step. @return steps
static int follow_states(active_set *s, double target, double *y, double *error)
{
    const size_t n = s->problem->contact_count;
    bool moved = true;
    for (int count = 1; count <= STEPS; count++) {
        if (moved) {
            enter_states(s, y);
            *error = find_velocities(s, y);
        }
        assemble(s, y);
        solve_step(s);
        take_step(s, y);
        *error = find_velocities(s, y);
        if (*error <= target) {
            return count;
        }
        moved = false;
        for (size_t k = 0; k < n; k++) {
            moved =
                correct_state(&s->contact[k], s->problem->mu[k], y + 3 * k, s->xi + 3 * k) || moved;
        }
    }
    return STEPS;
}

int dense_active(const dense_problem *problem, double target, double *y, double *error)
{
    const size_t n = problem->contact_count;
    active_set s;
    s.problem = problem;
    *error = find_velocities(&s, y);
    if (*error <= target || n > ACTIVE_CONTACTS) {
        return 0;
    }
    for (size_t k = 0; k < n; k++) {
        guess_state(&s.contact[k], problem->mu[k], y + 3 * k, s.xi + 3 * k);
    }
    return follow_states(&s, target, y, error);
}

int dense_active_slips(const dense_problem *problem, double target, double *y, double *error)
{
    const size_t n = problem->contact_count;
    double start[3 * ACTIVE_CONTACTS];
    active_set s, seed;
    seed.problem = problem;
    find_velocities(&seed, y);
    memcpy(start, y, 3 * n * sizeof *y);
    for (size_t k = 0; k < n; k++) {
        guess_state(&seed.contact[k], 0.0, y + 3 * k, seed.xi + 3 * k);
        if (seed.contact[k].state != SLIP) {
            seed.contact[k] = (active_contact){.state = SLIP, .d = {1.0, 0.0}};
        }
    }
    int count = 0;
    for (unsigned code = 0; code < 1u << 2 * n; code++) {
        s = seed;
        memcpy(y, start, 3 * n * sizeof *y);
        for (size_t k = 0; k < n; k++) { // quarter turns
            active_contact *c = &s.contact[k];
            for (unsigned turn = code >> 2 * k & 3u; turn > 0; turn--) {
                const double x = c->d[0];
                c->d[0] = -c->d[1];
                c->d[1] = x;
            }
        }
        count += follow_states(&s, target, y, error);
        if (*error <= target) {
            break;
        }
    }
    return count;
}
