// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that turn freely, for the tests of the schemes.
#ifndef TALUS_TESTS_ROTATION_BODIES_H
#define TALUS_TESTS_ROTATION_BODIES_H

#include "math/linalg.h"
#include "talus/rotation.h"

#include <criterion/criterion.h>

typedef struct body {
    talus_vec3 inertia, omega;
    talus_quat p;
} body;

static inline void spin_steps(talus_scheme scheme, body *b, double dt, long count)
{
    for (long i = 0; i < count; i++) {
        const talus_free_rotation free = talus_rotation_free(scheme, b->inertia, b->omega, dt);
        cr_assert(free.converged, "Newton failed in step %ld", i);
        b->p = talus_rotation_orientation(scheme, b->p, b->omega, &free, free.omega, dt);
        b->omega = free.omega;
    }
}

static inline talus_vec3 spin_vector(const body *b)
{
    return talus_quat_rotate(b->p, vec3_mul(b->inertia, b->omega));
}

static inline double twice_energy(const body *b)
{
    return vec3_dot(b->omega, vec3_mul(b->inertia, b->omega));
}

static inline double omega_difference(const body *b, const double omega[3])
{
    return vec3_norm(vec3_sub(b->omega, vec3(omega[0], omega[1], omega[2])));
}

/// distance of two quaternions up to sign
static inline double orientation_difference(const body *b, const double q[4])
{
    const double dot = b->p.w * q[0] + b->p.x * q[1] + b->p.y * q[2] + b->p.z * q[3];
    const double s = dot < 0.0 ? -1.0 : 1.0;
    const talus_quat d = {b->p.w - s * q[0], b->p.x - s * q[1], b->p.y - s * q[2],
                          b->p.z - s * q[3]};
    return sqrt(quat_norm2(d));
}

/// distance of two states: angular velocities relative to their size, plus orientations
static inline double body_difference(const body *b, const body *other)
{
    const double omega[3] = {other->omega.x, other->omega.y, other->omega.z};
    const double q[4] = {other->p.w, other->p.x, other->p.y, other->p.z};
    return omega_difference(b, omega) / vec3_norm(other->omega) + orientation_difference(b, q);
}

#endif
