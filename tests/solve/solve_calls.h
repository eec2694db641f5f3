// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the solver as the tests make them.
#ifndef TALUS_TESTS_SOLVE_SOLVE_CALLS_H
#define TALUS_TESTS_SOLVE_SOLVE_CALLS_H

#include "physics/contact_problem/errors.h"
#include "talus/solve.h"

/// By islands, to a tolerance.
static inline talus_status solve_to(talus_contact_solver *solver,
                                    const talus_contact_problem *problem, double tolerance,
                                    double *percussion, talus_solver_info *info)
{
    talus_solve_options options = talus_solve_options_default();
    options.tolerance = tolerance;
    *info = talus_solver_info_default();
    return talus_contact_solve(solver, problem, &options, percussion, info, NULL);
}

/// The whole problem by one method in block rows. @param limit of the iterations, 0 = its own
static inline talus_status solve_whole_to(const talus_contact_problem *problem,
                                          talus_solve_method method, double tolerance, int limit,
                                          double *percussion, talus_solver_info *info,
                                          talus_error *error)
{
    talus_contact_solver *solver = NULL;
    talus_solve_options options = talus_solve_options_default();
    options.method = method;
    options.tolerance = tolerance;
    options.iteration_limit = limit;
    *info = talus_solver_info_default();
    talus_status status = talus_contact_solver_create(0, &solver, error);
    if (status == TALUS_OK) {
        status = talus_contact_solve(solver, problem, &options, percussion, info, error);
    }
    talus_contact_solver_destroy(solver);
    return status;
}

static inline double natural_error(const talus_contact_problem *problem, const double *percussion)
{
    return problem_error(problem, TALUS_MEASURE_NATURAL_MAP, percussion);
}

#endif
