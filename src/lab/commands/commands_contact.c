// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: impact laws.
#include "lab/commands/commands.h"

const cli_command cli_contact_commands[] = {
    {.name = "law",
     .run = cli_contact_law,
     .brief = "evaluate an impact law on a small system",
     .purpose =
         "Read a mass matrix, constraint gradients, a velocity and an impact law (newton, moreau "
         "or generalised) from a JSON file and print the velocities after the impact in "
         "coordinates of the kinetic metric, the percussions, the kinetic angles, the energy, and "
         "which of the kinematic, kinetic and energetic tests hold. If the law is inadmissible, "
         "the "
         "exit code is 4 and a sentence names the violated test. docs/impact_laws.md has the "
         "format.",
     .operands = {{"FILE", CLI_FILE, NULL, "system and law (JSON)"}},
     .options = {OPTION_JSON},
     .example = "talus-lab law cradle.json"},
    {.name = NULL},
};
