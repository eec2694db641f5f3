// SPDX-License-Identifier: GPL-3.0-or-later
// Text tables with named columns and units.
#include "foundation/files/columns.h"

#include "foundation/files/files.h"
#include "foundation/files/records.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 64 };

typedef struct table {
    files_records records;
    files_column *columns;
    size_t count;
    bool is_series;              ///< the first column is a time that ascends evenly
    size_t place[MOST_COLUMNS];  ///< field of each requested column
    double factor[MOST_COLUMNS]; ///< SI per unit of it
    double *values;
    talus_error *error;
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

/// TALUS_ERROR_INPUT at a line of the file.
static talus_status fail(const table *t, int line, const char *format, ...) TALUS_PRINTF(3, 4);
static talus_status fail(const table *t, int line, const char *format, ...)
{
    char sentence[400];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    (void)talus_error_set(t->error, TALUS_ERROR_INPUT, "%s", sentence);
    talus_error_locate(t->error, t->records.path, line, 0);
    return TALUS_ERROR_INPUT;
}

/// "wx (rad/s)" into the name "wx" and the unit's letters and digits "rads".
static void split_heading(const char *heading, char name[64], char unit[64])
{
    size_t n = 0, u = 0;
    for (; isalnum((unsigned char)*heading); heading++) {
        if (n + 1 < 64) {
            name[n++] = (char)tolower((unsigned char)*heading);
        }
    }
    for (; *heading != '\0'; heading++) {
        if (isalnum((unsigned char)*heading) && u + 1 < 64) {
            unit[u++] = (char)tolower((unsigned char)*heading);
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

static talus_status read_name(table *t, size_t f)
{
    const int line = t->records.heading_line;
    char name[64], unit[64];
    split_heading(t->records.names[f], name, unit);
    for (size_t c = 0; c < t->count; c++) {
        files_column *column = &t->columns[c];
        const double factor = unit_factor(column->quantity, unit);
        if (strcmp(column->name, name) != 0 ||
            (column->quantity == FILES_NUMBER && factor == 0.0)) { // "share_low" is not "share"
            continue;
        }
        if (column->found) {
            return fail(t, line, "the column '%s' stands twice", name);
        }
        column->found = true;
        t->place[c] = f;
        t->factor[c] = factor;
        if (factor == 0.0) {
            return fail(t, line, "the column '%s' %s%s%s; expected %s, as in \"%s (%.*s)\"", name,
                        unit[0] ? "has the unknown unit '" : "has no unit", unit,
                        unit[0] ? "'" : "", known_units(column->quantity), name,
                        (int)strcspn(known_units(column->quantity), " ,"),
                        known_units(column->quantity));
        }
    }
    return TALUS_OK;
}

static talus_status read_heading(table *t)
{
    for (size_t c = 0; c < t->count; c++) {
        t->columns[c].found = false;
    }
    for (size_t f = 0; f < t->records.columns; f++) {
        const talus_status status = read_name(t, f);
        if (status != TALUS_OK) {
            return status;
        }
    }
    for (size_t c = 0; c < t->count; c++) {
        const char *known = known_units(t->columns[c].quantity);
        if (t->columns[c].needed && !t->columns[c].found) {
            return fail(t, t->records.heading_line,
                        "the heading has no column '%s'; expected its name and unit, as in "
                        "\"%s (%.*s)\"",
                        t->columns[c].name, t->columns[c].name, (int)strcspn(known, " ,"), known);
        }
    }
    return TALUS_OK;
}

/// The time of row k > 0 against those before it.
static talus_status check_time(const table *t, size_t k)
{
    const int line = t->records.lines[k];
    const double *row = t->values + k * t->count;
    const double step = row[0] - *(row - t->count);
    const double first = t->values[t->count] - t->values[0];
    if (!(step > 0.0)) {
        return fail(t, line, "the time %g s follows %g s: times must ascend", row[0],
                    *(row - t->count));
    }
    if (fabs(step - first) > 0.05 * first) {
        return fail(t, line, "a step of %g s after steps of %g s: times must be evenly spaced",
                    step, first);
    }
    return TALUS_OK;
}

static talus_status read_row(table *t, size_t k)
{
    double *row = t->values + k * t->count;
    for (size_t c = 0; c < t->count; c++) {
        row[c] = (double)NAN;
        if (!t->columns[c].found) {
            continue;
        }
        const char *text = files_records_text(&t->records, k, t->place[c]);
        double value;
        char hint[160];
        if (!files_number_by(text, t->records.marks[t->place[c]], &value)) {
            return fail(t, t->records.lines[k],
                        "found '%.40s' in the column '%s', expected a finite number%s", text,
                        t->columns[c].name, files_marks_hint(text, hint));
        }
        row[c] = value * t->factor[c];
    }
    return t->is_series && k > 0 ? check_time(t, k) : TALUS_OK;
}

static talus_status read_rows(table *t, size_t least)
{
    const size_t rows = t->records.rows;
    talus_status status = read_heading(t);
    t->values = status == TALUS_OK ? malloc((rows + 1) * t->count * sizeof *t->values) : NULL;
    if (status == TALUS_OK && t->values == NULL) {
        return talus_error_set(t->error, TALUS_ERROR_MEMORY, "out of memory for a table");
    }
    for (size_t k = 0; k < rows && status == TALUS_OK; k++) {
        status = read_row(t, k);
    }
    return status == TALUS_OK && rows < least
               ? fail(t, rows > 0 ? t->records.lines[rows - 1] : t->records.heading_line,
                      "found %zu rows of numbers, expected %s", rows,
                      t->is_series ? "a series" : "at least one")
               : status;
}

static talus_status read_table(table *t, const char *path, size_t least, double **values,
                               size_t *rows)
{
    *values = NULL;
    *rows = 0;
    if (t->count > MOST_COLUMNS) {
        return talus_error_set(t->error, TALUS_ERROR_ARGUMENT, "%zu columns, expected up to %d",
                               t->count, MOST_COLUMNS);
    }
    talus_status status = files_records_read(path, &t->records, t->error);
    if (status != TALUS_OK) {
        return status;
    }
    status = read_rows(t, least);
    if (status == TALUS_OK) {
        *values = t->values;
        *rows = t->records.rows;
    } else {
        free(t->values);
    }
    files_records_clear(&t->records);
    return status;
}

talus_status files_read_columns(const char *path, files_column *columns, size_t count,
                                double **values, size_t *rows, double *interval, talus_error *error)
{
    table t = {.error = error, .columns = columns, .count = count, .is_series = true};
    const talus_status status = read_table(&t, path, 2, values, rows);
    if (status == TALUS_OK) {
        *interval = ((*values)[(*rows - 1) * count] - (*values)[0]) / (double)(*rows - 1);
    }
    return status;
}

talus_status files_read_table(const char *path, files_column *columns, size_t count,
                              double **values, size_t *rows, talus_error *error)
{
    table t = {.error = error, .columns = columns, .count = count};
    return read_table(&t, path, 1, values, rows);
}
