// SPDX-License-Identifier: GPL-3.0-or-later
// terrain.tif: the surface the rocks met, at the nodes of the DEM, for hillshades.
#include "io/products/output.h"

#include "io/geo/geo.h"
#include "physics/terrain/on_demand.h"

#include <math.h>

/// Height at a node. The surface is half open and a point on an edge belongs to the upper cell, so
/// nodes on the last row, the last column or beside NODATA are asked for from a hair inside the
/// other cells (1e-7 cells: less than 1 mm of height on any slope a DEM can show).
static float node_height(const talus_terrain *terrain, double x, double y, double cell)
{
    const double hair = 1e-7 * cell;
    for (int k = 0; k < 4; k++) {
        double z = 0;
        const double xk = k & 1 ? x - hair : x;
        const double yk = k & 2 ? y - hair : y;
        if (talus_terrain_height(terrain, xk, yk, &z) == TALUS_INSIDE) {
            return (float)z;
        }
    }
    return NAN;
}

/// What fill_heights needs.
typedef struct height_source {
    const talus_terrain *terrain;
    const talus_results *results;
    const talus_cells *cells;
} height_source;

/// Cells of the results under nodes [i, i + nx) x [j, j + ny) and half a node beyond.
static talus_window cells_under(const height_source *from, size_t i, size_t j, size_t nx, size_t ny)
{
    const talus_grid *grid = talus_terrain_base_grid(from->terrain);
    const talus_cells *c = from->cells;
    const double west = (grid->x0 + ((double)i - 0.5) * grid->cell - c->x0) / c->cell;
    const double south = (grid->y0 + ((double)j - 0.5) * grid->cell - c->y0) / c->cell;
    const double east = west + (double)nx * grid->cell / c->cell;
    const double north = south + (double)ny * grid->cell / c->cell;
    const size_t i0 = west > 0.0 ? (size_t)west : 0, j0 = south > 0.0 ? (size_t)south : 0;
    const size_t i1 = east < (double)c->nx ? (size_t)east + 1 : c->nx;
    const size_t j1 = north < (double)c->ny ? (size_t)north + 1 : c->ny;
    return (talus_window){i0, j0, i1 > i0 ? i1 - i0 : 0, j1 > j0 ? j1 - j0 : 0};
}

/// Of a terrain that comes on demand, the parts where rocks have been.
static talus_status fill_heights(void *user, const talus_window *nodes, float *values,
                                 bool *is_empty, talus_error *error)
{
    const height_source *from = user;
    const talus_grid *grid = talus_terrain_base_grid(from->terrain);
    if (from->terrain->on_demand != NULL) {
        const talus_window cells = cells_under(from, nodes->i, nodes->j, nodes->nx, nodes->ny);
        bool touched = false;
        const talus_status status = talus_results_touched(from->results, &cells, &touched, error);
        *is_empty = !touched;
        if (status != TALUS_OK || !touched) {
            return status;
        }
    }
    terrain_reader reader;
    terrain_reader_enter(from->terrain, &reader);
    for (size_t row = 0; row < nodes->ny; row++) {
        const double y = grid->y0 + (double)(nodes->j + row) * grid->cell;
        terrain_reader_rest(&reader);
        for (size_t k = 0; k < nodes->nx; k++) {
            const double x = grid->x0 + (double)(nodes->i + k) * grid->cell;
            values[row * nodes->nx + k] = node_height(from->terrain, x, y, grid->cell);
        }
    }
    terrain_reader_leave(&reader);
    return TALUS_OK;
}

static talus_status write_heights(talus_directory *directory, const geo_raster *raster,
                                  const talus_terrain *terrain, talus_error *error)
{
    const talus_status status = output_write_raster(directory, "terrain", raster, error);
    // with holes where nothing could be read it is not a result
    return status == TALUS_OK ? talus_terrain_status(terrain, error) : status;
}

bool output_has_terrain(const talus_products_context *context)
{
    // the rocks of each shard start all over a region: each would write nearly all heights
    return context->shard_count == 0 || context->campaign->site.terrain->on_demand == NULL;
}

talus_status output_write_terrain(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error)
{
    const talus_terrain *terrain = context->campaign->site.terrain;
    const talus_grid *grid = talus_terrain_base_grid(terrain);
    if (!output_has_terrain(context)) {
        return TALUS_OK;
    }
    height_source from = {terrain, results, &context->campaign->cells};
    // a node is the centre of its pixel
    const geo_raster raster = {.nx = grid->nx,
                               .ny = grid->ny,
                               .west = context->east + grid->x0 - 0.5 * grid->cell,
                               .south = context->north + grid->y0 - 0.5 * grid->cell,
                               .cell = grid->cell,
                               .crs_wkt = context->crs_wkt ? context->crs_wkt : "",
                               .fill = fill_heights,
                               .user = &from,
                               .name = "height",
                               .unit = "m",
                               .attribution = context->attribution ? context->attribution : "",
                               .nodata = -9999};
    return write_heights(directory, &raster, terrain, error);
}
