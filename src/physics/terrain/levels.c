// SPDX-License-Identifier: GPL-3.0-or-later
// Max-pyramid of the heights: blocks of 2, 4, 8, ... cells, each the maximum of its valid patches.
// Up to 128 cells the blocks belong to a tile, from 256 on they are whole tiles.
#include "physics/terrain/build.h"

#include <stdlib.h>

static uint32_t halve_up(uint32_t n)
{
    return n / 2u + n % 2u;
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

void terrain_add_tile(talus_terrain *t, size_t index, const terrain_tile *tile)
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
