// SPDX-License-Identifier: GPL-3.0-or-later
// Max-pyramid of the heights: blocks of 2, 4, 8, ... cells, each the maximum of its valid patches.
#include "terrain/terrain_internal.h"

#include <stdlib.h>

static uint32_t halve_up(uint32_t n)
{
    return n / 2u + n % 2u;
}

/// Widen [low, high] by a patch if it is valid.
static void take_patch(const double *node, double *low, double *high)
{
    const double a = node[0], b = node[1];
    const double c = node[TERRAIN_TILE_NODES], d = node[TERRAIN_TILE_NODES + 1u];
    if (isnan(a + b + c + d)) {
        return;
    }
    *low = terrain_smaller(*low, terrain_smaller(terrain_smaller(a, b), terrain_smaller(c, d)));
    *high = terrain_larger(*high, terrain_larger(terrain_larger(a, b), terrain_larger(c, d)));
}

/// Maximum of the 2 x 2 cells of block (bi, bj); they lie in one tile, and what lies off the grid
/// is NaN there.
static double find_block_maximum(talus_terrain *t, uint32_t bi, uint32_t bj)
{
    const uint32_t i = 2u * bi, j = 2u * bj;
    const double *node =
        t->tiles[(size_t)(j >> TERRAIN_TILE_SHIFT) * t->tiles_x + (i >> TERRAIN_TILE_SHIFT)] +
        (size_t)(j & (TERRAIN_TILE_CELLS - 1u)) * TERRAIN_TILE_NODES +
        (i & (TERRAIN_TILE_CELLS - 1u));
    double high = -(double)INFINITY;
    take_patch(node, &t->z_min, &high);
    take_patch(node + 1, &t->z_min, &high);
    take_patch(node + TERRAIN_TILE_NODES, &t->z_min, &high);
    take_patch(node + TERRAIN_TILE_NODES + 1, &t->z_min, &high);
    return high;
}

static double merge_blocks(const terrain_level *fine, uint32_t bi, uint32_t bj)
{
    double high = -(double)INFINITY;
    for (uint32_t j = 2u * bj; j < 2u * bj + 2u && j < fine->rows; j++) {
        for (uint32_t i = 2u * bi; i < 2u * bi + 2u && i < fine->columns; i++) {
            high = terrain_larger(high, fine->maxima[(size_t)j * fine->columns + i]);
        }
    }
    return high;
}

talus_status terrain_build_levels(talus_terrain *t)
{
    uint32_t columns = t->cells_x, rows = t->cells_y;
    t->z_min = (double)INFINITY;
    do {
        columns = halve_up(columns);
        rows = halve_up(rows);
        const unsigned n = t->level_count;
        terrain_level *level = &t->levels[n];
        level->columns = columns;
        level->rows = rows;
        level->maxima = malloc((size_t)columns * rows * sizeof *level->maxima);
        if (level->maxima == NULL) {
            return TALUS_ERROR_MEMORY;
        }
        t->level_count = n + 1u;
        for (uint32_t bj = 0; bj < rows; bj++) {
            for (uint32_t bi = 0; bi < columns; bi++) {
                level->maxima[(size_t)bj * columns + bi] =
                    n == 0 ? find_block_maximum(t, bi, bj) : merge_blocks(level - 1, bi, bj);
            }
        }
    } while (columns > 1u || rows > 1u);
    t->z_max = t->levels[t->level_count - 1u].maxima[0];
    return TALUS_OK;
}
