// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: rocking blocks.
#include "lab/commands/commands.h"

#include "lab/commands/rocking_commands.h"
#include "lab/commands/rocking_spatial_commands.h"

const cli_command cli_rocking_commands[] = {
    ROCKING_RUN_COMMAND,
    ROCKING_STACK_COMMAND,
    {.name = "schema",
     .run = cli_rocking_schema,
     .brief = "keys of the scenarios of rocking blocks and of stacks",
     .purpose =
         "Print the keys of the scenario of a rocking block, or of a stack: values, units, ranges, "
         "defaults, and one sentence about each. KEY is a section or a key, such as block or "
         "block.width_m; without it all keys are printed. docs/rocking.md describes them.",
     .operands = {OPERAND_KEY},
     .optional = true,
     .options = {{"stack", 0, NULL, CLI_FLAG, NULL, NULL,
                  "the keys of the scenario of a stack (talus-lab stack)"},
                 OPTION_SCHEMA_JSON,
                 OPTION_SCHEMA_MARKDOWN},
     .example = "talus-lab schema impact"},
    ROCKING_SPECTRUM_COMMAND,
    ROCKING_FRAGILITY_COMMAND,
    ROCKING_FIT_COMMAND,
    {.name = NULL},
};
