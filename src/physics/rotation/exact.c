// SPDX-License-Identifier: GPL-3.0-or-later
// The torque-free rigid body in closed form. The axes are renamed so that the spin goes round axis
// 3, axis 2 is the intermediate one, and A, B, C stand in falling or rising order. Then
//   w1 ~ cn, w2 ~ sn, w3 ~ dn of lambda t + u0,
// and addition theorems take w over the step without u0. The orientation follows from the spin in
// the body before and after, and the angle about the spin: an integral of the third kind of
// lambda dt alone and one arctangent.                                        [docs/theory.md, 2.3]
#include "physics/rotation/elliptic.h"
#include "physics/rotation/rotation_internal.h"

/// A body in renamed axes.
typedef struct renamed {
    double a, b, c;    ///< kg m^2, moments, b between the others
    double ca, cb, ba; ///< kg m^2, differences c - a, c - b, b - a
    talus_vec3 w;      ///< rad/s
    double split;      ///< L^2 - 2 T B: 0 on the separatrix
    int axis[3];       ///< old number of each axis
    double sign;       ///< of axis 2, so that the renaming is a rotation
} renamed;

/// Constants of the motion and the elliptic functions of the step.
typedef struct motion {
    double spin, spin2;    ///< L, L^2
    double h, f;           ///< 2 T C - L^2, L^2 - 2 T A
    double lambda2, kc2;   ///< 1/s^2, 1
    elliptic_functions at; ///< of lambda dt
    double sigma;          ///< s, sn/lambda
} motion;

/// A number with what its rounding lost.
typedef struct pair {
    double high, low;
} pair;

static pair pair_difference(double x, double y)
{
    const double d = x - y, taken = x - d;
    return (pair){d, (x - (d + taken)) + (taken - y)};
}

static pair pair_product(double x, double y)
{
    // halves of 26 bits
    const double split = 134217729.0, p = x * y;
    const double xs = x * split, xh = xs - (xs - x), xl = x - xh;
    const double ys = y * split, yh = ys - (ys - y), yl = y - yh;
    return (pair){p, ((xh * yh - p) + xh * yl + xl * yh) + xl * yl};
}

static pair pair_scale(pair x, double y)
{
    const pair p = pair_product(x.high, y);
    return (pair){p.high, p.low + x.low * y};
}

/// m (m - mid) w^2 for the outer moments.
static pair pair_share(double m, pair difference, double w)
{
    const pair square = pair_product(w, w), factor = pair_scale(difference, m);
    const pair p = pair_product(square.high, factor.high);
    return (pair){p.high, p.low + (square.high * factor.low + square.low * factor.high)};
}

/// hi (hi - mid) w_hi^2 - lo (mid - lo) w_lo^2, to round-off even where it nearly vanishes.
static double find_split(const double m[3], const double w[3], const int order[3])
{
    const double lo = m[order[0]], mid = m[order[1]], hi = m[order[2]];
    const double above = hi * (hi - mid) * (w[order[2]] * w[order[2]]);
    const double below = lo * (mid - lo) * (w[order[0]] * w[order[0]]);
    const double split = above - below;
    if (fabs(split) > 0.05 * above) {
        return split;
    }
    const pair p = pair_share(hi, pair_difference(hi, mid), w[order[2]]);
    const pair q = pair_share(lo, pair_difference(mid, lo), w[order[0]]);
    const pair d = pair_difference(p.high, q.high);
    return d.high + (d.low + (p.low - q.low));
}

static renamed rename_axes(talus_vec3 inertia, talus_vec3 omega)
{
    const double m[3] = {inertia.x, inertia.y, inertia.z}, w[3] = {omega.x, omega.y, omega.z};
    const int first = m[0] <= m[1] ? 0 : 1, second = 1 - first;
    int order[3] = {first, second, 2};
    if (m[2] < m[first]) {
        order[0] = 2, order[1] = first, order[2] = second;
    } else if (m[2] < m[second]) {
        order[1] = 2, order[2] = second;
    }
    const double split = find_split(m, w, order);
    // round the major axis; of a symmetric body on the separatrix round its own axis
    const bool major =
        split > 0.0 || (split == 0.0 && m[order[2]] - m[order[1]] >= m[order[1]] - m[order[0]]);
    const int i = major ? order[0] : order[2], j = order[1], k = major ? order[2] : order[0];
    const double sign = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
    return (renamed){.a = m[i],
                     .b = m[j],
                     .c = m[k],
                     .ca = m[k] - m[i],
                     .cb = m[k] - m[j],
                     .ba = m[j] - m[i],
                     .w = {w[i], sign * w[j], w[k]},
                     .split = split,
                     .axis = {i, j, k},
                     .sign = sign};
}

static motion find_motion(const renamed *s, double dt)
{
    const talus_vec3 n = vec3(s->a * s->w.x, s->b * s->w.y, s->c * s->w.z);
    motion k = {.spin2 = vec3_norm2(n)};
    k.spin = sqrt(k.spin2);
    k.h = s->a * s->ca * (s->w.x * s->w.x) + s->b * s->cb * (s->w.y * s->w.y);
    k.f = s->b * s->ba * (s->w.y * s->w.y) + s->c * s->ca * (s->w.z * s->w.z);
    k.lambda2 = k.f / s->a * (s->cb / (s->b * s->c));
    const double size = s->cb * k.f;
    k.kc2 = size > 0.0 ? s->ca * s->split / size : 1.0;
    k.kc2 = k.kc2 < 1.0 ? k.kc2 : 1.0;
    const double lambda = sqrt(k.lambda2);
    k.at = elliptic_jacobi(lambda * fabs(dt), k.kc2);
    k.sigma = lambda > 0.0 ? (dt < 0.0 ? -k.at.sn : k.at.sn) / lambda : dt;
    return k;
}

/// Angular velocity after the step: addition theorems of sn, cn, dn with the derivatives of w.
static talus_vec3 turn_omega(const renamed *s, const motion *k)
{
    const elliptic_functions *e = &k->at;
    const talus_vec3 w = s->w;
    const talus_vec3 rate =
        vec3(-s->cb / s->a * (w.y * w.z), s->ca / s->b * (w.z * w.x), -s->ba / s->c * (w.x * w.y));
    const double s2 = k->sigma * k->sigma, sn2 = s2 * k->lambda2;
    const double s2d2 = s2 * (w.z * w.z) * (s->cb / s->a * (s->ca / s->b)); // sn^2 dn0^2
    // 1 - m sn^2 sn0^2 as a sum of squares
    const double r = 1.0 / (e->cn * e->cn + s2d2);
    const talus_vec3 part =
        vec3(rate.x * (k->sigma * e->dn), rate.y * k->sigma, rate.z * (k->sigma * e->cn));
    if (e->cn < 0.5) {
        return vec3(r * (w.x * e->cn + part.x), r * (w.y * (e->cn * e->dn) + part.y),
                    r * (w.z * e->dn + part.z));
    }
    // differences to w: many short steps then round to both sides alike
    const double s2m = s2 * (w.y * w.y) * (s->ba / s->a * (s->cb / s->c)); // m sn^2 sn0^2
    const double x = e->cn * (sn2 / (1.0 + e->cn)) - s2d2;
    const double y = e->cn * (k->kc2 * sn2 / (e->dn + e->cn)) - s2d2;
    const double z = s2m - (1.0 - k->kc2) * sn2 / (1.0 + e->dn);
    return vec3(w.x + r * (w.x * x + part.x), w.y + r * (w.y * y + part.y),
                w.z + r * (w.z * z + part.z));
}

/// Half of the angle of (x, y), |(x, y)| = r, as a complex number of any length; 1 for zero.
static void halve_angle(double x, double y, double r, double half[2])
{
    half[0] = x >= 0.0 ? r + x : fabs(y);
    half[1] = x >= 0.0 ? y : copysign(r - x, y);
    if (half[0] == 0.0 && half[1] == 0.0) {
        half[0] = 1.0;
    }
}

/// What differs between measuring the turn about the spin against axis 1 and against axis 3.
typedef struct pole {
    double e, p;   ///< kg m^2: moment of the outer axis that is not the pole, of the pole
    double eb, ep; ///< kg m^2, e - b, e - p
    double he;     ///< 2 T e - L^2
    bool third;
} pole;

/// The pole that keeps away from the spin: L^2 - N_p^2 >= L^2/2 all along.
static pole choose_pole(const renamed *s, const motion *k)
{
    // least N1^2 + N2^2 of the motion
    const double least = s->ca != 0.0 ? s->a * k->h / s->ca : 0.0;
    return least > 0.5 * k->spin2 ? (pole){s->a, s->c, -s->ba, -s->ca, -k->f, true}
                                  : (pole){s->c, s->a, s->cb, s->ca, k->h, false};
}

/// Integral over the step of L (2T - I_p w_p^2)/(L^2 - N_p^2), less the angle of turn_rest:
///   L dt/E + q (integral of sn^2/(1 - n sn^2) from 0 to lambda dt)/lambda^3
static double turn_angle(const renamed *s, const motion *k, const pole *o, double dt)
{
    const elliptic_functions *e = &k->at;
    const double n = o->he / o->e * (o->eb / (s->b * o->e)); // -n lambda^2
    const double q = k->spin / o->e * (o->he / o->e) * (o->ep / s->a) * (o->eb / (s->b * s->c));
    const double s2 = k->sigma * k->sigma;
    double third = fabs(k->sigma) * s2 * elliptic_rj(e->cn * e->cn, e->dn * e->dn, 1.0 + n * s2);
    const double lambda = sqrt(k->lambda2);
    if (e->half_periods > 0.0) {
        const double odd = e->half_periods - 2.0 * floor(0.5 * e->half_periods);
        // in this half period sn runs from 0 again
        third = (odd > 0.0) == (e->sn > 0.0) ? -third : third;
        third += 2.0 * e->half_periods * elliptic_rj(0.0, k->kc2, 1.0 + n / k->lambda2) /
                 (lambda * k->lambda2);
    } else if (k->kc2 == 0.0 && lambda * fabs(dt) > 300.0) {
        // on the separatrix sn stays at 1
        third += 3.0 * (fabs(dt) - 300.0 / lambda) / (k->lambda2 + n);
    }
    return k->spin * dt / o->e + q / 3.0 * (dt < 0.0 ? -third : third);
}

/// The part of the angle that depends on where in its period the step begins, halved.
static void turn_rest(const renamed *s, const motion *k, const pole *o, talus_vec3 end,
                      double half[2])
{
    const double e = o->third ? s->a * end.x : s->c * end.z, b = s->b * end.y;
    const double cross = o->p * o->eb * k->sigma * (s->w.y * (end.x * end.z));
    const double x = (e * e + b * b + (o->third ? cross : -cross)) / k->spin2;
    const double y = o->eb * (s->b / o->e) * (k->sigma / k->spin) * (s->w.y * end.y);
    halve_angle(x, y, sqrt(x * x + y * y), half);
}

/// Rotation that takes the pole to the direction n, axes in the order (., ., pole).
static talus_quat towards(talus_vec3 n)
{
    const double r = sqrt(n.x * n.x + n.y * n.y);
    double round[2], down[2];
    halve_angle(n.x, n.y, r, round);
    halve_angle(n.z, r, sqrt(n.z * n.z + r * r), down);
    return (talus_quat){round[0] * down[0], -round[1] * down[1], round[0] * down[1],
                        round[1] * down[0]};
}

/// Body components in the order (., ., pole) of the renamed axes.
static talus_vec3 to_pole(const pole *o, talus_vec3 v)
{
    return o->third ? v : vec3(v.y, v.z, v.x);
}

static talus_vec3 spin_direction(const renamed *s, talus_vec3 w, double spin)
{
    const double r = 1.0 / spin;
    return vec3(r * s->a * w.x, r * s->b * w.y, r * s->c * w.z);
}

/// Rotation of the step in the axes of the body at its begin, w >= 0.
static talus_quat turn_body(const renamed *s, const motion *k, talus_vec3 end, double dt)
{
    const pole o = choose_pole(s, k);
    const double angle = 0.5 * turn_angle(s, k, &o, dt);
    double rest[2];
    turn_rest(s, k, &o, end, rest);
    const double cosine = talus_cos(angle), sine = talus_sin(angle);
    const talus_quat about = {cosine * rest[0] - sine * rest[1], 0.0, 0.0,
                              sine * rest[0] + cosine * rest[1]};
    const talus_quat before = towards(to_pole(&o, spin_direction(s, s->w, k->spin)));
    const talus_quat after = towards(to_pole(&o, spin_direction(s, end, k->spin)));
    const talus_quat back = {after.w, -after.x, -after.y, -after.z};
    const talus_quat q = quat_unit(quat_mul(quat_mul(before, about), back));
    const talus_quat turn = o.third ? q : (talus_quat){q.w, q.z, q.x, q.y};
    return turn.w < 0.0 ? (talus_quat){-turn.w, -turn.x, -turn.y, -turn.z} : turn;
}

/// Components in the body's own axes.
static talus_vec3 rename_back(const renamed *s, talus_vec3 v)
{
    double own[3];
    own[s->axis[0]] = v.x;
    own[s->axis[1]] = s->sign * v.y;
    own[s->axis[2]] = v.z;
    return vec3(own[0], own[1], own[2]);
}

void rotation_exact(const talus_vec3 *inertia, const talus_vec3 *omega, double dt,
                    talus_free_rotation *free)
{
    const talus_vec3 torque = vec3_cross(*omega, vec3_mul(*inertia, *omega));
    if (vec3_norm2(torque) == 0.0) {
        // a steady axis
        *free = (talus_free_rotation){*omega, rotation_by(vec3_scale(dt, *omega)), 0, true};
        return;
    }
    const renamed s = rename_axes(*inertia, *omega);
    const motion k = find_motion(&s, dt);
    const talus_vec3 end = turn_omega(&s, &k);
    const talus_quat turn = turn_body(&s, &k, end, dt);
    const talus_vec3 own = rename_back(&s, vec3(turn.x, turn.y, turn.z));
    *free = (talus_free_rotation){rename_back(&s, end), {turn.w, own.x, own.y, own.z}, 0, true};
}
