// SPDX-License-Identifier: GPL-3.0-or-later
// The page: headings, tables with judged rows, pictures.
#include "validation.h"

#include "talus/rotation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void write_lines(validation *v);

/// "* A. Ramp: 3" when rows of the section fail
static void end_section(validation *v)
{
    if (v->section_failed > 0) {
        files_text_add(&v->failures, "* %s: %zu\n", v->section, v->section_failed);
    }
    v->section_failed = 0;
}

void report_end(validation *v)
{
    write_lines(v);
    end_section(v);
}

void report_heading(validation *v, const char *title)
{
    report_end(v);
    v->section = title;
    files_text_add(&v->page, "\n## %s\n", title);
    fprintf(stderr, "== %s\n", title);
}

void report_text(validation *v, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_lines(v);
    files_text_add(&v->page, "\n%s\n", text);
}

void report_table(validation *v, const char *published)
{
    write_lines(v);
    files_text_add(&v->page, "\n| | %s | talus | accepted | |\n|---|---|---|---|---|\n", published);
}

/// A number with four digits; "-" for none.
static void format_number(char *text, size_t size, double value)
{
    snprintf(text, size, isnan(value) ? "-" : "%.4g", value);
}

static void format_band(char *text, size_t size, const validation_row *row)
{
    const char *of = row->of_ratio ? "ratio " : "";
    if (!isnan(row->low) && !isnan(row->high)) {
        snprintf(text, size, "%s%.6g to %.6g", of, row->low, row->high);
    } else if (!isnan(row->low)) {
        snprintf(text, size, "%s≥ %.6g", of, row->low);
    } else if (!isnan(row->high)) {
        snprintf(text, size, "%s≤ %.6g", of, row->high);
    } else {
        snprintf(text, size, "-");
    }
}

/// Does the found value lie in the band? A value that is no number does not.
static bool holds(const validation_row *row, double found)
{
    const double value = row->of_ratio ? found / row->published : found;
    return !isnan(value) && !(value < row->low) && !(value > row->high);
}

/// `what` without the first name of a scheme in backquotes and what joins it. @return it, or NULL
static const char *without_scheme(const char *what, char key[REPORT_WORDS])
{
    const char *begin = NULL, *name = NULL;
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", talus_scheme_name((talus_scheme)i));
        const char *found = strstr(what, quoted);
        if (found != NULL && (begin == NULL || found < begin)) {
            begin = found;
            name = talus_scheme_name((talus_scheme)i);
        }
    }
    if (name == NULL) {
        snprintf(key, REPORT_WORDS, "%s", what);
        return NULL;
    }
    const char *end = begin + strlen(name) + 2;
    if (begin - what >= 2 && begin[-2] == ',') {
        begin -= 2;
    } else {
        end += strspn(end, ":, ");
    }
    snprintf(key, REPORT_WORDS, "%.*s%s", (int)(begin - what), what, end);
    return name;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/// The line of the table to which a row belongs; a new one if there is none.
static report_line *line_of(validation *v, const validation_row *row, const char *key,
                            const char *scheme)
{
    for (size_t i = 0; i < v->line_count && scheme; i++) {
        report_line *line = &v->lines[i];
        if (line->schemes[0] && strcmp(line->key, key) == 0 && line->of_ratio == row->of_ratio &&
            same(line->published, row->published) && same(line->low, row->low) &&
            same(line->high, row->high)) {
            return line;
        }
    }
    if (v->line_count == REPORT_LINES) {
        write_lines(v);
    }
    report_line *line = &v->lines[v->line_count++];
    *line = (report_line){.published = row->published,
                          .low = row->low,
                          .high = row->high,
                          .of_ratio = row->of_ratio,
                          .least = (double)INFINITY,
                          .most = -(double)INFINITY};
    snprintf(line->what, sizeof line->what, "%s", row->what);
    snprintf(line->key, sizeof line->key, "%s", key);
    return line;
}

static void append_scheme(char list[REPORT_WORDS], const char *scheme)
{
    const size_t length = strlen(list);
    snprintf(list + length, REPORT_WORDS - length, "%s`%s`", length > 0 ? ", " : "", scheme);
}

void report_row(validation *v, const validation_row *row, double found)
{
    char published[32], value[32], band[64], key[REPORT_WORDS];
    format_number(published, sizeof published, row->published);
    format_number(value, sizeof value, found);
    format_band(band, sizeof band, row);
    const bool judged = !isnan(row->low) || !isnan(row->high);
    const bool pass = holds(row, found);
    const char *verdict = !judged ? "" : pass ? "pass" : row->reason ? "fail" : "FAIL";
    v->passed += judged && pass;
    v->failed += judged && !pass;
    v->section_failed += judged && !pass;
    v->unexplained += judged && !pass && !row->reason;
    const char *scheme = without_scheme(row->what, key);
    report_line *line = line_of(v, row, key, scheme);
    line->count++;
    line->judged += judged;
    line->failed += judged && !pass;
    line->least = isnan(line->least) || found > line->least ? line->least : found; // NaN stays
    line->most = isnan(line->most) || found < line->most ? line->most : found;
    if (scheme) {
        append_scheme(line->schemes, scheme);
    }
    if (judged && !pass) {
        if (scheme) {
            append_scheme(line->failing, scheme);
        }
        snprintf(line->reason, sizeof line->reason, "%s", row->reason ? row->reason : "");
    }
    fprintf(stderr, "%-5s %s: published %s, talus %s (accepted %s)\n", verdict, row->what,
            published, value, band);
}

/// "pass"; "fail: reason", "fail: `a`, `b`: reason", "fail, as above" for the reason before
static void format_verdict(validation *v, const report_line *line, char *text, size_t size)
{
    if (line->failed == 0) {
        snprintf(text, size, "%s", line->judged > 0 ? "pass" : "");
        return;
    }
    char which[REPORT_WORDS + 4] = "";
    if (line->failed < line->count) {
        snprintf(which, sizeof which, ": %s", line->failing);
    }
    if (line->reason[0] == '\0') {
        snprintf(text, size, "FAIL%s", which);
    } else if (strcmp(line->reason, v->reason) == 0) {
        snprintf(text, size, "fail%s, as above", which);
    } else {
        snprintf(text, size, "fail%s: %s", which, line->reason);
        snprintf(v->reason, sizeof v->reason, "%s", line->reason);
    }
}

static void write_line(validation *v, const report_line *line)
{
    const validation_row row = {.low = line->low, .high = line->high, .of_ratio = line->of_ratio};
    char what[2 * REPORT_WORDS + 32], published[32], least[32], most[32], band[64];
    char verdict[4 * REPORT_WORDS];
    if (line->count == 1) {
        snprintf(what, sizeof what, "%s", line->what);
    } else if (line->count == 2) {
        snprintf(what, sizeof what, "%s: %s", line->schemes, line->key);
    } else {
        snprintf(what, sizeof what, "%s, %d schemes", line->key, line->count);
    }
    format_number(published, sizeof published, line->published);
    format_number(least, sizeof least, line->least);
    format_number(most, sizeof most, line->most);
    format_band(band, sizeof band, &row);
    format_verdict(v, line, verdict, sizeof verdict);
    const bool one = strcmp(least, most) == 0;
    files_text_add(&v->page, "| %s | %s | %s%s%s | %s | %s |\n", what, published, least,
                   one ? "" : " to ", one ? "" : most, band, verdict);
}

static void write_lines(validation *v)
{
    for (size_t i = 0; i < v->line_count; i++) {
        write_line(v, &v->lines[i]);
    }
    v->line_count = 0;
}

void report_picture(validation *v, const char *name, const char *caption)
{
    write_lines(v);
    files_text_add(&v->page, "\n![%s](images/validation/%s)\n", caption, name);
}

talus_status report_chart(validation *v, const char *name, const char *caption,
                          const chart *picture, talus_error *error)
{
    if (!v->pictures) {
        return TALUS_OK;
    }
    char path[4096], file[256];
    snprintf(file, sizeof file, "%s.svg", name);
    snprintf(path, sizeof path, "%s/%s", v->pictures, file);
    const talus_status status = chart_write(path, picture, error);
    if (status == TALUS_OK) {
        report_picture(v, file, caption);
    }
    return status;
}
