// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles that come and go; see on_demand.h.
#include "physics/terrain/on_demand.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUILDING_LOCKS = 64 };
enum { PROBES_PER_TILE = 64 }; ///< that cost about as much as the tile; divides 256

typedef struct terrain_on_demand {
    _Atomic(terrain_tile *) *tiles; ///< (tile_count) the directory; NULL: not there
    atomic_uchar *probes;           ///< (tile_count) cells that were asked for without their tile
    talus_height_source source;
    size_t limit;                             ///< tiles
    pthread_mutex_t building[BUILDING_LOCKS]; ///< a tile is made under the lock of its index
    atomic_bool has_failed;
    atomic_uint_fast64_t clock; ///< ticks when a tile is dropped
    pthread_mutex_t books;      ///< guards what follows
    uint32_t *loaded;           ///< (tile_count) ring of the tiles in the directory, oldest first
    size_t tile_count, oldest, loaded_count;
    terrain_tile *dropped; ///< some reader may still use them
    terrain_tile *spare;   ///< room for the next ones: heaps of several threads would keep it each
    terrain_reader *readers; ///< that have entered
    size_t reader_count;
    terrain_tile *missing; ///< all NODATA, in place of tiles that cannot be fetched
    talus_status status;   ///< of the first that could not
    talus_error error;
} terrain_on_demand;

/// Everything NODATA, so that rocks that meet it end at once.
static void clear_tile(terrain_tile *tile)
{
    for (size_t k = 0; k < TERRAIN_TILE_SIZE; k++) {
        tile->nodes[k] = (double)NAN;
    }
    for (size_t k = 0; k < TERRAIN_TILE_MAXIMA; k++) {
        tile->maxima[k] = -(double)INFINITY;
    }
    for (size_t k = 0; k < TERRAIN_PLANES; k++) {
        tile->planes[k] = (terrain_plane){.height = -(double)INFINITY,
                                          .stretch = 1.0,
                                          .wide_height = (double)INFINITY,
                                          .wide_spread = (double)INFINITY};
    }
}

talus_status terrain_on_demand_create(talus_terrain *t, const talus_height_source *source,
                                      size_t memory, talus_error *error)
{
    terrain_on_demand *d = calloc(1, sizeof *d);
    if (d != NULL) {
        t->on_demand = d;
        d->source = *source;
        d->limit = memory / sizeof(terrain_tile);
        d->tile_count = (size_t)t->tiles_x * t->tiles_y;
        d->tiles = calloc(d->tile_count, sizeof *d->tiles);
        d->probes = calloc(d->tile_count, sizeof *d->probes);
        d->loaded = malloc(d->tile_count * sizeof *d->loaded);
        d->missing = malloc(sizeof *d->missing);
        pthread_mutex_init(&d->books, NULL);
        for (size_t k = 0; k < BUILDING_LOCKS; k++) {
            pthread_mutex_init(&d->building[k], NULL);
        }
    }
    if (d == NULL || d->tiles == NULL || d->probes == NULL || d->loaded == NULL ||
        d->missing == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the tiles of a terrain");
    }
    clear_tile(d->missing);
    return TALUS_OK;
}

/// Tiles that were dropped before every reader rested can be written again.
static void reuse_dropped(terrain_on_demand *d, uint64_t seen_by_all)
{
    for (terrain_tile **at = &d->dropped; *at != NULL;) {
        terrain_tile *tile = *at;
        if (tile->dropped <= seen_by_all) {
            *at = tile->next;
            tile->next = d->spare;
            d->spare = tile;
        } else {
            at = &tile->next;
        }
    }
}

double terrain_on_demand_memory(const talus_terrain *terrain)
{
    const terrain_on_demand *d = terrain->on_demand;
    return d != NULL ? (double)d->limit * (double)sizeof(terrain_tile) : 0.0;
}

void terrain_on_demand_destroy(talus_terrain *t)
{
    terrain_on_demand *d = t->on_demand;
    if (d == NULL) {
        return;
    }
    for (size_t k = 0; d->tiles != NULL && k < d->tile_count; k++) {
        terrain_tile *tile = d->tiles[k];
        free(tile == d->missing ? NULL : tile);
    }
    free(d->tiles);
    free(d->probes);
    reuse_dropped(d, UINT64_MAX);
    while (d->spare != NULL) {
        terrain_tile *tile = d->spare;
        d->spare = tile->next;
        free(tile);
    }
    for (size_t k = 0; k < BUILDING_LOCKS; k++) {
        pthread_mutex_destroy(&d->building[k]);
    }
    pthread_mutex_destroy(&d->books);
    free(d->missing);
    free(d->loaded);
    free(d);
}

void terrain_reader_enter(const talus_terrain *t, terrain_reader *reader)
{
    terrain_on_demand *d = t->on_demand;
    reader->of = d;
    if (d == NULL) {
        return;
    }
    // under the lock that tiles are dropped with: they are counted from here on, or out of sight
    pthread_mutex_lock(&d->books);
    atomic_init(&reader->seen, atomic_load(&d->clock));
    reader->next = d->readers;
    reader->link = &d->readers;
    if (d->readers != NULL) {
        d->readers->link = &reader->next;
    }
    d->readers = reader;
    d->reader_count++;
    pthread_mutex_unlock(&d->books);
}

void terrain_reader_rest(terrain_reader *reader)
{
    if (reader->of != NULL) {
        const uint64_t now = atomic_load_explicit(&reader->of->clock, memory_order_acquire);
        atomic_store_explicit(&reader->seen, now, memory_order_release);
    }
}

void terrain_reader_leave(terrain_reader *reader)
{
    terrain_on_demand *d = reader->of;
    if (d == NULL) {
        return;
    }
    pthread_mutex_lock(&d->books);
    *reader->link = reader->next;
    if (reader->next != NULL) {
        reader->next->link = reader->link;
    }
    d->reader_count--;
    if (d->reader_count == 0) {
        reuse_dropped(d, UINT64_MAX);
    }
    pthread_mutex_unlock(&d->books);
    reader->of = NULL;
}

/// The oldest tile leaves the directory. The clock ticks after that: a reader that has seen the new
/// time finds the tile no more.
static void release_oldest(terrain_on_demand *d)
{
    const uint32_t index = d->loaded[d->oldest];
    d->oldest = (d->oldest + 1) % d->tile_count;
    d->loaded_count--;
    terrain_tile *tile = atomic_exchange(&d->tiles[index], NULL);
    tile->dropped = atomic_fetch_add(&d->clock, 1) + 1;
    tile->next = d->dropped;
    d->dropped = tile;
}

static void make_room(terrain_on_demand *d)
{
    const size_t least = d->reader_count * TERRAIN_TILES_PER_READER;
    const size_t limit = d->limit > least ? d->limit : least;
    uint64_t seen_by_all = UINT64_MAX;
    for (const terrain_reader *r = d->readers; r != NULL; r = r->next) {
        const uint64_t seen = atomic_load_explicit(&r->seen, memory_order_acquire);
        seen_by_all = seen < seen_by_all ? seen : seen_by_all;
    }
    while (d->reader_count > 0 && d->loaded_count >= limit) {
        release_oldest(d);
    }
    if (d->reader_count > 0) {
        reuse_dropped(d, seen_by_all);
    }
}

static terrain_tile *reuse_spare(terrain_on_demand *d)
{
    pthread_mutex_lock(&d->books);
    make_room(d);
    terrain_tile *tile = d->spare;
    if (tile != NULL) {
        d->spare = tile->next;
    }
    pthread_mutex_unlock(&d->books);
    return tile != NULL ? tile : malloc(sizeof *tile);
}

/// A tile for the directory, or the reason why there is none.
static terrain_tile *make_tile(const talus_terrain *t, terrain_on_demand *d, size_t index,
                               talus_status *result, talus_error *error)
{
    const uint32_t ti = (uint32_t)(index % t->tiles_x), tj = (uint32_t)(index / t->tiles_x);
    terrain_window base = terrain_tile_window(t, ti, tj);
    double *heights = malloc(base.nx * base.ny * sizeof *heights);
    terrain_builder *builder = malloc(sizeof *builder);
    terrain_tile *tile = reuse_spare(d);
    talus_status status =
        heights == NULL || builder == NULL || tile == NULL
            ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a tile of the terrain")
            : d->source.fetch(d->source.user, base.i, base.j, base.nx, base.ny, heights, error);
    if (status == TALUS_OK) {
        base.heights = heights;
        status = terrain_check_heights(&base, error);
    }
    if (status == TALUS_OK) {
        terrain_build_tile(t, ti, tj, &base, builder, tile);
    } else {
        free(tile);
        tile = NULL;
    }
    free(builder);
    free(heights);
    *result = status;
    return tile;
}

/// The books are locked.
static void keep_first_failure(terrain_on_demand *d, talus_status status, const talus_error *error)
{
    if (!atomic_load(&d->has_failed)) {
        d->error = *error;
        d->status = status;
        atomic_store(&d->has_failed, true);
    }
}

static void enter_tile(terrain_on_demand *d, size_t index, terrain_tile *tile, talus_status status,
                       const talus_error *error)
{
    pthread_mutex_lock(&d->books);
    if (tile != NULL) {
        d->loaded[(d->oldest + d->loaded_count) % d->tile_count] = (uint32_t)index;
        d->loaded_count++;
    } else {
        keep_first_failure(d, status, error);
    }
    atomic_store_explicit(&d->tiles[index], tile != NULL ? tile : d->missing, memory_order_release);
    pthread_mutex_unlock(&d->books);
}

/// Make the tile unless another thread has made it meanwhile.
static terrain_tile *load_tile(const talus_terrain *t, terrain_on_demand *d, size_t index)
{
    pthread_mutex_t *building = &d->building[index % BUILDING_LOCKS];
    pthread_mutex_lock(building);
    terrain_tile *tile = atomic_load_explicit(&d->tiles[index], memory_order_acquire);
    if (tile == NULL) {
        talus_error error = {0};
        talus_status status = TALUS_OK;
        tile = make_tile(t, d, index, &status, &error);
        enter_tile(d, index, tile, status, &error);
        tile = tile != NULL ? tile : d->missing;
    }
    pthread_mutex_unlock(building);
    return tile;
}

const terrain_tile *terrain_find_tile(const talus_terrain *t, size_t index)
{
    terrain_on_demand *d = t->on_demand;
    terrain_tile *tile = atomic_load_explicit(&d->tiles[index], memory_order_acquire);
    return tile != NULL ? tile : load_tile(t, d, index);
}

const double *terrain_probe_cell(const talus_terrain *t, uint64_t i, uint64_t j, double *room)
{
    terrain_on_demand *d = t->on_demand;
    const size_t index = (j >> TERRAIN_TILE_SHIFT) * t->tiles_x + (i >> TERRAIN_TILE_SHIFT);
    const terrain_tile *tile = atomic_load_explicit(&d->tiles[index], memory_order_acquire);
    if (tile == NULL && (atomic_fetch_add(&d->probes[index], 1) + 1) % PROBES_PER_TILE == 0) {
        tile = load_tile(t, d, index);
    }
    if (tile != NULL) {
        return terrain_tile_node(tile, i, j);
    }
    terrain_window base = terrain_cell_window(t, i, j);
    double heights[4] = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    talus_error error = {0};
    base.heights = heights;
    talus_status status =
        d->source.fetch(d->source.user, base.i, base.j, base.nx, base.ny, heights, &error);
    status = status == TALUS_OK ? terrain_check_heights(&base, &error) : status;
    if (status != TALUS_OK) {
        pthread_mutex_lock(&d->books);
        keep_first_failure(d, status, &error);
        pthread_mutex_unlock(&d->books);
        heights[0] = heights[1] = heights[2] = heights[3] = (double)NAN;
    }
    terrain_build_cell(t, i, j, &base, room);
    return room;
}

talus_status talus_terrain_status(const talus_terrain *t, talus_error *error)
{
    if (t == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the terrain is NULL");
    }
    terrain_on_demand *d = t->on_demand;
    if (d == NULL || !atomic_load(&d->has_failed)) {
        return TALUS_OK;
    }
    pthread_mutex_lock(&d->books);
    const talus_status status = talus_error_set(error, d->status, "%s", d->error.message);
    pthread_mutex_unlock(&d->books);
    return status;
}
