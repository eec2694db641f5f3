// SPDX-License-Identifier: GPL-3.0-or-later
// Islands of so many contacts that Newton has a weight for each of them and starts at the percussions of
// the step before. Linked with --wrap, so that malloc and calloc of talus's own code count.
#include "failing_memory.h"
#include "physics/contact_problem/errors.h"
#include "physics/solve_sparse/solve_sparse.h"
#include "solve_sparse/heap_problems.h"

#include "talus/solve_options.h"

enum { SIDE = 12, LAYERS = 3, STEPS = 6 };
static const double TOLERANCE = 1e-8, TIME_STEP = 2e-3;

static talus_status solve(const talus_contact_problem *problem, double *percussion,
                          talus_solver_info *info)
{
    const sparse_request request = {.method = TALUS_SOLVE_AUTO,
                                    .tolerance = TOLERANCE,
                                    .limit = 2000,
                                    .natural = problem_velocity_scale(problem),
                                    .accepted = TOLERANCE};
    sparse_scratch scratch = {0};
    *info = talus_solver_info_default();
    const talus_status status = solve_sparse(problem, &request, &scratch, percussion, info);
    sparse_scratch_free(&scratch);
    return status;
}

/// Solve and look at the result with the measure of the library. @return iterations
static int expect_solved(const talus_contact_problem *problem, double *percussion)
{
    talus_solver_info info;
    double error = 0.0;
    cr_assert_eq(solve(problem, percussion, &info), TALUS_OK);
    cr_assert_eq(talus_contact_error(problem, TALUS_MEASURE_NATURAL_MAP, percussion, &error, NULL),
                 TALUS_OK);
    error /= problem_velocity_scale(problem);
    cr_expect(info.solved && info.iterations > 0, "%d iterations", info.iterations);
    cr_expect_leq(error, TOLERANCE * (1.0 + 1e-6), "%g", error);
    cr_expect_float_eq(info.relative_error, error, 1e-6 * TOLERANCE, "%g %g", info.relative_error,
                       error);
    // the path, which comes later, would have solved these problems too
    cr_expect_eq(info.method, TALUS_SOLVE_NEWTON, "%s", talus_solve_method_name(info.method));
    return info.iterations;
}

// what the caller starts from is used: a heap that hardly changes takes few iterations
Test(large, newton_from_the_step_before_solves_a_heap)
{
    heap h = heap_make(SIDE, LAYERS, 0.1);
    cr_assert_gt(h.contacts, 1500);
    const size_t bytes = 3 * h.contacts * sizeof(double);
    double *warm = calloc(1, bytes), *cold = calloc(1, bytes), *again = calloc(1, bytes);
    int steps = 0;
    for (int k = 0; k < STEPS; k++) {
        const talus_contact_problem problem = heap_pose(&h, TIME_STEP);
        steps += expect_solved(&problem, warm);
        if (k < STEPS - 1) {
            heap_push(&h, warm);
        }
    }
    heap_shake(&h, 1e-6);
    const talus_contact_problem near = heap_pose(&h, 0.0);
    memcpy(again, warm, bytes);
    const int from_before = expect_solved(&near, warm);
    const int from_nothing = expect_solved(&near, cold);
    cr_expect_eq(expect_solved(&near, again), from_before);
    cr_expect_eq(memcmp(again, warm, bytes), 0);
    // measured 31 and 262
    cr_expect_lt(3 * from_before, from_nothing, "%d %d", from_before, from_nothing);
    cr_expect_lt(steps, 1100, "%d", steps); // measured 957
    free(warm);
    free(cold);
    free(again);
    heap_clear(&h);
}

Test(large, running_out_of_memory_fails_the_problem)
{
    heap h = heap_make(SIDE, LAYERS, 0.1);
    const talus_contact_problem problem = heap_pose(&h, TIME_STEP);
    const size_t bytes = 3 * h.contacts * sizeof(double);
    double *expected = calloc(1, bytes), *found = calloc(1, bytes);
    talus_solver_info info;
    requests = 0;
    cr_assert_eq(solve(&problem, expected, &info), TALUS_OK);
    const size_t count = requests;
    cr_expect_gt(count, 1, "%zu requests", count);
    for (size_t k = 1; k <= count; k++) {
        requests = 0;
        failing = k;
        const talus_status status = solve(&problem, found, &info);
        failing = 0;
        cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu of %zu: %d", k, count, (int)status);
        for (size_t i = 0; i < 3 * h.contacts; i++) {
            cr_assert_eq(found[i], 0.0); // nothing is found
        }
    }
    cr_assert_eq(solve(&problem, found, &info), TALUS_OK);
    cr_expect_eq(memcmp(found, expected, bytes), 0);
    free(expected);
    free(found);
    heap_clear(&h);
}
