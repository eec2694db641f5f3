// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of vector files and rasters handed on in other formats, by GDAL's drivers.
#include "io/geo/geo_operation.h"

#include "foundation/base/atomic_file.h"
#include "foundation/files/files.h"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal_utils.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { INNER_SIZE = ATOMIC_FILE_PATH_SIZE + 64 };

/// A copy under way: the file grows in a directory of its own, as drivers leave files beside it.
typedef struct copy_job {
    const geo_copy *copy;
    char directory[ATOMIC_FILE_PATH_SIZE], file[INNER_SIZE];
    char *crs; ///< WKT; NULL: as it is
    geo_trap trap;
} copy_job;

static talus_status refuse_write(const copy_job *job, const char *path, talus_error *error)
{
    char quote[512];
    return talus_error_set(error, TALUS_ERROR_IO, "cannot write %s%s", path,
                           geo_trap_quote(&job->trap, quote, sizeof quote));
}

static talus_status find_driver(const geo_copy *copy, GDALDriverH *driver, talus_error *error)
{
    *driver = GDALGetDriverByName(copy->driver);
    return *driver != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                                 "the GDAL of this system has no driver %s", copy->driver);
}

static talus_status find_crs(copy_job *job, talus_error *error)
{
    const char *text = job->copy->crs;
    if (text == NULL) {
        return TALUS_OK;
    }
    OGRSpatialReferenceH crs = geo_crs_parse(text);
    job->crs = crs != NULL ? geo_crs_wkt(crs) : NULL;
    OSRDestroySpatialReference(crs);
    return job->crs != NULL ? TALUS_OK
                            : talus_error_set(error, TALUS_ERROR_INPUT,
                                              "found the CRS \"%.200s\", expected one that PROJ "
                                              "knows, such as EPSG:4326",
                                              text);
}

/// The operation from `from` to the CRS that is asked for. NULL and local systems have no place on the
/// earth; GDAL would pass their metres off as degrees.
/// @param extent of the coordinates: west, south, east, north; NULL = not known
static talus_status find_operation(const copy_job *job, const char *path, OGRSpatialReferenceH from,
                                   const double *extent, geo_operation *operation,
                                   talus_error *error)
{
    *operation = (geo_operation){.accuracy = 0.0};
    if (job->crs == NULL) {
        return TALUS_OK;
    }
    if (from == NULL || OSRIsLocal(from)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s has no CRS, or a local one: its coordinates cannot be "
                               "converted to %.100s; run again with the CRS of the DEM "
                               "(terrain.crs: EPSG:...), or write FlatGeobuf, CSV or GeoTIFF "
                               "without --crs",
                               path, job->copy->crs);
    }
    OGRSpatialReferenceH target = geo_crs_parse(job->crs);
    OGRSpatialReferenceH horizontal[2] = {geo_crs_horizontal(from), geo_crs_horizontal(target)};
    const geo_operation_request request = {
        .what = path,
        .from = horizontal[0],
        .to = horizontal[1],
        .layer = extent,
        .given = job->copy->operation,
        .ways =
            "run again with the CRS of the DEM (terrain.crs: EPSG:...), leave out --crs or name "
            "another one, or give a PROJ pipeline with --operation",
    };
    const talus_status status =
        horizontal[0] != NULL && horizontal[1] != NULL
            ? geo_operation_find(&request, job->copy->diagnostics, operation, error)
            : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a CRS");
    OSRDestroySpatialReference(horizontal[0]);
    OSRDestroySpatialReference(horizontal[1]);
    OSRDestroySpatialReference(target);
    return status;
}

typedef talus_status copy_writer(copy_job *job, const char *path, const void *user,
                                 talus_error *error); ///< creates job->file

static talus_status write_whole(const char *path, const geo_copy *copy, copy_writer *write,
                                const void *user, talus_error *error)
{
    copy_job job = {.copy = copy};
    geo_trap_begin(&job.trap, false);
    talus_status status = find_crs(&job, error);
    status = status == TALUS_OK
                 ? atomic_file_begin_directory(path, job.directory, sizeof job.directory, error)
                 : status;
    if (status == TALUS_OK) {
        snprintf(job.file, sizeof job.file, "%s/talus%s", job.directory, copy->ending);
        status = write(&job, path, user, error);
        if (status == TALUS_OK) {
            status = atomic_file_replace(job.file, path, error);
        }
        (void)VSIRmdirRecursive(job.directory); // what a driver has left behind
    }
    geo_trap_end(&job.trap);
    talus_free(job.crs);
    return status;
}

static talus_status save_bytes(const geo_copy *copy, const char *path, const char *bytes,
                               size_t size, talus_error *error)
{
    if (strcmp(copy->driver, "CSV") != 0) {
        return files_write_all(path, bytes, size, error);
    }
    files_text text = {0};
    files_csv_add_guarded(&text, bytes, size);
    const talus_status status =
        text.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path)
                    : files_write_all(path, text.data != NULL ? text.data : "", text.size, error);
    files_text_clear(&text);
    return status;
}

/// Likewise by way of memory: drivers of text do not notice that a disk is full.
static talus_status write_bytes(const char *path, const geo_copy *copy, copy_writer *write,
                                const void *user, talus_error *error)
{
    copy_job job = {.copy = copy};
    geo_trap_begin(&job.trap, false);
    snprintf(job.directory, sizeof job.directory, "/vsimem/talus_copy_%p", (void *)&job);
    snprintf(job.file, sizeof job.file, "%s/talus%s", job.directory, copy->ending);
    talus_status status = find_crs(&job, error);
    if (status == TALUS_OK && VSIMkdir(job.directory, 0755) != 0) { // CSV asks for it
        status = refuse_write(&job, path, error);
    }
    status = status == TALUS_OK ? write(&job, path, user, error) : status;
    if (status == TALUS_OK) {
        vsi_l_offset size = 0;
        const GByte *bytes = VSIGetMemFileBuffer(job.file, &size, FALSE);
        status = bytes != NULL ? save_bytes(copy, path, (const char *)bytes, (size_t)size, error)
                               : refuse_write(&job, path, error);
    }
    (void)VSIRmdirRecursive(job.directory);
    geo_trap_end(&job.trap);
    talus_free(job.crs);
    return status;
}

typedef struct layer_list {
    const geo_layer_source *items;
    size_t count;
} layer_list;

static char **translate_options(const copy_job *job, const geo_layer_source *from,
                                const geo_operation *operation)
{
    char **list = NULL;
    list = CSLAddString(CSLAddString(list, "-update"), "-nln");
    list = CSLAddString(list, from->layer);
    for (const char *const *option = job->copy->layer_options; option && *option; option++) {
        list = CSLAddString(CSLAddString(list, "-lco"), *option);
    }
    const char *geometry = from->are_points     ? job->copy->point_option
                           : from->has_geometry ? job->copy->shape_option
                                                : NULL;
    if (geometry != NULL) {
        list = CSLAddString(CSLAddString(list, "-lco"), geometry);
    }
    if (job->crs != NULL) {
        list = CSLAddString(CSLAddString(list, "-t_srs"), job->crs);
    }
    if (operation->pipeline[0] != '\0') {
        list = CSLAddString(CSLAddString(list, "-ct"), operation->pipeline);
    }
    return CSLAddString(list, from->layer);
}

static talus_status copy_layer(copy_job *job, const char *path, GDALDatasetH to,
                               const geo_layer_source *from, talus_error *error)
{
    GDALDatasetH source = NULL;
    OGRLayerH layer = NULL;
    talus_status status = geo_open_dataset(from->path, GDAL_OF_VECTOR, &job->trap, &source, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = geo_choose_layer(from->path, source, from->layer, &layer, error);
    geo_operation operation = {.accuracy = 0.0};
    if (status == TALUS_OK && OGR_L_GetGeomType(layer) != wkbNone) {
        OGREnvelope box;
        const bool has_box = OGR_L_GetExtent(layer, &box, TRUE) == OGRERR_NONE;
        const double extent[4] = {box.MinX, box.MinY, box.MaxX, box.MaxY};
        status = find_operation(job, from->path, geo_crs_of_layer(layer), has_box ? extent : NULL,
                                &operation, error);
    }
    if (status == TALUS_OK) {
        char **list = translate_options(job, from, &operation);
        int is_usage_wrong = 0;
        GDALVectorTranslateOptions *options = GDALVectorTranslateOptionsNew(list, NULL);
        geo_trap_reset(&job->trap);
        const bool good =
            options != NULL &&
            GDALVectorTranslate(NULL, to, 1, &source, options, &is_usage_wrong) != NULL &&
            job->trap.failures == 0;
        GDALVectorTranslateOptionsFree(options);
        CSLDestroy(list);
        status = good ? TALUS_OK : refuse_write(job, path, error);
    }
    GDALClose(source);
    return status;
}

static talus_status write_layers(copy_job *job, const char *path, const void *user,
                                 talus_error *error)
{
    const layer_list *list = user;
    GDALDriverH driver = NULL;
    talus_status status = find_driver(job->copy, &driver, error);
    if (status != TALUS_OK) {
        return status;
    }
    GDALDatasetH to = GDALCreate(driver, job->file, 0, 0, 0, GDT_Unknown, NULL);
    if (to == NULL) {
        return refuse_write(job, path, error);
    }
    for (size_t k = 0; k < list->count && status == TALUS_OK; k++) {
        status = copy_layer(job, path, to, &list->items[k], error);
    }
    // most drivers write their last bytes here
    geo_trap_reset(&job->trap);
    GDALClose(to);
    return status == TALUS_OK && job->trap.failures > 0 ? refuse_write(job, path, error) : status;
}

talus_status geo_copy_layers(const char *path, const geo_copy *copy, const geo_layer_source *layers,
                             size_t count, talus_error *error)
{
    const layer_list list = {layers, count};
    return write_bytes(path, copy, write_layers, &list, error);
}

/// The raster in another CRS, of the nearest pixels, as a dataset that reads from `source`.
static GDALDatasetH warp(const copy_job *job, GDALDatasetH source, const geo_operation *operation)
{
    const char *const words[] = {"-of",    "VRT",    "-r",  "near",
                                 "-t_srs", job->crs, "-ct", operation->pipeline};
    char **list = NULL;
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        list = CSLAddString(list, words[k]);
    }
    GDALWarpAppOptions *options = GDALWarpAppOptionsNew(list, NULL);
    CSLDestroy(list);
    GDALDatasetH warped = GDALWarp("", NULL, 1, &source, options, NULL);
    GDALWarpAppOptionsFree(options);
    return warped;
}

/// Write a dataset with the driver.
static talus_status copy_dataset(copy_job *job, const char *path, GDALDriverH driver,
                                 GDALDatasetH source, talus_error *error)
{
    char **options = NULL;
    for (const char *const *option = job->copy->layer_options; option && *option; option++) {
        options = CSLAddString(options, *option);
    }
    GDALDatasetH to =
        source != NULL ? GDALCreateCopy(driver, job->file, source, 0, options, NULL, NULL) : NULL;
    GDALClose(to);
    CSLDestroy(options);
    return to != NULL && job->trap.failures == 0 ? TALUS_OK : refuse_write(job, path, error);
}

static talus_status write_raster(copy_job *job, const char *path, const void *user,
                                 talus_error *error)
{
    const char *from = user;
    GDALDriverH driver = NULL;
    GDALDatasetH source = NULL;
    double transform[6], extent[4];
    geo_operation operation;
    talus_status status = find_driver(job->copy, &driver, error);
    status = status == TALUS_OK ? geo_open_dataset(from, GDAL_OF_RASTER, &job->trap, &source, error)
                                : status;
    if (status != TALUS_OK) {
        return status;
    }
    const bool is_placed = GDALGetGeoTransform(source, transform) == CE_None;
    if (is_placed) {
        geo_transform_bounds(transform, (size_t)GDALGetRasterXSize(source),
                             (size_t)GDALGetRasterYSize(source), extent);
    }
    status = find_operation(job, from, GDALGetSpatialRef(source), is_placed ? extent : NULL,
                            &operation, error);
    geo_trap_reset(&job->trap);
    if (status == TALUS_OK && operation.pipeline[0] != '\0') {
        GDALDatasetH warped = warp(job, source, &operation);
        status = copy_dataset(job, path, driver, warped, error);
        GDALClose(warped);
    } else if (status == TALUS_OK) {
        status = copy_dataset(job, path, driver, source, error);
    }
    GDALClose(source);
    return status;
}

talus_status geo_copy_raster(const char *path, const geo_copy *copy, const char *from,
                             talus_error *error)
{
    return write_whole(path, copy, write_raster, from, error);
}
