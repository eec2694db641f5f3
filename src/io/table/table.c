// SPDX-License-Identifier: GPL-3.0-or-later
// Tables are checked, and handed out as texts.
#include "io/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void table_rename(talus_table *table, talus_column *columns, const char *key, const char *to)
{
    if (table->columns != columns) {
        memcpy(columns, table->columns, table->column_count * sizeof *columns);
        table->columns = columns;
    }
    for (size_t k = 0; k < table->column_count; k++) {
        if (strcmp(columns[k].key, key) == 0) {
            columns[k].key = to;
            return;
        }
    }
}

talus_status talus_table_cell(const talus_table *table, size_t row, size_t column,
                              talus_value *value, talus_error *error)
{
    if (value == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "found no place for the value");
    }
    *value = (talus_value){.kind = TALUS_VALUE_ABSENT};
    const talus_status status = talus_table_check(table, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (row >= table->row_count || column >= table->column_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "table '%s': found row %zu, column %zu, expected less than %zu, %zu",
                               table->name, row, column, table->row_count, table->column_count);
    }
    return table_value(table, row, column, value, error);
}

/// Hand a text over. @param status of its making
static talus_status hand_over(files_text *made, talus_status status, char **text,
                              const talus_table *table, talus_error *error)
{
    if (status == TALUS_OK && made->failed) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for table '%s'", table->name);
    }
    if (status == TALUS_OK) {
        *text = made->data;
    } else {
        files_text_clear(made);
    }
    return status;
}

static talus_status begin_text(const talus_table *table, char **text, talus_error *error)
{
    if (text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "found no place for the text");
    }
    *text = NULL;
    return talus_table_check(table, error);
}

talus_status talus_table_csv(const talus_table *table, char **text, talus_error *error)
{
    files_text made = {0};
    talus_status status = begin_text(table, text, error);
    if (status != TALUS_OK) {
        return status;
    }
    table_csv_head(&made, table);
    for (size_t k = 0; k < table->row_count && status == TALUS_OK; k++) {
        status = table_csv_row(&made, table, k, error);
    }
    return hand_over(&made, status, text, table, error);
}

talus_status talus_table_json(const talus_table *table, char **text, talus_error *error)
{
    files_text made = {.first = true};
    talus_status status = begin_text(table, text, error);
    // the writer of JSON cannot say which value is wrong
    for (size_t k = 0; status == TALUS_OK && k < table->row_count; k++) {
        for (size_t c = 0; c < table->column_count && status == TALUS_OK; c++) {
            talus_value value;
            status = table_value(table, k, c, &value, error);
        }
    }
    if (status != TALUS_OK) {
        return status;
    }
    table_json(&made, NULL, table);
    files_text_add(&made, "\n");
    return hand_over(&made, status, text, table, error);
}
