// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of comma-separated values with words and empty cells.
#include "foundation/files/records.h"

#include "foundation/files/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A file under way.
typedef struct reading {
    files_records *out;
    char separator;
    int line;
    size_t capacity;
    talus_error *error;
} reading;

static talus_status no_memory(const reading *in)
{
    return talus_error_set(in->error, TALUS_ERROR_MEMORY, "out of memory for %s", in->out->path);
}

static char *trim(char *begin)
{
    begin += strspn(begin, " ");
    size_t size = strlen(begin);
    while (size > 0 && begin[size - 1] == ' ') {
        begin[--size] = '\0';
    }
    return begin;
}

/// Take quotes off in place. @return the first byte behind; NULL when the quote stays open
static char *read_quoted(char *cell)
{
    char *to = cell, *from = cell + 1;
    while (*from != '\0') {
        if (from[0] == '"' && from[1] == '"') {
            from++;
        } else if (*from == '"') {
            *to = '\0';
            return from + 1;
        }
        *to++ = *from++;
    }
    return NULL;
}

/// Cut the next cell off a line. @param rest out: NULL after the last one
/// @return NULL when a quote stays open
static char *cut_cell(char *line, char separator, char **rest)
{
    char *cell = line + strspn(line, " ");
    char *end;
    if (*cell == '"') {
        end = read_quoted(cell);
        if (end == NULL) {
            return NULL;
        }
        end = strchr(end, separator);
    } else {
        end = strchr(cell, separator);
        if (end != NULL) {
            *end = '\0';
        }
        cell = trim(cell);
    }
    *rest = end != NULL ? end + 1 : NULL;
    return cell;
}

static char find_separator(const char *line)
{
    const char *first = strpbrk(line, ",;\t");
    return first != NULL ? *first : ',';
}

static talus_status open_quote(const reading *in)
{
    return talus_error_set(in->error, TALUS_ERROR_INPUT,
                           "%s:%d: found a quote that stays open, expected its end in the line",
                           in->out->path, in->line);
}

static talus_status read_heading(reading *in, char *line)
{
    files_records *out = in->out;
    size_t most = 1;
    in->separator = find_separator(line);
    for (const char *c = line; *c != '\0'; c++) {
        most += *c == in->separator;
    }
    out->names = calloc(most, sizeof *out->names);
    if (out->names == NULL) {
        return no_memory(in);
    }
    for (char *rest = line; rest != NULL;) {
        const char *name = cut_cell(rest, in->separator, &rest);
        if (name == NULL) {
            return open_quote(in);
        }
        if (name[0] != '\0' && files_records_find(out, name) != SIZE_MAX) {
            return talus_error_set(in->error, TALUS_ERROR_INPUT,
                                   "%s:%d: found the column '%.60s' twice, expected each once",
                                   out->path, in->line, name);
        }
        out->names[out->columns++] = name;
    }
    return TALUS_OK;
}

static bool grow(reading *in)
{
    files_records *out = in->out;
    if (out->rows < in->capacity) {
        return true;
    }
    const size_t needed = 2 * in->capacity + 64;
    const char **cells = realloc(out->cells, needed * out->columns * sizeof *cells);
    out->cells = cells != NULL ? cells : out->cells;
    int *lines = realloc(out->lines, needed * sizeof *lines);
    out->lines = lines != NULL ? lines : out->lines;
    in->capacity = cells != NULL && lines != NULL ? needed : in->capacity;
    return cells != NULL && lines != NULL;
}

static talus_status read_row(reading *in, char *line)
{
    files_records *out = in->out;
    size_t count = 0;
    if (!grow(in)) {
        return no_memory(in);
    }
    for (char *rest = line; rest != NULL; count++) {
        const char *cell = cut_cell(rest, in->separator, &rest);
        if (cell == NULL) {
            return open_quote(in);
        }
        if (count < out->columns) {
            out->cells[out->rows * out->columns + count] = cell;
        }
    }
    if (count != out->columns) {
        return talus_error_set(in->error, TALUS_ERROR_INPUT,
                               "%s:%d: found %zu cells, expected %zu as in the heading", out->path,
                               in->line, count, out->columns);
    }
    out->lines[out->rows++] = in->line;
    return TALUS_OK;
}

static talus_status read_lines(reading *in)
{
    char *next = in->out->text;
    next += strncmp(next, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (next != NULL) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        in->line++;
        const size_t size = strlen(line);
        if (size > 0 && line[size - 1] == '\r') {
            line[size - 1] = '\0';
        }
        if (line[strspn(line, " ")] == '\0' || line[0] == '#') {
            continue;
        }
        const talus_status status =
            in->out->names == NULL ? read_heading(in, line) : read_row(in, line);
        if (status != TALUS_OK) {
            return status;
        }
    }
    return in->out->names != NULL
               ? TALUS_OK
               : talus_error_set(in->error, TALUS_ERROR_INPUT,
                                 "%s: found no line, expected a heading of column names",
                                 in->out->path);
}

talus_status files_records_read(const char *path, files_records *records, talus_error *error)
{
    size_t size = 0;
    *records = (files_records){0};
    reading in = {.out = records, .error = error};
    talus_status status = files_read_all(path, &records->text, &size, error);
    if (status == TALUS_OK && memchr(records->text, '\0', size) != NULL) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: found a zero byte, expected a table as text", path);
    }
    if (status == TALUS_OK) {
        records->path = malloc(strlen(path) + 1);
        status = records->path != NULL
                     ? TALUS_OK
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path);
    }
    if (status == TALUS_OK) {
        memcpy(records->path, path, strlen(path) + 1);
        status = read_lines(&in);
    }
    if (status != TALUS_OK) {
        files_records_clear(records);
    }
    return status;
}

void files_records_clear(files_records *records)
{
    free(records->path);
    free(records->text);
    free(records->names);
    free(records->cells);
    free(records->lines);
    *records = (files_records){0};
}

size_t files_records_find(const files_records *records, const char *name)
{
    for (size_t k = 0; k < records->columns; k++) {
        if (strcmp(records->names[k], name) == 0) {
            return k;
        }
    }
    return SIZE_MAX;
}

const char *files_records_text(const files_records *records, size_t row, size_t column)
{
    return column == SIZE_MAX ? "" : records->cells[row * records->columns + column];
}

talus_status files_records_number(const files_records *records, size_t row, size_t column,
                                  double *value, talus_error *error)
{
    const char *text = files_records_text(records, row, column);
    char *end = NULL;
    *value = (double)NAN;
    if (text[0] == '\0') {
        return TALUS_OK;
    }
    const files_locale locale = files_locale_enter();
    *value = strtod(text, &end);
    files_locale_leave(&locale);
    if (*end != '\0' || !isfinite(*value) || strpbrk(text, "xX") != NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: %s: found '%.60s', expected a finite number or nothing",
                               records->path, records->lines[row], records->names[column], text);
    }
    return TALUS_OK;
}
