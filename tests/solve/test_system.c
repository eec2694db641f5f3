// SPDX-License-Identifier: GPL-3.0-or-later
// Contact systems as data: what the check refuses, and the error measure.
#include "solve_sparse/system_problems.h"

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void expect_refused(const talus_contact_system *system, const char *fragment)
{
    talus_error error = {0};
    double r[6] = {0};
    const talus_system_options options = talus_system_options_default();
    talus_system_info info;
    cr_expect_eq(talus_contact_system_check(system, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, fragment), "%s", error.message);
    cr_expect_eq(talus_contact_system_solve(system, &options, r, &info, NULL),
                 TALUS_ERROR_ARGUMENT);
    cr_expect(!info.solved);
}

static talus_contact_system *make_pair(void)
{
    talus_contact_system *system;
    cr_assert(talus_contact_system_create(2, 2, &system, NULL) == TALUS_OK);
    system->row_start[1] = 1;
    system->row_start[2] = 2;
    system->column[1] = 1;
    memcpy(system->block, unit, sizeof unit);
    memcpy(system->block + 9, unit, sizeof unit);
    system->mu[0] = system->mu[1] = 0.5;
    return system;
}

Test(system, no_contact_is_solved)
{
    talus_contact_system *system;
    const talus_system_options options = talus_system_options_default();
    talus_system_info info;
    double none = 0.0;
    cr_assert(talus_contact_system_create(0, 0, &system, NULL) == TALUS_OK);
    cr_expect_eq(talus_contact_system_solve(system, &options, &none, &info, NULL), TALUS_OK);
    cr_expect(info.solved && info.error == 0.0 && info.iterations == 0);
    talus_contact_system_destroy(system);
}

Test(system, impossible_sizes_are_out_of_memory)
{
    talus_contact_system *system;
    cr_expect_eq(talus_contact_system_create(SIZE_MAX / 2, 1, &system, NULL), TALUS_ERROR_MEMORY);
    cr_expect_null(system);
}

Test(system, broken_structure_is_refused)
{
    talus_contact_system *system = make_pair();
    system->column[1] = 0;
    expect_refused(system, "no diagonal block");
    system->column[1] = 2;
    expect_refused(system, "column 2");
    system->column[1] = 1;
    system->row_start[1] = 0;
    expect_refused(system, "no diagonal block");
    system->row_start[1] = 3;
    expect_refused(system, "ends before");
    system->row_start[1] = 1;
    system->row_start[0] = 1;
    expect_refused(system, "expected 0 to 2");
    talus_contact_system_destroy(system);
}

Test(system, columns_out_of_order_are_refused)
{
    talus_contact_system *system = make_pair();
    system->row_start[1] = 2;
    system->column[0] = 1;
    system->column[1] = 0;
    expect_refused(system, "ascending");
    talus_contact_system_destroy(system);
}

Test(system, numbers_without_meaning_are_refused)
{
    static const double wrong[] = {(double)NAN, (double)INFINITY, -1.0};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        talus_contact_system *system = make_pair();
        system->mu[1] = wrong[k];
        expect_refused(system, "mu of contact 1");
        system->mu[1] = 0.5;
        if (wrong[k] != -1.0) {
            system->q[4] = wrong[k];
            expect_refused(system, "q of contact 1");
            system->q[4] = 0.0;
            system->block[12] = wrong[k];
            expect_refused(system, "block 1");
        }
        talus_contact_system_destroy(system);
    }
}

Test(system, values_whose_squares_overflow_are_not_solved)
{
    talus_contact_system *system = make_pair();
    const talus_system_options options = talus_system_options_default();
    double r[6] = {0};
    talus_error error = {0};
    system->q[3] = -1e200;
    cr_expect_eq(talus_contact_system_check(system, NULL), TALUS_OK);
    cr_expect_eq(talus_contact_system_solve(system, &options, r, NULL, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "1e150"), "%s", error.message);
    talus_contact_system_destroy(system);
}

Test(system, a_contact_that_nothing_can_move_is_refused)
{
    talus_contact_system *system = make_pair();
    memset(system->block, 0, 9 * sizeof *system->block);
    expect_refused(system, "positive trace");
    talus_contact_system_destroy(system);
}

Test(system, a_tolerance_that_is_not_positive_is_refused)
{
    talus_contact_system *system = make_pair();
    static const double wrong[] = {0.0, -1e-8, (double)NAN};
    for (size_t k = 0; k < 3; k++) {
        const talus_system_options options = {TALUS_SYSTEM_AUTO, wrong[k], 0};
        double r[6] = {0};
        talus_error error = {0};
        cr_expect_eq(talus_contact_system_solve(system, &options, r, NULL, &error),
                     TALUS_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(error.message, "tolerance"));
    }
    talus_contact_system_destroy(system);
}

Test(system, error_is_the_natural_map_over_q)
{
    static const double q[3] = {-2, 0, 0};
    talus_contact_system *system = make_single(unit, q, 0.5);
    const double nothing[3] = {0}, half[3] = {1, 0, 0}, all[3] = {2, 0, 0};
    cr_expect_eq(talus_contact_system_error(system, nothing), 1.0);
    cr_expect_eq(talus_contact_system_error(system, half), 0.5);
    cr_expect_eq(talus_contact_system_error(system, all), 0.0);
    talus_contact_system_destroy(system);
}

Test(system, error_counts_a_slip_that_is_not_opposed)
{
    // r on the edge of the cone along +t1 while the contact slides along +t1: it should oppose
    static const double q[3] = {-1, 1, 0};
    talus_contact_system *system = make_single(unit, q, 0.5);
    const double along[3] = {1, 0.5, 0}, against[3] = {1, -0.5, 0};
    cr_expect_gt(talus_contact_system_error(system, along), 0.1);
    cr_expect_lt(talus_contact_system_error(system, against), 1e-15);
    talus_contact_system_destroy(system);
}

Test(system, error_is_absolute_without_q)
{
    static const double q[3] = {0, 0, 0};
    talus_contact_system *system = make_single(unit, q, 0.5);
    const double pressed[3] = {3, 0, 0}, pulled[3] = {-3, 0, 0};
    cr_expect_eq(talus_contact_system_error(system, pressed), 3.0);
    cr_expect_eq(talus_contact_system_error(system, pulled), 3.0);
    talus_contact_system_destroy(system);
}

Test(system, every_solver_has_its_name_back)
{
    for (unsigned k = 0; k < TALUS_SYSTEM_SOLVER_COUNT; k++) {
        talus_system_solver found = TALUS_SYSTEM_SOLVER_COUNT;
        cr_expect(talus_system_solver_from_name(talus_system_solver_name((talus_system_solver)k),
                                                &found));
        cr_expect_eq(found, k);
    }
    talus_system_solver found = TALUS_SYSTEM_NEWTON;
    cr_expect(!talus_system_solver_from_name("nobody", &found));
    cr_expect_eq(found, TALUS_SYSTEM_NEWTON);
    cr_expect_str_eq(talus_system_solver_name(TALUS_SYSTEM_SOLVER_COUNT), "unknown");
}
