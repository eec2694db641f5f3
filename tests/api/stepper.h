// SPDX-License-Identifier: GPL-3.0-or-later
// A stepper and a motion that are good, for calls that spoil one argument.
#ifndef TALUS_TESTS_API_STEPPER_H
#define TALUS_TESTS_API_STEPPER_H

#include "misuse.h"
#include "talus/stepper.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static talus_ground ground = {.mu_min = 0.5, .mu_max = 0.5};
static talus_site site;
static talus_step_options options;
static talus_stepper *stepper;
static talus_rock box = {.mass = 1.0, .inertia = {1, 1, 1}, .radius = 1.0};
static talus_vec3 vertices[2] = {{1, 0, 0}, {-1, 0, 0}};

/// A site and options that are good, for a call to spoil.
static void prepare(void)
{
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    site = (talus_site){.terrain = terrain, .grounds = &ground, .ground_count = 1};
    options = talus_step_options_default();
    box.vertices = vertices;
    box.vertex_count = 2;
}

static talus_status create(talus_error *error)
{
    return talus_stepper_create(&site, &options, 8, &stepper, error);
}

static talus_stepper *ready(void)
{
    prepare();
    cr_assert_eq(create(NULL), TALUS_OK);
    return stepper;
}

static const talus_state rest = {.p = {1, 0, 0, 0}};

/// Of the stepper that is ready.
static talus_rock_motion *motion(void)
{
    static talus_rock_motion *made;
    if (made == NULL) {
        cr_assert_eq(talus_motion_create(ready(), &made, NULL), TALUS_OK);
    }
    return made;
}

/// A motion that was started, on the stepper `ready`.
static talus_rock_motion *started(void)
{
    talus_rock_motion *m = motion();
    prepare();
    cr_assert_eq(talus_motion_start(stepper, &box, 1.0, 1, 0, &rest, m, NULL), TALUS_OK);
    return m;
}

#endif
