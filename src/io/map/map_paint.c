// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of a map, pixel by pixel: relief in grey, the layer's colour over it.
#include "io/map/map.h"

#include <math.h>
#include <stdint.h>

enum { SUBSAMPLE_MAX = 8 };

/// Bilinear between the centres of four cells; the nearest one beside NODATA; NaN off the raster.
static double sample_smooth(const geo_image *image, const float *values, double x, double y)
{
    const double u = (x - image->west) / image->cell - 0.5;
    const double v = (y - image->south) / image->cell - 0.5;
    const double nx = (double)image->nx;
    const double ny = (double)image->ny;
    if (!(u >= -0.5 && v >= -0.5 && u < nx - 0.5 && v < ny - 0.5)) {
        return (double)NAN;
    }
    const double near_value =
        (double)values[(size_t)floor(v + 0.5) * image->nx + (size_t)floor(u + 0.5)];
    if (u < 0 || v < 0 || u >= nx - 1 || v >= ny - 1) {
        return near_value;
    }
    const float *corner = values + (size_t)v * image->nx + (size_t)u;
    const double s = u - floor(u);
    const double t = v - floor(v);
    const double smooth =
        (1 - t) * ((1 - s) * (double)corner[0] + s * (double)corner[1]) +
        t * ((1 - s) * (double)corner[image->nx] + s * (double)corner[image->nx + 1]);
    return isfinite(smooth) ? smooth : near_value;
}

/// Value of the cell at a point; NaN off the raster.
static double sample_cell(const geo_image *image, double x, double y)
{
    const double u = (x - image->west) / image->cell;
    const double v = (y - image->south) / image->cell;
    if (!(u >= 0 && v >= 0 && u < (double)image->nx && v < (double)image->ny)) {
        return (double)NAN;
    }
    return (double)image->values[(size_t)v * image->nx + (size_t)u];
}

/// Samples a side so that no cell is stepped over when the picture is coarser than the raster.
static int subsamples(const map_view *view, const geo_image *image)
{
    const double exact = ceil(view->metres / image->cell);
    return exact < 1 ? 1 : exact > SUBSAMPLE_MAX ? SUBSAMPLE_MAX : (int)exact;
}

/// Mean shade under a pixel.
static double shade_under(const map_view *view, const geo_image *terrain, const float *shade,
                          int count, int i, int j)
{
    double sum = 0;
    int valid = 0;
    for (int k = 0; k < count * count; k++) {
        const double x = view->west + (i + (k % count + 0.5) / count) * view->metres;
        const double y = view->north - (j + (k / count + 0.5) / count) * view->metres;
        const double value = sample_smooth(terrain, shade, x, y);
        if (isfinite(value)) {
            sum += value;
            valid++;
        }
    }
    return valid ? sum / valid : (double)NAN;
}

/// Largest value of the layer under a pixel; of changes the one farthest from 0.
static double value_under(const map_view *view, const geo_image *image, bool is_change, int i,
                          int j)
{
    const int count = subsamples(view, image);
    double largest = (double)NAN;
    for (int k = 0; k < count * count; k++) {
        const double x = view->west + (i + (k % count + 0.5) / count) * view->metres;
        const double y = view->north - (j + (k / count + 0.5) / count) * view->metres;
        const double value = sample_cell(image, x, y);
        const bool is_less = is_change ? fabs(largest) >= fabs(value) : largest >= value;
        if (isfinite(value) && !is_less) {
            largest = value;
        }
    }
    return largest;
}

/// Grey of the relief; off the DEM a tint that is not a shade.
static chart_rgb ground_colour(double shade)
{
    if (!isfinite(shade)) {
        return (chart_rgb){0.945, 0.95, 0.955};
    }
    // squared: slopes that face the light differ in shade too
    const double grey = 0.47 + 0.51 * (shade < 0 ? 0 : shade > 1 ? 1 : shade * shade);
    return (chart_rgb){grey, grey, 0.985 * grey};
}

/// The layer's colour, a little modelled by the relief beneath.
static chart_rgb layer_colour(chart_rgb ground, chart_rgb colour, double shade)
{
    const double alpha = 0.86;
    const double relief = isfinite(shade) ? 0.80 + 0.26 * shade : 1;
    chart_rgb out = {(1 - alpha) * ground.r + alpha * relief * colour.r,
                     (1 - alpha) * ground.g + alpha * relief * colour.g,
                     (1 - alpha) * ground.b + alpha * relief * colour.b};
    out.r = out.r > 1 ? 1 : out.r;
    out.g = out.g > 1 ? 1 : out.g;
    out.b = out.b > 1 ? 1 : out.b;
    return out;
}

/// Colour of a pixel in a hatched area: lines from lower left to upper right.
static chart_rgb hatch_colour(chart_rgb colour, int i, int j)
{
    enum { STEP = 9 };
    const double darker = (i + j) % STEP < 2 ? 0.55 : 1.0;
    return (chart_rgb){darker * colour.r, darker * colour.g, darker * colour.b};
}

static uint32_t pack(chart_rgb c)
{
    return (uint32_t)(c.r * 255 + 0.5) << 16 | (uint32_t)(c.g * 255 + 0.5) << 8 |
           (uint32_t)(c.b * 255 + 0.5);
}

talus_status map_paint_frame(cairo_t *cr, const map_view *view, const geo_image *terrain,
                             const float *shade, const geo_image *image, const map_scale *scale,
                             talus_error *error)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, view->width, view->height);
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    if (!pixels) {
        cairo_surface_destroy(surface);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a picture of %d x %d",
                               view->width, view->height);
    }
    const size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const int ground_samples = subsamples(view, terrain);
    for (int j = 0; j < view->height; j++) {
        void *line = pixels + (size_t)j * stride; // cairo aligns lines for 32-bit pixels
        uint32_t *row = line;
        for (int i = 0; i < view->width; i++) {
            const double light = shade_under(view, terrain, shade, ground_samples, i, j);
            const double value =
                image ? value_under(view, image, scale->diverging, i, j) : (double)NAN;
            chart_rgb colour = ground_colour(light);
            if (isfinite(value)) {
                const bool is_undecided = scale->classes && value < 0.5;
                colour = layer_colour(colour,
                                      is_undecided ? hatch_colour(scale->undecided, i, j)
                                                   : map_value_colour(scale, value),
                                      light);
            }
            row[i] = pack(colour);
        }
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cr, surface, view->left, view->top);
    cairo_paint(cr);
    cairo_surface_destroy(surface);
    return TALUS_OK;
}

void map_paint_discs(cairo_t *cr, const map_view *view, const geo_image *image,
                     const map_scale *scale, double unit)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_clip(cr);
    cairo_set_line_width(cr, 0.7 * unit);
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        const double count = (double)image->values[k];
        if (!isfinite(count) || count <= 0) {
            continue;
        }
        const double x = image->west + ((double)(k % image->nx) + 0.5) * image->cell;
        const double y = image->south + ((double)(k / image->nx) + 0.5) * image->cell;
        const double radius = (3.2 + 3.2 * chart_log10(count < 1 ? 1 : count)) * unit;
        const chart_rgb c = map_scale_colour(scale, map_scale_fraction(scale, count));
        cairo_arc(cr, view->left + (x - view->west) / view->metres,
                  view->top + (view->north - y) / view->metres, radius, 0, 2 * TALUS_PI);
        cairo_set_source_rgba(cr, c.r, c.g, c.b, 0.9);
        cairo_fill_preserve(cr);
        cairo_set_source_rgba(cr, 0.1, 0.1, 0.15, 0.9);
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}
