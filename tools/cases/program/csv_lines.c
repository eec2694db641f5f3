// SPDX-License-Identifier: GPL-3.0-or-later
// Tables on standard output, line by line.
#include "cases/program/commands.h"

/// Print and clear the text.
static cli_exit print_text(files_text *text, talus_status status, talus_error *error)
{
    if (status == TALUS_OK && text->failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a line");
    }
    if (status == TALUS_OK) {
        fputs(text->data, stdout);
        fflush(stdout);
    } else {
        cli_print_error(error);
    }
    files_text_clear(text);
    return cli_exit_of(status);
}

cli_exit cli_print_csv_head(const talus_table *table)
{
    files_text text = {0};
    talus_error error = {0};
    table_csv_head(&text, table);
    return print_text(&text, TALUS_OK, &error);
}

cli_exit cli_print_csv_row(const talus_table *table, size_t row)
{
    files_text text = {0};
    talus_error error = {0};
    const talus_status status = table_csv_row(&text, table, row, &error);
    return print_text(&text, status, &error);
}
