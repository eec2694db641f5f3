// SPDX-License-Identifier: GPL-3.0-or-later
// A plane over the cells under a rock: what is over it touches no ground. It is kept while the cells
// are the same.
#ifndef TALUS_SRC_PHYSICS_CONTACT_LID_H
#define TALUS_SRC_PHYSICS_CONTACT_LID_H

#include "physics/contact/contact.h"
#include "physics/contact/footprint.h"

/// A lid on the cells of a footprint on the grid.
contact_lid contact_lid_on(const talus_terrain *t, const contact_footprint *f);

/// Whether the lid is on the cells of the footprint.
LANES_PART bool contact_lid_is_on(const contact_lid *lid, const contact_footprint *f)
{
    return ((lid->i0 ^ f->i0) | (lid->j0 ^ f->j0) | (lid->columns ^ (f->i1 - f->i0 + 1u)) |
            (lid->rows ^ (f->j1 - f->j0 + 1u))) == 0;
}

/// Height over a lid: over + up . x of a vertex x.
typedef struct contact_lid_height {
    talus_vec3 up; ///< body frame
    double over;   ///< m, of S
} contact_lid_height;

LANES_PART contact_lid_height contact_height_over(const contact_lid *lid, talus_vec3 r,
                                                  const talus_mat3 *a)
{
    return (contact_lid_height){mat3_tmulv(a, vec3(-lid->east, -lid->north, 1.0)),
                                r.z - lid->foot.z - lid->east * (r.x - lid->foot.x) -
                                    lid->north * (r.y - lid->foot.y)};
}

#endif
