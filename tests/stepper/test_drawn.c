// SPDX-License-Identifier: GPL-3.0-or-later
// Ground parameters drawn per rock and per impact: their distribution, and when they change.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { ROCKS = 20000 };

static talus_ground_draw make_draw(talus_varied parameter, talus_distribution law, bool per_impact)
{
    talus_ground_draw draw = {.per_impact = per_impact};
    draw.laws[parameter] = law;
    return draw;
}

static const talus_distribution wide = {
    .law = TALUS_LAW_UNIFORM, .a = 0.2, .b = 0.6, .min = 0.2, .max = 0.6};

static int compare(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/// Largest distance between the distribution of mu_min of many rocks and its law.
static double distance_of(talus_distribution law)
{
    static double values[ROCKS];
    const talus_ground_draw draw = make_draw(TALUS_VARIED_MU_MIN, law, false);
    talus_ground ground = scene_ground(0.4);
    ground.mu_max = 10.0;
    ground.draw = &draw;
    for (uint64_t k = 0; k < ROCKS; k++) {
        values[k] = talus_ground_drawn(&ground, 3, 11, k, 0).mu_min;
    }
    qsort(values, ROCKS, sizeof *values, compare);
    double worst = 0.0;
    for (size_t k = 1; k < ROCKS; k++) {
        // values ascend with their quantile: look for u with law(u) = value
        double low = 0.0, high = 1.0;
        for (int i = 0; i < 40; i++) {
            const double u = 0.5 * (low + high);
            *(talus_distribution_at(&law, u) < values[k] ? &low : &high) = u;
        }
        worst = fmax(worst, fabs(low - (double)k / ROCKS));
    }
    return worst;
}

// Kolmogorov: 1.95 / sqrt(20000) = 0.0138 is passed by chance once in 1000
Test(drawn_ground, values_of_many_rocks_follow_their_law)
{
    const talus_distribution normal = {
        .law = TALUS_LAW_NORMAL, .a = 0.4, .b = 0.2, .min = 0.1, .max = 0.6};
    const talus_distribution lognormal = {
        .law = TALUS_LAW_LOGNORMAL, .a = 0.4, .b = 0.5, .min = 0.0, .max = 1.0};
    cr_expect_lt(distance_of(wide), 0.0138);
    cr_expect_lt(distance_of(normal), 0.0138);
    cr_expect_lt(distance_of(lognormal), 0.0138);
}

Test(drawn_ground, numbers_differ_by_seed_class_parameter_rock_and_impact)
{
    talus_ground_draw draw = make_draw(TALUS_VARIED_MU_MIN, wide, true);
    draw.laws[TALUS_VARIED_MU_MAX] = draw.laws[TALUS_VARIED_EPSILON_N] = wide;
    talus_ground ground = scene_ground(0.4);
    ground.draw = &draw;
    const talus_ground one = talus_ground_drawn(&ground, 1, 7, 5, 2);
    const talus_ground same = talus_ground_drawn(&ground, 1, 7, 5, 2);
    cr_expect_eq(one.mu_min, same.mu_min);
    cr_expect_neq(one.epsilon_n, one.mu_max);
    cr_expect_neq(one.epsilon_n, talus_ground_drawn(&ground, 2, 7, 5, 2).epsilon_n);
    cr_expect_neq(one.epsilon_n, talus_ground_drawn(&ground, 1, 8, 5, 2).epsilon_n);
    cr_expect_neq(one.epsilon_n, talus_ground_drawn(&ground, 1, 7, 6, 2).epsilon_n);
    cr_expect_neq(one.epsilon_n, talus_ground_drawn(&ground, 1, 7, 5, 3).epsilon_n);
    cr_expect_eq(one.kappa, ground.kappa);
}

Test(drawn_ground, friction_stays_in_order)
{
    talus_ground_draw draw = make_draw(TALUS_VARIED_MU_MIN, wide, false);
    draw.laws[TALUS_VARIED_MU_MAX] = wide;
    talus_ground ground = scene_ground(0.4);
    ground.draw = &draw;
    size_t lowered = 0;
    for (uint64_t k = 0; k < 1000; k++) {
        const talus_ground drawn = talus_ground_drawn(&ground, 0, 1, k, 0);
        cr_expect_leq(drawn.mu_min, drawn.mu_max);
        lowered += drawn.mu_min == drawn.mu_max;
    }
    cr_expect(lowered > 400 && lowered < 600, "%zu", lowered); // half of two equal laws
}

typedef struct drawn_scene {
    talus_terrain *terrain;
    talus_ground ground;
    talus_ground_draw draw;
    talus_site site;
    talus_rock *rock;
    talus_stepper *stepper;
    talus_state state;
} drawn_scene;

static void scene_make(drawn_scene *scene, bool per_impact)
{
    scene->terrain = scene_plane(0.5, 0.3, 60.0, 1.0, 0.0);
    scene->ground = scene_ground(0.4);
    scene->ground.epsilon_n = 0.5;
    scene->draw = make_draw(TALUS_VARIED_EPSILON_N, wide, per_impact);
    scene->ground.draw = &scene->draw;
    scene->site =
        (talus_site){.terrain = scene->terrain, .grounds = &scene->ground, .ground_count = 1};
    cr_assert_eq(
        talus_rock_build("cuboid", (talus_vec3){1.0, 1.0, 1.0}, 0, 2700.0, &scene->rock, NULL),
        TALUS_OK);
    const talus_step_options options = talus_step_options_default();
    cr_assert_eq(talus_stepper_create(&scene->site, &options, scene->rock->vertex_count,
                                      &scene->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(scene->stepper, scene->rock, 1.0), TALUS_OK);
    double z = 0.0;
    talus_terrain_surface(scene->terrain, 0.0, 0.0, &z, &(double){0.0}, &(double){0.0});
    scene->state = (talus_state){
        .r = {0.0, 0.0, z + 3.0}, .p = {0.9, 0.3, 0.3, 0.1}, .omega = {1.0, 2.0, 0.0}};
    scene->state.p = quat_unit(scene->state.p);
}

static void scene_clear(drawn_scene *scene)
{
    talus_stepper_destroy(scene->stepper);
    talus_rock_destroy(scene->rock);
    talus_terrain_destroy(scene->terrain);
}

/// Falls and bounces for 3 s. @return how often the ground changed; *landings from no contact
static size_t count_changes(drawn_scene *scene, size_t *landings)
{
    size_t changes = 0;
    bool is_down = false;
    *landings = 0;
    double last = scene->stepper->site.grounds[0].epsilon_n;
    for (int k = 0; k < 1500; k++) {
        talus_step_report report;
        rock_step(scene->stepper, &scene->state, &report);
        const bool closed = report.contact_count > 0;
        const double now = scene->stepper->site.grounds[0].epsilon_n;
        *landings += closed && !is_down;
        cr_expect(now == last || (closed && !is_down));
        changes += now != last;
        is_down = closed;
        last = now;
    }
    return changes;
}

Test(drawn_ground, per_rock_it_stays_and_per_impact_it_changes_with_each_landing)
{
    for (int per_impact = 0; per_impact < 2; per_impact++) {
        drawn_scene scene;
        scene_make(&scene, per_impact == 1);
        cr_expect_eq(scene.stepper->site.grounds[0].epsilon_n, 0.5); // not drawn yet
        rock_draw(scene.stepper, 1, 4);
        cr_expect_neq(scene.stepper->site.grounds[0].epsilon_n, 0.5);
        size_t landings = 0;
        const size_t changes = count_changes(&scene, &landings);
        cr_expect_gt(landings, 5);
        cr_expect_eq(changes, per_impact == 1 ? landings : 0);
        scene_clear(&scene);
    }
}

Test(drawn_ground, a_rock_meets_the_same_ground_again)
{
    drawn_scene scene;
    scene_make(&scene, true);
    const talus_state start = scene.state;
    talus_vec3 ends[2];
    size_t landings = 0;
    for (int k = 0; k < 2; k++) {
        scene.state = start;
        cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
        rock_draw(scene.stepper, 1, 4);
        count_changes(&scene, &landings);
        ends[k] = scene.state.r;
    }
    cr_expect(ends[0].x == ends[1].x && ends[0].y == ends[1].y && ends[0].z == ends[1].z);
    scene_clear(&scene);
}

Test(drawn_ground, a_site_without_draws_keeps_its_own_grounds)
{
    drawn_scene scene;
    scene_make(&scene, false);
    talus_stepper_destroy(scene.stepper);
    scene.ground.draw = NULL;
    const talus_step_options options = talus_step_options_default();
    cr_assert_eq(
        talus_stepper_create(&scene.site, &options, scene.rock->vertex_count, &scene.stepper, NULL),
        TALUS_OK);
    cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
    rock_draw(scene.stepper, 1, 4);
    cr_expect_eq(scene.stepper->site.grounds, &scene.ground);
    scene_clear(&scene);
}

Test(drawn, a_posterior_gives_every_rock_a_whole_row)
{
    enum { DRAWS = 7 };
    static double rows[2][DRAWS * TALUS_VARIED_COUNT];
    talus_ground_draw draws[2];
    talus_ground grounds[2];
    for (int g = 0; g < 2; g++) {
        for (size_t k = 0; k < DRAWS * TALUS_VARIED_COUNT; k++) {
            rows[g][k] = (double)NAN;
        }
        for (size_t k = 0; k < DRAWS; k++) {
            rows[g][k * TALUS_VARIED_COUNT + TALUS_VARIED_MU_MIN] = 0.1 + 0.01 * (double)k;
            rows[g][k * TALUS_VARIED_COUNT + TALUS_VARIED_DRAG] = (double)k + 10.0 * g;
        }
        // the law of mu_min is not asked, that of kappa is
        draws[g] = make_draw(TALUS_VARIED_MU_MIN, wide, false);
        draws[g].laws[TALUS_VARIED_KAPPA] = wide;
        draws[g].posterior = rows[g];
        draws[g].posterior_count = DRAWS;
        grounds[g] = scene_ground(0.4);
        grounds[g].draw = &draws[g];
    }
    size_t shares[DRAWS] = {0}, same = 0;
    for (uint64_t rock = 0; rock < 100 * DRAWS; rock++) {
        const talus_ground a = talus_ground_drawn(&grounds[0], 0, 5, rock, 0);
        const talus_ground b = talus_ground_drawn(&grounds[1], 1, 5, rock, 3);
        const size_t row = (size_t)(a.drag + 0.5);
        cr_assert_lt(row, DRAWS);
        shares[row]++;
        same += row == rock % DRAWS;
        cr_expect_eq(a.mu_min, 0.1 + 0.01 * (double)row);
        cr_expect_eq(b.drag, a.drag + 10.0, "another row on another ground");
        cr_expect_eq(b.mu_min, a.mu_min);
        cr_expect(a.kappa >= 0.2 && a.kappa <= 0.6 && a.kappa != b.kappa);
        cr_expect_eq(a.beta, grounds[0].beta);
    }
    for (size_t k = 0; k < DRAWS; k++) {
        cr_expect_eq(shares[k], 100);
    }
    // the order changes from block to block: a seventh of the rocks has the row of its place
    cr_expect(same > 30 && same < 200, "%zu of 700", same);
    const talus_ground other = talus_ground_drawn(&grounds[0], 0, 6, 0, 0);
    const talus_ground again = talus_ground_drawn(&grounds[0], 0, 6, 0, 9);
    cr_expect_eq(other.drag, again.drag, "the row depends on the impact");
}
