// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems in block rows; the last of the four moves of an island.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_SOLVE_SPARSE_H

#include "physics/solve_sparse/scratch.h"
#include "talus/solve_options.h"

/// How a problem is to be solved; zeros are defaults.
typedef struct sparse_request {
    talus_solve_method method;
    double tolerance;
    long limit;      ///< iterations of all stages together; 0: their own
    bool splits;     ///< also by factors of CHOLMOD, whose bits depend on the processor
    double natural;  ///< m/s; > 0: the error is the natural map over it, else the cone measure
    double accepted; ///< see sparse_state
} sparse_request;

/// Solve a problem in block rows, dense or not, that has been checked.
/// @param percussion (3n) in: start, out: best found
/// @return TALUS_ERROR_MEMORY: nothing is written
talus_status solve_sparse(const talus_contact_problem *problem, const sparse_request *request,
                          sparse_scratch *scratch, double *percussion, talus_solver_info *info);

/// Solve an island, dense or in block rows, by the natural map over max(|c|_inf, 1e-3 m/s); nothing
/// is done where the start is good enough.
/// @param accepted   error of which the search is given up where it comes no closer to the tolerance
/// @param percussion (3n) in: start, out: best found
/// @param info       the iterations are added
/// @return TALUS_ERROR_MEMORY: nothing is found
talus_status solve_sparse_island(const talus_contact_problem *problem, double tolerance,
                                 double accepted, sparse_scratch *scratch, double *percussion,
                                 talus_solver_info *info);

/// Bytes of scratch that a dense problem takes at most.
size_t solve_sparse_room(size_t contacts);

#endif
