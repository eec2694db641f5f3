// SPDX-License-Identifier: GPL-3.0-or-later
// The page: headings, tables with judged rows, pictures.
#include "validation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void report_heading(validation *v, const char *title)
{
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
    files_text_add(&v->page, "\n%s\n", text);
}

void report_table(validation *v, const char *published)
{
    files_text_add(&v->page, "\n| | %s | talus | ratio | accepted | |\n|---|---|---|---|---|---|\n",
                   published);
}

/// A number with four digits; "-" for none.
static void format_number(char *text, size_t size, double value)
{
    snprintf(text, size, isnan(value) ? "-" : "%.4g", value);
}

/// "1.123", and near 1 what is missing: "1 + 3e-07"
static void format_ratio(char *text, size_t size, double published, double found)
{
    const double ratio = found / published;
    if (isnan(published) || isnan(found) || published == 0.0) {
        snprintf(text, size, "-");
    } else if (ratio != 1.0 && fabs(ratio - 1.0) < 1e-4) {
        snprintf(text, size, "1 %c %.1e", ratio < 1.0 ? '-' : '+', fabs(ratio - 1.0));
    } else {
        snprintf(text, size, "%.3f", ratio);
    }
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

void report_row(validation *v, const validation_row *row, double found)
{
    char published[32], value[32], ratio[32], band[64];
    format_number(published, sizeof published, row->published);
    format_number(value, sizeof value, found);
    format_ratio(ratio, sizeof ratio, row->published, found);
    format_band(band, sizeof band, row);
    const bool judged = !isnan(row->low) || !isnan(row->high);
    const bool pass = holds(row, found);
    const char *verdict = !judged ? "" : pass ? "pass" : row->reason ? "fail" : "FAIL";
    const char *reason = judged && !pass && row->reason ? row->reason : NULL;
    v->passed += judged && pass;
    v->failed += judged && !pass;
    v->unexplained += judged && !pass && !row->reason;
    if (judged && !pass) {
        files_text_add(&v->failures, "* %s: %s. Published %s, talus %s, accepted %s%s%s.\n",
                       v->section, row->what, published, value, band, reason ? "; " : "",
                       reason ? reason : "");
    }
    files_text_add(&v->page, "| %s | %s | %s | %s | %s | %s%s%s |\n", row->what, published, value,
                   ratio, band, verdict, reason ? ": " : "", reason ? reason : "");
    fprintf(stderr, "%-5s %s: published %s, talus %s (accepted %s)\n", verdict, row->what,
            published, value, band);
}

void report_picture(validation *v, const char *name, const char *caption)
{
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
