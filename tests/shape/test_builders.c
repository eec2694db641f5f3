// SPDX-License-Identifier: GPL-3.0-or-later
// Named shapes: known numbers, counts, refusals.
#include "shape_case.h"

Test(builders, eota221_of_780_kg_has_the_published_numbers)
{
    talus_rock *rock = built("eota221", vec3(0.93, 0.93, 0.47), 0);
    cr_assert_eq(talus_rock_set_mass(rock, 780.0, NULL), TALUS_OK);
    cr_expect(rock->vertex_count == 24 && rock->face_count == 26);
    cr_expect_lt(fabs(rock->inertia.x - 52.310), 5e-4 /* kg m2, measured 3e-4 */);
    cr_expect_lt(fabs(rock->inertia.y - 52.310), 5e-4);
    cr_expect_lt(fabs(rock->inertia.z - 83.336), 5e-4);
    cr_expect_lt(fabs(rock->mass / rock->volume - 2709.0), 0.5 /* kg/m3, measured 0.1 */);
    cr_expect_str_eq(rock->name, "eota221");
    expect_closed(rock, true);
    talus_rock_destroy(rock);
}

Test(builders, eota111_has_its_exact_volume_and_second_moment)
{
    // V = 17/24 L^3, <x^2> = 21/340 L^2
    const double L = 1.122;
    talus_rock *rock = built("eota111", vec3(L, L, L), 0);
    const double moment = 2.0 * 21.0 / 340.0 * L * L * rock->mass;
    cr_expect_lt(relative(rock->volume, 17.0 / 24.0 * L * L * L), 2e-15);
    cr_expect_lt(relative(rock->inertia.x, moment), 2e-15);
    cr_expect_lt(relative(rock->inertia.y, moment), 2e-15);
    cr_expect_lt(relative(rock->inertia.z, moment), 2e-15);
    cr_expect(rock->vertex_count == 24 && rock->face_count == 26);
    talus_rock_destroy(rock);
}

typedef struct expected_shape {
    const char *name;
    talus_vec3 size;
    unsigned sides;
    size_t vertices, faces;
    talus_vec3 dimensions; ///< m
    double volume;         ///< m^3
} expected_shape;

static const expected_shape shapes[] = {
    {"cuboid", {3.0, 2.0, 1.0}, 0, 8, 6, {3.0, 2.0, 1.0}, 6.0},
    {"prism", {2.0, 2.0, 3.0}, 0, 12, 8, {2.0, 1.7320508075688772, 3.0}, 7.794228634059948},
    {"prism", {2.0, 4.0, 1.0}, 4, 8, 6, {2.0, 4.0, 1.0}, 4.0},
    {"prism", {1.0, 1.0, 1.0}, 3, 6, 5, {0.75, 0.8660254037844386, 1.0}, 0.3247595264191645},
    {"equant", {2.0, 0.0, 0.0}, 0, 24, 26, {2.0, 2.0, 2.0}, 17.0 / 3.0},
    {"flat", {2.0, 0.0, 0.0}, 0, 24, 26, {2.0, 2.0, 1.0}, 17.0 / 6.0},
    {"long", {2.0, 0.0, 0.0}, 0, 24, 26, {2.0, 1.0, 1.0}, 17.0 / 12.0},
    {"flat", {2.0, 3.0, 0.5}, 0, 24, 26, {2.0, 3.0, 0.5}, 17.0 / 8.0},
    {"eota111", {1.0, 1.0, 1.0}, 0, 24, 26, {1.0, 1.0, 1.0}, 17.0 / 24.0},
    {"eota221", {1.0, 1.0, 0.5}, 0, 24, 26, {1.0, 1.0, 0.5}, 17.0 / 48.0},
};

Test(builders, each_has_its_counts_dimensions_and_volume)
{
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        const expected_shape *e = &shapes[k];
        talus_rock *rock = built(e->name, e->size, e->sides);
        cr_expect_eq(rock->vertex_count, e->vertices, "%s %zu", e->name, rock->vertex_count);
        cr_expect_eq(rock->face_count, e->faces, "%s %zu", e->name, rock->face_count);
        cr_expect_lt(vec3_norm(vec3_sub(rock->dimensions, e->dimensions)), 2e-15 /* m */, "%s",
                     e->name);
        cr_expect_lt(relative(rock->volume, e->volume), 2e-15, "%s", e->name);
        cr_expect_lt(relative(rock->mass, 2700.0 * e->volume), 2e-15, "%s", e->name);
        cr_expect_str_eq(rock->name, e->name);
        cr_expect_lt(worst_excess(rock), 1e-15, "%s", e->name);
        expect_closed(rock, true);
        talus_rock_destroy(rock);
    }
}

Test(builders, icospheres_have_all_their_points_and_approach_the_sphere)
{
    double before = 1.0;
    for (unsigned level = 1; level <= 4; level++) {
        talus_rock *rock = built("icosphere", vec3(2.0, 2.0, 2.0), level);
        const size_t parts = (size_t)1 << level;
        const double missing = 1.0 - rock->volume / (4.0 / 3.0 * TALUS_PI);
        cr_expect_eq(rock->vertex_count, 10 * parts * parts + 2);
        cr_expect_eq(rock->face_count, 20 * parts * parts);
        cr_expect_lt(relative(rock->radius, 1.0), 1e-14);
        cr_expect(missing > 0.0 && missing < 0.35 * before, "level %u: %g", level, missing);
        expect_closed(rock, level < 3);
        before = missing;
        talus_rock_destroy(rock);
    }
}

Test(builders, an_icosphere_takes_three_sizes_and_a_default_level)
{
    talus_rock *rock = built("icosphere", vec3(3.0, 2.0, 1.0), 0);
    cr_expect_eq(rock->vertex_count, 42);
    cr_expect(rock->inertia.x < rock->inertia.y && rock->inertia.y < rock->inertia.z);
    talus_rock_destroy(rock);
}

Test(builders, every_listed_name_can_be_built)
{
    const char *const *names = talus_rock_builder_names();
    size_t count = 0;
    for (; names[count] != NULL; count++) {
        talus_rock *rock = built(names[count], vec3(1.0, 0.9, 0.8), 0);
        cr_expect_gt(rock->mass, 0.0);
        talus_rock_destroy(rock);
    }
    cr_expect_eq(count, 9);
}

Test(builders, an_unknown_name_lists_the_known_ones)
{
    talus_rock *rock = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_rock_build("potato", vec3(1.0, 1.0, 1.0), 0, 1.0, &rock, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "'potato'"));
    cr_expect_not_null(strstr(error.message, "eota111, eota221, cuboid, prism, icosphere"), "%s",
                       error.message);
    cr_expect_null(rock);
}

static const talus_vec3 no_sizes[] = {{0.0, 1.0, 1.0},
                                      {1.0, -1.0, 1.0},
                                      {1.0, 1.0, (double)NAN},
                                      {(double)INFINITY, 1.0, 1.0},
                                      {1.0, 0.0, 0.0}};

Test(builders, sizes_must_be_positive_numbers)
{
    for (size_t k = 0; k < sizeof no_sizes / sizeof no_sizes[0]; k++) {
        talus_rock *rock = NULL;
        talus_error error = {0};
        cr_expect_eq(talus_rock_build("cuboid", no_sizes[k], 0, 1.0, &rock, &error),
                     TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(error.message, "positive"), "%s", error.message);
        cr_expect_null(rock);
    }
}

Test(builders, impossible_sides_and_levels_are_refused)
{
    talus_rock *rock = NULL;
    const talus_vec3 one = {1.0, 1.0, 1.0};
    cr_expect_eq(talus_rock_build("prism", one, 2, 1.0, &rock, NULL), TALUS_ERROR_INPUT);
    cr_expect_eq(talus_rock_build("prism", one, 1000000, 1.0, &rock, NULL), TALUS_ERROR_INPUT);
    cr_expect_eq(talus_rock_build("icosphere", one, 5, 1.0, &rock, NULL), TALUS_ERROR_INPUT);
    cr_expect_null(rock);
}
