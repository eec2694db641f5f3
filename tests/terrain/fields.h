// SPDX-License-Identifier: GPL-3.0-or-later
// Height arrays that the terrain tests share, and the slow reading of a bilinear surface.
#ifndef TALUS_TESTS_TERRAIN_FIELDS_H
#define TALUS_TESTS_TERRAIN_FIELDS_H

#include "talus/terrain.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Rough heights between 1000 and 1100 m from a hash; the caller frees them.
static inline double *make_rough_heights(size_t nx, size_t ny, uint64_t seed)
{
    double *heights = malloc(nx * ny * sizeof *heights);
    cr_assert_not_null(heights);
    for (size_t k = 0; k < nx * ny; k++) {
        heights[k] = 1000.0 + 100.0 * 0x1p-64 * (double)talus_mix64(seed + k);
    }
    return heights;
}

static inline talus_terrain *create_terrain(const talus_grid *grid, const double *heights,
                                            const talus_roughness *roughness)
{
    talus_terrain *terrain = NULL;
    talus_error error = {0};
    const talus_status status = talus_terrain_create(grid, heights, roughness, &terrain, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    return terrain;
}

/// Height of the surface at a node of its lattice; the upper and right ends of the lattice, where
/// no cell begins, are read from just before.
static inline double node_height(const talus_terrain *terrain, size_t i, size_t j)
{
    const talus_grid *grid = talus_terrain_surface_grid(terrain);
    double x = grid->x0 + (double)i * grid->cell, y = grid->y0 + (double)j * grid->cell;
    double z = (double)NAN;
    x = i + 1 == grid->nx ? nextafter(x, -1e300) : x;
    y = j + 1 == grid->ny ? nextafter(y, -1e300) : y;
    (void)talus_terrain_height(terrain, x, y, &z);
    return z;
}

#endif
