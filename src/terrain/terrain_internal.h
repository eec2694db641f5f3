// SPDX-License-Identifier: GPL-3.0-or-later
// Storage and inline queries of the height field: they run billions of times.
//
//   tile (ti, tj) holds cells [256 ti, 256 ti + 256) x ..., as 257 x 257 nodes, so that the four
//   nodes of a patch lie in one tile; a tile without any valid node is NULL. level 0 of the pyramid
//   holds the maximum over blocks of 2 x 2 cells (3 x 3 nodes), every further level that over 2 x 2
//   blocks below it; floats rounded up.
#ifndef TALUS_SRC_TERRAIN_INTERNAL_H
#define TALUS_SRC_TERRAIN_INTERNAL_H

#include "talus/terrain.h"

#include <math.h>

enum { TERRAIN_TILE_SHIFT = 8, TERRAIN_TILE_CELLS = 256, TERRAIN_TILE_NODES = 257 };
enum { TERRAIN_LEVELS = 24 };

typedef struct terrain_level {
    size_t nx, ny;
    float *maximum; ///< (ny x nx)
} terrain_level;

struct talus_terrain {
    talus_grid base, surface;
    double inverse_cell; ///< 1/m of the surface lattice
    size_t tiles_x, tiles_y;
    double **tiles; ///< (tiles_y x tiles_x) of (257 x 257) nodes
    int level_count;
    terrain_level levels[TERRAIN_LEVELS];
    double z_min, z_max;
};

/// Cell index along one axis and the position in the cell in [0, 1]; false outside.
/// A point at x0 + i cell (as computed) belongs to cell i.
static inline bool terrain_locate(double x, double x0, double cell, double inverse_cell,
                                  size_t nodes, size_t *index, double *offset)
{
    double i = floor((x - x0) * inverse_cell);
    // the product may round across an edge: the edges themselves decide
    if (x < x0 + i * cell) {
        i -= 1.0;
    } else if (x >= x0 + (i + 1.0) * cell) {
        i += 1.0;
    }
    if (!(i >= 0.0 && i < (double)(nodes - 1))) {
        return false;
    }
    const double u = (x - (x0 + i * cell)) * inverse_cell;
    *index = (size_t)i;
    *offset = u < 1.0 ? u : 1.0;
    return true;
}

/// The four nodes of the patch under a point: h = {z00, z10, z01, z11}, (u, v) in [0, 1]^2.
static inline talus_where terrain_patch(const talus_terrain *t, double x, double y, double h[4],
                                        double *u, double *v)
{
    size_t i, j;
    const talus_grid *g = &t->surface;
    if (!terrain_locate(x, g->x0, g->cell, t->inverse_cell, g->nx, &i, u) ||
        !terrain_locate(y, g->y0, g->cell, t->inverse_cell, g->ny, &j, v)) {
        return TALUS_OUTSIDE;
    }
    const double *tile =
        t->tiles[(j >> TERRAIN_TILE_SHIFT) * t->tiles_x + (i >> TERRAIN_TILE_SHIFT)];
    if (tile == NULL) {
        return TALUS_NODATA;
    }
    const double *row =
        tile + (j & (TERRAIN_TILE_CELLS - 1)) * TERRAIN_TILE_NODES + (i & (TERRAIN_TILE_CELLS - 1));
    h[0] = row[0];
    h[1] = row[1];
    h[2] = row[TERRAIN_TILE_NODES];
    h[3] = row[TERRAIN_TILE_NODES + 1];
    return TALUS_INSIDE;
}

static inline talus_where terrain_height(const talus_terrain *t, double x, double y, double *z)
{
    double h[4], u, v;
    const talus_where where = terrain_patch(t, x, y, h, &u, &v);
    if (where != TALUS_INSIDE) {
        return where;
    }
    const double south = h[0] + u * (h[1] - h[0]), north = h[2] + u * (h[3] - h[2]);
    const double height = south + v * (north - south);
    if (isnan(height)) {
        return TALUS_NODATA;
    }
    *z = height;
    return TALUS_INSIDE;
}

static inline talus_where terrain_surface(const talus_terrain *t, double x, double y, double *z,
                                          double *dzdx, double *dzdy)
{
    double h[4], u, v;
    const talus_where where = terrain_patch(t, x, y, h, &u, &v);
    if (where != TALUS_INSIDE) {
        return where;
    }
    const double along_south = h[1] - h[0], along_north = h[3] - h[2];
    const double south = h[0] + u * along_south, north = h[2] + u * along_north;
    const double height = south + v * (north - south);
    if (isnan(height)) {
        return TALUS_NODATA;
    }
    *z = height;
    *dzdx = (along_south + v * (along_north - along_south)) * t->inverse_cell;
    *dzdy = (north - south) * t->inverse_cell;
    return TALUS_INSIDE;
}

/// First and last cell of a closed interval, clipped; false when it misses the axis. One cell wider
/// than the division says, so that rounding cannot lose an edge.
static inline bool terrain_cells(double from, double to, double x0, double inverse_cell,
                                 size_t nodes, size_t *first, size_t *last)
{
    const double cells = (double)(nodes - 1);
    const double a = floor((from - x0) * inverse_cell - 1e-6);
    const double b = floor((to - x0) * inverse_cell + 1e-6);
    if (!(b >= 0.0 && a < cells)) {
        return false;
    }
    *first = a > 0.0 ? (size_t)a : 0;
    *last = b < cells - 1.0 ? (size_t)b : nodes - 2;
    return true;
}

static inline double terrain_upper_bound(const talus_terrain *t, double x_min, double y_min,
                                         double x_max, double y_max)
{
    size_t i0, i1, j0, j1;
    const talus_grid *g = &t->surface;
    if (!terrain_cells(x_min, x_max, g->x0, t->inverse_cell, g->nx, &i0, &i1) ||
        !terrain_cells(y_min, y_max, g->y0, t->inverse_cell, g->ny, &j0, &j1)) {
        return -(double)INFINITY;
    }
    // the finest level on which the rectangle spans at most 3 blocks a side
    int level = 0;
    while (level + 1 < t->level_count && ((i1 >> (level + 1)) - (i0 >> (level + 1)) > 2 ||
                                          (j1 >> (level + 1)) - (j0 >> (level + 1)) > 2)) {
        level++;
    }
    const terrain_level *l = &t->levels[level];
    float top = -(float)INFINITY;
    for (size_t j = j0 >> (level + 1); j <= j1 >> (level + 1); j++) {
        for (size_t i = i0 >> (level + 1); i <= i1 >> (level + 1); i++) {
            const float m = l->maximum[j * l->nx + i];
            top = m > top ? m : top;
        }
    }
    return (double)top;
}

#endif
