// SPDX-License-Identifier: GPL-3.0-or-later
// contact_problem.h and solve.h called wrongly.
#include "misuse.h"
#include "talus/solve.h"

#include <limits.h>

static double numbers[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0}, mu[1] = {0.5}, p[3];
static const double before[3] = {0, 0, 0};
static int32_t body[2] = {0, TALUS_BODY_FIXED};
static size_t row_start[2] = {0, 1};
static uint32_t column[1] = {0};

static talus_contact_problem good(void)
{
    return talus_contact_problem_dense(1, numbers, c, mu);
}

static talus_contact_solver *solver_of(size_t contacts)
{
    talus_contact_solver *made = NULL;
    cr_assert_eq(talus_contact_solver_create(contacts, &made, NULL), TALUS_OK);
    return made;
}

/// The good request with the problem or the options changed; a refusal leaves percussions alone.
static talus_status solve_with(const talus_contact_problem *problem,
                               const talus_solve_options *options, talus_error *error)
{
    talus_solver_info info = talus_solver_info_default();
    const talus_status status =
        talus_contact_solve(solver_of(2), problem, options, p, &info, error);
    cr_expect_not(info.solved);
    cr_expect_eq(memcmp(p, before, sizeof p), 0);
    return status;
}

static talus_status solve_problem(const talus_contact_problem *problem, talus_error *error)
{
    const talus_solve_options options = talus_solve_options_default();
    const talus_status status = solve_with(problem, &options, error);
    cr_expect_eq(talus_contact_problem_check(problem, NULL), status);
    return status;
}

static talus_status solve_tolerance(double tolerance, talus_error *error)
{
    talus_solve_options options = talus_solve_options_default();
    const talus_contact_problem problem = good();
    options.tolerance = tolerance;
    return solve_with(&problem, &options, error);
}

static talus_status solver_no_place(talus_error *error)
{
    return talus_contact_solver_create(4, NULL, error);
}

static talus_status solver_huge(talus_error *error)
{
    talus_contact_solver *made = NULL;
    return talus_contact_solver_create(SIZE_MAX / 2, &made, error);
}

static talus_status solve_no_solver(talus_error *error)
{
    const talus_contact_problem problem = good();
    const talus_solve_options options = talus_solve_options_default();
    talus_solver_info info = talus_solver_info_default();
    return talus_contact_solve(NULL, &problem, &options, p, &info, error);
}

static talus_status solve_no_problem(talus_error *error)
{
    return solve_problem(NULL, error);
}

static talus_status solve_no_options(talus_error *error)
{
    const talus_contact_problem problem = good();
    return solve_with(&problem, NULL, error);
}

static talus_status solve_no_percussion(talus_error *error)
{
    const talus_contact_problem problem = good();
    const talus_solve_options options = talus_solve_options_default();
    talus_solver_info info = talus_solver_info_default();
    return talus_contact_solve(solver_of(2), &problem, &options, NULL, &info, error);
}

static talus_status solve_no_info(talus_error *error)
{
    const talus_contact_problem problem = good();
    const talus_solve_options options = talus_solve_options_default();
    return talus_contact_solve(solver_of(2), &problem, &options, p, NULL, error);
}

static talus_status solve_info_without_size(talus_error *error)
{
    const talus_contact_problem problem = good();
    const talus_solve_options options = talus_solve_options_default();
    talus_solver_info info = {0};
    return talus_contact_solve(solver_of(2), &problem, &options, p, &info, error);
}

static talus_status solve_problem_without_size(talus_error *error)
{
    talus_contact_problem problem = good();
    problem.size = 0;
    return solve_problem(&problem, error);
}

static talus_status solve_options_without_size(talus_error *error)
{
    const talus_contact_problem problem = good();
    talus_solve_options options = talus_solve_options_default();
    options.size = sizeof options + 8;
    return solve_with(&problem, &options, error);
}

static talus_status solve_tolerance_zero(talus_error *error)
{
    return solve_tolerance(0.0, error);
}

static talus_status solve_tolerance_negative(talus_error *error)
{
    return solve_tolerance(-1.0, error);
}

static talus_status solve_tolerance_nan(talus_error *error)
{
    return solve_tolerance(NOTHING, error);
}

static talus_status solve_tolerance_endless(talus_error *error)
{
    return solve_tolerance(ENDLESS, error);
}

static talus_status solve_limit_negative(talus_error *error)
{
    const talus_contact_problem problem = good();
    talus_solve_options options = talus_solve_options_default();
    options.iteration_limit = INT_MIN;
    return solve_with(&problem, &options, error);
}

static talus_status solve_method_unknown(talus_error *error)
{
    const talus_contact_problem problem = good();
    talus_solve_options options = talus_solve_options_default();
    options.method = TALUS_SOLVE_METHOD_COUNT; // the first that is none
    return solve_with(&problem, &options, error);
}

static talus_status solve_changed(double *value, double wrong, talus_error *error)
{
    const talus_contact_problem problem = good();
    *value = wrong;
    return solve_problem(&problem, error);
}

static talus_status solve_mu_negative(talus_error *error)
{
    return solve_changed(mu, -0.5, error);
}

static talus_status solve_mu_nan(talus_error *error)
{
    return solve_changed(mu, NOTHING, error);
}

static talus_status solve_c_nan(talus_error *error)
{
    return solve_changed(c + 1, NOTHING, error);
}

static talus_status solve_matrix_nan(talus_error *error)
{
    return solve_changed(numbers + 4, NOTHING, error);
}

static talus_status solve_no_trace(talus_error *error)
{
    numbers[0] = numbers[4] = 0.0;
    return solve_changed(numbers + 8, 0.0, error);
}

static talus_status solve_no_arrays(talus_error *error)
{
    const talus_contact_problem problem = talus_contact_problem_dense(1, NULL, NULL, NULL);
    return solve_problem(&problem, error);
}

static talus_status solve_too_many(talus_error *error)
{
    talus_contact_problem problem = good();
    problem.contact_count = SIZE_MAX;
    return solve_problem(&problem, error);
}

static talus_status solve_no_columns(talus_error *error)
{
    talus_contact_problem problem = good();
    problem.row_start = row_start;
    return solve_problem(&problem, error);
}

static talus_status solve_rows_backwards(talus_error *error)
{
    talus_contact_problem problem = good();
    problem.row_start = row_start;
    problem.column = column;
    row_start[1] = SIZE_MAX;
    return solve_problem(&problem, error);
}

static talus_status solve_column_out_of_range(talus_error *error)
{
    talus_contact_problem problem = good();
    problem.row_start = row_start;
    problem.column = column;
    column[0] = UINT32_MAX;
    return solve_problem(&problem, error);
}

static talus_status solve_body(int32_t first, int32_t second, size_t count, talus_error *error)
{
    talus_contact_problem problem = good();
    problem.body = body;
    problem.body_count = count;
    body[0] = first;
    body[1] = second;
    return solve_problem(&problem, error);
}

static talus_status solve_no_body(talus_error *error)
{
    return solve_body(0, TALUS_BODY_FIXED, 0, error);
}

static talus_status solve_body_negative(talus_error *error)
{
    return solve_body(INT32_MIN, 0, 1, error);
}

static talus_status solve_bodies_fixed(talus_error *error)
{
    return solve_body(TALUS_BODY_FIXED, TALUS_BODY_FIXED, 1, error);
}

static talus_status islands_null(talus_error *error)
{
    size_t island[1], count;
    return talus_contact_islands(NULL, island, &count, error);
}

static talus_status islands_no_array(talus_error *error)
{
    const talus_contact_problem problem = good();
    size_t count;
    return talus_contact_islands(&problem, NULL, &count, error);
}

static talus_status islands_no_count(talus_error *error)
{
    const talus_contact_problem problem = good();
    size_t island[1];
    return talus_contact_islands(&problem, island, NULL, error);
}

static talus_status error_of(const talus_contact_problem *problem, int measure,
                             const double *percussion, talus_error *error)
{
    double value = 0.0;
    const talus_status status =
        talus_contact_error(problem, (talus_contact_measure)measure, percussion, &value, error);
    cr_expect_eq(value, ENDLESS);
    return status;
}

static talus_status error_no_problem(talus_error *error)
{
    return error_of(NULL, TALUS_MEASURE_CONE, p, error);
}

static talus_status error_no_percussion(talus_error *error)
{
    const talus_contact_problem problem = good();
    return error_of(&problem, TALUS_MEASURE_CONE, NULL, error);
}

static talus_status error_no_measure(talus_error *error)
{
    const talus_contact_problem problem = good();
    return error_of(&problem, 99, p, error);
}

static talus_status error_no_place(talus_error *error)
{
    const talus_contact_problem problem = good();
    return talus_contact_error(&problem, TALUS_MEASURE_NATURAL_MAP, p, NULL, error);
}

MISUSE_TABLE(solve, REFUSED(solver_no_place), REFUSED(solver_huge), REFUSED(solve_no_solver),
             REFUSED(solve_no_problem), REFUSED(solve_no_options), REFUSED(solve_no_percussion),
             REFUSED(solve_no_info), REFUSED(solve_info_without_size),
             REFUSED(solve_problem_without_size), REFUSED(solve_options_without_size),
             REFUSED(solve_tolerance_zero), REFUSED(solve_tolerance_negative),
             REFUSED(solve_tolerance_nan), REFUSED(solve_tolerance_endless),
             REFUSED(solve_limit_negative), REFUSED(solve_method_unknown),
             REFUSED(solve_mu_negative), REFUSED(solve_mu_nan), REFUSED(solve_c_nan),
             REFUSED(solve_matrix_nan), REFUSED(solve_no_trace), REFUSED(solve_no_arrays),
             REFUSED(solve_too_many), REFUSED(solve_no_columns), REFUSED(solve_rows_backwards),
             REFUSED(solve_column_out_of_range), REFUSED(solve_no_body),
             REFUSED(solve_body_negative), REFUSED(solve_bodies_fixed), REFUSED(islands_null),
             REFUSED(islands_no_array), REFUSED(islands_no_count), REFUSED(error_no_problem),
             REFUSED(error_no_percussion), REFUSED(error_no_measure), REFUSED(error_no_place))

/// Functions without a status answer with nothing.
Test(misuse, solve_without_status)
{
    talus_solve_method method;
    talus_contact_solver_destroy(NULL);
    talus_contact_problem_defaults(NULL, 0);
    talus_contact_problem_defaults(NULL, SIZE_MAX);
    talus_solve_options_defaults(NULL, SIZE_MAX);
    cr_expect_not(talus_solve_method_from_name(NULL, &method));
    cr_expect_not(talus_solve_method_from_name("auto", NULL));
    cr_expect_not_null(talus_solve_method_name((talus_solve_method)99));
}
