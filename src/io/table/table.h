// SPDX-License-Identifier: GPL-3.0-or-later
/// @file table.h
/// What the writers of tables share beside talus/table.h: how a table is declared beside the struct
/// whose members it reads, and tables as CSV files, members of JSON objects and GeoPackage layers.
/// It knows quoting, digits and what stands for no value; it refuses to know what the figures mean.
///
/// A list NET_COLUMNS(X) of X(type, key, unit, doc, value), the value an expression of `row`:
///
///   X(TEXT, name, NULL, "of the net", row->name) X(REAL, height_m, "m", "of the net", row->height)
///
///   TABLE_DEFINE(nets, NET_COLUMNS, const net *row = TABLE_ROW(net))
///   const talus_table table = TABLE(nets, array, count);
#ifndef TALUS_SRC_IO_TABLE_TABLE_H
#define TALUS_SRC_IO_TABLE_TABLE_H

#include "io/directory/directory.h"
#include "io/geo/geo.h"
#include "talus/table.h"

#include <math.h>

/// Columns of a list X(type, key, unit, doc, value); the value is an expression of `row`.
#define TABLE_COLUMN(type_, key_, unit_, doc_, value_)                                             \
    {.key = #key_, .unit = (unit_), .doc = (doc_), TABLE_TYPE_##type_},
#define TABLE_ID(type, key, unit, doc, value) COLUMN_##key,
#define TABLE_CASE(type, key, unit, doc, value)                                                    \
    case COLUMN_##key:                                                                             \
        return TABLE_VALUE_##type(value);

#define TABLE_TYPE_TEXT .type = TALUS_COLUMN_TEXT
#define TABLE_TYPE_WORD .type = TALUS_COLUMN_TEXT
#define TABLE_TYPE_LABEL .type = TALUS_COLUMN_TEXT, .files = TALUS_IN_CSV
#define TABLE_TYPE_INTEGER .type = TALUS_COLUMN_INTEGER
#define TABLE_TYPE_UNSIGNED .type = TALUS_COLUMN_INTEGER
#define TABLE_TYPE_REAL .type = TALUS_COLUMN_REAL
#define TABLE_TYPE_REAL3 .type = TALUS_COLUMN_REAL, .digits = 3
#define TABLE_TYPE_REAL6 .type = TALUS_COLUMN_REAL, .digits = 6
#define TABLE_TYPE_REAL12 .type = TALUS_COLUMN_REAL, .digits = 12
#define TABLE_TYPE_REAL13 .type = TALUS_COLUMN_REAL, .digits = 13
#define TABLE_TYPE_REAL15 .type = TALUS_COLUMN_REAL, .digits = 15
#define TABLE_TYPE_REAL17 .type = TALUS_COLUMN_REAL, .digits = 17
#define TABLE_TYPE_EXTENDED6 .type = TALUS_COLUMN_EXTENDED, .digits = 6
#define TABLE_TYPE_EXTENDED12 .type = TALUS_COLUMN_EXTENDED, .digits = 12
#define TABLE_TYPE_EXTENDED17 .type = TALUS_COLUMN_EXTENDED, .digits = 17
#define TABLE_TYPE_LIMIT6 .type = TALUS_COLUMN_EXTENDED, .digits = 6
#define TABLE_TYPE_FIXED1 .type = TALUS_COLUMN_FIXED, .digits = 1
#define TABLE_TYPE_FIXED2 .type = TALUS_COLUMN_FIXED, .digits = 2
#define TABLE_TYPE_FIXED3 .type = TALUS_COLUMN_FIXED, .digits = 3
#define TABLE_TYPE_FIXED4 .type = TALUS_COLUMN_FIXED, .digits = 4
#define TABLE_TYPE_FIXED6 .type = TALUS_COLUMN_FIXED, .digits = 6
#define TABLE_TYPE_EXPONENT3 .type = TALUS_COLUMN_EXPONENT, .digits = 3
#define TABLE_TYPE_EXPONENT6 .type = TALUS_COLUMN_EXPONENT, .digits = 6

#define TABLE_VALUE_TEXT(x) talus_value_text(x)
#define TABLE_VALUE_WORD(x) talus_value_word(x)
#define TABLE_VALUE_LABEL(x) talus_value_word(x)
#define TABLE_VALUE_INTEGER(x) talus_value_integer((int64_t)(x))
#define TABLE_VALUE_UNSIGNED(x) talus_value_unsigned(x)
#define TABLE_VALUE_REAL(x) talus_value_real(x)
#define TABLE_VALUE_REAL3(x) talus_value_real(x)
#define TABLE_VALUE_REAL6(x) talus_value_real(x)
#define TABLE_VALUE_REAL12(x) talus_value_real(x)
#define TABLE_VALUE_REAL13(x) talus_value_real(x)
#define TABLE_VALUE_REAL15(x) talus_value_real(x)
#define TABLE_VALUE_REAL17(x) talus_value_real(x)
#define TABLE_VALUE_EXTENDED6(x) talus_value_real(x)
#define TABLE_VALUE_EXTENDED12(x) talus_value_real(x)
#define TABLE_VALUE_EXTENDED17(x) talus_value_real(x)
#define TABLE_VALUE_LIMIT6(x) table_limit(x)
#define TABLE_VALUE_FIXED1(x) talus_value_real(x)
#define TABLE_VALUE_FIXED2(x) talus_value_real(x)
#define TABLE_VALUE_FIXED3(x) talus_value_real(x)
#define TABLE_VALUE_FIXED4(x) talus_value_real(x)
#define TABLE_VALUE_FIXED6(x) talus_value_real(x)
#define TABLE_VALUE_EXPONENT3(x) talus_value_real(x)
#define TABLE_VALUE_EXPONENT6(x) talus_value_real(x)

/// A number that may be infinite; NaN: no value.
static inline talus_value table_limit(double x)
{
    return isnan(x) ? (talus_value){.kind = TALUS_VALUE_ABSENT} : talus_value_real(x);
}

/// Columns and cell function of a list; the last argument declares `row`.
#define TABLE_DEFINE(name, LIST, ...)                                                              \
    static const talus_column name##_columns[] = {LIST(TABLE_COLUMN)};                             \
    static talus_value name##_cell(const void *user, size_t index, size_t column)                  \
    {                                                                                              \
        enum { LIST(TABLE_ID) };                                                                   \
        __VA_ARGS__;                                                                               \
        switch (column) {                                                                          \
            LIST(TABLE_CASE)                                                                       \
        }                                                                                          \
        return (talus_value){.kind = TALUS_VALUE_ABSENT};                                          \
    }
/// Row `index` of an array of this type.
#define TABLE_ROW(row_type) ((const row_type *)user + index)
#define TABLE_COLUMN_COUNT(table_) (sizeof table_##_columns / sizeof table_##_columns[0])
#define TABLE(table_, user_, rows_)                                                                \
    {                                                                                              \
        .size = sizeof(talus_table), .name = #table_, .columns = table_##_columns,                 \
        .column_count = TABLE_COLUMN_COUNT(table_), .row_count = (rows_), .cell = table_##_cell,   \
        .user = (user_)                                                                            \
    }

/// Give a table columns of its own, of which one has another key.
/// @param columns room for table->column_count; a table that has its own already keeps them
void table_rename(talus_table *table, talus_column *columns, const char *key, const char *to);
/// Is the column in files of this kind (TALUS_IN_...)?
bool table_has(const talus_column *column, unsigned file);
/// The value of a cell, absent where it is not a finite number or text.
/// @return TALUS_ERROR_ARGUMENT: not of the column's type
talus_status table_value(const talus_table *table, size_t row, size_t column, talus_value *value,
                         talus_error *error);

/// The line of keys, and the line of a row.
void table_csv_head(files_text *text, const talus_table *table);
talus_status table_csv_row(files_text *text, const talus_table *table, size_t row,
                           talus_error *error);
/// All of it as a claimed file.
talus_status table_write_csv(talus_directory *directory, const char *file, const talus_table *table,
                             talus_error *error);
/// The rows that a filter keeps. @param keeps called with table->user; NULL = all
typedef bool table_filter(const void *user, size_t row);
talus_status table_write_csv_where(talus_directory *directory, const char *file,
                                   const talus_table *table, table_filter *keeps,
                                   talus_error *error);

/// An array of objects; a table without rows is an empty array. A wrong value fails the text.
void table_json(files_text *text, const char *key, const talus_table *table);
/// An object: one row.
void table_json_object(files_text *text, const char *key, const talus_table *table, size_t row);
/// The members of a row, and one of them.
void table_json_members(files_text *text, const talus_table *table, size_t row);
void table_json_member(files_text *text, const talus_table *table, size_t row, size_t column);

/// World coordinates of a feature.
typedef struct table_points {
    double *xyzm; ///< (count x 4)
    size_t count, capacity;
} table_points;
/// @return TALUS_ERROR_MEMORY
talus_status table_points_add(table_points *points, double x, double y, double z, double m,
                              talus_error *error);
/// Add the points of part 0, 1, ... of a row, each a feature of its own with the row's values; no
/// points: the row has no more parts.
typedef talus_status table_geometry(const void *user, size_t row, size_t part, table_points *points,
                                    talus_error *error);
/// The rows as a layer of a GeoPackage.
/// @param style QML, NULL = none   @param geometry called with table->user
talus_status table_gpkg(geo_writer *writer, const talus_table *table, geo_kind kind,
                        const char *style, table_geometry *geometry, talus_error *error);

/// What a row of a table of zones is made of: the zone at hand, and what its values are looked up in.
typedef struct table_zone {
    const geo_zone *zone;
    const void *user; ///< not owned
} table_zone;
/// The areas of a class map as polygons of a layer.
/// @param table of one row, over `row`   @param row out: its zone is each area in turn
/// @param least_area m^2; smaller areas are left out   @param style QML, NULL = none
talus_status table_gpkg_zones(geo_writer *writer, const talus_table *table, table_zone *row,
                              const geo_zones *zones, double least_area, const char *style,
                              talus_error *error);

#endif
