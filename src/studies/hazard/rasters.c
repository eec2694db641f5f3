// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of a hazard assessment, tile by tile.
#include "studies/hazard/products.h"

#include "io/catalogue/catalogue.h"
#include "io/products/output.h"

#include <stdio.h>

typedef enum layer_kind { LAYER_FREQUENCY, LAYER_LEVEL, LAYER_INTENSITY, LAYER_ZONE } layer_kind;

/// One raster, and what its tiles are made of.
typedef struct layer {
    layer_kind kind;
    const char *unit;
    char name[96];
    talus_quantity quantity;
    double value; ///< threshold (J, m), rate (1/yr), or index of the level
    const talus_results *results;
    const hazard_rules *rules;
    const hazard_weights *weights;
    const hazard_assessment *assessment;
} layer;

/// Zero is not a frequency: nothing to be drawn.
static void blank_zeros(float *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        values[k] = values[k] > 0.0F ? values[k] : NAN;
    }
}

static talus_status fill_level(const layer *l, const talus_window *window, float *values,
                               talus_error *error)
{
    const float scale = l->quantity == TALUS_KINETIC_ENERGY ? 1e-3F : 1.0F; // J -> kJ
    const size_t cells = window->nx * window->ny;
    const talus_status status = talus_results_level(l->results, l->quantity, l->weights->annual,
                                                    l->value, window, values, error);
    for (size_t k = 0; k < cells && status == TALUS_OK; k++) {
        values[k] *= scale;
    }
    if (status == TALUS_OK) {
        blank_zeros(values, cells);
    }
    return status;
}

/// Numbers of classes or zones; undecided ones are 0, none is NODATA.
static void fill_classes(const layer *l, const talus_window *window, float *values)
{
    const hazard_assessment *a = l->assessment;
    const uint8_t *numbers = l->kind == LAYER_ZONE ? a->zones : a->levels[(size_t)l->value];
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        const size_t i = window->i + k % window->nx - a->window.i; // huge when it is west of it
        const size_t j = window->j + k / window->nx - a->window.j;
        const bool is_inside = i < a->window.nx && j < a->window.ny;
        const uint8_t number = is_inside ? numbers[j * a->window.nx + i] : 0;
        values[k] = number == 0 ? NAN : number == HAZARD_UNDECIDED ? 0.0F : (float)number;
    }
}

static talus_status fill_frequency(const layer *l, const talus_window *window, float *values,
                                   talus_error *error)
{
    const talus_status status = talus_results_exceedance(l->results, l->quantity, l->value,
                                                         l->weights->annual, window, values, error);
    if (status == TALUS_OK) {
        blank_zeros(values, window->nx * window->ny);
    }
    return status;
}

static talus_status fill_layer(void *user, const talus_window *window, float *values,
                               bool *is_empty, talus_error *error)
{
    const layer *l = user;
    bool touched = false;
    const talus_status status = talus_results_touched(l->results, window, &touched, error);
    *is_empty = !touched;
    if (status != TALUS_OK || !touched) {
        return status;
    }
    switch (l->kind) {
    case LAYER_FREQUENCY:
        return fill_frequency(l, window, values, error);
    case LAYER_LEVEL:
        return fill_level(l, window, values, error);
    case LAYER_INTENSITY:
    case LAYER_ZONE:
        fill_classes(l, window, values);
        break;
    }
    return TALUS_OK;
}

static void add_style(files_text *text, const layer *l)
{
    catalogue_layer like;
    if (l->kind == LAYER_INTENSITY || l->kind == LAYER_ZONE) {
        hazard_add_class_style(text, l->rules, l->kind == LAYER_ZONE);
    } else if (catalogue_find(l->name, &like)) {
        output_add_raster_style(text, &like.layer);
    }
}

static talus_status write_layer(talus_directory *directory, const talus_products_context *context,
                                layer *l, talus_error *error)
{
    geo_raster raster = output_place_raster(context, l->name, l->unit);
    files_text style = {0};
    raster.reference_width = context->campaign->reference_width;
    raster.fill = fill_layer;
    raster.user = l;
    talus_status status = output_write_raster(directory, l->name, &raster, error);
    if (status != TALUS_OK) {
        return status;
    }
    add_style(&style, l);
    return output_write_style(directory, l->name, &style, error);
}

/// What is under way: the layers are claimed or written one after the other.
typedef struct writer {
    talus_directory *directory;
    const talus_products_context *context;
    bool is_claim;
    layer base; ///< results, rules, weights
    talus_error *error;
    talus_status status;
} writer;

static void put(writer *w, layer_kind kind, talus_quantity quantity, double value, const char *unit,
                const char *name)
{
    layer l = w->base;
    l.kind = kind;
    l.quantity = quantity;
    l.value = value;
    l.unit = unit;
    snprintf(l.name, sizeof l.name, "%s", name);
    if (w->status == TALUS_OK) {
        w->status = w->is_claim ? output_claim_raster(w->directory, l.name, w->error)
                                : write_layer(w->directory, w->context, &l, w->error);
    }
}

/// Frequencies: any rock (nothing is below -1 J), then those above thresholds.
static void write_frequencies(writer *w, const scenario_hazard *keys)
{
    char name[96];
    put(w, LAYER_FREQUENCY, TALUS_KINETIC_ENERGY, -1.0, "1/yr", "annual_frequency");
    for (size_t k = 0; k < keys->energies.count; k++) {
        const double energy = keys->energies.values[k];
        snprintf(name, sizeof name, "annual_frequency_e%g_kj", energy);
        put(w, LAYER_FREQUENCY, TALUS_KINETIC_ENERGY, 1e3 * energy, "1/yr", name);
    }
    for (size_t k = 0; k < keys->heights.count; k++) {
        const double height = keys->heights.values[k];
        snprintf(name, sizeof name, "annual_frequency_h%g_m", height);
        put(w, LAYER_FREQUENCY, TALUS_JUMP_HEIGHT, height, "1/yr", name);
    }
    for (size_t k = 0; k < keys->hits.count; k++) {
        const double energy = keys->hits.values[k];
        snprintf(name, sizeof name, "annual_hits_e%g_kj", energy);
        put(w, LAYER_FREQUENCY, TALUS_HIT_ENERGY, 1e3 * energy, "1/yr", name);
    }
}

static void write_periods(writer *w, const hazard_request *request)
{
    char name[96];
    for (size_t k = 0; k < request->period_count; k++) {
        const double period = request->periods[k];
        snprintf(name, sizeof name, "kinetic_energy_rp%g", period);
        put(w, LAYER_LEVEL, TALUS_KINETIC_ENERGY, 1.0 / period, "kJ", name);
        snprintf(name, sizeof name, "jump_height_rp%g", period);
        put(w, LAYER_LEVEL, TALUS_JUMP_HEIGHT, 1.0 / period, "m", name);
    }
}

static void write_classes(writer *w, const hazard_rules *rules)
{
    char level[32], name[96];
    for (size_t k = 0; k < rules->level_count; k++) {
        hazard_level_name(rules, k, level, sizeof level);
        snprintf(name, sizeof name, "intensity_%s", level);
        put(w, LAYER_INTENSITY, TALUS_KINETIC_ENERGY, (double)k, "class", name);
    }
    if (rules->level_count > 0) {
        put(w, LAYER_ZONE, TALUS_KINETIC_ENERGY, 0.0, "class", "zones");
    }
}

static talus_status write_all(writer *w, const hazard_request *request, bool is_annual)
{
    if (is_annual) {
        write_frequencies(w, request->keys);
        write_periods(w, request);
    }
    if (request->rules != NULL) {
        write_classes(w, request->rules);
    }
    return w->status;
}

talus_status hazard_claim_rasters(talus_directory *directory, const talus_products_context *context,
                                  const hazard_request *request, talus_error *error)
{
    writer w = {.directory = directory, .context = context, .is_claim = true, .error = error};
    return write_all(&w, request, context->campaign->frequency != NULL);
}

talus_status hazard_write_rasters(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error)
{
    hazard_weights weights;
    if (!hazard_weights_init(&weights, results)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for weights");
    }
    writer w = {.directory = directory,
                .context = context,
                .base = {.results = results,
                         .rules = request->rules,
                         .weights = &weights,
                         .assessment = request->assessment},
                .error = error};
    const talus_status status = write_all(&w, request, weights.annual != NULL);
    hazard_weights_clear(&weights);
    return status;
}
