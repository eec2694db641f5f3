// SPDX-License-Identifier: GPL-3.0-or-later
// A dense problem as full block rows.
#ifndef TALUS_TESTS_CONTACT_PROBLEM_FULL_ROWS_H
#define TALUS_TESTS_CONTACT_PROBLEM_FULL_ROWS_H

#include "physics/contact_problem/rows.h"

#include <criterion/criterion.h>
#include <string.h>

static problem_rows *full_rows(const talus_contact_problem *dense)
{
    const size_t n = dense->contact_count, size = 3 * n;
    problem_rows *rows = NULL;
    cr_assert_eq(problem_rows_create(n, n * n, &rows, NULL), TALUS_OK);
    for (size_t b = 0; b < n * n; b++) {
        rows->column[b] = (uint32_t)(b % n);
        rows->row_start[b / n + 1] = (b / n + 1) * n;
        for (size_t k = 0; k < 9; k++) {
            rows->blocks[9 * b + k] =
                dense->blocks[(3 * (b / n) + k / 3) * size + 3 * (b % n) + k % 3];
        }
    }
    memcpy(rows->c, dense->c, size * sizeof *rows->c);
    memcpy(rows->mu, dense->mu, n * sizeof *rows->mu);
    return rows;
}

#endif
