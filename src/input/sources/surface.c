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
#include "input/sources/surface.h"

#include "foundation/base/pool.h"
#include "foundation/math/lanes.h"
#include "io/raster/filling.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 8 };
enum { BAND_ROWS = 256 }; ///< cut at a time; a multiple of the side of a block
#define MANY_PIXELS 1e6   ///< are cut on several threads

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

static bool reserve_pieces(scenario_pieces *pieces, size_t capacity)
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

/// Give back room that no piece needs: there may be very many parts with few pieces each.
static void trim_pieces(scenario_pieces *pieces)
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
        !reserve_pieces(pieces, pieces->capacity == 0 ? 256 : 2 * pieces->capacity)) {
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

/// Where a block lies.
typedef enum block_place { BLOCK_OUTSIDE, BLOCK_ON_RIM, BLOCK_INSIDE } block_place;

/// Corners of a block: west, south, east, north.
static void block_bounds(const talus_grid *grid, const pixel_box *block, double bounds[4])
{
    bounds[0] = grid->x0 + ((double)block->columns[0] - 0.5) * grid->cell;
    bounds[1] = grid->y0 + ((double)block->rows[0] - 0.5) * grid->cell;
    bounds[2] = grid->x0 + ((double)block->columns[1] + 0.5) * grid->cell;
    bounds[3] = grid->y0 + ((double)block->rows[1] + 0.5) * grid->cell;
}

/// By the distances of a block's corners from the triangle's sides. What lies within a millionth of
/// a cell of a side is on the rim, so that rounding decides nothing.
static block_place place_block(const talus_grid *grid, const double *triangle,
                               const pixel_box *block)
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
/// @param factors (columns of the block, at most BAND_ROWS)
static void row_factors(const geo_dem *dem, const height_window *window, const pixel_box *block,
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
static bool add_block(const geo_dem *dem, const height_window *window, const pixel_box *block,
                      scenario_pieces *pieces)
{
    const double pixel = dem->grid.cell * dem->grid.cell;
    const size_t columns = block->columns[1] - block->columns[0] + 1;
    double plan = 0.0, blind = 0.0, area = 0.0, b[4], factors[BAND_ROWS];
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

/// Blocks on the rim are divided into four, down to pixels.
/// @param side pixels of a block along x and y, a power of two; 1: all pixels are cut
static bool cut_in_box(const geo_dem *dem, const height_window *window, const double *triangle,
                       const pixel_box *box, size_t side, scenario_pieces *pieces)
{
    bool good = true;
    pixel_box block;
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
                good = side == 1 ? add_piece(dem, window, triangle, i, j, pieces)
                                 : cut_in_box(dem, window, triangle, &block, side / 2, pieces);
            }
        }
    }
    return good;
}

/// Pixels in the boxes of all triangles.
static double count_pixels(const talus_grid *grid, const double *xy, size_t count)
{
    double pixels = 0.0;
    for (size_t k = 0; k < count; k++) {
        pixel_box box;
        if (box_of(grid, xy + 6 * k, &box)) {
            pixels += (double)(box.columns[1] - box.columns[0] + 1) *
                      (double)(box.rows[1] - box.rows[0] + 1);
        }
    }
    return pixels;
}

/// Smallest power of two for which the boxes of all triangles hold few enough blocks.
static size_t choose_side(double pixels)
{
    size_t side = 1;
    while (side < BAND_ROWS && pixels > (double)SCENARIO_MOST_BLOCKS * (double)(side * side)) {
        side *= 2;
    }
    return side;
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

/// The columns of a band that the triangle reaches, from the start of a block on.
static void narrow_band(const talus_grid *grid, const double *triangle, const pixel_box *box,
                        size_t side, pixel_box *band)
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

/// The rows of one triangle from row `first` of its box on, as many as a band has.
/// @param heights room for heights from a file, malloc'd or NULL, the caller frees it
static talus_status cut_band(const geo_dem *dem, const double *triangle, const pixel_box *box,
                             size_t first, size_t side, double **heights, scenario_pieces *pieces,
                             talus_error *error)
{
    height_window window = {dem->heights, 0, 0, dem->grid.nx, dem->grid.ny};
    const size_t last = first + BAND_ROWS - 1;
    pixel_box band = *box;
    band.rows[0] = first;
    band.rows[1] = last < box->rows[1] ? last : box->rows[1];
    narrow_band(&dem->grid, triangle, box, side, &band);
    const talus_status status =
        dem->heights != NULL ? TALUS_OK : fetch_around(dem, &band, &window, heights, error);
    return status == TALUS_OK && !cut_in_box(dem, &window, triangle, &band, side, pieces)
               ? no_memory(error)
               : status;
}

/// A band of a triangle with what was found there.
typedef struct cut_part {
    size_t triangle, first; ///< row
    scenario_pieces pieces;
} cut_part;

/// Bands that several threads cut.
typedef struct cut_work {
    const geo_dem *dem;
    const double *xy;
    size_t side, count;
    cut_part *parts; ///< (count)
    atomic_size_t next;
    pthread_mutex_t mutex; ///< guards what follows
    size_t failed;         ///< first part that failed; SIZE_MAX: none
    talus_status status;
    talus_error error;
} cut_work;

static void cut_parts(void *context, unsigned worker)
{
    (void)worker;
    cut_work *work = context;
    double *heights = NULL;
    for (size_t k; (k = atomic_fetch_add(&work->next, 1)) < work->count;) {
        cut_part *part = &work->parts[k];
        const double *triangle = work->xy + 6 * part->triangle;
        talus_error error = {0};
        pixel_box box;
        (void)box_of(&work->dem->grid, triangle, &box); // on the grid, or there were no part
        const talus_status status = cut_band(work->dem, triangle, &box, part->first, work->side,
                                             &heights, &part->pieces, &error);
        trim_pieces(&part->pieces);
        if (status != TALUS_OK) {
            pthread_mutex_lock(&work->mutex);
            if (k < work->failed) {
                work->failed = k;
                work->status = status;
                work->error = error;
            }
            pthread_mutex_unlock(&work->mutex);
            break; // parts before this one are with other threads
        }
    }
    free(heights);
}

/// The bands of all triangles. @return how many; parts may be NULL
static size_t list_parts(const talus_grid *grid, const double *xy, size_t count, bool keep,
                         cut_part *parts)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        pixel_box box;
        if (!box_of(grid, xy + 6 * k, &box)) {
            continue;
        }
        for (size_t row = box.rows[0]; row <= box.rows[1]; row += BAND_ROWS, n++) {
            if (parts != NULL) {
                parts[n] = (cut_part){.triangle = k, .first = row, .pieces = {.keep = keep}};
            }
        }
    }
    return n;
}

/// Parts behind the pieces that are there, in their order.
static bool join_parts(cut_work *work, scenario_pieces *pieces)
{
    size_t count = pieces->count;
    for (size_t k = 0; k < work->count; k++) {
        count += work->parts[k].pieces.count;
    }
    if (!reserve_pieces(pieces, count)) {
        return false;
    }
    for (size_t k = 0; k < work->count; k++) {
        scenario_pieces *from = &work->parts[k].pieces;
        if (from->count > 0) {
            memcpy(pieces->xy + 6 * pieces->count, from->xy, 6 * from->count * sizeof *from->xy);
        }
        for (size_t i = 0; i < from->count; i++) {
            pieces->cumulative[pieces->count++] = pieces->area + from->cumulative[i];
        }
        pieces->plan += from->plan;
        pieces->area += from->area;
        pieces->blind += from->blind;
        scenario_pieces_clear(from);
    }
    return true;
}

static talus_status cut_on_threads(const geo_dem *dem, const double *xy, size_t count, size_t side,
                                   unsigned threads, scenario_pieces *pieces, talus_error *error)
{
    cut_work work = {.dem = dem, .xy = xy, .side = side, .failed = SIZE_MAX};
    work.count = list_parts(&dem->grid, xy, count, pieces->keep, NULL);
    work.parts = malloc((work.count > 0 ? work.count : 1) * sizeof *work.parts);
    if (work.parts == NULL) {
        return no_memory(error);
    }
    (void)list_parts(&dem->grid, xy, count, pieces->keep, work.parts);
    pthread_mutex_init(&work.mutex, NULL);
    threads = threads != 0 ? threads : pool_core_count();
    threads = work.count < threads ? (unsigned)work.count : threads;
    if (threads <= 1 || pool_run(threads, cut_parts, &work, NULL, NULL, NULL) != TALUS_OK) {
        cut_parts(&work, 0);
    }
    pthread_mutex_destroy(&work.mutex);
    talus_status status = work.status;
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "%s", work.error.message);
    } else if (!join_parts(&work, pieces)) {
        status = no_memory(error);
    }
    for (size_t k = 0; k < work.count; k++) {
        scenario_pieces_clear(&work.parts[k].pieces);
    }
    free(work.parts);
    return status;
}

talus_status scenario_cut_along_pixels(const geo_dem *dem, const double *xy, size_t count,
                                       unsigned threads, scenario_pieces *pieces,
                                       talus_error *error)
{
    const double pixels = count_pixels(&dem->grid, xy, count);
    const size_t side = choose_side(pixels);
    double *heights = NULL;
    talus_status status = TALUS_OK;
    if (pixels > MANY_PIXELS) {
        return cut_on_threads(dem, xy, count, side, threads, pieces, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const double *triangle = xy + 6 * k;
        pixel_box box;
        if (!box_of(&dem->grid, triangle, &box)) {
            continue;
        }
        for (size_t row = box.rows[0]; row <= box.rows[1] && status == TALUS_OK; row += BAND_ROWS) {
            status = cut_band(dem, triangle, &box, row, side, &heights, pieces, error);
        }
    }
    free(heights);
    return status;
}

void scenario_pieces_clear(scenario_pieces *pieces)
{
    free(pieces->xy);
    free(pieces->cumulative);
    *pieces = (scenario_pieces){0};
}
