// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/sparse/sparse.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// lower triangle of  4 1 0 2 / 1 3 0 0 / 0 0 2 1 / 2 0 1 5
static const size_t column_start[] = {0, 3, 4, 6, 7};
static const size_t row[] = {0, 1, 3, 1, 2, 3, 3};
static const double value[] = {4, 1, 2, 3, 2, 1, 5};
static const sparse_pattern pattern = {4, column_start, row};

static sparse_factor *make_factor(void)
{
    sparse_factor *factor;
    talus_error error = {0};
    cr_assert_eq(sparse_factor_create(&pattern, &factor, &error), TALUS_OK, "%s", error.message);
    return factor;
}

Test(sparse, columns_are_solved_one_after_the_other)
{
    sparse_factor *factor = make_factor();
    // A (1, 2, 3, 4) and A (0, 0, 0, 1)
    double x[] = {14, 7, 10, 25, 2, 0, 1, 5};
    const double expected[] = {1, 2, 3, 4, 0, 0, 0, 1};
    cr_assert_eq(sparse_factor_refactor(factor, value, NULL), TALUS_OK);
    cr_assert_eq(sparse_factor_solve(factor, 2, x, NULL), TALUS_OK);
    for (size_t k = 0; k < 8; k++) {
        cr_expect(fabs(x[k] - expected[k]) < 1e-14, "%zu: %.17g", k, x[k]); /* measured 9e-16 */
    }
    sparse_factor_destroy(factor);
}

Test(sparse, new_numbers_take_the_old_analysis)
{
    sparse_factor *factor = make_factor();
    double doubled[7], x[] = {28, 14, 20, 50};
    for (size_t k = 0; k < 7; k++) {
        doubled[k] = 2.0 * value[k];
    }
    cr_assert_eq(sparse_factor_refactor(factor, value, NULL), TALUS_OK);
    cr_assert_eq(sparse_factor_refactor(factor, doubled, NULL), TALUS_OK);
    cr_assert_eq(sparse_factor_solve(factor, 1, x, NULL), TALUS_OK);
    cr_expect(fabs(x[3] - 4.0) < 1e-14, "%.17g", x[3]);
    sparse_factor_destroy(factor);
}

Test(sparse, an_indefinite_matrix_is_told_and_the_factor_serves_again)
{
    sparse_factor *factor = make_factor();
    double indefinite[7], x[] = {14, 7, 10, 25};
    talus_error error = {0};
    memcpy(indefinite, value, sizeof value);
    indefinite[6] = -5.0;
    cr_expect_eq(sparse_factor_refactor(factor, indefinite, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "not positive definite"), "%s", error.message);
    cr_expect_eq(sparse_factor_solve(factor, 1, x, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(sparse_factor_refactor(factor, value, &error), TALUS_OK);
    cr_expect_eq(sparse_factor_solve(factor, 1, x, &error), TALUS_OK);
    cr_expect(fabs(x[0] - 1.0) < 1e-14);
    sparse_factor_destroy(factor);
}

Test(sparse, a_large_indefinite_matrix_is_told)
{
    // dense 200 x 200, the supernodal side of CHOLMOD: I but for one negative pivot
    enum { SIZE = 200, COUNT = SIZE * (SIZE + 1) / 2 };
    static size_t start[SIZE + 1], rows[COUNT];
    static double values[COUNT];
    size_t count = 0;
    for (size_t j = 0; j < SIZE; j++) {
        for (size_t i = j; i < SIZE; i++) {
            values[count] = i != j ? 1e-3 : j == 150 ? -1.0 : 1.0;
            rows[count++] = i;
        }
        start[j + 1] = count;
    }
    sparse_factor *factor;
    cr_assert_eq(sparse_factor_create(&(sparse_pattern){SIZE, start, rows}, &factor, NULL),
                 TALUS_OK);
    cr_expect_eq(sparse_factor_refactor(factor, values, NULL), TALUS_ERROR_ARGUMENT);
    sparse_factor_destroy(factor);
}

Test(sparse, a_factor_without_numbers_does_not_solve)
{
    sparse_factor *factor = make_factor();
    double x[4] = {1, 1, 1, 1};
    cr_expect_eq(sparse_factor_solve(factor, 1, x, NULL), TALUS_ERROR_ARGUMENT);
    sparse_factor_destroy(factor);
}

Test(sparse, entries_above_the_diagonal_or_out_of_order_are_refused)
{
    static const size_t start[] = {0, 1, 3}, above[] = {0, 0, 1}, twice[] = {0, 1, 1},
                        outside[] = {0, 1, 2};
    static const size_t *const rows[] = {above, twice, outside};
    for (size_t k = 0; k < 3; k++) {
        const sparse_pattern wrong = {2, start, rows[k]};
        sparse_factor *factor;
        size_t order[2];
        talus_error error = {0};
        cr_expect_eq(sparse_factor_create(&wrong, &factor, &error), TALUS_ERROR_ARGUMENT);
        cr_expect_null(factor);
        cr_expect_not_null(strstr(error.message, "ascending"), "%s", error.message);
        cr_expect_eq(sparse_order(&wrong, order, NULL), TALUS_ERROR_ARGUMENT);
    }
}

Test(sparse, no_columns_are_refused)
{
    static const size_t start[] = {0};
    sparse_factor *factor;
    cr_expect_eq(sparse_factor_create(&(sparse_pattern){0, start, start}, &factor, NULL),
                 TALUS_ERROR_ARGUMENT);
}

Test(sparse, an_order_names_every_row_once_and_eliminates_the_hub_last)
{
    // an arrow: row 0 meets all others, so it must wait
    enum { SIZE = 30 };
    size_t start[SIZE + 1] = {0}, rows[2 * SIZE], order[SIZE], count = 0;
    bool seen[SIZE] = {false};
    for (size_t i = 0; i < SIZE; i++) {
        rows[count++] = i;
    }
    start[1] = count;
    for (size_t j = 1; j < SIZE; j++) {
        rows[count++] = j;
        start[j + 1] = count;
    }
    cr_assert_eq(sparse_order(&(sparse_pattern){SIZE, start, rows}, order, NULL), TALUS_OK);
    for (size_t k = 0; k < SIZE; k++) {
        cr_assert_lt(order[k], SIZE);
        cr_expect(!seen[order[k]]);
        seen[order[k]] = true;
    }
    cr_expect(order[SIZE - 1] == 0 || order[SIZE - 2] == 0);
}
