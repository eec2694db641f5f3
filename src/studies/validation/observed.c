// SPDX-License-Identifier: GPL-3.0-or-later
// Flights and impacts of all tracks of a table.
#include "studies/validation/observed.h"

#include "foundation/statistics/statistics.h"
#include "input/sources/runs.h"
#include "io/geo/geo.h"

#include "talus/world.h"

#include <math.h>
#include <stdlib.h>

/// What the tracks are held against.
typedef struct ground {
    talus_scenario *scenario;
    talus_world *world;
    geo_dem dem;
    talus_terrain *own; ///< of the DEM
    const talus_terrain *terrain;
    double east, north, gravity;
} ground;

static talus_status load_scenario(const talus_observe_options *options, ground *g,
                                  talus_error *error)
{
    talus_world_options loading = talus_world_options_default();
    loading.allow_network = options->allow_network;
    talus_status status =
        talus_scenario_read(options->scenario, NULL, 0, options->diagnostics, &g->scenario, error);
    if (status == TALUS_OK) {
        status =
            talus_world_load_with(g->scenario, &loading, options->diagnostics, &g->world, error);
    }
    if (status == TALUS_OK) {
        g->terrain = talus_world_campaign(g->world)->site.terrain;
        g->gravity = talus_world_campaign(g->world)->step.gravity;
        status = talus_world_origin(g->world, &g->east, &g->north, error);
    }
    return status;
}

static talus_status load_dem(const talus_observe_options *options, ground *g, talus_error *error)
{
    const geo_dem_options loading = {.assume_crs = true,
                                     .height_unit = options->height_unit,
                                     .allow_network = options->allow_network};
    talus_status status =
        geo_read_dem(options->dem, &loading, options->diagnostics, &g->dem, error);
    if (status == TALUS_OK) {
        status = talus_terrain_create(&g->dem.grid, g->dem.heights, NULL, &g->own, error);
    }
    g->terrain = g->own;
    g->east = g->dem.east;
    g->north = g->dem.north;
    return status;
}

static talus_status load_ground(const talus_observe_options *options, ground *g, talus_error *error)
{
    *g = (ground){.gravity = 9.81};
    if (options->dem != NULL && options->scenario != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a DEM and a scenario, expected one of them: a scenario has a "
                               "terrain of its own");
    }
    talus_status status = TALUS_OK;
    if (options->scenario != NULL) {
        status = load_scenario(options, g, error);
    } else if (options->dem != NULL) {
        status = load_dem(options, g, error);
    }
    g->gravity = isnan(options->gravity) ? g->gravity : options->gravity;
    return status;
}

static void clear_ground(ground *g)
{
    talus_world_destroy(g->world);
    talus_scenario_destroy(g->scenario);
    talus_terrain_destroy(g->own);
    geo_dem_clear(&g->dem);
}

/// Of a sphere of the volume of the rock that a run names, or of the first one.
static talus_status find_diameter(const talus_observe_options *options, const ground *g,
                                  const tracks *table, size_t row, double *diameter,
                                  talus_error *error)
{
    *diameter = isnan(options->diameter) ? 0.0 : options->diameter;
    if (g->world == NULL || !isnan(options->diameter)) {
        return TALUS_OK;
    }
    const talus_campaign *campaign = talus_world_campaign(g->world);
    uint32_t rock = 0;
    const talus_status status = scenario_row_rock(&table->table, row, campaign->rocks,
                                                  campaign->rock_class_count, &rock, error);
    const double volume = campaign->rocks[rock > 0 ? rock - 1 : 0].rock->volume;
    *diameter = talus_exp(talus_log(6.0 / TALUS_PI * volume) / 3.0);
    return status;
}

static talus_status find_run(const talus_observe_options *options, const ground *g, tracks *table,
                             size_t k, observed_run *run, talus_error *error)
{
    const tracks_run *track = &table->runs[k];
    flights_options own = {
        .terrain = g->terrain, .east = g->east, .north = g->north, .gravity = g->gravity};
    run->track = track;
    talus_status status = find_diameter(options, g, table, track->row, &own.diameter, error);
    for (size_t i = 0; options->is_ground && i < track->table.count; i++) {
        table->place[track->row + i].z += 0.5 * own.diameter;
    }
    run->noise = options->noise;
    if (status == TALUS_OK && isnan(options->noise)) {
        status = tracks_noise(&track->table, &run->noise, error);
    }
    own.noise = run->noise;
    return status == TALUS_OK ? flights_find(&track->table, &own, &run->found, error) : status;
}

/// All flights and impacts, and the median of the energy kept.
static talus_status sum_up(observed_result *result, talus_error *error)
{
    for (size_t k = 0; k < result->count; k++) {
        result->flight_count += result->runs[k].found.flight_count;
        result->impact_count += result->runs[k].found.count;
    }
    result->energy_kept = (double)NAN;
    double *values = malloc((result->impact_count + 1) * sizeof *values);
    result->flights = calloc(result->flight_count + 1, sizeof *result->flights);
    result->impacts = calloc(result->impact_count + 1, sizeof *result->impacts);
    if (values == NULL || result->flights == NULL || result->impacts == NULL) {
        free(values);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the impacts");
    }
    size_t count = 0, flight = 0;
    for (size_t k = 0; k < result->count; k++) {
        const flights_found *found = &result->runs[k].found;
        const char *name = result->runs[k].track->name;
        for (size_t i = 0; i < found->flight_count; i++) {
            result->flights[flight++] = (observed_flight){name, &found->flights[i]};
        }
        for (size_t i = 0; i < found->count; i++) {
            result->impacts[count] = (observed_impact){name, &found->impacts[i]};
            values[count++] = found->impacts[i].split.energy_kept;
        }
    }
    const talus_status status =
        count > 0 ? statistics_quantile(values, count, 0.5, &result->energy_kept, error) : TALUS_OK;
    free(values);
    return status;
}

talus_status observed_find(const talus_observe_options *options, observed_result *result,
                           talus_error *error)
{
    ground g;
    *result = (observed_result){0};
    talus_status status = load_ground(options, &g, error);
    if (status == TALUS_OK) {
        status = tracks_read(options->tracks, &result->tracks, error);
    }
    if (status == TALUS_OK && result->tracks.count == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: found a heading and no row, expected the samples of a track",
                                 options->tracks);
    }
    if (status == TALUS_OK) {
        result->runs = calloc(result->tracks.count, sizeof *result->runs);
        status = result->runs != NULL
                     ? TALUS_OK
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the tracks");
    }
    for (size_t k = 0; status == TALUS_OK && k < result->tracks.count; k++) {
        result->count = k + 1;
        status = find_run(options, &g, &result->tracks, k, &result->runs[k], error);
    }
    clear_ground(&g);
    return status == TALUS_OK ? sum_up(result, error) : status;
}

void observed_clear(observed_result *result)
{
    for (size_t k = 0; k < result->count; k++) {
        flights_clear(&result->runs[k].found);
    }
    free(result->runs);
    free(result->flights);
    free(result->impacts);
    tracks_clear(&result->tracks);
    *result = (observed_result){0};
}
