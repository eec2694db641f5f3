// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as JSON.
#include "io/table/table.h"

void table_json_member(files_text *text, const talus_table *table, size_t row, size_t column)
{
    const char *key = table->columns[column].key;
    talus_value value;
    if (table_value(table, row, column, &value, NULL) != TALUS_OK) {
        text->failed = true;
    }
    switch (value.kind) {
    case TALUS_VALUE_ABSENT:
        files_json_add_text(text, key, NULL);
        break;
    case TALUS_VALUE_TEXT:
    case TALUS_VALUE_WORD:
        files_json_add_text(text, key, value.of.text);
        break;
    case TALUS_VALUE_INTEGER:
        files_json_add_integer(text, key, value.of.integer);
        break;
    case TALUS_VALUE_UNSIGNED:
        files_json_add_unsigned(text, key, value.of.number);
        break;
    case TALUS_VALUE_REAL:
        files_json_add_number(text, key, value.of.real);
        break;
    }
}

void table_json_members(files_text *text, const talus_table *table, size_t row)
{
    for (size_t k = 0; k < table->column_count; k++) {
        if (table_has(&table->columns[k], TALUS_IN_JSON)) {
            table_json_member(text, table, row, k);
        }
    }
}

void table_json_object(files_text *text, const char *key, const talus_table *table, size_t row)
{
    files_json_begin(text, key, '{');
    table_json_members(text, table, row);
    files_json_end(text, '}');
}

void table_json(files_text *text, const char *key, const talus_table *table)
{
    files_json_begin(text, key, '[');
    for (size_t k = 0; k < table->row_count; k++) {
        table_json_object(text, NULL, table, k);
    }
    files_json_end(text, ']');
}
