// SPDX-License-Identifier: GPL-3.0-or-later
// Contact systems as the caller gives them: checked, then solved, the dense stages last.
#include "physics/solve/solve.h"
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>

/// The squares of W, q and mu have to stay finite.
static bool has_room(const talus_contact_system *system)
{
    const double most = 1e150;
    double largest = 0.0;
    for (size_t k = 0; k < 9 * system->block_count; k++) {
        largest = fmax(largest, fabs(system->block[k]));
    }
    for (size_t i = 0; i < system->contact_count; i++) {
        const double *q = system->q + 3 * i;
        largest = fmax(largest, fmax(fmax(fabs(q[0]), fabs(q[1])), fabs(q[2])));
        largest = fmax(largest, system->mu[i]);
    }
    return largest <= most;
}

/// The dense solver, which also tries the contact states themselves, for few contacts.
static talus_status run_dense(system_solve *solve)
{
    enum { DENSE_CONTACTS = 12 };
    const size_t n = solve->count, size = 3 * n;
    if (n > DENSE_CONTACTS) {
        return TALUS_OK;
    }
    talus_contact_solver *solver = NULL;
    double *memory = calloc(size * size + size + n, sizeof *memory);
    const talus_contact_problem problem = {n, memory, memory + size * size,
                                           memory + size * size + size};
    talus_status status = TALUS_ERROR_MEMORY;
    if (memory != NULL && talus_contact_solver_create(n, &solver, NULL) == TALUS_OK) {
        talus_contact_problem filled = problem;
        talus_solver_info info;
        talus_contact_system_to_dense(solve->system, &filled);
        system_restore(solve);
        status = percussion_solve(solver, &filled, false, 0.1 * solve->tolerance, solve->reaction,
                                  &info);
        solve->iterations += info.iterations;
        system_judge(solve, TALUS_SYSTEM_NEWTON);
    }
    talus_contact_solver_destroy(solver);
    free(memory);
    return status;
}

static talus_status check_request(const talus_contact_system *system,
                                  const talus_system_options *options, talus_error *error)
{
    const talus_status status = talus_contact_system_check(system, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!has_room(system)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a value of the contact system is above 1e150, too large to be "
                               "solved; choose other units");
    }
    if (!(options->tolerance > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the tolerance of the contact solver is %g; expected a number > 0",
                               options->tolerance);
    }
    return TALUS_OK;
}

talus_status talus_contact_system_solve(const talus_contact_system *system,
                                        const talus_system_options *options, double *reaction,
                                        talus_system_info *info, talus_error *error)
{
    if (system == NULL || options == NULL || reaction == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the system, the options or the reaction is NULL");
    }
    talus_system_info none = {0};
    info = info != NULL ? info : &none;
    *info = (talus_system_info){.solver = options->solver};
    const talus_status status = check_request(system, options, error);
    return status == TALUS_OK
               ? system_solve_checked(system, options, run_dense, reaction, info, error)
               : status;
}
