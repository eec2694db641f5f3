// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters out: a GeoTIFF that is there complete or not at all, with the same bytes for the same
// values.
#include "foundation/base/atomic_file.h"
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 256 };

static size_t band_count(const geo_raster *raster)
{
    return raster->turn != NULL ? raster->band_count : 1;
}

static talus_status check_raster(const geo_raster *raster, talus_error *error)
{
    if (raster->nx == 0 || raster->ny == 0 || raster->nx > INT32_MAX || raster->ny > INT32_MAX ||
        !(raster->cell > 0.0) || (raster->values == NULL && raster->fill == NULL) ||
        (raster->turn != NULL && raster->band_count == 0) || raster->band_count > GEO_MOST_BANDS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a raster of %zu x %zu cells of %g m cannot be written", raster->nx,
                               raster->ny, raster->cell);
    }
    return TALUS_OK;
}

static GDALDatasetH create_file(const char *part, const geo_raster *raster)
{
    char **options = CSLSetNameValue(NULL, "COMPRESS", "DEFLATE");
    options = CSLSetNameValue(options, "PREDICTOR", "3");
    options = CSLSetNameValue(options, "BIGTIFF", "IF_SAFER");
    options = CSLSetNameValue(options, "SPARSE_OK", "TRUE");
    if (raster->nx > TILE || raster->ny > TILE) {
        options = CSLSetNameValue(options, "TILED", "YES");
    }
    if (raster->turn != NULL) { // a band is written after the other
        options = CSLSetNameValue(options, "INTERLEAVE", "BAND");
    }
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GTiff"), part, (int)raster->nx, (int)raster->ny,
                   (int)band_count(raster), GDT_Float32, options);
    CSLDestroy(options);
    return dataset;
}

static bool describe_file(GDALDatasetH dataset, const geo_raster *raster)
{
    double transform[6] = {raster->west, raster->cell,
                           0.0,          raster->south + (double)raster->ny * raster->cell,
                           0.0,          -raster->cell};
    bool good =
        GDALSetGeoTransform(dataset, transform) == CE_None &&
        GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), (double)raster->nodata) == CE_None;
    if (raster->crs_wkt != NULL && raster->crs_wkt[0] != '\0') {
        OGRSpatialReferenceH crs = geo_crs_parse(raster->crs_wkt);
        OGRSpatialReferenceH registered = crs != NULL ? geo_crs_registered(crs) : NULL;
        good = good && registered != NULL && GDALSetSpatialRef(dataset, registered) == CE_None;
        OSRDestroySpatialReference(registered);
        OSRDestroySpatialReference(crs);
    }
    for (size_t k = 0; k < band_count(raster); k++) {
        GDALRasterBandH band = GDALGetRasterBand(dataset, (int)k + 1);
        const char *name = raster->turn != NULL ? raster->turn(raster->user, k) : raster->name;
        if (name != NULL) {
            GDALSetDescription(band, name);
        }
        if (raster->unit != NULL && raster->unit[0] != '\0') {
            good = good && GDALSetRasterUnitType(band, raster->unit) == CE_None;
        }
    }
    if (raster->reference_width > 0.0) {
        char width[32];
        CPLsnprintf(width, sizeof width, "%.10g", raster->reference_width);
        good = good && GDALSetMetadataItem(dataset, "REFERENCE_WIDTH_M", width, NULL) == CE_None &&
               GDALSetMetadataItem(dataset, "QUANTITY_AT", "closest approach", NULL) == CE_None;
    }
    if (raster->attribution != NULL && raster->attribution[0] != '\0') {
        good = good && GDALSetMetadataItem(dataset, "TIFFTAG_COPYRIGHT", raster->attribution,
                                           NULL) == CE_None;
    }
    return good;
}

/// The values of a window.
static talus_status fill_window(const geo_raster *raster, const talus_window *cells, float *values,
                                bool *is_empty, talus_error *error)
{
    *is_empty = false;
    if (raster->values == NULL) {
        return raster->fill(raster->user, cells, values, is_empty, error);
    }
    for (size_t row = 0; row < cells->ny; row++) {
        memcpy(values + row * cells->nx, raster->values + (cells->j + row) * raster->nx + cells->i,
               cells->nx * sizeof *values);
    }
    return TALUS_OK;
}

/// North row first, NaN as the declared NODATA value. @return false when nothing else is there
static bool turn_north_up(float *values, size_t nx, size_t ny, float nodata)
{
    bool has_value = false;
    for (size_t k = 0; k < nx * ny; k++) {
        has_value = has_value || !isnan(values[k]);
        values[k] = isnan(values[k]) ? nodata : values[k];
    }
    for (size_t j = 0; j < ny / 2; j++) {
        float *south = values + j * nx, *north = values + (ny - 1 - j) * nx;
        for (size_t i = 0; i < nx; i++) {
            const float kept = south[i];
            south[i] = north[i];
            north[i] = kept;
        }
    }
    return has_value;
}

/// One tile, unless it has no value. `row` counts from the north.
/// @return TALUS_ERROR_IO without a sentence when GDAL cannot write it
static talus_status write_tile(GDALRasterBandH band, const geo_raster *raster, size_t row,
                               const talus_window *cells, float *values, talus_error *error)
{
    bool is_empty = false;
    const talus_status status = fill_window(raster, cells, values, &is_empty, error);
    const int nx = (int)cells->nx, ny = (int)cells->ny;
    if (status != TALUS_OK || is_empty ||
        !turn_north_up(values, cells->nx, cells->ny, raster->nodata)) {
        return status;
    }
    return GDALRasterIO(band, GF_Write, (int)cells->i, (int)row, nx, ny, values, nx, ny,
                        GDT_Float32, 0, 0) == CE_None
               ? TALUS_OK
               : TALUS_ERROR_IO;
}

/// Tile by tile as they lie in the file; those without a value are left out.
static talus_status write_tiles(GDALRasterBandH band, const geo_raster *raster, talus_error *error)
{
    float *values = malloc((size_t)TILE * TILE * sizeof *values);
    talus_status status =
        values != NULL ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a raster");
    for (size_t row = 0; row < raster->ny && status == TALUS_OK; row += TILE) {
        const size_t ny = raster->ny - row < TILE ? raster->ny - row : TILE;
        for (size_t i = 0; i < raster->nx && status == TALUS_OK; i += TILE) {
            const size_t nx = raster->nx - i < TILE ? raster->nx - i : TILE;
            const talus_window cells = {i, raster->ny - row - ny, nx, ny};
            status = write_tile(band, raster, row, &cells, values, error);
        }
        // in this order in the file, however large GDAL's cache is
        status =
            status != TALUS_OK || GDALFlushRasterCache(band) == CE_None ? status : TALUS_ERROR_IO;
    }
    free(values);
    return status;
}

static talus_status write_bands(GDALDatasetH dataset, const geo_raster *raster, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < band_count(raster) && status == TALUS_OK; k++) {
        if (raster->turn != NULL) {
            (void)raster->turn(raster->user, k);
        }
        status = write_tiles(GDALGetRasterBand(dataset, (int)k + 1), raster, error);
    }
    return status;
}

/// @return TALUS_ERROR_IO without a sentence when GDAL cannot write the file
static talus_status write_part(const char *part, const geo_raster *raster, const geo_trap *trap,
                               talus_error *error)
{
    GDALDatasetH dataset = create_file(part, raster);
    if (dataset == NULL) {
        return TALUS_ERROR_IO;
    }
    const talus_status status =
        describe_file(dataset, raster) ? write_bands(dataset, raster, error) : TALUS_ERROR_IO;
    // the last blocks and the directory are written here: a full disk shows only in the trap
    GDALFlushCache(dataset);
    GDALClose(dataset);
    return status != TALUS_OK ? status : trap->failures == 0 ? TALUS_OK : TALUS_ERROR_IO;
}

talus_status geo_write_raster(const char *path, const geo_raster *raster, talus_error *error)
{
    char part[ATOMIC_FILE_PATH_SIZE];
    talus_status status = check_raster(raster, error);
    if (status == TALUS_OK) {
        status = atomic_file_begin(path, part, sizeof part, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    geo_trap trap;
    geo_trap_begin(&trap, false);
    talus_error reason = {0};
    status = write_part(part, raster, &trap, &reason);
    if (status == TALUS_OK) {
        status = atomic_file_replace(part, path, error);
    } else {
        char quote[512];
        status = reason.message[0] != '\0'
                     ? talus_error_set(error, status, "%s", reason.message)
                     : talus_error_set(
                           error, TALUS_ERROR_IO,
                           "cannot write %s%s: is the directory there and the disk not full?", path,
                           geo_trap_quote(&trap, quote, sizeof quote));
        remove(part);
    }
    geo_trap_end(&trap);
    return status;
}
