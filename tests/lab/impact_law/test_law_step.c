// SPDX-License-Identifier: GPL-3.0-or-later
#include "law_cases.h"
#include "solve/solve_calls.h"
#include "talus/lab/impact_law.h"

#include <criterion/criterion.h>

static const double delassus[36] = {4.0, 0.1, 0.0, 1.0, 0.0, 0.0, 0.1, 3.0, 0.0, 0.0, 0.5, 0.0,
                                    0.0, 0.0, 3.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 9.0, 0.2, 0.0,
                                    0.0, 0.5, 0.0, 0.2, 6.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 6.0};

Test(law_step, a_matrix_acts_on_kinetic_coordinates)
{
    const double free[6] = {-1.0, 0.2, 0.3, -0.5, 0.4, 0.6};
    const double gamma[6] = {-2.0, 0.1, -0.1, -3.0, 0.5, 0.7}, e[4] = {0.5, 0.25, 0.1, 0.75};
    const double epsilon_t[2] = {0.0, 0.5};
    double c[6];
    cr_assert(talus_impact_law_step_rhs(2, delassus, free, gamma, e, epsilon_t, c, NULL) ==
              TALUS_OK);
    // sigma = 2, 3
    cr_expect(fabs(c[0] - (-1.0 + 0.5 * -2.0 + 0.25 * 2.0 / 3.0 * -3.0)) < 1e-15);
    cr_expect(fabs(c[3] - (-0.5 + 0.1 * 3.0 / 2.0 * -2.0 + 0.75 * -3.0)) < 1e-15);
    cr_expect(c[1] == 0.2 && c[2] == 0.3);
    cr_expect(fabs(c[4] - 0.65) < 1e-15 && fabs(c[5] - 0.95) < 1e-15);
}

Test(law_step, a_contact_that_separates_gives_nothing)
{
    const double free[6] = {0.0}, gamma[6] = {2.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    const double e[4] = {1.0, 1.0, 1.0, 1.0}, epsilon_t[2] = {0.0};
    double c[6];
    cr_assert(talus_impact_law_step_rhs(2, delassus, free, gamma, e, epsilon_t, c, NULL) ==
              TALUS_OK);
    cr_expect(c[0] == 0.0 && c[3] == 0.0);
}

Test(law_step, a_contact_without_normal_mobility_is_refused)
{
    const double zero[9] = {0.0}, e[1] = {0.0};
    double c[3];
    cr_expect(talus_impact_law_step_rhs(1, zero, zero, zero, e, zero, c, NULL) ==
              TALUS_ERROR_ARGUMENT);
}

Test(law_step, newtons_cradle_through_the_contact_solver)
{
    // three gaps of four balls of 1 kg: G_NN = tridiagonal(-1, 2, -1); tangents idle
    const double e[9] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    const double gamma[9] = {-1.0}, epsilon_t[3] = {0.0};
    double g[81] = {0.0}, c[9], mu[3] = {0.0}, p[9] = {0.0};
    for (size_t i = 0; i < 9; i++) {
        g[i * 9 + i] = 2.0;
        if (i % 3 == 0 && i > 0) {
            g[i * 9 + i - 3] = g[(i - 3) * 9 + i] = -1.0;
        }
    }
    cr_assert(talus_impact_law_step_rhs(3, g, gamma, gamma, e, epsilon_t, c, NULL) == TALUS_OK);
    const talus_contact_problem problem = talus_contact_problem_dense(3, g, c, mu);
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(3, &solver, NULL) == TALUS_OK);
    cr_assert(solve_to(solver, &problem, 1e-12, p, &info) == TALUS_OK);
    talus_contact_solver_destroy(solver);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(fabs(p[3 * i] - 1.0) < 1e-10, "%g N s", p[3 * i] - 1.0);
    }
}
