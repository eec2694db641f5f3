// SPDX-License-Identifier: GPL-3.0-or-later
/// @file chart_parts.h
/// Parts of an SVG chart: scales with ticks, text, thinned paths, marks, colours and legends.
/// Pixels with y down; they refuse to know files and how panels stand together.
#ifndef TALUS_SRC_IO_CHART_CHART_PARTS_H
#define TALUS_SRC_IO_CHART_CHART_PARTS_H

#include "foundation/files/files.h"
#include "io/chart/chart.h"

enum { CHART_TICK_MAX = 160 };

typedef struct chart_tick {
    double value;
    bool major; ///< with a label and a grid line
    bool power; ///< the label is 10^exponent
    int exponent;
    char text[28];
} chart_tick;

/// An axis fitted to its data. Labels x 10^factor + offset = values.
typedef struct chart_scale {
    bool logarithmic;
    double from, to;   ///< from < to
    double start, end; ///< px of from and to
    int factor;
    char offset[28]; ///< "" = none
    const char *const *names;
    size_t tick_count;
    chart_tick ticks[CHART_TICK_MAX];
} chart_scale;

/// Smallest and largest drawable value; low > high while there is none.
typedef struct chart_range {
    double low, high;
    bool logarithmic; ///< takes values > 0 only
} chart_range;
chart_range chart_range_start(bool logarithmic);
void chart_range_add(chart_range *range, double value);
/// Space around the data, where the ends of an axis are not given.
typedef struct chart_room {
    double part;    ///< of the span, on both sides
    bool keep_zero; ///< data on one side of zero make no axis beyond it
    bool round;     ///< ends next to a round number become it
} chart_room;
/// Ends of an axis: those asked for, else of the data; never empty.
void chart_scale_fit(chart_scale *scale, const chart_axis *axis, const chart_range *data,
                     const chart_room *room);
/// Round ticks, at most about `most` of them but two at least, with minor ones between and labels.
void chart_scale_ticks(chart_scale *scale, double most);
/// NaN for what the axis cannot show.
double chart_scale_place(const chart_scale *scale, double value);
/// Width of the widest label in px.
double chart_scale_label_width(const chart_scale *scale, double size);

/// The plotting area of a panel and its two axes; start and end of the axes are its sides.
typedef struct chart_view {
    chart_scale x, y;
    double left, top, width, height; ///< px
} chart_view;

/// Text: width as DejaVu Sans would have it, the widest of the usual fonts.
double chart_text_width(const char *text, double size);
typedef struct chart_text_style {
    double size;        ///< px
    const char *anchor; ///< start, middle or end
    const char *fill;
    bool bold, upright; ///< upright: reads from bottom to top
} chart_text_style;
void chart_text_draw(files_text *svg, const char *text, double x, double y,
                     const chart_text_style *style);
/// In lines of at most `width`, baseline of the first at y; svg NULL = only count the lines.
size_t chart_text_wrap(files_text *svg, const char *text, double x, double y, double width,
                       const chart_text_style *style);
/// Upright beside a frame, centred; smaller where it would be much longer than the frame.
void chart_text_beside(files_text *svg, const char *text, double x, const chart_view *view,
                       double size);
/// "10" with a raised exponent, behind `before`.
void chart_text_power(files_text *svg, const char *before, int exponent, const char *after,
                      double x, double y, const chart_text_style *style);
/// XML text of any bytes.
void chart_text_escape(files_text *svg, const char *text);

/// Path data in hundredths of a pixel, relative and short; equal and collinear points are dropped.
typedef struct chart_path {
    files_text *svg;
    double column; ///< px that share one first, lowest, highest and last point
    bool open;     ///< a subpath is begun
    long at[2];    ///< where the pen is, hundredths
    bool waiting;  ///< `next` is not drawn yet
    long next[2];
    size_t held;      ///< points of the current column
    double points[8]; ///< first, lowest, highest, last: x, y
    size_t order[2];  ///< index of lowest and highest
    long place;       ///< the current column
    size_t used;
    char buffer[256];
} chart_path;
void chart_path_begin(chart_path *path, files_text *svg, double column);
void chart_path_add(chart_path *path, double x, double y);
void chart_path_break(chart_path *path); ///< the next point begins anew
void chart_path_close(chart_path *path); ///< back to the subpath's first point
/// A whole subpath of relative commands at a point.
void chart_path_stamp(chart_path *path, double x, double y, const char *commands);
void chart_path_end(chart_path *path);
/// A number with two decimals, as short as it gets, after a separator where one is needed.
void chart_number(files_text *svg, const char *before, double value);

/// "#rrggbb" of the palette; grey for index < 0.
const char *chart_colour(int index);
/// Draw a series into the frame; `bars` counts the series of bars, `bar` is this one's place.
typedef struct chart_brush {
    double column;        ///< px of thinning
    size_t bar, bars;     ///< bars side by side
    unsigned char *cells; ///< scratch: one bit per cell of the frame
    size_t cell_bytes;
} chart_brush;
void chart_series_draw(files_text *svg, const chart_view *view, const chart_series *series,
                       const chart_brush *brush);
/// Half the width of a bar in the data's unit: of the smallest spacing of x; 0.5 for one bar.
double chart_bar_half(const chart_series *series);
/// The mark of a series of points in a legend: as it is drawn, tiny ones larger.
void chart_marker(files_text *svg, const chart_series *series, double x, double y);

/// Colours of a grid: ends of its scale, ticks and picture.
talus_status chart_grid_fit(const chart_grid *grid, chart_scale *scale, talus_error *error);
talus_status chart_grid_draw(files_text *svg, const chart_view *view, const chart_grid *grid,
                             const chart_scale *scale, talus_error *error);
/// Colour bar right of the frame; `id` distinguishes the gradients of a chart.
void chart_grid_bar(files_text *svg, const chart_view *view, const chart_grid *grid,
                    const chart_scale *scale, size_t id);
/// Px that bar, labels and text take right of the frame.
double chart_grid_bar_width(const chart_grid *grid, const chart_scale *scale);

/// Legend entries of a panel are its series with a label.
size_t chart_legend_count(const chart_panel *panel);
/// Px of the longest entry.
double chart_legend_widest(const chart_panel *panel);
/// Same labels and looks in the same order.
bool chart_legend_equal(const chart_panel *a, const chart_panel *b);
/// Place the legend in the frame where nothing is drawn; false if there is no such place.
///   @param cells  scratch bytes, at least chart_legend_cells(view)
bool chart_legend_place(const chart_panel *panel, const chart_view *view, unsigned char *cells,
                        double *x, double *y);
size_t chart_legend_cells(const chart_view *view);
void chart_legend_draw(files_text *svg, const chart_panel *panel, double x, double y);
/// As rows of at most `width`, centred in it; svg NULL = only measure. @return height in px
double chart_legend_rows(files_text *svg, const chart_panel *panel, double x, double y,
                         double width);

#endif
