// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/defect.h"

#include "physics/solve/active.h"

#include <math.h>
#include <string.h>

enum { MOST_ROWS = 3 * ACTIVE_CONTACTS, MOST_LEVELS = 40, MOST_STEPS = 1000 };

/// Columns shorter than this, of entries of order 1, are round-off.
#define LEAST_COLUMN 1e-9
/// Pivots of slip speeds are far below what is round-off elsewhere.
#define LEAST_PIVOT 1e-15
/// A level leaves this share of its defect to the next one.
#define LESS 0.1
/// A smaller defect, of the target, is within it.
#define LEAST_SHARE 0.1
/// Defect of the first level, of the largest entry of c.
#define FIRST_SHARE 0.5
/// Levels closer together than this are solved by their states.
#define CLOSE 0.5
/// Error of a level, as a share of its defect.
#define NEAR 1e-2

/// The problem with its defect so many times, at the level to be solved and at the last one.
typedef struct defect_path {
    dense_problem enlarged;
    const dense_problem *problem;
    double c[MOST_ROWS];      ///< m/s, of the enlarged problem
    double defect[MOST_ROWS]; ///< m/s, part of c outside the range of A
    double speed;             ///< m/s, its length
    double y[MOST_ROWS];      ///< m/s, solution of the last level
    int count;                ///< Newton steps
} defect_path;

/// v less its part along the unit vector q.
static void project_out(size_t size, const double *q, double *v)
{
    double along = 0.0;
    for (size_t i = 0; i < size; i++) {
        along += q[i] * v[i];
    }
    for (size_t i = 0; i < size; i++) {
        v[i] -= along * q[i];
    }
}

static double length2_of(size_t size, const double *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < size; i++) {
        sum += v[i] * v[i];
    }
    return sum;
}

/// The longest of the columns from `first` on; `size` when all are round-off.
static size_t find_longest(size_t size, double columns[MOST_ROWS][MOST_ROWS], size_t first)
{
    double most = LEAST_COLUMN * LEAST_COLUMN;
    size_t longest = size;
    for (size_t j = first; j < size; j++) {
        const double length2 = length2_of(size, columns[j]);
        if (length2 > most) {
            most = length2;
            longest = j;
        }
    }
    return longest;
}

static void make_unit(size_t size, double *v)
{
    const double inverse = 1.0 / sqrt(length2_of(size, v));
    for (size_t i = 0; i < size; i++) {
        v[i] *= inverse;
    }
}

/// Part of c outside the range of A, by Gram and Schmidt with the longest column first.
static void find_defect(const dense_problem *p, double *defect)
{
    const size_t size = 3 * p->contact_count;
    double columns[MOST_ROWS][MOST_ROWS], swap[MOST_ROWS];
    for (size_t j = 0; j < size; j++) {
        for (size_t i = 0; i < size; i++) {
            columns[j][i] = p->a[i * size + j];
        }
    }
    memcpy(defect, p->c, size * sizeof *defect);
    for (size_t r = 0; r < size; r++) {
        const size_t longest = find_longest(size, columns, r);
        if (longest == size) {
            return;
        }
        memcpy(swap, columns[longest], size * sizeof *swap);
        memcpy(columns[longest], columns[r], size * sizeof *swap);
        memcpy(columns[r], swap, size * sizeof *swap);
        make_unit(size, columns[r]);
        for (size_t j = 0; j < r; j++) { // once more: round-off of short columns
            project_out(size, columns[j], columns[r]);
        }
        make_unit(size, columns[r]);
        for (size_t j = r + 1; j < size; j++) {
            project_out(size, columns[r], columns[j]);
        }
        project_out(size, columns[r], defect);
    }
}

typedef int level_solver(const dense_problem *problem, double target, double *y, double *error);

/// One level from the last one's y, by `search` where Newton fails, if there is one.
static bool solve_level(defect_path *p, double times, double near, level_solver *search, double *y)
{
    const size_t size = 3 * p->problem->contact_count;
    double error, xi[MOST_ROWS];
    for (size_t i = 0; i < size; i++) {
        p->c[i] = p->problem->c[i] + (times - 1.0) * p->defect[i];
    }
    memcpy(y, p->y, size * sizeof *y);
    p->count += dense_active_near(&p->enlarged, near, LEAST_PIVOT, y, &error);
    if (!(error <= near) && search != NULL) {
        memcpy(y, p->y, size * sizeof *y);
        p->count += search(&p->enlarged, near, y, &error);
        error = dense_error(&p->enlarged, y, xi);
    }
    return error <= near;
}

/// From the defect `first` times down to once. @return whether that is solved
static bool follow_defect(defect_path *p, double first, double target, double *y)
{
    const size_t bytes = 3 * p->problem->contact_count * sizeof *y;
    double times = first, last = first, ratio = LESS;
    for (int level = 0; level < MOST_LEVELS && p->count < MOST_STEPS; level++) {
        const bool is_last = !(times > 1.0), is_close = ratio > CLOSE;
        times = is_last ? 1.0 : times;
        const double near = is_last ? target : NEAR * times * p->speed;
        level_solver *search = level == 0 ? dense_active_search
                               : is_close ? dense_active_parts
                                          : NULL;
        if (solve_level(p, times, near, search, y)) {
            if (is_last) {
                return true;
            }
            memcpy(p->y, y, bytes);
            last = times;
            ratio = ratio * ratio > LESS ? ratio * ratio : LESS;
        } else if (search != NULL) {
            return false;
        } else {
            ratio = sqrt(ratio);
        }
        times = last * ratio;
    }
    return false;
}

int dense_defect(const dense_problem *problem, double target, double *y, double *error)
{
    const size_t size = 3 * problem->contact_count;
    double largest = 0.0, xi[MOST_ROWS];
    defect_path p = {.problem = problem, .enlarged = *problem};
    *error = (double)INFINITY;
    find_defect(problem, p.defect);
    p.speed = sqrt(length2_of(size, p.defect));
    for (size_t i = 0; i < size; i++) {
        largest = fabs(problem->c[i]) > largest ? fabs(problem->c[i]) : largest;
    }
    if (!(p.speed > LEAST_SHARE * target)) {
        return 0;
    }
    p.enlarged.c = p.c;
    memcpy(p.y, y, size * sizeof *y);
    if (follow_defect(&p, FIRST_SHARE * largest / p.speed, target, y)) {
        *error = dense_error(problem, y, xi);
    }
    return p.count;
}
