// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain energyline: the angle of the energy line from sources to every cell of a DEM.
#include "app/dem/terrain_tools.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>

static void mark(const talus_grid *grid, double x, double y, bool *sources)
{
    const double i = floor((x - grid->x0) / grid->cell + 0.5);
    const double j = floor((y - grid->y0) / grid->cell + 0.5);
    if (i >= 0.0 && j >= 0.0 && i < (double)grid->nx && j < (double)grid->ny) {
        sources[(size_t)j * grid->nx + (size_t)i] = true;
    }
}

/// Points every half cell along the lines; single points as they are.
static void mark_lines(const talus_grid *grid, const geo_vectors *vectors, bool *sources)
{
    for (size_t p = 0; p < vectors->part_count; p++) {
        const geo_part *part = &vectors->parts[p];
        mark(grid, part->xy[0], part->xy[1], sources);
        for (size_t k = 1; k < part->count; k++) {
            const double *a = part->xy + 2 * k - 2, *b = part->xy + 2 * k;
            const double x = b[0] - a[0], y = b[1] - a[1];
            const double steps = ceil(2.0 * sqrt(x * x + y * y) / grid->cell);
            for (double n = 1.0; n <= steps; n += 1.0) {
                mark(grid, a[0] + n / steps * x, a[1] + n / steps * y, sources);
            }
        }
    }
}

static talus_status mark_polygons(const talus_grid *grid, const geo_vectors *vectors, bool *sources,
                                  talus_error *error)
{
    talus_class_map map = {.x0 = grid->x0 - 0.5 * grid->cell,
                           .y0 = grid->y0 - 0.5 * grid->cell,
                           .cell = grid->cell,
                           .nx = grid->nx,
                           .ny = grid->ny,
                           .classes = calloc(grid->nx * grid->ny, 1)};
    geo_burn burn = {.map = &map, .value = 1, .low = 1};
    talus_status status = map.classes ? geo_burn_polygons(vectors, &burn) : TALUS_ERROR_MEMORY;
    if (status != TALUS_OK) {
        status = talus_error_set(error, status, "out of memory for the sources");
    }
    for (size_t k = 0; status == TALUS_OK && k < grid->nx * grid->ny; k++) {
        sources[k] = map.classes[k] != 0;
    }
    talus_class_map_clear(&map);
    return status;
}

static talus_status read_sources(const cli_terrain *terrain, bool *sources, talus_error *error)
{
    const cli_terrain_options *asked = &terrain->options;
    const geo_dem *dem = &terrain->dem;
    geo_vectors vectors = {0};
    const geo_frame frame =
        geo_frame_of(&dem->grid, dem->crs_wkt, dem->east, dem->north, asked->sources_crs,
                     asked->sources_operation, asked->dem.allow_network);
    talus_status status = geo_read_layer(asked->sources, asked->layer, asked->where, &frame,
                                         terrain->diagnostics, &vectors, error);
    if (status == TALUS_OK && vectors.kind == GEO_POLYGONS) {
        status = mark_polygons(&dem->grid, &vectors, sources, error);
    } else if (status == TALUS_OK) {
        mark_lines(&dem->grid, &vectors, sources);
    }
    geo_vectors_clear(&vectors);
    return status;
}

static talus_status steep_sources(const cli_terrain *terrain, bool *sources, talus_error *error)
{
    const geo_dem *dem = &terrain->dem;
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    double *slopes = malloc(nodes * sizeof *slopes);
    if (!slopes) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu slopes", nodes);
    }
    const talus_status status = talus_raster_slopes(&dem->grid, dem->heights, slopes, error);
    for (size_t k = 0; k < nodes && status == TALUS_OK; k++) {
        sources[k] = slopes[k] > terrain->options.slope_above;
    }
    free(slopes);
    return status;
}

static void print_areas(const geo_dem *dem, const bool *sources, double lowest,
                        const double *angles)
{
    static const double limits[] = {45.0, 38.0, 33.0, 27.5, 24.0};
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    const double hectares = dem->grid.cell * dem->grid.cell * 1e-4;
    size_t count = 0;
    for (size_t k = 0; k < nodes; k++) {
        count += sources[k] && !isnan(dem->heights[k]);
    }
    printf("sources     %zu cells, %.2f ha\n", count, (double)count * hectares);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        size_t seen = 0;
        if (limits[i] < lowest) {
            break;
        }
        for (size_t k = 0; k < nodes; k++) {
            seen += angles[k] >= limits[i];
        }
        printf("%4.1f deg    %.2f ha at this angle or steeper, sources included\n", limits[i],
               (double)seen * hectares);
    }
}

static talus_status draw_lines(cli_terrain *terrain, talus_error *error)
{
    const geo_dem *dem = &terrain->dem;
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    const double lowest = terrain->options.lowest;
    bool *sources = calloc(nodes, sizeof *sources);
    double *angles = malloc(nodes * sizeof *angles);
    talus_status status = TALUS_OK;
    if (!sources || !angles) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu cells", nodes);
    }
    status = status != TALUS_OK         ? status
             : terrain->options.sources ? read_sources(terrain, sources, error)
                                        : steep_sources(terrain, sources, error);
    if (status == TALUS_OK) {
        status = talus_raster_energy_line(&dem->grid, dem->heights, sources, lowest, angles, error);
    }
    if (status == TALUS_OK) {
        print_areas(dem, sources, lowest, angles);
        status = cli_terrain_write(terrain, angles, "energy_line_angle", "deg", error);
    }
    free(sources);
    free(angles);
    return status;
}

cli_exit cli_terrain_energyline(const cli_arguments *arguments)
{
    return cli_terrain_run(arguments, draw_lines);
}
