// SPDX-License-Identifier: GPL-3.0-or-later
// True surface area of triangles on a DEM: cut along its pixels, each piece with its node's slope.
//
//      +-----+-----+      pixel (i, j) is the square around node (i, j); a triangle's part in it is
//      |  o  |/o   |      a convex polygon of up to seven corners, cut into triangles from its
//      first
//      +----/+-----+
#include "input/load/sources.h"

#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 8 };

typedef struct corners {
    size_t count;
    double xy[2 * MOST_CORNERS];
} corners;

/// Heights of columns [i0, i0 + nx) and rows [j0, j0 + ny) of a DEM.
typedef struct height_window {
    const double *heights;
    size_t i0, j0, nx, ny;
} height_window;

/// @return NaN on the rim; the window holds the neighbours of all other nodes that are asked for
static double factor_in(const geo_dem *dem, const height_window *window, size_t i, size_t j)
{
    const talus_grid *grid = &dem->grid;
    if (i == 0 || j == 0 || i + 1 >= grid->nx || j + 1 >= grid->ny) {
        return (double)NAN;
    }
    const double *height = window->heights + (j - window->j0) * window->nx + (i - window->i0);
    return sqrt(1.0 + raster_slope_squared(height, window->nx, grid->cell));
}

double scenario_surface_factor(const geo_dem *dem, size_t i, size_t j)
{
    const height_window whole = {dem->heights, 0, 0, dem->grid.nx, dem->grid.ny};
    return factor_in(dem, &whole, i, j);
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
static bool add_piece(const geo_dem *dem, const height_window *window, const double *triangle,
                      size_t i, size_t j, scenario_pieces *pieces)
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
    const double factor = factor_in(dem, window, i, j);
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

/// Pixels [columns[0], columns[1]] x [rows[0], rows[1]], both ends included.
typedef struct pixel_box {
    size_t columns[2], rows[2];
} pixel_box;

/// All pixels that a triangle touches. @return false off the grid
static bool box_of(const talus_grid *grid, const double *t, pixel_box *box)
{
    const double low[2] = {fmin(t[0], fmin(t[2], t[4])), fmin(t[1], fmin(t[3], t[5]))};
    const double high[2] = {fmax(t[0], fmax(t[2], t[4])), fmax(t[1], fmax(t[3], t[5]))};
    return pixel_range(low[0], high[0], grid->x0, grid->cell, grid->nx, box->columns) &&
           pixel_range(low[1], high[1], grid->y0, grid->cell, grid->ny, box->rows);
}

static bool cut_in_box(const geo_dem *dem, const height_window *window, const double *triangle,
                       const pixel_box *box, scenario_pieces *pieces)
{
    for (size_t j = box->rows[0]; j <= box->rows[1]; j++) {
        for (size_t i = box->columns[0]; i <= box->columns[1]; i++) {
            if (!add_piece(dem, window, triangle, i, j, pieces)) {
                return false;
            }
        }
    }
    return true;
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a release");
}

/// Heights of the box and one node around it, from the file.
static talus_status fetch_around(const geo_dem *dem, const pixel_box *box, height_window *window,
                                 double **heights, talus_error *error)
{
    const talus_grid *grid = &dem->grid;
    const size_t i1 = box->columns[1] + 2 < grid->nx ? box->columns[1] + 2 : grid->nx;
    const size_t j1 = box->rows[1] + 2 < grid->ny ? box->rows[1] + 2 : grid->ny;
    window->i0 = box->columns[0] > 0 ? box->columns[0] - 1 : 0;
    window->j0 = box->rows[0] > 0 ? box->rows[0] - 1 : 0;
    window->nx = i1 - window->i0;
    window->ny = j1 - window->j0;
    double *larger = realloc(*heights, window->nx * window->ny * sizeof *larger);
    if (larger == NULL) {
        return no_memory(error);
    }
    *heights = larger;
    window->heights = larger;
    return geo_height_file_fetch(dem->file, window->i0, window->j0, window->nx, window->ny, larger,
                                 error);
}

/// One triangle whose heights stay in their file, some rows at a time.
static talus_status cut_in_file(const geo_dem *dem, const double *triangle, const pixel_box *box,
                                scenario_pieces *pieces, talus_error *error)
{
    enum { BAND_ROWS = 256 };
    double *heights = NULL;
    talus_status status = TALUS_OK;
    pixel_box band = *box;
    for (; band.rows[0] <= box->rows[1] && status == TALUS_OK; band.rows[0] = band.rows[1] + 1) {
        height_window window;
        const size_t last = band.rows[0] + BAND_ROWS - 1;
        band.rows[1] = last < box->rows[1] ? last : box->rows[1];
        status = fetch_around(dem, &band, &window, &heights, error);
        if (status == TALUS_OK && !cut_in_box(dem, &window, triangle, &band, pieces)) {
            status = no_memory(error);
        }
    }
    free(heights);
    return status;
}

talus_status scenario_cut_along_pixels(const geo_dem *dem, const double *xy, size_t count,
                                       scenario_pieces *pieces, talus_error *error)
{
    const height_window whole = {dem->heights, 0, 0, dem->grid.nx, dem->grid.ny};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const double *triangle = xy + 6 * k;
        pixel_box box;
        if (!box_of(&dem->grid, triangle, &box)) {
            continue;
        }
        if (dem->heights == NULL) {
            status = cut_in_file(dem, triangle, &box, pieces, error);
        } else if (!cut_in_box(dem, &whole, triangle, &box, pieces)) {
            status = no_memory(error);
        }
    }
    return status;
}

void scenario_pieces_clear(scenario_pieces *pieces)
{
    free(pieces->xy);
    free(pieces->cumulative);
    *pieces = (scenario_pieces){0};
}
