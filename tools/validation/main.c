// SPDX-License-Identifier: GPL-3.0-or-later
// talus-validate: published and analytic results beside ours. tools/validate calls it.
#include "validation.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    validation_section *run;
} sections[] = {
    {"ramp", validate_ramp},
    {"posterior", validate_posterior},
    {"sensitivity", validate_ramp_sensitivity},
    {"schemes", validate_schemes},
    {"stand-in", validate_stand_in},
    {"scarring", validate_scarring},
    {"wheel", validate_wheel},
    {"field", validate_field},
    {"terrain", validate_terrain},
    {"best", validate_best},
    {"tschamut", validate_tschamut},
    {"slope", validate_slope},
    {"impacts", validate_impacts},
    {"analytic", validate_analytic},
    {"rocking", validate_rocking},
    {"quarry", validate_quarry},
};
enum { SECTION_COUNT = sizeof sections / sizeof sections[0] };

typedef struct arguments {
    const char *source, *pictures, *scratch, *page, *only;
    bool full;
} arguments;

static int usage(FILE *stream)
{
    fprintf(stream,
            "usage: talus-validate --source DIR [--full] [--only SECTION] [--page FILE.md]\n"
            "                      [--pictures DIR] [--scratch DIR]\nsections:");
    for (int i = 0; i < SECTION_COUNT; i++) {
        fprintf(stream, " %s", sections[i].name);
    }
    fputc('\n', stream);
    return 1;
}

/// @return false when the command line is not understood
static bool read_arguments(int count, char **words, arguments *out)
{
    const struct {
        const char *name;
        const char **value;
    } options[] = {{"--source", &out->source},
                   {"--pictures", &out->pictures},
                   {"--scratch", &out->scratch},
                   {"--page", &out->page},
                   {"--only", &out->only}};
    for (int i = 1; i < count; i++) {
        bool known = strcmp(words[i], "--full") == 0;
        out->full = out->full || known;
        for (size_t k = 0; k < sizeof options / sizeof options[0] && !known; k++) {
            known = strcmp(words[i], options[k].name) == 0 && i + 1 < count;
            if (known) {
                *options[k].value = words[++i];
            }
        }
        if (!known) {
            return false;
        }
    }
    bool found = !out->only;
    for (int i = 0; i < SECTION_COUNT; i++) {
        found = found || strcmp(out->only, sections[i].name) == 0;
    }
    return found && out->source;
}

static talus_status run_sections(validation *v, const char *only, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (int i = 0; i < SECTION_COUNT && status == TALUS_OK; i++) {
        if (!only || strcmp(only, sections[i].name) == 0) {
            status = sections[i].run(v, error);
        }
    }
    return status;
}

static const char *const introduction =
    "# Validation\n\n"
    "Published and analytic results beside those of talus, written by `tools/validate --full`; a "
    "quick subset is a test of\n`tools/test --ci`. A row passes if the value of talus, or its "
    "ratio "
    "to the published one, lies in the band of the column\n`accepted`. A failed row gives its "
    "reason, "
    "later ones the number of that reason; a row without a band is for information.\nRows of "
    "several "
    "rotation schemes are one line. Rows that pass are partly only counted: "
    "[validation.csv](validation.csv)\nhas all of them.\n";

/// All lines of all tables: the page's path with .csv at its end.
static talus_status write_rows(const validation *v, const char *page, talus_error *error)
{
    files_text path = {0}, whole = {0};
    const char *dot = strrchr(page, '.');
    files_text_add(&path, "%.*s.csv", (int)(dot != NULL ? dot - page : (ptrdiff_t)strlen(page)),
                   page);
    files_text_add(&whole,
                   "section,row,published,talus_least,talus_most,low,high,band_of,verdict\n%s",
                   v->rows.data ? v->rows.data : "");
    const talus_status status =
        path.failed || whole.failed
            ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the rows")
            : files_write_all(path.data, whole.data, whole.size, error);
    files_text_clear(&path);
    files_text_clear(&whole);
    return status;
}

/// Introduction, counts, what fails, and the sections; to a file or to stdout.
static talus_status write_page(const validation *v, const char *path, talus_error *error)
{
    files_text whole = {0};
    files_text_add(&whole, "%s\n**%zu rows pass, %zu fail:**\n\n", introduction, v->passed,
                   v->failed);
    files_text_add(&whole, "%s%s", v->failures.data ? v->failures.data : "none\n",
                   v->page.data ? v->page.data : "");
    talus_status status = TALUS_OK;
    if (whole.failed || v->page.failed || v->failures.failed || v->rows.failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the page");
    } else if (path) {
        status = files_write_all(path, whole.data, whole.size, error);
        if (status == TALUS_OK) {
            status = write_rows(v, path, error);
        }
    } else {
        fwrite(whole.data, 1, whole.size, stdout);
    }
    files_text_clear(&whole);
    return status;
}

int main(int count, char **words)
{
    arguments given = {0};
    if (!read_arguments(count, words, &given)) {
        return usage(stderr);
    }
    validation v = {.source = given.source,
                    .pictures = given.pictures,
                    .scratch = given.scratch,
                    .full = given.full};
    talus_error error = {0};
    talus_status status = given.pictures ? files_make_directory(given.pictures, &error) : TALUS_OK;
    if (status == TALUS_OK) {
        status = run_sections(&v, given.only, &error);
    }
    report_end(&v);
    if (status == TALUS_OK) {
        status = write_page(&v, given.page, &error);
    }
    files_text_clear(&v.page);
    files_text_clear(&v.rows);
    files_text_clear(&v.failures);
    if (status != TALUS_OK) {
        fprintf(stderr, "talus-validate: %s\n", error.message);
        return 3;
    }
    fprintf(stderr, "%zu passed, %zu failed, %zu of them without a known reason\n", v.passed,
            v.failed, v.unexplained);
    return v.unexplained > 0 ? 4 : 0;
}
