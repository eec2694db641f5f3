// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/contact/lid.h"

#include "physics/contact/contact_internal.h"

/// Above the round-off of heights, m.
#define LID_SLACK 1e-9

/// Whether a node is missing.
static bool misses_node(const talus_terrain *t, const contact_span *nodes)
{
    for (int64_t j = nodes->j0; j <= nodes->j1; j++) {
        for (int64_t i = nodes->i0; i <= nodes->i1; i++) {
            if (isnan(contact_node_height(t, i, j))) {
                return true;
            }
        }
    }
    return false;
}

TERRAIN_COLD contact_lid contact_lid_on(const talus_terrain *t, const contact_footprint *f)
{
    const contact_span nodes = {f->i0, (int64_t)f->i1 + 1, f->j0, (int64_t)f->j1 + 1};
    const talus_vec3 corner =
        vec3(t->x0 + (double)nodes.i0 * t->cell, t->y0 + (double)nodes.j0 * t->cell, 0.0);
    const contact_cover cover = contact_cover_nodes(t, &nodes, corner);
    return (contact_lid){.i0 = f->i0,
                         .j0 = f->j0,
                         .columns = f->i1 - f->i0 + 1u,
                         .rows = f->j1 - f->j0 + 1u,
                         .foot = vec3(corner.x, corner.y, cover.height + LID_SLACK),
                         .east = cover.east,
                         .north = cover.north,
                         .is_cut = misses_node(t, &nodes)};
}
