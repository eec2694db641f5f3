// SPDX-License-Identifier: GPL-3.0-or-later
// ASCII grids token by token: header, then columns x rows numbers.
#include "io/geo_rules/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Of UTF-8, which some editors write before a text.
static const char mark[] = "\xef\xbb\xbf";

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_key(const char *text, const char *key)
{
    while (*text != '\0' && small(*text) == *key) {
        text++;
        key++;
    }
    return *text == '\0' && *key == '\0';
}

/// Plain decimal number with point or comma; "nan" and "inf" in their spellings; never hexadecimal.
static bool parse_number(const char *token, double *value)
{
    char text[GEO_TOKEN_SIZE];
    snprintf(text, sizeof text, "%s", token);
    char *comma = strchr(text, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    const char *digits = text + (text[0] == '-' || text[0] == '+' ? 1 : 0);
    if (strncmp(digits, "1.#", 3) == 0) { // 1.#QNAN, -1.#IND, 1.#INF
        *value = 0.0;
        return true;
    }
    char *end = NULL;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && strpbrk(text, "xX") == NULL;
}

static talus_status refuse_token(const geo_ascii_grid *grid, const char *expected,
                                 talus_error *error)
{
    const talus_status status =
        talus_error_set(error, TALUS_ERROR_INPUT, "%s, line %d: found \"%s\", expected %s",
                        grid->path, grid->token_line, grid->token, expected);
    talus_error_locate(error, grid->path, grid->token_line, grid->token_column);
    return status;
}

static void keep_header_value(const char *key, double value, geo_grid_header *header)
{
    static const char *const corners[] = {"xllcorner", "yllcorner"};
    static const char *const centres[] = {"xllcenter", "yllcenter"};
    for (int axis = 0; axis < 2; axis++) {
        header->has_corner[axis] = header->has_corner[axis] || is_key(key, corners[axis]);
        header->has_centre[axis] = header->has_centre[axis] || is_key(key, centres[axis]);
    }
    if (is_key(key, "ncols")) {
        header->columns = value;
    } else if (is_key(key, "nrows")) {
        header->rows = value;
    } else if (is_key(key, "cellsize") || is_key(key, "dx") || is_key(key, "dy")) {
        header->cell = value < 0.0 ? value : header->cell;
    }
}

static talus_status use_token(geo_ascii_grid *grid, talus_error *error)
{
    double value = 0.0;
    grid->token[grid->length < sizeof grid->token ? grid->length : sizeof grid->token - 1] = '\0';
    grid->length = 0;
    if (grid->token_line == 1 && grid->token_column == 1 &&
        strncmp(grid->token, mark, sizeof mark - 1) == 0) {
        memmove(grid->token, grid->token + sizeof mark - 1, sizeof grid->token - (sizeof mark - 1));
        if (grid->token[0] == '\0') {
            return TALUS_OK;
        }
    }
    const bool is_number = parse_number(grid->token, &value);
    if (grid->key[0] != '\0') {
        if (!is_number) {
            return refuse_token(grid, "a number after the header's key", error);
        }
        keep_header_value(grid->key, value, &grid->header);
        grid->key[0] = '\0';
    } else if (is_number) {
        grid->has_values = true;
        grid->count += 1.0;
    } else if (grid->has_values) {
        return refuse_token(grid, "a height; write missing heights as the header's NODATA value",
                            error);
    } else {
        memcpy(grid->key, grid->token, sizeof grid->key);
    }
    return TALUS_OK;
}

void geo_ascii_begin(geo_ascii_grid *grid, const char *path)
{
    *grid = (geo_ascii_grid){.path = path, .line = 1, .column = 1};
}

talus_status geo_ascii_feed(geo_ascii_grid *grid, const char *bytes, size_t size,
                            talus_error *error)
{
    for (size_t k = 0; k < size; k++) {
        const char c = bytes[k];
        if (!is_space(c)) {
            if (grid->length == 0) {
                grid->token_line = grid->line;
                grid->token_column = grid->column;
            }
            if (grid->length + 1 < sizeof grid->token) {
                grid->token[grid->length++] = c;
            }
        } else if (grid->length > 0) {
            const talus_status status = use_token(grid, error);
            if (status != TALUS_OK) {
                return status;
            }
        }
        grid->line += c == '\n' ? 1 : 0;
        grid->column = c == '\n' ? 1 : grid->column + 1;
    }
    return TALUS_OK;
}

static talus_status check_corner(const geo_ascii_grid *grid, talus_error *error)
{
    static const char names[] = "xy";
    const geo_grid_header *h = &grid->header;
    for (int axis = 0; axis < 2; axis++) {
        if (!h->has_corner[axis] && !h->has_centre[axis]) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: the header does not say where the grid lies: expected "
                                   "%cllcorner or %cllcenter with a coordinate",
                                   grid->path, names[axis], names[axis]);
        }
    }
    if ((h->has_corner[0] || h->has_corner[1]) && (h->has_centre[0] || h->has_centre[1])) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: the header gives a corner and a centre (xllcorner, yllcorner, "
                               "xllcenter, yllcenter), half a cell apart: expected both "
                               "coordinates of one of them",
                               grid->path);
    }
    return TALUS_OK;
}

talus_status geo_ascii_end(geo_ascii_grid *grid, talus_error *error)
{
    const geo_grid_header *h = &grid->header;
    talus_status status = grid->length > 0 ? use_token(grid, error) : TALUS_OK;
    if (status == TALUS_OK && grid->key[0] != '\0') {
        status = refuse_token(grid, "a number after the header's key", error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    if (h->cell < 0.0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: the header's cell size is %g, expected a number > 0: the grid "
                               "could lie on either side of its corner, so correct the header",
                               grid->path, h->cell);
    }
    status = check_corner(grid, error);
    if (status != TALUS_OK || grid->count == h->columns * h->rows) {
        return status;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: the header promises %.0f columns x %.0f rows = %.0f heights, the "
                           "file holds %.0f: it is cut short or its header is wrong",
                           grid->path, h->columns, h->rows, h->columns * h->rows, grid->count);
}

size_t geo_text_start(const char *head, size_t size)
{
    size_t start =
        size >= sizeof mark - 1 && memcmp(head, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
    size_t end = start;
    for (; end < size && is_space(head[end]); end++) {
        start = head[end] == '\n' ? end + 1 : start;
    }
    const size_t first = end;
    while (end < size && end < first + 8 && head[end] >= ' ' && head[end] <= '~') {
        end++;
    }
    return end > first && (end == size || end == first + 8 || is_space(head[end])) ? start : 0;
}

talus_status geo_check_encoding(const char *path, const char *head, size_t size, talus_error *error)
{
    size_t pairs = 0, plain = 0;
    const bool is_marked =
        size >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0);
    for (size_t k = is_marked ? 2 : 0; k + 1 < size && pairs < 24; k += 2) {
        const unsigned char a = (unsigned char)head[k], b = (unsigned char)head[k + 1];
        pairs++;
        // one byte of each pair is 0, the other a printed character or white space
        plain +=
            (a == 0) != (b == 0) && a + b < 0x7f && (a + b >= ' ' || (a + b >= 9 && a + b <= 13));
    }
    if (plain < pairs || pairs < 8) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s is a text in UTF-16 (\"Unicode\" in some editors), expected plain "
                           "ASCII or UTF-8: save it again with that encoding",
                           path);
}

talus_status geo_check_header(const char *path, const char *head, size_t size, talus_error *error)
{
    char word[GEO_TOKEN_SIZE];
    size_t at = geo_text_start(head, size), length = 0;
    while (at < size && is_space(head[at])) {
        at++;
    }
    for (; at < size && !is_space(head[at]) && length + 1 < sizeof word; at++) {
        word[length++] = head[at];
    }
    word[length] = '\0';
    if (!is_key(word, "nodata_value")) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s begins with \"%s\", expected ncols as the first line of an ASCII "
                           "grid: move that line behind cellsize",
                           path, word);
}

/// Numbers in a line that ends at `end`, divided by spaces, commas or semicolons; 0 with other text.
static size_t count_numbers(const char *line, const char *end)
{
    size_t count = 0;
    while (line < end) {
        if (strchr(" \t\r,;", *line) != NULL) {
            line++;
            continue;
        }
        char word[GEO_TOKEN_SIZE];
        size_t length = 0;
        for (; line < end && strchr(" \t\r,;", *line) == NULL && length + 1 < sizeof word; line++) {
            word[length++] = *line;
        }
        word[length] = '\0';
        double value;
        if (length == 0 || !parse_number(word, &value)) {
            return 0;
        }
        count++;
    }
    return count;
}

talus_status geo_check_points(const char *path, const char *head, size_t size, talus_error *error)
{
    size_t lines = 0, points = 0;
    for (size_t k = 0; k < size;) {
        const char *newline = memchr(head + k, '\n', size - k);
        if (newline == NULL) {
            break; // may be cut
        }
        const size_t numbers = count_numbers(head + k, newline);
        lines++;
        points += numbers >= 3 && numbers <= 9 ? 1 : 0;
        k = (size_t)(newline - head) + 1;
    }
    if (lines < 4 || points + 1 < lines) { // one heading at most
        return TALUS_OK;
    }
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "%s holds points x y z that are not in the order of a grid: sort them by y, "
        "then by x (LC_ALL=C sort -k2,2g -k1,1g in.xyz > out.xyz) and read that; if "
        "they do not lie on a grid, make one (gdal_grid, or a GIS)",
        path);
}
