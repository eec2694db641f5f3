// SPDX-License-Identifier: GPL-3.0-or-later
// True surface area of triangles on a DEM: cut along its pixels, each piece with its node's slope.
//
//      +-----+-----+      pixel (i, j) is the square around node (i, j); a triangle's part in it is
//      |  o  |/o   |      a convex polygon of up to seven corners, cut into triangles from its
//      first
//      +----/+-----+
#include "scenario/sources.h"

#include "terrain/filling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 8 };

typedef struct corners {
    size_t count;
    double xy[2 * MOST_CORNERS];
} corners;

double scenario_surface_factor(const geo_dem *dem, size_t i, size_t j)
{
    const talus_grid *grid = &dem->grid;
    if (dem->heights == NULL || i == 0 || j == 0 || i + 1 >= grid->nx || j + 1 >= grid->ny) {
        return (double)NAN;
    }
    return sqrt(1.0 + terrain_slope_squared(dem->heights + j * grid->nx + i, grid->nx, grid->cell));
}

double scenario_surface_factor_at(const geo_dem *dem, double x, double y)
{
    const talus_grid *grid = &dem->grid;
    const double u = floor((x - grid->x0) / grid->cell + 0.5);
    const double v = floor((y - grid->y0) / grid->cell + 0.5);
    if (!(u >= 0.0 && v >= 0.0 && u < (double)grid->nx && v < (double)grid->ny)) {
        return (double)NAN;
    }
    return scenario_surface_factor(dem, (size_t)u, (size_t)v);
}

/// Keep the side where sign (coordinate - bound) >= 0; axis 0 = x, 1 = y.
static void clip(corners *shape, int axis, double bound, double sign)
{
    corners kept = {0};
    for (size_t k = 0; k < shape->count; k++) {
        const double *a = shape->xy + 2 * k;
        const double *b = shape->xy + 2 * ((k + 1) % shape->count);
        const double da = sign * (a[axis] - bound), db = sign * (b[axis] - bound);
        if (da >= 0.0) {
            memcpy(kept.xy + 2 * kept.count++, a, 2 * sizeof *a);
        }
        if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
            const double t = da / (da - db);
            kept.xy[2 * kept.count] = a[0] + t * (b[0] - a[0]);
            kept.xy[2 * kept.count++ + 1] = a[1] + t * (b[1] - a[1]);
        }
    }
    *shape = kept;
}

static double triangle_area(const double *a, const double *b, const double *c)
{
    return 0.5 * fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

static bool keep_piece(scenario_pieces *pieces, const double *a, const double *b, const double *c)
{
    if (pieces->count == pieces->capacity) {
        const size_t capacity = pieces->capacity == 0 ? 256 : 2 * pieces->capacity;
        double *xy = realloc(pieces->xy, 6 * capacity * sizeof *xy);
        pieces->xy = xy != NULL ? xy : pieces->xy;
        double *cumulative = realloc(pieces->cumulative, capacity * sizeof *cumulative);
        pieces->cumulative = cumulative != NULL ? cumulative : pieces->cumulative;
        if (xy == NULL || cumulative == NULL) {
            return false;
        }
        pieces->capacity = capacity;
    }
    double *to = pieces->xy + 6 * pieces->count;
    memcpy(to, a, 2 * sizeof *a);
    memcpy(to + 2, b, 2 * sizeof *b);
    memcpy(to + 4, c, 2 * sizeof *c);
    pieces->cumulative[pieces->count++] = pieces->area;
    return true;
}

/// One triangle in one pixel.
static bool add_piece(const geo_dem *dem, const double *triangle, size_t i, size_t j,
                      scenario_pieces *pieces)
{
    const talus_grid *grid = &dem->grid;
    const double west = grid->x0 + ((double)i - 0.5) * grid->cell;
    const double south = grid->y0 + ((double)j - 0.5) * grid->cell;
    corners shape = {.count = 3};
    memcpy(shape.xy, triangle, 6 * sizeof *triangle);
    clip(&shape, 0, west, 1.0);
    clip(&shape, 0, west + grid->cell, -1.0);
    clip(&shape, 1, south, 1.0);
    clip(&shape, 1, south + grid->cell, -1.0);
    const double factor = scenario_surface_factor(dem, i, j);
    for (size_t k = 1; k + 1 < shape.count; k++) {
        const double *b = shape.xy + 2 * k, *c = b + 2;
        const double plan = triangle_area(shape.xy, b, c);
        if (!(plan > 0.0)) {
            continue;
        }
        pieces->plan += plan;
        pieces->blind += isnan(factor) ? plan : 0.0;
        pieces->area += isnan(factor) ? plan : plan * factor;
        if (pieces->keep && !keep_piece(pieces, shape.xy, b, c)) {
            return false;
        }
    }
    return true;
}

/// First and last pixel that an interval touches; false when it lies off the grid.
static bool pixel_range(double low, double high, double origin, double cell, size_t count,
                        size_t range[2])
{
    const double first = floor((low - origin) / cell + 0.5);
    const double last = floor((high - origin) / cell + 0.5);
    const double top = (double)(count - 1);
    if (last < 0.0 || first > top) {
        return false;
    }
    range[0] = first > 0.0 ? (size_t)first : 0;
    range[1] = last < top ? (size_t)last : count - 1;
    return true;
}

bool scenario_cut_along_pixels(const geo_dem *dem, const double *xy, size_t count,
                               scenario_pieces *pieces)
{
    const talus_grid *grid = &dem->grid;
    for (size_t k = 0; k < count; k++) {
        const double *t = xy + 6 * k;
        const double low[2] = {fmin(t[0], fmin(t[2], t[4])), fmin(t[1], fmin(t[3], t[5]))};
        const double high[2] = {fmax(t[0], fmax(t[2], t[4])), fmax(t[1], fmax(t[3], t[5]))};
        size_t columns[2], rows[2];
        if (!pixel_range(low[0], high[0], grid->x0, grid->cell, grid->nx, columns) ||
            !pixel_range(low[1], high[1], grid->y0, grid->cell, grid->ny, rows)) {
            continue;
        }
        for (size_t j = rows[0]; j <= rows[1]; j++) {
            for (size_t i = columns[0]; i <= columns[1]; i++) {
                if (!add_piece(dem, t, i, j, pieces)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void scenario_pieces_clear(scenario_pieces *pieces)
{
    free(pieces->xy);
    free(pieces->cumulative);
    *pieces = (scenario_pieces){0};
}
