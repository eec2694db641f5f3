// SPDX-License-Identifier: GPL-3.0-or-later
// Strata of a run, and the rasters of its results.
#include "runs/observe/strata.h"
#include "runs/ensemble/ensemble_internal.h"

#include <math.h>

/// Rocks run where they are needed when a run may end early: each stratum counts for what it is in
/// the whole campaign. Rocks of unknown frequency weigh the same in any other run.
static double weight_of(const talus_campaign *campaign, size_t g, uint64_t rocks)
{
    if (campaign->frequency == NULL && !campaign_has_rounds(campaign)) {
        return 1.0;
    }
    return rocks > 0 ? rounds_share(campaign, g) / (double)rocks : 0.0;
}

void ensemble_weigh_strata(talus_results *results)
{
    const talus_campaign *campaign = &results->campaign;
    const uint32_t classes = (uint32_t)campaign->rock_class_count;
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        talus_stratum *s = &results->strata[g];
        s->release = campaign->stratified ? (uint32_t)g / classes : 0;
        s->rock_class = campaign->stratified ? (uint32_t)g % classes : 0;
        s->frequency = campaign->frequency != NULL ? campaign->frequency[g] : (double)NAN;
        s->weight = weight_of(campaign, g, s->rocks);
    }
}

void ensemble_count_strata(talus_results *results)
{
    const talus_campaign *campaign = &results->campaign;
    results->totals.empty_strata = 0;
    results->totals.empty_frequency = 0.0;
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        results->strata[g].rocks = 0;
    }
    for (uint64_t k = 0; k < results->rock_count; k++) {
        const talus_rock_record *record = &results->records[k];
        if (record->done) {
            results->strata[campaign_stratum(campaign, record->release, record->rock_class)]
                .rocks++;
        }
    }
    ensemble_weigh_strata(results);
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        const talus_stratum *s = &results->strata[g];
        results->totals.empty_strata += talus_stratum_is_empty(s);
        results->totals.empty_frequency += talus_stratum_is_empty(s) ? s->frequency : 0.0;
    }
}

static observe_strata strata_of(const talus_results *results, observe_cells *const *cells)
{
    return (observe_strata){
        .count = results->shared.stratum_count, .cells = cells, .strata = results->strata};
}

talus_status ensemble_window(const talus_results *results, const talus_window *window,
                             const void *out, talus_window *cells, talus_error *error)
{
    if (results == NULL || out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s is NULL",
                               results == NULL ? "the results" : "the array for the values");
    }
    const size_t nx = results->campaign.cells.nx, ny = results->campaign.cells.ny;
    *cells = window != NULL ? *window : (talus_window){.nx = nx, .ny = ny};
    if (cells->i > nx || cells->nx > nx - cells->i || cells->j > ny || cells->ny > ny - cells->j) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a window of %zu x %zu cells from cell (%zu, %zu): the results have "
                               "%zu x %zu cells",
                               cells->nx, cells->ny, cells->i, cells->j, nx, ny);
    }
    return TALUS_OK;
}

static talus_status check_quantity(talus_quantity quantity, talus_error *error)
{
    return (unsigned)quantity < TALUS_CELL_QUANTITY_COUNT
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "quantity %u: cells have the quantities 0 to %d",
                                 (unsigned)quantity, TALUS_CELL_QUANTITY_COUNT - 1);
}

static talus_status check_raster(const talus_raster *raster, talus_error *error)
{
    const double at = raster->at;
    const bool is_quantile = at > 0.0 && at < 1.0;
    switch (raster->kind) {
    case TALUS_PASSAGES:
    case TALUS_DEPOSITS:
    case TALUS_REACH:
    case TALUS_REACH_LOW:
    case TALUS_REACH_HIGH:
    case TALUS_REACH_HALFWIDTH:
        return TALUS_OK;
    case TALUS_STATISTIC:
        if (!is_quantile && at != -1.0 && at != -2.0) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "statistic %g of a raster, expected -2 (maximum), -1 (mean) or "
                                   "a quantile between 0 and 1",
                                   at);
        }
        return check_quantity(raster->quantity, error);
    case TALUS_STATISTIC_ERROR:
        if (!is_quantile) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the standard error of quantile %g, expected a number between "
                                   "0 and 1",
                                   at);
        }
        return check_quantity(raster->quantity, error);
    case TALUS_CELL_VALUE:
        return (unsigned)raster->value < TALUS_CELL_VALUE_COUNT
                   ? TALUS_OK
                   : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                     "cell value %u: cells have the values 0 to %d",
                                     (unsigned)raster->value, TALUS_CELL_VALUE_COUNT - 1);
    }
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "there is no raster of kind %d",
                           (int)raster->kind);
}

static talus_status check_weights(const talus_results *results, const double *weights,
                                  talus_error *error)
{
    for (size_t g = 0; weights != NULL && g < results->shared.stratum_count; g++) {
        if (!(weights[g] >= 0.0 && weights[g] < (double)INFINITY)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "stratum %zu has weight %g, expected a number >= 0", g,
                                   weights[g]);
        }
    }
    return TALUS_OK;
}

talus_status talus_results_touched(const talus_results *results, const talus_window *window,
                                   bool *touched, talus_error *error)
{
    talus_window cells;
    bool is_touched = false;
    const talus_status status = ensemble_window(results, window, touched, &cells, error);
    for (size_t g = 0; status == TALUS_OK && g < results->shared.stratum_count && !is_touched;
         g++) {
        is_touched = observe_cells_touched(results->shared.cells[g], &cells) ||
                     observe_cells_touched(ensemble_reference_cells(results)[g], &cells);
    }
    if (touched != NULL) {
        *touched = is_touched;
    }
    return status;
}

talus_status talus_results_raster(const talus_results *results, const talus_raster *raster,
                                  const talus_window *window, float *out, talus_error *error)
{
    talus_window cells;
    talus_status status = ensemble_window(results, window, out, &cells, error);
    if (status == TALUS_OK) {
        status = raster != NULL
                     ? check_raster(raster, error)
                     : talus_error_set(error, TALUS_ERROR_ARGUMENT, "the raster is NULL");
    }
    if (status == TALUS_OK) {
        const observe_strata set = strata_of(results, results->shared.cells);
        observe_strata_raster(&set, raster, &cells, out);
    }
    return status;
}

talus_status talus_results_exceedance(const talus_results *results, talus_quantity quantity,
                                      double threshold, const double *weights,
                                      const talus_window *window, float *out, talus_error *error)
{
    talus_window cells;
    talus_status status = ensemble_window(results, window, out, &cells, error);
    status = status == TALUS_OK ? check_quantity(quantity, error) : status;
    status = status == TALUS_OK ? check_weights(results, weights, error) : status;
    if (status == TALUS_OK && !isfinite(threshold)) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the threshold is %g, expected a number", threshold);
    }
    if (status == TALUS_OK) {
        const observe_strata set = strata_of(
            results, weights != NULL ? ensemble_reference_cells(results) : results->shared.cells);
        observe_strata_exceedance(&set, quantity, threshold, weights, &cells, out);
    }
    return status;
}

talus_status talus_results_level(const talus_results *results, talus_quantity quantity,
                                 const double *weights, double rate, const talus_window *window,
                                 float *out, talus_error *error)
{
    talus_window cells;
    talus_status status = ensemble_window(results, window, out, &cells, error);
    status = status == TALUS_OK ? check_quantity(quantity, error) : status;
    status = status == TALUS_OK ? check_weights(results, weights, error) : status;
    if (status == TALUS_OK && (weights == NULL || !(rate > 0.0 && isfinite(rate)))) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 weights == NULL ? "the weights of the strata are NULL"
                                                 : "the rate is %g per year, expected a number > 0",
                                 rate);
    }
    if (status == TALUS_OK) {
        const observe_strata set = strata_of(results, ensemble_reference_cells(results));
        observe_strata_level(&set, quantity, weights, rate, &cells, out);
    }
    return status;
}

talus_status talus_results_convergence(const talus_results *results, double delta, double *share,
                                       talus_error *error)
{
    talus_window cells;
    talus_status status = ensemble_window(results, NULL, share, &cells, error);
    if (status == TALUS_OK && !(delta >= 0.0)) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the half-width is %g, expected a number >= 0", delta);
    }
    if (status == TALUS_OK) {
        const observe_strata set = strata_of(results, results->shared.cells);
        *share = observe_strata_spread(&set, &results->campaign.cells, delta, 1.0).share;
    }
    return status;
}
