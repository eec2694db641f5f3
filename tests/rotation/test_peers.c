// SPDX-License-Identifier: GPL-3.0-or-later
// What every scheme claims: its defining equations, order, conservation, reversibility, area.
#include "spin.h"

static const talus_quat identity = {1.0, 0.0, 0.0, 0.0};

/// Moments in every order, two equal ones, a sphere.
static const double bodies[][3] = {{1.0, 1.7, 2.2}, {2.2, 1.0, 1.7}, {1.7, 2.2, 1.0},
                                   {1.0, 1.0, 1.6}, {1.1, 2.0, 2.0}, {1.5, 1.5, 1.5}};
enum { BODIES = sizeof bodies / sizeof *bodies };

static body start_of(int k)
{
    return (body){vec3(bodies[k][0], bodies[k][1], bodies[k][2]),
                  vec3(8.0, 12.0, -4.0),
                  {0.5, -0.5, 0.5, 0.5}};
}

static bool keeps_spin(talus_scheme scheme)
{
    return scheme != TALUS_SCHEME_EXPLICIT && scheme != TALUS_SCHEME_RUNGE_KUTTA;
}

Test(peers, keep_energy_and_spin_over_100000_steps)
{
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const talus_scheme scheme = (talus_scheme)i;
        if (scheme == TALUS_SCHEME_RUNGE_KUTTA) {
            continue;
        }
        body b = start_of(i % BODIES);
        const double t0 = twice_energy(&b);
        const talus_vec3 n0 = spin_vector(&b);
        spin_steps(scheme, &b, 2e-3, 100000);
        const double energy = fabs(twice_energy(&b) / t0 - 1.0);
        const double spin = vec3_norm(vec3_sub(spin_vector(&b), n0)) / vec3_norm(n0);
        cr_expect(energy < 1e-12, "%s: relative energy drift %g", talus_scheme_name(scheme),
                  energy); /* measured 6e-14 */
        cr_expect(!keeps_spin(scheme) || spin < 1e-12, "%s: relative spin drift %g",
                  talus_scheme_name(scheme), spin); /* measured 1e-13 */
    }
}

Test(peers, runge_kutta_drifts_by_its_error)
{
    body b = start_of(0);
    const double t0 = twice_energy(&b);
    spin_steps(TALUS_SCHEME_RUNGE_KUTTA, &b, 2e-2, 10000);
    const double energy = fabs(twice_energy(&b) / t0 - 1.0);
    cr_expect(energy > 1e-9 && energy < 1e-5, "relative energy drift %g", energy); /* 8e-8 */
}

/// Distance to the closed form after 1 s in `count` steps.
static double error_after(talus_scheme scheme, long count)
{
    body b = start_of(0), exact = start_of(0);
    spin_steps(scheme, &b, 1.0 / (double)count, count);
    spin_steps(TALUS_SCHEME_EXACT, &exact, 1.0, 1);
    return body_difference(&b, &exact);
}

Test(peers, converge_with_their_order)
{
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const talus_scheme scheme = (talus_scheme)i;
        if (scheme == TALUS_SCHEME_EXACT) {
            continue;
        }
        const long count = scheme == TALUS_SCHEME_RUNGE_KUTTA ? 100 : 2000;
        const double order = log2(error_after(scheme, count) / error_after(scheme, 2 * count));
        const double expected = scheme == TALUS_SCHEME_RUNGE_KUTTA ? 4.0
                                : scheme == TALUS_SCHEME_EXPLICIT  ? 1.0
                                                                   : 2.0;
        // measured within 0.01; explicit 0.90, which tends to 1 with the step
        cr_expect(fabs(order - expected) < 0.15, "%s: order %g", talus_scheme_name(scheme), order);
    }
}

Test(peers, go_back_the_way_they_came)
{
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const talus_scheme scheme = (talus_scheme)i;
        body b = start_of(1);
        const body start = b;
        spin_steps(scheme, &b, 2e-2, 100);
        spin_steps(scheme, &b, -2e-2, 100);
        const double d = body_difference(&b, &start);
        if (keeps_spin(scheme)) {
            cr_expect(d < 1e-12, "%s: %g", talus_scheme_name(scheme), d); /* measured 3e-14 */
        } else {
            cr_expect(d > 1e-10, "%s: %g", talus_scheme_name(scheme), d);
        }
    }
}

Test(peers, rattle_and_the_exact_motion_keep_area)
{
    // measured at dt = 0.02 s: 3e-12; the others 1e-4 to 1e-2
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const talus_scheme scheme = (talus_scheme)i;
        const double defect = area_defect(scheme, start_of(0), 0.02);
        if (scheme == TALUS_SCHEME_RATTLE || scheme == TALUS_SCHEME_EXACT) {
            cr_expect(defect < 1e-10, "%s: %g", talus_scheme_name(scheme), defect);
        } else if (scheme != TALUS_SCHEME_RUNGE_KUTTA) {
            cr_expect(defect > 1e-6, "%s: %g", talus_scheme_name(scheme), defect);
        }
    }
}

static talus_mat3 turn_matrix(const talus_free_rotation *free)
{
    return talus_quat_matrix(free->turn);
}

Test(peers, rattle_solves_the_discrete_moser_veselov_equation)
{
    // dt hat(N) = F Jd - Jd F', Jd = tr(Th)/2 - Th, N+ = F' N
    for (int k = 0; k < BODIES; k++) {
        const double dt = 0.03;
        const body b = start_of(k);
        const talus_free_rotation free =
            talus_rotation_free(TALUS_SCHEME_RATTLE, b.inertia, b.omega, dt);
        const talus_mat3 f = turn_matrix(&free);
        const talus_vec3 m = b.inertia, n = vec3_mul(m, b.omega);
        const double half = 0.5 * (m.x + m.y + m.z), jd[3] = {half - m.x, half - m.y, half - m.z};
        const double hat[3][3] = {{0.0, -n.z, n.y}, {n.z, 0.0, -n.x}, {-n.y, n.x, 0.0}};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                const double r = f.m[i][j] * jd[j] - jd[i] * f.m[j][i] - dt * hat[i][j];
                cr_expect(fabs(r) < 1e-14, "body %d: %g", k, r); /* measured 4e-16 */
            }
        }
        const talus_vec3 end = mat3_tmulv(&f, n);
        cr_expect(vec3_norm(vec3_sub(end, vec3_mul(m, free.omega))) < 1e-13); /* 7e-15 */
    }
}

Test(peers, algo_c1_turns_by_the_exponential_of_the_mean_rate)
{
    // F = exp(dt/2 (w + w+)), N+ = F' N
    for (int k = 0; k < BODIES; k++) {
        const double dt = 0.05;
        const body b = start_of(k);
        const talus_free_rotation free =
            talus_rotation_free(TALUS_SCHEME_ALGO_C1, b.inertia, b.omega, dt);
        const talus_vec3 phi = vec3_scale(0.5 * dt, vec3_add(b.omega, free.omega));
        const double angle = vec3_norm(phi), s = sin(0.5 * angle) / angle;
        const double q[4] = {cos(0.5 * angle), s * phi.x, s * phi.y, s * phi.z};
        const body turned = {.p = free.turn};
        cr_expect(orientation_difference(&turned, q) < 1e-15); /* measured 2e-16 */
        const talus_mat3 f = turn_matrix(&free);
        const talus_vec3 end = mat3_tmulv(&f, vec3_mul(b.inertia, b.omega));
        cr_expect(vec3_norm(vec3_sub(end, vec3_mul(b.inertia, free.omega))) < 1e-13); /* 7e-15 */
    }
}

static talus_quat quat_combined(talus_quat a, double s, talus_quat b)
{
    return (talus_quat){a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

Test(peers, quaternion_solves_the_discrete_gradient_equations)
{
    // H = 1/8 sum pi_i^2/I_i, pi = q* m, conjugate momentum m = 2 q (0, Th w):
    //   q+ - q = dt dH/dm,  m+ - m = -dt dH/dq - dt lambda qm,  |q+| = 1,
    // derivatives at the midpoint with pi -> (pi + pi+)/2
    for (int k = 0; k < BODIES; k++) {
        const double dt = 0.05;
        const body b = start_of(k);
        const talus_free_rotation free =
            talus_rotation_free(TALUS_SCHEME_QUATERNION, b.inertia, b.omega, dt);
        const talus_quat end = quat_mul(b.p, free.turn);
        const talus_vec3 n = vec3_mul(b.inertia, b.omega), e = vec3_mul(b.inertia, free.omega);
        const talus_quat m0 = quat_mul(b.p, (talus_quat){0.0, 2.0 * n.x, 2.0 * n.y, 2.0 * n.z});
        const talus_quat m1 = quat_mul(end, (talus_quat){0.0, 2.0 * e.x, 2.0 * e.y, 2.0 * e.z});
        const talus_quat middle =
            quat_combined((talus_quat){0.0, 0.0, 0.0, 0.0}, 0.5, quat_combined(b.p, 1.0, end));
        const talus_quat mean =
            quat_combined((talus_quat){0.0, 0.0, 0.0, 0.0}, 0.5, quat_combined(m0, 1.0, m1));
        // (pi + pi+)/2 / (4 I) = (w + w+)/4
        const talus_vec3 rate = vec3_scale(0.25, vec3_add(b.omega, free.omega));
        const talus_quat r = {0.0, rate.x, rate.y, rate.z}, back = {0.0, -rate.x, -rate.y, -rate.z};
        const talus_quat first =
            quat_combined(quat_combined(end, -1.0, b.p), -dt, quat_mul(middle, r));
        cr_expect(sqrt(quat_norm2(first)) < 1e-15, "body %d: %g", k, sqrt(quat_norm2(first)));
        // dH/dq = m (0, rate)*: of pi = q* m with respect to q
        const talus_quat second =
            quat_combined(quat_combined(m1, -1.0, m0), dt, quat_mul(mean, back));
        // what is left is the constraint force along the middle
        const double lambda = (second.w * middle.w + second.x * middle.x + second.y * middle.y +
                               second.z * middle.z) /
                              quat_norm2(middle);
        const talus_quat rest = quat_combined(second, -lambda, middle);
        cr_expect(sqrt(quat_norm2(rest)) < 1e-13, "body %d: %g", k, sqrt(quat_norm2(rest)));
    }
}

Test(peers, midpoint_cayley_has_the_angular_velocity_of_midpoint)
{
    const body b = start_of(0);
    const talus_free_rotation mid =
        talus_rotation_free(TALUS_SCHEME_MIDPOINT, b.inertia, b.omega, 0.02);
    const talus_free_rotation cayley =
        talus_rotation_free(TALUS_SCHEME_MIDPOINT_CAYLEY, b.inertia, b.omega, 0.02);
    cr_expect(vec3_norm(vec3_sub(mid.omega, cayley.omega)) == 0.0);
    // N+ = F' N without a correction
    const talus_mat3 f = turn_matrix(&cayley);
    const talus_vec3 end = mat3_tmulv(&f, vec3_mul(b.inertia, b.omega));
    cr_expect(vec3_norm(vec3_sub(end, vec3_mul(b.inertia, cayley.omega))) < 1e-13); /* 7e-15 */
}

Test(peers, midpoint_plus_turns_with_the_percussion)
{
    const body b = start_of(0);
    const double dt = 0.01;
    const talus_free_rotation free =
        talus_rotation_free(TALUS_SCHEME_MIDPOINT_PLUS, b.inertia, b.omega, dt);
    // in flight bit for bit midpoint
    const talus_quat plain =
        talus_rotation_orientation(TALUS_SCHEME_MIDPOINT, b.p, b.omega, &free, free.omega, dt);
    const talus_quat plus =
        talus_rotation_orientation(TALUS_SCHEME_MIDPOINT_PLUS, b.p, b.omega, &free, free.omega, dt);
    cr_expect(plain.w == plus.w && plain.x == plus.x && plain.y == plus.y && plain.z == plus.z);
    // pushed by 2 rad/s about x: half a step of that more, 0.01 rad
    const talus_quat pushed =
        talus_rotation_orientation(TALUS_SCHEME_MIDPOINT_PLUS, b.p, b.omega, &free,
                                   vec3_add(free.omega, vec3(2.0, 0.0, 0.0)), dt);
    const talus_quat more = quat_mul(plain, (talus_quat){cos(0.005), sin(0.005), 0.0, 0.0});
    const double d = sqrt(quat_norm2(quat_combined(pushed, -1.0, more)));
    cr_expect(d < 1e-15, "%g", d); /* measured 2e-16 */
}

Test(peers, a_step_too_long_is_told)
{
    const body b = {vec3(1.0, 1.7, 2.2), vec3(1.0, 2.0, 3.0), identity};
    const double x = vec3_norm(b.omega);
    cr_expect(!talus_rotation_free(TALUS_SCHEME_RATTLE, b.inertia, b.omega, 1.5 / x).converged);
    cr_expect(!talus_rotation_free(TALUS_SCHEME_ALGO_C1, b.inertia, b.omega, 4.0 / x).converged);
    cr_expect(!talus_rotation_free(TALUS_SCHEME_QUATERNION, b.inertia, b.omega, 5.0 / x).converged);
    cr_expect(talus_rotation_free(TALUS_SCHEME_RATTLE, b.inertia, b.omega, 0.5 / x).converged);
}

Test(peers, a_body_at_rest_stays)
{
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        body b = start_of(0);
        b.omega = vec3(0.0, 0.0, 0.0);
        const talus_quat p = b.p;
        spin_steps((talus_scheme)i, &b, 0.01, 3);
        cr_expect(vec3_norm(b.omega) == 0.0);
        cr_expect(sqrt(quat_norm2(quat_combined(b.p, -1.0, p))) == 0.0, "%s",
                  talus_scheme_name((talus_scheme)i));
    }
}
