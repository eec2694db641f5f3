// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/at_once.h"

#include "physics/contact_problem/local.h"
#include "physics/solve/moves.h"
#include "physics/solve/slip.h"
#include "physics/solve/stick.h"

#include <string.h>

/// One contact: its exact solution. @return whether its error is below the target; numbers that are
/// not finite give false
static bool solve_one(const talus_contact_problem *problem, double target, double *percussion,
                      talus_solver_info *info)
{
    double p[3], xi[3];
    if (!solve_is_valid(problem, 0)) {
        return false;
    }
    problem_local_solve(problem->blocks, problem->c, problem->mu[0], percussion, p);
    problem_velocities_of(1, problem->blocks, problem->c, p, xi);
    const double third = problem_trace(problem, 0) * (1.0 / 3.0);
    const double y[3] = {p[0] * third, p[1] * third, p[2] * third};
    info->stage = TALUS_SOLVER_LOCAL;
    info->error = sqrt(problem_natural_error2(problem->mu[0], y, xi));
    info->iterations = 1;
    if (!(info->error <= target && isfinite(xi[0] + xi[1] + xi[2]))) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        percussion[i] = p[i];
    }
    return true;
}

/// Whether all contacts separate by themselves, of c that is finite.
static bool is_apart(const talus_contact_problem *problem)
{
    double sum = 0.0;
    for (size_t k = 0; k < problem->contact_count; k++) {
        const double *c = problem->c + 3 * k;
        if (!(c[0] >= 0.0)) {
            return false;
        }
        sum += 0.0 * (c[0] + c[1] + c[2]);
    }
    return sum == 0.0;
}

static bool is_valid(const talus_contact_problem *problem)
{
    for (size_t k = 0; k < problem->contact_count; k++) {
        if (!solve_is_valid(problem, k)) {
            return false;
        }
    }
    return true;
}

/// Sum of numbers that is finite when all of them are: four sums, so that none waits for another.
static double sum_of(const double *values, size_t count)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (size_t k = 0; k < 4; k++) {
            sum[k] += values[i + k];
        }
    }
    for (; i < count; i++) {
        sum[0] += values[i];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

bool solve_are_valid(const talus_contact_problem *problem)
{
    const size_t n = problem->contact_count;
    return is_valid(problem) &&
           isfinite(sum_of(problem->c, 3 * n) + sum_of(problem->blocks, 9 * n * n));
}

/// More contacts, from the percussions of the start.
static bool solve_more(const talus_contact_problem *problem, double target, double *percussion,
                       talus_solver_info *info)
{
    info->stage = TALUS_SOLVER_AT_ONCE;
    if (SOLVE_LEFT_OUT != SOLVE_SLIP &&
        solve_slip(problem, target, percussion, &info->iterations, &info->error)) {
        return true;
    }
    if (!is_valid(problem)) {
        return false;
    }
    if (SOLVE_LEFT_OUT != SOLVE_APART && is_apart(problem)) {
        memset(percussion, 0, 3 * problem->contact_count * sizeof *percussion);
        info->error = 0.0;
        return true;
    }
    if (SOLVE_LEFT_OUT == SOLVE_STICK || problem->contact_count != 2) {
        return false;
    }
    info->iterations++;
    return solve_stick(problem, target, percussion, &info->error);
}

bool solve_at_once(const talus_contact_problem *problem, double target, double *percussion,
                   talus_solver_info *info)
{
    if (!(target < (double)INFINITY)) {
        return false;
    }
    return problem->contact_count == 1 ? solve_one(problem, target, percussion, info)
                                       : solve_more(problem, target, percussion, info);
}
