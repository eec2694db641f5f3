// SPDX-License-Identifier: GPL-3.0-or-later
// The driver of problems in block rows: which stage, in which order, until which point.
#include "physics/contact_problem/cone.h"
#include "physics/solve_sparse/solve_sparse.h"
#include "physics/solve_sparse/stages.h"

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
    SMALL_ISLAND = 100, ///< contacts
    ISLAND_PROBLEMS = 600,
    SHORT_PROBLEMS = 30,
    WARM_PROBLEMS = 150,
    MOST_ITERATIONS = 1000000
};

static bool create_scratch(sparse_state *solve)
{
    const size_t n = solve->count;
    solve->percussion = sparse_scratch_take(solve->scratch, 25 * n, sizeof *solve->percussion);
    if (solve->percussion == NULL) {
        return false;
    }
    solve->xi = solve->percussion + 3 * n;
    solve->best = solve->xi + 3 * n;
    solve->work = solve->best + 3 * n;
    solve->scale = solve->work + 6 * n;
    solve->diagonal = solve->scale + n;
    return true;
}

static void measure_problem(sparse_state *solve)
{
    const talus_contact_problem *problem = solve->problem;
    double c2 = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
            if (problem->column[k] == i) {
                double *d = solve->diagonal + 9 * i;
                memcpy(d, problem->blocks + 9 * k, 9 * sizeof *d);
                solve->scale[i] = sqrt(3.0 / (d[0] + d[4] + d[8]));
            }
        }
        const double *c = problem->c + 3 * i;
        c2 += c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    }
    solve->inverse_c = c2 > 0.0 ? 1.0 / sqrt(c2) : 1.0;
}

/// How many anchors a Newton stage may take: fewer where a factor is expensive, so that the time of a
/// hopeless problem stays bounded, and in large islands, which are soon tried from elsewhere.
static int affordable(const sparse_state *solve, int problems)
{
    enum { LEAST = 100, STEPS_PER_PROBLEM = 5 };
    const double work = 2e10, flops = solve->lu != NULL ? solve->lu->flops : 0.0;
    const double count = work / (1.0 + STEPS_PER_PROBLEM * flops);
    const bool is_large_island = solve->natural > 0.0 && solve->count > SMALL_ISLAND;
    const int most = is_large_island && problems > ISLAND_PROBLEMS ? ISLAND_PROBLEMS : problems;
    return count > most ? most : count > LEAST ? (int)count : LEAST;
}

/// Path following, then Newton, from the best point or from where the path ends; at most `problems`
/// anchors.
static talus_status run_path(sparse_state *solve, double start, bool from_best, int problems)
{
    talus_status status = solve_sparse_interior(solve, PATH_STEPS, start);
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        if (from_best) {
            solve_sparse_restore(solve);
        }
        status = solve_sparse_newton(solve, affordable(solve, problems));
    }
    return status;
}

/// Everything once more from elsewhere: other interior points, no percussion at all.
static talus_status run_restarts(sparse_state *solve)
{
    static const double starts[] = {0.1, 10.0, 100.0};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof starts / sizeof *starts && !solve_sparse_solved(solve); k++) {
        memset(solve->percussion, 0, 3 * solve->count * sizeof *solve->percussion);
        solve_sparse_sweeps(solve, 1 + 10 * (int)k, 1 + 10 * (int)k);
        status = solve_sparse_newton(solve, affordable(solve, RESTART_PROBLEMS));
        if (status == TALUS_OK && !solve_sparse_solved(solve)) {
            // the best point of an island of several bodies is where Newton has failed before
            status = run_path(solve, starts[k], !(solve->natural > 0.0), RESTART_PROBLEMS);
        }
        if (status != TALUS_OK) {
            break;
        }
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve) && solve->splits) {
        status = solve_sparse_split(solve, LAST_SPLITS, (double)INFINITY);
    }
    return status;
}

/// An island of several bodies, in turn: a short run from the end of the path; one from the best point
/// before it, near which the solution is where bodies rock as in the step before; the first one on.
static talus_status run_island(sparse_state *solve)
{
    const size_t bytes = 3 * solve->count * sizeof *solve->percussion;
    const sparse_mark mark = sparse_scratch_mark(solve->scratch);
    double *before = sparse_scratch_take(solve->scratch, 2, bytes);
    double *ahead = before + 3 * solve->count;
    if (before == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    memcpy(before, solve->best, bytes);
    talus_status status = run_path(solve, 1.0, true, SHORT_PROBLEMS);
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        memcpy(ahead, solve->percussion, bytes);
        memcpy(solve->percussion, before, bytes);
        status = solve_sparse_newton(solve, affordable(solve, WARM_PROBLEMS));
        memcpy(solve->percussion, ahead, bytes);
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        status = solve_sparse_newton(solve, affordable(solve, NEWTON_PROBLEMS));
    }
    sparse_scratch_release(solve->scratch, mark);
    return status;
}

static talus_status run_auto(sparse_state *solve)
{
    talus_status status = TALUS_OK;
    if (solve->problem->row_start[solve->count] >= SPLIT_FROM_BLOCKS && solve->splits) {
        // where block factors are expensive, one factor of CHOLMOD may do
        status = solve_sparse_split(solve, SPLIT_STEPS, 0.3);
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        solve_sparse_sweeps(solve, FIRST_SWEEPS, MOST_SWEEPS);
        if (!solve_sparse_solved(solve)) {
            status = solve_sparse_polish(solve, POLISH_STEPS);
        }
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve) && solve_sparse_is_large(solve)) {
        // from the percussions of the step before: a better start than the end of the path
        solve_sparse_restore(solve);
        status = solve_sparse_newton(solve, WARM_PROBLEMS);
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        const bool is_small_island = solve->natural > 0.0 && !solve_sparse_is_large(solve);
        status = is_small_island ? run_island(solve) : run_path(solve, 1.0, true, NEWTON_PROBLEMS);
    }
    if (status == TALUS_OK && !solve_sparse_solved(solve)) {
        status = run_restarts(solve);
    }
    return status;
}

static talus_status run_stages(sparse_state *solve, talus_solve_method method)
{
    switch (method) {
    case TALUS_SOLVE_GAUSS_SEIDEL:
        solve_sparse_sweeps(solve, SWEEPS_ALONE, SWEEPS_ALONE);
        return TALUS_OK;
    case TALUS_SOLVE_NEWTON:
        return solve_sparse_newton(solve, PROBLEMS_ALONE);
    case TALUS_SOLVE_INTERIOR:
        return solve_sparse_interior(solve, STEPS_ALONE, 1.0);
    case TALUS_SOLVE_PROXIMAL:
        return solve_sparse_split(solve, SPLITS_ALONE, (double)INFINITY);
    case TALUS_SOLVE_AUTO:
    case TALUS_SOLVE_ISLANDS:
    case TALUS_SOLVE_METHOD_COUNT:
        break;
    }
    return run_auto(solve);
}

/// The caller's start, or nothing where it is not finite.
static void read_start(sparse_state *solve, const double *percussion)
{
    const size_t bytes = 3 * solve->count * sizeof *percussion;
    memcpy(solve->percussion, percussion, bytes);
    if (!isfinite(solve_sparse_judge(solve, TALUS_SOLVE_AUTO))) {
        memset(solve->percussion, 0, bytes);
        solve_sparse_judge(solve, TALUS_SOLVE_AUTO);
    }
}

/// A dense problem as full block rows; all bits stay. @return false: no memory
static bool write_rows(const talus_contact_problem *dense, sparse_scratch *scratch,
                       talus_contact_problem *rows)
{
    const size_t n = dense->contact_count, size = 3 * n;
    size_t *row_start = sparse_scratch_take(scratch, n + 1, sizeof *row_start);
    uint32_t *column = sparse_scratch_take(scratch, n * n, sizeof *column);
    double *blocks = sparse_scratch_take(scratch, n * n, 9 * sizeof *blocks);
    if (row_start == NULL || column == NULL || blocks == NULL) {
        return false;
    }
    for (size_t b = 0; b < n * n; b++) {
        const double *from = dense->blocks + 3 * (b / n) * size + 3 * (b % n);
        column[b] = (uint32_t)(b % n);
        row_start[b / n + 1] = (b / n + 1) * n;
        for (size_t k = 0; k < 9; k++) {
            blocks[9 * b + k] = from[k / 3 * size + k % 3];
        }
    }
    rows->row_start = row_start;
    rows->column = column;
    rows->blocks = blocks;
    return true;
}

size_t solve_sparse_room(size_t contacts)
{
    // the rows; the state; the factor; a path and a sequence of Newton problems beside each other
    const size_t per_block = 9 * sizeof(double) + sizeof(uint32_t) + 2 * sizeof(size_t) +
                             9 * sizeof(double),
                 per_contact = (25 + 3 + 23 + 4 + 6 + 3) * sizeof(double) + sizeof(cone_scaling) +
                               6 * sizeof(size_t) + 1,
                 rest = 1024 + sizeof(block_lu);
    return contacts * contacts * per_block + contacts * per_contact + rest;
}

talus_status solve_sparse(const talus_contact_problem *problem, const sparse_request *request,
                          sparse_scratch *scratch, double *percussion, talus_solver_info *info)
{
    const sparse_mark mark = sparse_scratch_mark(scratch);
    talus_contact_problem rows = *problem;
    sparse_state solve = {.problem = &rows,
                          .count = problem->contact_count,
                          .tolerance = request->tolerance,
                          .limit = request->limit > 0 ? request->limit : MOST_ITERATIONS,
                          .splits = request->splits,
                          .scratch = scratch,
                          .natural = request->natural,
                          .accepted = request->accepted,
                          .best_error = (double)INFINITY,
                          .halved_error = (double)INFINITY,
                          .best_stage = request->method};
    const bool is_ready = (problem->row_start != NULL || write_rows(problem, scratch, &rows)) &&
                          create_scratch(&solve);
    talus_status status = is_ready ? TALUS_OK : TALUS_ERROR_MEMORY;
    if (status == TALUS_OK) {
        measure_problem(&solve);
        read_start(&solve, percussion);
        if (!solve_sparse_solved(&solve)) {
            status = run_stages(&solve, request->method);
        }
    }
    if (status == TALUS_OK) {
        memcpy(percussion, solve.best, 3 * solve.count * sizeof *percussion);
        *info = (talus_solver_info){.size = sizeof *info,
                                    .stage = TALUS_SOLVER_SPARSE,
                                    .method = solve.best_stage,
                                    .iterations = (int)solve.iterations,
                                    .error = solve.best_error,
                                    .relative_error = solve.best_error,
                                    .solved = solve_sparse_solved(&solve)};
    }
    sparse_scratch_release(scratch, mark);
    return status;
}
