// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cells_internal.h
/// The layout of the cell accumulators, for those that add to them and those that store them.
#ifndef TALUS_SRC_RUNS_OBSERVE_CELLS_INTERNAL_H
#define TALUS_SRC_RUNS_OBSERVE_CELLS_INTERNAL_H

#include "runs/observe/cells.h"

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

/// Locks that are held by different threads lie in different cache lines.
typedef struct cell_lock {
    _Alignas(64) pthread_mutex_t mutex;
} cell_lock;

/// A quantity that is kept where it is requested: as those of every cell.
typedef struct cell_statistic {
    uint64_t sum;
    double max;
    histogram histogram;
} cell_statistic;

/// Blocks that have been touched; the lock of its cells guards a block's pointer.
typedef struct cell_tile {
    cell *blocks[TILE_BLOCKS * TILE_BLOCKS];
} cell_tile;

struct observe_cells {
    talus_cells grid;
    observe_units units;
    /// Behind each cell lie (statistic_count) cell_statistic and (value_count) numbers.
    size_t statistic_count, value_count, stride;
    talus_quantity quantities[TALUS_CELL_QUANTITY_COUNT]; ///< (statistic_count)
    talus_cell_value values[TALUS_CELL_VALUE_COUNT];      ///< (value_count)
    size_t tile_columns, tile_count;
    _Atomic(cell_tile *) *tiles; ///< (tile_count) NULL until touched
    pthread_mutex_t directory;
    cell_lock locks[LOCK_COUNT];
};

/// The cell, its tile and block made on first touch; NULL when out of memory.
cell *observe_cell_touch(observe_cells *cells, size_t i, size_t j);
/// The cell; NULL where no rock has been near.
const cell *observe_cell_find(const observe_cells *cells, size_t i, size_t j);
/// Add to a bucket. @return false when out of memory
bool observe_histogram_count(histogram *h, unsigned bucket, uint32_t count);

static inline cell *cell_of_block(const observe_cells *cells, cell *block, size_t k)
{
    return (cell *)(void *)((char *)block + k * cells->stride);
}

/// Cell (i, j) of a tile; NULL where no rock has been near.
static inline const cell *cell_of_tile(const observe_cells *cells, const cell_tile *tile, size_t i,
                                       size_t j)
{
    cell *block = tile->blocks[(j >> BLOCK_BITS) * TILE_BLOCKS + (i >> BLOCK_BITS)];
    const size_t k = ((j & (BLOCK_SIDE - 1)) << BLOCK_BITS) | (i & (BLOCK_SIDE - 1));
    return block == NULL ? NULL : cell_of_block(cells, block, k);
}

/// Values that a histogram has counted: one per event, of hits one per body.
static inline uint64_t observe_histogram_total(const histogram *h)
{
    uint64_t total = 0;
    for (unsigned k = 0; k < h->used; k++) {
        total += h->counts[k];
    }
    return total;
}

/// What lies behind a cell.
static inline cell_statistic *statistics_of(cell *c)
{
    return (cell_statistic *)(void *)(c + 1);
}
static inline uint64_t *values_of(const observe_cells *cells, cell *c)
{
    return (uint64_t *)(void *)(statistics_of(c) + cells->statistic_count);
}

/// A quantity of a cell; empty when it is not kept.
cell_statistic observe_cell_statistic(const observe_cells *cells, const cell *c,
                                      talus_quantity quantity);

/// Values are stored as integers of which 0 means nothing: fixed-point sums, or for extremes the
/// largest key, a number that ascends with the double (of least values: its complement).
uint64_t observe_value_store(const observe_units *units, talus_cell_value value, double x);
/// The number that is stored; NaN for no extreme.
double observe_value_read(const observe_units *units, talus_cell_value value, uint64_t stored);
/// Join what two sets have stored.
uint64_t observe_value_join(talus_cell_value value, uint64_t a, uint64_t b);
/// Of a cell; 0 when it is not kept.
uint64_t observe_cell_value(const observe_cells *cells, const cell *c, talus_cell_value value);

static inline uint16_t *buckets_of(const histogram *h)
{
    return (uint16_t *)(h->counts + h->capacity);
}

#endif
