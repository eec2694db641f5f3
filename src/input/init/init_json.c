// SPDX-License-Identifier: GPL-3.0-or-later
// What programs are told about a first scenario.
#include "input/init/init.h"

static void add_site(files_text *text, const talus_init *init)
{
    const init_site *site = &init->site;
    const talus_grid *grid = &site->dem.grid;
    files_json_begin(text, "dem", '{');
    files_json_add_text(text, "file", init->dem_path);
    files_json_add_text(text, "crs",
                        init->options.crs != NULL ? init->options.crs : site->facts.crs_name);
    if (site->reproject != NULL) {
        files_json_add_text(text, "reproject", site->reproject);
    }
    files_json_add_unsigned(text, "columns", grid->nx);
    files_json_add_unsigned(text, "rows", grid->ny);
    files_json_add_number(text, "cell_m", grid->cell);
    files_json_add_number(text, "lowest_m", site->low);
    files_json_add_number(text, "highest_m", site->high);
    files_json_add_number(text, "nodata_share", site->missing);
    files_json_add_bool(text, "sampled", site->dem.heights == NULL);
    files_json_add_number(text, "slope_p50_deg", init_slope_quantile(site, 0.5));
    files_json_add_number(text, "slope_p95_deg", init_slope_quantile(site, 0.95));
    files_json_end(text, '}');
    if (init->releases.count == 0) {
        files_json_begin(text, "sources", '{');
        files_json_add_number(text, "slope_above_deg", init->sources.threshold);
        files_json_add_unsigned(text, "cells", init->sources.cells);
        files_json_end(text, '}');
    }
}

static void add_guesses(files_text *text, const talus_init *init)
{
    files_json_begin(text, "guesses", '[');
    for (size_t k = 0; k < init->guess_count; k++) {
        const talus_init_guess *guess = &init->guesses[k];
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "key", guess->key);
        files_json_add_text(text, "value", guess->value);
        files_json_add_text(text, "reason", guess->reason);
        files_json_add_text(text, "instead", guess->instead);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

static void add_messages(files_text *text, const talus_diagnostics *diagnostics)
{
    static const char *const names[] = {"note", "warning", "error"};
    files_json_begin(text, "messages", '[');
    for (size_t k = 0; diagnostics != NULL && k < talus_diagnostics_count(diagnostics); k++) {
        const talus_diagnostic *item = talus_diagnostics_get(diagnostics, k);
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "severity", names[item->severity]);
        files_json_add_text(text, "message", item->message);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

talus_status talus_init_json(const talus_init *init, const talus_diagnostics *diagnostics,
                             char **text, talus_error *error)
{
    if (text != NULL) {
        *text = NULL;
    }
    talus_init_report report;
    if (init == NULL || text == NULL || talus_init_look(init, &report, error) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "talus_init_json: expected a talus_init and a place for the text");
    }
    files_text out = {0};
    const files_locale locale = files_locale_enter();
    files_json_begin(&out, NULL, '{');
    files_json_add_text(&out, "scenario", init->path);
    files_json_begin(&out, "files", '[');
    files_json_add_text(&out, NULL, init->path);
    if (report.ground_file != NULL) {
        files_json_add_text(&out, NULL, report.ground_file);
    }
    files_json_end(&out, ']');
    add_site(&out, init);
    add_guesses(&out, init);
    add_messages(&out, diagnostics);
    files_json_end(&out, '}');
    files_locale_leave(&locale);
    if (out.failed) {
        files_text_clear(&out);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for JSON");
    }
    *text = out.data;
    return TALUS_OK;
}
