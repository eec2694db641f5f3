// SPDX-License-Identifier: GPL-3.0-or-later
// world.h called wrongly.
#include "misuse.h"
#include "talus/world.h"

static talus_scenario *scenario;
static talus_world *world;

static const talus_scenario *plane(void)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    return scenario;
}

static talus_status load_null(talus_error *error)
{
    return talus_world_load(NULL, NULL, &world, error);
}

static talus_status load_no_place(talus_error *error)
{
    return talus_world_load(plane(), NULL, NULL, error);
}

static talus_status update_null(talus_error *error)
{
    return talus_world_update(NULL, plane(), plane(), NULL, error);
}

static talus_status load_options_null(talus_error *error)
{
    return talus_world_load_with(plane(), NULL, NULL, &world, error);
}

static talus_status load_options_zero(talus_error *error)
{
    return talus_world_load_with(plane(), &(talus_world_options){0}, NULL, &world, error);
}

static talus_status load_heights(const talus_dem *dem, talus_error *error)
{
    talus_world_options options = talus_world_options_default();
    options.dem = dem;
    return talus_world_load_with(plane(), &options, NULL, &world, error);
}

static talus_status heights_zero(talus_error *error)
{
    return load_heights(&(talus_dem){0}, error);
}

static double four[4] = {1.0, 2.0, 3.0, 4.0};

static talus_status heights_null(talus_error *error)
{
    return load_heights(&(talus_dem){.grid = {.cell = 1.0, .nx = 2, .ny = 2}}, error);
}

static talus_status heights_cell_nan(talus_error *error)
{
    return load_heights(&(talus_dem){.grid = {.cell = NOTHING, .nx = 2, .ny = 2}, .heights = four},
                        error);
}

static talus_status heights_too_many(talus_error *error)
{
    return load_heights(
        &(talus_dem){.grid = {.cell = 1.0, .nx = SIZE_MAX, .ny = 2}, .heights = four}, error);
}

static talus_status heights_endless(talus_error *error)
{
    static double endless[4] = {1.0, ENDLESS, 3.0, 4.0};
    return load_heights(&(talus_dem){.grid = {.cell = 1.0, .nx = 2, .ny = 2}, .heights = endless},
                        error);
}

static talus_status heights_origin_nan(talus_error *error)
{
    return load_heights(
        &(talus_dem){.grid = {.cell = 1.0, .nx = 2, .ny = 2}, .heights = four, .east = NOTHING},
        error);
}

static talus_status heights_absent(talus_error *error)
{
    const talus_override memory = {"terrain.dem", "':memory:'"};
    talus_scenario *without = NULL;
    cr_assert_eq(talus_scenario_vary(plane(), &memory, 1, NULL, &without, NULL), TALUS_OK);
    return talus_world_load(without, NULL, &world, error);
}

static talus_status context_null(talus_error *error)
{
    talus_products_context context = talus_products_context_default();
    return talus_world_context(NULL, plane(), &context, error);
}

static talus_status context_no_size(talus_error *error)
{
    talus_products_context context = {.size = 16};
    cr_assert_eq(talus_world_load(plane(), NULL, &world, NULL), TALUS_OK);
    return talus_world_context(world, plane(), &context, error);
}

static talus_status context_no_place(talus_error *error)
{
    cr_assert_eq(talus_world_load(plane(), NULL, &world, NULL), TALUS_OK);
    return talus_world_context(world, plane(), NULL, error);
}

static talus_status zoning_null(talus_error *error)
{
    return talus_world_set_zoning(NULL, NULL, error);
}

static talus_status origin_null(talus_error *error)
{
    double east, north;
    return talus_world_origin(NULL, &east, &north, error);
}

static talus_status origin_no_place(talus_error *error)
{
    double east;
    cr_assert_eq(talus_world_load(plane(), NULL, &world, NULL), TALUS_OK);
    return talus_world_origin(world, &east, NULL, error);
}

static talus_status kept_heights_null(talus_error *error)
{
    talus_grid grid;
    const double *heights;
    return talus_world_heights(NULL, &grid, &heights, error);
}

static talus_status kept_heights_no_place(talus_error *error)
{
    talus_grid grid;
    cr_assert_eq(talus_world_load(plane(), NULL, &world, NULL), TALUS_OK);
    return talus_world_heights(world, &grid, NULL, error);
}

MISUSE_TABLE(world, REFUSED(kept_heights_null), REFUSED(kept_heights_no_place),
             REFUSED(origin_null), REFUSED(origin_no_place), REFUSED(heights_absent),
             REFUSED(context_null), REFUSED(context_no_size), REFUSED(context_no_place),
             REFUSED(zoning_null), REFUSED(load_null), REFUSED(load_no_place), REFUSED(update_null),
             REFUSED(load_options_null), REFUSED(load_options_zero), REFUSED(heights_zero),
             REFUSED(heights_null), REFUSED(heights_cell_nan), REFUSED(heights_too_many),
             REFUSED(heights_endless), REFUSED(heights_origin_nan))

/// Functions of one object answer NULL or "" without it.
Test(misuse, world_without_status)
{
    talus_world_destroy(NULL);
    cr_expect_null(talus_world_campaign(NULL));
    cr_expect_str_eq(talus_world_crs_wkt(NULL), "");
    cr_expect_str_eq(talus_world_attribution(NULL), "");
}
