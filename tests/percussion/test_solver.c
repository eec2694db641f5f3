// SPDX-License-Identifier: GPL-3.0-or-later
#include "body_problems.h"
#include "percussion/local.h"

#include <criterion/criterion.h>

static void solve_many(size_t count, size_t contacts, bool flat, double mu_max, double skew)
{
    static body_problem b;
    talus_contact_solver *solver;
    double worst = 0.0;
    size_t unsolved = 0;
    cr_assert(talus_contact_solver_create(BODY_MAX, &solver, NULL) == TALUS_OK);
    for (size_t i = 0; i < count; i++) {
        double p[3 * BODY_MAX] = {0.0};
        talus_solver_info info;
        body_problem_make(&b, i, contacts, flat, mu_max, skew);
        cr_assert(talus_contact_solve(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
        unsolved += !info.solved;
        worst = fmax(worst, info.relative_error);
        // the reported error is the measure of the percussions handed out
        cr_expect(fabs(talus_contact_error(&b.problem, p) - info.error) <=
                  1e-9 * fmax(1.0, info.error));
    }
    talus_contact_solver_destroy(solver);
    cr_expect(unsolved == 0, "%zu of %zu unsolved, worst relative error %g", unsolved, count,
              worst);
}

Test(percussion, one_contact_is_solved_exactly)
{
    solve_many(20000, 1, false, 2.0, 0.0);
}

Test(percussion, one_contact_with_gyroscopic_terms_is_solved_exactly)
{
    solve_many(20000, 1, false, 2.0, 60.0);
}

Test(percussion, two_to_four_contacts_on_rough_ground_are_solved)
{
    for (size_t n = 2; n <= 4; n++) {
        solve_many(5000, n, false, 2.0, 0.0);
    }
}

Test(percussion, explicit_scheme_problems_are_solved)
{
    for (size_t n = 2; n <= 4; n++) {
        solve_many(5000, n, false, 1.0, 25.0);
    }
}

Test(percussion, flat_faces_of_up_to_24_contacts_are_solved)
{
    solve_many(2000, 4, true, 2.0, 0.0);
    solve_many(1000, 8, true, 2.0, 0.0);
    solve_many(150, 24, true, 2.0, 0.0);
    solve_many(1000, 8, true, 2.0, 25.0);
}

Test(percussion, no_contact_gives_no_percussion)
{
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    const talus_contact_problem none = {0, NULL, NULL, NULL};
    cr_expect(talus_contact_solve(solver, &none, 1e-10, NULL, &info) == TALUS_OK);
    cr_expect(info.solved && info.stage == TALUS_SOLVER_NONE);
    talus_contact_solver_destroy(solver);
}

Test(percussion, separating_contacts_stay_open)
{
    static body_problem b;
    talus_contact_solver *solver;
    talus_solver_info info;
    double p[12] = {0.0};
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    body_problem_make(&b, 1, 4, true, 1.0, 0.0);
    for (size_t k = 0; k < 4; k++) {
        b.c[3 * k] = 0.5;
    }
    cr_expect(talus_contact_solve(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
    for (size_t i = 0; i < 12; i++) {
        cr_expect(p[i] == 0.0);
    }
    talus_contact_solver_destroy(solver);
}

Test(percussion, bad_data_is_refused)
{
    static body_problem b;
    talus_contact_solver *solver;
    talus_solver_info info;
    double p[12] = {0.0};
    cr_assert(talus_contact_solver_create(2, &solver, NULL) == TALUS_OK);
    body_problem_make(&b, 1, 3, true, 1.0, 0.0);
    cr_expect(talus_contact_solve(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    body_problem_make(&b, 1, 2, true, 1.0, 0.0);
    b.mu[1] = -0.1;
    cr_expect(talus_contact_solve(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    b.mu[1] = 0.1;
    b.c[2] = (double)NAN;
    cr_expect(talus_contact_solve(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    talus_contact_solver_destroy(solver);
}

Test(percussion, plastic_percussions_never_add_energy)
{
    static body_problem b;
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    for (uint64_t i = 0; i < 3000; i++) {
        double p[12] = {0.0}, gain = 0.0;
        body_problem_make(&b, i, 3, false, 2.0, 0.0);
        cr_assert(talus_contact_solve(solver, &b.problem, 1e-12, p, &info) == TALUS_OK);
        // T(u+) - T(u_free) = P'(c + G P / 2)
        for (size_t r = 0; r < 9; r++) {
            double gp = 0.0;
            for (size_t j = 0; j < 9; j++) {
                gp += b.delassus[9 * r + j] * p[j];
            }
            gain += p[r] * (b.c[r] + 0.5 * gp);
        }
        cr_expect(gain <= 1e-8, "gain %g J of some 1e4 J", gain); /* measured <= 1e-10 J */
    }
    talus_contact_solver_destroy(solver);
}

Test(percussion, slip_matches_a_hand_calculation)
{
    // block of 2 kg on its centre line, G = I/2: c = (-1, 3, 0), mu 0.5: P_N = 2, P_T = -1
    const double g[9] = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5}, c[3] = {-1.0, 3.0, 0.0};
    const double guess[2] = {0.0, 0.0};
    double p[3];
    cr_expect(percussion_local_solve(g, c, 0.5, guess, p));
    cr_expect(fabs(p[0] - 2.0) < 1e-15 && fabs(p[1] + 1.0) < 1e-15 && fabs(p[2]) < 1e-15);
    // mu 4: sticks with P_T = -6
    cr_expect(percussion_local_solve(g, c, 4.0, guess, p));
    cr_expect(fabs(p[0] - 2.0) < 1e-15 && fabs(p[1] + 6.0) < 1e-14 && fabs(p[2]) < 1e-15);
}
