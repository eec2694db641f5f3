// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of measured runs.
#include "input/sources/runs.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST 1e9 /* m, of coordinates */
#define HIGHEST 1e4  /* m, over ground */
#define FASTEST 1e3  /* m/s, rad/s */

/// A column of numbers and its place in scenario_run.
typedef struct run_column {
    const char *name, *unit;
    size_t offset;
    double low, high;
} run_column;

#define START(member) (offsetof(scenario_run, start) + offsetof(talus_release_run, member))
static const run_column columns[] = {
    {"x", "m", offsetof(scenario_run, x), -FARTHEST, FARTHEST},
    {"y", "m", offsetof(scenario_run, y), -FARTHEST, FARTHEST},
    {"z", "m", START(z), -FARTHEST, FARTHEST},
    {"height_m", "m", START(height), 0.0, HIGHEST},
    {"vx", "m/s", START(velocity.x), -FASTEST, FASTEST},
    {"vy", "m/s", START(velocity.y), -FASTEST, FASTEST},
    {"vz", "m/s", START(velocity.z), -FASTEST, FASTEST},
    {"wx", "rad/s", START(spin.x), -FASTEST, FASTEST},
    {"wy", "rad/s", START(spin.y), -FASTEST, FASTEST},
    {"wz", "rad/s", START(spin.z), -FASTEST, FASTEST},
    {"qw", "1", START(orientation.w), -FASTEST, FASTEST},
    {"qx", "1", START(orientation.x), -FASTEST, FASTEST},
    {"qy", "1", START(orientation.y), -FASTEST, FASTEST},
    {"qz", "1", START(orientation.z), -FASTEST, FASTEST},
    {"end_x", "m", offsetof(scenario_run, end_x), -FARTHEST, FARTHEST},
    {"end_y", "m", offsetof(scenario_run, end_y), -FARTHEST, FARTHEST},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

talus_status scenario_row_rock(const files_records *table, size_t row,
                               const talus_rock_class *classes, size_t class_count, uint32_t *rock,
                               talus_error *error)
{
    const char *name = files_records_text(table, row, files_records_find(table, "rock"));
    *rock = 0;
    for (size_t k = 0; k < class_count && *rock == 0 && name[0] != '\0'; k++) {
        *rock = strcmp(classes[k].rock->name, name) == 0 ? (uint32_t)k + 1 : 0;
    }
    if (name[0] == '\0' || *rock > 0) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s:%d: rock: found '%.60s', expected the name of one of the %zu rocks "
                           "of the scenario",
                           table->path, table->lines[row], name, class_count);
}

static talus_status read_number(const files_records *table, size_t row, const run_column *column,
                                scenario_run *run, talus_error *error)
{
    double *value = (double *)(void *)((char *)run + column->offset);
    const talus_status status =
        files_records_number(table, row, files_records_find(table, column->name), value, error);
    if (status == TALUS_OK && (*value < column->low || *value > column->high)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT, "%s:%d: %s: found %g %s, expected %g to %g", table->path,
            table->lines[row], column->name, *value, column->unit, column->low, column->high);
    }
    return status;
}

/// What the cells of a row say together.
static talus_status check_run(const files_records *table, size_t row, const scenario_run *run,
                              talus_error *error)
{
    const talus_quat p = run->start.orientation;
    const int unknown = isnan(p.w) + isnan(p.x) + isnan(p.y) + isnan(p.z);
    const char *fault = NULL;
    if (isnan(run->x) || isnan(run->y)) {
        fault = "found no x or y, expected where the run starts";
    } else if (isnan(run->end_x) != isnan(run->end_y)) {
        fault = "found one of end_x and end_y, expected both or none";
    } else if (unknown > 0 && unknown < 4) {
        fault = "found some of qw, qx, qy, qz, expected all four or none";
    } else if (unknown == 0 && p.w == 0.0 && p.x == 0.0 && p.y == 0.0 && p.z == 0.0) {
        fault = "found the orientation 0, 0, 0, 0, expected a quaternion";
    }
    return fault == NULL ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_INPUT, "%s:%d: %s", table->path,
                                           table->lines[row], fault);
}

static talus_status read_run(const files_records *table, size_t row, scenario_run *run,
                             talus_error *error)
{
    talus_status status = TALUS_OK;
    run->name = files_records_text(table, row, files_records_find(table, "run"));
    for (size_t k = 0; k < COLUMNS && status == TALUS_OK; k++) {
        status = read_number(table, row, &columns[k], run, error);
    }
    return status == TALUS_OK ? check_run(table, row, run, error) : status;
}

talus_status scenario_runs_find_rocks(scenario_runs *runs, const talus_rock_class *classes,
                                      size_t class_count, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < runs->count && status == TALUS_OK; k++) {
        status = scenario_row_rock(&runs->table, k, classes, class_count,
                                   &runs->items[k].start.rock, error);
    }
    return status;
}

talus_status scenario_runs_read(const char *path, scenario_runs *runs, talus_error *error)
{
    files_records *table = &runs->table;
    *runs = (scenario_runs){0};
    talus_status status = files_records_read(path, table, error);
    for (size_t k = 0; k < 2 && status == TALUS_OK; k++) {
        if (files_records_find(table, columns[k].name) == SIZE_MAX) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%s: found no column '%s', expected it in the heading", path,
                                     columns[k].name);
        }
    }
    if (status != TALUS_OK) {
        return status;
    }
    runs->items = calloc(table->rows + 1, sizeof *runs->items);
    if (runs->items == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the runs of %s", path);
    }
    for (size_t k = 0; k < table->rows && status == TALUS_OK; k++) {
        status = read_run(table, k, &runs->items[k], error);
        runs->count += status == TALUS_OK ? 1 : 0;
    }
    return status;
}

const char *scenario_runs_unused(const scenario_runs *runs)
{
    for (size_t i = 0; i < runs->table.columns; i++) {
        const char *name = runs->table.names[i];
        bool is_used = strcmp(name, "run") == 0 || strcmp(name, "rock") == 0;
        for (size_t k = 0; k < COLUMNS; k++) {
            is_used = is_used || strcmp(name, columns[k].name) == 0;
        }
        if (!is_used) {
            return name;
        }
    }
    return NULL;
}

void scenario_runs_clear(scenario_runs *runs)
{
    free(runs->items);
    files_records_clear(&runs->table);
    *runs = (scenario_runs){0};
}
