// SPDX-License-Identifier: GPL-3.0-or-later
// The lumped mass against what can be worked by hand: flight, one impact, rolling.
#include "studies/models/lumped.h"

#include <criterion/criterion.h>
#include <math.h>

/// A plane that falls to the east by `fall` per metre, 400 x 400 m.
static talus_terrain *plane(double fall)
{
    const double heights[] = {400.0 * fall, 0.0, 400.0 * fall, 0.0};
    const talus_grid grid = {0.0, 0.0, 400.0, 2, 2};
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    return terrain;
}

static lumped_world world_of(const talus_terrain *terrain, double soil_type, double rg)
{
    lumped_world world = {.terrain = terrain, .gravity = 9.81, .time_limit = 1000.0, .step = 1.0};
    world.fields[LUMPED_SOIL_TYPE].number = soil_type;
    world.fields[LUMPED_RG70].number = rg;
    world.fields[LUMPED_RG20].number = rg;
    world.fields[LUMPED_RG10].number = rg;
    return world;
}

Test(lumped, flies_on_an_exact_parabola)
{
    talus_terrain *terrain = plane(0.0);
    lumped_world world = world_of(terrain, 0.0, 0.0); // it stays where it comes down
    lumped_rock rock = {
        .mass = 500.0, .radius = 0.5, .r = {50.0, 60.0, 20.5}, .v = {7.0, 3.0, 2.0}};
    const lumped_end end = lumped_fall(&world, &rock, 1, 0, NULL, NULL);
    const double t = (2.0 + sqrt(4.0 + 2.0 * 9.81 * 20.0)) / 9.81;
    cr_expect_eq(end.outcome, TALUS_STOPPED);
    cr_expect_eq(end.impacts, 1);
    cr_expect_float_eq(end.time, t, 1e-12);
    cr_expect_float_eq(rock.r.x, 50.0 + 7.0 * t, 1e-11);
    cr_expect_float_eq(rock.r.y, 60.0 + 3.0 * t, 1e-11);
    cr_expect_float_eq(rock.r.z, 0.5, 1e-11);
    cr_expect_float_eq(end.energy_max, 500.0 * (0.5 * 62.0 + 9.81 * 20.0), 1e-6);
    cr_expect_lt(end.jump_max, 20.5 + 4.0 / 19.62 + 1e-12);
    cr_expect_gt(end.jump_max, 20.5 + 0.99 * 4.0 / 19.62);
    talus_terrain_destroy(terrain);
}

Test(lumped, rebounds_by_the_published_law)
{
    const talus_vec3 up = {0.0, 0.0, 1.0};
    const lumped_ground ground = {.normal = 0.4, .resistance = 40e6, .obstacle = 0.1};
    lumped_rock rock = {.mass = 1000.0, .radius = 0.5, .v = {6.0, 8.0, -9.0}, .spin = 4.0};
    const double depth = lumped_penetration(1000.0, 0.5, 9.0, 40e6);
    const double tangent = 0.5 / (0.5 + 0.1 + depth), moment = 0.4 * 1000.0 * 0.25;
    const double along =
        sqrt(0.25 * (moment * 16.0 + 1000.0 * 100.0) * tangent / (moment + 1000.0 * 0.25));
    lumped_rebound(&rock, up, &ground);
    cr_expect_float_eq(rock.v.z, 9.0 * 0.4 / 2.0, 1e-12, "9 m/s halve the restitution");
    cr_expect_float_eq(rock.v.x, 0.6 * along, 1e-12);
    cr_expect_float_eq(rock.v.y, 0.8 * along, 1e-12);
    cr_expect_float_eq(rock.spin, along / 0.5, 1e-12);
}

Test(lumped, penetrates_by_both_branches)
{
    // I = 1000 81 / 40e6, N = 1000 / (1800 1.2 0.5), k = 1.207, d = 1 m
    const double impact = 81e3 / 40e6, shape = 1000.0 / 1080.0, k = 1.207;
    const double crater = 1.0 + k * acos(-1.0) / (4.0 * shape);
    const double shallow = sqrt(crater / (1.0 + impact / shape) * 4.0 * k / acos(-1.0) * impact);
    cr_expect_float_eq(lumped_penetration(1000.0, 0.5, 9.0, 40e6), shallow, 1e-14);
    // deep, and continuous where the branches meet: X / d = k at I = k pi / 4
    const double speed = sqrt(k * acos(-1.0) / 4.0 * 1e6 / 1000.0);
    cr_expect_float_eq(lumped_penetration(1000.0, 0.5, speed * (1.0 - 1e-9), 1e6), k, 1e-6);
    cr_expect_float_eq(lumped_penetration(1000.0, 0.5, speed * (1.0 + 1e-9), 1e6), k, 1e-6);
    const double deep = 2.0 * shape / acos(-1.0) * log((1.0 + 10.0 / shape) / crater) + k;
    cr_expect_float_eq(lumped_penetration(1000.0, 0.5, 100.0, 1e6), deep, 1e-12);
    cr_expect(isinf(lumped_penetration(1000.0, 0.5, 1.0, 0.0)));
    cr_expect_float_eq(lumped_resistance(0.5), 55e9 / 128.0, 1e-3);
}

Test(lumped, rolls_at_the_speed_that_obstacles_leave)
{
    talus_terrain *terrain = plane(0.5);
    const double sine = 0.5 / sqrt(1.25), radius = 0.5;
    lumped_world world = world_of(terrain, 3.0, 0.2);
    lumped_rock rock = {.mass = 500.0, .radius = radius, .r = {20.0, 200.0, 0.0}};
    rock.r.z = 190.0 + radius * sqrt(1.25);
    rock.v = (talus_vec3){2.0, 0.0, -1.0};
    rock.spin = 4.0;
    world.time_limit = 50.0;
    const lumped_end end = lumped_fall(&world, &rock, 1, 0, NULL, NULL);
    // v^2 = R_t (v^2 + 10/7 g R sin): what a hop brings, obstacles take
    const double equal = sqrt(10.0 / 7.0 * 9.81 * radius * sine * radius / 0.2);
    cr_expect_eq(end.outcome, TALUS_TIME_LIMIT);
    cr_expect_eq(end.impacts, 0);
    cr_expect_gt(end.hops, 100);
    cr_expect_float_eq(sqrt(rock.v.x * rock.v.x + rock.v.y * rock.v.y + rock.v.z * rock.v.z), equal,
                       1e-9);
    cr_expect_float_eq(rock.r.y, 200.0, 1e-9);
    talus_terrain_destroy(terrain);
}

/// Does it stop on its first metre with this speed of equilibrium?
static bool stops_at(double equal)
{
    talus_terrain *terrain = plane(0.5);
    const double sine = 0.5 / sqrt(1.25), radius = 0.5;
    const double obstacle = 10.0 / 7.0 * 9.81 * radius * radius * sine / (equal * equal);
    lumped_world world = world_of(terrain, 3.0, obstacle);
    lumped_rock rock = {.mass = 500.0, .radius = radius, .r = {20.0, 200.0, 0.0}};
    rock.r.z = 190.0 + radius * sqrt(1.25);
    rock.v = (talus_vec3){equal / sqrt(1.25), 0.0, -0.5 * equal / sqrt(1.25)};
    rock.spin = equal / radius;
    world.time_limit = 100.0;
    const lumped_end end = lumped_fall(&world, &rock, 1, 0, NULL, NULL);
    talus_terrain_destroy(terrain);
    return end.outcome == TALUS_STOPPED;
}

Test(lumped, stops_rolling_below_half_a_metre_per_second)
{
    cr_expect(stops_at(0.49));
    cr_expect_not(stops_at(0.51));
}

enum { FALLS = 4000 };

Test(lumped, meets_obstacles_and_turns_aside_in_the_published_shares)
{
    talus_terrain *terrain = plane(0.0);
    lumped_world world = world_of(terrain, 3.0, 0.0);
    world.fields[LUMPED_RG20].number = 0.5;
    world.fields[LUMPED_RG10].number = 1e3;
    world.time_limit = sqrt(2.0 * 4.5 / 9.81) + 1e-3; // just after the first impact
    int stopped = 0, slowed = 0, wide = 0, widest = 0, left = 0;
    for (uint64_t k = 0; k < FALLS; k++) {
        lumped_rock rock = {.mass = 500.0, .radius = 0.5, .r = {200.0, 200.0, 5.0}, .v = {8, 0, 0}};
        rock.spin = 16.0;
        (void)lumped_fall(&world, &rock, 7, k, NULL, NULL);
        const double along = sqrt(rock.v.x * rock.v.x + rock.v.y * rock.v.y);
        const double angle = atan2(rock.v.y, rock.v.x) * 180.0 / acos(-1.0);
        stopped += along < 1.0;
        slowed += along > 1.0 && along < 7.0;
        wide += fabs(angle) > 22.5;
        widest += fabs(angle) > 45.0;
        left += angle > 0.0;
        cr_expect_leq(fabs(angle), 50.0 + 1e-9);
    }
    // within four standard deviations of a binomial count
    cr_expect_float_eq(stopped, 0.1 * FALLS, 4.0 * sqrt(0.09 * FALLS));
    cr_expect_float_eq(slowed, 0.2 * FALLS, 4.0 * sqrt(0.16 * FALLS));
    cr_expect_float_eq(wide, 0.28 * FALLS, 4.0 * sqrt(0.2 * FALLS));
    cr_expect_float_eq(widest, 0.04 * FALLS, 4.0 * sqrt(0.04 * FALLS));
    cr_expect_float_eq(left, 0.5 * FALLS, 4.0 * sqrt(0.25 * FALLS));
    talus_terrain_destroy(terrain);
}

Test(lumped, a_tilt_lifts_what_runs_down_a_slope)
{
    talus_terrain *terrain = plane(0.8);
    lumped_world world = world_of(terrain, 5.0, 0.0);
    lumped_rock rock = {.mass = 500.0, .radius = 0.5, .r = {20.0, 200.0, 305.0}, .v = {10, 0, -8}};
    lumped_rock tilted = rock;
    const lumped_end plain = lumped_fall(&world, &rock, 1, 0, NULL, NULL);
    world.tilt = LUMPED_TILT;
    const lumped_end rough = lumped_fall(&world, &tilted, 1, 0, NULL, NULL);
    cr_expect_gt(rough.impacts, 2 * plain.impacts);
    cr_expect_eq(plain.outcome, TALUS_LEFT_DOMAIN);
    talus_terrain_destroy(terrain);
}

Test(lumped, looks_rasters_up_and_tells_what_is_missing)
{
    const float values[] = {1.0F, (float)NAN, 3.0F, 4.0F};
    lumped_field field = {.number = (double)NAN, .values = values, .nx = 2, .ny = 2, .cell = 10.0};
    cr_expect_eq(lumped_value(&field, 5.0, 5.0), 1.0);
    cr_expect_eq(lumped_value(&field, 5.0, 15.0), 3.0);
    cr_expect_eq(lumped_value(&field, 15.0, 15.0), 4.0);
    cr_expect(isnan(lumped_value(&field, 15.0, 5.0)));
    cr_expect(isnan(lumped_value(&field, -1.0, 5.0)));
    field.number = 7.0;
    cr_expect_eq(lumped_value(&field, 15.0, 5.0), 7.0);
    cr_expect_eq(lumped_value(&field, 25.0, 5.0), 7.0);

    talus_terrain *terrain = plane(0.0);
    lumped_world world = world_of(terrain, 3.0, 0.1);
    world.fields[LUMPED_RG20].number = (double)NAN;
    lumped_rock rock = {.mass = 500.0, .radius = 0.5, .r = {200.0, 200.0, 5.0}};
    cr_expect_eq(lumped_fall(&world, &rock, 1, 0, NULL, NULL).missing, LUMPED_RG20);
    talus_terrain_destroy(terrain);
}
