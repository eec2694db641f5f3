// SPDX-License-Identifier: GPL-3.0-or-later
// Height contours: straight pieces through the triangles of the terrain raster.
#include "io/map/map.h"

#include <math.h>

/// One corner of a triangle: pixels and height.
typedef struct corner {
    double x, y, z;
} corner;

double map_contour_interval(const map_view *view, const geo_image *terrain)
{
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (size_t k = 0; k < terrain->nx * terrain->ny; k++) {
        const double x = terrain->west + (double)(k % terrain->nx) * terrain->cell;
        const double y = terrain->south + (double)(k / terrain->nx) * terrain->cell;
        const double z = (double)terrain->values[k];
        const bool inside = x >= view->west && x <= view->west + view->width * view->metres &&
                            y <= view->north && y >= view->north - view->height * view->metres;
        if (inside && isfinite(z)) {
            low = z < low ? z : low;
            high = z > high ? z : high;
        }
    }
    return high > low ? chart_round_down((high - low) / 8) : 0;
}

/// Point of edge a-b at a height between its ends.
static void cross(const corner *a, const corner *b, double height, double *x, double *y)
{
    const double t = (height - a->z) / (b->z - a->z);
    *x = a->x + t * (b->x - a->x);
    *y = a->y + t * (b->y - a->y);
}

/// A level is above a corner or not; the two edges with a change carry the piece of line.
static void add_triangle(cairo_t *cr, const corner corners[3], double interval, int every,
                         bool index_lines)
{
    const double low = fmin(corners[0].z, fmin(corners[1].z, corners[2].z));
    const double high = fmax(corners[0].z, fmax(corners[1].z, corners[2].z));
    for (double k = ceil(low / interval); k * interval < high; k++) {
        const bool is_index = k - every * floor(k / every) < 0.5;
        double x[3];
        double y[3];
        int count = 0;
        for (int e = 0; e < 3 && is_index == index_lines; e++) {
            const corner *a = &corners[e];
            const corner *b = &corners[(e + 1) % 3];
            if ((a->z > k * interval) != (b->z > k * interval)) {
                cross(a, b, k * interval, &x[count], &y[count]);
                count++;
            }
        }
        if (count == 2) {
            cairo_move_to(cr, x[0], y[0]);
            cairo_line_to(cr, x[1], y[1]);
        }
    }
}

/// One pass over the cells in view; `index_lines` picks every fifth level or all others.
static void trace(cairo_t *cr, const map_view *view, const geo_image *terrain, double interval,
                  bool index_lines)
{
    // pieces shorter than 2 px cost time and show nothing
    const double coarse = ceil(2 * view->metres / terrain->cell);
    const size_t step = coarse > 1 ? (size_t)coarse : 1;
    for (size_t j = 0; j + step < terrain->ny; j += step) {
        for (size_t i = 0; i + step < terrain->nx; i += step) {
            corner c[4];
            bool valid = true;
            for (size_t k = 0; k < 4; k++) {
                const size_t column = i + (k == 1 || k == 2 ? step : 0);
                const size_t row = j + (k >= 2 ? step : 0);
                const double x = terrain->west + ((double)column + 0.5) * terrain->cell;
                const double y = terrain->south + ((double)row + 0.5) * terrain->cell;
                c[k].x = view->left + (x - view->west) / view->metres;
                c[k].y = view->top + (view->north - y) / view->metres;
                c[k].z = (double)terrain->values[row * terrain->nx + column];
                valid = valid && isfinite(c[k].z);
            }
            valid = valid && c[1].x > view->left && c[0].x < view->left + view->width &&
                    c[0].y > view->top && c[2].y < view->top + view->height;
            if (valid) {
                const corner other[3] = {c[0], c[2], c[3]};
                add_triangle(cr, c, interval, 5, index_lines);
                add_triangle(cr, other, interval, 5, index_lines);
            }
        }
    }
}

void map_paint_contours(cairo_t *cr, const map_view *view, const geo_image *terrain,
                        double interval, double unit)
{
    if (!(interval > 0)) {
        return;
    }
    cairo_save(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    for (int pass = 0; pass < 2; pass++) {
        trace(cr, view, terrain, interval, pass == 1);
        cairo_set_source_rgba(cr, 0.30, 0.22, 0.14, pass == 1 ? 0.55 : 0.30);
        cairo_set_line_width(cr, (pass == 1 ? 1.1 : 0.7) * unit);
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}
