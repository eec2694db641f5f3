// SPDX-License-Identifier: GPL-3.0-or-later
// A bank along a line, raised over the heights of a DEM.
#include "physics/site/lines.h"

#include "physics/terrain/terrain_internal.h"
#include "talus/raster.h"

#include <stdio.h>

/// The grid without dams, on which crests are founded.
typedef struct ground_model {
    const talus_grid *grid;
    const double *heights;
} ground_model;

/// Bilinear height of the ground as it was; NaN off the grid.
static double ground_at(const ground_model *g, double x, double y)
{
    const double u = (x - g->grid->x0) / g->grid->cell, v = (y - g->grid->y0) / g->grid->cell;
    if (!(u >= 0.0 && v >= 0.0 && u <= (double)(g->grid->nx - 1) &&
          v <= (double)(g->grid->ny - 1))) {
        return (double)NAN;
    }
    size_t i = (size_t)u, j = (size_t)v;
    i -= i + 1 == g->grid->nx;
    j -= j + 1 == g->grid->ny;
    const double *h = g->heights + j * g->grid->nx + i, *above = h + g->grid->nx;
    const double a = u - (double)i, b = v - (double)j;
    const double south = h[0] + a * (h[1] - h[0]), north = above[0] + a * (above[1] - above[0]);
    return south + b * (north - south);
}

/// Nearest point of segment k: its distance, and the point.
static double nearest_on(const talus_line *line, size_t k, double x, double y, double at[2])
{
    const double *p = line->xy + 2 * k;
    const double dx = p[2] - p[0], dy = p[3] - p[1], length2 = dx * dx + dy * dy;
    double s = length2 > 0.0 ? ((x - p[0]) * dx + (y - p[1]) * dy) / length2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    at[0] = p[0] + s * dx;
    at[1] = p[1] + s * dy;
    return sqrt((x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]));
}

static talus_status check_dam(const talus_dam *dam, talus_error *error)
{
    if (!(dam->height > 0.0) || !isfinite(dam->height) || !(dam->crest_width >= 0.0) ||
        !isfinite(dam->crest_width) || !(dam->face_slope > 0.0 && dam->face_slope < 1.5707)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "dam '%.63s': height %g m, crest %g m, faces of %g rad: expected a "
                               "positive height, a crest >= 0 and a slope between 0 and a right "
                               "angle",
                               dam->line.name, dam->height, dam->crest_width, dam->face_slope);
    }
    char what[80];
    snprintf(what, sizeof what, "dam '%.63s'", dam->line.name);
    return line_check(&dam->line, what, error);
}

/// Nodes [first, last] of one axis within `reach` of [low, high]; empty when first > last.
static void node_span(double low, double high, double reach, double x0, double cell, size_t count,
                      size_t *first, size_t *last)
{
    const double a = (low - reach - x0) / cell, b = (high + reach - x0) / cell;
    *first = a <= 0.0 ? 0 : a >= (double)count ? count : (size_t)a;
    *last = b <= 0.0 ? 0 : b >= (double)count ? count - 1 : (size_t)b;
}

/// Raise the nodes near segment k over which its part of the dam is higher.
/// @return how many of them it stands on
static size_t raise_segment(const talus_dam *dam, const ground_model *ground, double reach,
                            size_t k, double *heights)
{
    const talus_grid *g = ground->grid;
    const double *p = dam->line.xy + 2 * k;
    const double tangent = talus_sin(dam->face_slope) / talus_cos(dam->face_slope);
    size_t i0, i1, j0, j1, stands = 0;
    node_span(terrain_smaller(p[0], p[2]), terrain_larger(p[0], p[2]), reach, g->x0, g->cell, g->nx,
              &i0, &i1);
    node_span(terrain_smaller(p[1], p[3]), terrain_larger(p[1], p[3]), reach, g->y0, g->cell, g->ny,
              &j0, &j1);
    for (size_t j = j0; j <= j1 && j < g->ny; j++) {
        for (size_t i = i0; i <= i1 && i < g->nx; i++) {
            double at[2];
            const double distance = nearest_on(&dam->line, k, g->x0 + (double)i * g->cell,
                                               g->y0 + (double)j * g->cell, at);
            const double beside = terrain_larger(0.0, distance - 0.5 * dam->crest_width);
            const double z = ground_at(ground, at[0], at[1]) + dam->height - tangent * beside;
            double *h = &heights[j * g->nx + i];
            *h = z > *h ? z : *h; // false for NODATA on either side
            stands += z > ground->heights[j * g->nx + i];
        }
    }
    return stands;
}

talus_status talus_dam_raise(const talus_dam *dam, const talus_grid *grid, const double *ground,
                             double *heights, size_t *raised, talus_error *error)
{
    if (dam == NULL || grid == NULL || ground == NULL || heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the dam, the grid or an array of heights is NULL");
    }
    const talus_status status = check_dam(dam, error);
    if (status != TALUS_OK) {
        return status;
    }
    double low = (double)INFINITY, high = -low;
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        low = ground[k] < low ? ground[k] : low;
        high = ground[k] > high ? ground[k] : high;
    }
    // beyond this even the highest crest is under the lowest ground
    const double tangent = talus_sin(dam->face_slope) / talus_cos(dam->face_slope);
    const double reach = 0.5 * dam->crest_width + (high - low + dam->height) / tangent + grid->cell;
    const ground_model model = {grid, ground};
    size_t stands = 0;
    for (size_t k = 0; k + 1 < dam->line.count; k++) {
        stands += raise_segment(dam, &model, reach, k, heights);
    }
    if (raised != NULL) {
        *raised = stands;
    }
    return TALUS_OK;
}
