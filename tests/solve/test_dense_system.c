// SPDX-License-Identifier: GPL-3.0-or-later
// The dense problem of one body as a system and back, by bits; both measures see the same problem.
#include "talus/percussion.h"

#include <criterion/criterion.h>
#include <string.h>

enum { CONTACTS = 4, SIZE = 3 * CONTACTS };

static double g[SIZE * SIZE], c[SIZE], mu[CONTACTS];

static talus_contact_problem make_problem(void)
{
    talus_random rng = {3, 0, 0};
    for (size_t k = 0; k < sizeof g / sizeof g[0]; k++) {
        g[k] = talus_random_uniform(&rng) - 0.5 + (k % (SIZE + 1) == 0 ? 4.0 : 0.0);
    }
    for (size_t k = 0; k < SIZE; k++) {
        c[k] = talus_random_uniform(&rng) - 0.8;
    }
    for (size_t k = 0; k < CONTACTS; k++) {
        mu[k] = talus_random_uniform(&rng);
    }
    return (talus_contact_problem){CONTACTS, g, c, mu};
}

Test(dense_system, there_and_back_keeps_all_bits)
{
    const talus_contact_problem problem = make_problem();
    talus_contact_system *system = NULL;
    double g2[SIZE * SIZE], c2[SIZE], mu2[CONTACTS];
    talus_contact_problem back = {0, g2, c2, mu2};
    cr_assert_eq(talus_contact_system_from_dense(&problem, &system, NULL), TALUS_OK);
    talus_contact_system_to_dense(system, &back);
    cr_expect_eq(back.contact_count, (size_t)CONTACTS);
    cr_expect_eq(memcmp(g, g2, sizeof g), 0);
    cr_expect_eq(memcmp(c, c2, sizeof c), 0);
    cr_expect_eq(memcmp(mu, mu2, sizeof mu), 0);
    talus_contact_system_destroy(system);
}

Test(dense_system, a_solution_of_the_dense_problem_solves_the_system)
{
    const talus_contact_problem problem = make_problem();
    talus_contact_system *system = NULL;
    talus_contact_solver *solver = NULL;
    talus_solver_info info;
    double p[SIZE] = {0.0};
    cr_assert_eq(talus_contact_system_from_dense(&problem, &system, NULL), TALUS_OK);
    cr_assert_eq(talus_contact_solver_create(CONTACTS, &solver, NULL), TALUS_OK);
    cr_assert_eq(talus_contact_solve(solver, &problem, 1e-12, p, &info), TALUS_OK);
    cr_assert(info.solved);
    cr_expect_eq(talus_contact_system_check(system, NULL), TALUS_OK);
    const double error = talus_contact_system_error(system, p);
    cr_expect_leq(error, 1e-11, "%g", error); /* measured 1e-14 of |c| */
    talus_contact_solver_destroy(solver);
    talus_contact_system_destroy(system);
}

Test(dense_system, a_problem_without_contacts_is_refused)
{
    const talus_contact_problem problem = {0, g, c, mu};
    talus_contact_system *system = NULL;
    cr_expect_eq(talus_contact_system_from_dense(&problem, &system, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_null(system);
}
