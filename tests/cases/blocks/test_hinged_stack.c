// SPDX-License-Identifier: GPL-3.0-or-later
// The impact of two blocks that are hinged on each other.
#include "cases/blocks/hinged_stack.h"
#include "talus/lab/rocking.h"

#include <criterion/criterion.h>
#include <math.h>

Test(stack, keeps_its_angular_momenta_and_never_loses_more_than_one_body)
{
    for (int n = 1; n < 40; n++) {
        for (int i = 1; i < 10; i++) {
            const double height = 0.2 * n, share = 0.1 * i;
            const hinged_stack stack = {1.0, height * share, height * (1.0 - share), share,
                                        2.0 * (1.0 - share)};
            const hinged_stack_ratios r = hinged_stack_impact(&stack);
            cr_expect(r.energy > fabs(r.rigid) && r.energy <= 1.0, "%g for %g", r.energy, r.rigid);
            cr_expect(r.lower < r.rigid && r.upper > 1.0);
        }
    }
}

Test(stack, a_thin_upper_block_leaves_the_lower_one_alone)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 1.0, 3.0);
    const hinged_stack stack = {1.0, 6.0, 1e-6, 1.0, 1e-7};
    const double r = talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0);
    cr_expect(fabs(hinged_stack_impact(&stack).lower - r) < 1e-6);
}

Test(stack, mass_and_length_do_not_matter)
{
    const hinged_stack one = {1.0, 2.0, 6.0, 0.25, 0.75};
    const hinged_stack other = {0.03, 0.06, 0.18, 11.0, 33.0};
    const hinged_stack_ratios a = hinged_stack_impact(&one);
    const hinged_stack_ratios b = hinged_stack_impact(&other);
    cr_expect(fabs(a.lower - b.lower) < 1e-14 && fabs(a.upper - b.upper) < 1e-14);
    cr_expect(fabs(a.energy - b.energy) < 1e-14 && fabs(a.rigid - b.rigid) < 1e-14);
}
