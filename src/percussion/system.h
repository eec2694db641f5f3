// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the solver of contact systems, and what they share: the candidate at hand, the best
// one so far, and the budget. A stage leaves its result through system_judge only.
#ifndef TALUS_SRC_PERCUSSION_SYSTEM_H
#define TALUS_SRC_PERCUSSION_SYSTEM_H

#include "percussion/block_lu.h"
#include "talus/percussion.h"

#include <float.h>
#include <math.h>

typedef struct system_solve {
    const talus_contact_system *system;
    size_t count; ///< contacts
    double tolerance;
    long limit;    ///< iterations of all stages together
    bool is_plain; ///< no stage of CHOLMOD, whose bits depend on the processor, and not the dense
                   ///< one
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
} system_solve;

/// Three components of W_i r + q_i.
static inline void system_row(const talus_contact_system *system, size_t contact,
                              const double *reaction, double velocity[3])
{
    double u0 = system->q[3 * contact], u1 = system->q[3 * contact + 1],
           u2 = system->q[3 * contact + 2];
    for (size_t k = system->row_start[contact]; k < system->row_start[contact + 1]; k++) {
        const double *b = system->block + 9 * k, *r = reaction + 3 * system->column[k];
        u0 += b[0] * r[0] + b[1] * r[1] + b[2] * r[2];
        u1 += b[3] * r[0] + b[4] * r[1] + b[5] * r[2];
        u2 += b[6] * r[0] + b[7] * r[1] + b[8] * r[2];
    }
    velocity[0] = u0;
    velocity[1] = u1;
    velocity[2] = u2;
}

/// u = W r + q with W as stored
void system_velocity(const talus_contact_system *system, const double *reaction, double *velocity);

/// Projection onto K = { |x_T| <= mu x_N }.
void system_project(double mu, const double x[3], double projection[3]);

/// | F_i |^2 of one contact, F = r - P_K(r - (u + mu |u_T| n)).
double system_contact_residual(double mu, const double reaction[3], const double velocity[3]);

/// talus_contact_system_solve for a system that has been checked.
talus_status system_solve_checked(const talus_contact_system *system,
                                  const talus_system_options *options, bool is_plain,
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
