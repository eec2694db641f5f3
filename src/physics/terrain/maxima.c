// SPDX-License-Identifier: GPL-3.0-or-later
// Highest nodes of squares of cells.
#include "physics/terrain/build.h"

#include <stdlib.h>

/// Widen [low, high] by a patch if it is valid.
static inline void extend_range(const double *node, double *low, double *high)
{
    const double a = node[0], b = node[1];
    const double c = node[TERRAIN_TILE_NODES], d = node[TERRAIN_TILE_NODES + 1u];
    if (isnan(a + b + c + d)) {
        return;
    }
    *low = terrain_smaller(*low, terrain_smaller(terrain_smaller(a, b), terrain_smaller(c, d)));
    *high = terrain_larger(*high, terrain_larger(terrain_larger(a, b), terrain_larger(c, d)));
}

/// Level 0: the 2 x 2 cells of a block; what lies off the grid is NaN.
static void find_block_maxima(terrain_tile *tile)
{
    double low = (double)INFINITY, *out = tile->maxima;
    for (size_t j = 0; j < TERRAIN_TILE_CELLS; j += 2) {
        const double *node = tile->nodes + j * TERRAIN_TILE_NODES;
        for (size_t i = 0; i < TERRAIN_TILE_CELLS; i += 2, node += 2) {
            double high = -(double)INFINITY;
            extend_range(node, &low, &high);
            extend_range(node + 1, &low, &high);
            extend_range(node + TERRAIN_TILE_NODES, &low, &high);
            extend_range(node + TERRAIN_TILE_NODES + 1, &low, &high);
            *out++ = high;
        }
    }
    tile->lowest = low;
}

static double larger_of_four(const double *fine, size_t columns)
{
    return terrain_larger(terrain_larger(fine[0], fine[1]),
                          terrain_larger(fine[columns], fine[columns + 1]));
}

void terrain_build_maxima(terrain_tile *tile)
{
    find_block_maxima(tile);
    for (unsigned n = 1; n < TERRAIN_TILE_LEVELS; n++) {
        const double *fine = tile->maxima + terrain_level_start(n - 1);
        double *out = tile->maxima + terrain_level_start(n);
        const size_t side = (size_t)1 << (TERRAIN_TILE_LEVELS - n);
        for (size_t j = 0; j < side; j++) {
            for (size_t i = 0; i < side; i++) {
                *out++ = larger_of_four(fine + 4 * j * side + 2 * i, 2 * side);
            }
        }
    }
    tile->highest = larger_of_four(tile->maxima + terrain_level_start(TERRAIN_TILE_LEVELS - 1), 2);
}
