// SPDX-License-Identifier: GPL-3.0-or-later
// The exact solution of one contact: open, stick, or slip along a direction d on the unit circle
// with
//   f(d) = -c_N d' (W_TN + mu W_TT d) + (d' c_T)(W_NN + mu W_NT d) = 0,   d' = d turned by +90
//   degrees,
// which is the slip condition "d' xi_T = 0" with P_N eliminated by xi_N = 0.
#include "physics/contact_problem/local.h"

#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 12, BRACKET_STEPS = 60, QUADRANT = 8, DIRECTIONS = 4 * QUADRANT };

/// The next turn of Newton's, rad, is taken to be so many times the square of this one at least.
#define LEAST_CURVATURE 8.0
/// Newton ends when its next turn would be smaller, rad.
#define LEAST_TURN 1e-12

/// f(d) = x (a + c x + d y) + y (b + e y) at d = (x, y).
typedef struct slip_problem {
    const double *w, *velocity;
    double mu, a, b, c, d, e;
} slip_problem;

static inline slip_problem pose_slip(const double w[9], const double c[3], double mu)
{
    return (slip_problem){w,
                          c,
                          mu,
                          .a = c[2] * w[0] - c[0] * w[6],
                          .b = c[0] * w[3] - c[1] * w[0],
                          .c = mu * (c[2] * w[1] - c[0] * w[7]),
                          .d = mu * ((c[2] * w[2] - c[1] * w[1]) - c[0] * (w[8] - w[4])),
                          .e = mu * (c[0] * w[5] - c[1] * w[2])};
}

static inline double slip_function(const slip_problem *s, double x, double y)
{
    return x * (s->a + s->c * x + s->d * y) + y * (s->b + s->e * y);
}

/// df/dtheta
static inline double slip_slope(const slip_problem *s, double x, double y)
{
    return (s->b * x - s->a * y) + s->d * (x * x - y * y) + 2.0 * (s->e - s->c) * (x * y);
}

/// Percussion of slip along d, if that is a solution: P_N > 0 and xi_T opposite to P_T.
static bool slip_percussion(const slip_problem *s, double x, double y, double p[3])
{
    const double *w = s->w, *c = s->velocity;
    const double b = w[0] + s->mu * (w[1] * x + w[2] * y);
    if (!(b > 0.0)) {
        return false;
    }
    const double pn = -c[0] / b, pt = s->mu * pn;
    const double xi1 = w[3] * pn + w[4] * pt * x + w[5] * pt * y + c[1];
    const double xi2 = w[6] * pn + w[7] * pt * x + w[8] * pt * y + c[2];
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
    const double length2 = x * x + y * y;
    if (!(length2 > 0.0)) {
        return false;
    }
    const double inverse = 1.0 / sqrt(length2);
    double square_before = 1.0;
    x *= inverse;
    y *= inverse;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const double turn = -slip_function(s, x, y) / slip_slope(s, x, y), square = turn * turn;
        if (!(square < 1.0)) {
            return false;
        }
        problem_turn(turn, &x, &y);
        const double seen = fabs(turn) / square_before;
        if ((seen > LEAST_CURVATURE ? seen : LEAST_CURVATURE) * square < LEAST_TURN) {
            return slip_percussion(s, x, y, p);
        }
        square_before = square;
    }
    return false;
}

/// Towards +90 degrees from one direction to the other, less than half a circle.
static bool turns_left(const double from[2], double x, double y)
{
    return from[0] * y - from[1] * x >= 0.0;
}

/// Root between two directions with a sign change: Newton, halving where it leaves them.
static bool slip_between(const slip_problem *s, const double from[2], const double to[2],
                         double f_from, double p[3])
{
    double low[2] = {from[0], from[1]}, high[2] = {to[0], to[1]};
    double x = from[0] + to[0], y = from[1] + to[1];
    for (int i = 0; i < BRACKET_STEPS; i++) {
        const double scale = 1.0 / sqrt(x * x + y * y);
        x *= scale;
        y *= scale;
        const double f = slip_function(s, x, y), turn = -f / slip_slope(s, x, y);
        double *side = (f > 0.0) == (f_from > 0.0) ? low : high;
        side[0] = x;
        side[1] = y;
        if (LEAST_CURVATURE * turn * turn < LEAST_TURN) {
            problem_turn(turn, &x, &y);
            break;
        }
        const double nx = x - turn * y, ny = y + turn * x;
        const bool is_inside =
            fabs(turn) < 1.0 && turns_left(low, nx, ny) && !turns_left(high, nx, ny);
        x = is_inside ? nx : low[0] + high[0];
        y = is_inside ? ny : low[1] + high[1];
    }
    return slip_percussion(s, x, y, p);
}

/// cos of 0, 90 / 8, ... 90 degrees
static const double COSINE[QUADRANT + 1] = {1.0,
                                            0.98078528040323044913,
                                            0.92387953251128675613,
                                            0.83146961230254523708,
                                            0.70710678118654752440,
                                            0.55557023301960222474,
                                            0.38268343236508977173,
                                            0.19509032201612826785,
                                            0.0};

static void scan_direction(int i, double d[2])
{
    const int k = i % QUADRANT, quarter = i / QUADRANT % 4;
    const double x = COSINE[k], y = COSINE[QUADRANT - k];
    d[0] = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
    d[1] = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
}

/// f in all directions: its linear part changes sign with d, its square part does not.
static void scan_circle(const slip_problem *s, double f[DIRECTIONS])
{
    for (int k = 0; k < QUADRANT; k++) {
        const double x = COSINE[k], y = COSINE[QUADRANT - k];
        const double xx = x * x, yy = y * y, twist = s->d * (x * y);
        const double along = s->a * x + s->b * y, across = s->b * x - s->a * y;
        const double own = s->c * xx + s->e * yy + twist, turned = s->c * yy + s->e * xx - twist;
        f[k] = own + along;
        f[QUADRANT + k] = turned + across;
        f[2 * QUADRANT + k] = own - along;
        f[3 * QUADRANT + k] = turned - across;
    }
}

size_t problem_local_slips(const double w[9], const double c[3], double mu,
                           double p[LOCAL_SLIPS][3])
{
    const slip_problem s = pose_slip(w, c, mu);
    double f[DIRECTIONS];
    size_t count = 0;
    scan_circle(&s, f);
    for (int i = 0; i < DIRECTIONS && count < LOCAL_SLIPS; i++) {
        if ((f[i] > 0.0) != (f[(i + 1) % DIRECTIONS] > 0.0)) {
            double from[2], to[2];
            scan_direction(i, from);
            scan_direction(i + 1, to);
            count += slip_between(&s, from, to, f[i], p[count]) ? 1 : 0;
        }
    }
    return count;
}

/// P = -W^-1 c by cofactors. False if W is singular to working precision.
static bool stick_percussion(const double w[9], const double c[3], double p[3])
{
    const double k0 = w[4] * w[8] - w[5] * w[7], k1 = w[5] * w[6] - w[3] * w[8],
                 k2 = w[3] * w[7] - w[4] * w[6];
    const double det = w[0] * k0 + w[1] * k1 + w[2] * k2;
    const double trace = w[0] + w[4] + w[8];
    if (!(fabs(det) > 1e-14 * trace * trace * trace)) {
        return false;
    }
    const double s = -1.0 / det;
    p[0] =
        s * (k0 * c[0] + (w[2] * w[7] - w[1] * w[8]) * c[1] + (w[1] * w[5] - w[2] * w[4]) * c[2]);
    p[1] =
        s * (k1 * c[0] + (w[0] * w[8] - w[2] * w[6]) * c[1] + (w[2] * w[3] - w[0] * w[5]) * c[2]);
    p[2] =
        s * (k2 * c[0] + (w[1] * w[6] - w[0] * w[7]) * c[1] + (w[0] * w[4] - w[1] * w[3]) * c[2]);
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
static bool stick_start(const double w[9], const double c[3], double stick[3])
{
    stick[0] = stick[1] = stick[2] = 0.0;
    return stick_percussion(w, c, stick);
}

/// Without a search of the whole circle when Newton finds no slip: false proves nothing.
static bool try_branches(const double w[9], const double c[3], double mu, const double start[3],
                         double p[3])
{
    if (c[0] >= 0.0) {
        p[0] = p[1] = p[2] = 0.0;
        return true;
    }
    slip_problem s;
    const bool slips = start[0] > 0.0 && problem_slips(mu, start);
    if (slips) {
        s = pose_slip(w, c, mu);
        if (slip_newton(&s, start[1], start[2], p)) {
            return true;
        }
    }
    double stick[3];
    const bool regular = stick_start(w, c, stick);
    if (regular && stick[0] > 0.0 &&
        stick[1] * stick[1] + stick[2] * stick[2] <= mu * mu * stick[0] * stick[0]) {
        p[0] = stick[0];
        p[1] = stick[1];
        p[2] = stick[2];
        return true;
    }
    if (mu == 0.0) {
        p[0] = -c[0] / w[0];
        p[1] = p[2] = 0.0;
        return true;
    }
    s = pose_slip(w, c, mu);
    return (!slips && slip_newton(&s, start[1], start[2], p)) ||
           (regular && slip_newton(&s, stick[1], stick[2], p)) || slip_newton(&s, -c[1], -c[2], p);
}

bool problem_local_solve(const double w[9], const double c[3], double mu, const double start[3],
                         double p[3])
{
    double slips[LOCAL_SLIPS][3];
    if (try_branches(w, c, mu, start, p)) {
        return true;
    }
    if (problem_local_slips(w, c, mu, slips) > 0) {
        memcpy(p, slips[0], sizeof slips[0]);
        return true;
    }
    double stick[3];
    if (stick_start(w, c, stick)) {
        p[0] = stick[0];
        p[1] = stick[1];
        p[2] = stick[2];
    } else {
        p[0] = -c[0] / w[0];
        p[1] = p[2] = 0.0;
    }
    project_on_disc(mu, p);
    return false;
}
