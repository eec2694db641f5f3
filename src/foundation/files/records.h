// SPDX-License-Identifier: GPL-3.0-or-later
/// @file records.h
/// Tables of comma-separated values with words and empty cells: columns by their names. It turns
/// text into cells; it refuses to know what they mean.
#ifndef TALUS_SRC_FOUNDATION_FILES_RECORDS_H
#define TALUS_SRC_FOUNDATION_FILES_RECORDS_H

#include "talus/base.h"

/// A table in memory; owned by the caller: files_records_clear.
typedef struct files_records {
    char *path;
    char *text; ///< owns all cells
    size_t columns, rows;
    const char **names; ///< (columns)
    const char **cells; ///< (rows x columns) without blanks at both ends; "" = empty
    int *lines;         ///< (rows) of the file
} files_records;

/// Read a file: commas, semicolons or tabs, the first that the heading has; cells may be quoted
/// with
/// "; lines that begin with # and empty ones are skipped; a byte order mark is.
/// @return TALUS_ERROR_INPUT for no heading, a name twice, a row of another length, an open quote
talus_status files_records_read(const char *path, files_records *records, talus_error *error);
void files_records_clear(files_records *records);
/// Column of this name; SIZE_MAX without.
size_t files_records_find(const files_records *records, const char *name);
const char *files_records_text(const files_records *records, size_t row, size_t column);
/// A number of a cell; NaN for an empty cell and for a column of SIZE_MAX.
/// @return TALUS_ERROR_INPUT with file, line and column's name when it is not a finite number
talus_status files_records_number(const files_records *records, size_t row, size_t column,
                                  double *value, talus_error *error);

#endif
