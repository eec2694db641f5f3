// SPDX-License-Identifier: GPL-3.0-or-later
// terrain.h called wrongly.
#include "misuse.h"
#include "talus/terrain.h"

static const talus_grid grid = {.cell = 1.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static talus_terrain *terrain;

static talus_terrain *flat(void)
{
    talus_terrain *made = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &made, NULL), TALUS_OK);
    return made;
}

static talus_status create_no_grid(talus_error *error)
{
    return talus_terrain_create(NULL, heights, NULL, &terrain, error);
}

static talus_status create_no_heights(talus_error *error)
{
    return talus_terrain_create(&grid, NULL, NULL, &terrain, error);
}

static talus_status create_no_place(talus_error *error)
{
    return talus_terrain_create(&grid, heights, NULL, NULL, error);
}

static talus_status create_one_node(talus_error *error)
{
    return talus_terrain_create(&(talus_grid){.cell = 1.0, .nx = 1, .ny = 1}, heights, NULL,
                                &terrain, error);
}

static talus_status create_cell_nan(talus_error *error)
{
    return talus_terrain_create(&(talus_grid){.cell = NOTHING, .nx = 2, .ny = 2}, heights, NULL,
                                &terrain, error);
}

static talus_status create_cell_zero(talus_error *error)
{
    return talus_terrain_create(&(talus_grid){.nx = 2, .ny = 2}, heights, NULL, &terrain, error);
}

static talus_status create_far(talus_error *error)
{
    return talus_terrain_create(&(talus_grid){.x0 = ENDLESS, .cell = 1.0, .nx = 2, .ny = 2},
                                heights, NULL, &terrain, error);
}

static talus_status create_huge(talus_error *error)
{
    return talus_terrain_create(&(talus_grid){.cell = 1.0, .nx = SIZE_MAX, .ny = SIZE_MAX}, heights,
                                NULL, &terrain, error);
}

static talus_status roughness_nan(talus_error *error)
{
    return talus_terrain_create(
        &grid, heights, &(talus_roughness){.amplitude = NOTHING, .refine = 1}, &terrain, error);
}

static talus_status roughness_zero(talus_error *error)
{
    return talus_terrain_create(&grid, heights, &(talus_roughness){.refine = 0}, &terrain, error);
}

static talus_status demand_no_source(talus_error *error)
{
    return talus_terrain_create_on_demand(&grid, NULL, NULL, 0, &terrain, error);
}

static talus_status demand_no_fetch(talus_error *error)
{
    return talus_terrain_create_on_demand(&grid, &(talus_height_source){0}, NULL, 0, &terrain,
                                          error);
}

static talus_status status_null(talus_error *error)
{
    return talus_terrain_status(NULL, error);
}

static talus_status surface_null(talus_error *error)
{
    return talus_terrain_set_surface(NULL, TALUS_SURFACE_BILINEAR, error);
}

static talus_status surface_unknown(talus_error *error)
{
    return talus_terrain_set_surface(flat(), (talus_surface)9, error);
}

static double xy[4] = {0.25, 0.5, 7.0, 0.5}, many[2];
static talus_where where[2];

static talus_status heights_null(talus_error *error)
{
    return talus_terrain_heights(NULL, xy, 2, many, where, error);
}

static talus_status heights_no_points(talus_error *error)
{
    return talus_terrain_heights(flat(), NULL, 2, many, where, error);
}

static talus_status heights_no_place(talus_error *error)
{
    return talus_terrain_heights(flat(), xy, 2, NULL, where, error);
}

static talus_status heights_nan(talus_error *error)
{
    xy[3] = NOTHING;
    return talus_terrain_heights(flat(), xy, 2, many, where, error);
}

static double low, high;

static talus_status range_null(talus_error *error)
{
    return talus_terrain_range(NULL, &low, &high, error);
}

static talus_status range_no_place(talus_error *error)
{
    return talus_terrain_range(flat(), &low, NULL, error);
}

MISUSE_TABLE(terrain, REFUSED(range_null), REFUSED(range_no_place), REFUSED(heights_null),
             REFUSED(heights_no_points), REFUSED(heights_no_place), REFUSED(heights_nan),
             REFUSED(create_no_grid), REFUSED(create_no_heights), REFUSED(create_no_place),
             REFUSED(create_one_node), REFUSED(create_cell_nan), REFUSED(create_cell_zero),
             REFUSED(create_far), REFUSED(create_huge), REFUSED(roughness_nan),
             REFUSED(roughness_zero), REFUSED(demand_no_source), REFUSED(demand_no_fetch),
             REFUSED(status_null), REFUSED(surface_null), REFUSED(surface_unknown))

/// Without a terrain everything is outside; functions of one object answer NULL or 0.
Test(misuse, terrain_without_status)
{
    talus_terrain *ground = flat();
    double z = 7.0, zx = 7.0, zy = 7.0;
    talus_terrain_destroy(NULL);
    cr_expect_eq(talus_terrain_memory(NULL, NULL), 0.0);
    cr_expect_null(talus_terrain_base_grid(NULL));
    cr_expect_null(talus_terrain_surface_grid(NULL));
    cr_expect_eq(talus_terrain_height(NULL, 0.0, 0.0, &z), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_height(ground, NOTHING, 0.0, &z), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_height(ground, 0.0, ENDLESS, &z), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_height(ground, 0.5, 0.5, NULL), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_surface(NULL, 0.0, 0.0, &z, &zx, &zy), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_surface(ground, 0.5, 0.5, &z, NULL, NULL), TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_surface(ground, NOTHING, 0.5, &z, &zx, &zy), TALUS_OUTSIDE);
    cr_expect_eq(z, 7.0);
    talus_terrain_destroy(ground);
}

Test(terrain, heights_of_many_points_are_those_of_each)
{
    talus_terrain *ground = flat();
    cr_assert_eq(talus_terrain_heights(ground, xy, 2, many, where, NULL), TALUS_OK);
    cr_expect_eq(many[0], 0.0);
    cr_expect_eq(where[0], TALUS_INSIDE);
    cr_expect(isnan(many[1]));
    cr_expect_eq(where[1], TALUS_OUTSIDE);
    cr_expect_eq(talus_terrain_heights(ground, xy, 2, many, NULL, NULL), TALUS_OK);
    cr_expect_eq(talus_terrain_heights(ground, NULL, 0, NULL, NULL, NULL), TALUS_OK);
    talus_terrain_destroy(ground);
}
