// SPDX-License-Identifier: GPL-3.0-or-later
#include "body_problems.h"
#include "percussion/slide.h"

#include <criterion/criterion.h>

enum { PROBLEMS = 2000 };

/// Solution of a problem by the whole solver. @return whether all of its contacts slip
static bool solve_slipping(talus_contact_solver *solver, const body_problem *b, double *p)
{
    talus_solver_info info;
    bool is_slipping = true;
    memset(p, 0, 3 * SLIDE_CONTACTS * sizeof *p);
    cr_assert(talus_contact_solve(solver, &b->problem, 1e-12, p, &info) == TALUS_OK);
    for (size_t k = 0; k < b->problem.contact_count; k++) {
        const double *own = p + 3 * k, reach = b->mu[k] * own[0];
        is_slipping = is_slipping && own[0] > 0.0 &&
                      own[1] * own[1] + own[2] * own[2] > 0.999 * (reach * reach);
    }
    return is_slipping && info.solved;
}

/// From the percussions of a step before, whose velocities were others by a percent.
static void slide_on(size_t contacts, double skew, double least_share)
{
    static body_problem b;
    talus_contact_solver *solver;
    size_t slipping = 0, found = 0;
    cr_assert(talus_contact_solver_create(SLIDE_CONTACTS, &solver, NULL) == TALUS_OK);
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        double p[3 * SLIDE_CONTACTS], error = 1.0;
        int steps;
        body_problem_make(&b, i, contacts, false, 0.5, skew);
        if (!solve_slipping(solver, &b, p)) {
            continue;
        }
        slipping++;
        talus_random rng = {5, i, 0};
        for (size_t r = 0; r < 3 * contacts; r++) {
            b.c[r] *= body_random(&rng, 0.99, 1.01);
        }
        if (percussion_slide(&b.problem, 1e-9, p, &steps, &error)) {
            found++;
            cr_expect(error <= 1e-9 && talus_contact_error(&b.problem, p) <= 1.001e-9);
            cr_expect(steps >= 1 && steps <= 3, "%d steps", steps);
        }
    }
    talus_contact_solver_destroy(solver);
    cr_expect_gt(slipping, 100, "%zu slip", slipping);
    cr_expect_gt((double)found, least_share * (double)slipping, "%zu contacts: %zu of %zu",
                 contacts, found, slipping);
}

Test(slide, contacts_that_go_on_slipping_are_found)
{
    slide_on(1, 0.0, 0.9);
    slide_on(2, 0.0, 0.9);
    slide_on(3, 0.0, 0.9);
}

Test(slide, problems_of_the_explicit_scheme_are_found)
{
    slide_on(2, 25.0, 0.9);
}

Test(slide, a_contact_that_did_not_slip_is_left_to_others)
{
    static body_problem b;
    int steps;
    double error;
    body_problem_make(&b, 3, 2, false, 0.5, 0.0);
    double p[6] = {1.0, 0.5 * b.mu[0], 0.0, 1.0, b.mu[1], 0.0}; // sticks, slips
    const double start[6] = {p[0], p[1], p[2], p[3], p[4], p[5]};
    cr_expect_not(percussion_slide(&b.problem, 1e-9, p, &steps, &error));
    cr_expect(memcmp(p, start, sizeof p) == 0 && steps == 0);
}

Test(slide, numbers_that_are_not_finite_are_refused)
{
    static body_problem b;
    int steps;
    double error;
    for (size_t r = 0; r < 6; r++) {
        body_problem_make(&b, 3, 2, false, 0.5, 0.0);
        b.c[r] = (double)NAN;
        double p[6] = {1.0, b.mu[0], 0.0, 1.0, b.mu[1], 0.0};
        cr_expect_not(percussion_slide(&b.problem, 1e-9, p, &steps, &error), "c[%zu]", r);
    }
}
