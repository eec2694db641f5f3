// SPDX-License-Identifier: GPL-3.0-or-later
// The envelope of a raster over a map: the borders between the cells that reach a level and those
// that do not, as they are, without smoothing.
#include "io/map/map.h"

static bool reaches(const geo_image *image, ptrdiff_t i, ptrdiff_t j, double level)
{
    return i >= 0 && j >= 0 && i < (ptrdiff_t)image->nx && j < (ptrdiff_t)image->ny &&
           image->values[(size_t)j * image->nx + (size_t)i] >= (float)level; // false for NaN
}

map_rectangle map_join_areas(const map_rectangle *a, const map_rectangle *b)
{
    return (map_rectangle){a->x0 < b->x0 ? a->x0 : b->x0, a->y0 < b->y0 ? a->y0 : b->y0,
                           a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1};
}

bool map_envelope_area(const geo_image *image, double level, map_rectangle *area)
{
    bool found = false;
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        if (image->values[k] >= (float)level) {
            const double x = image->west + (double)(k % image->nx) * image->cell;
            const double y = image->south + (double)(k / image->nx) * image->cell;
            const map_rectangle cell = {x, y, x + image->cell, y + image->cell};
            *area = found ? map_join_areas(area, &cell) : cell;
            found = true;
        }
    }
    return found;
}

/// One side of a cell, from corner to corner of the lattice.
static void add_side(cairo_t *cr, const map_view *view, const geo_image *image,
                     const ptrdiff_t corners[4])
{
    double px[4];
    for (int k = 0; k < 4; k += 2) {
        const double x = image->west + (double)corners[k] * image->cell;
        const double y = image->south + (double)corners[k + 1] * image->cell;
        px[k] = view->left + (x - view->west) / view->metres;
        px[k + 1] = view->top + (view->north - y) / view->metres;
    }
    cairo_move_to(cr, px[0], px[1]);
    cairo_line_to(cr, px[2], px[3]);
}

/// Light below dark: seen on any colour.
static void stroke(cairo_t *cr, double width)
{
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_SQUARE);
    cairo_set_line_width(cr, 2.2 * width);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_stroke_preserve(cr);
    cairo_set_line_width(cr, width);
    cairo_set_source_rgb(cr, 0.02, 0.20, 0.55);
    cairo_stroke(cr);
}

void map_paint_envelope(cairo_t *cr, const map_view *view, const geo_image *image, double level,
                        double unit)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
    const ptrdiff_t nx = (ptrdiff_t)image->nx, ny = (ptrdiff_t)image->ny;
    for (ptrdiff_t j = 0; j <= ny; j++) {
        for (ptrdiff_t i = 0; i <= nx; i++) {
            const bool here = reaches(image, i, j, level);
            if (here != reaches(image, i - 1, j, level)) {
                add_side(cr, view, image, (const ptrdiff_t[4]){i, j, i, j + 1});
            }
            if (here != reaches(image, i, j - 1, level)) {
                add_side(cr, view, image, (const ptrdiff_t[4]){i, j, i + 1, j});
            }
        }
    }
    // small cells keep their inside
    const double fit = 0.3 * image->cell / view->metres;
    stroke(cr, fit < unit ? unit : fit > 2 * unit ? 2 * unit : fit);
    cairo_restore(cr);
}

void map_envelope_legend(cairo_t *cr, const char *label, double x, double y, double width,
                         double unit)
{
    cairo_save(cr);
    cairo_move_to(cr, x, y - 4 * unit);
    cairo_line_to(cr, x + 30 * unit, y - 4 * unit);
    stroke(cr, 2 * unit);
    cairo_restore(cr);
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
    map_fitted_text(cr, label, x + 40 * unit, y, width - 40 * unit, 13 * unit, 9 * unit, false);
}
