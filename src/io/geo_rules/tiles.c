// SPDX-License-Identifier: GPL-3.0-or-later
// Several rasters as one: whether they lie on one lattice, and whether their heights fit together.
#include "foundation/base/sort.h"
#include "io/geo_rules/geo_rules.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Of a cell, by which tiles may lie beside the lattice.
static const double tolerance = 0.01;

static double length(double x, double y)
{
    return sqrt(x * x + y * y);
}

static talus_status compare_cells(const geo_tile *first, const geo_tile *tile, talus_error *error)
{
    const double *a = first->transform, *b = tile->transform;
    const double ax = length(a[1], a[4]), ay = length(a[2], a[5]);
    const double bx = length(b[1], b[4]), by = length(b[2], b[5]);
    const double most = (double)(tile->nx > tile->ny ? tile->nx : tile->ny);
    for (size_t k = 1; k < 6; k++) {
        if (k == 3 || fabs(a[k] - b[k]) * most <= tolerance * fmin(ax, ay)) {
            continue;
        }
        if (fabs(ax - bx) * most > tolerance * ax || fabs(ay - by) * most > tolerance * ay) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%.200s has cells of %.9g x %.9g, but %.200s of %.9g x %.9g: "
                                   "tiles of one DEM have the same cells; bring them to one size, "
                                   "e.g. gdalwarp -r bilinear -tap -tr %.9g %.9g TILES dem.tif",
                                   first->name, ax, ay, tile->name, bx, by, fmax(ax, bx),
                                   fmax(ay, by));
        }
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "rows and columns of %.200s run in other directions than those of "
                               "%.200s (flipped or rotated): bring them to one, e.g. gdalwarp -tap "
                               "-tr %.9g %.9g TILES dem.tif",
                               tile->name, first->name, ax, ay);
    }
    return TALUS_OK;
}

static talus_status compare_units(const geo_tile *first, const geo_tile *tile, talus_error *error)
{
    if (tile->scale == first->scale && tile->offset == first->offset && tile->unit == first->unit) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%.200s stores heights in steps of %.9g m from %.9g m on, but %.200s of "
                           "%.9g m from %.9g m on: tiles of one DEM have the same unit; bring them "
                           "to metres, e.g. gdal_translate -unscale -ot Float32, or gdal_calc.py "
                           "--calc=A*0.3048 for feet",
                           first->name, first->scale * first->unit, first->offset * first->unit,
                           tile->name, tile->scale * tile->unit, tile->offset * tile->unit);
}

/// Pixels from the first tile's corner to this one's, along columns and rows.
static talus_status locate(const geo_tile *first, const geo_tile *tile, double place[2],
                           talus_error *error)
{
    const double *t = first->transform;
    const double dx = tile->transform[0] - t[0], dy = tile->transform[3] - t[3];
    const double area = t[1] * t[5] - t[2] * t[4];
    const double u = (dx * t[5] - dy * t[2]) / area, v = (dy * t[1] - dx * t[4]) / area;
    place[0] = floor(u + 0.5);
    place[1] = floor(v + 0.5);
    if (fabs(u - place[0]) <= tolerance && fabs(v - place[1]) <= tolerance) {
        return TALUS_OK;
    }
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "the cells of %.200s lie %.3g of a cell along rows and %.3g along columns "
        "beside those of %.200s: tiles of one DEM share one grid; bring them to "
        "one, e.g. gdalwarp -r bilinear -tap -tr %.9g %.9g TILES dem.tif",
        tile->name, fabs(u - place[0]), fabs(v - place[1]), first->name, length(t[1], t[4]),
        length(t[2], t[5]));
}

static int compare_columns(const void *a, const void *b)
{
    const geo_tile *p = *(const geo_tile *const *)a, *q = *(const geo_tile *const *)b;
    return (p->column > q->column) - (p->column < q->column);
}

/// Pixels of the mosaic in a row that some tile covers. @param tiles by their columns
static double covered_columns(const geo_tile *const *tiles, size_t count, double row)
{
    double covered = 0.0, reached = 0.0;
    for (size_t k = 0; k < count; k++) {
        const geo_tile *t = tiles[k];
        const double from = (double)t->column, to = from + (double)t->nx;
        if ((double)t->row <= row && row < (double)t->row + (double)t->ny && to > reached) {
            covered += to - fmax(from, reached);
            reached = to;
        }
    }
    return covered;
}

/// Share of the mosaic in tiles, band by band between rows where tiles begin or end.
static talus_status measure_cover(const geo_tile *tiles, size_t count, geo_mosaic *mosaic,
                                  talus_error *error)
{
    const geo_tile **sorted = malloc(count * sizeof(geo_tile *));
    double *levels = malloc(2 * count * sizeof *levels), covered = 0.0;
    const bool good = sorted != NULL && levels != NULL;
    for (size_t k = 0; good && k < count; k++) {
        sorted[k] = &tiles[k];
        levels[2 * k] = (double)tiles[k].row;
        levels[2 * k + 1] = (double)(tiles[k].row + tiles[k].ny);
    }
    if (good) {
        qsort((void *)sorted, count, sizeof(geo_tile *), compare_columns);
        sort_numbers(levels, 2 * count);
        for (size_t k = 0; k + 1 < 2 * count; k++) {
            if (levels[k + 1] > levels[k]) {
                covered += (levels[k + 1] - levels[k]) * covered_columns(sorted, count, levels[k]);
            }
        }
        mosaic->covered = covered / ((double)mosaic->nx * (double)mosaic->ny);
    }
    free((void *)sorted);
    free(levels);
    return good ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for tiles of a DEM");
}

talus_status geo_arrange_tiles(geo_tile *tiles, size_t count, geo_mosaic *mosaic,
                               talus_error *error)
{
    double place[2], low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < count; k++) {
            geo_tile *tile = &tiles[k];
            talus_status status = compare_cells(&tiles[0], tile, error);
            status = status == TALUS_OK ? compare_units(&tiles[0], tile, error) : status;
            status = status == TALUS_OK ? locate(&tiles[0], tile, place, error) : status;
            if (status != TALUS_OK) {
                return status;
            }
            const double size[2] = {(double)tile->nx, (double)tile->ny};
            for (int i = 0; i < 2; i++) {
                low[i] = fmin(low[i], place[i]);
                high[i] = fmax(high[i], place[i] + size[i]);
            }
            if (pass == 1) {
                tile->column = (size_t)(place[0] - low[0]);
                tile->row = (size_t)(place[1] - low[1]);
            }
        }
        if (!(high[0] - low[0] <= (double)INT_MAX) || !(high[1] - low[1] <= (double)INT_MAX)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the tiles lie %.9g columns and %.9g rows apart: expected tiles "
                                   "of one area",
                                   high[0] - low[0], high[1] - low[1]);
        }
    }
    *mosaic = (geo_mosaic){.nx = (size_t)(high[0] - low[0]), .ny = (size_t)(high[1] - low[1])};
    double *t = mosaic->transform;
    memcpy(t, tiles[0].transform, sizeof mosaic->transform);
    t[0] += low[0] * t[1] + low[1] * t[2];
    t[3] += low[0] * t[4] + low[1] * t[5];
    return measure_cover(tiles, count, mosaic, error);
}

static void intersect(size_t a, size_t a_count, size_t b, size_t b_count, size_t *first,
                      size_t *count)
{
    const size_t from = a > b ? a : b;
    const size_t to = a + a_count < b + b_count ? a + a_count : b + b_count;
    *first = from;
    *count = to > from ? to - from : 0;
}

geo_tile_overlap geo_overlap_of_tiles(const geo_tile *a, const geo_tile *b)
{
    geo_tile_overlap both;
    intersect(a->column, a->nx, b->column, b->nx, &both.column, &both.nx);
    intersect(a->row, a->ny, b->row, b->ny, &both.row, &both.ny);
    return both;
}

geo_tile_step geo_compare_heights(const double *a, const double *b, size_t count)
{
    geo_tile_step found = {0};
    for (size_t k = 0; k < count; k++) {
        const double step = b[k] - a[k]; // NaN compares false
        found.count += fabs(step) > GEO_TILE_STEP ? 1 : 0;
        if (fabs(step) > fabs(found.step)) {
            found.step = step;
            found.index = k;
        }
    }
    return found;
}

enum { BLOCK = 32, LEAST = 4 };

/// By how much the middle step of four heights differs from the mean of its neighbours: 0 on planes
/// and parabolas.
static double bend(const double *h)
{
    return (h[2] - h[1]) - 0.5 * ((h[1] - h[0]) + (h[3] - h[2]));
}

static double median(double *values, size_t count)
{
    sort_numbers(values, count);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

geo_tile_step geo_find_jump(const double *strip, size_t rows)
{
    geo_tile_step found = {0};
    double across[BLOCK], left[BLOCK], right[BLOCK];
    for (size_t row = 0; row < rows;) {
        size_t count = 0, last = row;
        for (; row < rows && count < BLOCK; row++) {
            const double *h = strip + row * GEO_STRIP;
            const double inside[2] = {bend(h), bend(h + 4)};
            across[count] = bend(h + 2);
            left[count] = fabs(inside[0]);
            right[count] = fabs(inside[1]);
            last = row;
            count += isfinite(across[count]) && isfinite(inside[0]) && isfinite(inside[1]) ? 1 : 0;
        }
        if (count < LEAST) {
            continue;
        }
        const double step = median(across, count);
        const double usual = fmax(median(left, count), median(right, count));
        if (fabs(step) > fmax(GEO_TILE_STEP, 2.0 * usual)) {
            found.count += count;
            if (fabs(step) > fabs(found.step)) {
                found.step = step;
                found.index = last - count / 2;
            }
        }
    }
    return found;
}
