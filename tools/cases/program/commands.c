// SPDX-License-Identifier: GPL-3.0-or-later
// The program talus-cases and its commands: every command with its operands, options, defaults and
// example.
#include "cases/program/commands.h"
#include "cases/bench/heaps.h"
#include "cases/bench/scenes.h"
#include "talus/solve.h"

static const char *const *scene_names(void)
{
    static const char *const names[] = {
#define NAME(id, name, file, rocks, doc) name,
        STUDY_SCENE_LIST(NAME)
#undef NAME
#define NAME(id, name, bodies, seconds, doc) name,
            BENCH_HEAP_LIST(NAME)
#undef NAME
                NULL};
    return names;
}

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

static const cli_command commands[] = {
    {.name = "evaluate",
     .run = cli_evaluate,
     .brief = "compute the cases of a JSON file",
     .purpose =
         "Read {\"cases\": [...]} or an array of cases and print a JSON array of {\"id\", "
         "\"outputs\"} in the same order. A case with a \"model\" is one of a rocking block, with "
         "a "
         "\"family\" one of bodies that touch; it has its \"inputs\". A case with a \"terrain\" is "
         "one "
         "time step of a rock, with \"inertia_kg_m2\" a free rotation under every scheme. For a "
         "wrong case {\"id\", \"error\"} is printed; the other cases are still computed and the "
         "exit "
         "code is 0. docs/rocking.md, docs/bodies.md and docs/schemes.md list models, families "
         "and members. It serves to check talus against other programs.",
     .operands = {{"FILE", CLI_FILE, NULL, "cases (JSON)"}},
     .example = "talus-cases evaluate cases.json"},
    {.name = "bench",
     .run = cli_bench,
     .brief = "time named scenes",
     .purpose =
         "Run the rocks of every given scene (by default all scenes) under every scheme and print "
         "a row of CSV for each: rocks per second (of processor time with one thread, of wall time "
         "with several), nanoseconds of processor time per step and per step without and with a "
         "closed "
         "contact, contacts and solver iterations, the hash of the results, and seconds simulated "
         "per second. Scenes of several blocks (wall-100, column-20, pile-1000, cluster-20) run "
         "only when they are named; their rows show how deep blocks penetrate each other, how far "
         "they crept, and whether all came to rest. No files are written. docs/performance.md "
         "describes the measurement.",
     .operands = {{"[SCENE]", CLI_TEXT, scene_names, "scene"}},
     .repeats = true,
     .options = {{"scheme", 0, "NAMES", CLI_TEXT, NULL, "explicit,midpoint,exact",
                  "rotation schemes with commas, or all; repeatable"},
                 {"threads", 0, "N", CLI_COUNT, NULL, "1", "worker threads; 0 = all cores"},
                 {"rocks", 0, "N", CLI_COUNT, NULL, "200",
                  "rocks of every scene; number of blocks in a scene of several blocks"},
                 {"time", 0, "S", CLI_POSITIVE, NULL, "of the scene",
                  "longest simulated time of a scene of several blocks in s"},
                 {"repeat", 0, "N", CLI_COUNT, NULL, "5",
                  "number of runs; times are their medians"},
                 {"at-once", 0, "N", CLI_COUNT, NULL, "as many as pay",
                  "rocks that a thread has under way at once, 1 to 8"},
                 {"seed", 0, "S", CLI_COUNT, NULL, "of the scene",
                  "seed of all random numbers; inclined-40 and the scenes on its slope have none"},
                 {"data", 0, "DIR", CLI_DIRECTORY, NULL, "as installed, or the source tree",
                  "directory that holds scenarios/ and terrain/"}},
     .example = "talus-cases bench inclined-40 ramp --scheme midpoint --repeat 9"},
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
     .example = "talus-cases contact solve out/kot/hard/*.dat --tolerance 1e-10"},
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
     .example = "talus-cases contact bench problems/*.dat.gz --runs 9 >bench.csv"},
    {.name = "contact convert",
     .run = cli_contact_convert,
     .brief = "write a contact problem in another format",
     .purpose = "Read a contact problem and write it in the format of the second name: FCLIB for "
                ".hdf5 or .h5, compressed text for .gz, otherwise text. "
                "Every number keeps its bits.",
     .operands = {CONTACT_PROBLEMS, {"OUT", CLI_FILE, NULL, "file to write"}},
     .options = {OPTION_REPLACE()},
     .example = "talus-cases contact convert problem.dat.gz problem.hdf5"},
    {.name = "contact cubes",
     .run = cli_contact_cubes,
     .brief = "write the contact problem of a heap of cubes",
     .purpose = "Write the contact problem of N x N x N unit cubes, face on face, under gravity: "
                "as many contacts as a comparison of solvers needs, at most 12 N^3.",
     .operands = {{"N", CLI_COUNT, NULL, "cubes along an edge"},
                  {"OUT", CLI_FILE, NULL, "file to write"}},
     .options = {OPTION_REPLACE()},
     .example = "talus-cases contact cubes 6 cubes.dat.gz"},
    {.name = "contact factors",
     .run = cli_contact_factors,
     .brief = "time the factors of stored contact problems",
     .purpose = "Print CSV: processor time of one factor of W + shift I and two solutions with it, "
                "by the LU of 3 x 3 blocks and by CHOLMOD with and without BLAS.",
     .operands = {CONTACT_PROBLEMS},
     .repeats = true,
     .example = "talus-cases contact factors problems/*.dat.gz"},
    {.name = NULL},
};
static const cli_command *const tables[] = {commands, cases_figure_commands};

const cli_program talus_cases_program = {
    .name = "talus-cases",
    .title = "answers of talus to cases of references, stored problems, benchmarks and figures",
    .description = "Computes cases for tests and validation: cases of reference files, stored "
                   "contact problems, timed scenes; draws figures of papers. SI units throughout.",
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
};
