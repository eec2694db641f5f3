// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of the directory with their scales, the important ones first, as many as a page can hold.
#include "studies/report/report.h"

#include "io/map/map_hazard.h"
#include "talus/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 600000, MOST_BYTES = 3500000, MOST_LAYERS = 200 };

/// A layer to be shown, in order of importance.
typedef struct entry {
    char name[ENSEMBLE_LAYER_TEXT];
    size_t rank;
} entry;

typedef struct entries {
    entry items[MOST_LAYERS];
    size_t count;
} entries;

static void add_entry(void *user, const char *name, const char *title)
{
    entries *list = user;
    catalogue_layer layer;
    (void)title;
    if (list->count < MOST_LAYERS && catalogue_find(name, &layer) &&
        (layer.source == CATALOGUE_RASTER || layer.source == CATALOGUE_BAND)) {
        entry *item = &list->items[list->count++];
        snprintf(item->name, sizeof item->name, "%s", name);
        item->rank = layer.rank;
    }
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->rank != y->rank) {
        return x->rank < y->rank ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

/// Largest value of a block of cells; NaN when none of them has one.
static double largest_of(const geo_image *image, size_t i0, size_t j0, size_t step)
{
    double largest = (double)NAN;
    for (size_t j = j0; j < j0 + step && j < image->ny; j++) {
        for (size_t i = i0; i < i0 + step && i < image->nx; i++) {
            const double value = (double)image->values[j * image->nx + i];
            largest =
                isnan(largest) || value > largest ? (isnan(value) ? largest : value) : largest;
        }
    }
    return largest;
}

/// How values become numbers: legend values from low to high, or their logarithms.
typedef struct coding {
    bool is_class, logarithmic, blanks_zero;
    double factor, low, high;
} coding;

static uint16_t code(const coding *c, double value)
{
    if (isnan(value) || (c->blanks_zero && !(value > 0.0))) {
        return REPORT_NODATA;
    }
    if (c->is_class) {
        return (uint16_t)(value < 0.0 ? 0.0 : value > 255.0 ? 255.0 : value);
    }
    const double shown = c->factor * value;
    return c->logarithmic ? report_quantise(talus_log(shown), talus_log(c->low), talus_log(c->high))
                          : report_quantise(shown, c->low, c->high);
}

static coding choose_coding(const campaign_layer *layer, const geo_image *image,
                            const map_scale *scale)
{
    coding c = {.is_class = catalogue_is_classes(layer),
                .logarithmic = scale->logarithmic,
                .blanks_zero = layer->is_amount,
                .factor = scale->factor,
                .low = HUGE_VAL,
                .high = -HUGE_VAL};
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        const double value = c.factor * (double)image->values[k];
        if (!isnan(value) && (!c.blanks_zero || value > 0.0)) {
            c.low = fmin(c.low, value);
            c.high = fmax(c.high, value);
        }
    }
    c.low = c.low < HUGE_VAL ? c.low : scale->low;
    c.high = c.high > c.low ? c.high : c.low + (c.logarithmic ? c.low : 1.0);
    return c;
}

static void add_class(files_text *text, const map_class *one, size_t value)
{
    char colour[8];
    snprintf(colour, sizeof colour, "#%02x%02x%02x", (unsigned)(255.0 * one->colour.r + 0.5),
             (unsigned)(255.0 * one->colour.g + 0.5), (unsigned)(255.0 * one->colour.b + 0.5));
    files_json_begin(text, NULL, '{');
    files_json_add_unsigned(text, "value", value);
    files_json_add_text(text, "title", one->title);
    files_json_add_text(text, "words", one->words);
    files_json_add_text(text, "colour", colour);
    files_json_add_bool(text, "hatched", one->hatched);
    files_json_end(text, '}');
}

static talus_status add_classes(report *r, const campaign_layer *layer, talus_error *error)
{
    map_classes classes = {0};
    const talus_status status = map_load_classes(r->directory, layer, &classes, error);
    if (status == TALUS_OK) {
        files_json_add_text(&r->data, "heading", classes.heading);
        files_json_add_text(&r->data, "note", classes.note);
        files_json_begin(&r->data, "classes", '[');
        for (size_t k = 0; k < classes.count; k++) {
            add_class(&r->data, &classes.items[k], k + 1);
        }
        if (classes.has_undecided) {
            add_class(&r->data, &classes.undecided, 0);
        }
        files_json_end(&r->data, ']');
    }
    map_clear_classes(&classes);
    return status;
}

static void describe(report *r, const campaign_layer *layer, const catalogue_meaning *meaning,
                     const map_scale *scale, const coding *c)
{
    files_json_add_text(&r->data, "name", layer->name);
    files_json_add_text(&r->data, "title", layer->title);
    files_json_add_text(&r->data, "unit", scale->unit);
    files_json_add_text(&r->data, "what", meaning->what);
    files_json_add_text(&r->data, "nothing", meaning->nothing);
    files_json_add_bool(&r->data, "logarithmic", c->logarithmic);
    files_json_add_bool(&r->data, "counts", scale->counts);
    files_json_add_bool(&r->data, "above", scale->above);
    files_json_add_number(&r->data, "code_low", c->low);
    files_json_add_number(&r->data, "code_high", c->high);
    files_json_add_number(&r->data, "low", scale->low);
    files_json_add_number(&r->data, "high", scale->high);
    files_json_add_number(&r->data, "max", scale->max);
    files_json_add_numbers(&r->data, "ticks", scale->ticks, scale->tick_count);
}

static talus_status add_cells(report *r, const char *name, const geo_image *image, const coding *c,
                              talus_error *error)
{
    char id[ENSEMBLE_LAYER_TEXT + 8];
    size_t step = 1;
    while (((image->nx - 1) / step + 1) * ((image->ny - 1) / step + 1) > MOST_CELLS) {
        step++;
    }
    const size_t nx = (image->nx - 1) / step + 1, ny = (image->ny - 1) / step + 1;
    uint16_t *values = malloc(nx * ny * sizeof *values + 1);
    if (values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a layer of a report");
    }
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            values[j * nx + i] = code(c, largest_of(image, i * step, j * step, step));
        }
    }
    files_json_add_unsigned(&r->data, "nx", nx);
    files_json_add_unsigned(&r->data, "ny", ny);
    files_json_add_unsigned(&r->data, "step", step);
    files_json_add_number(&r->data, "west", image->west);
    files_json_add_number(&r->data, "south", image->south);
    files_json_add_number(&r->data, "cell", image->cell * (double)step);
    snprintf(id, sizeof id, "layer:%s", name);
    const talus_status status = report_add_columns(r, id, values, 1, nx * ny, error);
    free(values);
    return status;
}

static talus_status add_layer(report *r, const char *name, talus_error *error)
{
    catalogue_layer layer;
    map_scale scale;
    geo_image image = {0};
    talus_status status = map_read_layer(r->directory, name, &layer, &image, error);
    if (status == TALUS_OK) {
        status = map_scale_fit(&layer.layer, &image, &scale, error);
    }
    if (status == TALUS_OK) {
        const coding c = choose_coding(&layer.layer, &image, &scale);
        files_json_begin(&r->data, NULL, '{');
        describe(r, &layer.layer, &layer.meaning, &scale, &c);
        status = c.is_class ? add_classes(r, &layer.layer, error) : TALUS_OK;
        status = status == TALUS_OK ? add_cells(r, name, &image, &c, error) : status;
        files_json_end(&r->data, '}');
    }
    geo_image_clear(&image);
    return status;
}

talus_status report_add_layers(report *r, talus_error *error)
{
    entries *list = calloc(1, sizeof *list);
    if (list == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the layers of a report");
    }
    talus_map_find_layers(r->directory, add_entry, list);
    qsort(list->items, list->count, sizeof *list->items, compare_entries);
    const size_t before = r->blobs.size;
    talus_status status = TALUS_OK;
    size_t k = 0;
    files_json_begin(&r->data, "layers", '[');
    for (; k < list->count && status == TALUS_OK && r->blobs.size - before < MOST_BYTES; k++) {
        status = add_layer(r, list->items[k].name, error);
    }
    files_json_end(&r->data, ']');
    r->facts.layers = k;
    if (status == TALUS_OK && k < list->count) {
        char why[160];
        snprintf(why, sizeof why, "%zu of %zu layers are left out, so that the page stays small",
                 list->count - k, list->count);
        report_miss(r, "layers", why);
    }
    free(list);
    return status;
}
