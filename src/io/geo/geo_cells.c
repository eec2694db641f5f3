// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a raster that hold something, one by one: for values that may not be resampled.
#include "io/geo/geo_internal.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct cells_task {
    const char *path;
    const geo_frame *frame;
    GDALDatasetH dataset;
    OGRCoordinateTransformationH transformation; ///< NULL = none
    double transform[6];
    int nx, ny;
    geo_cells *cells;
    size_t capacity;
} cells_task;

static talus_status out_of_memory(const cells_task *task, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", task->path);
}

talus_status geo_raster_placement(const char *path, GDALDatasetH dataset, double transform[6],
                                  talus_error *error)
{
    if (GDALGetRasterCount(dataset) == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s holds no raster band", path);
    }
    const double *t = transform;
    if (GDALGetGeoTransform(dataset, transform) != CE_None ||
        !(fabs(t[1] * t[5] - t[2] * t[4]) > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s carries no georeferencing (no corner and no cell size): give it "
                               "a world file or gdal_edit -a_ullr",
                               path);
    }
    return TALUS_OK;
}

talus_status geo_read_values(const char *path, GDALDatasetH dataset, const geo_pixels *pixels,
                             geo_trap *trap, double *values, talus_error *error)
{
    const geo_unit none = {.metres = 1.0};
    geo_band rules = geo_band_of(path, dataset, &none, NULL);
    rules.rules.is_float = true; // values of 64 bits are often those of 32
    GDALRasterBandH band = rules.band;
    const int nx = (int)pixels->nx, ny = (int)pixels->ny;
    geo_trap_reset(trap);
    if (GDALRasterIO(band, GF_Read, (int)pixels->column, (int)pixels->row, nx, ny, values, nx, ny,
                     GDT_Float64, 0, 0) != CE_None) {
        char quote[512];
        return talus_error_set(error, TALUS_ERROR_INPUT, "the values of %s cannot be read%s", path,
                               geo_trap_quote(trap, quote, sizeof quote));
    }
    for (size_t k = 0; k < pixels->nx * pixels->ny; k++) {
        const bool missing = geo_is_declared_nodata(&rules.rules, values[k]);
        const double value = values[k] * rules.rules.scale + rules.rules.offset;
        values[k] = missing || !isfinite(value) ? (double)NAN : value;
    }
    return TALUS_OK;
}

/// Position (column, row) of the raster in local metres.
static bool locate(const cells_task *task, double column, double row, double xy[2])
{
    const double *t = task->transform;
    double x = t[0] + column * t[1] + row * t[2], y = t[3] + column * t[4] + row * t[5];
    if (task->transformation != NULL && !OCTTransform(task->transformation, 1, &x, &y, NULL)) {
        return false;
    }
    xy[0] = x - task->frame->east;
    xy[1] = y - task->frame->north;
    return isfinite(xy[0]) && isfinite(xy[1]);
}

static talus_status outside_projection(const cells_task *task, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s cannot be brought to the DEM's coordinate reference system: it lies "
                           "outside the projection",
                           task->path);
}

/// Side of a square with the area of the raster's middle cell.
static talus_status measure_cell(cells_task *task, talus_error *error)
{
    const double column = floor(0.5 * task->nx), row = floor(0.5 * task->ny);
    double a[2], b[2], c[2];
    if (!locate(task, column, row, a) || !locate(task, column + 1.0, row, b) ||
        !locate(task, column, row + 1.0, c)) {
        return outside_projection(task, error);
    }
    task->cells->side = sqrt(fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])));
    return TALUS_OK;
}

static talus_status add_cell(cells_task *task, int column, int row, double value,
                             talus_error *error)
{
    geo_cells *cells = task->cells;
    size_t places = task->capacity;
    if (!array_reserve(&cells->xy, &places, cells->count + 1, 2 * sizeof *cells->xy) ||
        !array_reserve(&cells->values, &task->capacity, cells->count + 1, sizeof *cells->values)) {
        return out_of_memory(task, error);
    }
    if (!locate(task, column + 0.5, row + 0.5, cells->xy + 2 * cells->count)) {
        return outside_projection(task, error);
    }
    cells->values[cells->count++] = value;
    return TALUS_OK;
}

/// Without cells whose value stands for NODATA undeclared.
static void remove_lonely(cells_task *task, talus_diagnostics *diagnostics)
{
    geo_cells *cells = task->cells;
    size_t kept = 0;
    geo_remove_lonely_values(task->path, cells->values, cells->count, diagnostics);
    for (size_t k = 0; k < cells->count; k++) {
        if (!isnan(cells->values[k])) {
            memmove(cells->xy + 2 * kept, cells->xy + 2 * k, 2 * sizeof *cells->xy);
            cells->values[kept++] = cells->values[k];
        }
    }
    cells->count = kept;
}

static talus_status read_rows(cells_task *task, geo_trap *trap, talus_diagnostics *diagnostics,
                              talus_error *error)
{
    double *row = malloc((size_t)task->nx * sizeof *row);
    talus_status status = row != NULL ? TALUS_OK : out_of_memory(task, error);
    for (int j = 0; j < task->ny && status == TALUS_OK; j++) {
        const geo_pixels pixels = {.row = (size_t)j, .nx = (size_t)task->nx, .ny = 1};
        status = geo_read_values(task->path, task->dataset, &pixels, trap, row, error);
        for (int i = 0; i < task->nx && status == TALUS_OK; i++) {
            if (!isnan(row[i]) && row[i] != 0.0) {
                status = add_cell(task, i, j, row[i], error);
            }
        }
    }
    free(row);
    if (status == TALUS_OK) {
        remove_lonely(task, diagnostics);
    }
    if (status == TALUS_OK && task->cells->count == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, "%s holds nothing but 0 and NODATA",
                                 task->path);
    }
    return status;
}

static talus_status read_cells(cells_task *task, geo_trap *trap, talus_diagnostics *diagnostics,
                               talus_error *error)
{
    talus_status status = geo_check_ascii_grid(task->dataset, error);
    if (status == TALUS_OK) {
        status = geo_raster_placement(task->path, task->dataset, task->transform, error);
    }
    task->nx = GDALGetRasterXSize(task->dataset);
    task->ny = GDALGetRasterYSize(task->dataset);
    if (status == TALUS_OK) {
        OGRSpatialReferenceH own = geo_crs_horizontal(GDALGetSpatialRef(task->dataset));
        double extent[4];
        geo_transform_bounds(task->transform, (size_t)task->nx, (size_t)task->ny, extent);
        status = geo_frame_transformation(task->frame, task->path, own, extent, diagnostics,
                                          &task->transformation, error);
        OSRDestroySpatialReference(own);
    }
    if (status == TALUS_OK) {
        status = measure_cell(task, error);
    }
    if (status == TALUS_OK) {
        status = read_rows(task, trap, diagnostics, error);
    }
    OCTDestroyCoordinateTransformation(task->transformation);
    return status;
}

talus_status geo_read_cells(const char *path, const geo_frame *frame,
                            talus_diagnostics *diagnostics, geo_cells *cells, talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, frame->allow_network);
    *cells = (geo_cells){0};
    cells_task task = {.path = path, .frame = frame, .cells = cells};
    talus_status status = geo_open_dataset(path, GDAL_OF_RASTER, &trap, &task.dataset, error);
    if (status == TALUS_OK) {
        status = read_cells(&task, &trap, diagnostics, error);
        GDALClose(task.dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_cells_clear(cells);
    }
    return status;
}

void geo_cells_clear(geo_cells *cells)
{
    free(cells->xy);
    free(cells->values);
    *cells = (geo_cells){0};
}
