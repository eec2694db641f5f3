// SPDX-License-Identifier: GPL-3.0-or-later
// SMC (USGS): 11 lines of text, 48 integers, 50 reals, comments, values in cm/s2. What is not known
// is -32768 or 1.7e38.
#include "foundation/ground_motion/ground_motion_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_LINES = 11,
    INTEGERS = 48,
    REALS = 50,
    COMMENT_COUNT = 15, ///< places in the integers
    VALUE_COUNT = 16,
    SAMPLING_RATE = 1, ///< place in the reals
    VALUE_WIDTH = 10   ///< of the classic 8F10
};

static const double no_integer = -32768.0, no_real = 1e38;

/// The kind of series stands at the start of the first line.
static talus_status read_kind(motion_source *source, const files_mesh_line *line)
{
    static const char *const others[] = {"velocity", "displacement", "spectr"};
    bool other = line->at < line->end && *line->at >= '3' && *line->at <= '9';
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        other = other || motion_find(line, others[i]);
    }
    if (other) {
        files_mesh_word word = {line->at, (size_t)(line->end - line->at)};
        return files_mesh_fail(&source->text, line->number,
                               "the file holds '%s', expected an accelerogram",
                               files_mesh_word_quote(word).text);
    }
    return TALUS_OK;
}

/// A block of numbers in the heading.
static talus_status read_block(motion_source *source, files_mesh_line *line, const char *what,
                               double *values, size_t count)
{
    // the numbers go through the record, which is empty so far
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && source->motion->count < count) {
        if (!files_mesh_line_next(&source->text, line)) {
            return files_mesh_fail(&source->text, line->number,
                                   "the file ends within its %s: found %zu, expected %zu", what,
                                   source->motion->count, count);
        }
        status = motion_add_line(source, line, 0);
    }
    if (status == TALUS_OK && source->motion->count > count) {
        return files_mesh_fail(&source->text, line->number, "found %zu %s, expected %zu",
                               source->motion->count, what, count);
    }
    if (status == TALUS_OK) {
        memcpy(values, source->motion->acceleration, count * sizeof *values);
        source->motion->count = 0;
    }
    return status;
}

static talus_status skip_comments(motion_source *source, files_mesh_line *line, double count)
{
    for (double i = 0.0; i < count; i++) {
        if (!files_mesh_line_next(&source->text, line)) {
            return files_mesh_fail(&source->text, line->number,
                                   "the file ends within its comments: found %.0f, expected %.0f",
                                   i, count);
        }
        const bool empty = source->motion->title[0] == '\0';
        if (line->at == line->end || *line->at != '|') {
            return files_mesh_fail(&source->text, line->number,
                                   "expected comment %.0f of %.0f, which begins with |", i + 1.0,
                                   count);
        }
        if (empty) {
            motion_set_title(source, line);
        }
    }
    return TALUS_OK;
}

static talus_status read_values(motion_source *source, files_mesh_line *line, double count,
                                int count_line)
{
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && files_mesh_line_next(&source->text, line)) {
        const size_t before = source->motion->count;
        status = motion_add_line(source, line, VALUE_WIDTH);
        for (size_t i = before; status == TALUS_OK && i < source->motion->count; i++) {
            if (fabs(source->motion->acceleration[i]) >= no_real ||
                source->motion->acceleration[i] == no_integer) {
                return files_mesh_fail(&source->text, line->number,
                                       "value %zu is marked as unknown (%g), expected a record "
                                       "without gaps",
                                       i + 1, source->motion->acceleration[i]);
            }
        }
    }
    return status == TALUS_OK ? motion_check_count(source, count, count_line) : status;
}

talus_status motion_read_smc(motion_source *source)
{
    double integers[INTEGERS], reals[REALS];
    files_mesh_line line = files_mesh_line_start(&source->text);
    talus_status status = TALUS_OK;
    for (int i = 0; status == TALUS_OK && i < TEXT_LINES; i++) {
        if (!files_mesh_line_next(&source->text, &line)) {
            return files_mesh_fail(&source->text, line.number,
                                   "the file ends within the %d lines of text that open an SMC "
                                   "file",
                                   TEXT_LINES);
        }
        status = i == 0 ? read_kind(source, &line) : TALUS_OK;
    }
    const int integer_line = line.number + 1;
    if (status == TALUS_OK) {
        status = read_block(source, &line, "integers of the heading", integers, INTEGERS);
    }
    const int real_line = line.number + 1;
    if (status == TALUS_OK) {
        status = read_block(source, &line, "reals of the heading", reals, REALS);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const int count_line = integer_line + VALUE_COUNT / 8;
    if (!(integers[VALUE_COUNT] > 0.0)) {
        return files_mesh_fail(&source->text, count_line,
                               "integer %d of the heading is %.0f, expected the number of values",
                               VALUE_COUNT + 1, integers[VALUE_COUNT]);
    }
    const double rate = reals[SAMPLING_RATE];
    const bool known = rate > 0.0 && rate < no_real;
    if (known) {
        status = motion_set_step(source, 1.0 / rate, real_line);
    } else if (source->options->time_step == 0.0) {
        return files_mesh_fail(
            &source->text, real_line,
            "real %d of the heading is %g, expected the sampling rate in 1/s, or "
            "the time step as an option",
            SAMPLING_RATE + 1, rate);
    }
    source->factor = 0.01;
    source->unit_line = 1;
    if (status == TALUS_OK) {
        status = skip_comments(source, &line, fmax(0.0, integers[COMMENT_COUNT]));
    }
    return status == TALUS_OK ? read_values(source, &line, integers[VALUE_COUNT], count_line)
                              : status;
}
