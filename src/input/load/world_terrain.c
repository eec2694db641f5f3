// SPDX-License-Identifier: GPL-3.0-or-later
// The terrain of a scenario: all of it in memory, or a part at a time.
#include "input/load/world.h"

#include "io/raster/filling.h"
#include "physics/terrain/on_demand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of an array of heights for a byte of tiles made from it, a little less than 8 to 11.8.
#define ARRAY_SHARE (2.0 / 3.0)

static talus_status fetch_from_array(void *user, size_t i, size_t j, size_t nx, size_t ny,
                                     double *heights, talus_error *error)
{
    const scenario_heights *from = user;
    (void)error;
    for (size_t row = 0; row < ny; row++) {
        memcpy(heights + row * nx, from->array + (j + row) * from->nx + i, nx * sizeof *heights);
    }
    return TALUS_OK;
}

/// Heights that rocks move on; NULL: they stay in their file.
static double *surface_of(const scenario_loader *loader)
{
    return loader->raised != NULL ? loader->raised : loader->dem.heights;
}

static unsigned threads_of(const scenario_loader *loader)
{
    return (unsigned)loader->scenario->model.simulation.threads;
}

/// Tiles come on demand: the world keeps what they are made from.
static talus_status create_on_demand(scenario_loader *loader, const talus_roughness *roughness,
                                     double memory, talus_diagnostics *messages, talus_error *error)
{
    talus_world *world = loader->world;
    scenario_heights *heights = &world->heights;
    *heights = (scenario_heights){.is_used = true,
                                  .array = surface_of(loader),
                                  .nx = loader->dem.grid.nx,
                                  .file = loader->dem.file};
    const bool from_file = heights->file != NULL;
    const talus_height_source source = {
        .fetch = from_file ? geo_height_file_fetch : fetch_from_array,
        .user = from_file ? (void *)heights->file : heights,
    };
    talus_status status =
        terrain_create_on_demand(&loader->dem.grid, &source, roughness, (size_t)memory,
                                 threads_of(loader), &world->terrain, error);
    if (!from_file || (status != TALUS_OK && status != TALUS_ERROR_ARGUMENT)) {
        return status;
    }
    // a raster without a height says so itself
    talus_error found = {0};
    bool again = false;
    const talus_status reported = geo_height_file_report(heights->file, messages, &again, &found);
    if (reported != TALUS_OK) {
        return talus_error_set(error, reported, "%s", found.message);
    }
    if (again) { // some of the heights were none
        talus_terrain_destroy(world->terrain);
        world->terrain = NULL;
        status = terrain_create_on_demand(&loader->dem.grid, &source, roughness, (size_t)memory,
                                          threads_of(loader), &world->terrain, error);
    }
    return status;
}

/// Replace heights by those of a coarser lattice; they stay as they are after an error.
static talus_status replace_heights(const talus_grid *fine, double **heights, size_t step,
                                    talus_grid *coarse, talus_error *error)
{
    double *kept = NULL;
    talus_grid grid;
    const talus_status status = talus_raster_coarsen(fine, *heights, step, &grid, &kept, error);
    if (status == TALUS_OK) {
        free(*heights);
        *heights = kept;
        *coarse = grid;
    }
    return status;
}

/// Fewer nodes, of the DEM with its dams and of the ground without them.
static talus_status coarsen(scenario_loader *loader, talus_error *error)
{
    const uint64_t step = loader->scenario->model.terrain.coarsen;
    if (step == 1) {
        return TALUS_OK;
    }
    if (loader->dem.file != NULL) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "coarsen: %llu needs all heights in memory, but this DEM is read on "
                               "demand: raise memory_mb, or make a coarser file (gdalwarp -tr)",
                               (unsigned long long)step);
    }
    talus_error found = {0};
    talus_status status = TALUS_OK;
    const talus_grid fine = loader->dem.grid;
    talus_grid coarse = fine;
    if (loader->raised != NULL) {
        status = replace_heights(&fine, &loader->raised, (size_t)step, &coarse, &found);
    }
    if (status == TALUS_OK) {
        status = replace_heights(&fine, &loader->dem.heights, (size_t)step, &coarse, &found);
        loader->dem.grid = coarse;
    }
    return status == TALUS_OK ? status
                              : talus_error_set(error, status, "coarsen: %s", found.message);
}

static talus_status create_terrain(scenario_loader *loader, double memory,
                                   talus_diagnostics *messages, talus_error *error)
{
    const scenario_terrain *terrain = &loader->scenario->model.terrain;
    const talus_roughness roughness = {
        .amplitude = terrain->roughness.amplitude,
        .refine = (unsigned)terrain->roughness.refine,
        .seed = terrain->roughness.seed,
    };
    const bool is_rough = roughness.amplitude > 0.0 || roughness.refine > 1;
    const talus_roughness *used = is_rough ? &roughness : NULL;
    scenario_raise_dams(loader);
    const talus_status status = coarsen(loader, error);
    if (status != TALUS_OK) {
        return status;
    }
    scenario_measure_dams(loader);
    if (loader->dem.file != NULL || talus_terrain_memory(&loader->dem.grid, used) > memory) {
        return create_on_demand(loader, used, memory, messages, error);
    }
    if (loader->keep_heights) {
        loader->world->heights = (scenario_heights){
            .is_used = true, .array = surface_of(loader), .nx = loader->dem.grid.nx};
        loader->world->keeps_heights = true;
    }
    return terrain_create(&loader->dem.grid, surface_of(loader), used, threads_of(loader),
                          &loader->world->terrain, error);
}

static char *copy_text(const char *text)
{
    const size_t size = text != NULL ? strlen(text) : 0;
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text != NULL ? text : "", size);
        copy[size] = '\0';
    }
    return copy;
}

/// Heights that the caller gave in place of a file.
static talus_status copy_given(const talus_dem *given, geo_dem *dem, talus_error *error)
{
    const talus_grid *grid = &given->grid;
    const bool is_sized = grid->nx >= 2 && grid->ny >= 2 && grid->nx <= SIZE_MAX / 64 / grid->ny;
    if (!is_sized || given->heights == NULL || !(grid->cell > 0.0) || !isfinite(grid->cell) ||
        grid->x0 != 0.0 || grid->y0 != 0.0 || !isfinite(given->east) || !isfinite(given->north)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "heights of %zu x %zu nodes %g m apart from (%g, %g) on; expected "
                               "2 x 2 or more, a distance above 0, and the first at (0, 0)",
                               grid->nx, grid->ny, grid->cell, grid->x0, grid->y0);
    }
    const size_t nodes = grid->nx * grid->ny;
    *dem = (geo_dem){.grid = *grid,
                     .heights = malloc(nodes * sizeof *dem->heights),
                     .east = given->east,
                     .north = given->north,
                     .crs_wkt = copy_text(given->crs_wkt),
                     .attribution = copy_text(given->attribution)};
    if (dem->heights == NULL || dem->crs_wkt == NULL || dem->attribution == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the heights");
    }
    memcpy(dem->heights, given->heights, nodes * sizeof *dem->heights);
    for (size_t k = 0; k < nodes; k++) {
        dem->nodata_nodes += isnan(given->heights[k]) ? 1 : 0;
        if (isinf(given->heights[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "height %zu is infinite; expected finite heights, or NaN where "
                                   "there are no data",
                                   k);
        }
    }
    return TALUS_OK;
}

/// Names against the directory of the scenario; NULL when out of memory.
static char **join_paths(const char *directory, const scenario_texts *names)
{
    char **paths = calloc(names->count + 1, sizeof(char *));
    for (size_t k = 0; paths != NULL && k < names->count; k++) {
        paths[k] = scenario_join_path(directory, names->values[k]);
        if (paths[k] == NULL) {
            while (k-- > 0) {
                free(paths[k]);
            }
            free((void *)paths);
            return NULL;
        }
    }
    return paths;
}

bool scenario_load_terrain(scenario_loader *loader)
{
    const scenario_terrain *terrain = &loader->scenario->model.terrain;
    const scenario_node *node = scenario_find(terrain->node, "dem");
    const double memory = 1e6 * (double)terrain->memory;
    const scenario_texts *names = &terrain->dem;
    char **paths = join_paths(loader->scenario->document.directory, names);
    const geo_dem_options options = {
        .tiles = (const char *const *)paths + 1,
        .tile_count = names->count - 1,
        .assume_crs = terrain->assume_metres,
        .crs = terrain->crs,
        .reproject = terrain->reproject,
        .operation = terrain->operation,
        .height_unit =
            terrain->height_unit > 0 ? scenario_height_units[terrain->height_unit] : NULL,
        .allow_network = loader->allow_network,
        // dams are raised in an array
        .largest_array = terrain->dams.count > 0 ? 0.0 : ARRAY_SHARE * memory,
    };
    talus_error error = {0};
    talus_diagnostics *messages = talus_diagnostics_create();
    talus_status status = TALUS_ERROR_MEMORY;
    if (paths == NULL || messages == NULL) {
        (void)talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for the terrain");
    } else if (loader->given == NULL && strcmp(paths[0], SCENARIO_IN_MEMORY) == 0) {
        status = talus_error_set(&error, TALUS_ERROR_INPUT,
                                 "dem: '%s' is for heights that a program hands to the library; "
                                 "expected the name of a file",
                                 SCENARIO_IN_MEMORY);
    } else {
        status = loader->given != NULL
                     ? copy_given(loader->given, &loader->dem, &error)
                     : geo_read_dem(paths[0], &options, messages, &loader->dem, &error);
        if (status == TALUS_OK) {
            status = scenario_keep_operation(loader, terrain->node, terrain->operation,
                                             &loader->dem.operation, &error);
        }
        if (status == TALUS_OK) {
            status = create_terrain(loader, memory, messages, &error);
        }
        scenario_forward(loader, node, messages);
    }
    if (status == TALUS_OK) {
        status = talus_terrain_set_surface(loader->world->terrain, (talus_surface)terrain->surface,
                                           &error);
    }
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "%s", error.message);
    }
    talus_diagnostics_destroy(messages);
    for (size_t k = 0; paths != NULL && k < names->count; k++) {
        free(paths[k]);
    }
    free((void *)paths);
    return status == TALUS_OK;
}

void scenario_check_terrain(scenario_loader *loader)
{
    const scenario_node *node = scenario_find(loader->scenario->model.terrain.node, "dem");
    talus_error error = {0};
    const talus_status status = talus_terrain_status(loader->world->terrain, &error);
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "%s", error.message);
    }
}
