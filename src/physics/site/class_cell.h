// SPDX-License-Identifier: GPL-3.0-or-later
// A cell of a class map and its class, for many look-ups near each other.
#ifndef TALUS_SRC_PHYSICS_SITE_CLASS_CELL_H
#define TALUS_SRC_PHYSICS_SITE_CLASS_CELL_H

#include "talus/site.h"

/// All points with west <= x < east and south <= y < north have the class; cells at the rim of the
/// map have no end on that side.
typedef struct class_cell {
    double west, east, south, north; ///< m; zero: no point
    unsigned class_index;
} class_cell;

/// The cell under a point. @param map with classes, not NULL
class_cell class_cell_at(const talus_class_map *map, double x, double y);

static inline bool class_cell_holds(const class_cell *cell, double x, double y)
{
    return x >= cell->west && x < cell->east && y >= cell->south && y < cell->north;
}

/// Class at a place. @param last cell that was looked up last, then that of the place
static inline unsigned class_cell_look(class_cell *last, const talus_class_map *map, double x,
                                       double y)
{
    if (!class_cell_holds(last, x, y)) {
        *last = class_cell_at(map, x, y);
    }
    return last->class_index;
}

#endif
