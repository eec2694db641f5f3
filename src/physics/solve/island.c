// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of an island: scale, try them in order, keep the best result.
#include "physics/solve/island.h"
#include "physics/solve/active.h"
#include "physics/solve/at_once.h"
#include "physics/solve/defect.h"
#include "physics/solve/dense.h"
#include "physics/solve/status.h"
#include "physics/solve/stick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CONTACTS = 1 << 20,
    FIRST_SWEEPS = 40,
    NEWTON_STEPS = 60,
    FREE_STEPS = 25,
    RESTART_SWEEPS = 400,
    FRICTION_LEVELS = 8,
    PROXIMAL_STEPS = 60,
    PROXIMAL_SWEEPS = 30,
    SCATTERED_STARTS = 200,
    SCATTER_SWEEPS = 3,
    SCATTER_SEED = 20210001
};

struct talus_contact_solver {
    size_t max_contacts;
    double *memory; ///< owns all arrays below
    double *scaled; ///< (3n x 3n) W_ij rho_j
    double *shifted;
    double *rho;  ///< (n)
    double *mu;   ///< (n) reduced friction of the continuation
    double *c;    ///< (3n) shifted right-hand side of the proximal stage
    double *y;    ///< (3n) candidate
    double *best; ///< (3n)
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
    double *memory = s == NULL ? NULL : calloc(4 * square + 8 * size + 2 * n, sizeof *memory);
    if (s == NULL || memory == NULL) {
        free(s);
        free(memory);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu contacts",
                               max_contacts);
    }
    s->max_contacts = max_contacts;
    s->memory = memory;
    s->scaled = memory;
    s->shifted = s->scaled + square;
    s->scratch.jacobian = s->shifted + square;
    s->scratch.normal = s->scratch.jacobian + square;
    s->c = s->scratch.normal + square;
    s->y = s->c + size;
    s->best = s->y + size;
    s->scratch.xi = s->best + size;
    s->scratch.residual = s->scratch.xi + size;
    s->scratch.step = s->scratch.residual + size;
    s->scratch.trial = s->scratch.step + size;
    s->rho = s->scratch.trial + 2 * size;
    s->mu = s->rho + n;
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

/// Keep the candidate if it beats the best so far.
static void keep_best(talus_contact_solver *s, size_t size, double error, talus_solver_stage stage,
                      talus_solver_info *info)
{
    if (error < info->error) { // never one that is not a number
        memcpy(s->best, s->y, size * sizeof *s->best);
        info->error = error;
        info->stage = stage;
    }
}

static bool try_newton(talus_contact_solver *s, const dense_problem *problem, double target,
                       talus_solver_stage stage, talus_solver_info *info)
{
    double error;
    info->iterations += dense_newton(problem, &s->scratch, NEWTON_STEPS, target, s->y, &error);
    keep_best(s, 3 * problem->contact_count, error, stage, info);
    return info->error <= target;
}

static bool try_free_newton(talus_contact_solver *s, const dense_problem *problem, double target,
                            talus_solver_info *info)
{
    double error;
    info->iterations += dense_free_newton(problem, &s->scratch, FREE_STEPS, target, s->y, &error);
    keep_best(s, 3 * problem->contact_count, error, TALUS_SOLVER_RESTART, info);
    return info->error <= target;
}

static bool try_sweeps(talus_contact_solver *s, const dense_problem *problem, int limit,
                       double target, talus_solver_stage stage, talus_solver_info *info)
{
    double error;
    info->iterations += dense_gauss_seidel(problem, &s->scratch, limit, target, s->y, &error);
    keep_best(s, 3 * problem->contact_count, error, stage, info);
    return info->error <= target;
}

/// From a problem rounded off over `width` into the sharp one, then polished.
static bool try_smoothing(talus_contact_solver *s, const dense_problem *problem, double width,
                          double target, talus_solver_info *info)
{
    double error;
    memset(s->y, 0, 3 * problem->contact_count * sizeof *s->y);
    info->iterations += dense_smoothing(problem, &s->scratch, width, target, s->y, &error);
    keep_best(s, 3 * problem->contact_count, error, TALUS_SOLVER_RESTART, info);
    return info->error <= target || try_newton(s, problem, target, TALUS_SOLVER_RESTART, info);
}

/// From frictionless to full friction in steps, each started from the last.
static bool try_friction_continuation(talus_contact_solver *s, const dense_problem *problem,
                                      double target, talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    dense_problem reduced = *problem;
    reduced.mu = s->mu;
    memset(s->y, 0, 3 * n * sizeof *s->y);
    for (int level = 0; level < FRICTION_LEVELS; level++) {
        double error;
        for (size_t k = 0; k < n; k++) {
            s->mu[k] = problem->mu[k] * level / FRICTION_LEVELS;
        }
        info->iterations +=
            dense_gauss_seidel(&reduced, &s->scratch, FIRST_SWEEPS, target, s->y, &error);
        info->iterations += dense_newton(&reduced, &s->scratch, NEWTON_STEPS, target, s->y, &error);
    }
    return try_sweeps(s, problem, FIRST_SWEEPS, target, TALUS_SOLVER_RESTART, info) ||
           try_newton(s, problem, target, TALUS_SOLVER_RESTART, info);
}

/// Proximal point: repeatedly solve with A + alpha I and c - alpha y_old, alpha falling; each
/// subproblem has dominant diagonal blocks, so the sweeps converge.
static bool try_proximal(talus_contact_solver *s, const dense_problem *problem, double target,
                         talus_solver_info *info)
{
    const size_t size = 3 * problem->contact_count;
    dense_problem shifted = {problem->contact_count, s->shifted, s->c, problem->mu};
    double alpha = 1.0;
    memcpy(s->y, s->best, size * sizeof *s->y);
    for (int step = 0; step < PROXIMAL_STEPS; step++) {
        double error;
        memcpy(s->shifted, problem->a, size * size * sizeof *s->shifted);
        for (size_t i = 0; i < size; i++) {
            s->shifted[i * size + i] += alpha;
            s->c[i] = problem->c[i] - alpha * s->y[i];
        }
        info->iterations +=
            dense_gauss_seidel(&shifted, &s->scratch, PROXIMAL_SWEEPS, 0.1 * target, s->y, &error);
        error = dense_error(problem, s->y, s->scratch.xi);
        keep_best(s, size, error, TALUS_SOLVER_RESTART, info);
        if (info->error <= target) {
            return true;
        }
        alpha = alpha > 1e-3 ? 0.8 * alpha : 1e-3;
    }
    return try_newton(s, problem, target, TALUS_SOLVER_RESTART, info);
}

/// Newton from scattered starts: a random half of the contacts carries a random admissible
/// percussion. The numbers depend on the attempt only, so the result stays deterministic.
static bool try_scattered_starts(talus_contact_solver *s, const dense_problem *problem,
                                 double scale, double target, talus_solver_info *info)
{
    // fewer starts for larger problems: a start costs about n^3
    const uint32_t starts = SCATTERED_STARTS / (uint32_t)(1 + problem->contact_count / 6);
    for (uint32_t attempt = 0; attempt < starts; attempt++) {
        for (size_t k = 0; k < problem->contact_count; k++) {
            talus_random rng = {SCATTER_SEED, k, 4 * attempt};
            const bool closed = talus_random_uniform(&rng) < 0.5;
            const double normal = closed ? scale * talus_random_uniform(&rng) : 0.0;
            const double reach = problem->mu[k] * normal;
            s->y[3 * k] = normal;
            s->y[3 * k + 1] = reach * (2.0 * talus_random_uniform(&rng) - 1.0);
            s->y[3 * k + 2] = reach * (2.0 * talus_random_uniform(&rng) - 1.0);
        }
        if (try_sweeps(s, problem, SCATTER_SWEEPS, target, TALUS_SOLVER_RESTART, info) ||
            try_free_newton(s, problem, target, info)) {
            return true;
        }
    }
    return false;
}

/// The contact states themselves, from the best point so far.
static bool try_states(talus_contact_solver *s, const dense_problem *problem, double target,
                       talus_solver_info *info)
{
    const size_t size = 3 * problem->contact_count;
    double error;
    memcpy(s->y, s->best, size * sizeof *s->y);
    info->iterations += dense_status_search(problem, &s->scratch, target, s->y, &error);
    keep_best(s, size, error, TALUS_SOLVER_RESTART, info);
    return info->error <= target;
}

typedef int active_solver(const dense_problem *problem, double target, double *y, double *error);

/// States of few contacts; y is what it was when that fails.
static bool try_active(talus_contact_solver *s, const dense_problem *problem, active_solver *solve,
                       double target, talus_solver_info *info)
{
    const size_t size = 3 * problem->contact_count;
    double error;
    if (problem->contact_count > ACTIVE_CONTACTS) {
        return false;
    }
    memcpy(s->c, s->y, size * sizeof *s->c);
    info->iterations += solve(problem, target, s->y, &error);
    if (!(error <= target)) {
        memcpy(s->y, s->c, size * sizeof *s->y);
        return false;
    }
    keep_best(s, size, error, TALUS_SOLVER_STATES, info);
    return true;
}

/// A pair of which one contact sticks and the other slips, unscaled.
static bool try_around(talus_contact_solver *s, const talus_contact_problem *problem, double target,
                       talus_solver_info *info)
{
    double p[6], error;
    if (problem->contact_count != 2) {
        return false;
    }
    for (size_t i = 0; i < 6; i++) {
        p[i] = s->y[i] * s->rho[i / 3];
    }
    info->iterations++;
    if (!solve_stick_around(problem, target, p, &error)) {
        return false;
    }
    for (size_t i = 0; i < 6; i++) {
        s->y[i] = p[i] / s->rho[i / 3];
    }
    keep_best(s, 6, error, TALUS_SOLVER_STATES, info);
    return true;
}

static void run_stages(talus_contact_solver *s, const talus_contact_problem *unscaled,
                       const dense_problem *problem, double target, double scale,
                       talus_solver_info *info)
{
    const size_t bytes = 3 * problem->contact_count * sizeof *s->y;
    const bool is_pair = problem->contact_count == 2;
    if (try_active(s, problem, dense_active, target, info) ||
        try_around(s, unscaled, target, info) ||
        (is_pair && try_active(s, problem, dense_active_search, target, info)) ||
        try_sweeps(s, problem, FIRST_SWEEPS, target, TALUS_SOLVER_GAUSS_SEIDEL, info) ||
        try_active(s, problem, dense_active, target, info) ||
        try_active(s, problem, dense_defect, target, info) ||
        try_newton(s, problem, target, TALUS_SOLVER_NEWTON, info)) {
        return;
    }
    memcpy(s->y, s->best, bytes);
    if (try_active(s, problem, dense_active_search, target, info) ||
        try_free_newton(s, problem, target, info) ||
        try_smoothing(s, problem, scale, target, info)) {
        return;
    }
    memset(s->y, 0, bytes);
    if (try_sweeps(s, problem, RESTART_SWEEPS, target, TALUS_SOLVER_RESTART, info) ||
        try_newton(s, problem, target, TALUS_SOLVER_RESTART, info) ||
        try_friction_continuation(s, problem, target, info) ||
        try_proximal(s, problem, target, info) || try_states(s, problem, target, info)) {
        return;
    }
    try_scattered_starts(s, problem, scale, target, info);
}

/// An info of a problem without contacts (solved), or one that is refused.
static talus_solver_info empty_info(bool solved)
{
    return (talus_solver_info){.size = sizeof(talus_solver_info),
                               .stage = TALUS_SOLVER_NONE,
                               .method = TALUS_SOLVE_ISLANDS,
                               .solved = solved};
}

talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double *percussion, talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    *info = empty_info(true);
    if (n == 0) {
        return TALUS_OK;
    }
    const double scale = problem_velocity_scale(problem), target = tolerance * scale;
    if (n <= solver->max_contacts && solve_at_once(problem, target, percussion, info)) {
        info->relative_error = info->error / scale;
        return TALUS_OK;
    }
    if (n > solver->max_contacts || !solve_are_valid(problem)) {
        *info = empty_info(false);
        return TALUS_ERROR_ARGUMENT;
    }
    info->stage = TALUS_SOLVER_NONE;
    info->error = (double)INFINITY;
    const dense_problem dense = {n, solver->scaled, problem->c, problem->mu};
    scale_problem(solver, problem, percussion);
    memset(solver->best, 0, 3 * n * sizeof *solver->best); // where no stage finds a number
    run_stages(solver, problem, &dense, target, scale, info);
    for (size_t i = 0; i < 3 * n; i++) {
        percussion[i] = solver->best[i] * solver->rho[i / 3];
    }
    info->relative_error = info->error / scale;
    info->solved = info->relative_error <= tolerance;
    return TALUS_OK;
}

size_t solve_most_contacts(const talus_contact_solver *solver)
{
    return solver->max_contacts;
}
