// SPDX-License-Identifier: GPL-3.0-or-later
// The SVG text of a chart on a canvas.
#include "io/chart/chart_render.h"

#include <librsvg/rsvg.h>

static const double PNG_PIXELS = 300.0 / 96.0; ///< of one px

talus_status chart_render(const char *path, chart_format format, const files_text *svg,
                          double width, double height, talus_error *error)
{
    const double scale = format == CHART_PNG ? PNG_PIXELS : 1.0;
    const RsvgRectangle page = {.width = width, .height = height};
    GError *wrong = NULL;
    chart_canvas canvas;
    RsvgHandle *handle =
        rsvg_handle_new_from_data((const guint8 *)svg->data, (gsize)svg->size, &wrong);
    cairo_t *cr = chart_canvas_init(&canvas, format, scale * width, scale * height);
    cairo_set_source_rgb(cr, 1.0, 1.0, 1.0); // to the rim of the last pixel
    cairo_paint(cr);
    cairo_scale(cr, scale, scale);
    const bool is_drawn =
        handle != NULL && rsvg_handle_render_document(handle, cr, &page, &wrong) != FALSE;
    const talus_status status =
        is_drawn ? chart_canvas_save(&canvas, cr, path, error)
                 : talus_error_set(error, TALUS_ERROR_INTERNAL, "the chart could not be drawn: %s",
                                   wrong != NULL ? wrong->message : "");
    cairo_destroy(cr);
    chart_canvas_clear(&canvas);
    if (handle != NULL) {
        g_object_unref(handle);
    }
    g_clear_error(&wrong);
    return status;
}
