// SPDX-License-Identifier: GPL-3.0-or-later
// A fine Runge-Kutta method as reference: keeps nothing but is near the motion.
#include "physics/rotation/rotation_internal.h"

enum { SUBSTEPS = 8 };

/// Angular velocity and orientation, or their rates.
typedef struct motion {
    talus_vec3 omega;
    talus_quat p;
} motion;

static motion advanced(const motion *at, double h, const motion *rate)
{
    return (motion){vec3_axpy(at->omega, h, rate->omega),
                    {at->p.w + h * rate->p.w, at->p.x + h * rate->p.x, at->p.y + h * rate->p.y,
                     at->p.z + h * rate->p.z}};
}

/// Euler's equations and p' = p (0, w)/2.
static motion rate_of(talus_vec3 factor, const motion *at)
{
    const talus_vec3 w = at->omega;
    return (motion){vec3_mul(factor, vec3(w.y * w.z, w.z * w.x, w.x * w.y)),
                    quat_mul(at->p, (talus_quat){0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z})};
}

void rotation_runge_kutta(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                          talus_free_rotation *free)
{
    const talus_vec3 factor =
        vec3((inertia->y - inertia->z) / inertia->x, (inertia->z - inertia->x) / inertia->y,
             (inertia->x - inertia->y) / inertia->z);
    const double h = dt / SUBSTEPS;
    motion at = {*omega, {1.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < SUBSTEPS; i++) {
        const motion k1 = rate_of(factor, &at), at2 = advanced(&at, 0.5 * h, &k1);
        const motion k2 = rate_of(factor, &at2), at3 = advanced(&at, 0.5 * h, &k2);
        const motion k3 = rate_of(factor, &at3), at4 = advanced(&at, h, &k3);
        const motion k4 = rate_of(factor, &at4);
        at = advanced(&at, h / 6.0, &k1);
        at = advanced(&at, h / 3.0, &k2);
        at = advanced(&at, h / 3.0, &k3);
        at = advanced(&at, h / 6.0, &k4);
    }
    *free = (talus_free_rotation){at.omega, talus_quat_normalised(at.p), 0, true};
}
