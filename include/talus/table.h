// SPDX-License-Identifier: GPL-3.0-or-later
/// @file table.h
/// A table: columns with keys, units and types, and a function that gives the value of a cell. It
/// knows how tables become CSV and JSON; it refuses to know what the figures mean.
///
///   column type   CSV                          GeoPackage   JSON
///   TEXT          in quotes; words unquoted    text         string
///   INTEGER       123                          integer      123
///   REAL          %.9g, or `digits` digits     real         %.17g
///   EXTENDED      as REAL; inf, -inf, nan      real, NULL   %.17g, null
///   FIXED         `digits` decimals            real         %.17g
///   EXPONENT      d.dde+xx, `digits` decimals  real         %.17g
///   no value      empty                        NULL         null
///
/// CSV follows RFC 4180, with line feeds. Text that begins with = + - @ gets an apostrophe in
/// front, because a spreadsheet would read it as a formula.
///
/// threads: a talus_table is plain data; the code that fills it decides which threads may call
///          `cell`.
#ifndef TALUS_TABLE_H
#define TALUS_TABLE_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum talus_column_type {
    TALUS_COLUMN_TEXT,
    TALUS_COLUMN_INTEGER,
    TALUS_COLUMN_REAL,     ///< numbers that are not finite are absent; also in FIXED, EXPONENT
    TALUS_COLUMN_EXTENDED, ///< a number that is not finite is a value in CSV
    TALUS_COLUMN_FIXED,
    TALUS_COLUMN_EXPONENT,
    TALUS_COLUMN_TYPE_COUNT
} talus_column_type;

/// Files that have a column; 0 = all.
enum { TALUS_IN_CSV = 1, TALUS_IN_GPKG = 2, TALUS_IN_JSON = 4 };

typedef struct talus_column {
    const char *key;  ///< with the unit: "speed_m_s"
    const char *unit; ///< "m/s", "1"; NULL: the key says it
    const char *doc;  ///< what the figure is; NULL: the key says it
    talus_column_type type;
    const char *gpkg_key; ///< its name in GeoPackages; NULL = key
    unsigned digits;      ///< of a number in CSV, at most 17; 0 = 9
    unsigned files;       ///< TALUS_IN_CSV | ...; 0 = all
} talus_column;

typedef enum talus_value_kind {
    TALUS_VALUE_ABSENT,
    TALUS_VALUE_TEXT, ///< any text
    TALUS_VALUE_WORD, ///< a name of the program's own, in quotes only where CSV needs them
    TALUS_VALUE_INTEGER,
    TALUS_VALUE_UNSIGNED, ///< in an INTEGER column; above 2^63 - 1 no value in GeoPackages
    TALUS_VALUE_REAL
} talus_value_kind;

typedef struct talus_value {
    talus_value_kind kind;
    union {
        int64_t integer;
        uint64_t number; ///< unsigned
        double real;
        const char *text; ///< UTF-8, owned by the table; NULL: no value
    } of;
} talus_value;

static inline talus_value talus_value_text(const char *text)
{
    talus_value value = {TALUS_VALUE_TEXT, {0}};
    value.of.text = text;
    return value;
}

static inline talus_value talus_value_word(const char *text)
{
    talus_value value = {TALUS_VALUE_WORD, {0}};
    value.of.text = text;
    return value;
}

static inline talus_value talus_value_integer(int64_t integer)
{
    talus_value value = {TALUS_VALUE_INTEGER, {0}};
    value.of.integer = integer;
    return value;
}

static inline talus_value talus_value_unsigned(uint64_t number)
{
    talus_value value = {TALUS_VALUE_UNSIGNED, {0}};
    value.of.number = number;
    return value;
}

static inline talus_value talus_value_real(double real)
{
    talus_value value = {TALUS_VALUE_REAL, {0}};
    value.of.real = real;
    return value;
}

typedef struct talus_table {
    size_t size;                 ///< of this struct
    const char *name;            ///< "screens"
    const talus_column *columns; ///< (column_count) not owned
    size_t column_count, row_count;
    /// The value of a cell: of the column's type, or absent. A text lives until the next call.
    talus_value (*cell)(const void *user, size_t row, size_t column);
    const void *user; ///< not owned
} talus_table;

/// Check that columns have different keys and known types, and that there is a cell function.
/// @return TALUS_ERROR_ARGUMENT; the sentence names the column
TALUS_API talus_status talus_table_check(const talus_table *table, talus_error *error);
/// One value, checked against its column. @param value out: absent after an error
/// @return TALUS_ERROR_ARGUMENT also for a row or column outside the table
TALUS_API talus_status talus_table_cell(const talus_table *table, size_t row, size_t column,
                                        talus_value *value, talus_error *error);
/// The table as CSV, with the columns of CSV files: a line of keys, then a line for each row.
/// @param text out: malloc'd, the caller frees it; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: a wrong table or value; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_table_csv(const talus_table *table, char **text, talus_error *error);
/// The table as JSON, with the columns of JSON files: an array with an object for each row.
/// Parameters and errors as above.
TALUS_API talus_status talus_table_json(const talus_table *table, char **text, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
