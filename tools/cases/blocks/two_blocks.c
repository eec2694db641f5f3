// SPDX-License-Identifier: GPL-3.0-or-later
// Two stacked blocks: a side s = +1 pivots on the left corner, s = -1 on the right one. With
// c1 = (s1 b1, h1), l = (s1 b1 - s2 b2, 2 h1), c2 = (s2 b2, h2) and (x, y)^ = (-y, x), upright:
//   M11 = I1 + m1 c1^2 + m2 l^2,  M12 = m2 l.c2,  M22 = I2 + m2 c2^2
//   M11 t1 + M12 t2 = -(m1 c1^ + m2 l^).(a, G),  M12 t1 + M22 t2 = -m2 c2^.(a, G)
#include "cases/blocks/two_blocks.h"

#include <math.h>

static const double sides[2] = {1.0, -1.0};

talus_status two_blocks_check(const two_blocks *s, talus_error *error)
{
    const double values[] = {s->b1, s->h1, s->b2, s->h2, s->m1, s->m2};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (!(values[i] > 0.0) || !isfinite(values[i])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "half sizes %g x %g m (%g kg) and %g x %g m (%g kg) of two "
                                   "blocks: expected numbers > 0",
                                   s->b1, s->h1, s->m1, s->b2, s->h2, s->m2);
        }
    }
    return TALUS_OK;
}

const char *two_blocks_mode_name(two_blocks_mode mode)
{
    static const char *const names[] = {[TWO_BLOCKS_REST] = "rest",
                                        [TWO_BLOCKS_UPPER] = "upper",
                                        [TWO_BLOCKS_TOGETHER] = "together",
                                        [TWO_BLOCKS_BOTH] = "both",
                                        [TWO_BLOCKS_NONE] = "none"};
    return names[mode];
}

static double inertia(double mass, double b, double h)
{
    return mass * (b * b + h * h) / 3.0;
}

/// Masses and driving moments of the pair of sides.
typedef struct pair {
    double m11, m12, m22, force1, force2;
} pair;

static pair pair_of(const two_blocks *s, double s1, double s2, double a, double down)
{
    const double lx = s1 * s->b1 - s2 * s->b2, ly = 2.0 * s->h1;
    return (pair){.m11 = inertia(s->m1, s->b1, s->h1) + s->m1 * (s->b1 * s->b1 + s->h1 * s->h1) +
                         s->m2 * (lx * lx + ly * ly),
                  .m12 = s->m2 * (lx * s2 * s->b2 + ly * s->h2),
                  .m22 = inertia(s->m2, s->b2, s->h2) + s->m2 * (s->b2 * s->b2 + s->h2 * s->h2),
                  .force1 = s->m1 * (s->h1 * a - s1 * s->b1 * down) + s->m2 * (ly * a - lx * down),
                  .force2 = s->m2 * (s->h2 * a - s2 * s->b2 * down)};
}

/// Does a joint or the base hold: is what drives it open on either side not positive?
static bool base_holds(const two_blocks *s, double s2, double t2, double a, double down)
{
    for (int i = 0; i < 2; i++) {
        const pair p = pair_of(s, sides[i], s2, a, down);
        if (sides[i] * (p.force1 - p.m12 * t2) > 0.0) {
            return false;
        }
    }
    return true;
}

static bool joint_holds(const two_blocks *s, double s1, double t, double a, double down)
{
    for (int i = 0; i < 2; i++) {
        const pair p = pair_of(s, s1, sides[i], a, down);
        if (sides[i] * (p.force2 - (p.m12 + p.m22) * t) > 0.0) {
            return false;
        }
    }
    return true;
}

two_blocks_start two_blocks_start_of(const two_blocks *s, double gravity, double across, double up)
{
    const double a = across, down = gravity + up;
    const double height = 2.0 * s->h1 + s->h2, mass = s->m1 + s->m2;
    // the whole stands while the resultant cuts the base; the base holds with the upper at rest
    const double moment = a * (s->m1 * s->h1 + s->m2 * height);
    if (fabs(a) * s->h2 <= down * s->b2 && fabs(moment) <= mass * down * s->b1) {
        return (two_blocks_start){.mode = TWO_BLOCKS_REST};
    }
    for (int i = 0; i < 2; i++) {
        const double s2 = sides[i],
                     t2 = pair_of(s, 1.0, s2, a, down).force2 / pair_of(s, 1.0, s2, a, down).m22;
        if (s2 * t2 > 0.0 && base_holds(s, s2, t2, a, down)) {
            return (two_blocks_start){TWO_BLOCKS_UPPER, {0.0, t2}};
        }
    }
    for (int i = 0; i < 2; i++) {
        const double s1 = sides[i];
        const double whole = inertia(s->m1, s->b1, s->h1) + inertia(s->m2, s->b2, s->h2) +
                             s->m1 * (s->b1 * s->b1 + s->h1 * s->h1) +
                             s->m2 * (s->b1 * s->b1 + height * height);
        const double t = (moment - s1 * s->b1 * mass * down) / whole;
        if (s1 * t > 0.0 && joint_holds(s, s1, t, a, down)) {
            return (two_blocks_start){TWO_BLOCKS_TOGETHER, {t, t}};
        }
    }
    for (int i = 0; i < 4; i++) {
        const double s1 = sides[i / 2], s2 = sides[i % 2];
        const pair p = pair_of(s, s1, s2, a, down);
        const double det = p.m11 * p.m22 - p.m12 * p.m12;
        const double t1 = (p.m22 * p.force1 - p.m12 * p.force2) / det;
        const double t2 = (p.m11 * p.force2 - p.m12 * p.force1) / det;
        if (s1 * t1 > 0.0 && s2 * (t2 - t1) > 0.0) {
            return (two_blocks_start){TWO_BLOCKS_BOTH, {t1, t2}};
        }
    }
    return (two_blocks_start){.mode = TWO_BLOCKS_NONE};
}

double two_blocks_limit(const two_blocks *stack, two_blocks_mode mode, double most)
{
    enum { GRID = 4000 };
    double low = 0.0;
    for (int i = 1; i <= GRID; i++) {
        double high = most * i / GRID;
        if (two_blocks_start_of(stack, 1.0, high, 0.0).mode != mode) {
            low = high;
            continue;
        }
        for (int k = 0; k < 60; k++) {
            const double middle = 0.5 * (low + high);
            if (two_blocks_start_of(stack, 1.0, middle, 0.0).mode == mode) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
    return (double)NAN;
}

// --- Impact ---

/// Velocities of a block: of its centre of mass and its rate.
typedef struct rates {
    double x, z, omega;
} rates;

static double energy(const two_blocks *s, rates v1, rates v2)
{
    return 0.5 * (s->m1 * (v1.x * v1.x + v1.z * v1.z) + s->m2 * (v2.x * v2.x + v2.z * v2.z) +
                  inertia(s->m1, s->b1, s->h1) * v1.omega * v1.omega +
                  inertia(s->m2, s->b2, s->h2) * v2.omega * v2.omega);
}

/// Velocity of the centre at (x, y) from a point with velocity (px, pz).
static rates about(double px, double pz, double x, double y, double omega)
{
    return (rates){px - y * omega, pz + x * omega, omega};
}

/// Velocities with the base corner s1 and the joint corner s2 at rest; a rate of 0 stands for both
/// corners of the base, equal rates for both of the joint.
static void turning(const two_blocks *s, double s1, double s2, const double omega[2], rates *v1,
                    rates *v2)
{
    *v1 = about(0.0, 0.0, s1 * s->b1, s->h1, omega[0]);
    const rates joint = about(0.0, 0.0, s1 * s->b1 - s2 * s->b2, 2.0 * s->h1, omega[0]);
    *v2 = about(joint.x, joint.z, s2 * s->b2, s->h2, omega[1]);
}

/// Moment of momentum of the stack about the base corner s1 and of the upper about its corner s2.
static void momenta(const two_blocks *s, double s1, double s2, rates v1, rates v2, double out[2])
{
    const double x1 = s1 * s->b1, upper = inertia(s->m2, s->b2, s->h2) * v2.omega;
    out[1] = upper + s->m2 * (s2 * s->b2 * v2.z - s->h2 * v2.x);
    out[0] = inertia(s->m1, s->b1, s->h1) * v1.omega + s->m1 * (x1 * v1.z - s->h1 * v1.x) + upper +
             s->m2 * (x1 * v2.z - (2.0 * s->h1 + s->h2) * v2.x);
}

/// One set of closed corners: 0 = left, 1 = right, 2 = both, of the base and of the joint.
typedef struct closed_set {
    int base, joint;
} closed_set;

static bool solve_set(const two_blocks *s, closed_set set, const rates before[2], double omega[2])
{
    const double s1 = set.base == 1 ? -1.0 : 1.0, s2 = set.joint == 1 ? -1.0 : 1.0;
    const pair p = pair_of(s, s1, s2, 0.0, 0.0);
    double l[2];
    momenta(s, s1, s2, before[0], before[1], l);
    omega[0] = omega[1] = 0.0;
    if (set.base == 2 && set.joint == 2) {
        return true;
    }
    if (set.base == 2) {
        omega[1] = l[1] / p.m22;
    } else if (set.joint == 2) {
        omega[0] = omega[1] = l[0] / (p.m11 + 2.0 * p.m12 + p.m22);
    } else {
        // the whole about its corner holds the upper's own part, too
        const double a11 = p.m11 + p.m12, a12 = p.m12 + p.m22, a21 = p.m12, a22 = p.m22;
        const double det = a11 * a22 - a12 * a21;
        omega[0] = (a22 * l[0] - a12 * l[1]) / det;
        omega[1] = (a11 * l[1] - a21 * l[0]) / det;
    }
    return true;
}

/// Percussions push, free corners open.
static bool is_consistent(const two_blocks *s, closed_set set, const rates before[2],
                          const double omega[2])
{
    const double noise = 1e-12 * (fabs(before[0].omega) + fabs(before[1].omega));
    const double s1 = set.base == 1 ? -1.0 : 1.0, s2 = set.joint == 1 ? -1.0 : 1.0;
    rates v1, v2;
    turning(s, s1, s2, omega, &v1, &v2);
    const double joint = s->m2 * (v2.z - before[1].z);
    const double base = s->m1 * (v1.z - before[0].z) + joint;
    if (!(joint >= -noise * s->m2) || !(base >= -noise * s->m1) ||
        (set.base != 2 && s1 * omega[0] < -noise) ||
        (set.joint != 2 && s2 * (omega[1] - omega[0]) < -noise)) {
        return false;
    }
    // where both corners are closed the resultant passes between them
    for (int i = 0; i < 2; i++) {
        double l0[2], l1[2];
        momenta(s, sides[i], sides[i], before[0], before[1], l0);
        momenta(s, sides[i], sides[i], v1, v2, l1);
        if ((set.base == 2 && sides[i] * (l1[0] - l0[0]) < -noise * s->m1 * s->b1) ||
            (set.joint == 2 && sides[i] * (l1[1] - l0[1]) < -noise * s->m2 * s->b2)) {
            return false;
        }
    }
    return true;
}

two_blocks_impact two_blocks_impact_of(const two_blocks *s, double omega)
{
    const double from = omega < 0.0 ? 1.0 : -1.0;
    const double both[2] = {omega, omega};
    rates before[2];
    turning(s, from, from, both, &before[0], &before[1]);
    for (int k = 0; k < 9; k++) {
        const closed_set set = {k / 3, k % 3};
        two_blocks_impact impact = {.found = true};
        rates v1, v2;
        if (!solve_set(s, set, before, impact.omega) ||
            !is_consistent(s, set, before, impact.omega)) {
            continue;
        }
        turning(s, set.base == 1 ? -1.0 : 1.0, set.joint == 1 ? -1.0 : 1.0, impact.omega, &v1, &v2);
        impact.energy_ratio = energy(s, v1, v2) / energy(s, before[0], before[1]);
        impact.closed[0] = set.base != 1;
        impact.closed[1] = set.base != 0;
        impact.closed[2] = set.joint != 1;
        impact.closed[3] = set.joint != 0;
        return impact;
    }
    return (two_blocks_impact){.found = false};
}
