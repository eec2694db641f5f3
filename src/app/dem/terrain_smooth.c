// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain smooth: a DEM without its short waves.
#include "app/dem/terrain_tools.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Changes of the heights, m.
typedef struct changes {
    double sum, square, largest;
    size_t count;
} changes;

static changes compare(const double *before, const double *after, size_t nodes)
{
    changes c = {0};
    for (size_t k = 0; k < nodes; k++) {
        const double change = after[k] - before[k];
        if (!isnan(change)) {
            c.sum += change;
            c.square += change * change;
            c.largest = fabs(change) > c.largest ? fabs(change) : c.largest;
            c.count++;
        }
    }
    return c;
}

static talus_status smooth(cli_terrain *terrain, talus_error *error)
{
    geo_dem *dem = &terrain->dem;
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    const double asked = terrain->options.length;
    const double length = isnan(asked) ? 2.0 * dem->grid.cell : asked;
    double *before = malloc(nodes * sizeof *before);
    if (!before) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu heights", nodes);
    }
    memcpy(before, dem->heights, nodes * sizeof *before);
    const double start = cli_terrain_clock();
    talus_status status = talus_raster_smooth(dem->grid.nx, dem->grid.ny, dem->heights,
                                              length / dem->grid.cell, error);
    if (status == TALUS_OK) {
        const changes c = compare(before, dem->heights, nodes);
        const double count = c.count > 0 ? (double)c.count : 1.0;
        printf("smoothed    %zu cells with a length of %g m in %.2f s: waves of %.4g m keep half\n",
               c.count, length, cli_terrain_clock() - start, 2.0 * TALUS_PI * length);
        printf("change      mean %.4f, standard deviation %.4f, largest %.4f m\n", c.sum / count,
               sqrt(c.square / count), c.largest);
        status = cli_terrain_write(terrain, dem->heights, "height", "m", error);
    }
    free(before);
    return status;
}

cli_exit cli_terrain_smooth(const cli_arguments *arguments)
{
    return cli_terrain_run(arguments, smooth);
}
