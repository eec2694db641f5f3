// SPDX-License-Identifier: GPL-3.0-or-later
// Any georeferenced lattice to a north-up lattice of square cells: flips, bilinear resampling,
// warp.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_alg.h>
#include <gdal_utils.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double column_side(const double t[6])
{
    return sqrt(t[1] * t[1] + t[4] * t[4]);
}

static double row_side(const double t[6])
{
    return sqrt(t[2] * t[2] + t[5] * t[5]);
}

void geo_transform_bounds(const double transform[6], size_t nx, size_t ny, double bounds[4])
{
    const double *t = transform;
    const double columns[2] = {0.0, (double)nx}, rows[2] = {0.0, (double)ny};
    bounds[0] = bounds[1] = (double)INFINITY;
    bounds[2] = bounds[3] = -(double)INFINITY;
    for (int k = 0; k < 4; k++) {
        const double u = columns[k & 1], v = rows[k >> 1];
        const double x = t[0] + u * t[1] + v * t[2];
        const double y = t[3] + u * t[4] + v * t[5];
        bounds[0] = x < bounds[0] ? x : bounds[0];
        bounds[1] = y < bounds[1] ? y : bounds[1];
        bounds[2] = x > bounds[2] ? x : bounds[2];
        bounds[3] = y > bounds[3] ? y : bounds[3];
    }
}

bool geo_lattice_is_square(const geo_lattice *lattice)
{
    const double *t = lattice->transform;
    const double n = (double)(lattice->nx > lattice->ny ? lattice->nx : lattice->ny);
    const double limit = 0.01 * column_side(t);
    return n * fabs(t[2]) < limit && n * fabs(t[4]) < limit &&
           n * fabs(fabs(t[1]) - fabs(t[5])) < limit;
}

/// Bilinear value at node coordinates (u, v); NaN outside and next to NODATA.
static double sample_bilinear(const geo_lattice *lattice, double u, double v)
{
    const double slack = 1e-6, u_max = (double)(lattice->nx - 1), v_max = (double)(lattice->ny - 1);
    if (!(u >= -slack && v >= -slack && u <= u_max + slack && v <= v_max + slack)) {
        return (double)NAN;
    }
    u = u < 0.0 ? 0.0 : u > u_max ? u_max : u;
    v = v < 0.0 ? 0.0 : v > v_max ? v_max : v;
    size_t i = (size_t)u, j = (size_t)v;
    i = i > lattice->nx - 2 ? lattice->nx - 2 : i;
    j = j > lattice->ny - 2 ? lattice->ny - 2 : j;
    const double a = u - (double)i, b = v - (double)j;
    const double weights[4] = {(1.0 - a) * (1.0 - b), a * (1.0 - b), (1.0 - a) * b, a * b};
    const double *z = lattice->heights + j * lattice->nx + i;
    const double corners[4] = {z[0], z[1], z[lattice->nx], z[lattice->nx + 1]};
    double sum = 0.0;
    for (int k = 0; k < 4; k++) {
        // a missing node with no weight does not matter
        if (weights[k] > 1e-9) {
            sum += weights[k] * corners[k];
        }
    }
    return sum;
}

/// Bounds of the pixel centres.
static void node_bounds(const geo_lattice *lattice, double bounds[4])
{
    const double *t = lattice->transform;
    const double shifted[6] = {t[0] + 0.5 * (t[1] + t[2]), t[1], t[2],
                               t[3] + 0.5 * (t[4] + t[5]), t[4], t[5]};
    geo_transform_bounds(shifted, lattice->nx - 1, lattice->ny - 1, bounds);
}

talus_status geo_lattice_resample(geo_lattice *lattice, talus_error *error)
{
    const double *t = lattice->transform;
    const double side_x = column_side(t), side_y = row_side(t);
    const double cell = side_x < side_y ? side_x : side_y;
    const double det = t[1] * t[5] - t[2] * t[4];
    double bounds[4];
    node_bounds(lattice, bounds);
    const double columns = floor((bounds[2] - bounds[0]) / cell + 1e-6) + 1.0;
    const double rows = floor((bounds[3] - bounds[1]) / cell + 1e-6) + 1.0;
    if (!(fabs(det) > 0.0) || !(columns * rows < 4e9)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the raster's georeferencing has no area or far too long cells");
    }
    const size_t nx = (size_t)columns, ny = (size_t)rows;
    double *heights = malloc(nx * ny * sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu x %zu heights", nx,
                               ny);
    }
    for (size_t j = 0; j < ny; j++) {
        const double y = bounds[1] + (double)j * cell - t[3];
        for (size_t i = 0; i < nx; i++) {
            const double x = bounds[0] + (double)i * cell - t[0];
            const double u = (x * t[5] - y * t[2]) / det - 0.5;
            const double v = (y * t[1] - x * t[4]) / det - 0.5;
            heights[j * nx + i] = sample_bilinear(lattice, u, v);
        }
    }
    free(lattice->heights);
    *lattice = (geo_lattice){
        .nx = nx,
        .ny = ny,
        .transform = {bounds[0] - 0.5 * cell, cell, 0.0, bounds[1] - 0.5 * cell, 0.0, cell},
        .heights = heights};
    return TALUS_OK;
}

void geo_lattice_orient(geo_lattice *lattice)
{
    double *t = lattice->transform;
    const size_t nx = lattice->nx, ny = lattice->ny;
    if (t[5] < 0.0) {
        for (size_t j = 0; lattice->heights != NULL && j < ny / 2; j++) {
            double *a = lattice->heights + j * nx, *b = lattice->heights + (ny - 1 - j) * nx;
            for (size_t i = 0; i < nx; i++) {
                const double z = a[i];
                a[i] = b[i];
                b[i] = z;
            }
        }
        t[3] += (double)ny * t[5];
        t[5] = -t[5];
    }
    if (t[1] < 0.0) {
        for (size_t j = 0; lattice->heights != NULL && j < ny; j++) {
            double *row = lattice->heights + j * nx;
            for (size_t i = 0; i < nx / 2; i++) {
                const double z = row[i];
                row[i] = row[nx - 1 - i];
                row[nx - 1 - i] = z;
            }
        }
        t[0] += (double)nx * t[1];
        t[1] = -t[1];
    }
}

/// The lattice as a dataset that borrows its heights.
static GDALDatasetH borrow_as_dataset(geo_lattice *lattice, OGRSpatialReferenceH crs)
{
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("MEM"), "", (int)lattice->nx,
                                      (int)lattice->ny, 0, GDT_Float64, NULL);
    if (dataset == NULL) {
        return NULL;
    }
    char pointer[64] = "DATAPOINTER=";
    const int length = CPLPrintPointer(pointer + 12, lattice->heights, (int)sizeof pointer - 13);
    pointer[12 + length] = '\0';
    char *options[] = {pointer, NULL};
    if (GDALAddBand(dataset, GDT_Float64, options) != CE_None ||
        GDALSetGeoTransform(dataset, lattice->transform) != CE_None ||
        GDALSetSpatialRef(dataset, crs) != CE_None ||
        GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), (double)NAN) != CE_None) {
        GDALClose(dataset);
        return NULL;
    }
    return dataset;
}

/// Extent and cell that GDAL suggests, rounded so that they do not depend on the last bits of PROJ.
static bool suggest_extent(GDALDatasetH source, const char *wkt, const char *pipeline,
                           double extent[4], double *cell)
{
    char **options = CSLSetNameValue(NULL, "DST_SRS", wkt);
    options = CSLSetNameValue(options, "COORDINATE_OPERATION", pipeline);
    void *transformer = GDALCreateGenImgProjTransformer2(source, NULL, options);
    CSLDestroy(options);
    if (transformer == NULL) {
        return false;
    }
    double transform[6], suggested[4];
    int columns = 0, rows = 0;
    const bool good = GDALSuggestedWarpOutput2(source, GDALGenImgProjTransform, transformer,
                                               transform, &columns, &rows, suggested, 0) == CE_None;
    GDALDestroyGenImgProjTransformer(transformer);
    if (!good || !(transform[1] > 0.0)) {
        return false;
    }
    const double millimetres = floor(1000.0 * transform[1] + 0.5);
    *cell = (millimetres < 1.0 ? 1.0 : millimetres) / 1000.0;
    extent[0] = floor(suggested[0]);
    extent[1] = floor(suggested[1]);
    extent[2] = extent[0] + *cell * ceil((suggested[2] - extent[0]) / *cell);
    extent[3] = extent[1] + *cell * ceil((suggested[3] - extent[1]) / *cell);
    return true;
}

static GDALDatasetH warp_dataset(GDALDatasetH source, const char *wkt, const char *pipeline)
{
    double extent[4], cell = 0.0;
    if (!suggest_extent(source, wkt, pipeline, extent, &cell)) {
        return NULL;
    }
    char **arguments = NULL;
    static const char *const fixed[] = {"-of", "MEM",        "-r",  "bilinear", "-et",
                                        "0",   "-dstnodata", "nan", "-t_srs"};
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++) {
        arguments = CSLAddString(arguments, fixed[k]);
    }
    arguments = CSLAddString(arguments, wkt);
    arguments = CSLAddString(CSLAddString(arguments, "-ct"), pipeline);
    arguments = CSLAddString(arguments, "-te");
    for (int k = 0; k < 4; k++) {
        arguments = CSLAddString(arguments, CPLSPrintf("%.17g", extent[k]));
    }
    arguments = CSLAddString(arguments, "-tr");
    arguments = CSLAddString(arguments, CPLSPrintf("%.17g", cell));
    arguments = CSLAddString(arguments, CPLSPrintf("%.17g", cell));
    GDALWarpAppOptions *options = GDALWarpAppOptionsNew(arguments, NULL);
    CSLDestroy(arguments);
    GDALDatasetH warped = GDALWarp("", NULL, 1, &source, options, NULL);
    GDALWarpAppOptionsFree(options);
    return warped;
}

static bool read_heights(GDALDatasetH warped, geo_lattice *result)
{
    const int nx = GDALGetRasterXSize(warped), ny = GDALGetRasterYSize(warped);
    const size_t cells = (size_t)nx * (size_t)ny;
    *result = (geo_lattice){.nx = (size_t)nx, .ny = (size_t)ny};
    result->heights = malloc(cells * sizeof(double));
    if (result->heights == NULL || GDALGetGeoTransform(warped, result->transform) != CE_None ||
        GDALRasterIO(GDALGetRasterBand(warped, 1), GF_Read, 0, 0, nx, ny, result->heights, nx, ny,
                     GDT_Float64, 0, 0) != CE_None) {
        free(result->heights);
        return false;
    }
    for (size_t k = 0; k < cells; k++) {
        result->heights[k] = floor(1000.0 * result->heights[k] + 0.5) / 1000.0;
    }
    return true;
}

talus_status geo_lattice_warp(const char *path, geo_lattice *lattice, OGRSpatialReferenceH from,
                              OGRSpatialReferenceH to, const char *pipeline, geo_trap *trap,
                              talus_error *error)
{
    geo_trap_reset(trap);
    char *wkt = geo_crs_wkt(to);
    GDALDatasetH source = borrow_as_dataset(lattice, from);
    GDALDatasetH warped =
        source == NULL || wkt == NULL ? NULL : warp_dataset(source, wkt, pipeline);
    geo_lattice result;
    const bool good = warped != NULL && read_heights(warped, &result);
    if (warped != NULL) {
        GDALClose(warped);
    }
    if (source != NULL) {
        GDALClose(source);
    }
    free(wkt);
    if (!good || result.nx < 2 || result.ny < 2) {
        char quote[512], label[160];
        geo_crs_label(to, label, sizeof label);
        if (good) {
            free(result.heights);
        }
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s cannot be reprojected to %s%s", path,
                               label, geo_trap_quote(trap, quote, sizeof quote));
    }
    free(lattice->heights);
    *lattice = result;
    return TALUS_OK;
}
