// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate_tables.h
/// Tables of a calibration whose columns are its parameters. It knows keys and numbers; it refuses to
/// know what was simulated.
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_TABLES_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_TABLES_H

#include "io/table/table.h"
#include "studies/calibration/calibrate.h"

/// Columns of a table, with those of the parameters among them; a table points to them.
struct calibrate_columns {
    talus_column items[24 + 2 * TALUS_MOST_PARAMETERS];
    char keys[TALUS_MOST_PARAMETERS][sizeof(((talus_calibrate_parameter *)0)->key) + 16];
    size_t count;
};
void calibrate_columns_add(calibrate_columns *columns, const talus_column *items, size_t count);
/// One of each parameter: its key behind a prefix, "" = the key alone.
void calibrate_columns_add_parameters(calibrate_columns *columns, const char *prefix,
                                      const talus_calibrate_parameter *parameters, size_t count);
talus_table calibrate_table(const char *name, const calibrate_columns *columns, size_t rows,
                            talus_value (*cell)(const void *user, size_t row, size_t column),
                            const void *user);
/// Columns of the draws of a posterior: number, parameters.
void calibrate_draw_columns(const talus_calibrate_parameter *parameters, size_t count,
                            calibrate_columns *columns);
/// @param draws (count x TALUS_MOST_PARAMETERS)
talus_table calibrate_draws(const calibrate_columns *columns, const double *draws, size_t count);
/// draws.csv, a line per draw: what `posterior` of a ground reads.
talus_status calibrate_write_draws(talus_directory *directory,
                                   const talus_calibrate_parameter *parameters, size_t count,
                                   const double *draws, size_t draw_count, talus_error *error);

#endif
