// SPDX-License-Identifier: GPL-3.0-or-later
// The midpoint rule: implicit, keeps T and the spin vector. Its orientation is the published one,
// or the Cayley map of the same linear equation.
#include "foundation/math/lanes.h"
#include "physics/rotation/rotation_internal.h"

enum { NEWTON_LIMIT = 20 };

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

/// dt ((C-B)/A, (A-C)/B, (B-A)/C): the midpoint rule divided by the moments is
///   w+ = w - a o (m_y m_z, m_z m_x, m_x m_y),  m = (w + w+)/2.
static inline talus_vec3 euler_rates(const talus_vec3 *inertia, double dt)
{
    return vec3((inertia->z - inertia->y) / inertia->x * dt,
                (inertia->x - inertia->z) / inertia->y * dt,
                (inertia->y - inertia->x) / inertia->z * dt);
}

static inline talus_vec3 euler_gain(talus_vec3 from, talus_vec3 a, talus_vec3 m)
{
    return vec3(from.x - a.x * (m.y * m.z), from.y - a.y * (m.z * m.x), from.z - a.z * (m.x * m.y));
}

/// Step of Newton on m - w + a/2 o (m_y m_z, ...) = 0, Jacobian [1 b c; d 1 e; f g 1].
/// @param half a/2
static inline talus_vec3 newton_step(talus_vec3 half, talus_vec3 w, talus_vec3 m)
{
    const talus_vec3 r = vec3_sub(m, euler_gain(w, half, m));
    const double b = half.x * m.z, c = half.x * m.y, d = half.y * m.z;
    const double e = half.y * m.x, f = half.z * m.y, g = half.z * m.x;
    const double k0 = 1.0 - e * g, k1 = e * f - d, k2 = d * g - f;
    const double s = 1.0 / (k0 + b * k1 + c * k2);
    return vec3(s * (k0 * r.x + (c * g - b) * r.y + (b * e - c) * r.z),
                s * (k1 * r.x + (1.0 - c * f) * r.y + (c * d - e) * r.z),
                s * (k2 * r.x + (b * f - g) * r.y + (1.0 - b * d) * r.z));
}

/// Newton on m from three rounds of its equation. The rest after a step delta is |a| |delta|^2/4 at
/// most, as the equation is quadratic, and w+ has |a| |m| of it: it is left where (|a| |delta|)^2
/// is 4e-17.
/// @param limit 4e-17/|a|^2
static inline talus_vec3 newton_omega(talus_vec3 a, double limit, talus_vec3 w, int *iterations,
                                      bool *converged)
{
    const talus_vec3 half = vec3_scale(0.5, a);
    talus_vec3 m = euler_gain(w, half, euler_gain(w, half, euler_gain(w, half, w)));
    *converged = false;
    for (*iterations = 1; *iterations <= NEWTON_LIMIT; ++*iterations) {
        const talus_vec3 step = newton_step(half, w, m);
        m = vec3_sub(m, step);
        if (vec3_norm2(step) <= limit) {
            *converged = true;
            break;
        }
    }
    if (!*converged) {
        *iterations = NEWTON_LIMIT;
    }
    return euler_gain(w, a, m);
}

static inline double newton_enough(talus_vec3 a)
{
    return 4e-17 / vec3_norm2(a);
}

/// Angular velocity of the midpoint rule at the end of the step.
static talus_vec3 midpoint_omega(talus_vec3 inertia, talus_vec3 w, double dt, int *iterations,
                                 bool *converged)
{
    double rate;
    const int axis = rotation_single_axis(inertia, w, &rate);
    if (axis < 0) {
        const talus_vec3 a = euler_rates(&inertia, dt);
        return newton_omega(a, newton_enough(a), w, iterations, converged);
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

/// q(wm dt) times the shortest rotation that then takes the spin vector at the end, l_end, onto the
/// one at the start, l. By the half-vector formula that one is |l|^2 - (q* l q) l_end except for its
/// length, so that the whole is |l|^2 q - l q l_end; q alone without a spin vector, or where the
/// two are opposite.
static talus_quat midpoint_turn(talus_vec3 inertia, talus_vec3 omega, talus_vec3 omega_end,
                                double dt)
{
    const talus_quat q = rotation_by(vec3_scale(0.5 * dt, vec3_add(omega, omega_end)));
    const talus_vec3 l = vec3_mul(inertia, omega), l_end = vec3_mul(inertia, omega_end);
    const double l2 = vec3_norm2(l), half = 0.5 / l2;
    const talus_quat both = turn_right(turn_left(l, q), l_end);
    const talus_quat turn = {half * (l2 * q.w - both.w), half * (l2 * q.x - both.x),
                             half * (l2 * q.y - both.y), half * (l2 * q.z - both.z)};
    return l2 > 0.0 && quat_norm2(turn) > 1e-20 ? quat_unit(turn) : q;
}

/// Largest square of half the angle of the step, and of tan(d/2), for the closed form of the turn.
#define SHORT_STEP 0.0625

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
static bool turn_about(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                       talus_free_rotation *free)
{
    const talus_vec3 w = *omega;
    talus_vec3 e;
    talus_quat q;
    double rate;
    bool is_short;
    switch (rotation_single_axis(*inertia, w, &rate)) {
    case 0:
        is_short = turn_symmetric(inertia->y, inertia->x, vec3(w.y, w.z, w.x), 0.5 * dt * rate, dt,
                                  &e, &q);
        free->omega = vec3(e.z, e.x, e.y);
        free->turn = (talus_quat){q.w, q.z, q.x, q.y};
        return is_short;
    case 1:
        is_short = turn_symmetric(inertia->z, inertia->y, vec3(w.z, w.x, w.y), 0.5 * dt * rate, dt,
                                  &e, &q);
        free->omega = vec3(e.y, e.z, e.x);
        free->turn = (talus_quat){q.w, q.y, q.z, q.x};
        return is_short;
    case 2:
        return turn_symmetric(inertia->x, inertia->z, w, 0.5 * dt * rate, dt, &free->omega,
                              &free->turn);
    default:
        return false;
    }
}

/// Of LANES steps: component k of the angular velocity before step k is w[k], after it w[k + 1].
typedef struct spin_columns {
    const double *x, *y, *z;
} spin_columns;

/// midpoint_turn of LANES steps at once, where half the angle is short.
LANES_PART void short_turns(const talus_vec3 *inertia, const spin_columns *w, double dt,
                            talus_quat *turn)
{
    const lanes wx = *(const loose_lanes *)w->x, wy = *(const loose_lanes *)w->y,
                wz = *(const loose_lanes *)w->z, ex = *(const loose_lanes *)(w->x + 1),
                ey = *(const loose_lanes *)(w->y + 1), ez = *(const loose_lanes *)(w->z + 1);
    // q = q(wm dt) as rotation_by
    const double quarter = 0.25 * dt;
    const lanes hx = quarter * (wx + ex), hy = quarter * (wy + ey), hz = quarter * (wz + ez);
    const lanes z = hx * hx + hy * hy + hz * hz, z2 = z * z;
    const lanes sinc =
        (1.0 - z * (1.0 / 6.0)) +
        z2 * ((1.0 / 120.0 - z * (1.0 / 5040.0)) +
              z2 * ((1.0 / 362880.0 - z * (1.0 / 39916800.0)) + z2 * (1.0 / 6227020800.0)));
    const lanes qw =
        (1.0 - z * 0.5) +
        z2 * ((1.0 / 24.0 - z * (1.0 / 720.0)) +
              z2 * ((1.0 / 40320.0 - z * (1.0 / 3628800.0)) + z2 * (1.0 / 479001600.0)));
    const lanes qx = sinc * hx, qy = sinc * hy, qz = sinc * hz;
    // b = l q l_end
    const lanes lx = inertia->x * wx, ly = inertia->y * wy, lz = inertia->z * wz;
    const lanes mx = inertia->x * ex, my = inertia->y * ey, mz = inertia->z * ez;
    const lanes l2 = lx * lx + ly * ly + lz * lz;
    const lanes aw = -(lx * qx + ly * qy + lz * qz), ax = lx * qw + (ly * qz - lz * qy),
                ay = ly * qw + (lz * qx - lx * qz), az = lz * qw + (lx * qy - ly * qx);
    const lanes bw = -(ax * mx + ay * my + az * mz), bx = aw * mx + (ay * mz - az * my),
                by = aw * my + (az * mx - ax * mz), bz = aw * mz + (ax * my - ay * mx);
    const lanes half = 0.5 / l2;
    const lanes tw = half * (l2 * qw - bw), tx = half * (l2 * qx - bx), ty = half * (l2 * qy - by),
                tz = half * (l2 * qz - bz);
    // its square is nearly 1
    const lanes n = ((tw * tw + tx * tx) + ty * ty) + tz * tz, off = n - 1.0;
    const lanes unit = 1.0 - off * (0.5 - off * (0.375 - off * 0.3125));
    const lanes_truth is_good = (z < SHORT_STEP) & (off < 1e-4) & (off > -1e-4);
    const unsigned good = lanes_mask(&is_good);
    const lanes sw = unit * tw, sx = unit * tx, sy = unit * ty, sz = unit * tz;
    for (int k = 0; k < LANES; k++) {
        turn[k] = (talus_quat){sw[k], sx[k], sy[k], sz[k]};
    }
    for (unsigned bad = good ^ ((1U << LANES) - 1U); bad != 0; bad &= bad - 1) {
        const int k = __builtin_ctz(bad);
        turn[k] = midpoint_turn(*inertia, vec3(w->x[k], w->y[k], w->z[k]),
                                vec3(w->x[k + 1], w->y[k + 1], w->z[k + 1]), dt);
    }
}

LANES_CLONES void rotation_midpoint(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                                    talus_free_rotation *free)
{
    if (turn_about(inertia, omega, dt, free)) {
        free->iterations = 0;
        free->converged = true;
        return;
    }
    free->omega = midpoint_omega(*inertia, *omega, dt, &free->iterations, &free->converged);
    double rate;
    if (rotation_single_axis(*inertia, *omega, &rate) >= 0) {
        free->turn = midpoint_turn(*inertia, *omega, free->omega, dt);
        return;
    }
    // with the bits of rotation_midpoint_steps
    const talus_vec3 w = *omega, e = free->omega;
    const double x[LANES + 1] = {w.x, e.x, e.x, e.x, e.x}, y[LANES + 1] = {w.y, e.y, e.y, e.y, e.y},
                           z[LANES + 1] = {w.z, e.z, e.z, e.z, e.z};
    const spin_columns columns = {x, y, z};
    talus_quat turn[LANES];
    short_turns(inertia, &columns, dt, turn);
    free->turn = turn[0];
}

LANES_CLONES void rotation_midpoint_steps(const talus_vec3 *inertia, double dt,
                                          const rotation_table *table, size_t first, size_t count)
{
    const talus_vec3 a = euler_rates(inertia, dt);
    const double limit = newton_enough(a);
    talus_vec3 w = vec3(table->x[first], table->y[first], table->z[first]);
    talus_quat p = table->p[first], turn[LANES];
    for (size_t k = 0; k <= count; k += LANES) {
        // turns of the LANES steps before: while they are made, Newton waits for itself
        const size_t now = first + k, before = now - LANES;
        if (k > 0) {
            const spin_columns columns = {table->x + before, table->y + before, table->z + before};
            short_turns(inertia, &columns, dt, turn);
        }
        for (size_t i = 0; i < LANES; i++) {
            if (k < count) {
                int iterations;
                bool converged;
                w = newton_omega(a, limit, w, &iterations, &converged);
                table->x[now + i + 1] = w.x;
                table->y[now + i + 1] = w.y;
                table->z[now + i + 1] = w.z;
                table->iterations[now + i + 1] = (unsigned char)iterations;
                table->failed[now + i + 1] = !converged;
            }
            if (k > 0) {
                p = rotation_turned(&p, &turn[i]);
                table->p[before + i + 1] = p;
            }
        }
    }
}

void rotation_midpoint_cayley(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                              talus_free_rotation *free)
{
    free->omega = midpoint_omega(*inertia, *omega, dt, &free->iterations, &free->converged);
    const talus_vec3 half = vec3_scale(0.25 * dt, vec3_add(*omega, free->omega));
    free->turn = quat_unit((talus_quat){1.0, half.x, half.y, half.z});
}
