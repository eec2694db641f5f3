// SPDX-License-Identifier: GPL-3.0-or-later
// The driver of contact systems: which stage, in which order, until which point.
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_SWEEPS = 20, ///< enough for a Newton step to catch on to easy problems
    MOST_SWEEPS = 100,
    POLISH_STEPS = 6,
    PATH_STEPS = 120,
    NEWTON_PROBLEMS = 3000,
    RESTART_PROBLEMS = 1500,
    SPLIT_FROM_BLOCKS = 6000,
    SPLIT_STEPS = 200,
    SWEEPS_ALONE = 100000,
    PROBLEMS_ALONE = 10000,
    STEPS_ALONE = 300,
    SPLITS_ALONE = 5000,
    LAST_SPLITS = 2000,
    MOST_ITERATIONS = 1000000
};

static bool create_scratch(system_solve *solve)
{
    const size_t n = solve->count;
    solve->memory = calloc(25 * n + 1, sizeof *solve->memory);
    if (solve->memory == NULL) {
        return false;
    }
    solve->reaction = solve->memory;
    solve->velocity = solve->reaction + 3 * n;
    solve->best = solve->velocity + 3 * n;
    solve->work = solve->best + 3 * n;
    solve->scale = solve->work + 6 * n;
    solve->diagonal = solve->scale + n;
    return true;
}

static void measure_system(system_solve *solve)
{
    const talus_contact_system *system = solve->system;
    double q2 = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        for (size_t k = system->row_start[i]; k < system->row_start[i + 1]; k++) {
            if (system->column[k] == i) {
                double *d = solve->diagonal + 9 * i;
                memcpy(d, system->block + 9 * k, 9 * sizeof *d);
                solve->scale[i] = sqrt(3.0 / (d[0] + d[4] + d[8]));
            }
        }
        const double *q = system->q + 3 * i;
        q2 += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    solve->inverse_q = q2 > 0.0 ? 1.0 / sqrt(q2) : 1.0;
}

/// How many anchors a Newton stage may take: fewer where a factor is dear, so that the time of a
/// hopeless system stays bounded.
static int affordable(const system_solve *solve, int problems)
{
    enum { LEAST = 100, STEPS_PER_PROBLEM = 5 };
    const double work = 2e10, flops = solve->lu != NULL ? solve->lu->flops : 0.0;
    const double count = work / (1.0 + STEPS_PER_PROBLEM * flops);
    return count > problems ? problems : count > LEAST ? (int)count : LEAST;
}

/// Path following, then Newton from the best point; at most `problems` anchors.
static talus_status run_path(system_solve *solve, const interior_options *options, int problems)
{
    talus_status status = system_interior(solve, options);
    if (status == TALUS_OK && !system_solved(solve)) {
        system_restore(solve);
        status = system_newton(solve, affordable(solve, problems));
    }
    return status;
}

/// Everything once more from elsewhere: other interior points, no reaction at all.
static talus_status run_restarts(system_solve *solve)
{
    static const interior_options starts[] = {
        {60, 0.1, 0.5, true}, {60, 10.0, 0.5, false}, {100, 1.0, 0.0, true}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof starts / sizeof *starts && !system_solved(solve); k++) {
        memset(solve->reaction, 0, 3 * solve->count * sizeof *solve->reaction);
        system_sweeps(solve, 1 + 10 * (int)k, 1 + 10 * (int)k);
        status = system_newton(solve, affordable(solve, RESTART_PROBLEMS));
        if (status == TALUS_OK && !system_solved(solve)) {
            // the path leaves its own last point as the candidate, not the best of all stages
            status = system_interior(solve, starts + k);
        }
        if (status == TALUS_OK && !system_solved(solve)) {
            status = system_newton(solve, affordable(solve, RESTART_PROBLEMS));
        }
        if (status != TALUS_OK) {
            break;
        }
    }
    if (solve->last == NULL) {
        return status;
    }
    if (status == TALUS_OK && !system_solved(solve)) {
        status = system_proximal(solve, LAST_SPLITS, (double)INFINITY);
    }
    if (status == TALUS_OK && !system_solved(solve) && !system_spent(solve)) {
        status = solve->last(solve);
    }
    return status;
}

static talus_status run_auto(system_solve *solve)
{
    talus_status status = TALUS_OK;
    if (solve->system->block_count >= SPLIT_FROM_BLOCKS && solve->last != NULL) {
        // where block factors are dear, one factor of CHOLMOD may do
        status = system_proximal(solve, SPLIT_STEPS, 0.3);
    }
    if (status == TALUS_OK && !system_solved(solve)) {
        system_sweeps(solve, FIRST_SWEEPS, MOST_SWEEPS);
        if (!system_solved(solve)) {
            status = system_polish(solve, POLISH_STEPS);
        }
    }
    if (status == TALUS_OK && !system_solved(solve)) {
        status = run_path(solve, &(interior_options){PATH_STEPS, 1.0, 1.0, false}, NEWTON_PROBLEMS);
    }
    if (status == TALUS_OK && !system_solved(solve)) {
        status = run_restarts(solve);
    }
    return status;
}

static talus_status run_stages(system_solve *solve, talus_system_solver solver)
{
    switch (solver) {
    case TALUS_SYSTEM_GAUSS_SEIDEL:
        system_sweeps(solve, SWEEPS_ALONE, SWEEPS_ALONE);
        return TALUS_OK;
    case TALUS_SYSTEM_NEWTON:
        return system_newton(solve, PROBLEMS_ALONE);
    case TALUS_SYSTEM_INTERIOR:
        return system_interior(solve, &(interior_options){STEPS_ALONE, 1.0, 1.0, false});
    case TALUS_SYSTEM_PROXIMAL:
        return system_proximal(solve, SPLITS_ALONE, (double)INFINITY);
    case TALUS_SYSTEM_AUTO:
    case TALUS_SYSTEM_SOLVER_COUNT:
    default:
        return run_auto(solve);
    }
}

/// The caller's start, or nothing where it is not finite.
static void take_start(system_solve *solve, const double *reaction)
{
    const size_t bytes = 3 * solve->count * sizeof *reaction;
    memcpy(solve->reaction, reaction, bytes);
    if (!isfinite(system_judge(solve, TALUS_SYSTEM_AUTO))) {
        memset(solve->reaction, 0, bytes);
        system_judge(solve, TALUS_SYSTEM_AUTO);
    }
}

talus_status system_solve_checked(const talus_contact_system *system,
                                  const talus_system_options *options, system_last_stage *last,
                                  double *reaction, talus_system_info *info, talus_error *error)
{
    system_solve solve = {.system = system,
                          .count = system->contact_count,
                          .tolerance = options->tolerance,
                          .limit = options->iteration_limit > 0 ? options->iteration_limit
                                                                : MOST_ITERATIONS,
                          .last = last,
                          .best_error = (double)INFINITY,
                          .best_stage = options->solver};
    talus_status status = create_scratch(&solve) ? TALUS_OK : TALUS_ERROR_MEMORY;
    if (status == TALUS_OK) {
        measure_system(&solve);
        take_start(&solve, reaction);
    }
    if (status == TALUS_OK && !system_solved(&solve)) {
        status = run_stages(&solve, options->solver);
    }
    if (status != TALUS_OK) {
        block_lu_destroy(solve.lu);
        free(solve.memory);
        return talus_error_set(error, status, "no memory for %zu contacts", solve.count);
    }
    memcpy(reaction, solve.best, 3 * solve.count * sizeof *reaction);
    *info = (talus_system_info){solve.best_stage, solve.iterations, solve.best_error,
                                system_solved(&solve)};
    block_lu_destroy(solve.lu);
    free(solve.memory);
    return status;
}
