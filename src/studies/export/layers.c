// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of vectors and rasters in other formats, by GDAL's drivers.
#include "studies/export/export.h"

#include "io/products/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// What a format takes and how its driver is asked.
typedef struct layer_format {
    const char *name;
    geo_copy copy;
    bool is_geographic; ///< longitude and latitude alone
    bool takes_several, needs_geometry;
} layer_format;

// 9 digits of a degree are 0.1 mm
static const char *const geojson_options[] = {"RFC7946=YES", "COORDINATE_PRECISION=9", NULL};
static const char *const csv_options[] = {"STRING_QUOTING=IF_NEEDED", NULL};
static const char *const fgb_options[] = {"SPATIAL_INDEX=YES", NULL};
static const char *const cog_options[] = {"COMPRESS=DEFLATE",
                                          "PREDICTOR=YES",
                                          "BLOCKSIZE=256",
                                          "OVERVIEW_RESAMPLING=NEAREST",
                                          "WARP_RESAMPLING=NEAREST",
                                          "BIGTIFF=IF_SAFER",
                                          NULL};

static const layer_format formats[TALUS_EXPORT_FORMATS] = {
    [TALUS_EXPORT_GEOJSON] = {.name = "GeoJSON",
                              .copy = {.driver = "GeoJSON",
                                       .ending = ".geojson",
                                       .layer_options = geojson_options,
                                       .crs = "EPSG:4326"},
                              .is_geographic = true,
                              .needs_geometry = true},
    [TALUS_EXPORT_FLATGEOBUF] = {.name = "FlatGeobuf",
                                 .copy = {.driver = "FlatGeobuf",
                                          .ending = ".fgb",
                                          .layer_options = fgb_options}},
    [TALUS_EXPORT_KML] = {.name = "KML",
                          .copy = {.driver = "KML", .ending = ".kml", .crs = "EPSG:4326"},
                          .is_geographic = true,
                          .takes_several = true,
                          .needs_geometry = true},
    [TALUS_EXPORT_CSV] = {.name = "CSV",
                          .copy = {.driver = "CSV",
                                   .ending = ".csv",
                                   .layer_options = csv_options,
                                   .point_option = "GEOMETRY=AS_XYZ",
                                   .shape_option = "GEOMETRY=AS_WKT"}},
    [TALUS_EXPORT_COG] =
        {.name = "COG", .copy = {.driver = "COG", .ending = ".tif", .layer_options = cog_options}},
};

/// The layers that are asked for.
typedef struct choice {
    const export_layer *items[EXPORT_LAYERS_MOST];
    size_t count;
} choice;

static talus_status refuse_layer(const export_job *job, const char *name, size_t length,
                                 bool is_raster, talus_error *error)
{
    char names[300] = "";
    size_t used = 0;
    for (size_t k = 0; k < job->layers.count && used + EXPORT_NAME_SIZE < sizeof names; k++) {
        const export_layer *layer = &job->layers.items[k];
        if (layer->is_raster == is_raster) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used > 0 ? ", " : "", layer->name);
        }
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%.200s has no %s \"%.*s\"; it has %s%s (talus export DIR --list)",
                           job->directory, is_raster ? "raster" : "layer",
                           (int)(length < 60 ? length : 60), name,
                           names[0] != '\0' ? names : "none", used > 0 ? ", ..." : "");
}

static const export_layer *find_layer(const export_job *job, const char *name, size_t length,
                                      bool is_raster)
{
    for (size_t k = 0; k < job->layers.count; k++) {
        const export_layer *layer = &job->layers.items[k];
        if (layer->is_raster == is_raster && strlen(layer->name) == length &&
            strncmp(layer->name, name, length) == 0) {
            return layer;
        }
    }
    return NULL;
}

static bool is_chosen(const choice *chosen, const export_layer *layer)
{
    for (size_t k = 0; k < chosen->count; k++) {
        if (chosen->items[k] == layer) {
            return true;
        }
    }
    return false;
}

static talus_status choose_named(const export_job *job, const char *names, bool is_raster,
                                 choice *chosen, talus_error *error)
{
    for (const char *at = names; at != NULL;) {
        const char *comma = strchr(at, ',');
        const size_t length = comma != NULL ? (size_t)(comma - at) : strlen(at);
        const export_layer *layer = find_layer(job, at, length, is_raster);
        if (layer == NULL) {
            return refuse_layer(job, at, length, is_raster, error);
        }
        if (!is_chosen(chosen, layer)) {
            chosen->items[chosen->count++] = layer;
        }
        at = comma != NULL ? comma + 1 : NULL;
    }
    return TALUS_OK;
}

static talus_status choose(const export_job *job, const layer_format *format, choice *chosen,
                           talus_error *error)
{
    const bool is_raster = job->report.format == TALUS_EXPORT_COG;
    const char *names = job->options.layers;
    if (names == NULL && format->takes_several) {
        for (size_t k = 0; k < job->layers.count; k++) {
            const export_layer *layer = &job->layers.items[k];
            if (layer->has_geometry && layer->features > 0 && strcmp(layer->name, "impacts") != 0) {
                chosen->items[chosen->count++] = layer;
            }
        }
    } else {
        names = names != NULL ? names : is_raster ? "reach_probability" : "trajectories";
        const talus_status status = choose_named(job, names, is_raster, chosen, error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    if (chosen->count > 1 && !format->takes_several) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a %s file holds one layer, found %zu: \"%.200s\"; write a file for "
                               "each",
                               format->name, chosen->count, names);
    }
    return chosen->count > 0 ? TALUS_OK
                             : talus_error_set(error, TALUS_ERROR_INPUT,
                                               "%.300s has no layer with places", job->directory);
}

/// What the format cannot hold.
static talus_status check_layer(const layer_format *format, const export_layer *layer,
                                talus_error *error)
{
    if (format->needs_geometry && !layer->has_geometry) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the layer \"%s\" is a table without places: write it as CSV",
                               layer->name);
    }
    return TALUS_OK;
}

static bool is_wgs84(const char *crs)
{
    return strcasecmp(crs, "EPSG:4326") == 0 || strcasecmp(crs, "OGC:CRS84") == 0 ||
           strcasecmp(crs, "CRS84") == 0 || strcasecmp(crs, "WGS84") == 0;
}

static talus_status write_vectors(export_job *job, const geo_copy *copy, const choice *chosen,
                                  talus_error *error)
{
    geo_layer_source *sources = calloc(chosen->count, sizeof *sources);
    char(*paths)[OUTPUT_PATH_SIZE] = calloc(chosen->count, sizeof *paths);
    talus_status status =
        sources != NULL && paths != NULL
            ? TALUS_OK
            : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the layers of an export");
    for (size_t k = 0; k < chosen->count && status == TALUS_OK; k++) {
        const export_layer *layer = chosen->items[k];
        status = output_path(paths[k], job->directory, layer->file, "", error);
        sources[k] =
            (geo_layer_source){.path = paths[k],
                               .layer = layer->name,
                               .has_geometry = layer->has_geometry,
                               .are_points = layer->has_geometry && layer->kind == GEO_POINTS};
        job->report.features += layer->features;
    }
    if (status == TALUS_OK) {
        status = geo_copy_layers(job->path, copy, sources, chosen->count, error);
    }
    free(sources);
    free(paths);
    return status;
}

static talus_status write_raster(export_job *job, const geo_copy *copy, const export_layer *layer,
                                 talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, job->directory, layer->file, "", error);
    return status == TALUS_OK ? geo_copy_raster(job->path, copy, path, error) : status;
}

talus_status export_layers_write(export_job *job, talus_error *error)
{
    const layer_format *format = &formats[job->report.format];
    geo_copy copy = format->copy;
    choice chosen = {.count = 0};
    const char *crs = job->options.crs;
    if (crs != NULL && format->is_geographic && !is_wgs84(crs)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is written in longitude and latitude (EPSG:4326), found the CRS "
                               "\"%.200s\": leave it out, or take FlatGeobuf",
                               format->name, crs);
    }
    copy.crs = format->is_geographic ? copy.crs : crs;
    copy.operation = job->options.operation;
    copy.diagnostics = job->options.warnings;
    if (copy.operation != NULL && copy.crs == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "an operation goes with a CRS that coordinates are converted to: "
                               "found none, expected --crs EPSG:...");
    }
    talus_status status = choose(job, format, &chosen, error);
    for (size_t k = 0; k < chosen.count && status == TALUS_OK; k++) {
        status =
            chosen.items[k]->is_raster ? TALUS_OK : check_layer(format, chosen.items[k], error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    job->report.layers = chosen.count;
    return job->report.format == TALUS_EXPORT_COG ? write_raster(job, &copy, chosen.items[0], error)
                                                  : write_vectors(job, &copy, &chosen, error);
}
