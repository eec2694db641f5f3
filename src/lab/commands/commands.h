// SPDX-License-Identifier: GPL-3.0-or-later
/// @file commands.h
/// The commands of the laboratory and their tables.
#ifndef TALUS_SRC_LAB_COMMANDS_COMMANDS_H
#define TALUS_SRC_LAB_COMMANDS_COMMANDS_H

#include "input/command/command.h"
#include "input/command/common_options.h"
#include "input/command/program.h"
#include "input/command/study_files.h"

cli_exit cli_rocking_run(const cli_arguments *arguments);
cli_exit cli_rocking_stack(const cli_arguments *arguments);
cli_exit cli_rocking_schema(const cli_arguments *arguments);
cli_exit cli_rocking_spectrum(const cli_arguments *arguments);
cli_exit cli_rocking_fragility(const cli_arguments *arguments);
cli_exit cli_rocking_fit(const cli_arguments *arguments);
cli_exit cli_spin(const cli_arguments *arguments);
cli_exit cli_contact_law(const cli_arguments *arguments);

extern const cli_command cli_rocking_commands[];
extern const cli_command cli_motion_commands[];
extern const cli_command cli_contact_commands[];
extern const cli_program talus_lab_program;

#endif
