// SPDX-License-Identifier: GPL-3.0-or-later
// Stems on the incline, a wall and a net at its foot: shared by the tests of obstacles.
#ifndef TALUS_TESTS_ENSEMBLE_FOREST_H
#define TALUS_TESTS_ENSEMBLE_FOREST_H

#include "ensemble/incline.h"

enum { FOREST_STEMS = 80 };

typedef struct forest {
    incline scene;
    talus_rock *rock;
    talus_stem stems[FOREST_STEMS];
    double wall_line[6], net_line[4];
    talus_obstacles *obstacles;
} forest;

/// Rows of stems of 10 to 40 cm, every one a different limit. The rock is a cuboid with faces.
static void forest_make(forest *f, uint64_t rocks)
{
    *f = (forest){0};
    incline_make(&f->scene, 0.8, 0.15, false);
    cr_assert_eq(talus_rock_build("cuboid", (talus_vec3){0.9, 0.8, 0.6}, 0, 2600.0, &f->rock, NULL),
                 TALUS_OK);
    f->scene.kind.rock = f->rock;
    f->scene.release.rocks = rocks;
    for (int k = 0; k < FOREST_STEMS; k++) {
        const double u = (double)(talus_random_bits(5, (uint64_t)k, 0) >> 11) / 0x1p53;
        const double v = (double)(talus_random_bits(5, (uint64_t)k, 1) >> 11) / 0x1p53;
        f->stems[k] = (talus_stem){.x = 11.0 + 3.0 * (double)(k / 10) + u,
                                   .y = 10.0 + 2.0 * (double)(k % 10) + v,
                                   .diameter = 0.1 + 0.3 * u,
                                   .height = 15.0,
                                   .energy = talus_stem_energy(0.1 + 0.3 * u, 0.03)};
    }
    const double wall[6] = {19.0, 3.0, 19.5, 12.0, 19.0, 19.0}, net[4] = {19.0, 19.0, 19.5, 37.0};
    for (int k = 0; k < 6; k++) {
        f->wall_line[k] = wall[k];
    }
    for (int k = 0; k < 4; k++) {
        f->net_line[k] = net[k];
    }
}

/// The campaign with its obstacles.
static talus_campaign *forest_campaign(forest *f)
{
    talus_campaign *campaign = incline_campaign(&f->scene);
    const talus_wall wall = {.line = {"wall", 3, f->wall_line},
                             .height = 2.0,
                             .width = 0.6,
                             .law = {.mu = 0.5, .epsilon_n = 0.1}};
    const talus_net net = {.line = {"net", 2, f->net_line}, .height = 2.5, .capacity = 6e4};
    const talus_obstacle_list list = {.stem_count = FOREST_STEMS,
                                      .stems = f->stems,
                                      .stem_law = {.mu = 0.4, .epsilon_n = 0.1},
                                      .wall_count = 1,
                                      .walls = &wall,
                                      .net_count = 1,
                                      .nets = &net};
    talus_obstacles_destroy(f->obstacles);
    f->obstacles = NULL;
    (void)talus_obstacles_create(&list, f->scene.terrain, &f->obstacles, NULL);
    campaign->site.obstacles = f->obstacles;
    return campaign;
}

static void forest_clear(forest *f)
{
    talus_obstacles_destroy(f->obstacles);
    talus_rock_destroy(f->rock);
    incline_clear(&f->scene);
}

#endif
