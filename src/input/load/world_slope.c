// SPDX-License-Identifier: GPL-3.0-or-later
// Raster cells of a DEM that are steeper than a slope, in patches that are large enough.
#include "input/load/sources.h"

#include "foundation/base/array.h"
#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A search over touching cells.
typedef struct patch_search {
    const geo_dem *dem;
    const scenario_steep_options *options;
    uint8_t *marks;  ///< (ny x nx) see below
    size_t *patch;   ///< nodes of the patch under way
    size_t capacity; ///< of `patch`
} patch_search;
enum { FLAT = 0, STEEP = 1, SEEN = 2 };

/// @param height of node (i, j) among its neighbours; rows lie nx apart
static bool is_steep(const geo_dem *dem, const scenario_steep_options *options, double tangent2,
                     size_t i, size_t j, const double *height)
{
    const talus_grid *grid = &dem->grid;
    const double x = grid->x0 + (double)i * grid->cell;
    const double y = grid->y0 + (double)j * grid->cell;
    const scenario_box *box = options->within;
    const bool inside =
        box == NULL || (x >= box->west && x <= box->east && y >= box->south && y <= box->north);
    return inside && (options->kept == NULL || talus_class_map_at(options->kept, x, y) == 1) &&
           raster_slope_squared(height, grid->nx, grid->cell) > tangent2;
}

static bool push(patch_search *search, size_t *count, size_t node)
{
    if (!array_reserve(&search->patch, &search->capacity, *count + 1, sizeof *search->patch)) {
        return false;
    }
    search->patch[(*count)++] = node;
    search->marks[node] = SEEN;
    return true;
}

/// All steep cells that touch the first one; too small a patch is flattened.
static bool judge_patch(patch_search *search, size_t first)
{
    const size_t nx = search->dem->grid.nx;
    const size_t around[] = {nx + 1, nx, nx - 1, 1};
    size_t count = 0;
    double low = HUGE_VAL, high = -HUGE_VAL;
    if (!push(search, &count, first)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        const size_t node = search->patch[k];
        low = fmin(low, search->dem->heights[node]);
        high = fmax(high, search->dem->heights[node]);
        // cells of the rim are never steep, so that no neighbour lies off the grid
        for (size_t n = 0; n < 8; n++) {
            const size_t next = n < 4 ? node + around[n] : node - around[n - 4];
            if (search->marks[next] == STEEP && !push(search, &count, next)) {
                return false;
            }
        }
    }
    if (count < search->options->least_cells || high - low < search->options->least_height) {
        for (size_t k = 0; k < count; k++) {
            search->marks[search->patch[k]] = FLAT;
        }
    }
    return true;
}

static bool remove_small_patches(patch_search *search, size_t nodes)
{
    bool good = true;
    if (search->options->least_cells > 1 || search->options->least_height > 0.0) {
        for (size_t node = 0; node < nodes && good; node++) {
            good = search->marks[node] != STEEP || judge_patch(search, node);
        }
        free(search->patch);
    }
    return good;
}

static bool add_cell(scenario_steep *list, double x, double y, double factor)
{
    size_t places = list->capacity;
    if (!array_reserve(&list->xy, &places, list->count + 1, 2 * sizeof *list->xy) ||
        !array_reserve(&list->factors, &list->capacity, list->count + 1, sizeof *list->factors)) {
        return false;
    }
    list->xy[2 * list->count] = x;
    list->xy[2 * list->count + 1] = y;
    list->factors[list->count++] = factor;
    return true;
}

static bool list_cells(const geo_dem *dem, const uint8_t *marks, scenario_steep *found)
{
    const talus_grid *grid = &dem->grid;
    const size_t nodes = grid->nx * grid->ny;
    bool good = true;
    for (size_t node = 0; node < nodes && good; node++) {
        if (marks[node] != FLAT) {
            const size_t i = node % grid->nx, j = node / grid->nx;
            good = add_cell(found, grid->x0 + (double)i * grid->cell,
                            grid->y0 + (double)j * grid->cell, scenario_surface_factor(dem, i, j));
        }
    }
    return good;
}

/// Cells in patches that are large enough; the heights are in memory.
static bool patch_cells(const geo_dem *dem, const scenario_steep_options *options, double tangent,
                        scenario_steep *found)
{
    const talus_grid *grid = &dem->grid;
    patch_search search = {.dem = dem, .options = options};
    search.marks = calloc(grid->nx * grid->ny, 1);
    if (search.marks == NULL) {
        return false;
    }
    for (size_t j = 1; j + 1 < grid->ny; j++) {
        for (size_t i = 1; i + 1 < grid->nx; i++) {
            const double *height = dem->heights + j * grid->nx + i;
            search.marks[j * grid->nx + i] =
                is_steep(dem, options, tangent * tangent, i, j, height);
        }
    }
    const bool good =
        remove_small_patches(&search, grid->nx * grid->ny) && list_cells(dem, search.marks, found);
    free(search.marks);
    return good;
}

/// Rows [first, end) of a DEM, all columns, and the rows beside them.
typedef struct dem_band {
    size_t first, end;
    const double *heights; ///< from row first - 1 on
} dem_band;

/// A node on the rim has no eight neighbours, and its raster cell reaches over the surface.
static bool scan_band(const geo_dem *dem, const dem_band *band, double tangent,
                      const scenario_steep_options *options, scenario_steep *found)
{
    const talus_grid *grid = &dem->grid;
    for (size_t j = band->first; j < band->end; j++) {
        const double *row = band->heights + (j - band->first + 1) * grid->nx;
        for (size_t i = 1; i + 1 < grid->nx; i++) {
            if (!is_steep(dem, options, tangent * tangent, i, j, row + i)) {
                continue;
            }
            const double slope2 = raster_slope_squared(row + i, grid->nx, grid->cell);
            if (!add_cell(found, grid->x0 + (double)i * grid->cell,
                          grid->y0 + (double)j * grid->cell, sqrt(1.0 + slope2))) {
                return false;
            }
        }
    }
    return true;
}

static bool meets_band(const talus_grid *grid, const dem_band *band, const scenario_box *within)
{
    return within == NULL || (grid->y0 + (double)band->first * grid->cell <= within->north &&
                              grid->y0 + (double)band->end * grid->cell >= within->south);
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a release");
}

/// All cells; the heights may stay in their file.
static talus_status band_cells(const geo_dem *dem, const scenario_steep_options *options,
                               double tangent, scenario_steep *found, talus_error *error)
{
    enum { BAND_ROWS = 256 };
    const talus_grid *grid = &dem->grid;
    double *rows = dem->heights == NULL ? malloc((BAND_ROWS + 2) * grid->nx * sizeof *rows) : NULL;
    bool has_room = dem->heights != NULL || rows != NULL;
    talus_status status = TALUS_OK;
    dem_band band = {.first = 1};
    for (; band.first + 1 < grid->ny && has_room && status == TALUS_OK; band.first = band.end) {
        const size_t left = grid->ny - 1 - band.first;
        band.end = band.first + (left < BAND_ROWS ? left : BAND_ROWS);
        if (!meets_band(grid, &band, options->within)) {
            continue;
        }
        if (rows != NULL) {
            status = geo_height_file_fetch(dem->file, 0, band.first - 1, grid->nx,
                                           band.end - band.first + 2, rows, error);
        }
        band.heights = rows != NULL ? rows : dem->heights + (band.first - 1) * grid->nx;
        has_room = status != TALUS_OK || scan_band(dem, &band, tangent, options, found);
    }
    free(rows);
    return has_room ? status : no_memory(error);
}

talus_status scenario_steep_cells(const geo_dem *dem, const scenario_steep_options *options,
                                  scenario_steep *found, talus_error *error)
{
    const double angle = options->degrees * (TALUS_PI / 180.0);
    const double tangent = talus_sin(angle) / talus_cos(angle);
    *found = (scenario_steep){0};
    if (options->least_cells > 1 || options->least_height > 0.0) {
        return patch_cells(dem, options, tangent, found) ? TALUS_OK : no_memory(error);
    }
    return band_cells(dem, options, tangent, found, error);
}

void scenario_steep_clear(scenario_steep *found)
{
    free(found->xy);
    free(found->factors);
    *found = (scenario_steep){0};
}
