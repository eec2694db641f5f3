// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters out: a GeoTIFF that is there complete or not at all, with the same bytes for the same
// values.
#include "base/atomic_file.h"
#include "geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 256 };

static talus_status check_raster(const geo_raster *raster, talus_error *error)
{
    if (raster->nx == 0 || raster->ny == 0 || raster->nx > INT32_MAX || raster->ny > INT32_MAX ||
        !(raster->cell > 0.0) || raster->values == NULL) {
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
    if (raster->nx > TILE || raster->ny > TILE) {
        options = CSLSetNameValue(options, "TILED", "YES");
    }
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), part, (int)raster->nx,
                                      (int)raster->ny, 1, GDT_Float32, options);
    CSLDestroy(options);
    return dataset;
}

static bool describe_file(GDALDatasetH dataset, const geo_raster *raster)
{
    double transform[6] = {raster->west, raster->cell,
                           0.0,          raster->south + (double)raster->ny * raster->cell,
                           0.0,          -raster->cell};
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    bool good = GDALSetGeoTransform(dataset, transform) == CE_None &&
                GDALSetRasterNoDataValue(band, (double)raster->nodata) == CE_None;
    if (raster->crs_wkt != NULL && raster->crs_wkt[0] != '\0') {
        OGRSpatialReferenceH crs = geo_crs_parse(raster->crs_wkt);
        good = good && crs != NULL && GDALSetSpatialRef(dataset, crs) == CE_None;
        OSRDestroySpatialReference(crs);
    }
    if (raster->name != NULL) {
        GDALSetDescription(band, raster->name);
    }
    if (raster->unit != NULL && raster->unit[0] != '\0') {
        good = good && GDALSetRasterUnitType(band, raster->unit) == CE_None;
    }
    if (raster->attribution != NULL && raster->attribution[0] != '\0') {
        good = good && GDALSetMetadataItem(dataset, "TIFFTAG_COPYRIGHT", raster->attribution,
                                           NULL) == CE_None;
    }
    return good;
}

/// North row first, NaN as the declared NODATA value.
static bool write_rows(GDALDatasetH dataset, const geo_raster *raster)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    const size_t nx = raster->nx, ny = raster->ny;
    float *row = malloc(nx * sizeof *row);
    bool good = row != NULL;
    for (size_t j = 0; j < ny && good; j++) {
        const float *source = raster->values + (ny - 1 - j) * nx;
        for (size_t i = 0; i < nx; i++) {
            row[i] = isnan(source[i]) ? raster->nodata : source[i];
        }
        good = GDALRasterIO(band, GF_Write, 0, (int)j, (int)nx, 1, row, (int)nx, 1, GDT_Float32, 0,
                            0) == CE_None;
    }
    free(row);
    return good;
}

static bool write_part(const char *part, const geo_raster *raster, const geo_trap *trap)
{
    GDALDatasetH dataset = create_file(part, raster);
    if (dataset == NULL) {
        return false;
    }
    const bool good = describe_file(dataset, raster) && write_rows(dataset, raster);
    // the last blocks and the directory are written here: a full disk shows only in the trap
    GDALFlushCache(dataset);
    GDALClose(dataset);
    return good && trap->failures == 0;
}

talus_status geo_write_raster(const char *path, const geo_raster *raster, talus_error *error)
{
    talus_status status = check_raster(raster, error);
    const size_t size = strlen(path) + 6;
    char *part = status == TALUS_OK ? malloc(size) : NULL;
    if (part == NULL) {
        return status != TALUS_OK
                   ? status
                   : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: %s", path);
    }
    snprintf(part, size, "%s.part", path);
    geo_trap trap;
    geo_trap_begin(&trap);
    if (write_part(part, raster, &trap)) {
        status = atomic_file_replace(part, path, error);
    } else {
        char quote[512];
        status = talus_error_set(error, TALUS_ERROR_IO,
                                 "cannot write %s%s: is the directory there and the disk not full?",
                                 path, geo_trap_quote(&trap, quote, sizeof quote));
        remove(part);
    }
    geo_trap_end();
    free(part);
    return status;
}
