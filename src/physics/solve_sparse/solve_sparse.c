// SPDX-License-Identifier: GPL-3.0-or-later
// The last stage of a dense problem: the solver of contact systems.
#include "physics/solve_sparse/solve_sparse.h"
#include "physics/contact_problem/errors.h"
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 5000 }; ///< a problem without a solution must not hold a run

/// The measure of systems is another one: it is asked for less and less until the natural map of
/// the dense problem is small enough. @return whether that happened; the best start is in
/// `reaction`
static bool solve_closer(const talus_contact_system *system, const talus_contact_problem *problem,
                         double tolerance, double target, double *reaction, talus_solver_info *info)
{
    talus_system_options options = talus_system_options_default();
    options.iteration_limit = MOST_ITERATIONS;
    options.tolerance = tolerance;
    for (int pass = 0; pass < 3; pass++) {
        talus_system_info found;
        options.tolerance *= 1e-2;
        if (system_solve_checked(system, &options, NULL, reaction, &found, NULL) != TALUS_OK) {
            return false; // out of memory
        }
        info->iterations += (int)found.iterations;
        info->error = talus_contact_error(problem, reaction);
        if (info->error <= target || !found.solved) {
            break;
        }
    }
    return info->error <= target;
}

bool percussion_solve_sparse(const talus_contact_problem *problem, double tolerance,
                             double *percussion, talus_solver_info *info)
{
    const size_t bytes = 3 * problem->contact_count * sizeof *percussion;
    const double scale = percussion_velocity_scale(problem);
    talus_contact_system *system = NULL;
    double *reaction = calloc(1, bytes + 1);
    talus_solver_info own = *info;
    const bool is_solved =
        reaction != NULL && talus_contact_system_from_dense(problem, &system, NULL) == TALUS_OK &&
        solve_closer(system, problem, tolerance, tolerance * scale, reaction, &own);
    info->iterations = own.iterations;
    if (is_solved) {
        memcpy(percussion, reaction, bytes);
        *info = own;
        info->stage = TALUS_SOLVER_SPARSE;
        info->relative_error = own.error / scale;
        info->solved = true;
    }
    talus_contact_system_destroy(system);
    free(reaction);
    return is_solved;
}
