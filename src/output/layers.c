// SPDX-License-Identifier: GPL-3.0-or-later
// The table of raster layers, and their GeoTIFFs.
#include "output/output.h"

#include "geo/geo.h"

#include <math.h>
#include <string.h>

#define COUNT_LAYER(name, title, unit)                                                             \
    {                                                                                              \
        name, title, unit, true, TALUS_QUANTITY_COUNT, 0                                           \
    }
#define STATISTIC_LAYERS(key, title, unit, quantity)                                               \
    {key "_max", title ", maximum", unit, false, quantity, -2},                                    \
        {key "_mean", title ", mean", unit, false, quantity, -1},                                  \
        {key "_p50", title ", median", unit, false, quantity, 0.50},                               \
        {key "_p90", title ", 90th percentile", unit, false, quantity, 0.90},                      \
        {key "_p95", title ", 95th percentile", unit, false, quantity, 0.95},                      \
    {                                                                                              \
        key "_p99", title ", 99th percentile", unit, false, quantity, 0.99                         \
    }

static const output_layer layer_table[OUTPUT_LAYER_COUNT] = {
    COUNT_LAYER("passages", "Passages", "rocks"),
    COUNT_LAYER("deposits", "Deposits", "rocks"),
    COUNT_LAYER("reach_probability", "Reach probability", "1"),
    STATISTIC_LAYERS("kinetic_energy", "Kinetic energy", "kJ", TALUS_KINETIC_ENERGY),
    STATISTIC_LAYERS("speed", "Speed", "m/s", TALUS_SPEED),
    STATISTIC_LAYERS("jump_height", "Jump height", "m", TALUS_JUMP_HEIGHT),
    STATISTIC_LAYERS("spin", "Spin", "rad/s", TALUS_SPIN),
};

#define STATISTIC_NAMES(key) key "_max", key "_mean", key "_p50", key "_p90", key "_p95", key "_p99"
static const char *const layer_names[OUTPUT_LAYER_COUNT + 1] = {
    "passages",
    "deposits",
    "reach_probability",
    STATISTIC_NAMES("kinetic_energy"),
    STATISTIC_NAMES("speed"),
    STATISTIC_NAMES("jump_height"),
    STATISTIC_NAMES("spin"),
    NULL,
};

const char *const *talus_output_layer_names(void)
{
    return layer_names;
}

const output_layer *output_layer_at(size_t index)
{
    return index < OUTPUT_LAYER_COUNT ? &layer_table[index] : NULL;
}

const output_layer *output_layer_named(const char *name)
{
    for (size_t k = 0; k < OUTPUT_LAYER_COUNT; k++) {
        if (strcmp(layer_table[k].name, name) == 0) {
            return &layer_table[k];
        }
    }
    return NULL;
}

bool output_layer_wanted(const talus_output_context *context, const char *name)
{
    if (!context->layers) {
        return true;
    }
    for (const char *const *wanted = context->layers; *wanted; wanted++) {
        if (strcmp(*wanted, name) == 0) {
            return true;
        }
    }
    return false;
}

void output_layer_values(const output_layer *layer, const talus_results *results,
                         const talus_window *window, float *values)
{
    const size_t count = window->nx * window->ny;
    if (layer->quantity != TALUS_QUANTITY_COUNT) {
        talus_results_statistic_in(results, layer->quantity, layer->statistic, window, values);
        if (layer->quantity == TALUS_KINETIC_ENERGY) {
            for (size_t k = 0; k < count; k++) {
                values[k] *= 1e-3F; // J -> kJ
            }
        }
        return;
    }
    if (strcmp(layer->name, "passages") == 0) {
        talus_results_passages_in(results, window, values);
    } else if (strcmp(layer->name, "deposits") == 0) {
        talus_results_deposits_in(results, window, values);
    } else {
        talus_results_reach_probability_in(results, window, values);
    }
    for (size_t k = 0; k < count; k++) {
        if (!(values[k] > 0)) {
            values[k] = NAN;
        }
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

typedef struct layer_source {
    const output_layer *layer;
    const talus_results *results;
} layer_source;

static bool fill_layer(void *user, size_t i, size_t j, size_t nx, size_t ny, float *values)
{
    const layer_source *source = user;
    const talus_window window = {.i = i, .j = j, .nx = nx, .ny = ny};
    if (!talus_results_touched(source->results, &window)) {
        return false;
    }
    output_layer_values(source->layer, source->results, &window, values);
    return true;
}

talus_status output_write_rasters(const char *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error)
{
    for (size_t k = 0; k < OUTPUT_LAYER_COUNT; k++) {
        const output_layer *layer = &layer_table[k];
        char path[OUTPUT_PATH_SIZE];
        if (!output_layer_wanted(context, layer->name)) {
            continue;
        }
        layer_source source = {layer, results};
        geo_raster raster = output_place_raster(context, layer->name, layer->unit);
        raster.fill = fill_layer;
        raster.user = &source;
        talus_status status = output_path(path, directory, layer->name, ".tif", error);
        if (status == TALUS_OK) {
            status = geo_write_raster(path, &raster, error);
        }
        if (status != TALUS_OK) {
            return status;
        }
    }
    return TALUS_OK;
}
