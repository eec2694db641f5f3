// SPDX-License-Identifier: GPL-3.0-or-later
// A band of a raster file for callers.
#include "io/geo/geo.h"
#include "talus/dem.h"
#include "talus/library.h"

#include <stdlib.h>

/// What a talus_band points to lies behind it.
typedef struct band_file {
    talus_band band;
    geo_image image;
    geo_names names;
} band_file;

static talus_status read_band(const char *path, size_t index, band_file *file, talus_error *error)
{
    talus_status status = geo_read_band_names(path, &file->names, error);
    status = status == TALUS_OK ? geo_read_image_band(path, index, &file->image, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const geo_image *image = &file->image;
    file->band = (talus_band){.nx = image->nx,
                              .ny = image->ny,
                              .west = image->west,
                              .south = image->south,
                              .cell = image->cell,
                              .values = image->values,
                              .name = file->names.items[index],
                              .unit = image->unit,
                              .crs_wkt = image->crs_wkt,
                              .attribution = image->attribution,
                              .band_count = file->names.count};
    return TALUS_OK;
}

talus_status talus_band_read(const char *path, size_t index, talus_band **band, talus_error *error)
{
    if (band == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the band is NULL");
    }
    *band = NULL;
    if (path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a band of a raster without a path");
    }
    band_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    talus_library_init();
    const talus_status status = read_band(path, index, file, error);
    *band = &file->band;
    if (status != TALUS_OK) {
        talus_band_destroy(*band);
        *band = NULL;
    }
    return status;
}

void talus_band_destroy(talus_band *band)
{
    if (band != NULL) {
        band_file *file = (band_file *)band;
        geo_image_clear(&file->image);
        geo_names_clear(&file->names);
        free(file);
    }
}
