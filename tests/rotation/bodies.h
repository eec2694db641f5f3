// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that turn freely and what is measured of them, for the tests and the table of schemes.
#ifndef TALUS_TESTS_ROTATION_BODIES_H
#define TALUS_TESTS_ROTATION_BODIES_H

#include "foundation/math/linalg.h"
#include "talus/rotation.h"

typedef struct body {
    talus_vec3 inertia, omega;
    talus_quat p;
} body;

/// @return number of steps in which Newton failed
static inline long turn_body(talus_scheme scheme, body *b, double dt, long count)
{
    long failures = 0;
    for (long i = 0; i < count; i++) {
        const talus_free_rotation free = talus_rotation_free(scheme, b->inertia, b->omega, dt);
        b->p = talus_rotation_orientation(scheme, b->p, b->omega, &free, free.omega, dt);
        b->omega = free.omega;
        failures += !free.converged;
    }
    return failures;
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

/// Worst entry of  M hat(N) M' - hat(N+),  M = dN+/dN: 0 for a map of the spin (body frame) that
/// keeps area on the spheres |N| = constant, as the reduced motion does; relative to |N|.
static inline double area_defect(talus_scheme scheme, body b, double dt)
{
    const talus_vec3 n = vec3_mul(b.inertia, b.omega);
    const double h = 1e-4 * vec3_norm(n);
    const talus_free_rotation end = talus_rotation_free(scheme, b.inertia, b.omega, dt);
    const talus_vec3 e = vec3_mul(b.inertia, end.omega);
    talus_vec3 column[3];
    for (int j = 0; j < 3; j++) {
        const talus_vec3 d = vec3(j == 0 ? h : 0.0, j == 1 ? h : 0.0, j == 2 ? h : 0.0);
        talus_vec3 sum = vec3(0.0, 0.0, 0.0);
        // central differences of fourth order
        for (int k = -2; k <= 2; k++) {
            static const double weight[5] = {1.0 / 12.0, -2.0 / 3.0, 0.0, 2.0 / 3.0, -1.0 / 12.0};
            const talus_vec3 at = vec3_axpy(n, k, d);
            const talus_vec3 w = vec3(at.x / b.inertia.x, at.y / b.inertia.y, at.z / b.inertia.z);
            const talus_free_rotation f = talus_rotation_free(scheme, b.inertia, w, dt);
            sum = vec3_axpy(sum, weight[k + 2] / h, vec3_mul(b.inertia, f.omega));
        }
        column[j] = sum;
    }
    const talus_mat3 m = {{{column[0].x, column[1].x, column[2].x},
                           {column[0].y, column[1].y, column[2].y},
                           {column[0].z, column[1].z, column[2].z}}};
    const talus_mat3 hat = {{{0.0, -n.z, n.y}, {n.z, 0.0, -n.x}, {-n.y, n.x, 0.0}}};
    const talus_mat3 mh = mat3_mul(&m, &hat);
    const double after[3][3] = {{0.0, -e.z, e.y}, {e.z, 0.0, -e.x}, {-e.y, e.x, 0.0}};
    double worst = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double entry = mh.m[i][0] * m.m[j][0] + mh.m[i][1] * m.m[j][1] +
                                 mh.m[i][2] * m.m[j][2] - after[i][j];
            worst = fmax(worst, fabs(entry) / vec3_norm(n));
        }
    }
    return worst;
}

#endif
