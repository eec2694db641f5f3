// SPDX-License-Identifier: GPL-3.0-or-later
// Shaded relief: Horn (1981) gradient, light mainly from the north-west.
#include "io/map/map.h"

#include <math.h>
#include <stdlib.h>

/// Height at (i, j) with indices clamped; the centre's height where that one is missing.
static double height_at(const geo_image *image, ptrdiff_t i, ptrdiff_t j, double centre)
{
    const ptrdiff_t nx = (ptrdiff_t)image->nx;
    const ptrdiff_t ny = (ptrdiff_t)image->ny;
    i = i < 0 ? 0 : i >= nx ? nx - 1 : i;
    j = j < 0 ? 0 : j >= ny ? ny - 1 : j;
    const double z = (double)image->values[j * nx + i];
    return isfinite(z) ? z : centre;
}

/// Lambert's law for four lights at 45 degrees; the weights keep north-west dominant and faces in
/// shade readable.
static double shade_of(double dzdx, double dzdy)
{
    static const double lights[4][4] = {
        // east, north, up, weight
        {-0.5, 0.5, 0.70710678118654752, 0.61},
        {-0.70710678118654752, 0, 0.70710678118654752, 0.13},
        {0, 0.70710678118654752, 0.70710678118654752, 0.13},
        {0.5, 0.5, 0.70710678118654752, 0.13},
    };
    const double length = sqrt(1 + dzdx * dzdx + dzdy * dzdy);
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        const double cosine = (-dzdx * lights[k][0] - dzdy * lights[k][1] + lights[k][2]) / length;
        sum += lights[k][3] * (cosine > 0 ? cosine : 0);
    }
    return sum;
}

static float shade_node(const geo_image *image, ptrdiff_t i, ptrdiff_t j)
{
    const double z = height_at(image, i, j, (double)NAN);
    if (!isfinite(z)) {
        return NAN;
    }
    const double nw = height_at(image, i - 1, j + 1, z);
    const double n = height_at(image, i, j + 1, z);
    const double ne = height_at(image, i + 1, j + 1, z);
    const double w = height_at(image, i - 1, j, z);
    const double e = height_at(image, i + 1, j, z);
    const double sw = height_at(image, i - 1, j - 1, z);
    const double s = height_at(image, i, j - 1, z);
    const double se = height_at(image, i + 1, j - 1, z);
    const double dzdx = ((ne + 2 * e + se) - (nw + 2 * w + sw)) / (8 * image->cell);
    const double dzdy = ((nw + 2 * n + ne) - (sw + 2 * s + se)) / (8 * image->cell);
    return (float)shade_of(dzdx, dzdy);
}

talus_status map_relief(const geo_image *terrain, float **shade, talus_error *error)
{
    *shade = malloc(terrain->nx * terrain->ny * sizeof **shade + 1);
    if (!*shade) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a relief of %zu x %zu",
                               terrain->nx, terrain->ny);
    }
    for (size_t j = 0; j < terrain->ny; j++) {
        for (size_t i = 0; i < terrain->nx; i++) {
            (*shade)[j * terrain->nx + i] = shade_node(terrain, (ptrdiff_t)i, (ptrdiff_t)j);
        }
    }
    return TALUS_OK;
}
