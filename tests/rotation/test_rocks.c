// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of many steps, of one rock and of several side by side, against steps one by one: bit for bit.
#include "physics/rotation/midpoint.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { ROCKS = 11, STEPS = 128, ROOM = STEPS + 1 };

static const double dt = 2e-3;

typedef struct columns {
    double x[ROOM], y[ROOM], z[ROOM];
    talus_quat p[ROOM];
    unsigned char iterations[ROOM];
    bool failed[ROOM];
} columns;

static const talus_vec3 bodies[ROCKS] = {
    {52.3, 60.0, 83.3}, {40.0, 47.0, 60.0}, {1.0, 1.5, 2.2},      {52.3, 60.0, 83.3},
    {90.0, 60.0, 50.0}, {1.0, 100.0, 80.0}, {52.3, 52.301, 83.3}, {40.0, 47.0, 60.0},
    {3.0, 2.0, 4.0},    {52.3, 60.0, 83.3}, {1.0, 1.5, 2.2}};
/// From rest to steps of more than a turn, for many of which Newton takes its 20 steps in vain.
static const talus_vec3 spins[ROCKS] = {
    {3.0, -9.0, 20.0}, {5.0, 7.0, -9.0},          {0.1, 0.2, -0.1}, {60.0, -90.0, 50.0},
    {0.0, 0.0, 0.0},   {30.0, 40.0, 20.0},        {3.0, 4.0, 5.0},  {200.0, -150.0, 120.0},
    {1.0, 1e-9, 0.0},  {3840.0, 8320.0, -6400.0}, {12.0, 8.0, -4.0}};

static void begin(columns *c, size_t rock)
{
    memset(c, 0, sizeof *c);
    c->x[0] = spins[rock].x;
    c->y[0] = spins[rock].y;
    c->z[0] = spins[rock].z;
    c->p[0] = (talus_quat){0.5, -0.5, 0.1, 0.7};
}

static rotation_rock rock_of(columns *c, size_t rock)
{
    return (rotation_rock){.inertia = bodies[rock],
                           .table = {c->x, c->y, c->z, c->p, c->iterations, c->failed}};
}

static void step_singly(columns *c, size_t rock)
{
    begin(c, rock);
    for (size_t k = 0; k < STEPS; k++) {
        const talus_vec3 w = vec3(c->x[k], c->y[k], c->z[k]);
        const talus_free_rotation one =
            talus_rotation_free(TALUS_SCHEME_MIDPOINT, bodies[rock], w, dt);
        c->x[k + 1] = one.omega.x;
        c->y[k + 1] = one.omega.y;
        c->z[k + 1] = one.omega.z;
        c->p[k + 1] =
            talus_rotation_orientation(TALUS_SCHEME_MIDPOINT, c->p[k], w, &one, one.omega, dt);
        c->iterations[k + 1] = (unsigned char)one.iterations;
        c->failed[k + 1] = !one.converged;
    }
}

static void expect_same(const columns *a, const columns *b, size_t rock, const char *what)
{
    cr_expect_arr_eq(a->x, b->x, sizeof a->x, "%s: x of rock %zu", what, rock);
    cr_expect_arr_eq(a->y, b->y, sizeof a->y, "%s: y of rock %zu", what, rock);
    cr_expect_arr_eq(a->z, b->z, sizeof a->z, "%s: z of rock %zu", what, rock);
    cr_expect_arr_eq(a->p, b->p, sizeof a->p, "%s: orientation of rock %zu", what, rock);
    cr_expect_arr_eq(a->iterations, b->iterations, sizeof a->iterations,
                     "%s: iterations of rock %zu", what, rock);
    cr_expect_arr_eq(a->failed, b->failed, sizeof a->failed, "%s: failures of rock %zu", what,
                     rock);
}

Test(rocks, table_of_one_has_the_bits_of_single_steps)
{
    static columns single, table;
    int most = 0, failures = 0;
    for (size_t r = 0; r < ROCKS; r++) {
        step_singly(&single, r);
        begin(&table, r);
        const rotation_rock rock = rock_of(&table, r);
        rotation_midpoint_steps(&rock, dt, STEPS);
        expect_same(&single, &table, r, "table");
        for (size_t k = 1; k <= STEPS; k++) {
            most = table.iterations[k] > most ? table.iterations[k] : most;
            failures += table.failed[k];
        }
    }
    cr_expect_gt(most, 2); // the rocks are not all alike
    cr_expect_gt(failures, 0);
}

Test(rocks, side_by_side_they_have_the_bits_that_they_have_alone)
{
    static columns alone[ROCKS], together[ROCKS];
    for (size_t r = 0; r < ROCKS; r++) {
        step_singly(&alone[r], r);
    }
    const size_t widest = rotation_most_lanes();
    cr_expect(widest == 4 || widest == 8);
    for (size_t width = 4; width <= widest; width += 4) {
        for (size_t first = 0; first < ROCKS; first++) {
            for (size_t count = 1; first + count <= ROCKS; count++) {
                rotation_rock rocks[ROCKS];
                for (size_t k = 0; k < count; k++) {
                    begin(&together[k], first + k);
                    rocks[k] = rock_of(&together[k], first + k);
                }
                rotation_midpoint_rocks(rocks, count, width, dt, STEPS);
                for (size_t k = 0; k < count; k++) {
                    expect_same(&alone[first + k], &together[k], first + k,
                                width == 4 ? "four lanes" : "eight lanes");
                }
            }
        }
    }
}

/// What the first step of Newton moves, less what is enough.
static double moved_too_far(const talus_vec3 *a, talus_vec3 w)
{
    const talus_vec3 half = vec3_scale(0.5, *a);
    talus_vec3 m;
    double moved;
    midpoint_middle(&half, &w, &m, &moved);
    return moved - midpoint_enough(a);
}

/// A spin of which the first step of Newton moves just what is enough: what is across a fast turn by
/// bisection, then by its last bits.
static bool find_edge(const talus_vec3 *a, double x, talus_vec3 *w)
{
    double low = 1e-9, high = 1.0;
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (low + high);
        *(moved_too_far(a, vec3(x * middle, middle, 600.0)) > 0.0 ? &high : &low) = middle;
    }
    low *= 1.0 - 3e-14;
    for (int k = 0; k < 300; k++, low = nextafter(low, HUGE_VAL)) {
        *w = vec3(x * low, low, 600.0);
        if (moved_too_far(a, *w) == 0.0) {
            return true;
        }
    }
    return false;
}

Test(rocks, side_by_side_as_alone_where_newton_has_moved_just_enough)
{
    const talus_vec3 inertia = bodies[0], a = midpoint_rates(&inertia, dt);
    int found = 0;
    for (int k = 0; k < 4000; k++) {
        talus_vec3 w;
        if (!find_edge(&a, 0.5 + 0.001 * k, &w)) {
            continue;
        }
        found++;
        static columns alone, together[8];
        rotation_rock rocks[8];
        memset(&alone, 0, sizeof alone);
        alone.x[0] = w.x, alone.y[0] = w.y, alone.z[0] = w.z;
        alone.p[0] = (talus_quat){0.5, -0.5, 0.1, 0.7};
        for (size_t i = 0; i < 8; i++) {
            together[i] = alone;
            rocks[i] = rock_of(&together[i], 0);
        }
        const rotation_rock one = rock_of(&alone, 0);
        rotation_midpoint_steps(&one, dt, LANES);
        cr_expect_eq(alone.iterations[1], 1);
        for (size_t width = 4; width <= rotation_most_lanes(); width += 4) {
            rotation_midpoint_rocks(rocks, width, width, dt, LANES);
            expect_same(&alone, &together[width - 1], 0, "just enough");
        }
    }
    cr_expect_gt(found, 10);
}
