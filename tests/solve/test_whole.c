// SPDX-License-Identifier: GPL-3.0-or-later
// The solvers of block rows on problems whose solution is known or known not to exist.
#include "contact_problem/made_problems.h"
#include "solve/solve_calls.h"

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static talus_solver_info solve_by(const problem_rows *rows, talus_solve_method method, double *p)
{
    const talus_contact_problem problem = problem_rows_view(rows);
    talus_solver_info info;
    talus_error error = {0};
    cr_assert(solve_whole_to(&problem, method, 1e-8, 0, p, &info, &error) == TALUS_OK, "%s",
              error.message);
    // the reported error is that of the result
    cr_expect(fabs(cone_error(rows, p) - info.error) <= 1e-12 + 1e-9 * info.error);
    cr_expect_eq(info.solved, info.error <= 1e-8);
    cr_expect_eq(info.stage, TALUS_SOLVER_SPARSE);
    return info;
}

static void expect_all_solved(size_t count, size_t contacts, size_t bodies, double mu, double skew)
{
    size_t unsolved = 0;
    double worst = 0.0;
    for (size_t k = 0; k < count; k++) {
        made_problem made = make_bodies(1000 * contacts + k, contacts, bodies, mu, skew);
        double *p = calloc(3 * contacts, sizeof *p);
        cr_assert_lt(cone_error(made.rows, made.percussion), 1e-11);
        const talus_solver_info info = solve_by(made.rows, TALUS_SOLVE_AUTO, p);
        unsolved += !info.solved;
        worst = fmax(worst, info.error);
        free(p);
        destroy_bodies(&made);
    }
    cr_expect_eq(unsolved, 0, "%zu of %zu unsolved, worst error %g", unsolved, count, worst);
}

Test(whole, one_contact_opens_sticks_and_slips)
{
    static const double c[3][3] = {{1, 2, 0}, {-1, 0.3, 0}, {-1, 2, 0}};
    static const double expected[3][3] = {{0, 0, 0}, {1, -0.3, 0}, {1, -0.5, 0}};
    for (talus_solve_method method = 0; method < TALUS_SOLVE_ISLANDS; method++) {
        for (size_t k = 0; k < 3; k++) {
            double p[3] = {0};
            problem_rows *rows = make_single(unit, c[k], 0.5);
            const talus_solver_info info = solve_by(rows, method, p);
            cr_expect(info.solved, "%s, case %zu: %g", talus_solve_method_name(method), k,
                      info.error);
            for (size_t i = 0; i < 3; i++) {
                cr_expect(fabs(p[i] - expected[k][i]) < 1e-7, "%s, case %zu: %g",
                          talus_solve_method_name(method), k, p[i]); /* measured 2e-8 N s */
            }
            problem_rows_destroy(rows);
        }
    }
}

Test(whole, frictionless_contacts_take_no_tangential_reaction)
{
    for (talus_solve_method method = 0; method < TALUS_SOLVE_ISLANDS; method++) {
        made_problem made = make_bodies(7, 12, 3, 0.0, 0.0);
        double p[36] = {0};
        const talus_solver_info info = solve_by(made.rows, method, p);
        cr_expect(info.solved, "%s: %g", talus_solve_method_name(method), info.error);
        for (size_t i = 0; i < 12; i++) {
            cr_expect(fabs(p[3 * i + 1]) + fabs(p[3 * i + 2]) < 1e-7);
        }
        destroy_bodies(&made);
    }
}

Test(whole, a_body_on_many_contacts_is_solved)
{
    expect_all_solved(100, 24, 1, 1.0, 0.0);
}

Test(whole, chains_of_bodies_are_solved)
{
    expect_all_solved(60, 40, 12, 1.0, 0.0);
}

Test(whole, few_contacts_are_solved)
{
    expect_all_solved(300, 3, 1, 1.5, 0.0);
    expect_all_solved(300, 8, 4, 1.5, 0.0);
}

Test(whole, unsymmetric_matrices_are_solved_as_stored)
{
    expect_all_solved(60, 24, 8, 0.8, 1e-3);
}

/// Splitting steps on the symmetric part and takes the rest from the step before; nothing is promised
/// then, and one of these thirty is not solved.
Test(whole, splitting_alone_solves_most_unsymmetric_matrices)
{
    size_t solved = 0;
    for (uint64_t k = 0; k < 30; k++) {
        made_problem made = make_bodies(k, 16, 6, 0.8, 1e-3);
        double p[48] = {0};
        solved += solve_by(made.rows, TALUS_SOLVE_PROXIMAL, p).solved;
        destroy_bodies(&made);
    }
    cr_expect_geq(solved, 28);
}

Test(whole, newton_alone_solves_bodies_on_many_contacts)
{
    for (uint64_t k = 0; k < 30; k++) {
        made_problem made = make_bodies(k, 16, 2, 0.8, 0.0);
        double p[48] = {0};
        const talus_solver_info info = solve_by(made.rows, TALUS_SOLVE_NEWTON, p);
        cr_expect(info.solved, "seed %d: %g", (int)k, info.error);
        destroy_bodies(&made);
    }
}

Test(whole, the_same_bits_come_every_time)
{
    made_problem made = make_bodies(3, 24, 4, 0.8, 0.0);
    double first[72] = {0}, second[72] = {0};
    const talus_solver_info a = solve_by(made.rows, TALUS_SOLVE_AUTO, first),
                            b = solve_by(made.rows, TALUS_SOLVE_AUTO, second);
    cr_expect_eq(memcmp(first, second, sizeof first), 0);
    cr_expect_eq(a.iterations, b.iterations);
    destroy_bodies(&made);
}

Test(whole, a_start_that_solves_is_handed_back_untouched)
{
    made_problem made = make_bodies(5, 24, 4, 0.8, 0.0);
    double p[72];
    memcpy(p, made.percussion, sizeof p);
    const talus_solver_info info = solve_by(made.rows, TALUS_SOLVE_AUTO, p);
    cr_expect(info.solved && info.iterations == 0);
    cr_expect_eq(memcmp(p, made.percussion, sizeof p), 0);
    destroy_bodies(&made);
}

Test(whole, a_start_that_is_not_finite_is_not_taken)
{
    made_problem made = make_bodies(5, 24, 4, 0.8, 0.0);
    double p[72];
    for (size_t i = 0; i < 72; i++) {
        p[i] = i % 2 == 0 ? (double)NAN : (double)INFINITY;
    }
    cr_expect(solve_by(made.rows, TALUS_SOLVE_AUTO, p).solved);
    destroy_bodies(&made);
}

Test(whole, a_problem_without_solution_ends_counted_and_finite)
{
    // two walls close on one body: xi_1 = v - 1, xi_2 = -v - 1 cannot both be >= 0
    problem_rows *rows;
    cr_assert(problem_rows_create(2, 4, &rows, NULL) == TALUS_OK);
    for (size_t k = 0; k < 4; k++) {
        rows->column[k] = (uint32_t)(k % 2);
        for (size_t i = 0; i < 3; i++) {
            rows->blocks[9 * k + 4 * i] = k == 1 || k == 2 ? -1.0 : 1.0;
        }
    }
    rows->row_start[1] = 2;
    rows->row_start[2] = 4;
    rows->c[0] = rows->c[3] = -1.0;
    rows->mu[0] = rows->mu[1] = 0.5;
    for (talus_solve_method method = 0; method < TALUS_SOLVE_ISLANDS; method++) {
        double p[6] = {0};
        const talus_solver_info info = solve_by(rows, method, p);
        cr_expect(!info.solved && isfinite(info.error), "%s: %g", talus_solve_method_name(method),
                  info.error);
        for (size_t i = 0; i < 6; i++) {
            cr_expect(isfinite(p[i]));
        }
    }
    problem_rows_destroy(rows);
}

Test(whole, painleve_without_solution_ends_counted_and_finite)
{
    // sliding along +t1 with mu W_NT > W_NN: pressing makes the contact sink
    static const double w[9] = {1, 2, 0, 2, 5, 0, 0, 0, 1}, c[3] = {-1, 9, 0};
    problem_rows *rows = make_single(w, c, 3.0);
    double p[3] = {0};
    const talus_solver_info info = solve_by(rows, TALUS_SOLVE_AUTO, p);
    cr_expect(isfinite(info.error) && isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]));
    problem_rows_destroy(rows);
}

Test(whole, the_iteration_limit_holds)
{
    made_problem made = make_bodies(11, 24, 1, 1.0, 0.0);
    for (talus_solve_method method = 0; method < TALUS_SOLVE_ISLANDS; method++) {
        const talus_contact_problem problem = problem_rows_view(made.rows);
        double p[72] = {0};
        talus_solver_info info;
        cr_assert(solve_whole_to(&problem, method, 1e-300, 5, p, &info, NULL) == TALUS_OK);
        cr_expect(info.iterations <= 5, "%s: %d", talus_solve_method_name(method), info.iterations);
    }
    destroy_bodies(&made);
}

Test(whole, scales_far_apart_are_solved)
{
    made_problem made = make_bodies(13, 24, 6, 0.8, 0.0);
    for (size_t k = 0; k < 9 * made.rows->block_count; k++) {
        made.rows->blocks[k] *= 1e-6;
    }
    double p[72] = {0};
    cr_expect(solve_by(made.rows, TALUS_SOLVE_AUTO, p).solved);
    destroy_bodies(&made);
}
