// SPDX-License-Identifier: GPL-3.0-or-later
// What the map of one layer shows.
#include "io/map/map_page.h"

#include <string.h>

/// Deposits are shown with the way that led to them, like all other layers, when passages.tif is
/// there.
static talus_status find_data(const char *directory, map_tile *tile, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_image passages = {0};
    tile->data = map_data_area(&tile->image);
    talus_status status = output_path(path, directory, "passages", ".tif", error);
    if (status != TALUS_OK || strcmp(tile->layer.name, "deposits") != 0 ||
        !output_file_exists(path)) {
        return status;
    }
    status = geo_read_image(path, &passages, error);
    if (status == TALUS_OK) {
        tile->data = map_data_area(&passages);
        geo_image_clear(&passages);
    }
    return status;
}

/// Classes with their colours; the map shows the sources whole.
static talus_status load_classes(const char *directory, map_tile *tile, talus_error *error)
{
    if (!catalogue_is_classes(&tile->layer)) {
        return TALUS_OK;
    }
    const talus_status status = map_load_classes(directory, &tile->layer, &tile->classes, error);
    for (size_t k = 0; k < tile->classes.count; k++) {
        tile->colours[k] = tile->classes.items[k].colour;
    }
    tile->scale.classes = tile->colours;
    tile->scale.class_count = tile->classes.count;
    tile->scale.undecided = tile->classes.undecided.colour;
    const geo_vectors *sources = &tile->classes.sources;
    for (size_t k = 0; k < sources->part_count; k++) {
        const double *xy = sources->parts[k].xy;
        const map_rectangle place = {xy[0], xy[1], xy[0], xy[1]};
        tile->data = map_join_areas(&tile->data, &place);
    }
    return status;
}

talus_status map_load_tile(const char *directory, const char *name, const char *minus,
                           map_tile *tile, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    catalogue_layer found;
    talus_status status = map_find_layer(directory, name, &found, path, error);
    tile->layer = found.layer;
    tile->meaning = found.meaning;
    if (status == TALUS_OK) {
        status = map_read_less(path, minus, tile->layer.name, &tile->image, error);
    }
    if (status == TALUS_OK) {
        status = find_data(directory, tile, error);
    }
    if (status == TALUS_OK) {
        const bool is_change = minus != NULL || found.source == CATALOGUE_DIFFERENCE;
        status = (is_change ? map_scale_fit_change : map_scale_fit)(&tile->layer, &tile->image,
                                                                    &tile->scale, error);
    }
    if (status == TALUS_OK) {
        status = load_classes(directory, tile, error);
    }
    return status == TALUS_OK ? map_load_tracks(directory, &tile->layer, &tile->tracks,
                                                &tile->meaning, &tile->data, &tile->scale, error)
                              : status;
}

void map_clear_tile(map_tile *tile)
{
    geo_image_clear(&tile->image);
    map_clear_tracks(&tile->tracks);
    map_clear_classes(&tile->classes);
}
