// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: contact problems and impact laws.
#include "lab/commands/commands.h"
#include "talus/solve.h"

static const char *const *system_solver_names(void)
{
    static const char *const names[] = {
#define NAME(enumerator, name, doc) name,
        TALUS_SOLVE_SPARSE_LIST(NAME)
#undef NAME
            NULL};
    return names;
}

#define OPTION_TOLERANCE                                                                           \
    {                                                                                              \
        "tolerance", 0, "E", CLI_POSITIVE, NULL, "1e-8",                                           \
            "largest error of a solved problem: natural map over the norm of c"                    \
    }
#define CONTACT_PROBLEMS                                                                           \
    {                                                                                              \
        "FILE", CLI_FILE, NULL, "contact problem: text, FCLIB (HDF5), or either in gzip"           \
    }

const cli_command cli_contact_commands[] = {
    {.name = "contact solve",
     .run = cli_contact_solve,
     .brief = "solve stored contact problems",
     .purpose = "Read friction contact problems (xi = W P + c with Coulomb cones), solve each from "
                "zero and print the number of contacts, the solver that found the solution, its "
                "iterations, the error of the natural map and the time; with --json the "
                "percussions too. A file that cannot be read is reported on standard error; the "
                "others are still solved. docs/contact_problems.md has the formats.",
     .operands = {CONTACT_PROBLEMS},
     .repeats = true,
     .options = {{"solver", 0, "NAME", CLI_CHOICE, system_solver_names, "auto", "solver"},
                 OPTION_TOLERANCE,
                 {"iterations", 0, "N", CLI_COUNT, NULL, "the solver's own",
                  "limit on the total number of iterations"},
                 OPTION_JSON},
     .example = "talus contact solve out/kot/hard/*.dat --tolerance 1e-10"},
    {.name = "contact bench",
     .run = cli_contact_bench,
     .brief = "time every solver on stored contact problems",
     .purpose = "Solve every problem with every solver, several times in turn, and print CSV: "
                "file, contacts, solver, iterations, error, median and best time in "
                "milliseconds. A solver that exceeds its time limit is not repeated.",
     .operands = {CONTACT_PROBLEMS},
     .repeats = true,
     .options = {OPTION_TOLERANCE,
                 {"runs", 0, "N", CLI_COUNT, NULL, "5", "runs of each solver"},
                 {"seconds", 0, "S", CLI_POSITIVE, NULL, "10",
                  "time limit of one solver on one problem, after which it is not repeated"}},
     .example = "talus contact bench problems/*.dat.gz --runs 9 >bench.csv"},
    {.name = "contact convert",
     .run = cli_contact_convert,
     .brief = "write a contact problem in another format",
     .purpose = "Read a contact problem and write it in the format of the second name: FCLIB for "
                ".hdf5 or .h5, compressed text for .gz, otherwise text. "
                "Every number keeps its bits.",
     .operands = {CONTACT_PROBLEMS, {"OUT", CLI_FILE, NULL, "file to write"}},
     .options = {OPTION_REPLACE},
     .example = "talus contact convert problem.dat.gz problem.hdf5"},
    {.name = "contact law",
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
     .example = "talus contact law cradle.json"},
    {.name = NULL},
};
