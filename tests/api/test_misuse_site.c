// SPDX-License-Identifier: GPL-3.0-or-later
// site.h called wrongly.
#include "misuse.h"
#include "talus/site.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static talus_obstacles *obstacles;
static double points[4] = {1, 1, 9, 9};

static talus_terrain *flat(void)
{
    talus_terrain *made = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &made, NULL), TALUS_OK);
    return made;
}

static talus_status create(const talus_obstacle_list *list, talus_error *error)
{
    return talus_obstacles_create(list, flat(), &obstacles, error);
}

static talus_status stem(talus_stem one, talus_error *error)
{
    return create(&(talus_obstacle_list){.stem_count = 1, .stems = &one}, error);
}

static talus_status create_null(talus_error *error)
{
    return create(NULL, error);
}

static talus_status create_no_terrain(talus_error *error)
{
    return talus_obstacles_create(&(talus_obstacle_list){0}, NULL, &obstacles, error);
}

static talus_status create_no_place(talus_error *error)
{
    return talus_obstacles_create(&(talus_obstacle_list){0}, flat(), NULL, error);
}

static talus_status stems_null(talus_error *error)
{
    return create(&(talus_obstacle_list){.stem_count = 3}, error);
}

static talus_status walls_null(talus_error *error)
{
    return create(&(talus_obstacle_list){.wall_count = 3}, error);
}

static talus_status nets_null(talus_error *error)
{
    return create(&(talus_obstacle_list){.net_count = 3}, error);
}

static talus_status species_null(talus_error *error)
{
    return create(&(talus_obstacle_list){.species_count = 3}, error);
}

static talus_status stem_zero(talus_error *error)
{
    return stem((talus_stem){.x = 5, .y = 5}, error);
}

static talus_status stem_nan(talus_error *error)
{
    return stem((talus_stem){.x = NOTHING, .y = 5, .diameter = 0.3, .height = 9}, error);
}

static talus_status stem_energy(talus_error *error)
{
    return stem((talus_stem){.x = 5, .y = 5, .diameter = 0.3, .height = 9, .energy = NOTHING},
                error);
}

static talus_status wall_line_null(talus_error *error)
{
    const talus_wall wall = {.line = {.count = 2}, .height = 1, .width = 1};
    return create(&(talus_obstacle_list){.wall_count = 1, .walls = &wall}, error);
}

static talus_status wall_height_nan(talus_error *error)
{
    const talus_wall wall = {.line = {.count = 2, .xy = points}, .height = NOTHING, .width = 1};
    return create(&(talus_obstacle_list){.wall_count = 1, .walls = &wall}, error);
}

static talus_status net_capacity_nan(talus_error *error)
{
    const talus_net net = {.line = {.count = 2, .xy = points}, .height = 3, .capacity = NOTHING};
    return create(&(talus_obstacle_list){.net_count = 1, .nets = &net}, error);
}

static talus_status net_one_point(talus_error *error)
{
    const talus_net net = {.line = {.count = 1, .xy = points}, .height = 3};
    return create(&(talus_obstacle_list){.net_count = 1, .nets = &net}, error);
}

static double length;

/// Obstacles without walls and nets.
static const talus_obstacles *none(void)
{
    cr_assert_eq(create(&(talus_obstacle_list){0}, NULL), TALUS_OK);
    return obstacles;
}

static talus_status wall_length_null(talus_error *error)
{
    return talus_obstacles_wall_length(NULL, 0, &length, error);
}

static talus_status wall_length_beyond(talus_error *error)
{
    return talus_obstacles_wall_length(none(), 0, &length, error);
}

static talus_status net_length_null(talus_error *error)
{
    return talus_obstacles_net_length(NULL, 0, &length, error);
}

static talus_status net_length_beyond(talus_error *error)
{
    return talus_obstacles_net_length(none(), SIZE_MAX, &length, error);
}

MISUSE_TABLE(site, REFUSED(wall_length_null), REFUSED(wall_length_beyond), REFUSED(net_length_null),
             REFUSED(net_length_beyond), REFUSED(create_null), REFUSED(create_no_terrain),
             REFUSED(create_no_place), REFUSED(stems_null), REFUSED(walls_null), REFUSED(nets_null),
             REFUSED(species_null), REFUSED(stem_zero), REFUSED(stem_nan), REFUSED(stem_energy),
             REFUSED(wall_line_null), REFUSED(wall_height_nan), REFUSED(net_capacity_nan),
             REFUSED(net_one_point))

/// Functions of one object answer NULL or 0 without it; a field or map without values has none.
Test(misuse, site_without_status)
{
    talus_obstacles_destroy(NULL);
    cr_expect_null(talus_obstacles_list(NULL));
    cr_expect_eq(talus_obstacles_standing(NULL), 0);
    talus_field_clear(NULL);
    cr_expect(isnan(talus_field_at(NULL, 0.0, 0.0)));
    cr_expect(isnan(talus_field_at(&(talus_field){0}, 0.0, 0.0)));
    cr_expect_null(talus_ground_preset(NULL));
    cr_expect_null(talus_forest_preset(NULL));
    cr_expect_eq(talus_ground_preset_version(NULL), 0);
    cr_expect(isnan(talus_ground_at(NULL, 0.0, 0.0).mu_min));
    cr_expect_eq(talus_ground_cut_share(NULL), 0.0);
    cr_expect_eq(talus_class_map_at(NULL, 0.0, 0.0), 0);
    cr_expect_eq(talus_class_map_at(&(talus_class_map){0}, NOTHING, 0.0), 0);
    talus_class_map_clear(NULL);
}
