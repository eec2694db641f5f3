// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of contact problem files share: a small problem, comparison by bits, reading
// bytes.
#ifndef TALUS_TESTS_FILES_CONTACT_CASE_H
#define TALUS_TESTS_FILES_CONTACT_CASE_H

#include "cases/problem_files/contact_problem.h"
#include "files/files_case.h"

/// What reading a problem from these bytes gives; the file is removed again.
typedef struct contact_case {
    talus_status status;
    problem_rows *rows;
    talus_error error;
} contact_case;

static inline contact_case read_problem_bytes(const char *name, const void *data, size_t size)
{
    contact_case result = {.status = TALUS_OK};
    const file_path path = make_file(name, data, size);
    result.status = files_read_contact_problem(path.text, &result.rows, &result.error);
    (void)remove(path.text);
    cr_assert_eq(result.status == TALUS_OK, result.rows != NULL);
    return result;
}

static inline contact_case read_problem_text(const char *text)
{
    return read_problem_bytes("problem.dat", text, strlen(text));
}

static inline void expect_same_problem(const problem_rows *a, const problem_rows *b)
{
    const size_t n = a->contact_count, count = a->block_count;
    cr_assert_eq(n, b->contact_count);
    cr_assert_eq(count, b->block_count);
    cr_expect_eq(memcmp(a->row_start, b->row_start, (n + 1) * sizeof *a->row_start), 0);
    cr_expect_eq(memcmp(a->column, b->column, count * sizeof *a->column), 0);
    cr_expect_eq(memcmp(a->blocks, b->blocks, 9 * count * sizeof *a->blocks), 0);
    cr_expect_eq(memcmp(a->c, b->c, 3 * n * sizeof *a->c), 0);
    cr_expect_eq(memcmp(a->mu, b->mu, n * sizeof *a->mu), 0);
}

static inline talus_status write_rows(const char *path, const problem_rows *rows,
                                      talus_error *error)
{
    const talus_contact_problem problem = problem_rows_view(rows);
    return files_write_contact_problem(path, &problem, error);
}

static inline double random_number(size_t k)
{
    talus_random rng = {11, 0, (uint32_t)k};
    return 2.0 * talus_random_uniform(&rng) - 1.0;
}

/// n contacts; row i holds the columns i, and i + 1 and i + 3 where they exist (all with `full`).
static inline problem_rows *make_problem(size_t n, bool full)
{
    problem_rows *s = NULL;
    size_t count = 0;
    cr_assert_eq(problem_rows_create(n, n * n, &s, NULL), TALUS_OK);
    for (size_t row = 0; row < n; row++) {
        for (size_t column = 0; column < n; column++) {
            if (full || column == row || column == row + 1 || column == row + 3) {
                for (size_t k = 0; k < 9; k++) {
                    s->blocks[9 * count + k] =
                        random_number(9 * count + k) + (column == row && k % 4 == 0 ? 5.0 : 0.0);
                }
                s->column[count++] = (uint32_t)column;
            }
        }
        s->row_start[row + 1] = count;
    }
    s->block_count = count;
    for (size_t k = 0; k < 3 * n; k++) {
        s->c[k] = random_number(5000 + k) * 1e-3;
    }
    for (size_t k = 0; k < n; k++) {
        s->mu[k] = 0.1 * (double)(k + 1);
    }
    s->blocks[1] = -0.0;
    s->blocks[2] = 5e-324;
    s->blocks[3] = 1.7e149;
    return s;
}

#endif
