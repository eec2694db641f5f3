// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign on a slope with a flat run-out, built in code: shared by the tests of trajectory and
// ensemble. The caller may change any member before use.
#ifndef TALUS_TESTS_ENSEMBLE_INCLINE_H
#define TALUS_TESTS_ENSEMBLE_INCLINE_H

#include "runs/ensemble/accessors.h"
#include "talus/campaign.h"
#include <criterion/criterion.h>

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

/// talus_run_options.should_stop: whether the flag is set.
static inline bool is_pressed(void *flag)
{
    return atomic_load((atomic_bool *)flag);
}

/// A box of 0.8 x 1.0 x 0.6 m and 2500 kg/m^3, body axes x, y, z.
static talus_vec3 incline_vertices[8] = {{-0.4, -0.5, -0.3}, {0.4, -0.5, -0.3}, {-0.4, 0.5, -0.3},
                                         {0.4, 0.5, -0.3},   {-0.4, -0.5, 0.3}, {0.4, -0.5, 0.3},
                                         {-0.4, 0.5, 0.3},   {0.4, 0.5, 0.3}};
static talus_rock incline_rock = {.name = "box",
                                  .mass = 1200.0,
                                  .volume = 0.48,
                                  .inertia = {136.0, 100.0, 164.0},
                                  .radius = 0.7071067811865476,
                                  .vertex_count = 8,
                                  .vertices = incline_vertices,
                                  .dimensions = {0.8, 1.0, 0.6}};

typedef struct incline {
    talus_terrain *terrain;
    talus_ground ground;
    talus_rock_class kind;
    talus_release release;
    double xy[6];
    double cumulative[1];
    talus_campaign campaign;
} incline;

/// z = -slope x for x < 40 m, flat beyond, with bumps of `bump` m; 60 x 40 m in cells of 1 m.
/// A NODATA node stands at (x, y) = (50, 20) when `hole` is true.
static void incline_make(incline *scene, double slope, double bump, bool hole)
{
    enum { NX = 61, NY = 41 };
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = NX, .ny = NY};
    double *heights = malloc(sizeof(double) * NX * NY);
    for (size_t j = 0; j < NY; j++) {
        for (size_t i = 0; i < NX; i++) {
            const double x = (double)i < 40.0 ? (double)i : 40.0;
            const double h =
                (double)(talus_random_bits(7, j * NX + i, 0) >> 11) / 9007199254740992.0;
            heights[j * NX + i] = 500.0 - slope * x + bump * (2.0 * h - 1.0);
        }
    }
    if (hole) {
        heights[20 * NX + 50] = (double)NAN;
    }
    *scene = (incline){0};
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &scene->terrain, NULL), TALUS_OK);
    free(heights);
    scene->ground = (talus_ground){
        .name = "test", .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5};
    scene->kind = (talus_rock_class){.rock = &incline_rock, .share = 1.0};
    const double triangle[6] = {5.0, 18.0, 9.0, 18.0, 5.0, 22.0};
    for (int k = 0; k < 6; k++) {
        scene->xy[k] = triangle[k];
    }
    scene->cumulative[0] = 8.0;
    scene->release = (talus_release){.name = "start",
                                     .kind = TALUS_RELEASE_TRIANGLES,
                                     .count = 1,
                                     .rocks = 40,
                                     .height = 1.0,
                                     .random_orientation = true,
                                     .orientation = {1.0, 0.0, 0.0, 0.0}};
    scene->campaign = talus_campaign_default();
}

/// The campaign with its pointers set; call after the last change of the scene's members.
static talus_campaign *incline_campaign(incline *scene)
{
    talus_campaign *c = &scene->campaign;
    scene->release.xy = scene->xy;
    scene->release.cumulative = scene->cumulative;
    c->site = (talus_site){.terrain = scene->terrain, .grounds = &scene->ground, .ground_count = 1};
    c->rocks = &scene->kind;
    c->rock_class_count = 1;
    c->releases = &scene->release;
    c->release_count = 1;
    if (c->cells.nx == 0) {
        c->cells = (talus_cells){.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = 60, .ny = 40};
    }
    return c;
}

static void incline_clear(incline *scene)
{
    talus_terrain_destroy(scene->terrain);
    *scene = (incline){0};
}

#endif
