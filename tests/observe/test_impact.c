// SPDX-License-Identifier: GPL-3.0-or-later
// Velocities before and after an impact, taken apart by hand.
#include "runs/observe/impact.h"

#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <math.h>

static const talus_vec3 up = {0.0, 0.0, 1.0}, before = {3.0, 0.0, -4.0};

Test(impact, velocities_are_taken_apart_by_the_normal)
{
    const observe_split s = observe_split_velocities(before, vec3(1.5, 0.0, 2.0), up);
    cr_expect_float_eq(s.energy_kept, 0.25, 1e-15);
    cr_expect_float_eq(s.n_before, -4.0, 1e-15);
    cr_expect_float_eq(s.n_after, 2.0, 1e-15);
    cr_expect_float_eq(s.t_before, 3.0, 1e-15);
    cr_expect_float_eq(s.t_after, 1.5, 1e-15);
    cr_expect_float_eq(s.e_n, 0.5, 1e-15);
    cr_expect_float_eq(s.e_t, 0.5, 1e-15);
    cr_expect_float_eq(s.angle, atan(4.0 / 3.0), 1e-15);
    cr_expect_float_eq(s.deviation, 0.0, 1e-15);
}

Test(impact, the_deviation_is_an_angle_from_0_to_180_degrees)
{
    const double half = acos(0.0);
    cr_expect_float_eq(observe_split_velocities(before, vec3(0.0, 1.5, 2.0), up).deviation, half,
                       1e-15);
    cr_expect_float_eq(observe_split_velocities(before, vec3(-1.5, 0.0, 2.0), up).deviation,
                       2.0 * half, 1e-15);
    cr_expect_float_eq(observe_split_velocities(before, vec3(-1.0, 1.0, 0.0), up).deviation,
                       1.5 * half, 1e-15);
}

Test(impact, a_rock_that_comes_down_slowly_makes_none)
{
    const talus_vec3 slow = vec3(5.0, 0.0, -0.9 * OBSERVE_LEAST_FALL),
                     fast = vec3(5.0, 0.0, -1.1 * OBSERVE_LEAST_FALL);
    const observe_split creeps = observe_split_velocities(slow, before, up),
                        falls = observe_split_velocities(fast, before, up);
    cr_expect_eq(observe_is_impact(&creeps), false);
    cr_expect_eq(observe_is_impact(&falls), true);
    const talus_vec3 none = vec3((double)NAN, (double)NAN, (double)NAN);
    const observe_split unknown = observe_split_velocities(slow, before, none);
    cr_expect_eq(observe_is_impact(&unknown), true);
}
