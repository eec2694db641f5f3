// SPDX-License-Identifier: GPL-3.0-or-later
// A rock on a plane with stems, walls and nets.
#ifndef TALUS_TESTS_OBSTACLE_SCENE_H
#define TALUS_TESTS_OBSTACLE_SCENE_H

#include "bench/scenes.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

typedef struct obstacle_scene {
    talus_terrain *terrain;
    talus_ground ground;
    talus_obstacles *obstacles;
    talus_site site;
    talus_rock *rock;
    talus_step_options options;
    talus_stepper *stepper;
} obstacle_scene;

static inline void scene_make(obstacle_scene *scene, const talus_obstacle_list *list,
                              const char *shape, talus_vec3 size, double gravity)
{
    scene->terrain = scene_plane(0.0, 0.0, 60.0, 1.0, 0.0);
    scene->ground = scene_ground(0.6);
    cr_assert_eq(talus_obstacles_create(list, scene->terrain, &scene->obstacles, NULL), TALUS_OK);
    scene->site = (talus_site){.terrain = scene->terrain,
                               .grounds = &scene->ground,
                               .ground_count = 1,
                               .obstacles = scene->obstacles};
    cr_assert_eq(talus_rock_build(shape, size, 0, 2700.0, &scene->rock, NULL), TALUS_OK);
    scene->options = talus_step_options_default();
    scene->options.gravity = gravity;
    cr_assert_eq(talus_stepper_create(&scene->site, &scene->options, scene->rock->vertex_count,
                                      &scene->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(scene->stepper, scene->rock, 1.0), TALUS_OK);
}

static inline void scene_clear(obstacle_scene *scene)
{
    talus_stepper_destroy(scene->stepper);
    talus_rock_destroy(scene->rock);
    talus_obstacles_destroy(scene->obstacles);
    talus_terrain_destroy(scene->terrain);
}

static inline talus_obstacle_list one_stem(talus_stem *stem, double mu, double epsilon)
{
    return (talus_obstacle_list){
        .stem_count = 1, .stems = stem, .stem_law = {.mu = mu, .epsilon_n = epsilon}};
}

#endif
