// SPDX-License-Identifier: GPL-3.0-or-later
// Paths and starts of single rocks over the relief.
#include "io/map/map_tracks.h"

#include "io/map/map_gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Points of a path that lie closer than this in the picture are left out.
#define LEAST_STEP 0.7 // px

static const struct {
    const char *name;
    const char *layer, *field; ///< of results.gpkg
} track_layers[] = {{"trajectories", "trajectories", "energy_max_kj"},
                    {"sources", "releases", "runout_m"}};

/// @return index into track_layers, their number for another name
static size_t find_name(const char *name)
{
    size_t k = 0;
    while (k < sizeof track_layers / sizeof track_layers[0] &&
           strcmp(track_layers[k].name, name) != 0) {
        k++;
    }
    return k;
}

typedef struct ranked {
    float value;
    size_t part;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value) {
        return x->value < y->value ? -1 : 1;
    }
    return x->part < y->part ? -1 : x->part > y->part;
}

/// Values of the parts from `first` on; `texts` has one for each feature.
static void read_values(map_tracks *tracks, size_t first, const geo_attribute *texts)
{
    for (size_t k = first; k < tracks->vectors.part_count; k++) {
        const size_t feature = tracks->vectors.parts[k].feature;
        const char *text = feature < texts->count ? texts->texts[feature] : "";
        tracks->values[k] = text[0] != '\0' ? strtof(text, NULL) : 0.0F;
    }
}

/// The parts of `more`, which is left empty, after those of the tracks, and their values.
static talus_status append(map_tracks *tracks, geo_vectors *more, const geo_attribute *texts,
                           talus_error *error)
{
    geo_vectors *vectors = &tracks->vectors;
    const size_t before = vectors->part_count, count = before + more->part_count;
    geo_part *parts = realloc(vectors->parts, count * sizeof *parts + 1);
    vectors->parts = parts != NULL ? parts : vectors->parts;
    float *values = realloc(tracks->values, count * sizeof *values + 1);
    tracks->values = values != NULL ? values : tracks->values;
    if (parts == NULL || values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu paths", count);
    }
    for (size_t k = before; k < count; k++) {
        parts[k] = more->parts[k - before];
    }
    vectors->kind = before == 0 ? more->kind : vectors->kind;
    vectors->part_count = count;
    more->part_count = 0;
    read_values(tracks, before, texts);
    return TALUS_OK;
}

/// Read a layer of results.gpkg to the end of the tracks.
static talus_status add_layer(map_tracks *tracks, const char *directory, const char *layer,
                              const char *field, talus_error *error)
{
    geo_vectors more = {.part_count = 0};
    geo_attribute texts = {.count = 0};
    talus_status status =
        map_read_vectors(directory, "results", layer, field, &more, &texts, error);
    status = status == TALUS_OK ? append(tracks, &more, &texts, error) : status;
    geo_vectors_clear(&more);
    geo_attribute_clear(&texts);
    return status;
}

/// The largest values are drawn last.
static talus_status rank(map_tracks *tracks, talus_error *error)
{
    const size_t count = tracks->vectors.part_count;
    ranked *list = malloc(count * sizeof *list + 1);
    tracks->order = malloc(count * sizeof *tracks->order + 1);
    if (list == NULL || tracks->order == NULL) {
        free(list);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu paths", count);
    }
    for (size_t k = 0; k < count; k++) {
        list[k] = (ranked){tracks->values[k], k};
    }
    qsort(list, count, sizeof *list, compare_ranked);
    for (size_t k = 0; k < count; k++) {
        tracks->order[k] = list[k].part;
    }
    free(list);
    return TALUS_OK;
}

static map_rectangle bounds(const geo_vectors *vectors)
{
    map_rectangle box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t k = 0; k < vectors->part_count; k++) {
        const geo_part *part = &vectors->parts[k];
        for (size_t i = 0; i < part->count; i++) {
            box.x0 = fmin(box.x0, part->xy[2 * i]);
            box.x1 = fmax(box.x1, part->xy[2 * i]);
            box.y0 = fmin(box.y0, part->xy[2 * i + 1]);
            box.y1 = fmax(box.y1, part->xy[2 * i + 1]);
        }
    }
    return box;
}

talus_status map_load_tracks(const char *directory, const campaign_layer *layer, map_tracks *tracks,
                             catalogue_meaning *meaning, map_rectangle *data, map_scale *scale,
                             talus_error *error)
{
    const size_t k = find_name(layer->name);
    if (k == sizeof track_layers / sizeof track_layers[0]) {
        return TALUS_OK;
    }
    const char *name = track_layers[k].layer, *field = track_layers[k].field;
    talus_status status = add_layer(tracks, directory, name, field, error);
    const size_t rocks = tracks->vectors.part_count;
    if (status == TALUS_OK && rocks == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s has no %s: expected the layer \"%s\" in results.gpkg; a "
                                 "run records as many rocks as outputs.trajectories says",
                                 directory, layer->name, name);
    }
    if (status == TALUS_OK && tracks->vectors.kind == GEO_LINES) {
        status = add_layer(tracks, directory, "fragments", field, error);
    }
    if (status == TALUS_OK && tracks->vectors.part_count > rocks) {
        snprintf(meaning->what, sizeof meaning->what,
                 "a line for each recorded rock and each other body of its event");
    }
    if (status == TALUS_OK) {
        status = rank(tracks, error);
    }
    if (status == TALUS_OK) {
        const geo_image values = {
            .nx = tracks->vectors.part_count, .ny = 1, .values = tracks->values};
        *data = bounds(&tracks->vectors);
        status = map_scale_fit(layer, &values, scale, error);
    }
    return status;
}

void map_clear_tracks(map_tracks *tracks)
{
    geo_vectors_clear(&tracks->vectors);
    free(tracks->values);
    free(tracks->order);
}

static void trace_line(cairo_t *cr, const map_view *view, const geo_part *part)
{
    double last_x = 0.0, last_y = 0.0;
    cairo_new_path(cr);
    for (size_t k = 0; k < part->count; k++) {
        double x = 0.0, y = 0.0;
        map_to_pixels(view, part->xy + 2 * k, &x, &y);
        const bool is_far = fabs(x - last_x) + fabs(y - last_y) > LEAST_STEP;
        if (k == 0) {
            cairo_move_to(cr, x, y);
        } else if (is_far || k + 1 == part->count) {
            cairo_line_to(cr, x, y);
        }
        if (k == 0 || is_far) {
            last_x = x;
            last_y = y;
        }
    }
}

void map_paint_tracks(cairo_t *cr, const map_view *view, const map_tracks *tracks,
                      const map_scale *scale, double unit)
{
    const bool are_points = tracks->vectors.kind == GEO_POINTS;
    cairo_save(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (size_t k = 0; k < tracks->vectors.part_count; k++) {
        const size_t index = tracks->order[k];
        const geo_part *part = &tracks->vectors.parts[index];
        const chart_rgb colour = map_value_colour(scale, (double)tracks->values[index]);
        cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
        if (are_points) {
            double x = 0.0, y = 0.0;
            map_to_pixels(view, part->xy, &x, &y);
            cairo_arc(cr, x, y, 2.2 * unit, 0.0, 2.0 * TALUS_PI);
            cairo_fill(cr);
        } else {
            trace_line(cr, view, part);
            cairo_set_line_width(cr, 1.1 * unit);
            cairo_stroke(cr);
        }
    }
    cairo_restore(cr);
}
