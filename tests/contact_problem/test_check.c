// SPDX-License-Identifier: GPL-3.0-or-later
// What the check of a contact problem refuses.
#include "contact_problem/made_problems.h"

#include <stddef.h>

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void expect_problem_refused(const talus_contact_problem *problem, const char *fragment)
{
    talus_error error = {0};
    cr_expect_eq(talus_contact_problem_check(problem, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, fragment), "%s", error.message);
}

static void expect_refused(const problem_rows *rows, const char *fragment)
{
    const talus_contact_problem problem = problem_rows_view(rows);
    expect_problem_refused(&problem, fragment);
}

static problem_rows *make_pair(void)
{
    problem_rows *rows;
    cr_assert(problem_rows_create(2, 2, &rows, NULL) == TALUS_OK);
    rows->row_start[1] = 1;
    rows->row_start[2] = 2;
    rows->column[1] = 1;
    memcpy(rows->blocks, unit, sizeof unit);
    memcpy(rows->blocks + 9, unit, sizeof unit);
    rows->mu[0] = rows->mu[1] = 0.5;
    return rows;
}

Test(check, a_problem_without_contacts_or_arrays_passes)
{
    const talus_contact_problem none = talus_contact_problem_default();
    cr_expect_eq(talus_contact_problem_check(&none, NULL), TALUS_OK);
}

Test(check, an_unknown_size_is_refused)
{
    problem_rows *rows = make_pair();
    talus_contact_problem problem = problem_rows_view(rows);
    problem.size = sizeof problem - 1;
    expect_problem_refused(&problem, "size of the contact problem");
    problem.size = 0;
    expect_problem_refused(&problem, "size of the contact problem");
    problem_rows_destroy(rows);
}

Test(check, defaults_write_no_byte_beyond_the_size)
{
    struct {
        talus_contact_problem problem;
        unsigned char after[8];
    } guarded;
    memset(&guarded, 0x5a, sizeof guarded);
    const size_t small = offsetof(talus_contact_problem, body);
    talus_contact_problem_defaults(&guarded.problem, small);
    cr_expect_eq(guarded.problem.size, small);
    cr_expect_eq(guarded.problem.body_count, 1);
    cr_expect_eq(((unsigned char *)&guarded)[small], 0x5a);
    talus_contact_problem_defaults(&guarded.problem, sizeof guarded.problem);
    cr_expect_eq(guarded.after[0], 0x5a);
    cr_expect_null(guarded.problem.blocks);
}

Test(check, broken_structure_is_refused)
{
    problem_rows *rows = make_pair();
    rows->column[1] = 0;
    expect_refused(rows, "no diagonal block");
    rows->column[1] = 2;
    expect_refused(rows, "column 2");
    rows->column[1] = 1;
    rows->row_start[1] = 0;
    expect_refused(rows, "no diagonal block");
    rows->row_start[1] = 3;
    expect_refused(rows, "spans blocks 0 to 3");
    rows->row_start[1] = 1;
    rows->row_start[0] = 1;
    expect_refused(rows, "starts at block 1");
    problem_rows_destroy(rows);
}

Test(check, columns_out_of_order_are_refused)
{
    problem_rows *rows = make_pair();
    rows->row_start[1] = 2;
    rows->column[0] = 1;
    rows->column[1] = 0;
    expect_refused(rows, "ascending");
    rows->column[0] = 0; // the same block twice
    expect_refused(rows, "row 0 of the contact problem has column 0; expected ascending");
    problem_rows_destroy(rows);
}

Test(check, numbers_without_meaning_are_refused)
{
    static const double wrong[] = {(double)NAN, (double)INFINITY, -1.0};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        problem_rows *rows = make_pair();
        rows->mu[1] = wrong[k];
        expect_refused(rows, "mu of contact 1");
        rows->mu[1] = 0.5;
        if (wrong[k] != -1.0) {
            rows->c[4] = wrong[k];
            expect_refused(rows, "c of contact 1");
            rows->c[4] = 0.0;
            rows->blocks[12] = wrong[k];
            expect_refused(rows, "block (1, 1)");
        }
        problem_rows_destroy(rows);
    }
}

Test(check, a_contact_that_nothing_can_move_is_refused)
{
    problem_rows *rows = make_pair();
    memset(rows->blocks, 0, 9 * sizeof *rows->blocks);
    expect_refused(rows, "positive trace");
    problem_rows_destroy(rows);
}

Test(check, bodies_out_of_range_are_refused)
{
    int32_t body[4] = {0, TALUS_BODY_FIXED, 1, TALUS_BODY_FIXED};
    problem_rows *rows = make_pair();
    talus_contact_problem problem = problem_rows_view(rows);
    problem.body = body;
    problem.body_count = 2;
    cr_expect_eq(talus_contact_problem_check(&problem, NULL), TALUS_OK);
    body[2] = 2;
    expect_problem_refused(&problem, "contact 1 names body 2");
    body[2] = -2;
    expect_problem_refused(&problem, "contact 1 names body -2");
    body[2] = TALUS_BODY_FIXED;
    expect_problem_refused(&problem, "contact 1 lies between body -1 and itself");
    problem_rows_destroy(rows);
}

Test(check, blocks_between_contacts_without_a_common_body_are_refused)
{
    double w[36] = {0}, c[6] = {0}, mu[2] = {0};
    int32_t body[4] = {0, TALUS_BODY_FIXED, 0, 1};
    for (size_t i = 0; i < 6; i++) {
        w[7 * i] = 1.0;
    }
    w[5] = 0.25;
    talus_contact_problem problem = talus_contact_problem_dense(2, w, c, mu);
    problem.body = body;
    problem.body_count = 3;
    cr_expect_eq(talus_contact_problem_check(&problem, NULL), TALUS_OK);
    body[2] = 2;
    expect_problem_refused(&problem, "share no moving body");
}

Test(check, symmetry_is_checked_where_it_is_said)
{
    double w[36] = {0}, c[6] = {0}, mu[2] = {0};
    for (size_t i = 0; i < 6; i++) {
        w[7 * i] = 1.0;
    }
    w[5] = 0.25;
    talus_contact_problem problem = talus_contact_problem_dense(2, w, c, mu);
    cr_expect_eq(talus_contact_problem_check(&problem, NULL), TALUS_OK);
    problem.is_symmetric = true;
    expect_problem_refused(&problem, "mirror");
    w[30] = 0.25;
    cr_expect_eq(talus_contact_problem_check(&problem, NULL), TALUS_OK);
    problem_rows *rows = make_pair();
    problem = problem_rows_view(rows);
    problem.is_symmetric = true;
    cr_expect_eq(talus_contact_problem_check(&problem, NULL), TALUS_OK);
    rows->blocks[1] = 1e-300;
    expect_problem_refused(&problem, "mirror");
    problem_rows_destroy(rows);
}
