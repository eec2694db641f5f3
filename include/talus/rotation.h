// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rotation.h
/// Torque-free rotation of a rigid body, one time step at a time, behind one interface.
/// It knows inertia, angular velocity and orientation; it refuses to know forces, contacts and
/// positions.
///
/// threads: pure functions, any thread.
#ifndef TALUS_ROTATION_H
#define TALUS_ROTATION_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(enumerator, scenario name, one line)                                [docs/theory.md section 2]
#define TALUS_SCHEME_LIST(X)                                                                       \
    X(TALUS_SCHEME_EXPLICIT, "explicit", "pseudo-implicit update, keeps T, loses the spin vector") \
    X(TALUS_SCHEME_MIDPOINT, "midpoint", "implicit midpoint, keeps T and the spin vector")         \
    X(TALUS_SCHEME_EXACT, "exact", "closed form with elliptic functions")                          \
    X(TALUS_SCHEME_MIDPOINT_CAYLEY, "midpoint-cayley", "midpoint, turned by its Cayley map")       \
    X(TALUS_SCHEME_MIDPOINT_PLUS, "midpoint+", "midpoint, percussions turn in the same step")      \
    X(TALUS_SCHEME_ALGO_C1, "algo-c1", "Simo-Wong: exponential map, keeps T and the spin vector")  \
    X(TALUS_SCHEME_RATTLE, "rattle",                                                               \
      "discrete Moser-Veselov: symplectic, keeps T and spin vector")                               \
    X(TALUS_SCHEME_QUATERNION, "quaternion", "Betsch-Siebert: discrete gradient of quaternions")   \
    X(TALUS_SCHEME_RUNGE_KUTTA, "runge-kutta", "classical Runge-Kutta in 8 substeps, keeps nothing")

typedef enum talus_scheme {
#define TALUS_SCHEME_ENUM(name, text, doc) name,
    TALUS_SCHEME_LIST(TALUS_SCHEME_ENUM)
#undef TALUS_SCHEME_ENUM
        TALUS_SCHEME_COUNT
} talus_scheme;

TALUS_API const char *talus_scheme_name(talus_scheme scheme); ///< "midpoint"; "?" outside the list
/// @return false if no scheme has that name.
TALUS_API bool talus_scheme_from_name(const char *name, talus_scheme *scheme);

/// Rotation of a body in one step without torque.
typedef struct talus_free_rotation {
    talus_vec3 omega; ///< rad/s, body frame: angular velocity at the end
    /// P+ = normalise(p turn): rotation of the step in the body frame of its start.
    talus_quat turn;
    int iterations; ///< of Newton; 0 for schemes without iterations
    bool converged; ///< false if 20 iterations were not enough, or the step is too long (rattle:
                    ///< |wm| dt >= 1, algo-c1: pi, quaternion: 4)
} talus_free_rotation;

/// Torque-free rotation over dt. docs/theory.md, section 2, has the equations of every scheme:
///   explicit [L14 eq. 60-63]: w+ = (Th + dt/2 G(w))^-1 (Th - dt/2 G(w)) w, turn of eq. 79 below
///   midpoint, midpoint+ [L21 eq. 61-75]: Th (w+ - w) + dt wm x Th wm = 0, wm = (w + w+)/2, Newton
///     to round-off; turn = q(wm dt) qB, which keeps the angular momentum
///   midpoint-cayley: w+ as midpoint, turn = normalise(1, dt/2 wm)
///   exact [Wh37, ZS07]: elliptic functions; any dt, forwards or backwards
///   algo-c1 [SW91], rattle [MV91], quaternion [BS09]: Th w+ = R' Th w with R about wm by the angle
///     x, asin x, 4 atan(x/4), x = |wm| dt, Newton to round-off; turn = R
///   runge-kutta: order 4, 8 substeps
/// @param scheme  of the list
/// @param inertia (A, B, C) kg m^2, each > 0
/// @param omega   rad/s, body frame
TALUS_API talus_free_rotation talus_rotation_free(talus_scheme scheme, talus_vec3 inertia,
                                                  talus_vec3 omega, double dt);

/// Orientation at the end of a step in which percussions and drag changed omega_end, unit length.
///   explicit [L21 eq. 79]: normalise(pM + dt/4 pM (0, omega_end)), pM = normalise(p + dt/4 p (0,
///     omega)): percussions turn the body in the same step
///   midpoint+: normalise(p turn q(dt/2 (omega_end - free omega))): likewise
///   others: normalise(p turn): percussions turn the body from the next step on
/// @param free of talus_rotation_free with the same scheme, omega and dt; explicit does not read it
TALUS_API talus_quat talus_rotation_orientation(talus_scheme scheme, talus_quat p, talus_vec3 omega,
                                                const talus_free_rotation *free,
                                                talus_vec3 omega_end, double dt);

/// Many torque-free steps at once, for a body with two equal moments. About its third axis c every
/// step of such a body is the same: w_k = q_c(k d) w_0 and turn_k = q_c(k d) turn_0 q_c(-k d), so
/// that
///   p_n = p (turn_0 q_c(d))^n q_c(-n d)                                        [docs/theory.md 2]
/// with the angle d per step: tan(d/2) = dt/2 l w_c for the midpoint rule, d = dt l w_c exactly,
/// l = (C - A)/A. Equal to stepping except for round-off.
typedef struct talus_rotation_repeat {
    talus_vec3 omega;           ///< rad/s, at the start
    talus_free_rotation single; ///< the first step
    int axis;                   ///< c: 0, 1, 2
    double angle;               ///< rad, d
    double half;                ///< rad, half the angle of turn_0 q_c(d)
    talus_vec3 about;           ///< unit, its axis
} talus_rotation_repeat;
/// @return false when the steps have to be taken one by one: three different moments (more than
/// 1e-14 relative), or a scheme whose angular velocity about c changes
TALUS_API bool talus_rotation_repeat_start(talus_scheme scheme, talus_vec3 inertia,
                                           talus_vec3 omega, double dt,
                                           talus_rotation_repeat *repeat);
/// Angular velocity and turn of the first `count` steps together.
TALUS_API talus_free_rotation talus_rotation_repeat_at(const talus_rotation_repeat *repeat,
                                                       uint64_t count);

/// Half-step orientation at which contact geometry is read: normalise(p + dt/4 p (0, omega)).
TALUS_API talus_quat talus_rotation_midpoint(talus_quat p, talus_vec3 omega, double dt);

#ifdef __cplusplus
}
#endif
#endif
