// SPDX-License-Identifier: GPL-3.0-or-later
/// @file chart.h
/// Charts as SVG, PDF or PNG files: lines, points, steps, bands, bars and coloured grids in panels with axes,
/// legend and title. It knows numbers and labels; it refuses to know what they mean.
/// Equal charts give equal bytes. Points that are not finite break a line and are left out of
/// ranges. Text is UTF-8; control characters become spaces; letters and digits behind a single
/// letter and "_" become its subscript, the hyphen before a number its sign. Long series are thinned to what a
/// picture can show, extremes kept, so that a file stays below 300 kB.
#ifndef TALUS_SRC_IO_CHART_CHART_H
#define TALUS_SRC_IO_CHART_CHART_H

#include "talus/directory.h"

typedef enum chart_mark {
    CHART_LINE,
    CHART_POINTS,
    CHART_STEPS, ///< y[i] holds from x[i] to x[i + 1]
    CHART_BAND,  ///< area between y and y2
    CHART_BARS,  ///< from 0 (or the axis) to y, centred at x, as wide as the spacing; several
                 ///< series of bars in a panel stand side by side
    CHART_ERRORS ///< point at y with a bar from low = y2[2 i] to high = y2[2 i + 1]
} chart_mark;

typedef struct chart_series {
    const char *label; ///< legend entry; NULL = none
    const double *x, *y;
    const double *y2; ///< of CHART_BAND (count) and CHART_ERRORS (2 count); else NULL
    size_t count;
    chart_mark mark;
    int colour; ///< index of the palette (8 colours that colour-blind readers can distinguish); < 0 = grey
    bool dashed;
    double width; ///< px of a line, or across a point, which then is round; 0 = default
} chart_series;

typedef struct chart_axis {
    const char *label; ///< with the unit: "angular velocity (rad/s)"
    bool logarithmic;
    double from, to;          ///< both 0 = chosen from the data; from > to is turned round
    const char *const *names; ///< tick labels at 0, 1, 2 ... instead of numbers; NULL = none
    size_t name_count;
} chart_axis;

/// A raster in the data's coordinates, row 0 at the bottom; NaN cells stay empty. All cells are
/// drawn equally large: on a logarithmic axis they are of equal ratio.
typedef struct chart_grid {
    const double *values; ///< (ny x nx); NULL = colours alone, without a colour bar
    size_t nx, ny;
    double x0, y0, x1, y1; ///< outer corners
    double low, high;      ///< of the colour scale; both 0 = from the data
    bool diverging;        ///< two-sided colours about 0 instead of light to dark
    bool logarithmic;      ///< colour scale; values <= 0 stay empty
    const char *label;     ///< of the colour bar
    /// (ny x nx) palette colours of cells without a value, CHART_NO_COLOUR = none; NULL = none at
    /// all. Their names are labels of empty series of CHART_BARS.
    const signed char *colours;
} chart_grid;
enum { CHART_NO_COLOUR = -128 };

typedef struct chart_panel {
    const char *title; ///< NULL = none
    chart_axis x, y;
    bool equal;             ///< one unit of x as long as one of y
    bool bare;              ///< no frame, ticks and grid lines: a drawing
    const chart_grid *grid; ///< drawn below the series; NULL = none
    const chart_series *series;
    size_t series_count;
} chart_panel;

typedef struct chart {
    const char *title;                ///< NULL = none
    const char *note;                 ///< small line at the bottom: what was run; NULL = none
    double panel_width, panel_height; ///< px, with axis labels; 0 = 460 x 300; 160 to 4000
    /// Of the whole picture; 0 = as the panels need it. Letters keep their size (labels 9 pt, ticks
    /// 8.25 pt), panels that would become too narrow stand in fewer columns. Letters shrink to two
    /// thirds where frames would take less than two fifths of the height, and further where panels
    /// or entries of legends do not fit even then.
    double width_mm, height_mm;
    size_t columns; ///< panels in a row; 0 = 1
    const chart_panel *panels;
    size_t panel_count;
} chart;

/// Write the chart, atomically, as what the ending of its name says: .svg, .pdf, or .png with 300
/// pixels an inch. Logarithmic axes leave out values <= 0. The legend stands in a panel's empty
/// corner, or above the frame where every corner holds data; a legend that all panels share stands
/// above them once.
/// @return TALUS_ERROR_ARGUMENT for no panels or a size that is not one, TALUS_ERROR_UNSUPPORTED for
///         another ending, TALUS_ERROR_IO or _MEMORY
talus_status chart_write(const char *path, const chart *page, talus_error *error);
/// The same as a claimed file "NAME.svg" of a result directory, in the form and size that the
/// directory asks of its charts (directory_set_charts).
talus_status chart_put(talus_directory *directory, const char *name, const chart *page,
                       talus_error *error);

#endif
