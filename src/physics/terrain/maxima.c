// SPDX-License-Identifier: GPL-3.0-or-later
// Highest nodes of squares of cells, and the steepest gradient.
#include "foundation/math/lanes.h"
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

/// Raise `most` to |z(k + apart) - z(k)| of a row's first TERRAIN_TILE_CELLS nodes, NaN left out.
LANES_PART void raise_by_row(const double *row, size_t apart, lanes *most)
{
    for (size_t k = 0; k < TERRAIN_TILE_CELLS; k += LANES) {
        lanes rise = *(const loose_lanes *)(row + k + apart) - *(const loose_lanes *)(row + k);
        lanes_unsign(&rise);
        const lanes_truth larger = rise > *most;
        lanes_choose(&larger, &rise, most, most);
    }
}

/// A patch, or a triangle, has its largest gradients along its edges.
LANES_CLONES static double bound_gradient(const terrain_tile *tile, double per_cell)
{
    const double round_off = 1.0 + 1e-12;
    lanes along = {0}, across = {0};
    double x = 0.0, y = 0.0;
    for (size_t j = 0; j < TERRAIN_TILE_NODES; j++) {
        raise_by_row(tile->nodes + j * TERRAIN_TILE_NODES, 1, &along);
    }
    for (size_t j = 0; j < TERRAIN_TILE_CELLS; j++) {
        const double *row = tile->nodes + j * TERRAIN_TILE_NODES, *last = row + TERRAIN_TILE_CELLS;
        raise_by_row(row, TERRAIN_TILE_NODES, &across);
        y = terrain_larger(fabs(last[TERRAIN_TILE_NODES] - last[0]), y);
    }
    for (int k = 0; k < LANES; k++) {
        x = terrain_larger(along[k], x);
        y = terrain_larger(across[k], y);
    }
    return sqrt(x * x + y * y) * per_cell * round_off;
}

void terrain_measure_tile(const talus_terrain *t, terrain_tile *tile)
{
    tile->steepest = bound_gradient(tile, t->per_cell);
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
