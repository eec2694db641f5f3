// SPDX-License-Identifier: GPL-3.0-or-later
/// @file solve.h
/// Solvers of contact problems. They know numbers, islands and stages; they refuse to know rocks,
/// terrain, time and files.
///
/// threads: a talus_contact_solver is used by one thread at a time.
#ifndef TALUS_SOLVE_H
#define TALUS_SOLVE_H

#include "talus/contact_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names of the ten stages of an island, in outputs (docs/contact_solvers.md).
/// X(enumerator, name, one line)
#define TALUS_SOLVER_STAGE_LIST(X)                                                                 \
    X(TALUS_SOLVER_NONE, "none", "nothing to do, or data that are refused: P = 0")                 \
    X(TALUS_SOLVER_LOCAL, "local", "one contact, solved exactly")                                  \
    X(TALUS_SOLVER_STATES, "states", "few contacts: Newton with guessed and corrected states")     \
    X(TALUS_SOLVER_GAUSS_SEIDEL, "gauss_seidel", "block Gauss-Seidel with exact local solves")     \
    X(TALUS_SOLVER_NEWTON, "newton", "damped semismooth Newton on the natural map")                \
    X(TALUS_SOLVER_RESTART, "restart", "searches from other points")                               \
    X(TALUS_SOLVER_SPARSE, "sparse", "in block rows, from zero: Newton, path following")
typedef enum talus_solver_stage {
#define TALUS_SOLVER_STAGE_ENUM(name, text, doc) name,
    TALUS_SOLVER_STAGE_LIST(TALUS_SOLVER_STAGE_ENUM)
#undef TALUS_SOLVER_STAGE_ENUM
        TALUS_SOLVER_STAGE_COUNT
} talus_solver_stage;
/// "unknown" for a number that is none.
TALUS_API const char *talus_solver_stage_name(talus_solver_stage stage);

/// The solvers of block rows. X(enumerator, name, one line)
#define TALUS_SOLVE_SPARSE_LIST(X)                                                                 \
    X(TALUS_SOLVE_AUTO, "auto", "pick and fall back by itself")                                    \
    X(TALUS_SOLVE_GAUSS_SEIDEL, "gauss-seidel", "block Gauss-Seidel, exact local solves")          \
    X(TALUS_SOLVE_NEWTON, "newton", "semismooth Newton, proximal point")                           \
    X(TALUS_SOLVE_INTERIOR, "interior-point", "path following, de Saxce term inside the step")     \
    X(TALUS_SOLVE_PROXIMAL, "proximal", "splitting with a factored proximal metric (CHOLMOD)")
/// Which solver: by islands, as runs do, or one of block rows on the whole problem.
typedef enum talus_solve_method {
#define TALUS_SOLVE_METHOD_ENUM(name, text, doc) name,
    TALUS_SOLVE_SPARSE_LIST(TALUS_SOLVE_METHOD_ENUM)
#undef TALUS_SOLVE_METHOD_ENUM
        TALUS_SOLVE_ISLANDS, ///< "islands": each island by the stages of talus_solver_stage
    TALUS_SOLVE_METHOD_COUNT
} talus_solve_method;
/// "unknown" for a number that is none.
TALUS_API const char *talus_solve_method_name(talus_solve_method method);
/// @return false, and *method unchanged, for a name that is none or NULL
TALUS_API bool talus_solve_method_from_name(const char *name, talus_solve_method *method);

typedef struct talus_solve_options {
    size_t size;               ///< sizeof(talus_solve_options)
    talus_solve_method method; ///< default TALUS_SOLVE_ISLANDS
    /// > 0 and finite, default 1e-9. TALUS_SOLVE_ISLANDS: on the natural map over
    /// max(|c|_inf, 1e-3 m/s) of each island; the others: on the cone measure
    double tolerance;
    int iteration_limit; ///< of all stages in block rows together, >= 0; 0 = the solver's own
} talus_solve_options;
/// @param size sizeof(talus_solve_options); nothing is written beyond it
TALUS_API void talus_solve_options_defaults(talus_solve_options *options, size_t size);
static inline talus_solve_options talus_solve_options_default(void)
{
    talus_solve_options options;
    talus_solve_options_defaults(&options, sizeof options);
    return options;
}

typedef struct talus_solver_info {
    size_t size;              ///< sizeof(talus_solver_info), set by the caller
    talus_solver_stage stage; ///< that delivered the result; of several islands the last stage used
    talus_solve_method method; ///< that delivered it; TALUS_SOLVE_ISLANDS by islands
    int iterations;            ///< sweeps and steps, all stages together
    double error;              ///< m/s by islands (the largest), else the cone measure
    double relative_error;     ///< what the tolerance is on (the largest of all islands)
    bool solved;               ///< relative_error <= tolerance
} talus_solver_info;
/// An info to hand to the solver: nothing solved yet.
static inline talus_solver_info talus_solver_info_default(void)
{
    talus_solver_info info;
    info.size = sizeof info;
    info.stage = TALUS_SOLVER_NONE;
    info.method = TALUS_SOLVE_ISLANDS;
    info.iterations = 0;
    info.error = info.relative_error = 0.0;
    info.solved = false;
    return info;
}

/// Scratch of a solver.
typedef struct talus_contact_solver talus_contact_solver;
/// @param max_contacts most contacts of an island; 0 is enough for the solvers of block rows
/// @param solver       out; destroy it with talus_contact_solver_destroy
/// @return TALUS_ERROR_ARGUMENT, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_solver_create(size_t max_contacts,
                                                   talus_contact_solver **solver,
                                                   talus_error *error);
TALUS_API void talus_contact_solver_destroy(talus_contact_solver *solver);

/// Solve a contact problem: find P with  -(W P + c) in N_C(P).                      [L14 eq. 68]
/// The result is deterministic; where P is not unique (hyperstatic faces) it is the one reached
/// from the given start by the stages in their order. Islands are solved in the order of their
/// numbers, each with the same bits as alone. By islands, the last stage alone allocates; without
/// memory there the island is unsolved.
/// @param percussion (3n, N s) in: start (zeros allowed), out: best found; unchanged on an error
/// @param info       a stall is reported here, it is not an error
/// @return TALUS_OK; TALUS_ERROR_ARGUMENT for NULL, an unknown size, options out of range, an
/// island
///         of more than max_contacts contacts, a value above 1e150 in block rows, and what
///         talus_contact_problem_check refuses; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_solve(talus_contact_solver *solver,
                                           const talus_contact_problem *problem,
                                           const talus_solve_options *options, double *percussion,
                                           talus_solver_info *info, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
