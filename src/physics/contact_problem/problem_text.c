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

/// Entries row by row; of block rows, rows 3 row to 3 row + 2 of all blocks of a full block row.
static void add_dense(files_text *text, const talus_contact_problem *problem)
{
    const size_t n = problem->contact_count;
    const bool is_matrix = problem->row_start == NULL;
    files_text_add(text, "%zu %zu\n%zu %zu\n", 3 * n, 3 * n, 3 * n, 3 * n);
    for (size_t i = 0; i < 3 * n; i++) {
        for (size_t column = 0; column < n; column++) {
            const size_t at =
                is_matrix ? 3 * n * i + 3 * column : 9 * (i / 3 * n + column) + i % 3 * 3;
            const double *row = problem->blocks + at;
            files_text_add(text, "%s%.17g %.17g %.17g", column > 0 ? " " : "", row[0], row[1],
                           row[2]);
        }
        files_text_add(text, "\n");
    }
}

static void add_count(files_text *text, size_t k, size_t count)
{
    files_text_add(text, "%s%zu", k > 0 ? " " : "", count);
}

/// Ends of block rows or columns: 3, 6, 9, ...
static void add_ends(files_text *text, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        add_count(text, k, 3 * (k + 1));
    }
    files_text_add(text, "\n");
}

static void add_blocks(files_text *text, const talus_contact_problem *problem)
{
    const size_t n = problem->contact_count, count = problem->row_start[n];
    files_text_add(text, "%zu\n%zu\n%zu\n%zu\n%zu\n", 3 * n, 3 * n, count, n, n);
    add_ends(text, n);
    add_ends(text, n);
    files_text_add(text, "%zu\n%zu\n", n + 1, count);
    for (size_t k = 0; k <= n; k++) {
        add_count(text, k, problem->row_start[k]);
    }
    files_text_add(text, "\n");
    for (size_t k = 0; k < count; k++) {
        add_count(text, k, problem->column[k]);
    }
    files_text_add(text, "\n");
    for (size_t k = 0; k < count; k++) {
        double columns[9];
        for (size_t i = 0; i < 9; i++) {
            columns[i] = problem->blocks[9 * k + i % 3 * 3 + i / 3];
        }
        files_text_add(text, "%zu\n", k);
        add_values(text, columns, 9);
    }
}

bool problem_write_text(const talus_contact_problem *problem, files_text *text)
{
    const size_t n = problem->contact_count;
    const bool is_full = problem->row_start == NULL ||
                         (problem->row_start[n] / n == n && problem->row_start[n] % n == 0);
    files_text_add(text, "3\n%zu\n%d\n", n, is_full ? 0 : 1);
    if (is_full) {
        add_dense(text, problem);
    } else {
        add_blocks(text, problem);
    }
    add_values(text, problem->c, 3 * n);
    add_values(text, problem->mu, n);
    return !text->failed;
}
