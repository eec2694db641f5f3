// SPDX-License-Identifier: GPL-3.0-or-later
// A coarser lattice: every k-th node, its height the hat-weighted mean of the nodes around it.
#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>

/// Height of node (i + di, j + dj); NaN off the lattice.
static double height_at(const talus_grid *grid, const double *heights, ptrdiff_t i, ptrdiff_t j)
{
    const bool is_inside = i >= 0 && j >= 0 && i < (ptrdiff_t)grid->nx && j < (ptrdiff_t)grid->ny;
    return is_inside ? heights[(size_t)j * grid->nx + (size_t)i] : (double)NAN;
}

/// Mean about one node: nodes in pairs that mirror each other, which leaves a plane alone.
static double mean_around(const talus_grid *grid, const double *heights, ptrdiff_t i, ptrdiff_t j,
                          ptrdiff_t k)
{
    const double centre = height_at(grid, heights, i, j);
    double sum = 0.0, weights = (double)k * (double)k;
    for (ptrdiff_t dj = 0; dj < k; dj++) {
        for (ptrdiff_t di = dj == 0 ? 1 : 1 - k; di < k; di++) {
            const double pair = (height_at(grid, heights, i + di, j + dj) - centre) +
                                (height_at(grid, heights, i - di, j - dj) - centre);
            if (!isnan(pair)) {
                const double w = (double)(k - (di < 0 ? -di : di)) * (double)(k - dj);
                sum += w * pair;
                weights += 2.0 * w;
            }
        }
    }
    return centre + sum / weights;
}

talus_status talus_raster_coarsen(const talus_grid *grid, const double *heights, size_t step,
                                  talus_grid *coarse, double **kept, talus_error *error)
{
    if (kept != NULL) {
        *kept = NULL;
    }
    if (grid == NULL || heights == NULL || coarse == NULL || kept == NULL || step == 0 ||
        grid->nx == 0 || grid->ny == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "one node in %zu of a lattice: an argument is NULL or 0", step);
    }
    const size_t nx = (grid->nx - 1) / step + 1, ny = (grid->ny - 1) / step + 1;
    if (nx < 2 || ny < 2) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "one node in %zu of %zu x %zu leaves %zu x %zu, expected at least "
                               "2 x 2: coarsen less",
                               step, grid->nx, grid->ny, nx, ny);
    }
    double *means = malloc(nx * ny * sizeof *means);
    if (means == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu heights", nx * ny);
    }
    size_t missing = 0;
    for (size_t k = 0; k < nx * ny; k++) {
        means[k] = mean_around(grid, heights, (ptrdiff_t)(k % nx * step),
                               (ptrdiff_t)(k / nx * step), (ptrdiff_t)step);
        missing += isnan(means[k]) ? 1 : 0;
    }
    if (missing == nx * ny) {
        free(means);
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "one node in %zu, and none of them has a height: coarsen less",
                               step);
    }
    *coarse = (talus_grid){grid->x0, grid->y0, grid->cell * (double)step, nx, ny};
    *kept = means;
    return TALUS_OK;
}
