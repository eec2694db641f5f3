// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map.h
/// Parts of a PNG map: relief, colours, the painted frame and the furniture around it. They know
/// rasters in world coordinates and pixels; they refuse to know campaigns and results in memory.
#ifndef TALUS_SRC_IO_MAP_MAP_H
#define TALUS_SRC_IO_MAP_MAP_H

#include "io/catalogue/catalogue.h"
#include "io/chart/canvas.h"
#include "io/chart/ramp.h"
#include "io/geo/geo.h"
#include "io/products/output.h"

#include <cairo.h>

/// The part of the world that is drawn, and where it stands in the picture.
typedef struct map_view {
    double west, north; ///< m, world position of the frame's upper left corner
    double metres;      ///< m per pixel
    int left, top;      ///< px, of the frame
    int width, height;  ///< px, of the frame
} map_view;

/// World rectangle: min x, min y, max x, max y.
typedef struct map_rectangle {
    double x0, y0, x1, y1;
} map_rectangle;

/// Bounds of the cells that hold data; the whole raster when none does.
map_rectangle map_data_area(const geo_image *image);
/// The data with 15 % margin as far as there is ground, no side below `least` (m), the height
/// between `least_ratio` and 1.15 times the width.
map_rectangle map_choose_area(const map_rectangle *data, const map_rectangle *ground, double least,
                              double least_ratio);

/// The raster of a layer of a directory, of tracks that of the terrain.
/// @return TALUS_ERROR_INPUT, with names that there are, for one that is not there
talus_status map_find_layer(const char *directory, const char *name, catalogue_layer *layer,
                            char path[OUTPUT_PATH_SIZE], talus_error *error);
/// Values of a layer that is a raster, as map_find_layer finds it.
talus_status map_read_layer(const char *directory, const char *name, catalogue_layer *layer,
                            geo_image *image, talus_error *error);

enum { MAP_TICK_MAX = 32 };

/// From values to colours; values in the unit of the legend.
typedef struct map_scale {
    bool logarithmic;
    bool above;       ///< some values lie above `high`
    bool counts;      ///< second colour ramp
    bool diverging;   ///< two-sided ramp about 0, low = -high
    double factor;    ///< legend value = factor x raster value
    double low, high; ///< ends of the bar
    double max;       ///< largest value of all
    const char *unit;
    const chart_rgb *classes; ///< (class_count) colours of the values 1, 2, ...; else a ramp
    chart_rgb undecided;      ///< of the value 0 beside classes, hatched
    size_t class_count;
    size_t tick_count;
    double ticks[MAP_TICK_MAX];
} map_scale;

/// Ends and round ticks for the values of a layer (NaN ignored). Linear bars run from 0 to the
/// rounded 99th percentile, so that one rock does not pale all others.
talus_status map_scale_fit(const campaign_layer *layer, const geo_image *image, map_scale *scale,
                           talus_error *error);
/// The same for changes: linear, from minus to plus the rounded 99th percentile of their sizes.
talus_status map_scale_fit_change(const campaign_layer *layer, const geo_image *image,
                                  map_scale *scale, talus_error *error);
/// Read a raster less another one as output_subtract does; `minus` NULL = as it is.
/// @return TALUS_ERROR_INPUT when they differ in size
talus_status map_read_less(const char *path, const char *minus, const char *layer, geo_image *image,
                           talus_error *error);
/// Position of a raster value on the bar, 0..1.
double map_scale_fraction(const map_scale *scale, double value);
/// Position of a legend value on the bar, 0..1.
double map_scale_position(const map_scale *scale, double legend_value);
/// Colour of a raster value.
chart_rgb map_value_colour(const map_scale *scale, double value);
chart_rgb map_scale_colour(const map_scale *scale, double fraction);
/// Shaded relief (nx x ny, 0..1, NaN = NODATA) by Horn's gradient; malloc'd.
talus_status map_relief(const geo_image *terrain, float **shade, talus_error *error);

/// Paint relief and layer into the frame of a picture. `shade` belongs to `terrain`.
talus_status map_paint_frame(cairo_t *cr, const map_view *view, const geo_image *terrain,
                             const float *shade, const geo_image *image, const map_scale *scale,
                             talus_error *error);
/// Counts as discs that grow with the logarithm of the count.
void map_paint_discs(cairo_t *cr, const map_view *view, const geo_image *image,
                     const map_scale *scale, double unit);

/// Round contour interval (m) for the heights in view; 0 when they are all the same.
double map_contour_interval(const map_view *view, const geo_image *terrain);
/// Contour lines over the frame, every fifth one stronger.
void map_paint_contours(cairo_t *cr, const map_view *view, const geo_image *terrain,
                        double interval, double unit);

/// Bounds of the cells that reach the level; false when there are none.
bool map_envelope_area(const geo_image *image, double level, map_rectangle *area);
/// The joint of two rectangles.
map_rectangle map_join_areas(const map_rectangle *a, const map_rectangle *b);
/// Line along the borders between cells that reach the level and cells that do not.
void map_paint_envelope(cairo_t *cr, const map_view *view, const geo_image *image, double level,
                        double unit);
/// What the line is, in one line of text with its baseline at y.
void map_envelope_legend(cairo_t *cr, const char *label, double x, double y, double width,
                         double unit);

void map_font(cairo_t *cr, double size, bool bold);
double map_text_width(cairo_t *cr, const char *text);
/// Draw text with its baseline at y, in lines no wider than `width`; returns the number of lines.
/// With `draw` false it only counts.
int map_wrapped_text(cairo_t *cr, const char *text, double x, double y, double width,
                     double line_height, bool draw);
/// Draw one line, smaller when it is too wide, down to `smallest`, then cut with an ellipsis.
void map_fitted_text(cairo_t *cr, const char *text, double x, double y, double width, double size,
                     double smallest, bool bold);
/// Legend bar with ticks in the rectangle of a column (px, y down).
void map_legend(cairo_t *cr, const map_scale *scale, const catalogue_meaning *meaning,
                const map_rectangle *column, double unit);
void map_north_arrow(cairo_t *cr, double x, double y, double unit);
void map_scale_bar(cairo_t *cr, const map_view *view, double x, double y, double unit);

#endif
