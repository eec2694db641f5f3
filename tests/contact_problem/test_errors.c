// SPDX-License-Identifier: GPL-3.0-or-later
// The two error measures of contact problems.
#include "contact_problem/made_problems.h"

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

Test(errors, the_cone_measure_is_relative_to_c)
{
    static const double c[3] = {-2, 0, 0};
    problem_rows *rows = make_single(unit, c, 0.5);
    const double nothing[3] = {0}, half[3] = {1, 0, 0}, all[3] = {2, 0, 0};
    cr_expect_eq(cone_error(rows, nothing), 1.0);
    cr_expect_eq(cone_error(rows, half), 0.5);
    cr_expect_eq(cone_error(rows, all), 0.0);
    problem_rows_destroy(rows);
}

Test(errors, the_cone_measure_counts_a_slip_that_is_not_opposed)
{
    // P on the edge of the cone along t1 (t2) while the contact slides along it: it should oppose
    for (int t = 1; t <= 2; t++) {
        double c[3] = {-1, 0, 0}, along[3] = {1, 0, 0}, against[3] = {1, 0, 0};
        c[t] = 1.0;
        along[t] = 0.5;
        against[t] = -0.5;
        problem_rows *rows = make_single(unit, c, 0.5);
        // P - xi - mu |xi_T| n = (0.25, -1, 0) is projected to (0.6, -0.3, 0); |c| = sqrt(2)
        cr_expect_float_eq(cone_error(rows, along), sqrt((0.16 + 0.64) / 2.0), 1e-15, "t%d", t);
        cr_expect_lt(cone_error(rows, against), 1e-15);
        problem_rows_destroy(rows);
    }
}

Test(errors, the_cone_measure_is_absolute_without_c)
{
    static const double c[3] = {0, 0, 0};
    problem_rows *rows = make_single(unit, c, 0.5);
    const double pressed[3] = {3, 0, 0}, pulled[3] = {-3, 0, 0};
    cr_expect_eq(cone_error(rows, pressed), 3.0);
    cr_expect_eq(cone_error(rows, pulled), 3.0);
    problem_rows_destroy(rows);
}

/// The natural map of one contact, by hand: W = 2 * 1, rho = 1/2.
Test(errors, the_natural_map_is_in_metres_a_second)
{
    static const double w[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, c[3] = {-2, 1, 0}, mu[1] = {0.5};
    const talus_contact_problem problem = talus_contact_problem_dense(1, w, c, mu);
    const double nothing[3] = {0}, right[3] = {1, -0.5, 0};
    double value = -1.0;
    cr_expect_eq(talus_contact_error(&problem, TALUS_MEASURE_NATURAL_MAP, nothing, &value, NULL),
                 TALUS_OK);
    cr_expect_eq(value, 2.0); // P_N misses 1 N s, over rho; the disc of P has no radius
    cr_expect_eq(talus_contact_error(&problem, TALUS_MEASURE_NATURAL_MAP, right, &value, NULL),
                 TALUS_OK);
    cr_expect_eq(value, 0.0);
}

/// A problem has the same errors as a matrix and in block rows, up to the order of its sums.
Test(errors, both_forms_of_a_problem_have_the_same_errors)
{
    static const talus_contact_measure measures[] = {TALUS_MEASURE_NATURAL_MAP, TALUS_MEASURE_CONE};
    made_problem made = make_bodies(4, 8, 2, 0.7, 0.1);
    const talus_contact_problem in_rows = problem_rows_view(made.rows);
    double w[24 * 24], c[24], mu[8], p[24];
    size_t all[8];
    for (size_t k = 0; k < 24; k++) {
        all[k / 3] = k / 3;
        p[k] = made.percussion[k] + 0.1 * (double)(k % 5);
    }
    problem_gather(&in_rows, all, 8, w, c, mu);
    const talus_contact_problem dense = talus_contact_problem_dense(8, w, c, mu);
    for (size_t k = 0; k < 2; k++) {
        double a = 0.0, b = 1.0;
        cr_expect_eq(talus_contact_error(&in_rows, measures[k], p, &a, NULL), TALUS_OK);
        cr_expect_eq(talus_contact_error(&dense, measures[k], p, &b, NULL), TALUS_OK);
        cr_expect(a > 0.01 && fabs(a - b) <= 1e-13 * a, "%g %g", a, b); /* measured 2e-16 */
    }
    destroy_bodies(&made);
}

/// Whichever contact it is of: a later one must not hide it.
Test(errors, a_number_that_is_none_in_any_contact_makes_both_infinite)
{
    made_problem made = make_bodies(4, 8, 2, 0.7, 0.0);
    const talus_contact_problem problem = problem_rows_view(made.rows);
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < 24 * 3; i++) {
        double p[24];
        memcpy(p, made.percussion, sizeof p);
        p[i / 3] = bad[i % 3];
        double natural = 0.0, cone = 0.0;
        cr_expect_eq(talus_contact_error(&problem, TALUS_MEASURE_NATURAL_MAP, p, &natural, NULL),
                     TALUS_OK);
        cr_expect_eq(talus_contact_error(&problem, TALUS_MEASURE_CONE, p, &cone, NULL), TALUS_OK);
        cr_expect(natural == (double)INFINITY && cone == (double)INFINITY, "%zu: %g %g", i, natural,
                  cone);
    }
    destroy_bodies(&made);
}
