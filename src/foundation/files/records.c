// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of values with words and empty cells: the one reader of text tables.
#include "foundation/files/records.h"

#include "foundation/base/array.h"
#include "foundation/files/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// More is no table of places or values, and would take minutes and gigabytes.
enum { MOST_BYTES = 256 << 20, MOST_COLUMNS = 4096, MOST_ROWS = 2000000, MOST_CELLS = 20000000 };

/// A file under way.
typedef struct reading {
    files_records *out;
    char *at;       ///< the next byte
    char separator; ///< ' ': runs of blanks and tabs
    int line;       ///< of `at`
    size_t capacity;
    talus_error *error;
} reading;

static talus_status no_memory(const reading *in)
{
    return talus_error_set(in->error, TALUS_ERROR_MEMORY, "out of memory for %s", in->out->path);
}

static bool is_blank(const reading *in, char c)
{
    return c == ' ' || (c == '\t' && in->separator != '\t');
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

/// Step over the end of a line: \n, \r\n, \r.
static void end_line(reading *in)
{
    in->at += in->at[0] == '\r' && in->at[1] == '\n';
    if (*in->at != '\0') {
        *in->at++ = '\0';
        in->line++;
    }
}

/// Take quotes off in place; a line may end inside. @return false when the quote stays open
static bool read_quoted(reading *in)
{
    char *to = in->at, *from = in->at + 1;
    for (; *from != '\0'; from++) {
        if (from[0] == '"' && from[1] == '"') {
            from++;
        } else if (*from == '"') {
            in->at = from + 1;
            *to = '\0';
            return true;
        }
        in->line += *from == '\n';
        *to++ = *from;
    }
    return false;
}

/// Cut the next cell off. @param ends out: it is the last one of its row
/// @return NULL when a quote stays open
static char *cut_cell(reading *in, bool *ends)
{
    while (is_blank(in, *in->at)) {
        in->at++;
    }
    char *cell = in->at, *last;
    const bool is_quoted = *cell == '"';
    if (is_quoted && !read_quoted(in)) {
        return NULL;
    }
    while (!ends_line(*in->at) && *in->at != in->separator &&
           !(in->separator == ' ' && is_blank(in, *in->at))) {
        in->at++;
    }
    last = in->at;
    while (in->separator == ' ' && is_blank(in, *in->at)) {
        in->at++;
    }
    *ends = ends_line(*in->at);
    if (*ends) {
        end_line(in);
    } else {
        in->at += in->separator != ' ';
    }
    while (!is_quoted && last > cell && is_blank(in, last[-1])) {
        last--;
    }
    if (!is_quoted) {
        *last = '\0';
    }
    return cell;
}

/// Words of a line between blanks.
static size_t count_words(const char *line)
{
    size_t count = 0;
    for (const char *c = line; !ends_line(*c);) {
        c += strspn(c, " \t");
        count += !ends_line(*c);
        c += strcspn(c, " \t\r\n");
    }
    return count;
}

/// What stands most often in a heading, outside of quotes. Blanks separate only where the line below
/// has as many words: "volume (m3)" is one name.
static char find_separator(const char *line)
{
    static const char candidates[] = ";\t,|";
    size_t counts[sizeof candidates] = {0}, best = 0;
    bool is_quoted = false;
    const char *c = line;
    for (; !ends_line(*c); c++) {
        is_quoted = is_quoted != (*c == '"');
        const char *found = is_quoted ? NULL : strchr(candidates, *c);
        counts[found != NULL ? (size_t)(found - candidates) : sizeof candidates - 1]++;
    }
    for (size_t k = 1; k < sizeof candidates - 1; k++) {
        best = counts[k] > counts[best] ? k : best;
    }
    if (counts[best] > 0) {
        return candidates[best];
    }
    const size_t words = count_words(line);
    c += strspn(c, "\r\n");
    return words > 1 && count_words(c) == words ? ' ' : ',';
}

static talus_status open_quote(const reading *in, int line)
{
    return talus_error_set(in->error, TALUS_ERROR_INPUT,
                           "%s:%d: found a quote that stays open, expected its end", in->out->path,
                           line);
}

/// "sep=;" is what Excel writes for itself.
static void skip_choice(reading *in)
{
    if (strncmp(in->at, "sep=", 4) == 0 && !ends_line(in->at[4]) && ends_line(in->at[5])) {
        in->separator = in->at[4];
        in->at += 5;
        end_line(in);
    }
}

/// Lines that are empty or comments.
static void skip_lines(reading *in)
{
    for (;;) {
        const char *c = in->at + strspn(in->at, in->separator == '\t' ? " " : " \t");
        if (*in->at == '\0' || (!ends_line(*c) && *in->at != '#')) {
            return;
        }
        in->at += strcspn(in->at, "\r\n");
        end_line(in);
    }
}

static talus_status read_heading(reading *in)
{
    files_records *out = in->out;
    const int line = in->line;
    size_t most = 1;
    in->separator = in->separator != '\0' ? in->separator : find_separator(in->at);
    for (const char *c = in->at; !ends_line(*c); c++) {
        most += *c == in->separator || is_blank(in, *c);
    }
    out->names = calloc(most, sizeof *out->names);
    if (out->names == NULL) {
        return no_memory(in);
    }
    for (bool ends = false; !ends;) {
        const char *name = cut_cell(in, &ends);
        if (name == NULL || out->columns == most) {
            return open_quote(in, line);
        }
        if (out->columns == MOST_COLUMNS) {
            return talus_error_set(in->error, TALUS_ERROR_INPUT,
                                   "%s:%d: found a heading of more than %d columns, expected those "
                                   "of one table",
                                   out->path, line, (int)MOST_COLUMNS);
        }
        if (name[0] != '\0' && files_records_find(out, name) != SIZE_MAX) {
            return talus_error_set(in->error, TALUS_ERROR_INPUT,
                                   "%s:%d: found the column '%.60s' twice, expected each once",
                                   out->path, line, name);
        }
        out->names[out->columns++] = name;
    }
    out->heading_line = line;
    return TALUS_OK;
}

static bool grow(reading *in)
{
    files_records *out = in->out;
    size_t lines = in->capacity;
    return array_reserve(&out->lines, &lines, out->rows + 1, sizeof *out->lines) &&
           array_reserve(&out->cells, &in->capacity, out->rows + 1,
                         out->columns * sizeof *out->cells);
}

/// Room for one row more.
static talus_status add_room(reading *in)
{
    const files_records *out = in->out;
    if (out->rows == MOST_ROWS || (out->rows + 1) * out->columns > MOST_CELLS) {
        return talus_error_set(in->error, TALUS_ERROR_INPUT,
                               "%s:%d: found more than %zu rows of %zu cells, expected a table of "
                               "at most %d rows and %d cells: divide it, or leave out what is not "
                               "needed",
                               out->path, in->line, out->rows, out->columns, (int)MOST_ROWS,
                               (int)MOST_CELLS);
    }
    return grow(in) ? TALUS_OK : no_memory(in);
}

/// Spreadsheets write empty cells behind the last column, and rows of them.
static talus_status read_row(reading *in)
{
    files_records *out = in->out;
    const int line = in->line;
    size_t count = 0, filled = 0;
    const talus_status status = add_room(in);
    if (status != TALUS_OK) {
        return status;
    }
    for (bool ends = false; !ends; count++) {
        const char *cell = cut_cell(in, &ends);
        if (cell == NULL) {
            return open_quote(in, line);
        }
        filled = cell[0] != '\0' ? count + 1 : filled;
        if (count < out->columns) {
            out->cells[out->rows * out->columns + count] = cell;
        }
    }
    if (filled > out->columns || (filled > 0 && count < out->columns)) {
        return talus_error_set(in->error, TALUS_ERROR_INPUT,
                               "%s:%d: found %zu cells, expected %zu as in the heading%s",
                               out->path, line, count, out->columns,
                               in->separator == ',' && count > out->columns
                                   ? " (decimal commas need ';' between columns)"
                                   : "");
    }
    if (filled > 0 || out->columns == 1) {
        out->lines[out->rows++] = line;
    }
    return TALUS_OK;
}

static talus_status read_lines(reading *in)
{
    skip_lines(in);
    skip_choice(in);
    for (skip_lines(in); *in->at != '\0'; skip_lines(in)) {
        const talus_status status = in->out->names == NULL ? read_heading(in) : read_row(in);
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

talus_status files_records_check_size(const char *path, size_t size, talus_error *error)
{
    return size <= MOST_BYTES
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: found a text of %zu MB, expected a table of at most %d: "
                                 "divide it, or make a GeoPackage of it",
                                 path, size >> 20, MOST_BYTES >> 20);
}

talus_status files_records_parse(const char *path, char *text, size_t size, files_records *records,
                                 talus_error *error)
{
    *records = (files_records){.text = text, .path = malloc(strlen(path) + 1)};
    talus_status status = files_records_check_size(path, size, error);
    if (status != TALUS_OK) {
        files_records_clear(records);
        return status;
    }
    status = records->path != NULL
                 ? files_to_utf8(path, &records->text, &size, &records->is_guess, error)
                 : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path);
    if (status == TALUS_OK) {
        memcpy(records->path, path, strlen(path) + 1);
        reading in = {.out = records, .at = records->text, .line = 1, .error = error};
        status = read_lines(&in);
        records->marks =
            status == TALUS_OK ? malloc((records->columns + 1) * sizeof *records->marks) : NULL;
        if (status == TALUS_OK && records->marks == NULL) {
            status = no_memory(&in);
        }
    }
    if (status == TALUS_OK) {
        files_records_find_marks(records, NULL);
    }
    if (status != TALUS_OK) {
        files_records_clear(records);
    }
    return status;
}

talus_status files_records_read(const char *path, files_records *records, talus_error *error)
{
    char *text = NULL;
    size_t size = 0;
    *records = (files_records){0};
    const talus_status status = files_read_all(path, &text, &size, error);
    return status == TALUS_OK ? files_records_parse(path, text, size, records, error) : status;
}

void files_records_clear(files_records *records)
{
    free(records->path);
    free(records->text);
    free(records->names);
    free(records->cells);
    free(records->lines);
    free(records->marks);
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
    *value = (double)NAN;
    if (text[0] == '\0' || files_number_by(text, records->marks[column], value)) {
        return TALUS_OK;
    }
    char hint[160];
    *value = (double)NAN;
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s:%d: %s: found '%.60s', expected a finite number or nothing%s",
                           records->path, records->lines[row], records->names[column], text,
                           files_marks_hint(text, hint));
}
