// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cells_internal.h
/// The layout of the cell accumulators, for those that add to them and those that store them.
#ifndef TALUS_SRC_OBSERVE_CELLS_INTERNAL_H
#define TALUS_SRC_OBSERVE_CELLS_INTERNAL_H

#include "observe/cells.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    TILE_BITS = 8,
    TILE_SIDE = 1 << TILE_BITS,
    BLOCK_BITS = 3, ///< cells come in blocks of 8 x 8
    BLOCK_SIDE = 1 << BLOCK_BITS,
    TILE_BLOCKS = TILE_SIDE >> BLOCK_BITS, ///< blocks a side
    LOCK_BITS = 4,                         ///< a lock guards squares of 16 x 16 cells
    LOCK_COUNT = 256                       ///< squares share locks by a hash
};

#define SUM_LIMIT (((uint64_t)1 << 40) - 1) ///< what one rock adds to a sum at most

/// Occupied buckets, ascending; one heap block holds (capacity) counts, then (capacity) buckets.
typedef struct histogram {
    uint32_t *counts;
    uint16_t used, capacity;
} histogram;

typedef struct cell {
    uint32_t passages, deposits;
    uint64_t sum[TALUS_QUANTITY_COUNT]; ///< 8 observe_units: 10^7 rocks x 2^40 stay below 2^64
    double max[TALUS_QUANTITY_COUNT];
    histogram histograms[TALUS_QUANTITY_COUNT];
} cell;

/// Blocks that have been touched; the lock of its cells guards a block's pointer.
typedef struct cell_tile {
    cell *blocks[TILE_BLOCKS * TILE_BLOCKS];
} cell_tile;

struct observe_cells {
    talus_cells grid;
    observe_units units;
    size_t tile_columns, tile_count;
    _Atomic(cell_tile *) *tiles; ///< (tile_count) NULL until touched
    pthread_mutex_t directory;
    pthread_mutex_t locks[LOCK_COUNT];
};

/// The cell, its tile and block made on first touch; NULL when out of memory.
cell *observe_cell_touch(observe_cells *cells, size_t i, size_t j);
/// The cell; NULL where no rock has been near.
const cell *observe_cell_find(const observe_cells *cells, size_t i, size_t j);
/// Add to a bucket. @return false when out of memory
bool observe_histogram_count(histogram *h, unsigned bucket, uint32_t count);

/// Cell (i, j) of a tile; NULL where no rock has been near.
static inline const cell *cell_of_tile(const cell_tile *tile, size_t i, size_t j)
{
    const cell *block = tile->blocks[(j >> BLOCK_BITS) * TILE_BLOCKS + (i >> BLOCK_BITS)];
    return block == NULL ? NULL
                         : &block[((j & (BLOCK_SIDE - 1)) << BLOCK_BITS) | (i & (BLOCK_SIDE - 1))];
}

static inline uint16_t *buckets_of(const histogram *h)
{
    return (uint16_t *)(h->counts + h->capacity);
}

#endif
