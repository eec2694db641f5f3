// SPDX-License-Identifier: GPL-3.0-or-later
// One step of the midpoint rule of a body with three different moments, for any kind of number: a
// double, or lanes of several bodies or steps. All of them do the same operations in the same order.
// Included once for each kind, without a guard, after
//   #define NUMBER  the kind
//   #define SPIN    a struct of NUMBER x, y, z
//   #define TURN    a struct of NUMBER w, x, y, z
//   #define OF(name) the name of a function for this kind
//   #define PART    LANES_PART or its like

/// from - a o (m_y m_z, m_z m_x, m_x m_y)
PART void OF(gain)(const SPIN *from, const SPIN *a, const SPIN *m, SPIN *to)
{
    const SPIN gained = {from->x - a->x * (m->y * m->z), from->y - a->y * (m->z * m->x),
                         from->z - a->z * (m->x * m->y)};
    *to = gained;
}

/// Step of Newton on m - w + a/2 o (m_y m_z, ...) = 0, Jacobian [1 b c; d 1 e; f g 1]: m is taken on.
/// @param half a/2
/// @param moved |step|^2
PART void OF(newton)(const SPIN *half, const SPIN *w, SPIN *m, NUMBER *moved)
{
    SPIN on;
    OF(gain)(w, half, m, &on);
    const NUMBER rx = m->x - on.x, ry = m->y - on.y, rz = m->z - on.z;
    const NUMBER b = half->x * m->z, c = half->x * m->y, d = half->y * m->z;
    const NUMBER e = half->y * m->x, f = half->z * m->y, g = half->z * m->x;
    const NUMBER k0 = 1.0 - e * g, k1 = e * f - d, k2 = d * g - f;
    const NUMBER s = 1.0 / (k0 + b * k1 + c * k2);
    const NUMBER x = s * (k0 * rx + (c * g - b) * ry + (b * e - c) * rz);
    const NUMBER y = s * (k1 * rx + (1.0 - c * f) * ry + (c * d - e) * rz);
    const NUMBER z = s * (k2 * rx + (b * f - g) * ry + (1.0 - b * d) * rz);
    m->x -= x;
    m->y -= y;
    m->z -= z;
    *moved = x * x + y * y + z * z;
}

/// Three rounds of the equation of m and a step of Newton.
PART void OF(middle)(const SPIN *half, const SPIN *w, SPIN *m, NUMBER *moved)
{
    OF(gain)(w, half, w, m);
    OF(gain)(w, half, m, m);
    OF(gain)(w, half, m, m);
    OF(newton)(half, w, m, moved);
}

/// midpoint_turn where half the angle is short: right where half2 < SHORT_STEP and
/// |length2 - 1| < SHORT_TURN_OFF.
/// @param e       angular velocity at the end
/// @param half2   square of half the angle
/// @param length2 square of the length of the turn, before it is made 1
PART void OF(short_turn)(const SPIN *inertia, const SPIN *w, const SPIN *e, double dt, TURN *turn,
                         NUMBER *half2, NUMBER *length2)
{
    // q = q(wm dt) as rotation_by
    const double quarter = 0.25 * dt;
    const NUMBER hx = quarter * (w->x + e->x), hy = quarter * (w->y + e->y),
                 hz = quarter * (w->z + e->z);
    const NUMBER z = hx * hx + hy * hy + hz * hz, z2 = z * z;
    const NUMBER sinc =
        (1.0 - z * (1.0 / 6.0)) +
        z2 * ((1.0 / 120.0 - z * (1.0 / 5040.0)) +
              z2 * ((1.0 / 362880.0 - z * (1.0 / 39916800.0)) + z2 * (1.0 / 6227020800.0)));
    const NUMBER qw =
        (1.0 - z * 0.5) +
        z2 * ((1.0 / 24.0 - z * (1.0 / 720.0)) +
              z2 * ((1.0 / 40320.0 - z * (1.0 / 3628800.0)) + z2 * (1.0 / 479001600.0)));
    const NUMBER qx = sinc * hx, qy = sinc * hy, qz = sinc * hz;
    // b = l q l_end
    const NUMBER lx = inertia->x * w->x, ly = inertia->y * w->y, lz = inertia->z * w->z;
    const NUMBER mx = inertia->x * e->x, my = inertia->y * e->y, mz = inertia->z * e->z;
    const NUMBER l2 = lx * lx + ly * ly + lz * lz;
    const NUMBER aw = -(lx * qx + ly * qy + lz * qz), ax = lx * qw + (ly * qz - lz * qy),
                 ay = ly * qw + (lz * qx - lx * qz), az = lz * qw + (lx * qy - ly * qx);
    const NUMBER bw = -(ax * mx + ay * my + az * mz), bx = aw * mx + (ay * mz - az * my),
                 by = aw * my + (az * mx - ax * mz), bz = aw * mz + (ax * my - ay * mx);
    const NUMBER half = 0.5 / l2;
    const NUMBER tw = half * (l2 * qw - bw), tx = half * (l2 * qx - bx), ty = half * (l2 * qy - by),
                 tz = half * (l2 * qz - bz);
    // its square is nearly 1
    const NUMBER n = ((tw * tw + tx * tx) + ty * ty) + tz * tz;
    *half2 = z;
    *length2 = n;
    const NUMBER off = n - 1.0, unit = 1.0 - off * (0.5 - off * (0.375 - off * 0.3125));
    turn->w = unit * tw;
    turn->x = unit * tx;
    turn->y = unit * ty;
    turn->z = unit * tz;
}
