// SPDX-License-Identifier: GPL-3.0-or-later
// Tilted bounds of the terrain: a plane over each block of 8 x 8 and of 64 x 64 cells that no patch
// of the block pierces. On a slope they lie far lower than the level maxima of the pyramid.
#include "foundation/math/lanes.h"
#include "physics/terrain/build.h"

#include <string.h>

/// Sums over the nodes of a block, coordinates in cells from its middle.
typedef struct plane_sums {
    double n, z, xz, yz, xx, yy;
} plane_sums;

/// Nodes of cells [i0, i1) x [j0, j1), rows TERRAIN_APRON_NODES apart.
typedef struct plane_block {
    const double *node;     ///< node (i0, j0)
    uint32_t columns, rows; ///< cells
} plane_block;

/// Least squares with the two slopes apart: exact where all nodes are there, good enough elsewhere.
static terrain_plane fit_slopes(const plane_block *b, double per_cell)
{
    const double mx = 0.5 * b->columns, my = 0.5 * b->rows;
    plane_sums s = {0};
    for (uint32_t j = 0; j <= b->rows; j++) {
        const double *row = b->node + (size_t)j * TERRAIN_APRON_NODES;
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

/// How far nodes stand over a plane at height 0, and gradients of patch edges from its slopes.
typedef struct plane_reach {
    double above, spread_x, spread_y;
} plane_reach;

static inline void reach_node(plane_reach *r, const terrain_plane *plane, double z, double x,
                              double y)
{
    r->above =
        terrain_larger(r->above, z - plane->height - plane->slope_x * x - plane->slope_y * y);
}

static inline double reach_edge(double spread, double rise, double per_cell, double slope)
{
    return terrain_larger(spread, fabs(rise * per_cell - slope));
}

/// No node is missing: each node and each edge once.
static plane_reach reach_of_whole(const plane_block *b, double cell, double per_cell,
                                  const terrain_plane *plane)
{
    const double mx = 0.5 * b->columns, my = 0.5 * b->rows;
    plane_reach r = {.above = -(double)INFINITY};
    for (uint32_t j = 0; j <= b->rows; j++) {
        const double *row = b->node + (size_t)j * TERRAIN_APRON_NODES;
        const double y = ((double)j - my) * cell;
        for (uint32_t i = 0; i <= b->columns; i++) {
            reach_node(&r, plane, row[i], ((double)i - mx) * cell, y);
        }
        for (uint32_t i = 0; i < b->columns; i++) {
            r.spread_x = reach_edge(r.spread_x, row[i + 1] - row[i], per_cell, plane->slope_x);
        }
        for (uint32_t i = 0; i <= b->columns && j < b->rows; i++) {
            r.spread_y = reach_edge(r.spread_y, row[i + TERRAIN_APRON_NODES] - row[i], per_cell,
                                    plane->slope_y);
        }
    }
    return r;
}

/// Nodes are missing: valid patches alone.
static plane_reach reach_of_patches(const plane_block *b, double cell, double per_cell,
                                    const terrain_plane *plane)
{
    const double mx = 0.5 * b->columns, my = 0.5 * b->rows;
    plane_reach r = {.above = -(double)INFINITY};
    for (uint32_t j = 0; j < b->rows; j++) {
        const double *row = b->node + (size_t)j * TERRAIN_APRON_NODES;
        for (uint32_t i = 0; i < b->columns; i++) {
            const double h[4] = {row[i], row[i + 1], row[i + TERRAIN_APRON_NODES],
                                 row[i + TERRAIN_APRON_NODES + 1]};
            if (isnan(h[0] + h[1] + h[2] + h[3])) {
                continue;
            }
            for (unsigned k = 0; k < 4; k++) {
                reach_node(&r, plane, h[k], ((double)(i + (k & 1u)) - mx) * cell,
                           ((double)(j + (k >> 1)) - my) * cell);
            }
            r.spread_x = reach_edge(r.spread_x, h[1] - h[0], per_cell, plane->slope_x);
            r.spread_x = reach_edge(r.spread_x, h[3] - h[2], per_cell, plane->slope_x);
            r.spread_y = reach_edge(r.spread_y, h[2] - h[0], per_cell, plane->slope_y);
            r.spread_y = reach_edge(r.spread_y, h[3] - h[1], per_cell, plane->slope_y);
        }
    }
    return r;
}

/// Lift the plane from the nodes' mean over all valid patches, and find how far their gradients are
/// from its own. A bilinear patch has its largest gradients along its edges.
static void lift_plane(const plane_block *b, double cell, double per_cell, terrain_plane *plane)
{
    const plane_reach r = plane->is_whole ? reach_of_whole(b, cell, per_cell, plane)
                                          : reach_of_patches(b, cell, per_cell, plane);
    plane->height = plane->height + r.above;
    plane->stretch = sqrt(1.0 + plane->slope_x * plane->slope_x + plane->slope_y * plane->slope_y);
    plane->spread = sqrt(r.spread_x * r.spread_x + r.spread_y * r.spread_y);
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

/// A block as it is on the grid; one off it has no cells.
static plane_block block_at(const talus_terrain *t, unsigned shift, uint32_t bi, uint32_t bj,
                            const double *node)
{
    const uint32_t i = bi << shift, j = bj << shift, side = 1u << shift;
    if (i >= t->cells_x || j >= t->cells_y) {
        return (plane_block){NULL, 0, 0};
    }
    return (plane_block){node, t->cells_x - i < side ? t->cells_x - i : side,
                         t->cells_y - j < side ? t->cells_y - j : side};
}

/// Plane of block (bi, bj) of a level, with the lower left node of the block.
static terrain_plane make_plane(const talus_terrain *t, unsigned shift, uint32_t bi, uint32_t bj,
                                const double *node)
{
    const plane_block block = block_at(t, shift, bi, bj, node);
    if (block.node == NULL) {
        return (terrain_plane){.height = -(double)INFINITY, .stretch = 1.0};
    }
    terrain_plane plane = fit_slopes(&block, t->per_cell);
    plane.x = t->x0 + ((double)(bi << shift) + 0.5 * block.columns) * t->cell;
    plane.y = t->y0 + ((double)(bj << shift) + 0.5 * block.rows) * t->cell;
    lift_plane(&block, t->cell, t->per_cell, &plane);
    plane.wide_height = plane.wide_spread = (double)INFINITY;
    return plane;
}

/// What make_plane finds for LANES blocks side by side, with the same roundings: sums are taken in
/// the same order, and the largest of rounded numbers is the largest before it is rounded.
typedef struct plane_row {
    lanes z, xz, yz;     ///< as in plane_sums
    lanes rises[2][2];   ///< m, along x and y: the least and the largest between neighbours
    lanes slopes[2];     ///< given to find_heights
    lanes height, above; ///< m, the first given
} plane_row;

LANES_PART void load_nodes(const double *node, uint32_t side, lanes *z)
{
    *z = (lanes){node[0], node[side], node[2 * (size_t)side], node[3 * (size_t)side]};
}

LANES_PART void extend(lanes extremes[2], const lanes *value)
{
    const lanes_truth lower = *value<extremes[0], higher = *value> extremes[1];
    lanes_choose(&lower, value, &extremes[0], &extremes[0]);
    lanes_choose(&higher, value, &extremes[1], &extremes[1]);
}

/// Sums and rises of blocks of side x side cells.
/// @param node lower left one of the first block, rows TERRAIN_APRON_NODES apart
LANES_CLONES static void sum_planes(const double *node, uint32_t side, plane_row *found)
{
    const double middle = 0.5 * side;
    lanes z = {0}, xz = {0}, yz = {0}, below[(1 << TERRAIN_COARSE_SHIFT) + 1];
    lanes rises[2][2];
    for (int k = 0; k < 2; k++) {
        rises[k][0] = (lanes){0} + (double)INFINITY;
        rises[k][1] = (lanes){0} - (double)INFINITY;
    }
    for (uint32_t j = 0; j <= side; j++) {
        const double *row = node + (size_t)j * TERRAIN_APRON_NODES;
        const double y = (double)j - middle;
        lanes west = {0};
        for (uint32_t i = 0; i <= side; i++) {
            lanes here, rise;
            load_nodes(row + i, side, &here);
            z += here;
            xz += ((double)i - middle) * here;
            yz += y * here;
            if (i > 0) {
                rise = here - west;
                extend(rises[0], &rise);
            }
            if (j > 0) {
                rise = here - below[i];
                extend(rises[1], &rise);
            }
            west = below[i] = here;
        }
    }
    found->z = z;
    found->xz = xz;
    found->yz = yz;
    memcpy(found->rises, rises, sizeof rises);
}

/// How far the nodes stand over the planes at height 0 in the middle.
LANES_CLONES static void lift_planes(const double *node, uint32_t side, double cell,
                                     plane_row *found)
{
    const double middle = 0.5 * side;
    lanes above[2] = {(lanes){0}, (lanes){0} - (double)INFINITY}; // the first is of no use
    lanes along[(1 << TERRAIN_COARSE_SHIFT) + 1];
    for (uint32_t i = 0; i <= side; i++) {
        along[i] = found->slopes[0] * (((double)i - middle) * cell);
    }
    for (uint32_t j = 0; j <= side; j++) {
        const double *row = node + (size_t)j * TERRAIN_APRON_NODES;
        const lanes across = found->slopes[1] * (((double)j - middle) * cell);
        for (uint32_t i = 0; i <= side; i++) {
            lanes here;
            load_nodes(row + i, side, &here);
            here = here - found->height - along[i] - across;
            extend(above, &here);
        }
    }
    found->above = above[1];
}

/// Planes of LANES blocks side by side, of which the first is (bi, bj): all at once where they are
/// whole and lie on the grid, else one after the other.
static void make_planes(const talus_terrain *t, unsigned shift, uint32_t bi, uint32_t bj,
                        const double *node, terrain_plane *planes)
{
    const uint32_t side = 1u << shift;
    const bool is_full = ((bi + LANES) << shift) <= t->cells_x && ((bj + 1) << shift) <= t->cells_y;
    plane_row r = {0};
    if (is_full) {
        sum_planes(node, side, &r);
    }
    const lanes_truth known = r.z == r.z; // NaN as soon as a node is missing
    if (!is_full || lanes_mask(&known) != (1u << LANES) - 1u) {
        for (uint32_t k = 0; k < LANES; k++) {
            planes[k] = make_plane(t, shift, bi + k, bj, node + (size_t)k * side);
        }
        return;
    }
    const double nodes = (double)(side + 1) * (double)(side + 1), middle = 0.5 * side;
    double squares = 0.0; // exact, in any order
    for (uint32_t i = 0; i <= side; i++) {
        squares += (double)(side + 1) * ((double)i - middle) * ((double)i - middle);
    }
    r.slopes[0] = r.xz / squares * t->per_cell;
    r.slopes[1] = r.yz / squares * t->per_cell;
    r.height = r.z / nodes;
    lift_planes(node, side, t->cell, &r);
    for (uint32_t k = 0; k < LANES; k++) {
        const double slopes[2] = {r.slopes[0][k], r.slopes[1][k]};
        double spreads[2];
        for (int axis = 0; axis < 2; axis++) {
            spreads[axis] = terrain_larger(fabs(r.rises[axis][0][k] * t->per_cell - slopes[axis]),
                                           fabs(r.rises[axis][1][k] * t->per_cell - slopes[axis]));
        }
        planes[k] = (terrain_plane){
            .x = t->x0 + ((double)((bi + k) << shift) + middle) * t->cell,
            .y = t->y0 + ((double)(bj << shift) + middle) * t->cell,
            .height = r.height[k] + r.above[k],
            .slope_x = slopes[0],
            .slope_y = slopes[1],
            .stretch = sqrt(1.0 + slopes[0] * slopes[0] + slopes[1] * slopes[1]),
            .spread = sqrt(spreads[0] * spreads[0] + spreads[1] * spreads[1]),
            .wide_height = (double)INFINITY,
            .wide_spread = (double)INFINITY,
            .is_whole = true,
        };
    }
}

/// Fine planes of the tile's blocks and of those around them, which are on the grid.
static void fill_ring(const talus_terrain *t, uint32_t ti, uint32_t tj, terrain_builder *builder)
{
    const uint32_t first = ti == 0 ? 1 : 0; // off the grid in the west
    for (uint32_t b = tj == 0 ? 1 : 0; b < TERRAIN_RING; b++) {
        const double *row = builder->nodes + (size_t)b * TERRAIN_APRON_NODES * TERRAIN_APRON;
        for (uint32_t k = first; k < TERRAIN_RING; k += LANES) {
            const uint32_t a = k + LANES <= TERRAIN_RING ? k : TERRAIN_RING - LANES;
            make_planes(t, TERRAIN_FINE_SHIFT, ti * TERRAIN_FINE_SIDE + a - 1,
                        tj * TERRAIN_FINE_SIDE + b - 1, row + (size_t)a * TERRAIN_APRON,
                        builder->ring + b * TERRAIN_RING + a);
        }
    }
}

/// Fine plane (a, b) of a tile with the bounds over its neighbours. Off the grid there is no ground
/// to bound.
static terrain_plane widen_plane(const talus_terrain *t, uint32_t ti, uint32_t tj, uint32_t a,
                                 uint32_t b, const terrain_builder *builder)
{
    const terrain_planes *planes = &t->planes[0];
    const uint32_t bi = ti * TERRAIN_FINE_SIDE + a, bj = tj * TERRAIN_FINE_SIDE + b;
    terrain_plane own = builder->ring[(b + 1) * TERRAIN_RING + a + 1];
    if (!own.is_whole) {
        return own;
    }
    own.wide_height = own.height;
    own.wide_spread = own.spread;
    for (uint32_t n = 0; n < 9; n++) {
        const uint32_t i = bi + n % 3, j = bj + n / 3; // one more than the neighbour's
        if (i > 0 && j > 0 && i <= planes->columns && j <= planes->rows) {
            widen(&own, &builder->ring[(b + n / 3) * TERRAIN_RING + a + n % 3], 0.5 * planes->side);
        }
    }
    return own;
}

void terrain_build_planes(const talus_terrain *t, uint32_t ti, uint32_t tj,
                          terrain_builder *builder, terrain_tile *tile)
{
    const double *first = builder->nodes + (size_t)TERRAIN_APRON * (TERRAIN_APRON_NODES + 1);
    fill_ring(t, ti, tj, builder);
    terrain_plane *plane = tile->planes;
    for (uint32_t b = 0; b < TERRAIN_FINE_SIDE; b++) {
        for (uint32_t a = 0; a < TERRAIN_FINE_SIDE; a++) {
            *plane++ = widen_plane(t, ti, tj, a, b, builder);
        }
    }
    for (uint32_t b = 0; b < TERRAIN_COARSE_SIDE; b++) {
        for (uint32_t a = 0; a < TERRAIN_COARSE_SIDE; a += LANES, plane += LANES) {
            const size_t at = ((size_t)b * TERRAIN_APRON_NODES + a) << TERRAIN_COARSE_SHIFT;
            make_planes(t, TERRAIN_COARSE_SHIFT, ti * TERRAIN_COARSE_SIDE + a,
                        tj * TERRAIN_COARSE_SIDE + b, first + at, plane);
        }
    }
}
