// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems as text: storage 0 where every block is there, else storage 1.
#include "physics/contact_problem/problem_text.h"

static void add_values(files_text *text, const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        files_text_add(text, "%s%.17g", k > 0 ? " " : "", values[k]);
    }
    files_text_add(text, "\n");
}

/// Entries row by row: rows 3 row to 3 row + 2 of all blocks of a full block row.
static void add_dense(files_text *text, const talus_contact_system *system)
{
    const size_t n = system->contact_count;
    files_text_add(text, "%zu %zu\n%zu %zu\n", 3 * n, 3 * n, 3 * n, 3 * n);
    for (size_t i = 0; i < 3 * n; i++) {
        for (size_t column = 0; column < n; column++) {
            const double *row = system->block + 9 * (i / 3 * n + column) + i % 3 * 3;
            files_text_add(text, "%s%.17g %.17g %.17g", column > 0 ? " " : "", row[0], row[1],
                           row[2]);
        }
        files_text_add(text, "\n");
    }
}

static void add_counts(files_text *text, size_t count, size_t factor, const size_t *values)
{
    for (size_t k = 0; k < count; k++) {
        files_text_add(text, "%s%zu", k > 0 ? " " : "", values ? values[k] : factor * (k + 1));
    }
    files_text_add(text, "\n");
}

static void add_blocks(files_text *text, const talus_contact_system *system)
{
    const size_t n = system->contact_count, count = system->block_count;
    files_text_add(text, "%zu\n%zu\n%zu\n%zu\n%zu\n", 3 * n, 3 * n, count, n, n);
    add_counts(text, n, 3, NULL);
    add_counts(text, n, 3, NULL);
    files_text_add(text, "%zu\n%zu\n", n + 1, count);
    add_counts(text, n + 1, 0, system->row_start);
    add_counts(text, count, 0, system->column);
    for (size_t k = 0; k < count; k++) {
        double columns[9];
        for (size_t i = 0; i < 9; i++) {
            columns[i] = system->block[9 * k + i % 3 * 3 + i / 3];
        }
        files_text_add(text, "%zu\n", k);
        add_values(text, columns, 9);
    }
}

bool files_contact_write_text(const talus_contact_system *system, files_text *text)
{
    const size_t n = system->contact_count;
    const bool is_dense = system->block_count / n == n && system->block_count % n == 0;
    files_text_add(text, "3\n%zu\n%d\n", n, is_dense ? 0 : 1);
    if (is_dense) {
        add_dense(text, system);
    } else {
        add_blocks(text, system);
    }
    add_values(text, system->q, 3 * n);
    add_values(text, system->mu, n);
    return !text->failed;
}
