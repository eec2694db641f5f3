// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a validation: JSON, and a page with a bar for every observable.
#include "studies/validation/validate_page.h"

#include "foundation/files/files.h"
#include "io/products/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OBSERVABLE_COLUMNS(X)                                                                      \
    X(TEXT, observable, NULL, "what was measured", row->name)                                      \
    X(INTEGER, n, "1", "measured rows, else simulated ones", row->n)                               \
    VALIDATE_FIGURES(X)                                                                            \
    X(TEXT, reference, NULL, "of the skill", row->reference)
TABLE_DEFINE(observables, OBSERVABLE_COLUMNS,
             const validate_observable *row = TABLE_ROW(validate_observable))

talus_table validate_table(const validate_result *result)
{
    return (talus_table)TABLE(observables, result->observables, result->count);
}

/// &, < and > of names.
static void add_escaped(files_text *page, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : NULL;
        if (escaped != NULL) {
            files_text_add(page, "%s", escaped);
        } else {
            files_text_add(page, "%c", *text);
        }
    }
}

static void add_cell(files_text *page, double value)
{
    if (isnan(value)) {
        files_text_add(page, "<td></td>");
    } else {
        files_text_add(page, "<td>%.3g</td>", value);
    }
}

/// Mean and standard deviation as a dot on a bar: measured above, simulated below.
static void add_chart(files_text *page, const validate_observable *o)
{
    const double means[] = {o->measured_mean, o->simulated_mean};
    const double sds[] = {o->measured_sd, o->simulated_sd};
    static const char *const colours[] = {"#222", "#c63"};
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int k = 0; k < 2; k++) {
        const double sd = isnan(sds[k]) ? 0.0 : sds[k];
        low = fmin(low, means[k] - sd);
        high = fmax(high, means[k] + sd);
    }
    const double scale = high > low ? 180.0 / (high - low) : 0.0;
    files_text_add(page, "<td><svg width=\"200\" height=\"24\" role=\"img\">");
    for (int k = 0; k < 2; k++) {
        const double sd = isnan(sds[k]) ? 0.0 : sds[k];
        if (!isnan(means[k]) && isfinite(low)) {
            const double x = 10.0 + scale * (means[k] - low);
            files_text_add(page,
                           "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" "
                           "stroke=\"%s\"/><circle cx=\"%.1f\" cy=\"%d\" r=\"3\" fill=\"%s\"/>",
                           x - scale * sd, x + scale * sd, 7 + 10 * k, 7 + 10 * k, colours[k], x,
                           7 + 10 * k, colours[k]);
        }
    }
    files_text_add(page, "</svg></td>");
}

static void add_row(files_text *page, const validate_observable *o)
{
    files_text_add(page, "<tr><td>");
    add_escaped(page, o->name);
    files_text_add(page, "</td><td>%zu</td>", o->n);
    add_cell(page, o->measured_mean);
    add_cell(page, o->measured_sd);
    add_cell(page, o->simulated_mean);
    add_cell(page, o->simulated_sd);
    add_chart(page, o);
    add_cell(page, isnan(o->crps) ? o->energy_score : o->crps);
    add_cell(page, o->pit_mean);
    add_cell(page, o->inside_10_90);
    add_cell(page, o->skill);
    add_cell(page, o->skill_low);
    add_cell(page, o->skill_high);
    add_cell(page, o->skill_point_mass);
    files_text_add(page, "</tr>\n");
}

static void make_page(const validate_result *result, files_text *page)
{
    files_text_add(page,
                   "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    add_escaped(page, result->title);
    files_text_add(page,
                   "</title><style>body{font-family:sans-serif;margin:2em}td,th{padding:2px 8px;"
                   "text-align:right;border-bottom:1px solid #ddd}td:first-child{text-align:left}"
                   "table{border-collapse:collapse}</style></head><body><h1>");
    add_escaped(page, result->title);
    files_text_add(page,
                   "</h1><p>Measured (black) and simulated (orange): mean and standard deviation. "
                   "Score: CRPS, or energy score of vectors, in the unit of the observable; less "
                   "is better. Skill above 0 is better than the reference.</p>\n<table><tr><th>"
                   "observable</th><th>n</th><th>measured</th><th>sd</th><th>simulated</th><th>sd"
                   "</th><th></th><th>score</th><th>PIT</th><th>in 10-90 %%</th><th>skill, "
                   "climatology</th><th>low</th><th>high</th><th>skill, point mass</th></tr>\n");
    for (size_t k = 0; k < result->count; k++) {
        add_row(page, &result->observables[k]);
    }
    files_text_add(page, "</table></body></html>\n");
}

const char *const validate_files[] = {"validation.json", "index.html", NULL};

talus_status validate_write(const validate_result *result, talus_directory *directory,
                            talus_error *error)
{
    files_text page = {0}, answer = {0};
    const talus_table table = validate_table(result);
    char *json = NULL;
    make_page(result, &page);
    talus_status status = talus_table_json(&table, &json, error);
    if (status == TALUS_OK) {
        files_text_add(&answer, "%s", json);
        status = directory_write_text(directory, validate_files[0], &answer, error);
    }
    free(json);
    if (status == TALUS_OK) {
        return directory_write_text(directory, validate_files[1], &page, error);
    }
    files_text_clear(&page);
    return status;
}
