// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands, put together of its parts: every command with its operands, options,
// defaults and example.
#include "app/cli/commands.h"
#include "app/program/program.h"

static const cli_command *const tables[] = {cli_simulation_commands, cli_picture_commands,
                                            cli_terrain_commands};

const cli_program talus_program = {
    .name = "talus",
    .title = "rockfall simulation with rigid convex polyhedra and nonsmooth contact",
    .description =
        "Simulates rocks of any convex shape falling over real terrain and writes the maps, "
        "trajectories and statistics of a hazard study. Results are the same bits for any number "
        "of threads and ranks. SI units throughout; x east, y north, z up.",
    .ranks = "talus-mpi",
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
};
