// SPDX-License-Identifier: GPL-3.0-or-later
/// @file columns.h
/// Measured values from text tables: columns found by name, units taken from the heading. It turns
/// text into numbers in SI units; it refuses to know what was measured.
#ifndef TALUS_SRC_FOUNDATION_FILES_COLUMNS_H
#define TALUS_SRC_FOUNDATION_FILES_COLUMNS_H

#include "talus/base.h"

typedef enum files_quantity {
    FILES_TIME,         ///< s, ms
    FILES_ANGLE,        ///< rad, deg
    FILES_ANGULAR_RATE, ///< rad/s, deg/s
    FILES_ACCELERATION, ///< m/s2, g = 9.80665 m/s2
    FILES_VELOCITY,     ///< m/s, cm/s
    FILES_LENGTH,       ///< m, cm, mm
    FILES_VOLUME,       ///< m3, dm3
    FILES_RATE,         ///< 1/yr
    FILES_NUMBER        ///< no unit
} files_quantity;

typedef struct files_column {
    const char *name; ///< lower case; the heading says it followed by its unit: "wx (rad/s)",
                      ///< "wx [deg/s]" or "wx_rad_s"
    files_quantity quantity;
    bool needed;
    bool found; ///< out
} files_column;

/// The text is read as of files_records_read; all rows hold finite numbers in the columns requested.
/// The first column requested is the time, which must ascend evenly, within 5 % from row to row.
/// Errors name file and line: a missing column, a missing or unknown unit, a name twice, words in
/// place of numbers, too few or too many
/// numbers, fewer than two rows.
/// @param interval out, s
/// @param values (rows x count) out, malloc'd; SI units; NaN in columns that are not there
talus_status files_read_columns(const char *path, files_column *columns, size_t count,
                                double **values, size_t *rows, double *interval,
                                talus_error *error);

/// The same for a table without a time: any columns, one row at least.
talus_status files_read_table(const char *path, files_column *columns, size_t count,
                              double **values, size_t *rows, talus_error *error);

#endif
