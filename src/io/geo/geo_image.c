// SPDX-License-Identifier: GPL-3.0-or-later
// A raster read back for drawing, and the plain facts of a raster file.
#include "io/geo/geo_internal.h"

#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Place the image; without georeferencing cells count from the lower left corner.
static talus_status place_image(const char *path, GDALDatasetH dataset, geo_image *image,
                                bool *flip_rows, talus_error *error)
{
    double t[6];
    image->cell = 1.0;
    *flip_rows = true;
    if (GDALGetGeoTransform(dataset, t) != CE_None) {
        return TALUS_OK;
    }
    if (t[2] != 0.0 || t[4] != 0.0 || !(t[1] > 0.0) || t[5] == 0.0) {
        return talus_error_set(
            error, TALUS_ERROR_UNSUPPORTED,
            "%s is rotated or mirrored, only north-up rasters can be drawn: warp "
            "it with gdalwarp",
            path);
    }
    double bounds[4];
    geo_transform_bounds(t, image->nx, image->ny, bounds);
    image->west = bounds[0];
    image->south = bounds[1];
    image->cell = t[1];
    *flip_rows = t[5] < 0.0;
    return TALUS_OK;
}

static bool read_rows(GDALRasterBandH band, geo_image *image, bool flip_rows)
{
    const int nx = (int)image->nx;
    int has_nodata = 0, present = 0;
    const double nodata = GDALGetRasterNoDataValue(band, &has_nodata);
    double scale = GDALGetRasterScale(band, &present);
    scale = present != 0 && scale != 0.0 ? scale : 1.0;
    const double offset = GDALGetRasterOffset(band, &present);
    double *row = malloc(image->nx * sizeof *row);
    bool good = row != NULL;
    for (size_t j = 0; j < image->ny && good; j++) {
        good =
            GDALRasterIO(band, GF_Read, 0, (int)j, nx, 1, row, nx, 1, GDT_Float64, 0, 0) == CE_None;
        float *to = image->values + (flip_rows ? image->ny - 1 - j : j) * image->nx;
        for (size_t i = 0; i < image->nx && good; i++) {
            const bool missing =
                has_nodata != 0 && (row[i] == nodata || (float)row[i] == (float)nodata);
            to[i] = missing ? NAN : (float)(row[i] * scale + offset);
        }
    }
    free(row);
    return good;
}

static talus_status read_image(const char *path, GDALDatasetH dataset, size_t band, geo_trap *trap,
                               geo_image *image, talus_error *error)
{
    const int count = GDALGetRasterCount(dataset);
    if (count == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s holds no raster band", path);
    }
    if (band >= (size_t)count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "band %zu of %s, which has %d", band,
                               path, count);
    }
    GDALRasterBandH from = GDALGetRasterBand(dataset, (int)band + 1);
    image->nx = (size_t)GDALGetRasterXSize(dataset);
    image->ny = (size_t)GDALGetRasterYSize(dataset);
    bool flip_rows = true;
    const talus_status status = place_image(path, dataset, image, &flip_rows, error);
    if (status != TALUS_OK) {
        return status;
    }
    OGRSpatialReferenceH crs = geo_crs_horizontal(GDALGetSpatialRef(dataset));
    image->crs_wkt = crs == NULL ? geo_copy_text("") : geo_crs_wkt(crs);
    OSRDestroySpatialReference(crs);
    image->unit = geo_copy_text(GDALGetRasterUnitType(from));
    image->attribution = geo_copy_text(GDALGetMetadataItem(dataset, "TIFFTAG_COPYRIGHT", NULL));
    image->values = malloc(image->nx * image->ny * sizeof(float));
    if (image->crs_wkt == NULL || image->unit == NULL || image->attribution == NULL ||
        image->values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    geo_trap_reset(trap);
    if (!read_rows(from, image, flip_rows)) {
        char quote[512];
        return talus_error_set(error, TALUS_ERROR_INPUT, "the values of %s cannot be read%s", path,
                               geo_trap_quote(trap, quote, sizeof quote));
    }
    return TALUS_OK;
}

talus_status geo_read_image(const char *path, geo_image *image, talus_error *error)
{
    return geo_read_image_band(path, 0, image, error);
}

talus_status geo_read_image_band(const char *path, size_t band, geo_image *image,
                                 talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, false);
    *image = (geo_image){0};
    GDALDatasetH dataset = NULL;
    talus_status status = geo_open_dataset(path, GDAL_OF_RASTER, &trap, &dataset, error);
    if (status == TALUS_OK) {
        status = read_image(path, dataset, band, &trap, image, error);
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_image_clear(image);
    }
    return status;
}

static talus_status copy_names(const char *path, GDALDatasetH dataset, geo_names *names,
                               talus_error *error)
{
    const size_t count = (size_t)GDALGetRasterCount(dataset);
    names->items = calloc(count + 1, sizeof *names->items);
    for (size_t k = 0; names->items != NULL && k < count; k++) {
        names->items[k] = geo_copy_text(GDALGetDescription(GDALGetRasterBand(dataset, (int)k + 1)));
        if (names->items[k] == NULL) {
            break;
        }
        names->count++;
    }
    return names->items != NULL && names->count == count
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
}

talus_status geo_read_band_names(const char *path, geo_names *names, talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, false);
    *names = (geo_names){0};
    GDALDatasetH dataset = NULL;
    talus_status status = geo_open_dataset(path, GDAL_OF_RASTER, &trap, &dataset, error);
    if (status == TALUS_OK) {
        status = copy_names(path, dataset, names, error);
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_names_clear(names);
    }
    return status;
}

void geo_names_clear(geo_names *names)
{
    for (size_t k = 0; k < names->count; k++) {
        free(names->items[k]);
    }
    free(names->items);
    *names = (geo_names){0};
}

void geo_image_clear(geo_image *image)
{
    free(image->values);
    free(image->unit);
    free(image->attribution);
    free(image->crs_wkt);
    *image = (geo_image){0};
}
