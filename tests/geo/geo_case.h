// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of geo share: paths, messages, comparison with the reference raster, small rasters
// made on the spot.
#ifndef TALUS_TESTS_GEO_GEO_CASE_H
#define TALUS_TESTS_GEO_GEO_CASE_H

#include "io/geo/geo.h"

#include <cpl_vsi.h>
#include <criterion/criterion.h>
#include <gdal.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RASTERS TALUS_SOURCE_DIR "/tests/data/rasters/"

typedef struct text_path {
    char text[1024];
} text_path;

static inline text_path join_path(const char *a, const char *b)
{
    text_path path = {{0}};
    const size_t used = strlen(a);
    cr_assert_lt(used + strlen(b), sizeof path.text);
    memcpy(path.text, a, used);
    memcpy(path.text + used, b, strlen(b) + 1);
    return path;
}

static inline text_path raster_path(const char *name)
{
    return join_path(RASTERS, name);
}

static inline text_path temporary_path(const char *name)
{
    const char *directory = getenv("TALUS_TEST_TMP");
    return join_path(join_path(directory == NULL ? "/tmp" : directory, "/geo_").text, name);
}

static inline void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "cannot write %s", path);
    fputs(text, file);
    fclose(file);
}

static inline bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/// True when some message of the list contains `phrase`.
static inline bool says(const talus_diagnostics *list, const char *phrase)
{
    for (size_t k = 0; k < talus_diagnostics_count(list); k++) {
        if (strstr(talus_diagnostics_get(list, k)->message, phrase) != NULL) {
            return true;
        }
    }
    return false;
}

/// A DEM with the messages of its reading.
typedef struct dem_case {
    talus_status status;
    geo_dem dem;
    talus_diagnostics *list;
    talus_error error;
} dem_case;

static inline dem_case read_case(const char *path, const geo_dem_options *options)
{
    dem_case result = {.list = talus_diagnostics_create()};
    result.status = geo_read_dem(path, options, result.list, &result.dem, &result.error);
    return result;
}

static inline void clear_case(dem_case *item)
{
    geo_dem_clear(&item->dem);
    talus_diagnostics_destroy(item->list);
}

/// Whole file; *size bytes, malloc'd.
static inline char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "cannot read %s", path);
    char *data = NULL;
    *size = 0;
    size_t got = 1;
    while (got > 0) {
        data = realloc(data, *size + 65536);
        got = fread(data + *size, 1, 65536, file);
        *size += got;
    }
    fclose(file);
    return data;
}

static inline bool same_bytes(const char *a, const char *b)
{
    size_t size_a = 0, size_b = 0;
    char *data_a = read_bytes(a, &size_a), *data_b = read_bytes(b, &size_b);
    const bool same = size_a == size_b && memcmp(data_a, data_b, size_a) == 0;
    free(data_a);
    free(data_b);
    return same;
}

/// A raster of cells of 10 m with its corner at (west, 5200000); row 0 of the values in the south.
static inline text_path write_cells(const char *name, const char *crs, const geo_raster *cells)
{
    const text_path path = temporary_path(name);
    geo_raster raster = *cells;
    talus_error error = {0};
    raster.south = 5200000.0;
    raster.cell = 10.0;
    raster.crs_wkt = crs;
    raster.unit = raster.attribution = "";
    raster.nodata = -9999.0f;
    cr_assert_eq(geo_write_raster(path.text, &raster, &error), TALUS_OK, "%s", error.message);
    return path;
}

/// A raster on disk from a geotransform and values in file order (row 0 first).
static inline void make_raster(const char *path, int nx, int ny, const double transform[6],
                               const char *crs, const double *values)
{
    geo_open_library();
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GTiff"), path, nx, ny, 1, GDT_Float64, NULL);
    cr_assert_not_null(dataset, "cannot create %s", path);
    double copy[6];
    memcpy(copy, transform, sizeof copy);
    GDALSetGeoTransform(dataset, copy);
    if (crs != NULL) {
        OGRSpatialReferenceH reference = OSRNewSpatialReference(NULL);
        cr_assert_eq(OSRSetFromUserInput(reference, crs), OGRERR_NONE);
        GDALSetSpatialRef(dataset, reference);
        OSRDestroySpatialReference(reference);
    }
    double *data = malloc((size_t)nx * (size_t)ny * sizeof *data);
    memcpy(data, values, (size_t)nx * (size_t)ny * sizeof *data);
    cr_assert_eq(GDALRasterIO(GDALGetRasterBand(dataset, 1), GF_Write, 0, 0, nx, ny, data, nx, ny,
                              GDT_Float64, 0, 0),
                 CE_None);
    free(data);
    GDALClose(dataset);
}

#endif
