// SPDX-License-Identifier: GPL-3.0-or-later
// shape.h called wrongly.
#include "misuse.h"
#include "talus/shape.h"

static const talus_vec3 four[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const talus_vec3 ones = {1, 1, 1};
static talus_rock *rock;

static talus_status copy_null(talus_error *error)
{
    return talus_rock_copy(NULL, &rock, error);
}

static talus_status copy_no_place(talus_error *error)
{
    cr_assert_eq(talus_rock_from_points(four, 4, 2500.0, &rock, NULL), TALUS_OK);
    return talus_rock_copy(rock, NULL, error);
}

static talus_status points_null(talus_error *error)
{
    return talus_rock_from_points(NULL, 4, 2500.0, &rock, error);
}

static talus_status points_no_place(talus_error *error)
{
    return talus_rock_from_points(four, 4, 2500.0, NULL, error);
}

static talus_status points_none(talus_error *error)
{
    return talus_rock_from_points(four, 0, 2500.0, &rock, error);
}

static talus_status points_no_density(talus_error *error)
{
    return talus_rock_from_points(four, 4, 0.0, &rock, error);
}

static talus_status points_density_nan(talus_error *error)
{
    return talus_rock_from_points(four, 4, NOTHING, &rock, error);
}

static talus_status points_density_negative(talus_error *error)
{
    return talus_rock_from_points(four, 4, -1.0, &rock, error);
}

static talus_status mesh_null(talus_error *error)
{
    return talus_rock_from_mesh(four, 4, NULL, 4, 2500.0, &rock, error);
}

static talus_status mesh_index(talus_error *error)
{
    const uint32_t wrong[3] = {0, 1, 99};
    return talus_rock_from_mesh(four, 4, wrong, 1, 2500.0, &rock, error);
}

static talus_status build_null(talus_error *error)
{
    return talus_rock_build(NULL, ones, 0, 2500.0, &rock, error);
}

static talus_status build_no_place(talus_error *error)
{
    return talus_rock_build("cuboid", ones, 0, 2500.0, NULL, error);
}

static talus_status build_unknown(talus_error *error)
{
    return talus_rock_build("egg", ones, 0, 2500.0, &rock, error);
}

static talus_status build_nan(talus_error *error)
{
    return talus_rock_build("cuboid", (talus_vec3){NOTHING, 1, 1}, 0, 2500.0, &rock, error);
}

static talus_status build_zero(talus_error *error)
{
    return talus_rock_build("cuboid", (talus_vec3){0, 0, 0}, 0, 2500.0, &rock, error);
}

static talus_status build_density(talus_error *error)
{
    return talus_rock_build("cuboid", ones, 0, NOTHING, &rock, error);
}

static talus_status build_sides(talus_error *error)
{
    return talus_rock_build("icosphere", ones, 4000000000u, 2500.0, &rock, error);
}

static talus_status scale_null(talus_error *error)
{
    return talus_rock_scale(NULL, 2.0, error);
}

static talus_status mass_null(talus_error *error)
{
    return talus_rock_set_mass(NULL, 2.0, error);
}

static talus_status body_null(talus_error *error)
{
    return talus_rock_from_body(NULL, 4, 1.0, ones, &rock, error);
}

static talus_status body_moments(talus_error *error)
{
    return talus_rock_from_body(four, 4, 1.0, (talus_vec3){1, 1, 100}, &rock, error);
}

static talus_status simplify_null(talus_error *error)
{
    return talus_rock_simplify(NULL, 20, &rock, error);
}

static talus_status simplify_without_faces(talus_error *error)
{
    return talus_rock_simplify(&(talus_rock){.vertex_count = 4}, 20, &rock, error);
}

/// A cuboid with the given number of vertices.
static talus_status simplify_to(size_t most, talus_error *error)
{
    talus_rock *cuboid = NULL;
    talus_status status = talus_rock_build("cuboid", ones, 0, 2500.0, &cuboid, error);
    if (status == TALUS_OK) {
        status = talus_rock_simplify(cuboid, most, &rock, error);
    }
    talus_rock_destroy(cuboid);
    return status;
}

static talus_status simplify_three(talus_error *error)
{
    return simplify_to(3, error);
}

static talus_status simplify_many(talus_error *error)
{
    return simplify_to((size_t)-1, error);
}

static talus_status law_null(talus_error *error)
{
    return talus_distribution_check(NULL, error);
}

static talus_status law_unknown(talus_error *error)
{
    return talus_distribution_check(&(talus_distribution){.law = (talus_law)44, .a = 1.0}, error);
}

static talus_status law_nan(talus_error *error)
{
    return talus_distribution_check(&(talus_distribution){.law = TALUS_LAW_NORMAL, .a = NOTHING},
                                    error);
}

static talus_status law_table(talus_error *error)
{
    return talus_distribution_check(&(talus_distribution){.law = TALUS_LAW_TABLE, .table_count = 4},
                                    error);
}

MISUSE_TABLE(shape, REFUSED(copy_null), REFUSED(copy_no_place), REFUSED(points_null),
             REFUSED(points_no_place), REFUSED(points_none), REFUSED(points_no_density),
             REFUSED(points_density_nan), REFUSED(points_density_negative), REFUSED(mesh_null),
             REFUSED(mesh_index), REFUSED(build_null), REFUSED(build_no_place),
             REFUSED(build_unknown), REFUSED(build_nan), REFUSED(build_zero),
             REFUSED(build_density), REFUSED(build_sides), REFUSED(scale_null), REFUSED(mass_null),
             REFUSED(body_null), REFUSED(body_moments), REFUSED(simplify_null),
             REFUSED(simplify_without_faces), REFUSED(simplify_three), REFUSED(simplify_many),
             REFUSED(law_null), REFUSED(law_unknown), REFUSED(law_nan), REFUSED(law_table))

/// Functions without a status answer with nothing.
Test(misuse, shape_without_status)
{
    const talus_distribution uniform = {.law = TALUS_LAW_UNIFORM, .a = 1.0, .b = 2.0};
    talus_rock_destroy(NULL);
    cr_expect(isnan(talus_distribution_at(NULL, 0.5)));
    cr_expect(isnan(talus_distribution_at(&uniform, NOTHING)));
    cr_expect(isnan(talus_distribution_at(&uniform, 1.5)));
    cr_expect(isnan(talus_distribution_at(&uniform, -0.5)));
}
