// SPDX-License-Identifier: GPL-3.0-or-later
// Block Gauss-Seidel on the scaled problem.
#include "physics/contact_problem/local.h"
#include "physics/solve/moves.h"

#include <math.h>

double solve_scaled_error(const scaled_problem *problem, const double *y, double *xi)
{
    const double *a = problem->a, *c = problem->c, *mu = problem->mu;
    switch (problem->contact_count) {
    case 1:
        return problem_scaled_error_of(1, a, c, mu, y, xi);
    case 2:
        return problem_scaled_error_of(2, a, c, mu, y, xi);
    case 3:
        return problem_scaled_error_of(3, a, c, mu, y, xi);
    default:
        return problem_scaled_error_of(problem->contact_count, a, c, mu, y, xi);
    }
}

/// Solve contact k exactly with the others held.
static void relax_contact(const scaled_problem *problem, size_t k, double *y)
{
    const size_t size = 3 * problem->contact_count;
    const double *rows = problem->a + 3 * k * size;
    double block[9], c[3], p[3];
    for (size_t i = 0; i < 3; i++) {
        const double *row = rows + i * size;
        double sum = problem->c[3 * k + i];
        for (size_t j = 0; j < size; j++) {
            sum += row[j] * y[j];
        }
        for (size_t j = 0; j < 3; j++) {
            block[3 * i + j] = row[3 * k + j];
            sum -= row[3 * k + j] * y[3 * k + j];
        }
        c[i] = sum;
    }
    problem_local_solve(block, c, problem->mu[k], y + 3 * k, p);
    for (size_t i = 0; i < 3; i++) {
        y[3 * k + i] = p[i];
    }
}

int solve_sweeps(const scaled_problem *problem, int limit, double target, double *y, double *xi,
                 double *error)
{
    // a stall is ten sweeps that do not halve the error
    enum { STALL_SWEEPS = 10 };
    double mark = (double)INFINITY;
    int sweep = 0;
    *error = solve_scaled_error(problem, y, xi);
    while (sweep < limit && !(*error <= target)) {
        for (size_t k = 0; k < problem->contact_count; k++) {
            relax_contact(problem, k, y);
        }
        sweep++;
        *error = solve_scaled_error(problem, y, xi);
        if (sweep % STALL_SWEEPS == 0) {
            if (!(*error < 0.5 * mark)) {
                break;
            }
            mark = *error;
        }
    }
    return sweep;
}
