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
    report_table_as(v, published, REPORT_ALL);
}

void report_table_as(validation *v, const char *published, report_mode mode)
{
    write_lines(v);
    v->head = published;
    v->mode = mode;
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

bool report_holds(const validation_row *row, double found)
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
    const bool pass = report_holds(row, found);
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

/// Number of a reason on the page, from 1 on. @return whether it is new there
static bool count_reason(validation *v, const char *reason, size_t *number)
{
    for (*number = 1; *number <= v->reason_count; ++*number) {
        if (strcmp(v->reasons[*number - 1], reason) == 0) {
            return false;
        }
    }
    if (v->reason_count < REPORT_REASONS) {
        snprintf(v->reasons[v->reason_count++], sizeof v->reasons[0], "%s", reason);
    }
    return true;
}

/// "pass"; "fail (1): reason", "fail: `a`, `b` (2): reason", "fail (1)" for a reason given before
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
    } else {
        size_t number;
        const bool is_new = count_reason(v, line->reason, &number);
        snprintf(text, size, "fail%s (%zu)%s%s", which, number, is_new ? ": " : "",
                 is_new ? line->reason : "");
    }
}

/// A field of CSV for a number that may be missing.
static void add_number(files_text *rows, double value, int digits)
{
    files_text_add(rows, ",");
    if (!isnan(value)) {
        files_text_add(rows, "%.*g", digits, value);
    }
}

static void add_csv(validation *v, const report_line *line, const char *what, const char *verdict)
{
    files_csv_add_text(&v->rows, v->section);
    files_text_add(&v->rows, ",");
    files_csv_add_text(&v->rows, what);
    add_number(&v->rows, line->published, 4);
    add_number(&v->rows, line->least, 4);
    add_number(&v->rows, line->most, 4);
    add_number(&v->rows, line->low, 6);
    add_number(&v->rows, line->high, 6);
    files_text_add(&v->rows, ",%s,%s\n", line->of_ratio ? "ratio" : "value", verdict);
}

/// Of a line that is only counted: its reason behind those of the lines before, each once.
static void add_reason(validation *v, const report_line *line, const char *verdict)
{
    const size_t length = strlen(v->brief_reasons);
    const char *reason = strchr(verdict, '('), *end = reason != NULL ? strchr(reason, ')') : NULL;
    char number[16] = "";
    if (line->failed == 0 || end == NULL) {
        return;
    }
    snprintf(number, sizeof number, "%.*s", (int)(end - reason) + 1, reason);
    if (strstr(v->brief_reasons, number) == NULL) {
        const char *words = strncmp(end, "): ", 3) == 0 ? end + 2 : "";
        snprintf(v->brief_reasons + length, sizeof v->brief_reasons - length, "%s %s%s",
                 length > 0 ? ";" : ":", number, words);
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
    add_csv(v, line, what, line->failed > 0 ? "fail" : verdict);
    if (v->mode != REPORT_ALL && line->judged > 0 &&
        (line->failed == 0 || v->mode == REPORT_COUNTED)) {
        v->brief += (size_t)(line->judged - line->failed);
        v->brief_failed += (size_t)line->failed;
        add_reason(v, line, verdict);
        return;
    }
    if (v->mode == REPORT_COUNTED) {
        return;
    }
    if (v->head != NULL) {
        files_text_add(&v->page, "\n| | %s | talus | accepted | |\n|---|---|---|---|---|\n",
                       v->head);
        v->head = NULL;
    }
    const bool one = strcmp(least, most) == 0;
    files_text_add(&v->page, "| %s | %s | %s%s%s | %s | %s |\n", what, published, least,
                   one ? "" : " to ", one ? "" : most, band, verdict);
}

/// "17 more rows pass.", "7 rows pass, 3 fail: (1) reason; (2)."
static void write_count(validation *v)
{
    const bool more = v->head == NULL;
    if (v->brief + v->brief_failed == 0) {
        return;
    }
    files_text_add(&v->page, "\n%zu %s%s", v->brief, more ? "more " : "",
                   v->brief == 1 ? "row passes" : "rows pass");
    if (v->brief_failed > 0) {
        files_text_add(&v->page, ", %zu fail%s", v->brief_failed, v->brief_reasons);
    }
    files_text_add(&v->page, ".\n");
}

static void write_lines(validation *v)
{
    for (size_t i = 0; i < v->line_count; i++) {
        write_line(v, &v->lines[i]);
    }
    write_count(v);
    v->line_count = v->brief = v->brief_failed = 0;
    v->brief_reasons[0] = '\0';
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
