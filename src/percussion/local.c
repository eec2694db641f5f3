// SPDX-License-Identifier: GPL-3.0-or-later
// The exact solution of one contact: open, stick, or slip along a direction d on the unit circle
// with
//   f(d) = -c_N d' (G_TN + mu G_TT d) + (d' c_T)(G_NN + mu G_NT d) = 0,   d' = d turned by +90
//   degrees,
// which is the slip condition "d' xi_T = 0" with P_N eliminated by xi_N = 0.
#include "percussion/local.h"

#include <math.h>
#include <stddef.h>

enum { NEWTON_STEPS = 12, SCAN_DIRECTIONS = 32, BISECTIONS = 60 };

typedef struct slip_problem {
    const double *g, *c;
    double mu;
} slip_problem;

/// f and df/dtheta at the unit direction (x, y).
static double slip_function(const slip_problem *s, double x, double y, double *slope)
{
    const double *g = s->g, *c = s->c;
    const double mu = s->mu;
    // a = G_TN + mu G_TT d, b = G_NN + mu G_NT d and their derivatives along d' = (-y, x)
    const double a1 = g[3] + mu * (g[4] * x + g[5] * y), a2 = g[6] + mu * (g[7] * x + g[8] * y);
    const double b = g[0] + mu * (g[1] * x + g[2] * y);
    const double da1 = mu * (g[5] * x - g[4] * y), da2 = mu * (g[8] * x - g[7] * y);
    const double db = mu * (g[2] * x - g[1] * y);
    const double across = c[2] * x - c[1] * y, along = c[1] * x + c[2] * y;
    *slope = -c[0] * (-(x * a1 + y * a2) + (x * da2 - y * da1)) - along * b + across * db;
    return -c[0] * (x * a2 - y * a1) + across * b;
}

/// Percussion of slip along d, if that is a solution: P_N > 0 and xi_T opposite to P_T.
static bool slip_percussion(const slip_problem *s, double x, double y, double p[3])
{
    const double *g = s->g, *c = s->c;
    const double b = g[0] + s->mu * (g[1] * x + g[2] * y);
    if (!(b > 0.0)) {
        return false;
    }
    const double pn = -c[0] / b, pt = s->mu * pn;
    const double xi1 = g[3] * pn + g[4] * pt * x + g[5] * pt * y + c[1];
    const double xi2 = g[6] * pn + g[7] * pt * x + g[8] * pt * y + c[2];
    if (xi1 * x + xi2 * y > 0.0) {
        return false;
    }
    p[0] = pn;
    p[1] = pt * x;
    p[2] = pt * y;
    return true;
}

/// Newton on the circle from a start direction; quadratic near a simple root.
static bool slip_newton(const slip_problem *s, double x, double y, double p[3])
{
    const double length = sqrt(x * x + y * y);
    if (!(length > 0.0)) {
        return false;
    }
    x /= length;
    y /= length;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        double slope;
        const double f = slip_function(s, x, y, &slope);
        const double turn = -f / slope;
        if (!(fabs(turn) < 1.0)) {
            return false;
        }
        percussion_turn(turn, &x, &y);
        // the next turn would be of the order of the square of this one
        if (fabs(turn) < 1e-9) {
            break;
        }
        if (i == NEWTON_STEPS - 1 && fabs(turn) > 1e-12) {
            return false;
        }
    }
    return slip_percussion(s, x, y, p);
}

/// Root between two directions with a sign change, by bisection of the chord.
static bool slip_bisect(const slip_problem *s, const double from[2], const double to[2],
                        double f_from, double p[3])
{
    double ax = from[0], ay = from[1], bx = to[0], by = to[1], slope;
    for (int i = 0; i < BISECTIONS; i++) {
        double x = ax + bx, y = ay + by;
        const double scale = 1.0 / sqrt(x * x + y * y);
        x *= scale;
        y *= scale;
        const double f = slip_function(s, x, y, &slope);
        if ((f > 0.0) == (f_from > 0.0)) {
            ax = x;
            ay = y;
        } else {
            bx = x;
            by = y;
        }
    }
    return slip_percussion(s, bx, by, p);
}

/// All roots of f (a trigonometric polynomial of degree 2: at most 4) by a scan of the circle; the
/// first that is a solution is taken, starting opposite to c_T.
static bool slip_scan(const slip_problem *s, double p[3])
{
    // cosine and sine of 2 pi / 32
    static const double turn_cos = 0.98078528040323044913, turn_sin = 0.19509032201612826785;
    double d[2] = {1.0, 0.0}, slope;
    double f = slip_function(s, d[0], d[1], &slope);
    for (int i = 0; i < SCAN_DIRECTIONS; i++) {
        const double next[2] = {turn_cos * d[0] - turn_sin * d[1],
                                turn_sin * d[0] + turn_cos * d[1]};
        const double f_next = slip_function(s, next[0], next[1], &slope);
        if ((f > 0.0) != (f_next > 0.0) && slip_bisect(s, d, next, f, p)) {
            return true;
        }
        d[0] = next[0];
        d[1] = next[1];
        f = f_next;
    }
    return false;
}

/// P = -G^-1 c by cofactors. False if G is singular to working precision.
static bool stick_percussion(const double g[9], const double c[3], double p[3])
{
    const double k0 = g[4] * g[8] - g[5] * g[7], k1 = g[5] * g[6] - g[3] * g[8],
                 k2 = g[3] * g[7] - g[4] * g[6];
    const double det = g[0] * k0 + g[1] * k1 + g[2] * k2;
    const double trace = g[0] + g[4] + g[8];
    if (!(fabs(det) > 1e-14 * trace * trace * trace)) {
        return false;
    }
    const double s = -1.0 / det;
    p[0] =
        s * (k0 * c[0] + (g[2] * g[7] - g[1] * g[8]) * c[1] + (g[1] * g[5] - g[2] * g[4]) * c[2]);
    p[1] =
        s * (k1 * c[0] + (g[0] * g[8] - g[2] * g[6]) * c[1] + (g[2] * g[3] - g[0] * g[5]) * c[2]);
    p[2] =
        s * (k2 * c[0] + (g[1] * g[6] - g[0] * g[7]) * c[1] + (g[0] * g[4] - g[1] * g[3]) * c[2]);
    return true;
}

/// Shorten P_T onto the disc of radius mu P_N.
static void project_on_disc(double mu, double p[3])
{
    p[0] = p[0] > 0.0 ? p[0] : 0.0;
    const double length = sqrt(p[1] * p[1] + p[2] * p[2]), radius = mu * p[0];
    if (length > radius) {
        p[1] *= radius / length;
        p[2] *= radius / length;
    }
}

/// Percussion of sticking. @return whether the block is regular, so that there is one
static bool stick_start(const double g[9], const double c[3], double stick[3])
{
    stick[0] = stick[1] = stick[2] = 0.0;
    return stick_percussion(g, c, stick);
}

bool percussion_local_try(const double g[9], const double c[3], double mu, const double guess[2],
                          double p[3])
{
    if (c[0] >= 0.0) {
        p[0] = p[1] = p[2] = 0.0;
        return true;
    }
    double stick[3];
    const bool regular = stick_start(g, c, stick);
    if (regular && stick[0] > 0.0 &&
        stick[1] * stick[1] + stick[2] * stick[2] <= mu * mu * stick[0] * stick[0]) {
        p[0] = stick[0];
        p[1] = stick[1];
        p[2] = stick[2];
        return true;
    }
    if (mu == 0.0) {
        p[0] = -c[0] / g[0];
        p[1] = p[2] = 0.0;
        return true;
    }
    const slip_problem s = {g, c, mu};
    return slip_newton(&s, guess[0], guess[1], p) ||
           (regular && slip_newton(&s, stick[1], stick[2], p)) || slip_newton(&s, -c[1], -c[2], p);
}

bool percussion_local_solve(const double g[9], const double c[3], double mu, const double guess[2],
                            double p[3])
{
    const slip_problem s = {g, c, mu};
    if (percussion_local_try(g, c, mu, guess, p) || slip_scan(&s, p)) {
        return true;
    }
    double stick[3];
    if (stick_start(g, c, stick)) {
        p[0] = stick[0];
        p[1] = stick[1];
        p[2] = stick[2];
    } else {
        p[0] = -c[0] / g[0];
        p[1] = p[2] = 0.0;
    }
    project_on_disc(mu, p);
    return false;
}
