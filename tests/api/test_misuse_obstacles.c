// SPDX-License-Identifier: GPL-3.0-or-later
// obstacles.h called wrongly.
#include "misuse.h"
#include "talus/obstacles.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static double raised[4];
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

static talus_status raise_dam(talus_dam dam, talus_error *error)
{
    return talus_dam_raise(&dam, &grid, heights, raised, NULL, error);
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

static talus_status dam_null(talus_error *error)
{
    return talus_dam_raise(NULL, &grid, heights, raised, NULL, error);
}

static talus_status dam_no_heights(talus_error *error)
{
    return talus_dam_raise(&(talus_dam){0}, &grid, NULL, raised, NULL, error);
}

static talus_status dam_zero(talus_error *error)
{
    return raise_dam((talus_dam){.line = {.count = 2, .xy = points}}, error);
}

static talus_status dam_nan(talus_error *error)
{
    return raise_dam(
        (talus_dam){.line = {.count = 2, .xy = points}, .height = NOTHING, .face_slope = 0.5},
        error);
}

static talus_status dam_line_null(talus_error *error)
{
    return raise_dam((talus_dam){.line = {.count = 2}, .height = 1, .face_slope = 0.5}, error);
}

MISUSE_TABLE(obstacles, REFUSED(create_null), REFUSED(create_no_terrain), REFUSED(create_no_place),
             REFUSED(stems_null), REFUSED(walls_null), REFUSED(nets_null), REFUSED(species_null),
             REFUSED(stem_zero), REFUSED(stem_nan), REFUSED(stem_energy), REFUSED(wall_line_null),
             REFUSED(wall_height_nan), REFUSED(net_capacity_nan), REFUSED(net_one_point),
             REFUSED(dam_null), REFUSED(dam_no_heights), REFUSED(dam_zero), REFUSED(dam_nan),
             REFUSED(dam_line_null))

/// Functions without a status answer with nothing.
Test(misuse, obstacles_without_status)
{
    char name[8] = "x";
    talus_obstacles_destroy(NULL);
    cr_expect_null(talus_obstacles_list(NULL));
    cr_expect_eq(talus_obstacles_standing(NULL), 0);
    cr_expect(isnan(talus_obstacles_wall_length(NULL, 0)));
    cr_expect(isnan(talus_obstacles_net_length(NULL, 0)));
    cr_assert_eq(create(&(talus_obstacle_list){0}, NULL), TALUS_OK);
    cr_expect(isnan(talus_obstacles_wall_length(obstacles, 0)));
    cr_expect(isnan(talus_obstacles_net_length(obstacles, SIZE_MAX)));
    talus_gauge_file_name(NULL, name, sizeof name);
    cr_expect_str_eq(name, "");
    talus_gauge_file_name("a", NULL, 0);
    cr_expect_not_null(talus_gauge_quantity_name((talus_gauge_quantity)99));
    cr_expect_not_null(talus_gauge_quantity_unit((talus_gauge_quantity)99));
    cr_expect_not(talus_gauge_has((talus_gauge_quantity)99, true));
}
