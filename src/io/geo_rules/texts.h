// SPDX-License-Identifier: GPL-3.0-or-later
/// @file texts.h
/// What a raster written as text must look like: ASCII grids token by token, and sentences for texts
/// that no reader of rasters takes. It gets bytes; another room reads the file.
/// Numbers have a decimal point: the caller chooses the locale "C".
#ifndef TALUS_SRC_IO_GEO_RULES_TEXTS_H
#define TALUS_SRC_IO_GEO_RULES_TEXTS_H

#include "talus/base.h"

enum { GEO_TOKEN_SIZE = 80 };
/// What the header of an ASCII grid has said so far.
typedef struct geo_grid_header {
    double columns, rows, cell;
    bool has_corner[2], has_centre[2]; ///< of x, of y
} geo_grid_header;
/// A second reading of an ASCII grid: some readers take "n/a" as 0, the next row's numbers when one is missing,
/// and 0 for a corner that is not there.
typedef struct geo_ascii_grid {
    const char *path; ///< for messages
    int line, column; ///< of the next character
    int token_line, token_column;
    size_t length; ///< of the token
    char token[GEO_TOKEN_SIZE];
    char key[GEO_TOKEN_SIZE]; ///< whose value comes next; "" = none
    bool has_values;
    double count; ///< of heights
    geo_grid_header header;
} geo_ascii_grid;
void geo_ascii_begin(geo_ascii_grid *grid, const char *path);
/// The next bytes of the file, in its order.
/// @return TALUS_ERROR_INPUT with line and column: text among the heights, a header that is not one
talus_status geo_ascii_feed(geo_ascii_grid *grid, const char *bytes, size_t size,
                            talus_error *error);
/// After the last byte.
/// @return TALUS_ERROR_INPUT: a number of heights that is not columns x rows, a negative cell size, a corner
///         that is missing, or half a corner and half a centre
talus_status geo_ascii_end(geo_ascii_grid *grid, talus_error *error);

/// Bytes before the text that say nothing and that readers stumble over: the mark of UTF-8, blank lines.
/// @param head the first bytes of the file; 0 unless a text of ASCII follows in them
size_t geo_text_start(const char *head, size_t size);
/// A text that no reader of rasters takes for want of an encoding: UTF-16.
/// @param head the first bytes of the file, 64 or more where it has them
/// @return TALUS_ERROR_INPUT with a sentence, else TALUS_OK
talus_status geo_check_encoding(const char *path, const char *head, size_t size,
                                talus_error *error);
/// A header of an ASCII grid in an order that readers do not take.
/// @return TALUS_ERROR_INPUT with a sentence, else TALUS_OK
talus_status geo_check_header(const char *path, const char *head, size_t size, talus_error *error);
/// Points in lines of x, y and z, as a reader of rasters did not take them.
/// @param head the first bytes of the file, some thousand
/// @return TALUS_ERROR_INPUT with a sentence about their order, else TALUS_OK
talus_status geo_check_points(const char *path, const char *head, size_t size, talus_error *error);

#endif
