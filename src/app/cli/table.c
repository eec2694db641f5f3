// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a table by the keys of their columns.
#include "app/cli/compare.h"

#include <math.h>
#include <string.h>

static talus_value cell_of(const talus_table *table, size_t row, const char *key)
{
    talus_value value = {.kind = TALUS_VALUE_ABSENT};
    for (size_t k = 0; k < table->column_count; k++) {
        if (strcmp(table->columns[k].key, key) == 0 &&
            talus_table_cell(table, row, k, &value, NULL) != TALUS_OK) {
            value.kind = TALUS_VALUE_ABSENT;
        }
    }
    return value;
}

double cli_table_real(const talus_table *table, size_t row, const char *key)
{
    const talus_value value = cell_of(table, row, key);
    return value.kind == TALUS_VALUE_REAL ? value.of.real : (double)NAN;
}

long long cli_table_integer(const talus_table *table, size_t row, const char *key)
{
    const talus_value value = cell_of(table, row, key);
    return value.kind == TALUS_VALUE_INTEGER ? value.of.integer : 0;
}

const char *cli_table_text(const talus_table *table, size_t row, const char *key)
{
    const talus_value value = cell_of(table, row, key);
    const bool is_text = value.kind == TALUS_VALUE_TEXT || value.kind == TALUS_VALUE_WORD;
    return is_text && value.of.text != NULL ? value.of.text : "";
}
