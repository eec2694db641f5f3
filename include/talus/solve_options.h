// SPDX-License-Identifier: GPL-3.0-or-later
/// @file solve_options.h
/// How a contact problem is solved: methods, options, stages, and the report of a solution. It
/// knows names and numbers; it refuses to know how solvers work.
///
/// threads: plain values.
#ifndef TALUS_SOLVE_OPTIONS_H
#define TALUS_SOLVE_OPTIONS_H

#include "talus/contact_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names of the moves of an island in outputs (docs/contact_solvers.md).
/// X(enumerator, name, one line)
#define TALUS_SOLVER_STAGE_LIST(X)                                                                 \
    X(TALUS_SOLVER_NONE, "none", "nothing to do, or refused data: P = 0")                          \
    X(TALUS_SOLVER_LOCAL, "local", "one contact, solved exactly")                                  \
    X(TALUS_SOLVER_AT_ONCE, "at_once", "few contacts that slip or stick, from the start")          \
    X(TALUS_SOLVER_STATES, "states", "few contacts: Newton with guessed and corrected states")     \
    X(TALUS_SOLVER_GAUSS_SEIDEL, "gauss_seidel", "block Gauss-Seidel with exact local solves")     \
    X(TALUS_SOLVER_SPARSE, "sparse", "in block rows: Gauss-Seidel, Newton, path following")
typedef enum talus_solver_stage {
#define TALUS_SOLVER_STAGE_ENUM(name, text, doc) name,
    TALUS_SOLVER_STAGE_LIST(TALUS_SOLVER_STAGE_ENUM)
#undef TALUS_SOLVER_STAGE_ENUM
        TALUS_SOLVER_STAGE_COUNT
} talus_solver_stage;
/// "unknown" for a number outside the list.
TALUS_API const char *talus_solver_stage_name(talus_solver_stage stage);

/// The solvers of block rows. X(enumerator, name, one line)
#define TALUS_SOLVE_SPARSE_LIST(X)                                                                 \
    X(TALUS_SOLVE_AUTO, "auto", "pick and fall back by itself")                                    \
    X(TALUS_SOLVE_GAUSS_SEIDEL, "gauss-seidel", "block Gauss-Seidel, exact local solves")          \
    X(TALUS_SOLVE_NEWTON, "newton", "semismooth Newton, proximal point")                           \
    X(TALUS_SOLVE_INTERIOR, "interior-point", "path following, de Saxce term inside the step")     \
    X(TALUS_SOLVE_PROXIMAL, "proximal", "splitting with a factored proximal metric (CHOLMOD)")
/// Which solver: by islands, as in runs, or a solver of block rows on the whole problem.
typedef enum talus_solve_method {
#define TALUS_SOLVE_METHOD_ENUM(name, text, doc) name,
    TALUS_SOLVE_SPARSE_LIST(TALUS_SOLVE_METHOD_ENUM)
#undef TALUS_SOLVE_METHOD_ENUM
        TALUS_SOLVE_ISLANDS, ///< "islands": each island by the stages of talus_solver_stage
    TALUS_SOLVE_METHOD_COUNT
} talus_solve_method;
/// "unknown" for a number outside the list.
TALUS_API const char *talus_solve_method_name(talus_solve_method method);
/// @return false, and *method unchanged, for an unknown name or NULL
TALUS_API bool talus_solve_method_from_name(const char *name, talus_solve_method *method);

typedef struct talus_solve_options {
    size_t size;               ///< sizeof(talus_solve_options)
    talus_solve_method method; ///< default TALUS_SOLVE_ISLANDS
    /// > 0 and finite, default 1e-9. TALUS_SOLVE_ISLANDS: on the natural map over
    /// max(|c|_inf, 1e-3 m/s) of each island; the others: on the cone measure
    double tolerance;
    int iteration_limit; ///< of a solver of block rows, all its stages together; 0 = its own limit
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
    size_t size; ///< sizeof(talus_solver_info), set by the caller
    /// Stage that found the result; with several islands the last one used.
    talus_solver_stage stage;
    talus_solve_method method; ///< method that found it; TALUS_SOLVE_ISLANDS by islands
    int iterations;            ///< sweeps and steps of all stages together
    double error;              ///< m/s by islands (the largest), else the cone measure
    double relative_error;     ///< compared with the tolerance (the largest of all islands)
    bool solved;               ///< relative_error <= tolerance
} talus_solver_info;
/// An info to pass to the solver: nothing is solved yet.
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

#ifdef __cplusplus
}
#endif
#endif
