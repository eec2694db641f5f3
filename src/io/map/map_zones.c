// SPDX-License-Identifier: GPL-3.0-or-later
// Zones, sources and the legend of classes on a map.
#include "io/map/map_hazard.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const chart_rgb dark = {0.12, 0.13, 0.15};
static const chart_rgb release_colour = {0.36, 0.20, 0.05};

static void set_colour(cairo_t *cr, chart_rgb c, double alpha)
{
    cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha);
}

/// Lines from lower left to upper right through a box that is clipped by the caller.
static void hatch(cairo_t *cr, double x0, double y0, double x1, double y1, double unit)
{
    const double step = 9 * unit, high = y1 - y0;
    cairo_new_path(cr);
    for (double x = x0 - high; x < x1; x += step) {
        cairo_move_to(cr, x, y1);
        cairo_line_to(cr, x + high, y0);
    }
    cairo_set_line_width(cr, unit);
    set_colour(cr, dark, 0.35);
    cairo_stroke(cr);
}

/// @param rank of its polygons; 0: what is undecided
static void paint_zone(cairo_t *cr, const map_view *view, const map_classes *classes, size_t rank,
                       double unit)
{
    const map_class *zone = rank > 0 ? &classes->items[rank - 1] : &classes->undecided;
    map_trace(cr, view, &classes->zones, &classes->ranks, rank);
    set_colour(cr, zone->colour, 0.66);
    cairo_fill_preserve(cr);
    if (zone->hatched) {
        cairo_save(cr);
        cairo_clip(cr);
        hatch(cr, view->left, view->top, view->left + view->width, view->top + view->height, unit);
        cairo_restore(cr);
        map_trace(cr, view, &classes->zones, &classes->ranks, rank);
    }
    cairo_set_line_width(cr, 0.7 * unit);
    set_colour(cr, dark, zone->hatched ? 0.4 : 0.75);
    cairo_stroke(cr);
}

static void clip_to_frame(cairo_t *cr, const map_view *view)
{
    cairo_new_path(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
}

void map_paint_zones(cairo_t *cr, const map_view *view, const map_classes *classes, double unit)
{
    cairo_save(cr);
    clip_to_frame(cr, view);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (size_t rank = classes->has_undecided ? 0 : 1; rank <= classes->count; rank++) {
        paint_zone(cr, view, classes, rank, unit);
    }
    cairo_restore(cr);
}

static void paint_source(cairo_t *cr, double x, double y, double unit)
{
    cairo_arc(cr, x, y, 0.8 * unit, 0, 2 * TALUS_PI);
    cairo_fill(cr);
}

/// Of many sources some are left out, evenly by their order, so that the zones show between them.
void map_paint_sources(cairo_t *cr, const map_view *view, const map_classes *classes, double unit)
{
    enum { MOST_SOURCES = 8000 };
    const size_t step = classes->sources.part_count / MOST_SOURCES + 1;
    cairo_save(cr);
    clip_to_frame(cr, view);
    set_colour(cr, release_colour, 0.6);
    for (size_t k = 0; k < classes->sources.part_count; k += step) {
        const geo_part *part = &classes->sources.parts[k];
        double x, y;
        if (part->count > 0) {
            map_to_pixels(view, part->xy, &x, &y);
            paint_source(cr, x, y, unit);
        }
    }
    cairo_restore(cr);
}

/// Where the legend stands, and how far it has come.
typedef struct column {
    cairo_t *cr;
    double x, y, width, unit;
} column;

static void write_words(column *c, const char *words, double indent, double size, bool bold)
{
    const double line = 1.3 * size * c->unit;
    set_colour(c->cr, dark, 1);
    map_font(c->cr, size * c->unit, bold);
    const int lines = map_wrapped_text(c->cr, words, c->x + indent, c->y + size * c->unit,
                                       c->width - indent, line, true);
    c->y += lines * line;
}

/// Lines of their own, each wrapped.
static void write_lines(column *c, const char *words, double indent, double size)
{
    char line[MAP_CLASS_TEXT];
    for (const char *at = words; *at;) {
        const size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        write_words(c, line, indent, size, false);
        at += length + (at[length] == '\n');
    }
}

static void write_class(column *c, const map_class *class_)
{
    const double u = c->unit, high = 20 * u, wide = 30 * u;
    cairo_save(c->cr);
    cairo_new_path(c->cr);
    cairo_rectangle(c->cr, c->x, c->y, wide, high);
    set_colour(c->cr, class_->colour, 1);
    cairo_fill_preserve(c->cr);
    if (class_->hatched) {
        cairo_clip(c->cr);
        hatch(c->cr, c->x, c->y, c->x + wide, c->y + high, u);
        cairo_reset_clip(c->cr);
        cairo_rectangle(c->cr, c->x, c->y, wide, high);
    }
    cairo_set_line_width(c->cr, u);
    set_colour(c->cr, dark, 1);
    cairo_stroke(c->cr);
    cairo_restore(c->cr);
    c->y += 1 * u;
    write_words(c, class_->title, 40 * u, 15, true);
    write_lines(c, class_->words, 40 * u, 13);
    c->y += 12 * u;
}

static void write_line(column *c, chart_rgb colour, const char *words)
{
    cairo_new_path(c->cr);
    cairo_move_to(c->cr, c->x, c->y + 8 * c->unit);
    cairo_line_to(c->cr, c->x + 30 * c->unit, c->y + 8 * c->unit);
    cairo_set_line_width(c->cr, 2.2 * c->unit);
    set_colour(c->cr, colour, 1);
    cairo_stroke(c->cr);
    write_words(c, words, 40 * c->unit, 13, false);
    c->y += 4 * c->unit;
}

static void write_others(column *c, const map_classes *classes, const map_gauges *gauges)
{
    if (classes->sources.part_count > 0) {
        set_colour(c->cr, release_colour, 0.8);
        for (int k = 0; k < 9; k++) {
            paint_source(c->cr, c->x + (4 + k % 3 * 10 + k / 3 * 2) * c->unit,
                         c->y + (3 + k / 3 * 5) * c->unit, c->unit);
        }
        write_words(c, "sources: where rocks start", 40 * c->unit, 13, false);
        c->y += 4 * c->unit;
    }
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        const map_gauge_layer *layer = &gauges->layers[k];
        if (layer->vectors.part_count > 0) {
            write_line(c, map_gauge_colour(layer), layer->kind->word);
        }
    }
}

double map_classes_legend(cairo_t *cr, const map_classes *classes, const map_gauges *gauges,
                          const map_rectangle *place, double unit)
{
    column c = {cr, place->x0, place->y0, place->x1 - place->x0, unit};
    write_words(&c, classes->heading, 0, 15, true);
    c.y += 10 * unit;
    for (size_t k = classes->count; k-- > 0;) {
        write_class(&c, &classes->items[k]);
    }
    if (classes->has_undecided) {
        write_class(&c, &classes->undecided);
    }
    write_words(&c, classes->note, 0, 12, false);
    c.y += 10 * unit;
    write_others(&c, classes, gauges);
    return c.y;
}
