// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV.
#include "io/table/table.h"

#include <inttypes.h>
#include <string.h>

/// In quotes only where the field cannot do without.
static void add_word(files_text *text, const char *word)
{
    if (strpbrk(word, ",\"\r\n") != NULL || files_csv_is_formula(word)) {
        files_csv_add_text(text, word);
    } else {
        files_text_add(text, "%s", word);
    }
}

static void add_real(files_text *text, const talus_column *column, double value)
{
    const int digits = column->digits > 0 ? (int)column->digits : 9;
    switch (column->type) {
    case TALUS_COLUMN_REAL:
    case TALUS_COLUMN_EXTENDED:
        files_text_add(text, "%.*g", digits, value);
        break;
    case TALUS_COLUMN_FIXED:
        files_text_add(text, "%.*f", digits, value);
        break;
    case TALUS_COLUMN_EXPONENT:
        files_text_add(text, "%.*e", digits, value);
        break;
    case TALUS_COLUMN_TEXT:
    case TALUS_COLUMN_INTEGER:
    case TALUS_COLUMN_TYPE_COUNT:
        break;
    }
}

void table_csv_head(files_text *text, const talus_table *table)
{
    const char *comma = "";
    for (size_t k = 0; k < table->column_count; k++) {
        if (table_has(&table->columns[k], TALUS_IN_CSV)) {
            files_text_add(text, "%s", comma);
            add_word(text, table->columns[k].key);
            comma = ",";
        }
    }
    files_text_add(text, "\n");
}

talus_status table_csv_row(files_text *text, const talus_table *table, size_t row,
                           talus_error *error)
{
    const char *comma = "";
    for (size_t k = 0; k < table->column_count; k++) {
        const talus_column *column = &table->columns[k];
        talus_value value;
        if (!table_has(column, TALUS_IN_CSV)) {
            continue;
        }
        const talus_status status = table_value(table, row, k, &value, error);
        if (status != TALUS_OK) {
            return status;
        }
        files_text_add(text, "%s", comma);
        comma = ",";
        switch (value.kind) {
        case TALUS_VALUE_ABSENT:
            break;
        case TALUS_VALUE_TEXT:
            files_csv_add_text(text, value.of.text);
            break;
        case TALUS_VALUE_WORD:
            add_word(text, value.of.text);
            break;
        case TALUS_VALUE_INTEGER:
            files_text_add(text, "%" PRId64, value.of.integer);
            break;
        case TALUS_VALUE_UNSIGNED:
            files_text_add(text, "%" PRIu64, value.of.number);
            break;
        case TALUS_VALUE_REAL:
            add_real(text, column, value.of.real);
            break;
        }
    }
    files_text_add(text, "\n");
    return TALUS_OK;
}

talus_status table_write_csv_where(talus_directory *directory, const char *file,
                                   const talus_table *table, table_filter *keeps,
                                   talus_error *error)
{
    files_text text = {0};
    talus_status status = talus_table_check(table, error);
    if (status == TALUS_OK) {
        table_csv_head(&text, table);
    }
    for (size_t k = 0; status == TALUS_OK && k < table->row_count; k++) {
        if (keeps == NULL || keeps(table->user, k)) {
            status = table_csv_row(&text, table, k, error);
        }
    }
    if (status == TALUS_OK) {
        return directory_write_text(directory, file, &text, error);
    }
    files_text_clear(&text);
    return status;
}

talus_status table_write_csv(talus_directory *directory, const char *file, const talus_table *table,
                             talus_error *error)
{
    return table_write_csv_where(directory, file, table, NULL, error);
}
