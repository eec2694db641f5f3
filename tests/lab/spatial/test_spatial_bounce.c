// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/// A block tilted by theta about y, misaligned by psi about x, its lowest corner `gap` above.
static talus_spatial_state above(const talus_spatial_block *block, double theta, double psi,
                                 double gap)
{
    talus_spatial_state state = {
        .mode = TALUS_SPATIAL_FLIGHT,
        .attitude = talus_euler_attitude((talus_euler){.theta = theta, .psi = psi})};
    double heights[TALUS_SPATIAL_CORNERS], least = 0.0;
    talus_spatial_heights(block, &state, heights);
    for (size_t i = 0; i < block->corner_count; i++) {
        least = fmin(least, heights[i]);
    }
    state.position.z = gap - least;
    return state;
}

static size_t impacts;
static int first_corner;
static double first_time;

static void first_impact(void *user, const talus_spatial_event *event)
{
    (void)user;
    if (impacts++ == 0) {
        first_corner = event->before;
        first_time = event->after.time;
    }
}

Test(spatial_bounce, the_lowest_corner_hits_first_after_its_fall)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.0254, 0.0254, 0.1016);
    talus_spatial_state state = above(&block, 0.1, 1e-3, 1e-4);
    const talus_spatial_bounce law = {.e = 0.9, .settle = 1e-6};
    talus_spatial_options options = talus_spatial_options_default();
    options.impact_limit = 1;
    options.on_event = first_impact;
    talus_spatial_summary summary;
    cr_assert(talus_spatial_bounce_run(&block, &law, &options, &state, &summary, NULL) == TALUS_OK);
    cr_expect(first_corner == 0); // V1 = (b1, -b2): +x and -y sides go down
    cr_expect(fabs(first_time - sqrt(2e-4 / 9.81)) < 1e-12); /* measured 8e-17 s */
}

Test(spatial_bounce, energy_balances_and_no_corner_sinks)
{
    static const double slenderness[4] = {1.0, 2.0, 4.0, 8.0};
    for (int i = 0; i < 16; i++) {
        const double b = 0.0254;
        const talus_spatial_block block = talus_spatial_cuboid(1.03, b, b, b * slenderness[i % 4]);
        const talus_spatial_bounce law = {
            .e = i < 8 ? 0.9 : 0.5, .free_y = i / 4 % 2, .settle = 1e-6};
        talus_spatial_state state = above(&block, 0.05, 1e-3, 1e-4);
        talus_spatial_options options = talus_spatial_options_default();
        talus_spatial_summary s;
        cr_assert(talus_spatial_bounce_run(&block, &law, &options, &state, &s, NULL) == TALUS_OK);
        cr_expect(s.end == TALUS_SPATIAL_SETTLED, "case %d ends %d", i, (int)s.end);
        cr_expect(s.energy_error < 1e-12, "%g", s.energy_error);  /* measured 1e-15 J */
        cr_expect(s.least_height > -1e-11, "%g", s.least_height); /* measured -2e-13 m */
        cr_expect(s.corner_impacts > 5);
        cr_expect(state.mode == TALUS_SPATIAL_VERTEX && state.position.z == 0.0);
    }
}

Test(spatial_bounce, a_settled_block_goes_on_rocking)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.0254, 0.0254, 0.1016);
    const talus_spatial_bounce bounce = {.e = 0.9, .settle = 1e-6};
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.3, 1.0);
    talus_spatial_state state = above(&block, 0.1, 1e-3, 1e-4);
    const talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_summary flying, rocking;
    cr_assert(talus_spatial_bounce_run(&block, &bounce, &options, &state, &flying, NULL) ==
              TALUS_OK);
    cr_assert(talus_spatial_run(&block, &law, &options, &state, &rocking, NULL) == TALUS_OK);
    cr_expect(fabs(rocking.energy_begin - flying.energy_end) < 1e-15);
    cr_expect(rocking.end == TALUS_SPATIAL_AT_REST);
    cr_expect(rocking.least_height > -1e-10, "%g", rocking.least_height); /* measured -1e-17 m */
}

Test(spatial_bounce, a_base_without_friction_along_y_leaves_the_momentum_along_y)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.0254, 0.0254, 0.0254);
    const talus_spatial_bounce law = {.e = 0.9, .free_y = true, .settle = 1e-6};
    talus_spatial_state state = above(&block, 0.1, 1e-2, 1e-4);
    state.velocity.y = 0.05;
    talus_spatial_options options = talus_spatial_options_default();
    options.impact_limit = 20;
    talus_spatial_summary summary;
    cr_assert(talus_spatial_bounce_run(&block, &law, &options, &state, &summary, NULL) == TALUS_OK);
    cr_expect(fabs(state.velocity.y - 0.05) < 1e-14);
    cr_expect(fabs(state.velocity.x) > 1e-4);
}

Test(spatial_bounce, a_block_below_the_base_or_a_bad_law_is_refused)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.0254, 0.0254, 0.0254);
    talus_spatial_state state = above(&block, 0.1, 0.0, -1e-3);
    talus_spatial_bounce law = {.e = 0.9, .settle = 1e-6};
    const talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_summary summary;
    talus_error error;
    cr_expect(talus_spatial_bounce_run(&block, &law, &options, &state, &summary, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "above the base") != NULL);
    law.e = 1.0;
    cr_expect(talus_spatial_bounce_run(&block, &law, &options, &state, &summary, &error) ==
              TALUS_ERROR_ARGUMENT);
}
