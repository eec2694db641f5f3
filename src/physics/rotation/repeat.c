// SPDX-License-Identifier: GPL-3.0-or-later
// Many free steps of a body with two equal moments in closed form.
#include "physics/rotation/rotation_internal.h"

/// Rotation by `half` x 2 about a unit axis.
static talus_quat rotation_about(talus_vec3 axis, double half)
{
    const double sine = talus_sin(half);
    return (talus_quat){talus_cos(half), sine * axis.x, sine * axis.y, sine * axis.z};
}

static talus_vec3 unit_axis(int axis)
{
    return vec3(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0);
}

/// Angle of the point (c, s) off the positive c axis, in [0, pi]; s >= 0.
static double angle_of(double c, double s)
{
    if (s <= c) {
        return talus_atan(s / c);
    }
    return 0.5 * TALUS_PI - talus_atan(c / s);
}

/// Angle d by which a step turns the angular velocity about the axis of its constant part w_c.
/// @param turned component about the axis over w of the first step's turn: dt/2 tau w_c of the
///               schemes that are the midpoint rule with a step tau dt
/// @return false for a scheme that does not keep the angular velocity about the axis
static bool angle_per_step(talus_scheme scheme, double rate, double dt, double turned, double w_c,
                           double *angle)
{
    switch (scheme) {
    case TALUS_SCHEME_MIDPOINT:
    case TALUS_SCHEME_MIDPOINT_PLUS:
    case TALUS_SCHEME_MIDPOINT_CAYLEY:
        *angle = 2.0 * talus_atan(0.5 * dt * rate);
        return true;
    case TALUS_SCHEME_EXACT:
        *angle = dt * rate;
        return true;
    case TALUS_SCHEME_ALGO_C1:
    case TALUS_SCHEME_RATTLE:
    case TALUS_SCHEME_QUATERNION:
        *angle = w_c != 0.0 ? 2.0 * talus_atan(rate / w_c * turned) : 0.0;
        return true;
    case TALUS_SCHEME_EXPLICIT:
    case TALUS_SCHEME_RUNGE_KUTTA:
    case TALUS_SCHEME_COUNT:
    default:
        return false;
    }
}

bool talus_rotation_repeat_start(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega,
                                 double dt, talus_rotation_repeat *repeat)
{
    double rate;
    const int axis = rotation_single_axis(inertia, omega, &rate);
    if (axis < 0) {
        return false;
    }
    repeat->omega = omega;
    repeat->axis = axis;
    repeat->single = talus_rotation_free(scheme, inertia, omega, dt);
    const talus_quat first = repeat->single.turn;
    const talus_vec3 c = unit_axis(axis);
    const double turned = vec3_dot(c, vec3(first.x, first.y, first.z)) / first.w;
    if (!repeat->single.converged ||
        !angle_per_step(scheme, rate, dt, turned, vec3_dot(c, omega), &repeat->angle)) {
        return false;
    }
    const talus_quat turn = quat_unit(quat_mul(first, rotation_about(c, 0.5 * repeat->angle)));
    const talus_vec3 vector = vec3(turn.x, turn.y, turn.z);
    const double sine = vec3_norm(vector);
    repeat->half = angle_of(turn.w, sine);
    repeat->about = sine > 0.0 ? vec3_scale(1.0 / sine, vector) : c;
    return true;
}

talus_free_rotation talus_rotation_repeat_at(const talus_rotation_repeat *r, uint64_t count)
{
    const double n = (double)count;
    const talus_vec3 axis = unit_axis(r->axis);
    const talus_quat around = rotation_about(axis, 0.5 * n * r->angle);
    const talus_quat back = {around.w, -around.x, -around.y, -around.z};
    talus_free_rotation all = {.converged = r->single.converged,
                               .iterations = r->single.iterations};
    all.omega = talus_quat_rotate(around, r->omega);
    all.turn = quat_mul(rotation_about(r->about, n * r->half), back);
    return all;
}
