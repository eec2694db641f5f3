// SPDX-License-Identifier: GPL-3.0-or-later
// From a validated scenario to a campaign: the order of loading, and what owns what.
#include "input/load/world.h"
#include "foundation/base/pool.h"
#include "foundation/base/sized.h"
#include "input/load/parts.h"
#include "input/load/sources.h"
#include "input/scenario/grounds.h"
#include "talus/library.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Statistics cells: the DEM's pixels (a node is the middle of its pixel), or squares of a chosen
/// side from the same lower left corner on, as many as it takes to cover the pixels.
static void choose_cells(scenario_loader *loader)
{
    const talus_grid *grid = &loader->dem.grid;
    const double cell = loader->scenario->model.outputs.cell;
    talus_cells *cells = &loader->world->campaign.cells;
    *cells = (talus_cells){
        .x0 = grid->x0 - 0.5 * grid->cell,
        .y0 = grid->y0 - 0.5 * grid->cell,
        .cell = grid->cell,
        .nx = grid->nx,
        .ny = grid->ny,
    };
    if (cell > 0.0 && cell != grid->cell) {
        // 1e-9: a side that divides the width except for round-off adds no sliver
        const double nx = ceil((double)grid->nx * grid->cell / cell - 1e-9);
        const double ny = ceil((double)grid->ny * grid->cell / cell - 1e-9);
        if (nx * ny > 1e9) {
            const scenario_node *node =
                scenario_find(loader->scenario->model.outputs.node, "cell_m");
            scenario_fail(loader, node, TALUS_ERROR_INPUT,
                          "cell_m: %g m makes %.3g statistics cells of this DEM, expected at most "
                          "1e9: use larger cells",
                          cell, nx * ny);
            return;
        }
        cells->cell = cell;
        cells->nx = nx < 1.0 ? 1 : (size_t)nx;
        cells->ny = ny < 1.0 ? 1 : (size_t)ny;
    }
}

/// A precision that is not asked for is 0 in a campaign.
static double asked_or_zero(double value)
{
    return value > 0.0 ? value : 0.0;
}

/// Rocks can be allotted to strata where these are few enough to be kept apart.
static void fill_precision(const scenario_stop_when *stop, talus_campaign *campaign)
{
    const size_t classes = campaign->rock_class_count;
    if (stop->node == NULL) {
        return;
    }
    campaign->precision = (talus_precision){.reach_halfwidth = asked_or_zero(stop->reach_halfwidth),
                                            .cell_share = stop->cell_share,
                                            .energy_error = asked_or_zero(stop->energy_error),
                                            .height_error = asked_or_zero(stop->height_error),
                                            .decided_share = asked_or_zero(stop->decided_share),
                                            .rare = stop->rare_crossing,
                                            .first_rocks = stop->first_rocks};
    campaign->stratified =
        campaign->stratified || campaign->release_count <= TALUS_MOST_STRATA / classes;
}

static double zero_if_unset(double value)
{
    return isnan(value) ? 0.0 : value;
}

void scenario_fill_breaking(const scenario_fragmentation *f, talus_breaking *breaking)
{
    *breaking = talus_campaign_default().breaking;
    if (f->node == NULL || f->law == TALUS_BREAKING_NONE) {
        return;
    }
    *breaking =
        (talus_breaking){.law = (talus_breaking_law)f->law,
                         .area_ratio = zero_if_unset(f->area_ratio),
                         .energy = zero_if_unset(f->energy),
                         .exponent = zero_if_unset(f->exponent),
                         .volume_exponent = zero_if_unset(f->volume_exponent),
                         .reference_volume = isnan(f->reference_volume) ? 1.0 : f->reference_volume,
                         .survival = zero_if_unset(f->survival),
                         .beta = zero_if_unset(f->beta),
                         .least_volume = f->least_volume,
                         .scatter = f->scatter,
                         .window = f->window};
}

/// Soil and snow break no rock: a section that has no effect is most likely a mistake.
static void check_cushions(scenario_loader *loader)
{
    const talus_world *world = loader->world;
    const scenario_fragmentation *f = &loader->scenario->model.fragmentation;
    bool is_soft = world->ground_count > 0 && f->node != NULL && f->law != TALUS_BREAKING_NONE;
    for (size_t k = 0; k < world->ground_count; k++) {
        is_soft = is_soft && world->grounds[k].cushion == 1.0;
    }
    if (is_soft) {
        scenario_warn(loader, f->node,
                      "fragmentation: no ground breaks rocks, since all have a cushion of 1 (soil, "
                      "snow): set 'cushion' of a ground below 1 where it is hard");
    }
}

static void fill_campaign(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    talus_world *world = loader->world;
    talus_campaign *campaign = &world->campaign;
    campaign->size = sizeof *campaign;
    campaign->site = (talus_site){
        .terrain = world->terrain,
        .grounds = world->grounds,
        .ground_count = world->ground_count,
        .ground_map = world->ground_map.classes != NULL ? &world->ground_map : NULL,
        .forests = world->forests,
        .forest_count = world->forest_count,
        .obstacles = world->obstacles,
        .forest_map = world->forest_map.classes != NULL ? &world->forest_map : NULL,
    };
    campaign->step = (talus_step_options){
        .size = sizeof campaign->step,
        .scheme = (talus_scheme)model->simulation.scheme,
        .time_step = scenario_fixed_step(model),
        .gravity = model->simulation.gravity,
        .slip_gap = model->simulation.slip_gap,
        .tolerance = model->simulation.tolerance,
        .detection = (talus_detection)model->terrain.detection,
        .position_correction = model->simulation.position_correction,
        .flights = model->simulation.flights,
        .air_drag = model->air.drag,
        .air_density = model->air.density,
    };
    campaign->pace = (talus_pace){.flight = 1, .most = 1};
    campaign->stop = (talus_stop_rule){
        .speed = model->simulation.stop.speed,
        .spin = model->simulation.stop.spin,
        .time = model->simulation.stop.time,
    };
    campaign->time_limit = model->simulation.time_limit;
    campaign->seed = model->seed;
    campaign->rocks = world->rock_classes;
    campaign->rock_class_count = world->rock_count;
    campaign->releases = world->releases;
    campaign->release_count = world->release_count;
    campaign->screens = world->screens;
    campaign->screen_count = world->screen_count;
    campaign->objects = world->objects;
    campaign->object_count = world->object_count;
    campaign->dams = world->dams;
    campaign->dam_count = world->dam_count;
    campaign->frequency = world->frequency;
    campaign->stratified = world->frequency != NULL;
    scenario_fill_breaking(&model->fragmentation, &campaign->breaking);
    campaign->contact = (talus_rock_contact){.meeting = (talus_meeting)model->rock_contact.between,
                                             .mu = model->rock_contact.mu,
                                             .epsilon = model->rock_contact.epsilon};
    campaign->net_memory = model->net_memory;
    fill_precision(&model->stop_when, campaign);
    scenario_choose_width(loader);
    campaign->pooled_outside_soil = model->outputs.pooled == SCENARIO_POOLED_OUTSIDE_SOIL;
    campaign->reports_free_falls = model->outputs.free_falls == SCENARIO_FALLS_APART;
    campaign->recorded_rocks = model->outputs.trajectories;
    campaign->sample_time = model->outputs.sample_time;
    campaign->sample_distance = model->outputs.sample_distance;
    scenario_layers_keep(loader->scenario, campaign);
}

static void load(scenario_loader *loader)
{
    talus_world *world = loader->world;
    if (!scenario_load_terrain(loader)) {
        return;
    }
    world->east = loader->dem.east;
    world->north = loader->dem.north;
    scenario_load_grounds(loader);
    scenario_load_posteriors(loader);
    scenario_load_variations(loader);
    scenario_load_forests(loader);
    scenario_load_trees(loader);
    scenario_load_obstacles(loader);
    scenario_load_rocks(loader);
    scenario_load_releases(loader);
    scenario_load_frequency(loader);
    scenario_load_gauges(loader);
    choose_cells(loader);
    scenario_load_shaking(loader);
    check_cushions(loader);
    fill_campaign(loader);
    scenario_check_values(loader); // a value in another unit may be why something failed
    if (loader->status == TALUS_OK) {
        scenario_check_world(loader);
        scenario_check_posteriors(loader);
    }
    scenario_check_terrain(loader);
    world->crs_wkt = loader->dem.crs_wkt;
    world->attribution = loader->dem.attribution;
    loader->dem.crs_wkt = NULL;
    loader->dem.attribution = NULL;
}

void talus_world_options_defaults(talus_world_options *options, size_t size)
{
    const talus_world_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_world_load(const talus_scenario *scenario, talus_diagnostics *diagnostics,
                              talus_world **world, talus_error *error)
{
    const talus_world_options options = talus_world_options_default();
    return talus_world_load_with(scenario, &options, diagnostics, world, error);
}

talus_status talus_world_load_with(const talus_scenario *scenario,
                                   const talus_world_options *options,
                                   talus_diagnostics *diagnostics, talus_world **world,
                                   talus_error *error)
{
    if (scenario == NULL || world == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the scenario, or the place for the world, is NULL");
    }
    *world = NULL;
    talus_world_options own = talus_world_options_default();
    const talus_status known =
        options == NULL
            ? talus_error_set(error, TALUS_ERROR_ARGUMENT, "the options are NULL")
            : sized_take(&own, sizeof own, options, sizeof own, "talus_world_options", error);
    if (known != TALUS_OK) {
        return known;
    }
    talus_library_init();
    scenario_loader loader = {.scenario = scenario,
                              .diagnostics = diagnostics,
                              .allow_network = own.allow_network,
                              .keep_heights = own.keep_heights,
                              .given = own.dem};
    loader.world = calloc(1, sizeof *loader.world);
    if (loader.world == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario's world");
    }
    load(&loader);
    if (loader.world->heights.is_used) { // the terrain reads on
        loader.dem.heights = loader.raised != NULL ? loader.dem.heights : NULL;
        loader.raised = NULL;
        loader.dem.file = NULL;
    }
    free(loader.raised);
    geo_dem_clear(&loader.dem);
    if (loader.status != TALUS_OK) {
        talus_world_destroy(loader.world);
        if (error != NULL) {
            *error = loader.first;
        }
        return loader.status;
    }
    *world = loader.world;
    return TALUS_OK;
}

/// The first kind of ground alone.
static void load_first_ground(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    talus_world *world = loader->world;
    const scenario_ground *spec = scenario_kind_at(list, sizeof *spec, 0);
    world->grounds = calloc(1, sizeof *world->grounds);
    world->draws = calloc(1, sizeof *world->draws);
    if (world->grounds == NULL || world->draws == NULL) {
        scenario_fail(loader, spec->cover.node, TALUS_ERROR_MEMORY, "out of memory for the ground");
        return;
    }
    world->ground_count = 1;
    world->grounds[0] = scenario_ground_values(spec);
    if (scenario_make_draw(spec, &world->draws[0])) {
        world->grounds[0].draw = &world->draws[0];
    }
}

talus_status scenario_load_parts(const talus_scenario *scenario, talus_diagnostics *diagnostics,
                                 talus_world **world, talus_error *error)
{
    *world = NULL;
    scenario_loader loader = {.scenario = scenario, .diagnostics = diagnostics};
    loader.world = calloc(1, sizeof *loader.world);
    if (loader.world == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario's world");
    }
    load_first_ground(&loader);
    scenario_load_rocks(&loader);
    fill_campaign(&loader);
    if (loader.status != TALUS_OK) {
        talus_world_destroy(loader.world);
        if (error != NULL) {
            *error = loader.first;
        }
        return loader.status;
    }
    *world = loader.world;
    return TALUS_OK;
}

void talus_world_destroy(talus_world *world)
{
    if (world == NULL) {
        return;
    }
    talus_terrain_destroy(world->terrain);
    scenario_clear_operations(world);
    free(world->heights.array);
    geo_height_file_close(world->heights.file);
    talus_class_map_clear(&world->ground_map);
    talus_class_map_clear(&world->forest_map);
    scenario_stems_clear(&world->stems);
    talus_obstacles_destroy(world->obstacles);
    scenario_clear_dams(world);
    for (size_t i = 0; i < world->rock_count; i++) {
        if (world->walls != NULL) {
            scenario_clear_rock_wall(&world->walls[i]);
        }
        talus_rock_destroy(world->rocks[i]);
        free(world->tables[i]);
    }
    for (size_t i = 0; i < world->release_count; i++) {
        free(world->releases[i].xy);
        free(world->releases[i].cumulative);
        free(world->releases[i].runs);
    }
    for (size_t i = 0; world->fields != NULL && i < world->field_count; i++) {
        talus_field_clear(&world->fields[i]);
    }
    scenario_clear_gauges(world);
    scenario_clear_shaking(world);
    free(world->fields);
    free(world->variations);
    free(world->grounds);
    free(world->draws);
    for (size_t i = 0; world->posteriors != NULL && i < world->ground_count; i++) {
        free(world->posteriors[i]);
    }
    free(world->posteriors);
    free(world->forests);
    free(world->rocks);
    free(world->rock_classes);
    free(world->tables);
    free(world->walls);
    free(world->frequency);
    free(world->releases);
    free(world->crs_wkt);
    free(world->attribution);
    free(world);
}

talus_status talus_world_set_zoning(talus_world *world, const talus_zoning *zoning,
                                    talus_error *error)
{
    if (world == NULL || zoning == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the world or the zoning is NULL");
    }
    world->campaign.precision.zoning = *zoning;
    return TALUS_OK;
}

const talus_campaign *talus_world_campaign(const talus_world *world)
{
    if (world == NULL) {
        return NULL;
    }
    return &world->campaign;
}

talus_status talus_world_origin(const talus_world *world, double *east, double *north,
                                talus_error *error)
{
    if (world == NULL || east == NULL || north == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the world, or room for its origin, is NULL");
    }
    *east = world->east;
    *north = world->north;
    return TALUS_OK;
}

talus_status talus_world_heights(const talus_world *world, talus_grid *grid, const double **heights,
                                 talus_error *error)
{
    if (world == NULL || world->terrain == NULL || grid == NULL || heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the world, or room for its heights, is NULL");
    }
    *grid = *talus_terrain_base_grid(world->terrain);
    *heights = world->keeps_heights ? world->heights.array : NULL;
    return TALUS_OK;
}

const char *talus_world_crs_wkt(const talus_world *world)
{
    if (world == NULL) {
        return "";
    }
    return world->crs_wkt != NULL ? world->crs_wkt : "";
}

const char *talus_world_attribution(const talus_world *world)
{
    if (world == NULL) {
        return "";
    }
    return world->attribution != NULL ? world->attribution : "";
}

talus_status talus_world_context(const talus_world *world, const talus_scenario *scenario,
                                 talus_products_context *context, talus_error *error)
{
    if (world == NULL || scenario == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the world or its scenario is NULL");
    }
    const unsigned threads = talus_scenario_threads(scenario);
    const talus_products_context own = {.campaign = &world->campaign,
                                        .east = world->east,
                                        .north = world->north,
                                        .crs_wkt = world->crs_wkt,
                                        .attribution = world->attribution,
                                        .title = talus_scenario_title(scenario),
                                        .scenario_path = talus_scenario_path(scenario),
                                        .scenario_sha256 = talus_scenario_sha256(scenario),
                                        .layers = talus_scenario_layers(scenario),
                                        .threads = threads != 0 ? threads : pool_core_count(),
                                        .operations = world->coarse,
                                        .operation_count = world->coarse_count};
    return sized_give(context, &own, sizeof own, "talus_products_context", error);
}
