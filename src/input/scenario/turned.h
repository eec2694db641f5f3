// SPDX-License-Identifier: GPL-3.0-or-later
/// @file turned.h
/// A scenario written again with other names of files, for a caller that copies them. It knows keys;
/// it refuses to know where the files go.
#ifndef TALUS_SRC_INPUT_SCENARIO_TURNED_H
#define TALUS_SRC_INPUT_SCENARIO_TURNED_H

#include "foundation/files/files.h"
#include "talus/scenario.h"

/// The resolved scenario. `turn` is called for each name of a file or directory, joined with the
/// directory of the scenario, and appends what is to stand there; false = out of memory.
/// @param text out: freed by talus_free; NULL after an error
talus_status scenario_write_turned(const talus_scenario *scenario,
                                   bool (*turn)(const void *user, const char *path,
                                                files_text *out),
                                   const void *user, char **text, talus_error *error);

#endif
