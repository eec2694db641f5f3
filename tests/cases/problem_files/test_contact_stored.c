// SPDX-License-Identifier: GPL-3.0-or-later
// Every stored contact problem is solved by the driver; the times are the benchmark's business.
#include "cases/problem_files/contact_problem.h"
#include "foundation/files/files.h"
#include "physics/solve_sparse/solve_sparse.h"
#include "solve/solve_calls.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static problem_rows *read_stored(const char *name)
{
    char path[512];
    problem_rows *rows = NULL;
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/tests/data/%s.dat.gz", TALUS_SOURCE_DIR, name);
    cr_assert(files_read_contact_problem(path, &rows, &error) == TALUS_OK, "%s", error.message);
    return rows;
}

static void expect_solved(const char *name, size_t contacts, int most_iterations)
{
    char path[512];
    talus_error error = {0};
    snprintf(path, sizeof path, "contact_problems/%s", name);
    problem_rows *rows = read_stored(path);
    cr_assert_eq(rows->contact_count, contacts);
    double *percussion = calloc(3 * contacts, sizeof *percussion);
    const talus_contact_problem problem = problem_rows_view(rows);
    talus_solver_info info;
    cr_assert(solve_whole_to(&problem, TALUS_SOLVE_AUTO, 1e-8, 0, percussion, &info, &error) ==
              TALUS_OK);
    const double e = problem_error(&problem, TALUS_MEASURE_CONE, percussion);
    cr_expect(info.solved && e <= 1e-8, "%s: error %g", name, e);
    cr_expect(info.iterations <= most_iterations, "%s: %d iterations", name, info.iterations);
    free(percussion);
    problem_rows_destroy(rows);
}

// the measured iterations are beside the bounds

Test(contact_stored, the_stack_of_boxes)
{
    expect_solved("BoxesStack1-i100000-32.hdf5", 52, 60); /* 24 */
}

Test(contact_stored, the_capsules)
{
    expect_solved("Capsules-i100-889", 276, 100);  /* 42 */
    expect_solved("Capsules-i122-1617", 296, 120); /* 54 */
}

Test(contact_stored, the_confetti)
{
    expect_solved("Confeti-ex13-4contact-Fc3D-SBM", 4, 5); /* 2 */
    expect_solved("Confeti-ex13-Fc3D-SBM", 107, 60);       /* 22 */
}

Test(contact_stored, the_three_separate_contacts)
{
    expect_solved("FC3D_Example1_SBM", 3, 5); /* 2 */
}

Test(contact_stored, the_tower)
{
    expect_solved("KaplasTower-i1061-4.hdf5", 570, 60); /* 7 */
}

Test(contact_stored, the_spheres)
{
    expect_solved("NESpheres_10_1", 9, 40); /* 19 */
}

Test(contact_stored, the_single_body)
{
    expect_solved("OneObject-i100000-499.hdf5", 24, 80); /* 36 */
}

Test(contact_stored, the_rover)
{
    expect_solved("Rover1040", 5, 40); /* 19 */
    expect_solved("Rover4396", 2, 40); /* 5 */
    expect_solved("Rover9770", 5, 40); /* 11 */
}

Test(contact_stored, the_pile_of_rocks)
{
    expect_solved("RockPile_tob1", 463, 60000); /* 5600 */
}

/// By path following alone, from zero. @return the error
static double follow_path(const char *name, int *iterations)
{
    problem_rows *rows = read_stored(name);
    const talus_contact_problem problem = problem_rows_view(rows);
    double *percussion = calloc(3 * rows->contact_count, sizeof *percussion);
    talus_solver_info info;
    cr_assert(solve_whole_to(&problem, TALUS_SOLVE_INTERIOR, 1e-8, 0, percussion, &info, NULL) ==
              TALUS_OK);
    *iterations = info.iterations;
    free(percussion);
    problem_rows_destroy(rows);
    return info.error;
}

// a path whose residual stays behind tau takes 41, 21, 33 and 15 steps
Test(contact_stored, paths_are_short)
{
    static const char *const names[] = {"BoxesStack1-i100000-32.hdf5", "Capsules-i100-889",
                                        "Capsules-i122-1617", "OneObject-i100000-499.hdf5"};
    static const int most[] = {30, 25, 28, 13}; /* 20, 20, 22, 10 */
    for (size_t k = 0; k < 4; k++) {
        char path[512];
        int iterations;
        snprintf(path, sizeof path, "contact_problems/%s", names[k]);
        const double e = follow_path(path, &iterations);
        cr_expect(e <= 1e-8 && iterations <= most[k], "%s: %g, %d", names[k], e, iterations);
    }
}

// without a shift the path ends at its fold, at an error of 4.6e-5
Test(contact_stored, a_path_leads_around_its_fold)
{
    int iterations;
    const double e = follow_path("contact_problems/RockPile_tob1", &iterations);
    cr_expect(e <= 1e-5, "%g", e); /* 5.3e-6 */
}

// 5000 iterations leave 1.2e-8, 1000 anchors of Newton are needed
Test(contact_stored, a_critical_piece_of_a_heap)
{
    problem_rows *rows = read_stored("islands/critical_piece");
    const talus_contact_problem problem = problem_rows_view(rows);
    double *percussion = calloc(3 * rows->contact_count, sizeof *percussion);
    sparse_scratch scratch = {0};
    talus_solver_info info = talus_solver_info_default();
    cr_assert_eq(solve_sparse_island(&problem, 1e-10, 0.0, &scratch, percussion, &info), TALUS_OK);
    cr_expect(info.solved && info.relative_error <= 1e-10, "%g", info.relative_error);
    const int to_the_end = info.iterations;
    // an error that is accepted ends the search soon after
    memset(percussion, 0, 3 * rows->contact_count * sizeof *percussion);
    info = talus_solver_info_default();
    cr_assert_eq(solve_sparse_island(&problem, 1e-10, 1e-6, &scratch, percussion, &info), TALUS_OK);
    cr_expect(info.relative_error <= 1e-6, "%g", info.relative_error);
    cr_expect(info.iterations < to_the_end / 4, "%d of %d", info.iterations, to_the_end);
    free(percussion);
    sparse_scratch_free(&scratch);
    problem_rows_destroy(rows);
}
