// SPDX-License-Identifier: GPL-3.0-or-later
// Three schemes of one family, all of which keep T and the spin vector:
//   Th w+ = R' Th w,  p+ = p R,  R = rotation about wm = (w + w+)/2 by an angle theta(x), x = |wm|
//   dt ALGO-C1: theta = x;  RATTLE: theta = asin x;  quaternion: theta = 4 atan(x/4)
// With tan(theta/2) = tau x/2 each is the midpoint rule with the time step tau dt, tau = tau(x^2),
// and R = (1, tau dt/2 wm) normalised; the midpoint rule itself has tau = 1. [docs/theory.md, 2.5]
#include "physics/rotation/rotation_internal.h"

enum { NEWTON_LIMIT = 20 };

/// tau and its derivative with respect to y = x^2.
typedef struct stretch {
    double tau, slope;
} stretch;

typedef stretch stretch_law(double y);

/// tan h/h, h = x/2
static stretch exponential(double y)
{
    const double h2 = 0.25 * y, h = sqrt(h2);
    const double tau = h > 0.0 ? talus_sin(h) / (h * talus_cos(h)) : 1.0;
    // 1 - tau cancels for small h: the leading term does for Newton's matrix
    return (stretch){tau, h2 < 1e-6 ? 1.0 / 12.0 : (1.0 - tau + tau * tau * h2) / (8.0 * h2)};
}

/// 2/(1 + cos theta), sin theta = x
static stretch discrete_moser_veselov(double y)
{
    const double cosine = sqrt(1.0 - y), tau = 2.0 / (1.0 + cosine);
    return (stretch){tau, 0.25 * tau * tau / cosine};
}

/// 1/(1 - (x/4)^2)
static stretch unit_quaternion(double y)
{
    const double tau = 1.0 / (1.0 - y * (1.0 / 16.0));
    return (stretch){tau, tau * tau * (1.0 / 16.0)};
}

/// Newton on  n - w + tau dt (gyroscopic products of m)/moments = 0,  m = (w + n)/2.
/// @param limit of y; at larger steps the scheme has no solution, and tau stays
static talus_free_rotation conserve(stretch_law *law, double limit, talus_vec3 inertia,
                                    talus_vec3 w, double dt)
{
    const double ax = (inertia.z - inertia.y) / inertia.x * dt;
    const double ay = (inertia.x - inertia.z) / inertia.y * dt;
    const double az = (inertia.y - inertia.x) / inertia.z * dt;
    talus_free_rotation free = {.omega = w};
    stretch s = {1.0, 0.0};
    double previous = (double)INFINITY, y = 0.0;
    while (!free.converged && free.iterations < NEWTON_LIMIT) {
        const talus_vec3 m = vec3_scale(0.5, vec3_add(w, free.omega));
        y = dt * dt * vec3_norm2(m);
        s = law(y < limit ? y : limit);
        const talus_vec3 g = vec3(ax * m.y * m.z, ay * m.z * m.x, az * m.x * m.y);
        const talus_vec3 r = vec3_axpy(vec3_sub(free.omega, w), s.tau, g);
        const talus_vec3 k = vec3_scale(s.slope * dt * dt, m);
        const double h = 0.5 * s.tau;
        const talus_mat3 jacobian = {
            {{1.0 + g.x * k.x, h * ax * m.z + g.x * k.y, h * ax * m.y + g.x * k.z},
             {h * ay * m.z + g.y * k.x, 1.0 + g.y * k.y, h * ay * m.x + g.y * k.z},
             {h * az * m.y + g.z * k.x, h * az * m.x + g.z * k.y, 1.0 + g.z * k.z}}};
        const talus_mat3 inverse = mat3_inverse(&jacobian);
        const talus_vec3 step = mat3_mulv(&inverse, r);
        free.omega = vec3_sub(free.omega, step);
        free.iterations++;
        // converged at 1e-15, or stagnating in round-off just above it
        const double size = vec3_norm2(step), scale = vec3_norm2(free.omega);
        free.converged =
            size <= 1e-30 * scale || (size <= 1e-28 * scale && size >= 0.25 * previous);
        previous = size;
    }
    free.converged = free.converged && y < limit;
    const talus_vec3 half = vec3_scale(0.25 * s.tau * dt, vec3_add(w, free.omega));
    free.turn = quat_unit((talus_quat){1.0, half.x, half.y, half.z});
    return free;
}

void rotation_algo_c1(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                      talus_free_rotation *free)
{
    // below half a turn, pi^2 = 9.8696
    *free = conserve(exponential, 9.869, *inertia, *omega, dt);
}

void rotation_rattle(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                     talus_free_rotation *free)
{
    *free = conserve(discrete_moser_veselov, 0.999999, *inertia, *omega, dt);
}

void rotation_quaternion(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                         talus_free_rotation *free)
{
    *free = conserve(unit_quaternion, 15.999, *inertia, *omega, dt);
}
