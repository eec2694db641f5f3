// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of tracks.
#include "studies/validation/tracks.h"

#include "foundation/math/linalg.h"
#include "foundation/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { T, X, Y, Z, WX, WY, WZ, COLUMNS };
/// Names of the columns, and those of a log of talus replay.
static const char *const names[COLUMNS][2] = {{"t", "time_s"}, {"x", "east_m"}, {"y", "north_m"},
                                              {"z", "z_m"},    {"wx", NULL},    {"wy", NULL},
                                              {"wz", NULL}};

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the tracks");
}

static talus_status find_columns(const files_records *table, size_t columns[COLUMNS],
                                 talus_error *error)
{
    for (int k = 0; k < COLUMNS; k++) {
        columns[k] = files_records_find(table, names[k][0]);
        if (columns[k] == SIZE_MAX && names[k][1] != NULL) {
            columns[k] = files_records_find(table, names[k][1]);
        }
        if (columns[k] == SIZE_MAX && k <= Z) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: found no column '%s', expected it in the heading",
                                   table->path, names[k][0]);
        }
    }
    return TALUS_OK;
}

/// The run of a row: the last one, or a new one. A run that comes back is refused.
static talus_status find_run(tracks *out, const char *name, size_t row, talus_error *error)
{
    tracks_run *last = out->count > 0 ? &out->runs[out->count - 1] : NULL;
    if (last != NULL && strcmp(last->name, name) == 0) {
        return TALUS_OK;
    }
    for (size_t k = 0; k + 1 < out->count; k++) {
        if (strcmp(out->runs[k].name, name) == 0) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s:%d: run: found '%.60s' again, expected its rows to follow "
                                   "each other",
                                   out->table.path, out->table.lines[row], name);
        }
    }
    out->runs[out->count++] = (tracks_run){
        .name = name,
        .row = row,
        .table = {.time = out->time + row, .place = out->place + row, .spin = out->spin + row}};
    return TALUS_OK;
}

static talus_status read_row(tracks *out, size_t row, const size_t columns[COLUMNS],
                             talus_error *error)
{
    const files_records *table = &out->table;
    double v[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        const talus_status status = files_records_number(table, row, columns[k], &v[k], error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    const char *name = files_records_text(table, row, files_records_find(table, "run"));
    const talus_status status = find_run(out, name, row, error);
    if (status != TALUS_OK) {
        return status;
    }
    flights_table *run = &out->runs[out->count - 1].table;
    if (isnan(v[T]) || isnan(v[X]) || isnan(v[Y]) || isnan(v[Z]) ||
        (run->count > 0 && !(v[T] > out->time[row - 1]))) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: expected t, x, y and z, and times of a run that ascend",
                               table->path, table->lines[row]);
    }
    out->time[row] = v[T];
    out->place[row] = vec3(v[X], v[Y], v[Z]);
    out->spin[row] = vec3(v[WX], v[WY], v[WZ]);
    run->count++;
    return TALUS_OK;
}

talus_status tracks_read(const char *path, tracks *out, talus_error *error)
{
    size_t columns[COLUMNS];
    *out = (tracks){0};
    talus_status status = files_records_read(path, &out->table, error);
    if (status == TALUS_OK) {
        status = find_columns(&out->table, columns, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const size_t room = out->table.rows + 1;
    out->time = calloc(room, sizeof *out->time);
    out->place = calloc(room, sizeof *out->place);
    out->spin = calloc(room, sizeof *out->spin);
    out->runs = calloc(room, sizeof *out->runs);
    if (out->time == NULL || out->place == NULL || out->spin == NULL || out->runs == NULL) {
        return no_memory(error);
    }
    for (size_t row = 0; row < out->table.rows && status == TALUS_OK; row++) {
        status = read_row(out, row, columns, error);
    }
    return status;
}

void tracks_clear(tracks *out)
{
    free(out->runs);
    free(out->time);
    free(out->place);
    free(out->spin);
    files_records_clear(&out->table);
    *out = (tracks){0};
}

talus_status tracks_noise(const flights_table *table, double *noise, talus_error *error)
{
    const size_t count = table->count > 3 ? table->count - 3 : 0;
    double *differences = calloc(count + 1, sizeof *differences);
    if (differences == NULL) {
        return no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        const talus_vec3 *r = table->place + k;
        differences[k] = fabs(r[3].x - 3.0 * r[2].x + 3.0 * r[1].x - r[0].x);
    }
    double median = 0.0;
    const talus_status status = statistics_quantile(differences, count, 0.5, &median, error);
    *noise = count > 0 ? median / (0.6745 * sqrt(20.0)) : 0.0;
    free(differences);
    return status;
}
