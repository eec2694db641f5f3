// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of maps is made of, from the files of a result directory.
#include "io/map/map_page.h"

#include "foundation/files/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One line on how the map came about.
static char *word_provenance(const files_json_node *root)
{
    double rocks = 0, step = 0;
    const char *scheme = files_json_text(files_json_member(root, "scheme"));
    const char *hash = files_json_text(files_json_member(root, "hash"));
    const char *version =
        files_json_text(files_json_member(files_json_member(root, "talus"), "version"));
    char text[512];
    files_json_number(files_json_member(root, "rocks"), &rocks);
    files_json_number(files_json_member(root, "time_step_s"), &step);
    if (files_json_member(root, "models") != NULL) { // no run of one scheme
        snprintf(text, sizeof text, "talus %s, %.15g rocks under each model",
                 version ? version : "?", rocks);
    } else {
        snprintf(text, sizeof text, "talus %s, %.15g rocks, %s scheme, time step %g s, hash %s",
                 version ? version : "?", rocks, scheme ? scheme : "?", step, hash ? hash : "?");
    }
    return files_clean_text(text);
}

static talus_status read_summary(const char *directory, const talus_map_options *options,
                                 map_page *page, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    talus_status status = output_path(path, directory, "summary", ".json", error);
    if (status == TALUS_OK) {
        status = files_json_read(path, &json, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *root = files_json_root(json);
    const char *title = files_json_text(files_json_member(root, "title"));
    double done = 0, requested = 0;
    files_json_number(files_json_member(root, "rocks"), &done);
    files_json_number(files_json_member(root, "rocks_requested"), &requested);
    page->partial = done < requested;
    title = options->title ? options->title : title ? title : "";
    page->title = files_clean_text(title);
    page->provenance = word_provenance(root);
    files_json_destroy(json);
    if (!page->title || !page->provenance) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the title");
    }
    return TALUS_OK;
}

static talus_status load_envelope(const talus_map_options *options, map_page *page,
                                  talus_error *error)
{
    if (!options->envelope) {
        return TALUS_OK;
    }
    if (!(options->envelope_level > 0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the level of the envelope is %g; expected a number > 0",
                               options->envelope_level);
    }
    const talus_status status = geo_read_image(options->envelope, &page->envelope, error);
    page->envelope_level = options->envelope_level;
    page->envelope_label = files_clean_text(options->envelope_label ? options->envelope_label : "");
    return status == TALUS_OK && !page->envelope_label
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the legend")
               : status;
}

/// One tile for each name of the list.
static talus_status load_tiles(const char *directory, const char *layers, const char *minus,
                               map_page *page, talus_error *error)
{
    talus_status status = TALUS_OK;
    page->tiles = calloc(MAP_TILES_MOST, sizeof *page->tiles);
    if (page->tiles == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for maps");
    }
    for (const char *at = layers; at != NULL && status == TALUS_OK;) {
        char name[256];
        const size_t length = strcspn(at, ",");
        if (page->tile_count == MAP_TILES_MOST) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "a page of maps of \"%.300s\": expected at most %d layers",
                                   layers, MAP_TILES_MOST);
        }
        snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), at);
        at = at[length] == ',' ? at + length + 1 : NULL;
        status = map_load_tile(directory, name, minus, &page->tiles[page->tile_count++], error);
    }
    return status;
}

/// Words that come with the rasters.
static talus_status read_words(map_page *page, talus_error *error)
{
    const geo_image *image = &page->tiles[0].image;
    char crs[256];
    geo_name_crs(image->crs_wkt, crs, sizeof crs);
    files_clean_copy(page->crs, sizeof page->crs, crs);
    page->attribution = files_clean_text(image->attribution ? image->attribution : "");
    return page->attribution
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the attribution");
}

talus_status map_load_page(const char *directory, const char *layers,
                           const talus_map_options *options, map_page *page, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    if (options->minus != NULL && strchr(layers, ',') != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "changes are drawn of one layer, found \"%.300s\"", layers);
    }
    talus_status status = load_tiles(directory, layers, options->minus, page, error);
    if (status == TALUS_OK) {
        status = read_summary(directory, options, page, error);
    }
    if (status == TALUS_OK) {
        status = load_envelope(options, page, error);
    }
    if (status == TALUS_OK) {
        status = output_find_terrain(directory, path, error);
    }
    if (status == TALUS_OK) {
        status = geo_read_image(path, &page->terrain, error);
    }
    if (status == TALUS_OK) {
        status = map_relief(&page->terrain, &page->shade, error);
    }
    if (status == TALUS_OK) {
        status = map_load_gauges(directory, &page->gauges, error);
    }
    if (status == TALUS_OK) {
        status = read_words(page, error);
    }
    return status;
}

void map_clear_page(map_page *page)
{
    for (size_t k = 0; k < page->tile_count; k++) {
        map_clear_tile(&page->tiles[k]);
    }
    free(page->tiles);
    geo_image_clear(&page->terrain);
    geo_image_clear(&page->envelope);
    map_clear_gauges(&page->gauges);
    free(page->shade);
    free(page->title);
    free(page->attribution);
    free(page->provenance);
    free(page->envelope_label);
}
