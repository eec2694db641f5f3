// SPDX-License-Identifier: GPL-3.0-or-later
// Slopes of a lattice of heights.
#include "io/raster/filling.h"

#include <math.h>

talus_status talus_raster_slopes(const talus_grid *grid, const double *heights, double *slopes_deg,
                                 talus_error *error)
{
    if (grid == NULL || heights == NULL || slopes_deg == NULL || grid->nx == 0 || grid->ny == 0 ||
        !(grid->cell > 0.0) || !isfinite(grid->cell)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "slopes: an array is NULL, or the lattice has no nodes or no cells");
    }
    const size_t nx = grid->nx, ny = grid->ny;
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            const size_t node = j * nx + i;
            const bool inner = i > 0 && i + 1 < nx && j > 0 && j + 1 < ny;
            slopes_deg[node] =
                inner ? talus_atan(sqrt(raster_slope_squared(heights + node, nx, grid->cell))) *
                            (180.0 / TALUS_PI)
                      : (double)NAN;
        }
    }
    return TALUS_OK;
}
