// SPDX-License-Identifier: GPL-3.0-or-later
// Where rocks were seen to pass: speeds and heights at lines, heights of marks on trees.
#include "studies/validation/validate_internal.h"

#include "foundation/math/linalg.h"
#include "runs/ensemble/accessors.h"
#include "talus/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_WIDTH 4.0 /* m, of the line through a marked tree */

static size_t find_run(const validate_study *study, const char *name)
{
    size_t k = 0;
    while (k < study->runs.count && strcmp(study->runs.items[k].name, name) != 0) {
        k++;
    }
    return k;
}

/// The run that a row names. @param counts whether the row counts in this part
static talus_status name_run(const validate_study *study, const files_records *table, size_t row,
                             const char *kind, size_t *run, bool *counts, talus_error *error)
{
    const size_t column = files_records_find(table, "run");
    const char *name = column != SIZE_MAX ? files_records_text(table, row, column) : "";
    char own[48];
    *run = SIZE_MAX;
    if (name[0] == '\0') {
        snprintf(own, sizeof own, "%s %zu", kind, row + 1);
        *counts = validate_counts(study, own);
        return TALUS_OK;
    }
    const size_t found = find_run(study, name);
    *counts = found < study->runs.count;
    *run = *counts ? found : SIZE_MAX;
    if (!*counts && study->options.part == VALIDATE_ALL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: run: found '%s', expected the name of one of the runs",
                               table->path, table->lines[row], name);
    }
    return TALUS_OK;
}

static talus_status read_numbers(const files_records *table, size_t row, const char *const *names,
                                 size_t count, double *values, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = files_records_number(table, row, files_records_find(table, names[k]), &values[k],
                                      error);
    }
    return status;
}

static talus_status refuse(const files_records *table, size_t row, const char *what,
                           talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s:%d: %s", table->path, table->lines[row],
                           what);
}

static talus_status read_line(const validate_study *study, size_t row, validate_pass *pass,
                              bool *counts, talus_error *error)
{
    static const char *const names[] = {"x1", "y1", "x2", "y2", "speed_m_s", "height_m"};
    const files_records *table = &study->lines_table;
    double v[6];
    talus_status status = name_run(study, table, row, "line", &pass->run, counts, error);
    if (status == TALUS_OK) {
        status = read_numbers(table, row, names, 6, v, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    if (isnan(v[0] + v[1] + v[2] + v[3]) || (v[0] == v[2] && v[1] == v[3])) {
        return refuse(table, row, "found no line, expected two different points x1, y1, x2, y2",
                      error);
    }
    if ((isnan(v[4]) && isnan(v[5])) || v[4] < 0.0) {
        return refuse(table, row, "expected speed_m_s of at least 0, height_m, or both", error);
    }
    *pass = (validate_pass){
        .run = pass->run, .xy = {v[0], v[1], v[2], v[3]}, .speed = v[4], .height = v[5]};
    return TALUS_OK;
}

/// A line across the way from the start of the run, or of the first one, to the tree.
static talus_status read_mark(const validate_study *study, size_t row, validate_pass *pass,
                              bool *counts, talus_error *error)
{
    static const char *const names[] = {"x", "y", "height_m", "width_m"};
    const files_records *table = &study->marks_table;
    double v[4];
    talus_status status = name_run(study, table, row, "mark", &pass->run, counts, error);
    if (status == TALUS_OK) {
        status = read_numbers(table, row, names, 4, v, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    v[3] = isnan(v[3]) ? MARK_WIDTH : v[3];
    if (isnan(v[0] + v[1] + v[2]) || !(v[3] > 0.0)) {
        return refuse(table, row, "expected x, y, height_m, and a width_m above 0 if there is one",
                      error);
    }
    const scenario_run *run = &study->runs.items[pass->run != SIZE_MAX ? pass->run : 0];
    const double dx = v[0] - run->x, dy = v[1] - run->y, length = sqrt(dx * dx + dy * dy);
    const double ax = length > 0.0 ? -0.5 * v[3] * dy / length : 0.5 * v[3];
    const double ay = length > 0.0 ? 0.5 * v[3] * dx / length : 0.0;
    *pass = (validate_pass){.run = pass->run,
                            .xy = {v[0] - ax, v[1] - ay, v[0] + ax, v[1] + ay},
                            .speed = (double)NAN,
                            .height = v[2],
                            .is_mark = true};
    return TALUS_OK;
}

talus_status validate_load_passes(validate_study *study, talus_error *error)
{
    const size_t lines = study->lines_table.rows, marks = study->marks_table.rows;
    talus_status status = TALUS_OK;
    study->passes = calloc(lines + marks + 1, sizeof *study->passes);
    if (study->passes == NULL) {
        return validate_no_memory(error);
    }
    for (size_t k = 0; k < lines + marks && status == TALUS_OK; k++) {
        validate_pass *pass = &study->passes[study->pass_count];
        bool counts = false;
        status = k < lines ? read_line(study, k, pass, &counts, error)
                           : read_mark(study, k - lines, pass, &counts, error);
        study->pass_count += status == TALUS_OK && counts;
    }
    return status;
}

talus_screen *validate_make_screens(const validate_study *study)
{
    const size_t count = study->pass_count;
    talus_screen *screens = calloc(count + 1, sizeof *screens);
    double *xy = calloc(count + 1, 4 * sizeof *xy);
    if (screens == NULL || xy == NULL) {
        free(screens);
        free(xy);
        return NULL;
    }
    screens[0].line.xy = xy; // owns all of them
    for (size_t k = 0; k < count; k++) {
        const double *from = study->passes[k].xy;
        screens[k].line.xy = xy + 4 * k;
        screens[k].line.count = 2;
        snprintf(screens[k].line.name, sizeof screens[k].line.name, "%zu", k);
        for (int i = 0; i < 4; i++) {
            screens[k].line.xy[i] = from[i] - (i % 2 == 0 ? study->east : study->north);
        }
    }
    return screens;
}

void validate_free_screens(talus_screen *screens)
{
    if (screens != NULL) {
        free(screens[0].line.xy);
    }
    free(screens);
}

static bool add_row(validate_sample *sample, double measured)
{
    validate_row *row = validate_sample_add(sample);
    if (row != NULL) {
        row->is_measured = !isnan(measured);
        row->measured[0] = measured;
    }
    return row != NULL;
}

/// What else was measured, of lines or of marks, as climatology.
static bool add_climatology(validate_sample *sample)
{
    bool whole = true;
    for (size_t i = 0; i < sample->count; i++) {
        for (size_t k = 0; k < sample->count; k++) {
            if (i != k && sample->rows[k].is_measured) {
                whole = validate_ensemble_add(&sample->rows[i].climatology, 1,
                                              sample->rows[k].measured) &&
                        whole;
            }
        }
    }
    return whole;
}

talus_status validate_add_passes(validate_study *study, talus_error *error)
{
    validate_sample *s = study->samples;
    bool whole = true;
    for (size_t k = 0; k < study->pass_count; k++) {
        const validate_pass *pass = &study->passes[k];
        whole = (pass->is_mark ? add_row(&s[VALIDATE_MARK_HEIGHT], pass->height)
                               : add_row(&s[VALIDATE_LINE_SPEED], pass->speed) &&
                                     add_row(&s[VALIDATE_LINE_HEIGHT], pass->height)) &&
                whole;
    }
    for (int k = VALIDATE_LINE_SPEED; k <= VALIDATE_MARK_HEIGHT; k++) {
        whole = add_climatology(&s[k]) && whole;
    }
    return whole ? TALUS_OK : validate_no_memory(error);
}

/// Speed and height of every rock of `count` at a pass, 0 for one that does not come there.
static bool read_pass(validate_study *study, size_t index, size_t row, const double *speeds,
                      const double *heights, uint64_t count)
{
    const validate_pass *pass = &study->passes[index];
    validate_sample *s = study->samples;
    bool whole = true;
    for (uint64_t k = 0; k < count; k++) {
        if (pass->run != SIZE_MAX && k % study->runs.count != pass->run) {
            continue;
        }
        if (pass->is_mark) {
            whole = validate_ensemble_add(&s[VALIDATE_MARK_HEIGHT].rows[row].simulated, 1,
                                          &heights[k]) &&
                    whole;
        } else {
            whole =
                validate_ensemble_add(&s[VALIDATE_LINE_SPEED].rows[row].simulated, 1, &speeds[k]) &&
                validate_ensemble_add(&s[VALIDATE_LINE_HEIGHT].rows[row].simulated, 1,
                                      &heights[k]) &&
                whole;
        }
    }
    return whole;
}

talus_status validate_read_passes(validate_study *study, const talus_results *results,
                                  uint64_t count, talus_error *error)
{
    size_t crossing_count = 0, rows[2] = {0, 0};
    const talus_crossing *crossings = ensemble_crossings(results, &crossing_count);
    double *speeds = malloc(count * sizeof *speeds + 1);
    double *heights = malloc(count * sizeof *heights + 1);
    bool whole = speeds != NULL && heights != NULL;
    for (size_t p = 0; p < study->pass_count && whole; p++) {
        for (uint64_t k = 0; k < count; k++) {
            speeds[k] = heights[k] = 0.0;
        }
        for (size_t i = 0; i < crossing_count; i++) {
            if (crossings[i].screen == p && crossings[i].rock < count) {
                speeds[crossings[i].rock] = crossings[i].values[TALUS_GAUGE_SPEED];
                heights[crossings[i].rock] = crossings[i].values[TALUS_GAUGE_HEIGHT];
            }
        }
        whole = read_pass(study, p, rows[study->passes[p].is_mark]++, speeds, heights, count);
    }
    free(speeds);
    free(heights);
    return whole ? TALUS_OK : validate_no_memory(error);
}
