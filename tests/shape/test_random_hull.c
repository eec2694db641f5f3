// SPDX-License-Identifier: GPL-3.0-or-later
// Random hulls: their vertices, extents, and that they are a pure function of seed and index.
#include "talus/shape.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const talus_vec3 lengths = {0.5, 0.3, 0.39};

static talus_rock *make(unsigned points, uint64_t seed, uint64_t index)
{
    talus_rock *rock = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_rock_random_hull(lengths, points, 2700.0, seed, index, &rock, &error),
                 TALUS_OK, "%s", error.message);
    return rock;
}

Test(random_hull, every_point_is_a_vertex)
{
    static const unsigned counts[] = {4, 5, 10, 14, 20, 30, 100, 256};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (uint64_t index = 0; index < 20; index++) {
            talus_rock *rock = make(counts[k], 1, index);
            cr_expect_eq(rock->vertex_count, counts[k]);
            cr_expect(isfinite(rock->inertia.x) && rock->inertia.x <= rock->inertia.y &&
                      rock->inertia.y <= rock->inertia.z);
            talus_rock_destroy(rock);
        }
    }
}

Test(random_hull, fills_about_half_of_its_box)
{
    double sum = 0.0, least = 1.0, most = 0.0;
    for (uint64_t index = 0; index < 200; index++) {
        talus_rock *rock = make(20, 3, index);
        const double filled = rock->volume / (lengths.x * lengths.y * lengths.z);
        sum += filled / 200.0;
        least = fmin(least, filled);
        most = fmax(most, filled);
        talus_rock_destroy(rock);
    }
    // blocks at Tschamut: 0.50 to 0.58 from mass over density; an ellipsoid 0.524
    cr_expect(sum > 0.40 && sum < 0.56, "%g", sum);
    cr_expect(least > 0.3 && most < 0.65 && most - least > 0.02, "%g to %g", least, most);
}

Test(random_hull, has_the_extents_it_is_given)
{
    // the principal frame is turned: the extents are those of the support function along the box
    // axes, which are not kept; the farthest pair is between the longest length and the diagonal
    for (uint64_t index = 0; index < 20; index++) {
        talus_rock *rock = make(20, 2, index);
        double farthest = 0.0;
        for (size_t i = 0; i < rock->vertex_count; i++) {
            for (size_t k = 0; k < i; k++) {
                const talus_vec3 a = rock->vertices[i], b = rock->vertices[k];
                farthest =
                    fmax(farthest, sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                                        (a.z - b.z) * (a.z - b.z)));
            }
        }
        cr_expect(farthest >= 0.5 - 1e-12 && farthest < 0.71, "%g", farthest);
        talus_rock_destroy(rock);
    }
}

Test(random_hull, is_a_pure_function_of_seed_and_index)
{
    talus_rock *one = make(20, 7, 5), *same = make(20, 7, 5);
    talus_rock *other = make(20, 7, 6), *seed = make(20, 8, 5);
    const size_t size = 20 * sizeof *one->vertices;
    cr_expect_eq(memcmp(one->vertices, same->vertices, size), 0);
    cr_expect_neq(memcmp(one->vertices, other->vertices, size), 0);
    cr_expect_neq(memcmp(one->vertices, seed->vertices, size), 0);
    talus_rock_destroy(one);
    talus_rock_destroy(same);
    talus_rock_destroy(other);
    talus_rock_destroy(seed);
}

Test(random_hull, rule_sets_mass_and_volume)
{
    talus_rock *rock = NULL;
    talus_hull_rule rule = {.points = 20, .size = lengths, .mass = 79.0, .density = 2700.0};
    cr_assert_eq(talus_rock_hull_of(&rule, 1, 2, &rock, NULL), TALUS_OK);
    cr_expect_eq(rock->mass, 79.0);
    const double own = rock->volume;
    talus_rock_destroy(rock);
    rule.volume = 0.04;
    rule.mass = 0.0;
    cr_assert_eq(talus_rock_hull_of(&rule, 1, 2, &rock, NULL), TALUS_OK);
    cr_expect_float_eq(rock->volume, 0.04, 1e-15);
    cr_expect_neq(own, rock->volume);
    cr_expect_float_eq(rock->mass, 108.0, 1e-9);
    talus_rock_destroy(rock);
}

/// Mean of hulls that were not looked for the exponent.
static double filled_by(const talus_hull_rule *rule)
{
    double sum = 0.0;
    for (uint64_t index = 100; index < 300; index++) {
        talus_rock *rock = NULL;
        cr_assert_eq(talus_rock_hull_of(rule, 5, index, &rock, NULL), TALUS_OK);
        cr_expect_eq(rock->vertex_count, rule->points);
        sum += rock->volume / 200.0;
        talus_rock_destroy(rock);
    }
    return sum;
}

Test(random_hull, exponent_gives_blocks_the_volume_of_their_mass)
{
    // lengths and volumes at 2700 kg/m3 of the blocks of Tschamut, and others
    static const struct {
        talus_vec3 size;
        unsigned points;
        double mass;
    } blocks[] = {{{0.37, 0.32, 0.37}, 20, 69.0}, {{0.5, 0.3, 0.39}, 20, 79.0},
                  {{0.46, 0.3, 0.2}, 20, 40.0},   {{0.46, 0.3, 0.2}, 12, 30.0},
                  {{0.46, 0.3, 0.2}, 30, 33.0},   {{0.46, 0.3, 0.2}, 100, 40.0}};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        talus_hull_rule rule = {
            .points = blocks[k].points, .size = blocks[k].size, .density = 2700.0};
        const double volume = blocks[k].mass / 2700.0;
        cr_assert_eq(talus_hull_exponent(&rule, volume, &rule.exponent, NULL), TALUS_OK);
        cr_expect(rule.exponent > TALUS_HULL_LEAST_EXPONENT &&
                  rule.exponent < TALUS_HULL_MOST_EXPONENT);
        const double found = filled_by(&rule) / volume;
        // measured 0.016 at most; the hulls that are looked at have a standard error of 0.008
        cr_expect(fabs(found - 1.0) < 0.025, "%zu: %g with %g", k, found, rule.exponent);
    }
}

Test(random_hull, exponents_at_the_ends_keep_every_point)
{
    static const unsigned counts[] = {4, 5, 14, 20, 100, 256};
    static const double ends[] = {TALUS_HULL_LEAST_EXPONENT, TALUS_HULL_MOST_EXPONENT};
    double filled[2];
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (size_t i = 0; i < 2; i++) {
            const talus_hull_rule rule = {
                .points = counts[k], .size = lengths, .density = 2700.0, .exponent = ends[i]};
            filled[i] = filled_by(&rule);
        }
        // few points fill less of a fuller body
        cr_expect(counts[k] < 10 || filled[0] < filled[1], "%u", counts[k]);
        cr_expect(filled[1] < 0.5 * 0.3 * 0.39);
    }
}

Test(random_hull, exponent_of_two_and_none_are_the_ellipsoid)
{
    talus_hull_rule rule = {.points = 20, .size = lengths, .density = 2700.0};
    talus_rock *plain = make(20, 3, 4), *none = NULL, *two = NULL;
    cr_assert_eq(talus_rock_hull_of(&rule, 3, 4, &none, NULL), TALUS_OK);
    rule.exponent = 2.0;
    cr_assert_eq(talus_rock_hull_of(&rule, 3, 4, &two, NULL), TALUS_OK);
    const size_t size = 20 * sizeof *plain->vertices;
    cr_expect_eq(memcmp(plain->vertices, none->vertices, size), 0);
    cr_expect_eq(memcmp(plain->vertices, two->vertices, size), 0);
    talus_rock_destroy(plain);
    talus_rock_destroy(none);
    talus_rock_destroy(two);
}

Test(random_hull, volumes_out_of_reach_give_the_nearest_exponent)
{
    talus_hull_rule rule = {.points = 20, .size = lengths, .density = 2700.0};
    double exponent;
    cr_assert_eq(talus_hull_exponent(&rule, 1.0, &exponent, NULL), TALUS_OK);
    cr_expect_eq(exponent, TALUS_HULL_MOST_EXPONENT);
    cr_assert_eq(talus_hull_exponent(&rule, 1e-6, &exponent, NULL), TALUS_OK);
    cr_expect_eq(exponent, TALUS_HULL_LEAST_EXPONENT);
    talus_rock *rock = NULL;
    rule.exponent = 9.0;
    cr_expect_eq(talus_rock_hull_of(&rule, 1, 1, &rock, NULL), TALUS_ERROR_INPUT);
    rule = (talus_hull_rule){.points = 3, .size = lengths, .density = 2700.0};
    cr_expect_eq(talus_hull_exponent(&rule, 0.01, &exponent, NULL), TALUS_ERROR_INPUT);
}

Test(random_hull, wrong_numbers_are_refused)
{
    static const struct {
        talus_vec3 size;
        unsigned points;
        double density;
    } wrong[] = {
        {{1, 1, 1}, 3, 2700.0},   {{1, 1, 1}, 257, 2700.0},          {{0, 1, 1}, 20, 2700.0},
        {{1, -1, 1}, 20, 2700.0}, {{1, 1, (double)NAN}, 20, 2700.0}, {{1, 1, 1}, 20, -1.0}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        talus_rock *rock = NULL;
        talus_error error = {0};
        cr_expect_eq(talus_rock_random_hull(wrong[k].size, wrong[k].points, wrong[k].density, 1, 1,
                                            &rock, &error),
                     TALUS_ERROR_INPUT, "%zu", k);
        cr_expect_null(rock);
        cr_expect_neq(error.message[0], '\0');
    }
}
