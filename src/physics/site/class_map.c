// SPDX-License-Identifier: GPL-3.0-or-later
// Class of a place: ground and vegetation units as rasters of indices.
#include "physics/site/class_cell.h"

#include <math.h>
#include <stdlib.h>

/// Cell of one axis, kept on the map; edge i stands at x0 + i cell and belongs to cell i.
static size_t find_cell(double x, double x0, double cell, size_t count)
{
    const double u = (x - x0) / cell;
    if (!(u > 0.0)) {
        return 0;
    }
    size_t i = u < (double)count ? (size_t)u : count - 1;
    if (i + 1 < count && x >= x0 + (double)(i + 1) * cell) {
        i++;
    } else if (i > 0 && x < x0 + (double)i * cell) {
        i--;
    }
    return i;
}

unsigned talus_class_map_at(const talus_class_map *map, double x, double y)
{
    if (map == NULL || map->classes == NULL) {
        return 0;
    }
    const size_t i = find_cell(x, map->x0, map->cell, map->nx);
    const size_t j = find_cell(y, map->y0, map->cell, map->ny);
    return map->classes[j * map->nx + i];
}

class_cell class_cell_at(const talus_class_map *map, double x, double y)
{
    const size_t i = find_cell(x, map->x0, map->cell, map->nx);
    const size_t j = find_cell(y, map->y0, map->cell, map->ny);
    const double end = (double)INFINITY;
    return (class_cell){
        .west = i > 0 ? map->x0 + (double)i * map->cell : -end,
        .east = i + 1 < map->nx ? map->x0 + (double)(i + 1) * map->cell : end,
        .south = j > 0 ? map->y0 + (double)j * map->cell : -end,
        .north = j + 1 < map->ny ? map->y0 + (double)(j + 1) * map->cell : end,
        .class_index = map->classes[j * map->nx + i],
    };
}

void talus_class_map_clear(talus_class_map *map)
{
    if (map == NULL) {
        return;
    }
    free(map->classes);
    *map = (talus_class_map){0};
}
