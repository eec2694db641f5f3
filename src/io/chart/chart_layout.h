// SPDX-License-Identifier: GPL-3.0-or-later
/// @file chart_layout.h
/// Where everything of a chart stands, in px. It refuses to draw.
#ifndef TALUS_SRC_IO_CHART_CHART_LAYOUT_H
#define TALUS_SRC_IO_CHART_CHART_LAYOUT_H

#include "io/chart/chart_parts.h"

/// Font sizes, px.
#define CHART_TITLE 15.0
#define CHART_PANEL_TITLE 12.5
#define CHART_NOTE 10.0
#define CHART_TICK 11.0

#define CHART_MM (96.0 / 25.4) ///< px of a millimetre

/// One panel.
typedef struct chart_place {
    chart_view view;
    chart_scale colours;      ///< of the grid
    double left, right, head; ///< margins of the frame, without title and legend
    double foot;              ///< second row of names below the frame; 0 = one row
    double name_size;         ///< of the labels below the frame
    double title_height;      ///< 0 = no title
    double title_width;       ///< of its lines
    double legend_height;     ///< of rows above the frame; 0 = none there
    bool legend_inside;
    double legend_x, legend_y; ///< upper left corner inside the frame; x of rows above it
    double legend_width;       ///< of rows
} chart_place;

typedef struct chart_layout {
    size_t columns;
    double panel_width, panel_height, width, height;
    double top; ///< of the first row of panels
    double title_y, legend_y, note_y;
    bool shared_legend;  ///< one above all panels
    chart_place *places; ///< one per panel, zeroed by the caller
} chart_layout;

/// @return TALUS_ERROR_ARGUMENT for a grid without cells, or _MEMORY
talus_status chart_layout_make(const chart *page, chart_layout *layout, talus_error *error);

#endif
