// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted strata against sums over all rocks one by one.
#include "observe/rasters.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { STRATA = 3, ROCKS = 900, HIT = 5 };

static const talus_cells grid = {.cell = 1.0, .nx = 4, .ny = 2};
static const talus_window window = {.i = 1, .j = 1, .nx = 1, .ny = 1}; // cell 5

/// Rocks of three strata; about two thirds of them touch the cell, with these speeds.
typedef struct sample {
    observe_cells *cells[STRATA];
    talus_stratum strata[STRATA];
    observe_strata set;
    size_t count;
    double value[ROCKS], weight[ROCKS]; ///< of those that touched it
    double released, total;             ///< weight of all rocks, and of those
} sample;

static sample *make_sample(const double frequency[STRATA])
{
    sample *s = calloc(1, sizeof *s);
    const observe_units units = observe_units_for(1000.0);
    talus_random random = {5, 1, 0};
    for (size_t g = 0; g < STRATA; g++) {
        s->cells[g] = observe_cells_create(&grid, &units);
        s->strata[g].rocks = 150 + 150 * g;
        s->strata[g].weight = frequency[g] / (double)s->strata[g].rocks;
        s->released += frequency[g];
        for (uint64_t k = 0; k < s->strata[g].rocks; k++) {
            observe_visit visit = {.cell = HIT};
            visit.max[TALUS_SPEED] =
                (5.0 + 10.0 * (double)g) * exp(0.4 * talus_random_normal(&random));
            if (talus_random_uniform(&random) < 0.66) {
                cr_assert(observe_cells_add(s->cells[g], &visit, NULL, 1, 0.0));
                s->value[s->count] = visit.max[TALUS_SPEED];
                s->weight[s->count++] = s->strata[g].weight;
                s->total += s->strata[g].weight;
            }
        }
    }
    s->set = (observe_strata){STRATA, s->cells, s->strata};
    return s;
}

static void destroy_sample(sample *s)
{
    for (size_t g = 0; g < STRATA; g++) {
        observe_cells_destroy(s->cells[g]);
    }
    free(s);
}

static double weight_above(const sample *s, double threshold)
{
    double above = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        above += s->value[k] > threshold ? s->weight[k] : 0.0;
    }
    return above;
}

static double statistic(const sample *s, double which)
{
    float out = NAN;
    const talus_raster raster = {.kind = TALUS_STATISTIC, .quantity = TALUS_SPEED, .at = which};
    observe_strata_raster(&s->set, &raster, &window, &out);
    return (double)out;
}

static float value_of(const sample *s, talus_raster_kind kind)
{
    float out = NAN;
    observe_strata_raster(&s->set, &(talus_raster){.kind = kind}, &window, &out);
    return out;
}

static const double frequencies[STRATA] = {3.0, 0.5, 0.01};

Test(strata, reach_probability_is_the_weighted_share)
{
    sample *s = make_sample(frequencies);
    cr_expect(fabs((double)value_of(s, TALUS_REACH) - s->total / s->released) <
              1e-7); /* measured 2e-8: float */
    cr_expect_eq(value_of(s, TALUS_PASSAGES), (float)s->count);
    destroy_sample(s);
}

Test(strata, mean_and_maximum_weigh_every_rock)
{
    sample *s = make_sample(frequencies);
    double sum = 0.0, max = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        sum += s->weight[k] * s->value[k];
        max = fmax(max, s->value[k]);
    }
    cr_expect(fabs(statistic(s, -1.0) / (sum / s->total) - 1.0) < 1e-6); /* measured 2e-8 */
    cr_expect_eq(statistic(s, -2.0), (double)(float)max);
    destroy_sample(s);
}

Test(strata, quantiles_are_within_one_percent_of_the_weighted_order_statistic)
{
    sample *s = make_sample(frequencies);
    static const double q[] = {0.5, 0.9, 0.95, 0.99};
    for (size_t n = 0; n < sizeof q / sizeof q[0]; n++) {
        double best = (double)INFINITY; // the smallest value with this weight up to it
        for (size_t k = 0; k < s->count; k++) {
            const double below = s->total - weight_above(s, s->value[k]);
            best = below >= q[n] * s->total && s->value[k] < best ? s->value[k] : best;
        }
        cr_expect(fabs(statistic(s, q[n]) / best - 1.0) <= 0.01, "q %g: %g, expected %g", q[n],
                  statistic(s, q[n]), best); /* measured 0.005 */
    }
    destroy_sample(s);
}

Test(strata, exceedance_is_the_weight_above_the_threshold)
{
    sample *s = make_sample(frequencies);
    for (double threshold = 3.0; threshold < 60.0; threshold *= 1.3) {
        float p = NAN, rate = NAN;
        const double rates[STRATA] = {s->strata[0].weight, s->strata[1].weight,
                                      s->strata[2].weight};
        observe_strata_exceedance(&s->set, TALUS_SPEED, threshold, NULL, &window, &p);
        observe_strata_exceedance(&s->set, TALUS_SPEED, threshold, rates, &window, &rate);
        // what the bucket of the threshold holds is all that can differ
        const double low = weight_above(s, threshold * 65.0 / 64.0);
        const double high = weight_above(s, threshold * 63.0 / 64.0);
        cr_expect((double)rate >= low * (1.0 - 1e-6) && (double)rate <= high * (1.0 + 1e-6),
                  "%g: %g <= %g <= %g", threshold, low, (double)rate, high);
        cr_expect(fabs((double)p * s->released - (double)rate) <= 1e-6 * (double)rate);
    }
    destroy_sample(s);
}

Test(strata, no_threshold_is_passed_by_all_and_the_maximum_by_none)
{
    sample *s = make_sample(frequencies);
    float all = NAN, none = NAN;
    observe_strata_exceedance(&s->set, TALUS_SPEED, -1.0, NULL, &window, &all);
    observe_strata_exceedance(&s->set, TALUS_SPEED, statistic(s, -2.0) * 1.0000001, NULL, &window,
                              &none);
    cr_expect_eq(all, value_of(s, TALUS_REACH));
    cr_expect_eq(none, 0.0F);
    destroy_sample(s);
}

Test(strata, level_and_exceedance_are_inverse)
{
    sample *s = make_sample(frequencies);
    const double rates[STRATA] = {s->strata[0].weight, s->strata[1].weight, s->strata[2].weight};
    for (double rate = 0.9 * s->total; rate > 1e-4; rate *= 0.5) {
        float level = NAN, back = NAN;
        observe_strata_level(&s->set, TALUS_SPEED, rates, rate, &window, &level);
        observe_strata_exceedance(&s->set, TALUS_SPEED, (double)level, rates, &window, &back);
        cr_expect(fabs((double)back / rate - 1.0) < 1e-4, "%g: %g", rate,
                  (double)back); /* measured 1e-5: the level is a float */
    }
    destroy_sample(s);
}

Test(strata, level_is_zero_where_too_few_come_and_nan_where_none_does)
{
    sample *s = make_sample(frequencies);
    const double rates[STRATA] = {s->strata[0].weight, s->strata[1].weight, s->strata[2].weight};
    float level[8];
    const talus_window whole = {.nx = 4, .ny = 2};
    observe_strata_level(&s->set, TALUS_SPEED, rates, 1.01 * s->total, &whole, level);
    cr_expect_eq(level[HIT], 0.0F);
    cr_expect(isnan(level[0]) && isnan(level[HIT + 1]));
    observe_strata_level(&s->set, TALUS_SPIN, rates, 0.5 * s->total, &whole, level);
    cr_expect_eq(level[HIT], 0.0F, "all values are 0");
    destroy_sample(s);
}

Test(strata, equal_weights_give_what_one_stratum_gives)
{
    sample *s = make_sample((const double[]){150.0, 300.0, 450.0});
    const observe_units units = observe_units_for(1000.0);
    observe_cells *all = observe_cells_create(&grid, &units);
    for (size_t k = 0; k < s->count; k++) {
        const observe_visit visit = {.cell = HIT, .max = {[TALUS_SPEED] = s->value[k]}};
        cr_assert(observe_cells_add(all, &visit, NULL, 1, 0.0));
    }
    for (double q = 0.005; q < 1.0; q += 0.01) {
        float whole = NAN;
        raster_statistic(all, TALUS_SPEED, q, &window, &whole);
        cr_expect_eq((float)statistic(s, q), whole, "q %g", q);
    }
    observe_cells_destroy(all);
    destroy_sample(s);
}

Test(strata, convergence_counts_the_touched_cells_that_are_narrow_enough)
{
    const talus_cells wide = {.cell = 1.0, .nx = 600, .ny = 2}; // three tiles
    const observe_units units = observe_units_for(1000.0);
    observe_cells *cells = observe_cells_create(&wide, &units);
    const talus_stratum plain = {.rocks = 100, .weight = 1.0};
    const observe_strata set = {1, &cells, &plain};
    cr_expect(isnan(observe_strata_spread(&set, &wide, 0.05, 0.5).share), "no cell is touched");
    for (uint64_t k = 0; k < 50; k++) {
        const observe_visit visits[] = {{.cell = 3}, {.cell = 590}, {.cell = 900}};
        cr_assert(observe_cells_add(cells, visits, NULL, k == 0 ? 3 : 2, 0.0));
    }
    // half-widths by (63): 0.0962 at 50 of 100, 0.0267 at 1 of 100
    cr_expect(fabs(observe_strata_spread(&set, &wide, 0.05, 0.5).share - 1.0 / 3.0) < 1e-15);
    cr_expect_eq(observe_strata_spread(&set, &wide, 0.02, 0.5).share, 0.0);
    cr_expect_eq(observe_strata_spread(&set, &wide, 0.097, 0.5).share, 1.0);
    observe_cells_destroy(cells);
}

Test(strata, sums_add_and_extremes_stay_extremes)
{
    const observe_units units = observe_units_for(1000.0);
    observe_cells *cells[2];
    const talus_stratum strata[2] = {{.rocks = 2, .weight = 3.0}, {.rocks = 1, .weight = 0.5}};
    const observe_more more[3] = {{.arrival = 4.0, .tangent = -0.25, .forest = 100.5, .impacts = 2},
                                  {.arrival = 2.5, .tangent = (double)NAN, .impacts = 1},
                                  {.arrival = 9.0, .tangent = 0.75, .forest = 0.25, .impacts = 7}};
    const double expected[TALUS_CELL_VALUE_COUNT] = {
        [TALUS_DEPOSITED_VOLUME] = 1.75,  [TALUS_IMPACTS] = 10.0,
        [TALUS_FOREST_ENERGY] = 100.75,   [TALUS_FIRST_ARRIVAL] = 2.5,
        [TALUS_REACH_ANGLE] = atan(0.75), [TALUS_REACH_ANGLE_MIN] = atan(-0.25)};
    for (size_t g = 0; g < 2; g++) {
        cells[g] = observe_cells_create(&grid, &units);
        observe_cells_keep(cells[g], 0, (1U << TALUS_CELL_VALUE_COUNT) - 1);
    }
    const observe_visit visit = {.cell = HIT};
    for (size_t k = 0; k < 3; k++) {
        cr_assert(observe_cells_add(cells[k / 2], &visit, &more[k], 1, 1000.0));
    }
    cr_assert(observe_cells_deposit(cells[0], 1.5, 1.5, 1.25));
    cr_assert(observe_cells_deposit(cells[1], 1.5, 1.5, 0.5));
    const observe_strata set = {2, cells, strata};
    for (unsigned v = 0; v < TALUS_CELL_VALUE_COUNT; v++) {
        const talus_raster raster = {.kind = TALUS_CELL_VALUE, .value = (talus_cell_value)v};
        float out[8];
        observe_strata_raster(&set, &raster, &(talus_window){.nx = 4, .ny = 2}, out);
        cr_expect(fabs((double)out[HIT] - expected[v]) < 1e-6, "value %u: %g", v,
                  (double)out[HIT]); /* measured 2e-8: float */
        cr_expect(isnan(out[0]));
    }
    observe_cells_destroy(cells[0]);
    observe_cells_destroy(cells[1]);
}

Test(strata, what_is_not_kept_is_nan)
{
    sample *s = make_sample(frequencies);
    const talus_raster rasters[] = {
        {.kind = TALUS_STATISTIC, .quantity = TALUS_MOMENTUM, .at = -2.0},
        {.kind = TALUS_STATISTIC, .quantity = TALUS_MOMENTUM, .at = -1.0},
        {.kind = TALUS_STATISTIC, .quantity = TALUS_MOMENTUM, .at = 0.5},
        {.kind = TALUS_STATISTIC_ERROR, .quantity = TALUS_ROTATIONAL_ENERGY, .at = 0.5},
        {.kind = TALUS_CELL_VALUE, .value = TALUS_IMPACTS}};
    for (size_t k = 0; k < sizeof rasters / sizeof rasters[0]; k++) {
        float out = 0.0F;
        observe_strata_raster(&s->set, &rasters[k], &window, &out);
        cr_expect(isnan(out), "raster %zu", k);
    }
    destroy_sample(s);
}
