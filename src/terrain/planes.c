// SPDX-License-Identifier: GPL-3.0-or-later
// Tilted bounds of the terrain: a plane over each block of 8 x 8 and of 64 x 64 cells that no patch
// of the block pierces. On a slope they lie far lower than the level maxima of the pyramid.
#include "terrain/terrain_internal.h"

#include <stdlib.h>

/// Sums over the nodes of a block, coordinates in cells from its middle.
typedef struct plane_sums {
    double n, z, xz, yz, xx, yy;
} plane_sums;

/// Nodes of cells [i0, i1) x [j0, j1), which lie in one tile.
typedef struct plane_block {
    const double *node;     ///< node (i0, j0)
    uint32_t columns, rows; ///< cells
} plane_block;

static plane_block block_at(const talus_terrain *t, unsigned shift, uint32_t bi, uint32_t bj)
{
    const uint32_t i = bi << shift, j = bj << shift, side = 1u << shift;
    return (plane_block){terrain_cell_nodes(t, i, j), t->cells_x - i < side ? t->cells_x - i : side,
                         t->cells_y - j < side ? t->cells_y - j : side};
}

/// Least squares with the two slopes apart: exact where all nodes are there, good enough elsewhere.
static terrain_plane fit_slopes(const plane_block *b, double per_cell)
{
    const double mx = 0.5 * b->columns, my = 0.5 * b->rows;
    plane_sums s = {0};
    for (uint32_t j = 0; j <= b->rows; j++) {
        const double *row = b->node + (size_t)j * TERRAIN_TILE_NODES;
        for (uint32_t i = 0; i <= b->columns; i++) {
            if (isnan(row[i])) {
                continue;
            }
            const double x = (double)i - mx, y = (double)j - my;
            s.n += 1.0;
            s.z += row[i];
            s.xz += x * row[i];
            s.yz += y * row[i];
            s.xx += x * x;
            s.yy += y * y;
        }
    }
    const double mean = s.n > 0.0 ? s.z / s.n : 0.0;
    const bool is_whole = s.n == (double)(b->rows + 1) * (double)(b->columns + 1);
    return (terrain_plane){.height = mean,
                           .slope_x = is_whole ? s.xz / s.xx * per_cell : 0.0,
                           .slope_y = is_whole ? s.yz / s.yy * per_cell : 0.0,
                           .is_whole = is_whole};
}

/// Lift the plane over all valid patches, and find how far their gradients are from its own. A
/// bilinear patch has its largest gradients along its edges.
static void lift_plane(const plane_block *b, double cell, double per_cell, terrain_plane *plane)
{
    const double mx = 0.5 * b->columns, my = 0.5 * b->rows, mean = plane->height;
    double above = -(double)INFINITY, spread_x = 0.0, spread_y = 0.0;
    for (uint32_t j = 0; j < b->rows; j++) {
        const double *row = b->node + (size_t)j * TERRAIN_TILE_NODES;
        for (uint32_t i = 0; i < b->columns; i++) {
            const double h[4] = {row[i], row[i + 1], row[i + TERRAIN_TILE_NODES],
                                 row[i + TERRAIN_TILE_NODES + 1]};
            if (isnan(h[0] + h[1] + h[2] + h[3])) {
                continue;
            }
            for (unsigned k = 0; k < 4; k++) {
                const double x = ((double)(i + (k & 1u)) - mx) * cell;
                const double y = ((double)(j + (k >> 1)) - my) * cell;
                above =
                    terrain_larger(above, h[k] - mean - plane->slope_x * x - plane->slope_y * y);
            }
            spread_x = terrain_larger(spread_x, fabs((h[1] - h[0]) * per_cell - plane->slope_x));
            spread_x = terrain_larger(spread_x, fabs((h[3] - h[2]) * per_cell - plane->slope_x));
            spread_y = terrain_larger(spread_y, fabs((h[2] - h[0]) * per_cell - plane->slope_y));
            spread_y = terrain_larger(spread_y, fabs((h[3] - h[1]) * per_cell - plane->slope_y));
        }
    }
    plane->height = mean + above;
    plane->stretch = sqrt(1.0 + plane->slope_x * plane->slope_x + plane->slope_y * plane->slope_y);
    plane->spread = sqrt(spread_x * spread_x + spread_y * spread_y);
}

/// Widen a block's bounds by a neighbour: its plane lies under (own slopes, raised height) wherever
/// the neighbour's block is, so the corners of that block decide.
static void widen(terrain_plane *own, const terrain_plane *other, double half)
{
    if (!other->is_whole) {
        own->wide_height = own->wide_spread = (double)INFINITY;
        return;
    }
    const double dx = other->slope_x - own->slope_x, dy = other->slope_y - own->slope_y;
    const double middle = other->height - own->height - own->slope_x * (other->x - own->x) -
                          own->slope_y * (other->y - own->y);
    own->wide_height =
        terrain_larger(own->wide_height, own->height + middle + half * (fabs(dx) + fabs(dy)));
    own->wide_spread = terrain_larger(own->wide_spread, other->spread + sqrt(dx * dx + dy * dy));
}

/// Off the grid there is no ground to bound.
static void widen_all(terrain_planes *planes, double half)
{
    for (uint32_t j = 0; j < planes->rows; j++) {
        for (uint32_t i = 0; i < planes->columns; i++) {
            terrain_plane *own = &planes->items[(size_t)j * planes->columns + i];
            own->wide_height = own->is_whole ? own->height : (double)INFINITY;
            own->wide_spread = own->is_whole ? own->spread : (double)INFINITY;
            for (uint32_t n = 0; n < 9 && own->is_whole; n++) {
                const uint32_t bi = i + n % 3, bj = j + n / 3; // one more than the neighbour's
                if (bi > 0 && bj > 0 && bi <= planes->columns && bj <= planes->rows) {
                    widen(own, &planes->items[(size_t)(bj - 1) * planes->columns + bi - 1], half);
                }
            }
        }
    }
}

static talus_status build_planes(talus_terrain *t, unsigned shift, terrain_planes *planes)
{
    const uint32_t side = 1u << shift;
    planes->shift = shift;
    planes->side = (double)side * t->cell;
    planes->per_side = 1.0 / planes->side;
    planes->columns = (t->cells_x + side - 1u) >> shift;
    planes->rows = (t->cells_y + side - 1u) >> shift;
    planes->items = malloc((size_t)planes->columns * planes->rows * sizeof *planes->items);
    if (planes->items == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    for (uint32_t bj = 0; bj < planes->rows; bj++) {
        for (uint32_t bi = 0; bi < planes->columns; bi++) {
            const plane_block block = block_at(t, shift, bi, bj);
            terrain_plane plane = fit_slopes(&block, t->per_cell);
            plane.x = t->x0 + ((double)(bi << shift) + 0.5 * block.columns) * t->cell;
            plane.y = t->y0 + ((double)(bj << shift) + 0.5 * block.rows) * t->cell;
            lift_plane(&block, t->cell, t->per_cell, &plane);
            planes->items[(size_t)bj * planes->columns + bi] = plane;
            const double steepest = plane.spread + plane.stretch;
            t->steepest = steepest > t->steepest ? steepest : t->steepest;
        }
    }
    widen_all(planes, 0.5 * (double)side * t->cell);
    return TALUS_OK;
}

talus_status terrain_build_planes(talus_terrain *t)
{
    static const unsigned shifts[TERRAIN_PLANE_LEVELS] = {3, 6};
    talus_status status = TALUS_OK;
    for (unsigned k = 0; k < TERRAIN_PLANE_LEVELS && status == TALUS_OK; k++) {
        status = build_planes(t, shifts[k], &t->planes[k]);
    }
    return status;
}
