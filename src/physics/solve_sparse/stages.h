// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the solver of block rows, and what they share: the candidate at hand, the best
// one so far, and the budget. A stage leaves its result through solve_sparse_judge only.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_STAGES_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_STAGES_H

#include "physics/contact_problem/errors.h"
#include "physics/contact_problem/rows.h"
#include "physics/solve_sparse/block_lu.h"

#include <float.h>

enum { SPARSE_PATIENCE = 60 };
typedef struct sparse_state sparse_state;
struct sparse_state {
    const talus_contact_problem *problem;
    size_t count; ///< contacts
    double tolerance;
    double
        accepted; ///< error that does where the tolerance is out of reach: from there on it must be
                  ///< halved every SPARSE_PATIENCE iterations; 0: only the tolerance does
    long limit;   ///< iterations of all stages together
    bool splits;  ///< also by factors of CHOLMOD, whose bits depend on the processor
    sparse_scratch *scratch;
    // the fields below change
    long iterations;
    double *percussion; ///< (3n) candidate
    double *xi;         ///< (3n) W P + c of the candidate, written by solve_sparse_judge
    double *best;       ///< (3n)
    double *work;       ///< (6n) scratch of a stage
    double *scale;    ///< (n) sqrt(3 / tr W_ii): P = scale y makes every diagonal block of trace 3
    double *diagonal; ///< (9n) the diagonal blocks of W
    double inverse_c; ///< 1 / |c|, 1 if c = 0
    double natural;   ///< m/s; > 0: the error is the natural map over it, else the cone measure
    double best_error;
    double halved_error;    ///< best_error when it last was at most half of what it had been
    long halved_iterations; ///< iterations then
    talus_solve_method best_stage;
    block_lu *lu; ///< made when a stage first needs it (solve_sparse_factor)
};

/// Square of one contact's part in the error, and the error of these parts joined one by one.
double solve_sparse_part2(const sparse_state *solve, size_t i, const double percussion[3],
                          const double xi[3]);
static inline double solve_sparse_join(const sparse_state *solve, double sum, double part2)
{
    return solve->natural > 0.0 ? problem_larger_error(sum, part2) : sum + part2;
}
static inline double solve_sparse_error_of(const sparse_state *solve, double sum)
{
    return solve->natural > 0.0 ? sqrt(sum) / solve->natural : sqrt(sum) * solve->inverse_c;
}

/// Error of the candidate (its velocity is computed); it is kept if it is the best so far.
/// @return the error
double solve_sparse_judge(sparse_state *solve, talus_solve_method stage);
static inline bool solve_sparse_solved(const sparse_state *solve)
{
    return solve->best_error <= solve->tolerance;
}
static inline bool solve_sparse_spent(const sparse_state *solve)
{
    return solve->iterations >= solve->limit ||
           (solve->best_error <= solve->accepted &&
            solve->iterations > solve->halved_iterations + SPARSE_PATIENCE);
}
/// An island of several bodies where Newton's method is slow: it starts at the percussions of the step
/// before, with a weight for each contact. Below this size that takes more steps than it saves.
static inline bool solve_sparse_is_large(const sparse_state *solve)
{
    enum { LARGE_ISLAND = 1500 }; // contacts
    return solve->natural > 0.0 && solve->count >= LARGE_ISLAND;
}
/// The candidate becomes the best again.
void solve_sparse_restore(sparse_state *solve);

/// The sparse block factor of this pattern, analysed at the first call. NULL: out of memory.
block_lu *solve_sparse_factor(sparse_state *solve);

/// Gauss-Seidel with exact local solves: at least `least` sweeps, then as long as the rate of the
/// last ones promises the tolerance within `most` sweeps. Converges linearly where the contacts
/// couple weakly; no promise for hyperstatic faces.
void solve_sparse_sweeps(sparse_state *solve, int least, int most);

/// Newton steps without globalisation, as long as each lowers the error to 0.3 of what it was.
talus_status solve_sparse_polish(sparse_state *solve, int steps);

/// Newton globalised as a proximal point method, at most `problems` anchors.
talus_status solve_sparse_newton(sparse_state *solve, int problems);

/// Primal-dual path following from an interior point, polished on the way.
/// @param start size of the first interior point, times |c|_inf
talus_status solve_sparse_interior(sparse_state *solve, int steps, double start);

/// Splitting with the factor of W_sym + rho D (CHOLMOD), rho balanced while it runs; given up when
/// ten steps do not lower the error to `goal` of what it was. Leaves the candidate where it is if
/// W_sym + rho D is not positive definite or the pattern not symmetric.
talus_status solve_sparse_split(sparse_state *solve, int steps, double goal);

#endif
