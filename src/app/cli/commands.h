// SPDX-License-Identifier: GPL-3.0-or-later
/// @file commands.h
/// The tables of the commands of the simulator.
#ifndef TALUS_SRC_APP_CLI_COMMANDS_H
#define TALUS_SRC_APP_CLI_COMMANDS_H

#include "app/cli/cli.h"
#include "input/command/common_options.h"

extern const cli_command cli_simulation_commands[];
extern const cli_command cli_picture_commands[];
extern const cli_command cli_terrain_commands[];

#endif
