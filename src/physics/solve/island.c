// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of an island: scale, try them in order, keep the best result.
#include "physics/solve/island.h"
#include "physics/solve/active.h"
#include "physics/solve/at_once.h"
#include "physics/solve/defect.h"
#include "physics/solve/dense.h"
#include "physics/solve/status.h"
#include "physics/solve/subsets.h"
#include "physics/solve_sparse/solve_sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CONTACTS = 1 << 20,
    SWEEPS = 40,
    NEWTON_STEPS = 60,
    FREE_STEPS = 25,
    SCATTERED_STARTS = 200,
    SCATTER_SWEEPS = 3,
    SCATTER_SEED = 20210001
};

struct talus_contact_solver {
    size_t max_contacts;
    bool is_piece;   ///< solve_set_piece
    bool is_quick;   ///< solve_set_quick
    solve_stage won; ///< delivered the last result
    double *memory;  ///< owns all arrays below
    double *scaled;  ///< (3n x 3n) W_ij rho_j
    double *rho;     ///< (n)
    double *kept;    ///< (3n) start of a stage that may fail
    double *y;       ///< (3n) candidate
    double *best;    ///< (3n)
    dense_scratch scratch;
};

talus_status talus_contact_solver_create(size_t max_contacts, talus_contact_solver **solver,
                                         talus_error *error)
{
    if (solver == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the solver is NULL");
    }
    const size_t n = max_contacts > 0 ? max_contacts : 1, size = 3 * n, square = size * size;
    *solver = NULL;
    const bool has_size = n <= MOST_CONTACTS; // its squares are far from overflow
    talus_contact_solver *s = has_size ? calloc(1, sizeof *s) : NULL;
    double *memory = s == NULL ? NULL : calloc(3 * square + 8 * size + n, sizeof *memory);
    if (s == NULL || memory == NULL) {
        free(s);
        free(memory);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu contacts",
                               max_contacts);
    }
    s->max_contacts = max_contacts;
    s->memory = memory;
    s->scaled = memory;
    s->scratch.jacobian = s->scaled + square;
    s->scratch.normal = s->scratch.jacobian + square;
    s->kept = s->scratch.normal + square;
    s->y = s->kept + size;
    s->best = s->y + size;
    s->scratch.xi = s->best + size;
    s->scratch.residual = s->scratch.xi + size;
    s->scratch.step = s->scratch.residual + size;
    s->scratch.trial = s->scratch.step + size;
    s->rho = s->scratch.trial + 2 * size;
    *solver = s;
    return TALUS_OK;
}

void talus_contact_solver_destroy(talus_contact_solver *solver)
{
    if (solver != NULL) {
        free(solver->memory);
        free(solver);
    }
}

static void scale_problem(talus_contact_solver *s, const talus_contact_problem *problem,
                          const double *percussion)
{
    const size_t n = problem->contact_count, size = 3 * n;
    const double *restrict w = problem->blocks;
    double *restrict scaled = s->scaled, *restrict rho = s->rho, *restrict y = s->y;
    for (size_t k = 0; k < n; k++) {
        const double trace = problem_trace(problem, k);
        rho[k] = 3.0 / trace;
        for (size_t i = 3 * k; i < 3 * k + 3; i++) {
            y[i] = percussion[i] * (trace * (1.0 / 3.0));
        }
    }
    for (size_t i = 0; i < size; i++, w += size, scaled += size) {
        for (size_t k = 0; k < n; k++) {
            scaled[3 * k] = w[3 * k] * rho[k];
            scaled[3 * k + 1] = w[3 * k + 1] * rho[k];
            scaled[3 * k + 2] = w[3 * k + 2] * rho[k];
        }
    }
}

/// A problem on its way through the stages.
typedef struct island_try {
    talus_contact_solver *solver;
    const talus_contact_problem *problem;
    dense_problem scaled;
    double tolerance, target; ///< relative; m/s
    double scale;             ///< m/s, of the velocities of the problem
    talus_solver_info *info;  ///< of the best so far
} island_try;

/// Keep the candidate if it beats the best so far. @return whether that solves the problem
static bool keep_best(island_try *t, double error)
{
    if (error < t->info->error) { // never one that is not a number
        memcpy(t->solver->best, t->solver->y, 3 * t->scaled.contact_count * sizeof(double));
        t->info->error = error;
    }
    return t->info->error <= t->target;
}

static void start_from_best(island_try *t)
{
    memcpy(t->solver->y, t->solver->best, 3 * t->scaled.contact_count * sizeof(double));
}

typedef int active_solver(const dense_problem *problem, double target, double *y, double *error);

/// States of few contacts; y is what it was when that fails.
static bool try_active(island_try *t, active_solver *solve)
{
    talus_contact_solver *s = t->solver;
    const size_t bytes = 3 * t->scaled.contact_count * sizeof *s->y;
    double error;
    memcpy(s->kept, s->y, bytes);
    t->info->iterations += solve(&t->scaled, t->target, s->y, &error);
    if (!(error <= t->target)) {
        memcpy(s->y, s->kept, bytes);
        return false;
    }
    return keep_best(t, error);
}

static bool follow_states(island_try *t)
{
    return try_active(t, dense_active);
}

static bool search_states(island_try *t)
{
    return try_active(t, dense_active_search);
}

static bool follow_defect(island_try *t)
{
    return try_active(t, dense_defect);
}

static bool search_from_best(island_try *t)
{
    start_from_best(t);
    return try_active(t, dense_active_search);
}

static bool search_subsets(island_try *t)
{
    start_from_best(t);
    return try_active(t, dense_subsets);
}

static bool sweep(island_try *t)
{
    talus_contact_solver *s = t->solver;
    double error;
    t->info->iterations +=
        dense_gauss_seidel(&t->scaled, &s->scratch, SWEEPS, t->target, s->y, &error);
    return keep_best(t, error);
}

static bool damped_newton(island_try *t)
{
    talus_contact_solver *s = t->solver;
    double error;
    t->info->iterations +=
        dense_newton(&t->scaled, &s->scratch, NEWTON_STEPS, t->target, s->y, &error);
    return keep_best(t, error);
}

/// From a problem rounded off over the scale of its velocities into the sharp one, then Newton.
static bool sharpen(island_try *t)
{
    talus_contact_solver *s = t->solver;
    double error;
    memset(s->y, 0, 3 * t->scaled.contact_count * sizeof *s->y);
    t->info->iterations +=
        dense_smoothing(&t->scaled, &s->scratch, t->scale, t->target, s->y, &error);
    return keep_best(t, error) || damped_newton(t);
}

/// Every combination of the contact states, from the best point so far.
static bool combine_states(island_try *t)
{
    talus_contact_solver *s = t->solver;
    double error;
    start_from_best(t);
    t->info->iterations += dense_status_search(&t->scaled, &s->scratch, t->target, s->y, &error);
    return keep_best(t, error);
}

/// A random half of the contacts carries a random admissible percussion. The numbers depend on the
/// attempt only, so the result stays deterministic.
static void scatter(const dense_problem *problem, double scale, uint32_t attempt, double *y)
{
    for (size_t k = 0; k < problem->contact_count; k++) {
        talus_random rng = {SCATTER_SEED, k, 4 * attempt};
        const bool closed = talus_random_uniform(&rng) < 0.5;
        const double normal = closed ? scale * talus_random_uniform(&rng) : 0.0;
        const double reach = problem->mu[k] * normal;
        y[3 * k] = normal;
        y[3 * k + 1] = reach * (2.0 * talus_random_uniform(&rng) - 1.0);
        y[3 * k + 2] = reach * (2.0 * talus_random_uniform(&rng) - 1.0);
    }
}

/// A few sweeps and Newton without globalisation from scattered starts.
static bool try_scattered_starts(island_try *t)
{
    talus_contact_solver *s = t->solver;
    // fewer starts for larger problems: a start costs about n^3
    const uint32_t starts = SCATTERED_STARTS / (uint32_t)(1 + t->scaled.contact_count / 6);
    for (uint32_t attempt = 0; attempt < starts; attempt++) {
        double error;
        scatter(&t->scaled, t->scale, attempt, s->y);
        t->info->iterations +=
            dense_gauss_seidel(&t->scaled, &s->scratch, SCATTER_SWEEPS, t->target, s->y, &error);
        if (keep_best(t, error)) {
            return true;
        }
        t->info->iterations +=
            dense_free_newton(&t->scaled, &s->scratch, FREE_STEPS, t->target, s->y, &error);
        if (keep_best(t, error)) {
            return true;
        }
    }
    return false;
}

/// A stage after those that need no scaling, for up to `most_contacts`.
typedef struct island_stage {
    solve_stage stage;
    size_t most_contacts;
    bool (*run)(island_try *t);
    bool is_of_pieces;
} island_stage;

static const island_stage STAGES[] = {
    {SOLVE_ACTIVE, ACTIVE_CONTACTS, follow_states, false},
    {SOLVE_SEARCH, 2, search_states, false},
    {SOLVE_SWEEPS, MOST_CONTACTS, sweep, false},
    {SOLVE_ACTIVE_AGAIN, ACTIVE_CONTACTS, follow_states, false},
    {SOLVE_DEFECT, ACTIVE_CONTACTS, follow_defect, false},
    {SOLVE_NEWTON, MOST_CONTACTS, damped_newton, false},
    {SOLVE_SEARCH_AGAIN, ACTIVE_CONTACTS, search_from_best, false},
    {SOLVE_SUBSETS, SUBSETS_CONTACTS, search_subsets, true},
    {SOLVE_SMOOTHING, MOST_CONTACTS, sharpen, false},
    {SOLVE_COMBINATIONS, MOST_CONTACTS, combine_states, false},
    {SOLVE_SCATTERED, MOST_CONTACTS, try_scattered_starts, false},
};

/// Names in outputs, by solve_stage.
static const talus_solver_stage NAMES[SOLVE_STAGE_COUNT] = {
    [SOLVE_NOTHING] = TALUS_SOLVER_NONE,         [SOLVE_LOCAL] = TALUS_SOLVER_LOCAL,
    [SOLVE_AT_ONCE] = TALUS_SOLVER_STATES,       [SOLVE_ACTIVE] = TALUS_SOLVER_STATES,
    [SOLVE_SEARCH] = TALUS_SOLVER_STATES,        [SOLVE_SWEEPS] = TALUS_SOLVER_GAUSS_SEIDEL,
    [SOLVE_ACTIVE_AGAIN] = TALUS_SOLVER_STATES,  [SOLVE_DEFECT] = TALUS_SOLVER_STATES,
    [SOLVE_NEWTON] = TALUS_SOLVER_NEWTON,        [SOLVE_SEARCH_AGAIN] = TALUS_SOLVER_RESTART,
    [SOLVE_SUBSETS] = TALUS_SOLVER_RESTART,      [SOLVE_SMOOTHING] = TALUS_SOLVER_RESTART,
    [SOLVE_COMBINATIONS] = TALUS_SOLVER_RESTART, [SOLVE_SCATTERED] = TALUS_SOLVER_RESTART,
    [SOLVE_SPARSE] = TALUS_SOLVER_SPARSE,
};

static void run_stages(island_try *t)
{
    talus_contact_solver *s = t->solver;
    for (size_t k = 0; k < sizeof STAGES / sizeof *STAGES; k++) {
        const double before = t->info->error;
        if (t->scaled.contact_count > STAGES[k].most_contacts ||
            (STAGES[k].is_of_pieces && !s->is_piece)) {
            continue;
        }
        if (s->is_quick && STAGES[k].stage >= SOLVE_COMBINATIONS) {
            return;
        }
        const bool is_solved = STAGES[k].run(t);
        if (t->info->error < before) {
            s->won = STAGES[k].stage;
        }
        if (is_solved) {
            return;
        }
    }
}

/// An info of a problem without contacts (solved), or one that is refused.
static talus_solver_info empty_info(bool solved)
{
    return (talus_solver_info){.size = sizeof(talus_solver_info),
                               .stage = TALUS_SOLVER_NONE,
                               .method = TALUS_SOLVE_ISLANDS,
                               .solved = solved};
}

/// The stages that work on the scaled matrix.
static void solve_scaled(island_try *t, double *percussion)
{
    talus_contact_solver *s = t->solver;
    const size_t n = t->problem->contact_count;
    t->info->error = (double)INFINITY;
    t->scaled = (dense_problem){n, s->scaled, t->problem->c, t->problem->mu};
    scale_problem(s, t->problem, percussion);
    memset(s->best, 0, 3 * n * sizeof *s->best); // where no stage finds a number
    run_stages(t);
    for (size_t i = 0; i < 3 * n; i++) {
        percussion[i] = s->best[i] * s->rho[i / 3];
    }
    t->info->stage = NAMES[s->won];
    t->info->relative_error = t->info->error / t->scale;
    t->info->solved = t->info->relative_error <= t->tolerance;
}

talus_status solve_island_dense(talus_contact_solver *solver, const talus_contact_problem *problem,
                                double tolerance, double *percussion, talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    *info = empty_info(true);
    solver->won = SOLVE_NOTHING;
    if (n == 0) {
        return TALUS_OK;
    }
    island_try t = {.solver = solver, .problem = problem, .tolerance = tolerance, .info = info};
    t.scale = problem_velocity_scale(problem);
    t.target = tolerance * t.scale;
    if (n <= solver->max_contacts && solve_at_once(problem, t.target, percussion, info)) {
        solver->won = n == 1 ? SOLVE_LOCAL : SOLVE_AT_ONCE;
        info->relative_error = info->error / t.scale;
        return TALUS_OK;
    }
    if (n > solver->max_contacts || !solve_are_valid(problem)) {
        *info = empty_info(false);
        return TALUS_ERROR_ARGUMENT;
    }
    solve_scaled(&t, percussion);
    return TALUS_OK;
}

talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double *percussion, talus_solver_info *info)
{
    talus_status status = solve_island_dense(solver, problem, tolerance, percussion, info);
    if (status == TALUS_OK && !info->solved) {
        status = solve_sparse_island(problem, tolerance, percussion, info);
        solver->won = info->solved ? SOLVE_SPARSE : solver->won;
    }
    return status;
}

void solve_set_piece(talus_contact_solver *solver, bool is_piece)
{
    solver->is_piece = is_piece;
}

void solve_set_quick(talus_contact_solver *solver, bool is_quick)
{
    solver->is_quick = is_quick;
}

solve_stage solve_won(const talus_contact_solver *solver)
{
    return solver->won;
}

size_t solve_most_contacts(const talus_contact_solver *solver)
{
    return solver->max_contacts;
}
