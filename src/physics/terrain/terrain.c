// SPDX-License-Identifier: GPL-3.0-or-later
// Creation of the height field and its public queries.
#include "foundation/base/pool.h"
#include "physics/terrain/on_demand.h"

#include <stdatomic.h>
#include <stdlib.h>

/// Cells of one axis after refinement; far below what the pyramid and 32-bit indices allow.
#define MAX_CELLS (1u << 28)
/// Round-off of a cell coordinate that is still refused no grid, in cells.
#define MAX_EDGE 1e-6

static talus_status check_grid(const talus_grid *grid, const talus_roughness *roughness,
                               talus_error *error)
{
    if (grid->nx < 2 || grid->ny < 2) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the height grid has %zu x %zu nodes, expected at least 2 x 2",
                               grid->nx, grid->ny);
    }
    if (!(grid->cell > 0.0) || !isfinite(grid->cell) || !isfinite(grid->x0) ||
        !isfinite(grid->y0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the height grid has cell size %g m and origin (%g, %g), expected a "
                               "positive size and finite numbers",
                               grid->cell, grid->x0, grid->y0);
    }
    if (!(roughness->amplitude >= 0.0) || !isfinite(roughness->amplitude) ||
        roughness->refine < 1 || roughness->refine > 64) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the roughness has amplitude %g m and refinement %u, expected an "
                               "amplitude >= 0 and a refinement of 1 to 64",
                               roughness->amplitude, roughness->refine);
    }
    if (grid->nx - 1 > MAX_CELLS / roughness->refine ||
        grid->ny - 1 > MAX_CELLS / roughness->refine) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "a height grid of %zu x %zu nodes refined %u times is too large; cut "
            "the area or refine less",
            grid->nx, grid->ny, roughness->refine);
    }
    return TALUS_OK;
}

static terrain_planes lattice_of_planes(const talus_terrain *t, unsigned shift, uint32_t first)
{
    const uint32_t side = 1u << shift;
    return (terrain_planes){.columns = (t->cells_x + side - 1u) >> shift,
                            .rows = (t->cells_y + side - 1u) >> shift,
                            .shift = shift,
                            .bits = TERRAIN_TILE_SHIFT - shift,
                            .first = first,
                            .side = (double)side * t->cell,
                            .per_side = 1.0 / ((double)side * t->cell)};
}

/// Geometry of the surface lattice. The edge width bounds the rounding of (x - x0) / cell (four
/// roundings of a number up to n) and of x0 + i cell (relative to |x0| + n cell), in cells.
static talus_status set_lattice(talus_terrain *t, const talus_grid *grid,
                                const talus_roughness *roughness, talus_error *error)
{
    const unsigned refine = roughness->refine;
    t->base = *grid;
    t->roughness = *roughness;
    t->surface = *grid;
    t->surface.cell = grid->cell / (double)refine;
    t->surface.nx = (grid->nx - 1) * refine + 1;
    t->surface.ny = (grid->ny - 1) * refine + 1;
    t->x0 = grid->x0;
    t->y0 = grid->y0;
    t->cell = t->surface.cell;
    t->per_cell = 1.0 / t->cell;
    t->cells_x = (uint32_t)(t->surface.nx - 1);
    t->cells_y = (uint32_t)(t->surface.ny - 1);
    t->end_x = (double)t->cells_x + 1.0;
    t->end_y = (double)t->cells_y + 1.0;
    t->tiles_x = (t->cells_x + TERRAIN_TILE_CELLS - 1u) >> TERRAIN_TILE_SHIFT;
    t->tiles_y = (t->cells_y + TERRAIN_TILE_CELLS - 1u) >> TERRAIN_TILE_SHIFT;
    t->planes[0] = lattice_of_planes(t, TERRAIN_FINE_SHIFT, 0);
    t->planes[1] = lattice_of_planes(t, TERRAIN_COARSE_SHIFT, TERRAIN_FINE_PLANES);
    const double far = fabs(t->x0) > fabs(t->y0) ? fabs(t->x0) : fabs(t->y0);
    const double longest = t->end_x > t->end_y ? t->end_x : t->end_y;
    t->edge = 0x1p-52 * (4.0 * longest + 2.0 * far * t->per_cell);
    if (!(t->edge < MAX_EDGE)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the height grid's origin (%g, %g) is too far away for cells of %g "
                               "m; give local coordinates",
                               grid->x0, grid->y0, t->cell);
    }
    return TALUS_OK;
}

static double ceil_of(double x)
{
    return -floor(-x);
}

double talus_terrain_memory(const talus_grid *grid, const talus_roughness *roughness)
{
    if (grid == NULL) {
        return 0.0;
    }
    const double refine = roughness == NULL ? 1.0 : (double)roughness->refine;
    const double side = (double)TERRAIN_TILE_CELLS;
    const double columns = ceil_of((double)(grid->nx - 1) * refine / side);
    return columns * ceil_of((double)(grid->ny - 1) * refine / side) * (double)sizeof(terrain_tile);
}

static talus_status no_memory(const talus_terrain *t, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY,
                           "no memory for %zu x %zu terrain nodes; cut the area or refine less",
                           t->surface.nx, t->surface.ny);
}

/// A terrain without tiles.
static talus_status create_empty(const talus_grid *grid, const talus_roughness *roughness,
                                 talus_terrain **terrain, talus_error *error)
{
    static const talus_roughness smooth = {.amplitude = 0.0, .refine = 1, .seed = 0};
    roughness = roughness == NULL ? &smooth : roughness;
    *terrain = NULL;
    if (grid == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the height grid is NULL");
    }
    talus_status status = check_grid(grid, roughness, error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_terrain *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a terrain");
    }
    status = set_lattice(t, grid, roughness, error);
    if (status == TALUS_OK) {
        t->tiles = calloc((size_t)t->tiles_x * t->tiles_y, sizeof *t->tiles);
        if (t->tiles == NULL || !terrain_create_tops(t)) {
            status = no_memory(t, error);
        }
    }
    if (status != TALUS_OK) {
        talus_terrain_destroy(t);
        return status;
    }
    *terrain = t;
    return TALUS_OK;
}

/// After all tiles.
static talus_status conclude(talus_terrain *t, talus_error *error)
{
    terrain_merge_tops(t);
    return t->z_min <= t->z_max
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the terrain has no cell with four valid nodes, expected at least "
                                 "one; check the NODATA value");
}

enum { TILES_PER_THREAD = 4 }; ///< fewer are not worth one

/// Tiles that several threads make.
typedef struct tile_work {
    talus_terrain *terrain;
    terrain_window heights;
    size_t count;
    atomic_size_t next;
    atomic_bool lacks_memory;
} tile_work;

static void make_tiles(void *context, unsigned worker)
{
    (void)worker;
    tile_work *work = context;
    talus_terrain *t = work->terrain;
    terrain_builder *builder = malloc(sizeof *builder);
    for (;;) {
        const size_t k = atomic_fetch_add(&work->next, 1);
        if (k >= work->count) {
            break;
        }
        terrain_tile *tile = builder == NULL ? NULL : malloc(sizeof *tile);
        t->tiles[k] = tile;
        if (tile == NULL) {
            atomic_store(&work->lacks_memory, true);
            break;
        }
        terrain_build_tile(t, (uint32_t)(k % t->tiles_x), (uint32_t)(k / t->tiles_x),
                           &work->heights, builder, tile);
    }
    free(builder);
}

static talus_status build_tiles(talus_terrain *t, const double *heights, unsigned threads,
                                talus_error *error)
{
    tile_work work = {.terrain = t,
                      .heights = {.heights = heights, .nx = t->base.nx, .ny = t->base.ny},
                      .count = (size_t)t->tiles_x * t->tiles_y};
    const talus_status status = terrain_check_heights(&work.heights, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t most = work.count / TILES_PER_THREAD;
    threads = threads != 0 ? threads : pool_core_count();
    threads = most < threads ? (unsigned)most : threads;
    if (threads <= 1 || pool_run(threads, make_tiles, &work, NULL, NULL, NULL) != TALUS_OK) {
        make_tiles(&work, 0);
    }
    if (atomic_load(&work.lacks_memory)) {
        return no_memory(t, error);
    }
    for (size_t k = 0; k < work.count; k++) {
        terrain_add_tile(t, k, t->tiles[k]);
    }
    return TALUS_OK;
}

talus_status terrain_create(const talus_grid *grid, const double *heights,
                            const talus_roughness *roughness, unsigned threads,
                            talus_terrain **terrain, talus_error *error)
{
    if (terrain == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the terrain is NULL");
    }
    talus_terrain *t = NULL;
    *terrain = NULL;
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the heights are NULL");
    }
    talus_status status = create_empty(grid, roughness, &t, error);
    if (status == TALUS_OK) {
        status = build_tiles(t, heights, threads, error);
    }
    if (status == TALUS_OK) {
        status = conclude(t, error);
    }
    if (status != TALUS_OK) {
        talus_terrain_destroy(t);
        t = NULL;
    }
    *terrain = t;
    return status;
}

talus_status talus_terrain_create(const talus_grid *grid, const double *heights,
                                  const talus_roughness *roughness, talus_terrain **terrain,
                                  talus_error *error)
{
    return terrain_create(grid, heights, roughness, 0, terrain, error);
}

talus_status terrain_create_on_demand(const talus_grid *grid, const talus_height_source *source,
                                      const talus_roughness *roughness, size_t memory,
                                      unsigned threads, talus_terrain **terrain, talus_error *error)
{
    if (terrain == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the terrain is NULL");
    }
    talus_terrain *t = NULL;
    *terrain = NULL;
    if (source == NULL || source->fetch == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the source of heights is NULL");
    }
    talus_status status = create_empty(grid, roughness, &t, error);
    if (status == TALUS_OK) {
        status = terrain_survey(t, source, threads, error);
    }
    if (status == TALUS_OK) {
        status = conclude(t, error);
    }
    if (status == TALUS_OK) {
        status = terrain_on_demand_create(t, source, memory, error);
    }
    if (status != TALUS_OK) {
        talus_terrain_destroy(t);
        t = NULL;
    }
    *terrain = t;
    return status;
}

talus_status talus_terrain_create_on_demand(const talus_grid *grid,
                                            const talus_height_source *source,
                                            const talus_roughness *roughness, size_t memory,
                                            talus_terrain **terrain, talus_error *error)
{
    return terrain_create_on_demand(grid, source, roughness, memory, 0, terrain, error);
}

void talus_terrain_destroy(talus_terrain *terrain)
{
    if (terrain == NULL) {
        return;
    }
    terrain_on_demand_destroy(terrain);
    if (terrain->tiles != NULL) {
        for (size_t k = 0; k < (size_t)terrain->tiles_x * terrain->tiles_y; k++) {
            free(terrain->tiles[k]);
        }
    }
    free(terrain->tiles);
    for (unsigned n = 0; n < terrain->top_count; n++) {
        free(terrain->tops[n].maxima);
    }
    free(terrain);
}

talus_status talus_terrain_set_surface(talus_terrain *terrain, talus_surface surface,
                                       talus_error *error)
{
    if (terrain == NULL || (unsigned)surface >= TALUS_SURFACE_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the terrain is NULL, or surface number %d is unknown",
                               (int)surface);
    }
    terrain->is_triangulated = surface == TALUS_SURFACE_TRIANGULATED;
    return TALUS_OK;
}

const talus_grid *talus_terrain_base_grid(const talus_terrain *terrain)
{
    if (terrain == NULL) {
        return NULL;
    }
    return &terrain->base;
}

const talus_grid *talus_terrain_surface_grid(const talus_terrain *terrain)
{
    if (terrain == NULL) {
        return NULL;
    }
    return &terrain->surface;
}

/// terrain_locate for queries that come one by one, between enter and leave of a reader.
static bool probe(const talus_terrain *t, double x, double y, double *room, terrain_place *place)
{
    uint64_t i, j;
    if (!terrain_locate_cell(t, x, y, &i, &j, place)) {
        return false;
    }
    place->node =
        t->on_demand == NULL ? terrain_nodes_at(t, i, j) : terrain_probe_cell(t, i, j, room);
    return true;
}

static talus_where probe_height(const talus_terrain *t, double x, double y, double *z)
{
    terrain_place place;
    double room[TERRAIN_CELL_NODES];
    return probe(t, x, y, room, &place) ? terrain_height_in(t, &place, z) : TALUS_OUTSIDE;
}

talus_where talus_terrain_height(const talus_terrain *terrain, double x, double y, double *z)
{
    if (terrain == NULL || z == NULL) {
        return TALUS_OUTSIDE;
    }
    terrain_reader reader;
    terrain_reader_enter(terrain, &reader);
    const talus_where where = probe_height(terrain, x, y, z);
    terrain_reader_leave(&reader);
    return where;
}

talus_status talus_terrain_heights(const talus_terrain *terrain, const double *xy, size_t count,
                                   double *z, talus_where *where, talus_error *error)
{
    if (terrain == NULL || (count > 0 && (xy == NULL || z == NULL))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the terrain, the points or the place for the heights is NULL");
    }
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(xy[2 * k]) || !isfinite(xy[2 * k + 1])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "point %zu is (%g, %g), expected finite numbers", k, xy[2 * k],
                                   xy[2 * k + 1]);
        }
    }
    terrain_reader reader;
    terrain_reader_enter(terrain, &reader);
    for (size_t k = 0; k < count; k++) {
        const talus_where found = probe_height(terrain, xy[2 * k], xy[2 * k + 1], &z[k]);
        z[k] = found == TALUS_INSIDE ? z[k] : (double)NAN;
        if (where != NULL) {
            where[k] = found;
        }
        terrain_reader_rest(&reader);
    }
    terrain_reader_leave(&reader);
    return talus_terrain_status(terrain, error);
}

talus_where talus_terrain_surface(const talus_terrain *terrain, double x, double y, double *z,
                                  double *dzdx, double *dzdy)
{
    if (terrain == NULL || z == NULL || dzdx == NULL || dzdy == NULL) {
        return TALUS_OUTSIDE;
    }
    terrain_place place;
    terrain_reader reader;
    double room[TERRAIN_CELL_NODES];
    terrain_reader_enter(terrain, &reader);
    const talus_where where = probe(terrain, x, y, room, &place)
                                  ? terrain_surface_in(terrain, &place, z, dzdx, dzdy)
                                  : TALUS_OUTSIDE;
    terrain_reader_leave(&reader);
    return where;
}

talus_status talus_terrain_range(const talus_terrain *terrain, double *z_min, double *z_max,
                                 talus_error *error)
{
    if (terrain == NULL || z_min == NULL || z_max == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the terrain, or room for its heights, is NULL");
    }
    *z_min = terrain->z_min;
    *z_max = terrain->z_max;
    return TALUS_OK;
}
