// SPDX-License-Identifier: GPL-3.0-or-later
// Strata of a run, and the rasters of its results.
#include "observe/strata.h"
#include "ensemble/ensemble_internal.h"

#include <math.h>

/// Rocks run where they are needed when a run may end early: each stratum counts for what it is in
/// the whole campaign. Rocks of unknown frequency weigh the same in any other run.
static double weight_of(const talus_campaign *campaign, size_t g, uint64_t rocks)
{
    if (campaign->frequency == NULL && !rounds_are_asked_for(campaign)) {
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
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        results->strata[g].rocks = 0;
    }
    for (uint64_t k = 0; k < results->rock_count; k++) {
        const talus_rock_record *record = &results->records[k];
        if (record->done) {
            results->strata[talus_campaign_stratum(campaign, record->release, record->rock_class)]
                .rocks++;
        }
    }
    ensemble_weigh_strata(results);
}

const talus_stratum *talus_results_strata(const talus_results *results, size_t *count)
{
    *count = results->shared.stratum_count;
    return results->strata;
}

static observe_strata strata_of(const talus_results *results)
{
    return (observe_strata){.count = results->shared.stratum_count,
                            .cells = results->shared.cells,
                            .strata = results->strata};
}

static talus_window window_of(const talus_results *results, const talus_window *window)
{
    const talus_cells *cells = &results->campaign.cells;
    return window != NULL ? *window : (talus_window){.nx = cells->nx, .ny = cells->ny};
}

bool talus_results_touched(const talus_results *results, const talus_window *window)
{
    bool is_touched = false;
    for (size_t g = 0; g < results->shared.stratum_count && !is_touched; g++) {
        is_touched = observe_cells_touched(results->shared.cells[g], window);
    }
    return is_touched;
}

void talus_results_raster(const talus_results *results, const talus_raster *raster,
                          const talus_window *window, float *out)
{
    const observe_strata set = strata_of(results);
    const talus_window cells = window_of(results, window);
    observe_strata_raster(&set, raster, &cells, out);
}

void talus_results_exceedance(const talus_results *results, talus_quantity quantity,
                              double threshold, const double *weights, const talus_window *window,
                              float *out)
{
    const observe_strata set = strata_of(results);
    const talus_window cells = window_of(results, window);
    observe_strata_exceedance(&set, quantity, threshold, weights, &cells, out);
}

void talus_results_level(const talus_results *results, talus_quantity quantity,
                         const double *weights, double rate, const talus_window *window, float *out)
{
    const observe_strata set = strata_of(results);
    const talus_window cells = window_of(results, window);
    observe_strata_level(&set, quantity, weights, rate, &cells, out);
}

double talus_results_convergence(const talus_results *results, double delta)
{
    const observe_strata set = strata_of(results);
    return observe_strata_spread(&set, &results->campaign.cells, delta, 1.0).share;
}
