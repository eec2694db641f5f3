// SPDX-License-Identifier: GPL-3.0-or-later
// The cells under a rock, for many lookups near each other: where they lie in one tile, patches are
// found without range checks.
#ifndef TALUS_SRC_CONTACT_FOOTPRINT_H
#define TALUS_SRC_CONTACT_FOOTPRINT_H

#include "talus/base.h"
#include "terrain/terrain_internal.h"

/// Cells i0 <= i <= i1, j0 <= j <= j1 under a rock.
typedef struct contact_footprint {
    const double *node; ///< lower left node of cell (i0, j0); NULL: off the grid, or in two tiles
    uint32_t i0, i1, j0, j1;
    double u, v;                   ///< cells, position of S
    double x0, y0, per_cell, edge; ///< of the terrain, at hand whatever is stored between lookups
} contact_footprint;

/// Added to the reach of the rock, in cells: far above the round-off of a vertex.
#define CONTACT_FOOTPRINT_MARGIN 1e-9

/// Cells under a sphere about r, and about r + way.
static inline contact_footprint contact_footprint_along(const talus_terrain *t, talus_vec3 r,
                                                        double way_x, double way_y, double radius)
{
    contact_footprint f = {.u = (r.x - t->x0) * t->per_cell,
                           .v = (r.y - t->y0) * t->per_cell,
                           .x0 = t->x0,
                           .y0 = t->y0,
                           .per_cell = t->per_cell,
                           .edge = t->edge};
    const double reach = radius * t->per_cell + CONTACT_FOOTPRINT_MARGIN;
    const double du = way_x * t->per_cell, dv = way_y * t->per_cell;
    const double u0 = f.u - reach + (du < 0.0 ? du : 0.0), u1 = f.u + reach + (du > 0.0 ? du : 0.0);
    const double v0 = f.v - reach + (dv < 0.0 ? dv : 0.0), v1 = f.v + reach + (dv > 0.0 ? dv : 0.0);
    if (!(u0 >= 0.0 && v0 >= 0.0 && u1 < (double)t->cells_x && v1 < (double)t->cells_y)) {
        return f;
    }
    f.i0 = (uint32_t)u0;
    f.i1 = (uint32_t)u1;
    f.j0 = (uint32_t)v0;
    f.j1 = (uint32_t)v1;
    const uint32_t ti = f.i0 >> TERRAIN_TILE_SHIFT, tj = f.j0 >> TERRAIN_TILE_SHIFT;
    if (ti == f.i1 >> TERRAIN_TILE_SHIFT && tj == f.j1 >> TERRAIN_TILE_SHIFT) {
        f.node = terrain_nodes_at(t, f.i0, f.j0);
    }
    return f;
}

static inline contact_footprint contact_footprint_under(const talus_terrain *t, talus_vec3 r,
                                                        double radius)
{
    return contact_footprint_along(t, r, 0.0, 0.0, radius);
}

/// Most cells a side for which the nodes are worth a look.
enum { CONTACT_FOOTPRINT_CELLS = 5 };

/// Largest height of the nodes of the cells over the slope of plane p through S's foot at height 0;
/// infinity when the cells are many, in two tiles or off the grid.
static inline double contact_rise_of_nodes(const talus_terrain *t, const terrain_plane *p,
                                           const contact_footprint *f)
{
    if (f->node == NULL || f->i1 - f->i0 >= CONTACT_FOOTPRINT_CELLS ||
        f->j1 - f->j0 >= CONTACT_FOOTPRINT_CELLS) {
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

#endif
