// SPDX-License-Identifier: GPL-3.0-or-later
// Raster layers as GeoTIFFs.
#include "output/output.h"

#include "geo/geo.h"

#include <dirent.h>
#include <string.h>

const char *const *talus_output_layer_names(void)
{
    return ensemble_layer_names;
}

const char *const *output_layers_of(const talus_output_context *context)
{
    return context->layers != NULL ? context->layers : ensemble_standard_layers;
}

bool output_layer_wanted(const talus_output_context *context, const char *name)
{
    for (const char *const *wanted = output_layers_of(context); *wanted; wanted++) {
        if (strcmp(*wanted, name) == 0) {
            return true;
        }
    }
    return false;
}

bool output_next_layer(const talus_output_context *context, size_t *at, ensemble_layer *layer)
{
    const char *const *names = output_layers_of(context);
    size_t known = 0;
    for (; ensemble_layer_names[known] != NULL; known++) {
        if (known >= *at && output_layer_wanted(context, ensemble_layer_names[known])) {
            *at = known + 1;
            return ensemble_layer_find(ensemble_layer_names[known], layer);
        }
    }
    for (size_t k = *at > known ? *at - known : 0; names[k] != NULL; k++) {
        if (ensemble_layer_find(names[k], layer) && layer->is_exceedance) {
            *at = known + k + 1;
            return true;
        }
    }
    return false;
}

void output_find_layers(const char *directory, void (*found)(void *user, const char *name),
                        void *user)
{
    DIR *listing = opendir(directory);
    for (const struct dirent *entry = listing ? readdir(listing) : NULL; entry;
         entry = readdir(listing)) {
        char name[ENSEMBLE_LAYER_TEXT];
        ensemble_layer layer;
        const size_t length = strlen(entry->d_name);
        if (length < 4 || length - 4 >= sizeof name ||
            strcmp(entry->d_name + length - 4, ".tif") != 0) {
            continue;
        }
        memcpy(name, entry->d_name, length - 4);
        name[length - 4] = '\0';
        if (ensemble_layer_find(name, &layer)) {
            found(user, name);
        }
    }
    if (listing) {
        closedir(listing);
    }
}

geo_raster output_place_raster(const talus_output_context *context, const char *name,
                               const char *unit)
{
    const talus_cells *cells = &context->campaign->cells;
    return (geo_raster){.nx = cells->nx,
                        .ny = cells->ny,
                        .west = context->east + cells->x0,
                        .south = context->north + cells->y0,
                        .cell = cells->cell,
                        .crs_wkt = context->crs_wkt ? context->crs_wkt : "",
                        .name = name,
                        .unit = unit,
                        .attribution = context->attribution ? context->attribution : "",
                        .nodata = -9999};
}

talus_status output_write_raster(const char *path, const talus_output_context *context,
                                 const char *name, const char *unit, const float *values,
                                 talus_error *error)
{
    geo_raster raster = output_place_raster(context, name, unit);
    raster.values = values;
    return geo_write_raster(path, &raster, error);
}

talus_status output_write_windows(const char *path, const talus_output_context *context,
                                  const char *name, const char *unit, geo_raster_fill *fill,
                                  void *user, talus_error *error)
{
    geo_raster raster = output_place_raster(context, name, unit);
    raster.fill = fill;
    raster.user = user;
    return geo_write_raster(path, &raster, error);
}

typedef struct layer_source {
    const ensemble_layer *layer;
    const talus_results *results;
} layer_source;

static talus_status fill_layer(void *user, const talus_window *cells, float *values, bool *is_empty,
                               talus_error *error)
{
    const layer_source *source = user;
    bool touched = false;
    const talus_status status = talus_results_touched(source->results, cells, &touched, error);
    *is_empty = !touched;
    return status == TALUS_OK && touched
               ? ensemble_layer_values(source->layer, source->results, cells, values, error)
               : status;
}

talus_status output_write_rasters(const char *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error)
{
    ensemble_layer layer;
    for (size_t at = 0; output_next_layer(context, &at, &layer);) {
        char path[OUTPUT_PATH_SIZE];
        layer_source source = {&layer, results};
        talus_status status = output_path(path, directory, layer.name, ".tif", error);
        if (status == TALUS_OK) {
            status = output_write_windows(path, context, layer.name, layer.unit, fill_layer,
                                          &source, error);
        }
        if (status == TALUS_OK) {
            status = output_path(path, directory, layer.name, ".qml", error);
        }
        if (status == TALUS_OK) {
            status = output_write_raster_style(path, &layer, error);
        }
        if (status != TALUS_OK) {
            return status;
        }
    }
    return TALUS_OK;
}
