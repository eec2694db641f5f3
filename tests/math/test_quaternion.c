// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>

static talus_quat draw_quaternion(talus_random *rng)
{
    const double u1 = talus_random_uniform(rng), u2 = talus_random_uniform(rng);
    return talus_quat_uniform(u1, u2, talus_random_uniform(rng));
}

static talus_vec3 draw_vector(talus_random *rng)
{
    const double x = talus_random_normal(rng), y = talus_random_normal(rng);
    return vec3(x, y, talus_random_normal(rng));
}

static double distance(talus_vec3 a, talus_vec3 b)
{
    return vec3_norm(vec3_sub(a, b));
}

Test(quaternion, quarter_turn_about_z_takes_x_to_y)
{
    const double h = sqrt(0.5);
    const talus_vec3 y = talus_quat_rotate((talus_quat){h, 0.0, 0.0, h}, vec3(1.0, 0.0, 0.0));
    cr_assert_lt(distance(y, vec3(0.0, 1.0, 0.0)), 1e-15); /* measured 3e-16 */
}

Test(quaternion, matrix_and_rotation_agree)
{
    talus_random rng = {.seed = 11};
    for (int k = 0; k < 1000; k++) {
        const talus_quat p = draw_quaternion(&rng);
        const talus_vec3 v = draw_vector(&rng);
        const talus_mat3 a = talus_quat_matrix(p);
        cr_assert_lt(distance(mat3_mulv(&a, v), talus_quat_rotate(p, v)), 1e-14); /* 2e-15 */
    }
}

Test(quaternion, matrix_is_a_rotation)
{
    talus_random rng = {.seed = 12};
    for (int k = 0; k < 1000; k++) {
        const talus_quat p = draw_quaternion(&rng);
        const talus_mat3 a = talus_quat_matrix(p);
        const talus_vec3 v = draw_vector(&rng);
        cr_assert_float_eq(mat3_det(&a), 1.0, 1e-14);                                 /* 2e-15 */
        cr_assert_lt(distance(mat3_tmulv(&a, mat3_mulv(&a, v)), v), 1e-14);           /* 5e-15 */
        cr_assert_lt(fabs(vec3_norm(talus_quat_rotate(p, v)) - vec3_norm(v)), 1e-14); /* 5e-15 */
    }
}

Test(quaternion, product_is_the_product_of_matrices)
{
    talus_random rng = {.seed = 13};
    for (int k = 0; k < 1000; k++) {
        const talus_quat p = draw_quaternion(&rng), q = draw_quaternion(&rng);
        const talus_vec3 v = draw_vector(&rng);
        const talus_vec3 once = talus_quat_rotate(quat_mul(p, q), v);
        const talus_vec3 twice = talus_quat_rotate(p, talus_quat_rotate(q, v));
        cr_assert_lt(distance(once, twice), 1e-14); /* measured 5e-15 */
    }
}

Test(quaternion, normalised_has_length_1_whatever_its_size)
{
    static const double sizes[] = {1e-300, 1e-160, 1.0, 3.0, 1e160, 1e300};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const double s = sizes[k];
        const talus_quat p = talus_quat_normalised((talus_quat){s, -s, s, 0.0});
        cr_assert_float_eq(quat_norm2(p), 1.0, 1e-15);   /* measured 2e-16 */
        cr_assert_float_eq(p.y, 1.0 / sqrt(3.0), 1e-15); /* measured 1e-16 */
    }
}

Test(quaternion, normalised_is_the_identity_where_there_is_no_direction)
{
    static const talus_quat bad[] = {
        {0.0, 0.0, 0.0, 0.0}, {(double)NAN, 0.0, 0.0, 1.0}, {(double)INFINITY, 0.0, 0.0, 0.0}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const talus_quat p = talus_quat_normalised(bad[k]);
        cr_assert(p.w == 1.0 && p.x == 0.0 && p.y == 0.0 && p.z == 0.0);
    }
}

Test(quaternion, uniform_orientations_have_no_preferred_direction)
{
    enum { COUNT = 40000 };
    talus_random rng = {.seed = 14};
    talus_vec3 sum = {0.0, 0.0, 0.0}, squares = {0.0, 0.0, 0.0};
    double angle_cosine = 0.0;
    for (int k = 0; k < COUNT; k++) {
        const talus_quat p = draw_quaternion(&rng);
        const talus_vec3 v = talus_quat_rotate(p, vec3(0.0, 0.6, 0.8));
        sum = vec3_add(sum, v);
        squares = vec3_add(squares, vec3_mul(v, v));
        angle_cosine += 2.0 * p.w * p.w - 1.0;
    }
    const double error = 4.0 / sqrt(COUNT); /* four standard errors of a unit variance */
    cr_assert_lt(vec3_norm(sum) / COUNT, error);
    cr_assert_float_eq(squares.x / COUNT, 1.0 / 3.0, 0.3 * error); /* variance 4/45 */
    cr_assert_float_eq(squares.z / COUNT, 1.0 / 3.0, 0.3 * error);
    cr_assert_float_eq(angle_cosine / COUNT, -0.5, 0.71 * error); /* Haar: -1/2, variance 1/2 */
}
