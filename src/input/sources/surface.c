// SPDX-License-Identifier: GPL-3.0-or-later
// True surface area of triangles on a DEM: cut along its pixels, each piece with its node's slope.
//
//      +-----+-----+      pixel (i, j) is the square around node (i, j); a triangle's part in it is
//      |  o  |/o   |      a convex polygon of up to seven corners, cut into triangles from its
//      +----/+-----+      first
//
// A triangle over very many pixels is cut along blocks of pixels: a block that lies whole in the
// triangle is two pieces with half of its pixels' surface each. Those on its rim are divided, down to
// pixels that are cut.
#include "input/sources/surface_cut.h"

#include "foundation/math/lanes.h"
#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 8 };

typedef struct corners {
    size_t count;
    double xy[2 * MOST_CORNERS];
} corners;

/// @return NaN on the rim; the window holds the neighbours of all other nodes that are asked for
static double factor_in(const geo_dem *dem, const surface_window *window, size_t i, size_t j)
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
    const surface_window whole = {dem->heights, 0, 0, dem->grid.nx, dem->grid.ny};
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

bool surface_reserve_pieces(scenario_pieces *pieces, size_t capacity)
{
    if (capacity <= pieces->capacity) {
        return true;
    }
    double *xy = realloc(pieces->xy, 6 * capacity * sizeof *xy);
    pieces->xy = xy != NULL ? xy : pieces->xy;
    double *cumulative = realloc(pieces->cumulative, capacity * sizeof *cumulative);
    pieces->cumulative = cumulative != NULL ? cumulative : pieces->cumulative;
    if (xy == NULL || cumulative == NULL) {
        return false;
    }
    pieces->capacity = capacity;
    return true;
}

void surface_trim_pieces(scenario_pieces *pieces)
{
    if (pieces->count > 0 && pieces->count < pieces->capacity) {
        double *xy = realloc(pieces->xy, 6 * pieces->count * sizeof *xy);
        pieces->xy = xy != NULL ? xy : pieces->xy;
        double *cumulative = realloc(pieces->cumulative, pieces->count * sizeof *cumulative);
        pieces->cumulative = cumulative != NULL ? cumulative : pieces->cumulative;
        pieces->capacity = pieces->count; // or more
    }
}

static bool keep_piece(scenario_pieces *pieces, const double *a, const double *b, const double *c)
{
    if (pieces->count == pieces->capacity &&
        !surface_reserve_pieces(pieces, pieces->capacity == 0 ? 256 : 2 * pieces->capacity)) {
        return false;
    }
    double *to = pieces->xy + 6 * pieces->count;
    memcpy(to, a, 2 * sizeof *a);
    memcpy(to + 2, b, 2 * sizeof *b);
    memcpy(to + 4, c, 2 * sizeof *c);
    pieces->cumulative[pieces->count++] = pieces->area;
    return true;
}

/// One triangle in one pixel.
static bool add_piece(const geo_dem *dem, const surface_window *window, const double *triangle,
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

bool surface_box_of(const talus_grid *grid, const double *t, surface_box *box)
{
    const double low[2] = {fmin(t[0], fmin(t[2], t[4])), fmin(t[1], fmin(t[3], t[5]))};
    const double high[2] = {fmax(t[0], fmax(t[2], t[4])), fmax(t[1], fmax(t[3], t[5]))};
    return pixel_range(low[0], high[0], grid->x0, grid->cell, grid->nx, box->columns) &&
           pixel_range(low[1], high[1], grid->y0, grid->cell, grid->ny, box->rows);
}

/// Where a block lies.
typedef enum block_place { BLOCK_OUTSIDE, BLOCK_ON_RIM, BLOCK_INSIDE } block_place;

/// Corners of a block: west, south, east, north.
static void block_bounds(const talus_grid *grid, const surface_box *block, double bounds[4])
{
    bounds[0] = grid->x0 + ((double)block->columns[0] - 0.5) * grid->cell;
    bounds[1] = grid->y0 + ((double)block->rows[0] - 0.5) * grid->cell;
    bounds[2] = grid->x0 + ((double)block->columns[1] + 0.5) * grid->cell;
    bounds[3] = grid->y0 + ((double)block->rows[1] + 0.5) * grid->cell;
}

/// By the distances of a block's corners from the triangle's sides. What lies within a millionth of
/// a cell of a side is on the rim, so that rounding decides nothing.
static block_place place_block(const talus_grid *grid, const double *triangle,
                               const surface_box *block)
{
    double bounds[4];
    block_bounds(grid, block, bounds);
    const double *t = triangle;
    const double twice = (t[2] - t[0]) * (t[5] - t[1]) - (t[4] - t[0]) * (t[3] - t[1]);
    const double sign = twice > 0.0 ? 1.0 : twice < 0.0 ? -1.0 : 0.0;
    block_place place = BLOCK_INSIDE;
    for (int k = 0; k < 3; k++) {
        const double *p = t + 2 * k, *q = t + 2 * ((k + 1) % 3);
        const double dx = q[0] - p[0], dy = q[1] - p[1];
        const double doubt = 1e-6 * grid->cell * sqrt(dx * dx + dy * dy);
        int in = 0, out = 0;
        for (int corner = 0; corner < 4; corner++) {
            const double x = bounds[corner % 2 == 0 ? 0 : 2], y = bounds[corner < 2 ? 1 : 3];
            const double side = sign * (dx * (y - p[1]) - dy * (x - p[0]));
            in += side > doubt;
            out += side < -doubt;
        }
        if (out == 4) {
            return BLOCK_OUTSIDE;
        }
        place = in == 4 ? place : BLOCK_ON_RIM;
    }
    return place;
}

LANES_PART void load_lanes(const double *from, lanes *to)
{
    *to = *(const loose_lanes *)from;
}

/// factor_in for nodes side by side that have all their neighbours.
/// @param e the first of them, rows `nx` apart
LANES_CLONES static void find_factors(const double *e, size_t nx, double cell, size_t count,
                                      double *factors)
{
    const double *south = e - nx, *north = e + nx;
    size_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        lanes a, b, c, d, f, g, h, i, height;
        load_lanes(south + k - 1, &a);
        load_lanes(south + k, &b);
        load_lanes(south + k + 1, &c);
        load_lanes(e + k - 1, &d);
        load_lanes(e + k, &height);
        load_lanes(e + k + 1, &f);
        load_lanes(north + k - 1, &g);
        load_lanes(north + k, &h);
        load_lanes(north + k + 1, &i);
        const lanes dx = (c + 2.0 * f + i - a - 2.0 * d - g) / (8.0 * cell);
        const lanes dy = (g + 2.0 * h + i - a - 2.0 * b - c) / (8.0 * cell);
        const lanes square = 1.0 + (dx * dx + dy * dy + 0.0 * height);
        for (size_t n = 0; n < LANES; n++) {
            factors[k + n] = sqrt(square[n]);
        }
    }
    for (; k < count; k++) {
        factors[k] = sqrt(1.0 + raster_slope_squared(e + k, nx, cell));
    }
}

/// factor_in for a row of a block.
/// @param factors (columns of the block, at most SURFACE_BAND_ROWS)
static void row_factors(const geo_dem *dem, const surface_window *window, const surface_box *block,
                        size_t j, double *factors)
{
    const talus_grid *grid = &dem->grid;
    const size_t first = block->columns[0], last = block->columns[1];
    if (first > 0 && last + 1 < grid->nx && j > 0 && j + 1 < grid->ny) {
        const double *height =
            window->heights + (j - window->j0) * window->nx + (first - window->i0);
        find_factors(height, window->nx, grid->cell, last - first + 1, factors);
        return;
    }
    for (size_t i = first; i <= last; i++) {
        factors[i - first] = factor_in(dem, window, i, j);
    }
}

/// A block inside a triangle as two pieces.
static bool add_block(const geo_dem *dem, const surface_window *window, const surface_box *block,
                      scenario_pieces *pieces)
{
    const double pixel = dem->grid.cell * dem->grid.cell;
    const size_t columns = block->columns[1] - block->columns[0] + 1;
    double plan = 0.0, blind = 0.0, area = 0.0, b[4], factors[SURFACE_BAND_ROWS];
    for (size_t j = block->rows[0]; j <= block->rows[1]; j++) {
        row_factors(dem, window, block, j, factors);
        for (size_t k = 0; k < columns; k++) {
            plan += pixel;
            blind += isnan(factors[k]) ? pixel : 0.0;
            area += isnan(factors[k]) ? pixel : pixel * factors[k];
        }
    }
    block_bounds(&dem->grid, block, b);
    const double xy[] = {b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3]};
    pieces->plan += plan;
    pieces->blind += blind;
    for (int half = 0; half < 2; half++) {
        pieces->area += 0.5 * area;
        if (pieces->keep && !keep_piece(pieces, xy, xy + 2 * (half + 1), xy + 2 * (half + 2))) {
            return false;
        }
    }
    return true;
}

bool surface_cut_in_box(const geo_dem *dem, const surface_window *window, const double *triangle,
                        const surface_box *box, size_t side, scenario_pieces *pieces)
{
    bool good = true;
    surface_box block;
    for (size_t j = box->rows[0]; j <= box->rows[1] && good; j += side) {
        block.rows[0] = j;
        block.rows[1] = j + side - 1 < box->rows[1] ? j + side - 1 : box->rows[1];
        for (size_t i = box->columns[0]; i <= box->columns[1] && good; i += side) {
            block.columns[0] = i;
            block.columns[1] = i + side - 1 < box->columns[1] ? i + side - 1 : box->columns[1];
            const block_place place = place_block(&dem->grid, triangle, &block);
            if (place == BLOCK_INSIDE && side > 1) {
                good = add_block(dem, window, &block, pieces);
            } else if (place != BLOCK_OUTSIDE) {
                good = side == 1
                           ? add_piece(dem, window, triangle, i, j, pieces)
                           : surface_cut_in_box(dem, window, triangle, &block, side / 2, pieces);
            }
        }
    }
    return good;
}

void surface_narrow_band(const talus_grid *grid, const double *triangle, const surface_box *box,
                         size_t side, surface_box *band)
{
    double bounds[4];
    corners shape = {.count = 3};
    size_t columns[2];
    block_bounds(grid, band, bounds);
    memcpy(shape.xy, triangle, 6 * sizeof *triangle);
    clip(&shape, 1, bounds[1] - grid->cell, 1.0);
    clip(&shape, 1, bounds[3] + grid->cell, -1.0);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < shape.count; k++) {
        low = fmin(low, shape.xy[2 * k]);
        high = fmax(high, shape.xy[2 * k]);
    }
    if (shape.count > 0 &&
        pixel_range(low - grid->cell, high + grid->cell, grid->x0, grid->cell, grid->nx, columns)) {
        const size_t first = columns[0] > box->columns[0] ? columns[0] - box->columns[0] : 0;
        band->columns[0] = box->columns[0] + first / side * side;
        band->columns[1] = columns[1] < box->columns[1] ? columns[1] : box->columns[1];
        const size_t width = band->columns[1] - band->columns[0] + 1; // whole blocks
        const size_t last = band->columns[0] + (width + side - 1) / side * side - 1;
        band->columns[1] = last < box->columns[1] ? last : box->columns[1];
    }
}

void scenario_pieces_clear(scenario_pieces *pieces)
{
    free(pieces->xy);
    free(pieces->cumulative);
    *pieces = (scenario_pieces){0};
}
