// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of the terrain around a rock, and a plane that covers them.
#include "physics/contact/contact_internal.h"

contact_span contact_nodes_near(const talus_terrain *terrain, talus_vec3 r, double radius)
{
    const double scale = terrain->per_cell;
    const double u = (r.x - terrain->x0) * scale, v = (r.y - terrain->y0) * scale;
    const double reach = radius * scale;
    const double columns = (double)terrain->cells_x, rows = (double)terrain->cells_y;
    if (!(u + reach >= 0.0 && v + reach >= 0.0 && u - reach <= columns && v - reach <= rows)) {
        return (contact_span){0, -1, 0, -1};
    }
    const double west = contact_floor(u - reach > 0.0 ? u - reach : 0.0);
    const double south = contact_floor(v - reach > 0.0 ? v - reach : 0.0);
    const double east = u + reach < columns ? contact_floor(u + reach) + 1.0 : columns;
    const double north = v + reach < rows ? contact_floor(v + reach) + 1.0 : rows;
    return (contact_span){(int64_t)west, (int64_t)east, (int64_t)south, (int64_t)north};
}

static bool is_valid_patch(const talus_terrain *terrain, int64_t i, int64_t j)
{
    const double *h = terrain_cell_nodes(terrain, i, j);
    return h != NULL && !isnan(h[0] + h[1] + h[TERRAIN_TILE_NODES] + h[TERRAIN_TILE_NODES + 1u]);
}

bool contact_node_is_on_surface(const talus_terrain *terrain, int64_t i, int64_t j)
{
    return is_valid_patch(terrain, i, j) || is_valid_patch(terrain, i - 1, j) ||
           is_valid_patch(terrain, i, j - 1) || is_valid_patch(terrain, i - 1, j - 1);
}

/// Node (i0, j0) of a span whose nodes lie in one tile, rows TERRAIN_TILE_NODES apart, else NULL.
static const double *nodes_in_one_tile(const talus_terrain *terrain, const contact_span *span)
{
    const int64_t last = TERRAIN_TILE_CELLS; // node 256 is the last of a tile, and the next's first
    const bool is_one = (span->i0 & (last - 1)) + span->i1 - span->i0 <= last &&
                        (span->j0 & (last - 1)) + span->j1 - span->j0 <= last;
    return is_one ? terrain_cell_nodes(terrain, span->i0, span->j0) : NULL;
}

/// The height of the cover over nodes in one tile.
static void cover_one_tile(const talus_terrain *terrain, const contact_span *span, talus_vec3 r,
                           const double *nodes, contact_cover *cover)
{
    double highest = cover->height;
    for (int64_t j = span->j0; j <= span->j1; j++, nodes += TERRAIN_TILE_NODES) {
        const double rise_y = cover->north * (terrain->y0 + (double)j * terrain->cell - r.y);
        for (int64_t i = span->i0; i <= span->i1; i++) {
            const double dx = terrain->x0 + (double)i * terrain->cell - r.x;
            const double height = nodes[i - span->i0] - cover->east * dx - rise_y;
            highest = height > highest ? height : highest;
        }
    }
    cover->height = highest;
}

contact_cover contact_cover_nodes(const talus_terrain *terrain, const contact_span *span,
                                  talus_vec3 r)
{
    contact_cover cover = {-(double)INFINITY, 0.0, 0.0};
    if (span->i0 >= span->i1 || span->j0 >= span->j1) {
        return cover;
    }
    // slopes between the corners; any slope is right, good ones make the plane low
    const double sw = contact_node_height(terrain, span->i0, span->j0);
    const double se = contact_node_height(terrain, span->i1, span->j0);
    const double nw = contact_node_height(terrain, span->i0, span->j1);
    const double ne = contact_node_height(terrain, span->i1, span->j1);
    const double east =
        0.5 * (se - sw + ne - nw) * terrain->per_cell / (double)(span->i1 - span->i0);
    const double north =
        0.5 * (nw - sw + ne - se) * terrain->per_cell / (double)(span->j1 - span->j0);
    if (!isnan(east + north)) {
        cover.east = east;
        cover.north = north;
    }
    const double *nodes = nodes_in_one_tile(terrain, span);
    if (nodes != NULL) {
        cover_one_tile(terrain, span, r, nodes, &cover);
        return cover;
    }
    for (int64_t j = span->j0; j <= span->j1; j++) {
        const double dy = terrain->y0 + (double)j * terrain->cell - r.y;
        for (int64_t i = span->i0; i <= span->i1; i++) {
            const double dx = terrain->x0 + (double)i * terrain->cell - r.x;
            const double height =
                contact_node_height(terrain, i, j) - cover.east * dx - cover.north * dy;
            cover.height = height > cover.height ? height : cover.height;
        }
    }
    return cover;
}
