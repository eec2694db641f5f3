// SPDX-License-Identifier: GPL-3.0-or-later
/// @file solve.h
/// Solvers of contact problems. They know numbers, islands and stages; they refuse to know rocks,
/// terrain, time and files.
///
/// threads: a talus_contact_solver is used by one thread at a time.
#ifndef TALUS_SOLVE_H
#define TALUS_SOLVE_H

#include "talus/solve_options.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Working memory of a solver.
typedef struct talus_contact_solver talus_contact_solver;
/// @param max_contacts most contacts of an island; 0 is enough for the solvers of block rows
/// @param solver       out; destroy it with talus_contact_solver_destroy
/// @return TALUS_ERROR_ARGUMENT, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_solver_create(size_t max_contacts,
                                                   talus_contact_solver **solver,
                                                   talus_error *error);
TALUS_API void talus_contact_solver_destroy(talus_contact_solver *solver);

/// Solve a contact problem: find P with  -(W P + c) in N_C(P).                      [L14 eq. 68]
/// The result is deterministic. Where P is not unique (hyperstatic faces), the moves in their
/// order reach one solution from the given start. Islands are solved in the order of their numbers,
/// each with the same bits as alone. With TALUS_SOLVE_ISLANDS a dense problem without bodies is
/// solved without allocations.
/// @param percussion (3n, N s) in: start (zeros allowed), out: best found; on an error unchanged
/// @param info       a stall is reported here, it is not an error
/// @return TALUS_OK; TALUS_ERROR_ARGUMENT for NULL, an unknown size, options out of range, an
///         island of more than max_contacts contacts, a value above 1e150 in block rows, and what
///         talus_contact_problem_check refuses; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_solve(talus_contact_solver *solver,
                                           const talus_contact_problem *problem,
                                           const talus_solve_options *options, double *percussion,
                                           talus_solver_info *info, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
