// SPDX-License-Identifier: GPL-3.0-or-later
// Records of networks and centres, whose headings say unit, time step and count in words: ESM and
// ITACA (DYNA), K-NET and KiK-net, COSMOS, CESMD V2, SLIST and TSPAIR.
#include "foundation/ground_motion/ground_motion_source.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADING_LINES = 400, COSMOS_STEP = 34 /* place among the reals, from 1 */ };

/// What a heading has said so far.
typedef struct motion_heading {
    double count, step;
    int count_line, step_line;
    size_t width; ///< of the columns of values; 0 = free
} motion_heading;

/// The first number behind a text. @return false without one
static bool number_behind(const files_mesh_line *line, const char *text, double *value)
{
    const char *at = motion_find(line, text);
    if (at == NULL) {
        return false;
    }
    at += strlen(text);
    while (at < line->end && strchr(" \t=:,", *at)) {
        at++;
    }
    char *end = NULL;
    *value = strtod(at, &end);
    return end > at && end <= line->end && isfinite(*value);
}

/// The text behind a label, to the first of some characters or the end of the line, without blanks.
static files_mesh_word text_behind(const files_mesh_line *line, const char *label, const char *ends)
{
    const char *at = motion_find(line, label), *end = line->end;
    files_mesh_word word = {line->end, 0};
    if (at == NULL) {
        return word;
    }
    at += strlen(label);
    while (at < end && strchr(" \t=:", *at)) {
        at++;
    }
    word.text = at;
    while (at + word.size < end && !strchr(ends, at[word.size])) {
        word.size++;
    }
    while (word.size > 0 && strchr(" \t", at[word.size - 1])) {
        word.size--;
    }
    return word;
}

static bool begins_with(const files_mesh_line *line, const char *text)
{
    return motion_find(line, text) == line->at;
}

/// "(8f10.5)", "Format=(1E15.6)": the width of a column.
static size_t format_width(const files_mesh_line *line)
{
    for (const char *at = line->at; at + 1 < line->end; at++) {
        const char letter = (char)tolower((unsigned char)at[0]);
        if ((letter == 'f' || letter == 'e' || letter == 'i') && isdigit((unsigned char)at[1]) &&
            at > line->at && (isdigit((unsigned char)at[-1]) || at[-1] == '(')) {
            const long width = strtol(at + 1, NULL, 10);
            return width > 0 && width < 64 ? (size_t)width : 0;
        }
    }
    return 0;
}

/// Values up to the promised count; what stands behind them is another quantity or channel.
static talus_status read_values(motion_source *source, const motion_heading *heading,
                                files_mesh_line *line, const char *next_section)
{
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && (double)source->motion->count < heading->count &&
           files_mesh_line_next(&source->text, line)) {
        status = motion_add_line(source, line, heading->width);
    }
    if (status == TALUS_OK) {
        status = motion_check_count(source, heading->count, heading->count_line);
    }
    while (status == TALUS_OK && files_mesh_line_next(&source->text, line)) {
        if (motion_find(line, next_section) != NULL) {
            return files_mesh_fail(&source->text, line->number,
                                   "the file holds another record of accelerations here, expected "
                                   "one: divide it into a file for each channel");
        }
    }
    return status;
}

static talus_status check_heading(const motion_source *source, const motion_heading *heading,
                                  int line)
{
    if (!(heading->count >= 2.0) || heading->count != floor(heading->count)) {
        return files_mesh_fail(&source->text, line,
                               "the heading does not say how many values follow, expected a whole "
                               "number of at least 2");
    }
    return TALUS_OK;
}

/// Lines "KEY: VALUE", then one value a line.
static talus_status read_esm(motion_source *source)
{
    motion_heading heading = {0};
    files_mesh_line line = files_mesh_line_start(&source->text), before = line;
    talus_status status = TALUS_OK;
    double number = 0.0;
    while (status == TALUS_OK && files_mesh_line_next(&source->text, &line)) {
        files_mesh_line copy = line;
        const files_mesh_word first = files_mesh_line_word(&copy);
        if (first.size > 0 && strchr("+-.0123456789", first.text[0]) &&
            memchr(line.at, ':', (size_t)(line.end - line.at)) == NULL) {
            break; // the first value
        }
        if (begins_with(&line, "event_name")) {
            motion_set_title(source, &line);
        } else if (begins_with(&line, "ndata") && number_behind(&line, "ndata", &number)) {
            heading.count = number;
            heading.count_line = line.number;
        } else if (begins_with(&line, "sampling_interval_s") &&
                   number_behind(&line, "sampling_interval_s", &number)) {
            status = motion_set_step(source, number, line.number);
        } else if (begins_with(&line, "units")) {
            status = motion_set_unit(source, text_behind(&line, "units", ""), line.number);
        } else if (begins_with(&line, "data_type") && motion_find(&line, "acceleration") == NULL) {
            return files_mesh_fail(&source->text, line.number,
                                   "the file holds '%s', expected ACCELERATION",
                                   files_mesh_word_quote(text_behind(&line, "data_type", "")).text);
        }
        before = line;
    }
    status = status == TALUS_OK ? check_heading(source, &heading, before.number) : status;
    return status == TALUS_OK ? read_values(source, &heading, &before, "sampling_interval_s")
                              : status;
}

/// "Scale Factor      3920(gal)/6182761": unit of the value, and by what counts are divided.
static talus_status read_scale(motion_source *source, const files_mesh_line *line, double *scale)
{
    double high = 0.0, low = 0.0;
    const files_mesh_word unit = text_behind(line, "(", ")");
    if (!number_behind(line, "scale factor", &high) || !number_behind(line, "/", &low) ||
        !(high > 0.0) || !(low > 0.0)) {
        return files_mesh_fail(&source->text, line->number,
                               "expected a factor such as \"3920(gal)/6182761\"");
    }
    *scale = high / low;
    return motion_set_unit(source, unit, line->number);
}

/// Counts of the recorder, about a mean that is not zero.
static void scale_counts(files_ground_motion *motion, double scale)
{
    double sum = 0.0;
    for (size_t k = 0; k < motion->count; k++) {
        sum += motion->acceleration[k];
    }
    const double mean = motion->count > 0 ? sum / (double)motion->count : 0.0;
    for (size_t k = 0; k < motion->count; k++) {
        motion->acceleration[k] = scale * (motion->acceleration[k] - mean);
    }
}

static talus_status read_knet(motion_source *source)
{
    files_mesh_line line = files_mesh_line_start(&source->text);
    talus_status status = TALUS_OK;
    double number = 0.0, scale = 0.0, seconds = 0.0;
    int seconds_line = 0;
    bool ends = false;
    while (status == TALUS_OK && !ends && files_mesh_line_next(&source->text, &line)) {
        if (begins_with(&line, "origin time")) {
            motion_set_title(source, &line);
        } else if (begins_with(&line, "sampling freq")) {
            status = number_behind(&line, "(hz)", &number) && number > 0.0
                         ? motion_set_step(source, 1.0 / number, line.number)
                         : files_mesh_fail(&source->text, line.number,
                                           "expected a frequency such as \"100Hz\"");
        } else if (begins_with(&line, "duration") && number_behind(&line, "(s)", &seconds)) {
            seconds_line = line.number;
        } else if (begins_with(&line, "scale factor")) {
            status = read_scale(source, &line, &scale);
        }
        ends = begins_with(&line, "memo");
    }
    if (status == TALUS_OK && (!ends || !(scale > 0.0))) {
        return files_mesh_fail(&source->text, line.number,
                               "the heading has no %s, expected it before the values",
                               ends ? "\"Scale Factor\"" : "line \"Memo.\"");
    }
    while (status == TALUS_OK && files_mesh_line_next(&source->text, &line)) {
        status = motion_add_line(source, &line, 0);
    }
    const files_ground_motion *motion = source->motion;
    const double found = (double)motion->count * motion->time_step;
    if (status == TALUS_OK && seconds > 0.0 && fabs(found - seconds) > 1.0) {
        return files_mesh_fail(&source->text, seconds_line,
                               "the heading promises %g s, the file holds %zu values of %g s: %g s",
                               seconds, motion->count, motion->time_step, found);
    }
    scale_counts(source->motion, scale);
    return status;
}

/// "100 Real-header values follow on 17 lines": the time step among them.
static talus_status read_reals(motion_source *source, files_mesh_line *line,
                               motion_heading *heading)
{
    const double count = strtod(line->at, NULL);
    const size_t width = format_width(line);
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && (double)source->motion->count < count &&
           files_mesh_line_next(&source->text, line)) {
        status = motion_add_line(source, line, width);
        if (source->motion->count >= COSMOS_STEP && heading->step_line == 0) {
            heading->step = source->motion->acceleration[COSMOS_STEP - 1];
            heading->step_line = line->number;
        }
    }
    source->motion->count = 0;
    return status;
}

/// "12091 acceleration pts, approx 120 secs, units=cm/s^2 (4),Format=(8F10.5)"
static talus_status read_cosmos(motion_source *source)
{
    motion_heading heading = {0};
    files_mesh_line line = files_mesh_line_start(&source->text);
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && heading.count_line == 0 &&
           files_mesh_line_next(&source->text, &line)) {
        double seconds = 0.0;
        if (motion_find(&line, "real-header values follow") != NULL) {
            status = read_reals(source, &line, &heading);
        } else if (motion_find(&line, "acceleration pts") != NULL) {
            heading.count = strtod(line.at, NULL);
            heading.count_line = line.number;
            heading.width = format_width(&line);
            const bool has_length = number_behind(&line, "approx", &seconds);
            const double length = heading.count * heading.step;
            if (heading.step > 0.0 && has_length && fabs(length - seconds) > 1.0 + 0.01 * seconds) {
                return files_mesh_fail(&source->text, heading.step_line,
                                       "a time step of %g s makes %g s of %g values, but line %d "
                                       "says about %g s",
                                       heading.step, length, heading.count, line.number, seconds);
            }
            status = motion_set_unit(source, text_behind(&line, "units", "(,"), line.number);
        } else if (line.number == 1) {
            motion_set_title(source, &line);
        }
    }
    status = status == TALUS_OK ? check_heading(source, &heading, line.number) : status;
    if (status == TALUS_OK && heading.step > 0.0) {
        status = motion_set_step(source, heading.step, heading.step_line);
    }
    return status == TALUS_OK ? read_values(source, &heading, &line, "acceleration pts") : status;
}

/// "4000 points of accel data equally spaced at .010 sec, in cm/sec2. (8f10.5)"
static talus_status read_cesmd(motion_source *source)
{
    motion_heading heading = {0};
    files_mesh_line line = files_mesh_line_start(&source->text);
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && heading.count_line == 0 &&
           files_mesh_line_next(&source->text, &line)) {
        double step = 0.0;
        if (line.number == 1) {
            motion_set_title(source, &line);
        }
        if (motion_find(&line, "points of accel data") == NULL) {
            continue;
        }
        heading.count = strtod(line.at, NULL);
        heading.count_line = line.number;
        heading.width = format_width(&line);
        if (number_behind(&line, "spaced at", &step)) {
            status = motion_set_step(source, step, line.number);
        }
        const files_mesh_word unit = text_behind(&line, " in ", "(,");
        if (status == TALUS_OK && unit.size > 0) {
            status = motion_set_unit(source, unit, line.number);
        } else if (status == TALUS_OK) {
            source->factor = 0.01; // the format has no other unit
            source->unit_line = line.number;
        }
    }
    status = status == TALUS_OK ? check_heading(source, &heading, line.number) : status;
    return status == TALUS_OK ? read_values(source, &heading, &line, "points of accel data")
                              : status;
}

/// "TIMESERIES NN_STA_LL_CHN_Q, 12 samples, 200 sps, 2016-08-24T01:36:32, TSPAIR, FLOAT, M/S**2"
static talus_status read_series(motion_source *source)
{
    files_mesh_line line = files_mesh_line_start(&source->text);
    double count = 0.0, rate = 0.0;
    const char *comma[6] = {NULL};
    (void)files_mesh_line_next(&source->text, &line);
    motion_set_title(source, &line);
    const int first = line.number;
    int commas = 0;
    for (const char *at = line.at; at < line.end && commas < 6; at++) {
        if (*at == ',') {
            comma[commas++] = at + 1;
        }
    }
    const bool has_pairs = motion_find(&line, "tspair") != NULL;
    if (commas < 5 || !motion_find(&line, "samples") || !motion_find(&line, "sps") ||
        (!has_pairs && !motion_find(&line, "slist"))) {
        return files_mesh_fail(&source->text, first,
                               "expected \"TIMESERIES NAME, N samples, R sps, TIME, SLIST or "
                               "TSPAIR, FLOAT, UNIT\"");
    }
    count = strtod(comma[0], NULL);
    rate = strtod(comma[1], NULL);
    talus_status status = rate > 0.0 ? motion_set_step(source, 1.0 / rate, first)
                                     : files_mesh_fail(&source->text, first,
                                                       "found %g samples a second, expected more "
                                                       "than 0",
                                                       rate);
    if (status == TALUS_OK && commas == 6) {
        const files_mesh_word unit = {comma[5], (size_t)(line.end - comma[5])};
        status = motion_set_unit(source, unit, first);
    }
    while (status == TALUS_OK && files_mesh_line_next(&source->text, &line)) {
        if (begins_with(&line, "timeseries")) {
            return files_mesh_fail(&source->text, line.number,
                                   "a second series begins here, behind a gap or of another "
                                   "channel: expected one without gaps");
        }
        if (has_pairs) { // the time
            (void)files_mesh_line_word(&line);
        }
        status = motion_add_line(source, &line, 0);
    }
    return status == TALUS_OK ? motion_check_count(source, count, first) : status;
}

motion_reader *motion_find_heading(const files_mesh_source *text)
{
    static const struct {
        const char *phrase;
        bool begins; ///< the line
        motion_reader *read;
    } signs[] = {{"timeseries ", true, read_series},
                 {"sampling_interval_s", true, read_esm},
                 {"sampling freq", true, read_knet},
                 {"acceleration pts", false, read_cosmos},
                 {"points of accel data", false, read_cesmd}};
    files_mesh_line line = files_mesh_line_start(text);
    while (line.number < HEADING_LINES && files_mesh_line_next(text, &line)) {
        for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
            const char *at = motion_find(&line, signs[k].phrase);
            if (at != NULL && (!signs[k].begins || at == line.at) && (k > 0 || line.number == 1)) {
                return signs[k].read;
            }
        }
    }
    return NULL;
}
