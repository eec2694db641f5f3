// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages share: judging a candidate, the block factor; and the two simplest stages,
// Gauss-Seidel and the polish by Newton steps.
#include "physics/contact_problem/local.h"
#include "physics/solve_sparse/stages.h"

#include <string.h>

double system_judge(system_solve *solve, talus_system_solver stage)
{
    const talus_contact_system *system = solve->system;
    double sum = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        system_row(system, i, solve->reaction, solve->velocity + 3 * i);
        sum += system_contact_residual(system->mu[i], solve->reaction + 3 * i,
                                       solve->velocity + 3 * i);
    }
    const double error = sqrt(sum) * solve->inverse_q;
    if (error < solve->best_error) {
        memcpy(solve->best, solve->reaction, 3 * solve->count * sizeof *solve->best);
        solve->best_error = error;
        solve->best_stage = stage;
    }
    return error;
}

void system_restore(system_solve *solve)
{
    memcpy(solve->reaction, solve->best, 3 * solve->count * sizeof *solve->reaction);
}

block_lu *system_factor(system_solve *solve)
{
    if (solve->lu == NULL) {
        (void)block_lu_create(solve->system, &solve->lu, NULL); // lu is NULL where it fails
    }
    return solve->lu;
}

/// One sweep. @return |F|^2, each contact taken as the sweep met it
static double sweep_once(system_solve *solve)
{
    const talus_contact_system *system = solve->system;
    double sum = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        double *r = solve->reaction + 3 * i, u[3], p[3];
        const double *d = solve->diagonal + 9 * i;
        system_row(system, i, solve->reaction, u);
        sum += system_contact_residual(system->mu[i], r, u);
        for (size_t a = 0; a < 3; a++) {
            u[a] -= d[3 * a] * r[0] + d[3 * a + 1] * r[1] + d[3 * a + 2] * r[2];
        }
        percussion_local_solve(d, u, system->mu[i], r, p);
        memcpy(r, p, sizeof p);
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

void system_sweeps(system_solve *solve, int least, int most)
{
    enum { LOOK_EVERY = 5 };
    double mark = (double)INFINITY;
    for (int sweep = 1; sweep <= most && !system_spent(solve); sweep++) {
        const double met = sqrt(sweep_once(solve)) * solve->inverse_q;
        solve->iterations++;
        if (met <= 2.0 * solve->tolerance &&
            system_judge(solve, TALUS_SYSTEM_GAUSS_SEIDEL) <= solve->tolerance) {
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
    system_judge(solve, TALUS_SYSTEM_GAUSS_SEIDEL);
}
