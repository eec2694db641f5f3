// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a table and what they may hold.
#include "io/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 17 };

bool table_has(const talus_column *column, unsigned file)
{
    return column->files == 0 || (column->files & file) != 0;
}

static talus_status check_column(const talus_table *table, size_t k, talus_error *error)
{
    const talus_column *column = &table->columns[k];
    if (column->key == NULL || column->key[0] == '\0') {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "table '%s': found column %zu without a key, expected one",
                               table->name, k);
    }
    if ((unsigned)column->type >= TALUS_COLUMN_TYPE_COUNT || column->digits > MOST_DIGITS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "table '%s', column '%s': found type %d with %u digits, expected "
                               "one of %d types and at most %d digits",
                               table->name, column->key, (int)column->type, column->digits,
                               TALUS_COLUMN_TYPE_COUNT, MOST_DIGITS);
    }
    for (size_t i = 0; i < k; i++) {
        if (strcmp(table->columns[i].key, column->key) == 0) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "table '%s': found two columns '%s', expected different keys",
                                   table->name, column->key);
        }
    }
    return TALUS_OK;
}

talus_status talus_table_check(const talus_table *table, talus_error *error)
{
    if (table == NULL || table->size != sizeof(talus_table)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a table of %zu bytes, expected %zu: set its size",
                               table != NULL ? table->size : 0, sizeof(talus_table));
    }
    if (table->name == NULL || table->columns == NULL || table->column_count == 0 ||
        table->cell == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a table needs a name, columns and a function for its cells");
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < table->column_count && status == TALUS_OK; k++) {
        status = check_column(table, k, error);
    }
    return status;
}

static bool is_number(talus_column_type type)
{
    switch (type) {
    case TALUS_COLUMN_REAL:
    case TALUS_COLUMN_EXTENDED:
    case TALUS_COLUMN_FIXED:
    case TALUS_COLUMN_EXPONENT:
        return true;
    case TALUS_COLUMN_TEXT:
    case TALUS_COLUMN_INTEGER:
    case TALUS_COLUMN_TYPE_COUNT:
        break;
    }
    return false;
}

/// An absent text or number becomes absent. @return false when the value is not of the type
static bool settle(talus_column_type type, talus_value *value)
{
    const talus_value absent = {.kind = TALUS_VALUE_ABSENT};
    switch (value->kind) {
    case TALUS_VALUE_ABSENT:
        return true;
    case TALUS_VALUE_TEXT:
    case TALUS_VALUE_WORD:
        if (value->of.text == NULL) {
            *value = absent;
        }
        return type == TALUS_COLUMN_TEXT;
    case TALUS_VALUE_INTEGER:
    case TALUS_VALUE_UNSIGNED:
        return type == TALUS_COLUMN_INTEGER;
    case TALUS_VALUE_REAL:
        if (!isfinite(value->of.real) && type != TALUS_COLUMN_EXTENDED) {
            *value = absent;
        }
        return is_number(type);
    }
    return false;
}

talus_status table_value(const talus_table *table, size_t row, size_t column, talus_value *value,
                         talus_error *error)
{
    static const char *const kinds[] = {
        [TALUS_VALUE_ABSENT] = "nothing",      [TALUS_VALUE_TEXT] = "text",
        [TALUS_VALUE_WORD] = "a word",         [TALUS_VALUE_INTEGER] = "an integer",
        [TALUS_VALUE_UNSIGNED] = "an integer", [TALUS_VALUE_REAL] = "a real number"};
    const talus_column *c = &table->columns[column];
    *value = table->cell(table->user, row, column);
    const talus_value_kind kind = value->kind;
    if (settle(c->type, value)) {
        return TALUS_OK;
    }
    *value = (talus_value){.kind = TALUS_VALUE_ABSENT};
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "table '%s', column '%s', row %zu: found %s, expected %s", table->name,
                           c->key, row,
                           (unsigned)kind <= TALUS_VALUE_REAL ? kinds[kind] : "an unknown value",
                           is_number(c->type)             ? kinds[TALUS_VALUE_REAL]
                           : c->type == TALUS_COLUMN_TEXT ? kinds[TALUS_VALUE_TEXT]
                                                          : kinds[TALUS_VALUE_INTEGER]);
}
