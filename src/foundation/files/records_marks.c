// SPDX-License-Identifier: GPL-3.0-or-later
// What points and commas mean in the columns of a table, by its cells.
#include "foundation/files/records.h"

#include <string.h>

/// What the cells of a column show.
static unsigned marks_in(const files_records *records, size_t column)
{
    unsigned shown = 0;
    for (size_t k = 0; k < records->rows && (shown & FILES_SHOWS_WORDS) == 0; k++) {
        const char *cell = records->cells[k * records->columns + column];
        shown |= cell[0] != '\0' ? files_marks_in(cell) : 0;
    }
    return (shown & FILES_SHOWS_WORDS) == 0 ? shown : 0;
}

/// Has some cell a comma, or two points? Without them nothing is unclear.
static bool has_marks(const files_records *records)
{
    bool found = false;
    for (size_t k = 0; !found && k < records->rows * records->columns; k++) {
        const char *cell = records->cells[k];
        found = strchr(cell, ',') != NULL || strchr(cell, '.') != strrchr(cell, '.');
    }
    return found;
}

void files_records_find_marks(files_records *records, const bool *are_plain)
{
    const bool is_marked = has_marks(records);
    unsigned all = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t c = 0; c < records->columns; c++) {
            const bool is_plain = !is_marked || (are_plain != NULL && are_plain[c]);
            if (pass == 0 && is_plain) {
                continue;
            }
            const unsigned own = is_plain ? 0 : marks_in(records, c);
            all |= pass == 0 ? own : 0;
            records->marks[c] = files_marks_of(own, is_plain ? 0 : all);
        }
    }
}
