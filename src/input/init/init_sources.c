// SPDX-License-Identifier: GPL-3.0-or-later
// Where rocks start when nobody says: cells of the DEM that are as steep as rock faces are at its
// resolution.                                                              [docs/sources.md, 2]
#include "input/init/init.h"

#include "input/load/sources.h"

#define STEP_HEIGHT 10.0    ///< m: cuts of roads, walls and boulders are lower
#define LEAST_CELLS 10      ///< of a source worth the name
#define STEEPEST_SHARE 0.02 ///< of the nodes, where none is as steep as a rock face
#define LEAST_SLOPE 25.0    ///< degrees, below which rocks hardly start to roll

/// @param count out: cells steeper than the threshold; 0 where heights stay in their file
static talus_status count_cells(const init_site *site, double threshold, double patch_height,
                                size_t *count, talus_error *error)
{
    const scenario_steep_options options = {.degrees = threshold, .least_height = patch_height};
    scenario_steep found = {0};
    const talus_status status = scenario_steep_cells(&site->dem, &options, &found, error);
    *count = found.count;
    scenario_steep_clear(&found);
    return status;
}

/// Drop low steps if rock faces are left.
static talus_status choose_patches(const init_site *site, init_sources *sources, talus_error *error)
{
    size_t all = 0, high = 0;
    talus_status status = count_cells(site, sources->threshold, 0.0, &all, error);
    if (status == TALUS_OK) {
        status = count_cells(site, sources->threshold, STEP_HEIGHT, &high, error);
    }
    const bool are_high = high >= LEAST_CELLS;
    sources->patch_height = are_high ? STEP_HEIGHT : 0.0;
    sources->cells = are_high ? high : all;
    return status;
}

talus_status init_choose_sources(const char *path, const init_site *site, init_sources *sources,
                                 talus_error *error)
{
    const scenario_slope_preset *preset = &scenario_slope_presets[0];
    bool is_outside = false;
    *sources = (init_sources){0};
    sources->threshold =
        scenario_slope_threshold(preset->rows, preset->count, site->dem.grid.cell, &is_outside);
    sources->is_preset = !is_outside;
    const bool in_memory = site->dem.heights != NULL;
    talus_status status = in_memory ? choose_patches(site, sources, error) : TALUS_OK;
    const double steepest = init_slope_quantile(site, 1.0 - STEEPEST_SHARE);
    const bool is_found = in_memory ? sources->cells >= LEAST_CELLS : steepest > sources->threshold;
    if (status == TALUS_OK && !is_found && in_memory) {
        // half a degree below, so that a plane has its own slope as threshold and cells above it
        sources->threshold = steepest - 1.0;
        sources->is_preset = false;
        sources->is_lowered = true;
        status = choose_patches(site, sources, error);
    }
    if (status == TALUS_OK &&
        (sources->threshold < LEAST_SLOPE || (in_memory && sources->cells == 0))) {
        status =
            talus_error_set(error, TALUS_ERROR_INPUT,
                            "%s: 98 %% of the ground is flatter than %.1f degrees, expected "
                            "slopes above %.0f degrees where rocks could start: say where they "
                            "start with --releases FILE",
                            path, steepest, LEAST_SLOPE);
    }
    return status;
}
