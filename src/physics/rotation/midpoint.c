// SPDX-License-Identifier: GPL-3.0-or-later
// The midpoint rule: implicit, keeps T and the spin vector. Its orientation is the published one,
// or the Cayley map of the same linear equation.
#include "physics/rotation/midpoint.h"

/// (c, s) turned in its plane by d, tan(d/2) = t, as an increment: its coefficients are small, and
/// so is what their rounding, the same in every step, does to the length.
/// @param cosine2 1/(1 + t^2)
static inline void turn_pair(double *c, double *s, double t, double cosine2)
{
    const double per = 2.0 * t * cosine2, versine = t * per;
    const double x = *c - (versine * *c + per * *s), y = *s - (versine * *s - per * *c);
    *c = x;
    *s = y;
}

/// The midpoint rule of a body with two equal moments in closed form: a rotation about the third
/// axis by d, tan(d/2) = rate dt/2.
static talus_vec3 symmetric_omega(talus_vec3 w, int axis, double half_tangent)
{
    const double cosine2 = 1.0 / (1.0 + half_tangent * half_tangent);
    switch (axis) {
    case 0:
        turn_pair(&w.y, &w.z, half_tangent, cosine2);
        break;
    case 1:
        turn_pair(&w.z, &w.x, half_tangent, cosine2);
        break;
    default:
        turn_pair(&w.x, &w.y, half_tangent, cosine2);
        break;
    }
    return w;
}

/// Angular velocity of the midpoint rule at the end of the step.
static talus_vec3 midpoint_omega(talus_vec3 inertia, talus_vec3 w, double dt, int *iterations,
                                 bool *converged)
{
    double rate;
    const int axis = rotation_single_axis(inertia, w, &rate);
    if (axis < 0) {
        const talus_vec3 a = midpoint_rates(&inertia, dt);
        return midpoint_end(&a, midpoint_enough(&a), &w, iterations, converged);
    }
    *iterations = 0;
    *converged = true;
    return symmetric_omega(w, axis, 0.5 * dt * rate);
}

/// (0, a) b
static inline talus_quat turn_left(talus_vec3 a, talus_quat b)
{
    return (talus_quat){-(a.x * b.x + a.y * b.y + a.z * b.z), a.x * b.w + (a.y * b.z - a.z * b.y),
                        a.y * b.w + (a.z * b.x - a.x * b.z), a.z * b.w + (a.x * b.y - a.y * b.x)};
}

/// a (0, b)
static inline talus_quat turn_right(talus_quat a, talus_vec3 b)
{
    return (talus_quat){-(a.x * b.x + a.y * b.y + a.z * b.z), a.w * b.x + (a.y * b.z - a.z * b.y),
                        a.w * b.y + (a.z * b.x - a.x * b.z), a.w * b.z + (a.x * b.y - a.y * b.x)};
}

talus_quat midpoint_turn(talus_vec3 inertia, talus_vec3 omega, talus_vec3 omega_end, double dt)
{
    const talus_quat q = rotation_by(vec3_scale(0.5 * dt, vec3_add(omega, omega_end)));
    const talus_vec3 l = vec3_mul(inertia, omega), l_end = vec3_mul(inertia, omega_end);
    const double l2 = vec3_norm2(l), half = 0.5 / l2;
    const talus_quat both = turn_right(turn_left(l, q), l_end);
    const talus_quat turn = {half * (l2 * q.w - both.w), half * (l2 * q.x - both.x),
                             half * (l2 * q.y - both.y), half * (l2 * q.z - both.z)};
    return l2 > 0.0 && quat_norm2(turn) > 1e-20 ? quat_unit(turn) : q;
}

/// Angular velocity and turn of a body whose moments about x and y are `across`, about z `along`.
/// Up to its length, c = (1, t z) turns the spin about z: l_end = c l c*. So, with n along l,
///   |l|^2 q - l q l_end = (|l|^2 u - l u l) c* = 2 |l|^2 (u_0, n (n . u)) c*,  u = q c,
/// and with q = (D, N dt/2 wm), N/D = tan x/x at x = |wm| dt/2, up to the length again
///   u_0 = D - N dt/2 w_z t,  l . u = D t l_z + N dt/2 l . w.
/// @param t tan(d/2)
/// @return false for a long step
static inline bool turn_symmetric(double across, double along, talus_vec3 w, double t, double dt,
                                  talus_vec3 *end, talus_quat *turn)
{
    const double cosine2 = 1.0 / (1.0 + t * t), h = 0.5 * dt;
    const double flat2 = w.x * w.x + w.y * w.y;
    // wm has the length of w along z, and cos(d/2) of it across
    const double z = h * h * (cosine2 * flat2 + w.z * w.z);
    *end = w;
    turn_pair(&end->x, &end->y, t, cosine2);
    // continued fraction of tan x/x, the neglected part is under 4e-17
    const double denominator = 1.0 - z * (5.0 / 11.0 - z * (2.0 / 99.0 - z * (1.0 / 10395.0)));
    const double numerator = h * (1.0 - z * (4.0 / 33.0 - z * (1.0 / 495.0)));
    const talus_vec3 l = vec3(across * w.x, across * w.y, along * w.z);
    const double l2 = across * across * flat2 + l.z * l.z;
    const double u0 = denominator - numerator * (w.z * t);
    const double lu = denominator * (t * l.z) + numerator * (across * flat2 + l.z * w.z);
    const double per = l2 > 0.0 ? lu / l2 : 0.0;
    const double scale = sqrt(cosine2 / (u0 * u0 + per * lu));
    const double a = scale * u0, b = scale * per, c = t * b;
    *turn = (talus_quat){a + c * l.z, b * l.x - c * l.y, b * l.y + c * l.x, b * l.z - t * a};
    return z < SHORT_STEP && t * t < SHORT_STEP;
}

/// turn_symmetric about the axis that stands alone.
static inline bool turn_about(int axis, double t, const talus_vec3 *inertia,
                              const talus_vec3 *omega, double dt, talus_free_rotation *free)
{
    const talus_vec3 w = *omega;
    talus_vec3 e;
    talus_quat q;
    bool is_short;
    switch (axis) {
    case 0:
        is_short = turn_symmetric(inertia->y, inertia->x, vec3(w.y, w.z, w.x), t, dt, &e, &q);
        free->omega = vec3(e.z, e.x, e.y);
        free->turn = (talus_quat){q.w, q.z, q.x, q.y};
        return is_short;
    case 1:
        is_short = turn_symmetric(inertia->z, inertia->y, vec3(w.z, w.x, w.y), t, dt, &e, &q);
        free->omega = vec3(e.y, e.z, e.x);
        free->turn = (talus_quat){q.w, q.y, q.z, q.x};
        return is_short;
    default:
        return turn_symmetric(inertia->x, inertia->z, w, t, dt, &free->omega, &free->turn);
    }
}

/// A step of two equal moments that is too long for the closed form.
static void solve_long(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                       talus_free_rotation *free)
{
    free->omega = midpoint_omega(*inertia, *omega, dt, &free->iterations, &free->converged);
    free->turn = midpoint_turn(*inertia, *omega, free->omega, dt);
}

LANES_CLONES void rotation_midpoint(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                                    talus_free_rotation *free)
{
    double rate;
    const int axis = rotation_single_axis(*inertia, *omega, &rate);
    if (axis < 0) {
        const talus_vec3 a = midpoint_rates(inertia, dt);
        free->omega =
            midpoint_end(&a, midpoint_enough(&a), omega, &free->iterations, &free->converged);
        free->turn = midpoint_turn_of_step(inertia, omega, &free->omega, dt);
    } else if (turn_about(axis, 0.5 * dt * rate, inertia, omega, dt, free)) {
        free->iterations = 0;
        free->converged = true;
    } else {
        solve_long(inertia, omega, dt, free);
    }
}

LANES_CLONES void rotation_midpoint_symmetric_steps(const rotation_rock *rock, double dt,
                                                    size_t count)
{
    const rotation_table *table = &rock->table;
    const talus_vec3 *inertia = &rock->inertia;
    talus_vec3 w = vec3(table->x[0], table->y[0], table->z[0]);
    talus_quat p = table->p[0];
    for (size_t k = 1; k <= count; k++) {
        double rate = 0.0;
        const int axis = rotation_single_axis(*inertia, w, &rate);
        talus_free_rotation free = {.converged = true};
        if (!turn_about(axis, 0.5 * dt * rate, inertia, &w, dt, &free)) {
            solve_long(inertia, &w, dt, &free);
        }
        w = free.omega;
        p = rotation_turned(&p, &free.turn);
        table->x[k] = w.x;
        table->y[k] = w.y;
        table->z[k] = w.z;
        table->p[k] = p;
        table->iterations[k] = (unsigned char)free.iterations;
        table->failed[k] = !free.converged;
    }
}

void rotation_midpoint_cayley(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                              talus_free_rotation *free)
{
    free->omega = midpoint_omega(*inertia, *omega, dt, &free->iterations, &free->converged);
    const talus_vec3 half = vec3_scale(0.25 * dt, vec3_add(*omega, free->omega));
    free->turn = quat_unit((talus_quat){1.0, half.x, half.y, half.z});
}
