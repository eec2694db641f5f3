// SPDX-License-Identifier: GPL-3.0-or-later
/// @file percussion.h
/// Contact problems in percussions: data, error measure and solvers.
/// It knows matrices, friction coefficients and cones; it refuses to know rocks and terrain.
///
/// Layout: contact i owns rows 3i (normal N), 3i+1 and 3i+2 (tangential T1, T2).
///   xi = G P + c is the contact velocity after the step (m/s) shifted by the impact law,
///   find P with  -(G P + c) in N_C(P),  C = R0+ x { |P_T| <= mu P_N }          [L14 eq. 68]
#ifndef TALUS_PERCUSSION_H
#define TALUS_PERCUSSION_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_contact_problem {
    size_t contact_count;
    double
        *delassus; ///< (3n x 3n) row-major, 1/kg; may be unsymmetric (explicit scheme) and singular
    double *c;     ///< (3n) m/s
    double *mu;    ///< (n) >= 0
} talus_contact_problem;

typedef enum talus_solver_stage {
    TALUS_SOLVER_NONE,         ///< nothing to do: P = 0
    TALUS_SOLVER_LOCAL,        ///< one contact, solved exactly
    TALUS_SOLVER_GAUSS_SEIDEL, ///< block Gauss-Seidel with exact local solves
    TALUS_SOLVER_NEWTON,       ///< semismooth Newton on the natural map, damped least squares
    TALUS_SOLVER_RESTART       ///< Newton from other starts and along a friction continuation
} talus_solver_stage;

typedef struct talus_solver_info {
    talus_solver_stage stage; ///< the stage that delivered the result
    int iterations;           ///< sweeps + Newton steps, all stages together
    double error;             ///< natural-map error e of the returned P, m/s (talus_contact_error)
    double relative_error;    ///< e / max(|c|_inf, 1e-3 m/s)
    bool solved;              ///< relative_error <= tolerance
} talus_solver_info;

/// Scratch of the dense solver, one per worker; no allocation while solving.
typedef struct talus_contact_solver talus_contact_solver;
TALUS_API talus_status talus_contact_solver_create(size_t max_contacts,
                                                   talus_contact_solver **solver,
                                                   talus_error *error);
TALUS_API void talus_contact_solver_destroy(talus_contact_solver *solver);

/// Error of a candidate, with rho_i = 3 / tr G_ii:                                  [docs/theory.md
/// 5]
///   e = max_i | P_i - (max(0, P_N - rho xi_N), proj_{mu P_N}(P_T - rho xi_T)) | / rho_i    (m/s)
/// The tangential projection is onto the disc of radius mu P_N of the candidate itself.
TALUS_API double talus_contact_error(const talus_contact_problem *problem,
                                     const double *percussion);

/// Solve one dense problem (up to the solver's max_contacts).
/// The result is deterministic; where P is not unique (hyperstatic faces) it is the one reached
/// from the given start by the stages in the order of talus_solver_stage.
/// @param percussion (3n, N s) in: start (zeros allowed); out: best P found
/// @param tolerance  on relative_error, e.g. 1e-9
/// @param info       a stall is reported here, it is not an error
/// @return TALUS_OK, or TALUS_ERROR_ARGUMENT: too many contacts, a mu negative or not finite,
///         a diagonal block without positive trace, a NaN in the data.
TALUS_API talus_status talus_contact_solve(talus_contact_solver *solver,
                                           const talus_contact_problem *problem, double tolerance,
                                           double *percussion, talus_solver_info *info);

#ifdef __cplusplus
}
#endif
#endif
