// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of spatial impacts: what follows the impact of the facet about V1V2.
#include "cases/figures/rocking_maps.h"

#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdlib.h>

rocking_maps_options rocking_maps_options_default(void)
{
    return (rocking_maps_options){.mass = 1.0,
                                  .b1 = 0.05,
                                  .b2 = 0.03,
                                  .h = 0.2,
                                  .tilt = TALUS_PI / 36.0,
                                  .rate = 1.0,
                                  .tau = {-0.002, 0.0, 0.002},
                                  .lam0 = -0.5,
                                  .lam1 = 1.5,
                                  .limit = 3.0,
                                  .cells = 120};
}

static const talus_quat flat = {1.0, 0.0, 0.0, 0.0};

static rocking_maps_cell make_cell(const rocking_maps_options *o, const talus_spatial_block *block,
                                   double lon, double lat)
{
    rocking_maps_cell cell = {.lon = lon, .lat = lat, .w_x = (double)NAN, .w_y = (double)NAN};
    cell.tau = cell.energy_change = (double)NAN;
    const talus_vec3 w_minus = {0.0, -o->rate, 0.0};
    talus_spatial_facet facet = {.before = 1, .lat = lat, .lon = lon, .tau = (double)NAN};
    talus_spatial_outcome outcomes[TALUS_SPATIAL_CORNERS];
    if (talus_spatial_facet_map(block, flat, &facet, w_minus, outcomes, NULL) == TALUS_OK) {
        cell.w_x = outcomes[0].w_plus.x;
        cell.w_y = outcomes[0].w_plus.y;
        cell.tau = outcomes[0].tau;
        cell.energy_change = outcomes[0].energy_change;
    }
    for (int i = 0; i < ROCKING_MAPS_TAUS; i++) {
        facet.tau = o->tau[i];
        const size_t count = talus_spatial_facet_solutions(block, flat, &facet, w_minus, outcomes);
        cell.energy[i] = count > 0 ? outcomes[0].energy_change : (double)NAN;
        for (size_t k = 0; k < count; k++) {
            cell.pivots[i] += outcomes[k].pivot == 2 ? 1 : outcomes[k].pivot == 3 ? 2 : 4;
        }
    }
    return cell;
}

talus_status rocking_maps_make(const rocking_maps_options *options, rocking_maps *maps,
                               talus_error *error)
{
    *maps = (rocking_maps){.options = *options};
    const size_t n = options->cells;
    const talus_spatial_block block =
        talus_spatial_cuboid(options->mass, options->b1, options->b2, options->h);
    const talus_status status = talus_spatial_block_check(&block, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (n < 2 || n > ROCKING_MAPS_CELLS_MOST || !(options->rate > 0.0) || !(options->limit > 0.0) ||
        !(options->lam1 > options->lam0) || !(options->tilt >= 0.0 && options->tilt < 1.5)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "maps need 2 to %d cells, a rate and a limit > 0, an ascending range "
            "of lam and a tilt in [0, 1.5) rad",
            ROCKING_MAPS_CELLS_MOST);
    }
    maps->cells = malloc(n * n * sizeof *maps->cells);
    if (!maps->cells) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the maps");
    }
    for (size_t k = 0; k < n * n; k++) {
        const double lon = rocking_centre(-options->limit, options->limit, k % n, n);
        const double lat = rocking_centre(-options->limit, options->limit, k / n, n);
        maps->cells[k] = make_cell(options, &block, lon, lat);
        for (int i = 0; i < ROCKING_MAPS_TAUS; i++) {
            const int pivots = maps->cells[k].pivots[i];
            maps->without += pivots == 0;
            maps->with_two += pivots == 3 || pivots == 5 || pivots == 6;
        }
    }
    return TALUS_OK;
}

void rocking_maps_clear(rocking_maps *maps)
{
    free(maps->cells);
    *maps = (rocking_maps){.without = 0};
}
