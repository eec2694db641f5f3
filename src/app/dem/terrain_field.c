// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain field: the random field that a ground's variation would use, as a raster.
#include "app/dem/terrain_tools.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>

/// Values at the nodes with heights; the rest is NaN.
static void sample_nodes(const geo_dem *dem, const talus_field *field, double sd, double *values)
{
    const talus_grid *grid = &dem->grid;
    double sum = 0.0, square = 0.0;
    size_t count = 0;
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        values[k] = (double)NAN;
        if (!isnan(dem->heights[k])) {
            values[k] = sd * talus_field_at(field, grid->x0 + (double)(k % grid->nx) * grid->cell,
                                            grid->y0 + (double)(k / grid->nx) * grid->cell);
            sum += values[k];
            square += values[k] * values[k];
            count++;
        }
    }
    const double mean = sum / (double)count;
    printf("values      mean %.4g, standard deviation %.4g\n", mean,
           sqrt(fmax(0.0, square / (double)count - mean * mean)));
}

static talus_status sample(cli_terrain *terrain, talus_error *error)
{
    const talus_grid *grid = &terrain->dem.grid;
    const double width = (double)(grid->nx - 1) * grid->cell;
    const double height = (double)(grid->ny - 1) * grid->cell;
    const double range = terrain->options.range;
    const double start = cli_terrain_clock();
    talus_field field;
    talus_status status = talus_raster_field(grid->x0, grid->y0, width, height, range,
                                             terrain->options.seed, &field, error);
    if (status != TALUS_OK) {
        return status;
    }
    printf("field       range %g m on %zu x %zu nodes of %.4g m in %.2f s\n", range, field.grid.nx,
           field.grid.ny, field.grid.cell, cli_terrain_clock() - start);
    double *values = malloc(grid->nx * grid->ny * sizeof *values);
    if (!values) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the values");
    } else {
        sample_nodes(&terrain->dem, &field, terrain->options.sd, values);
        status = cli_terrain_write(terrain, values, "field", "", error);
    }
    free(values);
    talus_field_clear(&field);
    return status;
}

cli_exit cli_terrain_field(const cli_arguments *arguments)
{
    return cli_terrain_run(arguments, sample);
}
