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

static inline bool rotation_are_equal(double a, double b)
{
    return fabs(a - b) <= 1e-12 * a;
}

/// The axis c whose moment stands alone when the other two are equal (any axis of a sphere), and
/// the rate l w_c, l = (C - A)/A, at which the angular velocity turns about it.
/// @return 0, 1, 2, or -1 for three different moments
static inline int rotation_single_axis(talus_vec3 theta, talus_vec3 omega, double *rate)
{
    if (rotation_are_equal(theta.x, theta.y)) {
        *rate = (theta.z - theta.x) / theta.x * omega.z;
        return 2;
    }
    if (rotation_are_equal(theta.y, theta.z)) {
        *rate = (theta.x - theta.y) / theta.y * omega.x;
        return 0;
    }
    if (rotation_are_equal(theta.z, theta.x)) {
        *rate = (theta.y - theta.z) / theta.z * omega.y;
        return 1;
    }
    return -1;
}

#endif
