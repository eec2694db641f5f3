// SPDX-License-Identifier: GPL-3.0-or-later
// Bumps of a ground under the terrain: whose they are, where there are none, contacts with them.
#include "bench/scenes.h"
#include "physics/contact/contact.h"

#include <criterion/criterion.h>
#include <float.h>

static const talus_ground_roughness own = {
    .amplitude = 0.2, .spacing = 0.7, .clear = 5.0, .seed = 3, .per_rock = true};
static const contact_bumps first = {.seed = 8, .rock = 4};

static double drop_at(const talus_ground_roughness *roughness, const contact_bumps *bumps, double x,
                      double y)
{
    double slope[2];
    return contact_bump(roughness, bumps, x, y, slope);
}

/// How many of 400 places have another drop.
static int differences(const talus_ground_roughness *a, const contact_bumps *of_a,
                       const talus_ground_roughness *b, const contact_bumps *of_b)
{
    int count = 0;
    for (int k = 0; k < 400; k++) {
        const double x = -70.0 + 0.37 * k, y = 90.0 - 0.53 * k;
        count += drop_at(a, of_a, x, y) != drop_at(b, of_b, x, y);
    }
    return count;
}

Test(bumps, lie_under_the_terrain_and_fill_their_amplitude)
{
    double low = DBL_MAX, high = -DBL_MAX, sum = 0.0;
    for (int j = 0; j < 100; j++) {
        for (int i = 0; i < 100; i++) { // nodes, of both signs
            const double drop = drop_at(&own, &first, 0.7 * (i - 50), 0.7 * (j - 50));
            low = drop < low ? drop : low;
            high = drop > high ? drop : high;
            sum += drop;
        }
    }
    cr_expect(low >= 0.0 && low < 0.002, "%g", low);            /* measured 4e-5 m */
    cr_expect(high < 0.4 && high > 0.398, "%g", high);          /* measured 0.39996 m */
    cr_expect_float_eq(sum / 1e4, 0.2, 0.004, "%g", sum / 1e4); /* 1.2e-3 m for one sigma */
}

Test(bumps, are_bilinear_with_the_slope_that_is_reported)
{
    const double h = 1e-6;
    for (int k = 0; k < 50; k++) {
        const double x = 0.11 + 0.831 * k, y = -20.07 + 0.779 * k;
        double slope[2];
        (void)contact_bump(&own, &first, x, y, slope);
        const double east =
            (drop_at(&own, &first, x + h, y) - drop_at(&own, &first, x - h, y)) / (2.0 * h);
        const double north =
            (drop_at(&own, &first, x, y + h) - drop_at(&own, &first, x, y - h)) / (2.0 * h);
        cr_expect_float_eq(slope[0], east, 1e-8, "%g %g", slope[0], east);
        cr_expect_float_eq(slope[1], north, 1e-8, "%g %g", slope[1], north);
    }
    // continuous across a line of the lattice
    cr_expect_float_eq(drop_at(&own, &first, 7.0 - 1e-9, 3.3),
                       drop_at(&own, &first, 7.0 + 1e-9, 3.3), 1e-8);
}

Test(bumps, are_a_function_of_seed_and_rock_alone)
{
    const contact_bumps again = first, rock = {.seed = 8, .rock = 5}, seed = {.seed = 9, .rock = 4};
    talus_ground_roughness other = own, shared = own;
    other.seed = 4;
    shared.per_rock = false;
    cr_expect_eq(differences(&own, &first, &own, &again), 0);
    cr_expect_eq(differences(&own, &first, &own, &rock), 400);
    cr_expect_eq(differences(&own, &first, &own, &seed), 400);
    cr_expect_eq(differences(&own, &first, &other, &first), 400);
    // shared ones do not ask whose they are
    cr_expect_eq(differences(&shared, &first, &shared, &rock), 0);
    cr_expect_eq(differences(&shared, &first, &shared, &seed), 0);
}

Test(bumps, begin_at_a_distance_from_the_release)
{
    const contact_bumps released = {
        .seed = 8, .rock = 4, .release = {30.0, -12.0, 0.0}, .is_released = true};
    for (int k = 0; k < 64; k++) {
        const double angle = 0.1 * k, east = talus_cos(angle), north = talus_sin(angle);
        for (int n = 1; n < 60; n++) {
            const double far = 0.25 * n, x = 30.0 + far * east, y = -12.0 + far * north;
            const double drop = drop_at(&own, &released, x, y), whole = drop_at(&own, &first, x, y);
            if (far < 5.0 - 1.0) { // a cell of the lattice is 1.0 m across
                cr_expect_eq(drop, 0.0);
            } else if (far > 10.0 + 1.0) {
                cr_expect_eq(drop, whole);
            } else {
                cr_expect(drop <= whole);
            }
        }
    }
}

Test(bumps, contacts_are_those_with_the_lowered_surface)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 40.0, 1.0, 0.0);
    talus_rock *rock = NULL;
    contact_body body;
    contact_point points[16];
    talus_ground ground = scene_ground(0.5);
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    cr_assert_eq(talus_rock_build("cuboid", vec3(2.0, 2.0, 1.0), 0, 2700.0, &rock, NULL), TALUS_OK);
    cr_assert(contact_body_init(&body, rock->vertex_count));
    contact_body_set(&body, rock, 1.0);
    const talus_mat3 a = talus_quat_matrix((talus_quat){1, 0, 0, 0});
    ground.roughness = own;
    size_t kept = 0, lost = 0;
    for (int k = 0; k < 200; k++) {
        const talus_vec3 r = vec3(-30.0 + 0.3 * k, 7.0 - 0.1 * k, 0.5 - 0.002 * k);
        contact_set set = {.points = points};
        contact_detect(&site, &body, r, &a, 0.0, &set);
        cr_assert_eq(set.count, 4);
        contact_roughen(&site, &first, &body, r, &a, &set);
        double smallest = DBL_MAX;
        size_t expected = 0;
        for (size_t n = 0; n < body.vertex_count; n++) {
            const talus_vec3 q = vec3_add(r, body.vertices[n]);
            const double gap = q.z + drop_at(&own, &first, q.x, q.y);
            if (q.z <= 0.0) {
                smallest = gap < smallest ? gap : smallest;
                expected += gap <= 0.0;
            }
        }
        cr_expect_eq(set.count, expected);
        cr_expect_float_eq(set.min_gap, smallest, 1e-12);
        for (size_t n = 0; n < set.count; n++) {
            double slope[2];
            const talus_vec3 q = set.points[n].foot, normal = set.points[n].normal;
            const double gap = q.z + contact_bump(&own, &first, q.x, q.y, slope);
            cr_expect_float_eq(set.points[n].depth, -gap * normal.z, 1e-12);
            cr_expect_float_eq(normal.x / normal.z, slope[0], 1e-12);
            cr_expect_float_eq(normal.y / normal.z, slope[1], 1e-12);
            cr_expect_float_eq(vec3_dot(normal, set.points[n].tangent1), 0.0, 1e-12);
        }
        kept += set.count;
        lost += 4 - set.count;
    }
    cr_expect(kept > 100 && lost > 100, "%zu kept, %zu lost", kept, lost);
    contact_body_clear(&body);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
}

Test(bumps, a_rock_that_touches_nothing_keeps_its_gap_over_them)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 40.0, 1.0, 0.0);
    talus_rock *rock = NULL;
    contact_body body;
    contact_point points[16];
    talus_ground ground = scene_ground(0.5);
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    cr_assert_eq(talus_rock_build("cuboid", vec3(2.0, 2.0, 1.0), 0, 2700.0, &rock, NULL), TALUS_OK);
    cr_assert(contact_body_init(&body, rock->vertex_count));
    contact_body_set(&body, rock, 1.0);
    const talus_mat3 a = talus_quat_matrix((talus_quat){1, 0, 0, 0});
    ground.roughness = own;
    const talus_vec3 r = vec3(3.0, 4.0, 0.5004);
    contact_set set = {.points = points};
    contact_detect(&site, &body, r, &a, 1e-3, &set);
    cr_assert_eq(set.count, 0);
    cr_assert_float_eq(set.min_gap, 4e-4, 1e-12);
    const talus_vec3 q = vec3_add(r, body.vertices[set.nearest]);
    contact_roughen(&site, &first, &body, r, &a, &set);
    cr_expect_float_eq(set.min_gap, 4e-4 + drop_at(&own, &first, q.x, q.y), 1e-12);
    contact_body_clear(&body);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
}
