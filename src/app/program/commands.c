// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands, put together of its parts: every command with its operands, options,
// defaults and example.
#include "app/cli/commands.h"
#include "app/program/program.h"
#ifdef TALUS_LAB
#include "lab/commands/commands.h"
#endif

void program_use_commands(void)
{
    static const cli_command *const parts[] = {cli_simulation_commands, cli_picture_commands,
                                               cli_terrain_commands,
#ifdef TALUS_LAB
                                               cli_motion_commands,     cli_rocking_commands,
                                               cli_contact_commands
#endif
    };
    cli_use_commands(parts, sizeof parts / sizeof parts[0]);
}
