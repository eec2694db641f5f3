// SPDX-License-Identifier: GPL-3.0-or-later
// Islands that fit into the solver ask for no memory. Elsewhere each request of block rows fails once: the
// problem fails, or its solution is the same. Linked with --wrap, so that malloc and calloc of talus's
// own code count.
#include "body_problems.h"
#include "failing_memory.h"
#include "physics/solve/island.h"

#include <criterion/criterion.h>
#include <string.h>

/// Sizes of islands; the last as large as the solver.
static const size_t SIZES[] = {2, 5, 12, BODY_MAX};

/// A problem that is solved in block rows alone where `index` is 918 and it has five contacts.
static void pose(body_problem *b, uint64_t index, size_t contacts)
{
    body_problem_make(b, index, contacts, false, 4.0, 0.0);
    for (size_t k = 0; k < contacts; k++) {
        b->c[3 * k] *= 0.01;
    }
}

Test(memory, an_island_that_fits_asks_for_none)
{
    static body_problem b;
    for (size_t n = 0; n < sizeof SIZES / sizeof *SIZES; n++) {
        size_t in_rows = 0;
        for (uint64_t i = 0; i < 300; i++) {
            double p[3 * BODY_MAX] = {0.0};
            talus_solver_info info;
            talus_contact_solver *solver;
            pose(&b, i, SIZES[n]);
            cr_assert_eq(talus_contact_solver_create(SIZES[n], &solver, NULL), TALUS_OK);
            has_no_memory = true;
            const talus_status status = solve_island(solver, &b.problem, 1e-10, 0.0, p, &info);
            has_no_memory = false;
            cr_assert_eq(status, TALUS_OK, "%zu contacts, problem %u", SIZES[n], (unsigned)i);
            in_rows += info.stage == TALUS_SOLVER_SPARSE;
            talus_contact_solver_destroy(solver);
        }
        cr_expect_gt(in_rows, 0, "%zu contacts: %zu in block rows", SIZES[n], in_rows);
    }
}

/// By a solver that has room for no problem. @return its requests
static size_t solve(const body_problem *b, talus_solve_method method, size_t lost,
                    double *percussion, talus_status *status, talus_error *error)
{
    talus_contact_solver *solver;
    talus_solve_options options = talus_solve_options_default();
    talus_solver_info info = talus_solver_info_default();
    options.method = method;
    options.tolerance = 1e-10;
    memset(percussion, 0, 3 * BODY_MAX * sizeof *percussion);
    cr_assert_eq(talus_contact_solver_create(0, &solver, NULL), TALUS_OK);
    requests = 0;
    failing = lost;
    *status = talus_contact_solve(solver, &b->problem, &options, percussion, &info, error);
    failing = 0;
    const size_t count = requests;
    talus_contact_solver_destroy(solver);
    return count;
}

Test(memory, running_out_of_it_fails_the_problem)
{
    static const talus_solve_method methods[] = {TALUS_SOLVE_AUTO, TALUS_SOLVE_NEWTON,
                                                 TALUS_SOLVE_INTERIOR, TALUS_SOLVE_PROXIMAL};
    static body_problem b;
    double expected[3 * BODY_MAX], found[3 * BODY_MAX];
    pose(&b, 918, 5);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        talus_status status;
        const size_t count = solve(&b, methods[m], 0, expected, &status, NULL);
        cr_assert_eq(status, TALUS_OK);
        cr_expect_gt(count, 0, "method %zu: %zu requests", m, count);
        for (size_t k = 1; k <= count; k++) {
            talus_error error = {0};
            (void)solve(&b, methods[m], k, found, &status, &error);
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "method %zu, request %zu of %zu: %d", m, k,
                         count, (int)status);
            cr_expect_not_null(strstr(error.message, "no memory"), "%s", error.message);
        }
        (void)solve(&b, methods[m], 0, found, &status, NULL);
        cr_expect_eq(memcmp(found, expected, sizeof found), 0, "method %zu", m);
    }
}
