// SPDX-License-Identifier: GPL-3.0-or-later
// Which share of a line or an area lies where there are no heights: outside the DEM, or on NODATA.
#include "input/load/world.h"

#include <math.h>
#include <stdlib.h>

/// Sampled places: along a segment, along the longer side of an area's box.
enum { FEWEST = 8, MOST = 1000, SIDE = 32 };

/// A place less than a cell beyond the outer nodes counts as on them: pixels reach beyond their nodes.
static double to_nodes(double x, double length, double cell)
{
    const double last = length * (1.0 - 1e-12);
    return x < 0.0 && x >= -cell ? 0.0 : x > last && x <= length + cell ? last : x;
}

static void look(const scenario_loader *loader, double x, double y, double weight,
                 scenario_coverage *coverage)
{
    const talus_grid *grid = &loader->dem.grid;
    double z;
    coverage->all += weight;
    x = to_nodes(x, (double)(grid->nx - 1) * grid->cell, grid->cell);
    y = to_nodes(y, (double)(grid->ny - 1) * grid->cell, grid->cell);
    if (talus_terrain_height(loader->world->terrain, x, y, &z) != TALUS_INSIDE) {
        coverage->off += weight;
    }
}

void scenario_cover_line(const scenario_loader *loader, const double *xy, size_t count,
                         scenario_coverage *coverage)
{
    for (size_t k = 0; k + 1 < count; k++) {
        const double *p = xy + 2 * k, dx = p[2] - p[0], dy = p[3] - p[1];
        const double length = sqrt(dx * dx + dy * dy);
        const double places = ceil(2.0 * length / loader->dem.grid.cell);
        const double n = fmin(fmax(places, FEWEST), MOST);
        for (double i = 0.5; i < n && length > 0.0; i += 1.0) {
            look(loader, p[0] + i / n * dx, p[1] + i / n * dy, length / n, coverage);
        }
    }
}

/// Centres of the squares of a map that the polygons cover.
static bool cover_squares(const scenario_loader *loader, const geo_vectors *area,
                          talus_class_map *map, scenario_coverage *coverage)
{
    map->classes = calloc(map->nx, map->ny);
    geo_burn burn = {.map = map, .value = 1, .low = 1};
    const bool is_burnt = map->classes != NULL && geo_burn_polygons(area, &burn) == TALUS_OK;
    for (size_t k = 0; is_burnt && k < map->nx * map->ny; k++) {
        if (map->classes[k] == 1) {
            look(loader, map->x0 + map->cell * ((double)(k % map->nx) + 0.5),
                 map->y0 + map->cell * ((double)(k / map->nx) + 0.5), 1.0, coverage);
        }
    }
    talus_class_map_clear(map);
    return is_burnt;
}

scenario_box scenario_box_of(const geo_vectors *vectors)
{
    scenario_box box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < vectors->part_count; i++) {
        for (size_t k = 0; k < vectors->parts[i].count; k++) {
            const double *p = vectors->parts[i].xy + 2 * k;
            box.west = fmin(box.west, p[0]);
            box.south = fmin(box.south, p[1]);
            box.east = fmax(box.east, p[0]);
            box.north = fmax(box.north, p[1]);
        }
    }
    return box;
}

bool scenario_cover_area(const scenario_loader *loader, const geo_vectors *area,
                         scenario_coverage *coverage)
{
    const scenario_box box = scenario_box_of(area);
    const double width = box.east - box.west, height = box.north - box.south;
    const double cell = fmax(width, height) / SIDE;
    talus_class_map map = {.x0 = box.west, .y0 = box.south, .cell = cell};
    map.nx = (size_t)fmin(fmax(ceil(width / cell), 1.0), SIDE);
    map.ny = (size_t)fmin(fmax(ceil(height / cell), 1.0), SIDE);
    if (!cover_squares(loader, area, &map, coverage)) {
        return false;
    }
    for (size_t i = 0; coverage->all == 0.0 && i < area->part_count; i++) { // a sliver
        scenario_cover_line(loader, area->parts[i].xy, area->parts[i].count, coverage);
    }
    return true;
}
