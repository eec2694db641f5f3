// SPDX-License-Identifier: GPL-3.0-or-later
// percussion.h called wrongly.
#include "misuse.h"
#include "talus/percussion.h"

static double numbers[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0}, mu[1] = {0.5}, p[3];
static const talus_contact_problem problem = {1, numbers, c, mu};
static talus_contact_system *contact_system;
static talus_solver_info info;

static talus_contact_solver *solver_of(size_t contacts)
{
    talus_contact_solver *made = NULL;
    cr_assert_eq(talus_contact_solver_create(contacts, &made, NULL), TALUS_OK);
    return made;
}

static talus_contact_system *made_system(void)
{
    cr_assert_eq(talus_contact_system_from_dense(&problem, &contact_system, NULL), TALUS_OK);
    return contact_system;
}

static talus_status solve_system(double tolerance, double *reaction, talus_error *error)
{
    talus_system_options options = talus_system_options_default();
    options.tolerance = tolerance;
    return talus_contact_system_solve(made_system(), &options, reaction, NULL, error);
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
    (void)error;
    return talus_contact_solve(NULL, &problem, 1e-9, p, &info);
}

static talus_status solve_no_problem(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), NULL, 1e-9, p, &info);
}

static talus_status solve_no_percussion(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, NULL, &info);
}

static talus_status solve_no_info(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, NULL);
}

static talus_status solve_tolerance_zero(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &problem, 0.0, p, &info);
}

static talus_status solve_tolerance_negative(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &problem, -1.0, p, &info);
}

static talus_status solve_tolerance_nan(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &problem, NOTHING, p, &info);
}

static talus_status solve_mu_negative(talus_error *error)
{
    (void)error;
    mu[0] = -0.5;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, &info);
}

static talus_status solve_mu_nan(talus_error *error)
{
    (void)error;
    mu[0] = NOTHING;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, &info);
}

static talus_status solve_c_nan(talus_error *error)
{
    (void)error;
    c[1] = NOTHING;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, &info);
}

static talus_status solve_matrix_nan(talus_error *error)
{
    (void)error;
    numbers[4] = NOTHING;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, &info);
}

static talus_status solve_no_trace(talus_error *error)
{
    (void)error;
    numbers[0] = numbers[4] = numbers[8] = 0.0;
    return talus_contact_solve(solver_of(2), &problem, 1e-9, p, &info);
}

static talus_status solve_no_arrays(talus_error *error)
{
    (void)error;
    return talus_contact_solve(solver_of(2), &(talus_contact_problem){.contact_count = 1}, 1e-9, p,
                               &info);
}

static talus_status system_no_place(talus_error *error)
{
    return talus_contact_system_create(2, 2, NULL, error);
}

static talus_status system_huge(talus_error *error)
{
    return talus_contact_system_create(SIZE_MAX, SIZE_MAX, &contact_system, error);
}

static talus_status from_dense_null(talus_error *error)
{
    return talus_contact_system_from_dense(NULL, &contact_system, error);
}

static talus_status from_dense_empty(talus_error *error)
{
    return talus_contact_system_from_dense(&(talus_contact_problem){0}, &contact_system, error);
}

static talus_status from_dense_no_arrays(talus_error *error)
{
    return talus_contact_system_from_dense(&(talus_contact_problem){.contact_count = 2},
                                           &contact_system, error);
}

static talus_status check_null(talus_error *error)
{
    return talus_contact_system_check(NULL, error);
}

static talus_status check_no_arrays(talus_error *error)
{
    return talus_contact_system_check(&(talus_contact_system){.contact_count = 2}, error);
}

static talus_status system_solve_null(talus_error *error)
{
    return talus_contact_system_solve(NULL, NULL, NULL, NULL, error);
}

static talus_status system_solve_no_reaction(talus_error *error)
{
    return solve_system(1e-8, NULL, error);
}

static talus_status system_tolerance_zero(talus_error *error)
{
    return solve_system(0.0, p, error);
}

static talus_status system_tolerance_nan(talus_error *error)
{
    return solve_system(NOTHING, p, error);
}

MISUSE_TABLE(percussion, REFUSED(solver_no_place), REFUSED(solver_huge),
             REFUSED_SILENTLY(solve_no_solver), REFUSED_SILENTLY(solve_no_problem),
             REFUSED_SILENTLY(solve_no_percussion), REFUSED_SILENTLY(solve_no_info),
             REFUSED_SILENTLY(solve_tolerance_zero), REFUSED_SILENTLY(solve_tolerance_negative),
             REFUSED_SILENTLY(solve_tolerance_nan), REFUSED_SILENTLY(solve_mu_negative),
             REFUSED_SILENTLY(solve_mu_nan), REFUSED_SILENTLY(solve_c_nan),
             REFUSED_SILENTLY(solve_matrix_nan), REFUSED_SILENTLY(solve_no_trace),
             REFUSED_SILENTLY(solve_no_arrays), REFUSED(system_no_place), REFUSED(system_huge),
             REFUSED(from_dense_null), REFUSED(from_dense_empty), REFUSED(from_dense_no_arrays),
             REFUSED(check_null), REFUSED(check_no_arrays), REFUSED(system_solve_null),
             REFUSED(system_solve_no_reaction), REFUSED(system_tolerance_zero),
             REFUSED(system_tolerance_nan))

/// Functions without a status answer with nothing.
Test(misuse, percussion_without_status)
{
    talus_contact_solver_destroy(NULL);
    talus_contact_system_destroy(NULL);
    talus_contact_system_to_dense(NULL, NULL);
    cr_expect_eq(talus_contact_error(NULL, p), ENDLESS);
    cr_expect_eq(talus_contact_error(&problem, NULL), ENDLESS);
    cr_expect_eq(talus_contact_system_error(NULL, p), ENDLESS);
    talus_system_solver solver;
    cr_expect_not(talus_system_solver_from_name(NULL, &solver));
    cr_expect_not(talus_system_solver_from_name("auto", NULL));
    cr_expect_not_null(talus_system_solver_name((talus_system_solver)99));
}
