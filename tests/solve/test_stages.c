// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage of an island has a problem that no stage before it solves.
#include "body_problems.h"
#include "physics/solve/island.h"

#include <criterion/criterion.h>

/// A problem of body_problem_make, solved from zero percussions.
typedef struct stage_problem {
    solve_stage stage; ///< solves it first
    uint64_t index;
    size_t contacts;
    bool flat;
    double mu_max;
    double skew;   ///< rad/s
    double fall;   ///< factor on the normal velocities: below 1 the contacts mainly slide
    bool is_piece; ///< solve_set_piece
} stage_problem;

static const stage_problem PROBLEMS[] = {
    {SOLVE_LOCAL, 0, 1, false, 0.5, 0.0, 1.0, false},
    {SOLVE_AT_ONCE, 0, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_AT_ONCE, 1, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_ACTIVE, 4, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_ACTIVE, 10, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_SEARCH, 112, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_SEARCH, 313, 2, false, 0.5, 0.0, 1.0, false},
    {SOLVE_SWEEPS, 44, 3, false, 0.5, 0.0, 1.0, false},
    {SOLVE_SWEEPS, 208, 3, false, 0.5, 0.0, 1.0, false},
    {SOLVE_ACTIVE_AGAIN, 48, 2, false, 1.5, 0.0, 1.0, false},
    {SOLVE_ACTIVE_AGAIN, 13, 2, false, 4.0, 0.0, 1.0, false},
    {SOLVE_DEFECT, 1433, 3, false, 0.5, 0.0, 0.01, false},
    {SOLVE_DEFECT, 632, 3, false, 1.5, 0.0, 0.01, false},
    {SOLVE_NEWTON, 48, 2, false, 4.0, 0.0, 1.0, false},
    {SOLVE_NEWTON, 1389, 3, false, 0.5, 25.0, 1.0, false},
    {SOLVE_SEARCH_AGAIN, 451, 2, true, 4.0, 80.0, 1.0, false},
    {SOLVE_SEARCH_AGAIN, 295, 3, false, 1.5, 0.0, 1.0, false},
    {SOLVE_SUBSETS, 1350, 5, false, 0.5, 0.0, 1.0, true},
    {SOLVE_SUBSETS, 113, 5, false, 1.5, 0.0, 1.0, true},
    {SOLVE_SMOOTHING, 983, 2, false, 4.0, 25.0, 0.01, false},
    {SOLVE_SMOOTHING, 931, 3, false, 4.0, 0.0, 1.0, false},
    {SOLVE_COMBINATIONS, 1350, 5, false, 0.5, 0.0, 1.0, false},
    {SOLVE_COMBINATIONS, 113, 5, false, 1.5, 0.0, 1.0, false},
    {SOLVE_SCATTERED, 912, 5, false, 0.5, 0.0, 1.0, false},
    {SOLVE_SCATTERED, 251, 5, false, 0.5, 0.0, 0.01, false},
    {SOLVE_SPARSE, 918, 5, false, 4.0, 0.0, 0.01, false},
    {SOLVE_SPARSE, 592, 5, false, 4.0, 25.0, 0.01, false},
};

static const talus_solver_stage NAMES[SOLVE_STAGE_COUNT] = {
    [SOLVE_NOTHING] = TALUS_SOLVER_NONE,         [SOLVE_LOCAL] = TALUS_SOLVER_LOCAL,
    [SOLVE_AT_ONCE] = TALUS_SOLVER_STATES,       [SOLVE_ACTIVE] = TALUS_SOLVER_STATES,
    [SOLVE_SEARCH] = TALUS_SOLVER_STATES,        [SOLVE_SWEEPS] = TALUS_SOLVER_GAUSS_SEIDEL,
    [SOLVE_ACTIVE_AGAIN] = TALUS_SOLVER_STATES,  [SOLVE_DEFECT] = TALUS_SOLVER_STATES,
    [SOLVE_NEWTON] = TALUS_SOLVER_NEWTON,        [SOLVE_SEARCH_AGAIN] = TALUS_SOLVER_RESTART,
    [SOLVE_SUBSETS] = TALUS_SOLVER_RESTART,      [SOLVE_SMOOTHING] = TALUS_SOLVER_RESTART,
    [SOLVE_COMBINATIONS] = TALUS_SOLVER_RESTART, [SOLVE_SCATTERED] = TALUS_SOLVER_RESTART,
    [SOLVE_SPARSE] = TALUS_SOLVER_SPARSE,
};

static void pose(const stage_problem *s, body_problem *b)
{
    body_problem_make(b, s->index, s->contacts, s->flat, s->mu_max, s->skew);
    for (size_t k = 0; k < s->contacts; k++) {
        b->c[3 * k] *= s->fall;
    }
}

Test(stages, each_wins_a_problem_of_its_own)
{
    static body_problem b;
    size_t wins[SOLVE_STAGE_COUNT] = {0};
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(BODY_MAX, &solver, NULL) == TALUS_OK);
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++) {
        double p[3 * BODY_MAX] = {0.0};
        talus_solver_info info;
        pose(&PROBLEMS[i], &b);
        solve_set_piece(solver, PROBLEMS[i].is_piece);
        cr_assert(solve_to(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
        cr_expect(info.solved, "problem %zu: %g", i, info.relative_error);
        cr_expect_leq(natural_error(&b.problem, p), 1.001e-10 * problem_velocity_scale(&b.problem));
        cr_expect_eq(solve_won(solver), PROBLEMS[i].stage, "problem %zu: stage %d", i,
                     (int)solve_won(solver));
        cr_expect_eq(info.stage, NAMES[solve_won(solver)], "problem %zu", i);
        wins[solve_won(solver)]++;
    }
    talus_contact_solver_destroy(solver);
    for (int k = SOLVE_LOCAL; k < SOLVE_STAGE_COUNT; k++) {
        cr_expect_gt(wins[k], 0, "stage %d solves none first", k);
    }
}

/// What the dense stages leave is left by solve_island_dense, which allocates nothing.
Test(stages, the_last_one_is_in_block_rows)
{
    static body_problem b;
    talus_contact_solver *solver;
    cr_assert(talus_contact_solver_create(BODY_MAX, &solver, NULL) == TALUS_OK);
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++) {
        double p[3 * BODY_MAX] = {0.0};
        talus_solver_info info;
        pose(&PROBLEMS[i], &b);
        cr_assert(solve_island_dense(solver, &b.problem, 1e-10, p, &info) == TALUS_OK);
        cr_expect_eq(info.solved, PROBLEMS[i].stage != SOLVE_SPARSE, "problem %zu", i);
    }
    talus_contact_solver_destroy(solver);
}
