// SPDX-License-Identifier: GPL-3.0-or-later
// Raster layers as GeoTIFFs.
#include "io/products/output.h"

#include "io/geo/geo.h"
#include "runs/campaign/campaign.h"
#include "runs/ensemble/layer_values.h"

#include <stdio.h>
#include <string.h>

const char *const *talus_products_layer_names(void)
{
    return campaign_layer_names;
}

const char *const *output_layers_of(const talus_products_context *context)
{
    return context->layers != NULL ? context->layers : ensemble_standard_layers;
}

static bool is_requested(const talus_products_context *context, const char *name)
{
    for (const char *const *requested = output_layers_of(context); *requested; requested++) {
        if (strcmp(*requested, name) == 0) {
            return true;
        }
    }
    return campaign_has_bodies(context->campaign) && strcmp(name, "bodies_per_event") == 0;
}

bool output_next_layer(const talus_products_context *context, size_t *at, campaign_layer *layer)
{
    const char *const *names = output_layers_of(context);
    size_t known = 0;
    for (; campaign_layer_names[known] != NULL; known++) {
        if (known >= *at && is_requested(context, campaign_layer_names[known])) {
            *at = known + 1;
            return campaign_layer_find(campaign_layer_names[known], layer);
        }
    }
    for (size_t k = *at > known ? *at - known : 0; names[k] != NULL; k++) {
        if (campaign_layer_find(names[k], layer) && layer->is_exceedance) {
            *at = known + k + 1;
            return true;
        }
    }
    return false;
}

geo_raster output_place_raster(const talus_products_context *context, const char *name,
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

talus_status output_claim_raster(talus_directory *directory, const char *stem, talus_error *error)
{
    const talus_status status = directory_claim(directory, error, "%s.tif", stem);
    return status == TALUS_OK ? directory_claim(directory, error, "%s.qml", stem) : status;
}

talus_status output_write_raster(talus_directory *directory, const char *stem,
                                 const geo_raster *raster, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], name[DIRECTORY_NAME_SIZE];
    snprintf(name, sizeof name, "%s.tif", stem);
    talus_status status = talus_directory_begin(directory, name, path, sizeof path, error);
    status = status == TALUS_OK ? geo_write_raster(path, raster, error) : status;
    return status == TALUS_OK ? talus_directory_commit(directory, name, error) : status;
}

talus_status output_write_style(talus_directory *directory, const char *stem, files_text *style,
                                talus_error *error)
{
    char name[DIRECTORY_NAME_SIZE];
    snprintf(name, sizeof name, "%s.qml", stem);
    return directory_write_text(directory, name, style, error);
}

typedef struct layer_source {
    const campaign_layer *layer;
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
               ? campaign_layer_values(source->layer, source->results, cells, values, error)
               : status;
}

static talus_status write_layer(talus_directory *directory, const talus_products_context *context,
                                const talus_results *results, const campaign_layer *layer,
                                talus_error *error)
{
    layer_source source = {layer, results};
    geo_raster raster = output_place_raster(context, layer->name, layer->unit);
    raster.fill = fill_layer;
    raster.user = &source;
    const talus_status status = output_write_raster(directory, layer->name, &raster, error);
    files_text style = {0};
    if (status != TALUS_OK) {
        return status;
    }
    output_add_raster_style(&style, layer);
    return output_write_style(directory, layer->name, &style, error);
}

talus_status output_write_rasters(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error)
{
    campaign_layer layer;
    talus_status status = TALUS_OK;
    for (size_t at = 0; status == TALUS_OK && output_next_layer(context, &at, &layer);) {
        status = write_layer(directory, context, results, &layer, error);
    }
    return status;
}
