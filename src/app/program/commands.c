// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands, put together of its parts: every command with its operands, options,
// defaults and example.
#include "app/cli/commands.h"
#include "lab/commands/commands.h"

const cli_command *cli_next_command(const cli_command *last)
{
    static const cli_command *const parts[] = {cli_simulation_commands, cli_terrain_commands,
                                               cli_motion_commands, cli_rocking_commands,
                                               cli_contact_commands};
    bool is_next = last == NULL;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        for (const cli_command *command = parts[k]; command->name; command++) {
            if (is_next) {
                return command;
            }
            is_next = command == last;
        }
    }
    return NULL;
}
