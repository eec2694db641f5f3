// SPDX-License-Identifier: GPL-3.0-or-later
/// @file chart_render.h
/// A chart that is whole SVG text becomes a PDF or PNG. It refuses to know what is in it.
#ifndef TALUS_SRC_IO_CHART_CHART_RENDER_H
#define TALUS_SRC_IO_CHART_CHART_RENDER_H

#include "io/chart/canvas.h"

/// librsvg draws the text on a canvas of width x height px; a PNG has 300 pixels an inch. Letters of
/// a PDF stay letters, lines stay lines.
/// @return TALUS_ERROR_INTERNAL when librsvg cannot read the text, TALUS_ERROR_IO or _MEMORY
talus_status chart_render(const char *path, chart_format format, const files_text *svg,
                          double width, double height, talus_error *error);

#endif
