// SPDX-License-Identifier: GPL-3.0-or-later
/// @file terrain_internal.h
/// The height field's layout and its queries as inline functions, for the modules that ask billions
/// of times. It knows tiles of nodes; it refuses to know rocks and ground classes.
///
///   tile (I, J) = cells [256 I, 256 I + 256) x [256 J, 256 J + 256): 257 x 257 nodes, the last row
///   and column repeat the first of the next tile, so that a patch lies in one tile.
#ifndef TALUS_SRC_PHYSICS_TERRAIN_TERRAIN_INTERNAL_H
#define TALUS_SRC_PHYSICS_TERRAIN_TERRAIN_INTERNAL_H

#include "talus/terrain.h"

#include <math.h>

#define TERRAIN_TILE_SHIFT 8
#define TERRAIN_TILE_CELLS (1u << TERRAIN_TILE_SHIFT)
#define TERRAIN_TILE_NODES (TERRAIN_TILE_CELLS + 1u)
#define TERRAIN_TILE_SIZE ((size_t)TERRAIN_TILE_NODES * TERRAIN_TILE_NODES)
#define TERRAIN_LEVELS 31

#if defined(__GNUC__)
#define TERRAIN_RARELY(condition) __builtin_expect((condition), 0)
#define TERRAIN_COLD __attribute__((cold, noinline))
#define TERRAIN_PURE __attribute__((pure, noinline, cold))
#else
#define TERRAIN_RARELY(condition) (condition)
#define TERRAIN_COLD
#define TERRAIN_PURE
#endif

/// A plane that no valid patch of its block pierces: z <= height + slope . ((x, y) - middle).
typedef struct terrain_plane {
    double x, y;   ///< m, middle of the block
    double height; ///< m, at the middle; -infinity when the block has no valid patch
    double slope_x, slope_y;
    double stretch; ///< sqrt(1 + slope^2)
    double spread;  ///< largest distance of a patch's gradient from the slope
    /// The same over the block and its eight neighbours, infinite when a node is missing there; of
    /// fine planes, infinite in coarse ones:
    double wide_height, wide_spread;
    bool is_whole; ///< no node of the block is missing
} terrain_plane;

enum {
    TERRAIN_PLANE_LEVELS = 2, ///< fine, coarse
    TERRAIN_FINE_SHIFT = 3,   ///< blocks of 8 x 8 cells
    TERRAIN_COARSE_SHIFT = 6,
    TERRAIN_FINE_SIDE = 1 << (TERRAIN_TILE_SHIFT - TERRAIN_FINE_SHIFT), ///< blocks of a tile
    TERRAIN_COARSE_SIDE = 1 << (TERRAIN_TILE_SHIFT - TERRAIN_COARSE_SHIFT),
    TERRAIN_FINE_PLANES = TERRAIN_FINE_SIDE * TERRAIN_FINE_SIDE,
    TERRAIN_PLANES = TERRAIN_FINE_PLANES + TERRAIN_COARSE_SIDE * TERRAIN_COARSE_SIDE,
    TERRAIN_TILE_LEVELS = 7, ///< level n of a tile has 2^(7 - n) blocks a side
    TERRAIN_TILE_MAXIMA = 4 * (1 + 4 + 16 + 64 + 256 + 1024 + 4096)
};

/// All that is known of 256 x 256 cells. 0.78 MB.
typedef struct terrain_tile {
    double nodes[TERRAIN_TILE_SIZE];      ///< (257 x 257) m, NaN = NODATA and off the grid
    double maxima[TERRAIN_TILE_MAXIMA];   ///< m, level after level, see terrain_level
    terrain_plane planes[TERRAIN_PLANES]; ///< (32 x 32) fine, (4 x 4) coarse
    double lowest, highest;               ///< m, of valid patches; infinity, -infinity without
    double steepest;                      ///< bound of the gradient
    struct terrain_tile *next;            ///< of those that were dropped, see on_demand.h
    uint64_t dropped;                     ///< when
} terrain_tile;

/// Maxima over blocks of 2^(level + 1) cells squared, from whole tiles (level 7) on; -infinity for
/// a block without a valid patch.
typedef struct terrain_level {
    double *maxima; ///< (rows x columns) m
    uint32_t columns, rows;
} terrain_level;

/// Lattice of the planes of one level.
typedef struct terrain_planes {
    uint32_t columns, rows;
    unsigned shift;        ///< blocks of 2^shift cells squared
    unsigned bits;         ///< 2^bits blocks to a side of a tile
    uint32_t first;        ///< in terrain_tile.planes
    double side, per_side; ///< m, 1/m
} terrain_planes;

struct talus_terrain {
    double x0, y0;       ///< m, node (0, 0)
    double per_cell;     ///< 1/m, 1 / cell of the surface
    double cell;         ///< m
    double edge;         ///< cells, bounds the round-off of a cell coordinate
    double end_x, end_y; ///< cells + 1
    uint32_t cells_x, cells_y;
    uint32_t tiles_x, tiles_y;
    terrain_tile **tiles; ///< (tiles_y x tiles_x); all NULL when tiles come on demand
    terrain_planes planes[TERRAIN_PLANE_LEVELS];
    unsigned top_count;
    terrain_level tops[TERRAIN_LEVELS - TERRAIN_TILE_LEVELS]; ///< levels 7, 8, ...
    double steepest;                                          ///< bound of the gradient anywhere
    double z_min, z_max; ///< m, over the nodes of valid patches
    bool is_triangulated;
    talus_grid base, surface;
    talus_roughness roughness;
    uint64_t digest;                     ///< of all heights, when tiles come on demand
    struct terrain_on_demand *on_demand; ///< NULL: all tiles are there
};

/// Hash of lattice, kind of surface and all heights: two terrains that differ for a rock differ
/// except for a chance of 2^-64.
uint64_t terrain_fingerprint(const talus_terrain *terrain);
/// A tile of a terrain whose tiles come on demand. Builds the tile if needed; the result does not
/// depend on it, so that compilers may keep what they know across the call.
TERRAIN_PURE const terrain_tile *terrain_find_tile(const talus_terrain *terrain, size_t index);

/// Tile (ti, tj) by its index tj tiles_x + ti. It stays until the thread rests, see on_demand.h.
static inline const terrain_tile *terrain_tile_at(const talus_terrain *t, size_t index)
{
    const terrain_tile *tile = t->tiles[index];
    return TERRAIN_RARELY(tile == NULL) ? terrain_find_tile(t, index) : tile;
}

/// Plane of block (i, j) of a level, which is on the grid.
static inline const terrain_plane *
terrain_plane_at(const talus_terrain *t, const terrain_planes *planes, uint32_t i, uint32_t j)
{
    const unsigned bits = planes->bits;
    const uint32_t mask = (1u << bits) - 1u;
    const terrain_tile *tile = terrain_tile_at(t, (size_t)(j >> bits) * t->tiles_x + (i >> bits));
    return &tile->planes[planes->first + ((j & mask) << bits) + (i & mask)];
}

/// Cell index and local coordinate of one axis for a point so near to an edge that round-off
/// decides: edge i stands at x0 + i cell as computed in double, and belongs to cell i.
static inline void terrain_settle_edge(double x, double x0, double cell, double per_cell, double u,
                                       int64_t *index, double *local)
{
    const double edge = x0 + (double)*index * cell;
    if (x < edge) {
        *index -= 1;
        const double f = u - (double)*index;
        *local = f < 1.0 ? f : 1.0;
    } else {
        *local = (x - edge) * per_cell;
    }
}

/// A patch and a place in it: u, v in [0, 1].
typedef struct terrain_place {
    const double *node; ///< lower left node of the patch, rows TERRAIN_TILE_NODES apart
    double u, v;
} terrain_place;

/// Tile of cell (i, j), which is on the grid.
static inline const terrain_tile *terrain_tile_of(const talus_terrain *t, uint64_t i, uint64_t j)
{
    return terrain_tile_at(t, (j >> TERRAIN_TILE_SHIFT) * t->tiles_x + (i >> TERRAIN_TILE_SHIFT));
}

/// Lower left node of the patch of cell (i, j), which is in the tile.
static inline const double *terrain_tile_node(const terrain_tile *tile, uint64_t i, uint64_t j)
{
    return tile->nodes + (j & (TERRAIN_TILE_CELLS - 1u)) * TERRAIN_TILE_NODES +
           (i & (TERRAIN_TILE_CELLS - 1u));
}

/// Lower left node of the patch of cell (i, j), which is on the grid.
static inline const double *terrain_nodes_at(const talus_terrain *t, uint64_t i, uint64_t j)
{
    return terrain_tile_node(terrain_tile_of(t, i, j), i, j);
}

/// Lower left node of the patch of cell (i, j); NULL off the grid.
static inline const double *terrain_cell_nodes(const talus_terrain *t, int64_t i, int64_t j)
{
    if (i < 0 || j < 0 || i >= (int64_t)t->cells_x || j >= (int64_t)t->cells_y) {
        return NULL;
    }
    return terrain_nodes_at(t, (uint64_t)i, (uint64_t)j);
}

/// Height of a patch and its rises along u and v per cell, the patch as z = h + u a + v b + u v c.
typedef struct terrain_patch {
    double h, a, b, c;
} terrain_patch;

/// The bilinear patch, or the triangle that holds (u, v): u >= v is the south-eastern one. NaN in
/// any member when a node is missing.
static inline terrain_patch terrain_patch_at(const talus_terrain *t, const double *node, double u,
                                             double v)
{
    const double h00 = node[0], h10 = node[1], h01 = node[TERRAIN_TILE_NODES],
                 h11 = node[TERRAIN_TILE_NODES + 1u];
    if (!t->is_triangulated) {
        return (terrain_patch){h00, h10 - h00, h01 - h00, (h11 - h01) - (h10 - h00)};
    }
    // both triangles of a patch with a missing node are missing
    const double none = 0.0 * (h00 + h10 + h01 + h11);
    return u >= v ? (terrain_patch){h00, h10 - h00, h11 - h10, none}
                  : (terrain_patch){h00, h11 - h01, h01 - h00, none};
}

static inline double terrain_patch_height(const terrain_patch *p, double u, double v)
{
    return p->h + u * p->a + v * (p->b + u * p->c);
}

/// Cell (i, j) of a point, and u, v of its place there.
/// @return false off the grid, and for coordinates that are not finite.
static inline bool terrain_locate_cell(const talus_terrain *t, double x, double y, uint64_t *ci,
                                       uint64_t *cj, terrain_place *place)
{
    const double u = (x - t->x0) * t->per_cell, v = (y - t->y0) * t->per_cell;
    const double p = u + t->edge, q = v + t->edge;
    if (!(p >= 0.0 && p < t->end_x && q >= 0.0 && q < t->end_y)) {
        return false;
    }
    int64_t i = (int64_t)p, j = (int64_t)q;
    place->u = u - (double)i;
    place->v = v - (double)j;
    if (TERRAIN_RARELY(place->u < 2.0 * t->edge)) {
        terrain_settle_edge(x, t->x0, t->cell, t->per_cell, u, &i, &place->u);
    }
    if (TERRAIN_RARELY(place->v < 2.0 * t->edge)) {
        terrain_settle_edge(y, t->y0, t->cell, t->per_cell, v, &j, &place->v);
    }
    *ci = (uint64_t)i;
    *cj = (uint64_t)j;
    return *ci < t->cells_x && *cj < t->cells_y;
}

/// @return false off the grid, and for coordinates that are not finite.
static inline bool terrain_locate(const talus_terrain *t, double x, double y, terrain_place *place)
{
    uint64_t i, j;
    if (!terrain_locate_cell(t, x, y, &i, &j, place)) {
        return false;
    }
    place->node = terrain_nodes_at(t, i, j);
    return true;
}

/// Height and gradient of a triangle; the gradient is optional.
static inline talus_where terrain_triangle(const talus_terrain *t, const terrain_place *place,
                                           double *z, double *dzdx, double *dzdy)
{
    const terrain_patch p = terrain_patch_at(t, place->node, place->u, place->v);
    const double height = terrain_patch_height(&p, place->u, place->v);
    if (TERRAIN_RARELY(isnan(height))) {
        return TALUS_NODATA;
    }
    *z = height;
    if (dzdx != NULL) {
        *dzdx = p.a * t->per_cell;
        *dzdy = p.b * t->per_cell;
    }
    return TALUS_INSIDE;
}

static inline talus_where terrain_height_in(const talus_terrain *t, const terrain_place *place,
                                            double *z)
{
    const double *h = place->node;
    if (TERRAIN_RARELY(t->is_triangulated)) {
        return terrain_triangle(t, place, z, NULL, NULL);
    }
    const double south = h[0] + place->u * (h[1] - h[0]);
    const double north =
        h[TERRAIN_TILE_NODES] + place->u * (h[TERRAIN_TILE_NODES + 1u] - h[TERRAIN_TILE_NODES]);
    const double height = south + place->v * (north - south);
    if (TERRAIN_RARELY(isnan(height))) {
        return TALUS_NODATA;
    }
    *z = height;
    return TALUS_INSIDE;
}

/// talus_terrain_height
static inline talus_where terrain_height(const talus_terrain *t, double x, double y, double *z)
{
    terrain_place place;
    if (TERRAIN_RARELY(!terrain_locate(t, x, y, &place))) {
        return TALUS_OUTSIDE;
    }
    return terrain_height_in(t, &place, z);
}

static inline talus_where terrain_surface_in(const talus_terrain *t, const terrain_place *place,
                                             double *z, double *dzdx, double *dzdy)
{
    const double *h = place->node;
    if (TERRAIN_RARELY(t->is_triangulated)) {
        return terrain_triangle(t, place, z, dzdx, dzdy);
    }
    const double h00 = h[0], h01 = h[TERRAIN_TILE_NODES];
    const double south_rise = h[1] - h00, north_rise = h[TERRAIN_TILE_NODES + 1u] - h01;
    const double south = h00 + place->u * south_rise, north = h01 + place->u * north_rise;
    const double height = south + place->v * (north - south);
    if (TERRAIN_RARELY(isnan(height))) {
        return TALUS_NODATA;
    }
    *z = height;
    *dzdx = (south_rise + place->v * (north_rise - south_rise)) * t->per_cell;
    *dzdy = (north - south) * t->per_cell;
    return TALUS_INSIDE;
}

/// talus_terrain_surface
static inline talus_where terrain_surface(const talus_terrain *t, double x, double y, double *z,
                                          double *dzdx, double *dzdy)
{
    terrain_place place;
    if (TERRAIN_RARELY(!terrain_locate(t, x, y, &place))) {
        return TALUS_OUTSIDE;
    }
    return terrain_surface_in(t, &place, z, dzdx, dzdy);
}

static inline double terrain_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double terrain_smaller(double a, double b)
{
    return a < b ? a : b;
}

/// Fine plane over cell (i, j) of a tile, whose wide bounds hold within `reach` cells of it; NULL
/// when there is none.
static inline const terrain_plane *terrain_fine_plane(const terrain_tile *tile, uint32_t i,
                                                      uint32_t j, double reach)
{
    const uint32_t mask = TERRAIN_FINE_SIDE - 1, a = i >> TERRAIN_FINE_SHIFT & mask,
                   b = j >> TERRAIN_FINE_SHIFT & mask;
    const terrain_plane *plane = &tile->planes[b * TERRAIN_FINE_SIDE + a];
    const double most = (double)(1u << TERRAIN_FINE_SHIFT) - 1.0;
    return reach <= most && plane->wide_height < (double)INFINITY ? plane : NULL;
}

/// Fine plane of the block under a point, whose wide bounds hold within `reach` of it; NULL when
/// there is none.
static inline const terrain_plane *terrain_plane_under(const talus_terrain *t, double x, double y,
                                                       double reach)
{
    const double u = (x - t->x0) * t->per_cell, v = (y - t->y0) * t->per_cell;
    if (!(u >= 0.0 && v >= 0.0 && u < (double)t->cells_x && v < (double)t->cells_y)) {
        return NULL;
    }
    const uint32_t i = (uint32_t)u, j = (uint32_t)v;
    return terrain_fine_plane(terrain_tile_of(t, i, j), i, j, reach * t->per_cell);
}

/// First and last cell of one axis that a closed interval may touch. @return false if none
static inline bool terrain_cell_span(double low, double high, double edge, uint32_t cells,
                                     uint32_t *first, uint32_t *last)
{
    const double a = low - edge, b = high + edge;
    if (!(b >= 0.0 && a < (double)cells && a <= b)) {
        return false;
    }
    *first = a > 0.0 ? (uint32_t)a : 0u;
    *last = b < (double)cells ? (uint32_t)b : cells - 1u;
    return true;
}

/// Where a level of a tile begins: after 2^14 + 2^12 + ... maxima.
static inline size_t terrain_level_start(unsigned level)
{
    return (0x10000u - (0x10000u >> 2u * level)) / 3u;
}

/// Maximum over blocks span[0] <= i <= span[1], span[2] <= j <= span[3] of a level, in any tiles.
TERRAIN_COLD double terrain_bound_across(const talus_terrain *terrain, unsigned level,
                                         const uint32_t span[4]);

/// Upper bound of the heights in a closed rectangle; -infinity where it holds no surface. NODATA is
/// ignored. The maximum over blocks that cover the rectangle: at most 3 x 3 of the finest level that
/// allows it.
static inline double terrain_upper_bound(const talus_terrain *t, double x_min, double y_min,
                                         double x_max, double y_max)
{
    uint32_t i0, i1, j0, j1;
    if (!terrain_cell_span((x_min - t->x0) * t->per_cell, (x_max - t->x0) * t->per_cell, t->edge,
                           t->cells_x, &i0, &i1) ||
        !terrain_cell_span((y_min - t->y0) * t->per_cell, (y_max - t->y0) * t->per_cell, t->edge,
                           t->cells_y, &j0, &j1)) {
        return -(double)INFINITY;
    }
    uint32_t span = (i1 - i0 > j1 - j0 ? i1 - i0 : j1 - j0) >> 1;
    unsigned level = 0;
    while (span > 1u) {
        span >>= 1;
        level++;
    }
    i0 >>= level + 1u;
    i1 >>= level + 1u;
    j0 >>= level + 1u;
    j1 >>= level + 1u;
    const unsigned bits = TERRAIN_TILE_LEVELS - level; // 2^bits blocks to a side of a tile
    if (TERRAIN_RARELY(level >= TERRAIN_TILE_LEVELS || i0 >> bits != i1 >> bits ||
                       j0 >> bits != j1 >> bits)) {
        return terrain_bound_across(t, level, (const uint32_t[]){i0, i1, j0, j1});
    }
    const terrain_tile *tile = terrain_tile_at(t, (size_t)(j0 >> bits) * t->tiles_x + (i0 >> bits));
    const double *maxima = tile->maxima + terrain_level_start(level);
    const uint32_t mask = (1u << bits) - 1u;
    i0 &= mask;
    i1 &= mask;
    j0 &= mask;
    j1 &= mask;
    // at most three blocks a side: nine maxima without a branch, some of them twice
    const uint32_t rows[3] = {j0, j0 + (j1 > j0), j1}, i = i0 + (i1 > i0);
    double bound = -(double)INFINITY;
    for (int k = 0; k < 3; k++) {
        const double *row = maxima + ((size_t)rows[k] << bits);
        bound = terrain_larger(bound, terrain_larger(row[i0], terrain_larger(row[i], row[i1])));
    }
    return bound;
}

#endif
