// SPDX-License-Identifier: GPL-3.0-or-later
// The midpoint rule of a body with three different moments: one step, as midpoint.c takes it and as
// tables of many steps do (midpoint_steps.c).
#ifndef TALUS_SRC_PHYSICS_ROTATION_MIDPOINT_H
#define TALUS_SRC_PHYSICS_ROTATION_MIDPOINT_H

#include "foundation/math/lanes.h"
#include "physics/rotation/rotation_internal.h"

#define PART LANES_PART
#define NUMBER double
#define SPIN talus_vec3
#define TURN talus_quat
#define OF(name) midpoint_##name
#include "physics/rotation/midpoint_formulas.h"
#undef NUMBER
#undef SPIN
#undef TURN
#undef OF

/// Of LANES steps or bodies.
typedef struct lanes_spin {
    lanes x, y, z; ///< rad/s
} lanes_spin;
typedef struct lanes_turn {
    lanes w, x, y, z;
} lanes_turn;

#define NUMBER lanes
#define SPIN lanes_spin
#define TURN lanes_turn
#define OF(name) lanes_##name
#include "physics/rotation/midpoint_formulas.h"
#undef NUMBER
#undef SPIN
#undef TURN
#undef OF

#undef PART

/// Largest square of half the angle of the step, and of tan(d/2), for the closed form of the turn.
#define SHORT_STEP 0.0625
/// Farthest that the square of the length of a short turn is from 1.
#define SHORT_TURN_OFF 1e-4

enum { MIDPOINT_NEWTON_LIMIT = 20 };

/// a = dt ((C-B)/A, (A-C)/B, (B-A)/C): the midpoint rule divided by the moments is
///   w+ = w - a o (m_y m_z, m_z m_x, m_x m_y),  m = (w + w+)/2.
static inline talus_vec3 midpoint_rates(const talus_vec3 *inertia, double dt)
{
    return vec3((inertia->z - inertia->y) / inertia->x * dt,
                (inertia->x - inertia->z) / inertia->y * dt,
                (inertia->y - inertia->x) / inertia->z * dt);
}

/// The rest after a step delta of Newton is |a| |delta|^2/4 at most, as the equation is quadratic,
/// and w+ has |a| |m| of it: it is left where (|a| |delta|)^2 is 4e-17.
/// @return |delta|^2 there
static inline double midpoint_enough(const talus_vec3 *a)
{
    return 4e-17 / vec3_norm2(*a);
}

/// Angular velocity at the end of the step.
/// @param enough midpoint_enough(a)
static inline talus_vec3 midpoint_end(const talus_vec3 *a, double enough, const talus_vec3 *w,
                                      int *iterations, bool *converged)
{
    const talus_vec3 half = vec3_scale(0.5, *a);
    talus_vec3 m, end;
    double moved;
    midpoint_middle(&half, w, &m, &moved);
    for (*iterations = 1; !(moved <= enough) && *iterations < MIDPOINT_NEWTON_LIMIT;
         ++*iterations) {
        midpoint_newton(&half, w, &m, &moved);
    }
    *converged = moved <= enough;
    midpoint_gain(w, a, &m, &end);
    return end;
}

/// q(wm dt) times the shortest rotation that then takes the spin vector at the end, l_end, onto the
/// one at the start, l. By the half-vector formula that one is |l|^2 - (q* l q) l_end except for its
/// length, so that the whole is |l|^2 q - l q l_end; q alone without a spin vector, or where the
/// two are opposite.
talus_quat midpoint_turn(talus_vec3 inertia, talus_vec3 omega, talus_vec3 omega_end, double dt);

/// The same by the short form where that is right: the turn of all steps of three different moments.
static inline talus_quat midpoint_turn_of_step(const talus_vec3 *inertia, const talus_vec3 *omega,
                                               const talus_vec3 *omega_end, double dt)
{
    talus_quat turn;
    double half2, length2;
    midpoint_short_turn(inertia, omega, omega_end, dt, &turn, &half2, &length2);
    return half2 < SHORT_STEP && fabs(length2 - 1.0) < SHORT_TURN_OFF
               ? turn
               : midpoint_turn(*inertia, *omega, *omega_end, dt);
}

#endif
