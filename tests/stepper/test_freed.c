// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks released in stems and walls.
#include "stepper/obstacle_scene.h"
#include "stepper/rock_steps.h"

/// A rock at rest at (0, 0) beside, in and over a stem of 0.4 m, and how many it is freed of.
static size_t freed_at(double stem_x, double height)
{
    talus_stem stem = {.x = stem_x, .diameter = 0.4, .height = height, .energy = (double)INFINITY};
    const talus_obstacle_list list = one_stem(&stem, 0.4, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 9.81);
    talus_state state = {.r = vec3(0.0, 0.0, 0.5), .p = {.w = 1.0}};
    const size_t count = rock_free_release(scene.stepper, &state);
    if (count > 0) { // it falls and slides as if nothing stood there
        talus_step_report report;
        state.v = vec3(3.0, 0.0, 0.0);
        for (int k = 0; k < 100; k++) {
            rock_step(scene.stepper, &state, &report);
            cr_expect_eq(report.obstacle_count, 0);
        }
        cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
        state.r = vec3(stem_x - 0.7, 0.0, 0.5);
        size_t touched = 0;
        for (int k = 0; k < 100; k++) {
            state.v = vec3(3.0, 0.0, 0.0);
            rock_step(scene.stepper, &state, &report);
            touched += report.obstacle_count;
        }
        cr_expect_gt(touched, 0, "the next rock meets it");
    }
    scene_clear(&scene);
    return count;
}

Test(obstacles, a_rock_is_freed_of_the_stem_it_is_released_in)
{
    cr_expect_eq(freed_at(0.0, 20.0), 1, "the stem goes through the middle of the rock");
    cr_expect_eq(freed_at(0.6, 20.0), 1, "half of it in the stem");
    cr_expect_eq(freed_at(0.72, 20.0), 0, "clear of it by 2 cm");
    cr_expect_eq(freed_at(0.69, 20.0), 0, "it leans on it by 1 cm");
}

Test(obstacles, a_rock_is_freed_of_the_wall_it_is_released_in)
{
    double xy[4] = {0.3, -5.0, 0.3, 5.0};
    talus_wall wall = {
        .line = {.xy = xy, .count = 2}, .height = 2.0, .width = 0.5, .law = {.mu = 0.4}};
    const talus_obstacle_list list = {.wall_count = 1, .walls = &wall};
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 9.81);
    talus_state state = {.r = vec3(0.0, 0.0, 0.5), .p = {.w = 1.0}};
    cr_expect_gt(rock_free_release(scene.stepper, &state), 0);
    state.r.x = -2.0;
    cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
    cr_expect_eq(rock_free_release(scene.stepper, &state), 0);
    scene_clear(&scene);
}
