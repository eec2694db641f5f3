// SPDX-License-Identifier: GPL-3.0-or-later
// Frame of the commands that turn a DEM into a raster.
#include "app/dem/terrain_tools.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

double cli_terrain_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

talus_status cli_terrain_write(const cli_terrain *terrain, const double *values, const char *name,
                               const char *unit, talus_error *error)
{
    const geo_dem *dem = &terrain->dem;
    const char *path = cli_value(terrain->arguments, "out");
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    float *stored = malloc(nodes * sizeof *stored);
    if (!stored) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a raster of %zu x %zu",
                               dem->grid.nx, dem->grid.ny);
    }
    for (size_t k = 0; k < nodes; k++) {
        stored[k] = (float)values[k];
    }
    // a node is the centre of its pixel
    const geo_raster raster = {.nx = dem->grid.nx,
                               .ny = dem->grid.ny,
                               .west = dem->east - 0.5 * dem->grid.cell,
                               .south = dem->north - 0.5 * dem->grid.cell,
                               .cell = dem->grid.cell,
                               .crs_wkt = dem->crs_wkt ? dem->crs_wkt : "",
                               .values = stored,
                               .name = name,
                               .unit = unit,
                               .attribution = dem->attribution ? dem->attribution : "",
                               .nodata = -9999};
    const talus_status status = geo_write_raster(path, &raster, error);
    free(stored);
    if (status == TALUS_OK) {
        printf("written     %s\n", path);
    } else if (error->file[0] == '\0') {
        talus_error_locate(error, path, 0, 0);
    }
    return status;
}

void cli_terrain_defaults(void *options, size_t size)
{
    cli_terrain_options *terrain = options;
    (void)size;
    *terrain = (cli_terrain_options){.fill = talus_fill_options_default(),
                                     .lowest = 24.0,
                                     .length = (double)NAN,
                                     .range = 30.0,
                                     .sd = 1.0,
                                     .seed = 1};
}

cli_terrain_options cli_terrain_read(const cli_arguments *arguments)
{
    cli_terrain_options options;
    cli_options_read(arguments, &options);
    options.dem.tiles = arguments->operands + 1;
    options.dem.tile_count = arguments->operand_count - 1;
    return options;
}

cli_exit cli_terrain_run(const cli_arguments *arguments, cli_terrain_work *work)
{
    const cli_exit target = cli_check_target(arguments, cli_value(arguments, "out"));
    if (target != CLI_OK) {
        return target;
    }
    cli_terrain terrain = {.arguments = arguments,
                           .options = cli_terrain_read(arguments),
                           .diagnostics = talus_diagnostics_create()};
    talus_error error = {0};
    talus_status status = geo_read_dem(arguments->operands[0], &terrain.options.dem,
                                       terrain.diagnostics, &terrain.dem, &error);
    bool worked = false;
    cli_exit code = cli_exit_of(status);
    if (status == TALUS_OK) {
        status = work(&terrain, &error);
        worked = true;
    }
    if (worked) {
        code = status == TALUS_OK && terrain.incomplete ? CLI_SUSPECT : cli_exit_of(status);
    }
    fflush(stdout);
    cli_print_diagnostics(terrain.diagnostics, 0, false);
    if (status != TALUS_OK) {
        if (error.file[0] == '\0') {
            talus_error_locate(&error, arguments->operands[0], 0, 0);
        }
        cli_print_error(&error);
    }
    talus_diagnostics_destroy(terrain.diagnostics);
    geo_dem_clear(&terrain.dem);
    return code;
}
