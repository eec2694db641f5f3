// SPDX-License-Identifier: GPL-3.0-or-later
// Zones of the cells of a run: the weights of the strata, and the walk over the tiles.
#include "runs/ensemble/zones.h"

#include "foundation/statistics/rate.h"
#include "runs/ensemble/ensemble_internal.h"
#include "runs/observe/cells_internal.h"

#include <math.h>

/// What one rock of stratum g counts: 1/yr, or its share of the released rocks.
static double weight_of(const talus_results *results, const talus_zoning *zoning, size_t g)
{
    const talus_stratum *s = &results->strata[g];
    if (zoning->is_annual) {
        return s->rocks > 0 ? s->frequency / (double)s->rocks : 0.0;
    }
    double released = 0.0;
    for (size_t k = 0; k < results->shared.stratum_count; k++) {
        released += results->strata[k].weight * (double)results->strata[k].rocks;
    }
    return released > 0.0 ? s->weight / released : 0.0;
}

static void fill_weights(const talus_results *results, const talus_zoning *zoning,
                         double weights[TALUS_MOST_STRATA])
{
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        weights[g] = weight_of(results, zoning, g);
    }
}

static observe_strata strata_of(const talus_results *results)
{
    return (observe_strata){.count = results->shared.stratum_count,
                            .cells = ensemble_reference_cells(results),
                            .strata = results->strata};
}

static bool is_touched(const observe_strata *set, const talus_window *window)
{
    bool touched = false;
    for (size_t g = 0; g < set->count && !touched; g++) {
        touched = observe_cells_touched(set->cells[g], window);
    }
    return touched;
}

void ensemble_zones(const talus_results *results, const talus_zoning *zoning,
                    const talus_window *window, observe_cell_zone *out)
{
    const observe_strata set = strata_of(results);
    double weights[TALUS_MOST_STRATA];
    fill_weights(results, zoning, weights);
    observe_strata_zones(&set, zoning, weights, window, out);
}

double ensemble_decided_share(const talus_results *results, const talus_zoning *zoning)
{
    const observe_strata set = strata_of(results);
    const talus_cells *grid = &results->campaign.cells;
    double weights[TALUS_MOST_STRATA];
    observe_cell_zone row[TILE_SIDE];
    uint64_t reached = 0, decided = 0;
    fill_weights(results, zoning, weights);
    for (size_t j = 0; j < grid->ny; j++) {
        for (size_t i = 0; i < grid->nx; i += TILE_SIDE) {
            const size_t nx = grid->nx - i < TILE_SIDE ? grid->nx - i : TILE_SIDE;
            const talus_window window = {.i = i, .j = j, .nx = nx, .ny = 1};
            if (!is_touched(&set, &window)) {
                continue;
            }
            observe_strata_zones(&set, zoning, weights, &window, row);
            for (size_t k = 0; k < nx; k++) {
                reached += row[k].is_reached;
                decided += row[k].is_reached && row[k].low == row[k].high;
            }
        }
    }
    return reached > 0 ? (double)decided / (double)reached : (double)NAN;
}

double ensemble_unreached_rate(const talus_results *results, const talus_zoning *zoning)
{
    double heaviest = 0.0;
    for (size_t g = 0; g < results->shared.stratum_count; g++) {
        const double weight = weight_of(results, zoning, g);
        heaviest = weight > heaviest ? weight : heaviest;
    }
    return statistics_rate_of_none(heaviest);
}
