// SPDX-License-Identifier: GPL-3.0-or-later
// Text tables with named columns and units.
#include "foundation/files/columns.h"

#include "foundation/files/mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 64 };

typedef struct table {
    files_mesh_source text;
    files_column *columns;
    size_t count;
    bool is_series;             ///< the first column is a time that ascends evenly
    int place[MOST_FIELDS];     ///< requested column of each field, -1 = ignored
    double factor[MOST_FIELDS]; ///< SI per unit of the field
    size_t field_count;         ///< 0 until the heading
    double *values;
    size_t rows, capacity;
} table;

static const struct {
    files_quantity quantity;
    const char *name; ///< letters and digits only
    double factor;
} units[] = {
    {FILES_TIME, "s", 1.0},
    {FILES_TIME, "ms", 1e-3},
    {FILES_ANGLE, "rad", 1.0},
    {FILES_ANGLE, "deg", TALUS_PI / 180.0},
    {FILES_ANGULAR_RATE, "rads", 1.0},
    {FILES_ANGULAR_RATE, "degs", TALUS_PI / 180.0},
    {FILES_ACCELERATION, "ms2", 1.0},
    {FILES_ACCELERATION, "g", 9.80665},
    {FILES_VELOCITY, "ms", 1.0},
    {FILES_VELOCITY, "cms", 1e-2},
    {FILES_LENGTH, "m", 1.0},
    {FILES_LENGTH, "cm", 1e-2},
    {FILES_LENGTH, "mm", 1e-3},
    {FILES_VOLUME, "m3", 1.0},
    {FILES_VOLUME, "dm3", 1e-3},
    {FILES_RATE, "1yr", 1.0},
    {FILES_RATE, "1a", 1.0},
    {FILES_NUMBER, "", 1.0},
    {FILES_NUMBER, "1", 1.0},
};

static bool is_separator(char c)
{
    return c == ',' || c == ';' || c == '\t';
}

/// Text up to the next separator without blanks and quotes around it. @return false at the end
static bool next_field(files_mesh_line *line, files_mesh_word *field)
{
    if (line->at > line->end) {
        return false;
    }
    const char *begin = line->at, *end = begin;
    while (end < line->end && !is_separator(*end)) {
        end++;
    }
    line->at = end + 1;
    while (begin < end && strchr(" \"", *begin)) {
        begin++;
    }
    while (end > begin && strchr(" \"", end[-1])) {
        end--;
    }
    *field = (files_mesh_word){begin, (size_t)(end - begin)};
    return true;
}

/// "wx (rad/s)" into the name "wx" and the unit's letters and digits "rads".
static void split_heading(files_mesh_word field, char name[64], char unit[64])
{
    size_t i = 0, n = 0, u = 0;
    for (; i < field.size && isalnum((unsigned char)field.text[i]); i++) {
        if (n + 1 < 64) {
            name[n++] = (char)tolower((unsigned char)field.text[i]);
        }
    }
    for (; i < field.size; i++) {
        if (isalnum((unsigned char)field.text[i]) && u + 1 < 64) {
            unit[u++] = (char)tolower((unsigned char)field.text[i]);
        }
    }
    name[n] = unit[u] = '\0';
}

/// SI per unit; 0 for an unknown one.
static double unit_factor(files_quantity quantity, const char *unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (units[i].quantity == quantity && strcmp(units[i].name, unit) == 0) {
            return units[i].factor;
        }
    }
    return 0.0;
}

static const char *known_units(files_quantity quantity)
{
    static const char *const names[] = {"s or ms",   "rad or deg",  "rad/s or deg/s",
                                        "m/s2 or g", "m/s or cm/s", "m, cm or mm",
                                        "m3 or dm3", "1/yr",        "1"};
    return names[quantity];
}

static talus_status read_name(table *t, files_mesh_word field, int line)
{
    char name[64], unit[64];
    split_heading(field, name, unit);
    const size_t f = t->field_count++;
    t->place[f] = -1;
    for (size_t c = 0; c < t->count; c++) {
        files_column *column = &t->columns[c];
        const double factor = unit_factor(column->quantity, unit);
        if (strcmp(column->name, name) != 0 ||
            (column->quantity == FILES_NUMBER && factor == 0.0)) { // "share_low" is not "share"
            continue;
        }
        if (column->found) {
            return files_mesh_fail(&t->text, line, "the column '%s' stands twice", name);
        }
        column->found = true;
        t->place[f] = (int)c;
        t->factor[f] = factor;
        if (t->factor[f] == 0.0) {
            return files_mesh_fail(
                &t->text, line, "the column '%s' %s%s%s; expected %s, as in \"%s (%.*s)\"", name,
                unit[0] ? "has the unknown unit '" : "has no unit", unit, unit[0] ? "'" : "",
                known_units(column->quantity), name,
                (int)strcspn(known_units(column->quantity), " ,"), known_units(column->quantity));
        }
    }
    return TALUS_OK;
}

static talus_status read_heading(table *t, files_mesh_line *line)
{
    files_mesh_word field;
    while (next_field(line, &field)) {
        if (t->field_count == MOST_FIELDS) {
            return files_mesh_fail(&t->text, line->number, "found more than %d columns",
                                   MOST_FIELDS);
        }
        const talus_status status = read_name(t, field, line->number);
        if (status != TALUS_OK) {
            return status;
        }
    }
    for (size_t c = 0; c < t->count; c++) {
        if (t->columns[c].needed && !t->columns[c].found) {
            return files_mesh_fail(&t->text, line->number,
                                   "the heading has no column '%s'; expected its name and unit, as "
                                   "in \"%s (%.*s)\"",
                                   t->columns[c].name, t->columns[c].name,
                                   (int)strcspn(known_units(t->columns[c].quantity), " ,"),
                                   known_units(t->columns[c].quantity));
        }
    }
    return TALUS_OK;
}

static talus_status grow(table *t)
{
    if (t->rows < t->capacity) {
        return TALUS_OK;
    }
    const size_t capacity = t->capacity + t->capacity / 2 + 1024;
    double *larger = realloc(t->values, capacity * t->count * sizeof *larger);
    if (!larger) {
        return talus_error_set(t->text.error, TALUS_ERROR_MEMORY, "out of memory for a table");
    }
    t->values = larger;
    t->capacity = capacity;
    return TALUS_OK;
}

/// The time of the last row against those before it.
static talus_status check_time(const table *t, int line)
{
    const double *row = t->values + t->rows * t->count;
    const double step = row[0] - *(row - t->count);
    const double first = t->values[t->count] - t->values[0];
    if (!(step > 0.0)) {
        return files_mesh_fail(&t->text, line, "the time %g s follows %g s: times must ascend",
                               row[0], *(row - t->count));
    }
    if (fabs(step - first) > 0.05 * first) {
        return files_mesh_fail(&t->text, line,
                               "a step of %g s after steps of %g s: times must be evenly spaced",
                               step, first);
    }
    return TALUS_OK;
}

static talus_status read_row(table *t, files_mesh_line *line)
{
    const talus_status room = grow(t);
    if (room != TALUS_OK) {
        return room;
    }
    double *row = t->values + t->rows * t->count;
    for (size_t c = 0; c < t->count; c++) {
        row[c] = (double)NAN;
    }
    files_mesh_word field;
    size_t f = 0;
    for (; next_field(line, &field); f++) {
        double value = 0.0;
        if (f >= t->field_count || t->place[f] < 0) {
            continue;
        }
        if (!files_mesh_word_number(field, &value)) {
            return files_mesh_fail(&t->text, line->number,
                                   "found '%s' in the column '%s', expected a finite number",
                                   files_mesh_word_quote(field).text, t->columns[t->place[f]].name);
        }
        row[t->place[f]] = value * t->factor[f];
    }
    if (f != t->field_count) {
        return files_mesh_fail(&t->text, line->number, "found %zu values under %zu columns", f,
                               t->field_count);
    }
    const talus_status even = t->is_series && t->rows > 0 ? check_time(t, line->number) : TALUS_OK;
    t->rows++;
    return even;
}

static bool is_skipped(const files_mesh_line *line)
{
    const char *c = line->at;
    while (c < line->end && (*c == ' ' || *c == '\t')) {
        c++;
    }
    return c == line->end || *c == '#';
}

static talus_status read_table(table *t, size_t least, double **values, size_t *rows)
{
    *values = NULL;
    *rows = 0;
    for (size_t c = 0; c < t->count; c++) {
        t->columns[c].found = false;
    }
    talus_status status = files_read_all(t->text.path, &t->text.data, &t->text.size, t->text.error);
    if (status != TALUS_OK) {
        return status;
    }
    files_mesh_line line = files_mesh_line_start(&t->text);
    while (status == TALUS_OK && files_mesh_line_next(&t->text, &line)) {
        files_mesh_line copy = line;
        if (!is_skipped(&line)) {
            status = t->field_count == 0 ? read_heading(t, &copy) : read_row(t, &copy);
        }
    }
    if (status == TALUS_OK && t->rows < least) {
        status = files_mesh_fail(&t->text, line.number, "found %zu rows of numbers, expected %s",
                                 t->rows, t->is_series ? "a series" : "at least one");
    }
    free(t->text.data);
    if (status != TALUS_OK) {
        free(t->values);
        return status;
    }
    *values = t->values;
    *rows = t->rows;
    return TALUS_OK;
}

talus_status files_read_columns(const char *path, files_column *columns, size_t count,
                                double **values, size_t *rows, double *interval, talus_error *error)
{
    table t = {.text = {.path = path, .error = error},
               .columns = columns,
               .count = count,
               .is_series = true};
    const talus_status status = read_table(&t, 2, values, rows);
    if (status == TALUS_OK) {
        *interval = (t.values[(t.rows - 1) * count] - t.values[0]) / (double)(t.rows - 1);
    }
    return status;
}

talus_status files_read_table(const char *path, files_column *columns, size_t count,
                              double **values, size_t *rows, talus_error *error)
{
    table t = {.text = {.path = path, .error = error}, .columns = columns, .count = count};
    return read_table(&t, 1, values, rows);
}
