// SPDX-License-Identifier: GPL-3.0-or-later
// Mass properties: exact tensors, invariance, scaling.
#include "shape_case.h"

static void make_box(talus_vec3 points[8], talus_vec3 size)
{
    for (int k = 0; k < 8; k++) {
        points[k] = vec3(k & 1 ? size.x : 0.0, k & 2 ? size.y : 0.0, k & 4 ? size.z : 0.0);
    }
}

/// m (b^2 + c^2)/12 and so on
static talus_vec3 box_inertia(double mass, talus_vec3 s)
{
    const talus_vec3 q = vec3_mul(s, s);
    return vec3_scale(mass / 12.0, vec3(q.y + q.z, q.z + q.x, q.x + q.y));
}

Test(mass, a_box_has_its_exact_tensor_and_keeps_its_axes)
{
    talus_vec3 points[8];
    const talus_vec3 size = {3.0, 0.7, 2.0};
    make_box(points, size);
    talus_rock *rock = rock_of(points, 8, 2500.0);
    const double mass = 2500.0 * 4.2;
    const talus_vec3 exact = box_inertia(mass, size);
    /* measured 2e-16 */
    cr_expect_lt(relative(rock->volume, 4.2), 1e-15);
    cr_expect_lt(relative(rock->mass, mass), 1e-15);
    /* measured 3e-16 */
    cr_expect_lt(relative(rock->inertia.x, exact.x), 2e-15);
    cr_expect_lt(relative(rock->inertia.y, exact.y), 2e-15);
    cr_expect_lt(relative(rock->inertia.z, exact.z), 2e-15);
    cr_expect_lt(vec3_norm(vec3_sub(rock->dimensions, size)), 1e-15 /* m, measured 4e-16 */);
    cr_expect_lt(relative(rock->radius, 0.5 * vec3_norm(size)), 1e-15);
    cr_expect_eq(rock->input_point_count, 8);
    cr_expect_eq(rock->hull_volume_change, 0.0);
    for (size_t k = 0; k < 8; k++) { // in the order of the input, about S
        const talus_vec3 p = vec3_axpy(points[k], -0.5, size);
        cr_expect_lt(vec3_norm(vec3_sub(rock->vertices[k], p)), 1e-15);
    }
    talus_rock_destroy(rock);
}

static const talus_vec3 tetrahedron[4] = {
    {1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};

Test(mass, a_regular_tetrahedron_has_its_exact_tensor)
{
    // edge L = 2 sqrt 2: V = L^3/(6 sqrt 2) = 8/3, every moment m L^2/20 = 0.4 m
    talus_rock *rock = rock_of(tetrahedron, 4, 3.0);
    cr_expect_lt(relative(rock->volume, 8.0 / 3.0), 1e-15);
    cr_expect_lt(relative(rock->mass, 8.0), 1e-15);
    cr_expect_lt(relative(rock->inertia.x, 3.2), 1e-15);
    cr_expect_lt(relative(rock->inertia.y, 3.2), 1e-15);
    cr_expect_lt(relative(rock->inertia.z, 3.2), 1e-15);
    cr_expect(rock->vertex_count == 4 && rock->face_count == 4);
    talus_rock_destroy(rock);
}

/// An irregular body of 12 points without symmetry.
static void make_body(talus_vec3 points[12])
{
    talus_random rng = {.seed = 5};
    for (size_t k = 0; k < 12; k++) {
        points[k] = vec3_mul(vec3(1.0, 0.8, 0.6), sphere_point(k, &rng));
    }
}

Test(mass, turning_and_moving_the_points_changes_nothing)
{
    talus_vec3 points[12], moved[12];
    talus_random rng = {.seed = 11};
    make_body(points);
    talus_rock *rock = rock_of(points, 12, 2700.0);
    for (int trial = 0; trial < 20; trial++) {
        const double u1 = talus_random_uniform(&rng), u2 = talus_random_uniform(&rng);
        const talus_quat q = talus_quat_uniform(u1, u2, talus_random_uniform(&rng));
        for (size_t k = 0; k < 12; k++) {
            moved[k] = vec3_add(talus_quat_rotate(q, points[k]), vec3(3.0, -7.0, 2.0));
        }
        talus_rock *other = rock_of(moved, 12, 2700.0);
        cr_expect_lt(mass_difference(other, rock), 1e-13 /* measured 3e-15 */);
        cr_expect_eq(other->face_count, rock->face_count);
        talus_rock_destroy(other);
    }
    talus_rock_destroy(rock);
}

Test(mass, coordinates_of_a_national_grid_cost_their_own_rounding_only)
{
    talus_vec3 points[12], moved[12];
    make_body(points);
    for (size_t k = 0; k < 12; k++) {
        moved[k] = vec3_add(points[k], vec3(1e6, 1e6, 1e6));
    }
    talus_rock *rock = rock_of(points, 12, 2700.0), *other = rock_of(moved, 12, 2700.0);
    // one coordinate carries 6e-11 m
    cr_expect_lt(mass_difference(other, rock), 1e-9 /* measured 7e-11 */);
    talus_rock_destroy(rock);
    talus_rock_destroy(other);
}

Test(mass, the_body_frame_is_central_and_principal)
{
    talus_vec3 points[12];
    make_body(points);
    talus_rock *first = rock_of(points, 12, 2700.0);
    cr_expect(first->inertia.x <= first->inertia.y && first->inertia.y <= first->inertia.z);
    // a second pass through its own vertices finds nothing to shift or turn
    talus_rock *again = rock_of(first->vertices, first->vertex_count, 2700.0);
    for (size_t k = 0; k < first->vertex_count; k++) {
        cr_expect_lt(vec3_norm(vec3_sub(again->vertices[k], first->vertices[k])),
                     1e-15 /* m, measured 1e-16 */);
    }
    talus_rock_destroy(first);
    talus_rock_destroy(again);
}

Test(mass, scaling_goes_with_the_powers_one_three_and_five)
{
    talus_rock *rock = built("eota221", vec3(1.2, 1.0, 0.6), 0);
    talus_rock *larger = built("eota221", vec3(1.2, 1.0, 0.6), 0);
    cr_assert_eq(talus_rock_scale(larger, 2.0, NULL), TALUS_OK);
    cr_expect_eq(larger->mass, 8.0 * rock->mass);
    cr_expect_eq(larger->volume, 8.0 * rock->volume);
    cr_expect_eq(larger->inertia.y, 32.0 * rock->inertia.y);
    cr_expect_eq(larger->radius, 2.0 * rock->radius);
    cr_expect_eq(larger->dimensions.x, 2.0 * rock->dimensions.x);
    cr_expect_eq(larger->vertices[5].z, 2.0 * rock->vertices[5].z);
    talus_rock_destroy(rock);
    talus_rock_destroy(larger);
}

Test(mass, setting_the_mass_scales_the_inertia_alone)
{
    talus_rock *rock = built("cuboid", vec3(3.0, 2.0, 1.0), 0);
    cr_assert_eq(talus_rock_set_mass(rock, 12.0, NULL), TALUS_OK);
    cr_expect_eq(rock->mass, 12.0);
    cr_expect_lt(relative(rock->inertia.x, 5.0), 1e-15);
    cr_expect_lt(relative(rock->inertia.y, 10.0), 1e-15);
    cr_expect_lt(relative(rock->inertia.z, 13.0), 1e-15);
    cr_expect_lt(relative(rock->volume, 6.0), 1e-15);
    talus_rock_destroy(rock);
}

static const double no_factors[] = {0.0, -1.0, (double)NAN, (double)INFINITY};

Test(mass, factors_masses_and_densities_must_be_positive_numbers)
{
    talus_rock *rock = built("cuboid", vec3(1.0, 1.0, 1.0), 0), *none = NULL;
    for (size_t k = 0; k < 4; k++) {
        talus_error error = {0};
        cr_expect_eq(talus_rock_scale(rock, no_factors[k], &error), TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "scale factor"));
        cr_expect_eq(talus_rock_set_mass(rock, no_factors[k], &error), TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "mass"));
        cr_expect_eq(talus_rock_from_points(tetrahedron, 4, no_factors[k], &none, &error),
                     TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "density"));
        cr_expect_null(none);
    }
    cr_expect_lt(relative(rock->mass, 2700.0), 1e-15);
    talus_rock_destroy(rock);
    talus_rock_destroy(NULL);
}

Test(mass, a_body_is_taken_as_it_is_given)
{
    talus_rock *rock = NULL;
    const talus_vec3 inertia = {52.3738, 52.3738, 83.4372};
    cr_assert_eq(talus_rock_from_body(tetrahedron, 4, 780.0, inertia, &rock, NULL), TALUS_OK);
    cr_expect_eq(memcmp(rock->vertices, tetrahedron, sizeof tetrahedron), 0);
    cr_expect(rock->mass == 780.0 && rock->inertia.z == 83.4372);
    cr_expect(rock->vertex_count == 4 && rock->face_count == 0);
    cr_expect_eq(rock->radius, sqrt(3.0));
    talus_rock_destroy(rock);
}

Test(mass, a_body_without_vertices_mass_or_moments_is_refused)
{
    talus_rock *rock = NULL;
    const talus_vec3 good = {1.0, 1.0, 1.0}, flat = {1.0, 0.0, 1.0}, nan = {0.0, (double)NAN, 0.0};
    cr_expect_neq(talus_rock_from_body(tetrahedron, 0, 1.0, good, &rock, NULL), TALUS_OK);
    cr_expect_neq(talus_rock_from_body(tetrahedron, 4, 0.0, good, &rock, NULL), TALUS_OK);
    cr_expect_neq(talus_rock_from_body(tetrahedron, 4, 1.0, flat, &rock, NULL), TALUS_OK);
    cr_expect_neq(talus_rock_from_body(&nan, 1, 1.0, good, &rock, NULL), TALUS_OK);
    cr_expect_null(rock);
}

Test(mass, moments_that_no_body_has_are_refused)
{
    static const talus_vec3 impossible[] = {
        {1.0, 1.0, 100.0}, {100.0, 1.0, 1.0}, {1.0, 2.1, 1.0}, {1e300, 1.0, 1e299}};
    talus_error error = {0};
    talus_rock *rock = NULL;
    for (size_t k = 0; k < sizeof impossible / sizeof impossible[0]; k++) {
        cr_expect_eq(talus_rock_from_body(tetrahedron, 4, 1.0, impossible[k], &rock, &error),
                     TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "no body has the moments"), "%s", error.message);
    }
    // a plate without thickness is the limit
    cr_expect_eq(
        talus_rock_from_body(tetrahedron, 4, 1.0, (talus_vec3){1.0, 2.0, 3.0}, &rock, NULL),
        TALUS_OK);
    talus_rock_destroy(rock);
}
