// SPDX-License-Identifier: GPL-3.0-or-later
// terrain.tif: the surface the rocks met, at the nodes of the DEM, for hillshades.
#include "output/output.h"

#include "geo/geo.h"

#include <math.h>
#include <stdlib.h>

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

talus_status output_write_terrain(const char *directory, const talus_output_context *context,
                                  talus_error *error)
{
    const talus_terrain *terrain = context->campaign->site.terrain;
    const talus_grid *grid = talus_terrain_base_grid(terrain);
    char path[OUTPUT_PATH_SIZE];
    talus_status status = output_path(path, directory, "terrain", ".tif", error);
    if (status != TALUS_OK) {
        return status;
    }
    float *values = malloc(grid->nx * grid->ny * sizeof *values);
    if (!values) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a raster of %zu x %zu",
                               grid->nx, grid->ny);
    }
    for (size_t j = 0; j < grid->ny; j++) {
        for (size_t i = 0; i < grid->nx; i++) {
            values[j * grid->nx + i] = node_height(terrain, grid->x0 + (double)i * grid->cell,
                                                   grid->y0 + (double)j * grid->cell, grid->cell);
        }
    }
    // a node is the centre of its pixel
    const geo_raster raster = {.nx = grid->nx,
                               .ny = grid->ny,
                               .west = context->east + grid->x0 - 0.5 * grid->cell,
                               .south = context->north + grid->y0 - 0.5 * grid->cell,
                               .cell = grid->cell,
                               .crs_wkt = context->crs_wkt ? context->crs_wkt : "",
                               .values = values,
                               .name = "height",
                               .unit = "m",
                               .attribution = context->attribution ? context->attribution : "",
                               .nodata = -9999};
    status = geo_write_raster(path, &raster, error);
    free(values);
    return status;
}
