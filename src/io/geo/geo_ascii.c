// SPDX-License-Identifier: GPL-3.0-or-later
// A second reading of ASCII grids: GDAL reads "n/a" as 0 and takes the next row's numbers when one is
// missing, so the text itself is checked token by token.
#include "io/geo/geo_internal.h"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_SIZE = 80, BUFFER_SIZE = 65536 };

typedef struct scanner {
    VSILFILE *file;
    size_t used, size;
    int line, column;             ///< of the next character
    int token_line, token_column; ///< of the current token
    char token[TOKEN_SIZE];
    char buffer[BUFFER_SIZE];
} scanner;

static int next_char(scanner *scan)
{
    if (scan->used == scan->size) {
        scan->size = VSIFReadL(scan->buffer, 1, BUFFER_SIZE, scan->file);
        scan->used = 0;
        if (scan->size == 0) {
            return EOF;
        }
    }
    const int c = (unsigned char)scan->buffer[scan->used++];
    if (c == '\n') {
        scan->line++;
        scan->column = 1;
    } else {
        scan->column++;
    }
    return c;
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool next_token(scanner *scan)
{
    int c = next_char(scan);
    while (is_space(c)) {
        c = next_char(scan);
    }
    scan->token_line = scan->line;
    scan->token_column = scan->column - 1;
    size_t length = 0;
    while (c != EOF && !is_space(c)) {
        if (length + 1 < TOKEN_SIZE) {
            scan->token[length++] = (char)c;
        }
        c = next_char(scan);
    }
    scan->token[length] = '\0';
    return length > 0;
}

/// Plain decimal number with point or comma; "nan" and "inf" in their spellings; never hexadecimal.
static bool parse_number(const char *token, double *value)
{
    char text[TOKEN_SIZE];
    snprintf(text, sizeof text, "%s", token);
    char *comma = strchr(text, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    char *end = NULL;
    *value = CPLStrtod(text, &end);
    return end != text && *end == '\0' && strpbrk(text, "xX") == NULL;
}

typedef struct grid_header {
    double columns, rows, cell;
} grid_header;

static void keep_header_value(const char *key, double value, grid_header *header)
{
    if (EQUAL(key, "ncols")) {
        header->columns = value;
    } else if (EQUAL(key, "nrows")) {
        header->rows = value;
    } else if (EQUAL(key, "cellsize") || EQUAL(key, "dx") || EQUAL(key, "dy")) {
        header->cell = value < 0.0 ? value : header->cell;
    }
}

static talus_status refuse_token(const char *path, const scanner *scan, const char *expected,
                                 talus_error *error)
{
    const talus_status status =
        talus_error_set(error, TALUS_ERROR_INPUT, "%s, line %d: found \"%s\", expected %s", path,
                        scan->token_line, scan->token, expected);
    talus_error_locate(error, path, scan->token_line, scan->token_column);
    return status;
}

static talus_status compare_count(const char *path, const grid_header *header, double count,
                                  talus_error *error)
{
    if (count == header->columns * header->rows) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: the header promises %.0f columns x %.0f rows = %.0f heights, the "
                           "file holds %.0f: it is cut short or its header is wrong",
                           path, header->columns, header->rows, header->columns * header->rows,
                           count);
}

static talus_status scan_grid(const char *path, scanner *scan, talus_error *error)
{
    grid_header header = {0};
    double count = 0.0, value = 0.0;
    bool in_header = true;
    while (next_token(scan)) {
        if (parse_number(scan->token, &value)) {
            in_header = false;
            count += 1.0;
            continue;
        }
        if (!in_header) {
            return refuse_token(
                path, scan, "a height; write missing heights as the header's NODATA value", error);
        }
        char key[TOKEN_SIZE];
        snprintf(key, sizeof key, "%s", scan->token);
        if (!next_token(scan) || !parse_number(scan->token, &value)) {
            return refuse_token(path, scan, "a number after the header's key", error);
        }
        keep_header_value(key, value, &header);
    }
    if (header.cell < 0.0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: the header's cell size is %g, expected a number > 0: the grid "
                               "could lie on either side of its corner, so correct the header",
                               path, header.cell);
    }
    return compare_count(path, &header, count, error);
}

talus_status geo_check_ascii_grid(const char *path, talus_error *error)
{
    scanner *scan = calloc(1, sizeof *scan);
    if (scan == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    scan->line = 1;
    scan->column = 1;
    scan->file = VSIFOpenL(path, "rb");
    if (scan->file == NULL) {
        free(scan);
        return TALUS_OK;
    }
    const talus_status status = scan_grid(path, scan, error);
    VSIFCloseL(scan->file);
    free(scan);
    return status;
}
