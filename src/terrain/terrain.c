// SPDX-License-Identifier: GPL-3.0-or-later
// Creation of the height field and its public queries.
#include "terrain/terrain_internal.h"

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

static talus_status check_heights(const talus_grid *grid, const double *heights, talus_error *error)
{
    for (size_t j = 0; j < grid->ny; j++) {
        for (size_t i = 0; i < grid->nx; i++) {
            const double z = heights[j * grid->nx + i];
            if (isinf(z)) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                       "height node (%zu, %zu) is infinite, expected metres or NaN "
                                       "for a missing value",
                                       i, j);
            }
        }
    }
    return TALUS_OK;
}

/// Geometry of the surface lattice. The edge width bounds the rounding of (x - x0) / cell (four
/// roundings of a number up to n) and of x0 + i cell (relative to |x0| + n cell), in cells.
static talus_status set_lattice(talus_terrain *t, const talus_grid *grid, unsigned refine,
                                talus_error *error)
{
    t->base = *grid;
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

static talus_status build_tiles(talus_terrain *t, const double *heights,
                                const talus_roughness *roughness)
{
    t->tiles = calloc((size_t)t->tiles_x * t->tiles_y, sizeof *t->tiles);
    if (t->tiles == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    for (uint32_t tj = 0; tj < t->tiles_y; tj++) {
        for (uint32_t ti = 0; ti < t->tiles_x; ti++) {
            double *tile = malloc(TERRAIN_TILE_SIZE * sizeof *tile);
            if (tile == NULL) {
                return TALUS_ERROR_MEMORY;
            }
            t->tiles[(size_t)tj * t->tiles_x + ti] = tile;
            terrain_fill_tile(tile, ti, tj, &t->base, heights, roughness);
        }
    }
    return TALUS_OK;
}

static talus_status build(talus_terrain *t, const talus_grid *grid, const double *heights,
                          const talus_roughness *roughness, talus_error *error)
{
    talus_status status = set_lattice(t, grid, roughness->refine, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = build_tiles(t, heights, roughness);
    if (status == TALUS_OK) {
        status = terrain_build_levels(t);
    }
    if (status == TALUS_OK) {
        status = terrain_build_planes(t);
    }
    if (status == TALUS_ERROR_MEMORY) {
        return talus_error_set(error, status,
                               "no memory for %zu x %zu terrain nodes; cut the area or refine less",
                               t->surface.nx, t->surface.ny);
    }
    if (!(t->z_min <= t->z_max)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the terrain has no cell with four valid nodes, expected at least "
                               "one; check the NODATA value");
    }
    return status;
}

talus_status talus_terrain_create(const talus_grid *grid, const double *heights,
                                  const talus_roughness *roughness, talus_terrain **terrain,
                                  talus_error *error)
{
    static const talus_roughness smooth = {.amplitude = 0.0, .refine = 1, .seed = 0};
    *terrain = NULL;
    roughness = roughness == NULL ? &smooth : roughness;
    talus_status status = check_grid(grid, roughness, error);
    if (status == TALUS_OK) {
        status = check_heights(grid, heights, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    talus_terrain *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a terrain");
    }
    status = build(t, grid, heights, roughness, error);
    if (status != TALUS_OK) {
        talus_terrain_destroy(t);
        return status;
    }
    *terrain = t;
    return TALUS_OK;
}

void talus_terrain_destroy(talus_terrain *terrain)
{
    if (terrain == NULL) {
        return;
    }
    if (terrain->tiles != NULL) {
        for (size_t k = 0; k < (size_t)terrain->tiles_x * terrain->tiles_y; k++) {
            free(terrain->tiles[k]);
        }
    }
    free(terrain->tiles);
    for (unsigned n = 0; n < terrain->level_count; n++) {
        free(terrain->levels[n].maxima);
    }
    for (unsigned k = 0; k < TERRAIN_PLANE_LEVELS; k++) {
        free(terrain->planes[k].items);
    }
    free(terrain);
}

void talus_terrain_set_surface(talus_terrain *terrain, talus_surface surface)
{
    terrain->is_triangulated = surface == TALUS_SURFACE_TRIANGULATED;
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
