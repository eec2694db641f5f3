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

LANES_PART void raise_to(const lanes *other, lanes *larger)
{
    const lanes_truth is_larger = *other > *larger;
    lanes_choose(&is_larger, other, larger, larger);
}

/// The larger one of |b - a| and |d - c|.
LANES_PART void larger_rise(const double *a, const double *b, const double *c, const double *d,
                            lanes *rise)
{
    lanes other = *(const loose_lanes *)d - *(const loose_lanes *)c;
    *rise = *(const loose_lanes *)b - *(const loose_lanes *)a;
    lanes_unsign(rise);
    lanes_unsign(&other);
    raise_to(&other, rise);
}

/// A patch, or a triangle, has its largest gradients along its edges.
LANES_CLONES static double bound_gradient(const terrain_tile *tile, double per_cell)
{
    const double round_off = 1.0 + 1e-12;
    lanes most = {0};
    double square = 0.0;
    for (size_t j = 0; j < TERRAIN_TILE_CELLS; j++) {
        const double *south = tile->nodes + j * TERRAIN_TILE_NODES;
        const double *north = south + TERRAIN_TILE_NODES;
        for (size_t i = 0; i < TERRAIN_TILE_CELLS; i += LANES) {
            lanes x, y;
            larger_rise(south + i, south + i + 1, north + i, north + i + 1, &x);
            larger_rise(south + i, north + i, south + i + 1, north + i + 1, &y);
            x = x * x + y * y + 0.0 * *(const loose_lanes *)(north + i + 1); // NaN: a missing node
            raise_to(&x, &most);
        }
    }
    for (int k = 0; k < LANES; k++) {
        square = terrain_larger(most[k], square);
    }
    return sqrt(square) * per_cell * round_off;
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
