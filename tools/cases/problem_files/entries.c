// SPDX-License-Identifier: GPL-3.0-or-later
// A contact problem from entries in any order.
#include "cases/problem_files/contact_problem.h"

#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *a, const void *b)
{
    const contact_entry *x = a, *y = b;
    if (x->row != y->row) {
        return x->row < y->row ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    return (x->source > y->source) - (x->source < y->source);
}

/// Does entry k begin another block than entry k - 1?
static bool is_first(const contact_entry *entries, size_t k)
{
    return k == 0 || entries[k].row != entries[k - 1].row ||
           entries[k].column != entries[k - 1].column;
}

talus_status files_contact_build(size_t contact_count, contact_entry *entries, size_t entry_count,
                                 problem_rows **rows, talus_error *error)
{
    bool sorted = true;
    for (size_t k = 1; k < entry_count && sorted; k++) {
        sorted = compare_entries(&entries[k - 1], &entries[k]) < 0;
    }
    if (!sorted) {
        qsort(entries, entry_count, sizeof *entries, compare_entries);
    }
    size_t block_count = 0;
    for (size_t k = 0; k < entry_count; k++) {
        block_count += is_first(entries, k);
    }
    const talus_status status = problem_rows_create(contact_count, block_count, rows, error);
    if (status != TALUS_OK) {
        return status;
    }
    problem_rows *s = *rows;
    size_t block = 0;
    for (size_t k = 0; k < entry_count; k++) {
        if (is_first(entries, k)) {
            s->column[block++] = (uint32_t)entries[k].column;
            s->row_start[entries[k].row + 1] = block;
        }
    }
    for (size_t row = 0; row < contact_count; row++) {
        if (s->row_start[row + 1] < s->row_start[row]) {
            s->row_start[row + 1] = s->row_start[row];
        }
    }
    return TALUS_OK;
}
