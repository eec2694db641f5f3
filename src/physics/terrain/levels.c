// SPDX-License-Identifier: GPL-3.0-or-later
// Max-pyramid of the heights: blocks of 2, 4, 8, ... cells, each the maximum of its valid patches.
// Up to 128 cells the blocks belong to a tile, from 256 on they are whole tiles.
#include "physics/terrain/build.h"

#include <stdlib.h>

static uint32_t halve_up(uint32_t n)
{
    return n / 2u + n % 2u;
}

/// Widen [low, high] by a patch if it is valid.
static inline void take_patch(const double *node, double *low, double *high)
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
            take_patch(node, &low, &high);
            take_patch(node + 1, &low, &high);
            take_patch(node + TERRAIN_TILE_NODES, &low, &high);
            take_patch(node + TERRAIN_TILE_NODES + 1, &low, &high);
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

bool terrain_create_tops(talus_terrain *t)
{
    uint32_t columns = t->tiles_x, rows = t->tiles_y;
    t->z_min = (double)INFINITY;
    for (;;) {
        terrain_level *level = &t->tops[t->top_count];
        *level = (terrain_level){malloc((size_t)columns * rows * sizeof(double)), columns, rows};
        if (level->maxima == NULL) {
            return false;
        }
        t->top_count++;
        if (columns == 1u && rows == 1u) {
            return true;
        }
        columns = halve_up(columns);
        rows = halve_up(rows);
    }
}

void terrain_take_tile(talus_terrain *t, size_t index, const terrain_tile *tile)
{
    t->tops[0].maxima[index] = tile->highest;
    t->z_min = terrain_smaller(t->z_min, tile->lowest);
    t->steepest = terrain_larger(t->steepest, tile->steepest);
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

void terrain_merge_tops(talus_terrain *t)
{
    for (unsigned n = 1; n < t->top_count; n++) {
        const terrain_level *level = &t->tops[n];
        for (uint32_t bj = 0; bj < level->rows; bj++) {
            for (uint32_t bi = 0; bi < level->columns; bi++) {
                level->maxima[(size_t)bj * level->columns + bi] = merge_blocks(level - 1, bi, bj);
            }
        }
    }
    t->z_max = t->tops[t->top_count - 1u].maxima[0];
}

static double block_maximum(const talus_terrain *t, unsigned level, uint32_t i, uint32_t j)
{
    if (level >= TERRAIN_TILE_LEVELS) {
        const terrain_level *top = &t->tops[level - TERRAIN_TILE_LEVELS];
        return top->maxima[(size_t)j * top->columns + i];
    }
    const unsigned bits = TERRAIN_TILE_LEVELS - level;
    const uint32_t mask = (1u << bits) - 1u;
    const terrain_tile *tile = terrain_tile_at(t, (size_t)(j >> bits) * t->tiles_x + (i >> bits));
    return tile->maxima[terrain_level_start(level) + ((j & mask) << bits) + (i & mask)];
}

double terrain_bound_across(const talus_terrain *t, unsigned level, const uint32_t span[4])
{
    double bound = -(double)INFINITY;
    for (uint32_t j = span[2]; j <= span[3]; j++) {
        for (uint32_t i = span[0]; i <= span[1]; i++) {
            bound = terrain_larger(bound, block_maximum(t, level, i, j));
        }
    }
    return bound;
}
