// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the solver of contact systems, and what they share: the candidate at hand, the best
// one so far, and the budget. A stage leaves its result through system_judge only.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_STAGES_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_STAGES_H

#include "physics/contact_problem/errors.h"
#include "physics/contact_problem/system.h"
#include "physics/solve_sparse/block_lu.h"

#include <float.h>

typedef struct system_solve system_solve;
/// A last stage of the caller; it leaves its result through system_judge.
typedef talus_status system_last_stage(system_solve *solve);
struct system_solve {
    const talus_contact_system *system;
    size_t count; ///< contacts
    double tolerance;
    long limit;              ///< iterations of all stages together
    system_last_stage *last; ///< NULL: neither a last stage nor one of CHOLMOD, whose bits depend
                             ///< on the processor
    // the fields below change
    long iterations;
    double *memory;   ///< owns the arrays below
    double *reaction; ///< (3n) candidate
    double *velocity; ///< (3n) W r + q of the candidate, written by system_judge
    double *best;     ///< (3n)
    double *work;     ///< (6n) scratch of a stage
    double *scale;    ///< (n) sqrt(3 / tr W_ii): r = scale y makes every diagonal block of trace 3
    double *diagonal; ///< (9n) the diagonal blocks of W
    double inverse_q; ///< 1 / |q|, 1 if q = 0
    double best_error;
    talus_system_solver best_stage;
    block_lu *lu; ///< made when a stage first needs it (system_factor)
};

/// talus_contact_system_solve for a system that has been checked. @param last see system_solve
talus_status system_solve_checked(const talus_contact_system *system,
                                  const talus_system_options *options, system_last_stage *last,
                                  double *reaction, talus_system_info *info, talus_error *error);

/// Error of the candidate (its velocity is computed); it is kept if it is the best so far.
/// @return the error
double system_judge(system_solve *solve, talus_system_solver stage);
static inline bool system_solved(const system_solve *solve)
{
    return solve->best_error <= solve->tolerance;
}
static inline bool system_spent(const system_solve *solve)
{
    return solve->iterations >= solve->limit;
}
/// The candidate becomes the best again.
void system_restore(system_solve *solve);

/// The sparse block factor of this pattern, analysed at the first call. NULL: out of memory.
block_lu *system_factor(system_solve *solve);

/// Gauss-Seidel with exact local solves: at least `least` sweeps, then as long as the rate of the
/// last ones promises the tolerance within `most` sweeps. Converges linearly where the contacts
/// couple weakly; no promise for hyperstatic faces.
void system_sweeps(system_solve *solve, int least, int most);

/// Newton steps without globalisation, as long as each lowers the error to 0.3 of what it was.
talus_status system_polish(system_solve *solve, int steps);

/// Newton globalised as a proximal point method, at most `problems` anchors.
talus_status system_newton(system_solve *solve, int problems);

/// How the path of the interior stage is followed.
typedef struct interior_options {
    int steps;
    double start;    ///< size of the first interior point, times |q|_inf
    double coupling; ///< share of the derivative of mu |u_T| in the step: 1 Newton, 0 frozen
    bool separate;   ///< own step lengths for reaction and velocity
} interior_options;
/// Primal-dual path following from an interior point, polished on the way.
talus_status system_interior(system_solve *solve, const interior_options *options);

/// Splitting with the factor of W_sym + rho D (CHOLMOD), rho balanced while it runs; given up when
/// ten steps do not lower the error to `wanted` of what it was. Leaves the candidate where it is if
/// W_sym + rho D is not positive definite or the pattern not symmetric.
talus_status system_proximal(system_solve *solve, int steps, double wanted);

#endif
