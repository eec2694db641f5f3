// SPDX-License-Identifier: GPL-3.0-or-later
/// @file runs.h
/// Tables of measured runs: one row says how the rocks of one run start, and where it ended. It
/// knows columns and rock classes; it refuses to know terrains and what becomes of the rocks.
#ifndef TALUS_SRC_INPUT_SOURCES_RUNS_H
#define TALUS_SRC_INPUT_SOURCES_RUNS_H

#include "foundation/files/records.h"
#include "talus/campaign.h"

/// A row. World coordinates; what is not known is NaN.
typedef struct scenario_run {
    const char *name; ///< of the column `run`
    double x, y;      ///< m
    talus_release_run start;
    double end_x, end_y; ///< m
} scenario_run;

/// A table of runs; owned by the caller: scenario_runs_clear.
typedef struct scenario_runs {
    size_t count;
    scenario_run *items; ///< (count), names in the table
    files_records table;
} scenario_runs;

/// Read a table with the columns
///   run, rock, x, y, z, height_m, vx, vy, vz, wx, wy, wz, qw, qx, qy, qz, end_x, end_y
/// in any order; x and y are required, other columns are left alone.             [docs/scenario.md]
/// @param runs cleared by the caller, also after an error
/// @return TALUS_ERROR_INPUT with path, line and column for a row that does not hold
talus_status scenario_runs_read(const char *path, scenario_runs *runs, talus_error *error);
/// Look the names of the column `rock` up: start.rock of every row, 0 where none is named.
/// @param classes (class_count)
/// @return TALUS_ERROR_INPUT with path and line for a name that no class has
talus_status scenario_runs_find_rocks(scenario_runs *runs, const talus_rock_class *classes,
                                      size_t class_count, talus_error *error);
void scenario_runs_clear(scenario_runs *runs);
/// The first column that scenario_runs_read does not use; NULL without.
const char *scenario_runs_unused(const scenario_runs *runs);

/// 1 + class of the rock that a row of a table names; 0 for an empty cell.
/// @return TALUS_ERROR_INPUT for a name that no class has
talus_status scenario_row_rock(const files_records *table, size_t row,
                               const talus_rock_class *classes, size_t class_count, uint32_t *rock,
                               talus_error *error);

#endif
