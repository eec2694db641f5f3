// SPDX-License-Identifier: GPL-3.0-or-later
// Vector files of the user: which layer, in which CRS, on the DEM or elsewhere, which attribute.
#include "input/init/init.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_name(const geo_layer_facts *facts)
{
    const char *name = "no geometry of one kind";
    if (facts->has_geometry) {
        switch (facts->kind) {
        case GEO_POINTS:
            name = "points";
            break;
        case GEO_LINES:
            name = "lines";
            break;
        case GEO_POLYGONS:
        case GEO_FLAT_POLYGONS:
            name = "polygons";
            break;
        }
    }
    return name;
}

static bool fits(const init_request *request, const geo_layer_facts *facts)
{
    bool is_taken = false;
    if (facts->has_geometry && facts->feature_count > 0) {
        switch (facts->kind) {
        case GEO_POINTS:
            is_taken = request->takes_points;
            break;
        case GEO_LINES:
            is_taken = request->takes_lines;
            break;
        case GEO_POLYGONS:
        case GEO_FLAT_POLYGONS:
            is_taken = request->takes_polygons;
            break;
        }
    }
    return is_taken;
}

/// "points, lines or polygons"
static const char *expected_kinds(const init_request *request)
{
    if (request->takes_points) {
        return "points, lines or polygons";
    }
    return request->takes_lines ? "lines or polygons" : "polygons";
}

/// "scree (12 polygons), road (1 lines)"
static void list_layers(const geo_layer_facts *facts, size_t count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < count && used + 1 < size; k++) {
        const int written = snprintf(text + used, size - used, "%s%s (%zu: %s)", k > 0 ? ", " : "",
                                     facts[k].name, facts[k].feature_count, kind_name(&facts[k]));
        used += written > 0 ? (size_t)written : 0;
    }
}

static bool mark_layers(const init_request *request, const geo_layer_facts *facts, size_t count,
                        bool *taken, size_t *found)
{
    bool has_name = request->given.layer == NULL;
    *found = 0;
    for (size_t k = 0; k < count; k++) {
        const bool is_named =
            request->given.layer == NULL || strcmp(request->given.layer, facts[k].name) == 0;
        has_name = has_name || is_named;
        taken[k] = is_named && fits(request, &facts[k]);
        *found += taken[k] ? 1 : 0;
    }
    return has_name;
}

/// Where several layers fit, those whose name says what is looked for.
static void prefer_names(const init_request *request, const geo_layer_facts *facts, size_t count,
                         bool *taken, size_t *found)
{
    static const struct {
        const char *option, *part; ///< of a layer's name
    } words[] = {{"forest", "forest"},    {"forest", "wald"},      {"forest", "bosc"},
                 {"forest", "stand"},     {"releases", "release"}, {"releases", "source"},
                 {"objects", "building"}, {"objects", "haus"},     {"objects", "haeuser"},
                 {"objects", "geb"},      {"objects", "road"},     {"objects", "strass"}};
    size_t named = 0, last = 0;
    for (size_t k = 0; k < count; k++) {
        bool is_named = false;
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            is_named = is_named || (strcmp(words[w].option, request->option) == 0 &&
                                    strstr(facts[k].name, words[w].part) != NULL);
        }
        if (taken[k] && is_named) {
            named++;
            last = k;
        }
    }
    if (named == 1) {
        for (size_t k = 0; k < count; k++) {
            taken[k] = k == last;
        }
        *found = 1;
    }
}

static talus_status choose_layers(const init_request *request, const geo_layer_facts *facts,
                                  size_t count, bool *taken, talus_error *error)
{
    char names[700];
    size_t found = 0;
    list_layers(facts, count, names, sizeof names);
    const char *file = request->given.file;
    if (!mark_layers(request, facts, count, taken, &found)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "--%s %s has no layer \"%s\"; it has: %s",
                               request->option, file, request->given.layer, names);
    }
    if (found == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "--%s %s: expected a layer of %s, found: %s", request->option, file,
                               expected_kinds(request), names);
    }
    if (found > 1 && !request->takes_several) {
        prefer_names(request, facts, count, taken, &found);
        for (size_t k = 0; k < count && found == 1; k++) {
            if (taken[k]) {
                talus_diagnostics_say(request->diagnostics, TALUS_NOTE,
                                      "--%s %s: layer \"%s\" is taken for its name; it has: %s",
                                      request->option, file, facts[k].name, names);
            }
        }
    }
    if (found > 1 && !request->takes_several) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "--%s %s: %zu layers would do, choose one with --%s-layer NAME; it "
                               "has: %s",
                               request->option, file, found, request->option, names);
    }
    return TALUS_OK;
}

/// Features whose bounding box meets the DEM's rectangle.
static size_t count_inside(const geo_vectors *vectors, const talus_grid *grid, size_t *features)
{
    const double width = grid->cell * (double)(grid->nx - 1);
    const double height = grid->cell * (double)(grid->ny - 1);
    size_t inside = 0;
    *features = 0;
    for (size_t k = 0; k < vectors->part_count;) {
        const size_t feature = vectors->parts[k].feature;
        double west = HUGE_VAL, east = -HUGE_VAL, south = HUGE_VAL, north = -HUGE_VAL;
        for (; k < vectors->part_count && vectors->parts[k].feature == feature; k++) {
            const geo_part *part = &vectors->parts[k];
            for (size_t i = 0; i < part->count; i++) {
                west = fmin(west, part->xy[2 * i]);
                east = fmax(east, part->xy[2 * i]);
                south = fmin(south, part->xy[2 * i + 1]);
                north = fmax(north, part->xy[2 * i + 1]);
            }
        }
        (*features)++;
        inside += west <= width && east >= 0.0 && south <= height && north >= 0.0 ? 1 : 0;
    }
    return inside;
}

/// Distance (km) from the DEM's middle to the first point of the layer.
static double distance(const geo_vectors *vectors, const talus_grid *grid)
{
    const double dx = vectors->parts[0].xy[0] - 0.5 * grid->cell * (double)grid->nx;
    const double dy = vectors->parts[0].xy[1] - 0.5 * grid->cell * (double)grid->ny;
    return 1e-3 * sqrt(dx * dx + dy * dy);
}

static talus_status check_place(const init_request *request, const init_layer *layer,
                                const geo_vectors *vectors, talus_error *error)
{
    const init_site *site = request->site;
    size_t features = 0;
    const size_t inside = count_inside(vectors, &site->dem.grid, &features);
    if (inside == 0) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "--%s %s, layer \"%s\"%s lies wholly outside the DEM, about %.3g km from "
            "its middle: is it the right file, and is the coordinate reference "
            "system of both right (gdalinfo, ogrinfo)?",
            request->option, layer->file, layer->facts.name, vectors->columns,
            distance(vectors, &site->dem.grid));
    }
    if (inside < features && request->must_be_inside) {
        const double *o = &site->dem.east;
        const talus_grid *grid = &site->dem.grid;
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "--%s %s, layer \"%s\": %zu of %zu features lie outside the DEM, where no rock can be: "
            "cut them off, e.g. ogr2ogr -spat %.0f %.0f %.0f %.0f -spat_srs (CRS of the DEM) "
            "inside.gpkg %s %s",
            request->option, layer->file, layer->facts.name, features - inside, features, o[0],
            o[1], o[0] + grid->cell * (double)(grid->nx - 1),
            o[1] + grid->cell * (double)(grid->ny - 1), layer->file, layer->facts.name);
    }
    if (inside < features) {
        talus_diagnostics_say(request->diagnostics, TALUS_NOTE,
                              "--%s %s, layer \"%s\": %zu of %zu features lie outside the DEM",
                              request->option, layer->file, layer->facts.name, features - inside,
                              features);
    }
    return TALUS_OK;
}

static talus_status read_vectors(const init_request *request, init_layer *layer, talus_error *error)
{
    const talus_init_options *options = request->options;
    const init_site *site = request->site;
    const geo_frame frame = geo_frame_of(
        &site->dem.grid, site->dem.crs_wkt, site->dem.east, site->dem.north,
        layer->needs_crs ? options->vectors_crs : NULL, layer->operation, options->allow_network);
    if (layer->needs_crs && options->vectors_crs == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "--%s %s, layer \"%s\" says no coordinate reference system: name it "
                               "with --vectors-crs EPSG:N, or --vectors-crs dem if its coordinates "
                               "are those of the DEM",
                               request->option, layer->file, layer->facts.name);
    }
    geo_vectors vectors = {0};
    talus_status status = geo_read_layer(layer->file, layer->facts.name, NULL, &frame,
                                         request->diagnostics, &vectors, error);
    if (status == TALUS_OK) {
        status = check_place(request, layer, &vectors, error);
        geo_vectors_clear(&vectors);
    }
    return status;
}

static void clear_values(init_layer *layer)
{
    for (size_t k = 0; k < layer->value_count; k++) {
        free(layer->values[k]);
    }
    layer->value_count = 0;
}

/// Distinct values of a field; none when there are too many or one is empty.
static talus_status read_values(const init_request *request, const char *field, init_layer *layer,
                                talus_error *error)
{
    geo_attribute attribute = {0};
    const talus_status status =
        geo_read_attribute(layer->file, layer->facts.name, NULL, field,
                           request->options->allow_network, &attribute, error);
    if (status != TALUS_OK) {
        return status;
    }
    bool is_good = true;
    for (size_t i = 0; i < attribute.count && is_good; i++) {
        size_t k = 0;
        while (k < layer->value_count && strcmp(layer->values[k], attribute.texts[i]) != 0) {
            k++;
        }
        is_good = k < INIT_VALUES_MOST && files_is_printable(attribute.texts[i]);
        if (is_good && k == layer->value_count) {
            // the attribute gives the text away
            layer->values[layer->value_count++] = attribute.texts[i];
            attribute.texts[i] = NULL;
        }
    }
    geo_attribute_clear(&attribute);
    if (!is_good) {
        clear_values(layer);
    }
    return TALUS_OK;
}

/// The attribute of which most values name a class.
static talus_status choose_field(const init_request *request, init_layer *layer, talus_error *error)
{
    double best = 0.0;
    for (size_t f = 0; f < layer->facts.field_count; f++) {
        init_layer trial = {.file = layer->file, .facts = layer->facts};
        const talus_status status = read_values(request, layer->facts.fields[f], &trial, error);
        if (status != TALUS_OK) {
            return status;
        }
        size_t known = 0;
        for (size_t k = 0; k < trial.value_count; k++) {
            known += request->preset_of(trial.values[k]) != NULL ? 1 : 0;
        }
        const double share =
            trial.value_count > 0 ? (double)known / (double)trial.value_count : 0.0;
        if (share > best) {
            best = share;
            clear_values(layer);
            memcpy(layer->values, trial.values, sizeof trial.values);
            layer->value_count = trial.value_count;
            memcpy(layer->field, layer->facts.fields[f], sizeof layer->field);
        } else {
            clear_values(&trial);
        }
    }
    return TALUS_OK;
}

/// Of several layers those are left out of which neither an attribute nor the name says the class.
static talus_status remove_unknown(const init_request *request, init_layers *layers,
                                   talus_error *error)
{
    size_t known = 0;
    for (size_t k = 0; k < layers->count; k++) {
        init_layer *layer = &layers->items[k];
        if (layer->field[0] != '\0' || request->preset_of(layer->facts.name) != NULL) {
            layers->items[known++] = *layer;
        } else {
            talus_diagnostics_say(request->diagnostics, TALUS_NOTE,
                                  "--%s %s: layer \"%s\" is left out, neither its name nor an "
                                  "attribute says what it is; --%s-layer would take it",
                                  request->option, layer->file, layer->facts.name, request->option);
        }
    }
    layers->count = known;
    return known > 0 ? TALUS_OK
                     : talus_error_set(
                           error, TALUS_ERROR_INPUT,
                           "--%s %s: no layer says by its name or by an attribute what it is: "
                           "choose one with --%s-layer NAME",
                           request->option, request->given.file, request->option);
}

static talus_status use_marked(const init_request *request, const geo_layer_facts *facts,
                               size_t count, init_layers *layers, talus_error *error)
{
    bool taken[GEO_LAYERS_MOST];
    talus_status status = choose_layers(request, facts, count, taken, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        if (!taken[k]) {
            continue;
        }
        init_layer *layer = &layers->items[layers->count++];
        layer->file = request->given.file;
        layer->operation = request->given.operation;
        layer->facts = facts[k];
        layer->needs_crs = !facts[k].has_crs;
        status = read_vectors(request, layer, error);
        if (status == TALUS_OK && request->preset_of != NULL) {
            status = choose_field(request, layer, error);
        }
    }
    if (status == TALUS_OK && layers->count > 1 && request->preset_of != NULL) {
        status = remove_unknown(request, layers, error);
    }
    return status;
}

talus_status init_read_layers(const init_request *request, init_layers *layers, talus_error *error)
{
    *layers = (init_layers){0};
    if (request->given.file == NULL) {
        return TALUS_OK;
    }
    geo_layer_facts *facts = NULL;
    size_t count = 0;
    talus_error found = {0};
    talus_status status = geo_read_layer_facts(request->given.file, request->options->allow_network,
                                               &facts, &count, &found);
    if (status != TALUS_OK) {
        return talus_error_set(error, status, "--%s: %.900s", request->option, found.message);
    }
    layers->items = calloc(count, sizeof *layers->items);
    status = layers->items != NULL ? use_marked(request, facts, count, layers, error)
                                   : talus_error_set(error, TALUS_ERROR_MEMORY,
                                                     "out of memory for %s", request->given.file);
    free(facts);
    return status;
}

void init_layers_clear(init_layers *layers)
{
    for (size_t k = 0; k < layers->count; k++) {
        clear_values(&layers->items[k]);
    }
    free(layers->items);
    *layers = (init_layers){0};
}
