// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a raster at places of the frame: nearest pixel for classes, bilinear for quantities.
#include "io/geo/geo_internal.h"

#include <math.h>
#include <stdlib.h>

/// Places of a row between two that are transformed.
enum { STRIDE = 16 };

/// Pixels read around the places, as the box of the places is found on a coarse lattice.
static const double margin = 4.0;

typedef struct sampler {
    const char *path;
    const geo_frame *frame;
    const geo_sampling *sampling;
    GDALDatasetH dataset;
    OGRCoordinateTransformationH to_raster; ///< NULL = none
    double inverse[6];                      ///< world of the raster -> (column, row)
    geo_pixels window;
    double *pixels; ///< (window) NaN = NODATA
    double *spots;  ///< (2 x nx) column and row of the places of one row, in pixels of the window
    double *values; ///< (nx)
} sampler;

static talus_status out_of_memory(const sampler *s, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", s->path);
}

static talus_status outside_projection(const sampler *s, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "the DEM cannot be brought to the coordinate reference system of %s: it "
                           "lies outside the projection",
                           s->path);
}

/// (column, row) of a place of the frame.
static bool find_spot(const sampler *s, double x, double y, double spot[2])
{
    x += s->frame->east;
    y += s->frame->north;
    if (s->to_raster != NULL && !OCTTransform(s->to_raster, 1, &x, &y, NULL)) {
        return false;
    }
    const double *t = s->inverse;
    spot[0] = t[0] + x * t[1] + y * t[2];
    spot[1] = t[3] + x * t[4] + y * t[5];
    return isfinite(spot[0]) && isfinite(spot[1]);
}

/// Box of all places, from a lattice of them.
static bool find_box(const sampler *s, double box[4])
{
    enum { STEPS = 32 };
    const talus_grid *grid = &s->sampling->places;
    box[0] = box[1] = HUGE_VAL;
    box[2] = box[3] = -HUGE_VAL;
    for (int k = 0; k < (STEPS + 1) * (STEPS + 1); k++) {
        const double u = (double)(k % (STEPS + 1)) / STEPS, v = (double)(k / (STEPS + 1)) / STEPS;
        double spot[2];
        if (!find_spot(s, grid->x0 + u * (double)(grid->nx - 1) * grid->cell,
                       grid->y0 + v * (double)(grid->ny - 1) * grid->cell, spot)) {
            return false;
        }
        box[0] = fmin(box[0], spot[0]);
        box[1] = fmin(box[1], spot[1]);
        box[2] = fmax(box[2], spot[0]);
        box[3] = fmax(box[3], spot[1]);
    }
    return true;
}

/// Read the pixels that places may lie on.
static talus_status read_window(sampler *s, geo_trap *trap, talus_diagnostics *diagnostics,
                                talus_error *error)
{
    const double nx = GDALGetRasterXSize(s->dataset), ny = GDALGetRasterYSize(s->dataset);
    double box[4];
    if (!find_box(s, box)) {
        return outside_projection(s, error);
    }
    if (box[2] < 0.0 || box[3] < 0.0 || box[0] > nx || box[1] > ny) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s lies wholly outside the DEM: check the CRS of both files",
                               s->path);
    }
    const double west = fmax(0.0, floor(box[0]) - margin),
                 north = fmax(0.0, floor(box[1]) - margin);
    const double east = fmin(nx, ceil(box[2]) + margin), south = fmin(ny, ceil(box[3]) + margin);
    s->window =
        (geo_pixels){(size_t)west, (size_t)north, (size_t)(east - west), (size_t)(south - north)};
    s->pixels = malloc(s->window.nx * s->window.ny * sizeof *s->pixels);
    const talus_status status = s->pixels == NULL ? out_of_memory(s, error)
                                                  : geo_read_values(s->path, s->dataset, &s->window,
                                                                    trap, s->pixels, error);
    if (status == TALUS_OK && !s->sampling->holds_classes) {
        geo_remove_lonely_values(s->path, s->pixels, s->window.nx * s->window.ny, diagnostics);
    }
    return status;
}

/// Places of row j in pixels of the window.
static bool find_row(sampler *s, size_t j)
{
    const talus_grid *grid = &s->sampling->places;
    const double y = grid->y0 + (double)j * grid->cell;
    const double corner[2] = {(double)s->window.column, (double)s->window.row};
    double before[2] = {0.0, 0.0};
    for (size_t first = 0;; first += STRIDE) {
        const size_t i = first < grid->nx ? first : grid->nx - 1;
        double *spot = s->spots + 2 * i;
        if (!find_spot(s, grid->x0 + (double)i * grid->cell, y, spot)) {
            return false;
        }
        spot[0] -= corner[0];
        spot[1] -= corner[1];
        const size_t begin = first > 0 ? first - STRIDE : 0;
        for (size_t k = begin + 1; k < i; k++) {
            const double share = (double)(k - begin) / (double)(i - begin);
            s->spots[2 * k] = before[0] + share * (spot[0] - before[0]);
            s->spots[2 * k + 1] = before[1] + share * (spot[1] - before[1]);
        }
        if (i + 1 == grid->nx) {
            return true;
        }
        before[0] = spot[0];
        before[1] = spot[1];
    }
}

/// Value of the pixel that holds a spot; NaN off the window.
static double value_nearest(const sampler *s, const double spot[2])
{
    const bool inside = spot[0] >= 0.0 && spot[1] >= 0.0 && spot[0] < (double)s->window.nx &&
                        spot[1] < (double)s->window.ny;
    return inside ? s->pixels[(size_t)spot[1] * s->window.nx + (size_t)spot[0]] : (double)NAN;
}

/// Pixel centres on both sides along one axis, and the place between them.
static size_t between(double spot, size_t count, double *share)
{
    const double u = fmin(fmax(spot - 0.5, 0.0), (double)(count - 1));
    const size_t first = u < (double)(count - 1) ? (size_t)u : count - 1;
    *share = u - (double)first;
    return first;
}

static double value_bilinear(const sampler *s, const double spot[2])
{
    const double nearest = value_nearest(s, spot);
    double u, v;
    const size_t i = between(spot[0], s->window.nx, &u), j = between(spot[1], s->window.ny, &v);
    const size_t east = i + (u > 0.0), row = s->window.nx, south = j + (v > 0.0);
    const double upper =
        s->pixels[j * row + i] + u * (s->pixels[j * row + east] - s->pixels[j * row + i]);
    const double lower = s->pixels[south * row + i] +
                         u * (s->pixels[south * row + east] - s->pixels[south * row + i]);
    const double value = upper + v * (lower - upper);
    return isnan(value) || isnan(nearest) ? nearest : value;
}

static talus_status sample_rows(sampler *s, talus_error *error)
{
    const geo_sampling *sampling = s->sampling;
    const size_t nx = sampling->places.nx;
    s->spots = malloc(2 * nx * sizeof *s->spots);
    s->values = malloc(nx * sizeof *s->values);
    if (s->spots == NULL || s->values == NULL) {
        return out_of_memory(s, error);
    }
    for (size_t j = 0; j < sampling->places.ny; j++) {
        if (!find_row(s, j)) {
            return outside_projection(s, error);
        }
        for (size_t i = 0; i < nx; i++) {
            const double *spot = s->spots + 2 * i;
            s->values[i] = sampling->bilinear ? value_bilinear(s, spot) : value_nearest(s, spot);
        }
        sampling->take(sampling->user, j, s->values);
    }
    return TALUS_OK;
}

static talus_status place_raster(sampler *s, talus_diagnostics *diagnostics, talus_error *error)
{
    double transform[6];
    talus_status status = geo_check_ascii_grid(s->dataset, error);
    if (status == TALUS_OK) {
        status = geo_raster_placement(s->path, s->dataset, transform, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    double extent[4];
    geo_transform_bounds(transform, (size_t)GDALGetRasterXSize(s->dataset),
                         (size_t)GDALGetRasterYSize(s->dataset), extent);
    OGRCoordinateTransformationH to_frame = NULL;
    OGRSpatialReferenceH own = geo_crs_horizontal(GDALGetSpatialRef(s->dataset));
    status =
        geo_frame_transformation(s->frame, s->path, own, extent, diagnostics, &to_frame, error);
    OSRDestroySpatialReference(own);
    if (status == TALUS_OK && to_frame != NULL) {
        s->to_raster = OCTGetInverse(to_frame);
        if (s->to_raster == NULL) {
            status = outside_projection(s, error);
        }
    }
    OCTDestroyCoordinateTransformation(to_frame);
    if (status == TALUS_OK && !GDALInvGeoTransform(transform, s->inverse)) {
        status = outside_projection(s, error);
    }
    return status;
}

talus_status geo_sample_raster(const char *path, const geo_frame *frame,
                               const geo_sampling *sampling, talus_diagnostics *diagnostics,
                               talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, frame->allow_network);
    sampler s = {.path = path, .frame = frame, .sampling = sampling};
    talus_status status = geo_open_dataset(path, GDAL_OF_RASTER, &trap, &s.dataset, error);
    if (status == TALUS_OK) {
        status = place_raster(&s, diagnostics, error);
        if (status == TALUS_OK) {
            status = read_window(&s, &trap, diagnostics, error);
        }
        if (status == TALUS_OK) {
            status = sample_rows(&s, error);
        }
        OCTDestroyCoordinateTransformation(s.to_raster);
        GDALClose(s.dataset);
    }
    geo_trap_end(&trap);
    free(s.pixels);
    free(s.spots);
    free(s.values);
    return status;
}
