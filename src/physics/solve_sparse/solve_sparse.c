// SPDX-License-Identifier: GPL-3.0-or-later
// The last move of an island: the solver of block rows.
#include "physics/solve_sparse/solve_sparse.h"
#include "physics/contact_problem/errors.h"

/// A problem without a solution must not hold a run. Up to FEW_CONTACTS contacts may take longer: hardly
/// any such problem has no solution, and one near the limit of friction is solved late.
enum { MOST_ITERATIONS = 20000, FEW_CONTACTS = 100, MOST_ITERATIONS_OF_FEW = 60000 };

talus_status solve_sparse_island(const talus_contact_problem *problem, double tolerance,
                                 double accepted, sparse_scratch *scratch, double *percussion,
                                 talus_solver_info *info)
{
    // judged by the natural map: the cone measure adds percussions to velocities, and of many bodies
    // it ends at the round-off of P
    const double scale = problem_velocity_scale(problem);
    info->stage = TALUS_SOLVER_SPARSE;
    info->relative_error = problem_error(problem, TALUS_MEASURE_NATURAL_MAP, percussion) / scale;
    info->solved = info->relative_error <= tolerance;
    if (!info->solved) {
        const sparse_request request = {.method = TALUS_SOLVE_AUTO,
                                        .tolerance = tolerance,
                                        .limit = problem->contact_count <= FEW_CONTACTS
                                                     ? MOST_ITERATIONS_OF_FEW
                                                     : MOST_ITERATIONS,
                                        .natural = scale,
                                        .accepted = accepted};
        talus_solver_info found;
        const talus_status status = solve_sparse(problem, &request, scratch, percussion, &found);
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
