// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/contact_problem/rows.h"

#include <stdlib.h>
#include <string.h>

talus_status problem_rows_create(size_t contact_count, size_t block_count, problem_rows **rows,
                                 talus_error *error)
{
    const size_t most = SIZE_MAX / (16 * sizeof(double));
    *rows = NULL;
    problem_rows *made = contact_count < UINT32_MAX && contact_count < most && block_count < most
                             ? calloc(1, sizeof *made)
                             : NULL;
    if (made != NULL) {
        // one element more than asked: no request for zero bytes
        made->contact_count = contact_count;
        made->block_count = block_count;
        made->row_start = calloc(contact_count + 1, sizeof *made->row_start);
        made->column = calloc(block_count + 1, sizeof *made->column);
        made->blocks = calloc(9 * block_count + 1, sizeof *made->blocks);
        made->c = calloc(3 * contact_count + 1, sizeof *made->c);
        made->mu = calloc(contact_count + 1, sizeof *made->mu);
        if (made->row_start != NULL && made->column != NULL && made->blocks != NULL &&
            made->c != NULL && made->mu != NULL) {
            *rows = made;
            return TALUS_OK;
        }
    }
    problem_rows_destroy(made);
    return talus_error_set(error, TALUS_ERROR_MEMORY,
                           "no memory for a contact problem of %zu contacts and %zu blocks",
                           contact_count, block_count);
}

void problem_rows_destroy(problem_rows *rows)
{
    if (rows != NULL) {
        free(rows->row_start);
        free(rows->column);
        free(rows->blocks);
        free(rows->c);
        free(rows->mu);
        free(rows);
    }
}

talus_contact_problem problem_rows_view(const problem_rows *rows)
{
    talus_contact_problem problem =
        talus_contact_problem_dense(rows->contact_count, rows->blocks, rows->c, rows->mu);
    problem.row_start = rows->row_start;
    problem.column = rows->column;
    return problem;
}

size_t problem_find_block(const talus_contact_problem *problem, size_t row, size_t column)
{
    size_t low = problem->row_start[row], high = problem->row_start[row + 1];
    const size_t end = high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (problem->column[middle] < column) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && problem->column[low] == column ? low : SIZE_MAX;
}

/// Block (row, column) into a matrix whose rows have `width` numbers.
static void copy_block(const talus_contact_problem *problem, size_t row, size_t column,
                       size_t width, double *to)
{
    const size_t size = 3 * problem->contact_count;
    const double *from = problem->blocks + 3 * row * size + 3 * column;
    size_t stride = size;
    if (problem->row_start != NULL) {
        const size_t block = problem_find_block(problem, row, column);
        from = block == SIZE_MAX ? NULL : problem->blocks + 9 * block;
        stride = 3;
    }
    for (size_t k = 0; k < 9; k++) {
        to[k / 3 * width + k % 3] = from == NULL ? 0.0 : from[k / 3 * stride + k % 3];
    }
}

void problem_gather(const talus_contact_problem *problem, const size_t *contact, size_t count,
                    double *w, double *c, double *mu)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(c + 3 * i, problem->c + 3 * contact[i], 3 * sizeof *c);
        mu[i] = problem->mu[contact[i]];
        for (size_t j = 0; j < count; j++) {
            copy_block(problem, contact[i], contact[j], 3 * count, w + 9 * i * count + 3 * j);
        }
    }
}
