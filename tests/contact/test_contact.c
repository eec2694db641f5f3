// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/scenes.h"
#include "physics/contact/contact.h"

#include <criterion/criterion.h>

static const talus_ground hard = {
    .name = "hard", .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5};

static talus_vec3 random_unit(talus_random *rng)
{
    talus_vec3 v;
    do {
        v = vec3(2.0 * talus_random_uniform(rng) - 1.0, 2.0 * talus_random_uniform(rng) - 1.0,
                 2.0 * talus_random_uniform(rng) - 1.0);
    } while (vec3_norm2(v) > 1.0 || vec3_norm2(v) < 1e-6);
    return vec3_scale(1.0 / vec3_norm(v), v);
}

Test(contact, frames_are_orthonormal_and_right_handed)
{
    talus_random rng = {1, 2, 0};
    for (int i = 0; i < 1000; i++) {
        const talus_vec3 n = random_unit(&rng);
        talus_vec3 t1, t2;
        contact_frame(n, &t1, &t2);
        cr_expect(fabs(vec3_dot(n, t1)) < 1e-15 && fabs(vec3_dot(n, t2)) < 1e-15);
        cr_expect(fabs(vec3_norm(t1) - 1.0) < 1e-15 && fabs(vec3_norm(t2) - 1.0) < 1e-15);
        cr_expect(vec3_norm(vec3_sub(vec3_cross(n, t1), t2)) < 1e-15); /* measured 3e-16 */
    }
}

Test(contact, the_frame_of_flat_ground_takes_the_first_axis)
{
    // x and y are equally little aligned with z: e = x, t1 = x cross z = -y, t2 = z cross t1 = x
    talus_vec3 t1, t2;
    contact_frame(vec3(0.0, 0.0, 1.0), &t1, &t2);
    cr_expect(t1.x == 0.0 && t1.y == -1.0 && t1.z == 0.0);
    cr_expect(t2.x == 1.0 && t2.y == 0.0 && t2.z == 0.0);
}

Test(contact, friction_grows_from_minimum_to_maximum)
{
    cr_expect(contact_friction(&hard, 0.0) == 0.55);
    // atan(1) = pi/4: half of the rise at kappa s = 1
    cr_expect(fabs(contact_friction(&hard, 1.0 / 3.0) - (0.55 + 0.5 * 1.45)) < 1e-15);
    cr_expect(contact_friction(&hard, 1e6) < 2.0 && contact_friction(&hard, 1e6) > 1.999999);
}

Test(contact, slippage_grows_in_contact_and_decays_in_flight)
{
    contact_decay last = {0};
    cr_expect(fabs(contact_slippage(&last, NULL, 0.5, true, 10.0, 0.002) - 0.52) < 1e-15);
    const double kept = contact_slippage(&last, &hard, 0.5, false, 10.0, 0.002);
    cr_expect(fabs(kept - 0.5 * exp(-0.37)) < 1e-15);
    cr_expect(contact_slippage(&last, &hard, 0.0, false, 10.0, 0.002) == 0.0);
    // what is kept is that of another ground, another step, the same again
    talus_ground other = hard;
    other.beta = 100.0;
    const double less = contact_slippage(&last, &other, 0.5, false, 10.0, 0.002);
    cr_expect(fabs(less - 0.5 * exp(-0.2)) < 1e-15);
    const double longer = contact_slippage(&last, &other, 0.5, false, 10.0, 0.004);
    cr_expect(fabs(longer - 0.5 * exp(-0.4)) < 1e-15);
    cr_expect(contact_slippage(&last, &hard, 0.5, false, 10.0, 0.002) == kept);
    other.beta = 0.0; // what an empty one holds
    last = (contact_decay){0};
    cr_expect(contact_slippage(&last, &other, 0.5, false, 10.0, 0.002) == 0.5);
}

typedef struct rough_site {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_site site;
    contact_body body;
    contact_point points[24];
} rough_site;

static void set_up(rough_site *s)
{
    s->terrain = scene_plane(0.6, 0.4, 20.0, 0.5, 0.2);
    cr_assert_not_null(s->terrain);
    cr_assert(talus_rock_build("eota221", vec3(0.93, 0.93, 0.47), 0, 2709.0, &s->rock, NULL) ==
              TALUS_OK);
    s->site = (talus_site){.terrain = s->terrain, .grounds = &hard, .ground_count = 1};
    cr_assert(contact_body_init(&s->body, s->rock->vertex_count));
    contact_body_set(&s->body, s->rock, 1.0);
}

static void tear_down(rough_site *s)
{
    contact_body_clear(&s->body);
    talus_rock_destroy(s->rock);
    talus_terrain_destroy(s->terrain);
}

Test(contact, detection_finds_what_a_plain_loop_finds)
{
    rough_site s;
    talus_random rng = {3, 1, 0};
    size_t closed = 0;
    set_up(&s);
    for (int i = 0; i < 20000; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const talus_mat3 a =
            talus_quat_matrix(talus_quat_uniform(u, v, talus_random_uniform(&rng)));
        talus_vec3 r = vec3(24.0 * u - 12.0, 24.0 * v - 12.0, 0.0);
        double z = 0.0;
        cr_assert(talus_terrain_height(s.terrain, r.x, r.y, &z) == TALUS_INSIDE);
        r.z = z + 1.2 * talus_random_uniform(&rng);
        contact_set set = {.points = s.points};
        contact_detect(&s.site, &s.body, r, &a, 1e-3, &set);
        size_t expected = 0;
        for (size_t k = 0; k < s.rock->vertex_count; k++) {
            const talus_vec3 q = vec3_add(r, mat3_mulv(&a, s.rock->vertices[k]));
            cr_assert(talus_terrain_height(s.terrain, q.x, q.y, &z) == TALUS_INSIDE);
            expected += q.z - z <= 0.0;
        }
        cr_assert(set.count == expected, "%zu closed, expected %zu", set.count, expected);
        closed += set.count;
        const double gap = contact_min_gap(&s.site, s.rock->vertices, s.rock->vertex_count, r, &a);
        cr_assert(gap <= 1e-3 ? set.min_gap == gap : set.min_gap > 1e-3);
    }
    cr_expect(closed > 1000, "the poses hardly touch: %zu", closed);
    tear_down(&s);
}

Test(contact, normals_point_out_of_the_slope)
{
    rough_site s;
    set_up(&s);
    talus_terrain_destroy(s.terrain);
    s.terrain = scene_plane(0.6, 0.0, 20.0, 0.5, 0.0);
    s.site.terrain = s.terrain;
    contact_set set = {.points = s.points};
    const talus_mat3 a = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    contact_detect(&s.site, &s.body, vec3(0.1, 0.1, 0.0), &a, 1e-3, &set);
    cr_assert(set.count > 0);
    for (size_t k = 0; k < set.count; k++) {
        const talus_vec3 n = set.points[k].normal;
        cr_expect(fabs(n.x - sin(0.6)) < 1e-14 && fabs(n.y) < 1e-14 &&
                  fabs(n.z - cos(0.6)) < 1e-14);
    }
    tear_down(&s);
}

Test(contact, a_rock_off_the_grid_touches_nothing)
{
    rough_site s;
    set_up(&s);
    contact_set set = {.points = s.points};
    const talus_mat3 a = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    contact_detect(&s.site, &s.body, vec3(500.0, 0.0, -500.0), &a, 1e-3, &set);
    cr_expect(set.count == 0 && isinf(set.min_gap));
    tear_down(&s);
}

Test(contact, the_drag_layer_acts_below_its_height_only)
{
    rough_site s;
    set_up(&s);
    uint8_t classes[2] = {0, 1};
    const talus_class_map map = {-20.0, -20.0, 20.0, 2, 1, classes};
    const talus_forest forest = {.name = "open", .drag = 250.0, .height = 30.0};
    s.site.forests = &forest;
    s.site.forest_count = 1;
    s.site.forest_map = &map;
    double z = 0.0;
    cr_assert(talus_terrain_height(s.terrain, 5.0, 5.0, &z) == TALUS_INSIDE);
    const unsigned wood = talus_class_map_at(&map, 5.0, 5.0),
                   none = talus_class_map_at(&map, -5.0, 5.0);
    double height = 0.0;
    cr_expect(contact_forest_of(&s.site, wood, vec3(5.0, 5.0, z + 29.9), &height) == &forest);
    cr_expect_float_eq(height, 29.9, 1e-12);
    cr_expect_null(contact_forest_of(&s.site, wood, vec3(5.0, 5.0, z + 30.1), &height));
    cr_expect_float_eq(height, 30.1, 1e-12);
    cr_assert(talus_terrain_height(s.terrain, -5.0, 5.0, &z) == TALUS_INSIDE);
    cr_expect_null(contact_forest_of(&s.site, none, vec3(-5.0, 5.0, z + 1.0), NULL));
    tear_down(&s);
}
