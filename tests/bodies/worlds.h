// SPDX-License-Identifier: GPL-3.0-or-later
// Sites and rocks for tests of several bodies.
#ifndef TALUS_TESTS_BODIES_WORLDS_H
#define TALUS_TESTS_BODIES_WORLDS_H

#include "foundation/math/linalg.h"
#include "physics/bodies/bodies.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    talus_terrain *terrain;
    talus_ground ground;
    talus_site site;
} world;

enum { WORLD_NODES = 33 };

/// Bumps of this height (m) on a plane; cells of 2 m, 64 m wide, centred.
static inline void make_world(world *w, double bumps, double mu)
{
    static double heights[WORLD_NODES * WORLD_NODES];
    const talus_grid grid = {
        .x0 = -32.0, .y0 = -32.0, .cell = 2.0, .nx = WORLD_NODES, .ny = WORLD_NODES};
    talus_random random = {11, 1, 0};
    for (size_t k = 0; k < WORLD_NODES * WORLD_NODES; k++) {
        heights[k] = bumps > 0.0 ? bumps * talus_random_uniform(&random) : 0.0;
    }
    cr_assert(talus_terrain_create(&grid, heights, NULL, &w->terrain, NULL) == TALUS_OK);
    w->ground = (talus_ground){.name = "test", .mu_min = mu, .mu_max = mu};
    w->site = (talus_site){.terrain = w->terrain, .grounds = &w->ground, .ground_count = 1};
}

static inline void clear_world(world *w)
{
    talus_terrain_destroy(w->terrain);
}

static inline bodies_event *make_event(const world *w, const bodies_options *options)
{
    bodies_event *event = NULL;
    talus_error error = {0};
    cr_assert(bodies_event_create(&w->site, options, 64, &event, &error) == TALUS_OK, "%s",
              error.message);
    return event;
}

static inline talus_rock *make_cube(double side)
{
    talus_rock *rock = NULL;
    cr_assert(talus_rock_build("cuboid", vec3(side, side, side), 0, 2700.0, &rock, NULL) ==
              TALUS_OK);
    return rock;
}

static inline talus_rock *make_stone(uint64_t index)
{
    talus_rock *rock = NULL;
    cr_assert(talus_rock_random_hull(vec3(1.0, 0.8, 0.7), 14, 2700.0, 5, index, &rock, NULL) ==
              TALUS_OK);
    return rock;
}

static inline void add(bodies_event *event, const talus_rock *rock, const talus_state *state)
{
    talus_error error = {0};
    cr_assert(bodies_event_add(event, rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, state, &error) ==
                  TALUS_OK,
              "%s", error.message);
}

static inline talus_state at_rest(talus_vec3 r)
{
    return (talus_state){.r = r, .p = {1.0, 0.0, 0.0, 0.0}};
}

static inline bodies_report step(bodies_event *event)
{
    bodies_report report;
    talus_error error = {0};
    cr_assert(bodies_event_step(event, &report, &error) == TALUS_OK, "%s", error.message);
    return report;
}

static inline double draw(talus_random *random, double low, double high)
{
    return low + (high - low) * talus_random_uniform(random);
}

static inline talus_vec3 draw_vec3(talus_random *random, double size)
{
    const double x = draw(random, -size, size), y = draw(random, -size, size);
    return vec3(x, y, draw(random, -size, size));
}

#endif
