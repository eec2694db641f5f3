// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose columns are the parameters of a calibration.
#include "studies/calibration/calibrate_tables.h"

#include <stdio.h>
#include <string.h>

void calibrate_columns_add(calibrate_columns *columns, const talus_column *items, size_t count)
{
    memcpy(columns->items + columns->count, items, count * sizeof *items);
    columns->count += count;
}

void calibrate_columns_add_parameters(calibrate_columns *columns, const char *prefix,
                                      const talus_calibrate_parameter *parameters, size_t count)
{
    for (size_t d = 0; d < count; d++) {
        snprintf(columns->keys[d], sizeof columns->keys[d], "%s%s", prefix, parameters[d].key);
        columns->items[columns->count++] =
            (talus_column){.key = columns->keys[d], .type = TALUS_COLUMN_REAL};
    }
}

talus_table calibrate_table(const char *name, const calibrate_columns *columns, size_t rows,
                            talus_value (*cell)(const void *user, size_t row, size_t column),
                            const void *user)
{
    return (talus_table){.size = sizeof(talus_table),
                         .name = name,
                         .columns = columns->items,
                         .column_count = columns->count,
                         .row_count = rows,
                         .cell = cell,
                         .user = user};
}

static talus_value draw_cell(const void *user, size_t row, size_t column)
{
    const double *draws = user;
    return column == 0 ? talus_value_integer((int64_t)row)
                       : talus_value_real(draws[row * TALUS_MOST_PARAMETERS + column - 1]);
}

void calibrate_draw_columns(const talus_calibrate_parameter *parameters, size_t count,
                            calibrate_columns *columns)
{
    const talus_column number = {.key = "draw", .type = TALUS_COLUMN_INTEGER};
    columns->count = 0;
    calibrate_columns_add(columns, &number, 1);
    calibrate_columns_add_parameters(columns, "", parameters, count);
}

talus_table calibrate_draws(const calibrate_columns *columns, const double *draws, size_t count)
{
    return calibrate_table("draws", columns, count, draw_cell, draws);
}

talus_status calibrate_write_draws(talus_directory *directory,
                                   const talus_calibrate_parameter *parameters, size_t count,
                                   const double *draws, size_t draw_count, talus_error *error)
{
    calibrate_columns columns;
    calibrate_draw_columns(parameters, count, &columns);
    const talus_table table = calibrate_draws(&columns, draws, draw_count);
    return table_write_csv(directory, "draws.csv", &table, error);
}
