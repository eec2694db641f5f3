// SPDX-License-Identifier: GPL-3.0-or-later
// Series of a chart: lines, steps, bands, bars, points and error bars.
#include "io/chart/chart_parts.h"

#include <math.h>
#include <string.h>

enum { PALETTE_COUNT = 8, SHAPED_POINTS = 400 };

/// Okabe and Ito's colours, which colour-blind readers can distinguish; those that print well first.
static const char *const palette[PALETTE_COUNT] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#000000", "#b8a800"};

/// Markers 6 px wide about the point, so that black and white prints distinguish series too; ""
/// stands for a disc.
static const char *const shapes[PALETTE_COUNT] = {
    "",
    "m-2.6-2.6h5.2v5.2h-5.2z",
    "m0-3.5l3.2 5.6h-6.4z",
    "m0-3.7l3.2 3.7l-3.2 3.7l-3.2-3.7z",
    "m0 3.5l3.2-5.6h-6.4z",
    "m-1-3.3h2v2.3h2.3v2h-2.3v2.3h-2v-2.3h-2.3v-2h2.3z",
    "m-3.5 0l5.6-3.2v6.4z",
    "m3.5 0l-5.6-3.2v6.4z",
};

static size_t palette_index(int index)
{
    return (size_t)index % PALETTE_COUNT;
}

const char *chart_colour(int index)
{
    return index < 0 ? "#7f7f7f" : palette[palette_index(index)];
}

static const char *shape_of(int colour)
{
    return colour < 0 ? "" : shapes[palette_index(colour)];
}

static void end_stroke(files_text *svg, const chart_series *series)
{
    chart_number(svg, " fill=\"none\" stroke-width=\"", series->width > 0 ? series->width : 1.6);
    files_text_add(svg, "\" stroke=\"%s\" stroke-linejoin=\"round\"%s/>\n",
                   chart_colour(series->colour),
                   series->dashed ? " stroke-dasharray=\"6 4\"" : " stroke-linecap=\"round\"");
}

static void draw_line(files_text *svg, const chart_view *view, const chart_series *series,
                      double column)
{
    chart_path path;
    chart_path_begin(&path, svg, column);
    double level = (double)NAN;
    for (size_t i = 0; i < series->count; i++) {
        const double x = chart_scale_place(&view->x, series->x[i]);
        const double y = chart_scale_place(&view->y, series->y[i]);
        if (!isfinite(x) || !isfinite(y)) {
            // a step lasts to where the gap begins
            if (series->mark == CHART_STEPS && isfinite(x) && isfinite(level)) {
                chart_path_add(&path, x, level);
            }
            chart_path_break(&path);
            level = (double)NAN;
            continue;
        }
        if (series->mark == CHART_STEPS && isfinite(level)) {
            chart_path_add(&path, x, level);
        }
        chart_path_add(&path, x, y);
        level = y;
    }
    chart_path_end(&path);
    end_stroke(svg, series);
}

static bool band_point(const chart_view *view, const chart_series *series, size_t i, double *x,
                       double y[2])
{
    *x = chart_scale_place(&view->x, series->x[i]);
    y[0] = chart_scale_place(&view->y, series->y[i]);
    y[1] = chart_scale_place(&view->y, series->y2[i]);
    return isfinite(*x) && isfinite(y[0]) && isfinite(y[1]);
}

static void draw_band(files_text *svg, const chart_view *view, const chart_series *series,
                      double column)
{
    chart_path path;
    chart_path_begin(&path, svg, column);
    double x = 0;
    double y[2];
    for (size_t i = 0; i < series->count;) {
        size_t end = i;
        for (; end < series->count && band_point(view, series, end, &x, y); end++) {
            chart_path_add(&path, x, y[0]);
        }
        for (size_t k = end; k-- > i;) {
            band_point(view, series, k, &x, y);
            chart_path_add(&path, x, y[1]);
        }
        chart_path_close(&path);
        i = end + 1;
    }
    chart_path_end(&path);
    files_text_add(svg, " fill=\"%s\" fill-opacity=\".22\"/>\n", chart_colour(series->colour));
}

double chart_bar_half(const chart_series *series)
{
    double spacing = (double)INFINITY;
    for (size_t i = 1; i < series->count; i++) {
        const double d = fabs(series->x[i] - series->x[i - 1]);
        spacing = d > 0 && d < spacing ? d : spacing;
    }
    return isfinite(spacing) ? 0.5 * spacing : 0.5;
}

/// Where 0 stands, or the lower end of an axis that does not show it.
static double base_of(const chart_scale *scale)
{
    const double zero = chart_scale_place(scale, 0);
    return isfinite(zero) && scale->from <= 0 && scale->to >= 0 ? zero : scale->start;
}

/// Bars in one column of pixels are drawn as one.
typedef struct bar_run {
    double start, end, low, high; ///< px; start > end while it is empty
} bar_run;

static void draw_run(files_text *svg, bar_run *run, double from, double part)
{
    if (run->start <= run->end) {
        chart_number(svg, "M", run->start + from * (run->end - run->start));
        chart_number(svg, " ", run->low);
        chart_number(svg, "V", run->high);
        chart_number(svg, "h", part * (run->end - run->start));
        chart_number(svg, "V", run->low);
        files_text_add(svg, "z");
    }
    *run = (bar_run){.start = 1, .end = 0};
}

static void draw_bars(files_text *svg, const chart_view *view, const chart_series *series,
                      const chart_brush *brush)
{
    const double part = brush->bars > 1 ? 0.82 : view->x.names != NULL ? 0.62 : 0.96;
    const double half = chart_bar_half(series);
    const double bottom = base_of(&view->y);
    const double share = 1 / (double)brush->bars;
    bar_run run = {.start = 1, .end = 0};
    files_text_add(svg, "<path d=\"");
    for (size_t i = 0; i < series->count; i++) {
        const double y = chart_scale_place(&view->y, series->y[i]);
        double x0 = chart_scale_place(&view->x, series->x[i] - part * half);
        const double x1 = chart_scale_place(&view->x, series->x[i] + part * half);
        if (!isfinite(y) || !isfinite(x1)) {
            continue;
        }
        x0 = isfinite(x0) ? x0 : view->left;
        if (run.start > run.end || x1 - run.start > brush->column) {
            draw_run(svg, &run, share * (double)brush->bar, share);
            run = (bar_run){x0, x1, bottom, bottom};
        }
        run.end = x1;
        run.low = fmax(run.low, y);
        run.high = fmin(run.high, y);
    }
    draw_run(svg, &run, share * (double)brush->bar, share);
    files_text_add(svg, "\" fill=\"%s\" fill-opacity=\".85\"/>\n", chart_colour(series->colour));
}

/// px of a mark in the legend, so that it can be seen.
#define LEAST_KEY 3.5

static double point_size(const chart_series *series)
{
    return series->width > 0       ? series->width
           : series->count <= 100  ? 6
           : series->count <= 400  ? 5
           : series->count <= 3000 ? 3.5
                                   : 2.2;
}

/// true the first time a cell of the frame is hit.
static bool claim_cell(const chart_view *view, const chart_brush *brush, double x, double y)
{
    const double cell = 0.5 * brush->column;
    const double column = floor((x - view->left) / cell);
    const double row = floor((y - view->top) / cell);
    const double columns = floor(view->width / cell) + 1;
    if (column < 0 || row < 0 || column >= columns || row > view->height / cell) {
        return column > -10 / cell && row > -10 / cell && column < columns + 10 / cell &&
               row < (view->height + 10) / cell;
    }
    const size_t bit = (size_t)(row * columns + column);
    if (bit / 8 >= brush->cell_bytes) {
        return true;
    }
    const unsigned char mask = (unsigned char)(1U << bit % 8);
    const bool fresh = (brush->cells[bit / 8] & mask) == 0;
    brush->cells[bit / 8] |= mask;
    return fresh;
}

static void end_points(files_text *svg, const chart_series *series, bool discs, double size)
{
    const char *colour = chart_colour(series->colour);
    if (discs) {
        chart_number(svg, " fill=\"none\" stroke-linecap=\"round\" stroke-width=\"", size);
        files_text_add(svg, "\" stroke=\"%s\"%s/>\n", colour,
                       series->count > 3000 ? " stroke-opacity=\".6\"" : "");
    } else {
        files_text_add(svg, " fill=\"%s\"/>\n", colour);
    }
}

/// Discs instead of the shape of the colour.
static bool is_disc(const chart_series *series)
{
    return shape_of(series->colour)[0] == '\0' || series->count > SHAPED_POINTS ||
           series->width > 0;
}

static void draw_points(files_text *svg, const chart_view *view, const chart_series *series,
                        const chart_brush *brush)
{
    const char *shape = shape_of(series->colour);
    const bool discs = is_disc(series);
    memset(brush->cells, 0, brush->cell_bytes);
    chart_path path;
    chart_path_begin(&path, svg, brush->column);
    for (size_t i = 0; i < series->count; i++) {
        const double x = chart_scale_place(&view->x, series->x[i]);
        const double y = chart_scale_place(&view->y, series->y[i]);
        if (isfinite(x) && isfinite(y) && claim_cell(view, brush, x, y)) {
            chart_path_stamp(&path, x, y, discs ? "h0" : shape);
        }
    }
    chart_path_end(&path);
    end_points(svg, series, discs, point_size(series));
}

static void draw_error(files_text *svg, const bar_run *run)
{
    if (run->start <= run->end) {
        chart_number(svg, "M", run->start - 3);
        chart_number(svg, " ", run->low);
        chart_number(svg, "h6m-3 0V", run->high);
        files_text_add(svg, "m-3 0h6");
    }
}

static void draw_errors(files_text *svg, const chart_view *view, const chart_series *series,
                        double column)
{
    const bool many = series->count > SHAPED_POINTS;
    bar_run run = {.start = 1, .end = 0};
    files_text_add(svg, "<path d=\"");
    for (size_t i = 0; i < series->count; i++) {
        const double x = chart_scale_place(&view->x, series->x[i]);
        double low = chart_scale_place(&view->y, series->y2[2 * i]);
        const double high = chart_scale_place(&view->y, series->y2[2 * i + 1]);
        if (view->y.logarithmic && series->y2[2 * i] <= 0) {
            low = view->y.start;
        }
        if (!isfinite(x) || !isfinite(low) || !isfinite(high)) {
            continue;
        }
        if (!many || run.start > run.end || fabs(x - run.start) > column) {
            draw_error(svg, &run);
            run = (bar_run){x, x, low, high};
        }
        run.low = fmax(run.low, low);
        run.high = fmin(run.high, high);
    }
    draw_error(svg, &run);
    files_text_add(svg, "\" fill=\"none\" stroke-width=\"1.2\" stroke=\"%s\"/>\n",
                   chart_colour(series->colour));
}

void chart_marker(files_text *svg, const chart_series *series, double x, double y)
{
    const chart_series one = {.x = &x, .y = &y, .count = 1, .colour = series->colour};
    const char *shape = shape_of(series->colour);
    const bool discs = is_disc(series);
    const double size = point_size(series);
    chart_path path;
    chart_path_begin(&path, svg, 1);
    chart_path_stamp(&path, x, y, discs ? "h0" : shape);
    chart_path_end(&path);
    end_points(svg, &one, discs, size < LEAST_KEY ? LEAST_KEY : size);
}

void chart_series_draw(files_text *svg, const chart_view *view, const chart_series *series,
                       const chart_brush *brush)
{
    if (series->count == 0 || series->x == NULL || series->y == NULL) {
        return;
    }
    const bool twofold = series->y2 != NULL;
    switch (series->mark) {
    case CHART_LINE:
    case CHART_STEPS:
        draw_line(svg, view, series, brush->column);
        break;
    case CHART_BAND:
        if (twofold) {
            draw_band(svg, view, series, brush->column);
        }
        break;
    case CHART_BARS:
        draw_bars(svg, view, series, brush);
        break;
    case CHART_ERRORS:
        if (twofold) {
            draw_errors(svg, view, series, brush->column);
        }
        draw_points(svg, view, series, brush);
        break;
    case CHART_POINTS:
        draw_points(svg, view, series, brush);
        break;
    }
}
