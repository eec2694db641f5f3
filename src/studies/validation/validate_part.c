// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a case: rows to fit with, and rows held out, by their names.
#include "studies/validation/validate_internal.h"

#include "foundation/files/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 12 }; // of 64, from the last on

bool validate_is_held(const char *name, double share)
{
    char hex[65];
    double place = 0.5, at = 0.0;
    files_digest(name, strlen(name), hex);
    for (int k = 0; k < DIGITS; k++) {
        const char digit = hex[63 - k];
        const int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;
        for (int bit = 0; bit < 4; bit++, place *= 0.5) {
            at += (value >> bit & 1) != 0 ? place : 0.0;
        }
    }
    return at >= 1.0 - share;
}

bool validate_counts(const validate_study *study, const char *name)
{
    const validate_options *options = &study->options;
    return options->part == VALIDATE_ALL ||
           validate_is_held(name, options->hold_out) == (options->part == VALIDATE_CHECK);
}

/// Move a row of a table to a place before it.
static void move_row(files_records *table, size_t from, size_t to)
{
    memmove(table->cells + to * table->columns, table->cells + from * table->columns,
            table->columns * sizeof *table->cells);
    table->lines[to] = table->lines[from];
}

/// @param counted the rows that count, else the others
static void keep_runs(const validate_study *study, scenario_runs *runs, bool counted)
{
    size_t kept = 0;
    for (size_t k = 0; k < runs->count; k++) {
        if (validate_counts(study, runs->items[k].name) == counted) {
            move_row(&runs->table, k, kept);
            runs->items[kept++] = runs->items[k];
        }
    }
    runs->count = runs->table.rows = kept;
}

static void keep_impacts(validate_study *study)
{
    files_records *table = &study->impacts_table;
    const size_t run = files_records_find(table, "run"), id = files_records_find(table, "id");
    const size_t column = run != SIZE_MAX ? run : id;
    size_t kept = 0;
    for (size_t k = 0; k < table->rows; k++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", k + 1);
        const char *name = column != SIZE_MAX ? files_records_text(table, k, column) : number;
        if (validate_counts(study, name)) {
            move_row(table, k, kept++);
        }
    }
    table->rows = kept;
}

static void keep_tracks(validate_study *study)
{
    size_t kept = 0;
    for (size_t k = 0; k < study->tracks.count; k++) {
        if (validate_counts(study, study->tracks.runs[k].name)) {
            study->tracks.runs[kept++] = study->tracks.runs[k];
        }
    }
    study->tracks.count = kept;
}

/// The runs of the part; a case with `training` has its parts already.
static talus_status choose_runs(validate_study *study, talus_error *error)
{
    const bool is_check = study->options.part == VALIDATE_CHECK;
    if (study->model.runs == NULL) {
        return TALUS_OK;
    }
    if (study->model.training != NULL) {
        if (!is_check) {
            scenario_runs_clear(&study->runs);
            study->runs = study->training;
            study->training = (scenario_runs){0};
        }
        study->is_split = is_check;
        return TALUS_OK;
    }
    if (is_check) {
        char *path = scenario_join_path(study->document.directory, study->model.runs);
        const talus_status status = path != NULL ? scenario_runs_read(path, &study->training, error)
                                                 : validate_no_memory(error);
        free(path);
        if (status != TALUS_OK) {
            return status;
        }
        keep_runs(study, &study->training, false);
        study->is_split = true;
    }
    keep_runs(study, &study->runs, true);
    return TALUS_OK;
}

talus_status validate_choose_part(validate_study *study, talus_error *error)
{
    const talus_status status = choose_runs(study, error);
    keep_impacts(study);
    keep_tracks(study);
    if (status == TALUS_OK && study->runs.count == 0 && study->impacts_table.rows == 0 &&
        study->tracks.count == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: --hold-out %g leaves no row %s",
                               study->options.path, study->options.hold_out,
                               study->options.part == VALIDATE_CHECK ? "to check with"
                                                                     : "to calibrate with");
    }
    return status;
}
