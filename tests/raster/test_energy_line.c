// SPDX-License-Identifier: GPL-3.0-or-later
// Energy lines against closed forms and against trying all sources.
#include "talus/raster.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define DEGREES (180.0 / TALUS_PI)

enum { NX = 61, NY = 47, NODES = NX * NY };
static const talus_grid grid = {.cell = 5.0, .nx = NX, .ny = NY};

typedef struct scene {
    double heights[NODES], angles[NODES];
    bool sources[NODES];
} scene;

static scene *rough_scene(uint64_t seed, double share)
{
    scene *s = calloc(1, sizeof *s);
    cr_assert_not_null(s);
    talus_random random = {.seed = seed};
    for (size_t k = 0; k < NODES; k++) {
        s->heights[k] = 300.0 - 4.0 * (double)(k % NX) + 30.0 * talus_random_uniform(&random);
        s->sources[k] = talus_random_uniform(&random) < share;
    }
    s->heights[17] = s->heights[1000] = (double)NAN;
    return s;
}

static double brute(const scene *s, size_t node)
{
    double best = -1.0;
    for (size_t k = 0; k < NODES; k++) {
        const double x = (double)(k % NX) - (double)(node % NX);
        const double y = (double)(k / NX) - (double)(node / NX);
        if (s->sources[k] && !isnan(s->heights[k]) && k != node) {
            const double rise = s->heights[k] - s->heights[node];
            best = fmax(best, rise / (5.0 * sqrt(x * x + y * y)));
        }
    }
    return atan(best) * DEGREES;
}

static void expect_as_brute(uint64_t seed, double share, double lowest)
{
    scene *s = rough_scene(seed, share);
    size_t seen = 0;
    cr_assert_eq(talus_raster_energy_line(&grid, s->heights, s->sources, lowest, s->angles, NULL),
                 TALUS_OK);
    for (size_t k = 0; k < NODES; k++) {
        const double expected = brute(s, k);
        if (isnan(s->heights[k])) {
            cr_assert(isnan(s->angles[k]) ? true : false);
        } else if (s->sources[k]) {
            cr_assert_eq(s->angles[k], 90.0);
        } else if (expected < lowest - 1e-9) {
            cr_assert(isnan(s->angles[k]) ? true : false, "%g at %zu", s->angles[k], k);
        } else {
            cr_assert_float_eq(s->angles[k], expected, 1e-9, "%zu: %g, expected %g", k,
                               s->angles[k], expected);
            seen++;
        }
    }
    cr_expect_gt(seen, 100);
    free(s);
}

Test(energy_line, is_the_steepest_of_all_sources)
{
    expect_as_brute(1, 0.003, 0.0);
    expect_as_brute(2, 0.05, 0.0);
    expect_as_brute(3, 0.5, 0.0);
}

Test(energy_line, smaller_angles_than_wanted_are_left_out)
{
    expect_as_brute(4, 0.003, 33.0);
    expect_as_brute(5, 0.05, 45.0);
}

Test(energy_line, of_one_source_over_a_plain_is_a_cone)
{
    scene *s = calloc(1, sizeof *s);
    const size_t apex = 20 * NX + 30;
    s->sources[apex] = true;
    s->heights[apex] = 50.0;
    cr_assert_eq(talus_raster_energy_line(&grid, s->heights, s->sources, 30.0, s->angles, NULL),
                 TALUS_OK);
    // 50 m high: 30 degrees at 86.6 m, 45 degrees at 50 m
    cr_expect_float_eq(s->angles[apex + 10], 45.0, 1e-12);
    cr_expect_float_eq(s->angles[apex - 10 * NX], 45.0, 1e-12);
    cr_expect_gt(s->angles[apex + 17], 30.0);
    cr_expect(isnan(s->angles[apex + 18]) ? true : false);
    free(s);
}

Test(energy_line, needs_a_source_with_a_height)
{
    scene *s = calloc(1, sizeof *s);
    s->heights[5] = (double)NAN;
    s->sources[5] = true;
    talus_error error = {0};
    cr_expect_eq(talus_raster_energy_line(&grid, s->heights, s->sources, 0.0, s->angles, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_str_eq(error.message, "no source lies on a cell with a height");
    free(s);
}
