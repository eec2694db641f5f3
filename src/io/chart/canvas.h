// SPDX-License-Identifier: GPL-3.0-or-later
/// @file canvas.h
/// A picture that cairo draws and that becomes a PNG, PDF or SVG file. It knows formats and bytes; it
/// refuses to know what is drawn.
#ifndef TALUS_SRC_IO_CHART_CANVAS_H
#define TALUS_SRC_IO_CHART_CANVAS_H

#include "foundation/files/files.h"

#include <cairo.h>

/// What a picture is written as.
typedef enum chart_format { CHART_PNG, CHART_PDF, CHART_SVG } chart_format;
/// By the ending of a name, in capitals or not.
/// @return TALUS_ERROR_UNSUPPORTED for any other: the sentence names those there are
talus_status chart_format_of(const char *path, chart_format *format, talus_error *error);
/// Where a picture of width x height px is drawn.
typedef struct chart_canvas {
    chart_format format;
    cairo_surface_t *surface;
    files_text bytes; ///< of the file
} chart_canvas;
/// Raster pictures are made of whole pixels: sizes are rounded up.
/// @return what draws on it, in px; the caller destroys it before the canvas is cleared
cairo_t *chart_canvas_init(chart_canvas *canvas, chart_format format, double width, double height);
/// Write the file, whole or not at all.
talus_status chart_canvas_save(chart_canvas *canvas, cairo_t *cr, const char *path,
                               talus_error *error);
void chart_canvas_clear(chart_canvas *canvas);
/// Where cairo puts the bytes of a file: at the end of `closure`, a files_text.
cairo_status_t chart_canvas_append(void *closure, const unsigned char *data, unsigned int length);

#endif
