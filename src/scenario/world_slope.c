// SPDX-License-Identifier: GPL-3.0-or-later
// Raster cells of a DEM that are steeper than a given slope.
#include "scenario/world.h"

#include "terrain/filling.h"

#include <stdlib.h>

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
                !(terrain_slope_squared(height, grid->nx, grid->cell) > tangent * tangent)) {
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
