// SPDX-License-Identifier: GPL-3.0-or-later
// A ground motion as it is read: its unit, time step and values.
#include "foundation/base/array.h"
#include "foundation/files/files.h"
#include "foundation/ground_motion/ground_motion.h"
#include "foundation/ground_motion/ground_motion_source.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard_gravity = 9.80665;

static const char *const unit_names[] = {"g", "m/s2", "cm/s2", "mm/s2", "gal", NULL};

const char *const *files_ground_motion_units(void)
{
    return unit_names;
}

/// "CM/SEC**2", "cm/s/s", "cm/s^2", "cm s-2" ... become "cm/s2".
static void normalise_unit(files_mesh_word word, char *unit, size_t size)
{
    char plain[64] = "";
    size_t n = 0;
    for (size_t i = 0; i < word.size && n + 1 < sizeof plain; i++) {
        const unsigned char c = (unsigned char)tolower((unsigned char)word.text[i]);
        if (c == 0xB2) { // a small 2, in Latin-1 or behind 0xC2 in UTF-8
            plain[n++] = '2';
        } else if (c != 0xC2 && c != 0xB7 && !strchr(" ^*.\t\"", c)) {
            plain[n++] = (char)c;
        }
    }
    plain[n] = '\0';
    n = 0;
    for (const char *c = plain; *c && n + 1 < size; n++) {
        unit[n] = *c;
        if (strncmp(c, "sec", 3) != 0) {
            c++;
            continue;
        }
        c += 3;
        c += strncmp(c, "onds", 4) == 0 ? 4 : strncmp(c, "ond", 3) == 0 ? 3 : 0;
    }
    unit[n] = '\0';
    char *twice = strstr(unit, "/s/s");
    if (twice && twice[4] == '\0') {
        strcpy(twice, "/s2");
    }
    char *power = strstr(unit, "s-2");
    if (power && power > unit && power[3] == '\0') {
        strcpy(power, "/s2");
    }
    if (strcmp(unit, "gals") == 0) {
        unit[3] = '\0';
    }
}

double motion_unit_factor(files_mesh_word word)
{
    static const double factors[] = {standard_gravity, 1.0, 0.01, 0.001, 0.01};
    char unit[64];
    normalise_unit(word, unit, sizeof unit);
    for (size_t i = 0; unit_names[i]; i++) {
        if (strcmp(unit, unit_names[i]) == 0) {
            return factors[i];
        }
    }
    return 0.0;
}

const char *motion_unit_name(double factor)
{
    for (size_t i = 0; unit_names[i]; i++) {
        if (motion_unit_factor((files_mesh_word){unit_names[i], strlen(unit_names[i])}) == factor) {
            return unit_names[i];
        }
    }
    return "?";
}

talus_status motion_set_unit(motion_source *source, files_mesh_word text, int line)
{
    const char *open = NULL;
    for (size_t i = 0; i < text.size; i++) {
        open = text.text[i] == '(' || text.text[i] == '[' ? text.text + i + 1 : open;
    }
    files_mesh_word word = text;
    if (open) {
        word = (files_mesh_word){open, 0};
        while (open + word.size < text.text + text.size && !strchr(")]", open[word.size])) {
            word.size++;
        }
    }
    const double factor = motion_unit_factor(word);
    if (factor == 0.0) {
        return files_mesh_fail(&source->text, line,
                               "unknown unit of acceleration '%s'; expected g, m/s2, cm/s2, mm/s2 "
                               "or gal",
                               files_mesh_word_quote(word).text);
    }
    source->factor = factor;
    source->unit_line = line;
    return TALUS_OK;
}

talus_status motion_add(motion_source *source, double value)
{
    files_ground_motion *motion = source->motion;
    if (!array_reserve(&motion->acceleration, &source->capacity, motion->count + 1,
                       sizeof *motion->acceleration)) {
        return talus_error_set(source->text.error, TALUS_ERROR_MEMORY,
                               "out of memory for a ground motion");
    }
    motion->acceleration[motion->count++] = value;
    return TALUS_OK;
}

talus_status motion_set_step(motion_source *source, double step, int line)
{
    const double given = source->options->time_step;
    if (!(step > 0.0) || !(step < 1e6)) {
        return files_mesh_fail(&source->text, line, "found a time step of %g s, expected one > 0",
                               step);
    }
    if (given > 0.0 && fabs(given - step) > 1e-3 * step) {
        return files_mesh_fail(&source->text, line,
                               "the file has a time step of %g s, but %g s was asked for", step,
                               given);
    }
    source->motion->time_step = step;
    return TALUS_OK;
}

void motion_set_title(motion_source *source, const files_mesh_line *line)
{
    const char *at = line->at, *end = line->end;
    while (at < end && strchr(" \t#|*", *at)) {
        at++;
    }
    while (end > at && strchr(" \t", end[-1])) {
        end--;
    }
    const size_t room = sizeof source->motion->title - 1, size = (size_t)(end - at);
    const size_t kept = size < room ? size : room;
    for (size_t i = 0; i < kept; i++) {
        const unsigned char c = (unsigned char)at[i];
        source->motion->title[i] = c < 0x20 || c >= 0x7f ? '?' : at[i];
    }
    source->motion->title[kept] = '\0';
}

talus_status motion_check_count(const motion_source *source, double promised, int line)
{
    const size_t found = source->motion->count;
    if ((double)found == promised) {
        return TALUS_OK;
    }
    return files_mesh_fail(&source->text, line, "the header promises %.0f values, the file %s %zu",
                           promised, (double)found < promised ? "ends after" : "holds", found);
}

const char *motion_find(const files_mesh_line *line, const char *text)
{
    const size_t size = strlen(text);
    for (const char *at = line->at; at + size <= line->end; at++) {
        if (files_mesh_word_is((files_mesh_word){at, size}, text)) {
            return at;
        }
    }
    return NULL;
}

/// One number at the start of the text, Fortran exponents included. @return letters used, 0 = none
static size_t scan_number(const char *text, const char *end, double *value)
{
    char copy[64];
    size_t n = 0;
    for (; text + n < end && n + 1 < sizeof copy && strchr("+-.0123456789eEdD", text[n]); n++) {
        copy[n] = text[n] == 'd' || text[n] == 'D' ? 'E' : text[n];
    }
    copy[n] = '\0';
    char *stop = copy;
    *value = strtod(copy, &stop);
    return isfinite(*value) ? (size_t)(stop - copy) : 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

/// Cut at fixed columns, each of which must hold one number.
static talus_status add_columns(motion_source *source, const files_mesh_line *line, size_t width)
{
    talus_status status = TALUS_OK;
    for (const char *at = line->at; at < line->end && status == TALUS_OK; at += width) {
        const char *end = (size_t)(line->end - at) < width ? line->end : at + width;
        const char *from = at;
        double value = 0.0;
        while (from < end && is_blank(*from)) {
            from++;
        }
        const size_t used = scan_number(from, end, &value);
        const char *rest = from + used;
        while (rest < end && is_blank(*rest)) {
            rest++;
        }
        if (rest < end || (used == 0 && from < end)) {
            return files_mesh_fail(
                &source->text, line->number,
                "found '%s', expected a finite number in columns of %zu",
                files_mesh_word_quote((files_mesh_word){at, (size_t)(end - at)}).text, width);
        }
        status = used > 0 ? motion_add(source, value) : TALUS_OK;
    }
    return status;
}

talus_status motion_add_line(motion_source *source, const files_mesh_line *line, size_t width)
{
    const size_t before = source->motion->count;
    for (const char *at = line->at; at < line->end;) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        double value = 0.0;
        const size_t used = scan_number(at, line->end, &value);
        const bool ends = at + used == line->end || (used > 0 && strchr(" \t,+-", at[used]));
        const bool is_whole = memchr(at, '.', used) == NULL;
        if (used > 0 && is_whole && at + used + 1 < line->end && at[used] == ',' &&
            isdigit((unsigned char)at[used + 1])) {
            return files_mesh_fail(&source->text, line->number,
                                   "found decimal commas, expected decimal points: 1.25, not 1,25");
        }
        if (used == 0 || !ends) {
            if (width > 0) {
                source->motion->count = before;
                return add_columns(source, line, width);
            }
            files_mesh_line rest = *line;
            rest.at = at;
            return files_mesh_fail(&source->text, line->number,
                                   "found '%s', expected a finite number",
                                   files_mesh_word_quote(files_mesh_line_word(&rest)).text);
        }
        const talus_status status = motion_add(source, value);
        if (status != TALUS_OK) {
            return status;
        }
        at += used;
    }
    return TALUS_OK;
}
