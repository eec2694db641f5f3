// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems as callers give them: checked, then solved island by island, or as a whole in
// block rows.
#include "physics/contact_problem/rows.h"
#include "physics/solve/island.h"
#include "physics/solve_sparse/solve_sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- In block rows -------------------------------------------------------------------------------

/// The squares of W, c and mu have to stay finite.
static bool has_room(const talus_contact_problem *problem)
{
    const double most = 1e150;
    const size_t n = problem->contact_count;
    const size_t blocks = problem->row_start != NULL ? problem->row_start[n] : n * n;
    double largest = 0.0;
    for (size_t k = 0; k < 9 * blocks; k++) {
        largest = fmax(largest, fabs(problem->blocks[k]));
    }
    for (size_t i = 0; i < 3 * n; i++) {
        largest = fmax(largest, fmax(fabs(problem->c[i]), problem->mu[i / 3]));
    }
    return largest <= most;
}

static talus_status solve_whole(talus_contact_solver *solver, const talus_contact_problem *problem,
                                const talus_solve_options *options, double *percussion,
                                talus_solver_info *info, talus_error *error)
{
    if (!has_room(problem)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a value of the contact problem is above 1e150, too large to be "
                               "solved; choose other units");
    }
    const sparse_request request = {.method = options->method,
                                    .tolerance = options->tolerance,
                                    .limit = options->iteration_limit,
                                    .splits = true};
    const talus_status status =
        solve_sparse(problem, &request, solve_scratch(solver), percussion, info);
    return status == TALUS_OK ? status
                              : talus_error_set(error, status, "no memory for %zu contacts",
                                                problem->contact_count);
}

// --- By islands ----------------------------------------------------------------------------------

static talus_status lack_memory(size_t contacts, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY,
                           "no memory for the last move of the solver, for %zu contacts", contacts);
}

/// One island of a problem, as a dense problem of its own.
typedef struct island_copy {
    size_t *island;  ///< (n) island of each contact
    size_t *contact; ///< (n) contacts of one island, ascending
    double *w, *c, *mu, *percussion;
} island_copy;

static void add_info(const talus_solver_info *one, talus_solver_info *all)
{
    all->stage = one->stage > all->stage ? one->stage : all->stage;
    all->iterations += one->iterations;
    all->error = fmax(all->error, one->error);
    all->relative_error = fmax(all->relative_error, one->relative_error);
    all->solved = all->solved && one->solved;
}

static talus_status solve_copy(talus_contact_solver *solver, const talus_contact_problem *problem,
                               const island_copy *copy, size_t count, double tolerance,
                               double *percussion, talus_solver_info *info)
{
    problem_gather(problem, copy->contact, count, copy->w, copy->c, copy->mu);
    for (size_t k = 0; k < count; k++) {
        memcpy(copy->percussion + 3 * k, percussion + 3 * copy->contact[k], 3 * sizeof *percussion);
    }
    talus_contact_problem own = talus_contact_problem_dense(count, copy->w, copy->c, copy->mu);
    own.is_symmetric = problem->is_symmetric;
    talus_solver_info one;
    const talus_status status = solve_island(solver, &own, tolerance, 0.0, copy->percussion, &one);
    if (status == TALUS_OK) {
        for (size_t k = 0; k < count; k++) {
            memcpy(percussion + 3 * copy->contact[k], copy->percussion + 3 * k,
                   3 * sizeof *percussion);
        }
        add_info(&one, info);
    }
    return status;
}

/// Contacts of an island. @return how many
static size_t list_contacts(const talus_contact_problem *problem, size_t number,
                            const island_copy *copy)
{
    size_t count = 0;
    for (size_t k = 0; k < problem->contact_count; k++) {
        if (copy->island[k] == number) {
            copy->contact[count++] = k;
        }
    }
    return count;
}

/// Islands that fit into the solver, one after the other.
static talus_status solve_copies(talus_contact_solver *solver, const talus_contact_problem *problem,
                                 island_copy *copy, size_t islands, double tolerance,
                                 double *percussion, talus_solver_info *info, talus_error *error)
{
    for (size_t k = 0; k < islands; k++) {
        const size_t count = list_contacts(problem, k, copy);
        if (count > solve_most_contacts(solver)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "island %zu has %zu contacts, expected at most %zu: create the "
                                   "solver for more",
                                   k, count, solve_most_contacts(solver));
        }
    }
    for (size_t k = 0; k < islands; k++) {
        const size_t count = list_contacts(problem, k, copy);
        const talus_status status =
            solve_copy(solver, problem, copy, count, tolerance, percussion, info);
        if (status == TALUS_ERROR_MEMORY) {
            return lack_memory(count, error);
        }
        if (status != TALUS_OK) {
            return talus_error_set(error, status,
                                   "the values of island %zu overflow; choose other units", k);
        }
    }
    return TALUS_OK;
}

static talus_status solve_islands(talus_contact_solver *solver,
                                  const talus_contact_problem *problem, double tolerance,
                                  double *percussion, talus_solver_info *info, talus_error *error)
{
    const size_t n = problem->contact_count, most = solve_most_contacts(solver);
    const size_t size = 3 * (n < most ? n : most);
    size_t *numbers = malloc((2 * n + 1) * sizeof *numbers), islands = 0;
    double *memory = malloc((size * size + 3 * size + 3 * n + 1) * sizeof *memory);
    talus_status status = TALUS_ERROR_MEMORY;
    if (numbers == NULL || memory == NULL) {
        (void)talus_error_set(error, status, "no memory for the islands of %zu contacts", n);
    } else if ((status = problem_islands(problem, numbers, &islands, error)) == TALUS_OK) {
        double *result = memory + size * size + 3 * size;
        island_copy copy = {.island = numbers,
                            .contact = numbers + n,
                            .w = memory,
                            .c = memory + size * size,
                            .mu = memory + size * size + size,
                            .percussion = memory + size * size + 2 * size};
        memcpy(result, percussion, 3 * n * sizeof *percussion);
        talus_solver_info all = *info;
        all.solved = true;
        status = solve_copies(solver, problem, &copy, islands, tolerance, result, &all, error);
        if (status == TALUS_OK) {
            memcpy(percussion, result, 3 * n * sizeof *percussion);
            *info = all;
        }
    }
    free(numbers);
    free(memory);
    return status;
}

/// A dense problem as one island.
static talus_status solve_one(talus_contact_solver *solver, const talus_contact_problem *problem,
                              double tolerance, double *percussion, talus_solver_info *info,
                              talus_error *error)
{
    const talus_status status = solve_island(solver, problem, tolerance, 0.0, percussion, info);
    if (status == TALUS_ERROR_MEMORY) {
        return lack_memory(problem->contact_count, error);
    }
    return status == TALUS_OK
               ? status
               : talus_error_set(error, status,
                                 "found %zu contacts, expected at most %zu and values whose sum "
                                 "does not overflow",
                                 problem->contact_count, solve_most_contacts(solver));
}

// --- The border ----------------------------------------------------------------------------------

static talus_status check_request(const talus_contact_solver *solver,
                                  const talus_contact_problem *problem,
                                  const talus_solve_options *options, const double *percussion,
                                  talus_error *error)
{
    const talus_status status = talus_contact_problem_check(problem, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (solver == NULL || options == NULL || (percussion == NULL && problem->contact_count > 0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the contact solver, its options or the percussion is NULL");
    }
    if (options->size != sizeof *options) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the size of the solver's options is %zu, expected %zu: fill them "
                               "with talus_solve_options_default",
                               options->size, sizeof *options);
    }
    if (!(options->tolerance > 0.0 && options->tolerance < (double)INFINITY)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the tolerance of the contact solver is %g; expected a finite "
                               "number > 0",
                               options->tolerance);
    }
    if (options->iteration_limit < 0 || (unsigned)options->method >= TALUS_SOLVE_METHOD_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found iteration limit %d and method %d; expected a limit >= 0 and "
                               "a talus_solve_method",
                               options->iteration_limit, (int)options->method);
    }
    return TALUS_OK;
}

talus_status talus_contact_solve(talus_contact_solver *solver, const talus_contact_problem *problem,
                                 const talus_solve_options *options, double *percussion,
                                 talus_solver_info *info, talus_error *error)
{
    if (info == NULL || info->size != sizeof *info) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the solver's info is NULL or of unknown size, expected one from "
                               "talus_solver_info_default");
    }
    *info = talus_solver_info_default();
    const talus_status status = check_request(solver, problem, options, percussion, error);
    if (status != TALUS_OK) {
        return status;
    }
    info->method = options->method;
    if (problem->contact_count == 0) {
        info->solved = true;
        return TALUS_OK;
    }
    if (options->method != TALUS_SOLVE_ISLANDS) {
        return solve_whole(solver, problem, options, percussion, info, error);
    }
    if (problem->body != NULL || problem->row_start != NULL) {
        return solve_islands(solver, problem, options->tolerance, percussion, info, error);
    }
    return solve_one(solver, problem, options->tolerance, percussion, info, error);
}
