// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of a DEM make of a dam: its height and the slope of its faces, as rocks meet them.
#include "physics/site/lines.h"

#include "foundation/base/sort.h"
#include "physics/terrain/terrain_internal.h"
#include "talus/raster.h"

#include <stdlib.h>

/// Samples along a dam, of which the medians count.
typedef struct samples {
    const talus_grid *grid;
    const double *ground, *heights;
    double *rises, *slopes; ///< m; rad
    size_t rise_count, slope_count;
} samples;

/// Height of the bilinear surface; NaN off the grid.
static double surface_at(const talus_grid *grid, const double *heights, double x, double y)
{
    const double u = (x - grid->x0) / grid->cell, v = (y - grid->y0) / grid->cell;
    if (!(u >= 0.0 && v >= 0.0 && u < (double)(grid->nx - 1) && v < (double)(grid->ny - 1))) {
        return (double)NAN;
    }
    const size_t i = (size_t)u, j = (size_t)v;
    const double *h = heights + j * grid->nx + i, *above = h + grid->nx;
    const double a = u - (double)i, b = v - (double)j;
    const double south = h[0] + a * (h[1] - h[0]), north = above[0] + a * (above[1] - above[0]);
    return south + b * (north - south);
}

/// Steepest fall of the raised surface away from the line, in the direction (nx, ny), rad.
static double steepest_fall(const samples *s, const talus_dam *dam, const double at[2], double nx,
                            double ny)
{
    const double step = 0.25 * s->grid->cell;
    const double tangent = talus_sin(dam->face_slope) / talus_cos(dam->face_slope);
    const double end = 0.5 * dam->crest_width + dam->height / tangent + 2.0 * s->grid->cell;
    const int steps = end < 1e4 * step ? (int)(end / step) : 10000;
    double steepest = 0.0, before = surface_at(s->grid, s->heights, at[0], at[1]);
    double rise = before - surface_at(s->grid, s->ground, at[0], at[1]);
    for (int k = 1; k <= steps && rise > 0.0; k++) {
        const double x = at[0] + k * step * nx, y = at[1] + k * step * ny;
        const double here = surface_at(s->grid, s->heights, x, y);
        const double fall = (before - here) / step;
        steepest = fall > steepest ? fall : steepest;
        rise = here - surface_at(s->grid, s->ground, x, y); // where it is 0 the face has ended
        before = here;
    }
    return talus_atan(steepest);
}

static void sample_at(samples *s, const talus_dam *dam, const double at[2], double nx, double ny)
{
    const double rise = surface_at(s->grid, s->heights, at[0], at[1]) -
                        surface_at(s->grid, s->ground, at[0], at[1]);
    if (rise > 0.0) {
        s->rises[s->rise_count++] = rise;
        s->slopes[s->slope_count++] = steepest_fall(s, dam, at, nx, ny);
        s->slopes[s->slope_count++] = steepest_fall(s, dam, at, -nx, -ny);
    }
}

static double median(double *values, size_t count)
{
    sort_numbers(values, count);
    return count > 0 ? values[count / 2] : 0.0;
}

/// How many samples a segment has: one for half a cell, at most 1000.
static size_t samples_of(const talus_grid *grid, double length)
{
    const double exact = 2.0 * length / grid->cell;
    return exact < 1.0 ? 1 : exact > 1000.0 ? 1000 : (size_t)exact;
}

static void sample_segment(samples *s, const talus_dam *dam, size_t k)
{
    const double *p = dam->line.xy + 2 * k;
    const double length = line_segment_length(&dam->line, k);
    const size_t steps = samples_of(s->grid, length);
    for (size_t i = 0; i < steps && length > 0.0; i++) {
        const double f = ((double)i + 0.5) / (double)steps;
        const double at[2] = {p[0] + f * (p[2] - p[0]), p[1] + f * (p[3] - p[1])};
        sample_at(s, dam, at, (p[3] - p[1]) / length, (p[0] - p[2]) / length);
    }
}

talus_status talus_dam_measure(talus_dam *dam, const talus_grid *grid, const double *ground,
                               const double *heights, talus_error *error)
{
    size_t count = 0;
    for (size_t k = 0; k + 1 < dam->line.count; k++) {
        count += samples_of(grid, line_segment_length(&dam->line, k));
    }
    samples s = {.grid = grid, .ground = ground, .heights = heights};
    s.rises = malloc((count + 1) * sizeof *s.rises);
    s.slopes = malloc((2 * count + 1) * sizeof *s.slopes);
    const bool has_room = s.rises != NULL && s.slopes != NULL;
    for (size_t k = 0; has_room && k + 1 < dam->line.count; k++) {
        sample_segment(&s, dam, k);
    }
    if (has_room) {
        dam->built_height = median(s.rises, s.rise_count);
        dam->built_slope = median(s.slopes, s.slope_count);
    }
    free(s.rises);
    free(s.slopes);
    return has_room ? TALUS_OK
                    : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a dam");
}
