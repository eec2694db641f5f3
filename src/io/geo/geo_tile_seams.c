// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the heights of tiles fit together: pixels where two overlap or meet are read from both.
#include "io/geo/geo_internal.h"

#include <math.h>
#include <stdlib.h>

static talus_status out_of_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for tiles of a DEM");
}

/// Heights of some pixels of the mosaic from one tile, in metres.
static talus_status read_part(const geo_tile_list *set, size_t index, GDALDatasetH dataset,
                              const geo_tile_overlap *part, geo_trap *trap, double *heights,
                              talus_error *error)
{
    const geo_tile *tile = &set->tiles[index];
    geo_band band = geo_band_of(tile->name, dataset, &set->facts[index].unit, NULL);
    band.is_smooth = set->facts[index].is_smooth;
    const geo_pixels pixels = {.column = part->column - tile->column,
                               .row = part->row - tile->row,
                               .nx = part->nx,
                               .ny = part->ny};
    geo_counts counts = GEO_COUNTS_NONE;
    return geo_read_pixels(tile->name, &band, &pixels, trap, &counts, heights, error);
}

/// What was found between neighbours: how many pairs, and the worst place.
typedef struct finding {
    size_t pairs, count;
    double step, column, row; ///< m; pixels of the mosaic
    size_t first, second;     ///< tiles
} finding;

static void keep_worst(finding *worst, const geo_tile_step *step, size_t first, size_t second,
                       double column, double row)
{
    worst->count += step->count;
    if (fabs(step->step) > fabs(worst->step)) {
        worst->step = step->step;
        worst->column = column;
        worst->row = row;
        worst->first = first;
        worst->second = second;
    }
}

enum { PART = 1 << 20 }; ///< pixels that are compared together

/// Two open tiles.
typedef struct tile_pair {
    const geo_tile_list *set;
    size_t first, second;
    GDALDatasetH a, b;
    geo_trap *trap;
} tile_pair;

static talus_status compare_overlap(const tile_pair *pair, const geo_tile_overlap *both,
                                    finding *worst, talus_error *error)
{
    const size_t rows = both->nx < PART ? PART / both->nx : 1;
    const size_t before = worst->count;
    double *a = malloc(2 * rows * both->nx * sizeof *a);
    talus_status status = a != NULL ? TALUS_OK : out_of_memory(error);
    for (size_t row = 0; row < both->ny && status == TALUS_OK; row += rows) {
        geo_tile_overlap part = *both;
        part.row += row;
        part.ny = both->ny - row < rows ? both->ny - row : rows;
        double *b = a + part.nx * part.ny;
        status = read_part(pair->set, pair->first, pair->a, &part, pair->trap, a, error);
        if (status == TALUS_OK) {
            status = read_part(pair->set, pair->second, pair->b, &part, pair->trap, b, error);
        }
        if (status == TALUS_OK) {
            const geo_tile_step step = geo_compare_heights(a, b, part.nx * part.ny);
            keep_worst(worst, &step, pair->first, pair->second,
                       (double)(part.column + step.index % part.nx),
                       (double)(part.row + step.index / part.nx));
        }
    }
    free(a);
    worst->pairs += worst->count > before ? 1 : 0;
    return status;
}

/// Four columns or rows of each tile beside the seam, side by side.
static talus_status compare_seam(const tile_pair *pair, bool is_upright, finding *worst,
                                 talus_error *error)
{
    const geo_tile *a = &pair->set->tiles[pair->first], *b = &pair->set->tiles[pair->second];
    geo_tile_overlap along = geo_overlap_of_tiles(a, b);
    const size_t rows = is_upright ? along.ny : along.nx;
    double *heights = malloc(2 * GEO_STRIP * rows * sizeof *heights), *strip = heights;
    talus_status status = heights != NULL ? TALUS_OK : out_of_memory(error);
    for (size_t side = 0; side < 2 && status == TALUS_OK; side++) {
        double *part = heights + (GEO_STRIP + side * GEO_STRIP / 2) * rows;
        geo_tile_overlap four = along;
        *(is_upright ? &four.column : &four.row) =
            (is_upright ? b->column : b->row) - (side == 0 ? 4 : 0);
        *(is_upright ? &four.nx : &four.ny) = 4;
        status = read_part(pair->set, side == 0 ? pair->first : pair->second,
                           side == 0 ? pair->a : pair->b, &four, pair->trap, part, error);
        for (size_t k = 0; k < 4 * rows && status == TALUS_OK; k++) {
            const size_t row = is_upright ? k / 4 : k % rows, at = is_upright ? k % 4 : k / rows;
            strip[row * GEO_STRIP + 4 * side + at] = part[k];
        }
    }
    if (status == TALUS_OK) {
        const geo_tile_step step = geo_find_jump(strip, rows);
        const double middle = (double)step.index;
        keep_worst(worst, &step, pair->first, pair->second,
                   (double)along.column + (is_upright ? -0.5 : middle),
                   (double)along.row + (is_upright ? middle : -0.5));
        worst->pairs += step.count > 0 ? 1 : 0;
    }
    free(heights);
    return status;
}

/// Whether tile b begins where a ends, beside at least four of its pixels.
static bool is_beside(const geo_tile *a, const geo_tile *b, bool is_upright)
{
    const geo_tile_overlap both = geo_overlap_of_tiles(a, b);
    return is_upright ? a->column + a->nx == b->column && both.ny >= 4 && a->nx >= 4 && b->nx >= 4
                      : a->row + a->ny == b->row && both.nx >= 4 && a->ny >= 4 && b->ny >= 4;
}

static talus_status compare_pair(tile_pair *pair, finding *overlaps, finding *seams,
                                 talus_error *error)
{
    const geo_tile *tiles = pair->set->tiles;
    const geo_tile *a = &tiles[pair->first], *b = &tiles[pair->second];
    const geo_tile_overlap both = geo_overlap_of_tiles(a, b);
    if (both.nx > 0 && both.ny > 0) {
        return compare_overlap(pair, &both, overlaps, error);
    }
    const bool is_upright = both.nx == 0;
    tile_pair turned = *pair;
    if (!is_beside(a, b, is_upright)) {
        turned.first = pair->second;
        turned.second = pair->first;
        turned.a = pair->b;
        turned.b = pair->a;
    }
    return compare_seam(&turned, is_upright, seams, error);
}

static bool are_neighbours(const geo_tile *a, const geo_tile *b)
{
    const geo_tile_overlap both = geo_overlap_of_tiles(a, b);
    return (both.nx > 0 && both.ny > 0) || is_beside(a, b, true) || is_beside(b, a, true) ||
           is_beside(a, b, false) || is_beside(b, a, false);
}

/// Compare each tile with its later neighbours.
static talus_status compare_all(const geo_tile_list *set, geo_trap *trap, finding *overlaps,
                                finding *seams, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < set->count && status == TALUS_OK; i++) {
        tile_pair pair = {.set = set, .first = i, .trap = trap};
        for (size_t j = i + 1; j < set->count && status == TALUS_OK; j++) {
            if (!are_neighbours(&set->tiles[i], &set->tiles[j])) {
                continue;
            }
            if (pair.a == NULL) {
                status = geo_open_dataset(set->tiles[i].name, GDAL_OF_RASTER, trap, &pair.a, error);
            }
            if (status == TALUS_OK) {
                pair.second = j;
                status = geo_open_dataset(set->tiles[j].name, GDAL_OF_RASTER, trap, &pair.b, error);
            }
            if (status == TALUS_OK) {
                status = compare_pair(&pair, overlaps, seams, error);
                GDALClose(pair.b);
            }
        }
        if (pair.a != NULL) {
            GDALClose(pair.a);
        }
    }
    return status;
}

static void say(const geo_tile_list *set, const geo_mosaic *mosaic, const char *label,
                const finding *found, bool is_seam, talus_diagnostics *diagnostics)
{
    const double u = found->column + 0.5, v = found->row + 0.5;
    const double *t = mosaic->transform;
    const double x = t[0] + u * t[1] + v * t[2], y = t[3] + u * t[4] + v * t[5];
    const char *first = set->tiles[found->first].name, *second = set->tiles[found->second].name;
    if (is_seam) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: heights jump where tiles meet, beyond what the slopes beside the "
            "seam explain: %+.2f m from %s to %s about (%.2f, %.2f); seams: %zu, "
            "cells: %zu; are the tiles of one survey and one height system?",
            label, found->step, first, second, x, y, found->pairs, found->count);
    } else {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: heights differ by more than %g m where tiles overlap: most by "
            "%+.2f m from %s to %s at (%.2f, %.2f); overlaps: %zu, cells: %zu; the "
            "later tile counts",
            label, GEO_TILE_STEP, found->step, first, second, x, y, found->pairs, found->count);
    }
}

talus_status geo_compare_tiles(const geo_tile_list *set, const geo_mosaic *mosaic,
                               const char *label, geo_trap *trap, talus_diagnostics *diagnostics,
                               talus_error *error)
{
    finding overlaps = {0}, seams = {0};
    const talus_status status = compare_all(set, trap, &overlaps, &seams, error);
    if (status == TALUS_OK && overlaps.count > 0) {
        say(set, mosaic, label, &overlaps, false, diagnostics);
    }
    if (status == TALUS_OK && seams.count > 0) {
        say(set, mosaic, label, &seams, true, diagnostics);
    }
    return status;
}
