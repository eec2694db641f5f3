// SPDX-License-Identifier: GPL-3.0-or-later
// Raster cells of a DEM that are steeper than a given slope.
#include "scenario/world.h"

#include "terrain/filling.h"

#include <stdlib.h>

static bool contains(const scenario_box *box, double x, double y)
{
    return box == NULL || (x >= box->west && x <= box->east && y >= box->south && y <= box->north);
}

/// Points that grow.
typedef struct point_list {
    size_t count, capacity;
    double *xy;
} point_list;

static bool add_point(point_list *list, double x, double y)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        double *larger = realloc(list->xy, capacity * 2 * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        list->xy = larger;
        list->capacity = capacity;
    }
    list->xy[2 * list->count] = x;
    list->xy[2 * list->count + 1] = y;
    list->count++;
    return true;
}

/// Rows [first, end) of a DEM, all columns, and the rows beside them.
typedef struct dem_band {
    size_t first, end;
    const double *heights; ///< from row first - 1 on
} dem_band;

/// A node on the rim has no eight neighbours, and its raster cell reaches over the surface.
static bool scan_band(const talus_grid *grid, const dem_band *band, double tangent,
                      const scenario_box *within, point_list *found)
{
    for (size_t j = band->first; j < band->end; j++) {
        const double *row = band->heights + (j - band->first + 1) * grid->nx;
        const double y = grid->y0 + (double)j * grid->cell;
        for (size_t i = 1; i + 1 < grid->nx; i++) {
            const double x = grid->x0 + (double)i * grid->cell;
            if (contains(within, x, y) &&
                terrain_slope_squared(row + i, grid->nx, grid->cell) > tangent * tangent &&
                !add_point(found, x, y)) {
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

talus_status scenario_steep_cells(const geo_dem *dem, double degrees, const scenario_box *within,
                                  size_t *count, double **xy, talus_error *error)
{
    enum { BAND_ROWS = 256 };
    const talus_grid *grid = &dem->grid;
    const double angle = degrees * (TALUS_PI / 180.0);
    const double tangent = talus_sin(angle) / talus_cos(angle);
    point_list found = {0};
    double *rows = dem->heights == NULL ? malloc((BAND_ROWS + 2) * grid->nx * sizeof *rows) : NULL;
    bool has_room = dem->heights != NULL || rows != NULL;
    talus_status status = TALUS_OK;
    dem_band band = {.first = 1};
    for (; band.first + 1 < grid->ny && has_room && status == TALUS_OK; band.first = band.end) {
        const size_t left = grid->ny - 1 - band.first;
        band.end = band.first + (left < BAND_ROWS ? left : BAND_ROWS);
        if (!meets_band(grid, &band, within)) {
            continue;
        }
        if (rows != NULL) {
            status = geo_height_file_fetch(dem->file, 0, band.first - 1, grid->nx,
                                           band.end - band.first + 2, rows, error);
        }
        band.heights = rows != NULL ? rows : dem->heights + (band.first - 1) * grid->nx;
        has_room = status != TALUS_OK || scan_band(grid, &band, tangent, within, &found);
    }
    free(rows);
    *count = found.count;
    *xy = found.xy;
    return has_room ? status
                    : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a release");
}
