// SPDX-License-Identifier: GPL-3.0-or-later
// Building the height field: tiles, roughness, max-pyramid; and the public queries.
#include "terrain/terrain_internal.h"

#include <stdlib.h>
#include <string.h>

static talus_status check_input(const talus_grid *grid, const double *heights,
                                const talus_roughness *roughness, talus_error *error)
{
    if (grid->nx < 2 || grid->ny < 2 || !(grid->cell > 0.0) || !isfinite(grid->cell) ||
        !isfinite(grid->x0) || !isfinite(grid->y0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a height grid of %zu x %zu nodes and %g m cells: expected at least "
                               "2 x 2 nodes and a positive cell size",
                               grid->nx, grid->ny, grid->cell);
    }
    if (roughness != NULL && (!(roughness->amplitude >= 0.0) || !isfinite(roughness->amplitude) ||
                              roughness->refine < 1 || roughness->refine > 64)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "roughness of %g m refined %u times: expected an amplitude >= 0 and "
                               "1 to 64 times",
                               roughness->amplitude, roughness->refine);
    }
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        if (isinf(heights[k])) {
            return talus_error_set(
                error, TALUS_ERROR_ARGUMENT,
                "the height of node (%zu, %zu) is infinite: expected a number, or "
                "NaN where there is no data",
                k % grid->nx, k / grid->nx);
        }
    }
    return TALUS_OK;
}

/// Offset of a refined node in [-1, 1): a hash of its index alone.
static double node_offset(uint64_t seed, size_t i, size_t j)
{
    const uint64_t row = talus_mix64((uint64_t)j + UINT64_C(0x9E3779B97F4A7C15));
    const uint64_t bits = talus_mix64(seed ^ talus_mix64((uint64_t)i + row));
    return (double)(bits >> 11) * 0x1p-52 - 1.0;
}

/// Height of refined node (i, j): base patch plus offset; NaN if the node lies on no valid base
/// patch edge or interior (a node of the coarse lattice itself needs only its own height).
static double node_height(const talus_grid *base, const double *heights,
                          const talus_roughness *roughness, size_t i, size_t j)
{
    const size_t k = roughness->refine;
    const size_t bi = i / k, bj = j / k;
    const double u = (double)(i - bi * k) / (double)k, v = (double)(j - bj * k) / (double)k;
    const double *row = heights + bj * base->nx + bi;
    // nodes on a coarse line use that line only, so a hole next door does not spread to them
    double z = row[0];
    if (u > 0.0) {
        z += u * (row[1] - row[0]);
    }
    if (v > 0.0) {
        double north = row[base->nx];
        if (u > 0.0) {
            north += u * (row[base->nx + 1] - row[base->nx]);
        }
        z += v * (north - z);
    }
    if (roughness->amplitude > 0.0) {
        z += roughness->amplitude * node_offset(roughness->seed, i, j);
    }
    return z;
}

/// Fill one tile; NULL when it has no valid node. *failed when out of memory.
static double *make_tile(const talus_terrain *t, const double *heights,
                         const talus_roughness *roughness, size_t ti, size_t tj, bool *failed)
{
    const size_t nodes = TERRAIN_TILE_NODES;
    double *tile = malloc(nodes * nodes * sizeof *tile);
    bool valid = false;
    if (tile == NULL) {
        *failed = true;
        return NULL;
    }
    for (size_t b = 0; b < nodes; b++) {
        for (size_t a = 0; a < nodes; a++) {
            const size_t i = ti * TERRAIN_TILE_CELLS + a, j = tj * TERRAIN_TILE_CELLS + b;
            const bool inside = i < t->surface.nx && j < t->surface.ny;
            const double z = inside ? node_height(&t->base, heights, roughness, i, j) : (double)NAN;
            tile[b * nodes + a] = z;
            valid = valid || !isnan(z);
        }
    }
    if (!valid) {
        free(tile);
        return NULL;
    }
    return tile;
}

static double node_at(const talus_terrain *t, size_t i, size_t j)
{
    // the last node of the lattice may sit on the seam after the last tile: it is that tile's
    // column 256
    const size_t ti = i / TERRAIN_TILE_CELLS < t->tiles_x ? i / TERRAIN_TILE_CELLS : t->tiles_x - 1;
    const size_t tj = j / TERRAIN_TILE_CELLS < t->tiles_y ? j / TERRAIN_TILE_CELLS : t->tiles_y - 1;
    const double *tile = t->tiles[tj * t->tiles_x + ti];
    if (tile == NULL) {
        return (double)NAN;
    }
    return tile[(j - tj * TERRAIN_TILE_CELLS) * TERRAIN_TILE_NODES + (i - ti * TERRAIN_TILE_CELLS)];
}

/// Float that is not below z.
static float round_up(double z)
{
    const float f = (float)z;
    return (double)f >= z ? f : nextafterf(f, INFINITY);
}

static bool make_level(talus_terrain *t, int index, size_t nx, size_t ny)
{
    terrain_level *l = &t->levels[index];
    l->nx = nx;
    l->ny = ny;
    l->maximum = malloc(nx * ny * sizeof *l->maximum);
    if (l->maximum == NULL) {
        return false;
    }
    t->level_count = index + 1;
    return true;
}

/// Level 0 from the nodes; also the range and whether any patch is valid.
static bool make_finest_level(talus_terrain *t, bool *any_patch)
{
    const size_t cells_x = t->surface.nx - 1, cells_y = t->surface.ny - 1;
    if (!make_level(t, 0, (cells_x + 1) / 2, (cells_y + 1) / 2)) {
        return false;
    }
    terrain_level *l = &t->levels[0];
    for (size_t k = 0; k < l->nx * l->ny; k++) {
        l->maximum[k] = -INFINITY;
    }
    for (size_t j = 0; j < cells_y; j++) {
        for (size_t i = 0; i < cells_x; i++) {
            const double a = node_at(t, i, j), b = node_at(t, i + 1, j);
            const double c = node_at(t, i, j + 1), d = node_at(t, i + 1, j + 1);
            if (isnan(a + b + c + d)) {
                continue;
            }
            const double top = fmax(fmax(a, b), fmax(c, d));
            float *m = &l->maximum[(j / 2) * l->nx + i / 2];
            const float up = round_up(top);
            *m = up > *m ? up : *m;
            t->z_max = fmax(t->z_max, top);
            t->z_min = fmin(t->z_min, fmin(fmin(a, b), fmin(c, d)));
            *any_patch = true;
        }
    }
    return true;
}

static bool make_coarser_levels(talus_terrain *t)
{
    while (t->level_count < TERRAIN_LEVELS) {
        const terrain_level *fine = &t->levels[t->level_count - 1];
        if (fine->nx == 1 && fine->ny == 1) {
            return true;
        }
        if (!make_level(t, t->level_count, (fine->nx + 1) / 2, (fine->ny + 1) / 2)) {
            return false;
        }
        terrain_level *l = &t->levels[t->level_count - 1];
        for (size_t k = 0; k < l->nx * l->ny; k++) {
            l->maximum[k] = -INFINITY;
        }
        for (size_t j = 0; j < fine->ny; j++) {
            for (size_t i = 0; i < fine->nx; i++) {
                float *m = &l->maximum[(j / 2) * l->nx + i / 2];
                const float z = fine->maximum[j * fine->nx + i];
                *m = z > *m ? z : *m;
            }
        }
    }
    return true;
}

static bool make_tiles(talus_terrain *t, const double *heights, const talus_roughness *roughness)
{
    bool failed = false;
    t->tiles_x = (t->surface.nx - 1 + TERRAIN_TILE_CELLS - 1) / TERRAIN_TILE_CELLS;
    t->tiles_y = (t->surface.ny - 1 + TERRAIN_TILE_CELLS - 1) / TERRAIN_TILE_CELLS;
    t->tiles = calloc(t->tiles_x * t->tiles_y, sizeof *t->tiles);
    if (t->tiles == NULL) {
        return false;
    }
    for (size_t k = 0; k < t->tiles_x * t->tiles_y && !failed; k++) {
        t->tiles[k] = make_tile(t, heights, roughness, k % t->tiles_x, k / t->tiles_x, &failed);
    }
    return !failed;
}

talus_status talus_terrain_create(const talus_grid *grid, const double *heights,
                                  const talus_roughness *roughness, talus_terrain **terrain,
                                  talus_error *error)
{
    static const talus_roughness smooth = {0.0, 1, 0};
    *terrain = NULL;
    const talus_status status = check_input(grid, heights, roughness, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_roughness *rough = roughness == NULL ? &smooth : roughness;
    talus_terrain *t = calloc(1, sizeof *t);
    bool any_patch = false;
    if (t == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the terrain");
    }
    t->base = t->surface = *grid;
    t->surface.cell = grid->cell / rough->refine;
    t->surface.nx = (grid->nx - 1) * rough->refine + 1;
    t->surface.ny = (grid->ny - 1) * rough->refine + 1;
    t->inverse_cell = 1.0 / t->surface.cell;
    t->z_min = (double)INFINITY;
    t->z_max = -(double)INFINITY;
    if (!make_tiles(t, heights, rough) || !make_finest_level(t, &any_patch) ||
        !make_coarser_levels(t)) {
        talus_terrain_destroy(t);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "no memory for a surface of %zu x %zu nodes", t->surface.nx,
                               t->surface.ny);
    }
    if (!any_patch) {
        talus_terrain_destroy(t);
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the height grid has no cell with four valid corners");
    }
    *terrain = t;
    return TALUS_OK;
}

void talus_terrain_destroy(talus_terrain *terrain)
{
    if (terrain == NULL) {
        return;
    }
    for (size_t k = 0; terrain->tiles != NULL && k < terrain->tiles_x * terrain->tiles_y; k++) {
        free(terrain->tiles[k]);
    }
    free(terrain->tiles);
    for (int l = 0; l < terrain->level_count; l++) {
        free(terrain->levels[l].maximum);
    }
    free(terrain);
}

const talus_grid *talus_terrain_base_grid(const talus_terrain *terrain)
{
    return &terrain->base;
}

const talus_grid *talus_terrain_surface_grid(const talus_terrain *terrain)
{
    return &terrain->surface;
}

talus_where talus_terrain_height(const talus_terrain *terrain, double x, double y, double *z)
{
    return terrain_height(terrain, x, y, z);
}

talus_where talus_terrain_surface(const talus_terrain *terrain, double x, double y, double *z,
                                  double *dzdx, double *dzdy)
{
    return terrain_surface(terrain, x, y, z, dzdx, dzdy);
}

double talus_terrain_upper_bound(const talus_terrain *terrain, double x_min, double y_min,
                                 double x_max, double y_max)
{
    return terrain_upper_bound(terrain, x_min, y_min, x_max, y_max);
}

void talus_terrain_range(const talus_terrain *terrain, double *z_min, double *z_max)
{
    *z_min = terrain->z_min;
    *z_max = terrain->z_max;
}
