// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rotation.h
/// Torque-free rotation of a rigid body, one time step at a time, behind one interface.
/// It knows inertia, spin and orientation; it refuses to know forces, contacts and positions.
#ifndef TALUS_ROTATION_H
#define TALUS_ROTATION_H

#include "talus/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(enumerator, scenario name, one line)
#define TALUS_SCHEME_LIST(X)                                                                       \
    X(TALUS_SCHEME_EXPLICIT, "explicit", "pseudo-implicit update, keeps T, loses the spin vector") \
    X(TALUS_SCHEME_MIDPOINT, "midpoint", "implicit midpoint, keeps T and the spin vector")

typedef enum talus_scheme {
#define TALUS_SCHEME_ENUM(name, text, doc) name,
    TALUS_SCHEME_LIST(TALUS_SCHEME_ENUM)
#undef TALUS_SCHEME_ENUM
        TALUS_SCHEME_COUNT
} talus_scheme;

TALUS_API const char *talus_scheme_name(talus_scheme scheme); ///< "midpoint"; "?" outside the list
/// @return false if no scheme has that name.
TALUS_API bool talus_scheme_from_name(const char *name, talus_scheme *scheme);

/// Free end-of-step angular velocity: what w becomes in dt without torque.
///   explicit [L14 eq. 60-63]: w+ = (Th + dt/2 G(w))^-1 (Th - dt/2 G(w)) w
///   midpoint [L21 eq. 61-75]: Th (w+ - w) + dt wm x Th wm = 0, wm = (w + w+)/2, Newton to
///   round-off
/// @param inertia    (A, B, C) kg m^2
/// @param omega      rad/s, body frame
/// @param iterations Newton iterations used (0 for explicit); may be NULL
/// @param converged  false if 20 iterations were not enough; may be NULL
TALUS_API talus_vec3 talus_rotation_omega(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega,
                                          double dt, int *iterations, bool *converged);

/// Orientation at the end of the step, unit length.
///   explicit [L21 eq. 79]: normalise(pM + dt/4 pM (0, omega_end)), pM = normalise(p + dt/4 p (0,
///   omega))
///     omega_end = the final angular velocity of the step, percussions included
///   midpoint [L21 eq. 61-75]: normalise(p q(wm dt) qB); omega_end = the free angular velocity of
///     talus_rotation_omega (percussions turn the body from the next step on)
TALUS_API talus_quat talus_rotation_orientation(talus_scheme scheme, talus_vec3 inertia,
                                                talus_quat p, talus_vec3 omega,
                                                talus_vec3 omega_end, double dt);

/// Half-step orientation at which contact geometry is read: normalise(p + dt/4 p (0, omega)).
TALUS_API talus_quat talus_rotation_midpoint(talus_quat p, talus_vec3 omega, double dt);

#ifdef __cplusplus
}
#endif
#endif
