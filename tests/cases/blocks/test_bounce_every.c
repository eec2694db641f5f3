// SPDX-License-Identifier: GPL-3.0-or-later
// A block that bounces at every landing.
#include "cases/blocks/bounce_every.h"

#include <criterion/criterion.h>
#include <math.h>

Test(bounce_every, without_restitution_every_landing_is_that_of_rocking)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.1016);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_bounce_options options = {
        .tangential = TALUS_BOUNCE_STICK, .flight = TALUS_BOUNCE_EXACT, .e = 0.0, .settle = 1e-6};
    bounce_landing landings[6];
    size_t count = 0;
    cr_assert_eq(bounce_every(&model, -2.0, &options, landings, 6, &count, NULL), TALUS_OK);
    talus_planar_options rocking = talus_planar_options_default();
    rocking.omega0 = -2.0 * model.r_ab;
    double times[6], speeds[6], at[6], peaks[6];
    talus_planar_history history = {.impact_room = 6,
                                    .impact_time = times,
                                    .impact_speed = speeds,
                                    .peak_room = 6,
                                    .peak_time = at,
                                    .peak_angle = peaks};
    talus_planar_result result;
    cr_assert_eq(talus_planar_run(&model, NULL, &rocking, &history, &result, NULL), TALUS_OK);
    cr_assert_eq(count, 6);
    for (size_t i = 1; i < 6; i++) {
        cr_expect_float_eq(landings[i].time, times[i - 1], 1e-11);
        cr_expect_float_eq(landings[i].omega, speeds[i - 1], 1e-10);
        cr_expect_float_eq(landings[i - 1].peak, peaks[i - 1], 1e-10);
    }
}

Test(bounce_every, every_landing_bounces_and_the_motion_ends)
{
    // h/b = 4, e = 0.9: the half cycles are shorter with bouncing than without [docs 10.4, 9]
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.1016);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_bounce_options options = {
        .tangential = TALUS_BOUNCE_STICK, .flight = TALUS_BOUNCE_EXACT, .e = 0.9, .settle = 1e-6};
    static bounce_landing landings[2000];
    size_t count = 0;
    cr_assert_eq(bounce_every(&model, -2.047800335742373, &options, landings, 2000, &count, NULL),
                 TALUS_OK);
    cr_expect(count > 20 && count < 2000, "%zu", count);
    cr_expect_float_eq(landings[1].time, 0.3660130219988862, 1e-9);
    cr_expect_float_eq(landings[6].time, 1.4208642277634675, 2e-7);
    for (size_t i = 0; i < 6; i++) {
        cr_expect(landings[i].bounces > 100 && landings[i].settled);
        cr_expect_eq(landings[i].corner, i % 2 == 0 ? 'B' : 'A');
        cr_expect_lt(fabs(landings[i + 1].omega), fabs(landings[i].omega));
    }
}
