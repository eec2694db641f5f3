// SPDX-License-Identifier: GPL-3.0-or-later
// Smoothing by a plate that is tied to the heights.
#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>

/// Number the heights in row order.
/// @return their count; SIZE_MAX after an infinite one
static size_t number_heights(size_t total, const double *heights, uint32_t *number, uint32_t *node)
{
    size_t count = 0;
    for (size_t k = 0; k < total; k++) {
        if (isinf(heights[k])) {
            return SIZE_MAX;
        }
        number[k] = RASTER_ABSENT;
        if (!isnan(heights[k])) {
            if (count < TALUS_SMOOTH_MAX_NODES) {
                number[k] = (uint32_t)count;
                node[count] = (uint32_t)k;
            }
            count++;
        }
    }
    return count;
}

static talus_status smooth_nodes(raster_plate *plate, size_t count, double *heights,
                                 talus_error *error)
{
    double *solution = malloc(count * sizeof *solution);
    if (solution == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu heights", count);
    }
    const talus_status status = raster_plate_solve(plate, 0, count, solution, error);
    for (size_t u = 0; status == TALUS_OK && u < count; u++) {
        heights[plate->node[u]] = raster_round(solution[u]);
    }
    free(solution);
    return status;
}

talus_status talus_raster_smooth(size_t nx, size_t ny, double *heights, double length,
                                 talus_error *error)
{
    if (!(length > 0.0 && length <= 1e3)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the smoothing length is %g cells; expected above 0 and at most "
                               "1000",
                               length);
    }
    if (heights == NULL || nx == 0 || ny == 0 || nx > SIZE_MAX / ny) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu x %zu heights to smooth, expected at least one, not NULL", nx,
                               ny);
    }
    const size_t total = nx * ny;
    uint32_t *number = total < RASTER_ABSENT ? malloc(total * sizeof *number) : NULL;
    uint32_t *node = malloc(TALUS_SMOOTH_MAX_NODES * sizeof *node);
    talus_status status = TALUS_OK;
    const size_t count =
        number != NULL && node != NULL ? number_heights(total, heights, number, node) : 0;
    if (number == NULL || node == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu nodes", total);
    } else if (count == SIZE_MAX) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT, "a height is infinite");
    } else if (count > TALUS_SMOOTH_MAX_NODES) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "%zu cells hold heights, smoothing takes at most %d at a time: "
                                 "cut the terrain (gdalwarp -te) or make its cells wider "
                                 "(gdalwarp -tr)",
                                 count, (int)TALUS_SMOOTH_MAX_NODES);
    } else if (count > 0) {
        const double square = length * length;
        raster_plate plate = {.nx = nx,
                              .ny = ny,
                              .heights = heights,
                              .number = number,
                              .node = node,
                              .stiffness = square * square,
                              .attachment = 1.0};
        status = smooth_nodes(&plate, count, heights, error);
    }
    free(number);
    free(node);
    return status;
}
