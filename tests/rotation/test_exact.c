// SPDX-License-Identifier: GPL-3.0-or-later
// The closed form against 90-digit arithmetic, a fine Runge-Kutta method, itself in other steps,
// and its degenerate cases.
#include "exact_cases.h"
#include "physics/rotation/elliptic.h"
#include "spin.h"

enum { CASE_COUNT = sizeof exact_cases / sizeof *exact_cases };
enum { BODIES = 7 };

static const talus_quat identity = {1.0, 0.0, 0.0, 0.0};

static body turned(talus_vec3 inertia, talus_vec3 omega, double dt, long count)
{
    body b = {inertia, omega, identity};
    spin_steps(TALUS_SCHEME_EXACT, &b, dt, count);
    return b;
}

Test(exact, one_step_over_a_whole_flight_agrees_with_90_digits)
{
    for (int i = 0; i < CASE_COUNT; i++) {
        const exact_case *c = &exact_cases[i];
        const double *m = c->inertia, *w = c->omega0;
        const body b = turned(vec3(m[0], m[1], m[2]), vec3(w[0], w[1], w[2]), c->time, 1);
        const double turns = fabs(c->time) * vec3_norm(vec3(w[0], w[1], w[2]));
        // round-off of the angle, in rad: measured up to 1.5e-16 per rad
        const double allowed = 2e-15 + 5e-16 * turns;
        const double dw = omega_difference(&b, c->omega) / vec3_norm(b.omega);
        const double dp = orientation_difference(&b, c->orientation);
        cr_expect(dw < allowed && dp < allowed, "%s: omega off by %g, orientation by %g, %g rad",
                  c->id, dw, dp, turns);
    }
}

/// Bodies of every kind: three moments in every order, two equal ones, a sphere.
static const double bodies[BODIES][3] = {{1.0, 1.7, 2.2}, {2.2, 1.0, 1.7}, {1.7, 2.2, 1.0},
                                         {1.0, 1.0, 1.6}, {1.9, 1.2, 1.9}, {1.1, 2.0, 2.0},
                                         {1.5, 1.5, 1.5}};

static talus_vec3 body_inertia(int k)
{
    return vec3(bodies[k][0], bodies[k][1], bodies[k][2]);
}

/// d/dt of (omega, p)
static void rates(const long double m[3], const long double y[7], long double f[7])
{
    const long double x = y[0], u = y[1], z = y[2];
    f[0] = (m[1] - m[2]) / m[0] * u * z;
    f[1] = (m[2] - m[0]) / m[1] * z * x;
    f[2] = (m[0] - m[1]) / m[2] * x * u;
    f[3] = 0.5L * (-y[4] * x - y[5] * u - y[6] * z);
    f[4] = 0.5L * (y[3] * x + y[5] * z - y[6] * u);
    f[5] = 0.5L * (y[3] * u - y[4] * z + y[6] * x);
    f[6] = 0.5L * (y[3] * z + y[4] * u - y[5] * x);
}

/// The classical Runge-Kutta method in extended precision.
static body runge_kutta(talus_vec3 inertia, talus_vec3 omega, double time, int steps)
{
    static const long double ahead[4] = {0.0L, 0.5L, 0.5L, 1.0L},
                             weight[4] = {1.0L, 2.0L, 2.0L, 1.0L};
    const long double m[3] = {(long double)inertia.x, (long double)inertia.y,
                              (long double)inertia.z};
    const long double h = (long double)time / steps;
    long double y[7] = {(long double)omega.x, (long double)omega.y, (long double)omega.z, 1.0L};
    for (int s = 0; s < steps; s++) {
        long double sum[7] = {0}, slope[7] = {0}, at[7];
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < 7; i++) {
                at[i] = y[i] + ahead[stage] * h * slope[i];
            }
            rates(m, at, slope);
            for (int i = 0; i < 7; i++) {
                sum[i] += weight[stage] / 6.0L * slope[i];
            }
        }
        for (int i = 0; i < 7; i++) {
            y[i] += h * sum[i];
        }
    }
    return (body){inertia,
                  {(double)y[0], (double)y[1], (double)y[2]},
                  {(double)y[3], (double)y[4], (double)y[5], (double)y[6]}};
}

Test(exact, agrees_with_a_fine_runge_kutta_method)
{
    talus_random rng = {7, 0, 0};
    for (int i = 0; i < 40; i++) {
        double v[6];
        for (int k = 0; k < 6; k++) {
            v[k] = talus_random_uniform(&rng);
        }
        // sums of squares of three lengths: moments that a body can have
        const talus_vec3 inertia = vec3(0.1 + v[0] + v[1], 0.1 + v[1] + v[2], 0.1 + v[2] + v[0]);
        const talus_vec3 omega = vec3(8.0 * v[3] - 4.0, 8.0 * v[4] - 4.0, 8.0 * v[5] - 4.0);
        const body fine = runge_kutta(inertia, omega, 2.0, 8000);
        const body b = turned(inertia, omega, 2.0, 1);
        const double d = body_difference(&b, &fine);
        cr_expect(d < 2e-13, "case %d: %g", i, d); /* measured 2e-14 */
    }
}

Test(exact, steps_of_any_length_add_up)
{
    // 1e4 steps of 2 ms against one of 20 s
    for (int k = 0; k < BODIES; k++) {
        const talus_vec3 omega = vec3(8.0, 12.0, -4.0);
        const body one = turned(body_inertia(k), omega, 20.0, 1);
        const body many = turned(body_inertia(k), omega, 2e-3, 10000);
        const double d = body_difference(&many, &one);
        cr_expect(d < 5e-12, "body %d: %g", k, d); /* measured 6e-13 */
    }
}

Test(exact, keeps_energy_and_spin_over_100000_steps)
{
    for (int k = 0; k < BODIES; k++) {
        body b = {body_inertia(k), vec3(8.0, 12.0, -4.0), identity};
        const double t0 = twice_energy(&b);
        const talus_vec3 n0 = spin_vector(&b);
        spin_steps(TALUS_SCHEME_EXACT, &b, 2e-3, 100000);
        const double energy = fabs(twice_energy(&b) / t0 - 1.0);
        const double spin = vec3_norm(vec3_sub(spin_vector(&b), n0)) / vec3_norm(n0);
        cr_expect(energy < 1e-12, "body %d: relative energy drift %g", k, energy); /* 2e-14 */
        cr_expect(spin < 1e-12, "body %d: relative spin drift %g", k, spin);       /* 9e-14 */
    }
}

Test(exact, goes_back_the_way_it_came)
{
    for (int k = 0; k < BODIES; k++) {
        body b = {body_inertia(k), vec3(3.0, -5.0, 4.0), {0.5, 0.5, -0.5, 0.5}};
        const body start = b;
        spin_steps(TALUS_SCHEME_EXACT, &b, 0.7, 10);
        spin_steps(TALUS_SCHEME_EXACT, &b, -0.7, 10);
        const double d = body_difference(&b, &start);
        cr_expect(d < 1e-12, "body %d: %g", k, d); /* measured 4e-14 */
    }
}

Test(exact, a_steady_axis_stays)
{
    for (int k = 0; k < BODIES; k++) {
        for (int axis = 0; axis < 3; axis++) {
            const talus_vec3 omega =
                vec3(axis == 0 ? 60.0 : 0.0, axis == 1 ? 60.0 : 0.0, axis == 2 ? 60.0 : 0.0);
            const body b = turned(body_inertia(k), omega, 10.0, 1);
            const double half[4] = {cos(300.0), axis == 0 ? sin(300.0) : 0.0,
                                    axis == 1 ? sin(300.0) : 0.0, axis == 2 ? sin(300.0) : 0.0};
            cr_expect(vec3_norm(vec3_sub(b.omega, omega)) == 0.0);
            cr_expect(orientation_difference(&b, half) < 1e-15);
        }
    }
}

Test(exact, a_body_at_rest_stays)
{
    for (int k = 0; k < BODIES; k++) {
        const body b = turned(body_inertia(k), vec3(0.0, 0.0, 0.0), 1.0, 3);
        cr_expect(vec3_norm(b.omega) == 0.0);
        cr_expect(b.p.w == 1.0 && b.p.x == 0.0 && b.p.y == 0.0 && b.p.z == 0.0);
    }
}

Test(exact, the_separatrix_ends_on_the_intermediate_axis)
{
    // C (C - B) w_z^2 = A (B - A) w_x^2 without round-off: 3, 4, 6 with w_x = 2 w_z
    const talus_vec3 omega = vec3(10.0, -7.0, 5.0);
    const body b = turned(vec3(3.0, 4.0, 6.0), omega, 1e4, 1);
    const double end = sqrt((3.0 * 100.0 + 4.0 * 49.0 + 6.0 * 25.0) / 4.0);
    cr_expect(fabs(b.omega.x) + fabs(b.omega.z) < 1e-15);
    cr_expect(fabs(fabs(b.omega.y) / end - 1.0) < 1e-15);
}

Test(exact, takes_every_size_of_step_and_body)
{
    for (int k = 0; k < BODIES; k++) {
        for (double dt = 1e-15; dt < 1e6; dt *= 10.0) {
            for (double size = 1e-20; size < 1e21; size *= 1e5) {
                const body b =
                    turned(vec3_scale(size, body_inertia(k)), vec3(3.0, -5.0, 4.0), dt, 1);
                const double energy = twice_energy(&b) / size;
                const talus_vec3 w = b.omega;
                const double start = vec3_dot(vec3(9.0, 25.0, 16.0), body_inertia(k));
                cr_expect(fabs(energy / start - 1.0) < 1e-13,
                          "body %d, dt %g, size %g: T %g, %g %g %g", k, dt, size,
                          energy / start - 1.0, w.x, w.y, w.z); /* measured 2e-15 */
                cr_expect(fabs(quat_norm2(b.p) - 1.0) < 1e-14);
            }
        }
    }
}

Test(exact, elliptic_functions_agree_with_40_digits)
{
    static const double tables[3][5] = {
        {0.5, 0.5, 0.47075047365565728333, 0.88226639489044028649, 0.9429724257773856873},
        {3.0, 0.25, 0.89660153028332029908, -0.44283822767869563481, 0.63014226323918807952},
        {12.0, 1e-8, 0.99999998172987185477, -0.0001911550573661448431, 0.00021573190675292230978}};
    for (int i = 0; i < 3; i++) {
        const elliptic_functions f = elliptic_jacobi(tables[i][0], tables[i][1]);
        // measured 3e-16; 4e-15 of the small cn and dn of the third
        cr_expect(fabs(f.sn / tables[i][2] - 1.0) < 2e-15, "sn of case %d: %.17g", i, f.sn);
        cr_expect(fabs(f.cn / tables[i][3] - 1.0) < 1e-13, "cn of case %d: %.17g", i, f.cn);
        cr_expect(fabs(f.dn / tables[i][4] - 1.0) < 1e-13, "dn of case %d: %.17g", i, f.dn);
    }
}

Test(exact, elliptic_functions_at_the_separatrix_agree_with_40_digits)
{
    static const double tables[2][3] = {{0.0625, 0.062418746747512514490, 0.99805004887253519732},
                                        {0.4375, 0.41157005567402245143, 0.91137812639567011924}};
    for (int i = 0; i < 2; i++) {
        const elliptic_functions f = elliptic_jacobi(tables[i][0], 0.0);
        cr_expect(fabs(f.sn / tables[i][1] - 1.0) < 1e-15, "sn of case %d: %.17g", i, f.sn);
        cr_expect(fabs(f.cn / tables[i][2] - 1.0) < 1e-15, "cn of case %d: %.17g", i, f.cn);
        cr_expect_eq(f.dn, f.cn);
    }
}

Test(exact, integrals_of_the_third_kind_agree_with_40_digits)
{
    static const double tables[4][4] = {{0.25, 0.5, 2.0, 1.0731604225317309099},
                                        {0.0, 1e-4, 1.5, 10.242647275331128714},
                                        {0.98, 0.97, 1.01, 1.0092129139305134233},
                                        {1e-12, 2e-12, 1.7, 23.801854444820100569}};
    for (int i = 0; i < 4; i++) {
        const double rj = elliptic_rj(tables[i][0], tables[i][1], tables[i][2]);
        cr_expect(fabs(rj / tables[i][3] - 1.0) < 1e-15, "case %d: %.17g", i, rj); /* 3e-16 */
    }
}
