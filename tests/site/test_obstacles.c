// SPDX-License-Identifier: GPL-3.0-or-later
// The index of obstacles against a look at all of them; crossings of nets; what is refused.
#include "bench/scenes.h"
#include "physics/site/obstacles.h"

#include <criterion/criterion.h>
#include <string.h>

static double draw(uint64_t k, uint32_t j, double low, double high)
{
    return low + (double)(talus_random_bits(11, k, j) >> 11) / 9007199254740992.0 * (high - low);
}

enum { STEMS = 3000 };

static talus_obstacles *make_forest(const talus_terrain *terrain, talus_stem *stems)
{
    for (uint64_t k = 0; k < STEMS; k++) {
        stems[k] = (talus_stem){.x = draw(k, 0, -110.0, 110.0),
                                .y = draw(k, 1, -110.0, 110.0),
                                .diameter = draw(k, 2, 0.1, 3.0),
                                .height = draw(k, 3, 1.0, 30.0),
                                .energy = 1e4};
    }
    const talus_obstacle_list list = {.stem_count = STEMS, .stems = stems};
    talus_obstacles *o = NULL;
    cr_assert_eq(talus_obstacles_create(&list, terrain, &o, NULL), TALUS_OK);
    return o;
}

Test(obstacles, a_walk_meets_every_stem_of_a_rectangle_once)
{
    static talus_stem stems[STEMS];
    static unsigned char seen[STEMS];
    talus_terrain *terrain = scene_plane(0.4, 0.3, 100.0, 2.0, 0.0);
    talus_obstacles *o = make_forest(terrain, stems);
    size_t met = 0;
    cr_expect_lt(talus_obstacles_standing(o), STEMS); // some are off the terrain
    for (uint64_t q = 0; q < 300; q++) {
        const double x = draw(q, 10, -130.0, 130.0), y = draw(q, 11, -130.0, 130.0);
        const double w = draw(q, 12, 0.0, 30.0), h = draw(q, 13, 0.0, 30.0);
        const double low = draw(q, 14, -60.0, 60.0);
        memset(seen, 0, sizeof seen);
        obstacle_walk walk = obstacle_walk_over(o, x, y, x + w, y + h, low);
        const obstacle_body *body;
        while ((body = obstacle_walk_next(&walk)) != NULL) {
            cr_assert_eq(seen[body->index]++, 0);
            cr_assert_gt(body->top, low);
        }
        const double top = obstacles_top(o, x, y, x + w, y + h);
        for (size_t k = 0; k < o->body_count; k++) {
            const obstacle_body *b = &o->bodies[k];
            const bool is_in = b->x + b->reach >= x && b->x - b->reach <= x + w &&
                               b->y + b->reach >= y && b->y - b->reach <= y + h;
            if (is_in) {
                cr_assert_geq(top, b->top);
                cr_assert(b->top <= low || seen[b->index] == 1);
                met++;
            }
        }
    }
    cr_expect_gt(met, 1000);
    talus_obstacles_destroy(o);
    talus_terrain_destroy(terrain);
}

Test(obstacles, energy_of_a_stem_is_the_published_law)
{
    // 38.7 x 30^2.31
    cr_expect_float_eq(talus_stem_energy(0.30, 1.0), 99965.0, 5.0);
    cr_expect_float_eq(talus_stem_energy(0.01, 2.0), 77.4, 1e-9);
    cr_expect_eq(talus_stem_energy(0.0, 1.0), 0.0);
}

/// A zigzag of nets with a bend at the origin.
static talus_obstacles *make_net(const talus_terrain *terrain, double *xy)
{
    const double points[6] = {-20.0, -15.0, 0.0, 0.0, -20.0, 25.0};
    memcpy(xy, points, sizeof points);
    const talus_net net = {.line = {.name = "bent", .count = 3, .xy = xy}, .height = 3.0};
    const talus_obstacle_list list = {.net_count = 1, .nets = &net};
    talus_obstacles *o = NULL;
    cr_assert_eq(talus_obstacles_create(&list, terrain, &o, NULL), TALUS_OK);
    return o;
}

static bool is_behind(const double p[2])
{
    // right of the corner at the origin, as seen from x < 0
    return p[0] > -4.0 / 3.0 * fabs(p[1]) * (p[1] < 0.0 ? 1.0 : 0.6) || p[1] < -15.0 || p[1] > 25.0;
}

static int count_crossings(const talus_obstacles *o, const double from[2], const double to[2])
{
    int count = 0;
    obstacle_crossing c = {.at = -1.0};
    while (obstacles_cross(o, from, to, c.at, &c)) {
        count++;
    }
    return count;
}

Test(obstacles, a_way_in_parts_comes_out_on_the_side_of_the_whole)
{
    double xy[6];
    talus_terrain *terrain = scene_plane(0.0, 0.0, 60.0, 5.0, 0.0);
    talus_obstacles *o = make_net(terrain, xy);
    int crossings = 0;
    for (uint64_t q = 0; q < 2000; q++) {
        // half of the ways stop beside the bend, half exactly on the line
        double from[2] = {draw(q, 0, -15.0, -6.0), draw(q, 1, -2.0, 2.0)};
        double to[2] = {draw(q, 2, 1.0, 12.0), draw(q, 3, -9.0, 9.0)};
        double middle[2] = {draw(q, 4, -1e-3, 1e-3), draw(q, 5, -1e-3, 1e-3)};
        if (q % 2 == 1) {
            const double share = (double)(1 + q % 32) / 64.0;
            middle[0] = -20.0 * share;
            middle[1] = -15.0 * share;
        }
        const int parts = count_crossings(o, from, middle) + count_crossings(o, middle, to);
        cr_assert(!is_behind(from) && is_behind(to));
        cr_assert_eq(parts % 2, 1, "way %llu", (unsigned long long)q); // round the bend: three
        crossings += parts == 1;
    }
    cr_expect_gt(crossings, 1900);
    talus_obstacles_destroy(o);
    talus_terrain_destroy(terrain);
}

static void expect_refused(const talus_obstacle_list *list, const char *phrase)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 60.0, 5.0, 0.0);
    talus_obstacles *o = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_obstacles_create(list, terrain, &o, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_null(o);
    cr_expect_not_null(strstr(error.message, phrase), "%s", error.message);
    talus_terrain_destroy(terrain);
}

Test(obstacles, bad_sizes_and_lines_are_refused_by_name)
{
    double same[4] = {1.0, 1.0, 1.0, 1.0}, back[6] = {0.0, 0.0, 10.0, 0.0, 0.0, 1.0};
    talus_stem stem = {.diameter = -0.3, .height = 10.0, .energy = 1.0};
    talus_wall wall = {.line = {"w", 2, same}, .height = 2.0, .width = 0.5};
    talus_net net = {.line = {"n", 2, same}, .height = 0.0};
    expect_refused(&(talus_obstacle_list){.stem_count = 1, .stems = &stem}, "diameter -0.3 m");
    expect_refused(&(talus_obstacle_list){.wall_count = 1, .walls = &wall},
                   "wall 1 ('w') has no length");
    expect_refused(&(talus_obstacle_list){.net_count = 1, .nets = &net}, "net 1 ('n') has the "
                                                                         "height 0 m");
    wall.line = (talus_line){"w", 3, back};
    expect_refused(&(talus_obstacle_list){.wall_count = 1, .walls = &wall},
                   "turns back by more than 150 degrees at its point 2");
    wall.law.mu = -1.0;
    expect_refused(&(talus_obstacle_list){.wall_count = 1, .walls = &wall}, "friction -1");
}

Test(obstacles, lines_stand_where_there_is_ground)
{
    double xy[4] = {50.0, 0.0, 80.0, 0.0};
    talus_terrain *terrain = scene_plane(0.0, 0.0, 60.0, 5.0, 0.0);
    const talus_wall wall = {.line = {"w", 2, xy}, .height = 2.0, .width = 0.5};
    const talus_obstacle_list list = {.wall_count = 1, .walls = &wall};
    talus_obstacles *o = NULL;
    cr_assert_eq(talus_obstacles_create(&list, terrain, &o, NULL), TALUS_OK);
    double length = 0.0;
    cr_assert_eq(talus_obstacles_wall_length(o, 0, &length, NULL), TALUS_OK);
    cr_expect_float_eq(length, 5.0, 1e-9); // the edge belongs outside
    talus_obstacles_destroy(o);
    talus_terrain_destroy(terrain);
}
