// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of several bodies: limits, conservation, published speeds of the model.
#include "cases/stacks/stacks.h"
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>

Test(central, momentum_stays_and_energy_falls)
{
    talus_random random = {6, 1, 0};
    int states[3] = {0, 0, 0};
    for (int trial = 0; trial < 300; trial++) {
        double u[17];
        for (int k = 0; k < 17; k++) {
            u[k] = 2.0 * talus_random_uniform(&random) - 1.0;
        }
        const talus_vec3 n = vec3(u[0], u[1], 1.0 + u[2]);
        stacks_hit hit = {.mass = {100.0 + 50.0 * u[3], 200.0},
                          .inertia = {30.0, 40.0 + 20.0 * u[4]},
                          .lever = {0.5, 0.7},
                          .normal = vec3_scale(1.0 / vec3_norm(n), n),
                          .mu = 0.5 + 0.5 * u[5],
                          .epsilon_n = trial % 2 ? 0.0 : 0.5,
                          .v = {{u[6], u[7], u[8]}, {u[9], u[10], u[11]}},
                          .omega = {{u[12], u[13], u[14]}, {u[15], u[16], u[3]}}};
        const stacks_hit_result r = stacks_hit_central(&hit);
        talus_vec3 change = vec3(0.0, 0.0, 0.0);
        for (int k = 0; k < 2; k++) {
            change = vec3_axpy(change, hit.mass[k], vec3_sub(r.v[k], hit.v[k]));
        }
        const double before = vec3_dot(hit.normal, r.gamma_before);
        const double after = vec3_dot(hit.normal, r.gamma_after);
        states[r.state]++;
        cr_assert(vec3_norm(change) <= 1e-12);
        cr_assert(r.energy_change <= 1e-12);
        // half the percussion times the sum of the contact velocities
        const double work = 0.5 * vec3_dot(r.percussion, vec3_add(r.gamma_before, r.gamma_after));
        cr_assert(fabs(work - r.energy_change) <= 1e-11);
        cr_assert(r.state == STACKS_OPEN ? r.energy_change == 0.0
                                         : fabs(after + hit.epsilon_n * before) <= 1e-13);
        if (r.state == STACKS_STICK) {
            cr_assert(vec3_norm(vec3_axpy(r.gamma_after, -after, hit.normal)) <= 1e-13);
        }
    }
    cr_assert(states[0] > 50 && states[1] > 20 && states[2] > 20, "%d %d %d", states[0], states[1],
              states[2]);
}

Test(incline, equal_blocks_slide_or_topple_as_one)
{
    enum { MOST = 8 };
    const double b = 0.4, h = 0.3;
    double width[MOST], height[MOST], centre[MOST], mu[MOST], topple[MOST];
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t k = 0; k < n; k++) {
            width[k] = b;
            height[k] = h;
            centre[k] = 0.0;
            mu[k] = 0.4;
        }
        const stacks_incline found = stacks_on_incline(n, width, height, centre, mu, topple);
        const double limit = b / ((double)n * h);
        cr_assert(found.interface_at == 0);
        cr_assert(found.is_toppling == (limit < 0.4));
        cr_assert(fabs(found.critical_tan - fmin(limit, 0.4)) <= 1e-15);
        cr_assert(fabs(topple[0] - limit) <= 1e-15);
    }
}

/// Kinetic and potential energy of two blocks on the corners of their pivots.
static double two_energy(const stacks_two *s, const stacks_two_state *q, const double pivot[2])
{
    const double *b = s->b, *h = s->h, *m = s->mass;
    const double dx = pivot[0] * b[0] - pivot[1] * b[1], dy = 2.0 * h[0];
    const double cx = pivot[1] * b[1], cy = h[1];
    const double c1 = talus_cos(q->theta[0]), s1 = talus_sin(q->theta[0]);
    const double c2 = talus_cos(q->theta[1]), s2 = talus_sin(q->theta[1]);
    // velocity of the upper centre: both arms turned by a right angle
    const double vx = -q->omega[0] * (dx * s1 + dy * c1) - q->omega[1] * (cx * s2 + cy * c2);
    const double vy = q->omega[0] * (dx * c1 - dy * s1) + q->omega[1] * (cx * c2 - cy * s2);
    const double lower = 4.0 / 3.0 * m[0] * (b[0] * b[0] + h[0] * h[0]);
    const double upper = m[1] * (b[1] * b[1] + h[1] * h[1]) / 3.0;
    const double height =
        m[0] * (pivot[0] * b[0] * s1 + h[0] * c1) + m[1] * (dx * s1 + dy * c1 + cx * s2 + cy * c2);
    return 0.5 * (lower * q->omega[0] * q->omega[0] + upper * q->omega[1] * q->omega[1] +
                  m[1] * (vx * vx + vy * vy)) +
           s->gravity * height;
}

Test(two, free_motion_keeps_the_energy)
{
    static const double starts[4][2] = {{0.05, 0.09}, {-0.05, -0.08}, {-0.06, 0.05}, {0.04, -0.03}};
    const stacks_two blocks = {{0.3, 0.2}, {0.6, 0.5}, {900.0, 500.0}, 9.81};
    for (int k = 0; k < 4; k++) {
        stacks_two_state q = {{starts[k][0], starts[k][1]}, {0.1, -0.2}};
        const double pivots[2] = {q.theta[0] < 0.0 ? -1.0 : 1.0,
                                  q.theta[1] < q.theta[0] ? -1.0 : 1.0};
        const double before = two_energy(&blocks, &q, pivots);
        const stacks_two_state start = q;
        cr_assert(stacks_two_move(&blocks, &q, 0.05));
        cr_assert(fabs(q.theta[0] - start.theta[0]) > 1e-4);
        cr_assert(fabs(two_energy(&blocks, &q, pivots) - before) <= 1e-11 * before);
    }
}

Test(two, a_block_that_falls_back_ends_the_motion)
{
    const stacks_two blocks = {{0.3, 0.2}, {0.6, 0.5}, {900.0, 500.0}, 9.81};
    stacks_two_state q = {{0.01, 0.02}, {0.0, 0.0}};
    cr_assert(!stacks_two_move(&blocks, &q, 2.0));
}

Test(domino, speeds_of_the_model)
{
    // in sqrt(g h), thickness 0.179 h                                        [docs/bodies.md 6]
    static const double spacings[6] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
    static const double speeds[4][6] = {{1.955, 1.825, 1.742, 1.678, 1.624, 1.578},
                                        {1.660, 1.569, 1.504, 1.447, 1.392, 1.333},
                                        {1.434, 1.372, 1.321, 1.272, 1.220, 1.159},
                                        {1.254, 1.214, 1.175, 1.134, 1.086, 1.027}};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 6; i++) {
            const stacks_dominoes row = {1.0, 0.179, spacings[i], 0.1 * k, 1.0};
            double speed = 0.0;
            cr_assert(stacks_domino_speed(&row, 50, &speed));
            cr_assert(fabs(speed - speeds[k][i]) <= 6e-4, "mu %g, s/h %g: %g", 0.1 * k, spacings[i],
                      speed);
        }
    }
}

Test(domino, rows_that_do_not_topple)
{
    double speed;
    const stacks_dominoes far = {1.0, 0.1, 1.05, 0.0, 9.81};
    cr_assert(!stacks_domino_speed(&far, 50, &speed));
    const stacks_dominoes thick = {1.0, 2.0, 0.05, 0.5, 9.81};
    cr_assert(!stacks_domino_speed(&thick, 50, &speed));
}
