// SPDX-License-Identifier: GPL-3.0-or-later
// results.h called wrongly.
#include "ensemble/incline.h"
#include "misuse.h"
#include "talus/run.h"

static incline scene;
static talus_results *results;
static float cells[60 * 40];
static double weights[1] = {1.0};
static bool touched;
static double share;
static const talus_raster passages = {.kind = TALUS_PASSAGES};

static talus_campaign *made(void)
{
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 4;
    return incline_campaign(&scene);
}

static const talus_results *done(void)
{
    const talus_run_options one = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(made(), &one, &results, NULL), TALUS_OK);
    return results;
}

static talus_status raster(talus_raster wanted, talus_error *error)
{
    return talus_results_raster(done(), &wanted, NULL, cells, error);
}

static talus_status window(size_t i, size_t j, size_t nx, size_t ny, talus_error *error)
{
    const talus_window w = {i, j, nx, ny};
    return talus_results_raster(done(), &passages, &w, cells, error);
}

static const talus_window beside = {.i = 59, .j = 0, .nx = 2, .ny = 1};

static talus_status raster_null(talus_error *error)
{
    return talus_results_raster(NULL, &passages, NULL, cells, error);
}

static talus_status raster_no_kind(talus_error *error)
{
    return talus_results_raster(done(), NULL, NULL, cells, error);
}

static talus_status raster_no_place(talus_error *error)
{
    return talus_results_raster(done(), &passages, NULL, NULL, error);
}

static talus_status layer_null(talus_error *error)
{
    return talus_results_layer(NULL, "passages", NULL, cells, error);
}

static talus_status layer_no_name(talus_error *error)
{
    return talus_results_layer(done(), NULL, NULL, cells, error);
}

static talus_status layer_no_place(talus_error *error)
{
    return talus_results_layer(done(), "passages", NULL, NULL, error);
}

static talus_status layer_missing(talus_error *error)
{
    return talus_results_layer(done(), "passengers", NULL, cells, error);
}

static talus_status layer_not_kept(talus_error *error)
{
    return talus_results_layer(done(), "momentum_p95", NULL, cells, error);
}

static talus_status layer_window(talus_error *error)
{
    return talus_results_layer(done(), "passages", &(talus_window){59, 0, 2, 1}, cells, error);
}

static talus_status raster_kind(talus_error *error)
{
    return raster((talus_raster){.kind = (talus_raster_kind)88}, error);
}

static talus_status raster_quantity(talus_error *error)
{
    return raster(
        (talus_raster){.kind = TALUS_STATISTIC, .quantity = (talus_quantity)88, .at = 0.5}, error);
}

static talus_status raster_value(talus_error *error)
{
    return raster((talus_raster){.kind = TALUS_CELL_VALUE, .value = (talus_cell_value)88}, error);
}

static talus_status raster_at_nan(talus_error *error)
{
    return raster((talus_raster){.kind = TALUS_STATISTIC, .at = NOTHING}, error);
}

static talus_status raster_at_one(talus_error *error)
{
    return raster((talus_raster){.kind = TALUS_STATISTIC_ERROR, .at = 1.0}, error);
}

static talus_status window_over_the_edge(talus_error *error)
{
    return window(59, 0, 2, 1, error);
}

static talus_status window_outside(talus_error *error)
{
    return window(1000000, 1000000, 1, 1, error);
}

static talus_status window_that_overflows(talus_error *error)
{
    return window(1, 1, SIZE_MAX, SIZE_MAX, error);
}

static talus_status window_north(talus_error *error)
{
    return window(0, 39, 1, 2, error);
}

static talus_status touched_null(talus_error *error)
{
    return talus_results_touched(NULL, NULL, &touched, error);
}

static talus_status touched_no_place(talus_error *error)
{
    return talus_results_touched(done(), NULL, NULL, error);
}

static talus_status touched_beside(talus_error *error)
{
    return talus_results_touched(done(), &beside, &touched, error);
}

static talus_status exceedance_null(talus_error *error)
{
    return talus_results_exceedance(NULL, TALUS_SPEED, 1.0, NULL, NULL, cells, error);
}

static talus_status exceedance_quantity(talus_error *error)
{
    return talus_results_exceedance(done(), (talus_quantity)88, 1.0, NULL, NULL, cells, error);
}

static talus_status exceedance_nan(talus_error *error)
{
    return talus_results_exceedance(done(), TALUS_SPEED, NOTHING, NULL, NULL, cells, error);
}

static talus_status exceedance_weight(talus_error *error)
{
    weights[0] = NOTHING;
    return talus_results_exceedance(done(), TALUS_SPEED, 1.0, weights, NULL, cells, error);
}

static talus_status exceedance_beside(talus_error *error)
{
    return talus_results_exceedance(done(), TALUS_SPEED, 1.0, NULL, &beside, cells, error);
}

static talus_status level_no_weights(talus_error *error)
{
    return talus_results_level(done(), TALUS_SPEED, NULL, 1.0, NULL, cells, error);
}

static talus_status level_rate_zero(talus_error *error)
{
    return talus_results_level(done(), TALUS_SPEED, weights, 0.0, NULL, cells, error);
}

static talus_status level_rate_nan(talus_error *error)
{
    return talus_results_level(done(), TALUS_SPEED, weights, NOTHING, NULL, cells, error);
}

static talus_status level_beside(talus_error *error)
{
    return talus_results_level(done(), TALUS_SPEED, weights, 1.0, &beside, cells, error);
}

static talus_status convergence_null(talus_error *error)
{
    return talus_results_convergence(NULL, 0.1, &share, error);
}

static talus_status convergence_nan(talus_error *error)
{
    return talus_results_convergence(done(), NOTHING, &share, error);
}

static talus_status convergence_no_place(talus_error *error)
{
    return talus_results_convergence(done(), 0.1, NULL, error);
}

static talus_status gauge_null(talus_error *error)
{
    talus_gauge_result gauge;
    return talus_results_gauge(NULL, 0, 0, &gauge, error);
}

static talus_status gauge_missing(talus_error *error)
{
    talus_gauge_result gauge;
    return talus_results_gauge(done(), 7, 0, &gauge, error);
}

static talus_status gauge_no_place(talus_error *error)
{
    return talus_results_gauge(done(), 0, 0, NULL, error);
}

static talus_status gauge_exceedance(talus_error *error)
{
    return talus_results_gauge_exceedance(done(), 0, 0, TALUS_GAUGE_SPEED, NULL, 3, NULL, error);
}

static talus_status hits_null(talus_error *error)
{
    double rates[2];
    return talus_results_hit_rate(done(), 0, 0, NULL, 1, rates, rates + 1, error);
}

static talus_status hits_no_place(talus_error *error)
{
    const double level = 1.0;
    double rate;
    return talus_results_hit_rate(done(), 0, 0, &level, 1, &rate, NULL, error);
}

static talus_status hits_no_results(talus_error *error)
{
    const double level = 1.0;
    double rates[2];
    return talus_results_hit_rate(NULL, 0, 0, &level, 1, rates, rates + 1, error);
}

static talus_status hits_nan(talus_error *error)
{
    const double level = NOTHING;
    double rates[2];
    return talus_results_hit_rate(done(), 0, 0, &level, 1, rates, rates + 1, error);
}

static talus_status energies_null(talus_error *error)
{
    talus_height_energy *boxes;
    size_t count;
    return talus_results_height_energy(NULL, 0, &boxes, &count, error);
}

static talus_status energies_missing(talus_error *error)
{
    talus_height_energy *boxes;
    size_t count;
    return talus_results_height_energy(done(), 9, &boxes, &count, error);
}

static talus_status energies_no_place(talus_error *error)
{
    return talus_results_height_energy(done(), 0, NULL, NULL, error);
}

static talus_status sources_null(talus_error *error)
{
    return talus_results_gauge_sources(NULL, 0, NULL, cells, error);
}

static talus_status sources_missing(talus_error *error)
{
    return talus_results_gauge_sources(done(), 0, NULL, cells, error);
}

static talus_status totals_null(talus_error *error)
{
    talus_totals totals = {.size = sizeof totals};
    return talus_results_totals(NULL, &totals, error);
}

static talus_status totals_no_place(talus_error *error)
{
    return talus_results_totals(done(), NULL, error);
}

static talus_status totals_no_size(talus_error *error)
{
    talus_totals totals = {0};
    return talus_results_totals(done(), &totals, error);
}

static talus_status checkpoint_null(talus_error *error)
{
    talus_checkpoint_report report = {.size = sizeof report};
    return talus_results_checkpoint(NULL, &report, error);
}

static talus_status checkpoint_no_size(talus_error *error)
{
    talus_checkpoint_report report = {.size = 1};
    return talus_results_checkpoint(done(), &report, error);
}

/// X(name, type) of a list
#define LISTS(X)                                                                                   \
    X(records, talus_rock_record)                                                                  \
    X(means, talus_rock_means)                                                                     \
    X(tracks, talus_track)                                                                         \
    X(impacts, talus_impact)                                                                       \
    X(breaks, talus_break)                                                                         \
    X(fragments, talus_fragment)                                                                   \
    X(hard_problems, talus_hard_problem)                                                           \
    X(nets, talus_net_counts)                                                                      \
    X(walls, talus_wall_counts)                                                                    \
    X(dams, talus_dam_counts)                                                                      \
    X(strata, talus_stratum)                                                                       \
    X(crossings, talus_crossing)                                                                   \
    X(rounds, talus_round)
/// Without results, without a place, without a count; what is there is empty then.
#define WRONG_LIST(name, type)                                                                     \
    static talus_status name##_null(talus_error *error)                                            \
    {                                                                                              \
        const type *list = (const type *)(const void *)&scene;                                     \
        size_t count = 5;                                                                          \
        const talus_status status = talus_results_##name(NULL, &list, &count, error);              \
        cr_expect_null(list);                                                                      \
        cr_expect_eq(count, 0);                                                                    \
        return status;                                                                             \
    }                                                                                              \
    static talus_status name##_no_place(talus_error *error)                                        \
    {                                                                                              \
        size_t count = 5;                                                                          \
        const talus_status status = talus_results_##name(done(), NULL, &count, error);             \
        cr_expect_eq(count, 0);                                                                    \
        return status;                                                                             \
    }                                                                                              \
    static talus_status name##_no_count(talus_error *error)                                        \
    {                                                                                              \
        const type *list = (const type *)(const void *)&scene;                                     \
        const talus_status status = talus_results_##name(done(), &list, NULL, error);              \
        cr_expect_null(list);                                                                      \
        return status;                                                                             \
    }
LISTS(WRONG_LIST)
#define WRONG_LIST_ROWS(name, type)                                                                \
    REFUSED(name##_null), REFUSED(name##_no_place), REFUSED(name##_no_count),
#define LIST_ROWS LISTS(WRONG_LIST_ROWS)

MISUSE_TABLE(results, REFUSED(layer_null), REFUSED(layer_no_name), REFUSED(layer_no_place),
             REFUSED(layer_missing), REFUSED(layer_not_kept), REFUSED(layer_window),
             LIST_ROWS REFUSED(totals_null), REFUSED(totals_no_place), REFUSED(totals_no_size),
             REFUSED(checkpoint_null), REFUSED(checkpoint_no_size), REFUSED(raster_null),
             REFUSED(raster_no_kind), REFUSED(raster_no_place), REFUSED(raster_kind),
             REFUSED(raster_quantity), REFUSED(raster_value), REFUSED(raster_at_nan),
             REFUSED(raster_at_one), REFUSED(window_over_the_edge), REFUSED(window_outside),
             REFUSED(window_that_overflows), REFUSED(window_north), REFUSED(touched_null),
             REFUSED(touched_no_place), REFUSED(touched_beside), REFUSED(exceedance_null),
             REFUSED(exceedance_quantity), REFUSED(exceedance_nan), REFUSED(exceedance_weight),
             REFUSED(exceedance_beside), REFUSED(level_no_weights), REFUSED(level_rate_zero),
             REFUSED(level_rate_nan), REFUSED(level_beside), REFUSED(convergence_null),
             REFUSED(convergence_nan), REFUSED(convergence_no_place), REFUSED(gauge_null),
             REFUSED(gauge_missing), REFUSED(gauge_no_place), REFUSED(gauge_exceedance),
             REFUSED(hits_null), REFUSED(hits_no_place), REFUSED(hits_no_results),
             REFUSED(hits_nan), REFUSED(energies_null), REFUSED(energies_missing),
             REFUSED(energies_no_place), REFUSED(sources_null), REFUSED(sources_missing))

/// Functions without a status answer with nothing.
Test(misuse, results_without_status)
{
    cr_expect_eq(talus_results_touched(done(), NULL, &touched, NULL), TALUS_OK);
    cr_expect(touched, "NULL is all cells");
    talus_results_destroy(NULL);
    cr_expect_not(talus_stratum_is_empty(NULL));
    talus_results_destroy(results);
    incline_clear(&scene);
}

/// What is there: the accessors of the border give what the library has.
Test(misuse, results_rightly)
{
    const talus_rock_record *records = NULL;
    const talus_impact *impacts = NULL;
    talus_totals totals = {.size = sizeof totals};
    size_t count = 0, impact_count = 0, stepped = 0;
    cr_expect_eq(talus_results_totals(done(), &totals, NULL), TALUS_OK);
    cr_expect_eq(talus_results_records(results, &records, &count, NULL), TALUS_OK);
    cr_expect_eq(talus_results_impacts(results, &impacts, &impact_count, NULL), TALUS_OK);
    cr_expect_eq(totals.rocks, 4);
    cr_expect_eq(totals.size, sizeof totals);
    cr_assert_eq(count, 4);
    for (size_t k = 0; k < count; k++) {
        stepped += records[k].steps;
    }
    cr_expect_eq(totals.steps, stepped);
    cr_expect_gt(impact_count, 0);
    cr_expect_not_null(impacts);
    talus_results_destroy(results);
    incline_clear(&scene);
}
