// SPDX-License-Identifier: GPL-3.0-or-later
// The program talus-lab, of the tables of its commands.
#include "lab/commands/commands.h"

static const cli_command *const tables[] = {cli_rocking_commands, cli_motion_commands,
                                            cli_contact_commands};

const cli_program talus_lab_program = {
    .name = "talus-lab",
    .title = "laboratory of rocking blocks, free rotation and impact laws",
    .description =
        "Simulates blocks that rock on a base, alone or as a stack, shaken or not; finds "
        "what overturns them and how often; rotates free bodies; evaluates impact laws. "
        "SI units throughout.",
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
};
