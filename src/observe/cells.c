// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of cell accumulators and their locks.
#include "observe/cells_internal.h"

#include <stdlib.h>

observe_cells *observe_cells_create(const talus_cells *grid, const observe_units *units)
{
    observe_cells *cells = calloc(1, sizeof *cells);
    if (cells == NULL) {
        return NULL;
    }
    cells->grid = *grid;
    cells->units = *units;
    cells->tile_columns = (grid->nx + TILE_SIDE - 1) >> TILE_BITS;
    cells->tile_count = cells->tile_columns * ((grid->ny + TILE_SIDE - 1) >> TILE_BITS);
    cells->tiles = calloc(cells->tile_count, sizeof *cells->tiles);
    if (cells->tiles == NULL) {
        free(cells);
        return NULL;
    }
    pthread_mutex_init(&cells->directory, NULL);
    for (int k = 0; k < LOCK_COUNT; k++) {
        pthread_mutex_init(&cells->locks[k], NULL);
    }
    return cells;
}

static void destroy_block(cell *block)
{
    for (size_t k = 0; block != NULL && k < (size_t)BLOCK_SIDE * BLOCK_SIDE; k++) {
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            free(block[k].histograms[q].counts);
        }
    }
    free(block);
}

static void destroy_tile(cell_tile *tile)
{
    for (size_t k = 0; tile != NULL && k < (size_t)TILE_BLOCKS * TILE_BLOCKS; k++) {
        destroy_block(tile->blocks[k]);
    }
    free(tile);
}

void observe_cells_destroy(observe_cells *cells)
{
    if (cells == NULL) {
        return;
    }
    for (size_t k = 0; k < cells->tile_count; k++) {
        destroy_tile(cells->tiles[k]);
    }
    for (int k = 0; k < LOCK_COUNT; k++) {
        pthread_mutex_destroy(&cells->locks[k]);
    }
    pthread_mutex_destroy(&cells->directory);
    free(cells->tiles);
    free(cells);
}

static cell_tile *touch_tile(observe_cells *cells, size_t index)
{
    cell_tile *tile = atomic_load_explicit(&cells->tiles[index], memory_order_acquire);
    if (tile == NULL) {
        pthread_mutex_lock(&cells->directory);
        tile = atomic_load_explicit(&cells->tiles[index], memory_order_relaxed);
        if (tile == NULL) {
            tile = calloc(1, sizeof *tile);
            atomic_store_explicit(&cells->tiles[index], tile, memory_order_release);
        }
        pthread_mutex_unlock(&cells->directory);
    }
    return tile;
}

cell *observe_cell_touch(observe_cells *cells, size_t i, size_t j)
{
    cell_tile *tile = touch_tile(cells, (j >> TILE_BITS) * cells->tile_columns + (i >> TILE_BITS));
    if (tile == NULL) {
        return NULL;
    }
    const size_t in_i = i & (TILE_SIDE - 1), in_j = j & (TILE_SIDE - 1);
    cell **block = &tile->blocks[(in_j >> BLOCK_BITS) * TILE_BLOCKS + (in_i >> BLOCK_BITS)];
    if (*block == NULL) {
        *block = calloc((size_t)BLOCK_SIDE * BLOCK_SIDE, sizeof **block);
        if (*block == NULL) {
            return NULL;
        }
    }
    return &(*block)[((j & (BLOCK_SIDE - 1)) << BLOCK_BITS) | (i & (BLOCK_SIDE - 1))];
}

static size_t lock_of(size_t i, size_t j)
{
    return (size_t)(talus_mix64(((uint64_t)(j >> LOCK_BITS) << 32) | (i >> LOCK_BITS)) %
                    LOCK_COUNT);
}

static bool grow(histogram *h)
{
    const size_t capacity = h->capacity == 0 ? 4 : (size_t)h->capacity + h->capacity / 2;
    uint32_t *counts = malloc(capacity * (sizeof(uint32_t) + sizeof(uint16_t)));
    if (counts == NULL) {
        return false;
    }
    if (h->used > 0) {
        memcpy(counts, h->counts, h->used * sizeof *counts);
        memcpy(counts + capacity, buckets_of(h), h->used * sizeof(uint16_t));
    }
    free(h->counts);
    h->counts = counts;
    h->capacity = (uint16_t)capacity;
    return true;
}

bool observe_histogram_count(histogram *h, unsigned bucket, uint32_t count)
{
    unsigned low = 0, high = h->used;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (buckets_of(h)[middle] < bucket) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < h->used && buckets_of(h)[low] == bucket) {
        h->counts[low] += count;
        return true;
    }
    if (h->used == h->capacity && !grow(h)) {
        return false;
    }
    uint16_t *buckets = buckets_of(h);
    memmove(h->counts + low + 1, h->counts + low, (h->used - low) * sizeof *h->counts);
    memmove(buckets + low + 1, buckets + low, (h->used - low) * sizeof *buckets);
    h->counts[low] = count;
    buckets[low] = (uint16_t)bucket;
    h->used++;
    return true;
}

static bool add_visit(const observe_cells *cells, cell *target, const observe_visit *visit)
{
    target->passages++;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        const double value = visit->max[k];
        const uint64_t fixed = observe_fixed(value, 0.125 * cells->units.per_unit[k]);
        target->sum[k] += fixed < SUM_LIMIT ? fixed : SUM_LIMIT;
        target->max[k] = value > target->max[k] ? value : target->max[k];
        if (!observe_histogram_count(&target->histograms[k],
                                     observe_bucket((talus_quantity)k, value), 1)) {
            return false;
        }
    }
    return true;
}

bool observe_cells_add(observe_cells *cells, const observe_visit *visits, size_t count)
{
    // neighbours on the path share a lock: it is only changed between squares
    size_t held = LOCK_COUNT;
    bool is_complete = true;
    for (size_t k = 0; k < count && is_complete; k++) {
        const size_t i = visits[k].cell % cells->grid.nx, j = visits[k].cell / cells->grid.nx;
        const size_t wanted = lock_of(i, j);
        if (wanted != held) {
            if (held != LOCK_COUNT) {
                pthread_mutex_unlock(&cells->locks[held]);
            }
            pthread_mutex_lock(&cells->locks[wanted]);
            held = wanted;
        }
        cell *target = observe_cell_touch(cells, i, j);
        is_complete = target != NULL && add_visit(cells, target, &visits[k]);
    }
    if (held != LOCK_COUNT) {
        pthread_mutex_unlock(&cells->locks[held]);
    }
    return is_complete;
}

bool observe_cells_deposit(observe_cells *cells, double x, double y)
{
    int64_t i, j;
    if (!observe_cell_at(&cells->grid, x, y, &i, &j)) {
        return true;
    }
    const size_t lock = lock_of((size_t)i, (size_t)j);
    pthread_mutex_lock(&cells->locks[lock]);
    cell *target = observe_cell_touch(cells, (size_t)i, (size_t)j);
    if (target != NULL) {
        target->deposits++;
    }
    pthread_mutex_unlock(&cells->locks[lock]);
    return target != NULL;
}

const cell *observe_cell_find(const observe_cells *cells, size_t i, size_t j)
{
    const cell_tile *tile = cells->tiles[(j >> TILE_BITS) * cells->tile_columns + (i >> TILE_BITS)];
    return tile == NULL ? NULL : cell_of_tile(tile, i & (TILE_SIDE - 1), j & (TILE_SIDE - 1));
}

bool observe_cells_touched(const observe_cells *cells, const talus_window *window)
{
    if (window->nx == 0 || window->ny == 0) {
        return false;
    }
    const size_t last_i = (window->i + window->nx - 1) >> TILE_BITS;
    const size_t last_j = (window->j + window->ny - 1) >> TILE_BITS;
    for (size_t j = window->j >> TILE_BITS; j <= last_j; j++) {
        for (size_t i = window->i >> TILE_BITS; i <= last_i; i++) {
            if (cells->tiles[j * cells->tile_columns + i] != NULL) {
                return true;
            }
        }
    }
    return false;
}
