// SPDX-License-Identifier: GPL-3.0-or-later
// A base that shakes, seen from outside: the plane itself moves by dt (V_n + V_n+1)/2 a step and the
// contacts feel V_n+1. The stepper works in the frame of the base; both are one scheme.
#include "foundation/math/linalg.h"
#include "lab/bridge/rocking_bench.h"

#include <criterion/criterion.h>
#include <math.h>

#define B 0.2
#define H 0.6
#define MU 0.4
#define DT 1e-3
enum { CORNERS = 2, ROWS = 2 * CORNERS, SWEEPS = 20000 };

/// Planar block of 1 kg per pair of corners in fixed axes; the plane is at (place, 0).
typedef struct outside {
    double x, z, theta, v, w, omega, place;
} outside;

/// Corner A (-B) and B (+B): arm in fixed axes.
static void arm_of(double theta, int corner, double *x, double *z)
{
    const double side = corner == 0 ? -B : B, c = cos(theta), n = sin(theta);
    *x = side * c + H * n;
    *z = side * n - H * c;
}

/// Plastic contacts with Coulomb friction by projected Gauss-Seidel. u: v, w, omega.
static void solve(double j[ROWS][3], const bool closed[CORNERS], const double mass[3],
                  const double plane, double u[3])
{
    double p[ROWS] = {0.0};
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int k = 0; k < ROWS; k++) {
            if (!closed[k / 2]) {
                continue;
            }
            double velocity = k % 2 == 1 ? -plane : 0.0, diagonal = 0.0;
            for (int i = 0; i < 3; i++) {
                velocity += j[k][i] * u[i];
                diagonal += j[k][i] * j[k][i] / mass[i];
            }
            const double wanted = p[k] - velocity / diagonal,
                         most = k % 2 == 1 ? MU * p[k - 1] : 0.0;
            const double now = k % 2 == 0 ? fmax(0.0, wanted) : fmax(-most, fmin(most, wanted));
            for (int i = 0; i < 3; i++) {
                u[i] += j[k][i] * (now - p[k]) / mass[i];
            }
            p[k] = now;
        }
    }
}

/// One step of the explicit scheme: half turns before and after. `before`, `after`: V of the base.
static void step_outside(outside *s, const double mass[3], double before, double after)
{
    const double middle = s->theta + 2.0 * atan(0.25 * DT * s->omega);
    const double x = s->x + 0.5 * DT * s->v, z = s->z + 0.5 * DT * s->w;
    double j[ROWS][3], u[3] = {s->v, s->w - 9.81 * DT, s->omega};
    bool closed[CORNERS];
    for (int c = 0; c < CORNERS; c++) {
        double ax, az;
        arm_of(middle, c, &ax, &az);
        closed[c] = z + az <= 0.0;
        const double rows[2][3] = {{0.0, 1.0, ax}, {1.0, 0.0, -az}};
        for (int i = 0; i < 3; i++) {
            j[2 * c][i] = rows[0][i];
            j[2 * c + 1][i] = rows[1][i];
        }
    }
    solve(j, closed, mass, after, u);
    s->x = x + 0.5 * DT * u[0];
    s->z = z + 0.5 * DT * u[1];
    s->theta = middle + 2.0 * atan(0.25 * DT * u[2]);
    s->v = u[0];
    s->w = u[1];
    s->omega = u[2];
    s->place += 0.5 * DT * (before + after);
}

/// V of a cosine base, whose acceleration is A cos(w t).
static double base_speed(double time)
{
    const double amplitude = 8.0, frequency = 9.0, end = 1.5 * TALUS_PI / frequency;
    return amplitude / frequency * sin(frequency * fmin(time, end));
}

/// Largest difference of the stepper from the base that moves, over 0.2 s.
/// @param planar NULL: the homogeneous cuboid
static double difference(const talus_rocking_block *planar, double *tilt, double *slip)
{
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_COSINE, 8.0, 9.0, 0.75, 0.0},
                                   .scale = 1.0};
    rocking_bench_options o = rocking_bench_options_default(B, 0.1, H);
    o.mu = MU;
    o.scheme = TALUS_SCHEME_EXPLICIT;
    o.time_step = DT;
    o.shaking = &shaking;
    o.planar = planar;
    rocking_bench bench;
    talus_error error = {0};
    cr_assert(rocking_bench_init(&bench, &o, &error) == TALUS_OK, "%s", error.message);
    cr_assert(planar == NULL || bench.inertia.y == planar->inertia, "%g", bench.inertia.y);
    talus_state state = {.r = {0.0, 0.0, H - 1e-9}, .p = {1.0, 0.0, 0.0, 0.0}};
    outside other = {.z = H - 1e-9};
    const double mass[3] = {bench.mass, bench.mass, bench.inertia.y};
    double worst = 0.0;
    *tilt = *slip = 0.0;
    for (int n = 0; n < 200; n++) {
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step);
        const double before = base_speed(n * DT), after = base_speed((n + 1) * DT);
        step_outside(&other, mass, before, after);
        worst = fmax(worst, fabs(state.r.x + other.place - other.x));
        worst = fmax(worst, fabs(state.r.z - other.z));
        worst = fmax(worst, fabs(rocking_bench_theta(&state) - other.theta));
        worst = fmax(worst, fabs(state.v.x + after - other.v));
        worst = fmax(worst, fabs(rocking_bench_omega(&state) - other.omega));
        *tilt = fmax(*tilt, fabs(other.theta));
        *slip = fmax(*slip, fabs(other.x - other.place));
    }
    rocking_bench_clear(&bench);
    return worst;
}

Test(moving_plane, the_frame_of_the_base_is_the_same_scheme)
{
    double tilt = 0.0, slip = 0.0;
    const double worst = difference(NULL, &tilt, &slip);
    cr_expect(tilt > 0.02 && slip > 0.02, "tilt %g, slip %g: no slide-rock", tilt, slip);
    cr_expect(worst < 1e-12, "%g", worst);
}

Test(moving_plane, a_planar_block_may_have_any_moment)
{
    // a cuboid of these sizes and 1 kg has room for 0.107 to 0.14 kg m2 beside its other moments
    static const double moments[] = {1e-3, 0.05, 0.12, 0.3, 5.0}; // kg m2
    for (size_t k = 0; k < sizeof moments / sizeof moments[0]; k++) {
        const talus_rocking_block block = {
            .b1 = B, .b2 = B, .h = H, .mass = 1.0, .inertia = moments[k]};
        double tilt = 0.0, slip = 0.0;
        const double worst = difference(&block, &tilt, &slip);
        cr_expect(worst < 1e-9, "%g kg m2: %g", moments[k], worst); /* measured */
        cr_expect(slip > 0.02, "%g kg m2: slip %g", moments[k], slip);
    }
}
