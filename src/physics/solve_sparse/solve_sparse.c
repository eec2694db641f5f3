// SPDX-License-Identifier: GPL-3.0-or-later
// The last stage of an island: the solver of block rows.
#include "physics/solve_sparse/solve_sparse.h"
#include "physics/contact_problem/errors.h"
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>
#include <string.h>

/// A problem without a solution must not hold a run. Of several bodies it may take longer: few have no
/// solution, and what is near the limit of friction is found late.
enum {
    MOST_ITERATIONS = 5000,
    MOST_ITERATIONS_OF_BODIES = 20000,
    FEW_CONTACTS = 100,
    MOST_ITERATIONS_OF_FEW = 60000
};

/// Block rows are solved in the cone measure: its tolerance falls from `tolerance` by the factor
/// `fall` from pass to pass, until the natural map, info->error, is at most `target`.
/// @return TALUS_ERROR_MEMORY
static talus_status solve_closer(const talus_contact_problem *problem, double tolerance,
                                 double fall, double target, double *percussion,
                                 talus_solver_info *info)
{
    talus_solve_options options = talus_solve_options_default();
    options.method = TALUS_SOLVE_AUTO;
    options.iteration_limit = MOST_ITERATIONS;
    options.tolerance = tolerance;
    for (int pass = 0; pass < 3; pass++) {
        talus_solver_info found;
        const talus_status status =
            solve_sparse_checked(problem, &options, NULL, percussion, &found, NULL);
        if (status != TALUS_OK) {
            return status;
        }
        info->iterations += found.iterations;
        options.tolerance *= fall;
        info->error = problem_error(problem, TALUS_MEASURE_NATURAL_MAP, percussion);
        if (info->error <= target || !found.solved) {
            break;
        }
    }
    return TALUS_OK;
}

talus_status solve_sparse_island(const talus_contact_problem *problem, double tolerance,
                                 double *percussion, talus_solver_info *info)
{
    const size_t bytes = 3 * problem->contact_count * sizeof *percussion;
    const double scale = problem_velocity_scale(problem), target = tolerance * scale;
    double *own = calloc(1, bytes + 1);
    talus_solver_info found = *info;
    const talus_status status =
        own != NULL ? solve_closer(problem, 1e-2 * tolerance, 1e-2, target, own, &found)
                    : TALUS_ERROR_MEMORY;
    info->iterations = found.iterations;
    if (status == TALUS_OK && found.error <= target) {
        memcpy(percussion, own, bytes);
        *info = found;
        info->stage = TALUS_SOLVER_SPARSE;
        info->relative_error = found.error / scale;
        info->solved = true;
    }
    free(own);
    return status;
}

talus_status solve_sparse_from(const talus_contact_problem *problem, double tolerance,
                               double accepted, double *percussion, talus_solver_info *info)
{
    // judged by the natural map: the cone measure adds percussions to velocities, and of many bodies
    // it ends at the round-off of P
    const double scale = problem_velocity_scale(problem);
    talus_solve_options options = talus_solve_options_default();
    options.method = TALUS_SOLVE_AUTO;
    options.iteration_limit =
        problem->contact_count <= FEW_CONTACTS ? MOST_ITERATIONS_OF_FEW : MOST_ITERATIONS_OF_BODIES;
    options.tolerance = tolerance;
    info->stage = TALUS_SOLVER_SPARSE;
    info->relative_error = problem_error(problem, TALUS_MEASURE_NATURAL_MAP, percussion) / scale;
    info->solved = info->relative_error <= tolerance;
    if (!info->solved) {
        talus_solver_info found;
        const talus_status status =
            solve_sparse_natural(problem, &options, scale, accepted, percussion, &found);
        if (status != TALUS_OK) {
            return status;
        }
        info->iterations += found.iterations;
        info->relative_error = found.relative_error;
        info->solved = found.solved;
    }
    info->error = scale * info->relative_error;
    return TALUS_OK;
}
