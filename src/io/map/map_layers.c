// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that can be drawn: those of a run, sources of screens and objects, products of a
// hazard assessment.
#include "foundation/base/array.h"
#include "io/map/map_hazard.h"
#include "io/map/map_tracks.h"

#include "foundation/files/files.h"
#include "talus/map.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// Layers found so far; names are owned.
typedef struct layer_names {
    char **items;
    size_t count, capacity;
} layer_names;

static void add_name(layer_names *names, const char *name)
{
    if (!array_reserve(&names->items, &names->capacity, names->count + 1, sizeof *names->items)) {
        return;
    }
    char *copy = strdup(name);
    if (copy) {
        names->items[names->count++] = copy;
    }
}

/// "sources_NAME" for each band of sources.tif.
static void add_sources(layer_names *names, const char *directory)
{
    char path[OUTPUT_PATH_SIZE];
    geo_names bands;
    if (output_path(path, directory, "sources", ".tif", NULL) != TALUS_OK ||
        geo_read_band_names(path, &bands, NULL) != TALUS_OK) {
        return;
    }
    for (size_t k = 0; k < bands.count; k++) {
        char name[OUTPUT_PATH_SIZE], part[64];
        talus_gauge_file_name(bands.items[k], part, sizeof part);
        snprintf(name, sizeof name, "sources_%s", part);
        add_name(names, name);
    }
    geo_names_clear(&bands);
}

void talus_map_find_layers(const char *directory,
                           void (*found)(void *user, const char *name, const char *title),
                           void *user)
{
    if (directory == NULL || found == NULL) {
        return;
    }
    layer_names names = {0};
    catalogue_layer layer;
    DIR *listing = opendir(directory);
    for (const struct dirent *entry = listing ? readdir(listing) : NULL; entry;
         entry = readdir(listing)) {
        char name[sizeof entry->d_name];
        const size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".tif") == 0) {
            snprintf(name, sizeof name, "%.*s", (int)(length - 4), entry->d_name);
            if (strcmp(name, "sources") == 0) {
                add_sources(&names, directory);
            } else if (catalogue_find(name, &layer) && layer.source != CATALOGUE_BAND) {
                // a file called sources_NAME.tif is the user's
                add_name(&names, name);
            }
        } else if (strcmp(entry->d_name, "results.gpkg") == 0) {
            add_name(&names, "sources");
            add_name(&names, "trajectories");
        }
    }
    if (listing) {
        closedir(listing);
    }
    if (names.count > 0) {
        qsort(names.items, names.count, sizeof *names.items, compare_names);
    }
    for (size_t k = 0; k < names.count; k++) {
        if (catalogue_find(names.items[k], &layer)) {
            found(user, names.items[k], layer.layer.title);
        }
        free(names.items[k]);
    }
    free(names.items);
}

typedef struct name_text {
    char text[600];
    size_t count;
} name_text;

static void join_name(void *user, const char *name, const char *title)
{
    name_text *list = user;
    const size_t used = strlen(list->text), length = strlen(name);
    (void)title;
    list->count++;
    if (used + length + 8 < sizeof list->text) {
        snprintf(list->text + used, sizeof list->text - used, "%s%s", used ? ", " : "", name);
    } else if (used + 6 < sizeof list->text && list->text[used - 1] != '.') {
        snprintf(list->text + used, sizeof list->text - used, ", ...");
    }
}

bool talus_map_why_no_zones(const char *directory, char *sentence, size_t size)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    if (output_path(path, directory, "hazard", ".json", NULL) != TALUS_OK ||
        !output_file_exists(path) || files_json_read(path, &json, NULL) != TALUS_OK) {
        return false;
    }
    const files_json_node *why = files_json_member(files_json_root(json), "no_zones");
    char *clean = files_json_text(why) != NULL ? files_clean_text(files_json_text(why)) : NULL;
    const bool is_given = clean != NULL;
    if (is_given) {
        snprintf(sentence, size, "%s", clean);
    }
    free(clean);
    files_json_destroy(json);
    return is_given;
}

static bool is_of_rules(const char *layer)
{
    return strcmp(layer, "zones") == 0 || strncmp(layer, "intensity_", 10) == 0;
}

/// The sentence about a layer that is not there.
static talus_status unknown_layer(const char *directory, const char *layer, talus_error *error)
{
    name_text list = {.text = ""};
    talus_map_find_layers(directory, join_name, &list);
    if (list.count == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "there are no raster layers in %.300s; expected the output "
                               "directory of a run",
                               directory);
    }
    char why[512];
    if (is_of_rules(layer) && talus_map_why_no_zones(directory, why, sizeof why)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "there is no layer \"%.60s\" in %.100s: %s; use %s", layer,
                               directory, why, list.text);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "there is no layer \"%.60s\" in %.100s; use %s", layer, directory,
                           list.text);
}

talus_status map_find_layer(const char *directory, const char *name, catalogue_layer *layer,
                            char path[OUTPUT_PATH_SIZE], talus_error *error)
{
    if (!catalogue_find(name, layer)) {
        return unknown_layer(directory, name, error);
    }
    const char *file = layer->source == CATALOGUE_TRACKS ? "terrain" // of the same coordinates
                       : layer->source == CATALOGUE_BAND ? "sources"
                                                         : name;
    size_t band = 0;
    const talus_status status = output_path(path, directory, file, ".tif", error);
    if (status != TALUS_OK || layer->source == CATALOGUE_TRACKS) {
        return status;
    }
    return !output_file_exists(path) || map_find_band(path, name, &band, error) == TALUS_ERROR_INPUT
               ? unknown_layer(directory, name, error)
               : TALUS_OK;
}

talus_status map_read_layer(const char *directory, const char *name, catalogue_layer *layer,
                            geo_image *image, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = map_find_layer(directory, name, layer, path, error);
    return status == TALUS_OK ? map_read_less(path, NULL, name, image, error) : status;
}
