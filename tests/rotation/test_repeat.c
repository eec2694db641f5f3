// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/rotation.h"

#include <criterion/criterion.h>

static const double dt = 2e-3;

/// Largest difference of many steps at once from steps one by one.
static double compare(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega, unsigned count)
{
    talus_rotation_repeat repeat;
    cr_assert(talus_rotation_repeat_start(scheme, inertia, omega, dt, &repeat));
    const talus_free_rotation all = talus_rotation_repeat_at(&repeat, count);
    talus_quat p = {1.0, 0.0, 0.0, 0.0};
    talus_vec3 w = omega;
    for (unsigned k = 0; k < count; k++) {
        const talus_free_rotation one = talus_rotation_free(scheme, inertia, w, dt);
        p = talus_rotation_orientation(scheme, p, w, &one, one.omega, dt);
        w = one.omega;
    }
    const double s = p.w * all.turn.w + p.x * all.turn.x + p.y * all.turn.y + p.z * all.turn.z;
    const double sign = s < 0.0 ? -1.0 : 1.0;
    const talus_quat d = {p.w - sign * all.turn.w, p.x - sign * all.turn.x, p.y - sign * all.turn.y,
                          p.z - sign * all.turn.z};
    const double turn = sqrt(quat_norm2(d));
    const double spin = vec3_norm(vec3_sub(w, all.omega)) / (1e-300 + vec3_norm(omega));
    return turn > spin ? turn : spin;
}

Test(repeat, many_steps_at_once_equal_steps_one_by_one)
{
    static const talus_vec3 bodies[] = {
        {52.31, 52.31, 83.34}, {83.0, 52.0, 52.0}, {20.0, 60.0, 20.0}, {5.0, 5.0, 5.0}};
    static const talus_vec3 spins[] = {{3.0, -20.0, 30.0},
                                       {0.0, 0.0, 25.0},
                                       {17.0, 0.0, 0.0},
                                       {1e-9, 1e-9, 40.0},
                                       {0.0, 0.0, 0.0}};
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        if (i == TALUS_SCHEME_EXPLICIT || i == TALUS_SCHEME_RUNGE_KUTTA) {
            continue;
        }
        for (size_t b = 0; b < 4; b++) {
            for (size_t k = 0; k < 5; k++) {
                // measured 2e-14 at most
                cr_expect_lt(compare((talus_scheme)i, bodies[b], spins[k], 300), 1e-12,
                             "%s, body %zu, spin %zu", talus_scheme_name((talus_scheme)i), b, k);
            }
        }
    }
}

// turns of more than 90 degrees a step; 301 quarters of a turn too much are seen, 300 are not
Test(repeat, steps_that_turn_far_are_repeated_as_well)
{
    static const talus_vec3 bodies[] = {{52.31, 52.31, 83.34}, {83.0, 52.0, 52.0}};
    static const talus_vec3 spins[] = {
        {3.0, -20.0, 700.0},  {3.0, -20.0, -700.0},  {700.0, 20.0, 3.0},  {-700.0, 20.0, 3.0},
        {3.0, -20.0, 2400.0}, {3.0, -20.0, -2400.0}, {2400.0, 20.0, 3.0}, {-2400.0, 20.0, 3.0}};
    for (size_t b = 0; b < 2; b++) {
        for (size_t k = 0; k < 8; k++) {
            const double off = compare(TALUS_SCHEME_MIDPOINT, bodies[b], spins[k], 301);
            cr_expect_lt(off, 1e-11, "body %zu, spin %zu: %g", b, k, off);
        }
    }
}

Test(repeat, no_steps_turn_nothing)
{
    talus_rotation_repeat repeat;
    const talus_vec3 omega = {3.0, 4.0, 5.0};
    cr_assert(talus_rotation_repeat_start(TALUS_SCHEME_MIDPOINT, vec3(2.0, 2.0, 3.0), omega, dt,
                                          &repeat));
    const talus_free_rotation none = talus_rotation_repeat_at(&repeat, 0);
    cr_expect_eq(none.turn.w, 1.0);
    cr_expect_lt(vec3_norm(vec3_sub(none.omega, omega)), 1e-15);
}

Test(repeat, other_bodies_are_stepped)
{
    talus_rotation_repeat repeat;
    cr_expect_not(talus_rotation_repeat_start(TALUS_SCHEME_MIDPOINT, vec3(2.0, 2.001, 3.0),
                                              vec3(1.0, 1.0, 1.0), dt, &repeat));
    cr_expect_not(talus_rotation_repeat_start(TALUS_SCHEME_EXPLICIT, vec3(2.0, 2.0, 3.0),
                                              vec3(1.0, 1.0, 1.0), dt, &repeat));
    cr_expect_not(talus_rotation_repeat_start(TALUS_SCHEME_RUNGE_KUTTA, vec3(2.0, 2.0, 3.0),
                                              vec3(1.0, 1.0, 1.0), dt, &repeat));
    // no solution: |wm| dt > 1
    cr_expect_not(talus_rotation_repeat_start(TALUS_SCHEME_RATTLE, vec3(2.0, 2.0, 3.0),
                                              vec3(0.0, 0.0, 600.0), dt, &repeat));
}
