// SPDX-License-Identifier: GPL-3.0-or-later
/// @file common_options.h
/// Options and operands that several commands have, for the tables of commands.
#ifndef TALUS_SRC_INPUT_COMMAND_COMMON_OPTIONS_H
#define TALUS_SRC_INPUT_COMMAND_COMMON_OPTIONS_H

#include "foundation/terminal/options.h"

/// Words of a row, after which come the member and the conditions that a command gives it.
#define OPTION(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define OPTION_OUT                                                                                 \
    OPTION("out", 'o', "DIR", CLI_DIRECTORY, NULL, "outputs.dir of the scenario",                  \
           "result directory; sets outputs.dir")
#define OPTION_OVERWRITE(...)                                                                      \
    OPTION(                                                                                        \
        "overwrite", 0, NULL, CLI_FLAG, NULL, NULL,                                                \
        "replace files of the user that have the names of results; other files are never touched", \
        __VA_ARGS__)
#define OPTION_REPLACE(...)                                                                        \
    OPTION("overwrite", 0, NULL, CLI_FLAG, NULL, NULL, "replace an existing file", __VA_ARGS__)
#define OPTION_THREADS(...)                                                                        \
    OPTION("threads", 0, "N", CLI_COUNT, NULL, "simulation.threads, 0 = all cores",                \
           "worker threads; the results do not depend on it", __VA_ARGS__)
#define OPTION_SEED                                                                                \
    OPTION("seed", 0, "S", CLI_COUNT, NULL, "seed of the scenario", "seed of all random numbers")
#define OPTION_ROCKS(...)                                                                          \
    OPTION("rocks", 0, "N", CLI_COUNT, NULL, "releases.*.rocks of the scenario",                   \
           "total number of rocks, distributed over the releases in proportion to their numbers",  \
           __VA_ARGS__)
#define OPTION_SET                                                                                 \
    OPTION("set", 0, "KEY=VALUE", CLI_SETTING, NULL, NULL,                                         \
           "override one key of the scenario, e.g. ground.0.preset=hard; repeatable")
#define OPTION_HEIGHT_UNIT(...)                                                                    \
    OPTION("height-unit", 0, "UNIT", CLI_TEXT, NULL, "as the file says",                           \
           "unit of the heights of the DEM: m, ft, us_ft, dm, cm or mm", __VA_ARGS__)
#define OPTION_NETWORK(...)                                                                        \
    OPTION(                                                                                        \
        "allow-network", 0, NULL, CLI_FLAG, NULL, NULL,                                            \
        "allow inputs to open network connections, such as /vsicurl/; otherwise they are refused", \
        __VA_ARGS__)
#define OPTION_QUIET                                                                               \
    OPTION("quiet", 'q', NULL, CLI_FLAG, NULL, NULL,                                               \
           "no progress, no warnings, no table; errors only")
#define OPTION_PROGRESS                                                                            \
    OPTION(                                                                                        \
        "progress", 0, NULL, CLI_FLAG, NULL, NULL,                                                 \
        "lines \"progress DONE TOTAL\" on standard error, for other programs; with --quiet, too")
#define OPTION_JSON OPTION("json", 0, NULL, CLI_FLAG, NULL, NULL, "print JSON instead of a table")
#define RESULTS OPTION("DIR", CLI_DIRECTORY, NULL, "result directory of a run")

/// The operand and the forms of commands that print keys of files.
#define OPERAND_KEY OPTION("KEY", CLI_TEXT, NULL, "a section or a key; none: all")
#define OPTION_SCHEMA_JSON                                                                         \
    OPTION("json", 0, NULL, CLI_FLAG, NULL, NULL,                                                  \
           "print JSON Schema (draft 2020-12), for editors and forms")
#define OPTION_SCHEMA_MARKDOWN                                                                     \
    OPTION("markdown", 0, NULL, CLI_FLAG, NULL, NULL, "print tables in Markdown")

#endif
