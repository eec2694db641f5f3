// SPDX-License-Identifier: GPL-3.0-or-later
// Each request for memory of the last stage fails once: the problem fails, or its solution is the
// same. Linked with --wrap, so that malloc and calloc of talus's own code count.
#include "body_problems.h"
#include "failing_memory.h"
#include "physics/solve_sparse/solve_sparse.h"
#include "talus/solve.h"

#include <criterion/criterion.h>
#include <string.h>

/// A problem that the dense stages leave (tests/solve/test_stages.c).
static void pose(body_problem *b)
{
    body_problem_make(b, 918, 5, false, 4.0, 0.0);
    for (size_t k = 0; k < 5; k++) {
        b->c[3 * k] *= 0.01;
    }
}

static talus_contact_solver *solver;

static talus_status solve(const body_problem *b, talus_solve_method method, double *percussion,
                          talus_error *error)
{
    talus_solve_options options = talus_solve_options_default();
    talus_solver_info info = talus_solver_info_default();
    options.method = method;
    options.tolerance = 1e-10;
    memset(percussion, 0, 3 * BODY_MAX * sizeof *percussion);
    return talus_contact_solve(solver, &b->problem, &options, percussion, &info, error);
}

// before: an island whose last stage had no memory was unsolved, and a splitting without memory did
// nothing, without a word
Test(memory, running_out_of_it_fails_the_problem)
{
    static const talus_solve_method methods[] = {TALUS_SOLVE_ISLANDS, TALUS_SOLVE_AUTO,
                                                 TALUS_SOLVE_NEWTON, TALUS_SOLVE_INTERIOR,
                                                 TALUS_SOLVE_PROXIMAL};
    static body_problem b;
    double expected[3 * BODY_MAX], found[3 * BODY_MAX];
    pose(&b);
    cr_assert_eq(talus_contact_solver_create(BODY_MAX, &solver, NULL), TALUS_OK);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        failing = requests = 0;
        cr_assert_eq(solve(&b, methods[m], expected, NULL), TALUS_OK);
        const size_t count = requests;
        cr_expect_gt(count, 5, "method %zu: %zu requests", m, count);
        for (size_t k = 1; k <= count; k++) {
            talus_error error = {0};
            requests = 0;
            failing = k;
            const talus_status status = solve(&b, methods[m], found, &error);
            failing = 0;
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "method %zu, request %zu of %zu: %d", m, k,
                         count, (int)status);
            cr_expect_not_null(strstr(error.message, "no memory"), "%s", error.message);
        }
        cr_expect_eq(solve(&b, methods[m], found, NULL), TALUS_OK);
        cr_expect_eq(memcmp(found, expected, sizeof found), 0, "method %zu", m);
    }
    talus_contact_solver_destroy(solver);
}
