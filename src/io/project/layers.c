// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a directory: files that a GIS shows, their group, order, title and style.
#include "io/project/project.h"

#include "foundation/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

static talus_status append(project_layers *layers, const project_layer *layer, talus_error *error)
{
    if (!array_reserve(&layers->items, &layers->room, layers->count + 1, sizeof *layers->items)) {
        free(layer->style);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project");
    }
    layers->items[layers->count++] = *layer;
    return TALUS_OK;
}

static talus_status add_raster(const char *directory, const char *name, project_layers *layers,
                               talus_error *error)
{
    project_layer layer = {0};
    const int stem = (int)strlen(name) - 4;
    char path[OUTPUT_PATH_SIZE], plain[96];
    catalogue_layer known;
    size_t size = 0;
    snprintf(plain, sizeof plain, "%.*s", stem, name);
    snprintf(layer.id, sizeof layer.id, "raster_%.80s", plain);
    snprintf(layer.source, sizeof layer.source, "%.120s", name);
    layer.group = catalogue_group_of(plain, &layer.rank);
    layer.rank += layer.group == CATALOGUE_HAZARD ? 1 : 0; // below the zones
    if (layer.group == CATALOGUE_TERRAIN) {
        snprintf(layer.title, sizeof layer.title, "Terrain, hillshade");
    } else if (strcmp(plain, "sources") == 0) {
        snprintf(layer.title, sizeof layer.title, "Share of rocks that hit a screen or object");
    } else if (catalogue_find(plain, &known)) {
        const char *unit = known.layer.unit;
        const bool has_unit = strcmp(unit, "1") != 0 && strcmp(unit, "class") != 0;
        snprintf(layer.title, sizeof layer.title, "%.120s%s%.24s%s", known.layer.title,
                 has_unit ? " (" : "", has_unit ? unit : "", has_unit ? ")" : "");
    } else {
        snprintf(layer.title, sizeof layer.title, "%s", plain);
    }
    layer.is_shown = layer.group == CATALOGUE_TERRAIN || strcmp(plain, "reach_probability") == 0;
    talus_status status = output_path(path, directory, plain, ".qml", error);
    if (status == TALUS_OK && output_file_exists(path)) {
        status = files_read_text(path, &layer.style, &size, NULL, error);
    }
    return status == TALUS_OK ? append(layers, &layer, error) : status;
}

static talus_status add_vector(const char *file, const geo_layer_facts *facts,
                               const geo_rows *styles, project_layers *layers, talus_error *error)
{
    const catalogue_vector *known = catalogue_find_vector(facts->name);
    project_layer layer = {.group = CATALOGUE_ROCKS,
                           .rank = catalogue_vector_count,
                           .is_vector = true,
                           .kind = facts->kind,
                           .has_crs = facts->has_crs};
    snprintf(layer.id, sizeof layer.id, "vector_%.80s", facts->name);
    snprintf(layer.source, sizeof layer.source, "%.40s|layername=%.70s", file, facts->name);
    snprintf(layer.title, sizeof layer.title, "%.150s", facts->name);
    if (known != NULL) {
        layer.group = known->group;
        layer.rank = known->group == CATALOGUE_HAZARD ? 0 : (size_t)(known - catalogue_vectors);
        layer.is_shown = known->is_shown;
        snprintf(layer.title, sizeof layer.title, "%s", known->title);
    }
    for (size_t k = 0; k < styles->count && layer.style == NULL; k++) {
        if (strcmp(styles->texts[2 * k], facts->name) == 0) {
            layer.style = strdup(styles->texts[2 * k + 1]);
            if (layer.style == NULL) {
                return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project");
            }
        }
    }
    return append(layers, &layer, error);
}

static talus_status add_vectors(const char *directory, const char *name, project_layers *layers,
                                talus_error *error)
{
    static const char *const fields[] = {"f_table_name", "styleQML"};
    char path[OUTPUT_PATH_SIZE];
    geo_layer_facts *facts = NULL;
    geo_rows styles = {0};
    size_t count = 0;
    talus_status status = output_path(path, directory, name, "", error);
    if (status == TALUS_OK) {
        status = geo_read_layer_facts(path, false, &facts, &count, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        if (strcmp(facts[k].name, "layer_styles") == 0) {
            status = geo_read_rows(path, "layer_styles", fields, 2, &styles, error);
        }
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        if (facts[k].has_geometry && facts[k].feature_count > 0) {
            status = add_vector(name, &facts[k], &styles, layers, error);
        }
    }
    geo_rows_clear(&styles);
    free(facts);
    return status;
}

static int compare_layers(const void *a, const void *b)
{
    const project_layer *x = a, *y = b;
    if (x->group != y->group) {
        return x->group < y->group ? -1 : 1;
    }
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : strcmp(x->source, y->source);
}

/// Zones hide what lies below them, and a thousand paths hide the zones.
static void choose_shown(project_layers *layers)
{
    bool has_zones = false;
    for (size_t k = 0; k < layers->count; k++) {
        const project_layer *layer = &layers->items[k];
        has_zones = has_zones || (layer->group == CATALOGUE_HAZARD && layer->is_vector);
    }
    for (size_t k = 0; k < layers->count && has_zones; k++) {
        project_layer *layer = &layers->items[k];
        layer->is_shown =
            layer->is_shown && layer->group != CATALOGUE_ROCKS && layer->group != CATALOGUE_REACH;
    }
}

talus_status project_find_layers(const char *directory, const char *const *names, size_t count,
                                 project_layers *layers, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        if (strchr(names[k], '/') != NULL || strlen(names[k]) > 90) {
            continue; // of another directory
        }
        status = has_ending(names[k], ".tif")    ? add_raster(directory, names[k], layers, error)
                 : has_ending(names[k], ".gpkg") ? add_vectors(directory, names[k], layers, error)
                                                 : TALUS_OK;
    }
    if (status == TALUS_OK && layers->count > 0) {
        qsort(layers->items, layers->count, sizeof *layers->items, compare_layers);
        choose_shown(layers);
    }
    return status;
}

void project_clear_layers(project_layers *layers)
{
    for (size_t k = 0; k < layers->count; k++) {
        free(layers->items[k].style);
    }
    free(layers->items);
    *layers = (project_layers){0};
}
