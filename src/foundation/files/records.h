// SPDX-License-Identifier: GPL-3.0-or-later
/// @file records.h
/// Tables of values with words and empty cells: columns by their names. It turns text into cells and
/// numbers; it refuses to know what they mean. Every text table goes through it.
#ifndef TALUS_SRC_FOUNDATION_FILES_RECORDS_H
#define TALUS_SRC_FOUNDATION_FILES_RECORDS_H

#include "foundation/files/marks.h"
#include "talus/base.h"

/// A table in memory; owned by the caller: files_records_clear.
typedef struct files_records {
    char *path;
    char *text; ///< owns all cells
    size_t columns, rows;
    const char **names; ///< (columns)
    const char **cells; ///< (rows x columns) without blanks at both ends; "" = empty
    int *lines;         ///< (rows) of the file
    int heading_line;
    bool is_guess;      ///< not UTF-8: taken to be Windows-1252
    files_marks *marks; ///< (columns)
} files_records;

/// Refuse more bytes than a table has, before they are read.
talus_status files_records_check_size(const char *path, size_t size, talus_error *error);
/// Read a file: semicolons, tabs, commas or bars, which the heading has most of, or blanks; cells may
/// be quoted with "; lines that begin with # and empty ones are skipped, and rows of empty cells.
/// UTF-8, UTF-16, else Windows-1252.
/// @return TALUS_ERROR_INPUT for no heading, a name twice, a row of another length, an open quote
talus_status files_records_read(const char *path, files_records *records, talus_error *error);
/// The same of bytes in memory. @param text malloc'd, with a zero behind; the records', after an error
/// too
talus_status files_records_parse(const char *path, char *text, size_t size, files_records *records,
                                 talus_error *error);
/// Find `marks` again where some columns hold numbers as programs write them.
/// @param are_plain (columns)
void files_records_find_marks(files_records *records, const bool *are_plain);
void files_records_clear(files_records *records);
/// Column of this name; SIZE_MAX without.
size_t files_records_find(const files_records *records, const char *name);
const char *files_records_text(const files_records *records, size_t row, size_t column);
/// A number of a cell by files_number; NaN for an empty cell and for a column of SIZE_MAX.
/// @return TALUS_ERROR_INPUT with file, line and column's name when it is not a finite number
talus_status files_records_number(const files_records *records, size_t row, size_t column,
                                  double *value, talus_error *error);

#endif
