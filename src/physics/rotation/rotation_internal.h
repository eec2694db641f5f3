// SPDX-License-Identifier: GPL-3.0-or-later
// The schemes behind the public interface, and what they and the stepper share.
#ifndef TALUS_SRC_PHYSICS_ROTATION_ROTATION_INTERNAL_H
#define TALUS_SRC_PHYSICS_ROTATION_ROTATION_INTERNAL_H

#include "foundation/math/lanes_linalg.h"
#include "foundation/math/linalg.h"
#include "talus/rotation.h"

/// Gyroscopic matrix G(w) = Th w~ + w~ Th, skew-symmetric.                    [L14 eq. 60]
static inline talus_mat3 rotation_gyroscopic(talus_vec3 inertia, talus_vec3 w)
{
    const double xy = (inertia.x + inertia.y) * w.z;
    const double xz = (inertia.x + inertia.z) * w.y;
    const double yz = (inertia.y + inertia.z) * w.x;
    return (talus_mat3){{{0.0, -xy, xz}, {xy, 0.0, -yz}, {-xz, yz, 0.0}}};
}

/// Torque-free rotation by dt, see talus_rotation_free; all of *free is set.
typedef void rotation_scheme(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                             talus_free_rotation *free);
/// Of every scheme.
extern rotation_scheme *const rotation_schemes[TALUS_SCHEME_COUNT];
rotation_scheme rotation_explicit; ///< explicit.c
rotation_scheme rotation_midpoint; ///< midpoint.c
rotation_scheme rotation_midpoint_cayley;
rotation_scheme rotation_exact;   ///< exact.c
rotation_scheme rotation_algo_c1; ///< conserving.c
rotation_scheme rotation_rattle;
rotation_scheme rotation_quaternion;
rotation_scheme rotation_runge_kutta; ///< runge_kutta.c

/// Angular velocities and orientations after 0, 1, 2, ... free steps, with what Newton took for each.
typedef struct rotation_table {
    double *x, *y, *z; ///< rad/s, body frame
    talus_quat *p;
    unsigned char *iterations;
    bool *failed;
} rotation_table;
/// A body and its table; entry 0 is given.
typedef struct rotation_rock {
    talus_vec3 inertia; ///< kg m^2
    rotation_table table;
} rotation_rock;
/// `count` steps under the midpoint rule: entries 1 to `count`. Bits of rotation_midpoint and
/// rotation_orientation. Of a body with three different moments, `count` a multiple of LANES:
void rotation_midpoint_steps(const rotation_rock *rock, double dt, size_t count);
/// Of one with two equal moments:
void rotation_midpoint_symmetric_steps(const rotation_rock *rock, double dt, size_t count);
/// Of several rocks with three different moments, side by side in lanes: of each the bits that it has alone.
/// @param width rocks side by side: 1, 4 or 8, ROTATION_MOST_LANES only where rotation_most_lanes
///   says so
void rotation_midpoint_rocks(const rotation_rock *rocks, size_t rock_count, size_t width, double dt,
                             size_t count);
enum { ROTATION_MOST_LANES = 8 };
/// The widest that this processor takes in one register, 4 or 8.
size_t rotation_most_lanes(void);

/// p advanced by half a step with omega and half a step with omega_end.            [L21 eq. 79]
static inline talus_quat rotation_explicit_orientation(talus_quat p, talus_vec3 omega,
                                                       talus_vec3 omega_end, double dt)
{
    return quat_advance(quat_advance(p, 0.25 * dt, omega), 0.25 * dt, omega_end);
}

/// q(phi) = (cos |phi|/2, 1/2 sinc(|phi|/2) phi): the rotation by the vector phi.
static inline talus_quat rotation_by(talus_vec3 phi)
{
    const talus_vec3 half = vec3_scale(0.5, phi);
    const double z = vec3_norm2(half);
    double sinc, cosine;
    if (z < 0.0625) { // Taylor to z^6, the neglected terms are under 1e-19
        const double z2 = z * z;
        sinc = (1.0 - z * (1.0 / 6.0)) +
               z2 * ((1.0 / 120.0 - z * (1.0 / 5040.0)) +
                     z2 * ((1.0 / 362880.0 - z * (1.0 / 39916800.0)) + z2 * (1.0 / 6227020800.0)));
        cosine = (1.0 - z * 0.5) +
                 z2 * ((1.0 / 24.0 - z * (1.0 / 720.0)) +
                       z2 * ((1.0 / 40320.0 - z * (1.0 / 3628800.0)) + z2 * (1.0 / 479001600.0)));
    } else {
        const double x = sqrt(z);
        sinc = talus_sin(x) / x;
        cosine = talus_cos(x);
    }
    return (talus_quat){cosine, sinc * half.x, sinc * half.y, sinc * half.z};
}

/// p turn of two unit quaternions, of unit length again: one Newton step is exact to 4e-17 for what
/// is up to 1e-8 off.
LANES_PART talus_quat rotation_turned(const talus_quat *p, const talus_quat *turn)
{
    lanes b = {turn->w, turn->x, turn->y, turn->z}, product;
    lanes_quat_mul(p, &b, &product);
    const lanes square = product * product;
    const double n = ((square[0] + square[1]) + square[2]) + square[3];
    product *= fabs(n - 1.0) < 1e-8 ? 1.5 - 0.5 * n : 1.0 / sqrt(n);
    return (talus_quat){product[0], product[1], product[2], product[3]};
}

/// talus_rotation_orientation
LANES_PART talus_quat rotation_orientation(talus_scheme scheme, const talus_quat *p,
                                           const talus_vec3 *omega, const talus_free_rotation *free,
                                           const talus_vec3 *omega_end, double dt)
{
    if (scheme == TALUS_SCHEME_EXPLICIT) {
        return rotation_explicit_orientation(*p, *omega, *omega_end, dt);
    }
    const talus_quat turned = rotation_turned(p, &free->turn);
    if (scheme == TALUS_SCHEME_MIDPOINT_PLUS) {
        const talus_vec3 pushed = vec3_sub(*omega_end, free->omega);
        // without percussions and drag bit for bit as midpoint
        if (vec3_norm2(pushed) > 0.0) {
            const talus_quat more = rotation_by(vec3_scale(0.5 * dt, pushed));
            return rotation_turned(&turned, &more);
        }
    }
    return turned;
}

/// Equal except for round-off: what is neglected turns a spin by 1e-14 of its angle.
static inline bool rotation_are_equal(double a, double b)
{
    return fabs(a - b) <= 1e-14 * a;
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
