// SPDX-License-Identifier: GPL-3.0-or-later
// Legends: entries, an empty place in the frame, rows above it.
#include "io/chart/chart_parts.h"

#include <math.h>
#include <string.h>

/// px; a cell of the map of what is drawn, the key's width, and spaces.
static const double CELL = 4, KEY = 24, GAP = 7, LINE = 16, INSET = 9, PADDING = 6, SIZE = 11.5;

static bool has_entry(const chart_series *series)
{
    return series->label != NULL && series->label[0] != '\0';
}

size_t chart_legend_count(const chart_panel *panel)
{
    size_t count = 0;
    for (size_t i = 0; i < panel->series_count; i++) {
        count += has_entry(&panel->series[i]);
    }
    return count;
}

/// The next series with a label from `i` on; series_count when there is none.
static size_t next_entry(const chart_panel *panel, size_t i)
{
    while (i < panel->series_count && !has_entry(&panel->series[i])) {
        i++;
    }
    return i;
}

bool chart_legend_equal(const chart_panel *a, const chart_panel *b)
{
    size_t i = next_entry(a, 0);
    size_t j = next_entry(b, 0);
    while (i < a->series_count && j < b->series_count) {
        const chart_series *s = &a->series[i];
        const chart_series *t = &b->series[j];
        if (strcmp(s->label, t->label) != 0 || s->colour != t->colour || s->mark != t->mark ||
            s->dashed != t->dashed) {
            return false;
        }
        i = next_entry(a, i + 1);
        j = next_entry(b, j + 1);
    }
    return i >= a->series_count && j >= b->series_count;
}

/// What is drawn, as cells of the frame.
typedef struct occupancy {
    unsigned char *cells;
    long columns, rows;
    double left, top;
    double bar_half; ///< of the series at hand, in its unit
} occupancy;

size_t chart_legend_cells(const chart_view *view)
{
    return (size_t)(floor(view->width / CELL) + 1) * (size_t)(floor(view->height / CELL) + 1);
}

static void occupy(occupancy *drawn, double x, double y)
{
    const double column = floor((x - drawn->left) / CELL);
    const double row = floor((y - drawn->top) / CELL);
    if (column >= 0 && row >= 0 && column < (double)drawn->columns && row < (double)drawn->rows) {
        drawn->cells[(long)row * drawn->columns + (long)column] = 1;
    }
}

static void occupy_segment(occupancy *drawn, const double a[2], const double b[2])
{
    // the part within one frame around the frame, in steps below a cell
    const double width = CELL * (double)drawn->columns;
    const double height = CELL * (double)drawn->rows;
    const double length = fmax(fabs(b[0] - a[0]), fabs(b[1] - a[1]));
    const double most = 64 * (width + height);
    const double count = ceil((length < most ? length : most) / (0.7 * CELL));
    for (double k = 0; k <= count; k++) {
        const double t = count > 0 ? k / count : 0;
        occupy(drawn, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
    }
}

/// A point of the series and where its mark reaches vertically.
static void occupy_item(occupancy *drawn, const chart_view *view, const chart_series *series,
                        size_t i, double before[2])
{
    const double at[2] = {chart_scale_place(&view->x, series->x[i]),
                          chart_scale_place(&view->y, series->y[i])};
    double reach[2] = {at[1], at[1]};
    if (series->mark == CHART_BARS) {
        reach[1] = view->top + view->height;
    } else if (series->mark == CHART_BAND && series->y2 != NULL) {
        reach[1] = chart_scale_place(&view->y, series->y2[i]);
    } else if (series->mark == CHART_ERRORS && series->y2 != NULL) {
        reach[0] = chart_scale_place(&view->y, series->y2[2 * i]);
        reach[1] = chart_scale_place(&view->y, series->y2[2 * i + 1]);
    }
    const double half =
        series->mark == CHART_BARS
            ? fabs(chart_scale_place(&view->x, series->x[i] + drawn->bar_half) - at[0])
        : series->mark == CHART_POINTS || series->mark == CHART_ERRORS ? CELL
                                                                       : 0;
    for (double dx = -half; dx <= half && isfinite(half); dx += 0.7 * CELL) {
        const double a[2] = {at[0] + dx, isfinite(reach[0]) ? reach[0] : at[1]};
        const double b[2] = {at[0] + dx, isfinite(reach[1]) ? reach[1] : at[1]};
        if (isfinite(a[0]) && isfinite(a[1])) {
            occupy_segment(drawn, a, b);
        }
    }
    const bool joined =
        series->mark == CHART_LINE || series->mark == CHART_STEPS || series->mark == CHART_BAND;
    if (joined && isfinite(at[0]) && isfinite(at[1]) && isfinite(before[0])) {
        const double corner[2] = {at[0], series->mark == CHART_STEPS ? before[1] : at[1]};
        occupy_segment(drawn, before, corner);
        occupy_segment(drawn, corner, at);
    }
    before[0] = isfinite(at[1]) ? at[0] : (double)NAN;
    before[1] = at[1];
}

static bool is_free(const occupancy *drawn, double x, double y, double width, double height)
{
    const long c0 = (long)floor((x - drawn->left) / CELL);
    const long c1 = (long)floor((x + width - drawn->left) / CELL);
    const long r0 = (long)floor((y - drawn->top) / CELL);
    const long r1 = (long)floor((y + height - drawn->top) / CELL);
    if (c0 < 0 || r0 < 0 || c1 >= drawn->columns || r1 >= drawn->rows) {
        return false;
    }
    for (long r = r0; r <= r1; r++) {
        for (long c = c0; c <= c1; c++) {
            if (drawn->cells[r * drawn->columns + c]) {
                return false;
            }
        }
    }
    return true;
}

static double entry_width(const chart_series *series)
{
    return KEY + GAP + chart_text_width(series->label, SIZE);
}

double chart_legend_widest(const chart_panel *panel)
{
    double width = 0;
    for (size_t i = next_entry(panel, 0); i < panel->series_count; i = next_entry(panel, i + 1)) {
        width = fmax(width, entry_width(&panel->series[i]));
    }
    return width;
}

static void box_size(const chart_panel *panel, double *width, double *height)
{
    *width = chart_legend_widest(panel) + 2 * PADDING;
    *height = LINE * (double)chart_legend_count(panel) + 2 * PADDING - 3;
}

bool chart_legend_place(const chart_panel *panel, const chart_view *view, unsigned char *cells,
                        double *x, double *y)
{
    double width = 0;
    double height = 0;
    box_size(panel, &width, &height);
    const double right = view->left + view->width - INSET - width;
    const double bottom = view->top + view->height - INSET - height;
    if (panel->grid != NULL || right < view->left + INSET || bottom < view->top + INSET) {
        return false;
    }
    occupancy drawn = {.cells = cells,
                       .columns = (long)floor(view->width / CELL) + 1,
                       .rows = (long)floor(view->height / CELL) + 1,
                       .left = view->left,
                       .top = view->top};
    memset(cells, 0, chart_legend_cells(view));
    for (size_t s = 0; s < panel->series_count; s++) {
        const chart_series *series = &panel->series[s];
        double before[2] = {(double)NAN, (double)NAN};
        drawn.bar_half = series->mark == CHART_BARS && series->x ? chart_bar_half(series) : 0;
        for (size_t i = 0; series->x && series->y && i < series->count; i++) {
            occupy_item(&drawn, view, series, i, before);
        }
    }
    // corners first, then along the upper and the lower side
    const double span = right - view->left - INSET;
    for (int pass = 0; pass < 12; pass++) {
        const double shift = pass < 2 ? pass : (double)(pass - 1) / 11;
        *x = right - shift * span;
        for (int low = 0; low < 2; low++) {
            *y = low ? bottom : view->top + INSET;
            if (is_free(&drawn, *x - 3, *y - 3, width + 6, height + 6)) {
                return true;
            }
        }
    }
    return false;
}

static void draw_key(files_text *svg, const chart_series *series, double x, double y)
{
    const char *colour = chart_colour(series->colour);
    if (series->mark == CHART_BAND || series->mark == CHART_BARS) {
        chart_number(svg, "<rect x=\"", x + 3);
        chart_number(svg, "\" y=\"", y - 5);
        files_text_add(svg, "\" width=\"18\" height=\"10\" fill=\"%s\" fill-opacity=\"%s\"/>\n",
                       colour, series->mark == CHART_BAND ? ".3" : ".85");
        return;
    }
    if (series->mark == CHART_POINTS) {
        chart_marker(svg, series, x + 12, y);
        return;
    }
    const bool upright = series->mark == CHART_ERRORS;
    chart_number(svg, "<path d=\"M", upright ? x + 12 : x);
    chart_number(svg, " ", upright ? y - 6 : y);
    files_text_add(svg, "%s\" fill=\"none\" stroke=\"%s\"%s", upright ? "v12" : "h24", colour,
                   series->dashed ? " stroke-dasharray=\"6 3\"" : "");
    chart_number(svg, " stroke-width=\"", upright ? 1.2 : series->width > 0 ? series->width : 1.8);
    files_text_add(svg, "\"/>\n");
    if (upright) {
        chart_marker(svg, series, x + 12, y);
    }
}

static void draw_entry(files_text *svg, const chart_series *series, double x, double y)
{
    const chart_text_style style = {.size = SIZE};
    draw_key(svg, series, x, y);
    chart_text_draw(svg, series->label, x + KEY + GAP, y + 0.35 * SIZE, &style);
}

void chart_legend_draw(files_text *svg, const chart_panel *panel, double x, double y)
{
    double width = 0;
    double height = 0;
    box_size(panel, &width, &height);
    chart_number(svg, "<rect x=\"", x);
    chart_number(svg, "\" y=\"", y);
    chart_number(svg, "\" width=\"", width);
    chart_number(svg, "\" height=\"", height);
    files_text_add(svg, "\" rx=\"2\" fill=\"#fff\" fill-opacity=\".9\" stroke=\"#ccc\" "
                        "stroke-width=\".6\"/>\n");
    y += PADDING + 0.5 * LINE - 1.5;
    for (size_t i = next_entry(panel, 0); i < panel->series_count; i = next_entry(panel, i + 1)) {
        draw_entry(svg, &panel->series[i], x + PADDING, y);
        y += LINE;
    }
}

double chart_legend_rows(files_text *svg, const chart_panel *panel, double x, double y,
                         double width)
{
    static const double SPACE = 20;
    double height = 0;
    for (size_t i = next_entry(panel, 0); i < panel->series_count;) {
        // as many entries as fit, at least one
        size_t end = i;
        double row = -SPACE;
        while (end < panel->series_count) {
            const double wider = row + SPACE + entry_width(&panel->series[end]);
            if (end > i && wider > width) {
                break;
            }
            row = wider;
            end = next_entry(panel, end + 1);
        }
        double at = x + 0.5 * (width - row);
        for (; svg != NULL && i < end; i = next_entry(panel, i + 1)) {
            draw_entry(svg, &panel->series[i], at, y + height + 0.5 * LINE);
            at += SPACE + entry_width(&panel->series[i]);
        }
        i = end;
        height += LINE;
    }
    return height;
}
