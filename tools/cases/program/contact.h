// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands on contact problems share.
#ifndef TALUS_CASES_PROGRAM_CONTACT_H
#define TALUS_CASES_PROGRAM_CONTACT_H

#include "cases/program/commands.h"
#include "physics/contact_problem/rows.h"
#include "talus/solve.h"

/// One problem of the command line and its percussion.
typedef struct contact_case {
    const char *path;
    problem_rows *rows;
    double *percussion; ///< (3n) N s
    talus_solver_info info;
    double time; ///< s, of the last solve
} contact_case;

/// Read a problem; a refusal is printed. @return CLI_OK, CLI_BAD_INPUT or CLI_FAILED
cli_exit cli_contact_read(const char *path, contact_case *item);
void cli_contact_clear(contact_case *item);
/// Solve from zero and clock it; a refusal is printed.
cli_exit cli_contact_run(contact_case *item, const talus_solve_options *options);
/// The defaults of the commands: solver auto, tolerance 1e-8.
talus_solve_options cli_contact_options(void);
/// The worse of two results: failed, then bad input, then suspect.
cli_exit cli_contact_worse(cli_exit a, cli_exit b);

#endif
