// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers a result directory has.
#include "studies/export/export.h"

#include "io/directory/manifest.h"
#include "io/products/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_name(const export_layer *layer)
{
    static const char *const names[] = {[GEO_POINTS] = "points",
                                        [GEO_LINES] = "lines",
                                        [GEO_POLYGONS] = "polygons",
                                        [GEO_FLAT_POLYGONS] = "polygons"};
    return layer->is_raster ? "raster" : layer->has_geometry ? names[layer->kind] : "table";
}

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static void append(export_layers *layers, const export_layer *layer)
{
    if (layers->count < EXPORT_LAYERS_MOST) {
        layers->items[layers->count++] = *layer;
    }
}

static talus_status add_vectors(const char *directory, const char *name, export_layers *layers,
                                talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_layer_facts *facts = NULL;
    size_t count = 0;
    talus_status status = output_path(path, directory, name, "", error);
    if (status == TALUS_OK) {
        status = geo_read_layer_facts(path, false, &facts, &count, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        export_layer layer = {.has_geometry = facts[k].has_geometry,
                              .kind = facts[k].kind,
                              .features = facts[k].feature_count};
        snprintf(layer.file, sizeof layer.file, "%s", name);
        snprintf(layer.name, sizeof layer.name, "%s", facts[k].name);
        if (strcmp(layer.name, "layer_styles") != 0) {
            append(layers, &layer);
        }
    }
    free(facts);
    return status;
}

static void add_raster(const char *name, export_layers *layers)
{
    export_layer layer = {.is_raster = true};
    snprintf(layer.file, sizeof layer.file, "%s", name);
    snprintf(layer.name, sizeof layer.name, "%.*s", (int)strlen(name) - 4, name);
    append(layers, &layer);
}

/// Files of sub-directories belong to variants of a study, which are directories of their own.
static bool is_of_this_directory(const char *name)
{
    return strchr(name, '/') == NULL && strlen(name) < EXPORT_NAME_SIZE;
}

talus_status export_find(const char *directory, export_layers *layers, talus_error *error)
{
    manifest list = {0};
    layers->count = 0;
    talus_status status = directory_read_manifest(directory, &list, error);
    for (size_t k = 0; k < list.count && status == TALUS_OK; k++) {
        const char *name = list.items[k].name;
        if (is_of_this_directory(name) && has_ending(name, ".gpkg")) {
            status = add_vectors(directory, name, layers, error);
        }
    }
    for (size_t k = 0; k < list.count && status == TALUS_OK; k++) {
        const char *name = list.items[k].name;
        if (is_of_this_directory(name) && has_ending(name, ".tif")) {
            add_raster(name, layers);
        }
    }
    manifest_clear(&list);
    return status;
}

void talus_export_find_layers(const char *directory,
                              void (*found)(void *user, const char *name, const char *kind,
                                            size_t features),
                              void *user)
{
    export_layers *layers = calloc(1, sizeof *layers);
    if (layers != NULL && directory != NULL && found != NULL &&
        export_find(directory, layers, NULL) == TALUS_OK) {
        for (size_t k = 0; k < layers->count; k++) {
            const export_layer *layer = &layers->items[k];
            found(user, layer->name, kind_name(layer), layer->features);
        }
    }
    free(layers);
}
