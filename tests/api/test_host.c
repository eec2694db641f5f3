// SPDX-License-Identifier: GPL-3.0-or-later
// What the library leaves alone of the process that uses it: the number of threads of its BLAS.
#include "contact_problem/made_problems.h"
#include "ensemble/incline.h"
#include "solve/solve_calls.h"
#include "talus/results.h"
#include "talus/run.h"

/// Stands before the function of OpenBLAS for all that the program links.
void openblas_set_num_threads(int count);
static int calls;

void openblas_set_num_threads(int count)
{
    (void)count;
    calls++;
}

/// Run rocks, and solve a problem that goes to the sparse matrices.
static void use_library(void)
{
    incline scene;
    talus_results *results = NULL;
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 4;
    const talus_run_options two = {.size = sizeof two, .threads = 2};
    cr_assert_eq(talus_campaign_run(incline_campaign(&scene), &two, &results, NULL), TALUS_OK);
    talus_results_destroy(results);
    incline_clear(&scene);
    made_problem made = make_bodies(1, 40, 10, 0.5, 0.0);
    const talus_contact_problem problem = problem_rows_view(made.rows);
    double *r = calloc(3 * 40, sizeof *r);
    talus_solver_info info;
    cr_assert_eq(solve_whole_to(&problem, TALUS_SOLVE_PROXIMAL, 1e-8, 0, r, &info, NULL), TALUS_OK);
    free(r);
    destroy_bodies(&made);
}

Test(host, keeps_the_number_of_threads_of_its_blas)
{
    use_library();
    cr_expect_eq(calls, 0, "the library sets the threads of the BLAS");
}
