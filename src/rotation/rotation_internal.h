// SPDX-License-Identifier: GPL-3.0-or-later
// What the stepper needs of the schemes beyond the public interface.
#ifndef TALUS_SRC_ROTATION_INTERNAL_H
#define TALUS_SRC_ROTATION_INTERNAL_H

#include "math/linalg.h"
#include "talus/rotation.h"

/// Gyroscopic matrix G(w) = Th w~ + w~ Th, skew-symmetric.                    [L14 eq. 60]
static inline talus_mat3 rotation_gyroscopic(talus_vec3 inertia, talus_vec3 w)
{
    const double xy = (inertia.x + inertia.y) * w.z;
    const double xz = (inertia.x + inertia.z) * w.y;
    const double yz = (inertia.y + inertia.z) * w.x;
    return (talus_mat3){{{0.0, -xy, xz}, {xy, 0.0, -yz}, {-xz, yz, 0.0}}};
}

#endif
