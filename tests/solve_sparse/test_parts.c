// SPDX-License-Identifier: GPL-3.0-or-later
// The parts below the solvers of block rows: block factor and cones.
#include "contact_problem/made_problems.h"
#include "physics/contact_problem/cone.h"
#include "physics/solve_sparse/block_lu.h"
#include "physics/solve_sparse/stages.h"

/// A sparse problem: contact i meets i + 1 and i + 5, in one direction only if `lopsided`.
static problem_rows *make_sparse(size_t n, bool lopsided)
{
    problem_rows *s;
    talus_random random = {1, n, 0};
    cr_assert(problem_rows_create(n, 5 * n, &s, NULL) == TALUS_OK);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const size_t apart = i > j ? i - j : j - i;
            if (apart != 0 && apart != 1 && apart != 5) {
                continue;
            }
            if (lopsided && i > j) {
                continue;
            }
            for (size_t e = 0; e < 9; e++) {
                s->blocks[9 * count + e] =
                    uniform(&random, -1.0, 1.0) + (i == j && e % 4 == 0 ? 20.0 : 0.0);
            }
            s->column[count++] = (uint32_t)j;
        }
        s->row_start[i + 1] = count;
    }
    s->block_count = count;
    return s;
}

static void fill(const talus_contact_problem *s, block_lu *lu)
{
    block_lu_clear(lu);
    for (size_t k = 0; k < s->row_start[s->contact_count]; k++) {
        memcpy(lu->value + 9 * lu->slot[k], s->blocks + 9 * k, 9 * sizeof *s->blocks);
    }
}

/// Largest difference of the solution of W x = W known.
static double solve_defect(const talus_contact_problem *s, block_lu *lu)
{
    const size_t n = s->contact_count;
    double *known = calloc(3 * n, sizeof *known), *x = calloc(3 * n, sizeof *x), worst = 0.0;
    for (size_t i = 0; i < 3 * n; i++) {
        known[i] = (double)(i % 7) - 3.0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = s->row_start[i]; k < s->row_start[i + 1]; k++) {
            for (size_t e = 0; e < 9; e++) {
                x[3 * i + e / 3] += s->blocks[9 * k + e] * known[3 * s->column[k] + e % 3];
            }
        }
    }
    block_lu_factor(lu);
    block_lu_solve(lu, x);
    for (size_t i = 0; i < 3 * n; i++) {
        worst = fmax(worst, fabs(x[i] - known[i]));
    }
    free(known);
    free(x);
    return worst;
}

static void expect_factor_solves(size_t n, bool lopsided)
{
    problem_rows *s = make_sparse(n, lopsided);
    const talus_contact_problem problem = problem_rows_view(s);
    sparse_scratch scratch = {0};
    block_lu *lu = block_lu_create(&problem, &scratch);
    cr_assert_not_null(lu);
    for (int round = 0; round < 2; round++) {
        fill(&problem, lu);
        const double defect = solve_defect(&problem, lu);
        cr_expect(defect < 1e-13, "%zu contacts: %g", n, defect); /* measured 3e-15 */
    }
    sparse_scratch_free(&scratch);
    problem_rows_destroy(s);
}

Test(block_lu, small_and_ordered_systems_are_solved)
{
    expect_factor_solves(1, false);
    expect_factor_solves(12, false);
    expect_factor_solves(13, false);
    expect_factor_solves(200, false);
}

Test(block_lu, a_pattern_without_symmetry_is_closed)
{
    expect_factor_solves(40, true);
}

Test(block_lu, rows_marked_trivial_count_as_identity_rows)
{
    const size_t n = 60;
    problem_rows *s = make_sparse(n, false);
    const talus_contact_problem problem = problem_rows_view(s);
    sparse_scratch scratch = {0};
    block_lu *lu = block_lu_create(&problem, &scratch);
    cr_assert_not_null(lu);
    for (size_t i = 0; i < n; i += 3) {
        for (size_t k = s->row_start[i]; k < s->row_start[i + 1]; k++) {
            for (size_t e = 0; e < 9; e++) {
                s->blocks[9 * k + e] = s->column[k] == i && e % 4 == 0 ? 1.0 : 0.0;
            }
        }
    }
    fill(&problem, lu);
    const double plain = solve_defect(&problem, lu);
    fill(&problem, lu);
    for (size_t i = 0; i < n; i += 3) {
        for (size_t k = s->row_start[i]; k < s->row_start[i + 1]; k++) {
            memset(lu->value + 9 * lu->slot[k], 0, 9 * sizeof *lu->value);
        }
        lu->trivial[lu->place[i]] = 1;
    }
    const double skipped = solve_defect(&problem, lu);
    cr_expect(plain < 1e-13 && skipped < 1e-13, "%g %g", plain, skipped);
    sparse_scratch_free(&scratch);
    problem_rows_destroy(s);
}

Test(cone, the_step_length_ends_on_the_boundary)
{
    talus_random random = {2, 0, 0};
    for (int k = 0; k < 10000; k++) {
        const double x[3] = {uniform(&random, 1.5, 3.0), uniform(&random, -1, 1),
                             uniform(&random, -1, 1)};
        const double d[3] = {uniform(&random, -2, 2), uniform(&random, -2, 2),
                             uniform(&random, -2, 2)};
        const double gap = x[0] - cone_tangent(x), t = cone_step_length(x, gap, d);
        if (t < 1e3) {
            const double end = cone_moved_gap(x, gap, d, t);
            cr_assert(fabs(end) < 1e-9 * t + 1e-12, "%g at %g", end, t); /* measured 1e-12 */
        } else {
            cr_assert(d[0] - cone_tangent(d) > -1e-2);
        }
    }
}

Test(cone, a_step_along_the_axis_is_bounded_though_its_roots_coincide)
{
    const double x[3] = {2, 0, 0}, down[3] = {-4, 0, 0}, up[3] = {4, 0, 0};
    cr_expect_eq(cone_step_length(x, 2.0, down), 0.5);
    cr_expect_geq(cone_step_length(x, 2.0, up), 1e29);
}

Test(cone, the_scaling_maps_one_point_to_the_other)
{
    talus_random random = {3, 0, 0};
    for (int k = 0; k < 1000; k++) {
        double x[3], z[3], y[3], back[3], unscaled[3];
        cone_scaling s;
        x[1] = uniform(&random, -1, 1);
        x[2] = uniform(&random, -1, 1);
        z[1] = uniform(&random, -1, 1);
        z[2] = uniform(&random, -1, 1);
        const double gap_x = uniform(&random, 1e-3, 1), gap_z = uniform(&random, 1e-3, 1);
        x[0] = gap_x + cone_tangent(x);
        z[0] = gap_z + cone_tangent(z);
        cone_scale(x, gap_x, z, gap_z, &s);
        cone_apply(s.s, x, y);
        cone_apply(s.v, x, back);
        cone_apply(s.w, back, unscaled);
        for (int i = 0; i < 3; i++) {
            cr_assert(fabs(y[i] - z[i]) < 1e-10, "%g", y[i] - z[i]); /* measured 3e-13 */
            cr_assert(fabs(unscaled[i] - x[i]) < 1e-10);
        }
    }
}

Test(cone, the_product_of_opposed_boundary_points_keeps_its_digits)
{
    // x'z = 3e-20, far below the round-off of its terms
    const double x[3] = {1, 0.6, 0.8}, z[3] = {1, -0.6, -0.8};
    const double product = cone_product(x, 1e-20, z, 2e-20);
    cr_expect(fabs(product - 3e-20) < 1e-30, "%g", product);
}

Test(parts, both_measures_of_a_contact_are_zero_where_it_obeys_the_law)
{
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0};
    const double mu = 0.5;
    double scale[1] = {0.3};
    talus_random random = {4, 0, 0};
    problem_rows *rows = make_single(unit, c, mu);
    const talus_contact_problem problem = problem_rows_view(rows);
    const sparse_state cone = {.problem = &problem, .scale = scale};
    sparse_state natural = cone;
    natural.natural = 1.0;
    for (int k = 0; k < 200; k++) {
        double p[3], xi[3];
        known_pair(&random, mu, p, xi);
        cr_expect_lt(solve_sparse_part2(&cone, 0, p, xi), 1e-16, "%d", k);
        cr_expect_lt(solve_sparse_part2(&natural, 0, p, xi), 1e-16, "%d", k);
        // more friction than the law has
        p[1] += 0.2;
        xi[1] += 0.1;
        cr_expect_gt(solve_sparse_part2(&cone, 0, p, xi), 1e-3, "%d", k);
        cr_expect_gt(solve_sparse_part2(&natural, 0, p, xi), 1e-3, "%d", k);
    }
    problem_rows_destroy(rows);
}
