// SPDX-License-Identifier: GPL-3.0-or-later
/// @file commands.h
/// The program talus-cases: for tests and validation.
#ifndef TALUS_CASES_PROGRAM_COMMANDS_H
#define TALUS_CASES_PROGRAM_COMMANDS_H

#include "cases/figures/rocking_stepper.h"
#include "input/command/command.h"
#include "input/command/common_options.h"
#include "input/command/program.h"
#include "io/table/table.h"

cli_exit cli_evaluate(const cli_arguments *arguments);
cli_exit cli_bench(const cli_arguments *arguments);
cli_exit cli_contact_solve(const cli_arguments *arguments);
cli_exit cli_contact_bench(const cli_arguments *arguments);
cli_exit cli_contact_convert(const cli_arguments *arguments);
cli_exit cli_contact_cubes(const cli_arguments *arguments);
cli_exit cli_contact_factors(const cli_arguments *arguments);
cli_exit cli_rocking_region(const cli_arguments *arguments);
cli_exit cli_rocking_stepper(const cli_arguments *arguments);
cli_exit cli_rocking_maps(const cli_arguments *arguments);
cli_exit cli_rocking_domain(const cli_arguments *arguments);
cli_exit cli_spin_map(const cli_arguments *arguments);
/// talus-cases stepper --law wrench.
cli_exit cli_rocking_stepper_wrench(const cli_arguments *arguments,
                                    const rocking_stepper_options *block);

/// Print the CSV line of the keys of a table, or of one of its rows, and flush it: each line of a
/// long benchmark is seen as soon as it is known. An error is reported on stderr.
cli_exit cli_print_csv_head(const talus_table *table);
cli_exit cli_print_csv_row(const talus_table *table, size_t row);

/// Figures of papers.
extern const cli_command cases_figure_commands[];

extern const cli_program talus_cases_program;

#endif
