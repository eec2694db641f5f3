// SPDX-License-Identifier: GPL-3.0-or-later
// The solvers of contact systems on problems whose solution is known or known not to exist.
#include "solve_sparse/system_problems.h"

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static talus_system_info solve_by(const talus_contact_system *system, talus_system_solver solver,
                                  double *r)
{
    const talus_system_options options = {solver, 1e-8, 0};
    talus_system_info info;
    talus_error error = {0};
    cr_assert(talus_contact_system_solve(system, &options, r, &info, &error) == TALUS_OK, "%s",
              error.message);
    // what is told is what was handed out
    cr_expect(fabs(talus_contact_system_error(system, r) - info.error) <=
              1e-12 + 1e-9 * info.error);
    cr_expect_eq(info.solved, info.error <= 1e-8);
    return info;
}

static void expect_all_solved(size_t count, size_t contacts, size_t bodies, double mu, double skew)
{
    size_t unsolved = 0;
    double worst = 0.0;
    for (size_t k = 0; k < count; k++) {
        made_system made = make_system(1000 * contacts + k, contacts, bodies, mu, skew);
        double *r = calloc(3 * contacts, sizeof *r);
        cr_assert_lt(talus_contact_system_error(made.system, made.reaction), 1e-11);
        const talus_system_info info = solve_by(made.system, TALUS_SYSTEM_AUTO, r);
        unsolved += !info.solved;
        worst = fmax(worst, info.error);
        free(r);
        destroy_system(&made);
    }
    cr_expect_eq(unsolved, 0, "%zu of %zu unsolved, worst error %g", unsolved, count, worst);
}

Test(system_solve, one_contact_opens_sticks_and_slips)
{
    static const double q[3][3] = {{1, 2, 0}, {-1, 0.3, 0}, {-1, 2, 0}};
    static const double expected[3][3] = {{0, 0, 0}, {1, -0.3, 0}, {1, -0.5, 0}};
    for (talus_system_solver solver = 0; solver < TALUS_SYSTEM_SOLVER_COUNT; solver++) {
        for (size_t k = 0; k < 3; k++) {
            double r[3] = {0};
            talus_contact_system *system = make_single(unit, q[k], 0.5);
            const talus_system_info info = solve_by(system, solver, r);
            cr_expect(info.solved, "%s, case %zu: %g", talus_system_solver_name(solver), k,
                      info.error);
            for (size_t i = 0; i < 3; i++) {
                cr_expect(fabs(r[i] - expected[k][i]) < 1e-7, "%s, case %zu: %g",
                          talus_system_solver_name(solver), k, r[i]); /* measured 2e-8 N s */
            }
            talus_contact_system_destroy(system);
        }
    }
}

Test(system_solve, frictionless_contacts_take_no_tangential_reaction)
{
    for (talus_system_solver solver = 0; solver < TALUS_SYSTEM_SOLVER_COUNT; solver++) {
        made_system made = make_system(7, 12, 3, 0.0, 0.0);
        double r[36] = {0};
        const talus_system_info info = solve_by(made.system, solver, r);
        cr_expect(info.solved, "%s: %g", talus_system_solver_name(solver), info.error);
        for (size_t i = 0; i < 12; i++) {
            cr_expect(fabs(r[3 * i + 1]) + fabs(r[3 * i + 2]) < 1e-7);
        }
        destroy_system(&made);
    }
}

Test(system_solve, a_body_on_many_contacts_is_solved)
{
    expect_all_solved(100, 24, 1, 1.0, 0.0);
}

Test(system_solve, chains_of_bodies_are_solved)
{
    expect_all_solved(60, 40, 12, 1.0, 0.0);
}

Test(system_solve, few_contacts_are_solved)
{
    expect_all_solved(300, 3, 1, 1.5, 0.0);
    expect_all_solved(300, 8, 4, 1.5, 0.0);
}

Test(system_solve, unsymmetric_matrices_are_solved_as_stored)
{
    expect_all_solved(60, 24, 8, 0.8, 1e-3);
}

Test(system_solve, newton_alone_solves_bodies_on_many_contacts)
{
    for (uint64_t k = 0; k < 30; k++) {
        made_system made = make_system(k, 16, 2, 0.8, 0.0);
        double r[48] = {0};
        const talus_system_info info = solve_by(made.system, TALUS_SYSTEM_NEWTON, r);
        cr_expect(info.solved, "seed %d: %g", (int)k, info.error);
        destroy_system(&made);
    }
}

Test(system_solve, the_same_bits_come_every_time)
{
    made_system made = make_system(3, 24, 4, 0.8, 0.0);
    double first[72] = {0}, second[72] = {0};
    const talus_system_info a = solve_by(made.system, TALUS_SYSTEM_AUTO, first),
                            b = solve_by(made.system, TALUS_SYSTEM_AUTO, second);
    cr_expect_eq(memcmp(first, second, sizeof first), 0);
    cr_expect_eq(a.iterations, b.iterations);
    destroy_system(&made);
}

Test(system_solve, a_start_that_solves_is_handed_back_untouched)
{
    made_system made = make_system(5, 24, 4, 0.8, 0.0);
    double r[72];
    memcpy(r, made.reaction, sizeof r);
    const talus_system_info info = solve_by(made.system, TALUS_SYSTEM_AUTO, r);
    cr_expect(info.solved && info.iterations == 0);
    cr_expect_eq(memcmp(r, made.reaction, sizeof r), 0);
    destroy_system(&made);
}

Test(system_solve, a_start_that_is_not_finite_is_not_taken)
{
    made_system made = make_system(5, 24, 4, 0.8, 0.0);
    double r[72];
    for (size_t i = 0; i < 72; i++) {
        r[i] = i % 2 == 0 ? (double)NAN : (double)INFINITY;
    }
    cr_expect(solve_by(made.system, TALUS_SYSTEM_AUTO, r).solved);
    destroy_system(&made);
}

Test(system_solve, a_system_without_solution_ends_counted_and_finite)
{
    // two walls close on one body: u_1 = w - 1, u_2 = -w - 1 cannot both be >= 0
    talus_contact_system *system;
    cr_assert(talus_contact_system_create(2, 4, &system, NULL) == TALUS_OK);
    for (size_t k = 0; k < 4; k++) {
        system->column[k] = k % 2;
        for (size_t i = 0; i < 3; i++) {
            system->block[9 * k + 4 * i] = k == 1 || k == 2 ? -1.0 : 1.0;
        }
    }
    system->row_start[1] = 2;
    system->row_start[2] = 4;
    system->q[0] = system->q[3] = -1.0;
    system->mu[0] = system->mu[1] = 0.5;
    for (talus_system_solver solver = 0; solver < TALUS_SYSTEM_SOLVER_COUNT; solver++) {
        double r[6] = {0};
        const talus_system_info info = solve_by(system, solver, r);
        cr_expect(!info.solved && isfinite(info.error), "%s: %g", talus_system_solver_name(solver),
                  info.error);
        for (size_t i = 0; i < 6; i++) {
            cr_expect(isfinite(r[i]));
        }
    }
    talus_contact_system_destroy(system);
}

Test(system_solve, painleve_without_solution_ends_counted_and_finite)
{
    // sliding along +t1 with mu G_NT > G_NN: pressing makes the contact sink
    static const double w[9] = {1, 2, 0, 2, 5, 0, 0, 0, 1}, q[3] = {-1, 9, 0};
    talus_contact_system *system = make_single(w, q, 3.0);
    double r[3] = {0};
    const talus_system_info info = solve_by(system, TALUS_SYSTEM_AUTO, r);
    cr_expect(isfinite(info.error) && isfinite(r[0]) && isfinite(r[1]) && isfinite(r[2]));
    talus_contact_system_destroy(system);
}

Test(system_solve, the_iteration_limit_holds)
{
    made_system made = make_system(11, 24, 1, 1.0, 0.0);
    for (talus_system_solver solver = 0; solver < TALUS_SYSTEM_SOLVER_COUNT; solver++) {
        const talus_system_options options = {solver, 1e-300, 5};
        double r[72] = {0};
        talus_system_info info;
        cr_assert(talus_contact_system_solve(made.system, &options, r, &info, NULL) == TALUS_OK);
        cr_expect(info.iterations <= 5, "%s: %ld", talus_system_solver_name(solver),
                  info.iterations);
    }
    destroy_system(&made);
}

Test(system_solve, scales_far_apart_are_solved)
{
    made_system made = make_system(13, 24, 6, 0.8, 0.0);
    for (size_t k = 0; k < 9 * made.system->block_count; k++) {
        made.system->block[k] *= 1e-6;
    }
    double r[72] = {0};
    cr_expect(solve_by(made.system, TALUS_SYSTEM_AUTO, r).solved);
    destroy_system(&made);
}
