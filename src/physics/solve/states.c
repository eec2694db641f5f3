// SPDX-License-Identifier: GPL-3.0-or-later
// The move for few contacts: guess which contacts are open, stick or slip, solve the equations of that
// guess, and correct the guess by the result.
#include "physics/solve/moves.h"

#include <math.h>
#include <string.h>

enum { OPEN, STICK, SLIP };
enum { UNKNOWNS = 3 * STATES_CONTACTS, STEPS = 12 };

/// Pivots below this, of entries of order 1, are round-off of rows that depend on the others.
#define LEAST_PIVOT 1e-10
/// A direction turns by so much at most, rad.
#define MOST_TURN 0.5

typedef struct active_contact {
    int state;
    unsigned first, count; ///< its unknowns and equations
    double d[2];           ///< unit slip direction, along P_T
} active_contact;

typedef struct active_set {
    const scaled_problem *problem;
    active_contact contact[STATES_CONTACTS];
    unsigned size;                  ///< unknowns
    double a[UNKNOWNS][UNKNOWNS];   ///< Jacobian by rows
    double b[UNKNOWNS];             ///< residual, then the step
    double xi[3 * STATES_CONTACTS]; ///< m/s, belongs to y
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
static inline void enter_states(active_set *s, size_t n, double *y)
{
    s->size = 0;
    for (size_t k = 0; k < n; k++) {
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

/// A row of A, in axes N, T1, T2 of every contact, as derivatives with the unknowns.
static inline void write_row(const active_set *s, size_t n, const double *restrict row,
                             const double *restrict y, double *restrict out)
{
    for (size_t j = 0; j < n; j++, row += 3) {
        const active_contact *c = &s->contact[j];
        double *to = out + c->first;
        if (c->state == SLIP) {
            const double along = c->d[0] * row[1] + c->d[1] * row[2];
            const double across = c->d[0] * row[2] - c->d[1] * row[1], mu = s->problem->mu[j];
            to[0] = row[0] + mu * along;
            to[1] = mu * y[3 * j] * across;
        } else if (c->state == STICK) {
            to[0] = row[0];
            to[1] = row[1];
            to[2] = row[2];
        }
    }
}

/// Residual and Jacobian of the states' equations.
static inline void assemble(active_set *s, size_t n, const double *y)
{
    const size_t width = 3 * n;
    const double *a = s->problem->a;
    for (size_t k = 0; k < n; k++, a += 3 * width) {
        const active_contact *c = &s->contact[k];
        const double *xi = s->xi + 3 * k;
        const unsigned row = c->first;
        if (c->state == OPEN) {
            continue;
        }
        s->b[row] = xi[0];
        write_row(s, n, a, y, s->a[row]);
        if (c->state == STICK) {
            s->b[row + 1] = xi[1];
            s->b[row + 2] = xi[2];
            write_row(s, n, a + width, y, s->a[row + 1]);
            write_row(s, n, a + 2 * width, y, s->a[row + 2]);
            continue;
        }
        double across[3 * STATES_CONTACTS];
        for (size_t j = 0; j < width; j++) {
            across[j] = c->d[0] * a[2 * width + j] - c->d[1] * a[width + j];
        }
        s->b[row + 1] = c->d[0] * xi[2] - c->d[1] * xi[1];
        write_row(s, n, across, y, s->a[row + 1]);
        // the row turns with the direction
        s->a[row + 1][row + 1] -= c->d[0] * xi[1] + c->d[1] * xi[2];
    }
}

static inline void swap_rows(active_set *s, unsigned n, unsigned i, unsigned j)
{
    for (unsigned k = 0; k < n; k++) {
        const double swap = s->a[i][k];
        s->a[i][k] = s->a[j][k];
        s->a[j][k] = swap;
    }
    const double swap = s->b[i];
    s->b[i] = s->b[j];
    s->b[j] = swap;
}

static inline unsigned find_pivot(const active_set *s, unsigned n, unsigned first, unsigned column)
{
    unsigned pivot = first;
    double largest = fabs(s->a[first][column]);
    for (unsigned r = first + 1; r < n; r++) {
        const double size = fabs(s->a[r][column]);
        if (size > largest) {
            largest = size;
            pivot = r;
        }
    }
    return largest > LEAST_PIVOT ? pivot : UNKNOWNS;
}

static inline void clear_column(active_set *s, unsigned n, unsigned pivot, unsigned column)
{
    const double inverse = 1.0 / s->a[pivot][column];
    for (unsigned r = pivot + 1; r < n; r++) {
        const double f = s->a[r][column] * inverse;
        for (unsigned k = column + 1; k < n; k++) {
            s->a[r][k] -= f * s->a[pivot][k];
        }
        s->b[r] -= f * s->b[pivot];
    }
    s->b[pivot] *= inverse;
    for (unsigned k = column + 1; k < n; k++) {
        s->a[pivot][k] *= inverse;
    }
}

/// Gauss elimination, from the column on, of a matrix that may be singular: a column without pivot
/// has the step 0.
static void solve_singular(active_set *s, unsigned column)
{
    const unsigned n = s->size;
    unsigned lead[UNKNOWNS], rank = column;
    for (unsigned c = 0; c < n; c++) {
        lead[c] = c < column ? c : UNKNOWNS;
    }
    for (unsigned c = column; c < n && rank < n; c++) {
        const unsigned pivot = find_pivot(s, n, rank, c);
        if (pivot == UNKNOWNS) {
            continue;
        }
        if (pivot != rank) {
            swap_rows(s, n, rank, pivot);
        }
        clear_column(s, n, rank, c);
        lead[c] = rank++;
    }
    double step[UNKNOWNS];
    for (unsigned c = n; c-- > 0;) {
        step[c] = 0.0;
        if (lead[c] < UNKNOWNS) {
            step[c] = s->b[lead[c]];
            for (unsigned k = c + 1; k < n; k++) {
                step[c] -= s->a[lead[c]][k] * step[k];
            }
        }
    }
    memcpy(s->b, step, n * sizeof *step);
}

/// Gauss elimination with row pivoting; to be inlined with constant n.
static inline void solve_regular(active_set *s, unsigned n)
{
    for (unsigned c = 0; c < n; c++) {
        const unsigned pivot = find_pivot(s, n, c, c);
        if (pivot == UNKNOWNS) {
            solve_singular(s, c);
            return;
        }
        if (pivot != c) {
            swap_rows(s, n, c, pivot);
        }
        clear_column(s, n, c, c);
    }
    for (unsigned c = n - 1; c-- > 0;) {
        for (unsigned k = c + 1; k < n; k++) {
            s->b[c] -= s->a[c][k] * s->b[k];
        }
    }
}

static void solve_step(active_set *s)
{
    switch (s->size) {
    case 0:
        return;
    case 4: // two contacts that slip
        solve_regular(s, 4);
        return;
    case 6: // three that slip, two that stick
        solve_regular(s, 6);
        return;
    default:
        solve_regular(s, s->size);
        return;
    }
}

static inline void step_to(active_set *s, size_t n, double *y)
{
    for (size_t k = 0; k < n; k++) {
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

/// Newton until the target, correcting the states after every step; to be inlined with constant n.
/// @return steps
static inline int follow_states_of(active_set *s, size_t n, double target, double *y, double *error)
{
    const scaled_problem *p = s->problem;
    bool has_moved = true;
    for (int count = 1; count <= STEPS; count++) {
        if (has_moved) {
            enter_states(s, n, y);
            problem_velocities_of(n, p->a, p->c, y, s->xi);
        }
        assemble(s, n, y);
        solve_step(s);
        step_to(s, n, y);
        *error = problem_scaled_error_of(n, p->a, p->c, p->mu, y, s->xi);
        if (*error <= target) {
            return count;
        }
        has_moved = false;
        for (size_t k = 0; k < n; k++) {
            has_moved =
                correct_state(&s->contact[k], p->mu[k], y + 3 * k, s->xi + 3 * k) || has_moved;
        }
    }
    return STEPS;
}

static int follow_states(active_set *s, double target, double *y, double *error)
{
    switch (s->problem->contact_count) {
    case 2:
        return follow_states_of(s, 2, target, y, error);
    case 3:
        return follow_states_of(s, 3, target, y, error);
    default:
        return follow_states_of(s, s->problem->contact_count, target, y, error);
    }
}

int solve_states(const scaled_problem *problem, double target, double *y, double *error)
{
    const size_t n = problem->contact_count;
    active_set s;
    s.problem = problem;
    *error = solve_scaled_error(problem, y, s.xi);
    if (*error <= target) {
        return 0;
    }
    for (size_t k = 0; k < n; k++) {
        guess_state(&s.contact[k], problem->mu[k], y + 3 * k, s.xi + 3 * k);
    }
    return follow_states(&s, target, y, error);
}
