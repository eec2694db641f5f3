// SPDX-License-Identifier: GPL-3.0-or-later
// Slopes of a lattice of heights.
#include "io/raster/filling.h"

#include <math.h>

void terrain_slopes(const talus_grid *grid, const double *heights, double *slopes_deg)
{
    const size_t nx = grid->nx, ny = grid->ny;
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            const size_t node = j * nx + i;
            const bool inner = i > 0 && i + 1 < nx && j > 0 && j + 1 < ny;
            slopes_deg[node] =
                inner ? talus_atan(sqrt(terrain_slope_squared(heights + node, nx, grid->cell))) *
                            (180.0 / TALUS_PI)
                      : (double)NAN;
        }
    }
}
