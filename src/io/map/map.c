// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of layers of a result directory: one, or several as tiles of a page; and the file.
#include "io/map/map_page.h"

#include "foundation/base/sized.h"

#include <stdio.h>
#include <string.h>

enum { MAP_WIDTH = 1200, PAGE_WIDTH = 1800, MAP_WIDTH_MIN = 320, MAP_WIDTH_MAX = 10000 };

static void ink(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
}

/// One line of small type below the maps that ends at their right side.
static void draw_right(cairo_t *cr, const map_page *page, const char *text, double y)
{
    const double u = page->unit;
    const double most = 0.55 * (page->right - page->left);
    map_font(cr, 13 * u, false);
    const double wide = map_text_width(cr, text);
    map_fitted_text(cr, text, page->right - (wide < most ? wide : most), y, most, 13 * u, 9 * u,
                    false);
}

/// What the tile shows, above its frame. A single one says there that results are partial.
static void draw_heading(cairo_t *cr, const map_page *page, const map_tile *tile)
{
    const double u = page->unit;
    const map_view *view = &tile->view;
    char heading[224], unit[48] = "";
    if (tile->classes.count == 0) {
        snprintf(unit, sizeof unit, " (%s)", tile->scale.unit);
    }
    const bool is_single = page->tile_count == 1;
    snprintf(heading, sizeof heading, "%s%s%s%s", tile->layer.title,
             tile->scale.diverging ? ", change" : "", unit,
             page->partial && is_single ? "   PARTIAL RESULTS: the run was interrupted" : "");
    ink(cr);
    map_fitted_text(cr, heading, view->left, view->top - 14 * u,
                    is_single ? page->width - 56 * u : view->width + tile->column - 24 * u, 18 * u,
                    11 * u, false);
}

/// Title above, small type below; of several tiles the arrow stands beside the title.
static void draw_words(cairo_t *cr, const map_page *page)
{
    const double u = page->unit, wide = page->width - 56 * u;
    const double below = page->below;
    char title[600];
    snprintf(title, sizeof title, "%.540s%s", page->title,
             page->partial && page->tile_count > 1 ? "   PARTIAL RESULTS: the run was interrupted"
                                                   : "");
    ink(cr);
    map_fitted_text(cr, title, page->left, 44 * u, page->tile_count > 1 ? wide - 60 * u : wide,
                    26 * u, 14 * u, true);
    draw_right(cr, page, page->crs, below + 24 * u);
    if (page->contours > 0) {
        char text[64];
        snprintf(text, sizeof text, "contours every %.6g m", page->contours);
        draw_right(cr, page, text, below + 42 * u);
    }
    cairo_set_source_rgb(cr, 0.32, 0.34, 0.37);
    map_fitted_text(cr, page->provenance, page->left, below + 66 * u, wide, 12 * u, 8 * u, false);
    map_font(cr, 12 * u, false);
    map_wrapped_text(cr, page->attribution, page->left, below + 83 * u, wide, 16 * u, true);
}

static void draw_legend(cairo_t *cr, const map_page *page, const map_tile *tile)
{
    const double u = page->unit;
    map_rectangle place = map_legend_place(page, tile);
    if (tile->classes.count > 0) {
        (void)map_classes_legend(cr, &tile->classes, &page->gauges, &place, u);
        return;
    }
    if (page->tile_count > 1) { // words below the bar end with the frame
        map_font(cr, 13 * u, false);
        place.y1 -=
            17 * u *
            (map_wrapped_text(cr, tile->meaning.nothing, 0, 0, place.x1 - place.x0, 17 * u, false) -
             1);
    }
    place.y1 = place.y1 < place.y0 + 560 * u ? place.y1 : place.y0 + 560 * u;
    map_legend(cr, &tile->scale, &tile->meaning, &place, u);
}

/// What lies over relief and layer.
static void draw_over(cairo_t *cr, const map_page *page, const map_tile *tile, bool discs)
{
    const double u = page->unit;
    const map_view *view = &tile->view;
    map_paint_zones(cr, view, &tile->classes, u);
    map_paint_contours(cr, view, &page->terrain, page->contours, u);
    map_paint_sources(cr, view, &tile->classes, u);
    map_paint_tracks(cr, view, &tile->tracks, &tile->scale, u);
    if (discs) {
        map_paint_discs(cr, view, &tile->image, &tile->scale, u);
    }
    map_paint_gauges(cr, view, &page->gauges, u);
    if (page->envelope.values) {
        map_paint_envelope(cr, view, &page->envelope, page->envelope_level, u);
    }
}

static talus_status draw_tile(cairo_t *cr, const map_page *page, const map_tile *tile,
                              talus_error *error)
{
    const map_view *view = &tile->view;
    const bool discs = strcmp(tile->layer.name, "deposits") == 0;
    const bool has_cells =
        !discs && tile->classes.zones.part_count == 0 && tile->tracks.vectors.part_count == 0;
    const talus_status status =
        map_paint_frame(cr, view, &page->terrain, page->shade, has_cells ? &tile->image : NULL,
                        &tile->scale, error);
    if (status != TALUS_OK) {
        return status;
    }
    draw_over(cr, page, tile, discs);
    ink(cr);
    cairo_set_line_width(cr, page->unit);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_stroke(cr);
    draw_heading(cr, page, tile);
    draw_legend(cr, page, tile);
    return TALUS_OK;
}

static talus_status draw(cairo_t *cr, const map_page *page, talus_error *error)
{
    const double u = page->unit, wide = page->right - page->left;
    const map_tile *first = &page->tiles[0];
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    for (size_t k = 0; k < page->tile_count; k++) {
        const talus_status status = draw_tile(cr, page, &page->tiles[k], error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    draw_words(cr, page);
    if (page->envelope.values) {
        map_envelope_legend(cr, page->envelope_label, page->left + 0.37 * wide,
                            page->below + 42 * u, 0.42 * wide, u);
    }
    if (page->tile_count == 1) {
        map_north_arrow(cr, map_legend_place(page, first).x0, first->view.top, u);
    } else {
        map_north_arrow(cr, page->right - 22 * u, 8 * u, u);
    }
    map_scale_bar(cr, &first->view, page->left, page->below + 14 * u, u);
    return TALUS_OK;
}

static talus_status lay_out(map_page *page, int width, size_t columns, talus_error *error)
{
    cairo_surface_t *probe = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
    cairo_t *measure = cairo_create(probe);
    const talus_status status = map_lay_out_page(page, width, columns, measure, error);
    cairo_destroy(measure);
    cairo_surface_destroy(probe);
    return status;
}

static talus_status make_picture(const map_page *page, chart_format format, const char *path,
                                 talus_error *error)
{
    chart_canvas canvas;
    cairo_t *cr = chart_canvas_init(&canvas, format, page->width, page->height);
    talus_status status = draw(cr, page, error);
    if (status == TALUS_OK) {
        status = chart_canvas_save(&canvas, cr, path, error);
    }
    cairo_destroy(cr);
    chart_canvas_clear(&canvas);
    return status;
}

void talus_map_options_defaults(talus_map_options *options, size_t size)
{
    const talus_map_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_map_draw(const char *directory, const char *layer, const char *path,
                            const talus_map_options *options, talus_error *error)
{
    if (directory == NULL || layer == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory, the layer or the path is NULL");
    }
    talus_map_options own = talus_map_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_map_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    map_page page = {0};
    const int width = own.width != 0               ? own.width
                      : strchr(layer, ',') == NULL ? MAP_WIDTH
                                                   : PAGE_WIDTH;
    if (width < MAP_WIDTH_MIN || width > MAP_WIDTH_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the picture is to be %d px wide; expected %d to %d", width,
                               MAP_WIDTH_MIN, MAP_WIDTH_MAX);
    }
    chart_format format = CHART_PNG;
    status = chart_format_of(path, &format, error);
    if (status == TALUS_OK) {
        status = map_load_page(directory, layer, &own, &page, error);
    }
    if (status == TALUS_OK) {
        status = lay_out(&page, width, own.columns, error);
    }
    if (status == TALUS_OK) {
        status = make_picture(&page, format, path, error);
    }
    map_clear_page(&page);
    return status;
}
