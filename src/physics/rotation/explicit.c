// SPDX-License-Identifier: GPL-3.0-or-later
// The explicit (pseudo-implicit) scheme: keeps T, loses the spin vector.
#include "physics/rotation/rotation_internal.h"

static talus_vec3 explicit_omega(talus_vec3 inertia, talus_vec3 omega, double dt)
{
    const double h = 0.5 * dt;
    const talus_mat3 g = rotation_gyroscopic(inertia, omega);
    talus_mat3 lhs;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            lhs.m[i][j] = h * g.m[i][j];
        }
    }
    lhs.m[0][0] += inertia.x;
    lhs.m[1][1] += inertia.y;
    lhs.m[2][2] += inertia.z;
    const talus_vec3 rhs = vec3_axpy(vec3_mul(inertia, omega), -h, mat3_mulv(&g, omega));
    const talus_mat3 inverse = mat3_inverse(&lhs);
    return mat3_mulv(&inverse, rhs);
}

void rotation_explicit(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                       talus_free_rotation *free)
{
    const talus_quat identity = {1.0, 0.0, 0.0, 0.0};
    const talus_vec3 end = explicit_omega(*inertia, *omega, dt);
    *free = (talus_free_rotation){end, rotation_explicit_orientation(identity, *omega, end, dt), 0,
                                  true};
}
