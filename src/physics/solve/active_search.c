// SPDX-License-Identifier: GPL-3.0-or-later
// States of few contacts by parts: a contact that sticks is eliminated, one that is open left out,
// until one contact is left, whose exact solution is known.
#include "physics/solve/active.h"

#include "foundation/math/linalg.h"
#include "physics/contact_problem/local.h"

#include <string.h>

/// Determinants of diagonal blocks below this, of trace 3, are round-off.
#define LEAST_DETERMINANT 1e-10

/// A smaller problem in which contact `gone` sticks or is open.
typedef struct active_part {
    dense_problem problem;
    double a[9 * (ACTIVE_CONTACTS - 1) * (ACTIVE_CONTACTS - 1)];
    double c[3 * (ACTIVE_CONTACTS - 1)];
    double mu[ACTIVE_CONTACTS - 1];
    size_t contact[ACTIVE_CONTACTS - 1]; ///< their numbers in the whole problem
    size_t gone;
    double back[3][3 * (ACTIVE_CONTACTS - 1)]; ///< y of a sticking `gone` = held - back y
    double held[3];
    bool is_stuck;
} active_part;

/// Inverse of the 3 x 3 diagonal block of a contact; false when it is singular.
static bool invert_block(const dense_problem *p, size_t k, double inverse[3][3])
{
    const size_t width = 3 * p->contact_count;
    talus_mat3 block;
    for (size_t i = 0; i < 3; i++) {
        memcpy(block.m[i], p->a + (3 * k + i) * width + 3 * k, sizeof block.m[i]);
    }
    if (!(fabs(mat3_det(&block)) > LEAST_DETERMINANT)) {
        return false;
    }
    block = mat3_inverse(&block);
    memcpy(inverse, block.m, sizeof block.m);
    return true;
}

/// y of the sticking contact by the others, from its own rows: xi = 0.
static bool hold_contact(const dense_problem *p, active_part *part)
{
    const size_t width = 3 * p->contact_count, gone = part->gone;
    double inverse[3][3];
    if (!invert_block(p, gone, inverse)) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        part->held[i] = 0.0;
        for (size_t m = 0; m < 3; m++) {
            part->held[i] -= inverse[i][m] * p->c[3 * gone + m];
        }
        for (size_t j = 0; j < 3 * part->problem.contact_count; j++) {
            const size_t column = 3 * part->contact[j / 3] + j % 3;
            double sum = 0.0;
            for (size_t m = 0; m < 3; m++) {
                sum += inverse[i][m] * p->a[(3 * gone + m) * width + column];
            }
            part->back[i][j] = sum;
        }
    }
    return true;
}

/// @return false when the contact cannot be held
static bool leave_out(const dense_problem *p, size_t gone, bool is_stuck, active_part *part)
{
    const size_t width = 3 * p->contact_count, count = p->contact_count - 1;
    part->problem = (dense_problem){count, part->a, part->c, part->mu};
    part->gone = gone;
    part->is_stuck = is_stuck;
    for (size_t k = 0; k < count; k++) {
        part->contact[k] = k < gone ? k : k + 1;
        part->mu[k] = p->mu[part->contact[k]];
    }
    if (is_stuck && !hold_contact(p, part)) {
        return false;
    }
    for (size_t i = 0; i < 3 * count; i++) {
        const size_t row = 3 * part->contact[i / 3] + i % 3;
        const double *from = p->a + row * width, *tie = from + 3 * gone;
        part->c[i] = p->c[row];
        for (size_t j = 0; j < 3 * count; j++) {
            part->a[i * 3 * count + j] = from[3 * part->contact[j / 3] + j % 3];
        }
        for (size_t m = 0; m < 3 && is_stuck; m++) {
            part->c[i] += tie[m] * part->held[m];
            for (size_t j = 0; j < 3 * count; j++) {
                part->a[i * 3 * count + j] -= tie[m] * part->back[m][j];
            }
        }
    }
    return true;
}

static void join(const active_part *part, const double *y, double *whole)
{
    const size_t count = part->problem.contact_count;
    double *own = whole + 3 * part->gone;
    for (size_t k = 0; k < count; k++) {
        memcpy(whole + 3 * part->contact[k], y + 3 * k, 3 * sizeof *y);
    }
    for (size_t i = 0; i < 3; i++) {
        own[i] = part->is_stuck ? part->held[i] : 0.0;
        for (size_t j = 0; j < 3 * count && part->is_stuck; j++) {
            own[i] -= part->back[i][j] * y[j];
        }
    }
}

/// One search: `has_starts` also tries many slip directions where nothing else helps.
typedef struct active_search {
    double target;
    bool has_starts;
    int count; ///< Newton steps and exact solutions of one contact
} active_search;

static bool search(active_search *a, const dense_problem *problem, double *y, double *error);

/// Solve the part by its own means and check the whole.
static bool search_part(active_search *a, const dense_problem *p, size_t gone, bool is_stuck,
                        const double *start, double *y)
{
    active_part part;
    double rest[3 * (ACTIVE_CONTACTS - 1)], xi[3 * ACTIVE_CONTACTS];
    if (!leave_out(p, gone, is_stuck, &part)) {
        return false;
    }
    for (size_t k = 0; k < part.problem.contact_count; k++) {
        memcpy(rest + 3 * k, start + 3 * part.contact[k], 3 * sizeof *rest);
    }
    double error;
    const bool is_solved = search(a, &part.problem, rest, &error);
    join(&part, rest, y);
    return is_solved && dense_error(p, y, xi) <= a->target;
}

/// Depth of the recursion: the number of contacts.
static bool search(active_search *a, const dense_problem *problem, double *y, double *error)
{
    const size_t n = problem->contact_count, bytes = 3 * n * sizeof *y;
    double start[3 * ACTIVE_CONTACTS], xi[3 * ACTIVE_CONTACTS];
    memcpy(start, y, bytes);
    if (n == 1) {
        problem_local_solve(problem->a, problem->c, problem->mu[0], start, y);
        *error = dense_error(problem, y, xi);
        a->count++;
        return *error <= a->target;
    }
    a->count += dense_active(problem, a->target, y, error);
    for (size_t k = 0; k < 2 * n && !(*error <= a->target); k++) {
        if (search_part(a, problem, k % n, k < n, start, y)) {
            *error = dense_error(problem, y, xi);
        }
    }
    if (!(*error <= a->target) && a->has_starts && n < ACTIVE_CONTACTS) {
        memcpy(y, start, bytes);
        a->count += dense_active_slips(problem, a->target, y, error);
    }
    return *error <= a->target;
}

int dense_active_parts(const dense_problem *problem, double target, double *y, double *error)
{
    active_search a = {.target = target};
    search(&a, problem, y, error);
    return a.count;
}

int dense_active_search(const dense_problem *problem, double target, double *y, double *error)
{
    double start[3 * ACTIVE_CONTACTS];
    active_search a = {.target = target};
    memcpy(start, y, 3 * problem->contact_count * sizeof *y);
    if (!search(&a, problem, y, error)) {
        memcpy(y, start, 3 * problem->contact_count * sizeof *y);
        a.has_starts = true;
        search(&a, problem, y, error);
    }
    return a.count;
}
