// SPDX-License-Identifier: GPL-3.0-or-later
// Two stacked blocks without sliding.
#include "cases/blocks/two_blocks.h"

#include <criterion/criterion.h>
#include <math.h>

static const two_blocks stack = {0.4, 0.5, 0.2, 0.6, 800.0, 240.0};

Test(two_blocks, modes_start_at_their_limits)
{
    cr_expect_float_eq(two_blocks_limit(&stack, TWO_BLOCKS_UPPER, 4.0), 1.0 / 3.0, 1e-12);
    cr_expect_float_eq(two_blocks_limit(&stack, TWO_BLOCKS_BOTH, 4.0), 0.6643835616, 1e-9);
    cr_expect_float_eq(two_blocks_limit(&stack, TWO_BLOCKS_TOGETHER, 4.0), 1.0692041522, 1e-9);
    cr_expect_eq(two_blocks_start_of(&stack, 9.81, 3.0, 0.0).mode, TWO_BLOCKS_REST);
    cr_expect_eq(two_blocks_start_of(&stack, 9.81, 4.0, 0.0).mode, TWO_BLOCKS_UPPER);
    // a base that rises presses the blocks down
    cr_expect_eq(two_blocks_start_of(&stack, 9.81, 4.0, 5.0).mode, TWO_BLOCKS_REST);
}

Test(two_blocks, every_acceleration_has_one_mode_and_its_mirror)
{
    static const two_blocks stacks[] = {{0.4, 0.5, 0.2, 0.6, 800.0, 240.0},
                                        {0.2, 0.5, 0.25, 0.3, 800.0, 240.0},
                                        {0.5, 0.2, 0.1, 0.9, 100.0, 300.0}};
    for (size_t k = 0; k < 3; k++) {
        for (int i = 0; i < 300; i++) {
            const double a = 0.1 * i;
            const two_blocks_start s = two_blocks_start_of(&stacks[k], 9.81, a, 0.0);
            const two_blocks_start t = two_blocks_start_of(&stacks[k], 9.81, -a, 0.0);
            cr_expect_neq(s.mode, TWO_BLOCKS_NONE, "stack %zu, %g m/s2", k, a);
            cr_expect_eq(s.mode, t.mode);
            cr_expect_float_eq(s.turn[0], -t.turn[0], 1e-12);
            cr_expect_float_eq(s.turn[1], -t.turn[1], 1e-12);
        }
    }
}

Test(two_blocks, impact_loses_energy_and_leaves_no_corner_in_the_ground)
{
    const two_blocks_impact impact = two_blocks_impact_of(&stack, -1.0);
    cr_assert(impact.found);
    cr_expect_float_eq(impact.omega[0], -0.5059422750424452, 1e-12);
    cr_expect_float_eq(impact.omega[1], -1.2928692699490658, 1e-12);
    cr_expect_float_eq(impact.energy_ratio, 0.5264416714544856, 1e-12);
    const two_blocks_impact mirrored = two_blocks_impact_of(&stack, 1.0);
    cr_expect_float_eq(mirrored.omega[0], -impact.omega[0], 1e-12);
    for (int i = 1; i < 20; i++) {
        const two_blocks other = {0.1 * i, 0.5, 0.2, 0.1 + 0.1 * i, 300.0, 50.0 * i};
        const two_blocks_impact hit = two_blocks_impact_of(&other, -2.0);
        cr_expect(hit.found, "%d", i);
        cr_expect(hit.energy_ratio <= 1.0 && hit.energy_ratio >= 0.0, "%g", hit.energy_ratio);
    }
}

Test(two_blocks, impossible_sizes_are_refused)
{
    const two_blocks flat = {0.4, 0.0, 0.2, 0.6, 800.0, 240.0};
    talus_error error = {0};
    cr_expect_eq(two_blocks_check(&flat, &error), TALUS_ERROR_INPUT);
    cr_expect_eq(two_blocks_check(&stack, &error), TALUS_OK);
}
