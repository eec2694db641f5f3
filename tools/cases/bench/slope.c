// SPDX-License-Identifier: GPL-3.0-or-later
// The slope that other engines get.
#include "cases/bench/slope.h"

#include <math.h>
#include <stdlib.h>

double slope_height(double x)
{
    const double angle = 40.0 * TALUS_PI / 180.0;
    return x < 200.0 ? (200.0 - x) * (talus_sin(angle) / talus_cos(angle)) : 0.0;
}

/// Noise of a fixed linear congruential generator (Knuth's MMIX constants), heights rounded to the
/// six decimals that the peers read.
static void fill_inclined(const talus_grid *grid, double *heights)
{
    uint64_t bits = 12345;
    for (size_t j = 0; j < grid->ny; j++) {
        for (size_t i = 0; i < grid->nx; i++) {
            bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const double noise = (double)(bits >> 11) / 9007199254740992.0 * 2.0 - 1.0;
            const double z = slope_height(grid->cell * (double)i) + 0.15 * noise;
            heights[j * grid->nx + i] = floor(1e6 * z + 0.5) / 1e6;
        }
    }
}

talus_status slope_make_inclined(talus_terrain **terrain, talus_error *error)
{
    const talus_grid grid = {0.0, 0.0, 2.0, 251, 51};
    double *heights = malloc(grid.nx * grid.ny * sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scene's terrain");
    }
    fill_inclined(&grid, heights);
    const talus_status status = talus_terrain_create(&grid, heights, NULL, terrain, error);
    free(heights);
    return status;
}

/// Uniform number of the peers' releases: splitmix64.
static double next_uniform(uint64_t *state)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    *state += step;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

talus_quat slope_orientation(uint64_t number)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15) * (number + 1) * 16;
    const double a = next_uniform(&state), b = 2.0 * TALUS_PI * next_uniform(&state);
    const double c = 2.0 * TALUS_PI * next_uniform(&state);
    const double p = sqrt(1.0 - a), r = sqrt(a);
    return (talus_quat){r * talus_cos(c), p * talus_sin(b), p * talus_cos(b), r * talus_sin(c)};
}
