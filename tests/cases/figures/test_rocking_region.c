// SPDX-License-Identifier: GPL-3.0-or-later
// Where a block bounces instead of rocking.
#include "cases/figures/rocking_region.h"

#include <criterion/criterion.h>
#include <math.h>

Test(rocking_region, cells_agree_with_the_critical_restitution)
{
    rocking_region_options options = rocking_region_options_default();
    options.nx = 12;
    options.ny = 16;
    options.threads = 2;
    rocking_region region;
    cr_assert_eq(rocking_region_make(&options, &region, NULL), TALUS_OK);
    for (size_t k = 0; k < options.nx * options.ny; k++) {
        const rocking_region_cell *cell = &region.cells[k];
        cr_expect_eq(cell->bounces, cell->e > region.critical[k % options.nx], "h/b %g, e %g",
                     cell->aspect, cell->e);
    }
    for (size_t i = 1; i < options.nx; i++) {
        cr_expect_gt(region.critical[i], region.critical[i - 1]);
        cr_expect_gt(region.critical[i], region.critical_small[i]);
    }
    rocking_region_clear(&region);
}

Test(rocking_region, inelastic_block_rocks_with_the_peaks_of_free_rocking)
{
    rocking_region_options options = rocking_region_options_default();
    options.nx = options.ny = 2;
    options.e0 = 0.0;
    options.e1 = 0.2;
    rocking_region region;
    cr_assert_eq(rocking_region_make(&options, &region, NULL), TALUS_OK);
    // peaks of r^2 with Housner's ratio at the low end of e
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.0508);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    talus_planar_options rocking = talus_planar_options_default();
    rocking.theta0 = 0.5 * talus_rocking_block_pivot(&block, false, model.gravity).alpha;
    double time[4], peak[4];
    talus_planar_history history = {.peak_room = 4, .peak_time = time, .peak_angle = peak};
    talus_planar_result result;
    cr_assert_eq(talus_planar_run(&model, NULL, &rocking, &history, &result, NULL), TALUS_OK);
    for (int k = 0; k < ROCKING_HALF_CYCLES; k++) {
        cr_expect_float_eq(region.runs[0].peak[k] / fabs(peak[k]), 1.0, 1e-3); /* e = 0.0005 */
    }
    cr_expect(region.runs[0].settles);
    rocking_region_clear(&region);
}
