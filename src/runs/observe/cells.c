// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of cell accumulators and their locks.
#include "runs/observe/cells_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Visits whose cells are asked for at once.
enum { MOST_TOGETHER = 16 };

observe_cells *observe_cells_create(const talus_cells *grid, const observe_units *units)
{
    observe_cells *cells = aligned_alloc(_Alignof(observe_cells), sizeof *cells);
    if (cells == NULL) {
        return NULL;
    }
    memset(cells, 0, sizeof *cells);
    cells->grid = *grid;
    cells->units = *units;
    observe_cells_keep(cells, 0, 0);
    cells->tile_columns = (grid->nx + TILE_SIDE - 1) >> TILE_BITS;
    cells->tile_count = cells->tile_columns * ((grid->ny + TILE_SIDE - 1) >> TILE_BITS);
    cells->tiles = calloc(cells->tile_count, sizeof *cells->tiles);
    if (cells->tiles == NULL) {
        free(cells);
        return NULL;
    }
    pthread_mutex_init(&cells->directory, NULL);
    for (int k = 0; k < LOCK_COUNT; k++) {
        pthread_mutex_init(&cells->locks[k].mutex, NULL);
    }
    return cells;
}

static void destroy_block(const observe_cells *cells, cell *block)
{
    for (size_t k = 0; block != NULL && k < (size_t)BLOCK_SIDE * BLOCK_SIDE; k++) {
        cell *c = cell_of_block(cells, block, k);
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            free(c->histograms[q].counts);
        }
        for (size_t q = 0; q < cells->statistic_count; q++) {
            free(statistics_of(c)[q].histogram.counts);
        }
    }
    free(block);
}

static void destroy_tile(const observe_cells *cells, cell_tile *tile)
{
    for (size_t k = 0; tile != NULL && k < (size_t)TILE_BLOCKS * TILE_BLOCKS; k++) {
        destroy_block(cells, tile->blocks[k]);
    }
    free(tile);
}

void observe_cells_destroy(observe_cells *cells)
{
    if (cells == NULL) {
        return;
    }
    for (size_t k = 0; k < cells->tile_count; k++) {
        destroy_tile(cells, cells->tiles[k]);
    }
    for (int k = 0; k < LOCK_COUNT; k++) {
        pthread_mutex_destroy(&cells->locks[k].mutex);
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
        *block = calloc((size_t)BLOCK_SIDE * BLOCK_SIDE, cells->stride);
        if (*block == NULL) {
            return NULL;
        }
    }
    return cell_of_block(cells, *block,
                         ((j & (BLOCK_SIDE - 1)) << BLOCK_BITS) | (i & (BLOCK_SIDE - 1)));
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

/// What a value adds to a sum.
static uint64_t part_of_sum(const observe_cells *cells, talus_quantity quantity, double value)
{
    const uint64_t fixed = observe_fixed(value, 0.125 * cells->units.per_unit[quantity]);
    return fixed < SUM_LIMIT ? fixed : SUM_LIMIT;
}

static bool add_visit(const observe_cells *cells, cell *target, const observe_visit *visit)
{
    target->passages++;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        const double value = visit->max[k];
        target->sum[k] += part_of_sum(cells, (talus_quantity)k, value);
        target->max[k] = value > target->max[k] ? value : target->max[k];
        if (!observe_histogram_count(&target->histograms[k],
                                     observe_bucket((talus_quantity)k, value), 1)) {
            return false;
        }
    }
    return true;
}

/// Largest value of a further quantity: at constant mass those of the translation go with the
/// largest speed; fragments have masses of their own.
static double more_of(talus_quantity quantity, const observe_visit *visit, const observe_more *more,
                      double mass)
{
    const double speed = visit->max[TALUS_SPEED];
    switch (quantity) {
    case TALUS_TRANSLATIONAL_ENERGY:
        return more->body > 0 ? more->translational : 0.5 * mass * speed * speed;
    case TALUS_ROTATIONAL_ENERGY:
        return more->rotational;
    case TALUS_MOMENTUM:
        return more->body > 0 ? more->momentum : mass * speed;
    case TALUS_JUMP_NORMAL:
        return more->normal;
    case TALUS_KINETIC_ENERGY: // kept always
    case TALUS_SPEED:
    case TALUS_JUMP_HEIGHT:
    case TALUS_SPIN:
        return visit->max[quantity];
    case TALUS_HIT_ENERGY: // of bodies, elsewhere
    case TALUS_CELL_QUANTITY_COUNT:
        break;
    }
    return (double)NAN;
}

static double value_of(talus_cell_value value, const observe_more *more)
{
    switch (value) {
    case TALUS_IMPACTS:
        return (double)more->impacts;
    case TALUS_FOREST_ENERGY:
        return more->forest;
    case TALUS_FIRST_ARRIVAL:
        return more->arrival;
    case TALUS_REACH_ANGLE:
    case TALUS_REACH_ANGLE_MIN:
        return more->tangent;
    case TALUS_BODIES:
        return (double)more->bodies;
    case TALUS_DEPOSITED_VOLUME: // of rocks that stop, elsewhere
    case TALUS_CELL_VALUE_COUNT:
        break;
    }
    return 0.0;
}

static bool add_to_statistic(const observe_cells *cells, cell_statistic *s, talus_quantity quantity,
                             double value)
{
    s->sum += part_of_sum(cells, quantity, value);
    s->max = value > s->max ? value : s->max;
    return observe_histogram_count(&s->histogram, observe_bucket(quantity, value), 1);
}

static bool add_more(const observe_cells *cells, cell *target, const observe_visit *visit,
                     const observe_more *more, double mass)
{
    for (size_t k = 0; k < cells->statistic_count; k++) {
        const talus_quantity quantity = cells->quantities[k];
        if (quantity != TALUS_HIT_ENERGY &&
            !add_to_statistic(cells, &statistics_of(target)[k], quantity,
                              more_of(quantity, visit, more, mass))) {
            return false;
        }
    }
    for (size_t k = 0; k < cells->value_count; k++) {
        uint64_t *stored = &values_of(cells, target)[k];
        const talus_cell_value value = cells->values[k];
        *stored = observe_value_join(
            value, *stored, observe_value_store(&cells->units, value, value_of(value, more)));
    }
    return true;
}

/// Ask for memory that will be needed soon.
static void fetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/// Ask for what add_visit reads first of a cell: the buckets, in which it searches.
static void fetch_buckets(const cell *c)
{
    enum { LINE = 64 / sizeof(uint16_t) };
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        const histogram *h = &c->histograms[q];
        for (unsigned k = 0; k < h->used; k += LINE) {
            fetch(buckets_of(h) + k);
        }
    }
}

/// Visits of one square, whose lock is held. Where many rocks have passed, cells lie anywhere in
/// memory: they are asked for together and then added one after the other.
static bool add_together(observe_cells *cells, const observe_visit *visits,
                         const observe_more *more, size_t count, double mass)
{
    cell *targets[MOST_TOGETHER];
    if (count == 0) {
        return true;
    }
    for (size_t k = 0; k < count; k++) {
        targets[k] = observe_cell_touch(cells, visits[k].cell % cells->grid.nx,
                                        visits[k].cell / cells->grid.nx);
        if (targets[k] == NULL) {
            return false;
        }
        fetch(targets[k]);
        fetch(targets[k]->histograms);
        fetch(&targets[k]->histograms[TALUS_QUANTITY_COUNT - 1]);
    }
    fetch_buckets(targets[0]);
    for (size_t k = 0; k < count; k++) {
        if (k + 1 < count) {
            fetch_buckets(targets[k + 1]);
        }
        if (!add_visit(cells, targets[k], &visits[k]) ||
            (more != NULL && !add_more(cells, targets[k], &visits[k], &more[k], mass))) {
            return false;
        }
    }
    return true;
}

bool observe_cells_add(observe_cells *cells, const observe_visit *visits, const observe_more *more,
                       size_t count, double mass)
{
    const size_t nx = cells->grid.nx;
    bool is_complete = true;
    for (size_t begin = 0, end; begin < count && is_complete; begin = end) {
        // neighbours on the path share a lock: it is only changed between squares
        const size_t lock = lock_of(visits[begin].cell % nx, visits[begin].cell / nx);
        for (end = begin + 1; end < count && end - begin < MOST_TOGETHER &&
                              lock_of(visits[end].cell % nx, visits[end].cell / nx) == lock;) {
            end++;
        }
        pthread_mutex_lock(&cells->locks[lock].mutex);
        is_complete = add_together(cells, visits + begin, more == NULL ? NULL : more + begin,
                                   end - begin, mass);
        pthread_mutex_unlock(&cells->locks[lock].mutex);
    }
    return is_complete;
}

bool observe_cells_add_hits(observe_cells *cells, const observe_hit *hits, size_t count)
{
    const size_t nx = cells->grid.nx;
    size_t at = 0;
    while (at < cells->statistic_count && cells->quantities[at] != TALUS_HIT_ENERGY) {
        at++;
    }
    bool is_complete = at < cells->statistic_count || count == 0;
    for (size_t k = 0; k < count && is_complete; k++) {
        const size_t i = hits[k].cell % nx, j = hits[k].cell / nx, lock = lock_of(i, j);
        pthread_mutex_lock(&cells->locks[lock].mutex);
        cell *target = observe_cell_touch(cells, i, j);
        is_complete = target != NULL && add_to_statistic(cells, &statistics_of(target)[at],
                                                         TALUS_HIT_ENERGY, hits[k].energy);
        pthread_mutex_unlock(&cells->locks[lock].mutex);
    }
    return is_complete;
}

bool observe_cells_deposit(observe_cells *cells, double x, double y, double volume)
{
    int64_t i, j;
    if (!observe_cell_at(&cells->grid, x, y, &i, &j)) {
        return true;
    }
    const size_t lock = lock_of((size_t)i, (size_t)j);
    pthread_mutex_lock(&cells->locks[lock].mutex);
    cell *target = observe_cell_touch(cells, (size_t)i, (size_t)j);
    if (target != NULL) {
        target->deposits++;
        for (size_t k = 0; k < cells->value_count; k++) {
            if (cells->values[k] == TALUS_DEPOSITED_VOLUME) {
                values_of(cells, target)[k] +=
                    observe_value_store(&cells->units, TALUS_DEPOSITED_VOLUME, volume);
            }
        }
    }
    pthread_mutex_unlock(&cells->locks[lock].mutex);
    return target != NULL;
}

const cell *observe_cell_find(const observe_cells *cells, size_t i, size_t j)
{
    const cell_tile *tile = cells->tiles[(j >> TILE_BITS) * cells->tile_columns + (i >> TILE_BITS)];
    return tile == NULL ? NULL
                        : cell_of_tile(cells, tile, i & (TILE_SIDE - 1), j & (TILE_SIDE - 1));
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
