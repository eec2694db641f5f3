// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that the program has, for its help, its manual page and the completion.
#include "foundation/terminal/options.h"

static const cli_command *const *tables;
static size_t table_count;

void cli_use_commands(const cli_command *const *parts, size_t count)
{
    tables = parts;
    table_count = count;
}

const cli_command *cli_next_command(const cli_command *last)
{
    bool is_next = last == NULL;
    for (size_t k = 0; k < table_count; k++) {
        for (const cli_command *command = tables[k]; command->name; command++) {
            if (is_next) {
                return command;
            }
            is_next = command == last;
        }
    }
    return NULL;
}
