// SPDX-License-Identifier: GPL-3.0-or-later
/// @file resources.h
/// What a run will need of memory and disk, and whether the machine has it: printed by `check`, asked
/// by `run` before the first rock. It knows a loaded campaign; it refuses to know results.
#ifndef TALUS_SRC_APP_CLI_RESOURCES_H
#define TALUS_SRC_APP_CLI_RESOURCES_H

#include "app/cli/cli.h"

/// Bytes, by what they are for. [docs/performance.md]
typedef struct cli_resources {
    double loaded;  ///< memory the process has now: program, terrain, maps, sources
    double rocks;   ///< records and means of all rocks
    double tracks;  ///< tracks and impacts of the recorded rocks
    double cells;   ///< statistics of the cells that rocks reach
    double terrain; ///< tiles that come on demand
    double memory;  ///< peak: all of these, or what loading took
    double disk;    ///< result directory, with checkpoint and scratch
    bool is_sparse; ///< terrain on demand: rasters of what rocks reach may be much smaller
} cli_resources;

/// Of a loaded case, with the layers and threads of its scenario. @param shard_count 0 = not a
/// shard
cli_resources cli_case_resources(const cli_case *loaded, unsigned shard, unsigned shard_count);

/// "memory      about ..." on stdout, with what the machine has.
void cli_print_resources(const cli_resources *need, const char *directory);

/// @return TALUS_ERROR_INPUT when the run cannot fit: its need is more than
///         CLI_RESOURCE_DOUBT times what is left. The sentence says what to change.
talus_status cli_check_resources(const cli_resources *need, const char *directory,
                                 talus_error *error);
/// The estimate of memory is within this factor of the peak [docs/performance.md].
#define CLI_RESOURCE_DOUBT 1.5

#endif
