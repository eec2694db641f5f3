// SPDX-License-Identifier: GPL-3.0-or-later
/// @file commands.h
/// The tables of the commands of the simulator.
#ifndef TALUS_SRC_APP_CLI_COMMANDS_H
#define TALUS_SRC_APP_CLI_COMMANDS_H

#include "app/cli/cli.h"
#include "input/command/common_options.h"
#include "talus/map.h"

/// What talus map asks for.
typedef struct cli_map_options {
    const char *layer, *out;
    bool list, overwrite;
    talus_map_options map;
} cli_map_options;
void cli_map_defaults(void *options, size_t size);

extern const cli_command cli_simulation_commands[];
extern const cli_command cli_picture_commands[];
extern const cli_command cli_terrain_commands[];

#endif
