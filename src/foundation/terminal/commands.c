// SPDX-License-Identifier: GPL-3.0-or-later
// The program and its commands, for its help, its manual page and the completion.
#include "foundation/terminal/options.h"

static const cli_program nothing = {.name = "talus", .title = "", .description = ""};
static const cli_program *own = &nothing;

void cli_use_program(const cli_program *program)
{
    own = program;
}

const cli_program *cli_own_program(void)
{
    return own;
}

const char *cli_program_name(void)
{
    return own->name;
}

const cli_command *cli_next_command(const cli_command *last)
{
    bool is_next = last == NULL;
    for (size_t k = 0; k < own->table_count; k++) {
        for (const cli_command *command = own->tables[k]; command->name; command++) {
            if (is_next) {
                return command;
            }
            is_next = command == last;
        }
    }
    return NULL;
}
