// SPDX-License-Identifier: GPL-3.0-or-later
// Raster cells of a DEM that are steeper than a given slope.
#include "scenario/world.h"

#include <stdlib.h>

/// Horn's third-order differences: dz/dx = ((c + 2f + i) - (a + 2d + g)) / 8 cell, likewise dz/dy.
///
///     g h i   north
///     d e f             NaN of any neighbour makes the result NaN
///     a b c   south
static double slope_squared(const double *e, size_t nx, double cell)
{
    const double *south = e - nx;
    const double *north = e + nx;
    const double dx =
        (south[1] + 2.0 * e[1] + north[1] - south[-1] - 2.0 * e[-1] - north[-1]) / (8.0 * cell);
    const double dy =
        (north[-1] + 2.0 * north[0] + north[1] - south[-1] - 2.0 * south[0] - south[1]) /
        (8.0 * cell);
    return dx * dx + dy * dy + 0.0 * e[0];
}

static bool contains(const scenario_box *box, double x, double y)
{
    return box == NULL || (x >= box->west && x <= box->east && y >= box->south && y <= box->north);
}

bool scenario_steep_cells(const geo_dem *dem, double degrees, const scenario_box *within,
                          size_t *count, double **xy)
{
    const talus_grid *grid = &dem->grid;
    const double angle = degrees * (TALUS_PI / 180.0);
    const double tangent = talus_sin(angle) / talus_cos(angle);
    size_t capacity = 1024;
    *count = 0;
    *xy = malloc(capacity * 2 * sizeof **xy);
    // A node on the rim has no eight neighbours, and its raster cell reaches over the surface.
    for (size_t j = 1; *xy != NULL && j + 1 < grid->ny; j++) {
        for (size_t i = 1; *xy != NULL && i + 1 < grid->nx; i++) {
            const double x = grid->x0 + (double)i * grid->cell;
            const double y = grid->y0 + (double)j * grid->cell;
            const double *height = dem->heights + j * grid->nx + i;
            if (!contains(within, x, y) ||
                !(slope_squared(height, grid->nx, grid->cell) > tangent * tangent)) {
                continue;
            }
            if (*count == capacity) {
                capacity *= 2;
                double *larger = realloc(*xy, capacity * 2 * sizeof **xy);
                if (larger == NULL) {
                    free(*xy);
                }
                *xy = larger;
            }
            if (*xy != NULL) {
                (*xy)[2 * *count] = x;
                (*xy)[2 * *count + 1] = y;
                ++*count;
            }
        }
    }
    *count = *xy != NULL ? *count : 0;
    return *xy != NULL;
}
