// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain slope: steepness of a DEM in degrees.
#include "app/dem/terrain_tools.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>

static void report(const double *slopes, size_t nodes)
{
    double sum = 0.0, largest = 0.0;
    size_t count = 0;
    for (size_t k = 0; k < nodes; k++) {
        if (!isnan(slopes[k])) {
            sum += slopes[k];
            largest = slopes[k] > largest ? slopes[k] : largest;
            count++;
        }
    }
    if (count > 0) {
        printf("slope       mean %.2f, largest %.2f deg in %zu cells\n", sum / (double)count,
               largest, count);
    } else {
        printf("slope       no cell has eight neighbours with heights\n");
    }
}

static talus_status slope(cli_terrain *terrain, talus_error *error)
{
    const talus_grid *grid = &terrain->dem.grid;
    const size_t nodes = grid->nx * grid->ny;
    double *slopes = malloc(nodes * sizeof *slopes);
    if (!slopes) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu slopes", nodes);
    }
    talus_status status = talus_raster_slopes(grid, terrain->dem.heights, slopes, error);
    if (status == TALUS_OK) {
        report(slopes, nodes);
        status = cli_terrain_write(terrain, slopes, "slope", "deg", error);
    }
    free(slopes);
    return status;
}

cli_exit cli_terrain_slope(const cli_arguments *arguments)
{
    return cli_terrain_run(arguments, slope);
}
