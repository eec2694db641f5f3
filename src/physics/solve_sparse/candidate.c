// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages share: judging a candidate, the block factor; and the two simplest stages,
// Gauss-Seidel and the polish by Newton steps.
#include "physics/contact_problem/local.h"
#include "physics/solve_sparse/stages.h"

#include <string.h>

double solve_sparse_part2(const sparse_state *solve, size_t i, const double percussion[3],
                          const double xi[3])
{
    const double mu = solve->problem->mu[i];
    if (!(solve->natural > 0.0)) {
        return problem_cone_error2(mu, percussion, xi);
    }
    const double inverse_rho = 1.0 / (solve->scale[i] * solve->scale[i]);
    const double y[3] = {inverse_rho * percussion[0], inverse_rho * percussion[1],
                         inverse_rho * percussion[2]};
    return problem_natural_error2(mu, y, xi);
}

double solve_sparse_judge(sparse_state *solve, talus_solve_method stage)
{
    const talus_contact_problem *problem = solve->problem;
    double sum = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        problem_row_velocity(problem, i, solve->percussion, solve->xi + 3 * i);
        sum = solve_sparse_join(
            solve, sum, solve_sparse_part2(solve, i, solve->percussion + 3 * i, solve->xi + 3 * i));
    }
    const double error = solve_sparse_error_of(solve, sum);
    if (error < solve->best_error) {
        memcpy(solve->best, solve->percussion, 3 * solve->count * sizeof *solve->best);
        solve->best_error = error;
        solve->best_stage = stage;
    }
    if (solve->best_error <= 0.5 * solve->halved_error) {
        solve->halved_error = solve->best_error;
        solve->halved_iterations = solve->iterations;
    }
    return error;
}

void solve_sparse_restore(sparse_state *solve)
{
    memcpy(solve->percussion, solve->best, 3 * solve->count * sizeof *solve->percussion);
}

block_lu *solve_sparse_factor(sparse_state *solve)
{
    if (solve->lu == NULL) {
        solve->lu = block_lu_create(solve->problem, solve->scratch);
    }
    return solve->lu;
}

/// One sweep. @return the joined parts of the error, each contact taken as the sweep met it
static double sweep_once(sparse_state *solve)
{
    const talus_contact_problem *problem = solve->problem;
    double sum = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        double *own = solve->percussion + 3 * i, xi[3], p[3];
        const double *d = solve->diagonal + 9 * i;
        problem_row_velocity(problem, i, solve->percussion, xi);
        sum = solve_sparse_join(solve, sum, solve_sparse_part2(solve, i, own, xi));
        for (size_t a = 0; a < 3; a++) {
            xi[a] -= d[3 * a] * own[0] + d[3 * a + 1] * own[1] + d[3 * a + 2] * own[2];
        }
        problem_local_solve(d, xi, problem->mu[i], own, p);
        memcpy(own, p, sizeof p);
    }
    return sum;
}

/// Whether `error`, falling by `rate` per look, meets the tolerance within `looks`.
static bool in_reach(double error, double rate, double tolerance, int looks)
{
    for (int k = 0; k < looks && error > tolerance; k++) {
        error *= rate;
    }
    return error <= tolerance;
}

void solve_sparse_sweeps(sparse_state *solve, int least, int most)
{
    enum { LOOK_EVERY = 5 };
    double mark = (double)INFINITY;
    for (int sweep = 1; sweep <= most && !solve_sparse_spent(solve); sweep++) {
        const double met = solve_sparse_error_of(solve, sweep_once(solve));
        solve->iterations++;
        if (met <= 2.0 * solve->tolerance &&
            solve_sparse_judge(solve, TALUS_SOLVE_GAUSS_SEIDEL) <= solve->tolerance) {
            return;
        }
        if (sweep % LOOK_EVERY == 0) {
            const int looks = (most - sweep) / LOOK_EVERY;
            if (sweep >= least && !in_reach(met, met / mark, solve->tolerance, looks)) {
                break;
            }
            mark = met;
        }
    }
    solve_sparse_judge(solve, TALUS_SOLVE_GAUSS_SEIDEL);
}
