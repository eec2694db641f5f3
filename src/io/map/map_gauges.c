// SPDX-License-Identifier: GPL-3.0-or-later
// Screens, objects, dams, walls and nets over a map.
#include "io/map/map_gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const layer_names[MAP_GAUGE_LAYERS] = {"dams",    "walls",        "nets",
                                                          "objects", "object_lines", "screens"};

chart_rgb map_gauge_colour(const map_gauge_layer *layer)
{
    const unsigned char *rgb = layer->kind->colour;
    return (chart_rgb){rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0};
}

talus_status map_find_band(const char *path, const char *layer, size_t *band, talus_error *error)
{
    catalogue_layer found;
    geo_names names;
    *band = 0;
    if (!catalogue_find(layer, &found) || found.source != CATALOGUE_BAND) {
        return TALUS_OK;
    }
    talus_status status = geo_read_band_names(path, &names, error);
    if (status != TALUS_OK) {
        return status;
    }
    char name[64];
    for (; *band < names.count; ++*band) {
        talus_gauge_file_name(names.items[*band], name, sizeof name);
        if (strcmp(name, layer + sizeof "sources_" - 1) == 0) {
            break;
        }
    }
    if (*band == names.count) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, "%.300s has no band for \"%.60s\"", path,
                                 layer);
    }
    geo_names_clear(&names);
    return status;
}

talus_status map_read_vectors(const char *directory, const char *file, const char *layer,
                              const char *field, geo_vectors *vectors, geo_attribute *texts,
                              talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    // the rasters of the directory have the same coordinates
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem"};
    size_t count = 0;
    *vectors = (geo_vectors){0};
    talus_status status = output_path(path, directory, file, ".gpkg", error);
    if (status == TALUS_OK && output_file_exists(path)) {
        status = geo_count_features(path, layer, &count, error);
    }
    if (status == TALUS_OK && count > 0) {
        status = geo_read_layer(path, layer, NULL, &frame, NULL, vectors, error);
    }
    if (status == TALUS_OK && count > 0 && texts != NULL) {
        status = geo_read_attribute(path, layer, NULL, field, false, texts, error);
    }
    return status;
}

talus_status map_load_gauges(const char *directory, map_gauges *gauges, talus_error *error)
{
    talus_status status = TALUS_OK;
    *gauges = (map_gauges){0};
    for (size_t k = 0; k < MAP_GAUGE_LAYERS && status == TALUS_OK; k++) {
        map_gauge_layer *layer = &gauges->layers[k];
        layer->kind = catalogue_find_vector(layer_names[k]);
        status = map_read_vectors(directory, "results", layer_names[k], "name", &layer->vectors,
                                  &layer->names, error);
    }
    return status;
}

void map_clear_gauges(map_gauges *gauges)
{
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        geo_vectors_clear(&gauges->layers[k].vectors);
        geo_attribute_clear(&gauges->layers[k].names);
    }
}

void map_to_pixels(const map_view *view, const double *xy, double *x, double *y)
{
    *x = view->left + (xy[0] - view->west) / view->metres;
    *y = view->top + (view->north - xy[1]) / view->metres;
}

void map_trace(cairo_t *cr, const map_view *view, const geo_vectors *vectors,
               const geo_attribute *ranks, size_t rank)
{
    cairo_new_path(cr);
    for (size_t i = 0; i < vectors->part_count; i++) {
        const geo_part *part = &vectors->parts[i];
        if (ranks && (part->feature >= ranks->count ||
                      strtoul(ranks->texts[part->feature], NULL, 10) != rank)) {
            continue;
        }
        for (size_t k = 0; k < part->count; k++) {
            double x, y;
            map_to_pixels(view, part->xy + 2 * k, &x, &y);
            if (k == 0) {
                cairo_move_to(cr, x, y);
            } else {
                cairo_line_to(cr, x, y);
            }
        }
    }
}

/// Light below dark, so that lines show on any ground.
static void paint_layer(cairo_t *cr, const map_view *view, const geo_vectors *vectors,
                        chart_rgb colour, double unit)
{
    map_trace(cr, view, vectors, NULL, 0);
    if (vectors->kind == GEO_POLYGONS) {
        cairo_set_source_rgba(cr, colour.r, colour.g, colour.b, 0.35);
        cairo_fill_preserve(cr);
    }
    cairo_set_line_width(cr, 4.5 * unit);
    cairo_set_source_rgba(cr, 1, 1, 1, 0.85);
    cairo_stroke_preserve(cr);
    cairo_set_line_width(cr, 2.2 * unit);
    cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
    cairo_stroke(cr);
}

/// The name beside the easternmost point that is in view.
static void paint_name(cairo_t *cr, const map_view *view, const geo_part *part, const char *name,
                       chart_rgb colour, double unit)
{
    double east = -HUGE_VAL, north = 0.0;
    for (size_t k = 0; k < part->count; k++) {
        double x, y;
        map_to_pixels(view, part->xy + 2 * k, &x, &y);
        if (x > east && x < view->left + view->width && y > view->top &&
            y < view->top + view->height) {
            east = x;
            north = y;
        }
    }
    if (!isfinite(east)) {
        return;
    }
    char clean[256];
    files_clean_copy(clean, sizeof clean, name);
    map_font(cr, 13 * unit, true);
    const double wide = map_text_width(cr, clean), right = view->left + view->width;
    const double x = east + 7 * unit + wide < right ? east + 7 * unit : right - wide - 4 * unit;
    const double y = north + (x > east ? 4 : -8) * unit;
    cairo_new_path(cr);
    cairo_move_to(cr, x, y);
    cairo_text_path(cr, clean);
    cairo_set_line_width(cr, 3 * unit);
    cairo_set_source_rgba(cr, 1, 1, 1, 0.9);
    cairo_stroke_preserve(cr);
    cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
    cairo_fill(cr);
}

void map_paint_gauges(cairo_t *cr, const map_view *view, const map_gauges *gauges, double unit)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        const map_gauge_layer *layer = &gauges->layers[k];
        paint_layer(cr, view, &layer->vectors, map_gauge_colour(layer), unit);
    }
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        const map_gauge_layer *layer = &gauges->layers[k];
        for (size_t i = 0; i < layer->vectors.part_count; i++) {
            const geo_part *part = &layer->vectors.parts[i];
            const bool is_first = i == 0 || part[-1].feature != part->feature;
            if (is_first && part->feature < layer->names.count) {
                paint_name(cr, view, part, layer->names.texts[part->feature],
                           map_gauge_colour(layer), unit);
            }
        }
    }
    cairo_restore(cr);
}
