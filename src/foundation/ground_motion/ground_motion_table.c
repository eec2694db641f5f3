// SPDX-License-Identifier: GPL-3.0-or-later
// Columns: time and acceleration, or acceleration alone with a time step.
#include "foundation/ground_motion/ground_motion_source.h"

#include <math.h>
#include <stdlib.h>

/// What the lines read so far have given.
typedef struct motion_table {
    double first_time, last_time; ///< s
    double first_step;
    int first_line;
    double time_unit; ///< s
    bool is_named;    ///< a heading has named the columns and the unit of the second
    int columns;      ///< 0 = not known yet
    bool counted;     ///< a line "count step" stood before the values
    double count;
    int count_line;
} motion_table;

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == ';';
}

static files_mesh_word next_field(files_mesh_line *line)
{
    return files_mesh_line_field(line, " \t,;");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// Commas within numbers, as in "0,01; 1,25": between two digits, while something else divides the
/// columns.
static bool has_decimal_commas(const files_mesh_line *line)
{
    bool has_comma = false, has_divider = false;
    for (const char *c = line->at; c + 1 < line->end; c++) {
        const bool is_between = c > line->at && is_digit(c[-1]);
        has_comma = has_comma || (*c == ',' && is_between && is_digit(c[1]));
        has_divider = has_divider || (is_separator(*c) && *c != ',' && is_between);
    }
    return has_comma && has_divider;
}

/// Comments behind # go.
static void cut_comment(files_mesh_line *line)
{
    for (const char *c = line->at; c < line->end; c++) {
        if (*c == '#') {
            line->end = c;
        }
    }
}

/// "(s)", "(ms)", or no unit for the times.
static talus_status read_time_unit(motion_source *source, motion_table *table, files_mesh_word head,
                                   int line)
{
    static const char *const seconds[] = {"s", "sec", "secs", "second", "seconds"};
    files_mesh_word unit = {head.text, 0};
    size_t begin = 0;
    while (begin < head.size && head.text[begin] != '(' && head.text[begin] != '[') {
        begin++;
    }
    if (begin == head.size) {
        return TALUS_OK;
    }
    unit.text = head.text + begin + 1;
    while (unit.text + unit.size < head.text + head.size && unit.text[unit.size] != ')' &&
           unit.text[unit.size] != ']') {
        unit.size++;
    }
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        if (files_mesh_word_is(unit, seconds[i])) {
            return TALUS_OK;
        }
    }
    if (files_mesh_word_is(unit, "ms")) {
        table->time_unit = 1e-3;
        return TALUS_OK;
    }
    return files_mesh_fail(&source->text, line, "unknown unit of time '%s'; expected s or ms",
                           files_mesh_word_quote(unit).text);
}

/// First separator of columns behind `from`, or the end of the line.
static const char *find_comma(const char *from, const char *end)
{
    while (from < end && *from != ',' && *from != ';' && *from != '\t') {
        from++;
    }
    return from;
}

static const char *find_bracket(const char *from, const char *end, bool closing)
{
    while (from < end && *from != (closing ? ')' : '(') && *from != (closing ? ']' : '[')) {
        from++;
    }
    return from;
}

/// A line of words: names of columns with units in brackets, or a title.
static talus_status read_heading(motion_source *source, motion_table *table,
                                 const files_mesh_line *line)
{
    const char *end = line->end, *open = find_bracket(line->at, end, false);
    const char *close = find_bracket(open, end, true), *split = find_comma(line->at, end);
    // "Time(s) Acc(g)" has no comma: the first bracket closes the first name
    if (split == end && find_bracket(close, end, false) < end) {
        split = close + 1;
    }
    if (split == end) {
        if (source->motion->title[0] == '\0') {
            motion_set_title(source, line);
        }
        return TALUS_OK;
    }
    const files_mesh_word time = {line->at, (size_t)(split - line->at)};
    const files_mesh_word value = {split, (size_t)(end - split)};
    table->is_named = table->is_named || find_bracket(split, end, false) < end;
    const talus_status status = read_time_unit(source, table, time, line->number);
    return status == TALUS_OK && find_bracket(split, end, false) < end
               ? motion_set_unit(source, value, line->number)
               : status;
}

/// "4684 0.0100" before lines of one number.
static bool is_count_line(const motion_source *source, const files_mesh_line *line,
                          const double value[2])
{
    if (value[0] != floor(value[0]) || value[0] < 2.0 || !(value[1] > 0.0)) {
        return false;
    }
    files_mesh_line next = *line;
    if (!files_mesh_line_next(&source->text, &next)) {
        return false;
    }
    cut_comment(&next);
    return next_field(&next).size > 0 && next_field(&next).size == 0;
}

static talus_status add_timed(motion_source *source, motion_table *table, const double value[2],
                              int line)
{
    const double time = value[0] * table->time_unit;
    const size_t count = source->motion->count;
    if (count == 0) {
        table->first_time = time;
        table->first_line = line;
    } else {
        const double step = time - table->last_time;
        if (!(step > 0.0)) {
            return files_mesh_fail(&source->text, line,
                                   "time %g s after %g s: expected times that ascend", time,
                                   table->last_time);
        }
        table->first_step = count == 1 ? step : table->first_step;
        // a few per cent are digits cut off
        if (fabs(step - table->first_step) > 0.05 * table->first_step) {
            return files_mesh_fail(&source->text, line,
                                   "a step of %g s after steps of %g s: expected uniform times",
                                   step, table->first_step);
        }
    }
    table->last_time = time;
    return motion_add(source, value[1]);
}

static talus_status add_numbers(motion_source *source, motion_table *table,
                                const files_mesh_line *line, const double *value, int count)
{
    if (table->columns == 0 && count == 2 && !table->counted &&
        is_count_line(source, line, value)) {
        table->counted = true;
        table->count = value[0];
        table->count_line = line->number;
        return motion_set_step(source, value[1], line->number);
    }
    if (table->columns == 0) {
        table->columns = count;
    }
    if (count != table->columns || (table->counted && count != 1)) {
        return files_mesh_fail(&source->text, line->number, "found %d numbers, expected %d", count,
                               table->counted ? 1 : table->columns);
    }
    return count == 2 ? add_timed(source, table, value, line->number)
                      : motion_add(source, value[0]);
}

/// Whether a line that begins with letters or a quote is a row of values with a cell that is none: a
/// number in quotes, or a word before a number below the names of the columns.
static bool is_row(const motion_table *table, files_mesh_line line)
{
    bool has_number = false;
    for (files_mesh_word word = next_field(&line); word.size > 0; word = next_field(&line)) {
        double number = 0.0;
        const bool is_quoted = word.size > 2 && word.text[0] == '"';
        const files_mesh_word inside = {word.text + 1, word.size - 2};
        if (is_quoted && files_mesh_word_number(inside, &number)) {
            return true;
        }
        has_number = has_number || files_mesh_word_number(word, &number);
    }
    return has_number && table->is_named;
}

static talus_status read_line(motion_source *source, motion_table *table,
                              const files_mesh_line *line)
{
    double value[2] = {0.0, 0.0};
    files_mesh_line rest = *line;
    int count = 0;
    for (files_mesh_word word = next_field(&rest); word.size > 0; word = next_field(&rest)) {
        double number = 0.0;
        if (!files_mesh_word_number(word, &number)) {
            if (files_mesh_word_is_name(word) && count == 0 && source->motion->count == 0 &&
                table->columns == 0 && !table->counted && !is_row(table, *line)) {
                return read_heading(source, table, line);
            }
            return files_mesh_fail(&source->text, line->number,
                                   "found '%s', expected a finite number",
                                   files_mesh_word_quote(word).text);
        }
        if (count == 2 && has_decimal_commas(line)) {
            return files_mesh_fail(&source->text, line->number,
                                   "found decimal commas, expected decimal points: 1.25, not 1,25");
        }
        if (count == 2) {
            return files_mesh_fail(&source->text, line->number,
                                   "found more than 2 numbers, expected acceleration, or time and "
                                   "acceleration");
        }
        value[count++] = number;
    }
    return count > 0 ? add_numbers(source, table, line, value, count) : TALUS_OK;
}

talus_status motion_read_table(motion_source *source)
{
    motion_table table = {.time_unit = 1.0};
    talus_status status = TALUS_OK;
    files_mesh_line line = files_mesh_line_start(&source->text);
    while (status == TALUS_OK && files_mesh_line_next(&source->text, &line)) {
        cut_comment(&line);
        status = read_line(source, &table, &line);
    }
    const size_t count = source->motion->count;
    if (status == TALUS_OK && table.counted) {
        status = motion_check_count(source, table.count, table.count_line);
    }
    if (status == TALUS_OK && table.columns == 2 && count > 1) {
        const double step = (table.last_time - table.first_time) / (double)(count - 1);
        if (fabs(step - table.first_step) > 0.05 * table.first_step) {
            return files_mesh_fail(&source->text, table.first_line + 1,
                                   "a first step of %g s, but %g s in the mean: expected uniform "
                                   "times",
                                   table.first_step, step);
        }
        status = motion_set_step(source, step, table.first_line);
    }
    return status;
}
