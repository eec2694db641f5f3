// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of an island: try them in order, keep the best result.
#include "physics/solve/island.h"
#include "physics/contact_problem/rows.h"
#include "physics/solve/at_once.h"
#include "physics/solve/moves.h"
#include "physics/solve_sparse/solve_sparse.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 1 << 20, SWEEPS = SOLVE_LEFT_OUT == SOLVE_SWEEPS ? 0 : 40 };

struct talus_contact_solver {
    size_t max_contacts;
    double *memory;     ///< owns the arrays below
    double *scaled;     ///< (3n x 3n) W_ij rho_j
    double *rho;        ///< (n)
    double *y;          ///< (3n) candidate
    double *best;       ///< (3n)
    double *xi;         ///< (3n)
    double *w, *c, *mu; ///< (9 m^2), (3m), (m) few contacts of a problem in block rows
    sparse_scratch scratch;
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

talus_status talus_contact_solver_create(size_t max_contacts, talus_contact_solver **solver,
                                         talus_error *error)
{
    if (solver == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the solver is NULL");
    }
    const size_t n = max_contacts > 0 ? max_contacts : 1, size = 3 * n;
    const size_t few = smaller(n, SOLVE_FEW_CONTACTS);
    *solver = NULL;
    const bool has_size = n <= MOST_CONTACTS; // its squares are far from overflow
    talus_contact_solver *s = has_size ? calloc(1, sizeof *s) : NULL;
    if (s != NULL) {
        s->memory = calloc(size * size + 3 * size + n + 9 * few * few + 4 * few, sizeof *s->memory);
    }
    if (s == NULL || s->memory == NULL ||
        !sparse_scratch_reserve(&s->scratch, solve_sparse_room(n))) {
        talus_contact_solver_destroy(s);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu contacts",
                               max_contacts);
    }
    s->max_contacts = max_contacts;
    s->scaled = s->memory;
    s->y = s->scaled + size * size;
    s->best = s->y + size;
    s->xi = s->best + size;
    s->rho = s->xi + size;
    s->w = s->rho + n;
    s->c = s->w + 9 * few * few;
    s->mu = s->c + 3 * few;
    *solver = s;
    return TALUS_OK;
}

void talus_contact_solver_destroy(talus_contact_solver *solver)
{
    if (solver != NULL) {
        sparse_scratch_free(&solver->scratch);
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

/// States of few contacts from `start`. @return whether they solve the problem; the best stays else
static bool try_states(talus_contact_solver *s, const scaled_problem *scaled, double target,
                       const double *start, talus_solver_info *info)
{
    double y[3 * STATES_CONTACTS], error;
    const size_t bytes = 3 * scaled->contact_count * sizeof *y;
    if (SOLVE_LEFT_OUT == SOLVE_STATES || scaled->contact_count > STATES_CONTACTS) {
        return false;
    }
    memcpy(y, start, bytes);
    info->iterations += solve_states(scaled, target, y, &error);
    if (!(error <= target)) {
        return false;
    }
    memcpy(s->best, y, bytes);
    info->stage = TALUS_SOLVER_STATES;
    info->error = error;
    return true;
}

/// States, where they are few, sweeps from the same start, and states from where those end.
/// @param target m/s
static void solve_scaled(talus_contact_solver *s, const talus_contact_problem *problem,
                         double target, double *percussion, talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    const scaled_problem scaled = {n, s->scaled, problem->c, problem->mu};
    scale_problem(s, problem, percussion);
    if (!try_states(s, &scaled, target, s->y, info)) {
        memcpy(s->best, s->y, 3 * n * sizeof *s->y);
        info->stage = TALUS_SOLVER_GAUSS_SEIDEL;
        info->iterations += solve_sweeps(&scaled, SWEEPS, target, s->best, s->xi, &info->error);
        if (!(info->error <= target)) {
            (void)try_states(s, &scaled, target, s->best, info);
        }
    }
    for (size_t i = 0; i < 3 * n; i++) {
        const double p = s->best[i] * s->rho[i / 3];
        percussion[i] = isfinite(info->error) ? p : 0.0;
    }
}

/// All moves but the last. @return whether it is solved
static talus_status solve_dense(talus_contact_solver *s, const talus_contact_problem *problem,
                                double tolerance, double *percussion, talus_solver_info *info)
{
    const double scale = problem_velocity_scale(problem), target = tolerance * scale;
    info->solved = solve_at_once(problem, target, percussion, info);
    if (!info->solved) {
        if (!solve_are_valid(problem)) {
            *info = talus_solver_info_default();
            return TALUS_ERROR_ARGUMENT;
        }
        solve_scaled(s, problem, target, percussion, info);
        info->solved = info->error <= target;
    }
    info->relative_error = info->error / scale;
    return TALUS_OK;
}

/// Few contacts of a problem in block rows as a dense one.
static talus_contact_problem gather(talus_contact_solver *s, const talus_contact_problem *problem)
{
    size_t all[SOLVE_FEW_CONTACTS];
    const size_t n = problem->contact_count;
    for (size_t k = 0; k < n; k++) {
        all[k] = k;
    }
    problem_gather(problem, all, n, s->w, s->c, s->mu);
    talus_contact_problem dense = talus_contact_problem_dense(n, s->w, s->c, s->mu);
    dense.is_symmetric = problem->is_symmetric;
    return dense;
}

talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double accepted, double *percussion,
                          talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    const bool is_dense = problem->row_start == NULL;
    *info = talus_solver_info_default();
    info->solved = n == 0;
    if (is_dense && n > solver->max_contacts) {
        return TALUS_ERROR_ARGUMENT;
    }
    talus_status status = TALUS_OK;
    if (is_dense && n > 0) {
        status = solve_dense(solver, problem, tolerance, percussion, info);
    } else if (n > 0 && n <= smaller(solver->max_contacts, SOLVE_FEW_CONTACTS)) {
        const talus_contact_problem dense = gather(solver, problem);
        status = solve_dense(solver, &dense, tolerance, percussion, info);
    }
    if (status != TALUS_OK || info->solved) {
        return status;
    }
    status = solve_sparse_island(problem, tolerance, accepted, &solver->scratch, percussion, info);
    info->solved = info->solved || info->relative_error <= accepted;
    return status;
}

size_t solve_most_contacts(const talus_contact_solver *solver)
{
    return solver->max_contacts;
}

sparse_scratch *solve_scratch(talus_contact_solver *solver)
{
    return &solver->scratch;
}
