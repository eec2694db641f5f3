// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/slip.h"

#include "foundation/math/lanes.h"
#include "physics/contact_problem/local.h"
#include "physics/solve/at_once.h"

#include <math.h>

enum { STEPS = 5 };

/// Determinants of blocks below this share of their products are left to the other moves.
#define LEAST_DETERMINANT 1e-9
/// A direction turns by so much at most, rad.
#define MOST_TURN 0.5

/// Unknowns or equations of a contact: turn of d as a way mu P_N of the percussion; load.
typedef struct slip_pair {
    double turn, load;
} slip_pair;

/// Rows turn, load by columns turn, load.
typedef struct slip_block {
    double tt, tl, lt, ll;
} slip_block;

enum { ROWS = 3 * SLIP_CONTACTS };

typedef struct slip_problem {
    const talus_contact_problem *problem;
    const double *columns;                       ///< (3n x 3n) 1/kg, W by columns
    double load[SLIP_CONTACTS];                  ///< N s, P_N; 0: open
    double d1[SLIP_CONTACTS], d2[SLIP_CONTACTS]; ///< unit slip directions, along P_T
    unsigned active[SLIP_ACTIVE];                ///< contacts with a load
    double xi[ROWS];                             ///< m/s
    double along[SLIP_ACTIVE][ROWS];             ///< 1/kg, xi by the loads
    double aside[SLIP_ACTIVE][ROWS];             ///< 1/kg, xi by the turns, as ways mu P_N
    slip_block m[SLIP_ACTIVE][SLIP_ACTIVE];      ///< Jacobian
    slip_pair b[SLIP_ACTIVE];                    ///< residual, then the step
    slip_block inverse[SLIP_ACTIVE];             ///< of the pivots
    double per_reach[SLIP_ACTIVE];               ///< 1 / (mu P_N)
} slip_problem;

#define SLIP_PART static inline __attribute__((always_inline))

/// Load and direction of contact k at the start; false when it sticks.
SLIP_PART bool read_start(slip_problem *s, size_t k, const double *p)
{
    s->load[k] = 0.0;
    if (p[0] > 0.0) {
        if (!problem_slips(s->problem->mu[k], p)) {
            return false;
        }
        const double inverse = 1.0 / sqrt(p[1] * p[1] + p[2] * p[2]);
        s->load[k] = p[0];
        s->d1[k] = inverse * p[1];
        s->d2[k] = inverse * p[2];
    }
    return true;
}

/// Number the contacts with a load; more than SLIP_ACTIVE: one more than that.
SLIP_PART size_t find_active(slip_problem *s, size_t n)
{
    size_t m = 0;
    for (size_t k = 0; k < n; k++) {
        if (s->load[k] > 0.0) {
            if (m == SLIP_ACTIVE) {
                return SLIP_ACTIVE + 1;
            }
            s->active[m++] = (unsigned)k;
        }
    }
    return m;
}

/// Number of active contact j. In this and the next functions m is to be constant, and n too where
/// they are equal.
SLIP_PART size_t number(const slip_problem *s, size_t n, size_t m, size_t j)
{
    return n == m ? j : s->active[j];
}

/// First row of a group of four of 3n rows: the last group takes some of the one before again.
SLIP_PART size_t first_row(size_t n, size_t group)
{
    return LANES * (group + 1) <= 3 * n ? LANES * group : 3 * n - LANES;
}

SLIP_PART void find_velocities(slip_problem *s, size_t n, size_t m)
{
    const size_t width = 3 * n;
    for (size_t group = 0; LANES * group < width; group++) {
        const size_t row = first_row(n, group);
        lanes xi = *(const loose_lanes *)(s->problem->c + row);
        for (size_t j = 0; j < m; j++) {
            const size_t from = number(s, n, m, j);
            const double *column = s->columns + 3 * from * width + row;
            const double mu = s->problem->mu[from];
            const double e1 = mu * s->d1[from], e2 = mu * s->d2[from];
            const lanes along =
                *(const loose_lanes *)column + (e1 * *(const loose_lanes *)(column + width) +
                                                e2 * *(const loose_lanes *)(column + 2 * width));
            *(loose_lanes *)(s->along[j] + row) = along;
            xi += along * s->load[from];
        }
        *(loose_lanes *)(s->xi + row) = xi;
    }
}

SLIP_PART void find_turns(slip_problem *s, size_t n, size_t m)
{
    const size_t width = 3 * n;
    for (size_t j = 0; j < m; j++) {
        const size_t from = number(s, n, m, j);
        const double d1 = s->d1[from], d2 = s->d2[from];
        const double *column = s->columns + (3 * from + 1) * width;
        for (size_t group = 0; LANES * group < width; group++) {
            const size_t row = first_row(n, group);
            *(loose_lanes *)(s->aside[j] + row) =
                d1 * *(const loose_lanes *)(column + width + row) -
                d2 * *(const loose_lanes *)(column + row);
        }
    }
}

SLIP_PART void assemble(slip_problem *s, size_t n, size_t m)
{
    find_turns(s, n, m);
    for (size_t r = 0; r < m; r++) {
        const size_t k = number(s, n, m, r);
        const double d1 = s->d1[k], d2 = s->d2[k], *xi = s->xi + 3 * k;
        for (size_t j = 0; j < m; j++) {
            const double *along = s->along[j] + 3 * k, *aside = s->aside[j] + 3 * k;
            s->m[r][j] = (slip_block){.tt = d1 * aside[2] - d2 * aside[1],
                                      .tl = d1 * along[2] - d2 * along[1],
                                      .lt = aside[0],
                                      .ll = along[0]};
        }
        // the row turns with the direction
        s->per_reach[r] = 1.0 / (s->problem->mu[k] * s->load[k]);
        s->m[r][r].tt -= (d1 * xi[1] + d2 * xi[2]) * s->per_reach[r];
        s->b[r] = (slip_pair){d1 * xi[2] - d2 * xi[1], xi[0]};
    }
}

/// Inverse of pivot block c; false when it is small.
SLIP_PART bool invert(slip_problem *s, size_t c)
{
    const slip_block *a = &s->m[c][c];
    const double first = a->tt * a->ll, second = a->tl * a->lt, determinant = first - second;
    const double scale = 1.0 / determinant;
    s->inverse[c] = (slip_block){scale * a->ll, -(scale * a->tl), -(scale * a->lt), scale * a->tt};
    return fabs(determinant) > LEAST_DETERMINANT * (fabs(first) + fabs(second));
}

/// Row r less its part of row c.
SLIP_PART void eliminate(slip_problem *s, size_t m, size_t c, size_t r)
{
    const slip_block a = s->m[r][c], i = s->inverse[c];
    const slip_block f = {a.tt * i.tt + a.tl * i.lt, a.tt * i.tl + a.tl * i.ll,
                          a.lt * i.tt + a.ll * i.lt, a.lt * i.tl + a.ll * i.ll};
    for (size_t k = c + 1; k < m; k++) {
        const slip_block from = s->m[c][k];
        slip_block *to = &s->m[r][k];
        to->tt -= f.tt * from.tt + f.tl * from.lt;
        to->tl -= f.tt * from.tl + f.tl * from.ll;
        to->lt -= f.lt * from.tt + f.ll * from.lt;
        to->ll -= f.lt * from.tl + f.ll * from.ll;
    }
    s->b[r].turn -= f.tt * s->b[c].turn + f.tl * s->b[c].load;
    s->b[r].load -= f.lt * s->b[c].turn + f.ll * s->b[c].load;
}

SLIP_PART void substitute(slip_problem *s, size_t m, size_t c)
{
    slip_pair b = s->b[c];
    for (size_t k = c + 1; k < m; k++) {
        const slip_block a = s->m[c][k];
        b.turn -= a.tt * s->b[k].turn + a.tl * s->b[k].load;
        b.load -= a.lt * s->b[k].turn + a.ll * s->b[k].load;
    }
    const slip_block i = s->inverse[c];
    s->b[c] = (slip_pair){i.tt * b.turn + i.tl * b.load, i.lt * b.turn + i.ll * b.load};
}

/// Gauss elimination by blocks along the diagonal: a slip speed far above what the percussions
/// change makes them dominant. @return false when a pivot is small
SLIP_PART bool solve_blocks(slip_problem *s, size_t m)
{
    bool is_regular = invert(s, 0);
    if (m > 1) {
        eliminate(s, m, 0, 1);
        is_regular = invert(s, 1) && is_regular;
    }
    if (m > 2) {
        eliminate(s, m, 0, 2);
        eliminate(s, m, 1, 2);
        is_regular = invert(s, 2) && is_regular;
        substitute(s, m, 2);
    }
    if (m > 1) {
        substitute(s, m, 1);
    }
    substitute(s, m, 0);
    return is_regular;
}

/// A contact that loses its load opens.
SLIP_PART void step_to(slip_problem *s, size_t n, size_t m)
{
    for (size_t r = 0; r < m; r++) {
        const size_t k = number(s, n, m, r);
        const double way = -s->b[r].turn * s->per_reach[r];
        const double turn = way > MOST_TURN ? MOST_TURN : way < -MOST_TURN ? -MOST_TURN : way;
        problem_turn(turn, &s->d1[k], &s->d2[k]);
        s->load[k] -= s->b[r].load;
    }
}

/// Error of the percussions as they are, a number that is not finite when something is not. Of a
/// contact that slips against its direction, y less its projection is (xi_N, an arc of the radius
/// mu y_N), for the arc its tangent; one that does not, or without friction, has an infinite error.
SLIP_PART double find_error(const slip_problem *s, size_t n)
{
    const double *w = s->columns;
    double worst = 0.0, sum = 0.0;
    bool do_slip = true;
    for (size_t k = 0; k < n; k++) {
        const double *xi = s->xi + 3 * k, *block = w + 3 * k * (3 * n + 1);
        double e;
        if (s->load[k] > 0.0) {
            const double third = (block[0] + block[3 * n + 1] + block[6 * n + 2]) * (1.0 / 3.0);
            const double load = third * s->load[k], reach = s->problem->mu[k] * load;
            const double d1 = s->d1[k], d2 = s->d2[k], along = d1 * xi[1] + d2 * xi[2];
            const double arc = reach * (d1 * xi[2] - d2 * xi[1]) / (reach - along);
            do_slip = do_slip & (reach > 0.0) & (along <= 0.0) & (xi[0] < load);
            e = xi[0] * xi[0] + arc * arc;
        } else {
            do_slip = do_slip && s->load[k] == 0.0 && solve_is_valid(s->problem, k);
            e = xi[0] < 0.0 ? xi[0] * xi[0] : 0.0;
            sum += xi[0] + xi[1] + xi[2];
        }
        worst = e > worst ? e : worst;
        sum += e;
    }
    return do_slip ? sqrt(worst) + 0.0 * sum : (double)INFINITY;
}

/// One Newton step. @return error of what it gives; infinite without one
SLIP_PART double step_of(slip_problem *s, size_t n, size_t m)
{
    find_velocities(s, n, m);
    assemble(s, n, m);
    if (!solve_blocks(s, m)) {
        return (double)INFINITY;
    }
    step_to(s, n, m);
    find_velocities(s, n, m);
    return find_error(s, n);
}

/// The same, compiled for two and three contacts that all slip, and for the rest.
SLIP_PART double step_on(slip_problem *s, size_t n, size_t m)
{
    if (m == 2 && n == 2) {
        return step_of(s, 2, 2);
    }
    if (m == 3 && n == 3) {
        return step_of(s, 3, 3);
    }
    if (m == 0) {
        find_velocities(s, n, 0);
        return find_error(s, n);
    }
    return m <= SLIP_ACTIVE ? step_of(s, n, m) : (double)INFINITY;
}

/// What the velocities contradict. @return false when a contact may stick
SLIP_PART bool correct_states(slip_problem *s, size_t n)
{
    const double *w = s->columns;
    for (size_t k = 0; k < n; k++) {
        const double *xi = s->xi + 3 * k, *block = w + 3 * k * (3 * n + 1);
        if (s->load[k] > 0.0) {
            if (s->d1[k] * xi[1] + s->d2[k] * xi[2] > 0.0) {
                return false;
            }
        } else if (s->load[k] < 0.0) {
            s->load[k] = 0.0;
        } else if (xi[0] < 0.0) {
            const double mu = s->problem->mu[k], length2 = xi[1] * xi[1] + xi[2] * xi[2];
            if (!(length2 > mu * mu * (xi[0] * xi[0]))) {
                return false;
            }
            const double inverse = -1.0 / sqrt(length2);
            s->load[k] = -3.0 * xi[0] / (block[0] + block[3 * n + 1] + block[6 * n + 2]);
            s->d1[k] = inverse * xi[1];
            s->d2[k] = inverse * xi[2];
        }
    }
    return true;
}

/// Loads and directions of the start, corrected where not all contacts have a load.
/// @return false when one may stick
SLIP_PART bool start(slip_problem *s, size_t n, const double *percussion)
{
    for (size_t k = 0; k < n; k++) {
        if (!read_start(s, k, percussion + 3 * k)) {
            return false;
        }
    }
    const size_t m = find_active(s, n);
    if (m == n || m > SLIP_ACTIVE) {
        return m <= SLIP_ACTIVE;
    }
    find_velocities(s, n, m);
    return correct_states(s, n);
}

SLIP_PART void hand_out(const slip_problem *s, size_t k, double *p)
{
    const double load = s->load[k] > 0.0 ? s->load[k] : 0.0, reach = s->problem->mu[k] * load;
    p[0] = load;
    p[1] = load > 0.0 ? reach * s->d1[k] : 0.0;
    p[2] = load > 0.0 ? reach * s->d2[k] : 0.0;
}

SLIP_PART void transpose(size_t size, const double *from, double *to)
{
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < size; j++) {
            to[j * size + i] = from[i * size + j];
        }
    }
}

LANES_CLONES bool solve_slip(const talus_contact_problem *problem, double target,
                             double *percussion, int *steps, double *error)
{
    const size_t n = problem->contact_count;
    double turned[ROWS * ROWS];
    slip_problem s;
    s.problem = problem;
    s.columns = problem->blocks;
    *steps = 0;
    if (n < 2 || n > SLIP_CONTACTS) {
        return false;
    }
    if (!problem->is_symmetric) {
        transpose(3 * n, problem->blocks, turned);
        s.columns = turned;
    }
    if (!start(&s, n, percussion)) {
        return false;
    }
    do {
        *error = step_on(&s, n, find_active(&s, n));
        ++*steps;
    } while (!(*error <= target) && *steps < STEPS && correct_states(&s, n));
    if (!(*error <= target)) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        hand_out(&s, k, percussion + 3 * k);
    }
    return true;
}
