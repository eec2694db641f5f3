// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around a map: legend, north arrow, scale bar.
#include "io/map/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void ink(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
}

/// Four digits, of large numbers those before the point: "23920" rather than "2.392e+04".
static void print_rounded(char text[32], double value)
{
    snprintf(text, 32, fabs(value) >= 1e4 && fabs(value) < 1e6 ? "%.0f" : "%.4g", value);
}

static void draw_bar(cairo_t *cr, const map_scale *scale, double x, double top, double width,
                     double height, double unit)
{
    const int steps = (int)ceil(height);
    for (int k = 0; k < steps; k++) {
        const chart_rgb c = map_scale_colour(scale, 1 - (k + 0.5) / steps);
        cairo_set_source_rgb(cr, c.r, c.g, c.b);
        cairo_rectangle(cr, x, top + k * height / steps, width, height / steps + 0.5);
        cairo_fill(cr);
    }
    cairo_set_line_width(cr, unit);
    if (scale->above) {
        // an arrow head says that values go on beyond the bar
        const chart_rgb c = map_scale_colour(scale, 1);
        cairo_move_to(cr, x, top);
        cairo_line_to(cr, x + width / 2, top - 0.7 * width);
        cairo_line_to(cr, x + width, top);
        cairo_close_path(cr);
        cairo_set_source_rgb(cr, c.r, c.g, c.b);
        cairo_fill_preserve(cr);
        ink(cr);
        cairo_stroke(cr);
    }
    ink(cr);
    cairo_rectangle(cr, x, top, width, height);
    cairo_stroke(cr);
}

static void draw_ticks(cairo_t *cr, const map_scale *scale, double x, double top, double height,
                       double unit)
{
    char text[32];
    map_font(cr, 15 * unit, false);
    for (size_t k = 0; k < scale->tick_count; k++) {
        const double y = top + height * (1 - map_scale_position(scale, scale->ticks[k]));
        cairo_move_to(cr, x, y);
        cairo_line_to(cr, x + 6 * unit, y);
        cairo_stroke(cr);
        files_print_short(text, scale->ticks[k]);
        cairo_move_to(cr, x + 11 * unit, y + 5.4 * unit);
        cairo_show_text(cr, text);
    }
}

void map_legend(cairo_t *cr, const map_scale *scale, const catalogue_meaning *meaning,
                const map_rectangle *column, double unit)
{
    const double bar = 26 * unit, line = 17 * unit, x = column->x0;
    const double width = column->x1 - column->x0;
    char text[96];
    ink(cr);
    map_fitted_text(cr, scale->unit, x, column->y0 + 16 * unit, width, 17 * unit, 10 * unit, true);
    map_font(cr, 13 * unit, false);
    const int words = map_wrapped_text(cr, meaning->what, x, column->y0 + 16 * unit + line, width,
                                       line, meaning->what[0] != '\0');
    const double top = column->y0 + 54 * unit + (meaning->what[0] != '\0' ? words * line : 0);
    const double bar_height = column->y1 - top - 58 * unit;
    draw_bar(cr, scale, x, top, bar, bar_height, unit);
    draw_ticks(cr, scale, x + bar, top, bar_height, unit);
    char largest[32];
    print_rounded(largest, scale->max);
    snprintf(text, sizeof text, "largest: %s %s", largest, scale->unit);
    if (map_text_width(cr, text) > width) {
        snprintf(text, sizeof text, "largest: %s", largest); // the unit stands above the bar
    }
    map_fitted_text(cr, text, x, top + bar_height + 30 * unit, width, 13 * unit, 8 * unit, false);
    map_font(cr, 13 * unit, false);
    map_wrapped_text(cr, meaning->nothing, x, top + bar_height + 50 * unit, width, line, true);
}

void map_north_arrow(cairo_t *cr, double x, double y, double unit)
{
    const double half = 11 * unit;
    const double tall = 44 * unit;
    ink(cr);
    map_font(cr, 17 * unit, true);
    cairo_move_to(cr, x + half - map_text_width(cr, "N") / 2, y + 14 * unit);
    cairo_show_text(cr, "N");
    cairo_set_line_width(cr, 1.2 * unit);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(cr, x + half, y + 20 * unit);
        cairo_line_to(cr, x + half + side * half, y + 20 * unit + tall);
        cairo_line_to(cr, x + half, y + 20 * unit + 0.76 * tall);
        cairo_close_path(cr);
        if (side < 0) {
            cairo_fill_preserve(cr);
        }
        cairo_stroke(cr);
    }
}

void map_scale_bar(cairo_t *cr, const map_view *view, double x, double y, double unit)
{
    const double metres = chart_round_down(0.3 * view->width * view->metres);
    const double length = metres / view->metres;
    const bool kilometres = metres >= 2000;
    const double shown = kilometres ? metres / 1000 : metres;
    const double high = 7 * unit;
    char text[48];
    ink(cr);
    cairo_set_line_width(cr, unit);
    cairo_rectangle(cr, x, y, length, high);
    cairo_stroke(cr);
    cairo_rectangle(cr, x, y, length / 2, high);
    cairo_fill(cr);
    map_font(cr, 14 * unit, false);
    snprintf(text, sizeof text, "%.6g", shown);
    const bool is_short =
        map_text_width(cr, text) + 6 * unit > 0.5 * length; // no room for a middle
    for (int k = 0; k <= 2; k += is_short ? 2 : 1) {
        snprintf(text, sizeof text, "%.6g", 0.5 * k * shown);
        const double shift = k == 0 ? 0 : map_text_width(cr, text) / 2;
        cairo_move_to(cr, x + 0.5 * k * length - shift, y + high + 17 * unit);
        cairo_show_text(cr, text);
    }
    cairo_show_text(cr, kilometres ? " km" : " m");
}
