// SPDX-License-Identifier: GPL-3.0-or-later
#include "body_problems.h"
#include "physics/contact_problem/local.h"
#include "physics/solve/island.h"
#include "physics/solve/slip.h"
#include "physics/solve/stick.h"
#include "physics/solve_sparse/solve_sparse.h"

#include <criterion/criterion.h>

enum { PROBLEMS = 2000 };

/// Which contacts of a solution slip, stick, or are open.
typedef struct contact_states {
    size_t slip, stick, open;
} contact_states;

/// Solution of a problem by the whole solver.
static contact_states solve(talus_contact_solver *solver, const body_problem *b, double *p)
{
    talus_solver_info info;
    contact_states states = {0, 0, 0};
    memset(p, 0, 3 * SLIP_CONTACTS * sizeof *p);
    cr_assert(solve_to(solver, &b->problem, 1e-12, p, &info) == TALUS_OK);
    cr_assert(info.solved);
    for (size_t k = 0; k < b->problem.contact_count; k++) {
        const double *own = p + 3 * k, reach = b->mu[k] * own[0];
        const bool is_slipping = own[1] * own[1] + own[2] * own[2] > 0.9999 * (reach * reach);
        states.open += !(own[0] > 0.0);
        states.slip += own[0] > 0.0 && is_slipping;
        states.stick += own[0] > 0.0 && !is_slipping;
    }
    return states;
}

/// Velocities of the next step: others by a percent.
static void move_on(body_problem *b, uint64_t index)
{
    talus_random rng = {5, index, 0};
    for (size_t r = 0; r < 3 * b->problem.contact_count; r++) {
        b->c[r] *= body_random(&rng, 0.99, 1.01);
    }
}

/// Problems without sticking contacts, from the percussions of a step before.
static void slip_on(size_t contacts, double skew)
{
    static body_problem b;
    talus_contact_solver *solver;
    size_t posed = 0, found = 0;
    cr_assert(talus_contact_solver_create(SLIP_CONTACTS, &solver, NULL) == TALUS_OK);
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        double p[3 * SLIP_CONTACTS], error = 1.0;
        int steps;
        body_problem_make(&b, i, contacts, false, 0.5, skew);
        const contact_states states = solve(solver, &b, p);
        if (states.stick > 0 || states.slip == 0 || states.slip > SLIP_ACTIVE) {
            continue;
        }
        posed++;
        move_on(&b, i);
        b.problem.is_symmetric = skew == 0.0;
        if (solve_slip(&b.problem, 1e-9, p, &steps, &error)) {
            found++;
            cr_expect(error <= 1e-9 && natural_error(&b.problem, p) <= 1.001e-9);
            cr_expect(steps >= 1 && steps <= 5, "%d steps", steps);
        }
    }
    talus_contact_solver_destroy(solver);
    cr_expect_gt(posed, 100, "%zu without sticking contacts", posed);
    cr_expect_gt((double)found, 0.9 * (double)posed, "%zu contacts: %zu of %zu", contacts, found,
                 posed);
}

Test(at_once, contacts_that_go_on_slipping_are_found)
{
    slip_on(2, 0.0);
    slip_on(3, 0.0);
    slip_on(4, 0.0);
}

Test(at_once, slip_of_the_explicit_scheme_is_found)
{
    slip_on(2, 25.0);
    slip_on(3, 25.0);
}

Test(at_once, pairs_with_a_sticking_contact_are_found)
{
    static body_problem b;
    talus_contact_solver *solver;
    size_t posed = 0, found = 0;
    cr_assert(talus_contact_solver_create(SLIP_CONTACTS, &solver, NULL) == TALUS_OK);
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        double p[3 * SLIP_CONTACTS], error = 1.0;
        body_problem_make(&b, i, 2, false, 2.0, 0.0);
        if (solve(solver, &b, p).stick == 0) {
            continue;
        }
        // a step that moves on along the body's own motion: two points keep their distance
        for (size_t r = 0; r < 6; r++) {
            b.c[r] *= 1.01;
        }
        memset(p, 0, (i % 2) * sizeof p); // every other one as after an impact
        posed++;
        if (solve_stick(&b.problem, 1e-9, p, &error)) {
            found++;
            cr_expect(error <= 1e-9 && natural_error(&b.problem, p) <= 1.001e-9);
        }
    }
    talus_contact_solver_destroy(solver);
    cr_expect_gt(posed, 100, "%zu with a sticking contact", posed);
    cr_expect_gt((double)found, 0.95 * (double)posed, "%zu of %zu", found, posed);
}

Test(at_once, a_contact_that_sticks_is_no_slip)
{
    static body_problem b;
    int steps;
    double error;
    body_problem_make(&b, 3, 2, false, 0.5, 0.0);
    double p[6] = {1.0, 0.5 * b.mu[0], 0.0, 1.0, b.mu[1], 0.0}; // sticks, slips
    const double start[6] = {p[0], p[1], p[2], p[3], p[4], p[5]};
    cr_expect_not(solve_slip(&b.problem, 1e-9, p, &steps, &error));
    cr_expect(memcmp(p, start, sizeof p) == 0 && steps == 0);
}

Test(at_once, numbers_that_are_not_finite_are_refused)
{
    static body_problem b;
    int steps;
    double error;
    for (size_t i = 0; i < 6 + 36; i++) {
        body_problem_make(&b, 3, 2, false, 0.5, 0.0);
        *(i < 6 ? b.c + i : b.delassus + (i - 6)) = (double)NAN;
        // open contacts do without their columns
        for (int is_open = 0; is_open < (i < 6 ? 2 : 1); is_open++) {
            const double load = is_open ? 0.0 : 1.0;
            double p[6] = {load, load * b.mu[0], 0.0, load, load * b.mu[1], 0.0};
            const double start[6] = {p[0], p[1], p[2], p[3], p[4], p[5]};
            cr_expect_not(solve_slip(&b.problem, 1e-9, p, &steps, &error), "%zu", i);
            cr_expect_not(solve_stick(&b.problem, 1e-9, p, &error), "%zu", i);
            cr_expect(memcmp(p, start, sizeof p) == 0);
        }
    }
}

/// Ways to slip, counted by the sign of the slip condition in very many directions.
static size_t count_slips(const double g[9], const double c[3], double mu)
{
    enum { DIRECTIONS = 20000 };
    size_t count = 0;
    double before = 0.0;
    for (int i = 0; i <= DIRECTIONS; i++) {
        const double angle = 0.1 + 2.0 * TALUS_PI * i / DIRECTIONS;
        const double d[2] = {talus_cos(angle), talus_sin(angle)};
        const double load = -c[0] / (g[0] + mu * (g[1] * d[0] + g[2] * d[1]));
        const double t1 = c[1] + load * (g[3] + mu * (g[4] * d[0] + g[5] * d[1]));
        const double t2 = c[2] + load * (g[6] + mu * (g[7] * d[0] + g[8] * d[1]));
        const double across = d[0] * t2 - d[1] * t1;
        const bool slips = load > 0.0 && d[0] * t1 + d[1] * t2 < 0.0;
        count += i > 0 && slips && (across > 0.0) != (before > 0.0) ? 1 : 0;
        before = across;
    }
    return count;
}

Test(at_once, all_ways_to_slip_are_found)
{
    static body_problem b;
    size_t several = 0;
    for (uint64_t i = 0; i < 60; i++) {
        double g[9], c[3], slips[LOCAL_SLIPS][3];
        body_problem_make(&b, i, 1, false, 2.0, 0.0);
        memcpy(g, b.delassus, sizeof g);
        memcpy(c, b.c, sizeof c);
        c[0] = -fabs(c[0]);
        const size_t count = problem_local_slips(g, c, b.mu[0], slips);
        cr_expect_eq(count, count_slips(g, c, b.mu[0]), "%zu", (size_t)i);
        for (size_t k = 0; k < count; k++) {
            memcpy(b.c, c, sizeof c);
            cr_expect_lt(natural_error(&b.problem, slips[k]), 1e-11);
        }
        several += count > 0 ? 1 : 0;
    }
    cr_expect_gt(several, 10, "%zu that can slip", several);
}

Test(at_once, a_matrix_known_to_be_symmetric_gives_the_same_bits)
{
    static body_problem b;
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(SLIP_CONTACTS, &solver, NULL) == TALUS_OK);
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        const size_t n = 1 + i % SLIP_CONTACTS;
        double p[3 * SLIP_CONTACTS] = {0.0}, q[3 * SLIP_CONTACTS] = {0.0};
        talus_solver_info info;
        body_problem_make(&b, i, n, false, 0.5, 0.0);
        for (size_t r = 0; r < 3 * n; r++) {
            for (size_t k = 0; k < r; k++) {
                b.delassus[3 * n * r + k] = b.delassus[3 * n * k + r];
            }
        }
        cr_assert(solve_to(solver, &b.problem, 1e-9, p, &info) == TALUS_OK);
        b.problem.is_symmetric = true;
        cr_assert(solve_to(solver, &b.problem, 1e-9, q, &info) == TALUS_OK);
        cr_expect(memcmp(p, q, sizeof p) == 0, "%zu contacts", n);
    }
    talus_contact_solver_destroy(solver);
}
