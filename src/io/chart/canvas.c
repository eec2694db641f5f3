// SPDX-License-Identifier: GPL-3.0-or-later
// The finished picture as a file: PNG, PDF or SVG, by the ending of its name.
#include "io/chart/canvas.h"

#include "foundation/base/array.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define POINTS_PER_PIXEL 0.75 ///< 96 pixels are an inch, and so are 72 points

static const char *const endings[] = {
    [CHART_PNG] = ".png", [CHART_PDF] = ".pdf", [CHART_SVG] = ".svg"};

talus_status chart_format_of(const char *path, chart_format *format, talus_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    for (size_t k = 0; dot != NULL && k < sizeof endings / sizeof endings[0]; k++) {
        if (strcasecmp(dot, endings[k]) == 0) {
            *format = (chart_format)k;
            return TALUS_OK;
        }
    }
    return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                           "a picture called %.300s: found %s%.40s, expected a name that ends in "
                           ".png, .pdf or .svg",
                           path, dot != NULL ? "the ending " : "no ending", dot != NULL ? dot : "");
}

cairo_status_t chart_canvas_append(void *closure, const unsigned char *data, unsigned int length)
{
    files_text *text = closure;
    if (!array_reserve(&text->data, &text->capacity, text->size + length, 1)) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    memcpy(text->data + text->size, data, length);
    text->size += length;
    return CAIRO_STATUS_SUCCESS;
}

cairo_t *chart_canvas_init(chart_canvas *canvas, chart_format format, double width, double height)
{
    *canvas = (chart_canvas){.format = format};
    switch (format) {
    case CHART_PNG:
        canvas->surface =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
        break;
    case CHART_PDF:
        canvas->surface = cairo_pdf_surface_create_for_stream(chart_canvas_append, &canvas->bytes,
                                                              POINTS_PER_PIXEL * width,
                                                              POINTS_PER_PIXEL * height);
        // no date: equal pictures are equal files
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
        break;
    case CHART_SVG:
        canvas->surface =
            cairo_svg_surface_create_for_stream(chart_canvas_append, &canvas->bytes, width, height);
        cairo_svg_surface_set_document_unit(canvas->surface, CAIRO_SVG_UNIT_PX);
        break;
    }
    cairo_t *cr = cairo_create(canvas->surface);
    if (format == CHART_PDF) {
        cairo_scale(cr, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
    }
    return cr;
}

talus_status chart_canvas_save(chart_canvas *canvas, cairo_t *cr, const char *path,
                               talus_error *error)
{
    cairo_status_t state = cairo_status(cr);
    if (state == CAIRO_STATUS_SUCCESS && canvas->format == CHART_PNG) {
        state =
            cairo_surface_write_to_png_stream(canvas->surface, chart_canvas_append, &canvas->bytes);
    } else if (state == CAIRO_STATUS_SUCCESS) {
        cairo_show_page(cr);
        cairo_surface_finish(canvas->surface); // the last bytes
        state = cairo_surface_status(canvas->surface);
    }
    return state == CAIRO_STATUS_SUCCESS
               ? files_write_all(path, canvas->bytes.data, canvas->bytes.size, error)
           : state == CAIRO_STATUS_NO_MEMORY
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path)
               : talus_error_set(error, TALUS_ERROR_INTERNAL, "the picture could not be drawn: %s",
                                 cairo_status_to_string(state));
}

void chart_canvas_clear(chart_canvas *canvas)
{
    cairo_surface_destroy(canvas->surface); // may write: before the bytes go
    files_text_clear(&canvas->bytes);
}
