// SPDX-License-Identifier: GPL-3.0-or-later
// The cells under a rock, for many lookups near each other: where they lie in one tile, patches are
// found without range checks.
#ifndef TALUS_SRC_PHYSICS_CONTACT_FOOTPRINT_H
#define TALUS_SRC_PHYSICS_CONTACT_FOOTPRINT_H

#include "foundation/math/lanes.h"
#include "physics/terrain/terrain_internal.h"
#include "talus/terrain.h"

/// Cells i0 <= i <= i1, j0 <= j <= j1 under a rock.
typedef struct contact_footprint {
    const terrain_tile *tile; ///< of all cells; NULL: off the grid, or in two tiles
    const double *node;       ///< lower left node of cell (i0, j0); NULL likewise
    uint32_t i0, i1, j0, j1;
    double u, v;                   ///< cells, position of S
    double reach;                  ///< cells
    double x0, y0, per_cell, edge; ///< of the terrain, at hand whatever is stored between lookups
} contact_footprint;

/// Added to the reach of the rock, in cells: far above the round-off of a vertex.
#define CONTACT_FOOTPRINT_MARGIN 1e-9

/// What does not depend on the way: no cells yet.
static inline contact_footprint contact_footprint_about(const talus_terrain *t, talus_vec3 r,
                                                        double radius)
{
    return (contact_footprint){.u = (r.x - t->x0) * t->per_cell,
                               .v = (r.y - t->y0) * t->per_cell,
                               .reach = radius * t->per_cell + CONTACT_FOOTPRINT_MARGIN,
                               .x0 = t->x0,
                               .y0 = t->y0,
                               .per_cell = t->per_cell,
                               .edge = t->edge};
}

/// Take the cells of u0 <= u <= u1, v0 <= v <= v1.
static inline void contact_footprint_take(const talus_terrain *t, const double u[2],
                                          const double v[2], contact_footprint *f)
{
    if (!(u[0] >= 0.0 && v[0] >= 0.0 && u[1] < t->end_x - 1.0 && v[1] < t->end_y - 1.0)) {
        return;
    }
    f->i0 = (uint32_t)u[0];
    f->i1 = (uint32_t)u[1];
    f->j0 = (uint32_t)v[0];
    f->j1 = (uint32_t)v[1];
    if (((f->i0 ^ f->i1) | (f->j0 ^ f->j1)) >> TERRAIN_TILE_SHIFT == 0) {
        f->tile = terrain_tile_of(t, f->i0, f->j0);
        f->node = terrain_tile_node(f->tile, f->i0, f->j0);
    }
}

/// Cells under a sphere about r, and about r + way.
static inline contact_footprint contact_footprint_along(const talus_terrain *t, talus_vec3 r,
                                                        double way_x, double way_y, double radius)
{
    contact_footprint f = contact_footprint_about(t, r, radius);
    const double du = way_x * t->per_cell, dv = way_y * t->per_cell;
    const double u[2] = {f.u - f.reach + terrain_smaller(du, 0.0),
                         f.u + f.reach + terrain_larger(du, 0.0)};
    const double v[2] = {f.v - f.reach + terrain_smaller(dv, 0.0),
                         f.v + f.reach + terrain_larger(dv, 0.0)};
    contact_footprint_take(t, u, v, &f);
    return f;
}

static inline contact_footprint contact_footprint_under(const talus_terrain *t, talus_vec3 r,
                                                        double radius)
{
    contact_footprint f = contact_footprint_about(t, r, radius);
    const double u[2] = {f.u - f.reach, f.u + f.reach}, v[2] = {f.v - f.reach, f.v + f.reach};
    contact_footprint_take(t, u, v, &f);
    return f;
}

/// Most cells a side for which the nodes are worth a look.
enum { CONTACT_FOOTPRINT_CELLS = 5 };

/// Whether they are, and lie in one tile.
static inline bool contact_footprint_is_small(const contact_footprint *f)
{
    return f->tile != NULL && f->i1 - f->i0 < CONTACT_FOOTPRINT_CELLS &&
           f->j1 - f->j0 < CONTACT_FOOTPRINT_CELLS;
}

/// Largest height of the nodes of the cells over the slope of plane p through S's foot at height 0;
/// infinity when the cells are many, in two tiles or off the grid.
static inline double contact_rise_of_nodes(const talus_terrain *t, const terrain_plane *p,
                                           const contact_footprint *f)
{
    if (!contact_footprint_is_small(f)) {
        return (double)INFINITY;
    }
    const double *node = f->node;
    const double rise_x = p->slope_x * t->cell, rise_y = p->slope_y * t->cell;
    double highest = -(double)INFINITY;
    for (uint32_t j = f->j0; j <= f->j1 + 1; j++) {
        double base = rise_x * ((double)f->i0 - f->u) + rise_y * ((double)j - f->v);
        for (uint32_t i = 0; i <= f->i1 - f->i0 + 1; i++) {
            const double over = node[i] - base;
            highest = over > highest ? over : highest;
            base += rise_x;
        }
        node += TERRAIN_TILE_NODES;
    }
    return highest;
}

/// How far gradients of the cells are at most from the middle of the range of their sides' slopes;
/// infinite likewise.
static inline double contact_spread_of_nodes(const talus_terrain *t, const contact_footprint *f)
{
    if (!contact_footprint_is_small(f)) {
        return (double)INFINITY;
    }
    const uint32_t columns = f->i1 - f->i0 + 1u, rows = f->j1 - f->j0 + 1u;
    const double *node = f->node;
    double least_x = (double)INFINITY, least_y = least_x, most_x = -least_x, most_y = most_x;
    for (uint32_t j = 0; j <= rows; j++, node += TERRAIN_TILE_NODES) { // m a cell
        for (uint32_t i = 0; i < columns; i++) {
            const double x = node[i + 1u] - node[i];
            least_x = terrain_smaller(least_x, x);
            most_x = terrain_larger(most_x, x);
        }
        for (uint32_t i = 0; i <= columns && j < rows; i++) {
            const double y = node[i + TERRAIN_TILE_NODES] - node[i];
            least_y = terrain_smaller(least_y, y);
            most_y = terrain_larger(most_y, y);
        }
    }
    const double x = most_x - least_x, y = most_y - least_y;
    return 0.5 * sqrt(x * x + y * y) * t->per_cell;
}

/// terrain_locate for a point of the rock, with the same result.
static inline bool contact_footprint_locate(const talus_terrain *t, const contact_footprint *f,
                                            double x, double y, terrain_place *place)
{
    if (TERRAIN_RARELY(f->node == NULL)) {
        return terrain_locate(t, x, y, place);
    }
    const double u = (x - f->x0) * f->per_cell, v = (y - f->y0) * f->per_cell;
    const int64_t i = (int64_t)(u + f->edge), j = (int64_t)(v + f->edge);
    place->u = u - (double)i;
    place->v = v - (double)j;
    if (TERRAIN_RARELY(place->u < 2.0 * f->edge || place->v < 2.0 * f->edge)) {
        return terrain_locate(t, x, y, place);
    }
    place->node =
        f->node + (j - (int64_t)f->j0) * (int64_t)TERRAIN_TILE_NODES + (i - (int64_t)f->i0);
    return true;
}

/// Height at a place; NaN where a node is missing.
static inline double contact_place_height(const talus_terrain *t, const terrain_place *place)
{
    const double *h = place->node;
    if (TERRAIN_RARELY(t->is_triangulated)) {
        const terrain_patch p = terrain_patch_at(t, h, place->u, place->v);
        return terrain_patch_height(&p, place->u, place->v);
    }
    const double south = h[0] + place->u * (h[1] - h[0]);
    const double north =
        h[TERRAIN_TILE_NODES] + place->u * (h[TERRAIN_TILE_NODES + 1u] - h[TERRAIN_TILE_NODES]);
    return south + place->v * (north - south);
}

/// Four points of the rock over the cells, each in its patch z = h + u a + v b + u v c.
typedef struct contact_four {
    lanes u, v;
    lanes a, b, c;             ///< m
    lanes height;              ///< m, NaN where a node is missing
    const double *node[LANES]; ///< lower left of the cell
} contact_four;

/// terrain_patch_at and contact_place_height.
LANES_PART void contact_four_on(bool is_triangulated, const lanes *h00, const lanes *h10,
                                const lanes *h01, const lanes *h11, contact_four *four)
{
    const lanes south = *h10 - *h00, north = *h11 - *h01;
    four->b = *h01 - *h00;
    if (TERRAIN_RARELY(is_triangulated)) {
        const lanes_truth is_south = four->u >= four->v;
        const lanes east = *h11 - *h10;
        lanes_choose(&is_south, &south, &north, &four->a);
        lanes_choose(&is_south, &east, &four->b, &four->b);
        four->c = 0.0 * (*h00 + *h10 + *h01 + *h11);
        four->height = *h00 + four->u * four->a + four->v * (four->b + four->u * four->c);
    } else {
        four->a = south;
        four->c = north - south;
        const lanes at_south = *h00 + four->u * south, at_north = *h01 + four->u * north;
        four->height = at_south + four->v * (at_north - at_south);
    }
}

/// contact_footprint_locate and contact_place_height for four points, where the cells are in one
/// tile. @return false: one of them is so near to an edge that only terrain_locate can decide
LANES_PART bool contact_footprint_look_up(const talus_terrain *t, const contact_footprint *f,
                                          const lanes *x, const lanes *y, contact_four *four)
{
    const double edge = t->edge;
    const lanes u = (*x - t->x0) * t->per_cell, v = (*y - t->y0) * t->per_cell;
    // whole numbers of 32 bits do: there are at most 2^28 cells a side
    const lanes_whole i = __builtin_convertvector(u + edge, lanes_whole);
    const lanes_whole j = __builtin_convertvector(v + edge, lanes_whole);
    four->u = u - __builtin_convertvector(i, lanes);
    four->v = v - __builtin_convertvector(j, lanes);
    const lanes_truth is_inside = (four->u >= 2.0 * edge) & (four->v >= 2.0 * edge);
    if (TERRAIN_RARELY(lanes_mask(&is_inside) != (1u << LANES) - 1u)) {
        return false;
    }
    const lanes_whole row = j - (int32_t)f->j0, column = i - (int32_t)f->i0;
    const lanes_whole at = (row << TERRAIN_TILE_SHIFT) + row + column;
    const double *north[LANES];
    for (unsigned k = 0; k < LANES; k++) {
        four->node[k] = f->node + (uint32_t)at[k];
        north[k] = four->node[k] + TERRAIN_TILE_NODES;
    }
    lanes h00, h10, h01, h11;
    lanes_load_pairs(four->node, &h00, &h10);
    lanes_load_pairs(north, &h01, &h11);
    contact_four_on(t->is_triangulated, &h00, &h10, &h01, &h11, four);
    return true;
}

#endif
