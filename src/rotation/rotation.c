// SPDX-License-Identifier: GPL-3.0-or-later
// The rotation schemes: explicit (pseudo-implicit) and midpoint (implicit, spin-preserving).
#include "talus/rotation.h"

#include "math/linalg.h"
#include "rotation/rotation_internal.h"

#include <string.h>

enum { NEWTON_LIMIT = 20 };

static const char *const scheme_names[] = {
#define SCHEME_NAME(name, text, doc) text,
    TALUS_SCHEME_LIST(SCHEME_NAME)
#undef SCHEME_NAME
};

const char *talus_scheme_name(talus_scheme scheme)
{
    return (unsigned)scheme < TALUS_SCHEME_COUNT ? scheme_names[scheme] : "?";
}

bool talus_scheme_from_name(const char *name, talus_scheme *scheme)
{
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        if (name != NULL && strcmp(name, scheme_names[i]) == 0) {
            *scheme = (talus_scheme)i;
            return true;
        }
    }
    return false;
}

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

/// The midpoint rule of a body with two equal moments in closed form: a rotation about the third
/// axis c by d, tan(d/2) = rate dt/2.
static talus_vec3 symmetric_omega(talus_vec3 w, int axis, double half_tangent)
{
    const double t = half_tangent, s = 1.0 / (1.0 + t * t);
    const double cosine = (1.0 - t * t) * s, sine = 2.0 * t * s;
    switch (axis) {
    case 0:
        return vec3(w.x, cosine * w.y - sine * w.z, cosine * w.z + sine * w.y);
    case 1:
        return vec3(cosine * w.x + sine * w.z, w.y, cosine * w.z - sine * w.x);
    default:
        return vec3(cosine * w.x - sine * w.y, cosine * w.y + sine * w.x, w.z);
    }
}

/// Newton on  n - w + dt a (m x m-like products) = 0,  m = (w + n)/2,  a = ((C-B)/A, (A-C)/B,
/// (B-A)/C): the midpoint rule divided by the moments, Jacobian [1 b c; d 1 e; f g 1].
static talus_vec3 midpoint_omega(talus_vec3 inertia, talus_vec3 w, double dt, int *iterations,
                                 bool *converged)
{
    const double ax = (inertia.z - inertia.y) / inertia.x * dt;
    const double ay = (inertia.x - inertia.z) / inertia.y * dt;
    const double az = (inertia.y - inertia.x) / inertia.z * dt;
    talus_vec3 n = w;
    double previous = (double)INFINITY;
    *converged = false;
    for (*iterations = 1; *iterations <= NEWTON_LIMIT; ++*iterations) {
        const talus_vec3 m = vec3_scale(0.5, vec3_add(w, n));
        const talus_vec3 r = vec3(n.x - w.x + ax * m.y * m.z, n.y - w.y + ay * m.z * m.x,
                                  n.z - w.z + az * m.x * m.y);
        const double b = 0.5 * ax * m.z, c = 0.5 * ax * m.y, d = 0.5 * ay * m.z;
        const double e = 0.5 * ay * m.x, f = 0.5 * az * m.y, g = 0.5 * az * m.x;
        const double k0 = 1.0 - e * g, k1 = e * f - d, k2 = d * g - f;
        const double s = 1.0 / (k0 + b * k1 + c * k2);
        const talus_vec3 step = vec3(s * (k0 * r.x + (c * g - b) * r.y + (b * e - c) * r.z),
                                     s * (k1 * r.x + (1.0 - c * f) * r.y + (c * d - e) * r.z),
                                     s * (k2 * r.x + (b * f - g) * r.y + (1.0 - b * d) * r.z));
        n = vec3_sub(n, step);
        // converged at 1e-15, or stagnating in round-off just above it
        const double size = vec3_norm2(step), scale = vec3_norm2(n);
        if (size <= 1e-30 * scale || (size <= 1e-28 * scale && size >= 0.25 * previous)) {
            *converged = true;
            break;
        }
        previous = size;
    }
    if (*iterations > NEWTON_LIMIT) {
        *iterations = NEWTON_LIMIT;
    }
    return n;
}

/// q(phi) = (cos |phi|/2, 1/2 sinc(|phi|/2) phi): the rotation by the vector phi.
static talus_quat rotation_by(talus_vec3 phi)
{
    const talus_vec3 half = vec3_scale(0.5, phi);
    const double x2 = vec3_norm2(half), x = sqrt(x2);
    // series below 1e-4: the neglected terms are under 1e-19
    const double sinc = x < 1e-4 ? 1.0 - x2 * (1.0 / 6.0) : talus_sin(x) / x;
    return (talus_quat){talus_cos(x), sinc * half.x, sinc * half.y, sinc * half.z};
}

/// Shortest rotation between b and c by the half-vector formula; identity for a zero vector.
static talus_quat shortest_rotation(talus_vec3 b, talus_vec3 c)
{
    const double lengths = sqrt(vec3_norm2(b) * vec3_norm2(c));
    if (!(lengths > 0.0)) {
        return (talus_quat){1.0, 0.0, 0.0, 0.0};
    }
    const talus_vec3 axis = vec3_cross(b, c);
    const talus_quat half = {lengths + vec3_dot(b, c), axis.x, axis.y, axis.z};
    // opposite vectors have no shortest rotation
    return quat_norm2(half) > 0.0 ? quat_unit(half) : (talus_quat){1.0, 0.0, 0.0, 0.0};
}

static talus_quat midpoint_turn(talus_vec3 inertia, talus_vec3 omega, talus_vec3 omega_end,
                                double dt)
{
    const talus_quat q = rotation_by(vec3_scale(0.5 * dt, vec3_add(omega, omega_end)));
    const talus_quat back = {q.w, -q.x, -q.y, -q.z};
    const talus_vec3 c = talus_quat_rotate(back, vec3_mul(inertia, omega));
    return quat_mul(q, shortest_rotation(vec3_mul(inertia, omega_end), c));
}

static talus_quat explicit_orientation(talus_quat p, talus_vec3 omega, talus_vec3 omega_end,
                                       double dt)
{
    return quat_advance(quat_advance(p, 0.25 * dt, omega), 0.25 * dt, omega_end);
}

talus_free_rotation talus_rotation_free(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega,
                                        double dt)
{
    talus_free_rotation free = {.converged = true};
    if (scheme == TALUS_SCHEME_MIDPOINT) {
        double rate;
        const int axis = rotation_single_axis(inertia, omega, &rate);
        free.omega = axis >= 0
                         ? symmetric_omega(omega, axis, 0.5 * dt * rate)
                         : midpoint_omega(inertia, omega, dt, &free.iterations, &free.converged);
        free.turn = midpoint_turn(inertia, omega, free.omega, dt);
    } else {
        free.omega = explicit_omega(inertia, omega, dt);
        free.turn = explicit_orientation((talus_quat){1.0, 0.0, 0.0, 0.0}, omega, free.omega, dt);
    }
    return free;
}

talus_quat talus_rotation_orientation(talus_scheme scheme, talus_quat p, talus_vec3 omega,
                                      const talus_free_rotation *free, talus_vec3 omega_end,
                                      double dt)
{
    return scheme == TALUS_SCHEME_EXPLICIT ? explicit_orientation(p, omega, omega_end, dt)
                                           : quat_unit(quat_mul(p, free->turn));
}

talus_quat talus_rotation_midpoint(talus_quat p, talus_vec3 omega, double dt)
{
    return quat_advance(p, 0.25 * dt, omega);
}
