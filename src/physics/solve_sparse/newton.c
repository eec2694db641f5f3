// SPDX-License-Identifier: GPL-3.0-or-later
// Newton on the Alart-Curnier map in y = P / rho, rho_i = 3 / tr W_ii:
//   F_N = y_N - max(0, y_N - xi_N),   F_T = y_T - proj(y_T - xi_T; |.| <= mu max(0, y_N - xi_N)).
// Its zeros are those of the natural map. Globalised as a proximal point method: each problem has
//   xi_i = W_i P + c_i + alpha_i (y_i - y_anchor,i),
// is solvable from nearby for alpha large enough, and becomes the anchor of the next one; alpha
// falls while that is easy and rises when it is not. It is one number for all contacts, but in large
// islands of several bodies each contact has its own: where a problem is not solved it rises at the
// contacts with errors alone, so that one corner of a heap does not hold back the rest
// (docs/contact_solvers.md has the figures). The matrix A + B (W rho + alpha I) is factored
// by blocks; the tiny SHIFT keeps it regular where W is not (hyperstatic) and leaves the solution
// alone, because the residual is exact.
#include "physics/solve_sparse/stages.h"

#include <string.h>

// relative to diagonal blocks of trace 3
static const double SHIFT = 1e-11;

/// F of one contact; dF = A dy + B du.
static double map_contact(double mu, const double y[3], const double xi[3], double f[3],
                          double a[9], double b[9])
{
    memset(a, 0, 9 * sizeof *a);
    memset(b, 0, 9 * sizeof *b);
    const double pressed = y[0] - xi[0] > 0.0 ? y[0] - xi[0] : 0.0;
    const double t1 = y[1] - xi[1], t2 = y[2] - xi[2];
    const double radius = mu * pressed, length = sqrt(t1 * t1 + t2 * t2);
    f[0] = pressed > 0.0 ? xi[0] : y[0];
    a[0] = pressed > 0.0 ? 0.0 : 1.0;
    b[0] = 1.0 - a[0];
    if (length <= radius && pressed > 0.0) {
        f[1] = xi[1];
        f[2] = xi[2];
        b[4] = b[8] = 1.0;
    } else {
        const double s = length > 0.0 ? radius / length : 0.0;
        const double d1 = length > 0.0 ? t1 / length : 0.0, d2 = length > 0.0 ? t2 / length : 0.0;
        const double slope = pressed > 0.0 ? mu : 0.0;
        f[1] = y[1] - s * t1;
        f[2] = y[2] - s * t2;
        b[4] = s * (1.0 - d1 * d1);
        b[5] = b[7] = -s * d1 * d2;
        b[8] = s * (1.0 - d2 * d2);
        a[4] = 1.0 - b[4];
        a[5] = a[7] = -b[5];
        a[8] = 1.0 - b[8];
        a[3] = -slope * d1;
        a[6] = -slope * d2;
        b[3] = slope * d1;
        b[6] = slope * d2;
    }
    return f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
}

typedef struct newton_step {
    sparse_state *solve;
    block_lu *lu;
    const double *anchor; ///< (3n) proximal anchor; NULL: none
    double *alpha;        ///< (n) its weights, trace-3 units; NULL: none
    bool is_local;        ///< each contact has its own weight
    double *step, *from;  ///< (3n) in y; (3n) percussion before the step
} newton_step;

/// y and xi + alpha (y - y_anchor) of one contact.
static void shifted_contact(const newton_step *s, size_t i, double y[3], double xi[3])
{
    const sparse_state *solve = s->solve;
    const double inverse_rho = 1.0 / (solve->scale[i] * solve->scale[i]);
    for (size_t k = 0; k < 3; k++) {
        const double p = solve->percussion[3 * i + k];
        y[k] = inverse_rho * p;
        xi[k] = solve->xi[3 * i + k];
        if (s->anchor != NULL) {
            xi[k] += s->alpha[i] * inverse_rho * (p - s->anchor[3 * i + k]);
        }
    }
}

/// |F|^2 of the candidate, whose velocity is known.
static double merit_of(const newton_step *s)
{
    double merit = 0.0;
    for (size_t i = 0; i < s->solve->count; i++) {
        double y[3], xi[3], f[3], a[9], b[9];
        shifted_contact(s, i, y, xi);
        merit += map_contact(s->solve->problem->mu[i], y, xi, f, a, b);
    }
    return merit;
}

/// Row of blocks A delta_ij + B (W_ij rho_j + shift delta_ij).
static void fill_row(const newton_step *s, size_t i, const double a[9], const double b[9])
{
    const talus_contact_problem *problem = s->solve->problem;
    const double shift = SHIFT + (s->alpha != NULL ? s->alpha[i] : 0.0);
    for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
        const size_t j = problem->column[k];
        const double *w = problem->blocks + 9 * k, rho = s->solve->scale[j] * s->solve->scale[j];
        double *to = s->lu->value + 9 * s->lu->slot[k];
        for (size_t row = 0; row < 9; row += 3) {
            const double b0 = b[row] * rho, b1 = b[row + 1] * rho, b2 = b[row + 2] * rho;
            for (size_t column = 0; column < 3; column++) {
                to[row + column] = b0 * w[column] + b1 * w[3 + column] + b2 * w[6 + column];
            }
        }
        for (size_t e = 0; i == j && e < 9; e++) {
            to[e] += a[e] + shift * b[e];
        }
    }
}

/// Newton step at the candidate, whose velocity is known, into s->step.
static void find_step(newton_step *s)
{
    block_lu_clear(s->lu);
    for (size_t i = 0; i < s->solve->count; i++) {
        double y[3], xi[3], f[3], a[9], b[9];
        shifted_contact(s, i, y, xi);
        map_contact(s->solve->problem->mu[i], y, xi, f, a, b);
        for (size_t k = 0; k < 3; k++) {
            s->step[3 * i + k] = -f[k];
        }
        // an open contact moves to P = 0 whatever the others do
        const bool open = a[0] > 0.0;
        s->lu->trivial[s->lu->place[i]] = open;
        if (!open) {
            fill_row(s, i, a, b);
        }
    }
    block_lu_factor(s->lu);
    block_lu_solve(s->lu, s->step);
}

static void move_candidate(newton_step *s, double length)
{
    sparse_state *solve = s->solve;
    for (size_t i = 0; i < 3 * solve->count; i++) {
        const double scale = solve->scale[i / 3];
        solve->percussion[i] = s->from[i] + length * scale * scale * s->step[i];
    }
}

static newton_step begin_steps(sparse_state *solve)
{
    return (newton_step){.solve = solve,
                         .lu = solve_sparse_factor(solve),
                         .step = solve->work,
                         .from = solve->work + 3 * solve->count};
}

static void keep_start(newton_step *s)
{
    memcpy(s->from, s->solve->percussion, 3 * s->solve->count * sizeof *s->from);
}

talus_status solve_sparse_polish(sparse_state *solve, int steps)
{
    newton_step s = begin_steps(solve);
    if (s.lu == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    double error = solve_sparse_judge(solve, TALUS_SOLVE_NEWTON);
    for (int k = 0; k < steps && error > solve->tolerance && !solve_sparse_spent(solve); k++) {
        keep_start(&s);
        find_step(&s);
        move_candidate(&s, 1.0);
        solve->iterations++;
        const double now = solve_sparse_judge(solve, TALUS_SOLVE_NEWTON);
        if (!(now < 0.3 * error)) {
            break;
        }
        error = now;
    }
    return TALUS_OK;
}

/// One Newton step on the shifted problem, shortened until |F| falls; the first steps of a problem
/// may raise it a little. @return false: no step helps
static bool descend(newton_step *s, double *merit, bool lenient)
{
    const int shortenings = s->is_local ? 8 : 4;
    keep_start(s);
    find_step(s);
    s->solve->iterations++;
    double length = 1.0;
    for (int trial = 0; trial < shortenings; trial++) {
        move_candidate(s, length);
        solve_sparse_judge(s->solve, TALUS_SOLVE_NEWTON);
        const double now = merit_of(s);
        if (now < (1.0 - 1e-3 * length) * *merit || (lenient && trial == 0 && now < 2.0 * *merit)) {
            *merit = now;
            return true;
        }
        length *= 0.4;
    }
    return false;
}

/// Solve the problem shifted by alpha from the anchor: with weights of each contact what is solvable at
/// all takes few steps. @return steps used, negative if it was left unsolved
static int solve_shifted(newton_step *s)
{
    const int most = s->is_local ? 8 : 15, lenient = s->is_local ? 5 : 8;
    double merit = merit_of(s);
    const double first = merit;
    int step = 0;
    bool moving = true;
    while (step < most && moving && !(merit < 1e-6 * first) && !solve_sparse_solved(s->solve) &&
           !solve_sparse_spent(s->solve)) {
        moving = descend(s, &merit, step < lenient);
        step++;
    }
    return merit < 1e-2 * first || solve_sparse_solved(s->solve) ? step : -1;
}

/// After a problem that was solved in so many steps: the weights fall.
static void lower_weights(newton_step *s, int steps)
{
    const double factor = s->is_local ? 0.5 : steps <= 3 ? 0.3 : steps <= 6 ? 0.6 : 1.0;
    const double least = s->is_local ? 1e-6 : 1e-10;
    for (size_t i = 0; i < s->solve->count; i++) {
        s->alpha[i] *= factor;
        s->alpha[i] = s->alpha[i] > least ? s->alpha[i] : least;
    }
}

/// After a problem that was not solved, `failures` in a row: the weights rise, each contact's own only
/// where |F|^2 of the candidate is above 10^-failures of the largest, and at its neighbours.
static void raise_weights(newton_step *s, int failures)
{
    const talus_contact_problem *problem = s->solve->problem;
    const size_t n = s->solve->count;
    const double rise = 5.0, most_local = 1.0;
    if (!s->is_local) {
        for (size_t i = 0; i < n; i++) {
            s->alpha[i] *= rise;
        }
        return;
    }
    double *part = s->step, *factor = s->step + n, level = 0.0;
    for (size_t i = 0; i < n; i++) {
        double y[3], xi[3], f[3], a[9], b[9];
        shifted_contact(s, i, y, xi);
        part[i] = map_contact(problem->mu[i], y, xi, f, a, b);
        factor[i] = 1.0;
        level = part[i] > level ? part[i] : level;
    }
    for (int k = 0; k < failures; k++) {
        level *= 0.1;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = problem->row_start[i]; part[i] > level && k < problem->row_start[i + 1];
             k++) {
            factor[problem->column[k]] = rise;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const double alpha = factor[i] * s->alpha[i];
        s->alpha[i] = alpha < most_local ? alpha : most_local;
    }
}

/// The weights have been raised as far as that helps, after `failures` in a row.
static bool is_hopeless(const newton_step *s, int failures)
{
    enum { MOST_FAILURES = 15 }; // a weight of its own has gone from its least to its most
    const double largest = 1e3;
    return s->is_local ? failures >= MOST_FAILURES : s->alpha[0] > largest;
}

talus_status solve_sparse_newton(sparse_state *solve, int problems)
{
    const double first_weight = 1e-2;
    const size_t bytes = 3 * solve->count * sizeof(double);
    newton_step s = begin_steps(solve);
    const sparse_mark mark = sparse_scratch_mark(solve->scratch);
    double *anchor = sparse_scratch_take(solve->scratch, 4 * solve->count, sizeof *anchor);
    if (s.lu == NULL || anchor == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    s.anchor = anchor;
    s.alpha = anchor + 3 * solve->count;
    s.is_local = solve_sparse_is_large(solve);
    for (size_t i = 0; i < solve->count; i++) {
        s.alpha[i] = first_weight;
    }
    solve_sparse_judge(solve, TALUS_SOLVE_NEWTON);
    int failures = 0; // in a row
    for (int k = 0; k < problems && !is_hopeless(&s, failures) && !solve_sparse_solved(solve) &&
                    !solve_sparse_spent(solve);
         k++) {
        memcpy(anchor, solve->percussion, bytes);
        const int steps = solve_shifted(&s);
        if (steps >= 0) {
            failures = 0;
            lower_weights(&s, steps);
        } else {
            raise_weights(&s, ++failures);
            memcpy(solve->percussion, anchor, bytes);
            solve_sparse_judge(solve, TALUS_SOLVE_NEWTON);
        }
    }
    sparse_scratch_release(solve->scratch, mark);
    return TALUS_OK;
}
