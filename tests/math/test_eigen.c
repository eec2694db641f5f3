// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>

static talus_vec3 column(const talus_mat3 *a, int k)
{
    return vec3(a->m[0][k], a->m[1][k], a->m[2][k]);
}

/// A = R diag(values) R^T for a random rotation R.
static talus_mat3 turn_diagonal(const double values[3], talus_random *rng)
{
    const double u1 = talus_random_uniform(rng), u2 = talus_random_uniform(rng);
    const talus_mat3 r = talus_quat_matrix(talus_quat_uniform(u1, u2, talus_random_uniform(rng)));
    talus_mat3 a;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            a.m[i][j] = 0.0;
            for (int k = 0; k < 3; k++) {
                a.m[i][j] += r.m[i][k] * values[k] * r.m[j][k];
            }
        }
    }
    return a;
}

/// A v = lambda v, ascending, right-handed, unit length, sign rule. Tolerances relative to |A|.
static void check_pairs(const talus_mat3 *a, const double values[3], const talus_mat3 *v,
                        double size)
{
    for (int k = 0; k < 3; k++) {
        const talus_vec3 e = column(v, k);
        const talus_vec3 residual = vec3_axpy(mat3_mulv(a, e), -values[k], e);
        cr_assert_lt(vec3_norm(residual), 1e-14 * size); /* measured 1e-15 */
        cr_assert_float_eq(vec3_norm(e), 1.0, 1e-14);    /* measured 1e-16 */
        const double largest = fmax(fmax(e.x, e.y), e.z), smallest = fmin(fmin(e.x, e.y), e.z);
        cr_assert(k == 2 || largest >= -smallest);
    }
    cr_assert(values[0] <= values[1] && values[1] <= values[2]);
    cr_assert_float_eq(mat3_det(v), 1.0, 1e-14); /* measured 2e-16 */
}

Test(eigen, diagonal_matrix_is_sorted)
{
    const talus_mat3 a = {{{3.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 2.0}}};
    double values[3];
    talus_mat3 v;
    talus_mat3_symmetric_eigen(&a, values, &v);
    cr_assert(values[0] == 1.0 && values[1] == 2.0 && values[2] == 3.0);
    check_pairs(&a, values, &v, 3.0);
}

Test(eigen, zero_matrix_has_the_axes)
{
    const talus_mat3 a = {{{0.0}}};
    double values[3];
    talus_mat3 v;
    talus_mat3_symmetric_eigen(&a, values, &v);
    cr_assert(values[0] == 0.0 && values[2] == 0.0);
    cr_assert(v.m[0][0] == 1.0 && v.m[1][1] == 1.0 && v.m[2][2] == 1.0);
}

Test(eigen, recovers_turned_diagonals)
{
    static const double cases[][3] = {{1.0, 2.0, 3.0},  {1.0, 1.0, 2.0},  {2.0, 2.0, 2.0},
                                      {1e-9, 1.0, 1e9}, {-3.0, 0.0, 5.0}, {1.0, 1.0 + 1e-12, 2.0}};
    talus_random rng = {.seed = 21};
    for (size_t k = 0; k < 600; k++) {
        const double *expected = cases[k % 6];
        const double size = fmax(fabs(expected[0]), fabs(expected[2]));
        const talus_mat3 a = turn_diagonal(expected, &rng);
        double values[3];
        talus_mat3 v;
        talus_mat3_symmetric_eigen(&a, values, &v);
        check_pairs(&a, values, &v, size);
        for (int i = 0; i < 3; i++) {
            cr_assert_float_eq(values[i], expected[i], 1e-14 * size); /* measured 2e-15 */
        }
    }
}

Test(inverse, times_the_matrix_is_the_identity)
{
    static const double values[3] = {0.5, 2.0, 7.0};
    talus_random rng = {.seed = 22};
    const talus_mat3 a = turn_diagonal(values, &rng), b = mat3_inverse(&a);
    const talus_mat3 one = mat3_mul(&a, &b);
    for (int i = 0; i < 9; i++) {
        cr_assert_float_eq(one.m[i / 3][i % 3], i % 4 == 0 ? 1.0 : 0.0, 1e-14); /* 1e-15 */
    }
}
