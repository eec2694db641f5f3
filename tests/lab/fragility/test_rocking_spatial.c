// SPDX-License-Identifier: GPL-3.0-or-later
// Fragility of spatial blocks.
#include "lab/fragility/rocking_fragility.h"
#include "lab/rocking/ground_motion.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(rocking_spatial_impact, texts_are_read_and_others_refused)
{
    rocking_spatial_impact impact = rocking_spatial_impact_default();
    cr_assert_eq(rocking_spatial_impact_parse("lon=0.7+-0.1,lat=-.5..0.5", &impact, NULL),
                 TALUS_OK);
    cr_expect(impact.lon.spread == ROCKING_NORMAL && impact.lon.low == 0.7);
    cr_expect(impact.lat.spread == ROCKING_UNIFORM && impact.lat.low == -0.5);
    cr_expect(impact.lam.low == 0.8 && impact.lam.high == 1.0); // as before
    static const char *const texts[] = {"",      "lam",         "lam=", "lam=1..0",   "lam=1,",
                                        "nu=.1", "lam=.8 .. 1", "=1",   "lam=1;lon=1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        talus_error error = {0};
        cr_expect_eq(rocking_spatial_impact_parse(texts[i], &impact, &error), TALUS_ERROR_INPUT,
                     "%s", texts[i]);
        cr_expect_neq(strstr(error.message, "expected lam, lat and lon"), NULL);
    }
}

Test(rocking_spatial_impact, each_edge_draws_its_own)
{
    const rocking_spatial_impact impact = rocking_spatial_impact_default();
    const talus_spatial_law a = rocking_spatial_impact_sample(&impact, 7, 3);
    const talus_spatial_law b = rocking_spatial_impact_sample(&impact, 7, 3);
    const talus_spatial_law c = rocking_spatial_impact_sample(&impact, 7, 4);
    for (int i = 0; i < 4; i++) {
        cr_expect(a.lam[i] == b.lam[i] && a.lat[i] == b.lat[i] && a.lon[i] == b.lon[i]);
        cr_expect(a.lam[i] != c.lam[i] && a.lam[i] != a.lam[(i + 1) % 4]);
        cr_expect(a.lam[i] >= 0.8 && a.lam[i] <= 1.0 && fabs(a.lat[i]) <= 0.5);
    }
}

static rocking_fragility_options pulse_options(void)
{
    rocking_fragility_options options = rocking_fragility_options_default();
    options.pulse.kind = TALUS_PULSE_SINE;
    options.pulse.amplitude = 1.0;
    options.pulse.frequency = 9.0;
    options.low = 0.3;
    options.high = 2.0;
    options.levels = 18;
    options.samples = 1;
    options.horizon = 10.0;
    return options;
}

Test(rocking_fragility_spatial, a_shaking_along_x_overturns_like_the_planar_block)
{
    rocking_fragility_options options = pulse_options();
    options.impact = (rocking_impact){.map = TALUS_ROCKING_CHATZIS, .low = 0.8, .high = 0.8};
    rocking_spatial_impact spatial = rocking_spatial_impact_default();
    cr_assert_eq(rocking_spatial_impact_parse("lam=1,lat=0,lon=0.8", &spatial, NULL), TALUS_OK);
    for (int turned = 0; turned < 2; turned++) {
        rocking_fragility planar, space;
        options.direction = turned ? TALUS_PI / 3.0 : 0.0;
        options.spatial = NULL;
        cr_assert_eq(rocking_fragility_make(&options, &planar, NULL), TALUS_OK);
        options.spatial = &spatial;
        cr_assert_eq(rocking_fragility_make(&options, &space, NULL), TALUS_OK);
        size_t fallen = 0, differ = 0;
        for (size_t k = 0; k < options.levels; k++) {
            fallen += planar.levels[k].exceeded;
            differ += planar.levels[k].exceeded != space.levels[k].exceeded;
        }
        cr_expect(fallen > 2 && fallen < options.levels, "%zu", fallen);
        cr_expect(turned || differ == 0, "%zu", differ);
        cr_expect(!turned || differ > 0); // the other component does its part
        cr_expect_eq(space.undecided, 0);
        rocking_fragility_clear(&planar);
        rocking_fragility_clear(&space);
    }
}

Test(rocking_fragility_spatial, the_same_for_any_threads_and_lower_thresholds_are_exceeded_more)
{
    rocking_fragility_options options = pulse_options();
    const rocking_spatial_impact spatial = rocking_spatial_impact_default();
    options.spatial = &spatial;
    options.direction = 0.6;
    options.high = 0.8;
    options.levels = 6;
    options.samples = 12;
    rocking_fragility made[3];
    for (int i = 0; i < 3; i++) {
        options.threads = i == 1 ? 3 : 1;
        options.threshold = i == 2 ? 0.3 : 0.0;
        cr_assert_eq(rocking_fragility_make(&options, &made[i], NULL), TALUS_OK);
    }
    size_t more = 0;
    for (size_t k = 0; k < options.levels; k++) {
        cr_expect_eq(made[0].levels[k].exceeded, made[1].levels[k].exceeded);
        cr_expect_geq(made[2].levels[k].exceeded, made[0].levels[k].exceeded);
        more += made[2].levels[k].exceeded > made[0].levels[k].exceeded;
    }
    cr_expect_eq(made[0].levels[0].exceeded, 0);
    cr_expect_gt(made[0].levels[5].exceeded, 6);
    cr_expect_gt(more, 0);
    for (int i = 0; i < 3; i++) {
        rocking_fragility_clear(&made[i]);
    }
}

Test(rocking_fragility_spatial, what_cannot_be_is_refused)
{
    rocking_fragility made;
    rocking_fragility_options options = pulse_options();
    rocking_spatial_impact spatial = rocking_spatial_impact_default();
    options.spatial = &spatial;
    options.measure = ROCKING_PGV;
    cr_expect_eq(rocking_fragility_make(&options, &made, NULL), TALUS_ERROR_ARGUMENT);
    options.measure = ROCKING_PGA;
    options.pulse.kind = TALUS_PULSE_NONE;
    cr_expect_eq(rocking_fragility_make(&options, &made, NULL), TALUS_ERROR_ARGUMENT);
    options = pulse_options();
    options.spatial = &spatial;
    spatial.b2 = -0.1;
    cr_expect_neq(rocking_fragility_make(&options, &made, NULL), TALUS_OK);
    cr_expect_eq(made.levels, NULL);
}
