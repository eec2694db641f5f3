// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity of shaking ground between the values of its records, by hand.
#include "talus/campaign.h"

#include <criterion/criterion.h>
#include <math.h>

/// Accelerations 0, 2, -2 m/s^2 every 0.5 s, linear between.
static double acceleration[3] = {0.0, 2.0, -2.0}, velocity[3] = {0.0, 0.5, 0.5};
static const talus_base_record along_x = {.axis = {1.0, 0.0, 0.0},
                                          .time_step = 0.5,
                                          .count = 3,
                                          .acceleration = acceleration,
                                          .velocity = velocity};

Test(base_motion, the_integral_is_exact_between_the_values)
{
    static const double times[] = {-1.0, 1.0, 1.25, 1.5, 1.75, 2.0, 9.0};
    static const double expected[] = {0.0, 0.0, 0.125, 0.5, 0.75, 0.5, 0.5};
    const talus_base_motion base = {
        .start = 1.0, .end = 2.0, .record_count = 1, .records = &along_x};
    for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
        const talus_vec3 v = talus_base_velocity(&base, times[k]);
        cr_expect_float_eq(v.x, expected[k], 1e-15, "at %g s: %g", times[k], v.x);
        cr_expect_eq(v.y, 0.0);
        cr_expect_eq(v.z, 0.0);
    }
}

Test(base_motion, components_add_along_their_axes)
{
    talus_base_record records[2] = {along_x, along_x};
    records[1].axis = (talus_vec3){0.0, 0.6, 0.8};
    const talus_base_motion base = {.end = 1.0, .record_count = 2, .records = records};
    const talus_vec3 v = talus_base_velocity(&base, 0.75);
    cr_expect_float_eq(v.x, 0.75, 1e-15);
    cr_expect_float_eq(v.y, 0.45, 1e-15);
    cr_expect_float_eq(v.z, 0.6, 1e-15);
}

Test(base_motion, still_ground_has_no_velocity_and_a_record_has_peaks)
{
    double a = 0.0, v = 0.0;
    cr_expect_eq(talus_base_velocity(NULL, 1.0).x, 0.0);
    cr_assert_eq(talus_base_record_peaks(&along_x, &a, &v, NULL), TALUS_OK);
    cr_expect_eq(a, 2.0);
    cr_expect_eq(v, 0.5);
}
