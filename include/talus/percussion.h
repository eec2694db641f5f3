// SPDX-License-Identifier: GPL-3.0-or-later
/// @file percussion.h
/// Contact problems in percussions: data, error measure and solvers.
/// It knows matrices, friction coefficients and cones; it refuses to know rocks, terrain and time.
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
    TALUS_SOLVER_STATES,       ///< up to four contacts: Newton with guessed and corrected states
    TALUS_SOLVER_GAUSS_SEIDEL, ///< block Gauss-Seidel with exact local solves
    TALUS_SOLVER_NEWTON,       ///< semismooth Newton on the natural map, damped least squares
    TALUS_SOLVER_RESTART,      ///< Newton from other starts and along a friction continuation
    TALUS_SOLVER_SPARSE        ///< as a system of blocks, from zero: Newton, path following
} talus_solver_stage;

typedef struct talus_solver_info {
    talus_solver_stage stage; ///< the stage that delivered the result
    int iterations;           ///< sweeps + Newton steps, all stages together
    double error;             ///< natural-map error e of the returned P, m/s (talus_contact_error)
    double relative_error;    ///< e / max(|c|_inf, 1e-3 m/s)
    bool solved;              ///< relative_error <= tolerance
} talus_solver_info;

/// Scratch of the dense solver, one per worker; no allocation while solving, but in the last stage.
typedef struct talus_contact_solver talus_contact_solver;
TALUS_API talus_status talus_contact_solver_create(size_t max_contacts,
                                                   talus_contact_solver **solver,
                                                   talus_error *error);
TALUS_API void talus_contact_solver_destroy(talus_contact_solver *solver);

/// Error of a candidate, with rho_i = 3 / tr G_ii:                                  [docs/theory.md
/// 5]
///   e = max_i | P_i - (max(0, P_N - rho xi_N), proj_{mu P_N}(P_T - rho xi_T)) | / rho_i    (m/s)
/// The tangential projection is onto the disc of radius mu P_N of the candidate itself. Infinite
/// where something is not a number.
TALUS_API double talus_contact_error(const talus_contact_problem *problem,
                                     const double *percussion);

/// Solve one dense problem (up to the solver's max_contacts).
/// The result is deterministic; where P is not unique (hyperstatic faces) it is the one reached
/// from the given start by the stages in the order of talus_solver_stage.
/// @param percussion (3n, N s) in: start (zeros allowed); out: best P found
/// @param tolerance  on relative_error, > 0 and finite, e.g. 1e-9
/// @param info       a stall is reported here, it is not an error
/// @return TALUS_OK, or TALUS_ERROR_ARGUMENT: NULL, a tolerance that is not > 0, too many contacts,
///         a mu negative or not finite, a diagonal block without positive trace, a NaN in the data.
TALUS_API talus_status talus_contact_solve(talus_contact_solver *solver,
                                           const talus_contact_problem *problem, double tolerance,
                                           double *percussion, talus_solver_info *info);

/// Many contacts, many bodies: W as 3 x 3 blocks in compressed rows, in second-order-cone form
///   u = W r + q,  K_i = { |r_T| <= mu_i r_N },  K_i* its dual,
///   r_i in K_i,  u_i + mu_i |u_T,i| n in K_i*,  r_i orthogonal to it.
/// The caller fills the arrays between create and use.
typedef struct talus_contact_system {
    size_t contact_count;
    size_t block_count;
    size_t *row_start; ///< (contact_count + 1)
    size_t *column;    ///< (block_count) block column, ascending within a row
    double *block; ///< (block_count x 9) row-major 3 x 3 blocks of W as stored (maybe unsymmetric)
    double *q;     ///< (3 contact_count) m/s
    double *mu;    ///< (contact_count) >= 0
} talus_contact_system;
/// Zeroed arrays of the given sizes. @return TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_system_create(size_t contact_count, size_t block_count,
                                                   talus_contact_system **system,
                                                   talus_error *error);
TALUS_API void talus_contact_system_destroy(talus_contact_system *system);
/// The dense problem as a system of full block rows, and back: W = G, q = c, r = P. All bits stay.
/// @return TALUS_ERROR_MEMORY; TALUS_ERROR_ARGUMENT for a problem without contacts
TALUS_API talus_status talus_contact_system_from_dense(const talus_contact_problem *problem,
                                                       talus_contact_system **system,
                                                       talus_error *error);
/// @param problem arrays of the caller, (3n x 3n), (3n) and (n) with n = system->contact_count;
///                blocks that are not stored become zero
TALUS_API void talus_contact_system_to_dense(const talus_contact_system *system,
                                             talus_contact_problem *problem);
/// Structure and numbers: ascending columns in range, diagonal blocks present, finite values, mu >=
/// 0.
TALUS_API talus_status talus_contact_system_check(const talus_contact_system *system,
                                                  talus_error *error);

/// Error of a reaction: | r - P_K(r - (u + mu |u_T| n)) | / |q|, 2-norms over all contacts
/// (absolute if q = 0).                                                              [Acary,
/// Bremond, Huber 2018]
TALUS_API double talus_contact_system_error(const talus_contact_system *system,
                                            const double *reaction);

/// X(enumerator, name, one line)
#define TALUS_SYSTEM_SOLVER_LIST(X)                                                                \
    X(TALUS_SYSTEM_AUTO, "auto", "pick and fall back by itself")                                   \
    X(TALUS_SYSTEM_GAUSS_SEIDEL, "gauss-seidel", "block Gauss-Seidel, exact local solves")         \
    X(TALUS_SYSTEM_NEWTON, "newton", "semismooth Newton, proximal point")                          \
    X(TALUS_SYSTEM_INTERIOR, "interior-point", "path following, de Saxce term inside the step")    \
    X(TALUS_SYSTEM_PROXIMAL, "proximal", "splitting with a factored proximal metric (CHOLMOD)")
typedef enum talus_system_solver {
#define TALUS_SYSTEM_SOLVER_ENUM(name, text, doc) name,
    TALUS_SYSTEM_SOLVER_LIST(TALUS_SYSTEM_SOLVER_ENUM)
#undef TALUS_SYSTEM_SOLVER_ENUM
        TALUS_SYSTEM_SOLVER_COUNT
} talus_system_solver;
TALUS_API const char *talus_system_solver_name(talus_system_solver solver);
TALUS_API bool talus_system_solver_from_name(const char *name, talus_system_solver *solver);

typedef struct talus_system_options {
    talus_system_solver solver;
    double tolerance;    ///< on talus_contact_system_error
    int iteration_limit; ///< of all stages together, 0 = the solver's own
} talus_system_options;
TALUS_API talus_system_options talus_system_options_default(void); ///< auto, 1e-8, 0

typedef struct talus_system_info {
    talus_system_solver solver; ///< the stage that delivered the result
    long iterations;            ///< sweeps, Newton steps and splitting steps, all stages together
    double error;               ///< talus_contact_system_error of the result
    bool solved;
} talus_system_info;

/// Solve; deterministic. A stall is reported in `info`, the best reaction found is handed out.
/// @param reaction (3n, N s) in: start (zeros allowed), out: result
/// @return TALUS_ERROR_ARGUMENT for a system that fails its check, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_system_solve(const talus_contact_system *system,
                                                  const talus_system_options *options,
                                                  double *reaction, talus_system_info *info,
                                                  talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
