// SPDX-License-Identifier: GPL-3.0-or-later
#include "body_problems.h"
#include "physics/contact_problem/local.h"
#include "physics/solve/moves.h"

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
        cr_assert(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
        unsolved += !info.solved;
        worst = fmax(worst, info.relative_error);
        // the reported error is the measure of the percussions handed out
        cr_expect(fabs(natural_error(&b.problem, p) - info.error) <= 1e-9 * fmax(1.0, info.error));
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

/// Velocities after the contacts by long Gauss-Seidel on the problem scaled to blocks of trace 3.
/// @return false when that does not converge
static bool sweep_velocities(const body_problem *b, double *xi)
{
    const size_t n = b->problem.contact_count, size = 3 * n;
    double a[9 * 16], y[12] = {0.0}, error;
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < size; j++) {
            const size_t k = 3 * (j / 3);
            const double trace = b->delassus[k * size + k] + b->delassus[(k + 1) * size + k + 1] +
                                 b->delassus[(k + 2) * size + k + 2];
            a[i * size + j] = b->delassus[i * size + j] * 3.0 / trace;
        }
    }
    const scaled_problem problem = {n, a, b->c, b->mu};
    solve_sweeps(&problem, 5000, 1e-12, y, xi, &error);
    return error <= 1e-12;
}

/// Few contacts: the moves by states solve nearly all, to the velocities of the sweeps.
Test(percussion, states_of_few_contacts_give_the_velocities_of_sweeps)
{
    static body_problem b;
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(BODY_MAX, &solver, NULL) == TALUS_OK);
    for (size_t n = 2; n <= 4; n++) {
        size_t by_states = 0, compared = 0, apart = 0;
        const size_t count = 1500;
        for (size_t i = 0; i < count; i++) {
            double p[12] = {0.0}, wanted[12];
            talus_solver_info info;
            body_problem_make(&b, i, n, false, 0.5, 0.0);
            cr_assert(solve_to(solver, &b.problem, 1e-12, p, &info) == TALUS_OK);
            by_states += info.stage == TALUS_SOLVER_STATES || info.stage == TALUS_SOLVER_AT_ONCE;
            if (!sweep_velocities(&b, wanted)) {
                continue;
            }
            double difference = 0.0;
            for (size_t r = 0; r < 3 * n; r++) {
                double xi = b.c[r] - wanted[r];
                for (size_t j = 0; j < 3 * n; j++) {
                    xi += b.delassus[r * 3 * n + j] * p[j];
                }
                difference = fmax(difference, fabs(xi));
            }
            compared++;
            apart += difference > 1e-7;
        }
        // measured for n = 2, 3, 4: by states 0.99, 0.96, 0.935; compared 0.998, 0.986, 0.947; apart
        // 0
        cr_expect_gt((double)by_states, 0.9 * (double)count, "%zu contacts: %zu by states", n,
                     by_states);
        cr_expect_gt((double)compared, 0.8 * (double)count, "%zu contacts: %zu compared", n,
                     compared);
        cr_expect_leq((double)apart, 0.002 * (double)compared, "%zu contacts: %zu of %zu differ", n,
                      apart, compared);
    }
    talus_contact_solver_destroy(solver);
}

/// Two contacts of a rock on a ramp with soil, explicit scheme: only block rows solve it.
static double rough_delassus[36] = {
    0.0041324601602911216,   0.0024837256419821974,   -0.00079565577391827423,
    0.0022606302722368229,   0.0021904294572568038,   -0.00092036222131211434,
    0.0024379336714428958,   0.00434796728474673,     0.00094255648787382141,
    0.0018082390958667877,   0.0030449077108390685,   0.00072714398087868988,
    -0.00087373458272685454, 0.0008618944655181751,   0.0042852502476362934,
    0.0013497945797626186,   -0.00084328386615385828, 0.0041376244166999995,
    0.0021899145915984831,   0.0017479196786305898,   0.0013715102114553188,
    0.0039276715707917895,   0.0021782802644237805,   0.001510050419745322,
    0.0021674407907037161,   0.0030431531561615163,   -0.00080578124776915848,
    0.0022058525314917719,   0.0047785880814997569,   -0.00055414611124851489,
    -0.0009982722625954156,  0.00064155443808204429,  0.0041289253357995994,
    0.0014805030019033449,   -0.00059412892943385613, 0.0040601627433582638,
};
static double rough_c[6] = {
    -0.013809538459002457, 11.58109252133249,  1.8687654758908834,
    0.0043100426991404817, 8.3578553190455125, 1.4053428412856004,
};
static double rough_mu[2] = {
    1.4582810567411055,
    1.4582810567411055,
};

Test(percussion, what_no_other_move_solves_is_solved_in_block_rows)
{
    const talus_contact_problem problem =
        talus_contact_problem_dense(2, rough_delassus, rough_c, rough_mu);
    talus_contact_solver *solver;
    talus_solver_info info;
    double p[6] = {0.0};
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    cr_assert(solve_to(solver, &problem, 1e-10, p, &info) == TALUS_OK);
    cr_expect(info.solved && info.stage == TALUS_SOLVER_SPARSE);
    cr_expect_leq(info.relative_error, 1e-10);
    cr_expect_float_eq(natural_error(&problem, p), info.error, 1e-12);
    talus_contact_solver_destroy(solver);
}

Test(percussion, a_tolerance_that_is_not_above_zero_is_refused)
{
    static const double wrong[] = {0.0, -1e-10, -1.0, (double)NAN, (double)INFINITY};
    const talus_contact_problem problem =
        talus_contact_problem_dense(2, rough_delassus, rough_c, rough_mu);
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        double p[6] = {0.0};
        talus_solver_info info;
        cr_expect_eq(solve_to(solver, &problem, wrong[k], p, &info), TALUS_ERROR_ARGUMENT, "%g",
                     wrong[k]);
        cr_expect(!info.solved);
    }
    talus_contact_solver_destroy(solver);
}

/// Whichever of the contacts it is of: a later one must not hide it.
Test(percussion, an_error_that_is_not_a_number_is_infinite)
{
    const talus_contact_problem problem =
        talus_contact_problem_dense(2, rough_delassus, rough_c, rough_mu);
    for (size_t i = 0; i < 6; i++) {
        double p[6] = {0.0};
        p[i] = (double)NAN;
        cr_expect_eq(natural_error(&problem, p), (double)INFINITY, "%zu", i);
    }
    double c[6] = {(double)NAN, 0.0, 0.0, 0.1, 0.0, 0.0}, p[6] = {0.0};
    const talus_contact_problem bad = talus_contact_problem_dense(2, rough_delassus, c, rough_mu);
    cr_expect_eq(natural_error(&bad, p), (double)INFINITY);
    const scaled_problem scaled = {2, rough_delassus, c, rough_mu};
    double xi[6];
    cr_expect_eq(solve_scaled_error(&scaled, p, xi), (double)INFINITY);
}

/// A start that is not finite is one that no stage may keep.
Test(percussion, a_start_that_is_not_a_number_leaves_numbers)
{
    static body_problem b;
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(BODY_MAX, &solver, NULL) == TALUS_OK);
    for (size_t n = 1; n <= 8; n++) {
        double p[3 * BODY_MAX];
        talus_solver_info info;
        body_problem_make(&b, 3, n, false, 0.7, 0.0);
        for (size_t i = 0; i < 3 * n; i++) {
            p[i] = (double)NAN;
        }
        cr_assert_eq(solve_to(solver, &b.problem, 1e-10, p, &info), TALUS_OK);
        for (size_t i = 0; i < 3 * n; i++) {
            cr_expect(isfinite(p[i]), "%zu contacts", n);
        }
        cr_expect_eq(isfinite(info.error), info.solved, "%zu contacts: %g", n, info.error);
    }
    talus_contact_solver_destroy(solver);
}

Test(percussion, no_contact_gives_no_percussion)
{
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(4, &solver, NULL) == TALUS_OK);
    const talus_contact_problem none = talus_contact_problem_default();
    cr_expect(solve_to(solver, &none, 1e-10, NULL, &info) == TALUS_OK);
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
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
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
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    body_problem_make(&b, 1, 2, true, 1.0, 0.0);
    b.mu[1] = -0.1;
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    b.mu[1] = 0.1;
    b.c[2] = (double)NAN;
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
    // the first contact slips and the second opens: its columns need not be read
    b.c[0] = -1.0;
    b.c[1] = 20.0;
    b.c[2] = b.c[4] = b.c[5] = 0.0;
    b.c[3] = 50.0;
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_OK && p[3] == 0.0);
    b.delassus[4] = (double)NAN;
    cr_expect(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_ERROR_ARGUMENT);
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
        cr_assert(solve_to(solver, &b.problem, 1e-12, p, &info) == TALUS_OK);
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
    const double start[3] = {0.0, 0.0, 0.0};
    double p[3];
    cr_expect(problem_local_solve(g, c, 0.5, start, p));
    cr_expect(fabs(p[0] - 2.0) < 1e-15 && fabs(p[1] + 1.0) < 1e-15 && fabs(p[2]) < 1e-15);
    // mu 4: sticks with P_T = -6
    cr_expect(problem_local_solve(g, c, 4.0, start, p));
    cr_expect(fabs(p[0] - 2.0) < 1e-15 && fabs(p[1] + 6.0) < 1e-14 && fabs(p[2]) < 1e-15);
}

Test(percussion, a_light_and_a_heavy_slipping_contact_are_solved_from_a_bad_start)
{
    // met on a slope: both contacts slip, one carries a hundredth of the other, and the damped
    // iterations end in a local minimum of the residual; the contact states themselves find the
    // solution
    double delassus[36] = {
        0.0033612737900663558,   -1.3349707802483247e-05, 0.002581124221596366,
        0.0024312848963169145,   -0.00010587294439630887, 0.0024636929973869256,
        -1.3349707802483139e-05, 0.004848637443741287,    0.00054264418805004657,
        0.00168740895035699,     0.0044175063083527633,   -0.00054341699999483825,
        0.002581124221596366,    0.00054264418805004657,  0.0045716117338572611,
        0.0016628156906337947,   0.00037361382957099308,  0.0042194610294551179,
        0.0024312848963169145,   0.00168740895035699,     0.0016628156906337949,
        0.0032875428097481935,   0.0017200904449087581,   0.0018906522103791003,
        -0.00010587294439630898, 0.0044175063083527633,   0.00037361382957099319,
        0.0017200904449087581,   0.0041905781604660453,   -0.00017212948821436307,
        0.0024636929973869256,   -0.00054341699999483847, 0.0042194610294551179,
        0.0018906522103791003,   -0.00017212948821436328, 0.0053034019974506682};
    double c[6] = {-0.038797324720282411,  10.674560915232529, 16.660398880942896,
                   -0.0035331565079017579, 9.2438952213534371, 12.898673750026166},
           mu[2] = {1.2854135445053851, 1.2854135445053851};
    double p[6] = {41.622603289682701, -28.247181436767814, -44.248965546329266,
                   417.68573717535378, -308.3236282200441,  -427.15374335671646};
    const talus_contact_problem problem = talus_contact_problem_dense(2, delassus, c, mu);
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(2, &solver, NULL) == TALUS_OK);
    cr_assert(solve_to(solver, &problem, 1e-10, p, &info) == TALUS_OK);
    cr_expect(info.solved, "relative error %g", info.relative_error);
    cr_expect(fabs(p[0] - 8.32565274) < 1e-6 && fabs(p[3] - 888.00660858) < 1e-6, "%g %g", p[0],
              p[3]);
    talus_contact_solver_destroy(solver);
}
