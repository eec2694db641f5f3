// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of rocking blocks: sampled impacts, spectra, fragility.
#include "lab/fragility/rocking_fragility.h"

#include "lab/rocking/ground_motion.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static talus_rocking_block slab(void)
{
    return talus_rocking_block_rectangle(1.0, 0.2, 0.6);
}

Test(rocking_impact, texts_are_read)
{
    static const struct {
        const char *text, *told;
        rocking_spread spread;
        double low, high;
    } cases[] = {{"housner", "impacts of Housner", ROCKING_FIXED, 0.0, 0.0},
                 {"lam=0.8", "lam = 0.8", ROCKING_FIXED, 0.8, 0.8},
                 {"lam=.6..1", "lam = 0.6 to 1, uniform", ROCKING_UNIFORM, 0.6, 1.0},
                 {"r=0.9+-0.02", "r = 0.9 \u00b1 0.02, normal", ROCKING_NORMAL, 0.9, 0.02},
                 {"e=-0.5..0.5", "e = -0.5 to 0.5, uniform", ROCKING_UNIFORM, -0.5, 0.5},
                 {"k=1e-1", "k = 0.1", ROCKING_FIXED, 0.1, 0.1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rocking_impact impact;
        talus_error error = {0};
        char told[96];
        cr_assert_eq(rocking_impact_parse(cases[i].text, &impact, &error), TALUS_OK, "%s: %s",
                     cases[i].text, error.message);
        cr_expect_eq(impact.spread, cases[i].spread);
        cr_expect_eq(impact.low, cases[i].low);
        cr_expect_eq(impact.high, cases[i].high);
        rocking_impact_describe(&impact, told, sizeof told);
        cr_expect_str_eq(told, cases[i].told);
    }
}

Test(rocking_impact, other_texts_are_refused)
{
    static const char *const texts[] = {
        "",        "chatzis", "lam",    "lam=",      "lam=a", "lam=1..0.5",
        "lam=1..", "r=0.9+-", "mu=0.1", "r=0.9+--1", "r=nan", "r=1x"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        rocking_impact impact;
        talus_error error = {0};
        cr_expect_eq(rocking_impact_parse(texts[i], &impact, &error), TALUS_ERROR_INPUT, "%s",
                     texts[i]);
        cr_expect_neq(strstr(error.message, "expected housner"), NULL, "%s", error.message);
    }
}

Test(rocking_impact, samples_fill_their_range_and_stay_possible)
{
    const talus_rocking_block block = slab();
    rocking_impact impact;
    cr_assert_eq(rocking_impact_parse("r=0.5..0.9", &impact, NULL), TALUS_OK);
    double least = 1.0, most = 0.0, sum = 0.0;
    enum { COUNT = 4000 };
    for (uint64_t i = 0; i < COUNT; i++) {
        const double r = rocking_impact_sample(&impact, &block, 7, i).r_ab;
        least = fmin(least, r);
        most = fmax(most, r);
        sum += r;
    }
    cr_expect_geq(least, 0.5);
    cr_expect_lt(most, 0.9);
    cr_expect_float_eq(sum / COUNT, 0.7, 0.01);
    cr_expect_gt(most - least, 0.398);
    cr_assert_eq(rocking_impact_parse("r=0.95+-0.2", &impact, NULL), TALUS_OK);
    for (uint64_t i = 0; i < COUNT; i++) {
        cr_expect_leq(fabs(rocking_impact_sample(&impact, &block, 7, i).r_ab), 1.0);
    }
    // the same number is the same draw
    cr_expect_eq(rocking_impact_sample(&impact, &block, 7, 11).r_ab,
                 rocking_impact_sample(&impact, &block, 7, 11).r_ab);
    cr_expect_neq(rocking_impact_sample(&impact, &block, 7, 11).r_ab,
                  rocking_impact_sample(&impact, &block, 8, 11).r_ab);
    cr_assert_eq(rocking_impact_parse("lam=-0.5", &impact, NULL), TALUS_OK);
    cr_expect_eq(rocking_impact_check(&impact, &block, NULL), TALUS_ERROR_INPUT);
}

Test(rocking_spectrum, edges_are_the_critical_amplitudes)
{
    rocking_spectrum_options options = rocking_spectrum_options_default();
    options.block = slab();
    options.x0 = 3.5;
    options.x1 = 4.5;
    options.nx = 1;
    options.y0 = 1.0;
    options.y1 = 6.0;
    options.ny = 50;
    rocking_spectrum spectrum;
    cr_assert_eq(rocking_spectrum_make(&options, &spectrum, NULL), TALUS_OK);
    // sheet rocking, section 8, at w = 4 p
    static const double critical[3] = {1.961073, 4.804667, 5.377144};
    cr_assert_eq(spectrum.edge_count, 3);
    for (size_t i = 0; i < 3; i++) {
        cr_expect_float_eq(spectrum.edges[i].y, critical[i], 6e-7); /* measured 4.1e-7 */
        cr_expect_eq(spectrum.edges[i].overturns_below, i == 1);
        cr_expect_eq(spectrum.edges[i].impacts, i < 2 ? 1 : 0);
    }
    for (size_t k = 0; k < options.ny; k++) {
        const rocking_spectrum_cell *cell = &spectrum.cells[k];
        const bool falls =
            (cell->y > critical[0] && cell->y < critical[1]) || cell->y > critical[2];
        cr_expect_eq(cell->outcome == TALUS_PLANAR_OVERTURNED, falls, "at %g", cell->y);
    }
    rocking_spectrum_clear(&spectrum);
}

Test(rocking_spectrum, small_blocks_on_a_record_fall_first_and_threads_do_not_matter)
{
    const talus_pulse pulse = {TALUS_PULSE_SINE, 1.0, 9.0, 3.0, 0.0};
    talus_ground_motion motion;
    cr_assert_eq(ground_motion_from_pulse(&pulse, 0.01, &motion, NULL), TALUS_OK);
    rocking_spectrum_options options = rocking_spectrum_options_default();
    options.motion = &motion;
    options.x0 = 1.0;
    options.x1 = 6.0;
    options.nx = 10;
    options.ny = 12;
    options.threads = 1;
    rocking_spectrum one, two;
    cr_assert_eq(rocking_spectrum_make(&options, &one, NULL), TALUS_OK);
    options.threads = 2;
    cr_assert_eq(rocking_spectrum_make(&options, &two, NULL), TALUS_OK);
    size_t fallen[10] = {0};
    for (size_t k = 0; k < 120; k++) {
        cr_expect_eq(one.cells[k].peak, two.cells[k].peak);
        fallen[k % 10] += one.cells[k].outcome == TALUS_PLANAR_OVERTURNED;
    }
    cr_expect_eq(one.edge_count, two.edge_count);
    for (size_t k = 0; k < one.edge_count; k++) {
        cr_expect_eq(one.edges[k].y, two.edges[k].y);
    }
    cr_expect_lt(fallen[0], fallen[9]);
    cr_expect_gt(fallen[9], 6);
    rocking_spectrum_clear(&one);
    rocking_spectrum_clear(&two);
    ground_motion_clear(&motion);
}

Test(rocking_spectrum, impossible_options_are_refused)
{
    rocking_spectrum spectrum;
    rocking_spectrum_options options = rocking_spectrum_options_default();
    options.x0 = 9.0;
    cr_expect_eq(rocking_spectrum_make(&options, &spectrum, NULL), TALUS_ERROR_ARGUMENT);
    options = rocking_spectrum_options_default();
    options.nx = 0;
    cr_expect_eq(rocking_spectrum_make(&options, &spectrum, NULL), TALUS_ERROR_ARGUMENT);
    options = rocking_spectrum_options_default();
    options.block.h = -1.0;
    cr_expect_neq(rocking_spectrum_make(&options, &spectrum, NULL), TALUS_OK);
    cr_expect_eq(spectrum.cells, NULL);
}

static talus_ground_motion shake(double frequency)
{
    const talus_pulse pulse = {TALUS_PULSE_SINE, 1.0, frequency, 2.0, 0.0};
    talus_ground_motion motion;
    cr_assert_eq(ground_motion_from_pulse(&pulse, 0.01, &motion, NULL), TALUS_OK);
    return motion;
}

Test(rocking_fragility, curve_rises_from_none_to_all_with_the_same_bits_for_any_threads)
{
    talus_ground_motion motions[2] = {shake(7.0), shake(9.0)};
    rocking_fragility_options options = rocking_fragility_options_default();
    options.motions = motions;
    options.motion_count = 2;
    options.low = 0.2;
    options.high = 2.5;
    options.levels = 8;
    options.samples = 40;
    options.threads = 1;
    rocking_fragility one, two;
    talus_error error = {0};
    cr_assert_eq(rocking_fragility_make(&options, &one, &error), TALUS_OK, "%s", error.message);
    options.threads = 3;
    cr_assert_eq(rocking_fragility_make(&options, &two, &error), TALUS_OK, "%s", error.message);
    for (size_t k = 0; k < 8; k++) {
        cr_expect_eq(one.levels[k].exceeded, two.levels[k].exceeded);
        cr_expect_leq(one.levels[k].interval.low, one.levels[k].interval.share);
        cr_expect_geq(one.levels[k].interval.high, one.levels[k].interval.share);
        cr_expect_leq(one.levels[k].interval.effective, 40.0);
    }
    // below g tan(alpha) nothing moves
    cr_expect_eq(one.levels[0].exceeded, 0);
    cr_expect_eq(one.levels[7].exceeded, 40);
    rocking_fragility_clear(&two);
    // a lower threshold is exceeded at least as often
    options.threshold = 0.2;
    cr_assert_eq(rocking_fragility_make(&options, &two, &error), TALUS_OK, "%s", error.message);
    size_t more = 0;
    for (size_t k = 0; k < 8; k++) {
        cr_expect_geq(two.levels[k].exceeded, one.levels[k].exceeded);
        more += two.levels[k].exceeded > one.levels[k].exceeded;
    }
    cr_expect_gt(more, 0);
    rocking_fragility_clear(&one);
    rocking_fragility_clear(&two);
    options.low = 0.0;
    cr_expect_eq(rocking_fragility_make(&options, &one, &error), TALUS_ERROR_ARGUMENT);
    ground_motion_clear(&motions[0]);
    ground_motion_clear(&motions[1]);
}
