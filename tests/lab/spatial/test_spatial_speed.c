// SPDX-License-Identifier: GPL-3.0-or-later
#include "talus/lab/rocking_spatial.h"

#include <criterion/criterion.h>
#include <math.h>

/// Free rocking of random blocks with admissible parameters until rest; steps of all runs.
static size_t steps_of(size_t runs)
{
    talus_random rng = {.seed = 7};
    size_t steps = 0;
    for (size_t i = 0; i < runs; i++) {
        const double b1 = 0.03 + 0.1 * talus_random_uniform(&rng);
        const double b2 = 0.03 + 0.1 * talus_random_uniform(&rng);
        const double h = 0.15 + 0.3 * talus_random_uniform(&rng);
        const talus_spatial_block block = talus_spatial_cuboid(1.0, b1, b2, h);
        const double lam = 0.5 + 0.5 * talus_random_uniform(&rng);
        const double lat = 2.0 * talus_random_uniform(&rng) - 1.0;
        const double lon = 0.5 + 0.5 * talus_random_uniform(&rng);
        const talus_spatial_law law = talus_spatial_law_uniform(lam, lat, lon);
        talus_spatial_options options = talus_spatial_options_default();
        options.end_time = 60.0;
        talus_spatial_state state =
            talus_spatial_release(&block, 1, 0.8 * atan(b1 / h) * talus_random_uniform(&rng));
        talus_spatial_summary summary;
        cr_assert(talus_spatial_run(&block, &law, &options, &state, &summary, NULL) == TALUS_OK);
        cr_expect(summary.end == TALUS_SPATIAL_AT_REST, "run %zu ends %d at %g s", i,
                  (int)summary.end, state.time);
        cr_expect(summary.least_height > -1e-12, "%g", summary.least_height);
        cr_expect(summary.energy_error < 1e-8 * summary.energy_begin && summary.energy_gains == 0,
                  "%g of %g J, %zu gains", summary.energy_error, summary.energy_begin,
                  summary.energy_gains); /* measured 8e-10 */
        steps += summary.steps;
    }
    return steps;
}

Test(spatial_speed, forty_blocks_rock_to_rest_in_few_steps)
{
    const size_t steps = steps_of(40);
    cr_expect(steps < 700000, "%zu", steps); /* measured 4.6e5, one for each impact */
}
