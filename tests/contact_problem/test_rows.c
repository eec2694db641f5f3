// SPDX-License-Identifier: GPL-3.0-or-later
// A dense problem in block rows and back, by bits.
#include "contact_problem/full_rows.h"

enum { CONTACTS = 4, SIZE = 3 * CONTACTS };

static double w[SIZE * SIZE], c[SIZE], mu[CONTACTS];

static talus_contact_problem make_problem(void)
{
    talus_random rng = {3, 0, 0};
    for (size_t k = 0; k < sizeof w / sizeof w[0]; k++) {
        w[k] = talus_random_uniform(&rng) - 0.5 + (k % (SIZE + 1) == 0 ? 4.0 : 0.0);
    }
    for (size_t k = 0; k < SIZE; k++) {
        c[k] = talus_random_uniform(&rng) - 0.8;
    }
    for (size_t k = 0; k < CONTACTS; k++) {
        mu[k] = talus_random_uniform(&rng);
    }
    return talus_contact_problem_dense(CONTACTS, w, c, mu);
}

Test(rows, there_and_back_keeps_all_bits)
{
    const talus_contact_problem problem = make_problem();
    double w2[SIZE * SIZE], c2[SIZE], mu2[CONTACTS];
    const size_t all[CONTACTS] = {0, 1, 2, 3};
    problem_rows *rows = full_rows(&problem);
    const talus_contact_problem in_rows = problem_rows_view(rows);
    cr_expect_eq(talus_contact_problem_check(&in_rows, NULL), TALUS_OK);
    problem_gather(&in_rows, all, CONTACTS, w2, c2, mu2);
    cr_expect_eq(memcmp(w, w2, sizeof w), 0);
    cr_expect_eq(memcmp(c, c2, sizeof c), 0);
    cr_expect_eq(memcmp(mu, mu2, sizeof mu), 0);
    problem_rows_destroy(rows);
}

Test(rows, contacts_are_gathered_from_both_forms_alike)
{
    const talus_contact_problem problem = make_problem();
    const size_t some[2] = {1, 3};
    double a[36], b[36], c2[6], mu2[2];
    problem_rows *rows = full_rows(&problem);
    const talus_contact_problem in_rows = problem_rows_view(rows);
    problem_gather(&problem, some, 2, a, c2, mu2);
    problem_gather(&in_rows, some, 2, b, c2, mu2);
    cr_expect_eq(memcmp(a, b, sizeof a), 0);
    cr_expect_eq(a[0], w[3 * SIZE + 3]);
    cr_expect_eq(a[3], w[3 * SIZE + 9]);
    cr_expect_eq(c2[3], c[9]);
    cr_expect_eq(mu2[1], mu[3]);
    problem_rows_destroy(rows);
}

Test(rows, blocks_that_are_not_stored_are_gathered_as_zero)
{
    static const size_t start[3] = {0, 1, 2};
    static const uint32_t column[2] = {0, 1};
    const size_t all[2] = {0, 1};
    talus_contact_problem problem = talus_contact_problem_dense(2, w, c, mu);
    double a[36], c2[6], mu2[2];
    (void)make_problem();
    problem.row_start = start;
    problem.column = column;
    cr_expect_eq(problem_find_block(&problem, 0, 1), SIZE_MAX);
    cr_expect_eq(problem_find_block(&problem, 1, 1), 1);
    problem_gather(&problem, all, 2, a, c2, mu2);
    cr_expect_eq(a[3], 0.0);
    cr_expect_eq(a[18], 0.0);
    cr_expect_eq(a[21], w[9]);
}

Test(rows, impossible_sizes_are_out_of_memory)
{
    problem_rows *rows;
    cr_expect_eq(problem_rows_create(SIZE_MAX / 2, 1, &rows, NULL), TALUS_ERROR_MEMORY);
    cr_expect_null(rows);
}
